//! All that can be reached from some positions, for their misère quotient.

use std::collections::HashMap;

use upstar_core::{Budget, Player};
use upstar_misere::quotient::ClosedGames;

use crate::error::RuleError;
use crate::game::Game;
use crate::ruleset::Class;

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
/// [`RuleError::NotApplicable`] if a position is of no impartial game that always ends, or of one
/// with entailing moves; [`RuleError::TooLarge`]; a used-up budget.
///
/// # Complexity
/// Linear in the number of positions, with their options.
pub fn closed_games(
    positions: &[Game],
    budget: &Budget,
) -> Result<(ClosedGames, Vec<u64>), RuleError> {
    let mut closure = ClosedPositions::default();
    let numbers = positions.iter().map(|game| closure.add(game, budget));
    let numbers = numbers.collect::<Result<Vec<u64>, RuleError>>()?;
    Ok((closure.games, numbers))
}

/// Positions and all that can be reached from them, those with the same options once; see
/// [`closed_games`].
#[derive(Clone, Debug, Default)]
pub struct ClosedPositions {
    games: ClosedGames,
    /// By the options.
    shapes: HashMap<Vec<u64>, u64>,
    /// By the text of one of those that symmetry makes equal.
    known: HashMap<String, u64>,
}

impl ClosedPositions {
    /// The games, by their numbers.
    #[must_use]
    pub fn games(&self) -> &ClosedGames {
        &self.games
    }

    /// The number of a position, which is added with all that can be reached from it.
    ///
    /// # Errors
    /// As [`closed_games`].
    pub fn add(&mut self, game: &Game, budget: &Budget) -> Result<u64, RuleError> {
        if game.class() != Class::IMPARTIAL {
            return Err(RuleError::NotApplicable(format!(
                "misère quotients are defined for impartial games that always end, and {} is not \
                 one",
                game.name()
            )));
        }
        let mut ticker = budget.ticker();
        let text = |game: &Game| game.normalized().0.text();
        let mut waiting =
            vec![(text(game), game.options_within(Player::Left, budget)?, Vec::new())];
        while let Some((name, options, found)) = waiting.last_mut() {
            ticker.tick(64)?;
            if let Some(option) = options.last() {
                let name = text(option);
                match self.known.get(&name) {
                    Some(&number) => {
                        found.push(number);
                        options.pop();
                    }
                    None => {
                        let next = option.options_within(Player::Left, budget)?;
                        waiting.push((name, next, Vec::new()));
                    }
                }
                continue;
            }
            found.sort_unstable();
            found.dedup();
            let (name, shape) = (std::mem::take(name), std::mem::take(found));
            let number = match self.shapes.get(&shape) {
                Some(&number) => number,
                None => {
                    let options: Vec<Vec<u64>> = shape.iter().map(|&n| vec![n]).collect();
                    let number = self.games.add(&options);
                    self.shapes.insert(shape, number);
                    number
                }
            };
            self.known.insert(name, number);
            waiting.pop();
            if waiting.is_empty() {
                return Ok(number);
            }
        }
        Ok(0)
    }
}
