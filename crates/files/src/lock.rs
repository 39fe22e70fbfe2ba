//! A lock so that only one process at a time writes a file.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use crate::{FileError, Result};

/// The right to write a file repeatedly, held by one process at a time. The lock is on a file
/// `.NAME.lock` beside it, because the file itself is replaced. The lock file is removed with the
/// lock. One that a killed process left behind is free.
#[derive(Debug)]
pub struct FileLock {
    file: File,
    path: PathBuf,
}

impl FileLock {
    /// Locks a file, which need not exist. `None` if another process has the lock.
    ///
    /// # Errors
    /// [`FileError::Write`] if the directory cannot be written.
    pub fn of(path: &Path) -> Result<Option<FileLock>> {
        let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut name = std::ffi::OsString::from(".");
        name.push(whole.file_name().unwrap_or_default());
        name.push(".lock");
        let beside = whole.with_file_name(name);
        loop {
            let options = OpenOptions::new().write(true).create(true).truncate(false).open(&beside);
            let file = options.map_err(|error| FileError::write(path, error))?;
            // If the file system has no locks, the file counts as locked by this process.
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                return Ok(None);
            }
            let lock = FileLock { file, path: beside.clone() };
            if lock.is_current() {
                return Ok(Some(lock));
            }
        }
    }

    /// Whether the name still belongs to the locked file. Another process may have held the lock
    /// before and removed the file.
    fn is_current(&self) -> bool {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let identity = |found: fs::Metadata| (found.dev(), found.ino());
            match (self.file.metadata(), fs::metadata(&self.path)) {
                (Ok(held), Ok(named)) => identity(held) == identity(named),
                _ => false,
            }
        }
        #[cfg(not(unix))]
        {
            let _ = &self.file;
            true
        }
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        if self.is_current() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_held_once_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        // A lock that a killed process left behind is free.
        fs::write(folder.path().join(".state.lock"), "").unwrap();
        let held = FileLock::of(&path).unwrap().unwrap();
        assert!(FileLock::of(&path).unwrap().is_none());
        drop(held);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        assert!(FileLock::of(&path).unwrap().is_some());
        assert!(FileLock::of(&folder.path().join("no/such")).is_err());
    }
}
