//! Kinds of values that have a name: `g is Integer`, `def f(n as Integer) := ...`.

use crate::error::plain_name;

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
