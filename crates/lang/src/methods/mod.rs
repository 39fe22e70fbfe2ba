//! The methods of values: one table for calls, `help` and completion.

mod functions;
mod games;
mod graphs;
mod hot;
mod integers;
mod items;
mod lists;
mod maps;
mod misere;
mod moves;
mod partizan_misere;
mod periods;
mod positions;
mod predicates;
mod products;
mod quotients;
mod rulesets;
mod stoppers;
mod surreals;
mod thermal;
mod words;

use std::collections::HashMap;
use std::sync::OnceLock;

use num_bigint::BigInt;
use upstar_core::Player;
use upstar_engine::formula::{self, Formula};
use upstar_misere::Form;
use upstar_values::{Id, Rational, Worker};

use crate::calculator::Calculator;
use crate::fail::{Fail, Result};
use crate::value::{Answer, Function, Value, list, mismatch};
use upstar_core::{nearest, plain_name};

/// A method, which is also a function of its receiver:
/// `g.Cool(1)`, `g Cool 1`, `Cool(g, 1)`.
pub(crate) struct Method {
    name: &'static str,
    aliases: &'static [&'static str],
    /// How it is written, if that is not `g.Name`.
    usage: &'static str,
    about: &'static str,
    /// An expression and its value.
    example: (&'static str, &'static str),
    /// What it is asked of.
    of: Of,
    /// How many arguments it takes beside the value it is asked of.
    arguments: (usize, usize),
    /// The names of the arguments in their order, if they have names.
    names: &'static [&'static str],
    /// Whether a call by itself makes the position of a game of the same name.
    is_game: bool,
    /// Why it has no answer for games that can be played forever.
    not_loopy: Option<&'static str>,
    /// Whether a sum that it is asked of is kept as it is written.
    keeps_sums: bool,
    /// What it is in the formula of a game.
    formula: Option<InFormula>,
    run: fn(&mut Calculator<'_>, &Value, &[Value]) -> Answer,
}

/// What a method of numbers is in a formula.
enum InFormula {
    /// A function that formulas have.
    Call(formula::Function),
    /// What it makes of one number.
    Of(fn(Formula) -> Formula),
    /// What it makes of two numbers.
    OfTwo(fn(Formula, Formula) -> Formula),
}

/// What is so of most methods: each row says only what differs.
const METHOD: Method = Method {
    name: "",
    aliases: &[],
    usage: "",
    about: "",
    example: ("", ""),
    of: Of::Value,
    arguments: (0, 0),
    names: &[],
    is_game: false,
    not_loopy: None,
    keeps_sums: false,
    formula: None,
    run: |_, _, _| Ok(Value::Nothing),
};

/// The kind of receiver of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    /// One value.
    Value,
    /// A list, whose items can stand in the call one by one.
    List,
    /// Its first argument: it is written as a function.
    Argument,
}

impl Method {
    fn usage(&self) -> String {
        if self.usage.is_empty() { format!("g.{}", self.name) } else { self.usage.to_owned() }
    }

    fn written(&self) -> Option<String> {
        Some(format!("it is written {}", self.usage()))
    }

    /// The name and the aliases.
    fn all_names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

/// The help for a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Help {
    /// The name as it is documented.
    pub name: &'static str,
    /// Other names for the same.
    pub aliases: &'static [&'static str],
    /// How it is written.
    pub usage: String,
    /// Its definition.
    pub about: &'static str,
    /// An expression and its value.
    pub example: (&'static str, &'static str),
}

/// The player that an argument is.
fn player(value: &Value) -> Result<Player> {
    match value {
        Value::Player(player) => Ok(*player),
        other => Err(mismatch("expected Left or Right", other)),
    }
}

/// The player that is named, or both.
fn players(arguments: &[Value]) -> Result<Vec<Player>> {
    match arguments {
        [] => Ok(Player::BOTH.to_vec()),
        [one, ..] => Ok(vec![player(one)?]),
    }
}

fn misere_list(e: &mut Calculator<'_>, forms: Vec<Form>) -> Answer {
    e.pay_values(forms.len())?;
    list(forms.into_iter().map(Value::Misere).collect())
}

/// The function that an argument is.
fn function(value: &Value) -> Result<&Function> {
    match value {
        Value::Function(function) => Ok(function),
        other => {
            Err(mismatch("expected a function", other).with_help("a function is written k -> k^2"))
        }
    }
}

/// The items of a list or a set.
fn items_of(e: &mut Calculator<'_>, items: &Value) -> Result<Vec<Value>> {
    let found = e.items(items).ok_or_else(|| mismatch("expected a list or a set", items))?;
    e.tick(found.len() as u64)?;
    Ok(found)
}

impl Calculator<'_> {
    /// The result of a function of short games for these values.
    fn short_value<const N: usize>(
        &mut self,
        values: [&Value; N],
        function: impl FnOnce(&mut Worker<'_>, [Id; N]) -> upstar_values::Result<Id>,
    ) -> Answer {
        let mut ids = [Id::ZERO; N];
        for (id, value) in ids.iter_mut().zip(values) {
            *id = self.id(value)?;
        }
        let found = function(&mut self.worker, ids)?;
        Ok(self.simplified(found))
    }
}

fn number(n: impl Into<BigInt>) -> Value {
    Value::Number(Rational::from(n.into()))
}

fn all() -> impl Iterator<Item = &'static Method> {
    [
        games::TABLE,
        thermal::TABLE,
        products::TABLE,
        stoppers::TABLE,
        integers::TABLE,
        predicates::TABLE,
        lists::TABLE,
        items::TABLE,
        maps::TABLE,
        hot::TABLE,
        misere::TABLE,
        positions::TABLE,
        periods::TABLE,
        functions::TABLE,
        graphs::TABLE,
        moves::TABLE,
        partizan_misere::TABLE,
        quotients::TABLE,
        rulesets::TABLE,
        surreals::TABLE,
    ]
    .into_iter()
    .flatten()
}

fn find(name: &str) -> Option<&'static Method> {
    static INDEX: OnceLock<HashMap<String, &'static Method>> = OnceLock::new();
    let index = INDEX.get_or_init(|| {
        let mut index = HashMap::new();
        for method in all() {
            index.extend(method.all_names().map(|name| (plain_name(name), method)));
        }
        index
    });
    index.get(&plain_name(name)).copied()
}

/// Whether a sum that this method is asked of is kept as it is written.
pub(crate) fn keeps_sums(name: &str) -> bool {
    find(name).is_some_and(|method| method.keeps_sums)
}

/// A method of these numbers as a formula.
pub(crate) fn formula(name: &str, arguments: Vec<Formula>) -> Option<Formula> {
    match find(name)?.formula.as_ref()? {
        InFormula::Call(function) if function.arguments() == arguments.len() => {
            Some(Formula::Call(*function, arguments))
        }
        InFormula::Of(made) => {
            let [a] = <[Formula; 1]>::try_from(arguments).ok()?;
            Some(made(a))
        }
        InFormula::OfTwo(made) => {
            let [a, b] = <[Formula; 2]>::try_from(arguments).ok()?;
            Some(made(a, b))
        }
        InFormula::Call(_) => None,
    }
}

/// Whether there is a method of this name.
pub(crate) fn is_method(name: &str) -> bool {
    find(name).is_some()
}

/// Whether a call of this name is one of a function, so that no game can be called so.
///
/// ```
/// assert!(upstar_lang::is_function_name("Sum"));
/// assert!(!upstar_lang::is_function_name("kayles"));
/// ```
#[must_use]
pub fn is_function_name(name: &str) -> bool {
    find(name).is_some_and(|method| !method.is_game)
}

/// The documented names of all methods and functions, sorted.
///
/// ```
/// assert!(upstar_lang::names().any(|name| name == "Temperature"));
/// ```
pub fn names() -> impl Iterator<Item = &'static str> {
    static NAMES: OnceLock<Vec<&'static str>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        let mut names: Vec<&'static str> = all().map(|method| method.name).collect();
        names.sort_unstable();
        names
    });
    names.iter().copied()
}

/// The documented words of the language, such as `for`.
///
/// ```
/// assert!(upstar_lang::words().all(|word| upstar_lang::help(word).is_some()));
/// ```
pub fn words() -> impl Iterator<Item = &'static str> {
    words::names()
}

/// The definition of a method or function, or the meaning of a word such as `for`, and an example;
/// case and underscores do not matter.
///
/// ```
/// assert_eq!(upstar_lang::help("left_stop").unwrap().name, "LeftStop");
/// ```
#[must_use]
pub fn help(name: &str) -> Option<Help> {
    let method = find(name).map(|method| Help {
        name: method.name,
        aliases: method.aliases,
        usage: method.usage(),
        about: method.about,
        example: method.example,
    });
    method.or_else(|| words::help(name))
}

/// `receiver.name(arguments)`.
#[inline(never)]
pub(crate) fn call_method(
    evaluator: &mut Calculator<'_>,
    name: &str,
    receiver: &Value,
    arguments: &[Value],
) -> Answer {
    let Some(method) = find(name) else { return Err(unknown(name, "method")) };
    let (mut least, mut most) = method.arguments;
    if arguments.len() < least || arguments.len() > most {
        let mut found = arguments.len();
        if method.of == Of::Argument {
            (least, most, found) = (least + 1, most.saturating_add(1), found + 1);
        }
        let expected = match (least, most) {
            (0, 0) => "no argument".to_owned(),
            (1, 1) => "one argument".to_owned(),
            (2, 2) => "two arguments".to_owned(),
            (least, usize::MAX) => format!("at least {least} arguments"),
            (least, most) => format!("{least} to {most} arguments"),
        };
        return Err(Fail::Mismatch(
            format!("`{}` takes {expected}, found {found}", method.name),
            method.written(),
        ));
    }
    // Only sums know of loopy nimbers: other operations ask for the loopy game.
    let receiver = evaluator.without_nimbers(receiver)?;
    if let (Value::Loopy(_), Some(reason)) = (&receiver, method.not_loopy) {
        return Err(Fail::undefined(reason.to_owned()));
    }
    let plain = arguments.iter().map(|argument| evaluator.without_nimbers(argument));
    let plain = plain.collect::<Result<Vec<_>, _>>()?;
    (method.run)(evaluator, &receiver, &plain)
}

/// `name(arguments)`: the first argument is what a method is asked of.
#[inline(never)]
pub(crate) fn call_function(
    evaluator: &mut Calculator<'_>,
    name: &str,
    mut arguments: Vec<Value>,
    names: &[(usize, String)],
) -> Answer {
    let Some(method) = find(name) else { return Err(unknown(name, "function")) };
    if !names.is_empty() {
        arguments = by_name(method, arguments, names)?;
    }
    if arguments.is_empty() {
        return Err(Fail::Mismatch(
            format!("`{}` needs an argument", method.name),
            method.written(),
        ));
    }
    // `Sum(1,2,3)` is `Sum([1,2,3])`.
    if arguments.len() > method.arguments.1 + 1 && method.of == Of::List {
        let items = list(arguments)?;
        return call_method(evaluator, name, &items, &[]);
    }
    let rest = arguments.split_off(1);
    call_method(evaluator, name, &arguments[0], &rest)
}

/// Whether the first argument of a method may be given by this name:
/// `g.Thermograph(komaster: "Left")`.
pub(crate) fn names_argument(method: &str, argument: &str) -> bool {
    let known = find(method).filter(|method| method.of != Of::Argument);
    let known = known.and_then(|method| method.names.first());
    known.is_some_and(|known| plain_name(known) == plain_name(argument))
}

/// The arguments of a function in the order of its names.
fn by_name(
    method: &Method,
    arguments: Vec<Value>,
    names: &[(usize, String)],
) -> Result<Vec<Value>> {
    if method.of != Of::Argument || method.names.is_empty() {
        let message = format!("the arguments of `{}` have no names", method.name);
        return Err(Fail::Mismatch(message, method.written()));
    }
    let place = |index: &usize| {
        let name = names.iter().find(|(at, _)| at == index).map(|(_, name)| plain_name(name));
        match name {
            Some(name) => method.names.iter().position(|known| plain_name(known) == name),
            None => Some(*index),
        }
    };
    let order: Option<Vec<usize>> = (0..arguments.len()).map(|index| place(&index)).collect();
    let mut sorted = order.clone().unwrap_or_default();
    sorted.sort_unstable();
    sorted.dedup();
    match order {
        // The last ones may be left out.
        Some(order)
            if arguments.len() > method.arguments.0
                && sorted.iter().copied().eq(0..arguments.len()) =>
        {
            let mut arguments: Vec<(usize, Value)> = order.into_iter().zip(arguments).collect();
            arguments.sort_by_key(|(place, _)| *place);
            Ok(arguments.into_iter().map(|(_, value)| value).collect())
        }
        _ => Err(Fail::Mismatch(
            format!("`{}` has the arguments {}", method.name, method.names.join(", ")),
            method.written(),
        )),
    }
}

/// Names of CGSuite and of other languages, and what to write instead.
const ELSEWHERE: [(&str, &str); 9] = [
    (
        "plot",
        "`upstar eval --thermograph FILE` draws a thermograph, `upstar heaps --plot FILE` values",
    ),
    ("scatterplot", "`upstar heaps GAME --plot FILE` draws the values of a sequence"),
    ("intensityplot", "`upstar table GAME --max N --grid` prints such a table"),
    ("explorer", "the page has an explorer of positions: `upstar serve`"),
    ("opponent", "write Left or Right"),
    ("tostring", "a value is printed as it is written"),
    ("in", "write list.Contains(g)"),
    ("mod", "the remainder is written a % b"),
    ("clique", "write Graph.Complete(n)"),
];

fn unknown(name: &str, what: &str) -> Fail {
    let plain = plain_name(name);
    if let Some((_, help)) = ELSEWHERE.iter().find(|(name, _)| *name == plain) {
        return Fail::Unknown(format!("no {what} is called `{name}`"), Some((*help).to_owned()));
    }
    let games =
        upstar_games::catalogue().iter().filter(|_| what == "function").map(|game| game.name);
    let methods = all().flat_map(Method::all_names);
    let help = nearest(name, methods.chain(games)).map(|near| format!("did you mean `{near}`?"));
    Fail::Unknown(format!("no {what} is called `{name}`"), help)
}

#[cfg(test)]
mod tests;
