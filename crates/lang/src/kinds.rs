//! Kinds of values that have a name: `g is Integer`, `def f(n as Integer) := ...`.

use upstar_core::plain_name;

/// A kind of values under CGSuite's name; [`Calculator::is`] defines its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Zero,
    Integer,
    DyadicRational,
    Rational,
    SurrealNumber,
    GeneralizedOrdinal,
    Nimber,
    TransfiniteNimber,
    Uptimal,
    Pseudonumber,
    CanonicalShortGame,
    CanonicalStopper,
    StopperSidedValue,
    SidedValue,
    MisereCanonicalGame,
    Game,
    Position,
    Ruleset,
    Boolean,
    String,
    Collection,
    List,
    Set,
    Map,
    MapEntry,
    Coordinates,
    Graph,
    Function,
    Player,
    OutcomeClass,
    Thermograph,
    Nothing,
}

impl Kind {
    const ALL: [Kind; 32] = [
        Kind::Integer,
        Kind::Zero,
        Kind::DyadicRational,
        Kind::Rational,
        Kind::SurrealNumber,
        Kind::GeneralizedOrdinal,
        Kind::Nimber,
        Kind::TransfiniteNimber,
        Kind::Uptimal,
        Kind::Pseudonumber,
        Kind::CanonicalShortGame,
        Kind::CanonicalStopper,
        Kind::StopperSidedValue,
        Kind::SidedValue,
        Kind::MisereCanonicalGame,
        Kind::Game,
        Kind::Position,
        Kind::Ruleset,
        Kind::Boolean,
        Kind::String,
        Kind::Collection,
        Kind::List,
        Kind::Set,
        Kind::Map,
        Kind::MapEntry,
        Kind::Coordinates,
        Kind::Graph,
        Kind::Function,
        Kind::Player,
        Kind::OutcomeClass,
        Kind::Thermograph,
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
