//! What was made of few options.

use super::option_keys::FEW;
use crate::arena::NONE;

/// A lossy, direct-mapped table of values from at most two options on each side, which grows
/// with what is put into it.
///
/// The options of a side are sorted, and one option counts as two of the same, so that every
/// way to write them is found.
#[derive(Debug)]
pub(super) struct MadeCache {
    slots: Box<[([u64; 2], u32)]>,
    shift: u32,
    puts: usize,
}

const LEAST_BITS: u32 = 10;
const MOST_BITS: u32 = 16;

impl Default for MadeCache {
    fn default() -> Self {
        MadeCache::with_bits(LEAST_BITS)
    }
}

impl MadeCache {
    fn with_bits(bits: u32) -> Self {
        MadeCache { slots: vec![([0, 0], NONE); 1 << bits].into(), shift: 64 - bits, puts: 0 }
    }

    /// The options of each side, if they are few but not none.
    #[inline]
    pub(super) fn key(
        (left, count_left): (&[u32; FEW], usize),
        (right, count_right): (&[u32; FEW], usize),
    ) -> Option<[u64; 2]> {
        // 0 if there is one.
        let (last_left, last_right) = (count_left.wrapping_sub(1), count_right.wrapping_sub(1));
        let pair = |[a, b]: [u32; 2]| u64::from(a.min(b)) << 32 | u64::from(a.max(b));
        ((last_left | last_right) < 2).then(|| {
            [pair([left[0], left[last_left & 1]]), pair([right[0], right[last_right & 1]])]
        })
    }

    #[inline]
    fn slot(&self, key: [u64; 2]) -> usize {
        let [l, r] = key.map(|pair| pair.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        ((l.rotate_left(29) ^ r).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }

    /// The value, or `NONE`.
    #[inline]
    pub(super) fn get(&self, key: [u64; 2]) -> u32 {
        let entry = self.slots[self.slot(key)];
        if entry.0 == key { entry.1 } else { NONE }
    }

    pub(super) fn put(&mut self, key: [u64; 2], made: u32) {
        let slot = self.slot(key);
        self.slots[slot] = (key, made);
        self.puts += 1;
    }

    /// Whether it is full, and may grow.
    pub(super) fn is_full(&self) -> bool {
        self.puts > self.slots.len() && self.slots.len() < 1 << MOST_BITS
    }

    /// The bytes that growing takes more.
    pub(super) fn growth(&self) -> u64 {
        size_of_val(&*self.slots) as u64
    }

    /// Twice as many slots.
    pub(super) fn grow(&mut self) {
        let bits = self.slots.len().trailing_zeros() + 1;
        let old = std::mem::replace(self, MadeCache::with_bits(bits));
        for entry in old.slots.into_iter().filter(|entry| entry.1 != NONE) {
            self.put(entry.0, entry.1);
        }
    }
}
