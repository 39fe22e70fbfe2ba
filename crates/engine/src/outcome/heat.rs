//! What means and temperatures say about the winner of a sum.
//!
//! The mean of a sum is the sum of the means, and its temperature at most that of its hottest term.
//! The Left stop lies between the mean and as much above it as the temperature: Left, moving first,
//! wins if the mean is positive, and loses if mean and temperature add up to less than 0.

use upstar_values::thermography::{mean, temperature};
use upstar_values::{Id, Rational, Worker};

use super::parts::FAR;
use crate::Result;

/// Binary digits after the point.
const DIGITS: u32 = 16;

/// Bounds of a mean, and an upper bound of a temperature, in units of 2^-16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Heat {
    low: i64,
    high: i64,
    temperature: i64,
}

impl Heat {
    /// Of 0.
    pub(super) const NONE: Heat = Heat { low: 0, high: 0, temperature: 0 };

    /// Of what lies between two integers, to which any such game may be compared.
    pub(super) fn between(low: i32, high: i32) -> Heat {
        Heat { low: i64::from(low) << DIGITS, high: i64::from(high) << DIGITS, temperature: 0 }
    }

    /// Of a value.
    pub(super) fn of(id: Id, worker: &mut Worker<'_>) -> Result<Heat> {
        let (mean, temperature) = (mean(worker, id)?, temperature(worker, id)?);
        let scale = Rational::from(1_i64 << DIGITS);
        let floor = |x: &Rational| {
            let far = i64::from(FAR) << DIGITS;
            i64::try_from((x * &scale).floor()).ok().filter(|units| units.abs() < far)
        };
        let found = (floor(&mean), floor(&-&mean), floor(&-&temperature));
        let (Some(low), Some(high), Some(temperature)) = found else {
            return Ok(Heat { temperature: i64::from(FAR) << DIGITS, ..Heat::between(-FAR, FAR) });
        };
        Ok(Heat { low, high: -high, temperature: (-temperature).max(0) })
    }

    /// Of the negative, if `negated`.
    pub(super) fn signed(self, negated: bool) -> Heat {
        if negated { Heat { low: -self.high, high: -self.low, ..self } } else { self }
    }

    /// Of the sum.
    pub(super) fn plus(self, other: Heat) -> Heat {
        Heat {
            low: self.low.saturating_add(other.low),
            high: self.high.saturating_add(other.high),
            temperature: self.temperature.max(other.temperature),
        }
    }

    /// Whether Left wins, moving first, if the bounds decide that.
    pub(super) fn wins(self) -> Option<bool> {
        if self.low > 0 {
            Some(true)
        } else if self.high.saturating_add(self.temperature) < 0 {
            Some(false)
        } else {
            None
        }
    }

    /// About twice the mean, for the order of moves.
    pub(super) fn estimate(self) -> i32 {
        i32::try_from(self.low >> (DIGITS - 1)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use upstar_core::{Budget, Outcome, Player};
    use upstar_values::Universe;

    /// What is found of sums is what the canonical form of the sum says, by itself and beside a
    /// game of which only bounds are known.
    #[test]
    fn winners_are_right() {
        let universe = Universe::new();
        let mut worker = universe.worker(&Budget::unlimited());
        let mut state = 7_u64;
        let (mut decided, mut open) = (0, 0);
        for _ in 0..400 {
            let mut below = |n: u64| {
                state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
                ((state >> 33) % n) as i64
            };
            let mut sum = Id::ZERO;
            let mut heat = Heat::NONE;
            for _ in 0..3 {
                let low = below(16) - 10;
                let [a, b, c] = [low + below(9), low + below(4), low]
                    .map(|n| worker.number(&Rational::ratio(n, 3 - n % 2).unwrap()).unwrap());
                let inner = worker.game(&[a], &[b]).unwrap();
                let mut game = worker.game(&[inner], &[c]).unwrap();
                let negated = below(2) == 1;
                let own = Heat::of(game, &mut worker).unwrap();
                heat = heat.plus(own.signed(negated));
                if negated {
                    game = worker.neg(game).unwrap();
                }
                sum = worker.add(sum, game).unwrap();
            }
            let between = below(5) - 2;
            let integer = worker.integer(between).unwrap();
            sum = worker.add(sum, integer).unwrap();
            let bounds = (between as i32 - below(2) as i32, between as i32 + below(2) as i32);
            let wins = heat.plus(Heat::between(bounds.0, bounds.1)).wins();
            let outcome: Outcome = worker.outcome(sum).unwrap();
            match wins {
                Some(wins) => {
                    let left = outcome.winner(Player::Left) == Some(Player::Left);
                    assert_eq!(wins, left, "{heat:?}");
                    decided += 1;
                }
                None => open += 1,
            }
        }
        assert!(decided > 100 && open > 20, "{decided} {open}");
    }
}
