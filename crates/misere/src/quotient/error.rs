//! The errors of quotients.

use upstar_core::Exhausted;
use upstar_heaps::HeapsError;

/// The result of a question about quotients.
pub type Result<T = (), E = QuotientError> = std::result::Result<T, E>;

/// Why there is no answer about a quotient.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QuotientError {
    /// An option of a game is not an earlier game.
    #[error("game {game}: an option has the part {part}, which is none of the games before it")]
    Order {
        /// The game.
        game: usize,
        /// The part.
        part: u64,
    },
    /// There are too many elements to number.
    #[error(
        "the quotient, or an attempt at it, has {0} elements; at most 65535 can be kept, and it may \
         be infinite"
    )]
    TooLarge(usize),
    /// No number of heaps is known to be enough.
    #[error(
        "the quotient of all heaps of {0} is never proved: it is no finite code without conditions \
         on the sizes; say up to which heap, with --to"
    )]
    NoTheorem(String),
    /// The quotient with one more heap of a partizan game was not found.
    #[error(
        "no finite quotient of the heaps to {0} was found, and no integer weights that decide who \
         wins; the quotient may be infinite"
    )]
    NotFound(u64),
    /// The quotient of positions of partizan games was not found.
    #[error(
        "no finite quotient of these positions was found, and no integer weights that decide who \
         wins; the quotient may be infinite"
    )]
    NotFoundOfPositions,
    /// The quotients of some positions are infinite, and are not compared.
    #[error("one of these quotients is infinite; only finite ones are compared")]
    Infinite,
    /// The heaps of a partizan game have weights, but not this one.
    #[error(
        "the heaps below {0} have integer weights that decide who wins, and no such weight of heap {0} was \
         found"
    )]
    NoWeight(u64),
    /// An error of the rule.
    #[error(transparent)]
    Heaps(HeapsError),
    /// The budget ended.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

impl From<HeapsError> for QuotientError {
    fn from(error: HeapsError) -> Self {
        match error {
            HeapsError::Exhausted(exhausted) => QuotientError::Exhausted(exhausted),
            other => QuotientError::Heaps(other),
        }
    }
}
