//! The solver owns what questions need: the universe, settings, known results, and the store.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use upstar_core::{Budget, GrundyValue, Outcome, Player, StopReason};
use upstar_misere::{Form, Forms};
use upstar_values::{Id, Universe, Worker};

use crate::{
    BestLine, Convention, Engine, Game, Memory, Result, RuleError, Rules, Ruleset, Settings, Store,
    Stored, StrategyRows, Sum, WinningMove,
};

/// Answers questions about games and sums: who wins, what they are worth, which moves win.
///
/// It owns the universe that values live in and all that was computed, so that the next question
/// goes on where the last one ended; with a [store](Solver::keep), so does the next process.
///
/// ```
/// use upstar_core::{Budget, Outcome};
/// use upstar_engine::{Convention, Solver};
/// use upstar_games::parse_sum;
///
/// let solver = Solver::default();
/// let budget = Budget::unlimited();
/// let sum = parse_sum("domineering(\"4x4\") + nim(2)")?;
/// assert_eq!(solver.outcome(&sum, Convention::Normal, &budget)?, Outcome::N);
/// # Ok::<(), upstar_engine::RuleError>(())
/// ```
#[derive(Default)]
pub struct Solver {
    universe: Universe,
    memory: Memory,
    settings: Settings,
    kept: Option<Mutex<LoadedStore>>,
    save_after: Duration,
}

/// The time after which a question first saves what was computed.
const SAVE_AFTER: Duration = Duration::from_secs(300);

/// A store, and the entries read from it.
struct LoadedStore {
    store: Box<dyn Store + Send>,
    /// By the keys of rulesets: the rules, and what is stored of them.
    stored: BTreeMap<String, (Rules, Stored)>,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("settings", &self.settings)
            .field("kept", &self.kept.is_some())
            .finish_non_exhaustive()
    }
}

impl Solver {
    /// A solver with these settings and without a bound on memory.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Solver { settings, ..Self::default() }
    }

    /// A solver whose values together take no more memory than `budget` allows.
    #[must_use]
    pub fn with_budget(settings: Settings, budget: &Budget) -> Self {
        let universe = Universe::with_budget(budget.clone());
        Solver { universe, settings, memory: Memory::with_budget(budget), ..Self::default() }
    }

    /// How positions are searched from now on. None of it changes an answer.
    pub fn set(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Begins with the values of positions that `store` has; [`Solver::save`] keeps there what is
    /// computed. Questions that take minutes save now and then, so that they are gone on with even if
    /// the process is killed.
    pub fn keep(&mut self, store: Box<dyn Store + Send>) {
        self.keep_after(store, SAVE_AFTER);
    }

    /// As [`Solver::keep`]; a question saves after the time `save_after` for the first time, and later
    /// whenever half as much time has passed as it took so far.
    pub fn keep_after(&mut self, store: Box<dyn Store + Send>, save_after: Duration) {
        self.kept = Some(Mutex::new(LoadedStore { store, stored: BTreeMap::new() }));
        self.save_after = save_after;
    }

    /// The universe that values live in.
    #[must_use]
    pub fn universe(&self) -> &Universe {
        &self.universe
    }

    /// Works with values: compares them, adds them up, writes them.
    #[must_use]
    pub fn worker(&self, budget: &Budget) -> Worker<'_> {
        self.universe.worker(budget)
    }

    /// The store that misère forms live in.
    #[must_use]
    pub fn forms(&self) -> &Forms {
        self.memory.forms()
    }

    /// The simplest form of an impartial sum in misère play; see [`Sum::misere_form`].
    ///
    /// # Errors
    /// A used-up budget; [`RuleError::NotApplicable`](crate::RuleError::NotApplicable) for other
    /// sums.
    pub fn misere_form(&self, sum: &Sum, budget: &Budget) -> Result<Form> {
        sum.misere_form(&self.engine(), budget)
    }

    /// The engine that answers, for what is asked of rulesets by their types.
    #[must_use]
    pub fn engine(&self) -> Engine<'_> {
        Engine::with_memory(&self.universe, self.settings.clone(), self.memory.clone())
    }

    /// Drops what was computed of a ruleset, for rulesets that come and go.
    pub fn forget<R: Ruleset + ?Sized>(&self, rules: &R) {
        self.memory.forget(rules);
    }

    /// Reads what is stored of the rules of a game, once. Questions do this by themselves.
    ///
    /// # Errors
    /// Whatever the store fails with.
    pub fn load(&self, game: &Game, budget: &Budget) -> Result {
        let Some(kept) = &self.kept else { return Ok(()) };
        let rules = match game.rules().negative_of() {
            Some(positive) => positive.clone(),
            None => game.rules().clone(),
        };
        if rules.class().loopy {
            return Ok(());
        }
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let key = rules.key();
        if !kept.stored.contains_key(&key) {
            let stored = rules.load(&self.engine(), &*kept.store, budget)?;
            kept.stored.insert(key, (rules, stored));
        }
        Ok(())
    }

    /// Keeps what was computed of all rules that were asked about, if there is a store.
    ///
    /// # Errors
    /// Whatever the store fails with.
    pub fn save(&self) -> Result {
        let Some(kept) = &self.kept else { return Ok(()) };
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let engine = self.engine();
        let LoadedStore { store, stored } = &mut *kept;
        for (rules, stored) in stored.values_mut() {
            rules.save(&engine, &mut **store, stored)?;
        }
        Ok(())
    }

    /// The answer to a question about a sum, when what is stored of its games is read. With a store it
    /// is asked again and again, each time for longer, and what was computed is saved in between:
    /// searches continue from there. What nothing is kept of takes up to three times as long.
    fn ask<T>(
        &self,
        sum: &Sum,
        budget: &Budget,
        ask: impl Fn(&Engine<'_>, &Budget) -> Result<T>,
    ) -> Result<T> {
        for game in sum.games() {
            self.load(game, budget)?;
        }
        let engine = self.engine();
        if self.kept.is_none() || sum.class().loopy {
            return ask(&engine, budget);
        }
        loop {
            let time = self.save_after.max(budget.report().elapsed / 2);
            let answer = ask(&engine, &budget.clone().with_time_left(time));
            let stopped = answer.as_ref().err().and_then(RuleError::exhausted);
            if stopped.is_none_or(|stopped| stopped.reason != StopReason::Time)
                || budget.check().is_err()
            {
                return answer;
            }
            self.save()?;
        }
    }

    /// Who wins; see [`Sum::outcome`].
    ///
    /// # Errors
    /// A used-up budget, a position too large, a store that fails.
    pub fn outcome(&self, sum: &Sum, convention: Convention, budget: &Budget) -> Result<Outcome> {
        self.ask(sum, budget, |engine, budget| sum.outcome(engine, convention, budget))
    }

    /// The value in normal play; see [`Sum::value`].
    ///
    /// # Errors
    /// As [`Solver::outcome`], and games without a value.
    pub fn value(&self, sum: &Sum, budget: &Budget) -> Result<Id> {
        self.ask(sum, budget, |engine, budget| sum.value(engine, budget))
    }

    /// The Grundy value of a position of an impartial game whose play ends.
    ///
    /// # Errors
    /// As [`Solver::outcome`]; [`RuleError::NotApplicable`](crate::RuleError::NotApplicable) for
    /// other games.
    pub fn grundy(&self, game: &Game, budget: &Budget) -> Result<GrundyValue> {
        self.load(game, budget)?;
        game.grundy(&self.engine(), budget)
    }

    /// All moves of `player` that win; see [`Sum::winning_moves`].
    ///
    /// # Errors
    /// As [`Solver::outcome`].
    pub fn winning_moves(
        &self,
        sum: &Sum,
        player: Player,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Vec<WinningMove>> {
        self.ask(sum, budget, |engine, budget| {
            sum.winning_moves(engine, player, convention, budget)
        })
    }

    /// Who wins when `first` begins; see [`Sum::winner`].
    ///
    /// # Errors
    /// As [`Solver::outcome`].
    pub fn winner(
        &self,
        sum: &Sum,
        first: Player,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Option<Player>> {
        self.ask(sum, budget, |engine, budget| sum.winner(engine, first, convention, budget))
    }

    /// Who wins when `first` begins, and rows that show it; see [`Sum::strategy`].
    ///
    /// # Errors
    /// As [`Sum::strategy`].
    pub fn strategy(
        &self,
        sum: &Sum,
        first: Player,
        convention: Convention,
        most_moves: u32,
        budget: &Budget,
    ) -> Result<(Player, StrategyRows)> {
        self.ask(sum, budget, |engine, budget| {
            sum.strategy(engine, first, convention, most_moves, budget)
        })
    }

    /// A line of best play when `first` begins; see [`Sum::best_line`].
    ///
    /// # Errors
    /// As [`Solver::outcome`].
    pub fn best_line(
        &self,
        sum: &Sum,
        first: Player,
        convention: Convention,
        budget: &Budget,
    ) -> Result<BestLine> {
        self.ask(sum, budget, |engine, budget| sum.best_line(engine, first, convention, budget))
    }
}
