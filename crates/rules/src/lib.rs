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

use games::boards::{bits, grid};

pub use arguments::{Argument, Arguments};
pub use bounds::Bounds;
pub use call::Call;
pub use catalogue::{
    Row, catalogue, find_game, is_game, make_game, parse_board, parse_game, rules,
};
pub use engine::{Engine, Memory, Settings};
pub use error::{RuleError, SinkError};
pub use explicit::Explicit;
pub use game::Game;
pub use games::boards::amazons::Amazons;
pub use games::boards::bandit::{Bandit, Places, Spot};
pub use games::boards::bits::SmallBoard;
pub use games::boards::chess_pawns::ChessPawns;
pub use games::boards::clobber::Clobber;
pub use games::boards::clobbering::Clobbering;
pub use games::boards::cram::Cram;
pub use games::boards::domineering::{Domineering, LargeDomineering};
pub use games::boards::fission::{Fission, LargeFission};
pub use games::boards::fox_and_geese::FoxAndGeese;
pub use games::boards::grid::Grid;
pub use games::boards::king_dirt::{Dirt, KingDirt};
pub use games::boards::konane::{Konane, LargeKonane};
pub use games::boards::nogo::NoGo;
pub use games::boards::northcott::Northcott;
pub use games::boards::sheep::{Herds, Sheep};
pub use games::boards::ski_jumps::SkiJumps;
pub use games::boards::triomino::Triomino;
pub use games::childish::ChildishHackenbush;
pub use games::chords::{Circle, OMax};
pub use games::coins::{Nimble, Nimble2, Staircase, Turning};
pub use games::crosses::{Strip, Strips};
pub use games::dominoes::TopplingDominoes;
pub use games::hackenbush::{Edge, Edges, Hackenbush};
pub use games::heaps::matches::Matches;
pub use games::heaps::nim::Nim;
pub use games::kayles::{
    DigraphPlacement, Fjords, GraphKayles, PartizanArcKayles, Placement, WeightedArcKayles,
};
pub use games::nimstring::{Nimstring, Strings};
pub use games::pairs::take_at_most::TakeAtMost;
pub use games::pairs::wythoff::Wythoff;
pub use games::sprouts::{Sketch, Sprouts};
pub use games::strips::GeneralToads;

pub use games::tints::{Colouring, Grim};
pub use games::toads::{LargeToadsAndFrogs, ToadsAndFrogs};
pub use games::tokens::Tokens;
pub use games::turning::{CoinTurning, Spawning, TurningCode};
pub use graph::{GraphForm, GraphOptions, GraphSink, GraphSize};
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
