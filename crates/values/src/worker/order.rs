//! The partial order of games.

use std::cmp::Ordering;
use std::fmt;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use upstar_core::Outcome;

use super::Worker;
use crate::error::Halt;
use crate::near::at_least_zero;
use crate::node::{EndKeys, Ends, Node, Stops};
use crate::record::Keys;
use crate::{Error, Id, Result, key};

/// The relation of two games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// The first is less: Right wins the difference whoever starts.
    Less,
    /// They are equal: the second player wins the difference.
    Equal,
    /// The first is greater: Left wins the difference whoever starts.
    Greater,
    /// Neither: the first player wins the difference.
    Confused,
}

impl fmt::Display for Relation {
    /// `<`, `=`, `>` or `<>`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Relation::Less => "<",
            Relation::Equal => "=",
            Relation::Greater => ">",
            Relation::Confused => "<>",
        })
    }
}

/// What the ends decide about g <= h, where the keys are exact. It is false if the first number is
/// negative, and otherwise true if the second is. One of them is negative if g or h is a number, or
/// a number plus one of the infinitesimals in [`Near`](crate::near).
///
/// The signs are combined without a branch, because the deciding one is hard to predict. Keys are
/// small enough for their differences to fit. Keys of stops at the same number differ by at most 1,
/// and others by more than 2.
#[derive(Clone, Copy)]
pub(super) struct ByEnds(i64, i64);

impl ByEnds {
    #[inline(always)]
    pub(super) fn le(g: EndKeys, h: EndKeys) -> ByEnds {
        // An infinitesimal between the Left stop of g and the Right stop of h.
        let between = i64::from(g.near.above & h.near.below != 0);
        let yes = g.left.wrapping_sub(h.right).wrapping_sub(2 * between);
        ByEnds(Self::not_le(g, h), yes)
    }

    /// The first of these numbers.
    #[inline(always)]
    fn not_le(g: EndKeys, h: EndKeys) -> i64 {
        let above = i64::from(h.near.above & !g.near.above != 0);
        let below = i64::from(g.near.below & !h.near.below != 0);
        h.left.wrapping_sub(g.left).wrapping_sub(2 * above)
            | h.right.wrapping_sub(g.right).wrapping_sub(2 * below)
    }

    /// Is g <= h, if the numbers decide it?
    #[inline(always)]
    pub(super) fn known(self) -> Option<bool> {
        (self.0 | self.1 < 0).then_some(self.0 >= 0)
    }
}

impl Worker<'_> {
    /// Compares two stops: (key, number) each.
    #[inline]
    pub(crate) fn cmp_stops(&self, a: (i64, u32), b: (i64, u32)) -> Ordering {
        if key::unclear(a.0, b.0) && a.1 != b.1 {
            return self.cmp_inexact(a, b);
        }
        a.0.cmp(&b.0)
    }

    #[cold]
    fn cmp_inexact(&self, a: (i64, u32), b: (i64, u32)) -> Ordering {
        self.number_of(a.1).cmp(&self.number_of(b.1)).then(a.0.cmp(&b.0))
    }

    #[inline]
    fn le_closed_form(&self, a: Node<'_>, b: Node<'_>) -> Option<bool> {
        // The stops already distinguish different numbers.
        if a.is_general() || b.is_general() || a.left_number() != b.left_number() {
            return None;
        }
        let ups = i128::from(b.ups()) - i128::from(a.ups());
        Some(at_least_zero(ups, a.nim() ^ b.nim()))
    }

    /// Is g <= h, if their stops decide it? The keys need not be exact. The stops decide if g or h
    /// is a number.
    #[cold]
    fn le_by_stops(&self, g: Stops, h: Stops, any_is_number: bool) -> Option<bool> {
        let (g_left, g_right) = ((g.left, g.left_number), (g.right, g.right_number));
        let (h_left, h_right) = ((h.left, h.left_number), (h.right, h.right_number));
        if self.cmp_stops(g_left, h_left).is_gt() || self.cmp_stops(g_right, h_right).is_gt() {
            return Some(false);
        }
        (any_is_number || self.cmp_stops(g_left, h_right).is_lt()).then_some(true)
    }

    /// Is g <= h?
    #[inline]
    pub(crate) fn at_most(&mut self, g: u32, h: u32) -> Result<bool, Halt> {
        let (a, b) = (self.keys(g), self.keys(h));
        let (g_ends, h_ends) = (a.ends(), b.ends());
        if let Some(answer) = ByEnds::le(g_ends, h_ends).known()
            && g_ends.are_exact(&h_ends)
        {
            return Ok(answer);
        }
        self.at_most_open((g, a), (h, b))
    }

    /// The same where the ends do not decide.
    #[inline(never)]
    pub(super) fn at_most_open(
        &mut self,
        (g, a): (u32, &Keys),
        (h, b): (u32, &Keys),
    ) -> Result<bool, Halt> {
        if g == h {
            return Ok(true);
        }
        let exact = a.ends().are_exact(&b.ends());
        if !exact || !(a.is_general() | b.is_general()) {
            let (a, b) = (self.node(g), self.node(h));
            let any_is_number = a.is_number() || b.is_number();
            let by_stops =
                if exact { None } else { self.le_by_stops(a.stops(), b.stops(), any_is_number) };
            if let Some(answer) = by_stops.or_else(|| self.le_closed_form(a, b)) {
                return Ok(answer);
            }
        }
        self.caches.order.prefetch(g, h);
        self.deeper(|worker| worker.at_most_by_options((g, a), (h, b), false))
    }

    /// g <= h unless some g^L >= h or some h^R <= g. Neither is a number, and neither the ends nor
    /// closed forms decide. Comparisons that are already known are checked first. `below` means
    /// that this is part of a comparison of larger games.
    fn at_most_by_options(
        &mut self,
        (g, a): (u32, &Keys),
        (h, b): (u32, &Keys),
        below: bool,
    ) -> Result<bool, Halt> {
        self.step()?;
        let (left, right) = (self.left_options_at(g, a)?, self.right_options_at(h, b)?);
        // The comparisons that the ends leave open. The ends never prove one of them: then the ends
        // of g and h would have shown that g <= h is false.
        let (g_ends, h_ends) = (a.ends(), b.ends());
        let mut all = g_ends.left | g_ends.right | h_ends.left | h_ends.right;
        let mut open = self.open_by_ends::<true>(left, h_ends, &mut all);
        open |= self.open_by_ends::<false>(right, g_ends, &mut all).rotate_left(left.len() as u32);
        if !key::is_exact(all) || left.len() + right.len() > 64 {
            return self.at_most_by_each_option(g, left, h, right);
        }
        if open != 0
            && let Some(answer) = self.caches.order.get(g, h)
        {
            return Ok(answer);
        }
        let pair = |i: usize| match left.get(i) {
            Some(option) => (h, option.load(Relaxed)),
            None => (right[i - left.len()].load(Relaxed), g),
        };
        let mut answer = true;
        // First those that are already known, then the others.
        let mut rest = open;
        while rest != 0 && answer {
            let i = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let (low, high) = pair(i);
            if let Some(holds) = self.known_beyond_ends(low, high) {
                open &= !(1 << i);
                answer = !holds;
            }
        }
        // A comparison that needed no further comparison is recomputed as fast as it is looked up.
        // It is kept only inside a comparison of larger games.
        let keep = below || open != 0 && answer;
        while open != 0 && answer {
            let (low, high) = pair(open.trailing_zeros() as usize);
            open &= open - 1;
            let (low, high) = ((low, self.keys(low)), (high, self.keys(high)));
            answer = !self.deeper(|worker| worker.at_most_by_options(low, high, true))?;
        }
        if keep {
            self.caches.order.put(g, h, answer, &self.universe.arena);
        }
        Ok(answer)
    }

    /// A bit for each of the first 64 Left (or Right) options: whether the ends allow it to be at
    /// least (at most) a game with these ends. The bits of all keys are joined to `all`.
    #[inline(always)]
    fn open_by_ends<const LEFT: bool>(
        &mut self,
        options: &[AtomicU32],
        game: EndKeys,
        all: &mut i64,
    ) -> u64 {
        let (mut open, mut bit) = (0u64, 1u64);
        for option in options {
            let option = self.keys(option.load(Relaxed)).ends();
            let no = if LEFT { ByEnds::not_le(game, option) } else { ByEnds::not_le(option, game) };
            *all |= option.left | option.right;
            open |= bit & !(no >> 63) as u64;
            bit = bit.rotate_left(1);
        }
        open
    }

    /// g <= h, if closed forms or the cache decide it. The keys are exact, and the ends do not
    /// decide.
    #[inline]
    fn known_beyond_ends(&mut self, g: u32, h: u32) -> Option<bool> {
        if g == h {
            return Some(true);
        }
        if !(self.keys(g).is_general() | self.keys(h).is_general()) {
            let (a, b) = (self.node(g), self.node(h));
            return self.le_closed_form(a, b);
        }
        self.caches.order.get(g, h)
    }

    /// Same as [`Worker::at_most_by_options`], for many options or inexact ends.
    #[cold]
    fn at_most_by_each_option(
        &mut self,
        g: u32,
        left: &[AtomicU32],
        h: u32,
        right: &[AtomicU32],
    ) -> Result<bool, Halt> {
        if let Some(answer) = self.caches.order.get(g, h) {
            return Ok(answer);
        }
        let mut answer = true;
        for option in left {
            answer = answer && !self.at_most(h, option.load(Relaxed))?;
        }
        for option in right {
            answer = answer && !self.at_most(option.load(Relaxed), g)?;
        }
        self.caches.order.put(g, h, answer, &self.universe.arena);
        Ok(answer)
    }

    /// Is {l|r} at least as good as x for the player: x <= {l|r} for Left, {l|r} <= x for Right?
    /// The form is not a number and has these ends.
    pub(super) fn form_is_as_good<const LEFT: bool>(
        &mut self,
        x: u32,
        l: &[u32],
        r: &[u32],
        ends: &Ends,
    ) -> Result<bool, Halt> {
        let keys = self.keys(x);
        let (game, form) = (keys.ends(), ends.keys());
        let known = if game.are_exact(&form) {
            let (low, high) = if LEFT { (game, form) } else { (form, game) };
            ByEnds::le(low, high).known()
        } else {
            let stops = self.node(x).stops();
            let (low, high) = if LEFT { (stops, ends.stops) } else { (ends.stops, stops) };
            self.le_by_stops(low, high, keys.is_number())
        };
        if let Some(answer) = known {
            return Ok(answer);
        }
        if let Some(answer) = self.caches.forms.get(x, LEFT) {
            return Ok(answer);
        }
        let answer =
            self.deeper(|worker| worker.form_is_as_good_by_options::<LEFT>(x, l, r, ends))?;
        self.caches.forms.put(x, LEFT, answer);
        Ok(answer)
    }

    /// x <= {l|r} unless some r <= x or some x^L >= {l|r}, for Left.
    fn form_is_as_good_by_options<const LEFT: bool>(
        &mut self,
        x: u32,
        l: &[u32],
        r: &[u32],
        ends: &Ends,
    ) -> Result<bool, Halt> {
        self.step()?;
        for &option in if LEFT { r } else { l } {
            let (low, high) = if LEFT { (option, x) } else { (x, option) };
            if self.at_most(low, high)? {
                return Ok(false);
            }
        }
        let (left, right) = self.options(x)?;
        for option in if LEFT { left } else { right } {
            let option = option.load(Relaxed);
            let as_good = if LEFT {
                self.form_is_as_good::<false>(option, l, r, ends)?
            } else {
                self.form_is_as_good::<true>(option, l, r, ends)?
            };
            if as_good {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Is g <= h, that is, does Left, moving second, win h - g?
    ///
    /// Stops and closed forms decide where they can. Otherwise the definition does: g <= h unless
    /// some g^L >= h or some h^R <= g.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn le(&mut self, g: Id, h: Id) -> Result<bool> {
        self.at_most(g.0, h.0).map_err(|halt| self.reason(halt))
    }

    /// The relation of g and h.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn compare(&mut self, g: Id, h: Id) -> Result<Relation> {
        if g == h {
            return Ok(Relation::Equal);
        }
        Ok(match (self.le(g, h)?, self.le(h, g)?) {
            (true, _) => Relation::Less,
            (_, true) => Relation::Greater,
            _ => Relation::Confused,
        })
    }

    /// The outcome: P if g = 0, L if g > 0, R if g < 0, otherwise N. The stops alone determine it.
    ///
    /// # Errors
    ///
    /// None for short games.
    pub fn outcome(&mut self, g: Id) -> Result<Outcome> {
        Ok(match self.compare(g, Id::ZERO)? {
            Relation::Equal => Outcome::P,
            Relation::Greater => Outcome::L,
            Relation::Less => Outcome::R,
            Relation::Confused => Outcome::N,
        })
    }

    /// The larger of two comparable games.
    ///
    /// # Errors
    ///
    /// [`Error::Incomparable`], [`Error::Exhausted`].
    pub fn max(&mut self, g: Id, h: Id) -> Result<Id> {
        if self.le(g, h)? {
            Ok(h)
        } else if self.le(h, g)? {
            Ok(g)
        } else {
            Err(Error::Incomparable)
        }
    }

    /// The smaller of two comparable games.
    ///
    /// # Errors
    ///
    /// [`Error::Incomparable`], [`Error::Exhausted`].
    pub fn min(&mut self, g: Id, h: Id) -> Result<Id> {
        Ok(if self.max(g, h)? == g { h } else { g })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::near::Near;

    /// Exact keys: small ones, neighbours, and the least and the largest.
    pub(in crate::worker) fn keys() -> Vec<i64> {
        let far = key::of_units((1 << 60) - 1).unwrap();
        let numbers = [-far, -far + 4, -8, -4, 0, 4, 8, far - 4, far];
        numbers.into_iter().flat_map(|key| [key, key | key::RIGHT]).collect()
    }

    pub(in crate::worker) const NEAR: [u32; 4] = [0, 1, 2, 3];

    /// Against individual comparisons.
    #[test]
    fn signs_say_what_comparisons_say() {
        let keys = keys();
        let mut answers = [0; 3];
        for (i, &al) in keys.iter().enumerate() {
            for &bl in &keys {
                for &ar in &keys {
                    for (k, &br) in keys.iter().enumerate() {
                        let above = [NEAR[i % 4], NEAR[(i + k) % 4]];
                        let below = [NEAR[(k + 1) % 4], NEAR[k % 4]];
                        let a = Near { above: above[0], below: below[0] };
                        let b = Near { above: above[1], below: below[1] };
                        let no = al > bl
                            || ar > br
                            || key::same_number(al, bl) && b.above & !a.above != 0
                            || key::same_number(ar, br) && a.below & !b.below != 0;
                        let yes = al < br || key::same_number(al, br) && a.above & b.below != 0;
                        let expected = (no || yes).then_some(!no);
                        let (g, h) = (
                            EndKeys { left: al, right: ar, near: a },
                            EndKeys { left: bl, right: br, near: b },
                        );
                        assert_eq!(ByEnds::le(g, h).known(), expected, "{g:?} {h:?}");
                        assert_eq!(ByEnds::not_le(g, h) < 0, no);
                        answers[expected.map_or(2, usize::from)] += 1;
                    }
                }
            }
        }
        assert!(answers.iter().all(|&count| count > 1000), "{answers:?}");
    }
}
