//! What a reader delivers: arcs, pieces of a graph, and a summary.

use upstar_core::arcs::{Colour, MoveResult, Owners};
use upstar_core::names::Names;

use super::format::GraphFormat;
use crate::{FileError, Result};

/// Receives the arcs of a graph.
pub trait ArcSink {
    /// Takes at most 65,536 arcs (from, to). `colours` is empty if all of them are
    /// [`Colour::Both`]. Otherwise it has one colour for each arc.
    ///
    /// # Errors
    /// An error ends the reading and is passed on to its caller. [`FileError::Sink`] can hold any
    /// error.
    fn arcs(&mut self, arcs: &[(u32, u32)], colours: &[Colour]) -> Result;
}

impl<F> ArcSink for F
where
    F: FnMut(&[(u32, u32)], &[Colour]) -> Result,
{
    fn arcs(&mut self, arcs: &[(u32, u32)], colours: &[Colour]) -> Result {
        self(arcs, colours)
    }
}

/// A piece of a graph, when several readers deliver the graph together. Vertices are numbered
/// within the piece, in order of first appearance.
#[derive(Debug)]
pub struct GraphPiece {
    /// The names of its vertices.
    pub names: Names,
    /// The place of its first name in the file. When the names of the whole file are ordered by the
    /// place of their piece and then by their number in it, they are in order of first appearance.
    pub place: u64,
    /// Its arcs (from, to).
    pub arcs: Vec<(u32, u32)>,
    /// The colours of the arcs; empty if all of them are [`Colour::Both`].
    pub colours: Vec<Colour>,
    /// Vertices of the piece with results of their own, ascending. The same vertex may have a
    /// different result in another piece, which is not checked here.
    pub terminals: Vec<(u32, MoveResult)>,
}

/// Receives the pieces of a graph.
pub trait PieceSink {
    /// Takes one piece.
    ///
    /// # Errors
    /// An error ends the reading and is passed on to its caller. [`FileError::Sink`] can hold any
    /// error.
    fn piece(&mut self, piece: GraphPiece) -> Result;
}

impl<F> PieceSink for F
where
    F: FnMut(GraphPiece) -> Result,
{
    fn piece(&mut self, piece: GraphPiece) -> Result {
        self(piece)
    }
}

/// The data that a reader returns after the last arc.
#[derive(Clone, Debug)]
pub struct GraphSummary {
    /// The names of the vertices, in order of first appearance.
    pub names: Names,
    /// The vertices with results of their own, ascending. It is not checked here that they have no
    /// arcs.
    pub terminals: Vec<(u32, MoveResult)>,
    /// Owners and priorities of the vertices, if the file has them.
    pub owners: Owners,
    /// The number of arcs read.
    pub arcs: u64,
    /// Whether any arc is blue or red.
    pub coloured: bool,
    /// The format that was read.
    pub format: GraphFormat,
    /// The meaning of the first line, if it is not an arc: `6 vertices, 7 arcs`, or
    /// `Source, Target`.
    pub header: Option<String>,
    /// The vertex where play starts, if the file says so.
    pub start: Option<u32>,
    /// The payoffs of vertices, ascending. It is not checked here that they have no arcs.
    pub payoffs: Vec<(u32, i64)>,
    /// The arcs (from, to) with their weights, in the order of the file; empty if there are none, or
    /// if they were not asked for.
    pub weights: Vec<(u32, u32, i64)>,
    /// Sums that the file asks about: the vertices of their tokens.
    pub sums: Vec<Vec<u32>>,
}

impl GraphSummary {
    /// Refuses owners, priorities and payoffs, for an operation on the graph called `name` that needs a
    /// graph without them.
    ///
    /// # Errors
    /// [`FileError::Unsupported`].
    pub fn refuse_owners(&self, name: &str) -> Result {
        if !self.payoffs.is_empty() {
            return Err(FileError::payoffs(name));
        }
        if self.owners.is_empty() { Ok(()) } else { Err(FileError::owners(name)) }
    }
}
