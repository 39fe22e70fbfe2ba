//! The errors of files.

use std::io;
use std::path::Path;

use upstar_core::names::TooManyNames;
use upstar_core::{Exhausted, Place};

/// What functions of this crate return.
pub type Result<T = (), E = FileError> = std::result::Result<T, E>;

/// The reason why a file could not be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system refused to open or read a file.
    #[error("cannot read {name}: {source}")]
    Read {
        /// The name of the file, or `standard input`.
        name: String,
        /// The error of the system.
        source: io::Error,
    },
    /// The system refused to create, write or rename a file. The old file of that name is
    /// unchanged.
    #[error("cannot write {name}: {source}")]
    Write {
        /// The name of the file, or `standard output`.
        name: String,
        /// The error of the system.
        source: io::Error,
    },
    /// The content of a file is malformed.
    #[error("{0}")]
    Malformed(Box<Malformed>),
    /// A format, an option or a combination of them that does not exist.
    #[error("{0}")]
    Unsupported(String),
    /// The graph cannot be written in the format requested.
    #[error("{name}: {reason}")]
    NotRepresentable {
        /// The name of the file to be written.
        name: String,
        /// What the format cannot hold, and which format can.
        reason: String,
    },
    /// There are more vertices than a `u32` can number.
    #[error("{name}: {source}")]
    TooManyNames {
        /// The name of the file.
        name: String,
        /// The limit.
        source: TooManyNames,
    },
    /// The budget was used up.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// The receiver of the arcs refused them.
    #[error("{0}")]
    Sink(Box<dyn std::error::Error + Send + Sync>),
}

/// Malformed content: its place, what was found, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The file, with the line and column if they are known. They count from 1, and columns count
    /// bytes.
    pub place: Place,
    /// What was found there.
    pub found: String,
    /// What was expected; may be empty.
    pub expected: String,
}

impl std::fmt::Display for Malformed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let place = self.place.to_string();
        if !place.is_empty() {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.found)?;
        if !self.expected.is_empty() {
            write!(f, "; expected {}", self.expected)?;
        }
        Ok(())
    }
}

impl FileError {
    /// Malformed content of `name` at a line and column, which count from 1 (0: not known).
    pub fn malformed(
        name: &str,
        line: u64,
        column: u64,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> FileError {
        let place = Place {
            file: Some(name.to_owned()),
            line: (line > 0).then_some(line),
            column: (line > 0 && column > 0).then_some(column),
            ..Place::default()
        };
        FileError::Malformed(Box::new(Malformed {
            place,
            found: found.into(),
            expected: expected.into(),
        }))
    }

    /// The error that an operation needs a graph without owners.
    pub fn owners(name: &str) -> FileError {
        FileError::Unsupported(format!(
            "{name}: the vertices have owners; such a game is solved by one process with its graph \
             in memory, for an objective such as parity"
        ))
    }

    /// The error that an operation needs a graph without payoffs.
    pub fn payoffs(name: &str) -> FileError {
        FileError::Unsupported(format!(
            "{name}: terminals have payoffs; such a game is solved by one process with its graph in \
             memory, for the objective payoff"
        ))
    }

    /// The same error with `lines` lines more above its place.
    pub(crate) fn below(mut self, lines: u64) -> FileError {
        if let FileError::Malformed(malformed) = &mut self {
            malformed.place.line = malformed.place.line.map(|line| line + lines);
        }
        self
    }

    pub(crate) fn read(name: &str, source: io::Error) -> FileError {
        match source.downcast::<Exhausted>() {
            Ok(exhausted) => FileError::Exhausted(exhausted),
            Err(source) => FileError::Read { name: name.to_owned(), source },
        }
    }

    pub(crate) fn write(path: &Path, source: io::Error) -> FileError {
        FileError::Write { name: output_name(path), source }
    }

    /// Whether the reader of our output closed the pipe. For a command in a pipeline this is no
    /// error.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, FileError::Write { source, .. }
            if source.kind() == io::ErrorKind::BrokenPipe)
    }
}

fn output_name(path: &Path) -> String {
    if path == Path::new("-") { "standard output".to_owned() } else { path.display().to_string() }
}

/// At most the first 40 characters of the text, in quotes and with control characters escaped, for
/// messages.
pub(crate) fn quoted(text: &[u8]) -> String {
    const SHOWN: usize = 40;
    let lossy = String::from_utf8_lossy(&text[..text.len().min(4 * SHOWN)]);
    let shown: String = lossy.chars().take(SHOWN).collect();
    let dots = if shown.len() < text.len().min(lossy.len()) || text.len() > 4 * SHOWN {
        "..."
    } else {
        ""
    };
    format!("{shown:?}{dots}")
}
