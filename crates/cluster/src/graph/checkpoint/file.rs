//! Files of lists of numbers with a digest at the end.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;

use upstar_core::names::{Interner, Name, Names, TextNames};
use upstar_files::{Envelope, FileError, Output};
use xxhash_rust::xxh3::Xxh3;

use super::VERSION;
use crate::Result;
use crate::error::ClusterError;

/// The number of integers that are turned into bytes at a time.
const BLOCK: usize = 1 << 13;
/// The largest length of the first line.
const LONGEST_LINE: u64 = 1 << 16;

/// A file under construction: lists of numbers, each after its length, and a digest at the end.
pub(in crate::graph) struct Writing {
    output: Output,
    hash: Xxh3,
}

impl Writing {
    pub(in crate::graph) fn create(path: &Path, envelope: Envelope) -> Result<Writing> {
        let mut output = Output::create(path)?;
        envelope.write(&mut output)?;
        Ok(Writing { output, hash: Xxh3::new() })
    }

    pub(in crate::graph) fn bytes(&mut self, bytes: &[u8]) -> Result {
        self.hash.update(bytes);
        let written = self.output.write_all(bytes);
        Ok(written.map_err(|error| self.output.error(error))?)
    }

    pub(in crate::graph) fn longs(
        &mut self,
        numbers: impl IntoIterator<Item = u64, IntoIter: Clone>,
    ) -> Result {
        let mut numbers = numbers.into_iter();
        let length = numbers.clone().count() as u64;
        self.bytes(&length.to_le_bytes())?;
        loop {
            let bytes: Vec<u8> =
                numbers.by_ref().take(BLOCK).flat_map(|number| number.to_le_bytes()).collect();
            if bytes.is_empty() {
                return Ok(());
            }
            self.bytes(&bytes)?;
        }
    }

    pub(in crate::graph) fn words(&mut self, words: &[u32]) -> Result {
        self.bytes(&(words.len() as u64).to_le_bytes())?;
        for block in words.chunks(BLOCK) {
            let bytes: Vec<u8> = block.iter().flat_map(|word| word.to_le_bytes()).collect();
            self.bytes(&bytes)?;
        }
        Ok(())
    }

    pub(super) fn halves(&mut self, numbers: &[u16]) -> Result {
        self.longs([numbers.len() as u64])?;
        for block in numbers.chunks(BLOCK) {
            let bytes: Vec<u8> = block.iter().flat_map(|half| half.to_le_bytes()).collect();
            self.bytes(&bytes)?;
        }
        Ok(())
    }

    pub(in crate::graph) fn names(&mut self, names: &Names) -> Result {
        match names {
            Names::Text(names) => {
                self.longs([1])?;
                self.longs((0..names.len()).map(|v| names.get(v).len() as u64))?;
                for v in 0..names.len() {
                    self.bytes(names.get(v).as_bytes())?;
                }
                Ok(())
            }
            Names::Integers(names) => {
                self.longs([0])?;
                self.longs(names.iter().copied())
            }
            Names::Dense(length) => {
                self.longs([0])?;
                self.longs((0..*length).map(u64::from))
            }
        }
    }

    pub(in crate::graph) fn finish(mut self) -> Result {
        let digest = self.hash.digest().to_le_bytes();
        self.output.write_all(&digest).map_err(|error| self.output.error(error))?;
        Ok(self.output.finish()?)
    }
}

/// The reader of such a file.
pub(in crate::graph) struct Reading {
    name: String,
    reader: BufReader<File>,
    hash: Xxh3,
    /// The number of bytes left, which bounds the length of a list.
    left: u64,
    pub(in crate::graph) rows: u64,
}

impl Reading {
    pub(in crate::graph) fn open(path: &Path, expected: &Envelope) -> Result<Reading> {
        let name = path.display().to_string();
        let fail = |source| FileError::Read { name: name.clone(), source };
        let file = File::open(path).map_err(fail)?;
        let size = file.metadata().map_err(fail)?.len();
        let mut reader = BufReader::with_capacity(1 << 18, file);
        let mut line = Vec::new();
        (&mut reader).take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(fail)?;
        let text = String::from_utf8_lossy(&line);
        let envelope = Envelope::read(&name, text.trim_end_matches('\n'))?;
        envelope.expect(&name, &[&expected.kind], VERSION)?;
        let other = |what: &str, found: &str, expected: &str| {
            let message = format!(
                "this checkpoint is of another {what} ({found}, not {expected}); remove the \
                 folder to begin anew"
            );
            Err(ClusterError::Checkpoint { file: name.clone(), message })
        };
        if envelope.subject != expected.subject {
            return other("run", &envelope.subject, &expected.subject);
        }
        if envelope.digest != expected.digest {
            return other("file", &envelope.digest, &expected.digest);
        }
        let left = size.saturating_sub(line.len() as u64);
        Ok(Reading { name, reader, hash: Xxh3::new(), left, rows: envelope.rows })
    }

    pub(in crate::graph) fn damaged(&self) -> ClusterError {
        let message = "the file is damaged; remove the folder to begin anew".to_owned();
        ClusterError::Checkpoint { file: self.name.clone(), message }
    }

    pub(in crate::graph) fn bytes(&mut self, length: u64) -> Result<Vec<u8>> {
        if length > self.left {
            return Err(self.damaged());
        }
        self.left -= length;
        let mut bytes = vec![0; length as usize];
        self.reader.read_exact(&mut bytes).map_err(|_| self.damaged())?;
        self.hash.update(&bytes);
        Ok(bytes)
    }

    fn length(&mut self) -> Result<u64> {
        let bytes = self.bytes(8)?;
        Ok(u64::from_le_bytes(bytes.try_into().expect("eight bytes")))
    }

    pub(in crate::graph) fn longs(&mut self) -> Result<Vec<u64>> {
        let length = self.length()?;
        self.list(length, 8, |bytes| u64::from_le_bytes(bytes.try_into().expect("eight bytes")))
    }

    pub(in crate::graph) fn words(&mut self) -> Result<Vec<u32>> {
        let length = self.length()?;
        self.list(length, 4, |bytes| u32::from_le_bytes(bytes.try_into().expect("four bytes")))
    }

    pub(super) fn halves(&mut self) -> Result<Vec<u16>> {
        let length = self.longs()?;
        let &[length] = &length[..] else { return Err(self.damaged()) };
        self.list(length, 2, |bytes| u16::from_le_bytes(bytes.try_into().expect("two bytes")))
    }

    pub(in crate::graph) fn names(&mut self) -> Result<Names> {
        let text = self.longs()? == [1];
        let names = self.longs()?;
        if !text {
            return Ok(Names::Integers(names));
        }
        let mut all = TextNames::new();
        for length in names {
            let bytes = self.bytes(length)?;
            let name = String::from_utf8(bytes).map_err(|_| self.damaged())?;
            all.push(&name);
        }
        Ok(Names::Text(all))
    }

    fn list<T>(&mut self, length: u64, size: u64, number: impl Fn(&[u8]) -> T) -> Result<Vec<T>> {
        if length.checked_mul(size).is_none_or(|bytes| bytes > self.left) {
            return Err(self.damaged());
        }
        let mut list = Vec::with_capacity(length as usize);
        let mut missing = length;
        while missing > 0 {
            let block = missing.min(BLOCK as u64);
            let bytes = self.bytes(block * size)?;
            list.extend(bytes.chunks_exact(size as usize).map(&number));
            missing -= block;
        }
        Ok(list)
    }

    /// Checks that the data read are the data written.
    pub(in crate::graph) fn finish(mut self) -> Result {
        let digest = self.hash.digest().to_le_bytes();
        let mut found = [0; 8];
        let read = self.reader.read_exact(&mut found);
        if read.is_err() || found != digest || self.left != 8 {
            return Err(self.damaged());
        }
        Ok(())
    }
}

/// Names with their numbers, to which more can be added.
pub(in crate::graph) fn interned(names: &Names) -> Option<Interner> {
    let mut interner = Interner::new();
    for (number, name) in (0..).zip(names.iter()) {
        let found = match name {
            Name::Integer(n) => interner.integer(n),
            Name::Text(text) => interner.text(text),
        };
        if found != Ok(number) {
            return None;
        }
    }
    Some(interner)
}
