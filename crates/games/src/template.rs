//! Positions with a variable number, such as `kayles(n)`, `domineering("2xn")`.

use crate::{Call, find_game, make_game};
use upstar_engine::positions::grid::size;
use upstar_engine::{Argument, Arguments, Game, Result, RuleError, Rules};

/// A position with `n` in place of a number.
///
/// ```
/// let template = upstar_games::Template::read("domineering(\"2xn\")")?;
/// assert_eq!(template.game(3)?.text(), "domineering(\"...|...\")");
/// # Ok::<(), upstar_engine::RuleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Template {
    text: String,
    name: String,
    arguments: Vec<Open>,
    semicolon: Option<usize>,
    /// The rules of the game, if the number is not one of their parameters. Their stored results
    /// for one position are reused for the next.
    rules: Option<Rules>,
}

/// The rules of the game with this name, if the number is not one of its parameters, which stand
/// before a semicolon.
fn shared(name: &str, arguments: &[Open], semicolon: Option<usize>) -> Option<Rules> {
    let row = find_game(name)?;
    let parameters = arguments.get(..semicolon.unwrap_or(0))?.iter().map(|open| match open {
        Open::Closed(argument) => Some(argument.clone()),
        _ => None,
    });
    row.rules(&Arguments::new(parameters.collect::<Option<_>>()?)).ok()
}

/// An argument that may contain the number.
#[derive(Clone, Debug)]
enum Open {
    /// The number itself.
    Number,
    /// A text around the number: the parts before, between and after its places.
    Text(Vec<String>),
    /// An argument without the number.
    Closed(Argument),
}

/// The parts of a text around every `n` that stands alone or beside the `x` of a size.
fn around(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let apart =
        |other: Option<&char>| other.is_none_or(|&c| !c.is_alphanumeric() && c != '_' || c == 'x');
    let mut parts = vec![String::new()];
    for (index, &letter) in letters.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| letters.get(before));
        if letter == 'n' && apart(before) && apart(letters.get(index + 1)) {
            parts.push(String::new());
        } else if let Some(last) = parts.last_mut() {
            last.push(letter);
        }
    }
    parts
}

impl Open {
    fn of(argument: &Argument) -> Open {
        match argument {
            Argument::Word(word) if word == "n" => Open::Number,
            Argument::Word(text) | Argument::Text(text) => match around(text) {
                parts if parts.len() > 1 => Open::Text(parts),
                _ => Open::Closed(argument.clone()),
            },
            _ => Open::Closed(argument.clone()),
        }
    }

    fn filled(&self, n: u64) -> Argument {
        match self {
            Open::Number => Argument::Integer(n.into()),
            Open::Text(parts) => {
                let text = parts.join(&n.to_string());
                match size(&text) {
                    Some((rows, columns)) => Argument::Size(rows, columns),
                    None => Argument::Text(text),
                }
            }
            Open::Closed(argument) => argument.clone(),
        }
    }
}

impl Template {
    /// Reads the name of a game whose position is one number, or a position with `n` in place of a
    /// number.
    ///
    /// # Errors
    /// [`RuleError::Notation`] with the place of the error; [`RuleError::NotApplicable`] if there
    /// is no `n`.
    pub fn read(text: &str) -> Result<Template> {
        if let Some(row) = find_game(text) {
            return Ok(Template {
                text: format!("{}(n)", row.name),
                name: row.name.to_owned(),
                arguments: vec![Open::Number],
                semicolon: None,
                rules: shared(row.name, &[Open::Number], None),
            });
        }
        let call = text.contains('n').then(|| Call::parse(text)).transpose()?;
        let arguments = call.iter().flat_map(|call| call.arguments().values().iter().map(Open::of));
        let arguments: Vec<Open> = arguments.collect();
        match call {
            Some(call) if arguments.iter().any(|open| !matches!(open, Open::Closed(_))) => {
                let semicolon = call.arguments().before_semicolon();
                Ok(Template {
                    text: text.to_owned(),
                    name: call.name().to_owned(),
                    rules: shared(call.name(), &arguments, semicolon),
                    arguments,
                    semicolon,
                })
            }
            _ => Err(RuleError::NotApplicable(format!(
                "`{}` is neither a game nor a position with an `n` in it; write `kayles` or \
                 'domineering(\"2xn\")'",
                text.chars().take(60).collect::<String>()
            ))),
        }
    }

    /// The text of the template: `kayles(n)`.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The position with this number.
    ///
    /// # Errors
    /// [`RuleError::Argument`] and others, if the number gives no position.
    pub fn game(&self, n: u64) -> Result<Game> {
        let filled: Vec<Argument> = self.arguments.iter().map(|open| open.filled(n)).collect();
        if let Some(rules) = &self.rules {
            let own = Arguments::new(filled[self.semicolon.unwrap_or(0)..].to_vec());
            if let Ok(game) = rules.make(&own) {
                return Ok(game);
            }
        }
        let mut arguments = Arguments::new(filled);
        if let Some(before) = self.semicolon {
            arguments = arguments.with_semicolon(before);
        }
        make_game(&self.name, &arguments)
    }
}
