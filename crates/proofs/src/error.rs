//! The reasons why no proof was written.

use upstar_core::Exhausted;

/// What functions of this crate return.
pub type Result<T = (), E = ProofError> = std::result::Result<T, E>;

/// The reason why no proof was written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The claim is false.
    #[error("{0}")]
    False(String),
    /// The theory does not cover this.
    #[error("{0}")]
    Unsupported(String),
    /// A position could not be read.
    #[error(transparent)]
    Rules(#[from] upstar_engine::RuleError),
    /// The budget ran out.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

impl ProofError {
    pub(crate) fn unsupported(text: impl Into<String>) -> Self {
        ProofError::Unsupported(text.into())
    }
}
