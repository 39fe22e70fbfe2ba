//! The errors of solving out of core.

use upstar_core::Exhausted;

use super::storage::StorageError;
use crate::error::GraphError;

/// What work out of core returns.
pub type Result<T = (), E = ExternalError> = std::result::Result<T, E>;

/// The reason why a graph was not solved out of core.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExternalError {
    /// The graph was refused, a limit on the work was reached, or there is no answer.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// The state of the vertices does not fit the memory.
    #[error("{vertices} vertices need {needed} bytes of memory; {limit} are allowed")]
    Memory {
        /// The number of vertices.
        vertices: u64,
        /// The number of bytes needed.
        needed: u64,
        /// The number of bytes allowed.
        limit: u64,
    },
    /// Grundy values were requested for a graph in which some vertex has none.
    #[error("vertex {vertex} has no Grundy value: play can go on for ever")]
    NoGrundyValue {
        /// Such a vertex.
        vertex: u32,
    },
    /// The content of a file is not what was written.
    #[error("the file {file} is damaged or truncated")]
    Damaged {
        /// Its name in the storage.
        file: String,
    },
    /// A file could not be read or written.
    #[error("{0}")]
    Storage(StorageError),
}

impl From<StorageError> for ExternalError {
    fn from(error: StorageError) -> Self {
        ExternalError::Storage(error)
    }
}

impl From<Exhausted> for ExternalError {
    fn from(exhausted: Exhausted) -> Self {
        ExternalError::Graph(GraphError::Exhausted(exhausted))
    }
}
