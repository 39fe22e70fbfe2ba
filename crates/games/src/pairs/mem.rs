//! Mem.

use super::{Pair, few_enough};
use crate::prelude::*;

/// Mem: every move takes at least as many as the previous one.
struct Mem;

impl Ruleset for Mem {
    type Position = Pair;

    as_in!(MEM);

    fn options(&self, &(heap, least): &Pair, _: Player, out: &mut Options<Pair>) -> Result {
        let least = least.max(1);
        few_enough(heap.saturating_add(1).saturating_sub(least))?;
        out.extend((least..=heap).map(|taken| (heap - taken, taken)));
        Ok(())
    }

    fn normalize(&self, (heap, least): Pair) -> (Pair, Negated) {
        // Nothing can be taken: all such positions are equal.
        if least > heap { ((0, 1), Negated::No) } else { ((heap, least.max(1)), Negated::No) }
    }
}

pub(crate) const MEM: Row = Row {
    name: "mem",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "mem(n,k)",
    rules: "A heap of n; the first move takes at least k, each later one at least as many as\n\
            the move before it.",
    source: "Winning Ways, chapter 15; CGSuite",
    example: ("mem(10,3)", "*3"),
    make: Make::Rules(|| Rules::new(Mem)),
    boards: false,
};
