//! Files of blocks, each compressed and with its own digest, read in any order.
//!
//! The first line ([`Envelope`](crate::Envelope)) is followed by the blocks and then the directory.
//! The directory has for each block its place, its stored length, its original length, and the XXH3
//! hash of the stored bytes. The [`BlockSeal`] has the place of the directory and its digest. It is
//! kept elsewhere, so that a file that is not the one that was written is refused.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::mapped::Mapped;
use crate::{AtomicFile, Envelope, FileError, Result, digest_of_bytes};

/// Identifies a file of blocks, so that a damaged or different file is detected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockSeal {
    /// The length of the file.
    pub bytes: u64,
    /// The place where its directory begins.
    pub directory: u64,
    /// The digest of the directory.
    pub digest: String,
}

/// The place of a block.
#[derive(Clone, Copy, Debug)]
struct Entry {
    at: u64,
    stored: u32,
    length: u32,
    hash: u64,
}

impl Entry {
    const BYTES: usize = 24;

    fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.at.to_le_bytes());
        out.extend(self.stored.to_le_bytes());
        out.extend(self.length.to_le_bytes());
        out.extend(self.hash.to_le_bytes());
    }

    fn read(bytes: &[u8]) -> Option<Entry> {
        let (at, rest) = bytes.split_first_chunk()?;
        let (stored, rest) = rest.split_first_chunk()?;
        let (length, rest) = rest.split_first_chunk()?;
        let (hash, _) = rest.split_first_chunk()?;
        Some(Entry {
            at: u64::from_le_bytes(*at),
            stored: u32::from_le_bytes(*stored),
            length: u32::from_le_bytes(*length),
            hash: u64::from_le_bytes(*hash),
        })
    }
}

/// Writes a file of blocks. The file appears whole or not at all.
#[derive(Debug)]
pub struct BlockWriter {
    path: PathBuf,
    file: BufWriter<AtomicFile>,
    at: u64,
    entries: Vec<Entry>,
}

/// The largest block in bytes.
const MOST_BYTES: usize = 1 << 30;

impl BlockWriter {
    /// Begins a file.
    ///
    /// # Errors
    /// [`FileError::Write`], here and in the methods below.
    pub fn create(path: &Path, envelope: &Envelope) -> Result<BlockWriter> {
        let file = AtomicFile::create(path).map_err(|error| FileError::write(path, error))?;
        let mut writer = BlockWriter {
            path: path.to_owned(),
            file: BufWriter::with_capacity(1 << 18, file),
            at: 0,
            entries: Vec::new(),
        };
        let mut line = serde_json::to_vec(envelope).unwrap_or_default();
        line.push(b'\n');
        writer.write(&line)?;
        Ok(writer)
    }

    fn write(&mut self, bytes: &[u8]) -> Result {
        self.file.write_all(bytes).map_err(|error| FileError::write(&self.path, error))?;
        self.at += bytes.len() as u64;
        Ok(())
    }

    /// Adds a block, of at most 2^30 bytes.
    ///
    /// # Errors
    /// As [`BlockWriter::create`].
    ///
    /// # Panics
    /// If the block is too long.
    pub fn push(&mut self, block: &[u8]) -> Result {
        assert!(block.len() <= MOST_BYTES, "a block of {} bytes", block.len());
        let packed = pack(block).map_err(|error| FileError::write(&self.path, error))?;
        // A block that does not become shorter is stored uncompressed.
        let stored = packed.as_deref().filter(|packed| packed.len() < block.len());
        let stored = stored.unwrap_or(block);
        self.entries.push(Entry {
            at: self.at,
            stored: stored.len() as u32,
            length: block.len() as u32,
            hash: xxh3_64(stored),
        });
        self.write(stored)
    }

    /// Writes the directory and gives the file its final name.
    ///
    /// # Errors
    /// As [`BlockWriter::create`]. A file that had the name before is then unchanged.
    pub fn finish(mut self) -> Result<BlockSeal> {
        let mut bytes = Vec::with_capacity(self.entries.len() * Entry::BYTES);
        for entry in &self.entries {
            entry.write(&mut bytes);
        }
        let directory = self.at;
        self.write(&bytes)?;
        let BlockWriter { path, file, at, .. } = self;
        let failed = |error| FileError::write(&path, error);
        let file = file.into_inner().map_err(|error| failed(error.into_error()))?;
        file.commit().map_err(failed)?;
        Ok(BlockSeal { bytes: at, directory, digest: digest_of_bytes(&bytes) })
    }
}

/// Reads blocks of a file in any order, through a memory map where the system has one.
#[derive(Debug)]
pub struct BlockReader {
    path: PathBuf,
    file: Mapped,
    entries: Vec<Entry>,
}

impl BlockReader {
    /// Opens the file to which the seal belongs. Its length and its directory are compared with the
    /// seal, and each block is checked when it is read.
    ///
    /// # Errors
    /// [`FileError::Read`], or [`FileError::Malformed`] if the file is not the one that was
    /// written.
    pub fn open(path: &Path, seal: &BlockSeal) -> Result<BlockReader> {
        let name = path.display().to_string();
        let failed = |source| FileError::Read { name: name.clone(), source };
        let file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let damaged = |found: String| {
            FileError::malformed(&name, 0, 0, found, "the file that was written; it is damaged")
        };
        if length != seal.bytes || seal.directory > length {
            return Err(damaged(format!("{length} bytes where {} were written", seal.bytes)));
        }
        let file = Mapped::of(file);
        let mut bytes = vec![0; (length - seal.directory) as usize];
        file.read(seal.directory, &mut bytes).map_err(failed)?;
        if digest_of_bytes(&bytes) != seal.digest {
            return Err(damaged("a directory with another digest".to_owned()));
        }
        let entries = bytes.chunks_exact(Entry::BYTES).filter_map(Entry::read).collect();
        Ok(BlockReader { path: path.to_owned(), file, entries })
    }

    /// The number of blocks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// A block, as it was written.
    ///
    /// # Errors
    /// As [`BlockReader::open`].
    ///
    /// # Panics
    /// If there is no such block.
    pub fn read(&self, index: usize) -> Result<Vec<u8>> {
        let entry = self.entries[index];
        let name = || self.path.display().to_string();
        let failed = |source| FileError::Read { name: name(), source };
        let mut stored = vec![0; entry.stored as usize];
        self.file.read(entry.at, &mut stored).map_err(failed)?;
        if xxh3_64(&stored) != entry.hash {
            let found = format!("block {index} with another digest");
            let expected = "the file that was written; it is damaged";
            return Err(FileError::malformed(&name(), 0, 0, found, expected));
        }
        if entry.stored == entry.length {
            return Ok(stored);
        }
        unpack(&stored, entry.length as usize).map_err(failed)
    }
}

/// The block compressed, if this build can compress.
fn pack(block: &[u8]) -> std::io::Result<Option<Vec<u8>>> {
    #[cfg(feature = "zstd")]
    return zstd::bulk::compress(block, 3).map(Some);
    #[cfg(not(feature = "zstd"))]
    {
        let _ = block;
        Ok(None)
    }
}

fn unpack(stored: &[u8], length: usize) -> std::io::Result<Vec<u8>> {
    #[cfg(feature = "zstd")]
    return zstd::bulk::decompress(stored, length);
    #[cfg(not(feature = "zstd"))]
    {
        let _ = (stored, length);
        Err(crate::compression::left_out("compressed blocks", "zstd"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_come_back_and_damage_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tier");
        let envelope = Envelope {
            kind: "tier".into(),
            version: 1,
            subject: "a game".into(),
            digest: String::new(),
            rows: 0,
        };
        let blocks = [vec![0u8; 70_000], Vec::new(), (0..=255).cycle().take(1000).collect()];
        let mut writer = BlockWriter::create(&path, &envelope).unwrap();
        for block in &blocks {
            writer.push(block).unwrap();
        }
        let seal = writer.finish().unwrap();
        let reader = BlockReader::open(&path, &seal).unwrap();
        assert_eq!(reader.len(), 3);
        for index in [2, 0, 1] {
            assert_eq!(reader.read(index).unwrap(), blocks[index]);
        }
        let whole = std::fs::read(&path).unwrap();
        for place in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[place] ^= 1;
            std::fs::write(&path, &damaged).unwrap();
            // Only the first line itself shows a change in it.
            let same = |reader: &BlockReader| {
                (0..3).all(|index| reader.read(index).is_ok_and(|block| block == blocks[index]))
            };
            let first_line = whole.iter().position(|&byte| byte == b'\n').unwrap();
            let intact = BlockReader::open(&path, &seal).is_ok_and(|reader| same(&reader));
            assert_eq!(intact, place <= first_line, "byte {place}");
        }
        std::fs::write(&path, &whole[..whole.len() - 1]).unwrap();
        let error = BlockReader::open(&path, &seal).unwrap_err().to_string();
        assert!(error.contains("damaged"), "{error}");
    }
}
