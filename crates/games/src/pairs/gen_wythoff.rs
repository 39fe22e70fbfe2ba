//! Wythoff's game of any order, and with any bound.

use super::bound::Bound;
use super::{Pair, few_enough, ordered};
use crate::prelude::*;

/// The limit for taking from both heaps.
enum Limit {
    /// The two numbers differ by less than this.
    Order(u64),
    /// A number k from one heap, and from the other at least k but fewer than a bound for k.
    Bound(Bound),
}

/// Wythoff's game with another limit for moves in both heaps.
struct GeneralWythoff {
    limit: Limit,
}

fn rules(limit: &Arguments) -> Result<Rules> {
    if limit.len() != 1 {
        return Err(RuleError::Usage);
    }
    let is_bound = match limit.get(0) {
        Some(Argument::Formula(formula)) => formula.has_letter(),
        _ => limit.text(0).is_ok_and(|text| Bound::is_written_with_letters(&text)),
    };
    let limit = match is_bound {
        true => Limit::Bound(Bound::argument(limit)?),
        false => match limit.count(0, u64::MAX)? {
            0 => return Err(limit.complain(0, "expected a number from 1 on")),
            order => Limit::Order(order),
        },
    };
    Ok(Rules::new(GeneralWythoff { limit }))
}

impl Ruleset for GeneralWythoff {
    type Position = Pair;

    as_in!(GENERAL_WYTHOFF);

    fn options(&self, &(a, b): &Pair, _: Player, out: &mut Options<Pair>) -> Result {
        few_enough(a.saturating_add(b))?;
        out.extend((0..a).map(|left| (left, b)));
        out.extend((0..b).map(|left| (a, left)));
        for least in 1..=a.min(b) {
            // The first value of the larger number that is too large.
            let end = match &self.limit {
                Limit::Order(order) => least.saturating_add(*order),
                Limit::Bound(bound) => bound.after(least)?,
            };
            let more = |heap: u64| least.saturating_add(1)..end.min(heap.saturating_add(1));
            let length = |heap| more(heap).end.saturating_sub(least + 1);
            few_enough((out.len() as u64).saturating_add(length(a)).saturating_add(length(b)))?;
            if end > least {
                out.push((a - least, b - least));
            }
            out.extend(more(b).map(|other| (a - least, b - other)));
            out.extend(more(a).map(|other| (a - other, b - least)));
        }
        Ok(())
    }

    fn normalize(&self, pair: Pair) -> (Pair, Negated) {
        ordered(pair)
    }

    fn parameters(&self) -> String {
        match &self.limit {
            Limit::Order(order) => order.to_string(),
            Limit::Bound(bound) => {
                let text = bound.to_string();
                // 2 is an order, 2k a bound.
                let k = if Bound::is_written_with_letters(&text) { "" } else { "k" };
                format!("\"{text}{k}\"")
            }
        }
    }
}

pub(crate) const GENERAL_WYTHOFF: Row = Row {
    name: "gen_wythoff",
    aliases: &["generalized_wythoff"],
    class: Class::IMPARTIAL,
    usage: "gen_wythoff(r; a,b) or gen_wythoff(\"2k+1\"; a,b)",
    rules: "Two heaps; a move takes any number from one heap, or from both numbers that differ by less\n\
            than r. With r = 1 it is Wythoff's game. With a bound f(k): k from one of both heaps and\n\
            at least k, but fewer than f(k), from the other one; k+1 is Wythoff's game.",
    source: "Fraenkel, How to beat your Wythoff games' opponents on three fronts (1982); CGSuite",
    example: ("gen_wythoff(2; 10,5)", "*14"),
    make: Make::Formula(upstar_engine::formula::TAKEN, rules),
    boards: false,
};
