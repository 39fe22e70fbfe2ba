//! Compressed files: gzip and Zstandard, recognised by name and by content.

use std::io::{self, Read, Write};
use std::path::Path;

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Compression {
    /// Not compressed.
    #[default]
    None,
    /// gzip (`.gz`).
    Gzip,
    /// Zstandard (`.zst`).
    Zstd,
}

impl Compression {
    /// The compression that the last extension of a file name indicates.
    pub fn of_name(path: &Path) -> Compression {
        match path.extension().and_then(|e| e.to_str()) {
            Some(e) if e.eq_ignore_ascii_case("gz") => Compression::Gzip,
            Some(e) if e.eq_ignore_ascii_case("zst") => Compression::Zstd,
            _ => Compression::None,
        }
    }

    /// The compression that the first bytes of a file indicate.
    pub fn of_content(start: &[u8]) -> Compression {
        match start {
            [0x1f, 0x8b, ..] => Compression::Gzip,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Compression::Zstd,
            _ => Compression::None,
        }
    }

    /// `path` without the extension of the compression.
    pub fn strip(path: &Path) -> &Path {
        match Compression::of_name(path) {
            Compression::None => path,
            _ => Path::new(path.file_stem().unwrap_or_default()),
        }
    }

    /// A reader that decompresses `inner`.
    pub(crate) fn decode<R: Read + Send + 'static>(
        self,
        inner: R,
    ) -> io::Result<Box<dyn Read + Send>> {
        Ok(match self {
            Compression::None => Box::new(inner),
            #[cfg(feature = "gzip")]
            Compression::Gzip => Box::new(flate2::read::MultiGzDecoder::new(inner)),
            #[cfg(feature = "zstd")]
            Compression::Zstd => Box::new(zstd::stream::read::Decoder::new(inner)?),
            #[cfg(not(feature = "gzip"))]
            Compression::Gzip => return Err(left_out("files packed by gzip", "gzip")),
            #[cfg(not(feature = "zstd"))]
            Compression::Zstd => return Err(left_out("files packed by Zstandard", "zstd")),
        })
    }

    /// A writer that compresses into `inner`.
    pub(crate) fn encode<W: Write + Send + 'static>(self, inner: W) -> io::Result<Encoder<W>> {
        Ok(match self {
            Compression::None => Encoder::Plain(inner),
            #[cfg(feature = "gzip")]
            Compression::Gzip => {
                let level = flate2::Compression::default();
                Encoder::Packed(Box::new(flate2::write::GzEncoder::new(inner, level)))
            }
            #[cfg(feature = "zstd")]
            Compression::Zstd => {
                Encoder::Packed(Box::new(zstd::stream::write::Encoder::new(inner, 3)?))
            }
            #[cfg(not(feature = "gzip"))]
            Compression::Gzip => return Err(left_out("files packed by gzip", "gzip")),
            #[cfg(not(feature = "zstd"))]
            Compression::Zstd => return Err(left_out("files packed by Zstandard", "zstd")),
        })
    }
}

/// Writes bytes to a `W`, compressed or not.
pub(crate) enum Encoder<W> {
    Plain(W),
    Packed(Box<dyn Packer<W>>),
}

/// Writes compressed bytes to a `W`.
pub(crate) trait Packer<W>: Write + Send {
    /// Ends the compressed stream.
    fn finish(self: Box<Self>) -> io::Result<W>;
}

#[cfg(feature = "gzip")]
impl<W: Write + Send> Packer<W> for flate2::write::GzEncoder<W> {
    fn finish(self: Box<Self>) -> io::Result<W> {
        flate2::write::GzEncoder::finish(*self)
    }
}

#[cfg(feature = "zstd")]
impl<W: Write + Send> Packer<W> for zstd::stream::write::Encoder<'static, W> {
    fn finish(self: Box<Self>) -> io::Result<W> {
        zstd::stream::write::Encoder::finish(*self)
    }
}

/// The error for something that is not in this build.
#[cfg(not(all(feature = "compression", feature = "parquet")))]
pub(crate) fn left_out(what: &str, feature: &str) -> io::Error {
    let message = format!(
        "{what} are not in this build: they need `cargo build --release --features {feature}`"
    );
    io::Error::new(io::ErrorKind::Unsupported, message)
}
