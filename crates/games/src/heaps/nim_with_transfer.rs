//! Nim with transfer: stones also move between heaps.

use super::{Heaps, few_enough, list, sorted, tokens};
use crate::prelude::*;

/// Nim with transfer: take stones from a heap, or move stones from one heap to another. Play need
/// not end.
struct NimWithTransfer;

impl Ruleset for NimWithTransfer {
    type Position = Heaps;

    as_in!(NIM_WITH_TRANSFER);

    fn options(&self, heaps: &Heaps, _: Player, out: &mut Options<Heaps>) -> Result {
        few_enough(tokens(heaps).saturating_mul(heaps.len() as u64))?;
        for (from, &heap) in heaps.iter().enumerate() {
            for moved in 1..=heap {
                let mut taken = heaps.clone();
                taken[from] -= moved;
                for to in (0..heaps.len()).filter(|&to| to != from && heaps[to] > 0) {
                    let mut carried = taken.clone();
                    carried[to] += moved;
                    out.push(carried);
                }
                out.push(taken);
            }
        }
        Ok(())
    }

    fn normalize(&self, heaps: Heaps) -> (Heaps, Negated) {
        sorted(heaps)
    }

    fn position(&self, arguments: &Arguments) -> Result<Heaps> {
        let heaps = list(arguments)?;
        fit(&heaps)?;
        Ok(heaps)
    }
}

/// Refuses numbers of stones whose sum overflows.
pub(super) fn fit(numbers: &[u64]) -> Result {
    match numbers.iter().try_fold(0u64, |sum, &n| sum.checked_add(n)) {
        Some(_) => Ok(()),
        None => Err(RuleError::too_large("the number of stones", "the sum", u64::MAX)),
    }
}

pub(crate) const NIM_WITH_TRANSFER: Row = Row {
    name: "nim_with_transfer",
    aliases: &["transfer_nim"],
    class: Class::LOOPY_IMPARTIAL,
    usage: "nim_with_transfer(a,b,...)",
    rules: "Heaps of stones; a move takes any number of stones from one heap, or carries any\n\
            number of stones from one heap to another one that is not empty. Play need not end.",
    source: "Stankevich, Games on graphs, section 1",
    example: ("nim_with_transfer(1,1)", "outcome P"),
    make: Make::Rules(|| Rules::new(NimWithTransfer)),
    boards: false,
};
