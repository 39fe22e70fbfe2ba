//! Subtract-a-square.

use super::few_enough;
use crate::prelude::*;

/// Subtract-a-square: one heap, from which a square number is taken.
struct SubtractSquare;

impl Ruleset for SubtractSquare {
    type Position = u64;

    as_in!(SUBTRACT_SQUARE);

    fn options(&self, heap: &u64, _: Player, out: &mut Options<u64>) -> Result {
        let root = heap.isqrt();
        few_enough(root)?;
        out.extend((1..=root).map(|m| heap - m * m));
        Ok(())
    }
}

pub(crate) const SUBTRACT_SQUARE: Row = Row {
    name: "subtract_square",
    aliases: &["subtract_a_square"],
    class: Class::IMPARTIAL,
    usage: "subtract_square(n)",
    rules: "A heap of n; a move takes a square number (1, 4, 9, ...).",
    source: "Golomb, A mathematical investigation of games of \"take-away\" (1966)",
    example: ("subtract_square(30)", "*3"),
    make: Make::Rules(|| Rules::new(SubtractSquare)),
    boards: false,
};
