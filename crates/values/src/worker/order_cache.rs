//! What is remembered of comparisons.

use super::lossy::Lossy;
use crate::arena::Arena;

const SLOTS_PER_GAME: usize = 4;

/// A lossy table of comparisons.
///
/// A slot holds the comparisons, both ways, of one game with sixteen games of
/// neighbouring smaller ids: options are often old games, and a game is compared
/// with several of them. Its key is the larger id (31 bits) and a sixteenth of the smaller (27
/// bits); then for each of sixteen ids follows whether it is known to be less or equal, whether it
/// is, and the same for greater or equal.
#[derive(Debug, Default)]
pub(super) struct OrderCache(Lossy<u64, u64, 11, 21>);

impl OrderCache {
    /// As [`Lossy::given_away`].
    pub(super) fn given_away() -> Self {
        OrderCache(Lossy::given_away())
    }
}

impl OrderCache {
    /// The key of a slot, and the place in it.
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

    /// Asks for the memory of a comparison.
    #[inline]
    pub(super) fn prefetch(&self, g: u32, h: u32) {
        self.0.prefetch(Self::key(g, h).0);
    }

    pub(super) fn put(&mut self, g: u32, h: u32, answer: bool, arena: &Arena) {
        let (key, at) = Self::key(g, h);
        *self.0.entry(key) |= (1 | u64::from(answer) << 1) << at;
        // More slots than a few for each game would only be slower to look at.
        self.0.grow_if_full(arena.len() as usize * SLOTS_PER_GAME, arena);
    }
}

/// Comparisons with the form that is being made: lossy, and emptied for each form
/// by counting up the stamp. An entry is stamp, game (31 bits), is it Left who asks, answer.
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

    /// Forgets what was about another form.
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
