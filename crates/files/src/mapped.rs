//! A file that is read at any place, through a memory map where the system has one.
//!
//! The only `unsafe` of this crate copies bytes out of a map. The map is of a file opened for
//! reading and is accessed only through a raw pointer. No reference promises that its bytes stay
//! the same, which another process could break by writing into the file. Any bytes may be copied,
//! and the caller compares them with a digest. Upstar never writes into a file of its own once it
//! has its final name: [`AtomicFile`](crate::AtomicFile) replaces it by a new file, and the map
//! keeps the old one. If another program shortens the file while it is mapped, the system ends the
//! process (SIGBUS) when it reads beyond the end. No wrong answer is given.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::sync::Mutex;

/// A file that is read at any place.
#[derive(Debug)]
pub(crate) enum Mapped {
    /// A map. It needs no open file, so a process may have many.
    #[cfg(unix)]
    Map(memmap2::MmapRaw),
    /// The file itself, if it cannot be mapped.
    File(Mutex<File>),
}

impl Mapped {
    pub(crate) fn of(file: File) -> Mapped {
        #[cfg(unix)]
        if let Ok(map) = memmap2::MmapOptions::new().map_raw_read_only(&file) {
            return Mapped::Map(map);
        }
        Mapped::File(Mutex::new(file))
    }

    /// Fills `into` with the bytes from `at` on.
    pub(crate) fn read(&self, at: u64, into: &mut [u8]) -> io::Result<()> {
        match self {
            #[cfg(unix)]
            Mapped::Map(map) => {
                let at = usize::try_from(at).ok();
                let at =
                    at.filter(|&at| at.checked_add(into.len()).is_some_and(|e| e <= map.len()));
                let at = at.ok_or(io::ErrorKind::UnexpectedEof)?;
                // SAFETY: the bytes at..at + into.len() are within the map, which lives as long as
                // `self`, and no Rust object is in it. The module comment explains why they may
                // change meanwhile.
                unsafe {
                    std::ptr::copy_nonoverlapping(
                        map.as_ptr().add(at),
                        into.as_mut_ptr(),
                        into.len(),
                    );
                }
                Ok(())
            }
            Mapped::File(file) => {
                use std::io::{Read, Seek, SeekFrom};
                // Another thread may have failed halfway, but the seek starts again.
                let mut file = file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                file.seek(SeekFrom::Start(at))?;
                file.read_exact(into)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_and_a_file_say_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let bytes: Vec<u8> = (0..20_000u32).map(|i| ((i * i) >> 3) as u8).collect();
        std::fs::write(&path, &bytes).unwrap();
        let mapped = Mapped::of(File::open(&path).unwrap());
        #[cfg(unix)]
        assert!(matches!(mapped, Mapped::Map(_)));
        let plain = Mapped::File(Mutex::new(File::open(&path).unwrap()));
        let read = |from: &Mapped, at: u64, length: usize| {
            let mut into = vec![0; length];
            from.read(at, &mut into).map(|()| into).map_err(|error| error.kind())
        };
        for (at, length) in [(0, 20_000), (0, 0), (4095, 2), (19_999, 1), (20_000, 0)] {
            let expected = Ok(bytes[at as usize..][..length].to_vec());
            assert_eq!(read(&mapped, at, length), expected);
            assert_eq!(read(&plain, at, length), expected);
        }
        for (at, length) in [(19_999, 2), (20_000, 1), (1 << 40, 1)] {
            assert_eq!(read(&mapped, at, length), Err(io::ErrorKind::UnexpectedEof));
            assert_eq!(read(&plain, at, length), Err(io::ErrorKind::UnexpectedEof));
        }
        assert!(read(&mapped, u64::MAX, 2).is_err() && read(&plain, u64::MAX, 2).is_err());
        // The opened file is read, whichever file now has its name.
        let other = folder.path().join("other");
        std::fs::write(&other, vec![7; 100]).unwrap();
        std::fs::rename(&other, &path).unwrap();
        assert_eq!(read(&mapped, 0, 20_000).unwrap(), bytes);
        // An empty file cannot be mapped.
        std::fs::write(&path, "").unwrap();
        assert_eq!(read(&Mapped::of(File::open(&path).unwrap()), 0, 0), Ok(Vec::new()));
    }
}
