//! Compressed files: gzip and Zstandard, recognised by name and by content.

use std::io::{self, Read};
use std::path::Path;

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Compression {
    /// Not at all.
    #[default]
    None,
    /// gzip (`.gz`).
    Gzip,
    /// Zstandard (`.zst`).
    Zstd,
}

impl Compression {
    /// The compression that the last extension of a file name says.
    pub fn of_name(path: &Path) -> Compression {
        match path.extension().and_then(|e| e.to_str()) {
            Some(e) if e.eq_ignore_ascii_case("gz") => Compression::Gzip,
            Some(e) if e.eq_ignore_ascii_case("zst") => Compression::Zstd,
            _ => Compression::None,
        }
    }

    /// The compression that the first bytes of a file say.
    pub fn of_content(start: &[u8]) -> Compression {
        match start {
            [0x1f, 0x8b, ..] => Compression::Gzip,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Compression::Zstd,
            _ => Compression::None,
        }
    }

    /// `path` without the extension that says the compression.
    pub fn strip(path: &Path) -> &Path {
        match Compression::of_name(path) {
            Compression::None => path,
            _ => Path::new(path.file_stem().unwrap_or_default()),
        }
    }

    /// A reader of what `inner` holds compressed.
    pub(crate) fn decode<R: Read + Send + 'static>(
        self,
        inner: R,
    ) -> io::Result<Box<dyn Read + Send>> {
        Ok(match self {
            Compression::None => Box::new(inner),
            Compression::Gzip => Box::new(flate2::read::MultiGzDecoder::new(inner)),
            Compression::Zstd => Box::new(zstd::stream::read::Decoder::new(inner)?),
        })
    }
}
