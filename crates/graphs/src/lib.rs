//! Games given as an explicit directed graph. A token stands on a vertex and a move takes it along
//! an arc. A player who cannot move loses.
//!
//! - [`GraphBuilder`] makes a [`Graph`] from a stream of arcs in linear time.
//! - [`solve`] finds the outcome N, P or D of every vertex, its remoteness and its best move in
//!   O(V+E), in normal and misère play. [`solve_coloured`] does the same where arcs belong to Left,
//!   Right or both, and gives the nine outcomes. [`solve_graph`] takes either kind.
//! - [`loopy_values`] finds `*n` or `∞{K}` for every vertex, also with cycles. [`grundy_values`] is
//!   for graphs without cycles.
//! - [`external`] does the same for graphs whose arcs do not fit into memory.
//! - [`check_partition`], [`second_partition`] and [`check_solution`] check claimed labellings.
//! - [`certificate`] has answers that a program without an engine can check.
//! - [`sum_value`], [`winning_moves`] and [`solve_sum`] are for several tokens, on one graph or
//!   several. In [`solve_annihilation`], tokens that meet vanish.
//! - [`solve_owned`] solves games whose vertices have owners: reachability, safety, Büchi, co-Büchi
//!   and parity games.
//! - [`same_game`] tells whether two games are isomorphic.
//! - [`topological_order`] and [`stats`] describe a graph. [`generate`] makes graphs for
//!   measurements.
//!
//! Vertices are ids `0, 1, …`. Their names are kept in [`upstar_core::names`]. This crate reads and
//! writes no files, and the caller gives the number of threads. Everything that takes long takes a
//! [`Budget`](upstar_core::Budget).

mod annihilation;
mod builder;
pub mod certificate;
mod check;
mod coloured;
mod error;
pub mod external;
pub mod generate;
mod graph;
mod grundy;
mod isomorphism;
mod kernel;
mod loopy;
mod order;
mod owned;
mod parallel;
mod partition;
mod payoffs;
mod positions;
pub mod reference;
mod solution;
mod solve;
mod stats;
mod sums;

pub use annihilation::{annihilation_value, solve_annihilation};
pub use builder::GraphBuilder;
pub use check::{Fault, check_solution};
pub use coloured::{ColouredMoves, ColouredSolution, solve_coloured};
pub use error::{GraphError, Result};
pub use graph::{Graph, NONE, Successors};
pub use grundy::grundy_values;
pub use isomorphism::same_game;
pub use loopy::{LoopyValues, loopy_values};
pub use order::{Order, is_acyclic, topological_order};
pub use owned::{OwnedGame, OwnedSolution, solve_owned, winners_by_measures};
pub use partition::{Breach, check_partition, second_partition};
pub use payoffs::{PayoffGame, PayoffSolution, solve_payoffs, solve_points};
pub use positions::{SumMove, SumSolution};
pub use solution::{GraphSolution, solve_graph};
pub use solve::{Counts, Line, Moves, Solution, solve};
pub use stats::{Stats, stats};
pub use sums::{Token, ValuedToken, solve_sum, sum_value, winning_moves};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
