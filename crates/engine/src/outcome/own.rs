//! Questions to a ruleset's own search.

use std::sync::PoisonError;

use upstar_core::Player;

use super::OutcomeSearch;
use super::heat::Heat;
use super::parts::{Near, Summand, Worth};
use crate::{Convention, Negated, Result, RuleError, Ruleset, WinnerSearch};

/// The ruleset's own search makes so many steps for bounds at first, and so many more for each state that
/// was searched.
const SOME: u64 = 1 << 22;
const PER_STATE: u64 = 1 << 10;

impl Near {
    /// Narrows the bounds as far as possible, given whether a player, moving first, wins the game less an
    /// integer.
    fn narrow(&mut self, wins: &mut impl FnMut(i32, Player) -> Result<bool>) -> Result {
        while self.above + 1 < self.high {
            let integer = 0.clamp(self.above + 1, self.high - 1);
            match wins(integer, Player::Left)? {
                true => self.above = integer,
                false => self.high = integer,
            }
        }
        while self.low + 1 < self.below {
            let integer = self.high.clamp(self.low + 1, self.below - 1);
            match wins(integer, Player::Right)? {
                true => self.below = integer,
                false => self.low = integer,
            }
        }
        Ok(())
    }
}

impl<R: Ruleset + ?Sized> OutcomeSearch<'_, R> {
    /// The ruleset's own search, if it has one.
    pub(crate) fn own(&mut self) -> Option<&mut Box<dyn WinnerSearch<R::Position>>> {
        self.own
            .get_or_insert_with(|| {
                let mut pool = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
                let bytes = (self.bytes / 2).saturating_mul(pool.most as u64);
                let own = pool.own.get_or_insert_with(|| self.rules.winner_search(bytes));
                own.as_ref().map(|own| own.fork())
            })
            .as_mut()
    }

    /// Whether there is such a search, and the settings and the convention are those that it is for.
    fn asks_own(&mut self) -> bool {
        self.convention == Convention::Normal
            && self.options.symmetry
            && self.options.components
            && self.own().is_some()
    }

    /// The integer that a value is.
    fn integer(&mut self, value: u32) -> Option<i64> {
        self.worker.as_integer(self.known.values.id(value))?.try_into().ok()
    }

    /// Whether Left wins a state, moving first, if it is one position and an integer and the
    /// ruleset has a search of its own.
    pub(super) fn by_own_search(&mut self, state: &[u32]) -> Result<Option<bool>> {
        let &[part, value] = state else { return Ok(None) };
        if !self.asks_own() {
            return Ok(None);
        }
        let Some(integer) = self.integer(value) else { return Ok(None) };
        let Summand::Position(position) = &self.known.parts.get(part >> 1).summand else {
            return Ok(None);
        };
        // The negative of the state is the position itself, with Right to move.
        let (integer, player) = match part & 1 {
            0 => (integer, Player::Left),
            _ => (integer.saturating_neg(), Player::Right),
        };
        let Some(Some(own)) = &mut self.own else { return Ok(None) };
        if !own.takes(position) {
            return Ok(None);
        }
        Ok(Some(own.wins(position, integer, player, &mut self.ticker)?))
    }

    /// Whether Left wins a sum of parts and values, moving first, if the ruleset has a search of its own
    /// that takes the sum. It is not asked if all values are known: they are then added up sooner.
    pub(super) fn by_own_search_of_sum(
        &mut self,
        parts: &[u32],
        values: &[u32],
    ) -> Result<Option<bool>> {
        if parts.len() < 2 || !self.asks_own() {
            return Ok(None);
        }
        let mut integer = 0_i64;
        for &value in values {
            match self.integer(value).and_then(|own| integer.checked_add(own)) {
                Some(sum) => integer = sum,
                None => return Ok(None),
            }
        }
        let mut boards = parts.to_vec();
        boards.sort_unstable();
        self.cancel(&mut boards);
        let mut is_open = false;
        boards.retain(|&signed| {
            let Worth::Known(value) = self.known.parts.get(signed >> 1).worth else {
                is_open = true;
                return true;
            };
            let own = self.integer(value).map(|own| if signed & 1 == 0 { own } else { -own });
            match own.and_then(|own| integer.checked_add(own)) {
                Some(sum) => {
                    integer = sum;
                    false
                }
                None => true,
            }
        });
        if boards.len() < 2 || !is_open {
            return Ok(None);
        }
        let mut sum = Vec::with_capacity(boards.len());
        for signed in boards {
            let Summand::Position(position) = &self.known.parts.get(signed >> 1).summand else {
                return Ok(None);
            };
            sum.push((position, if signed & 1 == 0 { Negated::No } else { Negated::Yes }));
        }
        let Some(Some(own)) = &mut self.own else { return Ok(None) };
        own.wins_sum(&sum, integer, &mut self.ticker)
    }

    /// Whether Left wins a state, moving first, if the best integers that bound its parts tell, which the
    /// ruleset's own search finds.
    pub(super) fn by_narrowing(&mut self, state: &[u32]) -> Result<Option<bool>> {
        let [parts @ .., _] = state else { return Ok(None) };
        if !self.asks_own() {
            return Ok(None);
        }
        let mut found = false;
        for &signed in parts {
            found |= self.narrow(signed >> 1)?;
        }
        if found { self.at_once(state) } else { Ok(None) }
    }

    /// Seeks such integers for a part, within limits. Whether better ones were found.
    fn narrow(&mut self, at: u32) -> Result<bool> {
        let part = self.known.parts.get(at);
        let Summand::Position(position) = &part.summand else { return Ok(false) };
        let Some(Some(own)) = &mut self.own else { return Ok(false) };
        let (before, in_vain) = (part.near, part.in_vain);
        let left = (SOME + PER_STATE * self.nodes).saturating_sub(self.narrowed);
        if before.is_exact() || left <= 2 * in_vain || !own.takes(position) {
            return Ok(false);
        }
        let (mut near, budget) = (before, self.ticker.budget());
        let steps = budget.report().steps;
        let found = {
            let mut ticker = budget.clone().with_steps_left(left).ticker();
            let mut wins =
                |integer: i32, player| own.wins(position, (-integer).into(), player, &mut ticker);
            near.narrow(&mut wins)
        };
        let steps = budget.report().steps.saturating_sub(steps);
        self.narrowed += steps;
        let mut in_vain = 0;
        match found {
            Err(RuleError::Exhausted(_)) => {
                budget.check()?;
                in_vain = steps.max(1);
            }
            found => found?,
        }
        let part = &mut self.known.parts.parts[at as usize];
        (part.near, part.in_vain) = (near, in_vain);
        if part.worth == Worth::Open || part.worth == Worth::Costly {
            part.heat = Heat::between(near.low, near.high);
        }
        Ok((near.low, near.high) != (before.low, before.high) || near.is_exact())
    }

    /// Whether Left, moving first, is seen to win a state by integers: by a move in one part she makes it at
    /// least what it is not at most.
    pub(super) fn is_won_nearly(&mut self, parts: &[u32], value: u32) -> Result<bool> {
        if self.collected.is_some() {
            return Ok(false);
        }
        let (mut low, mut gain) = (0, 0);
        for &signed in parts {
            let near = self.known.parts.get(signed >> 1).near.signed(signed & 1 == 1);
            low += i64::from(near.low);
            gain = gain.max(i64::from(near.above) - i64::from(near.low));
        }
        if gain <= 0 {
            return Ok(false);
        }
        let negative = self.known.values.negative(value, &mut self.worker)?;
        let least = self.known.values.least(negative, &mut self.worker)?;
        Ok(least.is_some_and(|least| -(low + gain) < i64::from(least)))
    }
}
