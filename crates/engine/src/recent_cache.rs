//! The values of positions that were met or valued recently, without symmetries: a small lossy
//! table in front of that of representatives, which saves finding representatives.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;
use upstar_core::prefetch;

/// Values of small positions. Each position has one slot, which keeps the latest value.
pub(crate) struct RecentCache<P, V> {
    slots: Vec<Option<(P, V)>>,
    shift: u32,
    hasher: FixedState,
}

/// The slot of a position, if it is small enough to have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot(usize);

impl<P: Hash + Eq + Clone, V: Copy> RecentCache<P, V> {
    const SMALL: u32 = 12;
    const LARGE: u32 = 16;
    /// The largest position that is kept.
    const MOST_BYTES: usize = 256;

    /// An empty cache.
    pub(crate) fn new() -> Self {
        Self::of_size(Self::SMALL)
    }

    fn of_size(bits: u32) -> Self {
        RecentCache {
            slots: vec![None; 1 << bits],
            shift: u64::BITS - bits,
            hasher: FixedState::with_seed(0x0066_726F_6E74),
        }
    }

    /// Empties the cache and enlarges it, for a long search.
    pub(crate) fn enlarge(&mut self) {
        *self = Self::of_size(Self::LARGE);
    }

    /// The slot of a position of this many bytes. It changes when the cache is enlarged.
    #[inline]
    pub(crate) fn slot(&self, position: &P, bytes: usize) -> Slot {
        if bytes > Self::MOST_BYTES {
            return Slot(usize::MAX);
        }
        let hash = self.hasher.hash_one(position);
        Slot((hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize)
    }

    /// Prefetches the slot, which is needed soon.
    #[inline]
    pub(crate) fn approach(&self, slot: Slot) {
        prefetch(&self.slots, slot.0);
    }

    /// The value of the position, whose slot this is, if it is known.
    #[inline]
    pub(crate) fn get(&self, slot: Slot, position: &P) -> Option<V> {
        match self.slots.get(slot.0) {
            Some(Some((other, value))) if other == position => Some(*value),
            _ => None,
        }
    }

    /// Remembers the value of a position, whose slot this is.
    #[inline]
    pub(crate) fn put(&mut self, slot: Slot, position: P, value: V) {
        if let Some(place) = self.slots.get_mut(slot.0) {
            *place = Some((position, value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_one_in_a_slot_stays() {
        let mut front: RecentCache<u64, u64> = RecentCache::new();
        for round in 0..2 {
            let mut known = 0;
            for key in 0..100_000 {
                let slot = front.slot(&key, 8);
                assert_eq!(front.get(slot, &key), None);
                front.put(slot, key, key * key);
                assert_eq!(front.get(slot, &key), Some(key * key));
            }
            for key in 0..100_000 {
                let found = front.get(front.slot(&key, 8), &key);
                assert!(found.is_none_or(|value| value == key * key));
                known += u64::from(found.is_some());
            }
            let room = if round == 0 { 1 << 12 } else { 1 << 16 };
            assert!((room / 2..=room).contains(&known), "{known}");
            front.enlarge();
        }
        // Too large to have a slot.
        let slot = front.slot(&3, 1000);
        front.put(slot, 3, 4);
        assert_eq!(front.get(slot, &3), None);
    }
}
