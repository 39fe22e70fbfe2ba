//! Files as the engine needs them, in pages that are checked when they are read.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use xxhash_rust::xxh3::xxh3_64;

use super::error::{ExternalError, Result};

/// The error of a [`Storage`]: a message that names the file.
pub type StorageError = Box<dyn std::error::Error + Send + Sync>;

/// A place for files. No other program may change them during use.
pub trait Storage: fmt::Debug {
    /// Creates an empty file and replaces any file of this name.
    ///
    /// # Errors
    /// If it cannot be created.
    fn create(&self, name: &str) -> Result<Box<dyn StoredFile>, StorageError>;

    /// Opens a file that was created before, perhaps by another process.
    ///
    /// # Errors
    /// If it does not exist or cannot be read and written.
    fn open(&self, name: &str) -> Result<Box<dyn StoredFile>, StorageError>;

    /// Removes a file if it exists.
    ///
    /// # Errors
    /// If it exists and cannot be removed.
    fn remove(&self, name: &str) -> Result<(), StorageError>;

    /// Writes a small file as a whole. After a crash it has the old content or the new content.
    ///
    /// # Errors
    /// If it cannot be written.
    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), StorageError>;

    /// The whole content of a small file; `None` if it does not exist.
    ///
    /// # Errors
    /// If it exists and cannot be read.
    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StorageError>;
}

/// A file that grows at its end and can be read at any place.
pub trait StoredFile: fmt::Debug {
    /// Adds bytes at the end.
    ///
    /// # Errors
    /// If there is no room.
    fn append(&mut self, bytes: &[u8]) -> Result<(), StorageError>;

    /// Fills `into` with the bytes from `offset` on.
    ///
    /// # Errors
    /// If the file ends too early or cannot be read.
    fn read(&self, offset: u64, into: &mut [u8]) -> Result<(), StorageError>;

    /// Cuts the file to `length` bytes.
    ///
    /// # Errors
    /// If it is shorter.
    fn truncate(&mut self, length: u64) -> Result<(), StorageError>;

    /// Waits until all added bytes are on the disk.
    ///
    /// # Errors
    /// The error of the system.
    fn sync(&mut self) -> Result<(), StorageError>;
}

/// A [`Storage`] in memory, for tests and small graphs.
#[derive(Clone, Debug, Default)]
pub struct MemoryStorage {
    files: Arc<Mutex<HashMap<String, Shared>>>,
}

type Shared = Arc<Mutex<Vec<u8>>>;

impl MemoryStorage {
    fn file(&self, name: &str) -> Option<Shared> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    fn set(&self, name: &str, bytes: Vec<u8>) -> Shared {
        let file = Arc::new(Mutex::new(bytes));
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.insert(name.to_owned(), file.clone());
        file
    }

    /// The names of all files, in order.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let mut names: Vec<String> = files.keys().cloned().collect();
        names.sort_unstable();
        names
    }
}

impl Storage for MemoryStorage {
    fn create(&self, name: &str) -> Result<Box<dyn StoredFile>, StorageError> {
        Ok(Box::new(MemoryFile(self.set(name, Vec::new()))))
    }

    fn open(&self, name: &str) -> Result<Box<dyn StoredFile>, StorageError> {
        let file = self.file(name).ok_or_else(|| format!("there is no file {name}"))?;
        Ok(Box::new(MemoryFile(file)))
    }

    fn remove(&self, name: &str) -> Result<(), StorageError> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
        Ok(())
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), StorageError> {
        self.set(name, bytes.to_vec());
        Ok(())
    }

    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StorageError> {
        let file = self.file(name);
        Ok(file.map(|file| file.lock().unwrap_or_else(PoisonError::into_inner).clone()))
    }
}

#[derive(Debug)]
struct MemoryFile(Shared);

impl StoredFile for MemoryFile {
    fn append(&mut self, bytes: &[u8]) -> Result<(), StorageError> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(())
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Result<(), StorageError> {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let start = usize::try_from(offset)?;
        let part = start.checked_add(into.len()).and_then(|end| bytes.get(start..end));
        into.copy_from_slice(part.ok_or("the file is too short")?);
        Ok(())
    }

    fn truncate(&mut self, length: u64) -> Result<(), StorageError> {
        let mut bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let length = usize::try_from(length)?;
        if length > bytes.len() {
            return Err("the file is too short".into());
        }
        bytes.truncate(length);
        Ok(())
    }

    fn sync(&mut self) -> Result<(), StorageError> {
        Ok(())
    }
}

/// The largest number of pages read from or written to a file at once.
const PAGES_AT_ONCE: usize = 32;

/// A file of pages of equal length, each with a checksum that is kept in memory. Reading gives the
/// bytes that were written, or an error. The last pages wait in memory until there are enough to
/// write, and are read from there.
#[derive(Debug)]
pub struct PagedFile {
    name: String,
    file: Box<dyn StoredFile>,
    page: usize,
    /// One for each page in the file.
    sums: Vec<u64>,
    /// The bytes after the pages in the file.
    tail: Vec<u8>,
}

impl PagedFile {
    /// A new file with pages of `page` bytes.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create(storage: &dyn Storage, name: &str, page: usize) -> Result<Self> {
        let file = storage.create(name)?;
        Ok(PagedFile { name: name.to_owned(), file, page, sums: Vec::new(), tail: Vec::new() })
    }

    /// The number of bytes of a page.
    #[must_use]
    pub fn page(&self) -> usize {
        self.page
    }

    /// The number of bytes added.
    #[must_use]
    pub fn len(&self) -> u64 {
        (self.sums.len() * self.page + self.tail.len()) as u64
    }

    /// Whether no bytes were added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds bytes at the end.
    ///
    /// # Errors
    /// If there is no room.
    pub fn append(&mut self, bytes: &[u8]) -> Result {
        self.tail.extend_from_slice(bytes);
        if self.tail.len() >= PAGES_AT_ONCE * self.page {
            self.write_pages()?;
        }
        Ok(())
    }

    /// Writes the full pages.
    fn write_pages(&mut self) -> Result {
        let whole = self.tail.len() / self.page * self.page;
        self.sums.extend(self.tail[..whole].chunks(self.page).map(xxh3_64));
        self.file.append(&self.tail[..whole])?;
        self.tail.drain(..whole);
        Ok(())
    }

    /// Syncs the file to the disk and returns the bytes needed to [open](PagedFile::open) it again.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&mut self) -> Result<Vec<u8>> {
        self.write_pages()?;
        self.file.sync()?;
        let mut bytes = Vec::with_capacity(24 + 8 * self.sums.len() + self.tail.len());
        for number in [self.page, self.sums.len(), self.tail.len()] {
            bytes.extend((number as u64).to_le_bytes());
        }
        bytes.extend(self.sums.iter().flat_map(|sum| sum.to_le_bytes()));
        bytes.extend(&self.tail);
        Ok(bytes)
    }

    /// Opens a file as it was when it was [saved](PagedFile::save). Later additions are cut off.
    ///
    /// # Errors
    /// [`ExternalError::Damaged`]: at once if the file is too short, otherwise when it is read.
    pub fn open(storage: &dyn Storage, name: &str, saved: &[u8]) -> Result<Self> {
        let damaged = || ExternalError::Damaged { file: name.to_owned() };
        let head: Vec<usize> = saved
            .get(..24)
            .ok_or_else(damaged)?
            .chunks(8)
            .map(|number| usize::try_from(number_of(number)).unwrap_or(usize::MAX))
            .collect();
        let (page, pages, rest) = (head[0], head[1], head[2]);
        let sums = pages.checked_mul(8).and_then(|bytes| saved.get(24..24 + bytes));
        let sums = sums.ok_or_else(damaged)?;
        let tail = &saved[24 + sums.len()..];
        if page == 0 || tail.len() != rest {
            return Err(damaged());
        }
        let mut file = storage.open(name)?;
        let length = pages.checked_mul(page).ok_or_else(damaged)? as u64;
        file.truncate(length).map_err(|_| damaged())?;
        Ok(PagedFile {
            name: name.to_owned(),
            file,
            page,
            sums: sums.chunks(8).map(number_of).collect(),
            tail: tail.to_vec(),
        })
    }

    /// Reads at most `pages` pages from page `first` on and adds them to `into`. Adds nothing if
    /// there are none.
    fn read_pages(&self, first: usize, pages: usize, into: &mut Vec<u8>) -> Result {
        let before = into.len();
        if first >= self.sums.len() {
            let start = (first - self.sums.len()) * self.page;
            if let Some(rest) = self.tail.get(start..) {
                into.extend(&rest[..rest.len().min(pages * self.page)]);
            }
            return Ok(());
        }
        let pages = pages.min(self.sums.len() - first);
        into.resize(before + pages * self.page, 0);
        self.file.read((first * self.page) as u64, &mut into[before..])?;
        let found = into[before..].chunks(self.page).map(xxh3_64);
        if !found.eq(self.sums[first..first + pages].iter().copied()) {
            return Err(ExternalError::Damaged { file: self.name.clone() });
        }
        Ok(())
    }

    /// The error that the content of the file is damaged.
    #[must_use]
    pub fn damaged(&self) -> ExternalError {
        ExternalError::Damaged { file: self.name.clone() }
    }
}

/// A number of eight bytes, the lowest first.
pub(crate) fn number_of(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes.try_into().expect("eight bytes"))
}

/// A part of a [`PagedFile`] in memory that moves on as it is read. It reads one page after a jump,
/// and more at a time as long as reading goes on from there.
#[derive(Debug)]
pub struct PageReader {
    /// The page with which the part begins.
    first: usize,
    bytes: Vec<u8>,
    /// The current place in the part. It may be beyond the end.
    at: usize,
    pages: usize,
    most: usize,
}

impl PageReader {
    /// A reader at the beginning of a file with pages of `page` bytes. It reads at most about
    /// `bytes` at a time.
    #[must_use]
    pub fn new(bytes: usize, page: usize) -> Self {
        let most = (bytes / page).max(1);
        PageReader { first: 0, bytes: Vec::new(), at: 0, pages: 1, most }
    }

    /// The bytes in memory from the current place on.
    #[must_use]
    pub fn rest(&self) -> &[u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Skips bytes, also bytes that are not yet in memory.
    pub fn consume(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Moves to a place in the file.
    pub fn seek(&mut self, file: &PagedFile, offset: u64) {
        let start = (self.first * file.page) as u64;
        if offset >= start && offset - start <= self.bytes.len() as u64 {
            self.at = (offset - start) as usize;
        } else {
            self.first = (offset / file.page as u64) as usize;
            self.at = (offset % file.page as u64) as usize;
            self.bytes.clear();
            self.pages = 1;
        }
    }

    /// Reads more. At the end of the file this adds nothing.
    fn fill(&mut self, file: &PagedFile) -> Result {
        if self.at >= self.bytes.len() {
            if self.at > self.bytes.len() {
                self.pages = 1;
            }
            self.first += self.at / file.page;
            self.at %= file.page;
            self.bytes.clear();
        } else {
            let passed = self.at / file.page;
            self.bytes.drain(..passed * file.page);
            self.first += passed;
            self.at -= passed * file.page;
            // A page that was not full when it was read may have grown.
            self.bytes.truncate(self.bytes.len() / file.page * file.page);
        }
        let next = self.first + self.bytes.len() / file.page;
        file.read_pages(next, self.pages, &mut self.bytes)?;
        self.pages = (2 * self.pages).min(self.most);
        Ok(())
    }

    /// At least `bytes` bytes from the current place on.
    ///
    /// # Errors
    /// [`ExternalError::Damaged`], also if the file ends too early.
    pub fn need(&mut self, file: &PagedFile, bytes: usize) -> Result<&[u8]> {
        while self.rest().len() < bytes {
            let before = self.rest().len();
            self.fill(file)?;
            if self.rest().len() <= before {
                return Err(file.damaged());
            }
        }
        Ok(&self.rest()[..bytes])
    }

    /// The next number in base 128; see [`push_varint`].
    ///
    /// # Errors
    /// [`ExternalError::Damaged`], also if there is no valid number.
    pub fn varint(&mut self, file: &PagedFile) -> Result<u64> {
        while self.rest().len() < LONGEST_VARINT {
            let before = self.rest().len();
            self.fill(file)?;
            if self.rest().len() <= before {
                break;
            }
        }
        let mut value = 0u64;
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        for (i, &byte) in rest.iter().take(LONGEST_VARINT).enumerate() {
            value |= u64::from(byte & 127).checked_shl(7 * i as u32).unwrap_or(0);
            if byte < 128 {
                self.at += i + 1;
                return Ok(value);
            }
        }
        Err(file.damaged())
    }
}

const LONGEST_VARINT: usize = 10;

/// Adds a number in base 128, the lowest digits first. All bytes except the last are above 127.
pub fn push_varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 128 {
        bytes.push(value as u8 | 128);
        value >>= 7;
    }
    bytes.push(value as u8);
}
