//! Bounds for the value of a position from play against integers.

use upstar_core::{Budget, Exhausted, Outcome, Player, Run};

use crate::algebra::{Of, Short, kind_of};
use crate::outcome::OutcomeSearch;
use crate::{Convention, Engine, Result, RuleError, Ruleset};

/// Bounds for the value of a position in normal play, found without the value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Bounds {
    /// Who wins if Left moves first, and if Right does.
    pub winners: [Option<Player>; 2],
    /// An integer that the value is at least; the largest one, if the run has finished. Of
    /// partizan games only.
    pub at_least: Option<i64>,
    /// An integer that the value is at most; the least one, if the run has finished. Of
    /// partizan games only.
    pub at_most: Option<i64>,
}

impl Bounds {
    /// The outcome, if it is known.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let [left, right] = self.winners;
        Some(Outcome::from_winners(Some(left?), Some(right?)))
    }

    /// What is known of the sum of two positions: bounds add up, and a value that is at least 1
    /// is a win for Left.
    #[must_use]
    pub fn plus(self, other: Bounds) -> Bounds {
        let add = |a: Option<i64>, b: Option<i64>| a?.checked_add(b?);
        let at_least = add(self.at_least, other.at_least);
        let at_most = add(self.at_most, other.at_most);
        let winner = if at_least > Some(0) {
            Some(Player::Left)
        } else {
            at_most.filter(|&n| n < 0).map(|_| Player::Right)
        };
        Bounds { winners: [winner; 2], at_least, at_most }
    }

    /// What is known of the negative.
    #[must_use]
    pub fn negative(self) -> Bounds {
        let Bounds { winners: [left, right], at_least, at_most } = self;
        Bounds {
            winners: [right, left].map(|winner| winner.map(Player::opponent)),
            at_least: at_most.map(|n| -n),
            at_most: at_least.map(|n| -n),
        }
    }

    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Bounds::default()
    }
}

/// No bound is sought beyond this.
const MOST: i64 = 1 << 40;

/// The search for the bounds of one position.
struct Play<'a, R: Ruleset + ?Sized> {
    search: OutcomeSearch<'a, R>,
    position: &'a R::Position,
}

impl<R: Ruleset + ?Sized> Play<'_, R> {
    /// Whether the position is at least the integer (`above`), or at most: whether the one
    /// player, moving second, wins their difference.
    fn holds(&mut self, integer: i64, above: bool) -> Result<bool> {
        let first = if above { Player::Right } else { Player::Left };
        Ok(!self.search.wins_beside(self.position, -integer, first)?)
    }

    /// Finds the largest integer that the position is at least, or the least that it is at
    /// most. `found` is the best so far, whenever this ends.
    fn bound(&mut self, above: bool, found: &mut Option<i64>) -> Result {
        // Away from 0 where the bound gets better, then where it gets worse.
        let better = if above { 1 } else { -1 };
        let mut fails = None;
        let mut step = 0;
        while fails.is_none() || found.is_none() {
            let direction = if fails.is_none() { better } else { -better };
            let integer = direction * step;
            if self.holds(integer, above)? {
                *found = Some(integer);
            } else {
                fails = Some(integer);
            }
            step = (2 * step).max(1);
            if step > MOST {
                return Ok(());
            }
        }
        while let (Some(holds), Some(wrong)) = (*found, fails)
            && holds.abs_diff(wrong) > 1
        {
            let middle = wrong + (holds - wrong) / 2;
            if self.holds(middle, above)? {
                *found = Some(middle);
            } else {
                fails = Some(middle);
            }
        }
        Ok(())
    }
}

/// The error that is not about a budget, or what was used up.
fn used_up(result: Result) -> Result<Option<Exhausted>> {
    match result {
        Ok(()) => Ok(None),
        Err(RuleError::Exhausted(exhausted)) => Ok(Some(exhausted)),
        Err(other) => Err(other),
    }
}

impl Engine<'_> {
    /// Plays a position, in normal play, and if it is partizan also its difference with
    /// integers: who wins, and between which integers the value lies. That a player wins is
    /// often found long before the value is, as one good answer to each move is enough.
    ///
    /// What was found is in the run, however it ends. Half of the budget is for the outcome,
    /// and half of the rest for the lower bound.
    ///
    /// # Errors
    /// [`RuleError::NotApplicable`] for games whose play need not end and for such with
    /// entailing moves.
    pub fn bounds<R: Ruleset + ?Sized>(
        &self,
        rules: &R,
        position: &R::Position,
        budget: &Budget,
    ) -> Result<Run<Bounds>> {
        let class = rules.class();
        if class.loopy || class.entailing {
            return Err(RuleError::NotApplicable(format!(
                "{} cannot be played move by move beside an integer",
                rules.name()
            )));
        }
        let table = self.table::<Of<R, Short<'static>>, _, _>(kind_of(rules));
        let play = |budget: &Budget| {
            let search = self.search_outcome(rules, Convention::Normal, &table, budget);
            Play { search, position }
        };
        let mut found = Bounds::default();
        let winners = &mut found.winners;
        let mut stopped = used_up((|| {
            let mut play = play(&budget.part(1, 2));
            for (player, winner) in Player::BOTH.into_iter().zip(winners) {
                let wins = play.search.wins(position, player)?;
                *winner = Some(if wins { player } else { player.opponent() });
            }
            Ok(())
        })())?;
        if !class.is_impartial() {
            let below = play(&budget.part(1, 2)).bound(true, &mut found.at_least);
            stopped = used_up(below)?.or(stopped);
            let above = play(budget).bound(false, &mut found.at_most);
            stopped = used_up(above)?.or(stopped);
        }
        Ok(match stopped {
            None => Run::finished(found, budget),
            Some(exhausted) => Run::stopped(found, exhausted),
        })
    }
}
