//! The rulesets, a small file each.

pub(crate) mod bandit;
pub(crate) mod boards;
pub(crate) mod cakes;
pub(crate) mod coins;
pub(crate) mod domineering;
pub(crate) mod dominoes;
pub(crate) mod hackenbush;
pub(crate) mod heaps;
pub(crate) mod octal;
pub(crate) mod piles;
pub(crate) mod stones;
pub(crate) mod tiles;
pub(crate) mod tints;
pub(crate) mod toads;

use crate::Row;

/// All rulesets, sorted by name.
pub(crate) static ROWS: &[Row] = &[
    boards::AMAZONS,
    toads::BACKSLIDING,
    bandit::ROW,
    piles::CAKE,
    cakes::CHOMP,
    boards::CLOBBER,
    tints::COL,
    tiles::CRAM,
    octal::CROSSES,
    cakes::CUTCAKE,
    octal::DAWSON_KAYLES,
    domineering::ROW,
    piles::EUCLID,
    boards::FISSION,
    tints::GRIM,
    octal::GRUNDY,
    hackenbush::ROW,
    octal::JAMES_BOND,
    octal::KAYLES,
    piles::KNIGHT,
    boards::KONANE,
    octal::LASKER,
    heaps::MATCHES,
    cakes::MAUNDY_CAKE,
    piles::MOORE,
    heaps::NIM,
    coins::NIMBLE,
    coins::NIMBLE2,
    stones::NOGO,
    stones::NORTHCOTT,
    piles::ORDERED_NIM,
    octal::PAWNS,
    tints::SNORT,
    coins::STAIRCASE,
    heaps::SUBTRACT_SQUARE,
    octal::BY_CODE,
    heaps::TAKE_AT_MOST,
    toads::ROW,
    dominoes::ROW,
    octal::TREBLECROSS,
    tiles::TRIOMINO,
    coins::TURNING_TURTLES,
    coins::TWINS,
    heaps::WYTHOFF,
];
