//! Tables written row by row.

use std::path::Path;

use upstar_core::{Budget, Ticker};

use super::batch::{Batch, Schema};
use super::writer::{Format, TableWriter};
use crate::{Compression, Output, Result};

/// Rows between two writes. This limits the memory of a table.
const BATCH: usize = 1 << 16;

/// Takes the rows of a table one by one, under a budget.
///
/// Nothing appears under the table's name before [`RowWriter::finish`], or at all after an error.
pub struct RowWriter {
    writer: TableWriter,
    batch: Batch,
    ticker: Ticker,
}

impl RowWriter {
    /// Opens a table as [`TableWriter::create`] does.
    ///
    /// # Errors
    /// [`FileError::Write`](crate::FileError::Write) if the file cannot be created.
    pub fn create(
        path: &Path,
        format: Format,
        schema: &Schema,
        metadata: &[(String, String)],
        budget: &Budget,
    ) -> Result<RowWriter> {
        let writer = TableWriter::create(path, format, schema, metadata)?;
        Ok(RowWriter { writer, batch: Batch::new(schema), ticker: budget.ticker() })
    }

    /// Opens a CSV table in memory, which [`RowWriter::finish_memory`] returns.
    ///
    /// # Errors
    /// None that memory can have.
    pub fn in_memory(schema: &Schema, budget: &Budget) -> Result<RowWriter> {
        let output = Output::memory(Compression::None);
        let writer = TableWriter::to_output(output, Format::Csv, schema, &[])?;
        Ok(RowWriter { writer, batch: Batch::new(schema), ticker: budget.ticker() })
    }

    /// Adds one row: `push` appends one cell to each column.
    ///
    /// # Errors
    /// [`FileError::Write`](crate::FileError::Write); a budget that is used up.
    pub fn row(&mut self, push: impl FnOnce(&mut Batch)) -> Result {
        push(&mut self.batch);
        self.ticker.tick(1)?;
        if self.batch.rows() >= BATCH {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result {
        self.writer.write(&self.batch)?;
        self.batch.clear();
        Ok(())
    }

    /// Ends the table and gives the file its final name.
    ///
    /// # Errors
    /// [`FileError::Write`](crate::FileError::Write). A file that had the name before is then
    /// unchanged.
    pub fn finish(mut self) -> Result {
        self.flush()?;
        self.writer.finish()
    }

    /// As [`RowWriter::finish`], for a table in memory.
    ///
    /// # Errors
    /// As [`RowWriter::finish`].
    pub fn finish_memory(mut self) -> Result<Vec<u8>> {
        self.flush()?;
        self.writer.finish_memory()
    }
}
