//! Decides when a field of a CSV or TSV file is quoted.

use std::io::{self, Write};

/// Whether a field must be quoted so that reading it gives the same text.
fn needs_quotes(field: &str, delimiter: u8) -> bool {
    let bytes = field.as_bytes();
    let (Some(first), Some(last)) = (bytes.first(), bytes.last()) else {
        return true;
    };
    // Unquoted fields are trimmed, and a byte order mark is skipped.
    first.is_ascii_whitespace()
        || last.is_ascii_whitespace()
        || field.starts_with('\u{feff}')
        || bytes.iter().any(|b| *b == delimiter || matches!(b, b'"' | b'\n' | b'\r'))
}

/// Writes a field, in quotes if it needs them.
pub(crate) fn write_field(out: &mut impl Write, field: &str, delimiter: u8) -> io::Result<()> {
    if !needs_quotes(field, delimiter) {
        return out.write_all(field.as_bytes());
    }
    out.write_all(b"\"")?;
    for (i, part) in field.split('"').enumerate() {
        if i > 0 {
            out.write_all(b"\"\"")?;
        }
        out.write_all(part.as_bytes())?;
    }
    out.write_all(b"\"")
}
