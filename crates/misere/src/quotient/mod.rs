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
mod partizan;
mod prove;
mod structure;
mod sums;
mod totals;
mod values;
mod weights;

pub use build::Solver;
pub use certificate::Certificate;
pub use closed::{ClosedGames, ClosedPartizanGames};
pub use error::{QuotientError, Result};
pub use heaps::{HeapQuotient, PretendingPeriod};
pub use mex::MexRow;
pub use monoid::{Element, Monoid, Word};
pub use partizan::PartizanQuotient;
pub use structure::Subgroup;
pub use sums::HeapSum;
pub use totals::TotalOutcomes;
pub(crate) use values::HeapValues;
pub use weights::{WeightPeriod, Weights};
