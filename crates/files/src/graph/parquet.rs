//! Parquet files with columns `src` and `dst` (or `from` and `to`, `source`
//! and `target`), integers or text, and perhaps `colour` (or `color`), text.
//!
//! As in CSV, a row whose second column is null declares a vertex. Its colour, if there is one, is
//! the result of a terminal.

mod footer;

use std::fs::File;
use std::ops::{Range, RangeBounds};
use std::path::Path;

use parquet::basic::{ConvertedType, LogicalType, Type as Physical};
use parquet::column::reader::ColumnReader;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::reader::{ChunkReader, FileReader, RowGroupReader};
use parquet::file::statistics::Statistics;
use parquet::schema::types::{ColumnDescriptor, SchemaDescriptor};
use upstar_core::Budget;
use upstar_core::arcs::Colour;
use upstar_core::names::{Name, Names};

use self::footer::open;
use super::collect::Collector;
use super::writer::{Entry, Writer};
use crate::error::quoted;
use crate::guard::guarded_reader;
use crate::scan::Scanner;
use crate::table::{Batch, Column, Format, Kind, Schema, TableWriter};
use crate::{FileError, Output, Result};

const EXPECTED: &str = "columns src and dst (or from and to, source and target) of integers or \
                        text, and optionally colour";
const WHOLE: &str = "a whole Parquet file";
/// Rows decoded at a time.
const ROWS: usize = 8192;

/// Reads from `path`, or otherwise from all data of the scanner.
pub(super) fn read(
    scanner: Scanner,
    path: Option<&Path>,
    collector: &mut Collector<'_>,
    budget: &Budget,
) -> Result {
    let name = scanner.name().to_owned();
    match path {
        Some(path) => {
            let file = File::open(path).map_err(|e| FileError::read(&name, e))?;
            guarded_reader(&name, WHOLE, || read_from(file, &name, .., collector))
        }
        None => {
            let (bytes, _lease) = scanner.into_bytes(budget)?;
            guarded_reader(&name, WHOLE, || read_from(bytes, &name, .., collector))
        }
    }
}

/// The number of rows that the file states.
pub(super) fn rows(path: &Path) -> Option<u64> {
    let file = File::open(path).ok()?;
    let name = path.display().to_string();
    let mut rows = None;
    let read = guarded_reader(&name, WHOLE, || {
        let reader = open(file).map_err(damaged(&name))?;
        rows = u64::try_from(reader.metadata().file_metadata().num_rows()).ok();
        Ok(())
    });
    read.ok().and(rows)
}

/// The largest integer among the names of vertices, if the file states it. This needs columns of
/// integers with statistics in all row groups.
pub(super) fn largest_name(path: &Path) -> Option<u64> {
    let file = File::open(path).ok()?;
    let name = path.display().to_string();
    let mut largest = None;
    let read = guarded_reader(&name, WHOLE, || {
        let reader = open(file).map_err(damaged(&name))?;
        let metadata = reader.metadata();
        let columns = column_names(metadata.file_metadata().schema_descr());
        largest = ends(&columns).and_then(|(from, to)| {
            let columns = metadata.row_groups().iter();
            let columns = columns.flat_map(|group| [group.column(from), group.column(to)]);
            columns
                .map(|column| largest_of(column.statistics()?))
                .try_fold(0, |most, here| Some(here?.max(most)))
        });
        Ok(())
    });
    read.ok().and(largest)
}

fn largest_of(statistics: &Statistics) -> Option<u64> {
    match statistics {
        Statistics::Int32(values) => u64::try_from(*values.max_opt()?).ok(),
        Statistics::Int64(values) => u64::try_from(*values.max_opt()?).ok(),
        _ => None,
    }
}

fn column_names(schema: &SchemaDescriptor) -> Vec<String> {
    schema.columns().iter().map(|c| c.path().string().to_ascii_lowercase()).collect()
}

/// The columns of the tails and of the heads of arcs.
fn ends(columns: &[String]) -> Option<(usize, usize)> {
    let find = |name: &str| columns.iter().position(|c| c == name);
    let pairs = [("src", "dst"), ("from", "to"), ("source", "target")];
    pairs.iter().find_map(|(from, to)| find(from).zip(find(to)))
}

fn damaged(name: &str) -> impl Fn(ParquetError) -> FileError + '_ {
    move |error| FileError::malformed(name, 0, 0, error.to_string(), WHOLE)
}

/// The number of rows of each row group of a file.
pub(super) fn row_groups(path: &Path) -> Result<Vec<u64>> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|e| FileError::read(&name, e))?;
    let mut rows = Vec::new();
    guarded_reader(&name, WHOLE, || {
        let reader = open(file).map_err(damaged(&name))?;
        let groups = reader.metadata().row_groups().iter();
        rows = groups.map(|group| u64::try_from(group.num_rows()).unwrap_or(0)).collect();
        Ok(())
    })?;
    Ok(rows)
}

/// Reads some of the row groups of a file.
pub(super) fn read_groups(
    path: &Path,
    groups: Range<usize>,
    collector: &mut Collector<'_>,
) -> Result {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|e| FileError::read(&name, e))?;
    guarded_reader(&name, WHOLE, || read_from(file, &name, groups, collector))
}

fn read_from<C: ChunkReader + 'static>(
    file: C,
    name: &str,
    groups: impl RangeBounds<usize>,
    collector: &mut Collector<'_>,
) -> Result {
    let reader = open(file).map_err(damaged(name))?;
    let schema = reader.metadata().file_metadata().schema_descr_ptr();
    let columns = column_names(&schema);
    let find = |names: &[&str]| columns.iter().position(|c| names.contains(&c.as_str()));
    let Some((from, to)) = ends(&columns) else {
        let found = format!("the columns {}", quoted(columns.join(", ").as_bytes()));
        return Err(FileError::malformed(name, 0, 0, found, EXPECTED));
    };
    let colour = find(&["colour", "color"]);
    let mut row = 0_u64;
    let mut pairs = Vec::with_capacity(ROWS);
    for index in 0..reader.num_row_groups() {
        if !groups.contains(&index) {
            let rows = reader.metadata().row_group(index).num_rows();
            row += u64::try_from(rows).unwrap_or(0);
            continue;
        }
        let group = reader.get_row_group(index).map_err(damaged(name))?;
        let open = |column: usize, text_only: bool| {
            ColumnRows::open(&*group, column, schema.column(column).as_ref(), name, text_only)
        };
        let mut from = open(from, false)?;
        let mut to = open(to, false)?;
        let mut colour = colour.map(|column| open(column, true)).transpose()?;
        loop {
            let rows = from.read(name)?;
            let counts = [to.read(name)?, colour.as_mut().map_or(Ok(rows), |c| c.read(name))?];
            if counts != [rows, rows] {
                let found = "columns of different lengths";
                return Err(FileError::malformed(name, 0, 0, found, WHOLE));
            }
            if rows == 0 {
                break;
            }
            if colour.as_ref().is_none_or(ColumnRows::is_empty) && pair_up(&from, &to, &mut pairs) {
                collector.integer_arcs(&pairs)?;
                row += rows as u64;
                continue;
            }
            for i in 0..rows {
                row += 1;
                let place = Spot { name, row };
                let source = match from.get(i, place)? {
                    None => return Err(from.wrong(place, "an empty cell", "the name of a vertex")),
                    Some(cell) => vertex(&cell, collector)?,
                };
                let word = match &colour {
                    None => None,
                    Some(cells) => cells.get(i, place)?,
                };
                let word = match &word {
                    Some(Cell::Text(text)) => text,
                    _ => "",
                };
                match to.get(i, place)? {
                    None if word.is_empty() => {}
                    None => {
                        let result = word.parse().map_err(|e| place.unknown(e))?;
                        collector.terminal(source, result, 0);
                    }
                    Some(cell) => {
                        let target = vertex(&cell, collector)?;
                        let colour = collector.colour(word).map_err(|e| place.unknown(e))?;
                        collector.arc(source, target, colour)?;
                    }
                }
            }
        }
    }
    Ok(())
}

/// Collects the arcs in the rows of two columns. False unless all cells are integers from 0 on.
fn pair_up(from: &ColumnRows, to: &ColumnRows, pairs: &mut Vec<(u64, u64)>) -> bool {
    pairs.clear();
    let added = from.each_integer(|_, n| pairs.push((n, 0)));
    added && to.each_integer(|i, n| pairs[i].1 = n)
}

/// The row of an error.
#[derive(Clone, Copy)]
struct Spot<'a> {
    name: &'a str,
    row: u64,
}

impl Spot<'_> {
    fn unknown(self, error: upstar_core::arcs::UnknownWord) -> FileError {
        let found = format!(
            "unknown {} {} in row {}",
            error.what,
            quoted(error.found.as_bytes()),
            self.row
        );
        FileError::malformed(self.name, 0, 0, found, error.expected)
    }
}

enum Cell<'a> {
    Integer(u64),
    Negative(i64),
    Text(&'a str),
}

fn vertex(cell: &Cell<'_>, collector: &mut Collector<'_>) -> Result<u32> {
    match cell {
        Cell::Integer(n) => collector.integer(*n),
        Cell::Negative(n) => collector.vertex(&n.to_string()),
        Cell::Text(text) => collector.vertex(text),
    }
}

/// Some rows of one column.
struct ColumnRows {
    column: String,
    reader: ColumnReader,
    unsigned: bool,
    nullable: bool,
    levels: Vec<i16>,
    /// For each row the place of its value. Not used if no cell is null.
    places: Vec<u32>,
    values: Values,
}

enum Values {
    Small(Vec<i32>),
    Large(Vec<i64>),
    Text(Vec<ByteArray>),
}

impl ColumnRows {
    fn open(
        group: &dyn RowGroupReader,
        index: usize,
        descriptor: &ColumnDescriptor,
        name: &str,
        text_only: bool,
    ) -> Result<ColumnRows> {
        let column = descriptor.path().string();
        let values = match descriptor.physical_type() {
            Physical::INT32 if !text_only => Some(Values::Small(Vec::new())),
            Physical::INT64 if !text_only => Some(Values::Large(Vec::new())),
            Physical::BYTE_ARRAY => Some(Values::Text(Vec::new())),
            _ => None,
        };
        let flat = descriptor.max_rep_level() == 0
            && descriptor.max_def_level() <= 1
            && descriptor.path().parts().len() == 1;
        let Some(values) = values.filter(|_| flat) else {
            let found = format!("column {column} of type {}", descriptor.physical_type());
            return Err(FileError::malformed(name, 0, 0, found, EXPECTED));
        };
        let unsigned = matches!(
            descriptor.converted_type(),
            ConvertedType::UINT_8
                | ConvertedType::UINT_16
                | ConvertedType::UINT_32
                | ConvertedType::UINT_64
        ) || matches!(
            descriptor.logical_type_ref(),
            Some(LogicalType::Integer(kind)) if !kind.is_signed
        );
        Ok(ColumnRows {
            column,
            reader: group.get_column_reader(index).map_err(damaged(name))?,
            unsigned,
            nullable: descriptor.max_def_level() > 0,
            levels: Vec::new(),
            places: Vec::new(),
            values,
        })
    }

    /// Decodes the next rows and returns their number.
    fn read(&mut self, name: &str) -> Result<usize> {
        self.levels.clear();
        let levels = self.nullable.then_some(&mut self.levels);
        let read = match (&mut self.reader, &mut self.values) {
            (ColumnReader::Int32ColumnReader(reader), Values::Small(values)) => {
                values.clear();
                reader.read_records(ROWS, levels, None, values)
            }
            (ColumnReader::Int64ColumnReader(reader), Values::Large(values)) => {
                values.clear();
                reader.read_records(ROWS, levels, None, values)
            }
            (ColumnReader::ByteArrayColumnReader(reader), Values::Text(values)) => {
                values.clear();
                reader.read_records(ROWS, levels, None, values)
            }
            _ => unreachable!("the types were compared before"),
        };
        let (rows, values, _) = read.map_err(damaged(name))?;
        if self.nullable {
            self.places.clear();
            let mut next = 0;
            for &level in &self.levels {
                self.places.push(if level > 0 { next } else { u32::MAX });
                next += u32::from(level > 0);
            }
            if next as usize != values || self.levels.len() != rows {
                let found = format!("column {} with {values} values in {rows} rows", self.column);
                return Err(FileError::malformed(name, 0, 0, found, WHOLE));
            }
        }
        Ok(rows)
    }

    /// Whether all cells are null.
    fn is_empty(&self) -> bool {
        self.nullable && self.levels.iter().all(|&level| level == 0)
    }

    /// Calls `each` with the rows and their integers. Stops and returns false at a cell that is
    /// null, negative or text.
    fn each_integer(&self, mut each: impl FnMut(usize, u64)) -> bool {
        if self.nullable && self.levels.contains(&0) {
            return false;
        }
        match &self.values {
            Values::Small(values) if self.unsigned || values.iter().all(|&n| n >= 0) => {
                let values = values.iter().map(|n| u64::from(n.cast_unsigned()));
                values.enumerate().for_each(|(i, n)| each(i, n));
                true
            }
            Values::Large(values) if self.unsigned || values.iter().all(|&n| n >= 0) => {
                values.iter().enumerate().for_each(|(i, n)| each(i, n.cast_unsigned()));
                true
            }
            _ => false,
        }
    }

    fn wrong(&self, place: Spot<'_>, found: &str, expected: &str) -> FileError {
        let found = format!("{found} in row {} of column {}", place.row, self.column);
        FileError::malformed(place.name, 0, 0, found, expected)
    }

    fn get(&self, row: usize, place: Spot<'_>) -> Result<Option<Cell<'_>>> {
        let at = if self.nullable {
            match self.places[row] {
                u32::MAX => return Ok(None),
                at => at as usize,
            }
        } else {
            row
        };
        Ok(Some(match &self.values {
            Values::Small(values) if self.unsigned => {
                Cell::Integer(u64::from(values[at].cast_unsigned()))
            }
            Values::Small(values) => signed(i64::from(values[at])),
            Values::Large(values) if self.unsigned => Cell::Integer(values[at].cast_unsigned()),
            Values::Large(values) => signed(values[at]),
            Values::Text(values) => {
                let text = std::str::from_utf8(values[at].data());
                Cell::Text(text.map_err(|_| self.wrong(place, "bytes that are not UTF-8", "text"))?)
            }
        }))
    }
}

fn signed(n: i64) -> Cell<'static> {
    u64::try_from(n).map_or(Cell::Negative(n), Cell::Integer)
}

pub(super) fn write(writer: &mut Writer<'_>, output: Output) -> Result<Output> {
    let names = writer.graph.names;
    let integers = !matches!(names, Names::Text(_));
    let kind = if integers { Kind::U64 } else { Kind::Text };
    let mut columns = vec![Column::new("src", kind), Column::nullable("dst", kind)];
    let third = writer.graph.arcs.is_coloured() || !writer.graph.terminals.is_empty();
    if third {
        columns.push(Column::nullable("colour", Kind::Text));
    }
    let schema = Schema::new(columns);
    let mut table = TableWriter::to_output(output, Format::Parquet, &schema, &[])?;
    let mut batch = Batch::new(&schema);
    let push = |batch: &mut Batch, column, v| match names.get(v) {
        Name::Integer(n) => batch.push_u64(column, n),
        Name::Text(text) => batch.push_text(column, text),
    };
    writer.each_entry(|v, row| {
        push(&mut batch, 0, v);
        match row {
            Entry::Arc(to, _) => push(&mut batch, 1, to),
            Entry::Vertex | Entry::Result(_) => batch.push_null(1),
        }
        if third {
            match row {
                Entry::Arc(_, Colour::Both) | Entry::Vertex => batch.push_null(2),
                Entry::Arc(_, colour) => batch.push_display(2, &colour),
                Entry::Result(result) => batch.push_display(2, &result),
            }
        }
        if batch.rows() >= ROWS {
            table.write(&batch)?;
            batch.clear();
        }
        Ok(())
    })?;
    table.write(&batch)?;
    table.close()
}
