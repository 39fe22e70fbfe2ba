//! Reads rows of CSV one after another, with places for messages.

use std::borrow::Cow;

use upstar_core::{Budget, Ticker};

use crate::fields::Fields;
use crate::graph::ReadOptions;
use crate::scan::Scanner;
use crate::{Envelope, FileError, Result, Source};

/// Reads CSV (RFC 4180) row by row and skips blank lines.
///
/// ```
/// use upstar_core::Budget;
/// use upstar_files::{Records, Source};
/// let source = Source::bytes("t.csv", "a,\"b,c\"\n\nd,\n");
/// let mut records = Records::open(&source, &Budget::unlimited())?;
/// assert!(records.advance()?);
/// assert_eq!((records.len(), records.text(1)?.as_ref()), (2, "b,c"));
/// assert!(records.advance()?);
/// assert!(records.is_empty(1));
/// assert!(!records.advance()?);
/// # Ok::<(), upstar_files::FileError>(())
/// ```
pub struct Records {
    scanner: Scanner,
    fields: Fields,
    /// The length of the current row, still in the window.
    current: usize,
    ticker: Ticker,
}

impl Records {
    /// Opens a file, which may be compressed.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be read or is binary.
    pub fn open(source: &Source, budget: &Budget) -> Result<Records> {
        let scanner = Scanner::new(source.open(budget)?, ReadOptions::default().longest_line)?;
        scanner.refuse_binary("csv")?;
        Ok(Records { scanner, fields: Fields::new(b','), current: 0, ticker: budget.ticker() })
    }

    /// Reads the first line as an [`Envelope`]. Call this before reading the first row.
    ///
    /// # Errors
    /// [`FileError::Malformed`] if it is not an envelope.
    pub fn envelope(&mut self) -> Result<Envelope> {
        let end = self.scanner.line_end(0)?.unwrap_or(0);
        let envelope = Envelope::read(self.scanner.name(), self.scanner.text(0, end)?)?;
        self.scanner.consume(end + 1);
        Ok(envelope)
    }

    /// Moves to the next row. False at the end.
    ///
    /// # Errors
    /// [`FileError`]; a budget that is used up.
    pub fn advance(&mut self) -> Result<bool> {
        loop {
            self.ticker.tick(1)?;
            self.scanner.consume(self.current);
            self.current = 0;
            match self.fields.next(&mut self.scanner)? {
                None => return Ok(false),
                Some(length) => self.current = length,
            }
            if !self.fields.is_blank() {
                return Ok(true);
            }
        }
    }

    /// The number of fields of the row. At most 64 fields are kept separate.
    #[allow(clippy::len_without_is_empty)] // a row always has a field
    pub fn len(&self) -> usize {
        self.fields.len()
    }

    /// Whether a field is empty and not quoted.
    ///
    /// # Panics
    /// If there is no such field.
    pub fn is_empty(&self, field: usize) -> bool {
        self.fields.is_empty(field)
    }

    /// The text of a field.
    ///
    /// # Errors
    /// [`FileError::Malformed`] if it is not UTF-8.
    ///
    /// # Panics
    /// If there is no such field.
    pub fn text(&self, field: usize) -> Result<Cow<'_, str>> {
        self.fields.text(&self.scanner, field)
    }

    /// The line where the row begins.
    pub fn line(&self) -> u64 {
        self.scanner.line()
    }

    /// An error at a field of the row (or at its end).
    pub fn error(
        &self,
        field: usize,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> FileError {
        let at = if field < self.fields.len() { self.fields.start(field) } else { self.current };
        self.scanner.error(at, found, expected)
    }
}
