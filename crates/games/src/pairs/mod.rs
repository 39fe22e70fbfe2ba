//! Games on pairs of numbers: two heaps, a heap and what was taken last, rows and columns.
//!
//! Text, order and size of pairs are in [`super::numbers`], of lists of pairs (pieces of rows and
//! columns) in [`pieces`].

mod bound;
pub(crate) mod cake;
pub(crate) mod cutcake;
pub(crate) mod euclid;
pub(crate) mod fibonacci_nim;
pub(crate) mod gen_mem;
pub(crate) mod gen_wythoff;
pub(crate) mod knight;
pub(crate) mod maundy_cake;
pub(crate) mod mem;
pub(crate) mod partizan_euclid;
pub(crate) mod take_at_most;
pub(crate) mod take_away;
pub(crate) mod wythoff;

use upstar_engine::positions::pieces::{self, Pair};

pub(super) use super::numbers::{few_enough, joined, numbers, positive};
use upstar_engine::Negated;

/// The smaller number first.
fn ordered((a, b): Pair) -> (Pair, Negated) {
    ((a.min(b), a.max(b)), Negated::No)
}
