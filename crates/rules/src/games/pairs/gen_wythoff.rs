//! Wythoff's game of any order.

use super::{Pair, few_enough, ordered};
use crate::games::prelude::*;

/// Wythoff's game of order r: from both heaps a and b may be taken if they differ by less
/// than r.
struct GeneralWythoff {
    /// By how much less than this the numbers taken from both may differ.
    order: u64,
}

fn rules(order: &Arguments) -> Result<Rules, RuleError> {
    if order.len() != 1 {
        return Err(RuleError::Usage);
    }
    match order.count(0, u64::MAX)? {
        0 => Err(order.complain(0, "expected a number from 1 on")),
        order => Ok(Rules::new(GeneralWythoff { order })),
    }
}

impl Ruleset for GeneralWythoff {
    type Position = Pair;

    as_in!(GENERAL_WYTHOFF);

    fn options(&self, &(a, b): &Pair, _: Player, out: &mut Vec<Pair>) -> Done {
        let around = self.order.min(a.max(b)).saturating_mul(2);
        few_enough(a.saturating_add(b).saturating_add(a.min(b).saturating_mul(around)))?;
        out.extend((0..a).map(|left| (left, b)));
        out.extend((0..b).map(|left| (a, left)));
        for taken in 1..=a {
            let least = (taken + 1).saturating_sub(self.order).max(1);
            let most = taken.saturating_add(self.order - 1).min(b);
            out.extend((least..=most).map(|other| (a - taken, b - other)));
        }
        Ok(())
    }

    fn normalize(&self, pair: Pair) -> (Pair, Negated) {
        ordered(pair)
    }

    fn parameters(&self) -> String {
        self.order.to_string()
    }
}

pub(crate) const GENERAL_WYTHOFF: Row = Row {
    name: "gen_wythoff",
    aliases: &["generalized_wythoff"],
    class: Class::IMPARTIAL,
    usage: "gen_wythoff(r; a,b)",
    rules: "Two heaps; a move takes any number from one heap, or from both numbers that\n\
            differ by less than r. With r = 1 it is Wythoff's game.",
    source: "Fraenkel, How to beat your Wythoff games' opponents on three fronts (1982)",
    example: ("gen_wythoff(2; 10,5)", "*14"),
    make: Make::With(rules),
    boards: false,
};
