//! Lossy tables: a new entry replaces the old one in its slot.

use upstar_core::prefetch;

use crate::arena::Arena;
use crate::node::NONE;

/// The key of an entry.
pub(super) trait Key: Copy + Eq + Default {
    /// The slot of the key among 2^(64 - `shift`) slots.
    fn slot(self, shift: u32) -> usize;
}

/// The value of an entry.
pub(super) trait Known: Copy + Eq {
    /// Nothing is known.
    const NOTHING: Self;
}

/// A multiplication that mixes the bits.
#[inline]
pub(super) fn mixed(bits: u64) -> u64 {
    bits.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl Key for u64 {
    #[inline]
    fn slot(self, shift: u32) -> usize {
        (mixed(self) >> shift) as usize
    }
}

impl Key for [u64; 2] {
    #[inline]
    fn slot(self, shift: u32) -> usize {
        let [l, r] = self.map(mixed);
        (l.rotate_left(29) ^ r).slot(shift)
    }
}

impl Known for u32 {
    const NOTHING: Self = NONE;
}

impl Known for u64 {
    const NOTHING: Self = 0;
}

/// A lossy, direct-mapped table that grows with its entries, from 2^`LEAST` slots to 2^`MOST`.
#[derive(Debug)]
pub(super) struct Lossy<K, V, const LEAST: u32, const MOST: u32> {
    slots: Box<[(K, V)]>,
    shift: u32,
    puts: usize,
}

impl<K: Key, V: Known, const LEAST: u32, const MOST: u32> Default for Lossy<K, V, LEAST, MOST> {
    fn default() -> Self {
        Self::with_bits(LEAST)
    }
}

impl<K: Key, V: Known, const LEAST: u32, const MOST: u32> Lossy<K, V, LEAST, MOST> {
    fn with_bits(bits: u32) -> Self {
        let slots = vec![(K::default(), V::NOTHING); 1 << bits].into();
        Lossy { slots, shift: u64::BITS - bits, puts: 0 }
    }

    /// A table without slots, which replaces a table that is given away. It must not be used.
    pub(super) fn given_away() -> Self {
        Lossy { slots: Box::default(), shift: 0, puts: 0 }
    }

    /// The stored value, or nothing.
    #[inline]
    pub(super) fn get(&self, key: K) -> V {
        let entry = self.slots[key.slot(self.shift)];
        if entry.0 == key { entry.1 } else { V::NOTHING }
    }

    /// Prefetches an entry.
    #[inline]
    pub(super) fn prefetch(&self, key: K) {
        prefetch(&self.slots, key.slot(self.shift));
    }

    /// The stored value, or nothing, as a place to write.
    #[inline]
    pub(super) fn entry(&mut self, key: K) -> &mut V {
        let slot = key.slot(self.shift);
        let entry = &mut self.slots[slot];
        if entry.0 != key || entry.1 == V::NOTHING {
            *entry = (key, V::NOTHING);
            self.puts += 1;
        }
        &mut entry.1
    }

    /// Doubles the slots if the table is full and has fewer than `most`. If memory is short it does
    /// not grow.
    #[inline]
    pub(super) fn grow_if_full(&mut self, most: usize, arena: &Arena) {
        if self.puts > self.slots.len()
            && self.slots.len() < most.min(1 << MOST)
            && arena.reserve_extra(size_of_val(&*self.slots) as u64).is_ok()
        {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let bits = self.slots.len().trailing_zeros() + 1;
        let old = std::mem::replace(self, Self::with_bits(bits));
        for entry in old.slots.into_iter().filter(|entry| entry.1 != V::NOTHING) {
            let slot = entry.0.slot(self.shift);
            self.slots[slot] = entry;
        }
    }
}
