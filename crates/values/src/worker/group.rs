//! Negatives and sums.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use super::Worker;
use super::lossy::{Key, Lossy, mixed};
use super::numbers::TOO_MANY_UPS;
use crate::arena::Parts;
use crate::error::Halt;
use crate::node::{Ends, NONE, Stops};
use crate::{Id, Result, key};

/// Sums, by their two summands.
pub(super) type SumCache = Lossy<Pair, u32, 10, 22>;

/// Two games, the older one first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Pair(u64);

impl Pair {
    #[inline]
    fn of(g: u32, h: u32) -> Self {
        Pair(u64::from(g.min(h)) << 32 | u64::from(g.max(h)))
    }
}

impl Key for Pair {
    /// The bits from the fortieth on. Measurements show that sums of games of neighbouring ids
    /// collide less there than in the highest bits.
    #[inline]
    fn slot(self, shift: u32) -> usize {
        (mixed(self.0) >> 40 & u64::MAX >> shift) as usize
    }
}

impl Worker<'_> {
    pub(crate) fn negate(&mut self, g: u32) -> Result<u32, Halt> {
        let node = self.node(g);
        let known = node.negative();
        if known != NONE {
            return Ok(known);
        }
        let negative = if node.is_general() {
            self.deeper(|worker| worker.negate_general(g))?
        } else {
            let Parts { number, ups, nim } = self.parts(g);
            let ups = ups.checked_neg().ok_or_else(|| self.fail(TOO_MANY_UPS))?;
            let number = self.negate_number(number)?;
            self.parts_id(Parts { number, ups, nim })?
        };
        node.set_negative(negative);
        self.node(negative).set_negative(g);
        Ok(negative)
    }

    fn negate_general(&mut self, g: u32) -> Result<u32, Halt> {
        self.step()?;
        let Ends { stops, near } = self.node(g).ends();
        let (left, right) = self.options(g)?;
        let (mut l, mut r) = (self.buffer(), self.buffer());
        for option in right {
            l.push(self.negate(option.load(Relaxed))?);
        }
        for option in left {
            r.push(self.negate(option.load(Relaxed))?);
        }
        l.sort_unstable();
        r.sort_unstable();
        let stops = Stops {
            left_number: self.negate_number(stops.right_number)?,
            right_number: self.negate_number(stops.left_number)?,
            ..stops
        };
        let stops =
            self.with_keys(stops, stops.right & key::RIGHT == 0, stops.left & key::RIGHT == 0);
        let id = self.intern_canonical(&l, &r, Ends { stops, near: near.negative() })?;
        self.return_buffer(l);
        self.return_buffer(r);
        Ok(id)
    }

    /// Fills in the keys of stops from their numbers and the players to move.
    pub(crate) fn with_keys(
        &mut self,
        stops: Stops,
        right_at_left: bool,
        right_at_right: bool,
    ) -> Stops {
        let left = self.node(stops.left_number).left_stop() | i64::from(right_at_left);
        let right = self.node(stops.right_number).left_stop() | i64::from(right_at_right);
        Stops { left, right, ..stops }
    }

    pub(crate) fn sum(&mut self, g: u32, h: u32) -> Result<u32, Halt> {
        if g == 0 {
            return Ok(h);
        }
        if h == 0 {
            return Ok(g);
        }
        let (a, b) = (self.node(g), self.node(h));
        if !a.is_general() && !b.is_general() {
            let (a, b) = (self.parts(g), self.parts(h));
            let number = self.add_numbers(a.number, b.number)?;
            if a.ups == 0 && b.ups == 0 && a.nim == b.nim {
                return Ok(number);
            }
            let ups = a.ups.checked_add(b.ups).ok_or_else(|| self.fail(TOO_MANY_UPS))?;
            return self.parts_id(Parts { number, ups, nim: a.nim ^ b.nim });
        }
        let key = Pair::of(g, h);
        let known = self.caches.sums.get(key);
        if known != NONE {
            return Ok(known);
        }
        if a.negative() == h {
            return Ok(0);
        }
        let sum = self.deeper(|worker| match (a.is_number(), b.is_number()) {
            (true, _) => worker.translate(h, g),
            (_, true) => worker.translate(g, h),
            _ => worker.sum_by_options(g, h),
        })?;
        *self.caches.sums.entry(key) = sum;
        self.caches.sums.grow_if_full(usize::MAX, &self.universe.arena);
        Ok(sum)
    }

    /// g + h if it is in the cache, otherwise `NONE`.
    #[inline]
    fn known_sum(&self, g: u32, h: u32) -> u32 {
        let known = self.caches.sums.get(Pair::of(g, h));
        if g == 0 { h } else { known }
    }

    /// g + x for a number x and a general g: x is added to every option, which keeps the form
    /// canonical (Siegel, II.3, number translation).
    fn translate(&mut self, g: u32, x: u32) -> Result<u32, Halt> {
        self.step()?;
        let (left, right) = self.options(g)?;
        let (mut l, mut r) = (self.buffer(), self.buffer());
        for option in left {
            l.push(self.sum(option.load(Relaxed), x)?);
        }
        for option in right {
            r.push(self.sum(option.load(Relaxed), x)?);
        }
        l.sort_unstable();
        r.sort_unstable();
        let Ends { stops, near } = self.node(g).ends();
        let moved = Stops {
            left_number: self.add_numbers(stops.left_number, x)?,
            right_number: self.add_numbers(stops.right_number, x)?,
            ..stops
        };
        let moved =
            self.with_keys(moved, stops.left & key::RIGHT != 0, stops.right & key::RIGHT != 0);
        let id = self.intern_canonical(&l, &r, Ends { stops: moved, near })?;
        self.return_buffer(l);
        self.return_buffer(r);
        Ok(id)
    }

    /// {g^L + h, g + h^L | g^R + h, g + h^R}.
    fn sum_by_options(&mut self, g: u32, h: u32) -> Result<u32, Halt> {
        self.step()?;
        let (mut l, mut r) = (self.buffer(), self.buffer());
        // First all known sums, because these look-ups are independent.
        let ((g_left, g_right), (h_left, h_right)) = (self.options(g)?, self.options(h)?);
        l.extend(g_left.iter().map(|option| self.known_sum(option.load(Relaxed), h)));
        r.extend(g_right.iter().map(|option| self.known_sum(option.load(Relaxed), h)));
        let firsts = [l.len(), r.len()];
        l.extend(h_left.iter().map(|option| self.known_sum(option.load(Relaxed), g)));
        r.extend(h_right.iter().map(|option| self.known_sum(option.load(Relaxed), g)));
        self.fill_sums(g_left, h, &mut l[..firsts[0]])?;
        self.fill_sums(g_right, h, &mut r[..firsts[1]])?;
        self.fill_sums(h_left, g, &mut l[firsts[0]..])?;
        self.fill_sums(h_right, g, &mut r[firsts[1]..])?;
        let id = self.make_sum(&mut l, &mut r, firsts)?;
        self.return_buffer(l);
        self.return_buffer(r);
        Ok(id)
    }

    /// Computes the sums of options and y that are not known.
    fn fill_sums(&mut self, options: &[AtomicU32], y: u32, sums: &mut [u32]) -> Result<(), Halt> {
        for (option, sum) in options.iter().zip(sums) {
            if *sum == NONE {
                *sum = self.sum(option.load(Relaxed), y)?;
            }
        }
        Ok(())
    }

    /// -g: Left and Right are exchanged.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`](crate::Error::Exhausted).
    pub fn neg(&mut self, g: Id) -> Result<Id> {
        self.negate(g.0).map(Id).map_err(|halt| self.reason(halt))
    }

    /// A hint that g + h is requested soon: prefetches its cache entry.
    #[inline]
    pub fn prefetch_sum(&self, g: Id, h: Id) {
        self.caches.sums.prefetch(Pair::of(g.0, h.0));
    }

    /// g + h, the disjunctive sum: a move in the sum is a move in one component.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`](crate::Error::Exhausted).
    pub fn add(&mut self, g: Id, h: Id) -> Result<Id> {
        self.sum(g.0, h.0).map(Id).map_err(|halt| self.reason(halt))
    }

    /// g - h.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`](crate::Error::Exhausted).
    pub fn sub(&mut self, g: Id, h: Id) -> Result<Id> {
        let negative = self.neg(h)?;
        self.add(g, negative)
    }
}
