//! Grundy values from the definition, where the options of a position are cheap to list and the
//! engine's tables are not needed.

use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use hashbrown::HashMap;
use upstar_core::{Budget, Exhausted, GrundyValue, Lease, MexTable};

use crate::{Result, RuleError};

/// Stands for the value of a position that is being computed, and for one that is not known.
const OPEN: GrundyValue = GrundyValue::MAX;
const UNKNOWN: GrundyValue = GrundyValue::MAX - 1;
/// Values of smaller heaps are in a list.
const MOST_LISTED: u64 = 1 << 22;
/// Heaps are valued in ascending order up to this multiple of the number that were opened.
const ASCENDING: usize = 8;
/// The number of open positions from which on that is tried.
const LEAST_OPENED: usize = 1 << 10;
/// The most bytes of options that are kept while their positions are open.
const MOST_KEPT: usize = 1 << 24;

/// The options of a position, each a sum of positions.
#[derive(Debug)]
pub struct OptionSums<P> {
    parts: Vec<P>,
    ends: Vec<usize>,
    /// The memory of the list, where it is bounded, and what was used up.
    lease: Option<Lease>,
    stopped: Option<Exhausted>,
}

impl<P> Default for OptionSums<P> {
    fn default() -> Self {
        OptionSums { parts: Vec::new(), ends: Vec::new(), lease: None, stopped: None }
    }
}

impl<P: Copy> OptionSums<P> {
    /// An empty list within a budget: when its memory is used up, what is added is dropped.
    fn within(budget: &Budget) -> Self {
        OptionSums { lease: Some(Lease::new(budget)), ..Self::default() }
    }

    /// Reports what was used up while the list was made.
    fn check(&self) -> Result<(), Exhausted> {
        self.stopped.map_or(Ok(()), Err)
    }

    /// Adds an option.
    pub fn push(&mut self, parts: &[P]) {
        let room =
            [self.parts.capacity() - self.parts.len(), self.ends.capacity() - self.ends.len()];
        if (room[0] < parts.len() || room[1] == 0)
            && let Some(lease) = &mut self.lease
        {
            // Vectors double, and both are there while they are moved.
            let bytes =
                3 * (size_of_val(&*self.parts) + size_of_val(&*self.ends) + size_of_val(parts));
            self.stopped = self.stopped.or(lease.cover(bytes as u64, 1 << 16).err());
        }
        if self.stopped.is_some() {
            return;
        }
        self.parts.extend_from_slice(parts);
        self.ends.push(self.parts.len());
    }

    /// The options in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &[P]> {
        self.iter_from(0)
    }

    /// Those after the first `skipped`.
    fn iter_from(&self, skipped: usize) -> impl Iterator<Item = &[P]> {
        let ends = &self.ends[skipped..];
        let starts = std::iter::once(self.parts_of(skipped)).chain(ends.iter().copied());
        starts.zip(ends).map(|(start, &end)| &self.parts[start..end])
    }

    /// The number of positions in the first options.
    fn parts_of(&self, options: usize) -> usize {
        options.checked_sub(1).map_or(0, |last| self.ends[last])
    }

    /// Adds the options of another list.
    fn append(&mut self, other: &Self) {
        let before = self.parts.len();
        self.parts.extend_from_slice(&other.parts);
        self.ends.extend(other.ends.iter().map(|end| before + end));
    }

    /// The bytes that the options take.
    fn bytes(&self) -> usize {
        size_of_val(&*self.parts) + size_of_val(&*self.ends)
    }

    /// All positions of all options.
    pub fn parts(&self) -> &[P] {
        &self.parts
    }

    /// The number of options.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no options.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Keeps the first options.
    pub fn truncate(&mut self, options: usize) {
        if options < self.len() {
            self.parts.truncate(self.parts_of(options));
            self.ends.truncate(options);
        }
    }

    /// Removes all options and keeps their memory.
    pub fn clear(&mut self) {
        self.parts.clear();
        self.ends.clear();
    }
}

/// The Grundy values of the positions that were reached so far.
#[derive(Debug)]
pub struct GrundyTable<P> {
    values: Mutex<ValueTable<P>>,
}

/// Values by the place of a position in a list or, if it has none, by the position.
#[derive(Debug)]
struct ValueTable<P> {
    place: fn(&P) -> Option<usize>,
    at_place: fn(usize) -> Option<P>,
    list: Vec<GrundyValue>,
    others: HashMap<P, GrundyValue>,
}

impl<P: Copy + Eq + Hash> ValueTable<P> {
    fn get(&self, position: &P) -> Option<GrundyValue> {
        match (self.place)(position) {
            Some(place) => self.list.get(place).copied().filter(|&value| value != UNKNOWN),
            None => self.others.get(position).copied(),
        }
    }

    fn insert(
        &mut self,
        position: P,
        value: GrundyValue,
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        let Some(place) = (self.place)(&position) else {
            if self.others.insert(position, value).is_none() {
                // A table is at least half full.
                budget.reserve(2 * (size_of::<(P, GrundyValue)>() as u64 + 1))?;
            }
            return Ok(());
        };
        if place >= self.list.len() {
            let more = (place + 1).next_power_of_two() - self.list.len();
            budget.reserve((more * size_of::<GrundyValue>()) as u64)?;
            self.list.resize(self.list.len() + more, UNKNOWN);
        }
        self.list[place] = value;
        Ok(())
    }

    /// The value of a position with these options, if all of theirs are known.
    fn mex<'a>(
        &self,
        options: impl Iterator<Item = &'a [P]>,
        seen: &mut MexTable,
    ) -> Option<GrundyValue>
    where
        P: 'a,
    {
        seen.clear();
        for sum in options {
            let mut option = 0;
            for part in sum {
                option ^= self.get(part).filter(|&value| value != OPEN)?;
            }
            seen.insert(option);
        }
        Some(seen.mex())
    }

    fn remove(&mut self, position: &P) {
        match (self.place)(position) {
            Some(place) => self.list[place] = UNKNOWN,
            None => drop(self.others.remove(position)),
        }
    }
}

impl<P> Default for GrundyTable<P> {
    fn default() -> Self {
        GrundyTable::with_places(|_| None, |_| None)
    }
}

impl GrundyTable<u64> {
    /// A table of heaps, in which those that are not large are found fast.
    #[must_use]
    pub fn of_heaps() -> Self {
        GrundyTable::with_places(
            |&heap| (heap < MOST_LISTED).then_some(heap as usize),
            |place| Some(place as u64),
        )
    }
}

impl<P> GrundyTable<P> {
    fn with_places(place: fn(&P) -> Option<usize>, at_place: fn(usize) -> Option<P>) -> Self {
        let known = ValueTable { place, at_place, list: Vec::new(), others: HashMap::new() };
        GrundyTable { values: Mutex::new(known) }
    }
}

impl<P: Copy + Eq + Hash> GrundyTable<P> {
    /// The value of a position in normal play, by the function that lists its options; `None` if
    /// play can come back to a position. Values are kept for later questions.
    ///
    /// # Errors
    /// Those of the function, and a used-up budget.
    ///
    /// # Complexity
    /// The options of a position are listed once, while those of open positions fit in 16 MiB, and
    /// else at most twice. Heaps are listed once where most smaller heaps are reached.
    pub fn value(
        &self,
        position: P,
        budget: &Budget,
        options: impl FnMut(P, &mut OptionSums<P>) -> Result,
    ) -> Result<Option<GrundyValue>> {
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = values.get(&position) {
            return Ok(Some(value));
        }
        let mut stack = vec![position];
        let found = compute(&mut values, &mut stack, budget, options);
        if !matches!(found, Ok(Some(_))) {
            for position in &stack {
                if values.get(position) == Some(OPEN) {
                    values.remove(position);
                }
            }
        }
        found
    }
}

/// Values the position at the bottom of the stack. A position is open while its options are above
/// it on the stack.
fn compute<P: Copy + Eq + Hash>(
    values: &mut ValueTable<P>,
    stack: &mut Vec<P>,
    budget: &Budget,
    mut options: impl FnMut(P, &mut OptionSums<P>) -> Result,
) -> Result<Option<GrundyValue>> {
    let mut ticker = budget.ticker();
    let mut lease = Lease::new(budget);
    let mut seen = MexTable::new();
    let mut list = OptionSums::within(budget);
    // The options of open positions while they are few, and the place of each such position on the
    // stack with the number of options below its own.
    let mut kept = OptionSums::default();
    let mut keeping: Vec<(usize, usize)> = Vec::new();
    let mut listed = |position, list: &mut OptionSums<P>| {
        list.clear();
        // To list options may take long, however few there are.
        budget.check()?;
        options(position, list)?;
        list.check()?;
        Ok::<_, RuleError>(ticker.tick(1 + list.len() as u64)?)
    };
    let last_place = (values.place)(&stack[0]).unwrap_or(0);
    let (mut opened, mut ascended) = (0, 0);
    let mut last = 0;
    while let Some(&position) = stack.last() {
        let from = keeping.pop_if(|&mut (at, _)| at + 1 == stack.len()).map(|(_, from)| from);
        let value = match (values.get(&position).filter(|&value| value != OPEN), from) {
            (Some(value), _) => Some(value),
            (None, Some(from)) => values.mex(kept.iter_from(from), &mut seen),
            (None, None) => {
                listed(position, &mut list)?;
                values.mex(list.iter(), &mut seen)
            }
        };
        if let Some(from) = from {
            kept.truncate(from);
        }
        if let Some(value) = value {
            last = value;
            values.insert(position, last, budget)?;
            stack.pop();
            continue;
        }
        let place = stack.len() - 1;
        for part in list.parts() {
            match values.get(part) {
                None => stack.push(*part),
                Some(OPEN) => return Ok(None),
                Some(_) => (),
            }
        }
        if kept.bytes() + list.bytes() <= MOST_KEPT {
            keeping.push((place, kept.len()));
            kept.append(&list);
        }
        let open = stack.capacity() * size_of::<P>() + kept.bytes() + size_of_val(&*keeping);
        lease.cover(open as u64, 1 << 20)?;
        values.insert(position, OPEN, budget)?;
        opened += 1;
        if opened < LEAST_OPENED || !opened.is_power_of_two() {
            continue;
        }
        for place in ascended..last_place.min(ASCENDING * opened) {
            let Some(heap) = (values.at_place)(place) else { break };
            if values.get(&heap).is_some_and(|value| value != OPEN) {
                continue;
            }
            match listed(heap, &mut list) {
                // Play may never reach a heap that breaks the rules.
                Err(error) if !matches!(error, RuleError::Exhausted(_)) => continue,
                result => result?,
            }
            if let Some(value) = values.mex(list.iter(), &mut seen) {
                values.insert(heap, value, budget)?;
            }
        }
        ascended = last_place.min(ASCENDING * opened);
    }
    Ok(Some(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(
        table: &GrundyTable<u64>,
        position: u64,
        budget: &Budget,
        options: &[&[&[u64]]],
    ) -> Result<Option<GrundyValue>> {
        table.value(position, budget, |at, list| {
            options[at as usize].iter().for_each(|sum| list.push(sum));
            Ok(())
        })
    }

    #[test]
    fn values_are_mexes_of_sums() {
        let budget = Budget::unlimited();
        let options: &[&[&[u64]]] = &[
            &[],
            &[&[0]],
            &[&[1], &[0]],
            &[&[2, 1], &[1, 1], &[]],
            &[&[3, 2], &[3]],
            &[&[4, 2, 1]],
        ];
        let table = GrundyTable::of_heaps();
        let value = |at| listed(&table, at, &budget, options).unwrap().unwrap();
        assert_eq!([5, 3, 0, 4, 1, 2].map(value), [0, 1, 0, 0, 1, 2]);
    }

    /// What is open when a question ends is unknown at the next one.
    #[test]
    fn cycles_and_budgets_leave_no_wrong_values() {
        let budget = Budget::unlimited();
        let options: &[&[&[u64]]] = &[&[], &[&[0], &[2]], &[&[3]], &[&[1]], &[&[0], &[4]], &[&[1]]];
        let table = GrundyTable::default();
        for at in [1, 2, 3, 4, 5] {
            assert_eq!(listed(&table, at, &budget, options).unwrap(), None, "{at}");
        }
        assert_eq!(listed(&table, 0, &budget, options).unwrap(), Some(0));
        let down = |at: u64, list: &mut OptionSums<u64>| {
            (0..at).for_each(|k| list.push(&[k]));
            Ok(())
        };
        for new in [GrundyTable::default, GrundyTable::of_heaps] {
            let table = new();
            let stopped = table.value(4000, &budget.clone().with_steps(100_000), down);
            assert!(matches!(stopped, Err(RuleError::Exhausted(_))), "{stopped:?}");
            assert_eq!(table.value(4000, &budget, down).unwrap(), Some(4000));
            let few = budget.clone().with_bytes(10_000);
            let stopped = new().value(4000, &few, down);
            assert!(matches!(stopped, Err(RuleError::Exhausted(_))), "{stopped:?}");
        }
    }

    /// Where play reaches most smaller heaps, each is listed once; what play does not reach may
    /// break the rules or come back.
    #[test]
    fn heaps_are_valued_in_ascending_order() {
        let budget = Budget::unlimited();
        let mut counted = 0;
        let mut play = |table: &GrundyTable<u64>, at, step: u64| {
            counted = 0;
            let value = table.value(at, &budget, |at, list| {
                counted += 1;
                match at % step {
                    0 => (1..)
                        .take_while(|k| k * k * step <= at)
                        .for_each(|k| list.push(&[at - k * k * step])),
                    1 => return Err(RuleError::too_large("the heap", at, 0)),
                    _ => list.push(&[at]),
                }
                Ok(())
            });
            (value.unwrap(), counted)
        };
        for (step, at, most) in
            [(1, 100_000, 120_000), (3, 30_000, 60_000), (40, 1_000_000, 200_000)]
        {
            let (value, listed) = play(&GrundyTable::of_heaps(), at, step);
            assert_eq!(value, play(&GrundyTable::default(), at, step).0, "{step}");
            assert!(listed < most, "{step}: {listed}");
        }
    }
}
