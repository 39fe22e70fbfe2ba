//! Bounds of the parts of a sum by [multiples of up](crate::ups).

use upstar_values::Rational;

use super::OutcomeSearch;
use super::expand::PartOptions;
use super::parts::{Summand, Worth};
use crate::{OptionUps, Result, Ruleset, Ups};

/// A part of which bounds are sought, with what its moves lead to.
struct Bounded {
    at: u32,
    /// What Left's moves lead to, and Right's with the players exchanged.
    made: [PartOptions; 2],
    /// How many of the parts after moves have bounds.
    seen: usize,
}

impl Bounded {
    /// A part after a move.
    fn part(&self, index: usize) -> Option<u32> {
        let [left, right] = [0, 1].map(|side| self.made[side].words());
        left.get(index).or_else(|| right.get(index - left.len())).map(|signed| signed >> 1)
    }
}

/// So many moves and parts are looked at for one of several summands that were requested.
const AT_FIRST: u64 = 1 << 13;
/// So many are looked at for a part that the search meets.
const MANY: u64 = 1 << 12;
/// If there are so few, parts with a few more moves are looked at too.
const FEW: u64 = 1 << 8;
/// Bounds of parts with so many moves are always sought.
const LEAST: u32 = 4;
/// So many are looked at in all, and so many more for each state that was searched.
const SOME: u64 = 1 << 14;
const PER_STATE: u64 = 4;

impl<R: Ruleset + ?Sized> OutcomeSearch<'_, R> {
    /// Whether Left wins, moving first, as far as multiples of up tell.
    pub(super) fn by_ups(&mut self, parts: &[u32], value: u32) -> Result<Option<bool>> {
        if parts.is_empty() || !self.seeks_ups() {
            return Ok(None);
        }
        let mut all = Ups::ZERO;
        for &signed in parts {
            let Some(ups) = self.ups_met(signed >> 1)? else { return Ok(None) };
            all = all.plus(ups.signed(signed & 1 == 1));
        }
        let own = self.known.values.ups(value, &mut self.worker)?;
        Ok(own.and_then(|own| all.plus(own).wins()))
    }

    /// Whether bounds by ups are worth their time: whether no part was met in which one player alone
    /// has moves.
    pub(super) fn seeks_ups(&self) -> bool {
        self.uses_ups && self.known.parts.all_small
    }

    /// Whether bounds of one of several summands that were requested are found.
    pub(super) fn has_ups_at_first(&mut self, at: u32) -> Result<bool> {
        if !self.seeks_ups() {
            return Ok(false);
        }
        let before = self.bounded;
        let found = self.find_ups(at, AT_FIRST)?;
        self.bounded = before;
        Ok(found.is_some())
    }

    /// The bounds of a part that the search meets, if they are found soon.
    pub(super) fn ups_met(&mut self, at: u32) -> Result<Option<Ups>> {
        let part = self.known.parts.get(at);
        if part.ups.is_some() {
            return Ok(part.ups);
        }
        let moves = part.mobility[0].saturating_add(part.mobility[1]);
        if moves > self.known.most_bounded || self.bounded > SOME + PER_STATE * self.nodes {
            return Ok(None);
        }
        let before = self.bounded;
        let found = self.find_ups(at, MANY)?;
        let most = &mut self.known.most_bounded;
        if found.is_none() {
            *most = most.saturating_sub(1).max(LEAST);
        } else if self.bounded - before <= FEW {
            *most = (*most).max(moves.saturating_add(2));
        }
        Ok(found)
    }

    /// The bounds of a part, unless more than `most` moves and parts must be looked at.
    fn find_ups(&mut self, at: u32, most: u64) -> Result<Option<Ups>> {
        let end = self.bounded + most;
        let mut open: Vec<Bounded> = Vec::new();
        let mut next = Some(at);
        loop {
            if let Some(at) = next.take() {
                let part = self.known.parts.get(at);
                let value = match (&part.summand, part.worth) {
                    (&Summand::Value(id), _) => Some(self.known.values.number(id)),
                    (_, Worth::Known(value)) => Some(value),
                    _ => None,
                };
                let ups = match value {
                    Some(value) => self.known.values.ups(value, &mut self.worker)?,
                    None => None,
                };
                if ups.is_some() {
                    self.known.parts.parts[at as usize].ups = ups;
                } else {
                    let [left, right] = self.known.parts.get(at).mobility.map(u64::from);
                    if self.bounded + left + right > end {
                        return Ok(None);
                    }
                    let mut made = [PartOptions::default(), PartOptions::default()];
                    for (sign, made) in (0..).zip(&mut made) {
                        self.moves_of(at << 1 | sign, None, made, &mut false)?;
                        let looked = 1 + made.words().len() as u64;
                        self.bounded += looked;
                        self.ticker.tick(looked)?;
                    }
                    if !self.known.parts.all_small {
                        return Ok(None);
                    }
                    open.push(Bounded { at, made, seen: 0 });
                }
            }
            let Some(top) = open.last_mut() else { return Ok(self.known.parts.get(at).ups) };
            while let Some(part) = top.part(top.seen) {
                if self.known.parts.get(part).ups.is_none() {
                    next = Some(part);
                    break;
                }
                top.seen += 1;
            }
            if next.is_none()
                && let Some(done) = open.pop()
            {
                self.keep_ups(&done)?;
            }
        }
    }

    /// Keeps the bounds of a part, given those of what its moves lead to, and its value if that is seen.
    fn keep_ups(&mut self, done: &Bounded) -> Result {
        let mut looking = OptionUps::NEW;
        for (made, exchanged) in done.made.iter().zip([false, true]) {
            for parts in made.each() {
                let ups = |&signed: &u32| {
                    let ups = self.known.parts.get(signed >> 1).ups;
                    let Some(ups) = ups else { unreachable!("they were found") };
                    ups.signed(signed & 1 == 1)
                };
                looking.take(parts.iter().map(ups).fold(Ups::ZERO, Ups::plus), exchanged);
            }
        }
        let ups = looking.found();
        let seen = match ups.exact() {
            Some((n, e)) => Some(self.worker.up_star(&Rational::ZERO, n.into(), e)?),
            None => None,
        };
        let part = &mut self.known.parts.parts[done.at as usize];
        part.ups = Some(ups);
        if let (Some(id), Worth::Open | Worth::Costly) = (seen, part.worth) {
            part.worth = Worth::Bounded(self.known.values.number(id));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use upstar_core::{Budget, Outcome, Player};
    use upstar_values::{Id, Universe, Worker};

    use super::*;
    use crate::outcome::values::Values;
    use crate::ups::{Below, MOST, NONE};

    struct Random(u64);

    impl Random {
        fn below(&mut self, n: u64) -> u64 {
            self.0 = self.0.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            (self.0 >> 33) % n
        }

        /// A game of this depth; with `small`, an all-small one.
        fn game(&mut self, depth: u32, small: bool, worker: &mut Worker<'_>) -> Id {
            if depth == 0 {
                return Id::ZERO;
            }
            let mut options = || -> Vec<Id> {
                let count = u64::from(small) + self.below(3);
                (0..count).map(|_| self.game(depth - 1, small, worker)).collect()
            };
            let (left, right) = (options(), options());
            worker.game(&left, &right).unwrap()
        }
    }

    /// The bounds of a value.
    fn ups(values: &mut Values, id: Id, worker: &mut Worker<'_>) -> Ups {
        let at = values.number(id);
        values.ups(at, worker).unwrap().unwrap()
    }

    /// Checks the bounds of a game against the outcomes of its differences to multiples.
    fn check(below: Below, id: Id, sharp: bool, worker: &mut Worker<'_>) {
        for e in [0, 1] {
            for n in -MOST..=MOST {
                let multiple = worker.up_star(&Rational::ZERO, n.into(), e).unwrap();
                let difference = worker.sub(id, multiple).unwrap();
                let outcome: Outcome = worker.outcome(difference).unwrap();
                let wins = |first: Player| outcome.winner(first) == Some(Player::Left);
                for (first, least) in [(Player::Right, below.second), (Player::Left, below.first)] {
                    let known = n <= least[e as usize];
                    assert!(if sharp { known == wins(first) } else { !known || wins(first) });
                }
            }
        }
    }

    #[test]
    fn bounds_of_values_are_sharp_and_add_up() {
        let universe = Universe::new();
        let mut worker = universe.worker(&Budget::unlimited());
        let mut values = Values::new();
        assert_eq!(ups(&mut values, Id::ZERO, &mut worker), Ups::ZERO);
        let mut random = Random(1);
        let (mut decided, mut seen) = (0, 0);
        for round in 0..300 {
            let [a, b] = [3, 4].map(|depth| random.game(depth, round % 4 > 0, &mut worker));
            let [one, two] = [a, b].map(|id| ups(&mut values, id, &mut worker));
            check(one.own, a, true, &mut worker);
            check(two.negative, worker.neg(b).unwrap(), true, &mut worker);
            if let Some((n, e)) = one.exact() {
                assert_eq!(a, worker.up_star(&Rational::ZERO, n.into(), e).unwrap());
                seen += 1;
            }
            let (difference, both) = (worker.sub(a, b).unwrap(), one.plus(two.signed(true)));
            check(both.own, difference, false, &mut worker);
            if let Some(wins) = both.wins() {
                let outcome = worker.outcome(difference).unwrap();
                assert_eq!(wins, outcome.winner(Player::Left) == Some(Player::Left));
                decided += 1;
            }
        }
        assert!(decided > 100 && seen > 50, "{decided} {seen}");
    }

    /// Sums of very many terms say nothing false.
    #[test]
    fn large_multiples_are_not_known() {
        let universe = Universe::new();
        let mut worker = universe.worker(&Budget::unlimited());
        let id = worker.up_star(&Rational::ZERO, 5, 0).unwrap();
        let up = ups(&mut Values::new(), id, &mut worker);
        let many = std::iter::repeat_n(up, 10_000).fold(Ups::ZERO, Ups::plus);
        assert_eq!(many.wins(), Some(true));
        assert_eq!(many.own.second, [i8::MAX; 2]);
        assert_eq!(many.negative.second, [NONE; 2]);
        assert_eq!(many.signed(true).wins(), Some(false));
    }
}
