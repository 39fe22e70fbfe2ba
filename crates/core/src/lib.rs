//! Types that all crates of Upstar share.
//!
//! - [`Player`], [`Outcome`] and [`Convention`]: the players, the winner, and the meaning of having
//!   no move.
//! - [`mex`] and [`MexTable`]: the minimal excludant behind Grundy values.
//! - [`LoopyNimber`]: the value of an impartial game whose play may never end.
//! - [`Budget`], [`Ticker`], [`Exhausted`], [`Run`]: limits, interruption and reports of work;
//!   [`Lease`]: memory that is accounted for.
//! - [`label`]: the words of retrograde analysis.
//! - [`Place`]: the place of an error in an input.
//! - [`names`]: the names of the vertices of a graph; [`arcs`]: who may use an arc, results of
//!   terminals, owners and priorities of vertices.
//! - [`Room`]: stack for recursion whose depth depends on the input.
//! - [`prefetch`]: a hint that memory will be needed soon.
//! - [`Upright`]: boards of Domineering as their winner sees them, and the bound that lists of lost boards
//!   and their checker share.
//! - [`words!`]: enums whose variants have one word each.
//! - [`parse_count`]: numbers as written on a command line (`1e6`, `2^20`, `10^30`, `2^35-1`).

pub mod arcs;
mod budget;
mod convention;
mod count;
mod hints;
pub mod label;
mod latex;
mod lease;
mod loopy;
mod mex;
pub mod names;
mod outcome;
mod place;
mod spelling;
mod stack;
mod upright;
mod words;

pub use budget::{Budget, CancelFlag, Exhausted, Report, Run, StopReason, Ticker};
pub use convention::Convention;
pub use count::{CountError, parse_count, parse_u64};
pub use hints::prefetch;
pub use latex::{LATEX_MACROS, latex, latex_text, latex_with_macros};
pub use lease::Lease;
pub use loopy::{LoopyNimber, NotALoopyNimber};
pub use mex::{GrundyValue, MexTable, mex, reference};
pub use outcome::{Outcome, Player, UnknownOutcome};
pub use place::Place;
pub use spelling::{edits, nearest, plain_name};
pub use stack::Room;
pub use upright::Upright;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
