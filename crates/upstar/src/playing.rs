//! An opponent: chooses a move even if the search for the outcome does not end in time.

use serde::{Deserialize, Serialize};
use upstar_core::{Budget, Convention, Player};
use upstar_engine::{Result, RuleError, Solver, Sum};
use upstar_values::thermography::hot_move;
use upstar_values::{HotMove, Strategy};

/// How a move was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "How"))]
#[serde(rename_all = "snake_case")]
pub enum HowFound {
    /// Every part has its mirror image after it.
    Mirror,
    /// It wins, or there is none that does better.
    Proved,
    /// No search was made, as the level says.
    Chance,
    /// By the thermographs of the summands; not proved to be best.
    Thermostrat,
    /// By the number of moves that are left; not proved to be best.
    Freest,
}

/// A player, with its method of choosing moves.
#[derive(Clone, Copy, Debug)]
pub struct Opponent<'s> {
    /// The solver it uses.
    pub solver: &'s Solver,
    /// Whether a player without a move loses or wins.
    pub convention: Convention,
    /// The player's side.
    pub player: Player,
    /// How often it looks for a winning move, in thousandths.
    pub level: u64,
    /// What its errors depend on beside the position: the same seed, the same moves.
    pub seed: u64,
}

/// A result found within the budget; `None` if it did not suffice.
fn found<T>(answer: Result<T>) -> Result<Option<T>> {
    match answer {
        Ok(found) => Ok(Some(found)),
        Err(RuleError::Exhausted(_) | RuleError::Unfinished { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

impl Opponent<'_> {
    /// The index of the move to make among those of [`Sum::some_options`], and how it was found;
    /// `None` if there are none. Half of the budget is for a proof, the rest for thermographs; it
    /// chooses a move even if the budget is used up.
    ///
    /// ```
    /// use upstar::core::{Budget, Convention, Player};
    /// use upstar::rules::{Solver, parse_sum};
    /// use upstar::{HowFound, Opponent};
    ///
    /// let (solver, budget) = (Solver::default(), Budget::unlimited());
    /// let (convention, player) = (Convention::Normal, Player::Left);
    /// let opponent = Opponent { solver: &solver, convention, player, level: 1000, seed: 0 };
    /// let sum = parse_sum("nim(1,2,4)")?;
    /// let (moves, _) = sum.some_options(&solver.engine(), player, &budget)?;
    /// let (chosen, how) = opponent.choose(&sum, &moves, &budget)?.unwrap();
    /// assert_eq!((moves[chosen].0.as_str(), how), ("nim(1,2,3)", HowFound::Proved));
    /// # Ok::<(), upstar::rules::RuleError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of the rules; an exhausted budget is no error.
    pub fn choose(
        &self,
        sum: &Sum,
        moves: &[(String, Sum)],
        budget: &Budget,
    ) -> Result<Option<(usize, HowFound)>> {
        if moves.is_empty() {
            return Ok(None);
        }
        if let Some(chosen) = found(self.proved(sum, moves, &budget.part(1, 2)))? {
            return Ok(Some(chosen));
        }
        Ok(Some(match found(self.by_thermostrat(sum, moves, budget))?.flatten() {
            Some(chosen) => (chosen, HowFound::Thermostrat),
            None => (self.freest(moves)?, HowFound::Freest),
        }))
    }

    /// The first winning move.
    ///
    /// # Errors
    ///
    /// Those of the rules, and an exhausted budget.
    pub fn first_winning(&self, moves: &[(String, Sum)], budget: &Budget) -> Result<Option<usize>> {
        let (me, other) = (self.player, self.player.opponent());
        for (index, (_, after)) in moves.iter().enumerate() {
            if self.solver.winner(after, other, self.convention, budget)? == Some(me) {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// The move of thermostrat, if the values of the summands are found in time.
    fn by_thermostrat(
        &self,
        sum: &Sum,
        moves: &[(String, Sum)],
        budget: &Budget,
    ) -> Result<Option<usize>> {
        let class = sum.class();
        let values = !class.loopy && !class.entailing && !sum.has_numbers();
        if sum.convention(self.convention)? == Convention::Misere || !values {
            return Ok(None);
        }
        let engine = self.solver.engine();
        let values_of = |sum: &Sum| Ok::<_, RuleError>(sum.values_and_number(&engine, budget)?.0);
        let terms = values_of(sum)?;
        let mut worker = self.solver.worker(budget);
        let hot = hot_move(&mut worker, &terms, self.player, &Strategy::Thermostrat)?;
        let Some(HotMove { term, option }) = hot else { return Ok(None) };
        for (index, (_, after)) in moves.iter().enumerate() {
            // A move in that summand that is as good: the option may have been a reversible one's.
            let after = values_of(after)?;
            let others = after.iter().zip(&terms).enumerate();
            let elsewhere = others.filter(|&(at, (a, b))| at != term && a != b).count() > 0;
            let good = match self.player {
                Player::Left => worker.le(option, after[term])?,
                Player::Right => worker.le(after[term], option)?,
            };
            if good && !elsewhere {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// The move that maximises the player's moves less the opponent's, if there is no proof. The
    /// number of moves counted is bounded, so that long lists do not make it slow.
    fn freest(&self, moves: &[(String, Sum)]) -> Result<usize> {
        let budget = Budget::unlimited();
        let mut worker = self.solver.worker(&budget);
        let mut best = (0, i64::MIN);
        for (index, (_, after)) in moves.iter().enumerate().take(1000) {
            let mut count =
                |player| after.options(&mut worker, player).map(|options| options.len() as i64);
            let more = count(self.player)? - count(self.player.opponent())?;
            if more > best.1 {
                best = (index, more);
            }
        }
        Ok(best.0)
    }

    /// A move that is proved to be best, if the level requires one. Where play may be infinite, the
    /// winner hurries and the loser delays.
    fn proved(
        &self,
        sum: &Sum,
        moves: &[(String, Sum)],
        budget: &Budget,
    ) -> Result<(usize, HowFound)> {
        // FNV-1a over the texts of the moves.
        let hash = moves
            .iter()
            .flat_map(|(text, _)| text.bytes())
            .fold(0xcbf2_9ce4_8422_2325u64 ^ self.seed, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
        let any = (hash >> 32) as usize % moves.len();
        if hash % 1000 >= self.level {
            return Ok((any, HowFound::Chance));
        }
        // A symmetric position needs no search.
        if sum.convention(self.convention)? == Convention::Normal {
            for (index, (_, after)) in moves.iter().enumerate() {
                if after.is_mirrored()? {
                    return Ok((index, HowFound::Mirror));
                }
            }
        }
        if sum.class().loopy {
            // A winning move that does not approach the end may never win.
            let line = self.solver.best_line(sum, self.player, self.convention, budget)?;
            let next = match (line.positions.get(1), line.repeats_from) {
                (Some(next), _) => Some(next),
                (None, Some(index)) => line.positions.get(index),
                (None, None) => None,
            };
            let chosen = moves.iter().position(|(text, _)| Some(text) == next).unwrap_or(any);
            return Ok((chosen, HowFound::Proved));
        }
        if let Some(index) = self.first_winning(moves, budget)? {
            return Ok((index, HowFound::Proved));
        }
        // In a lost or drawn position a draw is better than a loss.
        for (index, (_, after)) in moves.iter().enumerate() {
            let outcome = self.solver.outcome(after, self.convention, budget)?;
            if outcome.winner(self.player.opponent()).is_none() {
                return Ok((index, HowFound::Proved));
            }
        }
        Ok((any, HowFound::Proved))
    }
}
