//! Tables of results, written a batch at a time as CSV, JSON, Parquet or LaTeX.

mod batch;
mod csv;
mod json;
#[cfg_attr(not(feature = "parquet"), path = "no_parquet.rs")]
mod parquet;
mod rows;
mod tex;
mod writer;

pub use batch::{Batch, Column, Kind, Schema};
pub use rows::RowWriter;
pub use writer::{Format, TableWriter};
