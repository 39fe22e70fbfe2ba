//! The errors of this crate.

use upstar_core::{Exhausted, Place};

/// What functions of this crate return.
pub type Result<T = (), E = Error> = std::result::Result<T, E>;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A limit of the budget was reached.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// The result is too large.
    #[error("{0}")]
    TooLarge(&'static str),
    /// The text is not a form.
    #[error("{expected}")]
    Parse {
        /// The place of the error in the text.
        place: Box<Place>,
        /// What is wrong and what was expected.
        expected: String,
    },
}
