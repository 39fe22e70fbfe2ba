//! Why a certificate was not accepted.

use std::fmt;

use upstar_core::Exhausted;
use upstar_files::FileError;

/// Why a certificate was not accepted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// A file could not be read, or is no certificate.
    #[error(transparent)]
    File(#[from] FileError),
    /// The certificate speaks of another graph.
    #[error(
        "the certificate is for another graph: its digest is {expected}, but the digest of the \
         graph is {found}"
    )]
    OtherGraph {
        /// The digest in the certificate.
        expected: String,
        /// The digest of the graph.
        found: String,
    },
    /// The graph cannot be what the certificate says it is.
    #[error("{0}")]
    Graph(String),
    /// What it claims is not shown, or is not true.
    #[error("{0}")]
    Rejected(Rejection),
    /// It is no certificate of a period.
    #[error("no certificate of a period: {0}")]
    NoPeriod(String),
    /// What it claims of a period is not true, or not shown.
    #[error("{0}")]
    WrongPeriod(String),
    /// It is no certificate of a misère quotient.
    #[error("no certificate of a misère quotient: {0}")]
    NoQuotient(String),
    /// What it claims of a quotient is not true.
    #[error("{0}")]
    WrongQuotient(String),
    /// A strategy is not shown to win, or its file is none.
    #[error("{0}")]
    WrongStrategy(String),
    /// The budget ran out.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

/// The first vertex, in the order of the certificate, whose row does not
/// pass, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The number of the vertex.
    pub vertex: u32,
    /// What it is called, where that is known.
    pub name: Option<String>,
    /// What is wrong with its row.
    pub reason: String,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "vertex {name}: {}", self.reason),
            None => write!(f, "vertex number {}: {}", self.vertex, self.reason),
        }
    }
}

/// Keeps the failure of the smallest vertex.
#[derive(Default)]
pub(crate) struct First(Option<Rejection>);

impl First {
    pub(crate) fn add(&mut self, vertex: u32, reason: impl FnOnce() -> String) {
        if self.0.as_ref().is_none_or(|first| vertex < first.vertex) {
            self.0 = Some(Rejection { vertex, name: None, reason: reason() });
        }
    }

    pub(crate) fn into_result(self) -> Result<(), VerifyError> {
        match self.0 {
            None => Ok(()),
            Some(rejection) => Err(VerifyError::Rejected(rejection)),
        }
    }
}
