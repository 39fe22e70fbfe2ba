//! Graphs whose arcs do not fit into memory. The arcs are on disk, sorted by target. Solving needs
//! one byte of memory per vertex.
//!
//! - [`ExternalBuilder`] takes a stream of arcs and writes runs, sorted by the buckets of their
//!   targets. Bucket by bucket they become rows ([`ExternalGraph`]): for each vertex the tails of
//!   the arcs into it.
//! - [`ExternalGraph::solve`] is retrograde analysis, level by level. The vertices that got their
//!   label in one level are read from a log, ascending, so their rows come in the order of the
//!   file. A level of many vertices is one sequential pass. A level of few vertices reads only the
//!   pages that it needs. The log is the answer.
//! - [`ExternalSolution::table`] turns the log into remoteness and best moves in the order of the
//!   vertices. If all vertices do not fit, it processes them in parts.
//! - [`ExternalGraph::values`] finds Grundy values by one analysis for each value.
//!
//! Files are read and written through a [`Storage`] that the caller provides.

mod build;
mod cells;
mod error;
mod keep;
mod label;
mod levels;
mod rows;
mod solution;
mod storage;
mod table;
#[cfg(test)]
mod tests;
mod values;

use upstar_core::arcs::MoveResult;
use upstar_core::{Budget, Lease};

pub use build::ExternalBuilder;
pub use error::{ExternalError, Result};
pub use keep::{get_checked, put_checked};
pub use solution::ExternalSolution;
pub use storage::{
    MemoryStorage, PageReader, PagedFile, Storage, StorageError, StoredFile, push_varint,
};
/// The bytes of a page.
pub const PAGE: usize = 16 << 10;
pub use table::{ExternalTable, TableRow, TableRows};
pub use values::{ExternalValues, ValueRows};

use cells::VertexBytes;
use rows::Rows;

/// Sizes of files, buffers and parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    /// The number of bytes of memory that may be used.
    memory: u64,
    /// The bytes of a page.
    page: usize,
    /// The number of bytes read at once from a file that is read in order.
    window: usize,
    /// The binary logarithm of the number of targets in a bucket, at most 16.
    bucket: u32,
    /// The smallest number of arcs in a run.
    least_buffer: usize,
    /// A level with more than one in this many vertices is kept as a set of bits.
    thin: u64,
    /// The largest number of arcs turned into rows at once.
    most_arcs: u64,
    /// The largest number of rows of a table made at once.
    most_rows: u64,
}

/// Memory for the program itself, buffers and other small data.
const FIXED: u64 = 24 << 20;

impl Layout {
    /// The sizes for a graph that is solved within `memory` bytes.
    fn new(memory: u64) -> Self {
        Layout {
            memory,
            page: PAGE,
            window: 1 << 20,
            bucket: 16,
            least_buffer: 1 << 16,
            thin: 64,
            most_arcs: 1 << 23,
            most_rows: u64::MAX,
        }
    }

    /// The number of bytes needed to solve a graph with this many vertices: a byte each, a bit each
    /// for the next level (or an eighth of the vertices as a list), as much again for the previous
    /// level, and the index of the rows.
    fn needed(vertices: u64) -> u64 {
        FIXED + vertices + vertices / 4 + vertices / 16
    }

    fn check(&self, vertices: u64) -> Result {
        let needed = Self::needed(vertices);
        if needed > self.memory {
            return Err(ExternalError::Memory { vertices, needed, limit: self.memory });
        }
        Ok(())
    }

    /// The number of arcs turned into rows at once.
    fn arcs_at_once(&self, vertices: u64) -> u64 {
        let free = self.memory.saturating_sub(Self::needed(vertices)) / 2;
        (free / build::BUILT).max(1 << 16).min(self.most_arcs)
    }

    /// The number of rows of a table made at once.
    fn rows_at_once(&self) -> u64 {
        (self.memory.saturating_sub(FIXED) / table::ROW).max(1 << 10).min(self.most_rows)
    }
}

/// The storage and the memory limit for solving a graph out of core.
///
/// ```
/// use upstar_core::arcs::Colour;
/// use upstar_core::{Budget, Convention};
/// use upstar_graphs::external::{External, MemoryStorage};
/// let (storage, budget) = (MemoryStorage::default(), Budget::unlimited());
/// let mut builder = External::new(&storage, 64 << 20).builder(1 << 20, &budget)?;
/// builder.arc(1, 0, Colour::Both)?;
/// builder.arc(2, 1, Colour::Both)?;
/// let mut solution = builder.finish()?.solve(Convention::Normal, &budget)?.found;
/// assert_eq!(solution.counts().n, 1);
/// let table = solution.table(&budget)?;
/// let mut rows = table.rows();
/// assert_eq!(rows.next()?.and_then(|row| row.remoteness), Some(0));
/// assert_eq!(rows.next()?.and_then(|row| row.best), Some(0));
/// # Ok::<(), upstar_graphs::external::ExternalError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct External<'s> {
    storage: &'s dyn Storage,
    layout: Layout,
}

impl<'s> External<'s> {
    /// Uses files in `storage` and at most `memory` bytes of memory.
    #[must_use]
    pub fn new(storage: &'s dyn Storage, memory: u64) -> Self {
        External { storage, layout: Layout::new(memory) }
    }

    /// The number of bytes of memory needed to solve a graph with this many vertices. Count each
    /// vertex twice if arcs are coloured.
    #[must_use]
    pub fn memory_needed(vertices: u64) -> u64 {
        Layout::needed(vertices)
    }

    /// The approximate number of bytes of the files while the graph is solved.
    #[must_use]
    pub fn disk_needed(vertices: u64, arcs: u64) -> u64 {
        // First the runs and rows together; later the log and the tables beside the rows.
        (arcs * 10 + vertices * 2).max(arcs * 4 + vertices * 13)
    }

    /// A builder without arcs, whose buffer takes about `buffer` bytes.
    ///
    /// # Errors
    /// If there is no memory for the buffer.
    pub fn builder(&self, buffer: u64, budget: &Budget) -> Result<ExternalBuilder<'s>> {
        ExternalBuilder::new(self.storage, self.layout, buffer, budget)
    }

    /// Opens the graph that was [saved](ExternalGraph::save) in the storage.
    ///
    /// # Errors
    /// [`ExternalError::Damaged`]; an error if the memory is not enough.
    pub fn open(&self, budget: &Budget) -> Result<ExternalGraph<'s>> {
        ExternalGraph::open(self.storage, self.layout, budget)
    }
}

/// A graph on disk.
///
/// With coloured arcs, pairs are solved: `2v` is vertex `v` with Left to move, `2v + 1` with Right
/// to move.
#[derive(Debug)]
pub struct ExternalGraph<'s> {
    storage: &'s dyn Storage,
    layout: Layout,
    vertices: u32,
    arcs: u64,
    coloured: bool,
    rows: Rows,
    cells: VertexBytes,
    results: Vec<(u32, MoveResult)>,
    budget: Budget,
    _lease: Lease,
}

impl ExternalGraph<'_> {
    /// The number of vertices.
    #[must_use]
    pub fn vertices(&self) -> u32 {
        self.vertices
    }

    /// The number of arcs.
    #[must_use]
    pub fn arcs(&self) -> u64 {
        self.arcs
    }

    /// Whether some arc is blue or red.
    #[must_use]
    pub fn is_coloured(&self) -> bool {
        self.coloured
    }

    /// The number of vertices or pairs that are solved.
    fn pairs(&self) -> u32 {
        self.vertices << u32::from(self.coloured)
    }
}
