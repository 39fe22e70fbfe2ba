//! Options for reading a graph.

use super::format::GraphFormat;

/// Whether the first line names the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Header {
    /// It does if two of its fields are `from,to`, `source,target` or `src,dst`, or if only numbers
    /// follow its names.
    #[default]
    Guess,
    /// It does.
    Present,
    /// It is an arc.
    Absent,
}

/// Options for reading a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The format. By default it is recognised by extension, then by content.
    pub format: Option<GraphFormat>,
    /// Whether the first line of CSV, TSV or an edge list names the columns.
    pub header: Header,
    /// The columns of CSV or TSV with the arcs: from, to and perhaps colour. They are names of the
    /// header, or numbers from 1. Other columns are skipped.
    pub columns: Vec<String>,
    /// Whether colours are ignored, as in drawings, so that every arc is for both players.
    pub ignore_colours: bool,
    /// Whether each line is an arc in both directions.
    pub undirected: bool,
    /// The number of the first vertex in the format [`GraphFormat::Contest`]: 0 or 1. By default it
    /// is 0 if there is a vertex 0.
    pub base: Option<u64>,
    /// The longest line, in bytes, in formats that are read line by line.
    pub longest_line: usize,
    /// Whether every PGSolver file is read with its owners and priorities. Otherwise this is done
    /// only if the file does not encode a graph on which a player who cannot move loses.
    pub owners: bool,
    /// Whether weights of arcs are read, in CSV, TSV, JSON and DIMACS; otherwise they are skipped.
    pub weights: bool,
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
            weights: false,
        }
    }
}

impl ReadOptions {
    /// The defaults, with the format given.
    pub fn with_format(format: GraphFormat) -> ReadOptions {
        ReadOptions { format: Some(format), ..ReadOptions::default() }
    }
}
