//! The files of Upstar: what comes in and what goes out.
//!
//! - [`table`]: results as CSV, JSON or Parquet, written a batch at a time.
//! - [`Output`], [`AtomicFile`]: a file appears whole or not at all.
//! - [`FileError`]: every error names the file, and where it can the line
//!   and column, what was found and what would be right.

mod compression;
mod error;
mod output;
mod quoting;
pub mod table;

pub use compression::Compression;
pub use error::{FileError, Malformed};
pub use output::{AtomicFile, Output};
