//! The rulesets, a small file each.

pub(crate) mod bandit;
pub(crate) mod boards;
pub(crate) mod domineering;
pub(crate) mod hackenbush;
pub(crate) mod heaps;
pub(crate) mod octal;
pub(crate) mod tints;
pub(crate) mod toads;

use crate::Row;

/// All rulesets, sorted by name.
pub(crate) static ROWS: &[Row] = &[
    boards::AMAZONS,
    toads::BACKSLIDING,
    bandit::ROW,
    boards::CLOBBER,
    tints::COL,
    octal::CROSSES,
    octal::DAWSON_KAYLES,
    domineering::ROW,
    boards::FISSION,
    tints::GRIM,
    octal::GRUNDY,
    hackenbush::ROW,
    octal::JAMES_BOND,
    octal::KAYLES,
    boards::KONANE,
    octal::LASKER,
    heaps::MATCHES,
    heaps::NIM,
    tints::SNORT,
    heaps::SUBTRACT_SQUARE,
    octal::BY_CODE,
    heaps::TAKE_AT_MOST,
    toads::ROW,
    octal::TREBLECROSS,
    heaps::WYTHOFF,
];
