//! What can go wrong out of core.

use upstar_core::Exhausted;

use super::storage::StorageError;
use crate::error::GraphError;

/// Why a graph was not solved out of core.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExternalError {
    /// The graph was refused, a bound on the work was met, or there is no answer.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// What is kept of the vertices does not fit the memory.
    #[error("{vertices} vertices need {needed} bytes of memory; {limit} are allowed")]
    Memory {
        /// The number of vertices.
        vertices: u64,
        /// How many bytes would do.
        needed: u64,
        /// How many bytes may be used.
        limit: u64,
    },
    /// Grundy values were requested for a graph in which not all vertices have one.
    #[error("vertex {vertex} has no Grundy value: play can go on for ever")]
    NoGrundyValue {
        /// Such a vertex.
        vertex: u32,
    },
    /// A file is not as it was written.
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
