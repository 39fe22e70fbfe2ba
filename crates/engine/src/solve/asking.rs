//! Where moves lead, for callers that store the positions of tiers in another way.

use upstar_core::Player;

use super::grew;
use super::keys::{Keys, key_of, position_of};
use super::space::nowhere;
use crate::{Options, Result, Ruleset};

/// Where moves lead from positions, which are given by their numbers in tiers, where the ruleset
/// has such, or by their keys ([`Game::key`](crate::Game::key)).
pub trait TierMoves: Send {
    /// Puts the tier and the number of each option of a position into `out`. False if the number
    /// stands for no position.
    ///
    /// # Errors
    /// Errors of the ruleset, and moves that lead to a higher tier or to no number.
    fn options(&mut self, tier: u64, number: u64, out: &mut Vec<(u64, u64)>) -> Result<bool>;

    /// Puts the numbers of the positions of the same tier from which a move leads to this one into
    /// `out`, each once. False if the ruleset does not say.
    ///
    /// # Errors
    /// Errors of the ruleset.
    fn before(&mut self, tier: u64, number: u64, out: &mut Vec<u64>) -> Result<bool>;

    /// Puts the keys of the positions of the same tier from which a move leads to the one of a key
    /// into `out`, each once; some may be of positions that cannot be reached. False if the ruleset
    /// does not say.
    ///
    /// # Errors
    /// Errors of the ruleset.
    fn before_of_key(&mut self, key: &[u8], out: &mut Keys) -> Result<bool>;

    /// Puts the tier and the key of each option of a position of a tier into `tiers` and `keys`.
    ///
    /// # Errors
    /// As [`TierMoves::options`].
    fn options_of_key(
        &mut self,
        tier: u64,
        key: &[u8],
        tiers: &mut Vec<u64>,
        keys: &mut Keys,
    ) -> Result;
}

/// Asks a ruleset.
pub(super) struct Asking<'a, R: Ruleset + ?Sized> {
    rules: &'a R,
    list: Options<R::Position>,
}

impl<'a, R: Ruleset + ?Sized> Asking<'a, R> {
    pub(super) fn new(rules: &'a R) -> Self {
        Asking { rules, list: Options::unlimited() }
    }

    fn number(&self, position: &R::Position, player: Player) -> Result<u64> {
        self.rules.rank(position, player).ok_or_else(|| nowhere(self.rules, position))
    }
}

impl<R: Ruleset + ?Sized> TierMoves for Asking<'_, R> {
    fn options(&mut self, tier: u64, number: u64, out: &mut Vec<(u64, u64)>) -> Result<bool> {
        out.clear();
        let Some((position, player)) = self.rules.unrank(tier, number) else { return Ok(false) };
        self.list.list(self.rules, &position, player)?;
        for option in &self.list {
            let below = self.rules.tier(option);
            if below > tier {
                return Err(grew(self.rules));
            }
            out.push((below, self.number(option, player.opponent())?));
        }
        Ok(true)
    }

    fn before(&mut self, tier: u64, number: u64, out: &mut Vec<u64>) -> Result<bool> {
        out.clear();
        let Some((position, player)) = self.rules.unrank(tier, number) else { return Ok(true) };
        let before = player.opponent();
        self.list.clear();
        let known = self.rules.unmoves(&position, before, self.list.unmetered())?;
        for earlier in &self.list {
            out.push(self.number(earlier, before)?);
        }
        out.sort_unstable();
        out.dedup();
        Ok(known)
    }

    fn before_of_key(&mut self, key: &[u8], out: &mut Keys) -> Result<bool> {
        out.clear();
        let (position, player) = position_of(self.rules, key)?;
        let before = player.opponent();
        self.list.clear();
        let known = self.rules.unmoves(&position, before, self.list.unmetered())?;
        let mut keys: Vec<Vec<u8>> =
            self.list.iter().map(|earlier| key_of(self.rules, earlier, before)).collect();
        keys.sort_unstable();
        keys.dedup();
        keys.iter().for_each(|key| out.push(key));
        Ok(known)
    }

    fn options_of_key(
        &mut self,
        tier: u64,
        key: &[u8],
        tiers: &mut Vec<u64>,
        keys: &mut Keys,
    ) -> Result {
        tiers.clear();
        keys.clear();
        let (position, player) = position_of(self.rules, key)?;
        self.list.list(self.rules, &position, player)?;
        for option in &self.list {
            let below = self.rules.tier(option);
            if below > tier {
                return Err(grew(self.rules));
            }
            tiers.push(below);
            keys.push(&key_of(self.rules, option, player.opponent()));
        }
        Ok(())
    }
}
