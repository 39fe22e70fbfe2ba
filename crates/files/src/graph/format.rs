//! The formats of graph files and how they are recognised.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use crate::{Compression, FileError, Result};

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
    /// The same with tabs and a head of comments, as in the SNAP collection.
    Snap,
    /// A line `VERTICES ARCS`, then two vertices on each line, as in contests. Read only.
    Contest,
    /// DIMACS: `p sp VERTICES ARCS`, `a FROM TO WEIGHT`, vertices from 1.
    Dimacs,
    /// Matrix Market coordinate files.
    MatrixMarket,
    /// Graphviz.
    Dot,
    /// GraphML.
    GraphMl,
    /// JSON with nodes and edges as in NetworkX.
    Json,
    /// Parity games of PGSolver.
    PgSolver,
    /// Apache Parquet with columns `src`, `dst`, `colour`.
    Parquet,
    /// Arrow IPC with the same columns.
    #[cfg(feature = "arrow")]
    Arrow,
}

struct Description {
    format: GraphFormat,
    name: &'static str,
    extensions: &'static [&'static str],
    about: &'static str,
    /// Whether the format can hold colours, results of terminals, and vertices without arcs.
    holds: (bool, bool, bool),
    /// Whether vertices can have owners and priorities.
    owners: bool,
}

const TABLE: &[Description] = &[
    Description {
        format: GraphFormat::Csv,
        name: "csv",
        extensions: &["csv"],
        about: "rows from,to[,colour]; v, is an isolated vertex; v,,W a terminal that is won for the mover; with a header also owner, priority",
        holds: (true, true, true),
        owners: true,
    },
    Description {
        format: GraphFormat::Tsv,
        name: "tsv",
        extensions: &["tsv", "tab"],
        about: "as csv, with tabs",
        holds: (true, true, true),
        owners: true,
    },
    Description {
        format: GraphFormat::Edges,
        name: "edges",
        extensions: &["edges", "edgelist", "el"],
        about: "lines from to [colour], separated by blanks; # and % begin comments",
        holds: (true, false, false),
        owners: false,
    },
    Description {
        format: GraphFormat::Snap,
        name: "snap",
        extensions: &["snap"],
        about: "like edges, with tabs and a comment header",
        holds: (true, false, false),
        owners: false,
    },
    Description {
        format: GraphFormat::Contest,
        name: "contest",
        extensions: &[],
        about: "VERTICES ARCS, then lines from to; vertices from 1, or 0 if there is one (read only)",
        holds: (false, false, true),
        owners: false,
    },
    Description {
        format: GraphFormat::Dimacs,
        name: "dimacs",
        extensions: &["gr", "dimacs", "col"],
        about: "p sp VERTICES ARCS, then a FROM TO WEIGHT; or p edge, then e FROM TO, both ways; vertices from 1",
        holds: (false, false, true),
        owners: false,
    },
    Description {
        format: GraphFormat::MatrixMarket,
        name: "matrixmarket",
        extensions: &["mtx", "mm"],
        about: "coordinate matrices, general or symmetric; vertices from 1",
        holds: (false, false, true),
        owners: false,
    },
    Description {
        format: GraphFormat::Dot,
        name: "dot",
        extensions: &["dot", "gv"],
        about: "Graphviz; attributes color of arcs and result, owner, priority of nodes",
        holds: (true, true, true),
        owners: true,
    },
    Description {
        format: GraphFormat::GraphMl,
        name: "graphml",
        extensions: &["graphml", "xml"],
        about: "GraphML; data colour of edges and result, owner, priority of nodes",
        holds: (true, true, true),
        owners: true,
    },
    Description {
        format: GraphFormat::Json,
        name: "json",
        extensions: &["json"],
        about: "nodes and edges (or links) as NetworkX and D3 write them, or a list of edges",
        holds: (true, true, true),
        owners: true,
    },
    Description {
        format: GraphFormat::PgSolver,
        name: "pgsolver",
        extensions: &["pg", "gm", "pgsolver"],
        about: "parity games; without owners, two nodes for each vertex, and a loop if a player cannot move",
        holds: (true, true, true),
        owners: true,
    },
    Description {
        format: GraphFormat::Parquet,
        name: "parquet",
        extensions: &["parquet", "pq"],
        about: "columns src, dst, and optionally colour",
        holds: (true, true, true),
        owners: false,
    },
    #[cfg(feature = "arrow")]
    Description {
        format: GraphFormat::Arrow,
        name: "arrow",
        extensions: &["arrow", "arrows", "feather", "ipc"],
        about: "Arrow IPC files and streams with the columns of parquet",
        holds: (true, true, true),
        owners: false,
    },
];

impl GraphFormat {
    /// All formats of this build.
    pub fn all() -> impl Iterator<Item = GraphFormat> {
        let left_out = |format| format == GraphFormat::Parquet && !cfg!(feature = "parquet");
        TABLE.iter().map(|found| found.format).filter(move |&format| !left_out(format))
    }

    /// Whether graphs can be written in this format.
    pub fn is_written(self) -> bool {
        self != GraphFormat::Contest
    }

    fn description(self) -> &'static Description {
        TABLE.iter().find(|found| found.format == self).expect("every format has a row")
    }

    /// One line about the format, for help texts.
    pub fn about(self) -> &'static str {
        self.description().about
    }

    /// The extensions by which it is recognised, without the dot.
    pub fn extensions(self) -> &'static [&'static str] {
        self.description().extensions
    }

    pub(super) fn has_colours(self) -> bool {
        self.description().holds.0
    }

    pub(super) fn has_results(self) -> bool {
        self.description().holds.1
    }

    pub(super) fn has_owners(self) -> bool {
        self.description().owners
    }

    /// Whether a name may have a zero byte. Readers of plain text take it for a sign of binary data.
    pub(super) fn has_zero_bytes(self) -> bool {
        match self {
            GraphFormat::Json | GraphFormat::Parquet => true,
            #[cfg(feature = "arrow")]
            GraphFormat::Arrow => true,
            _ => false,
        }
    }

    pub(super) fn has_isolated_vertices(self) -> bool {
        self.description().holds.2
    }

    /// The format that a file's extension indicates. A further `.gz` or `.zst` is skipped.
    pub fn of_name(path: &Path) -> Option<GraphFormat> {
        let extension = Compression::strip(path).extension()?.to_str()?;
        TABLE
            .iter()
            .find(|found| found.extensions.iter().any(|e| e.eq_ignore_ascii_case(extension)))
            .map(|found| found.format)
    }

    /// The format of a file by its extension, or otherwise by its first bytes.
    ///
    /// # Errors
    /// [`FileError::Unsupported`] for a known format that is not read. A file that looks like no
    /// other format is an edge list, whose reader reports what is wrong.
    pub fn recognise(path: &Path, start: &[u8]) -> Result<GraphFormat> {
        if let Some(name) = other_format(path, start) {
            let read: Vec<&str> = TABLE.iter().map(|found| found.name).collect();
            return Err(FileError::Unsupported(format!(
                "{}: this looks like {name}, which is not read; formats that are: {} (--from-format)",
                path.display(),
                read.join(", ")
            )));
        }
        Ok(GraphFormat::of_name(path).unwrap_or_else(|| GraphFormat::of_content(start)))
    }

    /// Whether a file consists of lines of arcs or numbers.
    pub(super) fn has_lines(self) -> bool {
        use GraphFormat::{Contest, Csv, Dimacs, Edges, MatrixMarket, Snap, Tsv};
        matches!(self, Csv | Tsv | Edges | Snap | Contest | Dimacs | MatrixMarket)
    }

    /// The format that the first bytes of a file look like.
    pub fn of_content(start: &[u8]) -> GraphFormat {
        let first = first_line(start);
        let word = first.split(|b| !b.is_ascii_alphanumeric()).next().unwrap_or_default();
        #[cfg(feature = "arrow")]
        if start.starts_with(b"ARROW1") || start.starts_with(&[0xff; 4]) {
            return GraphFormat::Arrow;
        }
        if start.starts_with(b"PAR1") {
            GraphFormat::Parquet
        } else if first.len() >= 14 && first[..14].eq_ignore_ascii_case(b"%%MatrixMarket") {
            GraphFormat::MatrixMarket
        } else if first.starts_with(b"<") {
            GraphFormat::GraphMl
        } else if first.starts_with(b"{") || first.starts_with(b"[") {
            GraphFormat::Json
        } else if word == b"parity" && first.ends_with(b";") {
            GraphFormat::PgSolver
        } else if [&b"digraph"[..], b"graph", b"strict"]
            .iter()
            .any(|w| word.eq_ignore_ascii_case(w))
            && !first.contains(&b',')
            || first.starts_with(b"//")
            || first.starts_with(b"/*")
        {
            GraphFormat::Dot
        } else if [&b"p sp "[..], b"p edge ", b"p col ", b"c "]
            .iter()
            .any(|head| first.starts_with(head))
            || first == b"c"
        {
            GraphFormat::Dimacs
        } else if first.starts_with(b"#") || first.starts_with(b"%") {
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

/// The name of a known format that is not read.
fn other_format(path: &Path, start: &[u8]) -> Option<&'static str> {
    const GML: &str = "GML";
    const PAJEK: &str = "a Pajek network";
    const AUT: &str = "a labelled transition system (Aldebaran)";
    let extension = Compression::strip(path).extension().and_then(|e| e.to_str());
    match extension.map(str::to_ascii_lowercase).as_deref() {
        Some("gml") => return Some(GML),
        Some("net" | "paj") => return Some(PAJEK),
        Some("aut") => return Some(AUT),
        Some("tgf") => return Some("Trivial Graph Format"),
        Some("gexf") => return Some("GEXF"),
        Some("metis") => return Some("a METIS graph"),
        Some("g6" | "s6" | "d6") => return Some("graph6, sparse6 or digraph6"),
        Some(_) if GraphFormat::of_name(path).is_some() => return None,
        _ => {}
    }
    let first = first_line(start);
    let lower = first.to_ascii_lowercase();
    let is_gml =
        lower == b"graph" && start.trim_ascii_start()[5..].trim_ascii_start().starts_with(b"[");
    if is_gml || lower.starts_with(b"graph [") || lower.starts_with(b"graph[") {
        Some(GML)
    } else if lower.starts_with(b"*vertices") || lower.starts_with(b"*network") {
        Some(PAJEK)
    } else if lower.starts_with(b"des (") || lower.starts_with(b"des(") {
        Some(AUT)
    } else {
        None
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
        f.pad(self.description().name)
    }
}

impl FromStr for GraphFormat {
    type Err = FileError;

    fn from_str(name: &str) -> Result<GraphFormat> {
        TABLE
            .iter()
            .find(|found| found.name.eq_ignore_ascii_case(name))
            .map(|found| found.format)
            .ok_or_else(|| {
                let names: Vec<_> = TABLE.iter().map(|found| found.name).collect();
                FileError::Unsupported(format!(
                    "unknown graph format {name:?}; expected one of {}",
                    names.join(", ")
                ))
            })
    }
}
