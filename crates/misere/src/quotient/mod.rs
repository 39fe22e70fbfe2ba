//! Misère quotients (Plambeck, *Taming the wild in impartial combinatorial games*; Plambeck and
//! Siegel, *Misère quotients for impartial games*; Siegel, *Combinatorial Game Theory*, V.4-V.6).

mod bits;
mod build;
mod certificate;
mod closed;
mod error;
mod heaps;
mod kind;
mod learn;
mod mex;
mod monoid;
mod prove;
mod structure;
mod sums;
mod values;

pub use build::Solver;
pub use certificate::Certificate;
pub use closed::{ClosedGames, ClosedPartizanGames};
pub use error::QuotientError;
pub use heaps::{HeapQuotient, PretendingPeriod};
pub use mex::MexRow;
pub use monoid::{Element, Monoid, Word};
pub use structure::Subgroup;
pub use sums::HeapSum;
pub(crate) use values::HeapValues;
