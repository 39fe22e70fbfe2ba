//! Results for states of the search: a table that stores whole keys.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use upstar_values::Id;

/// The winners of states, each a list of numbers. States are compared number by number, so equal
/// hashes do no harm.
///
/// A full table is emptied. Forgotten states are searched again when they are needed.
#[derive(Debug)]
pub(super) struct States {
    slots: HashTable<u32>,
    /// For each state `2 * length + wins`, and its numbers.
    words: Vec<u32>,
    hasher: FixedState,
    most_words: usize,
}

/// The bytes of a word, and about the bytes of the slot of a state with few words.
const BYTES_A_WORD: u64 = 8;

impl States {
    /// An empty table that keeps to about `bytes` bytes.
    pub(super) fn new(bytes: u64) -> Self {
        let most_words = usize::try_from(bytes / BYTES_A_WORD).unwrap_or(usize::MAX);
        States {
            slots: HashTable::new(),
            words: Vec::new(),
            hasher: FixedState::with_seed(0x0073_7461_7465),
            // Where a state begins is stored in 32 bits.
            most_words: most_words.min(u32::MAX as usize),
        }
    }

    #[inline]
    pub(super) fn hash(&self, state: &[u32]) -> u64 {
        self.hasher.hash_one(state)
    }

    /// A hash of a value.
    #[inline]
    pub(super) fn hash_value(&self, id: Id) -> u64 {
        self.hasher.hash_one(id)
    }

    fn at(words: &[u32], start: u32) -> &[u32] {
        let start = start as usize;
        &words[start + 1..=start + (words[start] >> 1) as usize]
    }

    /// Whether the player to move wins, if that is known.
    #[inline]
    pub(super) fn get(&self, state: &[u32], hash: u64) -> Option<bool> {
        let start = *self.slots.find(hash, |&start| Self::at(&self.words, start) == state)?;
        Some(self.words[start as usize] & 1 == 1)
    }

    /// Stores who wins a new state.
    pub(super) fn insert(&mut self, state: &[u32], hash: u64, wins: bool) {
        if self.words.len() + state.len() >= self.most_words {
            self.clear();
        }
        let start = self.words.len() as u32;
        self.words.push((state.len() as u32) << 1 | u32::from(wins));
        self.words.extend_from_slice(state);
        let (words, hasher) = (&self.words, &self.hasher);
        self.slots.insert_unique(hash, start, |&start| hasher.hash_one(Self::at(words, start)));
    }

    /// Empties the table.
    pub(super) fn clear(&mut self) {
        self.slots = HashTable::new();
        self.words = Vec::new();
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    /// All states, and whether the player to move wins.
    pub(super) fn each(&self) -> impl Iterator<Item = (&[u32], bool)> {
        let mut start = 0;
        std::iter::from_fn(move || {
            let head = *self.words.get(start)?;
            let state = Self::at(&self.words, start as u32);
            start += 1 + (head >> 1) as usize;
            Some((state, head & 1 == 1))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_distinguished_by_all_their_numbers() {
        let mut states = States::new(1 << 20);
        for number in 0..2000u32 {
            let state = [number % 7, number, 3];
            let state = &state[..1 + (number as usize % 3)];
            let hash = states.hash(state);
            if states.get(state, hash).is_none() {
                states.insert(state, hash, number % 2 == 0);
            }
        }
        assert_eq!(states.get(&[0, 7], states.hash(&[0, 7])), Some(false));
        assert_eq!(states.get(&[0, 9], states.hash(&[0, 7])), None);
        assert_eq!(states.each().count(), states.len());
        let known =
            |(state, wins): (&[u32], bool)| states.get(state, states.hash(state)) == Some(wins);
        assert!(states.each().all(known));
    }

    #[test]
    fn a_full_table_forgets_and_stays_right() {
        let mut states = States::new(8 * 3000);
        let mut most = 0;
        for number in 0..100_000u32 {
            let state = [number, number / 3];
            let hash = states.hash(&state);
            assert_eq!(states.get(&state, hash), None);
            states.insert(&state, hash, number % 3 == 0);
            assert_eq!(states.get(&state, hash), Some(number % 3 == 0));
            most = most.max(states.len());
        }
        assert!((500..=1000).contains(&most), "{most}");
    }
}
