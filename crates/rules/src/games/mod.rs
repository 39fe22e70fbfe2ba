//! The rulesets, a small file each.

pub(crate) mod adjoin;
pub(crate) mod boards;
mod bound;
pub(crate) mod cakes;
pub(crate) mod childish;
pub(crate) mod chords;
pub(crate) mod coins;
pub(crate) mod crosses;
pub(crate) mod dominoes;
pub(crate) mod hackenbush;
pub(crate) mod heaps;
pub(crate) mod kayles;
pub(crate) mod nimstring;
pub(crate) mod numbers;
pub(crate) mod octal;
pub(crate) mod piles;
pub(crate) mod pockets;
pub(crate) mod products;
pub(crate) mod sprouts;
pub(crate) mod strips;
pub(crate) mod subtraction;
pub(crate) mod takeaway;
pub(crate) mod tints;
pub(crate) mod toads;
pub(crate) mod tokens;
pub(crate) mod turning;

use crate::Row;

/// All rulesets, sorted by name.
pub(crate) static ROWS: &[Row] = &[
    products::ACROSTIC_PRODUCT,
    adjoin::ROW,
    boards::amazons::ROW,
    tokens::ANNIHILATION,
    boards::clobbering::ANTI_CLOBBER,
    pockets::APPLES,
    kayles::ARC_KAYLES,
    toads::BACKSLIDING,
    boards::bandit::ROW,
    piles::CAKE,
    products::CAKE_PRODUCT,
    boards::clobbering::CANNIBAL_CLOBBER,
    boards::fox_and_geese::CEYLONESE,
    boards::chess_pawns::ROW,
    childish::ROW,
    cakes::CHOMP,
    boards::clobber::ROW,
    tints::COL,
    boards::cram::ROW,
    crosses::CROSSES,
    cakes::CUTCAKE,
    octal::DAWSON_KAYLES,
    boards::clobbering::DIAGONAL_CLOBBER,
    kayles::DIGRAPH_PLACEMENT,
    products::DIRECT_PRODUCT,
    boards::domineering::ROW,
    products::EATCAKE,
    strips::ELEPHANTS_AND_RHINOS,
    piles::EUCLID,
    takeaway::FIBONACCI_NIM,
    boards::fission::ROW,
    kayles::FJORDS,
    boards::fox_and_geese::FOX_AND_GEESE,
    boards::king_dirt::ROW,
    strips::GENERAL,
    takeaway::GENERAL_WYTHOFF,
    tints::GRIM,
    octal::GRUNDY,
    turning::GRUNT,
    hackenbush::ROW,
    octal::JAMES_BOND,
    products::JOIN,
    octal::KAYLES,
    boards::clobbering::KINGS,
    piles::KNIGHT,
    boards::clobbering::KNIGHTS,
    boards::konane::ROW,
    octal::LASKER,
    heaps::MATCHES,
    cakes::MAUNDY_CAKE,
    takeaway::MEM,
    turning::MOCK_TURTLE_FIVES,
    turning::MOCK_TURTLES,
    turning::MOEBIUS,
    turning::MOGUL,
    turning::MOIDORES,
    piles::MOORE,
    turning::MOTLEY,
    heaps::NIM,
    pockets::NIM_WITH_TRANSFER,
    coins::NIMBLE,
    coins::NIMBLE2,
    nimstring::ROW,
    kayles::NODE_KAYLES,
    boards::nogo::ROW,
    boards::northcott::ROW,
    chords::OMAX,
    piles::ORDERED_NIM,
    kayles::PARTIZAN_ARC_KAYLES,
    takeaway::PARTIZAN_EUCLID,
    subtraction::PARTIZAN_SPLITTLES,
    subtraction::PARTIZAN_SUBTRACTION,
    subtraction::PARTIZAN_TAKE_AND_BREAK,
    octal::PAWNS,
    pockets::POKER_NIM,
    boards::clobbering::QUEENS,
    boards::clobbering::ROOKS,
    turning::RULER,
    turning::RULER_FIVES,
    boards::sheep::ROW,
    boards::ski_jumps::ROW,
    tints::SNORT,
    turning::SPAWNING,
    subtraction::SPLITTLES,
    sprouts::ROW,
    coins::STAIRCASE,
    heaps::SUBTRACT_SQUARE,
    subtraction::SUBTRACTION,
    turning::SYM,
    turning::SYMPLER,
    octal::BY_CODE,
    heaps::TAKE_AT_MOST,
    takeaway::TAKE_AWAY,
    toads::ROW,
    tokens::TOKENS,
    dominoes::ROW,
    crosses::TREBLECROSS,
    boards::triomino::ROW,
    turning::TRIPLET_FIVES,
    turning::TRIPLETS,
    products::TURN_AND_EATCAKE,
    products::TURNED_CAKE_PRODUCT,
    turning::TURNING,
    coins::TURNING_TURTLES,
    turning::TURNIPS,
    coins::TWINS,
    kayles::WEIGHTED_ARC_KAYLES,
    takeaway::WIND_UP,
    heaps::WYTHOFF,
];
