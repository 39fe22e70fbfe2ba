//! Games solved tier by tier. Every worker keeps its part of each tier in its own store.
//!
//! Positions are distributed by their numbers or, without numbers, by their keys ([`Partitioner`]).
//! Results of moves into lower tiers are requested from the workers that have them. Within the
//! tier, a worker that decides a position notifies its predecessors on all workers. One tier is in
//! memory at a time.

mod label;
mod positions;
mod search;
mod table;

use std::path::PathBuf;
use std::sync::Arc;

use upstar_core::{Budget, Player};
use upstar_engine::{
    Game, Partitioner, PositionResult, RuleError, SolveOptions, TierFacts, TierStore,
};

use crate::Result;
use crate::batch::{halves, joined};
use crate::cluster::Cluster;
use crate::error::ClusterError;
use crate::graph::{LongestWin, pack_bytes, unpack_bytes};
use crate::rounds::Rounds;

/// The store of a worker for its part of solved tiers.
pub type PartStore = Box<dyn TierStore + Send>;

/// Opens the store of a part, given its number and the number of parts. Returns an error message on
/// failure.
pub type OpenPart = dyn Fn(usize, usize) -> Result<PartStore, String> + Send + Sync;

/// A question about a game.
#[derive(Clone)]
pub struct TierQuestion {
    game: Game,
    options: SolveOptions,
    output: Option<PathBuf>,
    keeps_moves: bool,
    open: Arc<OpenPart>,
}

impl TierQuestion {
    /// The question for the outcomes of all positions reachable from a game, with stores for the
    /// parts. The threads are those of the cluster, and tiers are always solved one after another.
    pub fn new(
        game: Game,
        options: SolveOptions,
        open: impl Fn(usize, usize) -> Result<PartStore, String> + Send + Sync + 'static,
    ) -> TierQuestion {
        let options = SolveOptions { tiers: true, ..options.of(&game) };
        TierQuestion { game, options, output: None, keeps_moves: true, open: Arc::new(open) }
    }

    /// The same with a table of all positions in a folder.
    #[must_use]
    pub fn with_output(mut self, folder: impl Into<PathBuf>) -> TierQuestion {
        self.output = Some(folder.into());
        self
    }

    /// The same without stored moves: they are generated again for each number of moves. This also
    /// happens when the memory of a budget is too small for them.
    #[must_use]
    pub fn without_moves(mut self) -> TierQuestion {
        self.keeps_moves = false;
        self
    }
}

/// The results for all positions of a game. Every process has the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterTiers {
    /// The tiers, the lowest first. The longest win is reported without the number of its position.
    pub tiers: Vec<TierFacts>,
    /// The longest win. Of several, the one in the lowest tier, and there the one with the least
    /// number or key.
    pub longest_win: Option<LongestWin>,
    /// The result of the game for each of its [movers](Game::movers).
    pub starts: Vec<PositionResult>,
    /// Whether the ruleset numbers its positions.
    pub numbered: bool,
}

/// The outcome and remoteness of every position reachable from a game: the answer of
/// [`Game::solve`], computed by all workers of a cluster together. Every process makes this call.
///
/// Tiers that are in the stores of all workers are not solved again. The memory is that of the
/// largest tier, divided among the workers, plus 6 bytes for each move within it if the ruleset
/// gives no predecessors (18 while moves are generated). If the budget has no memory for them,
/// moves are generated again for each number of moves.
///
/// # Errors
/// [`ClusterError`]: all processes end with the same error.
pub fn solve_tiers(
    cluster: Cluster,
    question: &TierQuestion,
    budget: &Budget,
) -> Result<ClusterTiers> {
    let question = question.clone();
    cluster.run(budget, move |rounds| work(&question, rounds))
}

/// The data that all steps of a worker need.
struct Context<'q> {
    game: &'q Game,
    options: SolveOptions,
    deal: Partitioner,
    part: usize,
    /// The tiers with their numbers of positions. After a search, these are the numbers of this
    /// part.
    tiers: Vec<(u64, u64)>,
    numbered: bool,
    keeps_moves: bool,
    budget: Budget,
}

impl Context<'_> {
    fn error(&self, error: RuleError) -> ClusterError {
        rule_error(self.game, error)
    }

    /// The index of a tier in the list.
    fn index(&self, tier: u64) -> Result<u32> {
        let found = self.tiers.binary_search_by_key(&tier, |&(tier, _)| tier);
        found.map(|index| index as u32).map_err(|_| self.nowhere())
    }

    fn nowhere(&self) -> ClusterError {
        self.wrong("a move leads to a position that is in no tier")
    }

    fn wrong(&self, message: impl ToString) -> ClusterError {
        ClusterError::Graph { graph: self.game.text(), message: message.to_string() }
    }
}

fn rule_error(game: &Game, error: RuleError) -> ClusterError {
    match error {
        RuleError::Exhausted(exhausted) => exhausted.into(),
        error => ClusterError::Graph { graph: game.text(), message: error.to_string() },
    }
}

fn work(question: &TierQuestion, rounds: &mut Rounds) -> Result<ClusterTiers> {
    let TierQuestion { game, options, output, keeps_moves, open } = question;
    if let Some(folder) = output {
        crate::graph::table::prepare(folder, rounds)?;
    }
    let (part, parts) = (rounds.index(), rounds.peers());
    let wrong = |message| ClusterError::Graph { graph: game.text(), message };
    let mut store = open(part, parts).map_err(wrong)?;
    let mut context = Context {
        game,
        options: *options,
        deal: Partitioner::to(parts),
        part,
        tiers: Vec::new(),
        numbered: false,
        keeps_moves: *keeps_moves,
        budget: rounds.budget().clone(),
    };
    match game.tiers().filter(|_| options.numbers) {
        Some(tiers) => {
            context.numbered = true;
            context.tiers = tiers;
        }
        None => context.tiers = search::search(&context, &mut store, rounds)?,
    }
    // Tiers that all workers have are skipped.
    let has = |&(tier, _): &(u64, u64)| u64::from(store.facts(tier).is_some());
    let have: Vec<u64> = context.tiers.iter().map(has).collect();
    let said = rounds.finish(&have, &mut |_| Ok(()))?;
    for index in 0..context.tiers.len() {
        if said.sum(index) < parts as u64 {
            let marks = label::label(&context, index, &store, rounds)?;
            let (facts, values) =
                (marks.facts(context.tiers[index].0), marks.values(options.convention));
            drop(marks);
            store.keep(facts, values).map_err(|error| context.wrong(error))?;
        }
    }
    if let Some(folder) = output {
        table::write(folder, &context, &store, rounds)?;
    }
    let (tiers, longest_win) = facts(&context, &store, rounds)?;
    let starts = starts(&context, &store, rounds)?;
    Ok(ClusterTiers { tiers, longest_win, starts, numbered: context.numbered })
}

/// The position of the longest win: its number, or its key.
const LONGEST: u32 = 0;

/// The results of all parts of all tiers.
fn facts(
    context: &Context<'_>,
    store: &PartStore,
    rounds: &mut Rounds,
) -> Result<(Vec<TierFacts>, Option<LongestWin>)> {
    const EACH: usize = 5;
    let own = |&(tier, _): &(u64, u64)| store.facts(tier).unwrap_or_default();
    let own: Vec<TierFacts> = context.tiers.iter().map(own).collect();
    let say = |facts: &TierFacts| {
        let longest = facts.longest.map_or(0, |(moves, _)| u64::from(moves) + 1);
        [facts.size, facts.wins, facts.losses, facts.draws, longest]
    };
    let said = rounds.finish(&own.iter().flat_map(say).collect::<Vec<u64>>(), &mut |_| Ok(()))?;
    let mut all = Vec::new();
    for (index, &(tier, _)) in context.tiers.iter().enumerate() {
        let longest = said.0.iter().map(|said| said[EACH * index + 4]).max().unwrap_or(0);
        all.push(TierFacts {
            tier,
            size: said.sum(EACH * index),
            wins: said.sum(EACH * index + 1),
            losses: said.sum(EACH * index + 2),
            draws: said.sum(EACH * index + 3),
            longest: longest.checked_sub(1).map(|moves| (moves as u32, 0)),
        });
    }
    let longest = all.iter().enumerate().filter_map(|(at, facts)| Some((facts.longest?.0, at)));
    let longest = longest.max_by_key(|&(moves, at)| (moves, std::cmp::Reverse(at)));
    let longest = longest.filter(|_| store.has_remoteness());
    if let Some((moves, index)) = longest
        && let Some((_, place)) = own[index].longest.filter(|&(own, _)| own == moves)
    {
        let mut words = halves(context.deal.number(context.part, place)).to_vec();
        let mut key = Vec::new();
        if !context.numbered {
            let keys = store.positions(context.tiers[index].0);
            key = keys.map_err(|error| context.wrong(error))?.get(place).to_vec();
        }
        pack_bytes(&key, &mut words);
        for to in 0..rounds.peers() {
            rounds.send(to, LONGEST, words.clone());
        }
    }
    let mut best: Option<(Vec<u8>, u64)> = None;
    rounds.finish(&[], &mut |batch| {
        let (&[low, high, length], words) =
            batch.words.split_first_chunk().expect("a win has a head");
        let number = if context.numbered { joined(low, high) } else { 0 };
        let found = (unpack_bytes(words, length as usize), number);
        if best.as_ref().is_none_or(|best| found < *best) {
            best = Some(found);
        }
        Ok(())
    })?;
    let (Some((moves, index)), Some((key, number))) = (longest, best) else {
        return Ok((all, None));
    };
    let (game, mover) = match context.numbered {
        true => {
            context.game.unrank(context.tiers[index].0, number).ok_or_else(|| context.nowhere())
        }
        false => context.game.of_key(&key).map_err(|error| context.error(error)),
    }?;
    let mover = (!context.game.class().is_impartial()).then_some(mover);
    Ok((all, Some(LongestWin { vertex: game.position_text(), mover, remoteness: moves })))
}

/// The stored result of a position, as a number.
fn code(verdict: Option<PositionResult>) -> u64 {
    match verdict {
        None => 0,
        Some(PositionResult::Draw) => 1,
        Some(PositionResult::Win(moves)) => 2 + 2 * u64::from(moves),
        Some(PositionResult::Loss(moves)) => 3 + 2 * u64::from(moves),
    }
}

fn decode(code: u64) -> Option<PositionResult> {
    match code {
        0 => None,
        1 => Some(PositionResult::Draw),
        _ if code.is_multiple_of(2) => Some(PositionResult::Win((code / 2 - 1) as u32)),
        _ => Some(PositionResult::Loss((code / 2 - 1) as u32)),
    }
}

/// The result of the game itself, from the owners of its positions.
fn starts(
    context: &Context<'_>,
    store: &PartStore,
    rounds: &mut Rounds,
) -> Result<Vec<PositionResult>> {
    let (game, tier) = (context.game, context.game.tier());
    let look = |mover: Player| {
        let place = if context.numbered {
            let number = game.rank(mover).ok_or("a game without a number")?;
            let (part, place) = context.deal.place(number);
            (part == context.part).then_some(place)
        } else {
            let key = game.key(mover);
            match context.deal.part_of(&key) == context.part {
                true => store.find(tier, &key)?,
                false => None,
            }
        };
        place.map_or(Ok(None), |place| store.verdict(tier, place))
    };
    let mut say = Vec::new();
    let movers = game.movers(context.options.first);
    for &mover in &movers {
        say.push(code(look(mover).map_err(|error| context.wrong(error))?));
    }
    let said = rounds.finish(&say, &mut |_| Ok(()))?;
    let lost = || ClusterError::Internal("the position to begin with was lost".to_owned());
    (0..movers.len()).map(|at| decode(said.sum(at)).ok_or_else(lost)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_numbers() {
        let far = u32::MAX;
        for verdict in [
            PositionResult::Draw,
            PositionResult::Win(0),
            PositionResult::Loss(0),
            PositionResult::Win(far),
        ] {
            assert_eq!(decode(code(Some(verdict))), Some(verdict));
        }
        assert_eq!((code(None), decode(0)), (0, None));
    }
}
