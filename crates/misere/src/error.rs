//! What can go wrong.

use upstar_core::{Exhausted, Place};

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A bound of the budget was met.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// More than can be held.
    #[error("{0}")]
    TooLarge(&'static str),
    /// A text that is no form.
    #[error("{expected}")]
    Parse {
        /// Where in the text it went wrong.
        place: Box<Place>,
        /// What is wrong and what was expected.
        expected: String,
    },
}
