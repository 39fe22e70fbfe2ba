//! How a graph is to be read.

use super::format::GraphFormat;

/// Whether the first line names the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Header {
    /// If two of its fields are `from,to`, `source,target` or `src,dst`, or if its names stand above
    /// numbers alone.
    #[default]
    Guess,
    /// It does.
    Present,
    /// It is an arc.
    Absent,
}

/// How a graph is to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The format; by default it is recognised by extension, then content.
    pub format: Option<GraphFormat>,
    /// Whether the first line of CSV, TSV or an edge list names the columns.
    pub header: Header,
    /// The columns of CSV or TSV that have the arcs: from, to and perhaps colour. Names of the
    /// header, or numbers from 1. Columns beside them are passed over.
    pub columns: Vec<String>,
    /// Whether colours mean nothing, as in drawings: every arc is for both players.
    pub ignore_colours: bool,
    /// Whether each line is an arc in both directions.
    pub undirected: bool,
    /// The number of the first vertex in the format [`GraphFormat::Contest`]: 0 or 1. By default it
    /// is 0 if there is a vertex 0.
    pub base: Option<u64>,
    /// The longest line, in bytes, in formats that are read line by line.
    pub longest_line: usize,
    /// Whether every PGSolver file is read with its owners and priorities. Otherwise this is done
    /// only if the file is not a graph in disguise, on which who cannot move loses.
    pub owners: bool,
}

impl Default for ReadOptions {
    fn default() -> Self {
        ReadOptions {
            format: None,
            header: Header::Guess,
            columns: Vec::new(),
            ignore_colours: false,
            undirected: false,
            base: None,
            longest_line: 1 << 20,
            owners: false,
        }
    }
}

impl ReadOptions {
    /// The defaults, with the format given.
    pub fn with_format(format: GraphFormat) -> ReadOptions {
        ReadOptions { format: Some(format), ..ReadOptions::default() }
    }
}
