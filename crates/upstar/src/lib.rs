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
mod sequences;
mod stalks;
mod store;

pub use analysis::{
    Analysis, GraphFacts, HeapValue, Longest, MoveResult, Play, RareHeaps, SequenceFacts, Stops,
    Wall, Walls,
};

pub use expression::{Evaluated, evaluate};
pub use graph::{Solved, solve_graph};
pub use pictures::{
    Record, RecordError, Turn, position_scene, sequence_scene, ups_and_nimbers_scene,
};
pub use sequences::{
    explain_heap_game, nim_sequence, search_nim_sequence, sum_of_heaps, survey_of_codes,
};
pub use stalks::{MOST_DEPTH, tree_scene};
pub use store::ValueStore;
pub use upstar_core as core;
pub use upstar_graphs as graphs;
pub use upstar_heaps as heaps;
pub use upstar_lang as lang;
pub use upstar_rules as rules;
pub use upstar_values as values;
