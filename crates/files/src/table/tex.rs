//! Tables as LaTeX: one `tabular`, with values as maths and special characters of LaTeX escaped.

use std::io::{self, Write};

use upstar_core::{LATEX_MACROS, latex, latex_text};

use super::batch::{Batch, Cell, Kind, Schema};

pub(super) fn write_header(out: &mut impl Write, schema: &Schema) -> io::Result<()> {
    if schema.columns().iter().any(|column| column.is_value) {
        writeln!(out, "{LATEX_MACROS}")?;
    }
    let columns: String =
        schema.columns().iter().map(|c| if c.kind == Kind::Text { 'l' } else { 'r' }).collect();
    writeln!(out, "\\begin{{tabular}}{{{columns}}}\n\\hline")?;
    let names = schema.columns().iter().map(|column| latex_text(&column.name));
    writeln!(out, "{} \\\\\n\\hline", names.collect::<Vec<_>>().join(" & "))
}

pub(super) fn write_rows(out: &mut impl Write, batch: &Batch, schema: &Schema) -> io::Result<()> {
    let last = batch.columns.len() - 1;
    batch.for_each_cell(|column, cell| {
        match cell {
            Cell::Empty => {}
            Cell::Text("") => {}
            Cell::Text(text) if schema.columns()[column].is_value => {
                write!(out, "${}$", latex(text))?;
            }
            Cell::Text(text) => out.write_all(latex_text(text).as_bytes())?,
            Cell::U64(n) => write!(out, "{n}")?,
            Cell::I64(n) => write!(out, "${n}$")?,
        }
        out.write_all(if column == last { b" \\\\\n" } else { b" & " })
    })
}

pub(super) fn write_end(out: &mut impl Write) -> io::Result<()> {
    out.write_all(b"\\hline\n\\end{tabular}\n")
}
