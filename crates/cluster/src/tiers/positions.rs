//! The positions of a tier, or of a worker's part of it, and their moves.

use upstar_engine::{KeyTable, Keys, PositionResult, TierMoves};

use super::{Context, PartStore};
use crate::Result;
use crate::graph::{pack_bytes, unpack_bytes};

/// The current tier, or this worker's part of it.
pub(super) struct Tier<'c> {
    pub(super) context: &'c Context<'c>,
    pub(super) tier: u64,
    pub(super) len: u32,
    /// The positions, if they have no numbers.
    pub(super) keys: Option<KeyTable>,
    store: &'c PartStore,
}

impl<'c> Tier<'c> {
    pub(super) fn new(
        context: &'c Context<'c>,
        index: usize,
        store: &'c PartStore,
    ) -> Result<Self> {
        let (tier, size) = context.tiers[index];
        let mut keys = None;
        let mut len = size;
        if context.numbered {
            len = context.deal.len(context.part, size);
        } else {
            let positions = store.positions(tier).map_err(|error| context.wrong(error))?;
            let table = KeyTable::of(positions, &context.budget);
            keys = Some(table.map_err(|error| context.error(error))?);
        }
        let len = u32::try_from(len).ok().filter(|&len| len < u32::MAX);
        let too_many = "a tier has more than 2^32 - 2 positions for each worker";
        let len = len.ok_or_else(|| context.wrong(too_many))?;
        Ok(Tier { context, tier, len, keys, store })
    }

    /// Takes the next position from the words and returns its place in a tier.
    fn place(&self, tier: u64, words: &mut &[u32]) -> Result<Option<u64>> {
        let (&first, rest) = words.split_first().expect("a position follows");
        if self.context.numbered {
            *words = rest;
            return Ok(Some(u64::from(first)));
        }
        let (key, rest) = rest.split_at((first as usize).div_ceil(4));
        *words = rest;
        let key = unpack_bytes(key, first as usize);
        match &self.keys {
            Some(keys) if tier == self.tier => Ok(keys.find(&key).map(u64::from)),
            _ => self.store.find(tier, &key).map_err(|error| self.context.wrong(error)),
        }
    }

    /// The place in this tier of the next position in the words, if it was found.
    pub(super) fn found(&self, words: &mut &[u32]) -> Result<Option<u32>> {
        Ok(self.place(self.tier, words)?.and_then(|place| u32::try_from(place).ok()))
    }

    /// The place in this tier of the next position in the words.
    pub(super) fn here(&self, words: &mut &[u32]) -> Result<u32> {
        self.found(words)?.filter(|&place| place < self.len).ok_or_else(|| self.context.nowhere())
    }

    /// The known result of the next position in the words, in a lower tier of the list.
    pub(super) fn below(&self, index: u32, words: &mut &[u32]) -> Result<PositionResult> {
        let (tier, _) = self.context.tiers[index as usize];
        let found = match self.place(tier, words)? {
            Some(place) => self.store.verdict(tier, place),
            None => Ok(None),
        };
        let found = found.map_err(|error| self.context.wrong(error))?;
        found.ok_or_else(|| self.context.nowhere())
    }
}

/// The moves of a position: for each the owner, the tier, and the position in words.
#[derive(Default)]
pub(super) struct Options {
    list: Vec<(usize, u64, Vec<u32>)>,
    /// The number of used entries of `list`.
    pub(super) used: usize,
    numbers: Vec<(u64, u64)>,
    tiers: Vec<u64>,
    keys: Keys,
}

impl Options {
    fn push(&mut self, part: usize, tier: u64) -> &mut Vec<u32> {
        if self.used == self.list.len() {
            self.list.push((0, 0, Vec::new()));
        }
        let (to, of, words) = &mut self.list[self.used];
        (*to, *of) = (part, tier);
        words.clear();
        self.used += 1;
        words
    }

    /// The options of a position. Those within the tier are listed once. Returns false if there is
    /// no such position.
    pub(super) fn ask(
        &mut self,
        tier: &Tier<'_>,
        at: u32,
        moves: &mut dyn TierMoves,
    ) -> Result<bool> {
        let Context { deal, part, .. } = *tier.context;
        self.used = 0;
        if let Some(table) = &tier.keys {
            let (mut tiers, mut keys) =
                (std::mem::take(&mut self.tiers), std::mem::take(&mut self.keys));
            moves
                .options_of_key(tier.tier, table.key(u64::from(at)), &mut tiers, &mut keys)
                .map_err(|error| tier.context.error(error))?;
            for (index, &below) in (0..).zip(&tiers) {
                let key = keys.get(index);
                pack_bytes(key, self.push(deal.part_of(key), below));
            }
            (self.tiers, self.keys) = (tiers, keys);
        } else {
            let mut numbers = std::mem::take(&mut self.numbers);
            let there = moves
                .options(tier.tier, deal.number(part, u64::from(at)), &mut numbers)
                .map_err(|error| tier.context.error(error))?;
            for &(below, number) in numbers.iter().filter(|_| there) {
                let (part, place) = deal.place(number);
                let place = u32::try_from(place).map_err(|_| tier.context.nowhere())?;
                self.push(part, below).push(place);
            }
            self.numbers = numbers;
            if !there {
                return Ok(false);
            }
        }
        let list = &mut self.list[..self.used];
        list.sort_unstable();
        // Repeated options go to the end.
        let mut kept = 0;
        for index in 0..list.len() {
            if kept == 0 || list[index] != list[kept - 1] {
                list.swap(index, kept);
                kept += 1;
            }
        }
        self.used = kept;
        Ok(true)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &(usize, u64, Vec<u32>)> {
        self.list[..self.used].iter()
    }
}
