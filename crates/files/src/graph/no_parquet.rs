//! The replacement for Parquet graphs in a build without Parquet.

use std::ops::Range;
use std::path::Path;

use upstar_core::Budget;

use super::collect::Collector;
use super::writer::Writer;
use crate::compression::left_out;
use crate::scan::Scanner;
use crate::{FileError, Output, Result};

pub(super) fn read(
    scanner: Scanner,
    _: Option<&Path>,
    _: &mut Collector<'_>,
    _: &Budget,
) -> Result {
    Err(FileError::read(scanner.name(), left_out("Parquet files", "parquet")))
}

pub(super) fn row_groups(path: &Path) -> Result<Vec<u64>> {
    Err(FileError::read(&path.display().to_string(), left_out("Parquet files", "parquet")))
}

pub(super) fn read_groups(path: &Path, _: Range<usize>, _: &mut Collector<'_>) -> Result {
    row_groups(path).map(|_| ())
}

pub(super) fn write(_: &mut Writer<'_>, output: Output) -> Result<Output> {
    Err(output.error(left_out("Parquet files", "parquet")))
}

pub(super) fn rows(_: &Path) -> Option<u64> {
    None
}

pub(super) fn largest_name(_: &Path) -> Option<u64> {
    None
}
