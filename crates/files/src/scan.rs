//! A buffer over an input, for the formats that are read line by line.

use std::io::{self, BufRead, Read};

use bytes::Bytes;
use memchr::{memchr, memchr_iter, memrchr};
use upstar_core::{Budget, Lease};

use crate::error::quoted;
use crate::input::Input;
use crate::{FileError, Result};

/// Bytes read at a time: small enough for the second-level cache.
const CHUNK: usize = 256 << 10;
/// Bytes after the text that may be read without a check.
pub(crate) const PADDING: usize = 16;
/// Bytes that a library may read from a scanner between two marks.
const LONGEST_PIECE: usize = 64 << 20;

/// The text that is not yet read, in a buffer that is filled as needed. Lines are limited in
/// length. A line feed is added to the last line if it has none.
pub(crate) struct Scanner {
    input: Input,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    at_end: bool,
    /// The line of `buffer[start]`, from 1.
    line: u64,
    longest: usize,
    /// Whether the last line feed was added here.
    added: bool,
    /// Whether carriage returns end the lines, so that they are read as line feeds.
    returns: bool,
    /// Bytes that a library has read since the last mark.
    piece: usize,
    /// The reason why such a library was stopped.
    pending: Option<FileError>,
}

/// Replaces carriage returns by line feeds.
fn end_lines(text: &mut [u8]) {
    for byte in text.iter_mut().filter(|byte| **byte == b'\r') {
        *byte = b'\n';
    }
}

/// Bytes in the buffer before anything is read, unless the input is shorter.
const FIRST: usize = 4096;

impl Scanner {
    /// A scanner of lines of at most `longest` bytes.
    pub(crate) fn new(input: Input, longest: usize) -> Result<Scanner> {
        let mut scanner = Scanner {
            input,
            buffer: vec![0; CHUNK + PADDING],
            start: 0,
            end: 0,
            at_end: false,
            line: 1,
            longest,
            added: false,
            returns: false,
            piece: 0,
            pending: None,
        };
        // The format is recognised by the first line, but a stream may give only a few bytes at
        // first.
        while scanner.window().len() < FIRST && scanner.fill()? {}
        if scanner.window().starts_with(b"\xef\xbb\xbf") {
            scanner.start += 3;
        }
        Ok(scanner)
    }

    /// Reads carriage returns as line feeds if the buffer has no line feed. Old programs and some
    /// spreadsheets end lines this way.
    pub(crate) fn accept_returns(&mut self) {
        let text = &mut self.buffer[self.start..self.end - usize::from(self.added)];
        if memchr(b'\r', text).is_some() && memchr(b'\n', text).is_none() {
            self.returns = true;
            end_lines(text);
        }
    }

    /// The number of bytes skipped at the beginning, valid until something is read.
    pub(crate) fn skipped(&self) -> u64 {
        self.start as u64
    }

    pub(crate) fn name(&self) -> &str {
        &self.input.name
    }

    /// Whether the input is not compressed.
    pub(crate) fn is_plain(&self) -> bool {
        self.input.is_plain()
    }

    /// The text that is in the buffer but not yet read.
    pub(crate) fn window(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// The window followed by [`PADDING`] bytes without meaning, and the length of the window
    /// without them.
    pub(crate) fn padded_window(&self) -> (&[u8], usize) {
        (&self.buffer[self.start..self.end + PADDING], self.end - self.start)
    }

    /// The line where the window begins.
    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    /// Reads more input into the window. False at the end of the input.
    pub(crate) fn fill(&mut self) -> Result<bool> {
        if self.at_end {
            return Ok(false);
        }
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        if self.buffer.len() - PADDING - self.end < CHUNK / 2 {
            let longer = (2 * self.buffer.len()).max(self.end + CHUNK + PADDING);
            self.buffer.resize(longer, 0);
        }
        let limit = self.buffer.len() - PADDING;
        let read = self.input.read(&mut self.buffer[self.end..limit]);
        let read = read.map_err(|error| {
            let (line, column) = self.position(self.end);
            self.input.error(error, line, column)
        })?;
        if self.returns {
            end_lines(&mut self.buffer[self.end..self.end + read]);
        }
        self.end += read;
        if read > 0 {
            return Ok(true);
        }
        self.at_end = true;
        if self.end > 0 && self.buffer[self.end - 1] != b'\n' {
            self.buffer[self.end] = b'\n';
            self.end += 1;
            self.added = true;
            return Ok(true);
        }
        Ok(false)
    }

    /// Reads past `n` bytes of the window.
    pub(crate) fn consume(&mut self, n: usize) {
        let read = &self.buffer[self.start..self.start + n];
        self.line += memchr_iter(b'\n', read).count() as u64;
        self.start += n;
    }

    /// The place of the line feed that ends the line at `from` of the window. The window is filled
    /// as needed. None at the end of the input.
    pub(crate) fn line_end(&mut self, from: usize) -> Result<Option<usize>> {
        let mut searched = from;
        loop {
            if let Some(length) = memchr(b'\n', &self.window()[searched..]) {
                let end = searched + length;
                if end > self.longest {
                    return Err(self.too_long());
                }
                return Ok(Some(end));
            }
            searched = self.window().len();
            if searched > self.longest {
                return Err(self.too_long());
            }
            if !self.fill()? {
                return Ok(None);
            }
        }
    }

    fn too_long(&self) -> FileError {
        FileError::malformed(
            self.name(),
            self.line,
            1,
            format!("a line of more than {} bytes", self.longest),
            format!("lines of at most {} bytes", self.longest),
        )
    }

    /// The line and column (in characters) of a place in the window.
    pub(crate) fn position(&self, offset: usize) -> (u64, u64) {
        // The end is before the line feed that was added to the last line.
        let length = self.end - self.start;
        let last = length - usize::from(self.added && length > 0);
        let before = &self.window()[..offset.min(last)];
        let line = self.line + memchr_iter(b'\n', before).count() as u64;
        let line_start = memrchr(b'\n', before).map_or(0, |end| end + 1);
        (line, column(&before[line_start..]))
    }

    /// An error at a place in the window.
    pub(crate) fn error(
        &self,
        offset: usize,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> FileError {
        let (line, column) = self.position(offset);
        FileError::malformed(self.name(), line, column, found, expected)
    }

    /// The bytes `from..to` of the window as text.
    pub(crate) fn text(&self, from: usize, to: usize) -> Result<&str> {
        let bytes = &self.window()[from..to];
        std::str::from_utf8(bytes).map_err(|error| {
            self.error(
                from + error.valid_up_to(),
                format!("bytes that are not UTF-8 in {}", quoted(bytes)),
                "text in UTF-8",
            )
        })
    }

    /// An error if the first bytes are not text.
    pub(crate) fn refuse_binary(&self, format: &str) -> Result {
        let start = &self.window()[..self.window().len().min(1024)];
        match memchr(0, start) {
            None => Ok(()),
            Some(at) => Err(self.error(
                at,
                "binary data (a zero byte)",
                format!("text in the format {format}"),
            )),
        }
    }
}

/// The column after some bytes of a line, in characters from 1.
pub(crate) fn column(before: &[u8]) -> u64 {
    // Continuation bytes of UTF-8 do not begin a character.
    before.iter().filter(|&&b| b & 0xc0 != 0x80).count() as u64 + 1
}

impl Scanner {
    /// Reads the whole input into the window and returns the lease for its memory.
    pub(crate) fn read_all(&mut self, budget: &Budget) -> Result<Lease> {
        let mut lease = Lease::new(budget);
        loop {
            lease.cover(self.buffer.len() as u64, 0)?;
            budget.check()?;
            if !self.fill()? {
                return Ok(lease);
            }
        }
    }
}

impl Scanner {
    /// The whole input, without a line feed that was added to the last line.
    pub(crate) fn into_bytes(mut self, budget: &Budget) -> Result<(Bytes, Lease)> {
        let lease = self.read_all(budget)?;
        self.buffer.truncate(self.end - usize::from(self.added));
        Ok((Bytes::from(self.buffer).slice(self.start..), lease))
    }

    /// Starts counting the bytes read by a library anew: see [`LONGEST_PIECE`].
    pub(crate) fn mark(&mut self) {
        self.piece = 0;
    }

    /// The scanner's error that made a library fail.
    pub(crate) fn take_error(&mut self) -> Option<FileError> {
        self.pending.take()
    }
}

impl Read for Scanner {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let found = self.fill_buf()?;
        let length = found.len().min(into.len());
        into[..length].copy_from_slice(&found[..length]);
        BufRead::consume(self, length);
        Ok(length)
    }
}

impl BufRead for Scanner {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.piece > LONGEST_PIECE {
            let found = format!("one element of more than {LONGEST_PIECE} bytes");
            let error = FileError::malformed(&self.input.name, self.line, 1, found, "shorter ones");
            self.pending = Some(error);
            return Err(io::Error::other("stopped"));
        }
        if self.start == self.end
            && let Err(error) = self.fill()
        {
            self.pending = Some(error);
            return Err(io::Error::other("stopped"));
        }
        // Libraries need no line feed at the end.
        Ok(&self.buffer[self.start..self.end - usize::from(self.added)])
    }

    fn consume(&mut self, n: usize) {
        self.piece += n;
        Scanner::consume(self, n);
    }
}
