//! Games made of functions of the worksheet: `HeapRuleset(n -> [[n-1],[n-2]])`.
//!
//! Such a game outlives its line and is used by several threads, so its functions capture the
//! numbers, texts, lists and functions that they use. Values of games belong to the session and are
//! refused.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_traits::ToPrimitive;
use upstar_core::{Budget, Player};
use upstar_engine::positions::grundy_table::OptionSums;
use upstar_engine::{Arguments, RuleError, Rules, Solver};
use upstar_games::{
    CoordinateMoves, Coordinates, HeapConditions, HeapMoves, MOST_COORDINATES, Tuple,
    coordinate_rules, heap_rules,
};

use crate::ast::{Callee, NodeKind, Program};
use crate::calculator::Calculator;
use crate::compiled::Compiled;
use crate::fail::{Fail, Result};
use crate::scope::Scope;
use crate::value::{Answer, Function, List, Ruleset, Value, mismatch};

/// Steps that the options of one position may cost.
const MOST_STEPS: u64 = 2_000_000;

/// The most bytes of what a function takes with it, as text.
const MOST_TAKEN: usize = 100_000;

/// A function with all that it uses.
struct Closure {
    function: Arc<Function>,
    compiled: Option<Compiled>,
    variables: BTreeMap<String, Value>,
    solver: Solver,
    text: String,
}

impl Closure {
    /// Adds the options for numbers: those of the compiled function, where it has an answer, or
    /// read from the value of the function.
    fn options<P: Copy>(
        &self,
        numbers: &[u64],
        add: impl Fn(&[u64], &mut OptionSums<P>) -> bool,
        options: &mut OptionSums<P>,
        read: impl Fn(&mut Calculator<'_>, &Value, &mut OptionSums<P>) -> Result,
    ) -> Result<(), RuleError> {
        let before = options.len();
        if let Some(compiled) = &self.compiled {
            if compiled.options(numbers, add, options) {
                return Ok(());
            }
            options.truncate(before);
        }
        let budget = Budget::unlimited().with_steps(MOST_STEPS);
        let scope = Scope::new(&self.variables, "", 0);
        let mut calculator = Calculator::new(&self.solver, scope, &budget);
        let arguments =
            numbers.iter().map(|&number| Value::Number(num_bigint::BigInt::from(number).into()));
        let found = calculator
            .apply(&self.function, arguments.collect())
            .and_then(|listed| read(&mut calculator, &listed, options));
        found.map_err(|fail| {
            let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
            let error = crate::fail::unplaced(fail);
            RuleError::NotApplicable(format!(
                "the options of {} by {}: {error}",
                numbers.join(","),
                self.text
            ))
        })
    }
}

impl Calculator<'_> {
    /// A game on heaps made of one function, or of one for each player.
    pub(crate) fn heap_ruleset(
        &mut self,
        name: &str,
        left: &Value,
        right: Option<&Value>,
    ) -> Answer {
        let (left, left_text, known) = self.heap_moves(left)?;
        let (right, text) = match right {
            None => (None, left_text),
            Some(right) => {
                let (right, right_text, _) = self.heap_moves(right)?;
                (Some(right), format!("{left_text}, {right_text}"))
            }
        };
        Ok(Value::Ruleset(Ruleset::of(name, heap_rules(name, text, left, right, known))))
    }

    /// The game on heaps in which a move is one of either game.
    pub(crate) fn joined_ruleset(&mut self, first: &Value, second: &Value) -> Answer {
        for side in [first, second] {
            match side {
                Value::Ruleset(ruleset) if ruleset.rules()?.class().is_impartial() => {}
                other => return Err(mismatch("expected an impartial game on heaps", other)),
            }
        }
        let (first, first_text, _) = self.heap_moves(first)?;
        let (second, second_text, _) = self.heap_moves(second)?;
        let moves: HeapMoves = Arc::new(move |heap, options| {
            first(heap, options)?;
            second(heap, options)
        });
        let text = format!("h -> {first_text}.HeapOptions(h) Concat {second_text}.HeapOptions(h)");
        let name = "HeapRuleset";
        let known = HeapConditions::default();
        Ok(Value::Ruleset(Ruleset::of(name, heap_rules(name, text, moves, None, known))))
    }

    /// A game on pairs of numbers, or on more numbers, made of one function, or of one for each
    /// player.
    pub(crate) fn coordinate_ruleset(
        &mut self,
        name: &str,
        left: &Value,
        right: Option<&Value>,
    ) -> Answer {
        let count = match left {
            Value::Function(function) => {
                (2..=MOST_COORDINATES).find(|&count| function.takes(count)).unwrap_or(2)
            }
            _ => 2,
        };
        match count {
            2 => self.coordinates::<(u64, u64)>(name, count, left, right),
            _ => self.coordinates::<Tuple>(name, count, left, right),
        }
    }

    fn coordinates<P: Coordinates>(
        &mut self,
        name: &str,
        count: usize,
        left: &Value,
        right: Option<&Value>,
    ) -> Answer {
        let (left, left_text) = self.coordinate_moves::<P>(left, count)?;
        let (right, text) = match right {
            None => (None, left_text),
            Some(right) => {
                let (right, right_text) = self.coordinate_moves(right, count)?;
                (Some(right), format!("{left_text}, {right_text}"))
            }
        };
        let rules = coordinate_rules(name, text, count, left, right);
        Ok(Value::Ruleset(Ruleset::of(name, rules)))
    }

    fn heap_moves(&mut self, side: &Value) -> Result<(HeapMoves, String, HeapConditions)> {
        if let Some((rules, text)) = rules_of(side)? {
            let moves = move |heap: u64, options: &mut OptionSums<u64>| {
                for option in rules.make(&Arguments::numbers(&[heap]))?.options(Player::Left)? {
                    options.push(option.position::<Vec<u64>>().ok_or_else(|| {
                        RuleError::NotApplicable(format!("{} is not played on heaps", rules.name()))
                    })?);
                }
                Ok(())
            };
            return Ok((Arc::new(moves), text, HeapConditions::default()));
        }
        let whole = self.whole_function(side, 1)?;
        let text = whole.text.clone();
        let known = whole.compiled.as_ref().map(|compiled| HeapConditions {
            linear: compiled.linear(),
            take_at_most: compiled.take_at_most(),
        });
        let moves = move |heap: u64, options: &mut OptionSums<u64>| {
            let add = |heaps: &[u64], options: &mut OptionSums<u64>| {
                options.push(heaps);
                true
            };
            whole.options(&[heap], add, options, |calculator, listed_options, options| {
                for option in listed(calculator, listed_options)? {
                    // A heap alone needs no brackets.
                    let heaps = match calculator.items(&option) {
                        Some(heaps) => heaps,
                        None => vec![option],
                    };
                    let heaps = heaps.iter().map(|heap| count(calculator, heap));
                    options.push(&heaps.collect::<Result<Vec<u64>>>()?);
                }
                Ok(())
            })
        };
        Ok((Arc::new(moves), text, known.unwrap_or_default()))
    }

    fn coordinate_moves<P: Coordinates>(
        &mut self,
        side: &Value,
        length: usize,
    ) -> Result<(CoordinateMoves<P>, String)> {
        if let Some((rules, text)) = rules_of(side)? {
            let moves = move |numbers: &[u64], options: &mut OptionSums<P>| {
                for option in rules.make(&Arguments::numbers(numbers))?.options(Player::Left)? {
                    let option = option.position::<P>().copied().ok_or_else(|| {
                        let name = rules.name();
                        RuleError::NotApplicable(format!(
                            "{name} is not played on {length} numbers"
                        ))
                    })?;
                    options.push(&[option]);
                }
                Ok(())
            };
            return Ok((Arc::new(moves), text));
        }
        let whole = self.whole_function(side, length)?;
        let text = whole.text.clone();
        let moves = move |numbers: &[u64], options: &mut OptionSums<P>| {
            let add = |option: &[u64], options: &mut OptionSums<P>| {
                let option = P::from_numbers(option).filter(|_| option.len() == length);
                option.is_some_and(|option| {
                    options.push(&[option]);
                    true
                })
            };
            whole.options(numbers, add, options, |calculator, listed_options, options| {
                for option in listed(calculator, listed_options)? {
                    let numbers = calculator.items(&option).unwrap_or_default();
                    let numbers = numbers.iter().map(|number| count(calculator, number));
                    let numbers = numbers.collect::<Result<Vec<u64>>>()?;
                    match P::from_numbers(&numbers).filter(|_| numbers.len() == length) {
                        Some(option) => options.push(&[option]),
                        None if length == 2 => {
                            return Err(mismatch("an option is a pair of numbers", &option));
                        }
                        None => {
                            let message = format!("an option is a list of {length} numbers");
                            return Err(mismatch(&message, &option));
                        }
                    }
                }
                Ok(())
            })
        };
        Ok((Arc::new(moves), text))
    }

    /// A function of that many numbers with all that it uses.
    fn whole_function(&mut self, value: &Value, count: usize) -> Result<Closure> {
        let Value::Function(function) = value else {
            return Err(mismatch(
                "a game is made of a function, or of a game on heaps or pairs",
                value,
            ));
        };
        if !function.takes(count) {
            let s = if count == 1 { "" } else { "s" };
            let message = format!("this game is made of a function of {count} number{s}");
            return Err(Fail::mismatch(message).with_help(format!("it is `{}`", function.text())));
        }
        let mut taken = Taken::default();
        self.take(function, &mut taken)?;
        let Taken { variables, values, .. } = taken;
        // Games of different functions have different texts, which can be read.
        let mut text = String::new();
        for (name, value) in values {
            text += &format!("let {name} := {value} in ");
        }
        text += function.text();
        let compiled = self.compiled(function);
        let solver = Solver::default();
        Ok(Closure { function: function.clone(), compiled, variables, solver, text })
    }

    /// Takes what the names in a function mean, those that the values of others need before them.
    fn take(&mut self, function: &Function, taken: &mut Taken) -> Result {
        let mut names = Vec::new();
        for program in function.programs() {
            names_in(program, &mut names);
        }
        for name in names.into_iter().filter(|name| !function.has_argument(name)) {
            self.tick(1)?;
            let local = function.local(&name).cloned();
            let is_local = local.is_some();
            let Some(value) = local.or_else(|| self.scope.get(&name).cloned()) else { continue };
            let value = self.portable(&name, &value)?;
            let text = self.literal(&value)?;
            let entry = (name, text);
            if taken.values.contains(&entry) || taken.seen.contains(&entry) {
                continue;
            }
            taken.bytes += entry.1.len();
            if taken.bytes > MOST_TAKEN {
                return Err(Fail::Limit(format!(
                    "what a function uses may have {MOST_TAKEN} bytes as text"
                )));
            }
            taken.seen.push(entry.clone());
            if !is_local {
                taken.variables.insert(entry.0.clone(), value.clone());
            }
            if let Value::Function(inner) = &value {
                self.deeper(|calculator| calculator.take(inner, taken))?;
            }
            taken.values.push(entry);
        }
        Ok(())
    }

    /// A value as it is typed in.
    fn literal(&mut self, value: &Value) -> Result<String> {
        Ok(match value {
            Value::Text(text) => format!("\"{text}\""),
            Value::List(list) => {
                let items = list.items().iter().map(|item| self.literal(item));
                let items = items.collect::<Result<Vec<String>>>()?.join(",");
                if list.is_pair() { format!("({items})") } else { format!("[{items}]") }
            }
            other => self.text_of(other, crate::Style::Ascii)?,
        })
    }

    /// A value that needs no session; a set of numbers as the list of them.
    fn portable(&mut self, name: &str, value: &Value) -> Result<Value> {
        Ok(match value {
            Value::Number(_)
            | Value::Boolean(_)
            | Value::Text(_)
            | Value::Nothing
            | Value::Player(_)
            | Value::Ruleset(_)
            | Value::Function(_) => value.clone(),
            Value::List(list) => {
                let items = list.items().iter().map(|item| self.portable(name, item));
                let items = items.collect::<Result<Vec<Value>>>()?;
                let made = if list.is_pair() { List::pair(items) } else { List::new(items) };
                made.map(Value::List).ok_or_else(crate::value::too_deep)?
            }
            Value::Set(_) | Value::MixedSet(_) => {
                let items = self.items(value).unwrap_or_default();
                let items = items.iter().map(|item| self.portable(name, item));
                crate::value::list(items.collect::<Result<Vec<Value>>>()?)?
            }
            other => {
                return Err(Fail::mismatch(format!(
                    "`{name}` is {}; a function that makes a game uses numbers, texts, lists, \
                         games without a position and functions",
                    other.kind()
                )));
            }
        })
    }
}

/// The values that a function captures.
#[derive(Default)]
struct Taken {
    variables: BTreeMap<String, Value>,
    /// Names and what they mean, as text, in the order in which they can be read.
    values: Vec<(String, String)>,
    /// Those that were begun.
    seen: Vec<(String, String)>,
    bytes: usize,
}

/// The names in an expression, those of its own arguments too.
fn names_in(program: &Program, names: &mut Vec<String>) {
    for node in &program.nodes {
        let name = match &node.kind {
            NodeKind::Name(name) => name,
            NodeKind::Call { callee: Callee::Name(name, _), .. } => name,
            _ => {
                // Programs are nested at most some thirty deep.
                node.kind.programs().into_iter().for_each(|inner| names_in(inner, names));
                continue;
            }
        };
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
}

/// The rules of a game by itself, and its text.
fn rules_of(side: &Value) -> Result<Option<(Rules, String)>> {
    match side {
        Value::Ruleset(ruleset) => Ok(Some((ruleset.rules()?, ruleset.text()))),
        _ => Ok(None),
    }
}

fn listed(calculator: &mut Calculator<'_>, options: &Value) -> Result<Vec<Value>> {
    calculator.items(options).ok_or_else(|| mismatch("expected a list of options", options))
}

fn count(calculator: &mut Calculator<'_>, value: &Value) -> Result<u64> {
    let number = calculator.integer(value, "what is left")?;
    number.to_u64().ok_or_else(|| {
        Fail::mismatch(format!(
            "a heap after a move has from 0 to {} tokens, not {number}",
            u64::MAX
        ))
    })
}
