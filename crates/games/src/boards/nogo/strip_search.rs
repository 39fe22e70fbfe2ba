//! Who wins a strip of NoGo and an integer, by a search of its own, depth first.
//!
//! A state is a sum of long rows and one value, which is the sum of all short rows. A state with the same
//! rows and a larger value is no worse for Left. Moves are tried first that leave the player many places
//! for stones and many groups, the opponent few, and little to search. With the weights of these a strip of
//! 28 cells took a quarter of the states that it took by places alone. By the means of rows, estimated from
//! those of pieces of them, it took fifteen times as many: the first move was right more often, but what
//! was left was larger.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashbrown::HashMap;
use smallvec::SmallVec;
use upstar_core::{Lease, Player, Ticker};
use upstar_values::thermography::mean;
use upstar_values::{Id, Universe, Worker};

use super::strip::{Row, Rows};
use crate::prelude::*;

/// Rows of at most this [weight](Row::weight) are valued. With more, their sums become large.
const SHORT: usize = 9;
/// The number of tables. Each has its own lock.
const TABLES: usize = 64;
/// So many states are searched between two looks at whether another thread has the answer.
const PATIENCE: u64 = 64;
/// About how many bytes a value takes.
const VALUE_BYTES: u64 = 128;
/// Memory for values is reserved for so many at a time.
const SOME_VALUES: u32 = 1 << 12;

/// The numbers of rows, in order.
type Long = SmallVec<[u128; 1]>;

/// A sum in which Left is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    rows: Long,
    value: Id,
}

/// What is known of states with the same rows: the least values that win, and the greatest that lose.
#[derive(Clone, Debug, Default)]
struct Entry {
    values: SmallVec<[(Id, bool); 1]>,
    /// How many states were searched for it.
    work: u64,
}

type Table = HashMap<Long, Entry>;

/// What an entry takes, with a few that have several values.
const ENTRY_BYTES: usize = size_of::<(Long, Entry)>() + 16;

/// What searches share.
struct Shared {
    universe: Universe,
    tables: Vec<Mutex<Table>>,
    /// The most entries of a table.
    most: usize,
    /// For how many values memory is reserved.
    paid: AtomicU32,
    lease: Mutex<Option<Lease>>,
}

/// Clones share what is known.
#[derive(Clone)]
pub(super) struct StripSearch {
    shared: Arc<Shared>,
    /// The values of short rows.
    short: HashMap<u128, Id>,
    /// Ten times the means of values, rounded.
    worth: HashMap<Id, i32>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    fn table(&self, rows: &Long) -> MutexGuard<'_, Table> {
        let hash = rows.iter().fold(0, |hash: u128, row| hash.rotate_left(5) ^ row);
        let [low, high] = [hash as u64, (hash >> 64) as u64];
        let mixed = (low ^ high.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        lock(&self.tables[(mixed >> 58) as usize % TABLES])
    }

    /// Reserves memory as far as the budget has it.
    fn reserve(&self, bytes: u64, budget: &Budget) -> bool {
        let mut lease = lock(&self.lease);
        lease.get_or_insert_with(|| Lease::new(budget)).reserve_spare(bytes).is_ok()
    }

    /// Makes room for one more entry: in a larger table, or instead of those with the least work.
    fn make_room(&self, table: &mut Table, budget: &Budget) {
        let (len, before) = (table.len(), table.capacity());
        if len < before {
            return;
        }
        let bytes = |entries: usize| (entries * ENTRY_BYTES) as u64;
        let mut freed = before;
        if 2 * before <= self.most && self.reserve(bytes(2 * before + 8), budget) {
            table.reserve(before + 8);
        } else {
            let mut work: Vec<u64> = table.values().map(|entry| entry.work).collect();
            let least = if work.is_empty() { 0 } else { *work.select_nth_unstable(len / 2).1 };
            let mut kept = 0;
            table.retain(|_, entry| {
                let keeps = entry.work >= least && kept < len / 2;
                kept += usize::from(keeps);
                keeps
            });
            table.shrink_to_fit();
            freed -= before.min(table.capacity());
        }
        if let Some(lease) = &mut *lock(&self.lease) {
            lease.release(bytes(freed));
        }
    }
}

impl StripSearch {
    pub(super) fn new(bytes: u64) -> Self {
        let most = bytes / (TABLES * ENTRY_BYTES) as u64;
        let shared = Shared {
            universe: Universe::new(),
            tables: std::iter::repeat_with(Mutex::default).take(TABLES).collect(),
            most: usize::try_from(most).unwrap_or(usize::MAX),
            paid: AtomicU32::new(0),
            lease: Mutex::new(None),
        };
        let (short, worth) = (HashMap::default(), HashMap::default());
        StripSearch { shared: Arc::new(shared), short, worth }
    }

    /// Whether the player to move, whose stones are Left's, wins a strip and an integer of hers.
    pub(super) fn wins(&mut self, rows: &Rows, integer: i64, ticker: &mut Ticker) -> Result<bool> {
        loop {
            // What another thread found may have been dropped for want of memory.
            if let Some(wins) = self.found(rows, integer, ticker)? {
                return Ok(wins);
            }
        }
    }

    /// The same, unless another thread found it.
    fn found(&mut self, rows: &Rows, integer: i64, ticker: &mut Ticker) -> Result<Option<bool>> {
        let shared = Arc::clone(&self.shared);
        let worker = shared.universe.worker(ticker.budget());
        let mut search =
            Search { shared: &shared, own: self, worker, ticker, root: None, nodes: 0 };
        let value = search.worker.integer(integer)?;
        let mut state = State { rows: Long::new(), value };
        search.add(rows, &mut state)?;
        state.cancel();
        if let Some(wins) = search.known(&state)? {
            return Ok(Some(wins));
        }
        search.root = Some(state.clone());
        let found = search.wins(&state)?;
        if let Some(wins) = found {
            search.keep(state, wins, search.nodes)?;
        }
        Ok(found)
    }
}

impl State {
    /// Sorts the rows, and leaves out pairs that add up to 0.
    fn cancel(&mut self) {
        self.rows.sort_unstable();
        let mut at = 0;
        while at < self.rows.len() {
            let negative = Row::of_number(self.rows[at]).exchanged().number();
            match self.rows[at + 1..].iter().position(|&row| row == negative) {
                Some(other) => {
                    self.rows.remove(at + 1 + other);
                    self.rows.remove(at);
                }
                None => at += 1,
            }
        }
    }
}

/// One thread's search.
struct Search<'a> {
    shared: &'a Shared,
    own: &'a mut StripSearch,
    worker: Worker<'a>,
    ticker: &'a mut Ticker,
    /// The state of the question.
    root: Option<State>,
    nodes: u64,
}

impl Search<'_> {
    /// Adds the parts of a strip to a sum. Short rows are valued.
    fn add(&mut self, rows: &Rows, state: &mut State) -> Result {
        state.value = self.plus(state.value, rows)?;
        for row in rows.rows.iter().filter(|row| row.weight() > SHORT) {
            state.rows.push(row.number());
        }
        Ok(())
    }

    /// A value and those of short rows, of the integer and of the star.
    fn plus(&mut self, mut value: Id, rows: &Rows) -> Result<Id> {
        let integer = self.worker.integer(rows.integer.into())?;
        value = self.worker.add(value, integer)?;
        if rows.star {
            let star = self.worker.nimber(1)?;
            value = self.worker.add(value, star)?;
        }
        for row in rows.rows.iter().filter(|row| row.weight() <= SHORT) {
            let own = self.value(row)?;
            value = self.worker.add(value, own)?;
        }
        Ok(value)
    }

    /// The value of a short row.
    fn value(&mut self, row: &Row) -> Result<Id> {
        let number = row.number();
        if let Some(&value) = self.own.short.get(&number) {
            return Ok(value);
        }
        self.ticker.tick(1)?;
        let mut options = [Vec::new(), Vec::new()];
        for (options, turned) in options.iter_mut().zip([false, true]) {
            let row = if turned { row.exchanged() } else { row.clone() };
            for rows in (0..row.cells()).filter_map(|cell| row.after(cell)) {
                // A move makes no part heavier than the row was: it takes a cell and adds one group.
                let value = self.plus(Id::ZERO, &rows)?;
                options.push(if turned { self.worker.neg(value)? } else { value });
            }
        }
        let value = self.worker.game(&options[0], &options[1])?;
        self.own.short.insert(number, value);
        Ok(value)
    }

    /// Ten times the mean of a value, rounded down.
    fn worth(&mut self, value: Id) -> Result<i32> {
        if let Some(&worth) = self.own.worth.get(&value) {
            return Ok(worth);
        }
        let tens = &mean(&mut self.worker, value)? * &upstar_values::Rational::from(10_i64);
        let worth = i32::try_from(tens.floor()).unwrap_or(0);
        self.own.worth.insert(value, worth);
        Ok(worth)
    }

    /// Whether Left wins, moving first, if that is known.
    fn known(&mut self, state: &State) -> Result<Option<bool>> {
        if state.rows.is_empty() {
            let outcome = self.worker.outcome(state.value)?;
            return Ok(Some(outcome.winner(Player::Left) == Some(Player::Left)));
        }
        let entry =
            self.shared.table(&state.rows).get(&state.rows).map(|entry| entry.values.clone());
        let Some(values) = entry else { return Ok(None) };
        if let Some(&(_, wins)) = values.iter().find(|known| known.0 == state.value) {
            return Ok(Some(wins));
        }
        for (value, wins) in values {
            let (less, more) = if wins { (value, state.value) } else { (state.value, value) };
            if self.worker.le(less, more)? {
                return Ok(Some(wins));
            }
        }
        Ok(None)
    }

    /// Keeps whether Left wins, moving first.
    fn keep(&mut self, state: State, wins: bool, work: u64) -> Result {
        let State { rows, value } = state;
        let known = self.shared.table(&rows).get(&rows).map(|entry| entry.values.clone());
        // Of those that it implies.
        let mut implied = SmallVec::<[Id; 4]>::new();
        for (other, _) in known.unwrap_or_default().into_iter().filter(|known| known.1 == wins) {
            let (less, more) = if wins { (value, other) } else { (other, value) };
            if self.worker.le(less, more)? {
                implied.push(other);
            }
        }
        let mut table = self.shared.table(&rows);
        if !table.contains_key(&rows) {
            self.shared.make_room(&mut table, self.ticker.budget());
        }
        let entry = table.entry(rows).or_default();
        entry.values.retain(|known| !implied.contains(&known.0));
        entry.values.push((value, wins));
        entry.work += work;
        Ok(())
    }

    /// Counts a state. Whether another thread has the answer to the question.
    fn step(&mut self) -> Result<bool> {
        self.nodes += 1;
        self.ticker.tick(1)?;
        let (len, paid) = (self.shared.universe.len(), &self.shared.paid);
        let before = paid.load(Ordering::Relaxed);
        if len > before {
            paid.store(len + SOME_VALUES, Ordering::Relaxed);
            let missing = u64::from(len + SOME_VALUES - before);
            if !self.shared.reserve(missing * VALUE_BYTES, self.ticker.budget()) {
                // Fails for want of memory.
                self.ticker.budget().reserve(missing * VALUE_BYTES)?;
            }
        }
        if !self.nodes.is_multiple_of(PATIENCE) || Arc::strong_count(&self.own.shared) < 4 {
            return Ok(false);
        }
        match self.root.clone() {
            Some(root) => Ok(self.known(&root)?.is_some()),
            None => Ok(false),
        }
    }

    /// Whether Left wins, moving first; `None` if another thread has answered the question. Every move
    /// leads to a sum with fewer cells, or a value with a smaller birthday.
    fn wins(&mut self, state: &State) -> Result<Option<bool>> {
        if self.step()? {
            return Ok(None);
        }
        let mut children = Vec::new();
        for (index, &number) in state.rows.iter().enumerate() {
            if index > 0 && state.rows[index - 1] == number {
                continue;
            }
            let row = Row::of_number(number);
            for rows in (0..row.cells()).filter_map(|cell| row.after(cell)) {
                let mut next = state.clone();
                next.rows.remove(index);
                self.add(&rows, &mut next)?;
                if self.wins_by(next, false, &mut children)? {
                    return Ok(Some(true));
                }
            }
        }
        // In a number players move only when nothing else is left.
        let last = self.worker.is_number(state.value);
        for value in self.worker.left_options(state.value)? {
            if self.wins_by(State { value, ..state.clone() }, last, &mut children)? {
                return Ok(Some(true));
            }
        }
        children.sort_by_key(|child| child.0);
        let mut before = None;
        for (_, child) in children {
            if before.as_ref() == Some(&child) {
                continue;
            }
            let wins = match self.known(&child)? {
                Some(wins) => wins,
                None => {
                    let before = self.nodes;
                    let Some(wins) = self.wins(&child)? else { return Ok(None) };
                    self.keep(child.clone(), wins, self.nodes - before)?;
                    wins
                }
            };
            if !wins {
                return Ok(Some(true));
            }
            before = Some(child);
        }
        Ok(Some(false))
    }

    /// Whether Left is seen to win by a move, given the sum after it. It is added to the children if
    /// nothing is seen.
    fn wins_by(
        &mut self,
        mut next: State,
        last: bool,
        children: &mut Vec<(i32, State)>,
    ) -> Result<bool> {
        next.value = self.worker.neg(next.value)?;
        let mut score = self.worth(next.value)?;
        for row in &mut next.rows {
            let turned = Row::of_number(*row).exchanged();
            let [theirs, own] = Player::BOTH
                .map(|player| 5 * turned.moves(player) as i32 + 6 * turned.groups(player) as i32);
            score += theirs - own + 2 * turned.weight() as i32;
            *row = turned.number();
        }
        next.cancel();
        match self.known(&next)? {
            Some(wins) => Ok(!wins),
            None => {
                children.push((if last { i32::MAX } else { score }, next));
                Ok(false)
            }
        }
    }
}
