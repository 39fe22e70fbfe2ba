//! The log: the vertices that got their label in each level.

use upstar_core::Outcome;

use super::error::{ExternalError, Result};
use super::storage::{PageReader, PagedFile, Storage, number_of, push_varint};

/// For each level, in order, its vertices, ascending. Each is stored as a difference and whether it
/// is won, in base 128. A second file has the number of vertices of each level and the end of its
/// data.
#[derive(Debug)]
pub(super) struct Log {
    labels: PagedFile,
    levels: PagedFile,
    /// The number of levels.
    pub(super) count: u32,
    pub(super) won: u64,
    pub(super) lost: u64,
    /// For won and for lost vertices, the last level that has such a vertex, and the first one in
    /// it.
    longest: [Option<(u32, u32)>; 2],
}

/// The bytes of the record of a level.
const RECORD: usize = 16;

impl Log {
    pub(super) fn create(storage: &dyn Storage, page: usize) -> Result<Self> {
        Ok(Log {
            labels: PagedFile::create(storage, "labels", page)?,
            levels: PagedFile::create(storage, "levels", page)?,
            count: 0,
            won: 0,
            lost: 0,
            longest: [None; 2],
        })
    }

    /// Adds a level: its vertices, ascending, and whether each is won.
    pub(super) fn push(&mut self, level: impl Iterator<Item = (u32, bool)>) -> Result {
        let mut bytes = Vec::new();
        let (mut before, mut first) = (0, [None; 2]);
        let mut found = [0u64; 2];
        for (v, won) in level {
            push_varint(&mut bytes, u64::from(v - before) << 1 | u64::from(won));
            before = v;
            first[usize::from(won)].get_or_insert(v);
            found[usize::from(won)] += 1;
            if bytes.len() > 1 << 16 {
                self.labels.append(&bytes)?;
                bytes.clear();
            }
        }
        self.labels.append(&bytes)?;
        let mut record = [0; RECORD];
        record[..8].copy_from_slice(&(found[0] + found[1]).to_le_bytes());
        record[8..].copy_from_slice(&self.labels.len().to_le_bytes());
        self.levels.append(&record)?;
        self.lost += found[0];
        self.won += found[1];
        for (longest, first) in self.longest.iter_mut().zip(first) {
            *longest = first.map(|v| (v, self.count)).or(*longest);
        }
        self.count += 1;
        Ok(())
    }

    /// The greatest remoteness of an outcome (N or P), and the first vertex with it.
    pub(super) fn longest(&self, outcome: Outcome) -> Option<(u32, u32)> {
        match outcome {
            Outcome::N => self.longest[1],
            Outcome::P => self.longest[0],
            _ => None,
        }
    }

    /// The number of bytes of the labels.
    pub(super) fn labels_len(&self) -> u64 {
        self.labels.len()
    }

    pub(super) fn save(&mut self) -> Result<Vec<u8>> {
        let (labels, levels) = (self.labels.save()?, self.levels.save()?);
        let mut bytes = Vec::new();
        let longest = self.longest.iter().flat_map(|found| match found {
            Some((v, level)) => [1, u64::from(*v), u64::from(*level)],
            None => [0; 3],
        });
        let head = [u64::from(self.count), self.won, self.lost].into_iter().chain(longest);
        for number in head.chain([labels.len() as u64]) {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(labels);
        bytes.extend(levels);
        Ok(bytes)
    }

    pub(super) fn open(storage: &dyn Storage, saved: &[u8]) -> Result<Self> {
        let damaged = || ExternalError::Damaged { file: "progress".to_owned() };
        let head: Vec<u64> =
            saved.get(..80).ok_or_else(damaged)?.chunks(8).map(number_of).collect();
        let rest = &saved[80..];
        let cut = usize::try_from(head[9]).ok().filter(|&cut| cut <= rest.len());
        let (labels, levels) = rest.split_at(cut.ok_or_else(damaged)?);
        let longest =
            |at: usize| (head[at] == 1).then(|| (head[at + 1] as u32, head[at + 2] as u32));
        Ok(Log {
            labels: PagedFile::open(storage, "labels", labels)?,
            levels: PagedFile::open(storage, "levels", levels)?,
            count: head[0] as u32,
            won: head[1],
            lost: head[2],
            longest: [longest(3), longest(6)],
        })
    }
}

/// A level in the log.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    pub(super) number: u32,
    /// Where its labels begin.
    pub(super) start: u64,
    pub(super) vertices: u64,
}

/// Reads the log from its beginning, or one level that was just written.
#[derive(Debug)]
pub(super) struct LogReader {
    labels: PageReader,
    levels: PageReader,
    /// The next level.
    next: u32,
    /// Where its labels begin.
    start: u64,
    /// The number of vertices of the current level that are not yet read.
    left: u64,
    before: u32,
}

impl LogReader {
    pub(super) fn new(log: &Log, window: usize) -> Self {
        LogReader {
            labels: PageReader::new(window, log.labels.page()),
            levels: PageReader::new(window / 8, log.levels.page()),
            next: 0,
            start: 0,
            left: 0,
            before: 0,
        }
    }

    /// Moves to a level whose labels begin at `start`.
    pub(super) fn seek(&mut self, log: &Log, start: u64, count: u64) {
        self.labels.seek(&log.labels, start);
        (self.left, self.before) = (count, 0);
    }

    /// Moves to the next level, after all vertices of the current level have been read. `None`
    /// after the last level.
    pub(super) fn level(&mut self, log: &Log) -> Result<Option<Level>> {
        if self.next == log.count {
            return Ok(None);
        }
        let record = self.levels.need(&log.levels, RECORD)?;
        let (vertices, end) = (number_of(&record[..8]), number_of(&record[8..]));
        self.levels.consume(RECORD);
        let level = Level { number: self.next, start: self.start, vertices };
        (self.left, self.before) = (vertices, 0);
        (self.next, self.start) = (self.next + 1, end);
        Ok(Some(level))
    }

    /// Adds at most `most` vertices of the current level to `into`, and whether each is won. False
    /// at the end of the level.
    pub(super) fn read(
        &mut self,
        log: &Log,
        most: usize,
        into: &mut Vec<(u32, bool)>,
    ) -> Result<bool> {
        let count = self.left.min(most as u64);
        for _ in 0..count {
            let code = self.labels.varint(&log.labels)?;
            let v = u32::try_from(code >> 1).ok().and_then(|step| self.before.checked_add(step));
            self.before = v.ok_or_else(|| log.labels.damaged())?;
            into.push((self.before, code & 1 == 1));
        }
        self.left -= count;
        Ok(count > 0)
    }
}
