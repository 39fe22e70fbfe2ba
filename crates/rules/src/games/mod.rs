//! The rulesets, in a folder for each family.

pub(crate) mod boards;
pub(crate) mod childish;
pub(crate) mod chords;
pub(crate) mod coins;
pub(crate) mod crosses;
pub(crate) mod dominoes;
pub(crate) mod hackenbush;
pub(crate) mod heaps;
pub(crate) mod kayles;
pub(crate) mod nimstring;
mod numbers;
pub(crate) mod pairs;
mod prelude;
pub(crate) mod products;
pub(crate) mod sprouts;
pub(crate) mod strips;
pub(crate) mod tints;
pub(crate) mod toads;
pub(crate) mod tokens;
pub(crate) mod turning;

use crate::Row;

/// All rulesets, sorted by name.
pub(crate) static ROWS: &[Row] = &[
    products::heap_product::ACROSTIC_PRODUCT,
    products::adjoin::ADJOIN,
    boards::amazons::ROW,
    tokens::ANNIHILATION,
    boards::clobbering::ANTI_CLOBBER,
    heaps::apples::APPLES,
    kayles::ARC_KAYLES,
    toads::BACKSLIDING,
    boards::bandit::ROW,
    pairs::cake::CAKE,
    products::cake_product::CAKE_PRODUCT,
    boards::clobbering::CANNIBAL_CLOBBER,
    boards::fox_and_geese::CEYLONESE,
    boards::chess_pawns::ROW,
    childish::ROW,
    heaps::chomp::CHOMP,
    boards::clobber::ROW,
    tints::COL,
    boards::cram::ROW,
    crosses::CROSSES,
    pairs::cutcake::CUTCAKE,
    heaps::named::DAWSON_KAYLES,
    boards::clobbering::DIAGONAL_CLOBBER,
    kayles::DIGRAPH_PLACEMENT,
    products::heap_product::DIRECT_PRODUCT,
    boards::domineering::ROW,
    products::cake_product::EATCAKE,
    strips::ELEPHANTS_AND_RHINOS,
    pairs::euclid::EUCLID,
    pairs::fibonacci_nim::FIBONACCI_NIM,
    boards::fission::ROW,
    kayles::FJORDS,
    boards::fox_and_geese::FOX_AND_GEESE,
    boards::king_dirt::ROW,
    strips::GENERAL,
    pairs::gen_wythoff::GENERAL_WYTHOFF,
    tints::GRIM,
    heaps::named::GRUNDY,
    turning::GRUNT,
    hackenbush::ROW,
    heaps::named::JAMES_BOND,
    products::join::JOIN,
    heaps::named::KAYLES,
    boards::clobbering::KINGS,
    pairs::knight::KNIGHT,
    boards::clobbering::KNIGHTS,
    boards::konane::ROW,
    heaps::named::LASKER,
    heaps::matches::MATCHES,
    pairs::maundy_cake::MAUNDY_CAKE,
    pairs::mem::MEM,
    turning::MOCK_TURTLE_FIVES,
    turning::MOCK_TURTLES,
    turning::MOEBIUS,
    turning::MOGUL,
    turning::MOIDORES,
    heaps::moore::MOORE,
    turning::MOTLEY,
    heaps::nim::NIM,
    heaps::nim_with_transfer::NIM_WITH_TRANSFER,
    coins::NIMBLE,
    coins::NIMBLE2,
    nimstring::ROW,
    kayles::NODE_KAYLES,
    boards::nogo::ROW,
    boards::northcott::ROW,
    chords::OMAX,
    heaps::ordered_nim::ORDERED_NIM,
    kayles::PARTIZAN_ARC_KAYLES,
    pairs::partizan_euclid::PARTIZAN_EUCLID,
    heaps::partizan_take_and_break::PARTIZAN_SPLITTLES,
    heaps::partizan_take_and_break::PARTIZAN_SUBTRACTION,
    heaps::partizan_take_and_break::PARTIZAN_TAKE_AND_BREAK,
    heaps::named::PAWNS,
    heaps::poker_nim::POKER_NIM,
    boards::clobbering::QUEENS,
    boards::clobbering::ROOKS,
    turning::RULER,
    turning::RULER_FIVES,
    boards::sheep::ROW,
    boards::ski_jumps::ROW,
    tints::SNORT,
    turning::SPAWNING,
    heaps::subtraction::SPLITTLES,
    sprouts::ROW,
    coins::STAIRCASE,
    heaps::subtract_square::SUBTRACT_SQUARE,
    heaps::subtraction::SUBTRACTION,
    turning::SYM,
    turning::SYMPLER,
    heaps::take_and_break::BY_CODE,
    pairs::take_at_most::TAKE_AT_MOST,
    pairs::take_away::TAKE_AWAY,
    toads::ROW,
    tokens::TOKENS,
    dominoes::ROW,
    crosses::TREBLECROSS,
    boards::triomino::ROW,
    turning::TRIPLET_FIVES,
    turning::TRIPLETS,
    products::cake_product::TURN_AND_EATCAKE,
    products::cake_product::TURNED_CAKE_PRODUCT,
    turning::TURNING,
    coins::TURNING_TURTLES,
    turning::TURNIPS,
    coins::TWINS,
    kayles::WEIGHTED_ARC_KAYLES,
    heaps::wind_up::WIND_UP,
    pairs::wythoff::WYTHOFF,
];
