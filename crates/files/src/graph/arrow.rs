//! Arrow IPC, as files and streams, with the same columns as Parquet: `src` and `dst` (or `from`
//! and `to`, `source` and `target`), integers or text, and perhaps `colour` (or `color`), text. A
//! null `dst` declares a vertex, and its colour is then its result.

use std::io;
use std::sync::Arc;

use arrow_array::builder::{StringBuilder, UInt64Builder};
use arrow_array::cast::AsArray;
use arrow_array::types::{
    Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_buffer::Buffer;
use arrow_ipc::convert::try_fb_to_schema;
use arrow_ipc::reader::{FileDecoder, StreamDecoder};
use arrow_ipc::writer::FileWriter;
use arrow_ipc::{Block, root_as_footer};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use upstar_core::Budget;
use upstar_core::arcs::{Colour, UnknownWord};
use upstar_core::names::{Name, Names};

use super::collect::Collector;
use super::writer::{Entry, Writer};
use crate::error::quoted;
use crate::guard::guarded_reader;
use crate::scan::Scanner;
use crate::{FileError, Output, Result};

const EXPECTED: &str = "columns src and dst (or from and to, source and target) of integers or \
                        text, and optionally colour";
const WHOLE: &str = "a whole Arrow IPC file or stream, its batches not compressed";
/// The first and last bytes of a file.
const MAGIC: &[u8] = b"ARROW1";
/// Rows in a written batch.
const ROWS: usize = 1 << 16;

pub(super) fn read(scanner: Scanner, collector: &mut Collector<'_>, budget: &Budget) -> Result {
    let name = scanner.name().to_owned();
    let (bytes, _lease) = scanner.into_bytes(budget)?;
    guarded_reader(&name, WHOLE, || {
        let mut row = 0;
        let mut batch = |batch: &RecordBatch| read_batch(batch, &name, &mut row, collector);
        let file = bytes.starts_with(MAGIC);
        let bytes = Buffer::from(bytes);
        let read =
            if file { read_file(&bytes, &mut batch) } else { read_stream(bytes, &mut batch) };
        read.map_err(|fault| match fault {
            Fault::Content(error) => error,
            Fault::Damaged(found) => FileError::malformed(&name, 0, 0, found, WHOLE),
        })
    })
}

/// The reason why reading ended early.
enum Fault {
    /// Data that the library could not decode.
    Damaged(String),
    /// An error in the content of a batch.
    Content(FileError),
}

impl From<ArrowError> for Fault {
    fn from(error: ArrowError) -> Fault {
        Fault::Damaged(error.to_string())
    }
}

type EachBatch<'a> = dyn FnMut(&RecordBatch) -> Result + 'a;

fn read_stream(mut stream: Buffer, each: &mut EachBatch<'_>) -> Result<(), Fault> {
    let mut decoder = StreamDecoder::new();
    while !stream.is_empty() {
        if let Some(batch) = decoder.decode(&mut stream)? {
            each(&batch).map_err(Fault::Content)?;
        }
    }
    Ok(decoder.finish()?)
}

/// Reads a file by its footer, because some writers omit the schema from the stream that a file
/// contains.
fn read_file(file: &Buffer, each: &mut EachBatch<'_>) -> Result<(), Fault> {
    let cut = || Fault::Damaged("a file whose end is missing or damaged".to_owned());
    let before = file.strip_suffix(MAGIC).ok_or_else(cut)?;
    let (before, length) = before.split_last_chunk::<4>().ok_or_else(cut)?;
    let length = usize::try_from(i32::from_le_bytes(*length)).map_err(|_| cut())?;
    let start = before.len().checked_sub(length).ok_or_else(cut)?;
    let footer = root_as_footer(&before[start..]).map_err(|_| cut())?;
    let schema = try_fb_to_schema(footer.schema().ok_or_else(cut)?)?;
    let mut decoder = FileDecoder::new(Arc::new(schema), footer.version());
    let block = |block: &Block| {
        let [offset, body] = [block.offset(), block.bodyLength()].map(usize::try_from);
        let meta = usize::try_from(block.metaDataLength());
        let (Ok(offset), Ok(body), Ok(meta)) = (offset, body, meta) else { return Err(cut()) };
        let length = body.checked_add(meta).ok_or_else(cut)?;
        let end = offset.checked_add(length).ok_or_else(cut)?;
        if end > start {
            return Err(cut());
        }
        Ok(file.slice_with_length(offset, length))
    };
    for place in footer.dictionaries().iter().flatten() {
        decoder.read_dictionary(place, &block(place)?)?;
    }
    for place in footer.recordBatches().iter().flatten() {
        if let Some(batch) = decoder.read_record_batch(place, &block(place)?)? {
            each(&batch).map_err(Fault::Content)?;
        }
    }
    Ok(())
}

fn read_batch(
    batch: &RecordBatch,
    name: &str,
    row: &mut u64,
    collector: &mut Collector<'_>,
) -> Result {
    let schema = batch.schema();
    let columns: Vec<String> =
        schema.fields().iter().map(|field| field.name().to_ascii_lowercase()).collect();
    let find = |names: &[&str]| columns.iter().position(|c| names.contains(&c.as_str()));
    let pairs = [("src", "dst"), ("from", "to"), ("source", "target")];
    let Some((from, to)) = pairs.iter().find_map(|(from, to)| find(&[from]).zip(find(&[to])))
    else {
        let found = format!("the columns {}", quoted(columns.join(", ").as_bytes()));
        return Err(FileError::malformed(name, 0, 0, found, EXPECTED));
    };
    let (from, to) = (batch.column(from), batch.column(to));
    let colour = find(&["colour", "color"]).map(|column| batch.column(column));
    let wrong =
        |found: String, expected: &str| Err(FileError::malformed(name, 0, 0, found, expected));
    let text_type = |array: &ArrayRef| {
        matches!(array.data_type(), DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
    };
    let vertex_type = |array: &ArrayRef| text_type(array) || array.data_type().is_integer();
    for array in [from, to] {
        if !vertex_type(array) {
            return wrong(format!("a column of vertices of type {}", array.data_type()), EXPECTED);
        }
    }
    if let Some(colour) = colour.filter(|colour| !text_type(colour)) {
        return wrong(format!("a column of colours of type {}", colour.data_type()), EXPECTED);
    }
    for i in 0..batch.num_rows() {
        *row += 1;
        if from.is_null(i) {
            let found = format!("an empty cell in row {row} of the first column");
            return wrong(found, "the name of a vertex");
        }
        let source = vertex(from, i, collector)?;
        let word = colour.filter(|colour| !colour.is_null(i)).map_or("", |colour| text(colour, i));
        let unknown = |error: UnknownWord| {
            let word = quoted(error.found.as_bytes());
            let found = format!("unknown {} {word} in row {row}", error.what);
            FileError::malformed(name, 0, 0, found, error.expected)
        };
        if to.is_null(i) {
            if !word.is_empty() {
                collector.terminal(source, word.parse().map_err(unknown)?, 0);
            }
        } else {
            let target = vertex(to, i, collector)?;
            let colour = collector.colour(word).map_err(unknown)?;
            collector.arc(source, target, colour)?;
        }
    }
    Ok(())
}

/// The text of a cell in a text column.
fn text(array: &ArrayRef, i: usize) -> &str {
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(i),
        DataType::LargeUtf8 => array.as_string::<i64>().value(i),
        _ => array.as_string_view().value(i),
    }
}

fn vertex(array: &ArrayRef, i: usize, collector: &mut Collector<'_>) -> Result<u32> {
    let signed = |n: i64, collector: &mut Collector<'_>| match u64::try_from(n) {
        Ok(n) => collector.integer(n),
        Err(_) => collector.vertex(&n.to_string()),
    };
    match array.data_type() {
        DataType::UInt8 => collector.integer(u64::from(array.as_primitive::<UInt8Type>().value(i))),
        DataType::UInt16 => {
            collector.integer(u64::from(array.as_primitive::<UInt16Type>().value(i)))
        }
        DataType::UInt32 => {
            collector.integer(u64::from(array.as_primitive::<UInt32Type>().value(i)))
        }
        DataType::UInt64 => collector.integer(array.as_primitive::<UInt64Type>().value(i)),
        DataType::Int8 => signed(i64::from(array.as_primitive::<Int8Type>().value(i)), collector),
        DataType::Int16 => signed(i64::from(array.as_primitive::<Int16Type>().value(i)), collector),
        DataType::Int32 => signed(i64::from(array.as_primitive::<Int32Type>().value(i)), collector),
        DataType::Int64 => signed(array.as_primitive::<Int64Type>().value(i), collector),
        _ => collector.vertex(text(array, i)),
    }
}

/// A column of vertices being written.
enum Vertices {
    Integers(UInt64Builder),
    Text(StringBuilder),
}

impl Vertices {
    fn new(integers: bool) -> Vertices {
        if integers {
            Vertices::Integers(UInt64Builder::new())
        } else {
            Vertices::Text(StringBuilder::new())
        }
    }

    fn push(&mut self, name: Option<Name<'_>>) {
        match (self, name) {
            (Vertices::Integers(column), Some(Name::Integer(n))) => column.append_value(n),
            (Vertices::Integers(column), _) => column.append_null(),
            (Vertices::Text(column), Some(name)) => column.append_value(name.to_string()),
            (Vertices::Text(column), None) => column.append_null(),
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Vertices::Integers(column) => Arc::new(column.finish()),
            Vertices::Text(column) => Arc::new(column.finish()),
        }
    }
}

pub(super) fn write(writer: &mut Writer<'_>, output: &mut Output) -> Result {
    let failed = |error: ArrowError| {
        writer.failed(match error {
            ArrowError::IoError(_, error) => error,
            other => io::Error::other(other),
        })
    };
    let names = writer.graph.names;
    let integers = !matches!(names, Names::Text(_));
    let kind = if integers { DataType::UInt64 } else { DataType::Utf8 };
    let third = writer.graph.arcs.is_coloured() || !writer.graph.terminals.is_empty();
    let mut fields = vec![Field::new("src", kind.clone(), false), Field::new("dst", kind, true)];
    if third {
        fields.push(Field::new("colour", DataType::Utf8, true));
    }
    let schema = Arc::new(Schema::new(fields));
    let mut file = FileWriter::try_new(output, &schema).map_err(failed)?;
    let (mut from, mut to) = (Vertices::new(integers), Vertices::new(integers));
    let mut colours = StringBuilder::new();
    let mut rows = 0;
    let mut flush = |from: &mut Vertices, to: &mut Vertices, colours: &mut StringBuilder| {
        let mut columns = vec![from.finish(), to.finish()];
        if third {
            columns.push(Arc::new(colours.finish()));
        }
        let batch = RecordBatch::try_new(schema.clone(), columns)?;
        file.write(&batch)
    };
    writer.each_entry(|v, row| {
        from.push(Some(names.get(v)));
        to.push(match row {
            Entry::Arc(target, _) => Some(names.get(target)),
            Entry::Vertex | Entry::Result(_) => None,
        });
        colours.append_option(match row {
            Entry::Arc(_, Colour::Both) | Entry::Vertex => None,
            Entry::Arc(_, colour) => Some(colour.to_string()),
            Entry::Result(result) => Some(result.to_string()),
        });
        rows += 1;
        if rows % ROWS == 0 {
            flush(&mut from, &mut to, &mut colours).map_err(failed)?;
            if !third {
                colours = StringBuilder::new();
            }
        }
        Ok(())
    })?;
    if rows % ROWS != 0 {
        flush(&mut from, &mut to, &mut colours).map_err(failed)?;
    }
    file.finish().map_err(failed)
}
