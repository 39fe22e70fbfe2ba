//! What a worker knows, in files: a killed run goes on from there.
//!
//! The share of a worker is written once, when the graph has been read; its labels after a level,
//! under the number of the level. Files of older levels go when all workers have written the newer
//! ones, so that there is always a level that all of them have.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use upstar_core::Convention;
use upstar_core::arcs::TerminalResult;
use upstar_core::names::{Names, TextNames};
use upstar_files::{Envelope, FileError, FileLock, Output};
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use super::labels::Labels;
use super::load::Share;
use super::rows::Rows;
use crate::error::ClusterError;
use crate::rounds::Rounds;

/// Where and how often a run is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The folder, which may be another one for each process.
    pub folder: PathBuf,
    /// The time between two checkpoints; they fall on ends of levels.
    pub every: Duration,
}

const SHARE: &str = "cluster share";
const LABELS: &str = "cluster labels";
const VERSION: u32 = 1;
/// Numbers that are turned into bytes at a time.
const BLOCK: usize = 1 << 13;
/// No first line is longer.
const LONGEST_LINE: u64 = 1 << 16;

/// The files of one worker.
pub(super) struct Store {
    folder: PathBuf,
    every: Duration,
    worker: usize,
    /// What the files are about, and what tells it from others.
    subject: String,
    digest: String,
    last: Instant,
    /// The level that was written last.
    level: Option<u64>,
    /// What all files of one run have in common: vertices have other numbers in another one.
    run: u64,
    _lock: FileLock,
}

/// The first and last bytes of the input that go into its digest.
const SAMPLE: u64 = 1 << 16;

fn digest_of(path: &Path) -> Result<String, ClusterError> {
    let fail = |source| FileError::Read { name: path.display().to_string(), source };
    let mut file = File::open(path).map_err(fail)?;
    let size = file.metadata().map_err(fail)?.len();
    let mut bytes = size.to_le_bytes().to_vec();
    (&mut file).take(SAMPLE).read_to_end(&mut bytes).map_err(fail)?;
    file.seek(SeekFrom::Start(size.saturating_sub(SAMPLE))).map_err(fail)?;
    file.take(SAMPLE).read_to_end(&mut bytes).map_err(fail)?;
    Ok(format!("{:032x}", xxh3_128(&bytes)))
}

impl Store {
    /// Opens the files of this worker, which nobody else may have open.
    pub(super) fn open(
        checkpoint: &Checkpoint,
        path: &Path,
        convention: Convention,
        rounds: &Rounds,
    ) -> Result<Store, ClusterError> {
        let folder = checkpoint.folder.clone();
        fs::create_dir_all(&folder)
            .map_err(|source| FileError::Write { name: folder.display().to_string(), source })?;
        let (worker, workers) = (rounds.index(), rounds.peers());
        let name = folder.join(format!("worker-{worker:05}"));
        let Some(lock) = FileLock::of(&name)? else {
            return Err(ClusterError::Checkpoint {
                file: folder.display().to_string(),
                message: "another run is at work on this checkpoint".to_owned(),
            });
        };
        let play = match convention {
            Convention::Normal => "normal",
            Convention::Misere => "misère",
        };
        Ok(Store {
            folder,
            every: checkpoint.every,
            worker,
            subject: format!("outcomes in {play} play, worker {worker} of {workers}"),
            digest: digest_of(path)?,
            last: Instant::now(),
            level: None,
            run: 0,
            _lock: lock,
        })
    }

    fn share_path(&self) -> PathBuf {
        self.folder.join(format!("share-{:05}.upstar", self.worker))
    }

    fn labels_path(&self, level: u64) -> PathBuf {
        self.folder.join(format!("labels-{:05}-{level}.upstar", self.worker))
    }

    /// The levels of which there are labels of this worker.
    fn levels(&self) -> Result<Vec<u64>, ClusterError> {
        let fail = |source| FileError::Read { name: self.folder.display().to_string(), source };
        let prefix = format!("labels-{:05}-", self.worker);
        let mut levels = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(fail)? {
            let name = entry.map_err(fail)?.file_name();
            let number = name
                .to_str()
                .and_then(|name| name.strip_prefix(&prefix)?.strip_suffix(".upstar"))
                .and_then(|level| level.parse::<u64>().ok());
            levels.extend(number);
        }
        levels.sort_unstable();
        Ok(levels)
    }

    /// What was written before, if all workers have it: the share, and the labels of the last
    /// level that all have.
    pub(super) fn resume(
        &mut self,
        graph: String,
        rounds: &mut Rounds,
    ) -> Result<Option<(Share, Option<Labels>)>, ClusterError> {
        let share = match self.share_path().exists() {
            true => Some(self.read_share(graph)?),
            false => None,
        };
        let newest = self.levels()?.last().map_or(0, |level| level + 1);
        let say = [u64::from(share.is_some()), self.run, newest];
        let said = rounds.finish(&say, &mut |_| Ok(()))?;
        let one_run = said.0.iter().all(|said| said[0] == 1 && said[1] == self.run);
        let Some(share) = share.filter(|_| one_run) else { return Ok(None) };
        let level = said.0.iter().map(|said| said[2]).min().unwrap_or(0);
        let labels = match level.checked_sub(1) {
            None => None,
            Some(level) => {
                self.level = Some(level);
                Some(self.read_labels(level, share.degrees.len())?)
            }
        };
        Ok(Some((share, labels)))
    }

    /// Begins a run of its own: what an earlier one left is removed, everywhere.
    pub(super) fn begin(&mut self, rounds: &mut Rounds) -> Result<(), ClusterError> {
        for level in self.levels()? {
            let path = self.labels_path(level);
            fs::remove_file(&path)
                .map_err(|source| FileError::Write { name: path.display().to_string(), source })?;
        }
        let _ = fs::remove_file(self.share_path());
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let number = now.as_nanos() as u64 ^ u64::from(std::process::id()) << 40;
        let said = rounds.finish(&[number], &mut |_| Ok(()))?;
        self.run = said.0[0][0];
        Ok(())
    }

    pub(super) fn write_share(&mut self, share: &Share) -> Result<(), ClusterError> {
        let vertices = share.places.len() as u64;
        let mut file = Writing::create(&self.share_path(), self.envelope(SHARE, vertices))?;
        let (total, arcs) = share.totals;
        file.longs([self.run, u64::from(share.coloured), total, arcs])?;
        match &share.names {
            Names::Text(names) => {
                file.longs([1])?;
                file.longs((0..names.len()).map(|v| names.get(v).len() as u64))?;
                for v in 0..names.len() {
                    file.bytes(names.get(v).as_bytes())?;
                }
            }
            Names::Integers(names) => {
                file.longs([0])?;
                file.longs(names.iter().copied())?;
            }
            Names::Dense(length) => {
                file.longs([0])?;
                file.longs((0..*length).map(u64::from))?;
            }
        }
        file.longs(share.places.iter().copied())?;
        file.words(&share.degrees)?;
        let results = share.results.iter();
        file.longs(results.map(|&(v, result)| u64::from(v) << 2 | result as u64))?;
        file.longs(share.rows.offsets.iter().copied())?;
        file.words(&share.rows.targets)?;
        file.longs([share.rows.owners.len() as u64])?;
        for owners in share.rows.owners.chunks(BLOCK) {
            let bytes: Vec<u8> = owners.iter().flat_map(|owner| owner.to_le_bytes()).collect();
            file.bytes(&bytes)?;
        }
        self.last = Instant::now();
        file.finish()
    }

    fn read_share(&mut self, graph: String) -> Result<Share, ClusterError> {
        let mut file = Reading::open(&self.share_path(), &self.envelope(SHARE, 0))?;
        let vertices = file.rows;
        let head = file.longs()?;
        let &[run, coloured, total, arcs] = &head[..] else { return Err(file.damaged()) };
        self.run = run;
        let coloured = coloured != 0;
        let text = file.longs()? == [1];
        let names = file.longs()?;
        let names = if text {
            let mut all = TextNames::new();
            for length in names {
                let bytes = file.bytes(length)?;
                let name = String::from_utf8(bytes).map_err(|_| file.damaged())?;
                all.push(&name);
            }
            Names::Text(all)
        } else {
            Names::Integers(names)
        };
        let places = file.longs()?;
        let degrees = file.words()?;
        let results = file.longs()?.into_iter().map(|packed| {
            let result = match packed & 3 {
                0 => TerminalResult::Win,
                1 => TerminalResult::Loss,
                _ => TerminalResult::Draw,
            };
            ((packed >> 2) as u32, result)
        });
        let results = results.collect();
        let offsets = file.longs()?;
        let targets = file.words()?;
        let owners = file.longs()?;
        let &[length] = &owners[..] else { return Err(file.damaged()) };
        let bytes = file.bytes(2 * length)?;
        let owners = bytes.chunks_exact(2).map(|two| u16::from_le_bytes([two[0], two[1]]));
        let rows = Rows { offsets, targets, owners: owners.collect() };
        let states = if coloured { 2 * places.len() } else { places.len() };
        let whole = names.len() as usize == places.len()
            && places.len() as u64 == vertices
            && degrees.len() == states
            && rows.offsets.len() == states + 1
            && rows.offsets.last() == Some(&(rows.targets.len() as u64));
        if !whole {
            return Err(file.damaged());
        }
        file.finish()?;
        Ok(Share { graph, names, places, coloured, degrees, results, rows, totals: (total, arcs) })
    }

    /// Whether so much time has gone by that worker 0 calls for a checkpoint.
    pub(super) fn is_due(&self) -> bool {
        self.last.elapsed() >= self.every
    }

    /// Writes the labels after a level, together with all other workers.
    pub(super) fn write_labels(
        &mut self,
        labels: &Labels,
        rounds: &mut Rounds,
    ) -> Result<(), ClusterError> {
        let level = labels.levels.len() as u64;
        if self.level == Some(level) {
            return Ok(());
        }
        let states = labels.state.len() as u64;
        let mut file = Writing::create(&self.labels_path(level), self.envelope(LABELS, states))?;
        file.longs([self.run, labels.lost as u64, labels.won as u64])?;
        file.longs(labels.levels.iter().flat_map(|&(lost, won)| [lost as u64, won as u64]))?;
        file.words(&labels.state)?;
        file.words(&labels.order[..labels.lost])?;
        file.words(&labels.order[labels.won + 1..])?;
        file.finish()?;
        rounds.finish(&[], &mut |_| Ok(()))?;
        for older in self.levels()?.into_iter().filter(|&older| older != level) {
            let _ = fs::remove_file(self.labels_path(older));
        }
        self.level = Some(level);
        self.last = Instant::now();
        Ok(())
    }

    fn read_labels(&self, level: u64, states: usize) -> Result<Labels, ClusterError> {
        let mut file = Reading::open(&self.labels_path(level), &self.envelope(LABELS, 0))?;
        let ends = file.longs()?;
        let levels = file.longs()?;
        let levels: Vec<(usize, usize)> =
            levels.chunks_exact(2).map(|pair| (pair[0] as usize, pair[1] as usize)).collect();
        let state = file.words()?;
        let lost_vertices = file.words()?;
        let won_vertices = file.words()?;
        let &[run, lost, won] = &ends[..] else { return Err(file.damaged()) };
        let (lost, won) = (lost as usize, won as usize);
        let size = states + 2;
        let whole = run == self.run
            && state.len() == states
            && lost_vertices.len() == lost
            && won < size
            && won_vertices.len() == size - 1 - won
            && lost <= won
            && levels.len() as u64 == level
            && levels.iter().all(|&(l, w)| l <= lost && w >= won && w < size);
        if !whole {
            return Err(file.damaged());
        }
        file.finish()?;
        let mut order = vec![0; size];
        order[..lost].copy_from_slice(&lost_vertices);
        order[won + 1..].copy_from_slice(&won_vertices);
        Ok(Labels { state, order, lost, won, levels })
    }

    /// Removes all files: the answer has been given.
    pub(super) fn remove(self) -> Result<(), ClusterError> {
        for level in self.levels()? {
            let _ = fs::remove_file(self.labels_path(level));
        }
        let _ = fs::remove_file(self.share_path());
        let Store { folder, _lock, .. } = self;
        drop(_lock);
        // If nothing else is in it.
        let _ = fs::remove_dir(folder);
        Ok(())
    }

    fn envelope(&self, kind: &str, rows: u64) -> Envelope {
        Envelope {
            kind: kind.to_owned(),
            version: VERSION,
            subject: self.subject.clone(),
            digest: self.digest.clone(),
            rows,
        }
    }
}

/// A file that is written as lists of numbers, each after its length, and a digest at the end.
struct Writing {
    output: Output,
    hash: Xxh3,
}

impl Writing {
    fn create(path: &Path, envelope: Envelope) -> Result<Writing, ClusterError> {
        let mut output = Output::create(path)?;
        envelope.write(&mut output)?;
        Ok(Writing { output, hash: Xxh3::new() })
    }

    fn bytes(&mut self, bytes: &[u8]) -> Result<(), ClusterError> {
        self.hash.update(bytes);
        let written = self.output.write_all(bytes);
        Ok(written.map_err(|error| self.output.error(error))?)
    }

    fn longs(
        &mut self,
        numbers: impl IntoIterator<Item = u64, IntoIter: Clone>,
    ) -> Result<(), ClusterError> {
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

    fn words(&mut self, words: &[u32]) -> Result<(), ClusterError> {
        self.bytes(&(words.len() as u64).to_le_bytes())?;
        for block in words.chunks(BLOCK) {
            let bytes: Vec<u8> = block.iter().flat_map(|word| word.to_le_bytes()).collect();
            self.bytes(&bytes)?;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<(), ClusterError> {
        let digest = self.hash.digest().to_le_bytes();
        self.output.write_all(&digest).map_err(|error| self.output.error(error))?;
        Ok(self.output.finish()?)
    }
}

/// Such a file, read.
struct Reading {
    name: String,
    reader: BufReader<File>,
    hash: Xxh3,
    /// How many bytes are left: no list is longer.
    left: u64,
    rows: u64,
}

impl Reading {
    fn open(path: &Path, expected: &Envelope) -> Result<Reading, ClusterError> {
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

    fn damaged(&self) -> ClusterError {
        let message = "the file is damaged; remove the folder to begin anew".to_owned();
        ClusterError::Checkpoint { file: self.name.clone(), message }
    }

    fn bytes(&mut self, length: u64) -> Result<Vec<u8>, ClusterError> {
        if length > self.left {
            return Err(self.damaged());
        }
        self.left -= length;
        let mut bytes = vec![0; length as usize];
        self.reader.read_exact(&mut bytes).map_err(|_| self.damaged())?;
        self.hash.update(&bytes);
        Ok(bytes)
    }

    fn length(&mut self) -> Result<u64, ClusterError> {
        let bytes = self.bytes(8)?;
        Ok(u64::from_le_bytes(bytes.try_into().expect("eight bytes")))
    }

    fn longs(&mut self) -> Result<Vec<u64>, ClusterError> {
        let length = self.length()?;
        self.list(length, 8, |bytes| u64::from_le_bytes(bytes.try_into().expect("eight bytes")))
    }

    fn words(&mut self) -> Result<Vec<u32>, ClusterError> {
        let length = self.length()?;
        self.list(length, 4, |bytes| u32::from_le_bytes(bytes.try_into().expect("four bytes")))
    }

    fn list<T>(
        &mut self,
        length: u64,
        size: u64,
        number: impl Fn(&[u8]) -> T,
    ) -> Result<Vec<T>, ClusterError> {
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

    /// That what was read is what was written.
    fn finish(mut self) -> Result<(), ClusterError> {
        let digest = self.hash.digest().to_le_bytes();
        let mut found = [0; 8];
        let read = self.reader.read_exact(&mut found);
        if read.is_err() || found != digest || self.left != 8 {
            return Err(self.damaged());
        }
        Ok(())
    }
}
