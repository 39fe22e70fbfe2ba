//! Taking at most what the opponent took.

use super::{Pair, few_enough};
use crate::prelude::*;

/// Take at most as many as the opponent took. A position is the heap and the largest number that
/// may be taken now.
#[derive(Clone, Copy, Debug)]
pub struct TakeAtMost;

impl Ruleset for TakeAtMost {
    type Position = Pair;

    as_in!(TAKE_AT_MOST);

    fn options(&self, &(heap, most): &Pair, _: Player, out: &mut Options<Pair>) -> Result {
        few_enough(most.min(heap))?;
        out.extend((1..=most.min(heap)).map(|taken| (heap - taken, taken)));
        Ok(())
    }

    fn known(&self, &(heap, most): &Pair, convention: Convention) -> Option<Known> {
        let lowest = heap & heap.wrapping_neg();
        let theorem = "whoever may take the lowest one bit of the heap wins";
        Known::lost_if(convention, heap == 0 || lowest > most, theorem)
    }

    fn picture(&self, &(heap, _): &Pair) -> Picture {
        Picture::Heaps(vec![heap])
    }
}

pub(crate) const TAKE_AT_MOST: Row = Row {
    name: "take_at_most",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "take_at_most(n,k)",
    rules: "A heap of n matches; the first move takes from 1 to k of them,\n\
            each later one from 1 to as many as the move before it took.",
    source: "Stankevich, Games on graphs, introduction",
    example: ("take_at_most(12,3)", "outcome P"),
    make: Make::Rules(|| Rules::new(TakeAtMost)),
    boards: false,
};
