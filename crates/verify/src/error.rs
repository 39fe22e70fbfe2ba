//! The errors of checks of certificates.

use std::fmt;

use upstar_core::Exhausted;
use upstar_files::FileError;

/// What functions of this crate return.
pub type Result<T = (), E = VerifyError> = std::result::Result<T, E>;

/// The reason why a certificate was not accepted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// A file could not be read, or is not a certificate.
    #[error(transparent)]
    File(#[from] FileError),
    /// The certificate is about another graph.
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
    /// The graph does not fit the kind of certificate.
    #[error("{0}")]
    Graph(String),
    /// The claim is unproved or false.
    #[error("{0}")]
    Rejected(Rejection),
    /// The file is not a certificate of a period.
    #[error("no certificate of a period: {0}")]
    NoPeriod(String),
    /// The claim about a period is false or unproved.
    #[error("{0}")]
    WrongPeriod(String),
    /// The file is not a certificate of a misère quotient.
    #[error("no certificate of a misère quotient: {0}")]
    NoQuotient(String),
    /// The claim about a quotient is false.
    #[error("{0}")]
    WrongQuotient(String),
    /// The file is not a certificate of a law.
    #[error("no certificate of a law: {0}")]
    NoLaw(String),
    /// The claim about a law is false, or the check would be too large.
    #[error("{0}")]
    WrongLaw(String),
    /// A strategy is not proved to win, or the file is not a strategy.
    #[error("{0}")]
    WrongStrategy(String),
    /// The budget ran out.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

/// The first vertex, in the order of the certificate, whose row fails, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The number of the vertex.
    pub vertex: u32,
    /// The name of the vertex, if it is known.
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
