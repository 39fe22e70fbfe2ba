//! Nim sequences of take-and-break games.

mod class;
mod code;
mod dense;
mod error;
mod explain;
mod fast;
mod kernels;
mod names;
mod parse;
mod period;
pub mod plain;
mod rule;
mod sequence;
mod sparse;
mod summary;

pub use class::Class;
pub use code::{Code, Digit, Relation};
pub use error::HeapsError;
pub use kernels::{Kernel, KernelChoice};
pub use names::{Game, NAMED, Named};
pub use period::{Periodicity, Theorem, Verdict};
pub use rule::{HeapRule, Position, Visit, position};
pub use sequence::{EngineChoice, Sequence, Settings};
pub use summary::Summary;
