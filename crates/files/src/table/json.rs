//! Tables as JSON: an array with one object per row.

use std::io::{self, Write};

use super::batch::{Batch, Cell, Schema};

/// Writes the rows. `first` tells whether no row was written before.
pub(super) fn write_rows(
    out: &mut impl Write,
    schema: &Schema,
    batch: &Batch,
    first: &mut bool,
) -> io::Result<()> {
    let last = batch.columns.len() - 1;
    let mut integer = itoa::Buffer::new();
    let mut keys = Vec::new();
    for column in schema.columns() {
        let mut key = serde_json::to_vec(&column.name)?;
        key.push(b':');
        keys.push(key);
    }
    batch.for_each_cell(|column, cell| {
        if column == 0 {
            out.write_all(if *first { b"\n{" } else { b",\n{" })?;
            *first = false;
        } else {
            out.write_all(b",")?;
        }
        out.write_all(&keys[column])?;
        match cell {
            Cell::Empty => out.write_all(b"null")?,
            Cell::Text(text) => serde_json::to_writer(&mut *out, text)?,
            Cell::U64(n) => out.write_all(integer.format(n).as_bytes())?,
            Cell::I64(n) => out.write_all(integer.format(n).as_bytes())?,
        }
        if column == last { out.write_all(b"}") } else { Ok(()) }
    })
}
