//! A check of the footer before the library reads it. The library reserves memory for as many
//! columns as a group of the schema states, and passes over as many elements as a list states, so
//! that a file of sixty bytes can ask for gigabytes.
//!
//! The footer is a structure of [Thrift's compact protocol].
//!
//! [Thrift's compact protocol]: https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md

use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, SerializedFileReader};

/// The bytes after the metadata: its length and the magic number.
const TAIL: u64 = 8;
/// The place of the schema in the metadata, and of the number of children in its elements.
const SCHEMA: i64 = 2;
const CHILDREN: i64 = 5;
/// Deeper structures are refused by the library too.
const DEPTH: u8 = 64;

/// Opens a file whose footer states no more elements than it has bytes.
pub(super) fn open<C: ChunkReader + 'static>(file: C) -> Result<SerializedFileReader<C>> {
    if let Some(end) = file.len().checked_sub(TAIL) {
        let tail = file.get_bytes(end, TAIL as usize)?;
        let length = u32::from_le_bytes([tail[0], tail[1], tail[2], tail[3]]);
        // The library reports a length that is larger than the file.
        if let Some(start) = end.checked_sub(u64::from(length)) {
            let metadata = file.get_bytes(start, length as usize)?;
            let mut footer = Footer { rest: &metadata, most: i64::from(length) };
            if footer.structure(0, false).is_none() {
                let error = "a footer that states more than it has".to_owned();
                return Err(ParquetError::General(error));
            }
        }
    }
    SerializedFileReader::new(file)
}

struct Footer<'a> {
    rest: &'a [u8],
    /// The largest number of children of a group.
    most: i64,
}

impl Footer<'_> {
    /// None if something is stated that the footer cannot have.
    fn structure(&mut self, depth: u8, in_schema: bool) -> Option<()> {
        let mut place = 0;
        loop {
            let byte = self.byte()?;
            match byte >> 4 {
                _ if byte & 15 == 0 => return Some(()),
                0 => place = self.signed()?,
                step => place += i64::from(step),
            }
            match byte & 15 {
                // Booleans are in the kind of the field.
                1 | 2 => {}
                5 if in_schema && place == CHILDREN => {
                    let most = self.most;
                    self.signed().filter(|&children| children <= most)?;
                }
                kind => self.value(kind, depth, depth == 0 && place == SCHEMA)?,
            }
        }
    }

    fn value(&mut self, kind: u8, depth: u8, in_schema: bool) -> Option<()> {
        let bytes = match kind {
            1..=3 => 1,
            4..=6 => return self.signed().map(drop),
            7 => 8,
            8 => usize::try_from(self.unsigned()?).ok()?,
            9 | 10 => {
                let byte = self.byte()?;
                let size = if byte >> 4 == 15 { self.unsigned()? } else { u64::from(byte >> 4) };
                return self.values(size, &[byte & 15], depth, in_schema);
            }
            11 => {
                let size = self.unsigned()?;
                let kinds = if size == 0 { 0 } else { self.byte()? };
                return self.values(size, &[kinds >> 4, kinds & 15], depth, false);
            }
            12 if depth < DEPTH => return self.structure(depth + 1, in_schema),
            13 => 16,
            _ => return None,
        };
        self.rest = self.rest.get(bytes..)?;
        Some(())
    }

    /// `size` times a value of each kind.
    fn values(&mut self, size: u64, kinds: &[u8], depth: u8, in_schema: bool) -> Option<()> {
        if size > self.rest.len() as u64 || depth == DEPTH {
            return None;
        }
        for _ in 0..size {
            for &kind in kinds {
                self.value(kind, depth + 1, in_schema)?;
            }
        }
        Some(())
    }

    fn signed(&mut self) -> Option<i64> {
        let number = self.unsigned()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    fn unsigned(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Some(number);
            }
        }
        None
    }

    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }
}
