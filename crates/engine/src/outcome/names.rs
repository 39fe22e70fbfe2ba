//! The numbers of summands, assigned when they are met first.

use upstar_core::Player;

use super::OutcomeSearch;
use super::heat::Heat;
use super::parts::{FAR, Near, SearchPart, Summand, Worth};
use super::values::ZERO;
use crate::{Convention, Negated, Result, Ruleset};

impl<R: Ruleset + ?Sized> OutcomeSearch<'_, R> {
    /// Twice the number of a position that does not split, plus one if it is negated.
    pub(super) fn name(&mut self, position: R::Position) -> Result<u32> {
        let (key, negated) = if self.options.symmetry {
            self.rules.normalize(position)
        } else {
            (position, Negated::No)
        };
        let sign = u32::from(negated == Negated::Yes && !self.impartial);
        let summand = Summand::Position(key);
        let hash = self.known.parts.hash(&summand);
        if let Some(at) = self.known.parts.find(&summand, hash) {
            return Ok(at << 1 | sign);
        }
        let Summand::Position(key) = summand else { unreachable!("it is a position") };
        self.ticker.tick(self.rules.step_cost(&key))?;
        let (mobility, (low, high)) = match self.rules.static_bounds(&key) {
            Some(static_bounds) => (static_bounds.moves, (static_bounds.low, static_bounds.high)),
            None => {
                let mut mobility = [0; 2];
                for (player, count) in Player::BOTH.into_iter().zip(&mut mobility) {
                    if self.impartial && player == Player::Right {
                        break;
                    }
                    self.found.list(self.rules, &key, player)?;
                    self.ticker.tick(self.found.len() as u64 >> 6)?;
                    *count = u32::try_from(self.found.len()).unwrap_or(u32::MAX);
                }
                (mobility, (-FAR, FAR))
            }
        };
        let mut worth = Worth::Open;
        if self.convention == Convention::Normal {
            if mobility == [0, 0] {
                worth = Worth::Known(ZERO);
            } else if self.options.theorems
                && let Some(number) = self.rules.number(&key)
            {
                let id = self.worker.number(&number)?;
                worth = Worth::Known(self.known.values.number(id));
            }
        }
        let bytes = self.rules.bytes(&key);
        let part = SearchPart {
            summand: Summand::Position(key),
            hash,
            worth,
            mobility,
            low,
            high,
            near: Near::between(low, high),
            in_vain: 0,
            heat: Heat::between(low, high),
            ups: None,
            moves: [None; 2],
            asked: [false; 2],
        };
        let at = self.known.parts.push(part, bytes);
        Ok(at << 1 | sign)
    }

    /// The number of a value that is kept apart from the others.
    pub(super) fn name_value(&mut self, value: u32) -> Result<u32> {
        let negative = self.known.values.negative(value, &mut self.worker)?;
        // A value and its negative have the same number.
        let (value, sign) = if negative < value { (negative, 1) } else { (value, 0) };
        let id = self.known.values.id(value);
        let summand = Summand::Value(id);
        let hash = self.known.parts.hash(&summand);
        if let Some(at) = self.known.parts.find(&summand, hash) {
            return Ok(at << 1 | sign);
        }
        // Left, moving first, wins G + n from n = least on; so -least <= G <= least of -G, nearly.
        let negative = self.known.values.negative(value, &mut self.worker)?;
        let left = self.known.values.least(value, &mut self.worker)?;
        let right = self.known.values.least(negative, &mut self.worker)?;
        let (low, high) = match (left, right) {
            // Right loses moving first from G - (right - 1) on.
            (Some(left), Some(right)) => (right - 1, 1 - left),
            _ => (-FAR, FAR),
        };
        let part = SearchPart {
            summand,
            hash,
            worth: Worth::Costly,
            mobility: [4, 4],
            low,
            high,
            near: Near::between(low, high),
            in_vain: 0,
            heat: self.known.values.heat(value, &mut self.worker)?,
            ups: None,
            moves: [None; 2],
            asked: [false; 2],
        };
        let at = self.known.parts.push(part, 0);
        Ok(at << 1 | sign)
    }
}
