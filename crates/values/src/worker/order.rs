//! The partial order.

use std::cmp::Ordering;
use std::fmt;
use std::sync::atomic::Ordering::Relaxed;

use upstar_core::Outcome;

use super::Worker;
use crate::arena::{Node, Stops, at_least_zero};
use crate::error::Halt;
use crate::{Error, Id, key};

/// How two games compare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// The first is less: Right wins their difference whoever starts.
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

/// A lossy, direct-mapped table of comparisons: g (31 bits), h (31 bits), known,
/// answer. It grows with what is put into it.
#[derive(Debug)]
pub(super) struct OrderCache {
    slots: Box<[u64]>,
    mask: usize,
    puts: usize,
}

const LEAST_BITS: u32 = 12;
const MOST_BITS: u32 = 22;
const SLOTS_PER_GAME: usize = 32;

impl Default for OrderCache {
    fn default() -> Self {
        OrderCache::with_bits(LEAST_BITS)
    }
}

impl OrderCache {
    fn with_bits(bits: u32) -> Self {
        OrderCache { slots: vec![0; 1 << bits].into(), mask: (1 << bits) - 1, puts: 0 }
    }

    #[inline]
    fn key(g: u32, h: u32) -> u64 {
        u64::from(g) << 33 | u64::from(h) << 2 | 2
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize & self.mask
    }

    #[inline]
    fn get(&self, key: u64) -> Option<bool> {
        let entry = self.slots[self.slot(key)];
        (entry & !1 == key).then_some(entry & 1 == 1)
    }

    /// More slots than a few for each game would only be slower to look at.
    fn put(&mut self, key: u64, answer: bool, games: u32) {
        self.puts += 1;
        if self.puts > self.slots.len()
            && self.slots.len() < (games as usize * SLOTS_PER_GAME).min(1 << MOST_BITS)
        {
            let bits = self.slots.len().trailing_zeros() + 1;
            let old = std::mem::replace(self, OrderCache::with_bits(bits));
            for entry in old.slots.into_iter().filter(|&entry| entry != 0) {
                let slot = self.slot(entry & !1);
                self.slots[slot] = entry;
            }
        }
        let slot = self.slot(key);
        self.slots[slot] = key | u64::from(answer);
    }
}

/// Comparisons with the form that is being made: lossy, and emptied for each form
/// by counting up the stamp. An entry is stamp, game (31 bits), side, answer.
#[derive(Debug)]
pub(super) struct FormCache {
    slots: Box<[(u32, u32, bool, bool)]>,
    stamp: u32,
}

const FORM_SLOTS: usize = 1 << 8;

impl Default for FormCache {
    fn default() -> Self {
        FormCache { slots: vec![(0, 0, false, false); FORM_SLOTS].into(), stamp: 0 }
    }
}

impl FormCache {
    /// Forgets what was about another form.
    pub(super) fn start(&mut self) {
        self.stamp = match self.stamp.checked_add(1) {
            Some(stamp) => stamp,
            None => {
                *self = FormCache::default();
                1
            }
        };
    }

    #[inline]
    fn slot(x: u32, above: bool) -> usize {
        (x.wrapping_mul(0x9E37_79B9) >> 24) as usize ^ usize::from(above)
    }

    fn get(&self, x: u32, above: bool) -> Option<bool> {
        let entry = self.slots[Self::slot(x, above)];
        ((entry.0, entry.1, entry.2) == (self.stamp, x, above)).then_some(entry.3)
    }

    fn put(&mut self, x: u32, above: bool, answer: bool) {
        self.slots[Self::slot(x, above)] = (self.stamp, x, above, answer);
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

    /// g <= h, if the stops tell.
    ///
    /// A game is a number exactly if its Left stop has Left to move, its Right stop
    /// has Right to move, and both are the same number.
    #[inline]
    fn le_by_stops((al, ar): (i64, i64), (bl, br): (i64, i64)) -> Option<bool> {
        if al > bl || ar > br {
            return Some(false);
        }
        let is_number = |left: i64, right: i64| left & key::RIGHT == 0 && right == left + 1;
        (al < br || is_number(al, ar) || is_number(bl, br)).then_some(true)
    }

    #[inline]
    fn le_closed_form(&self, a: &Node, b: &Node) -> Option<bool> {
        // Different numbers were told apart by the stops.
        if a.is_general() || b.is_general() || a.left_number() != b.left_number() {
            return None;
        }
        let ups = i128::from(b.ups()) - i128::from(a.ups());
        Some(at_least_zero(ups, a.nim() ^ b.nim()))
    }

    #[cold]
    fn le_at_once_inexact(&self, a: &Node, b: &Node) -> Option<bool> {
        let (a_left, b_left) = ((a.left(), a.left_number()), (b.left(), b.left_number()));
        let (a_right, b_right) = ((a.right(), a.right_number()), (b.right(), b.right_number()));
        if self.cmp_stops(a_left, b_left).is_gt() || self.cmp_stops(a_right, b_right).is_gt() {
            return Some(false);
        }
        if self.cmp_stops(a_left, b_right).is_lt() || a.is_number() || b.is_number() {
            return Some(true);
        }
        self.le_closed_form(a, b)
    }

    /// Is g <= h?
    #[inline]
    pub(crate) fn at_most(&mut self, g: u32, h: u32) -> Result<bool, Halt> {
        if g == h {
            return Ok(true);
        }
        let (a, b) = (self.keys(g), self.keys(h));
        if key::is_exact(a.0 | a.1 | b.0 | b.1) {
            if let Some(answer) = Self::le_by_stops(a, b) {
                return Ok(answer);
            }
            // Only values near one number are number-up-stars.
            if ((a.0 ^ a.1) | (b.0 ^ b.1)) & !1 == 0 {
                let (a, b) = (self.node(g), self.node(h));
                if let Some(answer) = self.le_closed_form(a, b) {
                    return Ok(answer);
                }
            }
        } else {
            let (a, b) = (self.node(g), self.node(h));
            if let Some(answer) = self.le_at_once_inexact(a, b) {
                return Ok(answer);
            }
        }
        let key = OrderCache::key(g, h);
        if let Some(answer) = self.caches.order.get(key) {
            return Ok(answer);
        }
        let before = self.recursions;
        let answer = self.deeper(|worker| worker.at_most_by_options(g, h))?;
        // What needed no further recursion is found again as fast as it is looked up.
        if self.recursions - before == 1 {
            return Ok(answer);
        }
        let games = self.universe.arena.len();
        self.caches.order.put(key, answer, games);
        Ok(answer)
    }

    /// g <= h unless some g^L >= h or some h^R <= g; neither is a number.
    fn at_most_by_options(&mut self, g: u32, h: u32) -> Result<bool, Halt> {
        self.step()?;
        self.recursions += 1;
        for option in self.options(g)?.0 {
            if self.at_most(h, option.load(Relaxed))? {
                return Ok(false);
            }
        }
        for option in self.options(h)?.1 {
            if self.at_most(option.load(Relaxed), g)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Is x <= {l|r}, a form that is not a number and has these stops?
    pub(super) fn at_most_form(
        &mut self,
        x: u32,
        l: &[u32],
        r: &[u32],
        stops: Stops,
    ) -> Result<bool, Halt> {
        let node = self.node(x);
        let (left, right) =
            ((node.left(), node.left_number()), (node.right(), node.right_number()));
        if self.cmp_stops(left, (stops.right, stops.right_number)).is_lt() {
            return Ok(true);
        }
        if self.cmp_stops(left, (stops.left, stops.left_number)).is_gt()
            || self.cmp_stops(right, (stops.right, stops.right_number)).is_gt()
        {
            return Ok(false);
        }
        if node.is_number() {
            return Ok(true);
        }
        if let Some(answer) = self.caches.forms.get(x, false) {
            return Ok(answer);
        }
        let answer = self.deeper(|worker| worker.at_most_form_by_options(x, l, r, stops))?;
        self.caches.forms.put(x, false, answer);
        Ok(answer)
    }

    fn at_most_form_by_options(
        &mut self,
        x: u32,
        l: &[u32],
        r: &[u32],
        stops: Stops,
    ) -> Result<bool, Halt> {
        self.step()?;
        for &option in r {
            if self.at_most(option, x)? {
                return Ok(false);
            }
        }
        for option in self.options(x)?.0 {
            if self.form_at_most(option.load(Relaxed), l, r, stops)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Is {l|r} <= x?
    pub(super) fn form_at_most(
        &mut self,
        x: u32,
        l: &[u32],
        r: &[u32],
        stops: Stops,
    ) -> Result<bool, Halt> {
        let node = self.node(x);
        let (left, right) =
            ((node.left(), node.left_number()), (node.right(), node.right_number()));
        if self.cmp_stops((stops.left, stops.left_number), right).is_lt() {
            return Ok(true);
        }
        if self.cmp_stops((stops.left, stops.left_number), left).is_gt()
            || self.cmp_stops((stops.right, stops.right_number), right).is_gt()
        {
            return Ok(false);
        }
        if node.is_number() {
            return Ok(true);
        }
        if let Some(answer) = self.caches.forms.get(x, true) {
            return Ok(answer);
        }
        let answer = self.deeper(|worker| worker.form_at_most_by_options(x, l, r, stops))?;
        self.caches.forms.put(x, true, answer);
        Ok(answer)
    }

    fn form_at_most_by_options(
        &mut self,
        x: u32,
        l: &[u32],
        r: &[u32],
        stops: Stops,
    ) -> Result<bool, Halt> {
        self.step()?;
        for &option in l {
            if self.at_most(x, option)? {
                return Ok(false);
            }
        }
        for option in self.options(x)?.1 {
            if self.at_most_form(option.load(Relaxed), l, r, stops)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Is g <= h, that is, does Left, moving second, win h - g?
    ///
    /// Stops and closed forms decide where they can, else the definition: g <= h
    /// unless some g^L >= h or some h^R <= g.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn le(&mut self, g: Id, h: Id) -> Result<bool, Error> {
        self.at_most(g.0, h.0).map_err(|halt| self.reason(halt))
    }

    /// How g and h compare.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn compare(&mut self, g: Id, h: Id) -> Result<Relation, Error> {
        if g == h {
            return Ok(Relation::Equal);
        }
        Ok(match (self.le(g, h)?, self.le(h, g)?) {
            (true, _) => Relation::Less,
            (_, true) => Relation::Greater,
            _ => Relation::Confused,
        })
    }

    /// Who wins: P if g = 0, L if g > 0, R if g < 0, else N. The stops alone tell.
    ///
    /// # Errors
    ///
    /// None for short games.
    pub fn outcome(&mut self, g: Id) -> Result<Outcome, Error> {
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
    pub fn max(&mut self, g: Id, h: Id) -> Result<Id, Error> {
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
    pub fn min(&mut self, g: Id, h: Id) -> Result<Id, Error> {
        Ok(if self.max(g, h)? == g { h } else { g })
    }
}
