//! Games solved position by position.

use std::path::Path;

use upstar_core::{Budget, Convention, Exhausted, Outcome, Player, StopReason};
use upstar_engine::{Game, MemoryTiers, RuleError, TierFacts, TierStore};
pub use upstar_engine::{PositionResult, SolveNeeds, SolveOptions};
use upstar_files::table::{Column, Format, Kind, RowWriter, Schema};

use crate::analysis::{Analysis, Longest, Play, SolvedFacts, SolvedTier};
use crate::error::Result;

/// A game with all reachable positions solved, or as many as the budget allowed.
///
/// ```
/// use upstar::core::{Budget, Outcome};
/// use upstar::rules::parse_game;
/// use upstar::{SolveOptions, Solved};
///
/// let game = parse_game("nim(1,2,3)")?;
/// let solved = Solved::in_memory(&game, SolveOptions::default(), &Budget::unlimited())?;
/// let found = solved.analysis()?;
/// assert_eq!(found.outcome, Some(Outcome::P));
/// assert_eq!(found.solved.unwrap().positions, 24);
/// # Ok::<(), upstar::Error>(())
/// ```
pub struct Solved<S> {
    game: Game,
    options: SolveOptions,
    store: S,
    stopped: Option<Exhausted>,
    /// What is known after the search was stopped, in words.
    known: Option<String>,
}

impl Solved<MemoryTiers> {
    /// Solves a game, with all results in memory.
    ///
    /// # Errors
    ///
    /// As [`Game::solve`]; an exhausted budget is no error, but reported by [`Solved::stop`].
    pub fn in_memory(game: &Game, options: SolveOptions, budget: &Budget) -> Result<Self> {
        Solved::within(game, options, MemoryTiers::default(), budget)
    }
}

impl<S: TierStore> Solved<S> {
    /// Solves a game, with the results in a store. Results already there are not computed again.
    ///
    /// # Errors
    ///
    /// As [`Solved::in_memory`].
    pub fn within(
        game: &Game,
        options: SolveOptions,
        mut store: S,
        budget: &Budget,
    ) -> Result<Self> {
        let options = options.of(game);
        let (stopped, known) = match game.solve(options, &mut store, budget) {
            Ok(()) => (None, None),
            Err(RuleError::Exhausted(exhausted)) => (Some(exhausted), None),
            Err(RuleError::Unfinished { exhausted, known }) => (Some(exhausted), Some(known)),
            Err(error) => return Err(error.into()),
        };
        Ok(Solved { game: game.clone(), options, store, stopped, known })
    }

    /// Why the work stopped.
    #[must_use]
    pub fn stop(&self) -> StopReason {
        self.stopped.map_or(StopReason::Finished, |exhausted| exhausted.reason)
    }

    /// The store with the results.
    #[must_use]
    pub fn store(&self) -> &S {
        &self.store
    }

    /// The result of a position of the game with `player` to move; `None` if it is unreachable, or
    /// was not reached.
    ///
    /// # Errors
    ///
    /// Errors of the store.
    pub fn look_up(&self, position: &Game, player: Player) -> Result<Option<PositionResult>> {
        Ok(position.look_up(player, self.options, &self.store)?)
    }

    /// The tiers with their sizes, if positions have numbers.
    fn numbered(&self) -> Option<Vec<(u64, u64)>> {
        self.game.tiers().filter(|_| self.options.tiers && self.options.numbers)
    }

    /// The solved tiers of the game, and the number of all tiers.
    fn tiers(&self) -> (Vec<TierFacts>, u64) {
        let solved = self.store.solved();
        match self.numbered().or_else(|| self.store.found()) {
            Some(tiers) => {
                let ours = |facts: &TierFacts| tiers.iter().any(|&(tier, _)| tier == facts.tier);
                (solved.into_iter().filter(ours).collect(), tiers.len() as u64)
            }
            None => (Vec::new(), 0),
        }
    }

    /// The game with this number in a tier, and the player to move.
    fn at(&self, tier: u64, number: u64) -> Result<Option<(Game, Player)>> {
        if self.store.found().is_none() {
            return Ok(self.game.unrank(tier, number));
        }
        let keys = self.store.positions(tier).map_err(RuleError::Store)?;
        Ok(Some(self.game.of_key(keys.get(number))?))
    }

    /// The number of positions with each outcome, the longest win, and the outcome of the game.
    ///
    /// # Errors
    ///
    /// Errors of the store.
    pub fn analysis(&self) -> Result<Analysis> {
        let impartial = self.game.class().is_impartial();
        let (solved, tiers) = self.tiers();
        let counted = self.store.has_remoteness();
        let mut facts = facts(&solved, counted);
        facts.numbered = self.numbered().is_some();
        facts.tiers = tiers;
        // Among equals, the one in the least tier.
        let longest = solved.iter().filter_map(|facts| Some((facts.longest?, facts.tier)));
        let longest = longest.max_by_key(|&((moves, _), tier)| (moves, std::cmp::Reverse(tier)));
        if let Some(((moves, number), tier)) = longest.filter(|_| counted)
            && let Some((game, mover)) = self.at(tier, number)?
        {
            facts.longest_win = Some(Longest {
                vertex: game.position_text(),
                mover: (!impartial).then_some(mover),
                remoteness: u64::from(moves),
            });
        }
        let mut verdicts = Vec::new();
        for player in self.game.movers(None) {
            if let Some(verdict) = self.look_up(&self.game, player)? {
                verdicts.push((player, verdict));
            }
        }
        let convention = self.options.convention;
        let mut analysis = analysis(&self.game, convention, facts, verdicts, counted);
        analysis.stop = self.stop();
        analysis.bounds.extend(self.known.clone());
        Ok(analysis)
    }

    /// Writes a table of all positions: position, player to move (where that matters), outcome and
    /// remoteness.
    ///
    /// # Errors
    ///
    /// [`Error::File`](crate::Error::File); an exhausted budget; errors of the store.
    pub fn write_table(&self, path: &Path, format: Format, budget: &Budget) -> Result {
        let impartial = self.game.class().is_impartial();
        let mut columns = vec![Column::new("position", Kind::Text)];
        if !impartial {
            columns.push(Column::new("mover", Kind::Text));
        }
        columns.push(Column::new("outcome", Kind::Text));
        columns.push(Column::nullable("remoteness", Kind::U64));
        let counted = self.store.has_remoteness();
        let schema = Schema::new(columns);
        let metadata = [("upstar", env!("CARGO_PKG_VERSION")), ("game", &self.game.text())]
            .map(|(key, value)| (key.to_owned(), value.to_owned()));
        let mut rows = RowWriter::create(path, format, &schema, &metadata, budget)?;
        for facts in self.tiers().0 {
            let keys = match self.store.found() {
                Some(_) => Some(self.store.positions(facts.tier).map_err(RuleError::Store)?),
                None => None,
            };
            for number in 0..facts.size {
                let verdict = self.store.verdict(facts.tier, number).map_err(RuleError::Store)?;
                let Some(verdict) = verdict else { continue };
                let (game, mover) = match &keys {
                    Some(keys) => self.game.of_key(keys.get(number))?,
                    None => match self.game.unrank(facts.tier, number) {
                        Some(found) => found,
                        None => continue,
                    },
                };
                rows.row(|batch| {
                    batch.push_text(0, &game.position_text());
                    if !impartial {
                        batch.push_display(1, &mover);
                    }
                    let column = 2 - usize::from(impartial);
                    batch.push_text(column, verdict.result().outcome().name());
                    batch.push_optional_u64(column + 1, verdict.remoteness().filter(|_| counted));
                })?;
            }
        }
        Ok(rows.finish()?)
    }
}

/// The number of positions with each outcome, in total and by tier, with numbers of moves if they
/// are `counted`.
pub(crate) fn facts(tiers: &[TierFacts], counted: bool) -> SolvedFacts {
    let sum = |count: fn(&TierFacts) -> u64| tiers.iter().map(count).sum::<u64>();
    let tier = |facts: &TierFacts| SolvedTier {
        tier: facts.tier,
        wins: facts.wins,
        losses: facts.losses,
        draws: facts.draws,
        longest: facts.longest.map(|(moves, _)| moves).filter(|_| counted),
    };
    SolvedFacts {
        positions: sum(TierFacts::positions),
        outcomes: vec![
            (Outcome::N, sum(|facts| facts.wins)),
            (Outcome::P, sum(|facts| facts.losses)),
            (Outcome::D, sum(|facts| facts.draws)),
        ],
        solved: tiers.iter().map(tier).collect(),
        ..SolvedFacts::default()
    }
}

/// The analysis of a solved game: its facts, and the winner for each of these first players.
pub(crate) fn analysis(
    game: &Game,
    convention: Convention,
    facts: SolvedFacts,
    verdicts: impl IntoIterator<Item = (Player, PositionResult)>,
    counted: bool,
) -> Analysis {
    let mut analysis = Analysis::new(game.text());
    analysis.convention = Some(convention);
    analysis.solved = Some(Box::new(facts));
    let impartial = game.class().is_impartial();
    let mut winners = Vec::new();
    for (player, verdict) in verdicts {
        winners.push(verdict.winner(player));
        let mut found = play(verdict, (!impartial).then_some(player));
        found.remoteness = found.remoteness.filter(|_| counted);
        analysis.play.push(found);
    }
    analysis.outcome = outcome(&winners, impartial);
    analysis
}

/// The outcome, given the winner for each possible first player; `None` if only one of two is
/// known.
pub(crate) fn outcome(winners: &[Option<Player>], impartial: bool) -> Option<Outcome> {
    match *winners {
        [winner] if impartial => Some(match winner {
            Some(Player::Left) => Outcome::N,
            Some(Player::Right) => Outcome::P,
            None => Outcome::D,
        }),
        [left, right] => Some(Outcome::from_winners(left, right)),
        _ => None,
    }
}

/// The course of play from a position with this result.
pub(crate) fn play(verdict: PositionResult, mover: Option<Player>) -> Play {
    let result = verdict.result();
    let remoteness = verdict.remoteness().map(u64::from);
    Play { mover, result: Some(result), remoteness, ..Play::default() }
}
