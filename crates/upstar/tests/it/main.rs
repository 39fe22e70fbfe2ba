//! The tests of this crate through its public interface, as one program: each more would be linked anew.

mod analysis;
mod budgets;
mod census;
#[cfg(all(feature = "compression", feature = "parquet"))]
#[path = "../../../../fuzz/src/evaluate.rs"]
#[allow(unreachable_pub)] // a library of its own there
mod evaluate;
mod examples;
mod gallery;
mod graphs;
#[cfg(feature = "mcgs")]
mod mcgs;
mod mutations;
mod owned;
mod plans;
mod positions;
mod pursuit;
mod queries;
#[cfg(all(feature = "compression", feature = "parquet"))]
#[path = "../../../../fuzz/src/readers.rs"]
#[allow(unreachable_pub)]
mod readers;
mod record;
mod store;
mod strategies;
mod sums;
mod sums_by_play;
mod value_pictures;
