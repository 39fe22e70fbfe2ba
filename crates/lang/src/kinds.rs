//! Kinds of values that have a name: `g is Integer`, `def f(n as Integer) := ...`.

use crate::calculator::Calculator;
use crate::error::plain_name;
use crate::fail::Fail;
use crate::value::Value;

/// A kind of values, by CGSuite's name of it; what it holds is in [`Calculator::is`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Integer,
    DyadicRational,
    Rational,
    SurrealNumber,
    Nimber,
    CanonicalShortGame,
    CanonicalStopper,
    Game,
    Position,
    Ruleset,
    Boolean,
    String,
    List,
    Set,
    Function,
    Player,
    Nothing,
}

impl Kind {
    const ALL: [Kind; 17] = [
        Kind::Integer,
        Kind::DyadicRational,
        Kind::Rational,
        Kind::SurrealNumber,
        Kind::Nimber,
        Kind::CanonicalShortGame,
        Kind::CanonicalStopper,
        Kind::Game,
        Kind::Position,
        Kind::Ruleset,
        Kind::Boolean,
        Kind::String,
        Kind::List,
        Kind::Set,
        Kind::Function,
        Kind::Player,
        Kind::Nothing,
    ];

    /// The kind of this name; case does not matter.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| plain_name(&kind.name()) == plain_name(name))
    }

    pub(crate) fn name(self) -> String {
        format!("{self:?}")
    }

    /// All names, for messages.
    pub(crate) fn all() -> String {
        Self::ALL.map(Kind::name).join(", ")
    }
}

impl Calculator<'_> {
    /// Whether a value is of a kind. A position is of the kinds of what is written, not of those
    /// of its value.
    pub(crate) fn is(&mut self, value: &Value, kind: Kind) -> Result<bool, Fail> {
        let short = matches!(value, Value::Game(_) | Value::Sum(_));
        Ok(match kind {
            Kind::Integer => matches!(value, Value::Number(number) if number.is_integer()),
            Kind::DyadicRational => matches!(value, Value::Number(number) if number.is_dyadic()),
            Kind::Rational => matches!(value, Value::Number(_)),
            Kind::SurrealNumber => matches!(value, Value::Number(_) | Value::Surreal(_)),
            Kind::Nimber => match value {
                Value::Number(number) => number.is_zero(),
                Value::Game(id) => self.worker.as_nimber(*id).is_some(),
                Value::Nimber(_) => true,
                _ => false,
            },
            Kind::CanonicalShortGame => {
                short || matches!(value, Value::Number(number) if number.is_dyadic())
            }
            Kind::CanonicalStopper => match value {
                Value::Number(number) => number.is_dyadic(),
                Value::Loopy(loopy) => loopy.is_stopper(),
                _ => short,
            },
            Kind::Game => {
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
            Kind::Position => matches!(value, Value::Positions(_)),
            Kind::Ruleset => matches!(value, Value::Ruleset(_)),
            Kind::Boolean => matches!(value, Value::Boolean(_)),
            Kind::String => matches!(value, Value::Text(_)),
            Kind::List => matches!(value, Value::List(_) | Value::Table(_)),
            Kind::Set => matches!(value, Value::Set(_) | Value::MixedSet(_)),
            Kind::Function => matches!(value, Value::Function(_)),
            Kind::Player => matches!(value, Value::Player(_)),
            Kind::Nothing => matches!(value, Value::Nothing),
        })
    }
}
