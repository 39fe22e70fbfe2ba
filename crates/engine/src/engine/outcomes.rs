//! Outcomes computed from a ruleset: by theorems, by values, by the search for a winner, and of loopy
//! games by a search forward or by retrograde analysis.

use std::any::{Any, TypeId};
use std::cmp::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use upstar_core::{Budget, GrundyValue, Outcome, Player};
use upstar_graphs::solve_coloured;
use upstar_values::Id;

use super::{Engine, Settings, explicit, finished, forward, no_misere, outcome_of};
use crate::algebra::{Grundy, MisereOf, Of, OutcomeOf, Short, kind_of};
use crate::misere::SmallForms;
use crate::misere_search::{self, MisereSearch, MisereTable};
use crate::outcome::{OutcomeSearch, Searched, Shared, SharedSearch, StrategyRows, TablePool};
use crate::search::Signed;
use crate::table::Table;
use crate::{Convention, Fact, Negated, Result, RuleError, Ruleset};

impl Engine<'_> {
    /// Who wins a position: one of the four outcomes where play ends, one of nine
    /// in loopy games.
    ///
    /// # Errors
    /// A used-up budget, or a position too large.
    pub fn outcome<R: Ruleset + ?Sized>(
        &self,
        rules: &R,
        position: &R::Position,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Outcome> {
        if self.settings.theorems
            && let Some(known) = rules.known(position, convention)
        {
            return Ok(match known.fact {
                Fact::Outcome(outcome) => outcome,
                Fact::Grundy(value) => outcome_of(value),
            });
        }
        if self.settings.theorems
            && convention == Convention::Normal
            && let Some(value) = rules.computed(position, budget)?
        {
            return Ok(if value == 0 { Outcome::P } else { Outcome::N });
        }
        if convention == Convention::Normal
            && let Some(game) = rules.without_entailing_moves(position)
        {
            self.memory.keep_last_plain(game.rules());
            return game.outcome(self, convention, budget);
        }
        if let Some(found) = rules.entailed(position, budget) {
            if convention == Convention::Misere {
                let outcome = rules.entailed_misere(position, budget);
                return outcome.ok_or_else(|| no_misere(rules.name()))?;
            }
            return Ok(found?.outcome());
        }
        let class = rules.class();
        if class.loopy {
            return self.loopy_outcome(rules, position, convention, budget);
        }
        if class.is_impartial() && convention == Convention::Normal {
            let lost = self.is_lost(rules, position, budget)?;
            return Ok(if lost { Outcome::P } else { Outcome::N });
        }
        let positions = [(position.clone(), Negated::No)];
        let sum = Searched { positions: &positions, values: &[], convention };
        self.outcome_of_sum(|first| self.winners(rules, &sum, first, budget))
    }

    /// The outcome, given `winners`, which finds who wins when either player begins.
    pub(crate) fn outcome_of_sum(
        &self,
        winners: impl Fn(&[Player]) -> Result<Vec<Player>>,
    ) -> Result<Outcome> {
        let left = winners(&[Player::Left])?[0];
        let right = winners(&[Player::Right]).map_err(|error| match error {
            RuleError::Exhausted(exhausted) => RuleError::Unfinished {
                exhausted,
                known: if left == Player::Left {
                    "Left wins moving first, so the outcome is N or L".to_owned()
                } else {
                    "Left loses moving first, so the outcome is P or R".to_owned()
                },
            },
            other => other,
        })?[0];
        Ok(Outcome::from_winners(Some(left), Some(right)))
    }

    /// Who wins the sum of positions and of values when each of the players in `first` begins, by
    /// search.
    ///
    /// The rules are loop-free and without entailing moves.
    pub(crate) fn winners<R: Ruleset + ?Sized>(
        &self,
        rules: &R,
        sum: &Searched<'_, R::Position>,
        first: &[Player],
        budget: &Budget,
    ) -> Result<Vec<Player>> {
        let winner_of = |wins: bool, first: Player| if wins { first } else { first.opponent() };
        let misere = misere_search::is_for(rules, sum.convention);
        if misere
            && let Some(wins) =
                self.misere_search(rules, budget, |search| search.wins(sum.positions))?
        {
            return Ok(first.iter().map(|&first| winner_of(wins, first)).collect());
        }
        let table = self.table::<Of<R, Short<'static>>, _, _>(kind_of(rules));
        let shared_search = (self.settings.threads > 1).then(SharedSearch::new);
        let wins = |first: Player| {
            let mut search = self.search_outcome(rules, sum.convention, &table, budget);
            if let Some(shared_search) = &shared_search {
                search = search.sharing(shared_search);
            }
            search.wins_sum(sum, first)
        };
        let wins = &wins;
        let winner = |&first: &Player| {
            if let Some(shared_search) = &shared_search {
                shared_search.ask_another();
            }
            let wins = std::thread::scope(|scope| {
                let others: Vec<_> =
                    (1..self.settings.threads).map(|_| scope.spawn(move || wins(first))).collect();
                let mut found = wins(first);
                for other in others {
                    match other.join() {
                        Ok(other) => found = found.or(other),
                        Err(panic) => std::panic::resume_unwind(panic),
                    }
                }
                found
            })?;
            if misere {
                self.misere_search(rules, budget, |search| search.learn_sum(sum.positions, wins))?;
            }
            Ok(winner_of(wins, first))
        };
        first.iter().map(winner).collect()
    }

    /// Does something with the search for who wins in misère play. The rules are impartial, and those
    /// of [`Engine::winners`].
    pub(crate) fn misere_search<R: Ruleset + ?Sized, T>(
        &self,
        rules: &R,
        budget: &Budget,
        with: impl FnOnce(&mut MisereSearch<'_, R>) -> Result<T>,
    ) -> Result<T> {
        let kind = kind_of(rules);
        let table = self.table::<Of<R, SmallForms<'static>>, _, _>(kind.clone());
        // Other settings give other symmetries and parts.
        let kind = format!("{kind} {:?}", self.uses());
        let shared = self.kept::<MisereOf<R>, MisereTable<R::Position>>(kind, MisereTable::new);
        let forms = [(); 2].map(|()| SmallForms::new(self.forms().worker(budget)));
        let bytes = self.search_bytes(budget) / 2;
        let mut search =
            MisereSearch::new(rules, self.uses(), &table, shared, forms, (budget, bytes))?;
        with(&mut search)
    }

    /// Who wins the sum when `first` begins, with a strategy. The conditions of [`Engine::winners`]
    /// hold.
    pub(crate) fn strategy<R: Ruleset + ?Sized>(
        &self,
        rules: &R,
        sum: &Searched<'_, R::Position>,
        first: Player,
        most_moves: u32,
        budget: &Budget,
    ) -> Result<(Player, StrategyRows)> {
        if let Some(nimber) = self.nimber_beside(rules, sum, budget) {
            let (wins, couples) = self.couples(rules, sum, nimber, budget)?;
            let winner = if wins { first } else { first.opponent() };
            return Ok((winner, StrategyRows { couples, ..StrategyRows::default() }));
        }
        if let Some((wins, boards)) = self.boards(rules, sum, first, budget)? {
            let winner = if wins { first } else { first.opponent() };
            return Ok((winner, StrategyRows { boards, ..StrategyRows::default() }));
        }
        let table = self.table::<Of<R, Short<'static>>, _, _>(kind_of(rules));
        let mut search = self.search_outcome(rules, sum.convention, &table, budget);
        search.strategy(sum, first, most_moves)
    }

    /// Whether `first` wins a position and an integer, and boards that show it, by a new search of the
    /// ruleset's own. They depend neither on what was asked before nor on other settings than its room.
    fn boards<R: Ruleset + ?Sized>(
        &self,
        rules: &R,
        sum: &Searched<'_, R::Position>,
        first: Player,
        budget: &Budget,
    ) -> Result<Option<(bool, crate::BoardRows)>> {
        let ([(position, Negated::No)], Convention::Normal) = (sum.positions, sum.convention)
        else {
            return Ok(None);
        };
        let mut worker = self.universe.worker(budget);
        let mut integer = 0_i64;
        for &id in sum.values {
            let value = worker.as_integer(id).and_then(|value| i64::try_from(value).ok());
            let Some(all) = value.and_then(|value| integer.checked_add(value)) else {
                return Ok(None);
            };
            integer = all;
        }
        match rules.winner_search(self.settings.table_bytes) {
            Some(mut own) => own.strategy(position, integer, first, &mut budget.ticker()),
            None => Ok(None),
        }
    }

    /// The sum of the values beside positions of an impartial game in normal play, if it is a nimber.
    fn nimber_beside<R: Ruleset + ?Sized>(
        &self,
        rules: &R,
        sum: &Searched<'_, R::Position>,
        budget: &Budget,
    ) -> Option<GrundyValue> {
        if sum.convention == Convention::Misere || !rules.class().is_impartial() {
            return None;
        }
        let mut worker = self.universe.worker(budget);
        sum.values.iter().try_fold(0, |sum, &id| Some(sum ^ worker.as_nimber(id)?))
    }

    /// Whether the player to move wins a sum of positions and a nimber, and couples that show it.
    ///
    /// They depend neither on what was asked before nor on the settings.
    fn couples<R: Ruleset + ?Sized>(
        &self,
        rules: &R,
        sum: &Searched<'_, R::Position>,
        nimber: GrundyValue,
        budget: &Budget,
    ) -> Result<(bool, Vec<(String, GrundyValue)>)> {
        let table_bytes = self.settings.table_bytes;
        let engine = Engine::new(self.universe, Settings { table_bytes, ..Settings::default() });
        let positions: Vec<_> = sum.positions.iter().map(|(at, _)| at.clone()).collect();
        for position in &positions {
            if positions.len() > 1 || nimber != 0 {
                engine.grundy(rules, position, budget)?;
            } else if engine.by_theorem(rules, position, budget)?.is_none() {
                engine.is_lost(rules, position, budget)?;
            }
        }
        let table = engine.table::<Of<R, Grundy>, _, _>(kind_of(rules));
        let (_, mut search) = engine.impartial_searches(rules, &table, budget);
        let Some((wins, couples)) = finished(search.couples(&positions, nimber))? else {
            unreachable!("the search is not given up")
        };
        let couples = couples.into_iter().map(|(part, value)| (search.spell(part), value));
        Ok((wins, couples.collect()))
    }

    /// The memory for what a search finds: that of the settings, or half of the memory that is left if
    /// this is more.
    pub(super) fn search_bytes(&self, budget: &Budget) -> u64 {
        self.settings.table_bytes.max(budget.bytes_left().unwrap_or_default() / 2)
    }

    /// The search for who wins, which resumes from what was found before.
    pub(crate) fn search_outcome<'s, R: Ruleset + ?Sized>(
        &'s self,
        rules: &'s R,
        convention: Convention,
        table: &'s Table<R::Position, Signed<Id>>,
        budget: &Budget,
    ) -> OutcomeSearch<'s, R> {
        let kind = kind_of(rules);
        let shared = match convention {
            Convention::Normal => self.searched::<OutcomeOf<R, false>, _>(kind),
            Convention::Misere => self.searched::<OutcomeOf<R, true>, _>(kind),
        };
        let bytes = self.search_bytes(budget) / self.settings.threads.max(1) as u64;
        OutcomeSearch::new(
            rules,
            convention,
            self.uses(),
            shared,
            table,
            self.universe,
            (budget, bytes),
        )
    }

    /// What searches for who wins have found, for a ruleset with these parameters.
    fn searched<Kind: 'static, P: crate::Position>(&self, parameters: String) -> Shared<P> {
        // Other settings give other symmetries and parts.
        let parameters = format!("{parameters} {:?}", self.uses());
        let most = self.settings.threads.max(1);
        self.kept::<Kind, _>(parameters, || TablePool::<P>::new(most))
    }

    /// What is kept under these parameters.
    fn kept<Kind: 'static, T: Send + 'static>(
        &self,
        parameters: String,
        new: impl FnOnce() -> T,
    ) -> Arc<Mutex<T>> {
        let mut memory = self.memory.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || -> Arc<dyn Any + Send + Sync> { Arc::new(Mutex::new(new())) };
        let shared = memory.1.entry((TypeId::of::<Kind>(), parameters)).or_insert_with(new).clone();
        match shared.downcast() {
            Ok(shared) => shared,
            Err(_) => unreachable!("a kind of table has one type"),
        }
    }

    fn loopy_outcome<R: Ruleset + ?Sized>(
        &self,
        rules: &R,
        position: &R::Position,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Outcome> {
        if rules.class().is_impartial()
            && let Some(found) =
                forward::result(rules, position, convention, self.settings.symmetry, budget)?
        {
            return Ok(match found {
                Ordering::Less => Outcome::P,
                Ordering::Equal => Outcome::D,
                Ordering::Greater => Outcome::N,
            });
        }
        let graph = explicit(rules, position, budget)?;
        let run = solve_coloured(&graph, convention, self.settings.threads, budget)?;
        let solution = run.complete()?;
        let result = |player| solution.result(0, player).and_then(|result| result.winner(player));
        Ok(Outcome::from_winners(result(Player::Left), result(Player::Right)))
    }
}

#[cfg(test)]
mod tests {
    use upstar_values::Universe;

    use super::*;
    use crate::couples::tests::Pins;
    use crate::{Class, Game, Options, Rules};

    /// A game without moves. `None` stands for it with entailing moves, and each number for it without.
    struct Still(Option<u32>);

    impl Ruleset for Still {
        type Position = Pins;

        fn name(&self) -> &str {
            "still"
        }

        fn class(&self) -> Class {
            if self.0.is_none() { Class::ENTAILING } else { Class::IMPARTIAL }
        }

        fn parameters(&self) -> String {
            format!("{:?}", self.0)
        }

        fn options(&self, _: &Pins, _: Player, _: &mut Options<Pins>) -> Result {
            Ok(())
        }

        fn without_entailing_moves(&self, pins: &Pins) -> Option<Game> {
            self.0.is_none().then(|| Rules::new(Still(Some(pins.0[0]))).at(pins.clone()))
        }
    }

    #[test]
    fn rules_without_entailing_moves_leave_one_table() {
        let universe = Universe::new();
        let engine = Engine::new(&universe, Settings::default());
        for pins in [0, 1, 2, 2] {
            let (rules, budget) = (Still(None), Budget::unlimited());
            let found = engine.outcome(&rules, &Pins(vec![pins]), Convention::Normal, &budget);
            assert!(matches!(found, Ok(Outcome::P)));
            let tables = &engine.memory.tables.lock().unwrap().1;
            let kept: Vec<&str> = tables.keys().map(|(_, parameters)| &parameters[..]).collect();
            assert_eq!(kept, [format!("still Some({pins})")]);
        }
    }

    /// A budget with little memory makes no table smaller: it ends their growth when it is used up.
    #[test]
    fn searches_may_take_half_of_the_memory() {
        let universe = Universe::new();
        let engine = Engine::new(&universe, Settings::default());
        let usual = engine.settings().table_bytes;
        assert_eq!(engine.search_bytes(&Budget::unlimited()), usual);
        for (bytes, expected) in [(1 << 20, usual), (usual, usual), (1 << 36, 1 << 35)] {
            assert_eq!(engine.search_bytes(&Budget::unlimited().with_bytes(bytes)), expected);
        }
    }
}
