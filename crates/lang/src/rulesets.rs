//! Rulesets without a position, and positions made from them.

use upstar_core::Player;
use upstar_engine::formula::Letters;
use upstar_engine::{Argument, Arguments, Rules};
use upstar_games::{find_game, make_game, rules};

use crate::calculator::Calculator;
use crate::fail::{Fail, Result};
use crate::formula::number_formula;
use crate::value::{Answer, List, Ruleset, Value, mismatch};

/// The arguments of a game, and of each the argument that was written.
struct Given {
    arguments: Arguments,
    written: Vec<usize>,
}

impl Calculator<'_> {
    /// `name(arguments)` for the name of a game: a position, or the game with these parameters.
    #[inline(never)]
    pub(crate) fn position(
        &mut self,
        name: &str,
        values: Vec<Value>,
        names: &[(usize, String)],
        semicolon: Option<usize>,
    ) -> Answer {
        let letters = find_game(name).and_then(|row| row.letters());
        let given = self.given(&values, names, semicolon, letters)?;
        let made = make_game(name, &given.arguments);
        let alone = semicolon.is_none() && !values.is_empty();
        match made {
            // Without a position, what is written are the parameters, if the game has such.
            Ok(game) if alone && game.position_text().is_empty() => {
                match rules(name, &given.arguments) {
                    Ok(rules) if !rules.parameters().is_empty() => {
                        Ok(Value::Ruleset(Ruleset::of(name, rules)))
                    }
                    _ => self.placed(game),
                }
            }
            Ok(game) => self.placed(game),
            Err(error) if alone => match rules(name, &given.arguments) {
                Ok(rules) => Ok(Value::Ruleset(Ruleset::of(name, rules))),
                Err(_) => Err(usual(name, written(error.into(), &given))),
            },
            Err(error) => Err(usual(name, written(error.into(), &given))),
        }
    }

    /// A position of a game that has its parameters.
    pub(crate) fn place_on(
        &mut self,
        ruleset: &Ruleset,
        values: Vec<Value>,
        names: &[(usize, String)],
        semicolon: Option<usize>,
    ) -> Answer {
        let Some(rules) = &ruleset.rules else {
            return self.position(&ruleset.name, values, names, semicolon);
        };
        if semicolon.is_some() {
            let message = "this game already has parameters and needs a position";
            return Err(Fail::mismatch(message.to_owned()));
        }
        let given = self.given(&values, names, None, None)?;
        match rules.make(&given.arguments) {
            Ok(game) => self.placed(game),
            Err(error) => Err(written(error.into(), &given)),
        }
    }

    /// What a game is given.
    fn given(
        &mut self,
        values: &[Value],
        names: &[(usize, String)],
        semicolon: Option<usize>,
        letters: Option<Letters>,
    ) -> Result<Given> {
        let (mut arguments, mut written, mut before) = (Vec::new(), Vec::new(), None);
        for (index, value) in values.iter().enumerate() {
            if semicolon == Some(index) {
                before = Some(arguments.len());
            }
            let name = names.iter().find(|(at, _)| *at == index).map(|(_, name)| name);
            match (name, value) {
                // As rules read it: `allbut => true`.
                (Some(name), value) => {
                    let text = self.text_of(value, crate::Style::Plain)?;
                    arguments.push(Argument::Word(format!("{name} => {text}")));
                }
                // Parentheses around numbers change nothing: wythoff((3,5)).
                (None, Value::List(pair)) if pair.is_pair() => {
                    for part in pair.items() {
                        arguments.push(Argument::Integer(self.whole_number(part)?));
                    }
                }
                (None, value) => arguments.push(self.argument(value, letters)?),
            }
            written.resize(arguments.len(), index);
        }
        if semicolon == Some(values.len()) {
            before = Some(arguments.len());
        }
        let mut arguments = Arguments::new(arguments);
        if let Some(before) = before {
            arguments = arguments.with_semicolon(before);
        }
        Ok(Given { arguments, written })
    }

    fn argument(&mut self, value: &Value, letters: Option<Letters>) -> Result<Argument> {
        self.tick(1)?;
        Ok(match value {
            Value::Text(text) => {
                self.tick(text.len() as u64)?;
                Argument::Text(text.clone())
            }
            Value::List(items) if items.items().iter().any(is_pair) => {
                Argument::Text(self.places(items.items())?)
            }
            Value::List(items) => {
                let numbers = items.items().iter().map(|item| self.whole_number(item));
                Argument::List(numbers.collect::<Result<_, _>>()?)
            }
            Value::MixedSet(items) if items.iter().all(is_pair) => {
                Argument::Text(self.places(items)?)
            }
            Value::Set(_) => {
                let items = self.items(value).unwrap_or_default();
                let numbers = items.iter().map(|item| self.whole_number(item));
                Argument::List(numbers.collect::<Result<_, _>>()?)
            }
            Value::Graph(graph) => Argument::Text(graph.written()),
            Value::Ruleset(ruleset) => {
                let rules = ruleset.rules()?;
                match rules.heap_code() {
                    Some(code) => Argument::Text(code.to_string()),
                    None => Argument::Text(ruleset.text().replace('"', "'")),
                }
            }
            Value::Function(function) => match letters {
                Some(letters) => Argument::Formula(self.formula(function, letters)?),
                None => return Err(mismatch("this game is not made with a function", value)),
            },
            // Where a formula may stand, so may a fraction: take_away(3/2).
            Value::Number(number) if letters.is_some() && !number.is_integer() => {
                Argument::Formula(number_formula(number)?)
            }
            other => Argument::Integer(self.whole_number(other)?),
        })
    }

    /// Rows and columns: `(3,1),(3,3)`.
    fn places(&mut self, items: &[Value]) -> Result<String> {
        let mut texts = Vec::with_capacity(items.len());
        for item in items {
            let Value::List(pair) = item else {
                return Err(mismatch("expected pairs of numbers", item));
            };
            let mut numbers = Vec::new();
            for part in pair.items() {
                numbers.push(self.whole_number(part)?.to_string());
            }
            texts.push(format!("({})", numbers.join(",")));
        }
        Ok(texts.join(","))
    }

    fn whole_number(&mut self, value: &Value) -> Result<i128> {
        let number = self.integer(value, "what a game is given")?;
        i128::try_from(number).map_err(|_| Fail::mismatch("this number is too large"))
    }

    /// The position with these numbers, if a game is played on numbers, and what a player can move
    /// to, each as numbers.
    pub(crate) fn coordinate_options(
        &mut self,
        ruleset: &Rules,
        place: &List,
        player: Player,
    ) -> Answer {
        let mut numbers = Vec::new();
        for part in place.items() {
            numbers.push(Argument::Integer(self.whole_number(part)?));
        }
        let game = ruleset.make(&Arguments::new(numbers))?;
        let mut found = Vec::new();
        for option in game.options_within(player, self.budget)? {
            self.tick(1)?;
            let text = option.position_text();
            let numbers: Option<Vec<Value>> = text
                .split(',')
                .map(|part| Some(Value::Number(part.trim().parse::<i64>().ok()?.into())))
                .collect();
            let pair = numbers.and_then(List::pair).ok_or_else(|| {
                Fail::undefined(format!("{} is not played on coordinates", option.name()))
            })?;
            found.push(Value::List(pair));
        }
        crate::value::list(found)
    }
}

fn is_pair(value: &Value) -> bool {
    matches!(value, Value::List(list) if list.is_pair())
}

/// An error about a number of a position, with the usual form of positions of the game.
fn usual(name: &str, fail: Fail) -> Fail {
    match (fail, find_game(name)) {
        (Fail::InText { argument, span, message }, Some(row))
            if message.starts_with("expected a number") =>
        {
            let message = format!("{message}; a position is written {}", row.usage);
            Fail::InText { argument, span, message }
        }
        (fail, _) => fail,
    }
}

/// The error about an argument of the rules, about the one that was written.
fn written(fail: Fail, given: &Given) -> Fail {
    match fail {
        Fail::InText { argument, span, message } => {
            let argument = given.written.get(argument).copied().unwrap_or(argument);
            Fail::InText { argument, span, message }
        }
        fail => fail,
    }
}
