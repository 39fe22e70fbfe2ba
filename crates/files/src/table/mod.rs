//! Tables of results: written a batch at a time as CSV, JSON or Parquet.

mod batch;
mod csv;
mod json;
#[cfg_attr(not(feature = "parquet"), path = "no_parquet.rs")]
mod parquet;
mod writer;

pub use batch::{Batch, Column, Kind, Schema};
pub use writer::{Format, TableWriter};
