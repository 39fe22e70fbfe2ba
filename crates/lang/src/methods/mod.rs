//! The methods of values: one table for calls, `help` and completion.

/// A method of one value, with or without other names.
macro_rules! method {
    ($name:literal, $usage:literal, $($rest:tt)*) => {
        method!($name, &[], $usage, $($rest)*)
    };
    ($name:literal, $aliases:expr, $usage:literal, $about:literal, $example:expr, $arguments:expr,
     $run:expr) => {
        Method {
            name: $name,
            aliases: $aliases,
            usage: $usage,
            about: $about,
            example: $example,
            of: Of::Value,
            arguments: $arguments,
            run: $run,
        }
    };
}

mod functions;
mod games;
mod graphs;
mod hot;
mod integers;
mod items;
mod lists;
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

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::calculator::Calculator;
use crate::error::{nearest, plain_name};
use crate::fail::{Answer, Fail, list};
use crate::value::Value;

/// A method, which is also a function of its receiver:
/// `g.Cool(1)`, `g Cool 1`, `Cool(g, 1)`.
pub(crate) struct Method {
    name: &'static str,
    aliases: &'static [&'static str],
    usage: &'static str,
    about: &'static str,
    /// An expression and its value.
    example: (&'static str, &'static str),
    /// What it is asked of.
    of: Of,
    /// How many arguments it takes beside the value it is asked of.
    arguments: (usize, usize),
    run: fn(&mut Calculator<'_>, &Value, &[Value]) -> Answer,
}

/// The kind of receiver of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    /// One value.
    Value,
    /// A list, whose items can stand in the call one by one.
    List,
}

/// The help for a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Help {
    /// The name as it is documented.
    pub name: &'static str,
    /// Other names for the same.
    pub aliases: &'static [&'static str],
    /// How it is written.
    pub usage: &'static str,
    /// Its definition.
    pub about: &'static str,
    /// An expression and its value.
    pub example: (&'static str, &'static str),
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
            for name in std::iter::once(&method.name).chain(method.aliases) {
                index.insert(plain_name(name), method);
            }
        }
        index
    });
    index.get(&plain_name(name)).copied()
}

/// Whether there is a method of this name.
pub(crate) fn is_method(name: &str) -> bool {
    find(name).is_some()
}

/// Whether a call of this name is one of a method, and not of a game with the same name.
pub(crate) fn is_function(name: &str) -> bool {
    find(name).is_some_and(|method| !rulesets::GAMES.contains(&method.name))
}

/// Whether a call of this name is one of a function, so that no game can be called so.
///
/// ```
/// assert!(upstar_lang::is_function_name("Sum"));
/// assert!(!upstar_lang::is_function_name("kayles"));
/// ```
#[must_use]
pub fn is_function_name(name: &str) -> bool {
    is_function(name)
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

/// The definition of a method or function and an example; case and underscores
/// do not matter.
///
/// ```
/// assert_eq!(upstar_lang::help("left_stop").unwrap().name, "LeftStop");
/// ```
#[must_use]
pub fn help(name: &str) -> Option<Help> {
    find(name).map(|method| Help {
        name: method.name,
        aliases: method.aliases,
        usage: method.usage,
        about: method.about,
        example: method.example,
    })
}

/// `receiver.name(arguments)`.
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
        // What is written as a function takes what it is asked of as its first argument.
        if method.usage.starts_with(method.name) {
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
            Some(format!("it is written {}", method.usage)),
        ));
    }
    // Only sums know of loopy nimbers: other operations ask for the loopy game.
    let receiver = evaluator.without_nimbers(receiver)?;
    if let Value::Loopy(_) = receiver
        && let Some(reason) = stoppers::undefined(method.name)
    {
        return Err(Fail::Undefined(reason.to_owned(), None));
    }
    let mut plain = Vec::with_capacity(arguments.len());
    for argument in arguments {
        plain.push(evaluator.without_nimbers(argument)?);
    }
    if let Value::Misere(form) = receiver
        && let Some(answer) = misere::of_form(evaluator, method.name, form)?
    {
        return Ok(answer);
    }
    if let Value::Quotient(quotient) = &receiver
        && let Some(answer) = quotients::of_quotient(method.name, quotient)
    {
        return Ok(answer);
    }
    (method.run)(evaluator, &receiver, &plain)
}

/// `name(arguments)`: the first argument is what a method is asked of.
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
            Some(format!("it is written {}", method.usage)),
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
    find(method).is_some_and(|method| method.name == "Thermograph")
        && plain_name(argument) == "komaster"
}

/// The arguments of a function in the order of its names; only `Periodicity` has names.
fn by_name(
    method: &Method,
    arguments: Vec<Value>,
    names: &[(usize, String)],
) -> Result<Vec<Value>, Fail> {
    let help = || Some(format!("it is written {}", method.usage));
    if method.name != "Periodicity" {
        let message = format!("the arguments of `{}` have no names", method.name);
        return Err(Fail::Mismatch(message, help()));
    }
    let place = |index: &usize| {
        let name = names.iter().find(|(at, _)| at == index).map(|(_, name)| plain_name(name));
        match name {
            Some(name) => periods::NAMES.iter().position(|known| plain_name(known) == name),
            None => Some(*index),
        }
    };
    let order: Option<Vec<usize>> = (0..arguments.len()).map(|index| place(&index)).collect();
    let mut sorted = order.clone().unwrap_or_default();
    sorted.sort_unstable();
    sorted.dedup();
    match order {
        Some(order) if sorted == [0, 1, 2] => {
            let mut arguments: Vec<(usize, Value)> = order.into_iter().zip(arguments).collect();
            arguments.sort_by_key(|(place, _)| *place);
            Ok(arguments.into_iter().map(|(_, value)| value).collect())
        }
        _ => Err(Fail::Mismatch(
            format!("`{}` has the arguments {}", method.name, periods::NAMES.join(", ")),
            help(),
        )),
    }
}

/// The documented name that `name` is nearest to, if it is near enough to be a slip.
///
/// ```
/// assert_eq!(upstar_lang::nearest_name("Tempreature"), Some("Temperature"));
/// ```
#[must_use]
pub fn nearest_name(name: &str) -> Option<&'static str> {
    nearest(name, names())
}

fn unknown(name: &str, what: &str) -> Fail {
    let games =
        upstar_games::catalogue().iter().filter(|_| what == "function").map(|game| game.name);
    let methods = all().flat_map(|method| std::iter::once(&method.name).chain(method.aliases));
    let known = methods.copied().chain(games);
    let help = nearest(name, known).map(|near| format!("did you mean `{near}`?"));
    Fail::Unknown(format!("no {what} is called `{name}`"), help)
}

#[cfg(test)]
mod tests;
