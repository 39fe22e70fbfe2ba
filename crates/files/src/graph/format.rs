//! The formats of graph files and how they are recognised.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use crate::{Compression, FileError};

/// A format of graph files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GraphFormat {
    /// Rows `from,to` or `from,to,colour`.
    Csv,
    /// The same with tabs.
    Tsv,
    /// Two names and perhaps a colour on each line, separated by blanks;
    /// lines that begin with `#` or `%` are comments.
    Edges,
}

struct Row {
    format: GraphFormat,
    name: &'static str,
    extensions: &'static [&'static str],
    about: &'static str,
}

const TABLE: &[Row] = &[
    Row {
        format: GraphFormat::Csv,
        name: "csv",
        extensions: &["csv"],
        about: "rows from,to[,colour]; v, is an isolated vertex; v,,W a terminal that is won for the mover",
    },
    Row {
        format: GraphFormat::Tsv,
        name: "tsv",
        extensions: &["tsv", "tab"],
        about: "as csv, with tabs",
    },
    Row {
        format: GraphFormat::Edges,
        name: "edges",
        extensions: &["edges", "edgelist", "el"],
        about: "lines from to [colour], separated by blanks; # and % begin comments",
    },
];

impl GraphFormat {
    /// All formats of this build.
    pub fn all() -> impl Iterator<Item = GraphFormat> {
        TABLE.iter().map(|row| row.format)
    }

    fn row(self) -> &'static Row {
        TABLE.iter().find(|row| row.format == self).expect("every format has a row")
    }

    /// One line about the format, for help texts.
    pub fn about(self) -> &'static str {
        self.row().about
    }

    /// The extensions by which it is recognised, without the dot.
    pub fn extensions(self) -> &'static [&'static str] {
        self.row().extensions
    }

    /// The format that a file's extension says; `.gz` and `.zst` behind it
    /// are passed over.
    pub fn of_name(path: &Path) -> Option<GraphFormat> {
        let extension = Compression::strip(path).extension()?.to_str()?;
        TABLE
            .iter()
            .find(|row| row.extensions.iter().any(|e| e.eq_ignore_ascii_case(extension)))
            .map(|row| row.format)
    }

    /// The format of a file by its extension, or else by its first bytes.
    ///
    /// # Errors
    /// None today: what looks like nothing else is an edge list, whose
    /// reader says what is wrong.
    pub fn recognise(path: &Path, start: &[u8]) -> Result<GraphFormat, FileError> {
        Ok(GraphFormat::of_name(path).unwrap_or_else(|| GraphFormat::of_content(start)))
    }

    /// The format that the first bytes of a file look like.
    pub fn of_content(start: &[u8]) -> GraphFormat {
        let first = first_line(start);
        if first.starts_with(b"#") || first.starts_with(b"%") {
            GraphFormat::Edges
        } else if first.contains(&b',') {
            GraphFormat::Csv
        } else if first.contains(&b'\t') {
            GraphFormat::Tsv
        } else {
            GraphFormat::Edges
        }
    }
}

/// The first line that is not blank.
fn first_line(start: &[u8]) -> &[u8] {
    start
        .split(|&b| b == b'\n')
        .map(<[u8]>::trim_ascii)
        .find(|line| !line.is_empty())
        .unwrap_or_default()
}

impl fmt::Display for GraphFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.row().name)
    }
}

impl FromStr for GraphFormat {
    type Err = FileError;

    fn from_str(name: &str) -> Result<GraphFormat, FileError> {
        TABLE
            .iter()
            .find(|row| row.name.eq_ignore_ascii_case(name))
            .map(|row| row.format)
            .ok_or_else(|| {
                let names: Vec<_> = TABLE.iter().map(|row| row.name).collect();
                FileError::Unsupported(format!(
                    "unknown graph format {name:?}; expected one of {}",
                    names.join(", ")
                ))
            })
    }
}
