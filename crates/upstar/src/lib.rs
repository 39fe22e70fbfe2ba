//! Upstar (the game ↑* = {0,*|0}): who wins a combinatorial game, what a
//! position is worth, and which move to make.
//!
//! This is the crate that users add. It re-exports the engines and holds
//! [`Analysis`], the one answer type that every face (command line, worksheet,
//! notebook, server) shows.

mod analysis;
mod catalogue;
#[cfg(feature = "chess")]
mod endgames;
mod error;
mod expression;
mod graph;
mod outcomes;
mod pictures;
mod positions;
mod sequences;
mod stalks;
#[cfg(feature = "store")]
mod store;
mod tables;

pub use analysis::{
    Analysis, CatalogueEntry, ChessEnding, Claim, GraphFacts, GraphStats, HeapValue, Longest,
    MateDepth, MoveResult, Play, PlayedMove, RareHeaps, SequenceFacts, SideToMove, Stops, Table,
    Wall, Walls,
};
pub use catalogue::{analyze_catalogue, class_in_words};
#[cfg(feature = "chess")]
pub use endgames::{ChessMoves, analyze_chess};
pub use error::Error;
pub use expression::{Evaluated, evaluate};
pub use graph::{
    Likeness, NamedGraph, SolvedGraph, SumOptions, Tokens, ValuedGraph, convert_graph,
    verify_graph, verify_period,
};
pub use outcomes::{OutcomeOptions, analyze_outcome};
pub use pictures::{
    Record, RecordError, Turn, position_scene, sequence_scene, ups_and_nimbers_scene,
};
pub use sequences::{
    explain_heap_game, nim_sequence, search_nim_sequence, sum_of_heaps, survey_of_codes,
};
pub use stalks::{MOST_DEPTH, tree_scene};
#[cfg(feature = "store")]
pub use store::ValueStore;
pub use tables::{Cell, TableOfPositions, analyze_sequence, value_sequence};
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
