//! Checks the claims of an engine independently of the engine's code.
//!
//! A certificate holds the answer and enough data to prove it in one pass over the graph:
//!
//! - [`outcomes`]: the winner of every position, with remoteness and best moves. Draws are proved
//!   by a closed set of positions in which a player can always stay. Normal and misère play,
//!   results of terminals, coloured arcs.
//! - [`values`]: the nimber or loopy nimber of every position, with the ranks and witnesses that
//!   prove it.
//! - [`owned`]: who wins a parity, reachability, safety, Büchi or co-Büchi game on a graph whose
//!   vertices have owners, with the strategies of both players.
//! - [`quotient`]: a misère quotient of heaps, with the element of each heap, for the outcome of
//!   every sum.
//! - [`laws`]: what the Grundy value of every heap is, for rules that are linear conditions.
//! - [`strategy`]: the winner of a sum, with answers to all moves of the opponent.
//! - [`partition`]: a claimed labelling with N and P.
//!
//! Certificates of outcomes and values are canonical: for a given graph exactly one is accepted, so a
//! change of any single outcome, remoteness, move, value, rank or witness is found. A parity game may
//! have several winning strategies, each of which is accepted. [`check`] reads a certificate and its
//! graph from files and checks them.

mod error;
mod file;
mod graph;
pub mod heaps;
pub mod laws;
pub mod outcomes;
pub mod owned;
pub mod partition;
pub mod quotient;
mod sealed;
pub mod strategy;
pub mod values;

pub use error::{Rejection, Result, VerifyError};
pub use file::{Certificate, Checked, check, read, write};
pub use graph::Arcs;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
