//! The replacement for Parquet tables in a build without Parquet.

use std::io;

use super::batch::{Batch, Schema};
use crate::Output;
use crate::compression::left_out;

/// A type without values.
pub(super) enum ParquetTable {}

impl ParquetTable {
    pub(super) fn new(_: Output, _: &Schema, _: &[(String, String)]) -> io::Result<ParquetTable> {
        Err(left_out("Parquet files", "parquet"))
    }

    pub(super) fn write(&mut self, _: &Batch) -> io::Result<()> {
        match *self {}
    }

    pub(super) fn finish(self) -> io::Result<Output> {
        match self {}
    }
}
