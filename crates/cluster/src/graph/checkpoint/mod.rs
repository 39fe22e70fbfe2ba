//! The state of a worker in files, from which a killed run resumes.
//!
//! The share of a worker is written once, when the graph has been read or all positions have been
//! found. Other states are written under increasing numbers. Older files are removed after all
//! workers have written newer ones, so all workers always have files with a common number.

mod file;
mod share;

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use upstar_files::{Envelope, FileError, FileLock, digest_of_bytes, remove_temporary_files};

use super::load::Share;
use crate::Result;
use crate::error::ClusterError;
use crate::rounds::Rounds;
pub(super) use file::{Reading, Writing, interned};

/// Where and how often the state of a run is saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The folder, which may be different for each process.
    pub folder: PathBuf,
    /// The time between two checkpoints, which are made at the ends of rounds.
    pub every: Duration,
}

const SHARE: &str = "cluster share";
const VERSION: u32 = 2;

upstar_core::words! {
    /// The kinds of numbered states.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) enum Stage {
        /// The positions found so far.
        Search = "search",
        /// The labels after a level.
        Labels = "labels",
        /// The known values.
        Values = "values",
    }
    const fn name
}

/// The subject of a run, which distinguishes its files from those of other runs.
pub(super) struct Subject {
    /// The description.
    pub(super) text: String,
    /// A digest of the input.
    pub(super) digest: String,
}

/// The files of one worker.
pub(super) struct Store {
    folder: PathBuf,
    every: Duration,
    worker: usize,
    subject: Subject,
    last: Instant,
    /// The state that was last written or read.
    at: Option<(Stage, u64)>,
    /// A number common to all files of one run. Other runs number vertices differently.
    run: u64,
    _lock: FileLock,
}

/// The number of bytes at each end of the input that enter its digest.
const SAMPLE: u64 = 1 << 16;

/// The digest of a file, from its size, beginning and end.
pub(super) fn digest_of(path: &Path) -> Result<String> {
    let fail = |source| FileError::Read { name: path.display().to_string(), source };
    let mut file = File::open(path).map_err(fail)?;
    let size = file.metadata().map_err(fail)?.len();
    let mut bytes = size.to_le_bytes().to_vec();
    (&mut file).take(SAMPLE).read_to_end(&mut bytes).map_err(fail)?;
    file.seek(SeekFrom::Start(size.saturating_sub(SAMPLE))).map_err(fail)?;
    file.take(SAMPLE).read_to_end(&mut bytes).map_err(fail)?;
    Ok(digest_of_bytes(&bytes))
}

impl Store {
    /// Opens the files of this worker, for exclusive use.
    pub(super) fn open(
        checkpoint: &Checkpoint,
        subject: Subject,
        rounds: &Rounds,
    ) -> Result<Store> {
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
        let text = format!("{}, worker {worker} of {workers}", subject.text);
        Ok(Store {
            folder,
            every: checkpoint.every,
            worker,
            subject: Subject { text, ..subject },
            last: Instant::now(),
            at: None,
            run: 0,
            _lock: lock,
        })
    }

    fn share_path(&self) -> PathBuf {
        self.folder.join(format!("share-{:05}.upstar", self.worker))
    }

    fn path(&self, stage: Stage, number: u64) -> PathBuf {
        self.folder.join(format!("{}-{:05}-{number}.upstar", stage.name(), self.worker))
    }

    /// The numbers of the states written by this worker.
    fn numbers(&self, stage: Stage) -> Result<Vec<u64>> {
        let fail = |source| FileError::Read { name: self.folder.display().to_string(), source };
        let prefix = format!("{}-{:05}-", stage.name(), self.worker);
        let mut numbers = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(fail)? {
            let name = entry.map_err(fail)?.file_name();
            let number = name
                .to_str()
                .and_then(|name| name.strip_prefix(&prefix)?.strip_suffix(".upstar"))
                .and_then(|number| number.parse::<u64>().ok());
            numbers.extend(number);
        }
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// The saved state, if all workers have it: the share, and the last number of a later stage
    /// that all have.
    pub(super) fn resume(
        &mut self,
        graph: &str,
        stage: Stage,
        rounds: &mut Rounds,
    ) -> Result<Option<(Share, Option<u64>)>> {
        let share = match self.share_path().exists() {
            true => Some(self.read_share(graph)?),
            false => None,
        };
        let newest = self.numbers(stage)?.last().map_or(0, |number| number + 1);
        let say = [u64::from(share.is_some()), self.run, newest];
        let said = rounds.finish(&say, &mut |_| Ok(()))?;
        let one_run = said.0.iter().all(|said| said[0] == 1 && said[1] == self.run);
        let Some(share) = share.filter(|_| one_run) else { return Ok(None) };
        let number = said.0.iter().map(|said| said[2]).min().unwrap_or(0).checked_sub(1);
        Ok(Some((share, number)))
    }

    /// The last number of a stage that all workers have for one common run, which this run then
    /// continues. For use before there is a share.
    pub(super) fn resume_before_share(
        &mut self,
        stage: Stage,
        rounds: &mut Rounds,
    ) -> Result<Option<u64>> {
        let newest = self.numbers(stage)?.last().map_or(0, |number| number + 1);
        let said = rounds.finish(&[newest], &mut |_| Ok(()))?;
        let number = said.0.iter().map(|said| said[0]).min().unwrap_or(0).checked_sub(1);
        let mut run = None;
        if let Some(number) = number {
            let mut file = Reading::open(&self.path(stage, number), &self.envelope(stage, 0))?;
            run = file.longs()?.first().copied();
        }
        let said = rounds.finish(&[run.unwrap_or(0)], &mut |_| Ok(()))?;
        let one_run = run.is_some_and(|run| said.0.iter().all(|said| said[0] == run));
        self.run = run.unwrap_or(0);
        Ok(number.filter(|_| one_run))
    }

    /// Starts a new run and removes the files of earlier runs on all workers.
    pub(super) fn begin(&mut self, rounds: &mut Rounds) -> Result {
        for stage in Stage::ALL {
            for number in self.numbers(stage)? {
                let path = self.path(stage, number);
                fs::remove_file(&path).map_err(|source| FileError::Write {
                    name: path.display().to_string(),
                    source,
                })?;
            }
        }
        let _ = fs::remove_file(self.share_path());
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let number = now.as_nanos() as u64 ^ u64::from(std::process::id()) << 40;
        let said = rounds.finish(&[number], &mut |_| Ok(()))?;
        self.run = said.0[0][0];
        Ok(())
    }

    /// Whether worker 0 should request a checkpoint because of the elapsed time.
    pub(super) fn is_due(&self) -> bool {
        self.last.elapsed() >= self.every
    }

    /// Writes the state at a stage under a number, together with all other workers.
    pub(super) fn write(
        &mut self,
        (stage, number): (Stage, u64),
        rows: u64,
        fill: impl FnOnce(&mut Writing) -> Result,
        rounds: &mut Rounds,
    ) -> Result {
        if self.at == Some((stage, number)) {
            return Ok(());
        }
        let mut file = Writing::create(&self.path(stage, number), self.envelope(stage, rows))?;
        file.longs([self.run])?;
        fill(&mut file)?;
        file.finish()?;
        rounds.finish(&[], &mut |_| Ok(()))?;
        self.forget(stage, Some(number))?;
        self.at = Some((stage, number));
        self.last = Instant::now();
        Ok(())
    }

    /// Opens the state with this number.
    pub(super) fn read(&mut self, stage: Stage, number: u64) -> Result<Reading> {
        let mut file = Reading::open(&self.path(stage, number), &self.envelope(stage, 0))?;
        if file.longs()? != [self.run] {
            return Err(file.damaged());
        }
        self.at = Some((stage, number));
        Ok(file)
    }

    /// Removes the states of a stage, except one number.
    fn forget(&self, stage: Stage, but: Option<u64>) -> Result {
        for number in self.numbers(stage)?.into_iter().filter(|&number| Some(number) != but) {
            let _ = fs::remove_file(self.path(stage, number));
        }
        Ok(())
    }

    /// Removes all files after the answer has been given.
    pub(super) fn remove(self) -> Result {
        for stage in Stage::ALL {
            self.forget(stage, None)?;
        }
        let _ = fs::remove_file(self.share_path());
        // Unfinished files of a killed process.
        let end = format!("-{:05}.upstar", self.worker);
        let middle = format!("-{:05}-", self.worker);
        remove_temporary_files(&self.folder, |name| {
            name.ends_with(".upstar") && (name.ends_with(&end) || name.contains(&middle))
        });
        let Store { folder, _lock, .. } = self;
        drop(_lock);
        // Removes the folder if it is empty.
        let _ = fs::remove_dir(folder);
        Ok(())
    }

    fn envelope(&self, stage: Stage, rows: u64) -> Envelope {
        self.envelope_of(&format!("cluster {}", stage.name()), rows)
    }

    fn envelope_of(&self, kind: &str, rows: u64) -> Envelope {
        Envelope {
            kind: kind.to_owned(),
            version: VERSION,
            subject: self.subject.text.clone(),
            digest: self.subject.digest.clone(),
            rows,
        }
    }
}
