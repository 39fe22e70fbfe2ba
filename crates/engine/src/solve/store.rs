//! Where solved tiers are kept.

use std::collections::HashMap;

use upstar_core::Convention;

use super::{Keys, PositionResult, TierFacts};
use crate::StoreError;

/// The results of the positions of a tier, by their numbers: a byte each.
///
/// The byte is 0 for a draw, 255 for a number without a position, 254 for a remoteness above 252,
/// which stands in a list of its own, and else one more than the remoteness: whether it is odd
/// determines who wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TierValues {
    /// The byte of each number.
    pub bytes: Vec<u8>,
    /// Numbers whose remoteness is above 252, ascending, with the remoteness.
    pub large: Vec<(u64, u32)>,
    /// Whether a player without a move loses or wins.
    pub convention: Convention,
}

impl TierValues {
    /// The byte of a drawn position.
    pub const DRAW: u8 = 0;
    /// The byte of a number that stands for no position.
    pub const NONE: u8 = u8::MAX;
    /// The byte of a remoteness that stands in [`TierValues::large`].
    pub const LARGE: u8 = u8::MAX - 1;
    /// The largest remoteness in a byte.
    pub const MOST: u32 = 252;

    /// What a remoteness means: in normal play the player to move wins in an odd number of moves,
    /// in misère play in an even one.
    #[must_use]
    pub fn verdict_of(remoteness: u32, convention: Convention) -> PositionResult {
        if (remoteness % 2 == 1) == (convention == Convention::Normal) {
            PositionResult::Win(remoteness)
        } else {
            PositionResult::Loss(remoteness)
        }
    }

    /// What a byte means, given the remoteness of those that do not fit.
    #[must_use]
    pub fn verdict(
        byte: u8,
        convention: Convention,
        large: impl FnOnce() -> Option<u32>,
    ) -> Option<PositionResult> {
        match byte {
            TierValues::NONE => None,
            TierValues::DRAW => Some(PositionResult::Draw),
            TierValues::LARGE => large().map(|moves| Self::verdict_of(moves, convention)),
            byte => Some(Self::verdict_of(u32::from(byte) - 1, convention)),
        }
    }

    /// The verdict of a number; `None` if it stands for no position.
    #[must_use]
    pub fn get(&self, number: u64) -> Option<PositionResult> {
        let byte = *self.bytes.get(usize::try_from(number).ok()?)?;
        Self::verdict(byte, self.convention, || {
            let place = self.large.binary_search_by_key(&number, |&(number, _)| number).ok()?;
            Some(self.large[place].1)
        })
    }
}

/// A place where solved tiers are kept: in memory, or on disk for the next run.
pub trait TierStore: Sync {
    /// What is known of a tier; `None` if it is not solved.
    fn facts(&self, tier: u64) -> Option<TierFacts>;

    /// What is known of all tiers that are solved, the least first.
    fn solved(&self) -> Vec<TierFacts>;

    /// Whether numbers of moves are kept. Where they are not, those of [`TierStore::verdict`] say
    /// nothing, but that a win in normal play takes an odd number.
    fn has_remoteness(&self) -> bool {
        true
    }

    /// The tiers of which all positions were found by search, with their sizes, the least first;
    /// `None` if the search has not ended, or there was none.
    fn found(&self) -> Option<Vec<(u64, u64)>>;

    /// Keeps the positions of a tier, sorted.
    ///
    /// # Errors
    /// Whatever the store fails with; so below.
    fn keep_positions(&mut self, tier: u64, keys: Keys) -> Result<(), StoreError>;

    /// That the search has ended, and what [`TierStore::found`] says from now on.
    ///
    /// # Errors
    /// As above.
    fn keep_found(&mut self, tiers: &[(u64, u64)]) -> Result<(), StoreError>;

    /// The positions of a tier, sorted.
    ///
    /// # Errors
    /// As above, and if there is no such tier.
    fn positions(&self, tier: u64) -> Result<Keys, StoreError>;

    /// The number of a position among the sorted keys of its tier.
    ///
    /// # Errors
    /// As above.
    fn find(&self, tier: u64, key: &[u8]) -> Result<Option<u64>, StoreError>;

    /// Keeps a tier that is solved: all of it or, after a crash, nothing.
    ///
    /// # Errors
    /// As above.
    fn keep(&mut self, facts: TierFacts, values: TierValues) -> Result<(), StoreError>;

    /// The result of the position with a number; `None` if there is no such position.
    ///
    /// # Errors
    /// As above.
    fn verdict(&self, tier: u64, number: u64) -> Result<Option<PositionResult>, StoreError>;
}

/// Solved tiers in memory.
#[derive(Debug, Default)]
pub struct MemoryTiers {
    found: Option<Vec<(u64, u64)>>,
    positions: HashMap<u64, Keys>,
    solved: HashMap<u64, (TierFacts, TierValues)>,
}

impl TierStore for MemoryTiers {
    fn facts(&self, tier: u64) -> Option<TierFacts> {
        self.solved.get(&tier).map(|(facts, _)| facts.clone())
    }

    fn solved(&self) -> Vec<TierFacts> {
        let mut all: Vec<_> = self.solved.values().map(|(facts, _)| facts.clone()).collect();
        all.sort_unstable_by_key(|facts| facts.tier);
        all
    }

    fn found(&self) -> Option<Vec<(u64, u64)>> {
        self.found.clone()
    }

    fn keep_positions(&mut self, tier: u64, keys: Keys) -> Result<(), StoreError> {
        self.positions.insert(tier, keys);
        Ok(())
    }

    fn keep_found(&mut self, tiers: &[(u64, u64)]) -> Result<(), StoreError> {
        self.found = Some(tiers.to_vec());
        Ok(())
    }

    fn positions(&self, tier: u64) -> Result<Keys, StoreError> {
        self.positions.get(&tier).cloned().ok_or_else(|| format!("there is no tier {tier}").into())
    }

    fn find(&self, tier: u64, key: &[u8]) -> Result<Option<u64>, StoreError> {
        Ok(self.positions.get(&tier).and_then(|keys| keys.find(key)))
    }

    fn keep(&mut self, facts: TierFacts, values: TierValues) -> Result<(), StoreError> {
        self.solved.insert(facts.tier, (facts, values));
        Ok(())
    }

    fn verdict(&self, tier: u64, number: u64) -> Result<Option<PositionResult>, StoreError> {
        Ok(self.solved.get(&tier).and_then(|(_, values)| values.get(number)))
    }
}
