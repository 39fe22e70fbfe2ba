//! The positions of a tier as numbers, and where moves lead.

use upstar_core::Player;

use super::keys::{KeyTable, key_of, position_of};
use super::{PositionResult, TierStore, grew};
use crate::{Options, Result, RuleError, Ruleset};

/// Where the moves of a position lead.
#[derive(Debug, Default)]
pub(super) struct Moves {
    /// Numbers in the same tier.
    pub(super) here: Vec<u32>,
    /// The results of those in lower tiers, for the player to move there.
    pub(super) below: Vec<PositionResult>,
}

/// A tier whose positions have the numbers from 0 on.
pub(super) trait Space: Send {
    /// The number of numbers.
    fn len(&self) -> u64;

    /// The moves of a position, those within the tier ascending and each once. False if the
    /// number stands for no position. Those into lower tiers are looked up if `below` is set.
    fn moves(&mut self, at: u32, below: bool, out: &mut Moves) -> Result<bool>;

    /// The positions of the tier from which a move leads here, each once; false if the ruleset
    /// does not say.
    fn before(&mut self, at: u32, out: &mut Vec<u32>) -> Result<bool>;
}

fn once(numbers: &mut Vec<u32>) {
    numbers.sort_unstable();
    numbers.dedup();
}

/// The error of a move to where nothing is known.
pub(super) fn nowhere<R: Ruleset + ?Sized>(rules: &R, position: &R::Position) -> RuleError {
    let text = rules.write(position);
    RuleError::Store(
        format!("{}: a move leads to `{text}`, which is in no solved tier", rules.name()).into(),
    )
}

/// Positions that the ruleset numbers.
pub(super) struct Numbered<'a, R: Ruleset + ?Sized> {
    rules: &'a R,
    tier: u64,
    size: u64,
    store: &'a dyn TierStore,
    list: Options<R::Position>,
}

impl<'a, R: Ruleset + ?Sized> Numbered<'a, R> {
    pub(super) fn new(rules: &'a R, tier: u64, size: u64, store: &'a dyn TierStore) -> Self {
        Numbered { rules, tier, size, store, list: Options::unlimited() }
    }

    fn number(&self, position: &R::Position, player: Player) -> Result<u64> {
        self.rules.rank(position, player).ok_or_else(|| nowhere(self.rules, position))
    }
}

impl<R: Ruleset + ?Sized> Space for Numbered<'_, R> {
    fn len(&self) -> u64 {
        self.size
    }

    fn moves(&mut self, at: u32, below: bool, out: &mut Moves) -> Result<bool> {
        out.here.clear();
        out.below.clear();
        let Some((position, player)) = self.rules.unrank(self.tier, u64::from(at)) else {
            return Ok(false);
        };
        let mut list = std::mem::take(&mut self.list);
        list.list(self.rules, &position, player)?;
        let next = player.opponent();
        for option in &list {
            let tier = self.rules.tier(option);
            if tier == self.tier {
                let number = self.number(option, next)?;
                // A ruleset that breaks its own bounds is reported as one that leads nowhere.
                let number = u32::try_from(number).ok().filter(|&to| u64::from(to) < self.size);
                out.here.push(number.ok_or_else(|| nowhere(self.rules, option))?);
            } else if tier > self.tier {
                return Err(grew(self.rules));
            } else if below {
                let number = self.number(option, next)?;
                let found = self.store.verdict(tier, number).map_err(RuleError::Store)?;
                out.below.push(found.ok_or_else(|| nowhere(self.rules, option))?);
            }
        }
        self.list = list;
        once(&mut out.here);
        Ok(true)
    }

    fn before(&mut self, at: u32, out: &mut Vec<u32>) -> Result<bool> {
        out.clear();
        let Some((position, player)) = self.rules.unrank(self.tier, u64::from(at)) else {
            return Ok(true);
        };
        let before = player.opponent();
        let mut list = std::mem::take(&mut self.list);
        list.clear();
        let known = self.rules.unmoves(&position, before, list.unmetered())?;
        for earlier in &list {
            out.push(self.number(earlier, before)? as u32);
        }
        self.list = list;
        once(out);
        Ok(known)
    }
}

/// Positions that were found by search.
pub(super) struct Searched<'a, R: Ruleset + ?Sized> {
    pub(super) rules: &'a R,
    pub(super) tiers: bool,
    pub(super) tier: u64,
    pub(super) keys: &'a KeyTable,
    pub(super) store: &'a dyn TierStore,
}

impl<R: Ruleset + ?Sized> Space for Searched<'_, R> {
    fn len(&self) -> u64 {
        self.keys.len()
    }

    fn moves(&mut self, at: u32, below: bool, out: &mut Moves) -> Result<bool> {
        out.here.clear();
        out.below.clear();
        let (position, player) = position_of(self.rules, self.keys.key(u64::from(at)))?;
        let mut list = Options::unlimited();
        self.rules.options(&position, player, &mut list)?;
        for option in &list {
            let tier = if self.tiers { self.rules.tier(option) } else { 0 };
            if tier < self.tier && !below {
                continue;
            }
            let key = key_of(self.rules, option, player.opponent());
            if tier == self.tier {
                let number = self.keys.find(&key);
                out.here.push(number.ok_or_else(|| nowhere(self.rules, option))?);
                continue;
            }
            let number = self.store.find(tier, &key).map_err(RuleError::Store)?;
            let found = match number {
                Some(number) => self.store.verdict(tier, number).map_err(RuleError::Store)?,
                None => None,
            };
            out.below.push(found.ok_or_else(|| nowhere(self.rules, option))?);
        }
        once(&mut out.here);
        Ok(true)
    }

    fn before(&mut self, at: u32, out: &mut Vec<u32>) -> Result<bool> {
        out.clear();
        if !self.tiers {
            // The ruleset speaks of its own tiers.
            return Ok(false);
        }
        let (position, player) = position_of(self.rules, self.keys.key(u64::from(at)))?;
        let before = player.opponent();
        let mut list = Vec::new();
        let known = self.rules.unmoves(&position, before, &mut list)?;
        // What was not found cannot be reached.
        out.extend(
            list.iter().filter_map(|earlier| self.keys.find(&key_of(self.rules, earlier, before))),
        );
        once(out);
        Ok(known)
    }
}
