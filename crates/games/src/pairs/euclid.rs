//! Euclid.

use super::{Pair, few_enough, ordered, positive};
use crate::prelude::*;

/// Euclid: subtract a multiple of the smaller of two numbers from the larger. Both stay positive.
pub(crate) struct Euclid;

impl Ruleset for Euclid {
    type Position = Pair;

    as_in!(EUCLID);

    fn options(&self, &(a, b): &Pair, _: Player, out: &mut Options<Pair>) -> Result {
        let (small, large) = (a.min(b), a.max(b));
        let Some(most) = large.saturating_sub(1).checked_div(small) else { return Ok(()) };
        few_enough(most)?;
        out.extend((1..=most).map(|times| {
            let left = large - times * small;
            if a < b { (a, left) } else { (left, b) }
        }));
        Ok(())
    }

    fn normalize(&self, pair: Pair) -> (Pair, Negated) {
        ordered(pair)
    }

    fn known(&self, &(a, b): &Pair, convention: Convention) -> Option<Known> {
        let (a, b) = (u128::from(a), u128::from(b));
        // |a/b - b/a| = |a^2 - b^2| / (a b).
        let value = (a.abs_diff(b)).checked_mul(a + b)?.checked_div(a * b)?;
        let theorem = "Nivasch 2006: the Grundy value of Euclid is floor(|a/b - b/a|)";
        Known::grundy(convention, u64::try_from(value).ok()?, theorem)
    }

    fn position(&self, arguments: &Arguments) -> Result<Pair> {
        let [a, b] = positive(arguments)?;
        Ok((a, b))
    }
}

pub(crate) const EUCLID: Row = Row {
    name: "euclid",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "euclid(a,b)",
    rules: "Two positive numbers; a move subtracts a multiple of the smaller one from the larger\n\
            one, which must stay positive.",
    source: "Cole and Davie, A game based on the Euclidean algorithm (1969)",
    example: ("euclid(3,11)", "*3"),
    make: Make::Rules(|| Rules::new(Euclid)),
    boards: false,
};
