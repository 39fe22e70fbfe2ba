//! Outcomes of sums by the total of integer weights, and their proof.
//!
//! Let every game have an integer weight, such that both signs occur and the greatest common divisor is
//! 1, so that every integer is a total. Let `o(t)` be an outcome for each integer `t`. If the outcome of
//! every sum is `o` of its total weight, and `o` has no period, then the quotient is the integers.
//! An option of a game changes the total by a *difference*, and the differences of a sum are those of
//! its games. So `o` is right for every sum if and only if, for Left and for Right and every total
//! `t`,
//!
//! - if the player who moves loses at `t`, no difference of any game leads to a total where the
//!   opponent, who moves next, loses;
//! - if the player who moves wins at `t`, then the games without such a difference have no sum with
//!   the total `t` in which the player has a move;
//! - if the player who moves loses at `t`, then the games in which this player has no move have no
//!   sum with the total `t`.
//!
//! The totals of sums of some games are a numerical semigroup or, if both signs occur, a group. Where
//! `o` is periodic and no difference leads out of the periodic part, one decision for each class of
//! totals is enough, because a semigroup contains all large multiples of its greatest common divisor.

use upstar_core::{Budget, Exhausted, Outcome, Ticker};

use super::kind::Kind;

const KIND: Kind = Kind::Partizan;

/// The outcome for each integer; it is periodic at both ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TotalOutcomes {
    /// The first integer in the list; not above 0.
    pub(super) from: i64,
    /// The values of [`Kind::Partizan`], up to an integer that is not below 0.
    pub(super) values: Vec<u8>,
    /// The period of all integers below `from + below`.
    pub(super) below: i64,
    /// The period of the last integers of the list and of all after it.
    pub(super) above: i64,
}

impl TotalOutcomes {
    /// The first and the last of the integers whose outcomes determine all others: the first
    /// [`period_below`](Self::period_below) repeat below them, and the last
    /// [`period_above`](Self::period_above) above them.
    pub fn range(&self) -> (i64, i64) {
        (self.from, self.end() - 1)
    }

    /// The period of the outcomes of small integers.
    pub fn period_below(&self) -> u64 {
        self.below.unsigned_abs()
    }

    /// The period of the outcomes of large integers.
    pub fn period_above(&self) -> u64 {
        self.above.unsigned_abs()
    }

    /// The outcome of a sum with this total.
    pub fn outcome(&self, total: i128) -> Outcome {
        KIND.outcome(self.value(total))
    }

    fn end(&self) -> i64 {
        self.from + self.values.len() as i64
    }

    fn value(&self, total: i128) -> u8 {
        let (from, end) = (i128::from(self.from), i128::from(self.end()));
        let at = if total < from {
            from + (total - from).rem_euclid(self.below.into())
        } else if total < end {
            total
        } else {
            end - i128::from(self.above) + (total - end).rem_euclid(self.above.into())
        };
        self.values.get((at - from) as usize).copied().unwrap_or(0)
    }

    fn belongs(&self, total: i64, plane: usize) -> bool {
        self.value(total.into()) >> plane & 1 == 1
    }

    /// The outcomes of observed totals, continued with the shortest periods that they show; `None` if
    /// none returns.
    pub(super) fn observed(value: impl Fn(i64) -> Option<u8>) -> Option<TotalOutcomes> {
        let known = |sign: i64| -> Vec<u8> { (0..).map_while(|t| value(sign * t)).collect() };
        let (up, down) = (known(1), known(-1));
        let (last, above) = shortest(&up)?;
        let (first, below) = shortest(&down)?;
        let values = down[1..=first].iter().rev().chain(&up[..=last]).copied().collect();
        Some(TotalOutcomes { from: -(first as i64), values, below, above })
    }

    /// Whether the outcomes return after some number everywhere, so that the quotient is finite.
    pub(super) fn is_periodic(&self) -> bool {
        let period = self.below / gcd(self.below, self.above) * self.above;
        let all = self.from - period..=self.end() + period;
        (1..=period).any(|by| {
            all.clone().all(|t| self.value(t.into()) == self.value(i128::from(t) + i128::from(by)))
        })
    }

    /// Whether this is the outcome of every sum of games.
    pub(super) fn is_right(&self, games: &[Weighted], budget: &Budget) -> Result<bool, Exhausted> {
        let mut ticker = budget.ticker();
        let differences = games.iter().flat_map(|game| game.differences.iter().flatten());
        let reach = differences.map(|d| d.abs()).max().unwrap_or(0);
        // Between these, a total has its own decision; beyond them, its class has.
        let middle = self.from - reach..self.end() + reach;
        for total in middle.start - self.below..middle.end + self.above {
            let asked = match total {
                t if t < middle.start => Asked::Below(t, self.below),
                t if t < middle.end => Asked::Total(t),
                t => Asked::Above(t, self.above),
            };
            for plane in 0..KIND.planes() {
                let side = KIND.mover(plane);
                ticker.tick(1 + games.len() as u64)?;
                let leads = |d: &i64| self.belongs(total + d, KIND.target(plane));
                let wins = |game: &&Weighted| game.differences[side].iter().any(leads);
                let moves = |game: &&&Weighted| !game.differences[side].is_empty();
                let wrong = if self.belongs(total, plane) {
                    let ends: Vec<&Weighted> =
                        games.iter().filter(|game| game.differences[side].is_empty()).collect();
                    games.iter().any(|game| wins(&game))
                        || asked.is_sum(&ends, &[(0, 0)], &mut ticker)?
                } else {
                    let others: Vec<&Weighted> = games.iter().filter(|game| !wins(game)).collect();
                    let starts = others.iter().filter(moves);
                    let starts: Vec<(i64, i64)> =
                        starts.map(|game| (game.weight, game.step)).collect();
                    asked.is_sum(&others, &starts, &mut ticker)?
                };
                if wrong {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

/// How far from 0 the values must be listed until the end of the first period, and the period: the
/// least, if a second period was seen.
fn shortest(values: &[u8]) -> Option<(usize, i64)> {
    let of = |period: usize| {
        let differs = |&t: &usize| values[t] != values[t + period];
        let first = (0..values.len().checked_sub(period)?).rev().find(differs).map_or(0, |t| t + 1);
        (first + 2 * period <= values.len()).then_some((first + period, period as i64))
    };
    let (end, period) = (1..=values.len() / 2).filter_map(of).min()?;
    Some((end - 1, period))
}

/// The greatest common divisor.
pub(super) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A game with a weight, or a sequence of games with the same differences: their weights are
/// `weight`, `weight + step`, `weight + 2 step` ...
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Weighted {
    pub(super) weight: i64,
    pub(super) step: i64,
    /// By how much each option of Left, and of Right, changes the total.
    pub(super) differences: [Vec<i64>; 2],
}

/// Which totals are asked for: one, or any of a class beyond the listed ones.
enum Asked {
    Total(i64),
    /// From this one down.
    Below(i64, i64),
    /// From this one up.
    Above(i64, i64),
}

impl Asked {
    /// Whether such a total is one of `starts`, plus a sum of games. A start is 0, or the weight and the
    /// step of one of the games.
    fn is_sum(
        &self,
        games: &[&Weighted],
        starts: &[(i64, i64)],
        ticker: &mut Ticker,
    ) -> Result<bool, Exhausted> {
        let all = || games.iter().flat_map(|game| [game.weight, game.step]);
        let divisor = all().fold(0, gcd);
        let (some_above, some_below) = (all().any(|n| n > 0), all().any(|n| n < 0));
        let congruent = |total: i64, divisor: i64| {
            starts.iter().any(|&(start, _)| match divisor {
                0 => start == total,
                divisor => (total - start) % divisor == 0,
            })
        };
        Ok(match *self {
            Asked::Above(total, period) => some_above && congruent(total, gcd(divisor, period)),
            Asked::Below(total, period) => some_below && congruent(total, gcd(divisor, period)),
            Asked::Total(total) if some_above == some_below => congruent(total, divisor),
            // All have the same sign.
            Asked::Total(total) if total != 0 && (total > 0) != some_above => false,
            Asked::Total(total) => {
                let size = total.unsigned_abs() as usize;
                let mut sums = vec![false; size + 1];
                let each = |first: i64, step: i64| {
                    let (first, step) = (first.unsigned_abs() as usize, step.unsigned_abs());
                    let step = if step == 0 { size + 1 } else { step as usize };
                    (first..=size).step_by(step)
                };
                for &(start, step) in starts {
                    each(start, step).for_each(|start| sums[start] = true);
                }
                for game in games {
                    for weight in each(game.weight, game.step).filter(|&weight| weight > 0) {
                        ticker.tick(1 + size as u64 / 16)?;
                        for sum in weight..=size {
                            sums[sum] = sums[sum] || sums[sum - weight];
                        }
                    }
                }
                sums[size]
            }
        })
    }
}
