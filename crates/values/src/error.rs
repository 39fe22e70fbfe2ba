//! The errors of this crate.

use upstar_core::{Exhausted, Place};

/// What functions of this crate return.
pub type Result<T = (), E = Error> = std::result::Result<T, E>;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A limit of the [`Budget`](upstar_core::Budget) was reached.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// A number that is not dyadic is an atom: it has no options.
    #[error(
        "{operation} is not defined for the number {number}, which is not dyadic and so has no finite options"
    )]
    NoOptions {
        /// What was requested.
        operation: &'static str,
        /// The number.
        number: String,
    },
    /// An operation is not defined for these arguments.
    #[error("{operation} is not defined here: {reason}")]
    Undefined {
        /// What was requested.
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
    /// The game is not an ordinal sum on the given base.
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
        /// The day requested.
        day: u32,
        /// A proved lower bound on the number of games.
        at_least: &'static str,
    },
    /// A text is not a rational number.
    #[error("{text:?} is not {expected}")]
    NotANumber {
        /// The text, cut after 40 characters.
        text: String,
        /// What was expected instead.
        expected: &'static str,
    },
    /// The text is not a surreal number (or stalk, ordinal, nimber).
    #[error("{place}: {expected}")]
    Parse {
        /// The place of the error.
        place: Box<Place>,
        /// What was expected there.
        expected: String,
    },
    /// Division by 0.
    #[error("division by 0")]
    DivisionByZero,
    /// There is no such number, or this crate cannot compute it.
    #[error("{what} is not defined here")]
    NoSuchNumber {
        /// What was requested.
        what: String,
    },
    /// An ordinal was needed.
    #[error(
        "{number} is not an ordinal: coefficients must be whole and positive, exponents ordinals"
    )]
    NotOrdinal {
        /// The number.
        number: String,
    },
    /// The options of a cut are not in order.
    #[error("{left} is not less than {right}: no number lies between")]
    NotSeparated {
        /// A Left option.
        left: String,
        /// A Right option.
        right: String,
    },
    /// Something has infinitely many parts, but only finitely many can be given.
    #[error("{what} is infinite")]
    Infinite {
        /// What is infinite.
        what: String,
    },
    /// A transfinite nim product needs an α that is not in the table.
    #[error(
        "the nim product needs α of the prime {prime}, the least nimber without a root of that \
         index, which is not in the table"
    )]
    MissingPrime {
        /// The prime.
        prime: u64,
    },
    /// Something exceeds a limit.
    #[error("{what} is too large: at most {limit}")]
    OverLimit {
        /// What is too large.
        what: String,
        /// The limit.
        limit: String,
    },
    /// The two games belong to different universes.
    #[error("the games belong to different universes")]
    DifferentUniverses,
}

impl Error {
    pub(crate) fn not_a_number(text: &str, expected: &'static str) -> Self {
        Error::NotANumber { text: text.chars().take(40).collect(), expected }
    }

    pub(crate) fn parse(place: Place, expected: impl Into<String>) -> Self {
        Error::Parse { place: Box::new(place), expected: expected.into() }
    }

    pub(crate) fn no_such_number(what: impl Into<String>) -> Self {
        Error::NoSuchNumber { what: what.into() }
    }

    pub(crate) fn over_limit(what: impl Into<String>, limit: impl Into<String>) -> Self {
        Error::OverLimit { what: what.into(), limit: limit.into() }
    }

    pub(crate) fn infinite(what: impl Into<String>) -> Self {
        Error::Infinite { what: what.into() }
    }
}

/// The error of the inner loops: the reason is kept in the worker.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Halt;
