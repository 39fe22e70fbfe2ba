//! The catalogue of games: families in Rust, a folder each, and games by rules files.
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

pub use boards::amazons::{Amazons, LargeAmazons};
pub use boards::bandit::{Bandit, Places, Spot};
pub use boards::bits::SmallBoard;
pub use boards::chess_pawns::ChessPawns;
pub use boards::clobber::{Clobber, LargeClobber};
pub use boards::clobbering::Clobbering;
pub use boards::cram::{Cram, LargeCram};
pub use boards::dodgem::Dodgem;
pub use boards::domineering::{Domineering, LargeDomineering};
pub use boards::fission::{Fission, LargeFission};
pub use boards::fox_and_geese::FoxAndGeese;
pub use boards::hare_and_hounds::HareAndHounds;
pub use boards::in_a_row::InARow;
pub use boards::king_dirt::{Dirt, KingDirt};
pub use boards::konane::{Konane, LargeKonane};
pub use boards::men::Men;
pub use boards::nogo::{LargeNoGo, NoGo};
pub use boards::northcott::Northcott;
pub use boards::sheep::{Herds, Sheep};
pub use boards::ski_jumps::SkiJumps;
pub use call::Call;
pub use catalogue::{
    Row, add_game, added_games, catalogue, check_name, find_game, is_game, make_game, named_game,
    parse_board, parse_game, parse_sum, rules,
};
pub use census::{Positions, Specimen};
pub use functions::{HeapMoves, PairMoves, heap_rules, pair_rules};
pub use graphs::childish_hackenbush::ChildishHackenbush;
pub use graphs::colouring::Colouring;
pub use graphs::digraph_placement::{DigraphPlacement, Placement};
pub use graphs::fjords::Fjords;
pub use graphs::grim::Grim;
pub use graphs::hackenbush::Hackenbush;
pub use graphs::kayles::GraphKayles;
pub use graphs::nimstring::{Nimstring, Strings};
pub use graphs::omax::{Circle, OMax};
pub use graphs::partizan_arc_kayles::PartizanArcKayles;
pub use graphs::plain::read_graph;
pub use graphs::sprouts::{Sketch, Sprouts};
pub use graphs::tokens::Tokens;
pub use graphs::weighted_arc_kayles::WeightedArcKayles;
pub use heaps::matches::Matches;
pub use heaps::nim::Nim;
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

/// All rulesets, sorted by name.
static ROWS: &[Row] = &[
    products::heap_product::ACROSTIC_PRODUCT,
    products::adjoin::ADJOIN,
    boards::amazons::ROW,
    graphs::tokens::ANNIHILATION,
    boards::by_rules::ANTI_CLOBBER,
    heaps::apples::APPLES,
    graphs::kayles::ARC_KAYLES,
    strips::toads::BACKSLIDING,
    boards::bandit::ROW,
    pairs::cake::CAKE,
    products::cake_product::CAKE_PRODUCT,
    boards::by_rules::CANNIBAL_CLOBBER,
    graphs::carry_on::ROW,
    boards::fox_and_geese::CEYLONESE,
    boards::chess_pawns::ROW,
    graphs::childish_hackenbush::ROW,
    heaps::chomp::CHOMP,
    boards::clobber::ROW,
    graphs::colouring::COL,
    boards::in_a_row::CONNECT_FOUR,
    boards::in_a_row::CONNECT_K,
    boards::cram::ROW,
    strips::crosses::CROSSES,
    pairs::cutcake::CUTCAKE,
    heaps::named::DAWSON_KAYLES,
    boards::by_rules::DIAGONAL_CLOBBER,
    graphs::digraph_placement::ROW,
    products::heap_product::DIRECT_PRODUCT,
    boards::dodgem::ROW,
    boards::domineering::ROW,
    products::cake_product::EATCAKE,
    strips::gen_toads::ELEPHANTS_AND_RHINOS,
    pairs::euclid::EUCLID,
    pairs::fibonacci_nim::FIBONACCI_NIM,
    boards::fission::ROW,
    graphs::fjords::ROW,
    boards::fox_and_geese::FOX_AND_GEESE,
    boards::clobbering::GENERAL,
    graphs::gen_col::ROW,
    boards::fox_and_geese::GENERAL,
    boards::king_dirt::ROW,
    pairs::gen_mem::GENERAL_MEM,
    strips::gen_toads::GENERAL,
    pairs::gen_wythoff::GENERAL_WYTHOFF,
    boards::go::ROW,
    graphs::grim::ROW,
    heaps::named::GRUNDY,
    strips::coin_turning::GRUNT,
    graphs::hackenbush::ROW,
    boards::hare_and_hounds::ROW,
    heaps::named::JAMES_BOND,
    products::join::JOIN,
    boards::in_a_row::K_IN_A_ROW,
    sowing::kalah::ROW,
    heaps::named::KAYLES,
    boards::by_rules::KINGS,
    pairs::knight::KNIGHT,
    boards::clobbering::KNIGHTS,
    boards::konane::ROW,
    heaps::named::LASKER,
    heaps::matches::MATCHES,
    pairs::maundy_cake::MAUNDY_CAKE,
    pairs::mem::MEM,
    strips::coin_turning::MOCK_TURTLE_FIVES,
    strips::coin_turning::MOCK_TURTLES,
    strips::coin_turning::MOEBIUS,
    strips::coin_turning::MOGUL,
    strips::coin_turning::MOIDORES,
    heaps::moore::MOORE,
    strips::coin_turning::MOTLEY,
    heaps::nim::NIM,
    heaps::nim_with_transfer::NIM_WITH_TRANSFER,
    strips::nimble::NIMBLE,
    strips::nimble::NIMBLE2,
    graphs::nimstring::ROW,
    graphs::kayles::NODE_KAYLES,
    boards::nogo::ROW,
    boards::northcott::ROW,
    graphs::omax::ROW,
    heaps::ordered_nim::ORDERED_NIM,
    graphs::partizan_arc_kayles::ROW,
    pairs::partizan_euclid::PARTIZAN_EUCLID,
    heaps::partizan_take_and_break::PARTIZAN_SPLITTLES,
    heaps::partizan_take_and_break::PARTIZAN_SUBTRACTION,
    heaps::partizan_take_and_break::PARTIZAN_TAKE_AND_BREAK,
    heaps::named::PAWNS,
    heaps::poker_nim::POKER_NIM,
    boards::by_rules::QUEENS,
    boards::by_rules::ROOKS,
    strips::coin_turning::RULER,
    strips::coin_turning::RULER_FIVES,
    boards::sheep::ROW,
    boards::ski_jumps::ROW,
    graphs::colouring::SNORT,
    strips::spawning::ROW,
    heaps::subtraction::SPLITTLES,
    graphs::sprouts::ROW,
    strips::staircase::ROW,
    graphs::stalk::ROW,
    heaps::subtract_square::SUBTRACT_SQUARE,
    heaps::subtraction::SUBTRACTION,
    strips::coin_turning::SYM,
    strips::coin_turning::SYMPLER,
    heaps::take_and_break::BY_CODE,
    pairs::take_at_most::TAKE_AT_MOST,
    pairs::take_away::TAKE_AWAY,
    boards::in_a_row::TIC_TAC_TOE,
    strips::toads::ROW,
    graphs::tokens::TOKENS,
    strips::toppling_dominoes::ROW,
    strips::crosses::TREBLECROSS,
    boards::by_rules::TRIOMINO,
    strips::coin_turning::TRIPLET_FIVES,
    strips::coin_turning::TRIPLETS,
    products::cake_product::TURN_AND_EATCAKE,
    products::cake_product::TURNED_CAKE_PRODUCT,
    strips::coin_turning::TURNING,
    strips::turtles::TURNING_TURTLES,
    strips::coin_turning::TURNIPS,
    strips::turtles::TWINS,
    graphs::weighted_arc_kayles::ROW,
    heaps::wind_up::WIND_UP,
    pairs::wythoff::WYTHOFF,
];
