//! Subtract-a-square.

use upstar_core::Budget;
use upstar_engine::positions::grundy_table::GrundyTable;

use super::few_enough;
use crate::prelude::*;

/// Subtract-a-square: one heap, from which a square number is taken.
struct SubtractSquare {
    values: GrundyTable<u64>,
}

/// The heaps after the moves.
fn smaller(heap: u64) -> Result<impl Iterator<Item = u64>> {
    let root = heap.isqrt();
    few_enough(root)?;
    Ok((1..=root).map(move |m| heap - m * m))
}

impl Ruleset for SubtractSquare {
    type Position = u64;

    as_in!(SUBTRACT_SQUARE);

    fn options(&self, heap: &u64, _: Player, out: &mut Options<u64>) -> Result {
        out.extend(smaller(*heap)?);
        Ok(())
    }

    fn computed(&self, heap: &u64, budget: &Budget) -> Result<Option<u64>> {
        let value = self.values.value(*heap, budget, |heap, options| {
            smaller(heap)?.for_each(|option| options.push(&[option]));
            Ok(())
        });
        Ok(value?.map(u64::from))
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
    make: Make::Rules(|| Rules::new(SubtractSquare { values: GrundyTable::of_heaps() })),
    boards: false,
};
