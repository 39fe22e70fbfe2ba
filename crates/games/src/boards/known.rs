//! Who wins positions beside integers, as far as is known, for several threads that search by depth.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAndAssign, BitOrAssign};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use num_traits::{PrimInt, WrappingShl, WrappingShr};
use upstar_core::{Lease, Ticker, prefetch};
use upstar_engine::positions::small_board::{CellSets, SmallBoard};

use crate::prelude::*;

/// What a position takes in a store.
const ENTRY_BYTES: usize = 23;
/// The size of a piece in which positions are written together.
const PIECE_BYTES: usize = ENTRY_BYTES << 16;
/// The slots of a table at first.
const LEAST_SLOTS: usize = 1 << 4;
/// So many positions are searched between two looks at what other threads have decided.
const PATIENCE: u64 = 64;
/// The number of tables. Each has its own lock: with so many, threads seldom wait for each other.
const TABLES: usize = 64;

/// A set of cells, one bit for each.
pub(super) trait Cells:
    PrimInt
    + WrappingShl
    + WrappingShr
    + BitAndAssign
    + BitOrAssign
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
{
    /// The number of bits.
    const BITS: u32;

    /// A number of which each bit of the upper half depends on all cells.
    fn mixed(self) -> u64;

    /// What the engine takes for a position.
    type Position: Position;

    fn position(self) -> Self::Position;

    /// The cells of a position.
    fn of(position: &Self::Position) -> Self;

    /// One of the cells. There must be one.
    #[inline]
    fn lowest(self) -> Self {
        self & !(self - Self::one())
    }
}

const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

impl Cells for u64 {
    const BITS: u32 = u64::BITS;

    #[inline]
    fn mixed(self) -> u64 {
        (self ^ self >> 32).wrapping_mul(MIX)
    }

    type Position = u64;

    #[inline]
    fn position(self) -> u64 {
        self
    }

    #[inline]
    fn of(&cells: &u64) -> u64 {
        cells
    }
}

impl Cells for u128 {
    const BITS: u32 = u128::BITS;

    #[inline]
    fn mixed(self) -> u64 {
        let (low, high) = ((self as u64).mixed(), ((self >> 64) as u64).mixed());
        (low ^ high.rotate_left(32)).mixed()
    }

    /// The bits in two words, for which an engine is compiled already.
    type Position = SmallBoard;

    #[inline]
    fn position(self) -> SmallBoard {
        CellSets([self as u64, (self >> 64) as u64])
    }

    #[inline]
    fn of(&CellSets([low, high]): &SmallBoard) -> u128 {
        u128::from(low) | u128::from(high) << 64
    }
}

/// Of one position, up to reflections: with which own integers the player wins, moving first. Packed,
/// it takes 24 bytes for 128 cells, not 32.
#[derive(Clone, Copy)]
#[repr(Rust, packed(8))]
pub(super) struct Entry<C: Copy> {
    pub(super) cells: C,
    /// How many positions were searched for it; 0 in a free slot.
    work: u32,
    /// Whether the player who moves first is Right.
    pub(super) turned: bool,
    /// The least integer that is known to win, and the greatest that is known to lose.
    pub(super) wins: i8,
    pub(super) loses: i8,
}

impl<C: Cells> Entry<C> {
    fn empty() -> Self {
        Entry { cells: C::zero(), work: 0, turned: false, wins: i8::MAX, loses: i8::MIN }
    }

    fn key(self) -> Key<C> {
        Key { cells: self.cells, turned: self.turned }
    }

    pub(super) fn bytes(self) -> [u8; ENTRY_BYTES] {
        let mut bytes = [0; ENTRY_BYTES];
        let cells = { self.cells }.to_u128();
        let cells = cells.unwrap_or_else(|| unreachable!("a board fits 128 bits"));
        let [wins, loses] = [self.wins, self.loses].map(i8::cast_unsigned);
        bytes[..16].copy_from_slice(&cells.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.work.to_le_bytes());
        bytes[20..].copy_from_slice(&[wins, loses, u8::from(self.turned)]);
        bytes
    }

    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let (cells, rest) = bytes.split_first_chunk()?;
        let (work, rest) = rest.split_first_chunk()?;
        let &[wins, loses, turned @ (0 | 1)] = rest else { return None };
        let [wins, loses] = [wins, loses].map(u8::cast_signed);
        let cells = num_traits::cast(u128::from_le_bytes(*cells))?;
        let work = u32::from_le_bytes(*work);
        (work > 0).then_some(Entry { cells, work, turned: turned == 1, wins, loses })
    }
}

/// The representative of a position, and whether the player who moves first is Right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key<C> {
    pub(super) cells: C,
    pub(super) turned: bool,
}

impl<C: Cells> Key<C> {
    /// A number of which each bit of the upper half depends on the whole position.
    #[inline]
    fn mixed(self) -> u64 {
        self.cells.mixed() ^ u64::from(self.turned) << 32
    }
}

/// What is known, by whole positions. Each has two slots. A full table drops what was found with
/// the least work.
struct Winners<C: Copy> {
    slots: Vec<Entry<C>>,
    used: usize,
    most: usize,
    /// The memory of the slots, once there are more than at first.
    lease: Option<Lease>,
}

impl<C: Cells> Winners<C> {
    fn new(bytes: u64) -> Self {
        let most = usize::try_from(bytes / size_of::<Entry<C>>() as u64).unwrap_or(usize::MAX);
        Winners { slots: vec![Entry::empty(); LEAST_SLOTS], used: 0, most, lease: None }
    }

    /// The first slot of a position; the other one is beside it.
    #[inline]
    fn slot(&self, key: Key<C>) -> usize {
        (key.mixed() >> 32) as usize & (self.slots.len() - 1)
    }

    #[inline]
    fn entry(&self, key: Key<C>) -> Option<Entry<C>> {
        let at = self.slot(key);
        let at = if self.slots[at].key() == key { at } else { at ^ 1 };
        Some(self.slots[at]).filter(|entry| entry.key() == key)
    }

    /// Whether the player, moving first, wins the position and the integer.
    #[inline]
    fn get(&self, key: Key<C>, integer: i8) -> Option<bool> {
        let entry = self.entry(key)?;
        match integer {
            _ if integer >= entry.wins => Some(true),
            _ if integer <= entry.loses => Some(false),
            _ => None,
        }
    }

    fn insert(&mut self, key: Key<C>, integer: i8, wins: bool, work: u32, budget: &Budget) {
        let slot = self.slot_for(key);
        slot.work = slot.work.saturating_add(work.max(1));
        if wins {
            slot.wins = slot.wins.min(integer);
        } else {
            slot.loses = slot.loses.max(integer);
        }
        self.grow_if_full(budget);
    }

    /// Takes over what another table knows of a position.
    fn merge(&mut self, entry: Entry<C>, budget: &Budget) {
        let slot = self.slot_for(entry.key());
        slot.work = slot.work.max(entry.work);
        slot.wins = slot.wins.min(entry.wins);
        slot.loses = slot.loses.max(entry.loses);
        self.grow_if_full(budget);
    }

    /// The slot of a position, which may have been that of another one.
    fn slot_for(&mut self, key: Key<C>) -> &mut Entry<C> {
        let at = self.slot(key);
        let slots = [at, at ^ 1];
        let known = slots.into_iter().find(|&at| self.slots[at].key() == key);
        let at = known.unwrap_or(if self.slots[at].work <= self.slots[at ^ 1].work {
            at
        } else {
            at ^ 1
        });
        let slot = &mut self.slots[at];
        if known.is_none() {
            self.used += usize::from(slot.work == 0);
            *slot = Entry { cells: key.cells, turned: key.turned, ..Entry::empty() };
        }
        slot
    }

    fn grow_if_full(&mut self, budget: &Budget) {
        if self.used > self.slots.len() / 2 && 2 * self.slots.len() <= self.most {
            self.grow(budget);
        }
    }

    /// Doubles the table, or keeps to its size if the budget has no memory to spare.
    fn grow(&mut self, budget: &Budget) {
        let bytes = |slots: usize| (slots * size_of::<Entry<C>>()) as u64;
        let lease = self.lease.get_or_insert_with(|| Lease::new(budget));
        if lease.reserve_spare(bytes(2 * self.slots.len())).is_err() {
            self.most = self.slots.len();
            return;
        }
        let wider = vec![Entry::empty(); 2 * self.slots.len()];
        lease.release(lease.bytes().saturating_sub(bytes(wider.len())));
        self.used = 0;
        for entry in std::mem::replace(&mut self.slots, wider) {
            if entry.work > 0 {
                let at = self.slot(entry.key());
                let at = if self.slots[at].work == 0 { at } else { at ^ 1 };
                self.used += usize::from(self.slots[at].work == 0);
                self.slots[at] = entry;
            }
        }
    }
}

/// One of the tables that threads share.
struct Shard<C: Copy> {
    winners: Winners<C>,
    /// The positions that are being searched, each beside an integer.
    under_way: Vec<(Key<C>, i8)>,
}

/// What is known, shared by several threads.
#[derive(Clone)]
pub(super) struct KnownWinners<C: Copy>(Arc<Shared<C>>);

struct Shared<C: Copy> {
    shards: Vec<Mutex<Shard<C>>>,
    /// The number of positions that were searched, and that number when all was last written.
    searched: AtomicU64,
    saved: AtomicU64,
}

/// What another thread makes of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// Whether the player wins it, moving first.
    Decided(bool),
    /// Another thread searches it.
    UnderWay,
    /// It is ours to search.
    Ours,
}

impl<C: Cells> KnownWinners<C> {
    pub(super) fn new(bytes: u64) -> Self {
        let shard = || {
            let winners = Winners::new(bytes / TABLES as u64);
            Mutex::new(Shard { winners, under_way: Vec::new() })
        };
        KnownWinners(Arc::new(Shared {
            shards: std::iter::repeat_with(shard).take(TABLES).collect(),
            searched: AtomicU64::new(0),
            saved: AtomicU64::new(0),
        }))
    }

    #[inline]
    fn shard(&self, key: Key<C>) -> MutexGuard<'_, Shard<C>> {
        // Lower bits choose the slot within a table.
        let shard = &self.0.shards[(key.mixed() >> 58) as usize % TABLES];
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there are several threads: a search for each beside the one that they were forked from.
    #[inline]
    pub(super) fn is_shared(&self) -> bool {
        Arc::strong_count(&self.0) > 2
    }

    /// Whether the player, moving first, wins the position and the integer.
    #[inline]
    pub(super) fn get(&self, key: Key<C>, integer: i8) -> Option<bool> {
        self.shard(key).winners.get(key, integer)
    }

    /// The least integer with which the player, moving first, is known to win, and the greatest with which
    /// she is known to lose.
    pub(super) fn bounds(&self, key: Key<C>) -> (i8, i8) {
        let entry = self.shard(key).winners.entry(key).unwrap_or(Entry::empty());
        (entry.wins, entry.loses)
    }

    /// Fetches what [`KnownWinners::get`] will look at.
    #[inline]
    pub(super) fn prefetch(&self, key: Key<C>) {
        let shard = self.shard(key);
        prefetch(&shard.winners.slots, shard.winners.slot(key));
    }

    /// The number of positions that were searched for a position.
    pub(super) fn work(&self, key: Key<C>) -> u32 {
        self.shard(key).winners.entry(key).map_or(0, |entry| entry.work)
    }

    /// Takes a position to search, unless it is decided or another thread searches it. With `join` it is
    /// taken even then.
    pub(super) fn take(&self, key: Key<C>, integer: i8, join: bool) -> Taken {
        let mut shard = self.shard(key);
        match shard.winners.get(key, integer) {
            Some(wins) => Taken::Decided(wins),
            None if !join && shard.under_way.contains(&(key, integer)) => Taken::UnderWay,
            None => {
                shard.under_way.push((key, integer));
                Taken::Ours
            }
        }
    }

    /// Gives back a position that was taken, with whether the player wins it, if that was found, and the
    /// number of positions that were searched for it.
    pub(super) fn give_back(
        &self,
        key: Key<C>,
        integer: i8,
        found: Option<(bool, u32)>,
        budget: &Budget,
    ) {
        let mut shard = self.shard(key);
        let under_way = &mut shard.under_way;
        // Nearly always the last one.
        if let Some(at) = under_way.iter().rposition(|&one| one == (key, integer)) {
            under_way.swap_remove(at);
        }
        if let Some((wins, work)) = found {
            shard.winners.insert(key, integer, wins, work, budget);
        }
    }

    /// Counts positions that were searched.
    pub(super) fn count(&self, searched: u64) {
        self.0.searched.fetch_add(searched, Ordering::Relaxed);
    }

    /// Writes all that is known in pieces, unless nothing was found since the last time.
    pub(super) fn write(&self, write: &mut dyn FnMut(Vec<u8>) -> Result) -> Result {
        let searched = self.0.searched.load(Ordering::Relaxed);
        if searched == self.0.saved.load(Ordering::Relaxed) {
            return Ok(());
        }
        let mut piece = Vec::new();
        for shard in &self.0.shards {
            let shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            for entry in shard.winners.slots.iter().filter(|entry| entry.work > 0) {
                piece.extend(entry.bytes());
                if piece.len() == PIECE_BYTES {
                    write(std::mem::take(&mut piece))?;
                }
            }
        }
        if !piece.is_empty() {
            write(piece)?;
        }
        self.0.saved.store(searched, Ordering::Relaxed);
        Ok(())
    }

    /// Takes over a piece that was written. Whether it is one.
    pub(super) fn read(&self, piece: &[u8], budget: &Budget) -> bool {
        let mut entries = piece.chunks(ENTRY_BYTES).map(Entry::of_bytes);
        entries.all(|entry| {
            let merge = |entry: Entry<C>| self.shard(entry.key()).winners.merge(entry, budget);
            entry.map(merge).is_some()
        })
    }

    /// The memory of all tables in bytes.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        let lock = |shard: &Mutex<Shard<C>>| size_of_val(&*shard.lock().unwrap().winners.slots);
        self.0.shards.iter().map(lock).sum()
    }

    /// All entries.
    #[cfg(test)]
    pub(super) fn entries(&self) -> Vec<Entry<C>> {
        let used = |shard: &Mutex<Shard<C>>| {
            let shard = shard.lock().unwrap();
            let used = shard.winners.slots.iter().filter(|entry| entry.work > 0);
            used.copied().collect::<Vec<_>>()
        };
        self.0.shards.iter().flat_map(used).collect()
    }
}

/// Whether the player to move loses one of these positions, which are tried in turn. `loses` answers for one
/// position. If another thread is searching it, `loses` returns `None`, or joins the search if its second
/// argument is true.
#[inline]
pub(super) fn any_loses<T: Copy>(
    positions: &[T],
    mut loses: impl FnMut(T, bool) -> Result<Option<bool>>,
) -> Result<bool> {
    let mut later = Vec::new();
    // What another thread searches comes last, but not the first move: often no other one is needed.
    for (index, &position) in positions.iter().enumerate() {
        match loses(position, index == 0)? {
            Some(true) => return Ok(true),
            Some(false) => {}
            None => later.push(position),
        }
    }
    for position in later {
        if loses(position, true)? == Some(true) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What one thread is at, and what all threads know. Clones are for other threads.
#[derive(Clone)]
pub(super) struct Thread<C: Copy> {
    pub(super) known: KnownWinners<C>,
    /// The positions whose moves are being tried, each beside an integer.
    stack: Vec<(Key<C>, i8)>,
    /// The depth of a position that another thread has decided, and whether the player wins it. What is
    /// deeper is given up.
    overtaken: Option<(usize, bool)>,
    searched: u64,
}

/// A position that a thread has begun to search.
#[derive(Clone, Copy)]
pub(super) struct Begun<C> {
    key: Key<C>,
    integer: i8,
    /// The number of positions that were searched before.
    before: u64,
}

impl<C: Cells> Thread<C> {
    pub(super) fn new(bytes: u64) -> Self {
        let known = KnownWinners::new(bytes);
        Thread { known, stack: Vec::new(), overtaken: None, searched: 0 }
    }

    /// The number of positions that were searched.
    pub(super) fn searched(&self) -> u64 {
        self.searched
    }

    /// Counts a position that is searched. Whether another thread has decided one whose moves are being
    /// tried, which is looked at from time to time.
    pub(super) fn step(&mut self, ticker: &mut Ticker) -> Result<bool> {
        self.searched += 1;
        ticker.tick(1)?;
        if self.searched.is_multiple_of(PATIENCE) && self.known.is_shared() {
            let decided = |&(key, integer): &(Key<_>, i8)| self.known.get(key, integer);
            let found = self.stack.iter().map(decided).enumerate();
            self.overtaken = found.filter_map(|(depth, wins)| Some((depth, wins?))).next();
        }
        Ok(self.is_overtaken())
    }

    /// Whether a position whose moves are being tried is given up.
    pub(super) fn is_overtaken(&self) -> bool {
        self.overtaken.is_some()
    }

    /// Begins to search a position that was [taken](KnownWinners::take).
    pub(super) fn begin(&mut self, key: Key<C>, integer: i8) -> Begun<C> {
        self.stack.push((key, integer));
        Begun { key, integer, before: self.searched }
    }

    /// Keeps what was found of a position, which has no meaning if the thread is overtaken. Whether the
    /// player wins it.
    pub(super) fn end(
        &mut self,
        begun: Begun<C>,
        found: Result<bool>,
        budget: &Budget,
    ) -> Result<bool> {
        let Begun { key, integer, before } = begun;
        self.stack.pop();
        let work = u32::try_from(self.searched - before).unwrap_or(u32::MAX);
        let own = found.as_ref().ok().filter(|_| self.overtaken.is_none());
        self.known.give_back(key, integer, own.map(|&wins| (wins, work)), budget);
        match self.overtaken {
            Some((depth, wins)) if depth == self.stack.len() => {
                self.overtaken = None;
                Ok(wins)
            }
            _ => found,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_taken_once_or_joined() {
        let known = KnownWinners::<u64>::new(1 << 16);
        let (key, budget) = (Key { cells: 0x303, turned: false }, Budget::unlimited());
        assert_eq!(known.take(key, 0, false), Taken::Ours);
        assert_eq!(known.take(key, 1, false), Taken::Ours);
        assert_eq!(known.take(key, 0, false), Taken::UnderWay);
        assert_eq!(known.take(key, 0, true), Taken::Ours);
        known.give_back(key, 0, None, &budget);
        assert_eq!(known.take(key, 0, false), Taken::UnderWay);
        known.give_back(key, 0, Some((true, 1)), &budget);
        assert_eq!(known.take(key, 0, false), Taken::Decided(true));
        assert_eq!(known.take(key, 1, false), Taken::Decided(true));
        assert_eq!(known.take(key, -1, false), Taken::Ours);
    }
}
