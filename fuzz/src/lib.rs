//! What the fuzz targets do, shared with tests that need no fuzzer.

mod evaluate;
mod guard;
mod loopy;
mod readers;

pub use evaluate::evaluate;
pub use guard::let_guarded_panics_pass;
pub use loopy::loopy;
pub use readers::*;
