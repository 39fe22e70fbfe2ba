//! What is remembered of comparisons.

use upstar_core::prefetch;

/// A lossy, direct-mapped table of comparisons that grows with what is put into it.
///
/// A slot holds the comparisons, both ways, of one game with sixteen games of
/// neighbouring smaller ids: options are often old games, and a game is compared
/// with several of them.
#[derive(Debug)]
pub(super) struct OrderCache {
    /// The larger id (31 bits) and a sixteenth of the smaller (27 bits); then for
    /// each of sixteen ids whether it is known to be less or equal, whether it is,
    /// and the same for greater or equal.
    slots: Box<[(u64, u64)]>,
    shift: u32,
    puts: usize,
}

const LEAST_BITS: u32 = 11;
const MOST_BITS: u32 = 21;
const SLOTS_PER_GAME: usize = 4;

impl Default for OrderCache {
    fn default() -> Self {
        OrderCache::with_bits(LEAST_BITS)
    }
}

impl OrderCache {
    fn with_bits(bits: u32) -> Self {
        OrderCache { slots: vec![(0, 0); 1 << bits].into(), shift: 64 - bits, puts: 0 }
    }

    /// The key of a slot, which is not 0 as g and h differ, and the place in it.
    #[inline]
    fn key(g: u32, h: u32) -> (u64, u32) {
        let (low, high, turned) = if g < h { (g, h, 0) } else { (h, g, 2) };
        (u64::from(high) << 27 | u64::from(low >> 4), (low & 15) * 4 + turned)
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }

    #[inline]
    pub(super) fn get(&self, g: u32, h: u32) -> Option<bool> {
        let (key, at) = Self::key(g, h);
        let entry = self.slots[self.slot(key)];
        let found = entry.1 >> at;
        (entry.0 == key && found & 1 == 1).then_some(found & 2 == 2)
    }

    /// Asks for the memory of a comparison.
    #[inline]
    pub(super) fn approach(&self, g: u32, h: u32) {
        prefetch(&self.slots, self.slot(Self::key(g, h).0));
    }

    pub(super) fn put(&mut self, g: u32, h: u32, answer: bool) {
        let (key, at) = Self::key(g, h);
        let slot = self.slot(key);
        let entry = &mut self.slots[slot];
        if entry.0 != key {
            *entry = (key, 0);
            self.puts += 1;
        }
        entry.1 |= (1 | u64::from(answer) << 1) << at;
    }

    /// Whether it is full. More slots than a few for each game would only be
    /// slower to look at.
    pub(super) fn is_full(&self, games: u32) -> bool {
        self.puts > self.slots.len()
            && self.slots.len() < (games as usize * SLOTS_PER_GAME).min(1 << MOST_BITS)
    }

    /// The bytes that growing takes more.
    pub(super) fn growth(&self) -> u64 {
        size_of_val(&*self.slots) as u64
    }

    /// Twice as many slots.
    pub(super) fn grow(&mut self) {
        let bits = self.slots.len().trailing_zeros() + 1;
        let old = std::mem::replace(self, OrderCache::with_bits(bits));
        for entry in old.slots.into_iter().filter(|entry| entry.0 != 0) {
            let slot = self.slot(entry.0);
            self.slots[slot] = entry;
        }
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
    fn slot(x: u32, above: bool) -> usize {
        (x.wrapping_mul(0x9E37_79B9) >> 24) as usize ^ usize::from(above)
    }

    #[inline]
    pub(super) fn get(&self, x: u32, above: bool) -> Option<bool> {
        let entry = self.slots[Self::slot(x, above)];
        ((entry.0, entry.1, entry.2) == (self.stamp, x, above)).then_some(entry.3)
    }

    #[inline]
    pub(super) fn put(&mut self, x: u32, above: bool, answer: bool) {
        self.slots[Self::slot(x, above)] = (self.stamp, x, above, answer);
    }
}
