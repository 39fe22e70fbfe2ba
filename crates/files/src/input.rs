//! Where files come from: a path, standard input, or memory.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use bytes::Bytes;

use crate::{Compression, FileError};

/// Something to read.
#[derive(Clone, Debug)]
pub enum Source {
    /// A file.
    Path(PathBuf),
    /// Standard input.
    Stdin,
    /// Bytes in memory, with a name for messages and for recognising the
    /// format.
    Bytes {
        /// The name.
        name: String,
        /// The content.
        bytes: Bytes,
    },
}

impl Source {
    /// What a command line argument means: `-` is standard input.
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

    /// The name, for messages; `-` is standard input.
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

    /// The path, if it is that of a file that can be read in any order.
    pub(crate) fn plain_path(&self) -> Option<&Path> {
        match self {
            Source::Path(path) if std::fs::metadata(path).is_ok_and(|m| m.is_file()) => Some(path),
            _ => None,
        }
    }

    /// The whole content, its compression undone.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be read, or has more than `most` bytes.
    pub fn read_whole(&self, most: u64) -> Result<Vec<u8>, FileError> {
        let mut input = self.open()?;
        let fail = |error| FileError::read(&self.name(), error);
        let bytes = read_up_to(&mut input.reader, most).map_err(fail)?;
        if bytes.len() as u64 == most && !read_up_to(&mut input.reader, 1).map_err(fail)?.is_empty()
        {
            return Err(fail(io::Error::other(format!("it has more than {most} bytes"))));
        }
        Ok(bytes)
    }

    /// Opens the source and undoes its compression, which is recognised by
    /// content.
    pub(crate) fn open(&self) -> Result<Input, FileError> {
        let name = self.name();
        let fail = |error| FileError::read(&name, error);
        let mut raw: Box<dyn Read + Send> = match self {
            Source::Path(path) => {
                let file = File::open(path).map_err(fail)?;
                if file.metadata().is_ok_and(|found| found.is_dir()) {
                    return Err(fail(io::Error::from(io::ErrorKind::IsADirectory)));
                }
                Box::new(file)
            }
            Source::Stdin => Box::new(io::stdin()),
            Source::Bytes { bytes, .. } => Box::new(Cursor::new(bytes.clone())),
        };
        let start = read_up_to(&mut raw, 4).map_err(fail)?;
        let compression = Compression::of_content(&start);
        let whole = Cursor::new(start).chain(raw);
        let reader = compression.decode(whole).map_err(fail)?;
        Ok(Input { name, reader, compression })
    }
}

/// Opens bytes `from..to` of a file that is not compressed.
pub(crate) fn open_range(path: &Path, from: u64, to: u64) -> Result<Input, FileError> {
    let name = path.display().to_string();
    let fail = |error| FileError::read(&name, error);
    let mut file = File::open(path).map_err(fail)?;
    file.seek(SeekFrom::Start(from)).map_err(fail)?;
    let reader = Box::new(file.take(to - from));
    Ok(Input { name, reader, compression: Compression::None })
}

/// Reads `wanted` bytes, or as many as there are.
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

    /// What an error of reading means, at a line and column of the text that
    /// was read before it.
    pub(crate) fn error(&self, error: io::Error, line: u64, column: u64) -> FileError {
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
        assert_eq!(plain.read_whole(5).unwrap(), b"hello");
        assert!(plain.read_whole(4).unwrap_err().to_string().contains("more than 4 bytes"));
        assert!(Source::Path("no such file".into()).read_whole(9).is_err());
    }
}
