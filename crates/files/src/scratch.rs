//! Folders for intermediate files: temporary folders, which are removed at the end, and
//! checkpoints.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::{AtomicFile, FileError, Result};

/// A folder for intermediate files. It has no subfolders, and the program names its files.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
    temporary: bool,
}

/// The name of a temporary folder is this, the process and a counter.
const PREFIX: &str = "upstar-scratch-";

impl Scratch {
    /// Creates a new folder in `parent`, which is removed with all its files when this is dropped.
    /// Removes the folders that killed processes left there.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn temporary(parent: &Path) -> Result<Scratch> {
        static COUNTER: AtomicU32 = AtomicU32::new(0);
        remove_left_over(parent);
        loop {
            let number = COUNTER.fetch_add(1, Ordering::Relaxed);
            let path = parent.join(format!("{PREFIX}{}-{number}", std::process::id()));
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Scratch { path, temporary: true }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(FileError::write(&path, error)),
            }
        }
    }

    /// Opens a permanent folder, created if it does not exist.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn kept(path: &Path) -> Result<Scratch> {
        fs::create_dir_all(path).map_err(|error| FileError::write(path, error))?;
        Ok(Scratch { path: path.to_owned(), temporary: false })
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the folder is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        fs::read_dir(&self.path).is_ok_and(|mut entries| entries.next().is_none())
    }

    /// The number of bytes that can be written here, if the system reports it.
    #[must_use]
    pub fn free(&self) -> Option<u64> {
        #[cfg(unix)]
        {
            let found = rustix::fs::statvfs(&self.path).ok()?;
            found.f_bavail.checked_mul(found.f_frsize)
        }
        #[cfg(not(unix))]
        None
    }

    /// Creates an empty file.
    ///
    /// # Errors
    /// [`FileError::Write`].
    pub fn create(&self, name: &str) -> Result<ScratchFile> {
        let path = self.path.join(name);
        let options =
            OpenOptions::new().read(true).write(true).create(true).truncate(true).open(&path);
        let file = options.map_err(|error| FileError::write(&path, error))?;
        Ok(ScratchFile { file, path, length: 0 })
    }

    /// Opens an existing file.
    ///
    /// # Errors
    /// [`FileError::Read`].
    pub fn open(&self, name: &str) -> Result<ScratchFile> {
        let path = self.path.join(name);
        let fail = |error| FileError::read(&path.display().to_string(), error);
        let file = OpenOptions::new().read(true).write(true).open(&path).map_err(fail)?;
        let length = file.metadata().map_err(fail)?.len();
        Ok(ScratchFile { file, path, length })
    }

    /// Removes a file if it exists.
    ///
    /// # Errors
    /// [`FileError::Write`].
    pub fn remove(&self, name: &str) -> Result {
        let path = self.path.join(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(FileError::write(&path, error))
            }
            _ => Ok(()),
        }
    }

    /// Writes a small file as a whole.
    ///
    /// # Errors
    /// [`FileError::Write`]. The old file is then unchanged.
    pub fn put(&self, name: &str, bytes: &[u8]) -> Result {
        let path = self.path.join(name);
        let write = || {
            let mut file = AtomicFile::create(&path)?;
            file.write_all(bytes)?;
            file.commit()
        };
        write().map_err(|error| FileError::write(&path, error))
    }

    /// The whole content of a small file, if it exists.
    ///
    /// # Errors
    /// [`FileError::Read`].
    pub fn get(&self, name: &str) -> Result<Option<Vec<u8>>> {
        let path = self.path.join(name);
        match fs::read(&path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(FileError::read(&path.display().to_string(), error)),
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if self.temporary {
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

/// Removes the temporary folders of processes that have ended.
fn remove_left_over(parent: &Path) {
    let processes = Path::new("/proc");
    if !processes.join("self").exists() {
        return;
    }
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.take(10_000).flatten() {
        let name = entry.file_name();
        let process = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split_once('-'));
        let process = process.and_then(|(process, _)| process.parse::<u32>().ok());
        let Some(process) = process else { continue };
        // Upstar makes no links of that name, so they are not followed.
        if entry.file_type().is_ok_and(|kind| kind.is_dir())
            && !processes.join(process.to_string()).exists()
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// A file in a [`Scratch`]. It grows at its end and can be read at any place.
#[derive(Debug)]
pub struct ScratchFile {
    file: File,
    path: PathBuf,
    length: u64,
}

impl ScratchFile {
    fn failed(&self, error: io::Error) -> FileError {
        FileError::read(&self.path.display().to_string(), error)
    }

    /// Adds bytes at the end.
    ///
    /// # Errors
    /// [`FileError::Write`].
    pub fn append(&mut self, bytes: &[u8]) -> Result {
        let written = write_at(&self.file, bytes, self.length);
        written.map_err(|error| FileError::write(&self.path, error))?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Fills `into` with the bytes from `offset` on.
    ///
    /// # Errors
    /// [`FileError::Read`], also if the file ends too early.
    pub fn read(&self, offset: u64, into: &mut [u8]) -> Result {
        read_at(&self.file, into, offset).map_err(|error| self.failed(error))
    }

    /// Cuts the file to `length` bytes.
    ///
    /// # Errors
    /// [`FileError::Read`] if it is shorter; [`FileError::Write`].
    pub fn truncate(&mut self, length: u64) -> Result {
        if length > self.length {
            return Err(self.failed(io::Error::from(io::ErrorKind::UnexpectedEof)));
        }
        self.file.set_len(length).map_err(|error| FileError::write(&self.path, error))?;
        self.length = length;
        Ok(())
    }

    /// Waits until all written bytes are on the disk.
    ///
    /// # Errors
    /// [`FileError::Write`].
    pub fn sync(&self) -> Result {
        self.file.sync_data().map_err(|error| FileError::write(&self.path, error))
    }
}

#[cfg(unix)]
fn read_at(file: &File, into: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, into, offset)
}

#[cfg(unix)]
fn write_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, offset)
}

#[cfg(not(unix))]
fn read_at(mut file: &File, into: &mut [u8], offset: u64) -> io::Result<()> {
    use std::io::{Read, Seek, SeekFrom};
    file.seek(SeekFrom::Start(offset))?;
    file.read_exact(into)
}

#[cfg(not(unix))]
fn write_at(mut file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    use std::io::{Seek, SeekFrom};
    file.seek(SeekFrom::Start(offset))?;
    file.write_all(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_temporary_folder_goes_away_and_so_do_left_over_ones() {
        let parent = tempfile::tempdir().unwrap();
        // No process has such a high number.
        let dead = parent.path().join(format!("{PREFIX}4294967295-0"));
        fs::create_dir(&dead).unwrap();
        fs::write(dead.join("run-0"), "x").unwrap();
        fs::create_dir(parent.path().join("upstar-scratch-mine")).unwrap();
        let scratch = Scratch::temporary(parent.path()).unwrap();
        assert_eq!(dead.exists(), !Path::new("/proc/self").exists());
        let mut file = scratch.create("a").unwrap();
        file.append(b"hello").unwrap();
        file.append(b" there").unwrap();
        let mut found = [0; 5];
        file.read(3, &mut found).unwrap();
        assert_eq!(&found, b"lo th");
        assert!(file.read(8, &mut found).unwrap_err().to_string().contains("a: "));
        file.truncate(4).unwrap();
        assert!(file.truncate(5).is_err());
        assert!(scratch.free().is_none_or(|free| free > 0));
        let path = scratch.path().to_owned();
        assert!(path.exists());
        drop(scratch);
        assert!(!path.exists());
        assert!(Scratch::temporary(&path.join("none")).is_err());
    }

    #[test]
    fn a_kept_folder_stays() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("a/b");
        let scratch = Scratch::kept(&path).unwrap();
        assert!(scratch.is_empty());
        assert_eq!(scratch.get("x").unwrap(), None);
        scratch.put("x", b"1").unwrap();
        scratch.create("y").unwrap().append(b"22").unwrap();
        drop(scratch);
        let scratch = Scratch::kept(&path).unwrap();
        assert_eq!(scratch.get("x").unwrap().unwrap(), b"1");
        let mut found = [0; 2];
        scratch.open("y").unwrap().read(0, &mut found).unwrap();
        assert_eq!(&found, b"22");
        scratch.remove("y").unwrap();
        scratch.remove("y").unwrap();
        assert!(scratch.open("y").is_err());
    }
}
