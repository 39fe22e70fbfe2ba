//! Several threads that search the same sum.
//!
//! Each thread searches on its own, with numbers of its own for parts. They share the outcomes of
//! sums that take long to search, identified by the positions themselves, and which sums are being
//! searched: when the first move does not win, a thread takes a move that no other thread has
//! taken. This changes the order of the work but no answer.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use hashbrown::{HashMap, HashTable};
use upstar_values::Id;

use super::parts::Summand;
use super::{Child, Frame, OutcomeSearch};
use crate::Ruleset;

/// Sums in which both players together have fewer moves are not shared.
const LEAST_MOVES: u64 = 20;
/// The number of states between two looks at the results of the other threads.
const PATIENCE: u32 = 64;
/// The number of moves among which a thread looks for one that no other thread is searching.
const MOST_LOOKED_AT: usize = 8;
const SHARDS: usize = 64;
/// The maximum number of sums in one shard.
const MOST_KNOWN: usize = 1 << 16;

/// A sum: its parts, each with whether Left and Right are exchanged, and its value.
type Whole<P> = (Vec<(Summand<P>, bool)>, Id);

/// The results in one shard.
struct Shard<P> {
    known: HashTable<(u64, Whole<P>, bool)>,
    /// The number of threads that search sums with this hash. It only affects the order of the
    /// work.
    under_way: HashMap<u64, u32>,
}

/// The results that threads share.
pub(crate) struct SharedSearch<P> {
    /// Sums with fewer moves are not shared.
    least_moves: u64,
    shards: Vec<Mutex<Shard<P>>>,
    /// Whether the question is answered: 0 not yet, 1 lost, 2 won.
    answer: AtomicU8,
}

impl<P: crate::Position> SharedSearch<P> {
    pub(crate) fn new() -> Self {
        Self::about(LEAST_MOVES)
    }

    /// The same for sums with at least this many moves.
    fn about(least_moves: u64) -> Self {
        let shard = || Mutex::new(Shard { known: HashTable::new(), under_way: HashMap::new() });
        SharedSearch {
            least_moves,
            shards: std::iter::repeat_with(shard).take(SHARDS).collect(),
            answer: AtomicU8::new(0),
        }
    }

    /// Begins the next question; results for sums are kept.
    pub(crate) fn ask_another(&self) {
        self.answer.store(0, Ordering::Relaxed);
    }

    pub(super) fn answer(&self) -> Option<bool> {
        match self.answer.load(Ordering::Relaxed) {
            0 => None,
            answer => Some(answer == 2),
        }
    }

    pub(super) fn set_answer(&self, wins: bool) {
        self.answer.store(1 + u8::from(wins), Ordering::Relaxed);
    }

    fn shard(&self, hash: u64) -> MutexGuard<'_, Shard<P>> {
        self.shards[(hash >> 40) as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<R: Ruleset + ?Sized> OutcomeSearch<'_, R> {
    /// A hash of a state by its positions, if it is one that threads share.
    pub(super) fn shared_hash(&self, state: &[u32]) -> Option<u64> {
        let least_moves = self.shared_search?.least_moves;
        let (&value, parts) = state.split_last()?;
        let (mut moves, mut hash) = (0, 0_u64);
        for &signed in parts {
            let part = self.known.parts.get(signed >> 1);
            moves += part.mobility.iter().map(|&count| u64::from(count)).sum::<u64>();
            // The order of the summands does not matter.
            let sign = 2 * u64::from(signed & 1) + 1;
            hash = hash.wrapping_add((part.hash ^ part.hash >> 29).wrapping_mul(sign << 32 | 5));
        }
        let value = self.known.states.hash_value(self.known.values.id(value));
        (moves >= least_moves).then(|| hash.wrapping_add(value))
    }

    /// Whether a stored sum is this state.
    fn is_whole(&self, (parts, value): &Whole<R::Position>, state: &[u32]) -> bool {
        let Some((&own, signed)) = state.split_last() else { return false };
        if self.known.values.id(own) != *value || parts.len() != signed.len() {
            return false;
        }
        let mut taken = 0_u64;
        signed.len() <= 64
            && signed.iter().all(|&signed| {
                let (summand, sign) = (&self.known.parts.get(signed >> 1).summand, signed & 1 == 1);
                let at = parts.iter().enumerate().position(|(at, (other, negated))| {
                    taken >> at & 1 == 0 && *negated == sign && other == summand
                });
                at.inspect(|at| taken |= 1 << at).is_some()
            })
    }

    /// Who wins a state, if a thread has reported it.
    pub(super) fn reported(&self, state: &[u32], hash: u64) -> Option<bool> {
        let shard = self.shared_search?.shard(hash);
        let found = shard
            .known
            .find(hash, |(other, whole, _)| *other == hash && self.is_whole(whole, state))?;
        Some(found.2)
    }

    /// Announces that this thread searches a state.
    pub(super) fn announce(&self, hash: u64) {
        if let Some(shared_search) = self.shared_search {
            *shared_search.shard(hash).under_way.entry(hash).or_insert(0) += 1;
        }
    }

    /// Reports who wins the state of a frame, or that it is given up.
    pub(super) fn report(&self, frame: &Frame, wins: Option<bool>) {
        let (Some(shared_search), Some(hash)) = (self.shared_search, frame.shared_hash) else {
            return;
        };
        let mut shard = shared_search.shard(hash);
        if let Some(count) = shard.under_way.get_mut(&hash) {
            *count -= 1;
            if *count == 0 {
                shard.under_way.remove(&hash);
            }
        }
        let (Some(wins), Some((&value, parts))) = (wins, frame.state.split_last()) else { return };
        if parts.len() > 64
            || shard.known.find(hash, |(_, whole, _)| self.is_whole(whole, &frame.state)).is_some()
        {
            return;
        }
        if shard.known.len() >= MOST_KNOWN {
            shard.known.clear();
        }
        let part =
            |&signed: &u32| (self.known.parts.get(signed >> 1).summand.clone(), signed & 1 == 1);
        let whole = (parts.iter().map(part).collect(), self.known.values.id(value));
        shard.known.insert_unique(hash, (hash, whole, wins), |(hash, ..)| *hash);
    }

    /// The next move to try of the state on top of the stack.
    pub(super) fn next_child(&mut self) -> Option<Child> {
        let frame = &self.stack[self.depth - 1];
        let mut chosen = frame.open.len().checked_sub(1)?;
        if let Some(shared_search) = self.shared_search
            && frame.shared_hash.is_some()
            && frame.tried
        {
            let free = |child: &Child| {
                self.shared_hash(child.state(&frame.words))
                    .is_none_or(|hash| !shared_search.shard(hash).under_way.contains_key(&hash))
            };
            let last = frame.open.iter().enumerate().rev().take(MOST_LOOKED_AT);
            chosen =
                last.filter(|(_, child)| free(child)).map(|(at, _)| at).next().unwrap_or(chosen);
        }
        let frame = &mut self.stack[self.depth - 1];
        frame.tried = true;
        Some(frame.open.remove(chosen))
    }

    /// From time to time: the lowest state on the stack whose winner another thread has reported,
    /// and who does.
    pub(super) fn overtaken(&mut self) -> Option<(usize, bool)> {
        let shared_search = self.shared_search?;
        self.patience = self.patience.checked_sub(1).unwrap_or(PATIENCE);
        if self.patience > 0 {
            return None;
        }
        if let Some(wins) = shared_search.answer() {
            return Some((0, wins));
        }
        self.stack[..self.depth].iter().enumerate().find_map(|(at, frame)| {
            self.reported(&frame.state, frame.shared_hash?).map(|wins| (at, wins))
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use upstar_core::{Budget, Player};
    use upstar_values::Universe;

    use super::*;
    use crate::algebra::{Of, Short, kind_of};
    use crate::outcome::Searched;
    use crate::positions::grid::{FOUR, FREE, Grid, WALL};
    use crate::{Class, Convention, Engine, Negated, Options, Result, Ruleset, Settings};

    /// Domineering, cell by cell.
    pub(in super::super) struct Domineering;

    impl Ruleset for Domineering {
        type Position = Grid;

        fn name(&self) -> &str {
            "domineering"
        }

        fn class(&self) -> Class {
            Class::PARTIZAN
        }

        fn options(&self, board: &Grid, player: Player, out: &mut Options<Grid>) -> Result {
            let way = if player == Player::Left { (1, 0) } else { (0, 1) };
            for cell in board.places(FREE) {
                if let Some(next) = board.step(cell, way).filter(|&at| board.cells()[at] == FREE) {
                    out.push(board.with([(cell, WALL), (next, WALL)]));
                }
            }
            Ok(())
        }

        fn components(&self, board: &Grid, out: &mut Vec<Grid>) -> Result {
            board.regions(
                |cell| cell == FREE,
                &FOUR,
                WALL,
                |region| {
                    if region.places(FREE).count() >= 2 {
                        out.push(region);
                    }
                },
            );
            Ok(())
        }
    }

    /// Threads that share every sum, however small, against a single thread. What they share is
    /// right.
    #[test]
    fn threads_find_what_one_finds() {
        let universe = Universe::new();
        let (engine, alone) = (
            Engine::new(&universe, Settings { threads: 3, ..Settings::default() }),
            Engine::new(&universe, Settings::default()),
        );
        let budget = Budget::unlimited();
        let mut state = 1_u64;
        let mut reported = 0;
        for round in 0..60 {
            let convention = [Convention::Normal, Convention::Misere][round % 2];
            let mut letter = || {
                state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
                if (state >> 40).is_multiple_of(6) { '#' } else { '.' }
            };
            let mut row = || (0..4).map(|_| letter()).collect::<String>();
            let text = (0..4).map(|_| row()).collect::<Vec<_>>().join("|");
            let (rules, position) = (&Domineering, Grid::read(&text, ".#").unwrap());
            let positions = [(position.clone(), Negated::No)];
            let sum = Searched { positions: &positions, values: &[], convention };
            let table = engine.table::<Of<Domineering, Short<'static>>, _, _>(kind_of(rules));
            let shared_search = SharedSearch::about(0);
            for player in Player::BOTH {
                shared_search.ask_another();
                let find = || {
                    let search = engine.search_outcome(rules, convention, &table, &budget);
                    search.sharing(&shared_search).wins_sum(&sum, player).unwrap()
                };
                let found = std::thread::scope(|scope| {
                    let threads: Vec<_> = (0..3).map(|_| scope.spawn(find)).collect();
                    threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
                });
                let wins =
                    alone.outcome(rules, &position, convention, &budget).unwrap().winner(player);
                assert_eq!(found, [wins == Some(player); 3], "{text} {convention:?}");
            }
            for shard in &shared_search.shards {
                let shard = shard.lock().unwrap();
                reported += shard.known.len();
                assert!(shard.under_way.is_empty());
            }
        }
        assert!(reported > 100, "{reported}");
    }
}
