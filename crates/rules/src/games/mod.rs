//! The rulesets, a small file each.

pub(crate) mod adjoin;
pub(crate) mod bandit;
pub(crate) mod boards;
mod bound;
pub(crate) mod cakes;
pub(crate) mod clobbers;
pub(crate) mod dirt;
pub(crate) mod domineering;
pub(crate) mod fission;
pub(crate) mod geese;
pub(crate) mod graphs;
pub(crate) mod heaps;
pub(crate) mod konane;
pub(crate) mod numbers;
pub(crate) mod octal;
pub(crate) mod pawns;
pub(crate) mod piles;
pub(crate) mod pockets;
pub(crate) mod products;
pub(crate) mod skis;
pub(crate) mod stones;
pub(crate) mod strips;
pub(crate) mod subtraction;
pub(crate) mod takeaway;
pub(crate) mod tiles;

use crate::Row;

/// All rulesets, sorted by name.
pub(crate) static ROWS: &[Row] = &[
    products::ACROSTIC_PRODUCT,
    adjoin::ROW,
    boards::AMAZONS,
    graphs::tokens::ANNIHILATION,
    clobbers::ANTI_CLOBBER,
    pockets::APPLES,
    graphs::kayles::ARC_KAYLES,
    strips::toads::BACKSLIDING,
    bandit::ROW,
    piles::CAKE,
    products::CAKE_PRODUCT,
    clobbers::CANNIBAL_CLOBBER,
    geese::CEYLONESE,
    pawns::ROW,
    graphs::childish_hackenbush::ROW,
    cakes::CHOMP,
    boards::CLOBBER,
    graphs::colouring::COL,
    tiles::CRAM,
    strips::crosses::CROSSES,
    cakes::CUTCAKE,
    octal::DAWSON_KAYLES,
    clobbers::DIAGONAL_CLOBBER,
    graphs::digraph_placement::ROW,
    products::DIRECT_PRODUCT,
    domineering::ROW,
    products::EATCAKE,
    strips::gen_toads::ELEPHANTS_AND_RHINOS,
    piles::EUCLID,
    takeaway::FIBONACCI_NIM,
    fission::ROW,
    graphs::fjords::ROW,
    geese::FOX_AND_GEESE,
    dirt::KING_DIRT,
    strips::gen_toads::GENERAL,
    takeaway::GENERAL_WYTHOFF,
    graphs::grim::ROW,
    octal::GRUNDY,
    strips::coin_turning::GRUNT,
    graphs::hackenbush::ROW,
    octal::JAMES_BOND,
    products::JOIN,
    octal::KAYLES,
    clobbers::KINGS,
    piles::KNIGHT,
    clobbers::KNIGHTS,
    konane::ROW,
    octal::LASKER,
    heaps::MATCHES,
    cakes::MAUNDY_CAKE,
    takeaway::MEM,
    strips::coin_turning::MOCK_TURTLE_FIVES,
    strips::coin_turning::MOCK_TURTLES,
    strips::coin_turning::MOEBIUS,
    strips::coin_turning::MOGUL,
    strips::coin_turning::MOIDORES,
    piles::MOORE,
    strips::coin_turning::MOTLEY,
    heaps::NIM,
    pockets::NIM_WITH_TRANSFER,
    strips::nimble::NIMBLE,
    strips::nimble::NIMBLE2,
    graphs::nimstring::ROW,
    graphs::kayles::NODE_KAYLES,
    stones::NOGO,
    stones::NORTHCOTT,
    graphs::omax::ROW,
    piles::ORDERED_NIM,
    graphs::partizan_arc_kayles::ROW,
    takeaway::PARTIZAN_EUCLID,
    subtraction::PARTIZAN_SPLITTLES,
    subtraction::PARTIZAN_SUBTRACTION,
    subtraction::PARTIZAN_TAKE_AND_BREAK,
    octal::PAWNS,
    pockets::POKER_NIM,
    clobbers::QUEENS,
    clobbers::ROOKS,
    strips::coin_turning::RULER,
    strips::coin_turning::RULER_FIVES,
    dirt::SHEEP,
    skis::ROW,
    graphs::colouring::SNORT,
    strips::spawning::ROW,
    subtraction::SPLITTLES,
    graphs::sprouts::ROW,
    strips::staircase::ROW,
    heaps::SUBTRACT_SQUARE,
    subtraction::SUBTRACTION,
    strips::coin_turning::SYM,
    strips::coin_turning::SYMPLER,
    octal::BY_CODE,
    heaps::TAKE_AT_MOST,
    takeaway::TAKE_AWAY,
    strips::toads::ROW,
    graphs::tokens::TOKENS,
    strips::toppling_dominoes::ROW,
    strips::crosses::TREBLECROSS,
    tiles::TRIOMINO,
    strips::coin_turning::TRIPLET_FIVES,
    strips::coin_turning::TRIPLETS,
    products::TURN_AND_EATCAKE,
    products::TURNED_CAKE_PRODUCT,
    strips::coin_turning::TURNING,
    strips::turtles::TURNING_TURTLES,
    strips::coin_turning::TURNIPS,
    strips::turtles::TWINS,
    graphs::weighted_arc_kayles::ROW,
    takeaway::WIND_UP,
    heaps::WYTHOFF,
];
