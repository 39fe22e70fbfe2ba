//! Input and output files of Upstar.
//!
//! - [`graph`]: games given as graphs, read as a stream of arcs.
//! - [`read_partition`]: reads claimed outcomes, to be checked.
//! - [`table`]: results as CSV, JSON or Parquet, written a batch at a time.
//! - [`Envelope`], [`GraphDigest`], [`Records`]: Upstar's own files.
//! - [`BlockWriter`], [`BlockReader`]: compressed blocks with digests, read in any order.
//! - [`guarded`]: turns panics of libraries on damaged data into errors.
//! - [`Output`], [`AtomicFile`]: files that appear whole or not at all.
//! - [`Scratch`]: folders for intermediate files and checkpoints.
//! - [`FileError`]: every error names the file and, if possible, the line and column, what was
//!   found and what was expected.

// In a build without some formats, the code that only they use is idle.
#![cfg_attr(not(all(feature = "compression", feature = "parquet")), allow(dead_code))]

mod blocks;
mod compression;
mod digest;
mod envelope;
mod error;
mod fast;
mod fields;
pub mod graph;
mod guard;
mod input;
mod lock;
mod mapped;
mod output;
mod partition;
mod quoting;
mod records;
mod scan;
mod scratch;
pub mod table;

pub use blocks::{BlockReader, BlockSeal, BlockWriter};
pub use compression::Compression;
pub use digest::{GraphDigest, digest_of_bytes};
pub use envelope::Envelope;
pub use error::{FileError, Malformed, Result};
pub use guard::{guarded, is_guarded};
pub use input::{MOST_TEXT, Source};
pub use lock::FileLock;
pub use output::{AtomicFile, Output, remove_temporary_files};
pub use partition::read_partition;
pub use records::Records;
pub use scratch::{Scratch, ScratchFile};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
