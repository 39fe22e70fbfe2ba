//! Tiers that are partitioned among several stores.

use super::{Keys, TierFacts, TierStore, TierValues, Verdict};
use crate::StoreError;

/// How the positions of tiers are dealt to parts: numbers in blocks of 256, one part after another;
/// keys by a hash. It is the same in every version, since databases are dealt so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    parts: u64,
}

const BLOCK: u64 = 1 << 8;

impl Deal {
    /// To that many parts; 0 is one.
    #[must_use]
    pub fn to(parts: usize) -> Deal {
        Deal { parts: parts.max(1) as u64 }
    }

    /// The part that has a number, and the number there.
    #[must_use]
    #[inline]
    pub fn place(self, number: u64) -> (usize, u64) {
        let block = number / BLOCK;
        ((block % self.parts) as usize, block / self.parts * BLOCK + number % BLOCK)
    }

    /// The number that has this one in a part.
    #[must_use]
    #[inline]
    pub fn number(self, part: usize, place: u64) -> u64 {
        (place / BLOCK * self.parts + part as u64) * BLOCK + place % BLOCK
    }

    /// How many of the numbers below `size` are in a part.
    #[must_use]
    pub fn len(self, part: usize, size: u64) -> u64 {
        let (blocks, part) = (size / BLOCK, part as u64);
        let rest = if blocks % self.parts == part { size % BLOCK } else { 0 };
        (blocks + self.parts - 1 - part) / self.parts * BLOCK + rest
    }

    /// The part that has a key.
    #[must_use]
    pub fn part_of(self, key: &[u8]) -> usize {
        // FNV-1a, and the end of SplitMix64.
        let hash = key.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        let hash = (hash ^ (hash >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let hash = (hash ^ (hash >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u128::from(hash ^ (hash >> 31)) * u128::from(self.parts)) >> 64) as usize
    }
}

/// The parts of one solved game as one, to be looked up in. What is not in all of them is not
/// there. Positions that were found by search have the numbers of the first part, then those of
/// the second one, and so on.
#[derive(Debug)]
pub struct Parts<S> {
    parts: Vec<S>,
}

impl<S: TierStore> Parts<S> {
    /// The parts in their order, of which there is at least one.
    #[must_use]
    pub fn new(parts: Vec<S>) -> Parts<S> {
        Parts { parts }
    }

    /// The stores.
    pub fn iter(&self) -> std::slice::Iter<'_, S> {
        self.parts.iter()
    }

    fn deal(&self) -> Deal {
        Deal::to(self.parts.len())
    }

    fn is_numbered(&self) -> bool {
        self.parts.iter().all(|part| part.found().is_none())
    }

    /// The number of the first position of a part that was found by search.
    fn start(&self, tier: u64, part: usize) -> u64 {
        self.parts[..part].iter().filter_map(|part| part.facts(tier)).map(|facts| facts.size).sum()
    }

    fn number(&self, tier: u64, part: usize, place: u64) -> u64 {
        match self.is_numbered() {
            true => self.deal().number(part, place),
            false => self.start(tier, part) + place,
        }
    }

    fn place(&self, tier: u64, number: u64) -> Option<(usize, u64)> {
        if self.is_numbered() {
            return Some(self.deal().place(number));
        }
        let mut rest = number;
        for (part, store) in self.parts.iter().enumerate() {
            let size = store.facts(tier)?.size;
            if rest < size {
                return Some((part, rest));
            }
            rest -= size;
        }
        None
    }
}

fn for_reading<T>() -> Result<T, StoreError> {
    Err("the parts of a solved game are added to one by one".into())
}

impl<S: TierStore> TierStore for Parts<S> {
    fn facts(&self, tier: u64) -> Option<TierFacts> {
        let mut all = TierFacts { tier, ..TierFacts::default() };
        for (index, part) in self.parts.iter().enumerate() {
            let facts = part.facts(tier)?;
            all.size += facts.size;
            all.wins += facts.wins;
            all.losses += facts.losses;
            all.draws += facts.draws;
            let Some((moves, place)) = facts.longest else { continue };
            let number = self.number(tier, index, place);
            let better = |(most, least)| moves > most || (moves == most && number < least);
            if all.longest.is_none_or(better) {
                all.longest = Some((moves, number));
            }
        }
        Some(all)
    }

    fn solved(&self) -> Vec<TierFacts> {
        let Some(first) = self.parts.first() else { return Vec::new() };
        first.solved().iter().filter_map(|facts| self.facts(facts.tier)).collect()
    }

    fn has_remoteness(&self) -> bool {
        self.parts.iter().all(TierStore::has_remoteness)
    }

    fn found(&self) -> Option<Vec<(u64, u64)>> {
        let mut all: Option<Vec<(u64, u64)>> = None;
        for part in &self.parts {
            let found = part.found()?;
            match &mut all {
                None => all = Some(found),
                Some(all) => all.iter_mut().zip(found).for_each(|(all, part)| all.1 += part.1),
            }
        }
        all
    }

    fn keep_positions(&mut self, _: u64, _: Keys) -> Result<(), StoreError> {
        for_reading()
    }

    fn keep_found(&mut self, _: &[(u64, u64)]) -> Result<(), StoreError> {
        for_reading()
    }

    fn positions(&self, tier: u64) -> Result<Keys, StoreError> {
        let mut all = Keys::default();
        for part in &self.parts {
            let keys = part.positions(tier)?;
            (0..keys.len()).for_each(|index| all.push(keys.get(index)));
        }
        Ok(all)
    }

    fn find(&self, tier: u64, key: &[u8]) -> Result<Option<u64>, StoreError> {
        let part = self.deal().part_of(key);
        let place = self.parts[part].find(tier, key)?;
        Ok(place.map(|place| self.start(tier, part) + place))
    }

    fn keep(&mut self, _: TierFacts, _: TierValues) -> Result<(), StoreError> {
        for_reading()
    }

    fn verdict(&self, tier: u64, number: u64) -> Result<Option<Verdict>, StoreError> {
        match self.place(tier, number) {
            Some((part, place)) => self.parts[part].verdict(tier, place),
            None => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_number_has_one_place(parts in 1_usize..9, size in 0_u64..9000) {
            let deal = Deal::to(parts);
            let mut next = vec![0; parts];
            for number in 0..size {
                let (part, place) = deal.place(number);
                prop_assert_eq!(place, next[part]);
                prop_assert_eq!(deal.number(part, place), number);
                next[part] += 1;
            }
            for (part, &count) in next.iter().enumerate() {
                prop_assert_eq!(deal.len(part, size), count);
            }
        }
    }

    #[test]
    fn keys_are_dealt_evenly() {
        let deal = Deal::to(3);
        let mut counts = [0; 3];
        (0..3000_u32).for_each(|key| counts[deal.part_of(&key.to_le_bytes())] += 1);
        assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
        // What databases on disk are dealt by.
        let fixed: Vec<usize> =
            [&b"a"[..], b"b", b"xo|ox", b""].map(|key| deal.part_of(key)).into();
        assert_eq!(fixed, FIXED);
    }

    const FIXED: [usize; 4] = [0, 0, 1, 2];
}
