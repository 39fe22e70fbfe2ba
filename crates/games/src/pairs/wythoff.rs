//! Wythoff's game.

use super::{Pair, few_enough, ordered};
use crate::prelude::*;

/// Wythoff's game: two heaps. Take any number from one, or equally many from both.
#[derive(Clone, Copy, Debug)]
pub struct Wythoff;

/// The smaller number of the cold pair with this difference: floor(d phi) = floor((d + sqrt(5 d^2))
/// / 2). The root is never an integer for d > 0, so its floor is enough. `None` on overflow.
fn cold(difference: u64) -> Option<u64> {
    let difference = u128::from(difference);
    let root = 5u128.checked_mul(difference.checked_mul(difference)?)?.isqrt();
    u64::try_from((difference + root) / 2).ok()
}

/// The other number of the cold pair that contains this number. Both sequences increase, and every
/// number is in one of them.
fn partner(number: u64) -> Option<u64> {
    let upper = |difference: u64| cold(difference)?.checked_add(difference);
    // The difference of the pair in which this is one of the numbers.
    let find = |reaches: &dyn Fn(u64) -> Option<u64>| -> Option<u64> {
        let (mut low, mut high) = (0, number);
        while low < high {
            let middle = low + (high - low) / 2;
            if reaches(middle).is_some_and(|found| found < number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (reaches(low) == Some(number)).then_some(low)
    };
    match find(&cold) {
        Some(difference) => number.checked_add(difference),
        None => find(&upper).map(|difference| number - difference),
    }
}

impl Ruleset for Wythoff {
    type Position = Pair;

    as_in!(WYTHOFF);

    fn options(&self, &(a, b): &Pair, _: Player, out: &mut Options<Pair>) -> Result {
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
        let cold = a.min(b) == cold(a.abs_diff(b))?;
        let theorem = "Wythoff 1907: P-positions are (floor(k phi), floor(k phi^2))";
        Known::lost_if(convention, cold, theorem)
    }

    /// Moves to the cold pair with the same difference, or with one of the same numbers.
    fn options_with(
        &self,
        &(a, b): &Pair,
        fact: Fact,
        convention: Convention,
        _: &Budget,
        out: &mut Options<Pair>,
    ) -> Result<bool> {
        if (fact, convention) != (Fact::Outcome(Outcome::P), Convention::Normal) {
            return Ok(false);
        }
        let (Some(least), Some(with_a), Some(with_b)) =
            (cold(a.abs_diff(b)), partner(a), partner(b))
        else {
            return Ok(false);
        };
        if least < a.min(b) {
            let taken = a.min(b) - least;
            out.push((a - taken, b - taken));
        }
        if with_a < b {
            out.push((a, with_a));
        }
        if with_b < a {
            out.push((with_b, b));
        }
        Ok(true)
    }
    /// A queen on a board that moves towards the upper left corner: left, up, or both.
    fn picture(&self, &(a, b): &Pair) -> Picture {
        if a.max(b) > MOST_DRAWN {
            return Picture::Heaps(vec![a, b]);
        }
        let row =
            |row: u64| (0..=b).map(move |column| if (row, column) == (a, b) { 'Q' } else { '.' });
        Picture::Signs((0..=a).map(|at| row(at).collect()).collect())
    }
}

/// The longest side of a board that is drawn, counted from 0.
const MOST_DRAWN: u64 = 40;

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
