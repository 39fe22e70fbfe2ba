//! Ordered nim.

use super::{Heaps, few_enough, list, replaced};
use crate::prelude::*;

/// Ordered nim: heaps in a row, none larger than the next.
struct OrderedNim;

impl Ruleset for OrderedNim {
    type Position = Heaps;

    as_in!(ORDERED_NIM);

    fn options(&self, heaps: &Heaps, _: Player, out: &mut Options<Heaps>) -> Result {
        few_enough(heaps.last().copied().unwrap_or(0))?;
        let mut least = 0;
        for (index, &heap) in heaps.iter().enumerate() {
            out.extend((least..heap).map(|left| replaced(heaps, index, &[left])));
            least = heap;
        }
        Ok(())
    }

    fn normalize(&self, mut heaps: Heaps) -> (Heaps, Negated) {
        heaps.retain(|&heap| heap > 0);
        (heaps, Negated::No)
    }

    fn known(&self, heaps: &Heaps, convention: Convention) -> Option<Known> {
        let mut value = 0;
        let mut rest = &heaps[..];
        while let [before @ .., last] = rest {
            value ^= last.checked_sub(*before.last().unwrap_or(&0))?;
            rest = &before[..before.len().saturating_sub(1)];
        }
        let theorem = "staircase nim on the differences of neighbours, the last on top";
        Known::grundy(convention, value, theorem)
    }

    fn position(&self, arguments: &Arguments) -> Result<Heaps> {
        let heaps = list(arguments)?;
        match heaps.windows(2).position(|pair| pair[0] > pair[1]) {
            Some(index) => {
                Err(arguments.complain(index + 1, "this heap is smaller than the one before it"))
            }
            None => Ok(heaps),
        }
    }
}

pub(crate) const ORDERED_NIM: Row = Row {
    name: "ordered_nim",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "ordered_nim(a,b,...)",
    rules: "Heaps of stones in a row, none larger than the next one; a move takes stones from one\n\
            heap and must keep this order.",
    source: "Stankevich, Games on graphs, exercise 16",
    example: ("ordered_nim(2,3,3,5)", "*3"),
    make: Make::Rules(|| Rules::new(OrderedNim)),
    boards: false,
};
