//! One thread's access to a universe.

mod copy;
mod group;
mod lossy;
mod make;
mod numbers;
mod option_keys;
mod order;
mod order_cache;
mod simplify;

use std::sync::atomic::AtomicU32;

use upstar_core::{Budget, Room, Ticker};

use crate::arena::{AllKeys, Pool, Rests, left_of, right_of, split};
use crate::error::Halt;
use crate::memo::Memo;
use crate::node::{Ends, NONE, Node, Tag};
use crate::record::{Keys, Rest};
use crate::segments::SEGMENTS;
use crate::{Error, Id, Rational, Result, Universe};

use option_keys::OptionKeys;
pub use order::Relation;

/// The kind of a value.
///
/// More kinds will come (loopy values), so a match needs a wildcard arm.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// A number.
    Number,
    /// A number plus a multiple of up plus a nimber, not a number.
    NumberUpStar,
    /// Any other short game.
    General,
}

/// One thread's access to a [`Universe`]: all operations on values.
///
/// A worker owns lossy caches, which affect speed but never answers, and counts its steps against a
/// [`Budget`]. A step is a comparison, a sum or a canonical form that is not known yet. After an
/// error the worker may be used again.
///
/// An [`Id`] of another universe gives a wrong answer or a panic; [`ShortGame`](crate::ShortGame)
/// checks that.
#[derive(Debug)]
pub struct Worker<'u> {
    pub(crate) universe: &'u Universe,
    ticker: Ticker,
    halt: Option<Box<Error>>,
    pub(crate) caches: Caches,
    rests: [&'u [Rest]; SEGMENTS],
    keys: [&'u [Keys]; SEGMENTS],
    pool: [&'u [AtomicU32]; SEGMENTS],
    depth: u32,
}

/// The caches of a worker.
#[derive(Debug, Default)]
pub(crate) struct Caches {
    order: order_cache::OrderCache,
    forms: order_cache::FormCache,
    made: make::MadeCache,
    sums: group::SumCache,
    numbers: numbers::NumberCache,
    buffers: Vec<Vec<u32>>,
    /// A buffer for the options of a game under construction.
    options: Vec<OptionKeys>,
    pub(crate) memo: Memo,
}

impl Caches {
    /// The placeholder that stays in a finished worker.
    fn given_away() -> Self {
        Caches {
            order: order_cache::OrderCache::given_away(),
            forms: order_cache::FormCache::given_away(),
            made: make::MadeCache::given_away(),
            sums: group::SumCache::given_away(),
            numbers: numbers::NumberCache::given_away(),
            buffers: Vec::new(),
            options: Vec::new(),
            memo: Memo::default(),
        }
    }
}

/// The number of recursion levels between two checks of the remaining stack, the stack that these
/// levels need, and the size of a new piece of stack.
const LEVELS: u32 = 32;

/// The largest depth of recursion. Beyond it the stack would take gigabytes.
const MOST_LEVELS: u32 = 1 << 20;

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        // The placeholder is empty, because new caches would take longer to make than many a sum.
        let caches = std::mem::replace(&mut self.caches, Caches::given_away());
        self.universe.give_back(caches);
    }
}

impl<'u> Worker<'u> {
    pub(crate) fn new(universe: &'u Universe, budget: &Budget, caches: Caches) -> Self {
        Worker {
            universe,
            ticker: budget.ticker(),
            halt: None,
            caches,
            rests: [&[]; SEGMENTS],
            keys: [&[]; SEGMENTS],
            pool: [&[]; SEGMENTS],
            depth: 0,
        }
    }

    /// The universe whose values this worker handles.
    #[must_use]
    pub fn universe(&self) -> &'u Universe {
        self.universe
    }

    /// The budget of this worker.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        self.ticker.budget()
    }

    /// Counts steps of work done elsewhere, such as a search that uses this worker.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn tick(&mut self, steps: u64) -> Result {
        Ok(self.ticker.tick(steps)?)
    }

    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), Halt> {
        self.ticker.tick(1).map_err(|exhausted| self.fail(exhausted.into()))
    }

    /// Stores the reason of a halt.
    #[cold]
    pub(crate) fn fail(&mut self, error: Error) -> Halt {
        self.halt = Some(Box::new(error));
        Halt
    }

    /// The reason of a halt.
    #[cold]
    pub(crate) fn reason(&mut self, _: Halt) -> Error {
        self.depth = 0;
        match self.halt.take() {
            Some(error) => *error,
            None => Error::Undefined {
                operation: "this operation",
                reason: "the reason was lost".into(),
            },
        }
    }

    /// Pays for an entry of about `bytes` in addition to its slot in a table.
    pub(crate) fn pay(&mut self, bytes: usize) -> Result<(), Halt> {
        let memo = self.memo();
        memo.used += bytes as u64 + 96;
        if memo.used > memo.paid {
            let piece = (memo.used - memo.paid).max(Memo::PIECE);
            let paid = self.universe.arena.reserve_extra(piece);
            paid.map_err(|error| self.fail(error))?;
            self.memo().paid += piece;
        }
        Ok(())
    }

    /// Empties the tables if they are long or memory is short.
    pub(crate) fn trim_memo(&mut self) {
        let left = self.universe.arena.budget().bytes_left();
        let memo = self.memo();
        let paid = memo.paid;
        if memo.is_long() || left.is_some_and(|left| left < paid) {
            *memo = Memo::default();
            self.universe.arena.release_extra(paid);
        }
    }

    #[inline]
    pub(crate) fn memo(&mut self) -> &mut Memo {
        &mut self.caches.memo
    }

    #[inline]
    pub(crate) fn node(&mut self, id: u32) -> Node<'u> {
        Node { keys: self.keys(id), rest: self.rest(id) }
    }

    #[inline]
    fn rest(&mut self, id: u32) -> &'u Rest {
        let (segment, at) = Rests::place(id);
        if let Some(rest) = self.rests[segment].get(at) {
            return rest;
        }
        self.rests[segment] = self.universe.arena.rests.segment(segment);
        &self.rests[segment][at]
    }

    /// The part of a record that comparisons read.
    #[inline]
    pub(crate) fn keys(&mut self, id: u32) -> &'u Keys {
        let (segment, at) = AllKeys::place(id);
        if let Some(keys) = self.keys[segment].get(at) {
            return keys;
        }
        self.keys[segment] = self.universe.arena.keys.segment(segment);
        &self.keys[segment][at]
    }

    /// The block of the pool that starts at `at`.
    #[inline(always)]
    fn block(&mut self, at: u32) -> &'u [AtomicU32] {
        let (segment, start) = Pool::place(at);
        if let Some(block) = self.pool[segment].get(start..)
            && !block.is_empty()
        {
            return block;
        }
        self.pool[segment] = self.universe.arena.pool.segment(segment);
        &self.pool[segment][start..]
    }

    /// The options of a canonical form. Those of a number-up-star are stored on first use.
    #[inline]
    pub(crate) fn options(&mut self, g: u32) -> Result<(&'u [AtomicU32], &'u [AtomicU32]), Halt> {
        let keys = self.keys(g);
        let at = self.place_of_options(g, keys)?;
        Ok(split(self.block(at)))
    }

    /// The Left options, given the keys of g.
    #[inline(always)]
    fn left_options_at(&mut self, g: u32, keys: &Keys) -> Result<&'u [AtomicU32], Halt> {
        let at = self.place_of_options(g, keys)?;
        Ok(left_of(self.block(at)))
    }

    /// The Right options, given the keys of g.
    #[inline(always)]
    fn right_options_at(&mut self, g: u32, keys: &Keys) -> Result<&'u [AtomicU32], Halt> {
        let at = self.place_of_options(g, keys)?;
        Ok(right_of(self.block(at)))
    }

    #[inline(always)]
    fn place_of_options(&mut self, g: u32, keys: &Keys) -> Result<u32, Halt> {
        let at = keys.options();
        if at == NONE { self.write_options(g) } else { Ok(at) }
    }

    /// Runs `work` one level deeper, on a new piece of stack when this one is nearly full.
    #[inline]
    pub(crate) fn deeper<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, Halt>,
    ) -> Result<T, Halt> {
        self.depth += 1;
        if !self.depth.is_multiple_of(LEVELS) {
            let result = work(self);
            self.depth = self.depth.saturating_sub(1);
            return result;
        }
        if self.depth > MOST_LEVELS {
            return Err(self.fail(Error::TooLarge { what: "the depth of the game", limit: "2^20" }));
        }
        let room = Room::ask(self.budget());
        let room = room.map_err(|exhausted| self.fail(exhausted.into()))?;
        let result = room.run(|| work(self));
        room.give_back(self.budget());
        self.depth = self.depth.saturating_sub(1);
        result
    }

    pub(crate) fn buffer(&mut self) -> Vec<u32> {
        self.caches.buffers.pop().unwrap_or_default()
    }

    pub(crate) fn return_buffer(&mut self, mut buffer: Vec<u32>) {
        buffer.clear();
        self.caches.buffers.push(buffer);
    }

    pub(crate) fn intern(&mut self, l: &[u32], r: &[u32], ends: Ends) -> Result<u32, Halt> {
        self.universe.arena.intern(l, r, ends).map_err(|error| self.fail(error))
    }

    /// The kind of this value.
    pub fn kind(&mut self, g: Id) -> Kind {
        match self.node(g.0).tag() {
            Tag::General => Kind::General,
            Tag::NumberUpStar => Kind::NumberUpStar,
            Tag::Dyadic | Tag::Atom => Kind::Number,
        }
    }

    /// Is it a number?
    pub fn is_number(&mut self, g: Id) -> bool {
        self.kind(g) == Kind::Number
    }

    /// Is it an integer?
    pub fn is_integer(&mut self, g: Id) -> bool {
        self.as_integer(g).is_some()
    }

    /// Is it a nimber *n (0 is one)?
    pub fn is_nimber(&mut self, g: Id) -> bool {
        self.as_nimber(g).is_some()
    }

    /// The number, if it is one.
    pub fn as_number(&mut self, g: Id) -> Option<Rational> {
        self.node(g.0).is_number().then(|| self.number_of(g.0))
    }

    pub(crate) fn number_of(&self, id: u32) -> Rational {
        self.universe.arena.number_of(id)
    }

    /// The integer, if it is one.
    pub fn as_integer(&mut self, g: Id) -> Option<num_bigint::BigInt> {
        self.as_number(g).filter(Rational::is_integer).map(|x| x.numer())
    }

    /// n, if the value is the nimber *n (0 is *0).
    pub fn as_nimber(&mut self, g: Id) -> Option<u32> {
        let (x, ups, nim) = self.as_number_up_star(g)?;
        (x.is_zero() && ups == 0).then_some(nim)
    }

    /// (x, n, m), if the value is x + n * ^ + *m.
    pub fn as_number_up_star(&mut self, g: Id) -> Option<(Rational, i64, u32)> {
        let node = self.node(g.0);
        match node.tag() {
            Tag::General => None,
            Tag::NumberUpStar => Some((self.number_of(node.left_number()), node.ups(), node.nim())),
            Tag::Dyadic | Tag::Atom => Some((self.number_of(g.0), 0, 0)),
        }
    }
}
