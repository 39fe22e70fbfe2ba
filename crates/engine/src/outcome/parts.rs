//! The summands that a search meets, each stored once under a number.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use upstar_values::Id;

use super::heat::Heat;
use crate::Ups;

/// A summand: a position that does not split, or a value that is not added to others because their
/// sum would be large.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Summand<P> {
    Position(P),
    Value(Id),
}

/// The status of the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    /// Not asked for yet.
    Open,
    /// It takes too long to find.
    Costly,
    /// The number of the value among [`Values`](super::values::Values).
    Known(u32),
    /// The same of a value that bounds tell. A strategy does not use it.
    Bounded(u32),
}

/// Integers that bound a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Near {
    /// The value is at least this, and at most that.
    pub(super) low: i64,
    pub(super) high: i64,
    /// The value is not at most this, and not at least that.
    pub(super) above: i64,
    pub(super) below: i64,
}

impl Near {
    pub(super) const ZERO: Near = Near { low: 0, high: 0, above: -1, below: 1 };

    /// Of what lies between two integers.
    pub(super) fn between(low: i32, high: i32) -> Near {
        let [low, high] = [low, high].map(i64::from);
        Near { low, high, above: low - 1, below: high + 1 }
    }

    /// Whether there are no better ones.
    pub(super) fn is_exact(self) -> bool {
        self.above + 1 == self.high && self.low + 1 == self.below
    }

    /// Of the negative, if `negated`.
    pub(super) fn signed(self, negated: bool) -> Near {
        let Near { low, high, above, below } = self;
        match negated {
            false => self,
            true => Near { low: -high, high: -low, above: -below, below: -above },
        }
    }

    /// Of the sum. If one game is not at most `a`, and another is at least `b`, their sum is not at most
    /// `a + b`.
    pub(super) fn plus(self, other: Near) -> Near {
        Near {
            low: self.low + other.low,
            high: self.high + other.high,
            above: (self.above + other.low).max(self.low + other.above),
            below: (self.below + other.high).min(self.high + other.below),
        }
    }

    /// Whether Left, moving first, wins the sum with a value, if that is seen. Moving first, she wins the
    /// value and integers from `least` on. The value is at least the integers below `safe`.
    pub(super) fn wins(self, least: i64, safe: i64) -> Option<bool> {
        if self.low >= least || -self.above < safe {
            Some(true)
        } else if self.high < least {
            Some(false)
        } else {
            None
        }
    }
}

/// One summand.
#[derive(Clone, Debug)]
pub(super) struct SearchPart<P> {
    pub(super) summand: Summand<P>,
    /// The hash of the summand.
    pub(super) hash: u64,
    pub(super) worth: Worth,
    /// About how many moves Left and Right have.
    pub(super) mobility: [u32; 2],
    /// Integers that bound the value; they say nothing about misère play.
    pub(super) low: i32,
    pub(super) high: i32,
    /// Integers that bound the value, as far as the ruleset's own search was asked for them, and the
    /// steps that it last made in vain. A strategy does not use them.
    pub(super) near: Near,
    pub(super) in_vain: u64,
    /// Bounds of mean and temperature.
    pub(super) heat: Heat,
    /// Bounds by multiples of up, once they are found.
    pub(super) ups: Option<Ups>,
    /// What the moves of Left lead to, and those of Right, if they were requested before: where in
    /// [`PartTable::moves`], from and to.
    pub(super) moves: [Option<(u32, u32)>; 2],
    pub(super) asked: [bool; 2],
}

impl<P> SearchPart<P> {
    /// Whether better integers bound it than those that are seen at once.
    pub(super) fn is_narrowed(&self) -> bool {
        self.near != Near::between(self.low, self.high)
    }
}

/// The result of a move in a summand: other summands, and a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    /// Where in [`PartTable::words`] the summands stand, each twice its number, and one more if it
    /// is negated.
    pub(super) from: u32,
    pub(super) to: u32,
}

/// No bound.
pub(super) const FAR: i32 = i32::MAX / 4;

/// All summands.
#[derive(Debug)]
pub(super) struct PartTable<P> {
    pub(super) parts: Vec<SearchPart<P>>,
    index: HashTable<u32>,
    hasher: FixedState,
    pub(super) moves: Vec<Move>,
    pub(super) words: Vec<u32>,
    /// About how many bytes are in use.
    pub(super) bytes: u64,
    /// Whether there are values among the summands.
    pub(super) has_values: bool,
    /// Whether either both players have moves in a part or neither, in all of them so far.
    pub(super) all_small: bool,
}

impl<P: crate::Position> PartTable<P> {
    pub(super) fn new() -> Self {
        PartTable {
            parts: Vec::new(),
            index: HashTable::new(),
            hasher: FixedState::with_seed(0x0070_6172_7473),
            moves: Vec::new(),
            words: Vec::new(),
            bytes: 0,
            has_values: false,
            all_small: true,
        }
    }

    #[inline]
    pub(super) fn hash(&self, summand: &Summand<P>) -> u64 {
        self.hasher.hash_one(summand)
    }

    /// The number of a summand that has been met before.
    #[inline]
    pub(super) fn find(&self, summand: &Summand<P>, hash: u64) -> Option<u32> {
        let parts = &self.parts;
        self.index.find(hash, |&at| parts[at as usize].summand == *summand).copied()
    }

    /// Adds a new summand and returns its number.
    pub(super) fn push(&mut self, part: SearchPart<P>, bytes: usize) -> u32 {
        let at = self.parts.len() as u32;
        self.has_values |= matches!(part.summand, Summand::Value(_));
        self.all_small &= (part.mobility[0] == 0) == (part.mobility[1] == 0);
        let (hash, parts) = (part.hash, &mut self.parts);
        parts.push(part);
        self.index.insert_unique(hash, at, |&at| parts[at as usize].hash);
        self.bytes += (size_of::<SearchPart<P>>() + 8 + bytes) as u64;
        at
    }

    #[inline]
    pub(super) fn get(&self, at: u32) -> &SearchPart<P> {
        &self.parts[at as usize]
    }
}
