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
mod census;
mod closed;
mod engine;
mod entailed;
mod error;
mod explicit;
pub mod formula;
mod front;
mod game;
mod games;
mod graph;
mod loopy;
mod misere;
mod negative;
mod nimbers;
mod outcome;
mod picture;
mod position;
mod rewrite;
mod rules;
mod ruleset;
mod search;
mod solve;
mod solver;
mod store;
mod sum;
mod table;
mod template;
mod thermograph;
mod variant;

use games::boards::{bits, grid};

pub use arguments::{Argument, Arguments};
pub use bounds::Bounds;
pub use call::Call;
pub use catalogue::{
    Row, add_game, added_games, catalogue, check_name, find_game, is_game, make_game, named_game,
    parse_board, parse_game, rules,
};
pub use census::{Positions, Specimen};
pub use closed::{ClosedPositions, closed_games};
pub use engine::{Engine, Memory, Settings};
pub use entailed::Entailed;
pub use error::{RuleError, SinkError};
pub use explicit::Explicit;
pub use game::Game;
pub use games::boards::amazons::{Amazons, LargeAmazons};
pub use games::boards::bandit::{Bandit, Places, Spot};
pub use games::boards::bits::SmallBoard;
pub use games::boards::chess_pawns::ChessPawns;
pub use games::boards::clobber::{Clobber, LargeClobber};
pub use games::boards::clobbering::Clobbering;
pub use games::boards::cram::{Cram, LargeCram};
pub use games::boards::dodgem::Dodgem;
pub use games::boards::domineering::{Domineering, LargeDomineering};
pub use games::boards::fission::{Fission, LargeFission};
pub use games::boards::fox_and_geese::FoxAndGeese;
pub use games::boards::grid::Grid;
pub use games::boards::hare_and_hounds::HareAndHounds;
pub use games::boards::in_a_row::InARow;
pub use games::boards::king_dirt::{Dirt, KingDirt};
pub use games::boards::konane::{Konane, LargeKonane};
pub use games::boards::men::Men;
pub use games::boards::nogo::{LargeNoGo, NoGo};
pub use games::boards::northcott::Northcott;
pub use games::boards::sheep::{Herds, Sheep};
pub use games::boards::ski_jumps::SkiJumps;
pub use games::functions::{HeapMoves, PairMoves, heap_rules, pair_rules};
pub use games::graphs::ColouredGraph;
pub use games::graphs::childish_hackenbush::ChildishHackenbush;
pub use games::graphs::colouring::Colouring;
pub use games::graphs::digraph_placement::{DigraphPlacement, Placement};
pub use games::graphs::edges::{Edge, Edges};
pub use games::graphs::family::GraphFamily;
pub use games::graphs::fjords::Fjords;
pub use games::graphs::grim::Grim;
pub use games::graphs::hackenbush::Hackenbush;
pub use games::graphs::kayles::GraphKayles;
pub use games::graphs::nimstring::{Nimstring, Strings};
pub use games::graphs::omax::{Circle, OMax};
pub use games::graphs::partizan_arc_kayles::PartizanArcKayles;
pub use games::graphs::plain::read_graph;
pub use games::graphs::sprouts::{Sketch, Sprouts};
pub use games::graphs::tokens::Tokens;
pub use games::graphs::weighted_arc_kayles::WeightedArcKayles;
pub use games::heaps::matches::Matches;
pub use games::heaps::nim::Nim;
pub use games::pairs::take_at_most::TakeAtMost;
pub use games::pairs::wythoff::Wythoff;
pub use games::strips::coin_turning::CoinTurning;
pub use games::strips::crosses::{Crosses, Strip};
pub use games::strips::gen_toads::GeneralToads;
pub use games::strips::nimble::{Nimble, Nimble2};
pub use games::strips::spawning::Spawning;
pub use games::strips::staircase::Staircase;
pub use games::strips::toads::ToadsAndFrogs;
pub use games::strips::toppling_dominoes::TopplingDominoes;
pub use games::strips::turning_code::TurningCode;
pub use games::strips::turtles::Turning;
pub use graph::{GraphForm, GraphOptions, GraphSink, GraphSize};
pub use outcome::StrategyRows;
pub use picture::{Dot, Picture};
pub use position::Position;
pub use rewrite::{Finding, OwnGame};
pub use rules::{AnyPosition, Rules};
pub use ruleset::{Class, Convention, Fact, Glance, Known, Negated, Ruleset, Sides};
pub use solve::{
    Deal, KeyTable, Keys, Marks, MemoryTiers, Parts, SolveNeeds, SolveOptions, TierFacts,
    TierMoves, TierStore, TierValues, Verdict,
};
pub use solver::Solver;
pub use store::{EachPosition, Store, StoreError, Stored};
pub use sum::{BestLine, Sum, Summand, WinningMove};
pub use template::Template;
pub use variant::Variant;
