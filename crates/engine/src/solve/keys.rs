//! Positions as short texts: found, distinguished, sorted.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use upstar_core::{Budget, Exhausted, Lease, Player};

use crate::{Result, RuleError, Ruleset};

/// The key of a position with `player` to move: whose move it is, where that matters, and the
/// position as the ruleset encodes it.
pub(super) fn key_of<R: Ruleset + ?Sized>(
    rules: &R,
    position: &R::Position,
    player: Player,
) -> Vec<u8> {
    let code = rules.encode(position);
    if rules.class().is_impartial() {
        return code;
    }
    let mut key = Vec::with_capacity(code.len() + 1);
    key.push(match player {
        Player::Left => b'L',
        Player::Right => b'R',
    });
    key.extend(code);
    key
}

/// Reads what [`key_of`] writes.
pub(super) fn position_of<R: Ruleset + ?Sized>(
    rules: &R,
    key: &[u8],
) -> Result<(R::Position, Player)> {
    let (player, code) = match key.split_first() {
        _ if rules.class().is_impartial() => (Player::Left, key),
        Some((b'R', code)) => (Player::Right, code),
        Some((_, code)) => (Player::Left, code),
        None => (Player::Left, key),
    };
    match rules.decode(code) {
        Some(position) => Ok((position, player)),
        None => Err(RuleError::Store(
            format!(
                "`{}` is no position of {}: its positions cannot be kept as bytes",
                String::from_utf8_lossy(code).chars().take(100).collect::<String>(),
                rules.name()
            )
            .into(),
        )),
    }
}

/// Keys of positions, one after another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    bytes: Vec<u8>,
    /// The end of each key.
    ends: Vec<u64>,
}

impl Keys {
    /// The number of keys.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.ends.len() as u64
    }

    /// Whether there are no keys.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The key at an index below [`Keys::len`].
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn get(&self, index: u64) -> &[u8] {
        let index = index as usize;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.bytes[start as usize..self.ends[index] as usize]
    }

    /// Adds a key at the end.
    pub fn push(&mut self, key: &[u8]) {
        self.bytes.extend_from_slice(key);
        self.ends.push(self.bytes.len() as u64);
    }

    /// Takes all keys away.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    /// The index of a key, if the keys are sorted and it is there.
    #[must_use]
    pub fn find(&self, key: &[u8]) -> Option<u64> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.get(middle).cmp(key) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }
}

/// Keys in the order in which they were found, each once, and their places. What they need is asked
/// of a budget.
#[derive(Debug)]
pub struct KeyTable {
    keys: Keys,
    table: HashTable<u32>,
    hasher: FixedState,
    lease: Lease,
}

/// How many bytes are requested from the budget at a time.
const STEP: u64 = 1 << 20;

impl KeyTable {
    /// A table without keys.
    #[must_use]
    pub fn new(budget: &Budget) -> Self {
        let hasher = FixedState::with_seed(0x6b65_7973);
        let lease = Lease::new(budget);
        KeyTable { keys: Keys::default(), table: HashTable::new(), hasher, lease }
    }

    /// The places of different keys.
    ///
    /// # Errors
    /// A used-up budget.
    pub fn of(keys: Keys, budget: &Budget) -> Result<Self> {
        let mut table = KeyTable::new(budget);
        table.keys = keys;
        table.account()?;
        for index in 0..table.keys.len() {
            let KeyTable { keys, table, hasher, .. } = &mut table;
            let hash = hasher.hash_one(keys.get(index));
            table.insert_unique(hash, index as u32, |&other| {
                hasher.hash_one(keys.get(u64::from(other)))
            });
        }
        Ok(table)
    }

    /// The number of keys.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.keys.len()
    }

    /// Whether there are no keys.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The key at an index below [`KeyTable::len`].
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn key(&self, index: u64) -> &[u8] {
        self.keys.get(index)
    }

    /// The place of a key.
    #[must_use]
    pub fn find(&self, key: &[u8]) -> Option<u32> {
        let hash = self.hasher.hash_one(key);
        self.table.find(hash, |&index| self.keys.get(u64::from(index)) == key).copied()
    }

    /// Adds a key if it is not there.
    ///
    /// # Errors
    /// A used-up budget, and more than 2^32 - 1 keys.
    pub fn insert(&mut self, key: &[u8]) -> Result {
        if self.find(key).is_some() {
            return Ok(());
        }
        let index = u32::try_from(self.keys.len()).ok().filter(|&index| index < u32::MAX);
        let Some(index) = index else { return Err(too_many()) };
        self.keys.push(key);
        self.account()?;
        let KeyTable { keys, table, hasher, .. } = self;
        table.insert_unique(hasher.hash_one(key), index, |&other| {
            hasher.hash_one(keys.get(u64::from(other)))
        });
        Ok(())
    }

    /// Asks the budget for what the keys need: vectors and the table double, so that more than
    /// their size is held for a moment.
    fn account(&mut self) -> Result<(), Exhausted> {
        let used = 2 * (self.keys.bytes.len() as u64) + 32 * self.keys.len();
        self.lease.cover(used, STEP)
    }

    /// The keys in the order of their bytes.
    #[must_use]
    pub fn into_sorted(mut self) -> Keys {
        let keys = std::mem::take(&mut self.keys);
        let mut order: Vec<u32> = (0..keys.ends.len() as u32).collect();
        order.sort_unstable_by(|&a, &b| keys.get(u64::from(a)).cmp(keys.get(u64::from(b))));
        let mut sorted = Keys {
            bytes: Vec::with_capacity(keys.bytes.len()),
            ends: Vec::with_capacity(keys.ends.len()),
        };
        for index in order {
            sorted.push(keys.get(u64::from(index)));
        }
        sorted
    }
}

/// The error of a tier with too many positions.
pub(super) fn too_many() -> RuleError {
    RuleError::too_large("a tier", "more than 2^32 - 1 positions", "2^32 - 1 positions")
}
