//! What can go wrong with a file.

use std::io;
use std::path::Path;

use upstar_core::names::TooManyNames;
use upstar_core::{Exhausted, Place};

/// Why a file could not be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system refused to open or read a file.
    #[error("cannot read {name}: {source}")]
    Read {
        /// The file's name, or `standard input`.
        name: String,
        /// What the system said.
        source: io::Error,
    },
    /// The system refused to create, write or rename a file. What stood
    /// under that name before is unchanged.
    #[error("cannot write {name}: {source}")]
    Write {
        /// The file's name, or `standard output`.
        name: String,
        /// What the system said.
        source: io::Error,
    },
    /// The content is not what it should be.
    #[error("{0}")]
    Malformed(Box<Malformed>),
    /// A format, an option or a combination of them that does not exist.
    #[error("{0}")]
    Unsupported(String),
    /// The graph cannot be written in the format requested.
    #[error("{name}: {reason}")]
    NotRepresentable {
        /// The file that was to be written.
        name: String,
        /// What the format cannot hold, and which one can.
        reason: String,
    },
    /// More vertices than a `u32` can number.
    #[error("{name}: {source}")]
    TooManyNames {
        /// The file's name.
        name: String,
        /// The limit.
        source: TooManyNames,
    },
    /// The budget ran out.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// Whoever received the arcs refused them.
    #[error("{0}")]
    Sink(Box<dyn std::error::Error + Send + Sync>),
}

/// Content that is not what it should be: where, what was found, and what
/// would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The file, and the line and column (from 1; columns count bytes) where
    /// they are known.
    pub place: Place,
    /// What was found there.
    pub found: String,
    /// What would be right; may be empty.
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
    /// Content of `name` that is not what it should be, at a line and column
    /// from 1 (0: not known).
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

    /// The error that a question is about graphs without owners.
    pub fn owners(name: &str) -> FileError {
        FileError::Unsupported(format!(
            "{name}: the vertices have owners; such a game is solved by one process with its graph \
             in memory, for an objective such as parity"
        ))
    }

    /// The same error where `lines` lines stand before those that were counted.
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

    /// Whether the reader of our output went away, which is no error for a
    /// command in a pipeline.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, FileError::Write { source, .. }
            if source.kind() == io::ErrorKind::BrokenPipe)
    }
}

fn output_name(path: &Path) -> String {
    if path == Path::new("-") { "standard output".to_owned() } else { path.display().to_string() }
}

/// At most the first 40 characters of what was found, in quotes, control
/// characters escaped: for messages.
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
