//! Types that all crates of Upstar share.
//!
//! - [`Player`], [`Outcome`] and [`Convention`]: the players, who wins, and the meaning of being
//!   unable to move.
//! - [`mex`] and [`MexTable`]: the minimal excludant behind Grundy values.
//! - [`LoopyNimber`]: what an impartial game is worth that may go on for ever.
//! - [`Budget`], [`Ticker`], [`Exhausted`], [`Run`]: how long work is bounded,
//!   interrupted and reported; [`Lease`]: memory that is accounted for.
//! - [`label`]: the words of retrograde analysis.
//! - [`Place`]: where in an input an error is.
//! - [`names`]: what the vertices of a graph are called; [`arcs`]: who may use
//!   an arc, and what a terminal is worth.
//! - [`Room`]: stack for work that calls itself as deep as its input says.
//! - [`prefetch`]: a hint for memory that is needed soon.
//! - [`parse_count`]: the numbers that people write on a command line
//!   (`1e6`, `2^20`, `10^30`, `2^35-1`).

pub mod arcs;
mod budget;
mod convention;
mod count;
mod hints;
pub mod label;
mod lease;
mod loopy;
mod mex;
pub mod names;
mod outcome;
mod place;
mod spelling;
mod stack;

pub use budget::{Budget, CancelFlag, Exhausted, Report, Run, StopReason, Ticker};
pub use convention::Convention;
pub use count::{CountError, parse_count, parse_u64};
pub use hints::prefetch;
pub use lease::Lease;
pub use loopy::{LoopyNimber, NotALoopyNimber};
pub use mex::{GrundyValue, MexTable, mex, reference};
pub use outcome::{Outcome, Player, UnknownOutcome};
pub use place::Place;
pub use spelling::edits;
pub use stack::Room;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
