//! The cache of comparisons.

use super::lossy::Lossy;
use crate::arena::Arena;

const SLOTS_PER_GAME: usize = 4;

/// A lossy table of comparisons.
///
/// A slot holds the comparisons, in both directions, of one game with sixteen games of neighbouring
/// smaller ids. Options are often old games, and a game is compared with several of them. The key
/// is the larger id (31 bits) and a sixteenth of the smaller (27 bits). For each of the sixteen
/// ids, the slot says whether "less or equal" is known and whether it holds, and the same for
/// "greater or equal".
#[derive(Debug, Default)]
pub(super) struct OrderCache(Lossy<u64, u64, 11, 21>);

impl OrderCache {
    /// As [`Lossy::given_away`].
    pub(super) fn given_away() -> Self {
        OrderCache(Lossy::given_away())
    }
}

impl OrderCache {
    /// The key of a slot, and the index in it.
    #[inline]
    fn key(g: u32, h: u32) -> (u64, u32) {
        let (low, high, turned) = if g < h { (g, h, 0) } else { (h, g, 2) };
        (u64::from(high) << 27 | u64::from(low >> 4), (low & 15) * 4 + turned)
    }

    #[inline]
    pub(super) fn get(&self, g: u32, h: u32) -> Option<bool> {
        let (key, at) = Self::key(g, h);
        let found = self.0.get(key) >> at;
        (found & 1 == 1).then_some(found & 2 == 2)
    }

    /// Prefetches a comparison.
    #[inline]
    pub(super) fn prefetch(&self, g: u32, h: u32) {
        self.0.prefetch(Self::key(g, h).0);
    }

    pub(super) fn put(&mut self, g: u32, h: u32, answer: bool, arena: &Arena) {
        let (key, at) = Self::key(g, h);
        *self.0.entry(key) |= (1 | u64::from(answer) << 1) << at;
        // More than a few slots for each game would only make look-ups slower.
        self.0.grow_if_full(arena.len() as usize * SLOTS_PER_GAME, arena);
    }
}

/// Comparisons with the form under construction. The table is lossy, and a new stamp empties it for
/// each form. An entry is the stamp, the game (31 bits), whether Left asks, and the answer.
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
    /// As [`Lossy::given_away`].
    pub(super) fn given_away() -> Self {
        FormCache { slots: Box::default(), stamp: 0 }
    }

    /// Discards the entries for another form.
    #[inline]
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
    fn slot(x: u32, left: bool) -> usize {
        (x.wrapping_mul(0x9E37_79B9) >> 24) as usize ^ usize::from(!left)
    }

    #[inline]
    pub(super) fn get(&self, x: u32, left: bool) -> Option<bool> {
        let entry = self.slots[Self::slot(x, left)];
        ((entry.0, entry.1, entry.2) == (self.stamp, x, left)).then_some(entry.3)
    }

    #[inline]
    pub(super) fn put(&mut self, x: u32, left: bool, answer: bool) {
        self.slots[Self::slot(x, left)] = (self.stamp, x, left, answer);
    }
}
