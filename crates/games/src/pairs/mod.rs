//! Games on pairs of numbers: two heaps, a heap and the number taken last, rows and columns.
//!
//! Text, order and size of pairs are in [`super::numbers`], those of lists of pairs (pieces of rows
//! and columns) in [`pieces`].

mod bound;
pub(crate) mod cake;
pub(crate) mod cutcake;
pub(crate) mod euclid;
pub(crate) mod fibonacci_nim;
pub(crate) mod gen_mem;
pub(crate) mod gen_wythoff;
pub(crate) mod knight;
pub(crate) mod mem;
pub(crate) mod partizan_euclid;
pub(crate) mod take_at_most;
pub(crate) mod take_away;
pub(crate) mod wythoff;

use upstar_engine::positions::pieces::{self, Pair};

use crate::Row;

/// The rulesets of this family.
pub(super) static RULESETS: &[Row] = &[
    cake::CAKE,
    cutcake::CUTCAKE,
    cutcake::MAUNDY_CAKE,
    euclid::EUCLID,
    fibonacci_nim::FIBONACCI_NIM,
    gen_mem::GENERAL_MEM,
    gen_wythoff::GENERAL_WYTHOFF,
    knight::KNIGHT,
    mem::MEM,
    partizan_euclid::PARTIZAN_EUCLID,
    take_at_most::TAKE_AT_MOST,
    take_away::TAKE_AWAY,
    wythoff::WYTHOFF,
];

pub(super) use super::numbers::{few_enough, joined, numbers, positive};
use upstar_engine::Negated;

/// The smaller number first.
fn ordered((a, b): Pair) -> (Pair, Negated) {
    ((a.min(b), a.max(b)), Negated::No)
}
