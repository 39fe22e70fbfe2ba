//! Sources of input: a path, standard input, or memory.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use bytes::Bytes;
use memchr::{memchr_iter, memrchr};
use upstar_core::{Budget, Exhausted, Lease};

use crate::scan::column;
use crate::{Compression, FileError, Result};

/// The largest number of bytes of a text that is read whole, such as a certificate, board or
/// record.
pub const MOST_TEXT: u64 = 1 << 30;

/// Bytes read at a time.
const BLOCK: usize = 1 << 16;

/// Something to read.
#[derive(Clone, Debug)]
pub enum Source {
    /// A file.
    Path(PathBuf),
    /// Standard input.
    Stdin,
    /// Bytes in memory, with a name for messages and for recognising the format.
    Bytes {
        /// The name.
        name: String,
        /// The content.
        bytes: Bytes,
    },
}

impl Source {
    /// The source that a command line argument means. `-` is standard input.
    pub fn of_argument(argument: &str) -> Source {
        match argument {
            "-" => Source::Stdin,
            path => Source::Path(PathBuf::from(path)),
        }
    }

    /// Bytes in memory.
    pub fn bytes(name: impl Into<String>, bytes: impl Into<Bytes>) -> Source {
        Source::Bytes { name: name.into(), bytes: bytes.into() }
    }

    /// The name for messages. `-` is standard input.
    pub fn name(&self) -> String {
        match self {
            Source::Path(path) => path.display().to_string(),
            Source::Stdin => "-".to_owned(),
            Source::Bytes { name, .. } => name.clone(),
        }
    }

    /// The name by which the format is recognised.
    pub(crate) fn file_name(&self) -> &Path {
        match self {
            Source::Path(path) => path,
            Source::Stdin => Path::new(""),
            Source::Bytes { name, .. } => Path::new(name),
        }
    }

    /// The path, if it is a file that can be read in any order.
    pub(crate) fn plain_path(&self) -> Option<&Path> {
        match self {
            Source::Path(path) if std::fs::metadata(path).is_ok_and(|m| m.is_file()) => Some(path),
            _ => None,
        }
    }

    /// The whole content, decompressed.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be read or has more than `most` bytes, or if the content does not
    /// fit the budget.
    pub fn read_whole(&self, most: u64, budget: &Budget) -> Result<Vec<u8>> {
        let mut input = self.open(budget)?;
        let mut lease = Lease::new(budget);
        let mut bytes = Vec::new();
        loop {
            budget.check()?;
            let read = bytes.len();
            if bytes.capacity() < read + BLOCK {
                // The old and the new block exist together for a moment.
                lease.cover((bytes.capacity() + 2 * (read + BLOCK)) as u64, 0)?;
                bytes.reserve_exact(read + 2 * BLOCK);
            }
            bytes.resize(read + BLOCK, 0);
            let more = input.read(&mut bytes[read..]).map_err(|error| self.failed(error))?;
            bytes.truncate(read + more);
            if bytes.len() as u64 > most {
                return Err(self.failed(io::Error::other(format!("it has more than {most} bytes"))));
            }
            if more == 0 {
                return Ok(bytes);
            }
        }
    }

    /// The whole content as text, decompressed.
    ///
    /// # Errors
    /// As [`Source::read_whole`], and [`FileError::Malformed`] at the first place that is not
    /// UTF-8.
    pub fn read_text(&self, most: u64, budget: &Budget) -> Result<String> {
        String::from_utf8(self.read_whole(most, budget)?).map_err(|error| {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = memchr_iter(b'\n', good).count() as u64 + 1;
            let start = memrchr(b'\n', good).map_or(0, |end| end + 1);
            let at = column(&good[start..]);
            FileError::malformed(&self.name(), line, at, "bytes that are no text", "text in UTF-8")
        })
    }

    /// Opens the source without decompressing it. If reading must wait for another process, the end
    /// of the budget or a signal ends the wait. [`Source::failed`] explains an error of reading.
    ///
    /// # Errors
    /// [`FileError::Read`].
    pub fn stream(&self, budget: &Budget) -> Result<Box<dyn Read + Send>> {
        let fail = |error| self.failed(error);
        Ok(match self {
            Source::Path(path) if may_wait(path) => {
                let path = path.clone();
                Box::new(Pump::new(move || File::open(path), budget))
            }
            Source::Path(path) => {
                let file = File::open(path).map_err(fail)?;
                if file.metadata().is_ok_and(|found| found.is_dir()) {
                    return Err(fail(io::Error::from(io::ErrorKind::IsADirectory)));
                }
                Box::new(file)
            }
            Source::Stdin => Box::new(Pump::new(|| Ok(io::stdin()), budget)),
            Source::Bytes { bytes, .. } => Box::new(Cursor::new(bytes.clone())),
        })
    }

    /// Turns an error of reading into a file error.
    #[must_use]
    pub fn failed(&self, error: io::Error) -> FileError {
        FileError::read(&self.name(), error)
    }

    /// Opens the source and decompresses it. The compression is recognised by content.
    pub(crate) fn open(&self, budget: &Budget) -> Result<Input> {
        let name = self.name();
        let fail = |error| FileError::read(&name, error);
        let mut raw = self.stream(budget)?;
        let start = read_up_to(&mut raw, 4).map_err(fail)?;
        let compression = Compression::of_content(&start);
        let whole = Cursor::new(start).chain(raw);
        let reader = compression.decode(whole).map_err(fail)?;
        Ok(Input { name, reader, compression })
    }
}

/// Opens bytes `from..to` of a file that is not compressed.
pub(crate) fn open_range(path: &Path, from: u64, to: u64) -> Result<Input> {
    let name = path.display().to_string();
    let fail = |error| FileError::read(&name, error);
    let mut file = File::open(path).map_err(fail)?;
    file.seek(SeekFrom::Start(from)).map_err(fail)?;
    let reader = Box::new(file.take(to - from));
    Ok(Input { name, reader, compression: Compression::None })
}

/// Whether opening or reading a file may wait for another process, as with a named pipe.
fn may_wait(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        std::fs::metadata(path).is_ok_and(|found| found.file_type().is_fifo())
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}

/// Reads ahead in a separate thread from a source that may have to wait, so that the budget or a
/// signal ends the wait. The thread itself waits until the process ends.
struct Pump {
    blocks: Receiver<io::Result<Vec<u8>>>,
    block: Cursor<Vec<u8>>,
    budget: Budget,
}

impl Pump {
    fn new<R: Read>(
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
        budget: &Budget,
    ) -> Pump {
        let (sender, blocks) = sync_channel(4);
        std::thread::spawn(move || {
            let mut reader = match open() {
                Ok(reader) => reader,
                Err(error) => {
                    let _ = sender.send(Err(error));
                    return;
                }
            };
            loop {
                let mut block = vec![0; BLOCK];
                match reader.read(&mut block) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Ok(0) => return,
                    Ok(read) => block.truncate(read),
                    Err(error) => {
                        let _ = sender.send(Err(error));
                        return;
                    }
                }
                if sender.send(Ok(block)).is_err() {
                    return;
                }
            }
        });
        Pump { blocks, block: Cursor::default(), budget: budget.clone() }
    }
}

impl Read for Pump {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.block.read(into)?;
            if read > 0 || into.is_empty() {
                return Ok(read);
            }
            match self.blocks.recv_timeout(Duration::from_millis(50)) {
                Ok(block) => self.block = Cursor::new(block?),
                Err(RecvTimeoutError::Timeout) => self.budget.check().map_err(io::Error::other)?,
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
    }
}

/// Reads `wanted` bytes, or fewer at the end.
fn read_up_to(reader: &mut impl Read, wanted: u64) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    reader.take(wanted).read_to_end(&mut start)?;
    Ok(start)
}

/// An open source.
pub(crate) struct Input {
    pub(crate) name: String,
    reader: Box<dyn Read + Send>,
    compression: Compression,
}

impl Input {
    /// Whether the input is not compressed.
    pub(crate) fn is_plain(&self) -> bool {
        self.compression == Compression::None
    }

    /// Reads some bytes; 0 at the end.
    pub(crate) fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.reader.read(into) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => return other,
            }
        }
    }

    /// Turns an error of reading into a file error at a line and column of the text read before it.
    pub(crate) fn error(&self, error: io::Error, line: u64, column: u64) -> FileError {
        let error = match error.downcast::<Exhausted>() {
            Ok(exhausted) => return exhausted.into(),
            Err(error) => error,
        };
        let kind = match self.compression {
            Compression::None => return FileError::read(&self.name, error),
            Compression::Gzip => "gzip",
            Compression::Zstd => "Zstandard",
        };
        let found = if error.kind() == io::ErrorKind::UnexpectedEof {
            format!("the {kind} data ends too early")
        } else {
            format!("the {kind} data is damaged ({error})")
        };
        FileError::malformed(&self.name, line, column, found, format!("a whole {kind} file"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_content_is_read_up_to_a_bound() {
        let plain = Source::bytes("a", &b"hello"[..]);
        let budget = Budget::unlimited();
        assert_eq!(plain.read_whole(5, &budget).unwrap(), b"hello");
        assert!(
            plain.read_whole(4, &budget).unwrap_err().to_string().contains("more than 4 bytes")
        );
        assert!(Source::Path("no such file".into()).read_whole(9, &budget).is_err());
        let text = Source::bytes("a", &b"abc\n\xc3\xa9\xff"[..]).read_text(9, &budget);
        let text = text.unwrap_err().to_string();
        assert_eq!(text, "a:2:2: bytes that are no text; expected text in UTF-8");
    }

    #[cfg(unix)]
    #[test]
    fn the_budget_ends_what_has_no_end() {
        let zeros = Source::Path("/dev/zero".into());
        let found = zeros.read_whole(u64::MAX, &Budget::unlimited().with_bytes(1 << 24));
        assert!(matches!(found, Err(FileError::Exhausted(_))));
        // A pipe to which no process writes.
        let folder = tempfile::tempdir().unwrap();
        let [silent, spoken] = ["silent", "spoken"].map(|name| folder.path().join(name));
        let made = std::process::Command::new("mkfifo").args([&silent, &spoken]).status().unwrap();
        assert!(made.success());
        let budget = Budget::unlimited().with_time(Duration::from_millis(100));
        let found = Source::Path(silent).read_whole(9, &budget);
        assert!(matches!(found, Err(FileError::Exhausted(_))));
        // A pipe to which a process writes is read like a file.
        let writer = std::thread::spawn({
            let pipe = spoken.clone();
            move || std::fs::write(pipe, "a,b\n").unwrap()
        });
        let text = Source::Path(spoken).read_text(9, &Budget::unlimited()).unwrap();
        assert_eq!(text, "a,b\n");
        writer.join().unwrap();
    }
}
