//! What the fuzz targets do, shared with tests that need no fuzzer.

mod evaluate;
mod readers;

pub use evaluate::evaluate;
pub use readers::*;
