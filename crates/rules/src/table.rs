//! What is known of positions that were met before, bounded in memory and shared
//! by threads.

use std::hash::{BuildHasher, Hash};
use std::sync::{Mutex, PoisonError};

use foldhash::fast::FixedState;
use hashbrown::HashTable;

/// A map from positions to what is known of them.
///
/// When a part of it is full, that part is emptied: what was forgotten is computed
/// again when it is needed, so that the bound on memory changes the time and
/// never an answer.
#[derive(Debug)]
pub(crate) struct Table<K, V> {
    shards: Box<[Mutex<Shard<K, V>>]>,
    hasher: FixedState,
    /// The most bytes of a shard.
    limit: u64,
}

#[derive(Debug)]
struct Shard<K, V> {
    entries: HashTable<(K, V)>,
    bytes: u64,
}

const SHARDS: usize = 64;

impl<K: Hash + Eq, V: Copy> Table<K, V> {
    /// An empty table that keeps to about `bytes` bytes.
    pub(crate) fn new(bytes: u64) -> Self {
        let shard = || Mutex::new(Shard { entries: HashTable::new(), bytes: 0 });
        Table {
            shards: (0..SHARDS).map(|_| shard()).collect(),
            hasher: FixedState::with_seed(0x0072_756c_6573),
            limit: bytes / SHARDS as u64,
        }
    }

    pub(crate) fn hash(&self, key: &K) -> u64 {
        self.hasher.hash_one(key)
    }

    fn shard(&self, hash: u64) -> std::sync::MutexGuard<'_, Shard<K, V>> {
        // The low bits of the hash choose the bucket, the high seven its tag.
        let index = (hash >> 48) as usize % SHARDS;
        self.shards[index].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of `key`, whose hash is `hash`.
    pub(crate) fn get(&self, key: &K, hash: u64) -> Option<V> {
        self.shard(hash).entries.find(hash, |(other, _)| other == key).map(|&(_, value)| value)
    }

    /// Remembers `value` for `key`, which takes `bytes` bytes.
    pub(crate) fn insert(&self, key: K, hash: u64, value: V, bytes: usize) {
        let mut shard = self.shard(hash);
        // A table that doubles holds up to three times its entries for a moment.
        let bytes = 2 * (bytes + size_of::<V>()) as u64 + 2;
        if shard.bytes + bytes > self.limit {
            shard.entries = HashTable::new();
            shard.bytes = 0;
        }
        let hasher = &self.hasher;
        let entries = &mut shard.entries;
        if entries.find(hash, |(other, _)| *other == key).is_none() {
            entries.insert_unique(hash, (key, value), |(other, _)| hasher.hash_one(other));
            shard.bytes += bytes;
        }
    }

    /// Calls `each` with everything that is known.
    pub(crate) fn each<E>(&self, mut each: impl FnMut(&K, V) -> Result<(), E>) -> Result<(), E> {
        for shard in &self.shards {
            let shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            for (key, value) in &shard.entries {
                each(key, *value)?;
            }
        }
        Ok(())
    }

    /// How many positions are known.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        let lock = |shard: &Mutex<Shard<K, V>>| {
            shard.lock().unwrap_or_else(PoisonError::into_inner).entries.len()
        };
        self.shards.iter().map(lock).sum()
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
        let known = (0..100_000u64).filter(|key| table.get(key, table.hash(key)).is_some()).count();
        assert_eq!(known, table.len());
    }
}
