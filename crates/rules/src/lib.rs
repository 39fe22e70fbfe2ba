//! Rulesets of combinatorial games.
//!
//! A ruleset says what a position is and what its options are ([`Ruleset`]). It becomes a value
//! ([`Rules`]), and with a position a [`Game`]: from that come explicit graphs
//! ([`Game::graph`]), outcomes and values.
//!
//! [`parse_game`] reads a position of any game of the [`catalogue()`]:
//!
//! ```
//! use upstar_core::Player;
//! use upstar_rules::parse_game;
//!
//! let game = parse_game("subtract_square(5)")?;
//! let options = game.options(Player::Left)?;
//! let options: Vec<String> = options.iter().map(|option| option.text()).collect();
//! assert_eq!(options, ["subtract_square(1)", "subtract_square(4)"]);
//! # Ok::<(), upstar_rules::RuleError>(())
//! ```

mod arguments;
mod bits;
mod bounds;
mod call;
mod catalogue;
mod engine;
mod error;
mod explicit;
mod front;
mod game;
mod games;
mod graph;
mod grid;
mod images;
mod loopy;
mod negative;
mod outcome;
mod picture;
mod position;
mod rules;
mod ruleset;
mod search;
mod solver;
mod store;
mod sum;
mod table;
mod template;
mod thermograph;
mod variant;
mod web;

pub use arguments::{Argument, Arguments};
pub use bits::SmallBoard;
pub use bounds::Bounds;
pub use call::Call;
pub use catalogue::{
    Row, catalogue, find_game, is_game, make_game, parse_board, parse_game, rules,
};
pub use engine::{Engine, Memory, Settings};
pub use error::{RuleError, SinkError};
pub use explicit::Explicit;
pub use game::Game;
pub use games::bandit::{Bandit, Places, Spot};
pub use games::boards::{Amazons, Clobber};
pub use games::childish::ChildishHackenbush;
pub use games::chords::{Circle, OMax};
pub use games::clobbers::Clobbering;
pub use games::coins::{Nimble, Nimble2, Staircase, Turning};
pub use games::crosses::{Strip, Strips};
pub use games::dirt::{Dirt, Herds, KingDirt, Sheep};
pub use games::domineering::{Domineering, LargeDomineering};
pub use games::dominoes::TopplingDominoes;
pub use games::fission::{Fission, LargeFission};
pub use games::geese::FoxAndGeese;
pub use games::hackenbush::{Edge, Edges, Hackenbush};
pub use games::heaps::matches::Matches;
pub use games::heaps::nim::Nim;
pub use games::kayles::{
    DigraphPlacement, Fjords, GraphKayles, PartizanArcKayles, Placement, WeightedArcKayles,
};
pub use games::konane::{Konane, LargeKonane};
pub use games::nimstring::{Nimstring, Strings};
pub use games::pairs::take_at_most::TakeAtMost;
pub use games::pairs::wythoff::Wythoff;
pub use games::pawns::ChessPawns;
pub use games::skis::SkiJumps;
pub use games::sprouts::{Sketch, Sprouts};
pub use games::stones::{NoGo, Northcott};
pub use games::strips::GeneralToads;
pub use games::tiles::{Cram, Triomino};
pub use games::tints::{Colouring, Grim};
pub use games::toads::{LargeToadsAndFrogs, ToadsAndFrogs};
pub use games::tokens::Tokens;
pub use games::turning::{CoinTurning, Spawning, TurningCode};
pub use graph::{GraphForm, GraphOptions, GraphSink, GraphSize};
pub use grid::Grid;
pub use picture::{Dot, Picture};
pub use position::Position;
pub use rules::{AnyPosition, Rules};
pub use ruleset::{Class, Convention, Entailed, Fact, Known, Negated, Ruleset, Sides};
pub use solver::Solver;
pub use store::{EachPosition, Store, StoreError, Stored};
pub use sum::{BestLine, Sum, Summand, WinningMove};
pub use template::Template;
pub use variant::Variant;
pub use web::Board;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
