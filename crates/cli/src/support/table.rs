//! Tables: `-o FILE` and `--format`.

use std::path::{Path, PathBuf};

use clap::Args;
use upstar_core::Budget;
use upstar_files::table::{Batch, Column, Format, Kind, RowWriter, Schema};

use super::Failure;
use crate::support::Result;

/// The options of commands that write a table if it is requested.
#[derive(Debug, Args)]
pub(crate) struct TableArgs {
    /// Write a table to this file (.csv, .json, .parquet or .tex); `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// The format of the table, if the file name does not determine it
    #[arg(long, value_name = "FORMAT", requires = "output")]
    pub(crate) format: Option<Format>,
}

impl TableArgs {
    /// The requested table.
    pub(crate) fn requested(&self) -> Result<Option<Table>> {
        Table::requested(self.output.as_deref(), self.format)
    }

    /// Whether the table goes to standard output, so that answers go to standard error.
    pub(crate) fn is_standard_output(&self) -> bool {
        self.output.as_deref() == Some(Path::new("-"))
    }
}

/// A column of texts. Under these names they are values or numbers.
pub(crate) fn text_column(name: &str) -> Column {
    if ["value", "mean", "temperature", "birthday", "form"].contains(&name) {
        Column::value(name)
    } else {
        Column::new(name, Kind::Text)
    }
}

/// A table that the user requested.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) path: PathBuf,
    pub(crate) format: Format,
}

impl Table {
    /// The table to be written to `output`, if any, in `format`. By default the file name
    /// determines the format; for standard output it is CSV.
    pub(crate) fn requested(
        output: Option<&Path>,
        format: Option<Format>,
    ) -> Result<Option<Table>> {
        let Some(path) = output else { return Ok(None) };
        let format = match format {
            Some(format) => format,
            None if path == Path::new("-") => Format::Csv,
            None => Format::of_name(path).map_err(Failure::input)?,
        };
        #[cfg(not(feature = "parquet"))]
        if format == Format::Parquet {
            return Err(super::absent("Parquet", "parquet"));
        }
        Ok(Some(Table { path: path.to_owned(), format }))
    }

    /// Writes the rows produced by `fill`. The file appears under its name only when it is
    /// complete; on an error nothing is written.
    pub(crate) fn write(
        &self,
        schema: &Schema,
        metadata: &[(String, String)],
        budget: &Budget,
        fill: impl FnOnce(&mut Rows) -> Result,
    ) -> Result {
        let rows = RowWriter::create(&self.path, self.format, schema, metadata, budget)?;
        let mut rows = Rows(rows);
        fill(&mut rows)?;
        Ok(rows.0.finish()?)
    }
}

/// Receives the rows of a table one by one.
pub(crate) struct Rows(RowWriter);

impl Rows {
    /// One row: `push` appends one cell to each column.
    pub(crate) fn row(&mut self, push: impl FnOnce(&mut Batch)) -> Result {
        Ok(self.0.row(push)?)
    }
}
