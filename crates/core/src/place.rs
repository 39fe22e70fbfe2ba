//! Places in an input.

use std::fmt;
use std::ops::Range;

/// The place of an error: file, line and column, bytes, vertex.
///
/// Every field is optional; a reader fills in what it knows.
///
/// ```
/// use upstar_core::Place;
///
/// let place = Place::default().in_file("g.csv").at_line(3).at_column(7);
/// assert_eq!(place.to_string(), "g.csv:3:7");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The name of the file, as the user gave it; `-` is standard input.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<u64>,
    /// The column in characters, from 1.
    pub column: Option<u64>,
    /// The bytes of the input.
    pub span: Option<Range<usize>>,
}

impl Place {
    /// The same place, in the file called `file`.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<String>) -> Self {
        self.file = Some(file.into());
        self
    }

    /// The same place, at `line` (from 1).
    #[must_use]
    pub fn at_line(mut self, line: u64) -> Self {
        self.line = Some(line);
        self
    }

    /// The same place, at `column` (from 1).
    #[must_use]
    pub fn at_column(mut self, column: u64) -> Self {
        self.column = Some(column);
        self
    }

    /// The same place, with the bytes `span`.
    #[must_use]
    pub fn with_span(mut self, span: Range<usize>) -> Self {
        self.span = Some(span);
        self
    }

    /// The place of the bytes `span` in `text`, with line and column.
    ///
    /// A span past the end denotes the end of the text.
    ///
    /// ```
    /// use upstar_core::Place;
    ///
    /// let place = Place::in_text("ab\ncd", 4..5);
    /// assert_eq!((place.line, place.column), (Some(2), Some(2)));
    /// ```
    #[must_use]
    pub fn in_text(text: &str, span: Range<usize>) -> Self {
        let mut start = span.start.min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let before = &text[..start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Place::default()
            .at_line(before.bytes().filter(|&byte| byte == b'\n').count() as u64 + 1)
            .at_column(before[line_start..].chars().count() as u64 + 1)
            .with_span(span)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut written = false;
        if let Some(file) = &self.file {
            write!(f, "{file}")?;
            written = true;
        }
        if let Some(line) = self.line {
            write!(f, "{}{line}", if written { ":" } else { "line " })?;
            if let Some(column) = self.column {
                write!(f, "{}{column}", if written { ":" } else { ", column " })?;
            }
            written = true;
        } else if let Some(column) = self.column {
            write!(f, "{}column {column}", if written { ", " } else { "" })?;
            written = true;
        }
        if !written {
            f.write_str("the input")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_read_as_people_write_them() {
        assert_eq!(Place::default().to_string(), "the input");
        assert_eq!(Place::default().at_line(2).at_column(5).to_string(), "line 2, column 5");
        assert_eq!(Place::default().at_column(5).to_string(), "column 5");
        assert_eq!(Place::default().in_file("a").at_line(1).to_string(), "a:1");
    }

    #[test]
    fn columns_count_characters() {
        let place = Place::in_text("↑↑x", 6..7);
        assert_eq!(place.column, Some(3));
        // A span inside a character or past the end has a place too.
        assert_eq!(Place::in_text("↑↑x", 4..5).column, Some(2));
        assert_eq!(Place::in_text("a\n", 99..100).line, Some(2));
    }
}
