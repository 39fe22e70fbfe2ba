//! Mem with an arbitrary condition.

use super::bound::Condition;
use super::{Pair, few_enough};
use crate::prelude::*;

/// A game with one heap, where the last move determines which numbers may be taken.
struct GeneralMem {
    condition: Condition,
}

fn rules(condition: &Arguments) -> Result<Rules> {
    if condition.len() != 1 {
        return Err(RuleError::Usage);
    }
    Ok(Rules::new(GeneralMem { condition: Condition::argument(condition)? }))
}

impl Ruleset for GeneralMem {
    type Position = Pair;

    as_in!(GENERAL_MEM);

    fn options(&self, &(heap, last): &Pair, _: Player, out: &mut Options<Pair>) -> Result {
        few_enough(heap)?;
        for taken in 1..=heap {
            if self.condition.holds(last, taken)? {
                out.push((heap - taken, taken));
            }
        }
        Ok(())
    }

    fn parameters(&self) -> String {
        format!("\"{}\"", self.condition)
    }
}

pub(crate) const GENERAL_MEM: Row = Row {
    name: "gen_mem",
    aliases: &["generalized_mem"],
    class: Class::IMPARTIAL,
    usage: "gen_mem(\"j>=m\"; n,m)",
    rules: "A heap of n and a condition for how many, j, may be taken after a move that took m:\n\
            numbers, m, j, + - * / % ^, relations, floor, ceil, sqrt, min, max. With j>=m it is Mem.\n\
            The second number gives how many were taken last.",
    source: "CGSuite",
    example: ("gen_mem(\"j%3!=m\"; 6,2)", "*4"),
    make: Make::Formula(upstar_engine::formula::NEXT, rules),
    boards: false,
};
