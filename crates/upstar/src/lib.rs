//! Upstar (the game ↑* = {0,*|0}): who wins a combinatorial game, what a
//! position is worth, and which move to make.
//!
//! This is the crate that users add. It re-exports the engines and holds
//! [`Analysis`], the one answer type that every face (command line, worksheet,
//! notebook, server) shows.

mod analysis;

mod expression;
mod graph;
mod pictures;
mod positions;
mod stalks;
#[cfg(feature = "store")]
mod store;

pub use analysis::{Analysis, GraphFacts, Longest, MoveResult, Play, Stops, Wall, Walls};

pub use expression::{Evaluated, evaluate};
pub use graph::{Solved, solve_graph};
pub use pictures::{Record, RecordError, Turn, position_scene, ups_and_nimbers_scene};
pub use stalks::{MOST_DEPTH, tree_scene};
#[cfg(feature = "store")]
pub use store::ValueStore;
#[cfg(feature = "chess")]
pub use upstar_chess as chess;
pub use upstar_core as core;
pub use upstar_draw as draw;
pub use upstar_files as files;
pub use upstar_graphs as graphs;
pub use upstar_heaps as heaps;
pub use upstar_lang as lang;
pub use upstar_rules as rules;
pub use upstar_stoppers as stoppers;
pub use upstar_values as values;
pub use upstar_verify as verify;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
