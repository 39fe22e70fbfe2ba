//! Checks the claims of an engine independently of the engine's code.
//!
//! A certificate holds enough data besides the answer that one pass over the graph proves the
//! answer:
//!
//! - [`outcomes`]: who wins every position, with remoteness and best moves;
//!   draws are shown by the closed set of positions that nobody can be driven
//!   out of. Normal and misère play, results of terminals, coloured arcs.
//! - [`values`]: the nimber or loopy nimber of every position, with the ranks
//!   and witnesses that make it a proof.
//! - [`owned`]: who wins a parity, reachability, safety, Büchi or co-Büchi game on a graph whose
//!   vertices have owners, with the strategies of both players.
//! - [`quotient`]: a misère quotient of heaps, with the element of each heap, for the outcome of
//!   every sum.
//! - [`strategy`]: who wins a sum, and by which answers to all moves of the opponent.
//! - [`partition`]: a labelling with N and P that somebody claims.
//!
//! Certificates of outcomes and values are canonical: for a given graph exactly one passes, so a
//! change of any single outcome, remoteness, move, value, rank or witness is
//! found. A parity game may have several winning strategies, each of which passes. [`check`] reads a certificate and its graph from files and says
//! whether it passes.

mod error;
mod file;
mod graph;
pub mod heaps;
pub mod outcomes;
pub mod owned;
pub mod partition;
pub mod quotient;
mod sealed;
pub mod strategy;
pub mod values;

pub use error::{Rejection, VerifyError};
pub use file::{Certificate, Checked, check, read, write};
pub use graph::Arcs;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
