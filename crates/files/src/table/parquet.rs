//! Tables as Parquet.

use std::io;
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{
    Compression, ConvertedType, LogicalType, Repetition, Type as Physical, ZstdLevel,
};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use super::batch::{Batch, Column, Kind, Schema, Values};
use crate::Output;

/// Rows in a row group: small enough that memory holds two, large enough that readers work in long
/// runs.
const ROW_GROUP: usize = 1 << 17;

pub(super) struct ParquetTable {
    writer: SerializedFileWriter<Output>,
    /// Rows that do not yet fill a row group.
    pending: Batch,
}

impl ParquetTable {
    pub(super) fn new(
        output: Output,
        schema: &Schema,
        metadata: &[(String, String)],
    ) -> io::Result<ParquetTable> {
        let fields = schema
            .columns()
            .iter()
            .map(|column| field(column).map(Arc::new))
            .collect::<Result<Vec<_>, _>>()
            .map_err(to_io)?;
        let root = Type::group_type_builder("table").with_fields(fields).build().map_err(to_io)?;
        let entries =
            metadata.iter().map(|(key, value)| KeyValue::new(key.clone(), value.clone())).collect();
        let properties = WriterProperties::builder()
            .set_created_by(format!("upstar {}", env!("CARGO_PKG_VERSION")))
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_key_value_metadata(Some(entries))
            .build();
        let writer = SerializedFileWriter::new(output, Arc::new(root), Arc::new(properties))
            .map_err(to_io)?;
        Ok(ParquetTable { writer, pending: Batch::new(schema) })
    }

    pub(super) fn write(&mut self, batch: &Batch) -> io::Result<()> {
        if self.pending.rows() == 0 && batch.rows() >= ROW_GROUP {
            return self.write_row_group(batch);
        }
        self.pending.append(batch);
        if self.pending.rows() >= ROW_GROUP {
            self.flush_pending()?;
        }
        Ok(())
    }

    fn flush_pending(&mut self) -> io::Result<()> {
        let mut rows = std::mem::replace(&mut self.pending, Batch { columns: Vec::new() });
        self.write_row_group(&rows)?;
        rows.clear();
        self.pending = rows;
        Ok(())
    }

    fn write_row_group(&mut self, batch: &Batch) -> io::Result<()> {
        let mut group = self.writer.next_row_group().map_err(to_io)?;
        for cells in &batch.columns {
            let mut column = group.next_column().map_err(to_io)?.expect("a column of the schema");
            let levels = cells.nullable.then_some(cells.levels.as_slice());
            match &cells.values {
                Values::Text { text, ends } => {
                    let values = byte_arrays(text, ends);
                    column.typed::<ByteArrayType>().write_batch(&values, levels, None)
                }
                Values::U64(values) => {
                    // Parquet stores an unsigned integer in the same bits.
                    let values: Vec<i64> = values.iter().map(|&n| n.cast_signed()).collect();
                    column.typed::<Int64Type>().write_batch(&values, levels, None)
                }
                Values::I64(values) => {
                    column.typed::<Int64Type>().write_batch(values, levels, None)
                }
            }
            .map_err(to_io)?;
            column.close().map_err(to_io)?;
        }
        group.close().map_err(to_io)?;
        Ok(())
    }

    /// Writes the remaining rows and the footer, and returns the output.
    pub(super) fn finish(mut self) -> io::Result<Output> {
        if self.pending.rows() > 0 {
            self.flush_pending()?;
        }
        self.writer.into_inner().map_err(to_io)
    }
}

fn field(column: &Column) -> Result<Type, ParquetError> {
    let (physical, logical, converted) = match column.kind {
        Kind::Text => (Physical::BYTE_ARRAY, LogicalType::String, ConvertedType::UTF8),
        Kind::U64 => (Physical::INT64, LogicalType::integer(64, false), ConvertedType::UINT_64),
        Kind::I64 => (Physical::INT64, LogicalType::integer(64, true), ConvertedType::INT_64),
    };
    let repetition = if column.nullable { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    Type::primitive_type_builder(&column.name, physical)
        .with_logical_type(Some(logical))
        .with_converted_type(converted)
        .with_repetition(repetition)
        .build()
}

/// The texts as slices of one shared buffer.
fn byte_arrays(text: &str, ends: &[usize]) -> Vec<ByteArray> {
    let all = Bytes::copy_from_slice(text.as_bytes());
    let mut start = 0;
    ends.iter()
        .map(|&end| {
            let value = ByteArray::from(all.slice(start..end));
            start = end;
            value
        })
        .collect()
}

/// An error of the Parquet library, or the system's error behind it.
pub(crate) fn to_io(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(inner) => io::Error::other(inner),
        },
        other => io::Error::other(other),
    }
}
