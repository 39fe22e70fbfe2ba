//! What multiples of up say about the winner of a sum.
//!
//! If neither player has a move where the other has none, as in Clobber, all values are infinitesimal:
//! integers and temperatures say nothing, but multiples of up do. For a game G and a multiple
//! v = n^ + e*, where e is 0 or 1, Left wins G - v
//!
//! - moving second (G >= v) if she wins all G^R - v and all G - v^L, moving first;
//! - moving first if she wins some G^L - v or some G - v^R, moving second.
//!
//! With the bounds of the options of G this gives bounds of G, as every option of v is a multiple that
//! is nearer to 0. If an option is a sum, its bounds are sums of bounds of its terms: if G >= v, and Left
//! wins H - w, moving first or second, she wins G + H - (v + w) in the same way.

use upstar_values::Rational;

use super::OutcomeSearch;
use super::expand::PartOptions;
use super::parts::{Summand, Worth};
use crate::{Result, Ruleset};

/// No multiple is known.
const NONE: i8 = i8::MIN;
/// No larger multiples are tried.
const MOST: i8 = 24;

/// Of a game G and e = 0 or 1: the largest n for which Left is known to win G - (n^ + e*). She wins it
/// with smaller ones too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Below {
    second: [i8; 2],
    first: [i8; 2],
}

impl Below {
    /// Of 0, as ^* and * are confused with 0 and ^ is not.
    const ZERO: Below = Below { second: [0, -2], first: [-1, 1] };

    /// Of a game, given the largest multiples with which Left wins some option of hers, moving second,
    /// and those with which she wins all of Right's, moving first.
    fn of(left: [i8; 2], right: [i8; 2]) -> Below {
        let mut found = Below { second: [NONE; 2], first: [NONE; 2] };
        // Whether she wins, moving second and first, with -MOST on.
        let mut wins = [[[false; 2]; 2]; 2 * MOST as usize + 1];
        let at = |n: i8| (n + MOST) as usize;
        for size in 0..=MOST {
            for n in [size, -size] {
                for e in [0, 1] {
                    // Where a player moves to in ^, or its negative, and in *.
                    let [mut second, mut first] = [n <= right[e], n <= left[e]];
                    if n != 0 {
                        let nearer = n - n.signum();
                        let [by_left, by_right] = if n > 0 { [e, 1 - e] } else { [1 - e, e] };
                        second &= wins[at(nearer)][by_left][1];
                        first |= wins[at(nearer)][by_right][0];
                    }
                    if e == 1 {
                        second &= wins[at(n)][0][1];
                        first |= wins[at(n)][0][0];
                    }
                    wins[at(n)][e] = [second, first];
                    if second {
                        found.second[e] = found.second[e].max(n);
                    }
                    if first {
                        found.first[e] = found.first[e].max(n);
                    }
                }
            }
        }
        // What holds of other multiples follows: the game and 0 add up to the game.
        found.plus(Below::ZERO)
    }

    fn plus(self, other: Below) -> Below {
        // What saturates downward is not known.
        let add = |a: i8, b: i8| if a == NONE || b == NONE { NONE } else { a.saturating_add(b) };
        let both =
            |a: [i8; 2], b: [i8; 2]| [0, 1].map(|e| add(a[0], b[e]).max(add(a[1], b[1 - e])));
        let (one, two) = (both(self.second, other.first), both(self.first, other.second));
        Below { second: both(self.second, other.second), first: [0, 1].map(|e| one[e].max(two[e])) }
    }
}

/// What is known of a game and of its negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ups {
    own: Below,
    negative: Below,
}

impl Ups {
    pub(super) const ZERO: Ups = Ups { own: Below::ZERO, negative: Below::ZERO };

    /// Of the negative, if `negated`.
    pub(super) fn signed(self, negated: bool) -> Ups {
        if negated { Ups { own: self.negative, negative: self.own } } else { self }
    }

    /// Of the sum.
    pub(super) fn plus(self, other: Ups) -> Ups {
        Ups { own: self.own.plus(other.own), negative: self.negative.plus(other.negative) }
    }

    /// Whether Left wins, moving first, if that is known.
    pub(super) fn wins(self) -> Option<bool> {
        if self.own.first[0] >= 0 {
            Some(true)
        } else if self.negative.second[0] >= 0 {
            Some(false)
        } else {
            None
        }
    }

    /// The multiple n^ + e* that the game is, if it is seen to be one.
    pub(super) fn exact(self) -> Option<(i8, u32)> {
        let (own, negative) = (self.own.second, self.negative.second);
        let e = [0, 1].into_iter().find(|&e| own[e].checked_add(negative[e]) == Some(0))?;
        Some((own[e], e as u32))
    }
}

/// What is known of a game while its options are looked at one after another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Looking {
    /// The best of an option of Left's, and the worst of one of Right's, for the game; then for its
    /// negative, where the players change places.
    best: [[i8; 2]; 2],
    worst: [[i8; 2]; 2],
}

impl Looking {
    pub(super) const NEW: Looking = Looking { best: [[NONE; 2]; 2], worst: [[i8::MAX; 2]; 2] };

    /// Takes an option into account: of Left's, or with the players exchanged.
    pub(super) fn take(&mut self, option: Ups, exchanged: bool) {
        let (own, other) = (usize::from(exchanged), usize::from(!exchanged));
        for e in [0, 1] {
            let (best, worst) = (&mut self.best[own][e], &mut self.worst[other][e]);
            *best = option.own.second[e].max(*best);
            *worst = option.negative.first[e].min(*worst);
        }
    }

    pub(super) fn found(self) -> Ups {
        let [own, negative] = [0, 1].map(|side| Below::of(self.best[side], self.worst[side]));
        Ups { own, negative }
    }
}

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
        let mut looking = Looking::NEW;
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
