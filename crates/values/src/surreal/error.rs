//! What can go wrong with numbers.

use upstar_core::{Exhausted, Place};

/// Why a number, a stalk or a nimber could not be read or computed.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    /// The text is not a number (or stalk, ordinal, nimber).
    #[error("{place}: {expected}")]
    Parse {
        /// Where.
        place: Box<Place>,
        /// What would be right there.
        expected: String,
    },
    /// Division by 0.
    #[error("division by 0")]
    DivisionByZero,
    /// There is no such number, or it is outside of what is computed here.
    #[error("{what} is not defined here")]
    NotDefined {
        /// What was asked for.
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
    /// Something has infinitely many parts where finitely many were asked for.
    #[error("{what} is infinite")]
    Infinite {
        /// What.
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
    /// Something is larger than what is computed here.
    #[error("{what} is too large: at most {limit}")]
    TooLarge {
        /// What.
        what: String,
        /// The bound.
        limit: String,
    },
    /// The budget was used up.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

impl NumberError {
    pub(crate) fn parse(place: Place, expected: impl Into<String>) -> Self {
        NumberError::Parse { place: Box::new(place), expected: expected.into() }
    }

    pub(crate) fn not_defined(what: impl Into<String>) -> Self {
        NumberError::NotDefined { what: what.into() }
    }

    pub(crate) fn too_large(what: impl Into<String>, limit: impl Into<String>) -> Self {
        NumberError::TooLarge { what: what.into(), limit: limit.into() }
    }

    pub(crate) fn infinite(what: impl Into<String>) -> Self {
        NumberError::Infinite { what: what.into() }
    }
}
