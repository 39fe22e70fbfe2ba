//! What can go wrong.

use upstar_core::Exhausted;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A bound of the [`Budget`](upstar_core::Budget) was met.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// A number that is not dyadic is one atom: it has no options to speak of.
    #[error(
        "{operation} is not defined for the number {number}, which is not dyadic and so has no finite options"
    )]
    NoOptions {
        /// What was asked for.
        operation: &'static str,
        /// The number.
        number: String,
    },
    /// An operation is not defined for these arguments.
    #[error("{operation} is not defined here: {reason}")]
    Undefined {
        /// What was asked for.
        operation: &'static str,
        /// Why there is no answer, and what would be right.
        reason: String,
    },
    /// The game has no atomic weight.
    #[error("this game is not atomic: it has no atomic weight")]
    NotAtomic,
    /// The game is not a number plus multiples of powers of up plus a nimber.
    #[error("this game is not uptimal: it has no uptimal expansion")]
    NotUptimal,
    /// The game is not an ordinal sum with the given base.
    #[error("this game is not an ordinal sum with that base")]
    NotSubordinate,
    /// The two games are confused with each other, so neither is the larger.
    #[error("the games are confused with each other: neither is the larger")]
    Incomparable,
    /// A number in the input is beyond what the engine can hold.
    #[error("{what} is more than {limit}")]
    TooLarge {
        /// What is too large.
        what: &'static str,
        /// The limit.
        limit: &'static str,
    },
    /// There are too many games born by that day.
    #[error(
        "there are 4 games born by day 1, 22 by day 2 and 1474 by day 3; by day {day} there are more than {at_least}, too many to list"
    )]
    TooManyGames {
        /// The day asked for.
        day: u32,
        /// A proved lower bound of their number.
        at_least: &'static str,
    },
    /// The two games belong to different universes.
    #[error("the games belong to different universes")]
    DifferentUniverses,
}

/// The error of the inner loops: the reason is kept in the worker.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Halt;
