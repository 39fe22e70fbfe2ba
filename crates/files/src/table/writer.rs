//! The writer for all formats of tables.

use std::fmt;
use std::io::Write;
use std::path::Path;
use std::str::FromStr;

use super::batch::{Batch, Schema};
use super::parquet::ParquetTable;
use super::{csv, json, tex};
use crate::{Compression, FileError, Output, Result};

upstar_core::words! {
    /// The formats in which tables are written.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Format {
        /// Comma separated values with a header.
        Csv = "csv",
        /// An array of objects.
        Json = "json",
        /// Apache Parquet, compressed with Zstandard.
        Parquet = "parquet",
        /// A `tabular` of LaTeX.
        Tex = "tex",
    }
    /// The name, which is also the extension of files.
    pub const fn name
}

impl Format {
    /// The format that a file's extension indicates. A further `.gz` or `.zst` is skipped.
    ///
    /// # Errors
    /// [`FileError::Unsupported`] if the extension indicates no format.
    ///
    /// ```
    /// use upstar_files::table::Format;
    /// assert_eq!(Format::of_name("out.csv.gz".as_ref()).unwrap(), Format::Csv);
    /// assert!(Format::of_name("out.xls".as_ref()).is_err());
    /// ```
    pub fn of_name(path: &Path) -> Result<Format> {
        let extension = Compression::strip(path).extension();
        let extension = extension.and_then(|e| e.to_str()).unwrap_or("");
        extension.parse().map_err(|_| {
            FileError::Unsupported(format!(
                "{}: the extension names no table format; expected .csv, .json, \
                 .parquet or .tex",
                path.display()
            ))
        })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = FileError;

    fn from_str(name: &str) -> Result<Format> {
        Format::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name)).ok_or_else(
            || {
                FileError::Unsupported(format!(
                    "unknown table format {name:?}; expected csv, json, parquet or tex"
                ))
            },
        )
    }
}

/// Writes a table batch by batch. Memory is limited by the batch. Parquet also needs a row group of
/// 131072 rows, or the batch if it is larger.
///
/// A file appears under its name only when [`TableWriter::finish`] has succeeded. A file that had
/// the name before is unchanged until then.
///
/// ```
/// use upstar_files::table::{Batch, Column, Format, Kind, Schema, TableWriter};
/// # let directory = tempfile::tempdir().unwrap();
/// # let path = directory.path().join("out.csv");
/// let schema = Schema::new([
///     Column::new("vertex", Kind::Text),
///     Column::nullable("remoteness", Kind::U64),
/// ]);
/// let mut table = TableWriter::create(&path, Format::Csv, &schema, &[])?;
/// let mut batch = Batch::new(&schema);
/// batch.push_text(0, "a,b");
/// batch.push_u64(1, 3);
/// batch.push_text(0, "c");
/// batch.push_null(1);
/// table.write(&batch)?;
/// table.finish()?;
/// assert_eq!(std::fs::read_to_string(&path).unwrap(),
///            "vertex,remoteness\n\"a,b\",3\nc,\n");
/// # Ok::<(), upstar_files::FileError>(())
/// ```
pub struct TableWriter {
    schema: Schema,
    writer: Writer,
    /// The name, for messages after the output has ended.
    name: std::path::PathBuf,
}

enum Writer {
    Csv(Output),
    Json { output: Output, first: bool },
    Parquet(Box<ParquetTable>),
    Tex(Output),
}

impl TableWriter {
    /// Opens `path` (`-`: standard output) for a table with the columns of `schema`. CSV and JSON
    /// are compressed if the name ends in `.gz` or `.zst`. `metadata` goes into the footer of a
    /// Parquet file. The other formats have no place for it.
    ///
    /// # Errors
    /// [`FileError::Write`] if the file cannot be created.
    ///
    /// # Panics
    /// If the schema has no columns.
    pub fn create(
        path: &Path,
        format: Format,
        schema: &Schema,
        metadata: &[(String, String)],
    ) -> Result<TableWriter> {
        let compression = match format {
            // Parquet compresses its pages itself.
            Format::Parquet => Compression::None,
            _ => Compression::of_name(path),
        };
        let output = Output::create_as(path, compression)?;
        TableWriter::to_output(output, format, schema, metadata)
    }

    /// As [`TableWriter::create`], into an output that is already open.
    ///
    /// # Errors
    /// [`FileError::Write`] if the header cannot be written.
    ///
    /// # Panics
    /// If the schema has no columns.
    pub fn to_output(
        mut output: Output,
        format: Format,
        schema: &Schema,
        metadata: &[(String, String)],
    ) -> Result<TableWriter> {
        assert!(!schema.columns().is_empty(), "a table has columns");
        let name = output.path().to_owned();
        let writer = match format {
            Format::Csv => csv::write_header(&mut output, schema).map(|()| Writer::Csv(output)),
            Format::Json => output.write_all(b"[").map(|()| Writer::Json { output, first: true }),
            Format::Parquet => ParquetTable::new(output, schema, metadata)
                .map(|table| Writer::Parquet(Box::new(table))),
            Format::Tex => tex::write_header(&mut output, schema).map(|()| Writer::Tex(output)),
        };
        match writer {
            Ok(writer) => Ok(TableWriter { schema: schema.clone(), writer, name }),
            Err(error) => Err(FileError::write(&name, error)),
        }
    }

    /// Writes the rows of `batch`, which is not changed.
    ///
    /// # Errors
    /// [`FileError::Write`].
    ///
    /// # Panics
    /// If the batch does not belong to the table's schema, or its columns do not have the same
    /// length.
    pub fn write(&mut self, batch: &Batch) -> Result {
        batch.check(&self.schema);
        if batch.rows() == 0 {
            return Ok(());
        }
        match &mut self.writer {
            Writer::Csv(output) => csv::write_rows(output, batch),
            Writer::Json { output, first } => json::write_rows(output, &self.schema, batch, first),
            Writer::Parquet(table) => table.write(batch),
            Writer::Tex(output) => tex::write_rows(output, batch, &self.schema),
        }
        .map_err(|e| FileError::write(&self.name, e))
    }

    /// Ends the table and gives the file its final name.
    ///
    /// # Errors
    /// [`FileError::Write`]. A file that had the name before is then unchanged.
    pub fn finish(self) -> Result {
        self.close()?.finish()
    }

    /// As [`TableWriter::finish`], for an output into memory.
    ///
    /// # Errors
    /// [`FileError::Write`].
    pub fn finish_memory(self) -> Result<Vec<u8>> {
        self.close()?.finish_memory()
    }

    /// Ends the table. The output must still be finished.
    pub(crate) fn close(self) -> Result<Output> {
        let closed = match self.writer {
            Writer::Csv(output) => Ok(output),
            Writer::Json { mut output, first } => {
                output.write_all(if first { b"]\n" } else { b"\n]\n" }).map(|()| output)
            }
            Writer::Parquet(table) => table.finish(),
            Writer::Tex(mut output) => tex::write_end(&mut output).map(|()| output),
        };
        closed.map_err(|e| FileError::write(&self.name, e))
    }
}
