//! Periods of games with few rare values, proved by a window as long as the kernel.
//!
//! If no heap from some point on is rare, the common values that a heap excludes depend only on the
//! last `S` values, where `S` is the longest distance in the kernel. If these recur after `p`
//! heaps, the candidates recur. If within one period every rare value below a candidate has a
//! witness whose larger part lies in the periodic range, the witnesses recur as well. The proof is
//! in the book, in the chapter on periods.

use crate::class::{Class, Moves, Rares};
use crate::code::Code;

/// The data about a game and its values that the theorem needs.
pub(crate) struct Window<'a> {
    moves: Moves,
    class: Class,
    rares: Rares,
    values: &'a [u32],
    /// The last rare heap.
    last_rare: u64,
    /// The longest distance in the kernel, and at least the last digit.
    reach: u64,
}

/// A period that the theorem proves.
pub(crate) struct Proof {
    pub(crate) class: Class,
    /// The last heap whose value was used.
    pub(crate) checked_to: u64,
}

impl Window<'_> {
    /// The rare values of a game, if it has a class and there are few.
    pub(crate) fn of<'a>(code: &Code, values: &'a [u32]) -> Option<Window<'a>> {
        let moves = Moves::of(code)?;
        let (class, count) = Class::choose(&moves, values)?;
        if count > values.len() as u64 / 8 {
            return None;
        }
        let rares = Rares::of(class, values);
        let last_rare = rares.heaps.last().map_or(0, |rare| rare.0);
        let kernel = rares.kernel(&moves);
        let reach = kernel.last().map_or(0, |entry| entry.0).max(moves.last() as u64 + last_rare);
        Some(Window { moves, class, rares, values, last_rare, reach })
    }

    /// Proves that `G(n + period) = G(n)` for all `n >= preperiod`, if this holds for the given
    /// values and these are enough.
    pub(crate) fn prove(&self, preperiod: u64, period: u64) -> Option<Proof> {
        // Classes that use the parity of a heap recur after an even number of heaps.
        let odd = self.class.by_position && period & 1 == 1;
        let round = if odd { period.checked_mul(2)? } else { period };
        let start = preperiod.max(self.last_rare + 1);
        let first = start.checked_add(self.reach)?;
        let mut last = first.checked_add(round)? - 1;
        if odd {
            // To show that half of the round is a period, a whole round must be checked.
            last = last.max(start.checked_add(3 * period)? - 1);
        }
        if last >= self.values.len() as u64 {
            return None;
        }
        let value = |heap: u64| self.values[heap as usize];
        let returns = (start..first).all(|heap| value(heap) == value(heap + round));
        let repeats = (preperiod..=last - period).all(|heap| value(heap) == value(heap + period));
        (returns && repeats && (first..first + round).all(|heap| self.witnessed(heap, start)))
            .then_some(Proof { class: self.class, checked_to: last })
    }

    /// Whether every rare value below that of `heap` is the value of an option whose larger part is
    /// at least `start`.
    fn witnessed(&self, heap: u64, start: u64) -> bool {
        let value = |heap: u64| self.values[heap as usize];
        (0..value(heap)).filter(|&rare| self.class.is_rare(rare, heap)).all(|rare| {
            self.rares
                .turning(&self.moves)
                .any(|taken| heap >= start + taken && value(heap - taken) == rare)
                || self.moves.splits.iter().any(|&(taken, _)| {
                    let rest = heap - taken as u64;
                    // The smaller part does not change. It must not be the larger one of an equal
                    // pair.
                    let most = rest.saturating_sub(start).min((rest - 1) / 2);
                    (1..=most).any(|a| value(a) ^ value(rest - a) == rare)
                })
        })
    }
}
