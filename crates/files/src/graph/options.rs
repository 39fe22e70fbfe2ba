//! How a graph is to be read.

use super::format::GraphFormat;

/// Whether the first row of a CSV file names the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Header {
    /// If it looks like it: `from,to`, `source,target`, `src,dst`, perhaps
    /// with a third column `colour`.
    #[default]
    Guess,
    /// It does.
    Present,
    /// It is an arc.
    Absent,
}

/// How a graph is to be read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The format; by default it is recognised by extension, then content.
    pub format: Option<GraphFormat>,
    /// Whether the first row of a CSV or TSV file names the columns.
    pub header: Header,
    /// The longest line, in bytes, in formats that are read line by line.
    pub longest_line: usize,
    /// Whether every PGSolver file is read with its owners and priorities. Otherwise this is done
    /// only if the file is not a graph in disguise, on which who cannot move loses.
    pub owners: bool,
}

impl Default for ReadOptions {
    fn default() -> Self {
        ReadOptions { format: None, header: Header::Guess, longest_line: 1 << 20, owners: false }
    }
}

impl ReadOptions {
    /// The defaults, with the format given.
    pub fn with_format(format: GraphFormat) -> ReadOptions {
        ReadOptions { format: Some(format), ..ReadOptions::default() }
    }
}
