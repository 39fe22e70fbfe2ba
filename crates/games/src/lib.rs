//! The catalogue of games: families in Rust, one folder each, and games defined by rules files.
//!
//! [`parse_game`] reads a position of any game of the [`catalogue()`]:
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

mod boards;
mod call;
mod catalogue;
mod census;
mod files;
mod functions;
mod graphs;
mod heaps;
mod pairs;
mod prelude;
mod products;
mod sowing;
mod strips;
mod template;

use upstar_engine::positions::numbers;

pub use boards::amazons::Amazons;
pub use boards::bandit::{Bandit, Places, Spot};
pub use boards::chess_pawns::ChessPawns;
pub use boards::clobber::{Clobber, LargeClobber};
pub use boards::clobbering::Clobbering;
pub use boards::cram::Cram;
pub use boards::dodgem::Dodgem;
pub use boards::domineering::Domineering;
pub use boards::fox_and_geese::FoxAndGeese;
pub use boards::go::{GoLife, GoMove, go_moves, go_record};
pub use boards::hare_and_hounds::HareAndHounds;
pub use boards::in_a_row::InARow;
pub use boards::king_dirt::{Dirt, KingDirt};
pub use boards::konane::Konane;
pub use boards::men::Men;
pub use boards::nogo::{LargeNoGo, NoGo};
pub use boards::northcott::Northcott;
pub use boards::sheep::{Herds, Sheep};
pub use boards::ski_jumps::SkiJumps;
pub use call::Call;
pub use catalogue::{
    Row, add_game, added_games, catalogue, check_name, find_game, is_game, make_game, named_game,
    on_board, parse_board, parse_game, parse_sum, rules, takes_texts,
};
pub use census::{Positions, Sample};
pub use functions::{
    CoordinateMoves, Coordinates, HeapConditions, HeapMoves, MOST_COORDINATES, Tuple, called,
    coordinate_rules, heap_rules,
};
pub use graphs::childish_hackenbush::ChildishHackenbush;
pub use graphs::colouring::Colouring;
pub use graphs::digraph_placement::{DigraphPlacement, Placement};
pub use graphs::grim::Grim;
pub use graphs::hackenbush::Hackenbush;
pub use graphs::nimstring::{Nimstring, Strings};
pub use graphs::omax::{Circle, OMax};
pub use graphs::partizan_arc_kayles::PartizanArcKayles;
pub use graphs::plain::read_graph;
pub use graphs::sprouts::{Sketch, Sprouts};
pub use graphs::stones::Coloured;
pub use graphs::tokens::Tokens;
pub use graphs::weighted_arc_kayles::WeightedArcKayles;
pub use heaps::matches::Matches;
pub use heaps::nim::Nim;
pub use heaps::partizan_take_and_break::partizan_codes;
pub use pairs::take_at_most::TakeAtMost;
pub use pairs::wythoff::Wythoff;
pub use strips::coin_turning::CoinTurning;
pub use strips::crosses::{Crosses, Strip, Strips};
pub use strips::gen_toads::GeneralToads;
pub use strips::nimble::{Nimble, Nimble2};
pub use strips::spawning::Spawning;
pub use strips::staircase::Staircase;
pub use strips::toads::ToadsAndFrogs;
pub use strips::toppling_dominoes::TopplingDominoes;
pub use strips::turning_code::TurningCode;
pub use strips::turtles::Turning;
pub use template::Template;

/// The rulesets in Rust, by families.
static RULESETS: [&[Row]; 7] = [
    boards::RULESETS,
    graphs::RULESETS,
    heaps::RULESETS,
    pairs::RULESETS,
    products::RULESETS,
    sowing::RULESETS,
    strips::RULESETS,
];
