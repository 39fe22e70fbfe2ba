//! Tables as CSV (RFC 4180, but lines end in a line feed).

use std::io::{self, Write};

use super::batch::{Batch, Cell, Schema};
use crate::quoting::write_field;

pub(super) fn write_header(out: &mut impl Write, schema: &Schema) -> io::Result<()> {
    for (i, column) in schema.columns().iter().enumerate() {
        if i > 0 {
            out.write_all(b",")?;
        }
        write_field(out, &column.name, b',')?;
    }
    out.write_all(b"\n")
}

/// Writes the rows. An empty cell is written as nothing, an empty text as `""`.
pub(super) fn write_rows(out: &mut impl Write, batch: &Batch) -> io::Result<()> {
    let last = batch.columns.len() - 1;
    let mut integer = itoa::Buffer::new();
    batch.for_each_cell(|column, cell| {
        match cell {
            Cell::Empty => {}
            Cell::Text(text) => write_field(out, text, b',')?,
            Cell::U64(n) => out.write_all(integer.format(n).as_bytes())?,
            Cell::I64(n) => out.write_all(integer.format(n).as_bytes())?,
        }
        out.write_all(if column == last { b"\n" } else { b"," })
    })
}
