//! Lists of options that keep to a budget.

use std::ops::{Deref, DerefMut};

use upstar_core::{Budget, Exhausted, Lease, Player};

use crate::{Position, Result, Ruleset};

/// A list of options under construction.
///
/// A ruleset appends to it as to a vector. Whenever the options have grown by some kilobytes, the
/// list asks its budget for the time, and for the memory of the options to come. When something is
/// used up, what is appended is dropped, and [`Options::check`] reports it.
///
/// ```
/// use upstar_core::{Budget, Player};
/// use upstar_engine::Options;
///
/// let budget = Budget::unlimited().with_bytes(1_000_000);
/// let mut options: Options<u64> = Options::within(&budget);
/// options.extend(0..1_000_000);
/// assert!(options.check().is_err());
/// ```
#[derive(Debug)]
pub struct Options<P> {
    list: Vec<P>,
    room: Room,
}

/// The room that a list takes: all that does not depend on the type of the options, so that it is
/// compiled once.
#[derive(Debug)]
struct Room {
    /// About how many bytes the options hold.
    bytes: usize,
    /// The number of bytes at which the budget is asked again.
    next: usize,
    meter: Option<Box<Meter>>,
}

/// What a list keeps to.
#[derive(Debug)]
struct Meter {
    lease: Lease,
    /// What lists that the options are made of hold.
    others: u64,
    stopped: Option<Exhausted>,
}

/// Bytes of options between two questions to the budget.
const STRIDE: usize = 1 << 14;

impl Room {
    fn new(meter: Option<Box<Meter>>) -> Room {
        Room { bytes: 0, next: if meter.is_some() { STRIDE } else { usize::MAX }, meter }
    }

    /// The room of a list within the same budget, until it is [given back](Self::take_back).
    fn lend(&mut self) -> Room {
        Room::new(self.meter.take())
    }

    fn take_back(&mut self, mut other: Room) {
        if let Some(meter) = &mut other.meter
            && other.bytes >= STRIDE
        {
            meter.others = meter.lease.bytes();
        }
        self.meter = other.meter;
    }

    #[inline]
    fn clear(&mut self) {
        self.bytes = 0;
        if let Some(meter) = &mut self.meter {
            meter.others = 0;
        }
    }

    fn tick(&mut self) {
        if let Some(meter) = &mut self.meter
            && meter.stopped.is_none()
        {
            meter.stopped = meter.lease.budget().check().err();
        }
    }

    #[inline]
    fn stopped(&self) -> Option<Exhausted> {
        self.meter.as_ref().and_then(|meter| meter.stopped)
    }

    /// Asks the budget for what the list holds, and some more.
    #[cold]
    fn grow(&mut self) -> bool {
        let Some(meter) = &mut self.meter else { return true };
        if meter.stopped.is_none() {
            let stride = STRIDE.max(self.bytes / 8).min(1 << 18);
            let found = meter.lease.cover(meter.others + (self.bytes + stride) as u64, 1 << 16);
            meter.stopped = found.and_then(|()| meter.lease.budget().check()).err();
            self.next = if meter.stopped.is_some() { 0 } else { self.bytes + stride };
        }
        meter.stopped.is_none()
    }
}

impl<P> Options<P> {
    /// An empty list within a budget.
    #[must_use]
    pub fn within(budget: &Budget) -> Self {
        let meter = Meter { lease: Lease::new(budget), others: 0, stopped: None };
        Options { list: Vec::new(), room: Room::new(Some(Box::new(meter))) }
    }

    /// An empty list without bounds.
    #[must_use]
    pub fn unlimited() -> Self {
        Options { list: Vec::new(), room: Room::new(None) }
    }

    /// The budget, if there is one.
    #[must_use]
    pub fn budget(&self) -> Option<&Budget> {
        self.room.meter.as_ref().map(|meter| meter.lease.budget())
    }

    /// Lists options of another type within the same budget. They are held until the list is
    /// emptied.
    ///
    /// # Errors
    /// Those of `list`.
    pub fn of_type<Q>(&mut self, list: impl FnOnce(&mut Options<Q>) -> Result) -> Result<Vec<Q>> {
        let mut other = Options { list: Vec::new(), room: self.room.lend() };
        let found = list(&mut other);
        self.room.take_back(other.room);
        found.map(|()| other.list)
    }

    /// The options as a vector.
    #[must_use]
    pub fn into_vec(self) -> Vec<P> {
        self.list
    }

    /// Removes equal options that stand one after another.
    pub fn dedup(&mut self)
    where
        P: PartialEq,
    {
        self.list.dedup();
    }

    /// Takes all options out.
    pub fn drain(&mut self, all: std::ops::RangeFull) -> std::vec::Drain<'_, P> {
        self.list.drain(all)
    }

    /// The list, for appending without a look at the budget.
    pub fn unmetered(&mut self) -> &mut Vec<P> {
        &mut self.list
    }

    /// Empties the list.
    pub fn clear(&mut self) {
        self.list.clear();
        self.room.clear();
    }

    /// Empties the list and appends the options of `player`.
    ///
    /// # Errors
    /// As [`Ruleset::options`]; a used-up budget.
    // Not a method of rulesets: it would be compiled for each of them.
    #[inline]
    pub fn list<R>(&mut self, rules: &R, position: &P, player: Player) -> Result
    where
        R: Ruleset<Position = P> + ?Sized,
        P: Position,
    {
        self.clear();
        rules.options(position, player, self)?;
        Ok(self.check()?)
    }

    /// Whether something of the budget is used up, so that nothing is appended any more: a ruleset
    /// that lists many options, or looks long for each, may end then.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.room.stopped().is_some()
    }

    /// Looks at the budget, where options are looked for that may not exist.
    ///
    /// # Errors
    /// [`Exhausted`].
    pub fn tick(&mut self) -> Result<(), Exhausted> {
        self.room.tick();
        self.check()
    }

    /// Reports what was used up while the list was made.
    ///
    /// # Errors
    /// [`Exhausted`].
    pub fn check(&self) -> Result<(), Exhausted> {
        self.room.stopped().map_or(Ok(()), Err)
    }
}

impl<P: Position> Options<P> {
    /// Appends an option.
    #[inline]
    pub fn push(&mut self, option: P) {
        self.add(option);
    }

    /// Appends options, until the budget ends.
    #[inline]
    pub fn extend(&mut self, options: impl IntoIterator<Item = P>) {
        if self.is_stopped() {
            return;
        }
        for option in options {
            if !self.add(option) {
                return;
            }
        }
    }

    #[inline]
    fn add(&mut self, option: P) -> bool {
        // Vectors double, and both are there while they are moved.
        self.room.bytes += option.bytes() + 2 * size_of::<P>() + 16;
        let has_room = self.room.bytes < self.room.next || self.room.grow();
        if has_room {
            self.list.push(option);
        }
        has_room
    }
}

impl<P> Default for Options<P> {
    fn default() -> Self {
        Options::unlimited()
    }
}

impl<P> Deref for Options<P> {
    type Target = [P];

    fn deref(&self) -> &[P] {
        &self.list
    }
}

impl<P> DerefMut for Options<P> {
    fn deref_mut(&mut self) -> &mut [P] {
        &mut self.list
    }
}

impl<P> IntoIterator for Options<P> {
    type Item = P;
    type IntoIter = std::vec::IntoIter<P>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'a, P> IntoIterator for &'a Options<P> {
    type Item = &'a P;
    type IntoIter = std::slice::Iter<'a, P>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_end_with_their_budget() {
        let budget = Budget::unlimited().with_bytes(1_000_000);
        let mut options: Options<u64> = Options::within(&budget);
        let mut asked = 0_u64;
        options.extend((0..10_000_000).inspect(|_| asked += 1));
        assert!(options.is_stopped() && options.check().is_err());
        assert!((1_000..100_000).contains(&options.len()), "{}", options.len());
        // What follows is not asked for, and not kept.
        assert!(asked <= options.len() as u64 + 1, "{asked}");
        let before = options.len();
        options.push(7);
        assert_eq!(options.len(), before);
        drop(options);
        assert_eq!(budget.bytes_left(), Some(1_000_000));
    }

    #[test]
    fn lists_of_another_type_count_too() {
        let budget = Budget::unlimited().with_bytes(1_000_000);
        let mut options: Options<u64> = Options::within(&budget);
        let list = options.of_type::<u64>(|list| {
            list.extend(0..10_000);
            Ok(list.check()?)
        });
        assert_eq!(list.unwrap().len(), 10_000);
        options.extend(0..15_000);
        assert!(options.is_stopped());
        let mut alone: Options<u64> = Options::within(&Budget::unlimited().with_bytes(1_000_000));
        alone.extend(0..15_000);
        assert!(!alone.is_stopped());
    }

    #[test]
    fn a_cancelled_question_ends_at_once() {
        let flag = upstar_core::CancelFlag::new();
        let budget = Budget::unlimited().with_cancel(flag.clone());
        let mut options: Options<u64> = Options::within(&budget);
        options.extend(0..1_000);
        options.check().unwrap();
        flag.cancel();
        options.extend(0..10_000_000);
        assert!(options.len() < 10_000);
        assert!(options.tick().is_err());
        let mut unlimited: Options<u64> = Options::default();
        unlimited.extend(0..10_000);
        assert_eq!((unlimited.len(), unlimited.is_stopped()), (10_000, false));
    }
}
