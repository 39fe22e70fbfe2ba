//! Why no proof was written.

use upstar_core::Exhausted;

/// Why no proof was written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The claim is not true: the proof would be of something else.
    #[error("{0}")]
    False(String),
    /// There is no theory of this here.
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
