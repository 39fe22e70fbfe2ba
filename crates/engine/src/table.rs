//! A table of results for positions, bounded in memory and shared by threads.

use std::hash::{BuildHasher, Hash};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use foldhash::fast::FixedState;
use upstar_core::prefetch;

/// A map from positions to results.
///
/// When a part of it is full, that part is emptied. Forgotten results are computed again when they
/// are needed, so the memory limit affects the time but never an answer.
#[derive(Debug)]
pub(crate) struct Table<K, V> {
    shards: RwLock<Box<Shards<K, V>>>,
    hasher: FixedState,
    /// The maximum number of bytes of a shard.
    limit: u64,
}

/// Open addressing with linear probing. Entries stand apart from the slots, so that a slot takes
/// four bytes, most of a probe is in one cache line, and no entry is moved.
#[derive(Debug)]
struct Shard<K, V> {
    /// A power of two, or empty. A slot holds 0, or the six high bits of the hash followed by the
    /// index of the entry plus one. At most two slots in three are used.
    slots: Vec<u32>,
    entries: Vec<(K, V)>,
    bytes: u64,
}

/// Each grows on its own, so that little memory is allocated twice at a time.
const SHARDS: usize = 64;

type Shards<K, V> = [Shard<K, V>; SHARDS];

const INDEX_BITS: u32 = 26;
const MOST_ENTRIES: usize = (1 << INDEX_BITS) - 1;

impl<K, V> Shard<K, V> {
    const EMPTY: Self = Shard { slots: Vec::new(), entries: Vec::new(), bytes: 0 };

    /// The first slot for a hash; its low bits choose it.
    fn home(&self, hash: u64) -> usize {
        hash as usize & self.slots.len().wrapping_sub(1)
    }

    /// The index of the entry for which `is_it` holds. It is asked about entries with this hash
    /// and possibly others.
    #[inline]
    fn find(&self, hash: u64, mut is_it: impl FnMut(&K) -> bool) -> Option<usize> {
        let mut at = self.home(hash);
        while let Some(&slot) = self.slots.get(at)
            && slot != 0
        {
            let index = (slot as usize & MOST_ENTRIES) - 1;
            if slot >> INDEX_BITS == tag(hash) && is_it(&self.entries[index].0) {
                return Some(index);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        None
    }

    /// Puts the index of a new entry into the first free slot.
    #[inline]
    fn place(&mut self, hash: u64, index: usize) {
        let mut at = self.home(hash);
        while self.slots[at] != 0 {
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = tag(hash) << INDEX_BITS | (index + 1) as u32;
    }

    /// Adds a new entry.
    fn push(&mut self, hash: u64, entry: (K, V), hash_of: impl Fn(&K) -> u64) {
        if 3 * (self.entries.len() + 1) > 2 * self.slots.len() {
            self.slots = vec![0; (2 * self.slots.len()).max(64)];
            for index in 0..self.entries.len() {
                self.place(hash_of(&self.entries[index].0), index);
            }
        }
        if self.entries.len() == self.entries.capacity() {
            // Growing by an eighth leaves less unused than doubling.
            self.entries.reserve_exact(self.entries.len() / 8 + 40);
        }
        self.place(hash, self.entries.len());
        self.entries.push(entry);
    }
}

/// The six high bits of a hash, which are compared before the entry is looked at.
fn tag(hash: u64) -> u32 {
    (hash >> (32 + INDEX_BITS)) as u32
}

fn shard_of(hash: u64) -> usize {
    (hash >> 48) as usize % SHARDS
}

impl<K: Hash + Eq, V: Copy> Table<K, V> {
    /// An empty table that keeps to about `bytes` bytes.
    pub(crate) fn new(bytes: u64) -> Self {
        Table {
            shards: RwLock::new(Box::new([const { Shard::EMPTY }; SHARDS])),
            hasher: FixedState::with_seed(0x0072_756c_6573),
            limit: bytes / SHARDS as u64,
        }
    }

    pub(crate) fn hash(&self, key: &K) -> u64 {
        self.hasher.hash_one(key)
    }

    /// A view for several look-ups in a row. Nothing can be added while it exists.
    pub(crate) fn reader(&self) -> Reader<'_, K, V> {
        Reader { shards: self.shards.read().unwrap_or_else(PoisonError::into_inner) }
    }

    /// The result for `key`, whose hash is `hash`.
    pub(crate) fn get(&self, key: &K, hash: u64) -> Option<V> {
        self.reader().get(key, hash)
    }

    /// Remembers `value` for `key`, which takes `bytes` bytes.
    pub(crate) fn insert(&self, key: K, hash: u64, value: V, bytes: usize) {
        let mut shards = self.shards.write().unwrap_or_else(PoisonError::into_inner);
        let shard = &mut shards[shard_of(hash)];
        // An entry has up to three slots, and six while the slots double.
        let bytes = (bytes + bytes / 8 + size_of::<V>()) as u64 + 24;
        if shard.bytes + bytes > self.limit || shard.entries.len() == MOST_ENTRIES {
            *shard = Shard::EMPTY;
        }
        if shard.find(hash, |other| *other == key).is_none() {
            shard.push(hash, (key, value), |other| self.hasher.hash_one(other));
            shard.bytes += bytes;
        }
    }

    /// Calls `each` with every entry.
    pub(crate) fn each<E>(&self, mut each: impl FnMut(&K, V) -> Result<(), E>) -> Result<(), E> {
        let reader = self.reader();
        reader.shards.iter().flat_map(|shard| &shard.entries).try_for_each(|(k, v)| each(k, *v))
    }

    /// The number of positions in the table.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.reader().shards.iter().map(|shard| shard.entries.len()).sum()
    }
}

/// A table that is being read.
pub(crate) struct Reader<'a, K, V> {
    shards: RwLockReadGuard<'a, Box<Shards<K, V>>>,
}

impl<K: Hash + Eq, V: Copy> Reader<'_, K, V> {
    /// The result for `key`, whose hash is `hash`.
    #[inline]
    pub(crate) fn get(&self, key: &K, hash: u64) -> Option<V> {
        let shard = &self.shards[shard_of(hash)];
        shard.find(hash, |other| other == key).map(|index| shard.entries[index].1)
    }

    /// The first step of a look-up: prefetches the slot of this hash.
    #[inline]
    pub(crate) fn approach(&self, hash: u64) {
        let shard = &self.shards[shard_of(hash)];
        prefetch(&shard.slots, shard.home(hash));
    }

    /// The second step, some time after the first: finds the entry that is probably that of the
    /// position, and prefetches it. `None` if there is none.
    #[inline]
    pub(crate) fn approach_entry(&self, hash: u64) -> Option<usize> {
        let shard = &self.shards[shard_of(hash)];
        let index = shard.find(hash, |_| true)?;
        prefetch(&shard.entries, index);
        Some(index)
    }

    /// The third step: the result for `key`, given what the second step found.
    #[inline]
    pub(crate) fn arrive(&self, key: &K, hash: u64, found: Option<usize>) -> Option<V> {
        let (other, value) = &self.shards[shard_of(hash)].entries[found?];
        if other == key { Some(*value) } else { self.get(key, hash) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_table_forgets_and_stays_right() {
        let table: Table<u64, u64> = Table::new(64 * 40 * 100);
        let mut most = 0;
        for key in 0..100_000u64 {
            let hash = table.hash(&key);
            assert_eq!(table.get(&key, hash), None);
            table.insert(key, hash, key * key, 8);
            assert_eq!(table.get(&key, hash), Some(key * key));
            most = most.max(table.len());
        }
        assert!((1_000..=64 * 200).contains(&most), "{most}");
        let reader = table.reader();
        let known = (0..100_000u64).filter(|key| reader.get(key, table.hash(key)).is_some());
        let known = known.count();
        assert_eq!(known, table.len());
    }

    /// Hashes as one of three.
    #[derive(Clone, PartialEq, Eq, Debug)]
    struct Alike(u64);

    impl Hash for Alike {
        fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
            state.write_u64(self.0 % 3);
        }
    }

    #[test]
    fn positions_with_one_hash_are_distinguished() {
        let table: Table<Alike, u64> = Table::new(1 << 24);
        for key in (0..2000).map(Alike) {
            let hash = table.hash(&key);
            assert_eq!(table.get(&key, hash), None);
            // Results are kept.
            table.insert(key.clone(), hash, key.0 + 1, 8);
            table.insert(key.clone(), hash, key.0 + 2, 8);
        }
        assert_eq!(table.len(), 2000);
        let reader = table.reader();
        for key in (0..2000).map(Alike) {
            let hash = table.hash(&key);
            reader.approach(hash);
            let found = reader.approach_entry(hash);
            assert_eq!(reader.arrive(&key, hash, found), Some(key.0 + 1));
            assert_eq!(reader.arrive(&Alike(key.0 + 3000), hash, found), None);
        }
    }
}
