//! Wythoff's game.

use super::{Pair, few_enough, ordered};
use crate::games::prelude::*;

/// Wythoff's game: two heaps; take any number from one, or as many from both.
#[derive(Clone, Copy, Debug)]
pub struct Wythoff;

impl Ruleset for Wythoff {
    type Position = Pair;

    as_in!(WYTHOFF);

    fn options(&self, &(a, b): &Pair, _: Player, out: &mut Vec<Pair>) -> Done {
        few_enough(a.saturating_add(b).saturating_add(a.min(b)))?;
        out.extend((0..a).map(|left| (left, b)));
        out.extend((0..b).map(|left| (a, left)));
        out.extend((1..=a.min(b)).map(|taken| (a - taken, b - taken)));
        Ok(())
    }

    fn normalize(&self, pair: Pair) -> (Pair, Negated) {
        ordered(pair)
    }

    fn known(&self, &(a, b): &Pair, convention: Convention) -> Option<Known> {
        // floor(d * phi) = floor((d + sqrt(5 d^2)) / 2); the root is never whole
        // for d > 0, and so its floor is enough.
        let difference = u128::from(a.abs_diff(b));
        let root = 5u128.checked_mul(difference.checked_mul(difference)?)?.isqrt();
        let cold = u128::from(a.min(b)) == (difference + root) / 2;
        let theorem = "Wythoff 1907: P-positions are (floor(k phi), floor(k phi^2))";
        Known::lost_if(convention, cold, theorem)
    }
}

pub(crate) const WYTHOFF: Row = Row {
    name: "wythoff",
    aliases: &["wythoff_nim", "wythoffs_game"],
    class: Class::IMPARTIAL,
    usage: "wythoff(a,b)",
    rules: "Two heaps; a move takes any number from one heap,\n\
            or the same number from both.",
    source: "Wythoff, A modification of the game of nim (1907)",
    example: ("wythoff(10,10)", "*14"),
    make: Make::Rules(|| Rules::new(Wythoff)),
    boards: false,
};
