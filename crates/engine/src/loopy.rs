//! Values of positions from which play need not end, if they equal short games.

use std::collections::HashMap;

use upstar_core::{Budget, Outcome, Player};
use upstar_values::Id;

use crate::{Convention, Engine, Explicit, Game, Result, RuleError, Sum};

/// The most positions that are looked at.
const MOST: usize = 50_000;

/// How often the values of all positions are computed again.
const ROUNDS: usize = 40;

/// For how many rounds a value must have stayed the same before it is tried.
const STEADY: usize = 4;

impl Game {
    /// The value in normal play: in rulesets whose play ends, and where a position of
    /// another partizan ruleset is found to equal a short game.
    ///
    /// # Errors
    /// As [`Engine::value`].
    pub fn value(&self, engine: &Engine<'_>, budget: &Budget) -> Result<Id> {
        self.expect_value()?;
        if let Some(positive) = self.negative_of() {
            let value = positive.value(engine, budget)?;
            return Ok(engine.universe().worker(budget).neg(value)?);
        }
        let class = self.class();
        if class.loopy && !class.is_impartial() {
            return match self.ending_value(engine, budget)? {
                Some(value) => Ok(value),
                None => short_value(self, engine, budget),
            };
        }
        self.rules().questions().value(self.any_position(), engine, budget)
    }

    /// The value in normal play of a position of a partizan ruleset whose play need not end, if play
    /// from this position does.
    ///
    /// # Errors
    /// A used-up budget; [`RuleError::NotApplicable`] of games in which both players may pass.
    pub fn ending_value(&self, engine: &Engine<'_>, budget: &Budget) -> Result<Option<Id>> {
        self.expect_value()?;
        if let Some(positive) = self.negative_of() {
            let value = positive.ending_value(engine, budget)?;
            return Ok(value
                .map(|value| engine.universe().worker(budget).neg(value))
                .transpose()?);
        }
        self.rules().questions().ending_value(self.any_position(), engine, budget)
    }
}

/// The value of a position with loops, if it is that of a short game.
///
/// The values of all positions that can be reached are begun with a large number (then,
/// if that fails, with a large negative one) and computed from each other again and again.
/// If the value in question does not change any more, it is a guess; it is right if and
/// only if the second player wins the difference of the position and the guess, which is
/// solved as a graph (Siegel, Combinatorial Game Theory, chapter VI).
fn short_value(game: &Game, engine: &Engine<'_>, budget: &Budget) -> Result<Id> {
    let Some(arcs) = positions(game, budget)? else { return Err(not_short(game)) };
    let mut worker = engine.universe().worker(budget);
    for large in [MOST as i64, -(MOST as i64)] {
        let mut values = vec![worker.integer(large)?; arcs.len()];
        let mut last: Vec<[Vec<Id>; 2]> = vec![Default::default(); arcs.len()];
        let mut steady = 0;
        for round in 0..ROUNDS {
            let (before, mut changed) = (values[0], false);
            // Positions that were met late have few options that were met before them.
            for vertex in (0..arcs.len()).rev() {
                let options = [0, 1].map(|side: usize| {
                    let ids = arcs[vertex][side].iter().map(|&to| values[to]);
                    let mut ids: Vec<Id> = ids.collect();
                    ids.sort_unstable();
                    ids.dedup();
                    ids
                });
                if round > 0 && options == last[vertex] {
                    continue;
                }
                let value = worker.game(&options[0], &options[1])?;
                changed |= value != values[vertex];
                values[vertex] = value;
                last[vertex] = options;
            }
            steady = if values[0] == before { steady + 1 } else { 0 };
            if steady >= STEADY || !changed {
                let guess = Explicit::of_value(&mut worker, values[0])?.negative();
                let difference = Sum::from(vec![game.clone(), guess]);
                if difference.outcome(engine, Convention::Normal, budget)? == Outcome::P {
                    return Ok(values[0]);
                }
                break;
            }
        }
    }
    Err(not_short(game))
}

fn not_short(game: &Game) -> RuleError {
    RuleError::NotApplicable(format!(
        "play of {} need not end, so that a position has no canonical form of a short game \
         unless it happens to equal one; none was found",
        game.name()
    ))
}

/// The options of Left and of Right of all positions, as numbers; the position itself is 0.
type Arcs = Vec<[Vec<usize>; 2]>;

/// All positions that can be reached, breadth first. `None` if they are too many.
fn positions(game: &Game, budget: &Budget) -> Result<Option<Arcs>> {
    let mut ticker = budget.ticker();
    let mut known: HashMap<Game, usize> = HashMap::from([(game.clone(), 0)]);
    let mut games = vec![game.clone()];
    let mut arcs = Arcs::new();
    while let Some(at) = games.get(arcs.len()) {
        let [left, right] = Player::BOTH.map(|player| at.options_within(player, budget));
        let options = [left?, right?];
        ticker.tick(1 + (options[0].len() + options[1].len()) as u64 + at.step_cost())?;
        let mut here = [Vec::new(), Vec::new()];
        for (list, numbers) in options.into_iter().zip(&mut here) {
            for option in list {
                let next = games.len();
                let number = *known.entry(option.clone()).or_insert(next);
                if number == next {
                    games.push(option);
                }
                numbers.push(number);
            }
        }
        arcs.push(here);
        if games.len() > MOST {
            return Ok(None);
        }
    }
    Ok(Some(arcs))
}
