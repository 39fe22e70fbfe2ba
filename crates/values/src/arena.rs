//! The store of canonical forms: append-only segments whose elements never move.
//!
//! Every element is an atomic that is written once (or twice with the same meaning), so no `unsafe`
//! is needed. On common machines a relaxed or acquiring load is an ordinary load.

use std::sync::atomic::{AtomicU32, Ordering::*};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use hashbrown::HashTable;
use num_bigint::BigInt;
use upstar_core::Budget;

use crate::near::{Near, at_least_zero};
use crate::node::{Ends, NONE, Node, Stops, Tag};
use crate::record::{Keys, Rest};
use crate::segments::Segments;
use crate::{Error, Rational, Result, key};

/// Ids fit 31 bits, so that two of them and a flag fit one word of a cache.
const MOST_GAMES: u32 = (1 << 31) - 1;

pub(crate) type Rests = Segments<Rest, 8>;
pub(crate) type AllKeys = Segments<Keys, 8>;
pub(crate) type Pool = Segments<AtomicU32, 11>;

const SHARDS: usize = 32;

/// The parts of a number-up-star, the key of its record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Parts {
    pub(crate) number: u32,
    pub(crate) ups: i64,
    pub(crate) nim: u32,
}

#[derive(Debug, Default)]
struct Names {
    /// Numbers by key; those with an inexact key are in `exact` too.
    numbers: HashTable<u32>,
    number_up_stars: HashTable<u32>,
}

/// The store itself.
#[derive(Debug)]
pub(crate) struct Arena {
    pub(crate) rests: Rests,
    pub(crate) keys: AllKeys,
    pub(crate) pool: Pool,
    length: AtomicU32,
    pool_length: Mutex<u32>,
    /// Games by their options, each with a part of its hash, so that a table can grow without
    /// reading the options.
    shards: [Mutex<HashTable<(u32, u32)>>; SHARDS],
    names: Mutex<Names>,
    /// The numbers that their keys do not determine. Their records hold the place.
    numbers: Segments<OnceLock<Rational>, 8>,
    numbers_length: AtomicU32,
    budget: Budget,
    /// Bytes reserved for hash tables and big numbers, to be given back.
    extra: Mutex<u64>,
}

/// Recovers the guard after a panic of another thread: each locked step leaves the tables
/// consistent.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[inline]
fn mix(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[inline]
fn finish(hash: u64) -> u64 {
    hash ^ (hash >> 32)
}

#[inline]
fn hash_options(left: &[u32], right: &[u32]) -> u64 {
    let hash = left.iter().fold(1, |hash, &id| mix(hash, id.into()));
    finish(right.iter().fold(mix(hash, u64::MAX), |hash, &id| mix(hash, id.into())))
}

/// A hash made from a part of a hash.
#[inline]
fn spread(part: u32) -> u64 {
    u64::from(part).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

fn hash_parts(parts: Parts) -> u64 {
    finish(mix(mix(mix(3, parts.number.into()), parts.ups as u64), parts.nim.into()))
}

fn hash_key(key: i64) -> u64 {
    finish(mix(2, key as u64))
}

/// The hash of a number with an inexact key. Huge numbers share a key, so their digits are hashed.
fn hash_inexact(x: &Rational) -> u64 {
    let hash = |hash, part: BigInt| part.iter_u64_digits().fold(hash, mix);
    finish(mix(hash(hash(4, x.numer()), x.denom()), u64::from(x.signum() < 0)))
}

impl Arena {
    pub(crate) fn new(budget: Budget) -> Self {
        Arena {
            rests: Segments::new(),
            keys: Segments::new(),
            pool: Segments::new(),
            length: AtomicU32::new(0),
            pool_length: Mutex::new(0),
            shards: [const { Mutex::new(HashTable::new()) }; SHARDS],
            names: Mutex::default(),
            numbers: Segments::new(),
            numbers_length: AtomicU32::new(0),
            budget,
            extra: Mutex::new(0),
        }
    }

    pub(crate) fn budget(&self) -> &Budget {
        &self.budget
    }

    pub(crate) fn len(&self) -> u32 {
        self.length.load(Relaxed)
    }

    #[inline]
    pub(crate) fn node(&self, id: u32) -> Node<'_> {
        let (segment, at) = Rests::place(id);
        Node { keys: self.keys(id), rest: &self.rests.segment(segment)[at] }
    }

    #[inline]
    fn keys(&self, id: u32) -> &Keys {
        let (segment, at) = AllKeys::place(id);
        &self.keys.segment(segment)[at]
    }

    /// The two lists of options at `at` in the pool.
    #[inline]
    pub(crate) fn lists(&self, at: u32) -> (&[AtomicU32], &[AtomicU32]) {
        let (segment, start) = Pool::place(at);
        split(&self.pool.segment(segment)[start..])
    }

    /// Pays for memory outside the segments. It stays reserved until the arena is dropped or
    /// [`Arena::release_extra`] gives it back.
    pub(crate) fn reserve_extra(&self, bytes: u64) -> Result {
        self.budget.reserve(bytes)?;
        *lock(&self.extra) += bytes;
        Ok(())
    }

    pub(crate) fn release_extra(&self, bytes: u64) {
        *lock(&self.extra) -= bytes;
        self.budget.release(bytes);
    }

    fn new_node(&self) -> Result<u32> {
        // Hash table entries are paid for with the node.
        let id = self.length.load(Relaxed);
        if id >= MOST_GAMES {
            return Err(Error::TooLarge { what: "the number of games", limit: "2^31" });
        }
        let id = self.length.fetch_add(1, Relaxed);
        let (segment, _) = Rests::place(id);
        let ensured = self.keys.ensure(segment, &self.budget);
        let ensured = ensured.and_then(|()| self.rests.ensure(segment, &self.budget));
        if let Err(exhausted) = ensured {
            // The id is lost if another thread has taken the next one.
            let _ = self.length.compare_exchange(id + 1, id, Relaxed, Relaxed);
            return Err(exhausted.into());
        }
        if id.is_power_of_two() && id >= 1024 {
            self.reserve_extra(u64::from(id) * 16)?;
        }
        Ok(id)
    }

    fn fill(
        &self,
        id: u32,
        tag: Tag,
        Ends { stops, near }: Ends,
        (ups_or_place, nim): (i64, u32),
        options: u32,
    ) {
        let keys = self.keys(id);
        keys.above.store(near.above, Relaxed);
        keys.below.store(near.below, Relaxed);
        keys.left.store(stops.left, Relaxed);
        keys.right.store(stops.right, Relaxed);
        keys.tag.store(tag as u32, Relaxed);
        let rest = self.node(id).rest;
        rest.left_number.store(stops.left_number, Relaxed);
        rest.right_number.store(stops.right_number, Relaxed);
        rest.ups_or_place.store(ups_or_place, Relaxed);
        rest.nim.store(nim, Relaxed);
        keys.set_options(options);
    }

    /// Stores two lists and returns their place.
    pub(crate) fn write_options(&self, left: &[u32], right: &[u32]) -> Result<u32> {
        let most = || Error::TooLarge { what: "the number of options", limit: "2^28" };
        let count = |list: &[u32]| u32::try_from(list.len()).ok().filter(|&n| n < 1 << 28);
        let (nl, nr) = (count(left).ok_or_else(most)?, count(right).ok_or_else(most)?);
        let size = nl + nr + 2;
        let at = {
            let mut length = lock(&self.pool_length);
            let (segment, start) = Pool::place(*length);
            let mut end = (segment, Pool::length(segment));
            let mut at = *length;
            if start + size as usize > end.1 {
                // Lists do not cross segments: go on in the next one that is long enough.
                let mut k = segment + 1;
                while Pool::length(k) < size as usize {
                    k += 1;
                }
                at = u32::try_from(Pool::first(k)).map_err(|_| most())?;
                end = (k, Pool::length(k));
            }
            let next = at.checked_add(size).filter(|&n| n < NONE).ok_or_else(most)?;
            self.pool.ensure(end.0, &self.budget)?;
            *length = next;
            at
        };
        let (segment, start) = Pool::place(at);
        let block = &self.pool.segment(segment)[start..start + size as usize];
        let words = [nl, nr].into_iter().chain(left.iter().copied()).chain(right.iter().copied());
        for (slot, word) in block.iter().zip(words) {
            slot.store(word, Relaxed);
        }
        Ok(at)
    }

    /// The id of {left|right}, whose options are canonical and sorted by id, and
    /// which is not a number-up-star.
    pub(crate) fn intern(&self, left: &[u32], right: &[u32], ends: Ends) -> Result<u32> {
        let hash = hash_options(left, right);
        let mut shard = lock(&self.shards[hash as usize % SHARDS]);
        let same = |list: &[AtomicU32], ids: &[u32]| {
            list.len() == ids.len() && list.iter().zip(ids).all(|(a, b)| a.load(Relaxed) == *b)
        };
        let part = (hash >> 32) as u32;
        let found = shard.find(spread(part), |&(other, id)| {
            if other != part {
                return false;
            }
            let (l, r) = self.lists(self.keys(id).options());
            same(l, left) && same(r, right)
        });
        if let Some(&(_, id)) = found {
            return Ok(id);
        }
        let at = self.write_options(left, right)?;
        let id = self.new_node()?;
        self.fill(id, Tag::General, ends, (0, 0), at);
        shard.insert_unique(spread(part), (part, id), |&(part, _)| spread(part));
        Ok(id)
    }

    /// The id of a number whose key is exact.
    pub(crate) fn number_with_key(&self, key: i64) -> Result<u32> {
        let hash = hash_key(key);
        let mut names = lock(&self.names);
        if let Some(&id) = names.numbers.find(hash, |&id| self.node(id).left_stop() == key) {
            return Ok(id);
        }
        let id = self.new_node()?;
        let stops = Stops { left: key, right: key | key::RIGHT, left_number: id, right_number: id };
        let ends = Ends { stops, near: Near::of_parts(0, 0) };
        self.fill(id, Tag::Dyadic, ends, (0, 0), NONE);
        names.numbers.insert_unique(hash, id, |&id| self.hash_of_number(id));
        Ok(id)
    }

    /// The id of any number.
    pub(crate) fn number(&self, x: &Rational) -> Result<u32> {
        let key = key::of(x);
        if key::is_exact(key) {
            return self.number_with_key(key);
        }
        let hash = hash_inexact(x);
        let mut names = lock(&self.names);
        let same = |&id: &u32| {
            let node = self.node(id);
            node.left_stop() == key && self.inexact_number(node) == x
        };
        if let Some(&id) = names.numbers.find(hash, same) {
            return Ok(id);
        }
        let at = self.numbers_length.load(Relaxed);
        let (segment, place) = Segments::<OnceLock<Rational>, 8>::place(at);
        self.numbers.ensure(segment, &self.budget)?;
        if x.bits() > 128 {
            self.reserve_extra(x.bits() / 8)?;
        }
        let id = self.new_node()?;
        self.numbers.segment(segment)[place].get_or_init(|| x.clone());
        self.numbers_length.store(at + 1, Relaxed);
        let stops = Stops { left: key, right: key | key::RIGHT, left_number: id, right_number: id };
        let tag = if x.is_dyadic() { Tag::Dyadic } else { Tag::Atom };
        let ends = Ends { stops, near: Near::of_parts(0, 0) };
        self.fill(id, tag, ends, (at.into(), 0), NONE);
        names.numbers.insert_unique(hash, id, |&id| self.hash_of_number(id));
        Ok(id)
    }

    fn hash_of_number(&self, id: u32) -> u64 {
        let node = self.node(id);
        if key::is_exact(node.left_stop()) {
            hash_key(node.left_stop())
        } else {
            hash_inexact(self.inexact_number(node))
        }
    }

    fn inexact_number(&self, node: Node<'_>) -> &Rational {
        let (segment, place) = Segments::<OnceLock<Rational>, 8>::place(node.place_of_number());
        self.numbers.segment(segment)[place].get().unwrap_or(&Rational::ZERO)
    }

    /// The number with this id.
    pub(crate) fn number_of(&self, id: u32) -> Rational {
        let node = self.node(id);
        if key::is_exact(node.left_stop()) {
            key::number(node.left_stop())
        } else {
            self.inexact_number(node).clone()
        }
    }

    /// The id of number + ups * ^ + *nim.
    pub(crate) fn number_up_star(&self, parts: Parts) -> Result<u32> {
        if parts.ups == 0 && parts.nim == 0 {
            return Ok(parts.number);
        }
        let hash = hash_parts(parts);
        let of = |id: u32| {
            let node = self.node(id);
            Parts { number: node.left_number(), ups: node.ups(), nim: node.nim() }
        };
        let mut names = lock(&self.names);
        if let Some(&id) = names.number_up_stars.find(hash, |&id| of(id) == parts) {
            return Ok(id);
        }
        let key = self.node(parts.number).left_stop();
        // Left moves to the number only if Right is to move there. If not, Right's reply keeps her
        // from it, so the adornments follow the sign.
        let (left, right) = infinitesimal_stops(parts.ups, parts.nim);
        let stops = Stops {
            left: key | left,
            right: key | right,
            left_number: parts.number,
            right_number: parts.number,
        };
        let id = self.new_node()?;
        let ends = Ends { stops, near: Near::of_parts(parts.ups, parts.nim) };
        self.fill(id, Tag::NumberUpStar, ends, (parts.ups, parts.nim), NONE);
        names.number_up_stars.insert_unique(hash, id, |&id| hash_parts(of(id)));
        Ok(id)
    }
}

/// The player to move at the Left and at the Right stop of ups * ^ + *nim, which is not 0.
///
/// The Left stop has Right to move exactly if the game is not <= 0, and the Right
/// stop has Left to move exactly if it is not >= 0.
fn infinitesimal_stops(ups: i64, nim: u32) -> (i64, i64) {
    let left = if at_least_zero(-i128::from(ups), nim) { 0 } else { key::RIGHT };
    let right = if at_least_zero(ups.into(), nim) { key::RIGHT } else { 0 };
    (left, right)
}

/// The two lists with which a block of the pool starts.
#[inline]
pub(crate) fn split(block: &[AtomicU32]) -> (&[AtomicU32], &[AtomicU32]) {
    (left_of(block), right_of(block))
}

/// The first of them.
#[inline(always)]
pub(crate) fn left_of(block: &[AtomicU32]) -> &[AtomicU32] {
    let length = block[0].load(Relaxed) as usize;
    &block[2..][..length]
}

/// The second of them.
#[inline(always)]
pub(crate) fn right_of(block: &[AtomicU32]) -> &[AtomicU32] {
    let (before, length) = (block[0].load(Relaxed) as usize, block[1].load(Relaxed) as usize);
    &block[2..][before..][..length]
}

impl Drop for Arena {
    fn drop(&mut self) {
        let extra = *lock(&self.extra);
        self.budget.release(
            extra
                + self.rests.bytes()
                + self.keys.bytes()
                + self.pool.bytes()
                + self.numbers.bytes(),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segments::SEGMENTS;

    #[test]
    fn places_are_consecutive() {
        let mut expected = (0, 0);
        for index in 0..100_000 {
            assert_eq!(Rests::place(index), expected);
            if expected.1 == 0 {
                assert_eq!(Rests::first(expected.0), u64::from(index));
            }
            expected.1 += 1;
            if expected.1 == Rests::length(expected.0) {
                expected = (expected.0 + 1, 0);
            }
        }
        for index in [u32::MAX, u32::MAX - 1, 1 << 31] {
            let (segment, place) = Pool::place(index);
            assert!(segment < SEGMENTS && place < Pool::length(segment));
            assert_eq!(Pool::first(segment) + place as u64, u64::from(index));
        }
    }

    #[test]
    fn lists_do_not_cross_segments() {
        let arena = Arena::new(Budget::unlimited());
        let list: Vec<u32> = (0..1500).collect();
        for n in [1, 1000, 3, 1500, 700, 10, 1500, 0] {
            let at = arena.write_options(&list[..n], &list[..n / 2]).unwrap();
            let (l, r) = arena.lists(at);
            assert_eq!((l.len(), r.len()), (n, n / 2));
            assert!(l.iter().zip(&list).all(|(a, b)| a.load(Relaxed) == *b));
        }
    }

    #[test]
    fn memory_is_bounded_and_given_back() {
        let budget = Budget::unlimited().with_bytes(100_000);
        let arena = Arena::new(budget.clone());
        let stopped = (0..).find_map(|n| arena.number_with_key(n << 2).err()).unwrap();
        assert!(matches!(stopped, Error::Exhausted(_)));
        assert!(budget.report().bytes > 50_000);
        drop(arena);
        assert_eq!(budget.report().bytes, 0);
    }
}
