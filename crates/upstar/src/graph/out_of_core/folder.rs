//! The folder with the files: a temporary one, or a checkpoint.

use std::path::Path;
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};
use upstar_files::graph::ReadOptions;
use upstar_files::{FileError, FileLock, Scratch, ScratchFile, Source};
use upstar_graphs::external::{Storage, StorageError, StoredFile};

use super::OutOfCoreOptions;
use crate::error::{Error, Result};

/// The folder used by the engine.
#[derive(Debug)]
pub(super) struct Folder {
    scratch: Scratch,
    /// For a checkpoint, its subject and the subject found in the folder.
    kept: Option<(Subject, Option<Subject>)>,
}

/// The file that describes the subject of a checkpoint.
const SUBJECT: &str = "checkpoint.json";

/// The subject of a checkpoint: a file in its current state, and its graph once that is built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Subject {
    upstar: String,
    version: u32,
    /// The file with the graph.
    file: String,
    bytes: u64,
    /// Its modification time, in nanoseconds since 1970.
    written: u64,
    /// How it is read; empty if no options were given.
    #[serde(default)]
    read: String,
    /// Vertices and arcs, once all were read.
    graph: Option<(u64, u64)>,
}

impl Subject {
    fn of(path: &Path, read: &ReadOptions) -> Result<Self, FileError> {
        let fail = |source| FileError::Read { name: path.display().to_string(), source };
        let found = std::fs::metadata(path).map_err(fail)?;
        let written = found.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let whole = std::fs::canonicalize(path).map_err(fail)?;
        Ok(Subject {
            upstar: "graph out of core".to_owned(),
            version: 1,
            file: whole.display().to_string(),
            bytes: found.len(),
            written: written.map_or(0, |time| time.as_nanos() as u64),
            read: match *read == ReadOptions::default() {
                true => String::new(),
                false => format!("{read:?}"),
            },
            graph: None,
        })
    }

    /// The subject without the graph: this must match.
    fn of_what(&self) -> Self {
        Subject { graph: None, ..self.clone() }
    }
}

impl Folder {
    pub(super) fn open(
        source: &Source,
        options: &OutOfCoreOptions,
    ) -> Result<(Self, Option<FileLock>)> {
        let Some(path) = &options.checkpoint else {
            let parent = options.scratch.clone().unwrap_or_else(std::env::temp_dir);
            return Ok((Folder { scratch: Scratch::temporary(&parent)?, kept: None }, None));
        };
        let Source::Path(file) = source else {
            return Err(Error::OutOfCore(
                "a checkpoint is of a file; standard input cannot be read again".to_owned(),
            ));
        };
        let subject = Subject::of(file, &options.read)?;
        let scratch = Scratch::kept(path)?;
        let lock = FileLock::of(&path.join(SUBJECT))?.ok_or_else(|| {
            Error::OutOfCore(format!(
                "the checkpoint {} is in use by another process",
                path.display()
            ))
        })?;
        let found = match scratch.get(SUBJECT)? {
            Some(bytes) => {
                let found: Subject = serde_json::from_slice(&bytes).map_err(|error| {
                    Error::OutOfCore(format!(
                        "{}: {error}; expected a file written by upstar",
                        path.join(SUBJECT).display()
                    ))
                })?;
                if found.upstar != subject.upstar || found.version != subject.version {
                    return Err(Error::OutOfCore(format!(
                        "{}: `{}`, version {}; expected `{}`, version {}",
                        path.join(SUBJECT).display(),
                        found.upstar,
                        found.version,
                        subject.upstar,
                        subject.version
                    )));
                }
                if found.of_what() != subject {
                    return Err(Error::OutOfCore(format!(
                        "{} is the checkpoint of {} with {} bytes, and not of {} with {} bytes as \
                         it is now; choose another folder, or remove this one",
                        path.display(),
                        found.file,
                        found.bytes,
                        subject.file,
                        subject.bytes
                    )));
                }
                Some(found)
            }
            // The lock itself is a file in it.
            None if std::fs::read_dir(path).is_ok_and(|entries| entries.count() > 1) => {
                return Err(Error::OutOfCore(format!(
                    "{} is not empty and not a checkpoint; give a new folder",
                    path.display()
                )));
            }
            None => None,
        };
        Ok((Folder { scratch, kept: Some((subject, found)) }, Some(lock)))
    }

    pub(super) fn path(&self) -> &Path {
        self.scratch.path()
    }

    pub(super) fn free(&self) -> Option<u64> {
        self.scratch.free()
    }

    /// Vertices and arcs of the graph in a checkpoint.
    pub(super) fn known_size(&self) -> Option<(u64, u64)> {
        self.kept.as_ref()?.1.as_ref()?.graph
    }

    /// Whether this is a checkpoint.
    pub(super) fn is_kept(&self) -> bool {
        self.kept.is_some()
    }

    /// Writes the subject of the checkpoint, with the graph once it is built.
    pub(super) fn declare(&self, graph: Option<(u64, u64)>) -> Result<(), FileError> {
        let Some((subject, _)) = &self.kept else { return Ok(()) };
        let subject = Subject { graph, ..subject.clone() };
        let bytes = serde_json::to_vec(&subject).expect("strings and integers are JSON");
        self.scratch.put(SUBJECT, &bytes)
    }
}

impl Storage for Folder {
    fn create(&self, name: &str) -> Result<Box<dyn StoredFile>, StorageError> {
        Ok(Box::new(Stored(self.scratch.create(name)?)))
    }

    fn open(&self, name: &str) -> Result<Box<dyn StoredFile>, StorageError> {
        Ok(Box::new(Stored(self.scratch.open(name)?)))
    }

    fn remove(&self, name: &str) -> Result<(), StorageError> {
        Ok(self.scratch.remove(name)?)
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), StorageError> {
        Ok(self.scratch.put(name, bytes)?)
    }

    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StorageError> {
        Ok(self.scratch.get(name)?)
    }
}

#[derive(Debug)]
struct Stored(ScratchFile);

impl StoredFile for Stored {
    fn append(&mut self, bytes: &[u8]) -> Result<(), StorageError> {
        Ok(self.0.append(bytes)?)
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Result<(), StorageError> {
        Ok(self.0.read(offset, into)?)
    }

    fn truncate(&mut self, length: u64) -> Result<(), StorageError> {
        Ok(self.0.truncate(length)?)
    }

    fn sync(&mut self) -> Result<(), StorageError> {
        Ok(self.0.sync()?)
    }
}
