//! The fields of a row of CSV or TSV.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr2};

use crate::Result;
use crate::error::quoted;
use crate::scan::Scanner;

/// A field: its place in the window, without quotes, and whether it was quoted and has doubled
/// quotes.
#[derive(Clone, Debug)]
struct Field {
    range: Range<usize>,
    quoted: bool,
    doubled: bool,
}

/// Splits the rows of a window into fields.
pub(crate) struct Fields {
    delimiter: u8,
    fields: Vec<Field>,
}

/// The largest number of fields in a row that are kept separate.
const MOST_FIELDS: usize = 64;

impl Fields {
    pub(crate) fn new(delimiter: u8) -> Fields {
        Fields { delimiter, fields: Vec::new() }
    }

    /// Splits the row at the beginning of the window into fields. Returns its length with the line
    /// feed, or none at the end of the input.
    pub(crate) fn next(&mut self, scanner: &mut Scanner) -> Result<Option<usize>> {
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

    /// The number of fields of the row.
    pub(crate) fn len(&self) -> usize {
        self.fields.len()
    }

    /// The place in the window where a field of the row begins.
    pub(crate) fn start(&self, field: usize) -> usize {
        self.fields[field].range.start
    }

    /// Whether a field is empty and not quoted.
    pub(crate) fn is_empty(&self, field: usize) -> bool {
        self.fields[field].range.is_empty() && !self.fields[field].quoted
    }

    /// Whether a field is in quotes.
    pub(crate) fn is_quoted(&self, field: usize) -> bool {
        self.fields[field].quoted
    }

    /// The text of a field of the row.
    pub(crate) fn text<'s>(&self, scanner: &'s Scanner, field: usize) -> Result<Cow<'s, str>> {
        let field = &self.fields[field];
        let text = scanner.text(field.range.start, field.range.end)?;
        Ok(if field.doubled { Cow::Owned(text.replace("\"\"", "\"")) } else { Cow::Borrowed(text) })
    }
}

/// The quoted field that begins at `start`. `end` is the end of its line and moves on if the field
/// continues on later lines.
fn quoted_field(scanner: &mut Scanner, start: usize, end: &mut usize) -> Result<Field> {
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
            // The line feed belongs to the field.
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
