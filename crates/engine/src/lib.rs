//! The engine of combinatorial games: what a game implements, and what is computed of it.
//!
//! A ruleset says what a position is and what its options are ([`Ruleset`]). It becomes a value
//! ([`Rules`]), and with a position a [`Game`]: from that come explicit graphs
//! ([`Game::graph`]), outcomes and values. No game is built in: those of the catalogue are in
//! `upstar-games`, and `upstar-rewrite` reads games from rules files.
//!
//! ```
//! use upstar_core::Player;
//! use upstar_games::parse_game;
//!
//! let game = parse_game("subtract_square(5)")?;
//! let options = game.options(Player::Left)?;
//! let options: Vec<String> = options.iter().map(|option| option.text()).collect();
//! assert_eq!(options, ["subtract_square(1)", "subtract_square(4)"]);
//! # Ok::<(), upstar_engine::RuleError>(())
//! ```

mod algebra;
mod arguments;
mod bounds;
mod closed;
mod couples;
mod engine;
mod entailed;
mod error;
mod explicit;
pub mod formula;
mod game;
mod graph;
mod loopy;
mod misere;
mod misere_search;
mod negative;
mod options;
mod outcome;
mod picture;
mod position;
pub mod positions;
mod proof;
mod recent_cache;
mod rules;
mod ruleset;
mod search;
mod solve;
mod solver;
mod store;
mod sum;
mod table;
mod thermograph;
mod ups;
mod variant;

pub use arguments::{Argument, Arguments};
pub use bounds::Bounds;
pub use closed::{ClosedPositions, closed_games};
pub use engine::{Engine, Memory, Settings};
pub use entailed::{Entailed, Turns};
pub use error::{Result, RuleError, SinkError, StoreError};
pub use explicit::Explicit;
pub use game::Game;
pub use graph::{GraphForm, GraphOptions, GraphSink, GraphSize};
pub use options::Options;
pub use outcome::StrategyRows;
pub use picture::{Dot, Edge, Edges, Picture};
pub use position::Position;
pub use positions::family::GraphFamily;
pub use positions::graphs::ColouredGraph;
pub use positions::grid::Grid;
pub use positions::small_board::SmallBoard;
pub use rules::{AnyPosition, Rules};
pub use ruleset::{
    BoardRows, Class, Convention, Fact, Known, Negated, Ruleset, Sides, StaticBounds, WinnerSearch,
};
pub use solve::{
    KeyTable, Keys, Labels, MemoryTiers, PartitionedTiers, Partitioner, PositionResult, SolveNeeds,
    SolveOptions, TierFacts, TierMoves, TierStore, TierValues,
};
pub use solver::Solver;
pub use store::{EachPosition, Store, Stored};
pub use sum::{BestLine, Compound, Sum, Summand, WinningMove, compound_parts};
pub use ups::{OptionUps, Ups};
pub use variant::Variant;
