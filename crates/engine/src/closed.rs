//! All that can be reached from some positions, for their misère quotient.

use std::collections::HashMap;
use std::sync::Arc;

use upstar_core::{Budget, Player};
use upstar_heaps::{CustomHeaps, HeapRules};
use upstar_misere::quotient::{
    ClosedGames, ClosedPartizanGames, Element, Monoid, PartizanQuotient, QuotientError,
};

use crate::game::Game;
use crate::ruleset::{Class, Negated};
use crate::{Result, RuleError};

/// The positions that can be reached from some, those with the same options once, and the number of
/// each that was given. They are not split into independent parts: their quotient finds which
/// are sums of others.
///
/// ```
/// use upstar_core::Budget;
/// use upstar_engine::closed_games;
/// use upstar_games::parse_game;
///
/// let cram = parse_game("cram(\"2x2\")")?;
/// let (games, numbers) = closed_games(&[cram], &Budget::unlimited())?;
/// let (monoid, elements) = games.quotient(&Budget::unlimited())?;
/// assert_eq!(monoid.tame(), Some(1));
/// assert!(!monoid.is_p(elements[numbers[0] as usize]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`RuleError::NotApplicable`] if a position is of a game that need not end, or of one with entailing
/// moves; [`RuleError::TooLarge`]; a used-up budget.
///
/// # Complexity
/// Linear in the number of positions, with their options.
pub fn closed_games(positions: &[Game], budget: &Budget) -> Result<(ClosedPositions, Vec<u64>)> {
    let mut closure = ClosedPositions::default();
    let numbers = positions.iter().map(|game| closure.add(game, budget));
    let numbers = numbers.collect::<Result<Vec<u64>>>()?;
    Ok((closure, numbers))
}

/// Positions and all that can be reached from them, those with the same options once; see
/// [`closed_games`].
#[derive(Clone, Debug, Default)]
pub struct ClosedPositions {
    games: ClosedPartizanGames,
    partizan: bool,
    /// By the options of Left and of Right.
    shapes: HashMap<[Vec<u64>; 2], u64>,
    /// By the text of one of those that symmetry makes equal, and whether this is the negative.
    known: HashMap<(String, Negated), u64>,
}

/// A position whose options are being added.
struct Open {
    key: (String, Negated),
    /// The options that are left.
    options: [Vec<Game>; 2],
    found: [Vec<u64>; 2],
}

impl ClosedPositions {
    /// The options of Left by the numbers of the positions; those of both players if no position is of
    /// a partizan game.
    #[must_use]
    pub fn games(&self) -> &ClosedGames {
        &self.games.sides()[0]
    }

    /// The misère quotient of all sums of the positions, and the element of each number.
    ///
    /// # Errors
    /// As [`ClosedGames::quotient`].
    pub fn quotient(&self, budget: &Budget) -> Result<(Monoid, Vec<Element>), QuotientError> {
        if self.partizan { self.games.quotient(budget) } else { self.games().quotient(budget) }
    }

    /// What decides who wins sums of the positions of partizan games: a finite quotient, or weights; the
    /// numbers of the positions stand for heaps. `None` if no position is of a partizan game.
    ///
    /// # Errors
    /// [`QuotientError::NotFoundOfPositions`]; [`QuotientError::Exhausted`] if the budget ends.
    pub fn partizan_quotient(
        &self,
        budget: &Budget,
    ) -> Result<Option<PartizanQuotient>, QuotientError> {
        let Some(last) = (self.shapes.len() as u64).checked_sub(1).filter(|_| self.partizan) else {
            return Ok(None);
        };
        let rules = self.games.sides().clone().map(|side| {
            let (name, text) = ("positions".to_owned(), String::new());
            HeapRules::Custom(CustomHeaps { name, text, rule: Arc::new(side) })
        });
        match PartizanQuotient::of(&rules, "positions", Some(last), budget, |_, _| {})? {
            (found, None) => Ok(Some(found)),
            (_, Some(QuotientError::Exhausted(exhausted))) => Err(exhausted.into()),
            (_, Some(_)) => Err(QuotientError::NotFoundOfPositions),
        }
    }

    /// The number of a position, which is added with all that can be reached from it.
    ///
    /// # Errors
    /// As [`closed_games`].
    pub fn add(&mut self, game: &Game, budget: &Budget) -> Result<u64> {
        let class = game.class();
        let partizan = class == Class::PARTIZAN;
        if !partizan && class != Class::IMPARTIAL {
            return Err(RuleError::NotApplicable(format!(
                "misère quotients are defined for games that always end, without entailing moves, and \
                 {} is not one",
                game.name()
            )));
        }
        self.partizan |= partizan;
        let mut ticker = budget.ticker();
        let key = |game: &Game| {
            let (normal, negated) = game.normalized();
            (normal.text(), negated)
        };
        let open = |key: (String, Negated), game: &Game| -> Result<Open> {
            let left = game.options_within(Player::Left, budget)?;
            let right = if partizan { game.options_within(Player::Right, budget)? } else { vec![] };
            Ok(Open { key, options: [left, right], found: [vec![], vec![]] })
        };
        let mut waiting = vec![open(key(game), game)?];
        while let Some(Open { options, found, .. }) = waiting.last_mut() {
            ticker.tick(64)?;
            let side = usize::from(options[0].is_empty());
            if let Some(option) = options[side].last() {
                let name = key(option);
                match self.known.get(&name) {
                    Some(&number) => {
                        found[side].push(number);
                        options[side].pop();
                    }
                    None => {
                        let next = open(name, option)?;
                        waiting.push(next);
                    }
                }
                continue;
            }
            let Some(Open { key: name, found: mut shape, .. }) = waiting.pop() else { break };
            if !partizan {
                shape = [shape[0].clone(), std::mem::take(&mut shape[0])];
            }
            for side in &mut shape {
                side.sort_unstable();
                side.dedup();
            }
            let number = match self.shapes.get(&shape) {
                Some(&number) => number,
                None => {
                    let sums = shape.each_ref().map(|side| -> Vec<Vec<u64>> {
                        side.iter().map(|&number| vec![number]).collect()
                    });
                    let number = self.games.add(sums.each_ref().map(Vec::as_slice));
                    self.shapes.insert(shape, number);
                    number
                }
            };
            self.known.insert(name, number);
            if waiting.is_empty() {
                return Ok(number);
            }
        }
        Ok(0)
    }
}
