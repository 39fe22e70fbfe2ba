//! CSV and TSV edge lists.
//!
//! A row is `from,to` or `from,to,colour`. `v,` (the second field empty)
//! declares the vertex `v` without an arc, and `v,,W` (`L`, `D`) a terminal
//! with a result for the player to move there. Fields may be quoted as in
//! RFC 4180, even over several lines; blanks around unquoted fields do not
//! count; blank lines are skipped.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr2};
use upstar_core::arcs::{Colour, TerminalResult};

use super::collect::Collector;
use super::{Header, ReadOptions};
use crate::FileError;
use crate::error::quoted;
use crate::fast::integer_pairs;
use crate::scan::Scanner;

/// How many arcs between integers are parsed before they are numbered: two
/// short loops run faster than one long one.
const BLOCK: usize = 1 << 10;

pub(super) fn read(
    scanner: &mut Scanner,
    delimiter: u8,
    options: &ReadOptions,
    collector: &mut Collector<'_>,
) -> Result<(), FileError> {
    scanner.refuse_binary(if delimiter == b',' { "csv" } else { "tsv" })?;
    let mut reader = Rows::new(delimiter);
    let mut first = true;
    let mut pairs = Vec::with_capacity(BLOCK);
    loop {
        // Lines of two plain integers, as many as there are in a row.
        if !first && collector.is_integers() {
            loop {
                let (window, length) = scanner.padded_window();
                let read = integer_pairs(window, length, BLOCK, &mut pairs, |b| b == delimiter);
                scanner.consume(read);
                collector.integer_arcs(&pairs)?;
                if pairs.len() < BLOCK {
                    break;
                }
            }
        }
        // Then one row of any kind.
        let Some(length) = reader.next(scanner)? else {
            return Ok(());
        };
        let header = first
            && match options.header {
                Header::Present => true,
                Header::Absent => false,
                Header::Guess => reader.is_header(scanner),
            };
        if !reader.is_blank() {
            first = false;
        }
        if !header {
            reader.row(scanner, collector)?;
        }
        scanner.consume(length);
    }
}

/// One field: where it stands in the window, without quotes, and whether it
/// was quoted and holds doubled quotes.
#[derive(Clone, Debug)]
struct Field {
    range: Range<usize>,
    quoted: bool,
    doubled: bool,
}

/// Splits the window into rows.
pub(crate) struct Rows {
    delimiter: u8,
    fields: Vec<Field>,
}

/// More fields than this in one row are not kept apart.
const MOST_FIELDS: usize = 64;

impl Rows {
    pub(crate) fn new(delimiter: u8) -> Rows {
        Rows { delimiter, fields: Vec::new() }
    }

    /// Splits the row at the beginning of the window into fields. Its length
    /// with the line feed; none at the end of the input.
    pub(crate) fn next(&mut self, scanner: &mut Scanner) -> Result<Option<usize>, FileError> {
        let Some(mut end) = scanner.line_end(0)? else {
            return Ok(None);
        };
        self.fields.clear();
        let mut at = 0;
        loop {
            // A field begins at `at`.
            let window = scanner.window();
            let mut start = at;
            while matches!(window[start], b' ' | b'\t') && window[start] != self.delimiter {
                start += 1;
            }
            let field = if window[start] == b'"' {
                let field = quoted_field(scanner, start, &mut end)?;
                at = field.range.end + 1;
                field
            } else {
                let rest = &window[start..end];
                let length = memchr(self.delimiter, rest).unwrap_or(rest.len());
                at = start + length;
                let kept = window[start..at].trim_ascii_end().len();
                Field { range: start..start + kept, quoted: false, doubled: false }
            };
            let window = scanner.window();
            while matches!(window[at], b' ' | b'\t' | b'\r') && window[at] != self.delimiter {
                at += 1;
            }
            if at < end && window[at] != self.delimiter {
                return Err(scanner.error(
                    at,
                    format!("{} after a quoted field", quoted(&window[at..end])),
                    "the end of the line or a delimiter",
                ));
            }
            if self.fields.len() < MOST_FIELDS {
                self.fields.push(field);
            }
            if at >= end {
                return Ok(Some(end + 1));
            }
            at += 1;
        }
    }

    /// Whether the row is a blank line.
    pub(crate) fn is_blank(&self) -> bool {
        matches!(&self.fields[..], [field] if field.range.is_empty() && !field.quoted)
    }

    /// How many fields the row has.
    pub(crate) fn len(&self) -> usize {
        self.fields.len()
    }

    /// Where a field of the row begins in the window.
    pub(crate) fn start(&self, field: usize) -> usize {
        self.fields[field].range.start
    }

    /// Whether a field is empty and not quoted.
    pub(crate) fn is_empty(&self, field: usize) -> bool {
        self.fields[field].range.is_empty() && !self.fields[field].quoted
    }

    /// The text of a field of the row.
    pub(crate) fn text<'s>(
        &self,
        scanner: &'s Scanner,
        field: usize,
    ) -> Result<Cow<'s, str>, FileError> {
        let field = &self.fields[field];
        let text = scanner.text(field.range.start, field.range.end)?;
        Ok(if field.doubled { Cow::Owned(text.replace("\"\"", "\"")) } else { Cow::Borrowed(text) })
    }

    fn is_header(&self, scanner: &Scanner) -> bool {
        let is = |field: usize, names: &[&str]| {
            self.text(scanner, field)
                .is_ok_and(|text| names.iter().any(|name| name.eq_ignore_ascii_case(&text)))
        };
        let pair = |from: &str, to: &str| is(0, &[from]) && is(1, &[to]);
        (2..=3).contains(&self.len())
            && (pair("from", "to") || pair("source", "target") || pair("src", "dst"))
            && (self.len() == 2 || is(2, &["colour", "color"]))
    }

    /// Passes the row on.
    fn row(&self, scanner: &Scanner, collector: &mut Collector<'_>) -> Result<(), FileError> {
        if self.is_blank() {
            return Ok(());
        }
        let name = |field: usize| self.text(scanner, field);
        if self.is_empty(0) {
            return Err(scanner.error(
                self.start(0),
                "an empty first field",
                "the vertex where the arc begins",
            ));
        }
        let from = name(0)?;
        if self.len() == 1 {
            let (delimiter, row) = match self.delimiter {
                b',' => (",", "from,to or from,to,colour"),
                _ => ("\t", "from and to with a tab between them"),
            };
            let alone = format!("{from}{delimiter}");
            return Err(scanner.error(
                self.start(0),
                format!("one field, {}", quoted(from.as_bytes())),
                format!("{row} ({alone:?} declares a vertex without arcs)"),
            ));
        }
        if self.len() > 3 {
            return Err(scanner.error(
                self.start(3),
                format!("a row of {} or more fields", self.len()),
                "two (from, to) or three (from, to, colour)",
            ));
        }
        let from = collector.vertex(&from)?;
        if self.is_empty(1) {
            if self.len() == 3 && !self.is_empty(2) {
                let result: TerminalResult =
                    name(2)?.parse().map_err(|e| self.unknown(scanner, e))?;
                collector.terminal(from, result, scanner.line());
            }
            return Ok(());
        }
        let to = collector.vertex(&name(1)?)?;
        let colour: Colour = match self.len() {
            2 => Colour::Both,
            _ => name(2)?.parse().map_err(|e| self.unknown(scanner, e))?,
        };
        collector.arc(from, to, colour)
    }

    fn unknown(&self, scanner: &Scanner, error: upstar_core::arcs::UnknownWord) -> FileError {
        unknown_word(scanner, self.start(2), error)
    }
}

/// An unknown colour or result at a place in the window.
pub(super) fn unknown_word(
    scanner: &Scanner,
    at: usize,
    error: upstar_core::arcs::UnknownWord,
) -> FileError {
    let found = format!("unknown {} {}", error.what, quoted(error.found.as_bytes()));
    scanner.error(at, found, error.expected)
}

/// The quoted field that begins at `start`; `end` is the end of its line and
/// moves on if the field does.
fn quoted_field(scanner: &mut Scanner, start: usize, end: &mut usize) -> Result<Field, FileError> {
    let mut at = start + 1;
    let mut doubled = false;
    loop {
        match memchr2(b'"', b'\n', &scanner.window()[at..]) {
            Some(length) if scanner.window()[at + length] == b'"' => {
                at += length;
                if scanner.window()[at + 1] != b'"' {
                    return Ok(Field { range: start + 1..at, quoted: true, doubled });
                }
                doubled = true;
                at += 2;
            }
            // A line feed, which belongs to the field.
            _ => match scanner.line_end(*end + 1)? {
                Some(next) => {
                    at = *end + 1;
                    *end = next;
                }
                None => {
                    return Err(scanner.error(
                        start,
                        "a quote that is not closed",
                        "a second quote",
                    ));
                }
            },
        }
    }
}
