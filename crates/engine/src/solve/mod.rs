//! Games solved position by position, without storing a graph.
//!
//! All reachable positions are found, with a result and a number of moves for each, tier by tier
//! ([`Ruleset::tier`](crate::Ruleset::tier)): one tier is in memory at a time, and positions in
//! lower tiers are looked up in a [`TierStore`]. Where the ruleset has a perfect index
//! ([`Ruleset::rank`](crate::Ruleset::rank)) positions are not kept at all; elsewhere they are
//! found by search and kept as sorted keys. No arc out of a tier is kept, and within a tier none
//! where the ruleset gives predecessors ([`Ruleset::unmoves`](crate::Ruleset::unmoves)).

mod asking;
mod keys;
mod label;
mod labels;
mod parts;
mod space;
mod store;
mod threads;

use std::cmp::Ordering;
use std::collections::BTreeMap;

use upstar_core::arcs::MoveResult;
use upstar_core::{Budget, Convention, Player, Ticker};

use crate::{Game, Options, Result, RuleError, Ruleset};
use asking::Asking;
pub use asking::TierMoves;
pub use keys::{KeyTable, Keys};
use keys::{key_of, position_of};
use label::label;
pub use labels::Labels;
pub use parts::{PartitionedTiers, Partitioner};
use space::{Numbered, Searched, Space};
pub use store::{MemoryTiers, TierStore, TierValues};
use threads::each;

/// The result of a position for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PositionResult {
    /// Nobody wins.
    Draw,
    /// The player to move wins, in that many moves of both: the winner hurries, the loser delays.
    Win(u32),
    /// The player to move loses, in that many moves of both.
    Loss(u32),
}

impl PositionResult {
    /// The number of moves to the end; none in a draw.
    #[must_use]
    pub fn remoteness(self) -> Option<u32> {
        match self {
            PositionResult::Draw => None,
            PositionResult::Win(moves) | PositionResult::Loss(moves) => Some(moves),
        }
    }

    /// The result for the player to move, without the number of moves.
    #[must_use]
    pub fn result(self) -> MoveResult {
        match self {
            PositionResult::Draw => MoveResult::Draw,
            PositionResult::Win(_) => MoveResult::Win,
            PositionResult::Loss(_) => MoveResult::Loss,
        }
    }

    /// Who wins, if `mover` is to move; none in a draw.
    #[must_use]
    pub fn winner(self, mover: Player) -> Option<Player> {
        self.result().winner(mover)
    }
}

/// Options for solving a game. None changes a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveOptions {
    /// Whether a player without a move loses or wins.
    pub convention: Convention,
    /// Who makes the first move; `None` for either, in games in which that matters. Where positions
    /// have numbers all of them are solved, whoever is to move.
    pub first: Option<Player>,
    /// Whether tiers are taken one after another.
    pub tiers: bool,
    /// Whether the numbers that the ruleset gives its positions are used.
    pub numbers: bool,
    /// How many threads ask the rules for moves; 0 is one.
    pub threads: usize,
}

impl Default for SolveOptions {
    fn default() -> Self {
        SolveOptions {
            convention: Convention::Normal,
            first: None,
            tiers: true,
            numbers: true,
            threads: 1,
        }
    }
}

impl SolveOptions {
    /// The same by the convention of the rules of a game, if they say one.
    #[must_use]
    pub fn of(self, game: &Game) -> SolveOptions {
        SolveOptions { convention: game.convention(self.convention), ..self }
    }
}

/// The results of a tier.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TierFacts {
    /// The measure of its positions.
    pub tier: u64,
    /// How many numbers it has; those that stand for no position are counted here alone.
    pub size: u64,
    /// Positions that the player to move wins.
    pub wins: u64,
    /// Positions that the player to move loses.
    pub losses: u64,
    /// Drawn positions.
    pub draws: u64,
    /// The longest win: its remoteness, and the least number of a position that has it.
    pub longest: Option<(u32, u64)>,
}

impl TierFacts {
    /// The number of positions of the tier.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.wins + self.losses + self.draws
    }
}

/// The resources that solving a game will need; see [`Game::solve_needs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveNeeds {
    /// The number of tiers.
    pub tiers: u64,
    /// How many numbers all of them have.
    pub positions: u64,
    /// The most bytes of memory for a tier at work, without what is kept of others.
    pub memory: u64,
    /// The most bytes that the results take, before they are compressed.
    pub kept: u64,
}

/// Bytes for a position of the current tier: the label, the counter of options, and the result.
pub(crate) const BYTES_A_POSITION: u64 = 4 + 2 + 1;

/// The movers whose positions are distinguished.
fn movers(class: crate::Class, first: Option<Player>) -> Vec<Player> {
    match (class.is_impartial(), first) {
        (true, _) => vec![Player::Left],
        (false, Some(first)) => vec![first],
        (false, None) => Player::BOTH.to_vec(),
    }
}

/// See [`Game::solve`].
pub(crate) fn solve<R: Ruleset + ?Sized>(
    rules: &R,
    start: &R::Position,
    options: SolveOptions,
    store: &mut dyn TierStore,
    budget: &Budget,
) -> Result {
    if options.numbers
        && options.tiers
        && let Some(tiers) = rules.tiers(start)
    {
        return solve_numbered(rules, &tiers, options, store, budget);
    }
    let tiers = match store.found() {
        Some(tiers) => tiers,
        None => {
            let mut seen = 0;
            let found = search(rules, start, options, store, budget, &mut seen);
            found.map_err(|error| match error {
                RuleError::Exhausted(exhausted) => RuleError::Unfinished {
                    exhausted,
                    known: format!("{seen} positions were found, and none is solved"),
                },
                error => error,
            })?
        }
    };
    for &(tier, _) in &tiers {
        if store.facts(tier).is_some() {
            continue;
        }
        // Small tiers are over before their own look at it.
        budget.check()?;
        let keys = KeyTable::of(store.positions(tier).map_err(RuleError::Store)?, budget)?;
        let (labels, _lease) = {
            let (keys, store) = (&keys, &*store);
            let space = |_| -> Box<dyn Space + '_> {
                Box::new(Searched { rules, tiers: options.tiers, tier, keys, store })
            };
            let mut spaces: Vec<_> = (0..options.threads.max(1)).map(space).collect();
            label(&mut spaces, options.convention, budget)?
        };
        store
            .keep(labels.facts(tier), labels.values(options.convention))
            .map_err(RuleError::Store)?;
    }
    Ok(())
}

fn solve_numbered<R: Ruleset + ?Sized>(
    rules: &R,
    tiers: &[(u64, u64)],
    options: SolveOptions,
    store: &mut dyn TierStore,
    budget: &Budget,
) -> Result {
    for &(tier, size) in tiers {
        if store.facts(tier).is_some() {
            continue;
        }
        // Small tiers are over before their own look at it.
        budget.check()?;
        let (labels, _lease) = {
            let store = &*store;
            let space =
                |_| -> Box<dyn Space + '_> { Box::new(Numbered::new(rules, tier, size, store)) };
            let mut spaces: Vec<_> = (0..options.threads.max(1)).map(space).collect();
            label(&mut spaces, options.convention, budget)?
        };
        let values = labels.values(options.convention);
        store.keep(labels.facts(tier), values).map_err(RuleError::Store)?;
    }
    Ok(())
}

/// Finds all positions that can be reached, from the highest tier down: what is found below waits
/// there, and a tier that is whole is handed to the store. `seen` counts them.
fn search<R: Ruleset + ?Sized>(
    rules: &R,
    start: &R::Position,
    options: SolveOptions,
    store: &mut dyn TierStore,
    budget: &Budget,
    seen: &mut u64,
) -> Result<Vec<(u64, u64)>> {
    let class = rules.class();
    let tier_of = |position: &R::Position| if options.tiers { rules.tier(position) } else { 0 };
    let mut waiting: BTreeMap<u64, KeyTable> = BTreeMap::new();
    for player in movers(class, options.first) {
        let table = waiting.entry(tier_of(start)).or_insert_with(|| KeyTable::new(budget));
        table.insert(&key_of(rules, start, player))?;
    }
    let mut workers: Vec<Expansion<R>> =
        (0..options.threads.max(1)).map(|_| Expansion::new(budget)).collect();
    let mut found = Vec::new();
    while let Some((tier, mut here)) = waiting.pop_last() {
        let mut next = 0;
        while next < here.len() {
            // Moves are generated on all threads, and put into the tables on this one, in order.
            let end = here.len().min(next + PIECES * workers.len() as u64);
            let pieces = (next..end).step_by(PIECE).enumerate();
            each(&mut workers, pieces, |worker, (piece, first)| {
                let positions = (first..end.min(first + PIECE as u64)).map(|at| here.key(at));
                worker.expand(rules, piece, positions, &tier_of)
            })?;
            let mut lists: Vec<_> =
                workers.iter_mut().flat_map(|worker| worker.lists.drain(..)).collect();
            lists.sort_unstable_by_key(|&(piece, ..)| piece);
            for (_, tiers, keys) in lists {
                for (at, below) in tiers.into_iter().enumerate() {
                    let key = keys.get(at as u64);
                    match below.cmp(&tier) {
                        Ordering::Equal => here.insert(key)?,
                        Ordering::Less => waiting
                            .entry(below)
                            .or_insert_with(|| KeyTable::new(budget))
                            .insert(key)?,
                        Ordering::Greater => return Err(grew(rules)),
                    }
                }
            }
            next = end;
            let done: u64 = found.iter().map(|&(_, size)| size).sum();
            *seen = done + here.len() + waiting.values().map(KeyTable::len).sum::<u64>();
        }
        let keys = here.into_sorted();
        found.push((tier, keys.len()));
        store.keep_positions(tier, keys).map_err(RuleError::Store)?;
    }
    found.reverse();
    store.keep_found(&found).map_err(RuleError::Store)?;
    Ok(found)
}

/// How many positions a thread takes at a time, and how many there are between two looks at the
/// tables.
const PIECE: usize = 1 << 8;
const PIECES: u64 = 1 << 12;

/// What a thread finds: for each piece the tiers and the keys of options.
struct Expansion<R: Ruleset + ?Sized> {
    lists: Vec<(usize, Vec<u64>, Keys)>,
    options: Options<R::Position>,
    ticker: Ticker,
}

impl<R: Ruleset + ?Sized> Expansion<R> {
    fn new(budget: &Budget) -> Self {
        Expansion { lists: Vec::new(), options: Options::within(budget), ticker: budget.ticker() }
    }

    fn expand<'k>(
        &mut self,
        rules: &R,
        piece: usize,
        positions: impl Iterator<Item = &'k [u8]>,
        tier_of: &impl Fn(&R::Position) -> u64,
    ) -> Result {
        let (mut tiers, mut keys) = (Vec::new(), Keys::default());
        for key in positions {
            let (position, player) = position_of(rules, key)?;
            self.options.list(rules, &position, player)?;
            self.ticker.tick(1 + self.options.len() as u64)?;
            for option in self.options.drain(..) {
                tiers.push(tier_of(&option));
                keys.push(&key_of(rules, &option, player.opponent()));
            }
        }
        self.lists.push((piece, tiers, keys));
        Ok(())
    }
}

/// The error of a ruleset whose measure grows in a move.
fn grew<R: Ruleset + ?Sized>(rules: &R) -> RuleError {
    RuleError::NotApplicable(format!(
        "{}: a move makes the measure of its tiers larger",
        rules.name()
    ))
}

/// See [`Game::tier_moves`].
pub(crate) fn tier_moves<R: Ruleset + ?Sized>(rules: &R) -> Box<dyn TierMoves + '_> {
    Box::new(Asking::new(rules))
}

/// What the store knows of a position; see [`Game::look_up`].
pub(crate) fn look_up<R: Ruleset + ?Sized>(
    rules: &R,
    position: &R::Position,
    player: Player,
    options: SolveOptions,
    store: &dyn TierStore,
) -> Result<Option<PositionResult>> {
    let tier = if options.tiers { rules.tier(position) } else { 0 };
    if store.facts(tier).is_none() {
        return Ok(None);
    }
    let number = match rules.rank(position, player).filter(|_| store.found().is_none()) {
        Some(number) => Some(number),
        None => store.find(tier, &key_of(rules, position, player)).map_err(RuleError::Store)?,
    };
    match number {
        Some(number) => store.verdict(tier, number).map_err(RuleError::Store),
        None => Ok(None),
    }
}

impl Game {
    /// Solves all positions that can be reached, tier by tier; what is found is in the store, where
    /// [`Game::look_up`] finds it. Tiers that the store has already are not solved again, so that
    /// work that was broken off goes on.
    ///
    /// Time O(V + E) where a tier has no moves within itself or the ruleset gives predecessors, or
    /// arcs within a tier fit in memory; else a pass over the tier for each number of moves. Memory:
    /// that of the largest tier. Positions of games of two different players are distinguished by
    /// who is to move.
    ///
    /// ```
    /// use upstar_core::{Budget, Player};
    /// use upstar_engine::{MemoryTiers, PositionResult, SolveOptions};
    /// use upstar_games::parse_game;
    ///
    /// let game = parse_game("nim(1,2,3)")?;
    /// let mut tiers = MemoryTiers::default();
    /// game.solve(SolveOptions::default(), &mut tiers, &Budget::unlimited())?;
    /// let found = game.look_up(Player::Left, SolveOptions::default(), &tiers)?;
    /// assert!(matches!(found, Some(PositionResult::Loss(_))));
    /// # Ok::<(), upstar_engine::RuleError>(())
    /// ```
    ///
    /// # Errors
    /// A used-up budget (what was finished is in the store), more than 2^32 - 1 positions in a
    /// tier, or what the store fails with.
    pub fn solve(
        &self,
        options: SolveOptions,
        store: &mut dyn TierStore,
        budget: &Budget,
    ) -> Result {
        self.rules().tier_questions().solve(self.any_position(), options.of(self), store, budget)
    }

    /// What the store knows of this position with `player` to move; `None` if it is not there.
    ///
    /// # Errors
    /// What the store fails with.
    pub fn look_up(
        &self,
        player: Player,
        options: SolveOptions,
        store: &dyn TierStore,
    ) -> Result<Option<PositionResult>> {
        let player = if self.class().is_impartial() { Player::Left } else { player };
        self.rules().tier_questions().look_up(self.any_position(), player, options, store)
    }

    /// What solving the game will need, where the ruleset numbers its positions; `None` where they
    /// are to be found first.
    #[must_use]
    pub fn solve_needs(&self, options: SolveOptions) -> Option<SolveNeeds> {
        if !options.tiers || !options.numbers {
            return None;
        }
        let tiers = self.rules().tiers(self.any_position())?;
        let positions = tiers.iter().fold(0u64, |sum, &(_, size)| sum.saturating_add(size));
        let largest = tiers.iter().map(|&(_, size)| size).max().unwrap_or(0);
        Some(SolveNeeds {
            tiers: tiers.len() as u64,
            positions,
            memory: largest.saturating_mul(BYTES_A_POSITION),
            kept: positions,
        })
    }

    /// The tiers of what can be reached, where the ruleset numbers its positions; see
    /// [`Ruleset::tiers`](crate::Ruleset::tiers).
    #[must_use]
    pub fn tiers(&self) -> Option<Vec<(u64, u64)>> {
        self.rules().tiers(self.any_position())
    }

    /// What tells where moves lead from positions by their numbers or keys; each thread has one of its
    /// own.
    #[must_use]
    pub fn tier_moves(&self) -> Box<dyn TierMoves + '_> {
        self.rules().tier_questions().tier_moves()
    }

    /// The measure of this position; see [`Ruleset::tier`](crate::Ruleset::tier).
    #[must_use]
    pub fn tier(&self) -> u64 {
        self.rules().tier(self.any_position())
    }

    /// The number of this position in its tier, with `player` to move; see
    /// [`Ruleset::rank`](crate::Ruleset::rank).
    #[must_use]
    pub fn rank(&self, player: Player) -> Option<u64> {
        self.rules().rank(self.any_position(), player)
    }

    /// Whose positions are distinguished when this game is solved: one player's, where it makes no
    /// difference who moves or it is said who moves first.
    #[must_use]
    pub fn movers(&self, first: Option<Player>) -> Vec<Player> {
        movers(self.class(), first)
    }

    /// The position with a number in a tier, and who is to move there; see
    /// [`Ruleset::unrank`](crate::Ruleset::unrank).
    #[must_use]
    pub fn unrank(&self, tier: u64, number: u64) -> Option<(Game, Player)> {
        let (position, player) = self.rules().unrank(tier, number)?;
        Some((self.beside(position), player))
    }

    /// The key of this position with `player` to move: [`Game::of_key`] reads it.
    #[must_use]
    pub fn key(&self, player: Player) -> Vec<u8> {
        key_of(&**self.rules(), self.any_position(), player)
    }

    /// The position of a key of [`TierStore::positions`], and who is to move there.
    ///
    /// # Errors
    /// [`RuleError::Store`] if it is no key of a position of these rules.
    pub fn of_key(&self, key: &[u8]) -> Result<(Game, Player)> {
        let (position, player) = position_of(&**self.rules(), key)?;
        Ok((self.beside(position), player))
    }
}
