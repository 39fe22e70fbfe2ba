//! Kinds of values that have a name: `g is Integer`, `def f(n as Integer) := ...`.

use crate::calculator::Calculator;
use crate::error::plain_name;
use crate::fail::Fail;
use crate::value::Value;

/// A kind of values, by CGSuite's name of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kind(&'static str);

/// Their names; what each holds is in [`Calculator::is`].
const KINDS: [&str; 17] = [
    "Integer",
    "DyadicRational",
    "Rational",
    "SurrealNumber",
    "Nimber",
    "CanonicalShortGame",
    "CanonicalStopper",
    "Game",
    "Position",
    "Ruleset",
    "Boolean",
    "String",
    "List",
    "Set",
    "Function",
    "Player",
    "Nothing",
];

impl Kind {
    /// The kind of this name; case does not matter.
    pub(crate) fn named(name: &str) -> Option<Self> {
        KINDS.into_iter().find(|kind| plain_name(kind) == plain_name(name)).map(Kind)
    }

    pub(crate) fn name(self) -> &'static str {
        self.0
    }

    /// All names, for messages.
    pub(crate) fn all() -> String {
        KINDS.join(", ")
    }
}

impl Calculator<'_> {
    /// Whether a value is of a kind. A position is of the kinds of what is written, not of those
    /// of its value.
    pub(crate) fn is(&mut self, value: &Value, kind: Kind) -> Result<bool, Fail> {
        let short = matches!(value, Value::Game(_) | Value::Sum(_));
        Ok(match kind.0 {
            "Integer" => matches!(value, Value::Number(number) if number.is_integer()),
            "DyadicRational" => matches!(value, Value::Number(number) if number.is_dyadic()),
            "Rational" => matches!(value, Value::Number(_)),
            "SurrealNumber" => matches!(value, Value::Number(_) | Value::Surreal(_)),
            "Nimber" => match value {
                Value::Number(number) => number.is_zero(),
                Value::Game(id) => self.worker.as_nimber(*id).is_some(),
                Value::Nimber(_) => true,
                _ => false,
            },
            "CanonicalShortGame" => {
                short || matches!(value, Value::Number(number) if number.is_dyadic())
            }
            "CanonicalStopper" => match value {
                Value::Number(number) => number.is_dyadic(),
                Value::Loopy(loopy) => loopy.is_stopper(),
                _ => short,
            },
            "Game" => {
                short
                    || matches!(
                        value,
                        Value::Number(_)
                            | Value::Form(_)
                            | Value::Positions(_)
                            | Value::Loopy(_)
                            | Value::LoopyNimber(_)
                            | Value::Surreal(_)
                            | Value::Nimber(_)
                            | Value::Misere(_)
                    )
            }
            "Position" => matches!(value, Value::Positions(_)),
            "Ruleset" => matches!(value, Value::Ruleset(_)),
            "Boolean" => matches!(value, Value::Boolean(_)),
            "String" => matches!(value, Value::Text(_)),
            "List" => matches!(value, Value::List(_) | Value::Table(_)),
            "Set" => matches!(value, Value::Set(_) | Value::MixedSet(_)),
            "Function" => matches!(value, Value::Function(_)),
            "Player" => matches!(value, Value::Player(_)),
            _ => matches!(value, Value::Nothing),
        })
    }
}
