//! The rulesets, a small file each.

pub(crate) mod bandit;
pub(crate) mod heaps;

use crate::Row;

/// All rulesets, sorted by name.
pub(crate) static ROWS: &[Row] = &[
    bandit::ROW,
    heaps::MATCHES,
    heaps::NIM,
    heaps::SUBTRACT_SQUARE,
    heaps::TAKE_AT_MOST,
    heaps::WYTHOFF,
];
