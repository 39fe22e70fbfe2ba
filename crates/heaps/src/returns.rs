//! Periods of long sequences, found and proved without keeping the values.
//!
//! The theorem on returning windows (see the chapter on periods in the book) needs only the last
//! values. Windows of them are marked from time to time (after Brent, "An improved Monte Carlo
//! factorization algorithm", 1980). Each is searched for in the later values by the algorithm of
//! Knuth, Morris and Pratt ("Fast pattern matching in strings", 1977). The engine has already shown
//! what the theorem needs for rare values: it found a split with a small heap for each. The last
//! exception before a window that returned is found afterwards, from stored states of the run.

mod saved;

use upstar_core::Budget;

use crate::Result;
use crate::code::Code;
use crate::fast::{Lasting, Snapshot};
use crate::period::{PeriodStatus, Periodicity, Theorem};
use crate::sequence::{Sequence, Settings};
use crate::summary::Summary;

/// The initial number of heaps between two stored states.
const SPACING: u64 = 1 << 22;
/// The largest number of stored states.
const MOST_STATES: usize = 256;
/// States with more values than this are not stored.
const MOST_STATE: usize = 1 << 22;
/// The largest number of marked windows. The oldest is given up at about twice its heap.
const MARKS: usize = 6;
/// A new window is marked when the last one is complete and begins before this share of the heaps.
const SHARE: (u64, u64) = (7, 8);
/// The number of heaps among which the rarest value is chosen as the first of a window.
const CHOICE: usize = 1 << 14;
/// Certificates have no digests of the values beyond this heap.
const MOST_DIGESTS: u64 = 1_000_000_000;
/// The number of values compared at once.
const CHUNK: u64 = 1 << 16;

/// A window that is searched for in the values after it.
#[derive(Debug)]
struct Mark {
    /// The first heap of the window, and its known values.
    start: u64,
    values: Vec<u32>,
    /// `borders[i]`: the length of the longest proper prefix of the window's first `i + 1` values
    /// that is also a suffix of them.
    borders: Vec<u32>,
    /// The number of the window's values that match the last values seen.
    matched: usize,
    /// The next heap to read.
    next: u64,
}

impl Mark {
    fn new(start: u64) -> Mark {
        Mark { start, values: vec![], borders: vec![], matched: 0, next: start }
    }

    /// Takes the values of the heaps from `from` on. It has already read those before its next
    /// heap. Returns the number of heaps after which the window returns, if it does.
    fn add(&mut self, from: u64, values: &[u32], lasting: Lasting) -> Option<u64> {
        let window = lasting.window as usize;
        let mut rest = values.get((self.next - from) as usize..)?;
        let missing = (window - self.values.len()).min(rest.len());
        self.values.extend_from_slice(&rest[..missing]);
        loop {
            if self.matched == 0 && self.borders.len() == window {
                let idle = first_of(rest, self.values[0]);
                self.next += idle as u64;
                rest = &rest[idle..];
            }
            let (&value, after) = rest.split_first()?;
            rest = after;
            self.next += 1;
            if self.borders.is_empty() {
                self.borders.push(0);
                continue;
            }
            while self.matched > 0 && self.values[self.matched] != value {
                self.matched = self.borders[self.matched - 1] as usize;
            }
            if self.values[self.matched] == value {
                self.matched += 1;
            }
            if self.borders.len() < window {
                self.borders.push(self.matched as u32);
            }
            if self.matched == window {
                let round = self.next - lasting.window - self.start;
                // If the parity of the heap counts, a window that returns after an odd number of
                // heaps is not the same.
                if !lasting.class.by_position || round & 1 == 0 {
                    return Some(round);
                }
                self.matched = self.borders[window - 1] as usize;
            }
        }
    }
}

/// The place of the first value that equals `wanted`, or the number of values if there is none.
fn first_of(values: &[u32], wanted: u32) -> usize {
    const CELLS: usize = 64;
    let mut at = 0;
    for chunk in values.chunks_exact(CELLS) {
        if chunk.iter().fold(false, |any, &value| any | (value == wanted)) {
            break;
        }
        at += CELLS;
    }
    values[at..].iter().position(|&value| value == wanted).map_or(values.len(), |place| at + place)
}

/// The first place of one of the rarest values.
fn rarest(values: &[u32]) -> Option<usize> {
    let mut counts = vec![0u32; *values.iter().max()? as usize + 1];
    values.iter().for_each(|&value| counts[value as usize] += 1);
    (0..values.len()).min_by_key(|&place| counts[values[place] as usize])
}

/// A state of the run, without the values of the first heaps, which all states share.
#[derive(Debug)]
struct State {
    /// The next heap to be shown.
    next: u64,
    rest: Snapshot,
    tail: Vec<u16>,
}

/// Searches for a window of values that returns, in a sequence whose values are passed once and not
/// kept.
#[derive(Debug)]
pub(crate) struct Returns {
    code: Code,
    settings: Settings,
    lasting: Lasting,
    next: u64,
    /// The marked windows, by their first heaps.
    marks: Vec<Mark>,
    /// The values from which the first heap of the next window is chosen. Their first heap may not
    /// be reached yet.
    choice_from: u64,
    choice: Vec<u32>,
    /// The first heap of a marked window, and the number of heaps after which it returned.
    round: Option<(u64, u64)>,
    states: Vec<State>,
    /// The values of the first heaps, as many as in the last state.
    head: Vec<u32>,
    spacing: u64,
}

pub use saved::SavedWindows;

/// Digests of the values up to some heaps: pairs of a heap and its digest, computed as in
/// [`Summary`].
pub type Digests = Vec<(u64, u64)>;

impl Returns {
    /// Watches the values that `sequence` computes from now on; `None` unless the fast engine is
    /// used.
    pub(crate) fn new(sequence: &Sequence) -> Option<Returns> {
        let lasting = sequence.lasting()?;
        let mut returns = Returns {
            code: sequence.rules().code()?.clone(),
            settings: sequence.settings(),
            lasting,
            next: sequence.next_heap(),
            marks: vec![],
            choice_from: lasting.from.max(sequence.next_heap()),
            choice: vec![],
            round: None,
            states: vec![],
            head: vec![],
            spacing: SPACING,
        };
        returns.keep(sequence);
        Some(returns)
    }

    /// Takes the values of the next heaps.
    pub(crate) fn add(&mut self, values: &[u32]) {
        let from = self.next;
        self.next += values.len() as u64;
        if self.round.is_some() {
            return;
        }
        for mark in &mut self.marks {
            if let Some(round) = mark.add(from, values, self.lasting) {
                self.round = Some((mark.start, round));
                return;
            }
        }
        // The next window begins with the rarest value of a sample. First the sample is collected.
        let known = self.choice_from + self.choice.len() as u64;
        let Some(new) = known.checked_sub(from).and_then(|at| values.get(at as usize..)) else {
            return;
        };
        self.choice.extend_from_slice(&new[..new.len().min(CHOICE - self.choice.len())]);
        let (CHOICE, Some(place)) = (self.choice.len(), rarest(&self.choice)) else { return };
        let mut mark = Mark::new(self.choice_from + place as u64);
        let round = mark
            .add(self.choice_from, &self.choice, self.lasting)
            .or_else(|| mark.add(from, values, self.lasting));
        self.round = round.map(|round| (mark.start, round));
        let next = (mark.start / SHARE.0 * SHARE.1).max(mark.start + self.lasting.window);
        (self.choice_from, self.choice) = (next.next_multiple_of(CHOICE as u64), vec![]);
        self.marks.push(mark);
        if self.marks.len() > MARKS {
            self.marks.remove(0);
        }
    }

    /// Adopts what the sequence has learnt, after each of its runs. Returns whether a period is
    /// found.
    pub(crate) fn found(&mut self, sequence: &Sequence) -> bool {
        let Some(lasting) = sequence.lasting() else { return false };
        if (lasting.window, lasting.class) != (self.lasting.window, self.lasting.class) {
            self.marks.clear();
            self.round = None;
        }
        let idle = self.marks.is_empty() && self.choice.is_empty();
        if idle || self.choice_from < lasting.from {
            (self.choice_from, self.choice) = (lasting.from.max(self.next), vec![]);
        }
        self.lasting = lasting;
        self.marks.retain(|mark| mark.start >= lasting.from);
        self.round = self.round.filter(|round| round.0 >= lasting.from);
        if self.states.last().is_none_or(|last| self.next >= last.next + self.spacing) {
            self.keep(sequence);
        }
        self.round.is_some()
    }

    /// Stores the state of the sequence, to restart there.
    fn keep(&mut self, sequence: &Sequence) {
        let Some(mut rest) = sequence.snapshot() else { return };
        let tail = std::mem::take(&mut rest.tail);
        let cells: Result<Vec<u16>, _> = tail.iter().map(|&value| u16::try_from(value)).collect();
        let Ok(tail) = cells else { return };
        if tail.len() > MOST_STATE {
            return;
        }
        self.head = std::mem::take(&mut rest.head);
        self.states.push(State { next: sequence.next_heap(), rest, tail });
        if self.states.len() > MOST_STATES {
            let mut at = 0;
            self.states.retain(|_| {
                at += 1;
                at % 2 == 1
            });
            self.spacing *= 2;
        }
    }

    /// The proved period that was found, with the shortest preperiod. Some values are computed
    /// again, mostly those between two stored states. `None` if no period was found.
    ///
    /// # Errors
    /// [`HeapsError::Exhausted`] if the budget ends.
    pub(crate) fn period(&self, budget: &Budget) -> Result<Option<Periodicity>> {
        let Some((start, round)) = self.round else { return Ok(None) };
        let class = self.lasting.class;
        let (mut period, mut checked_to) = (round, start + round + self.lasting.window - 1);
        // If the parity of the heap counts, an odd period returns only after two periods.
        if class.by_position
            && round % 4 == 2
            && self.returned(start, round / 2, budget)?
            && self.last_difference(start, start + round, round / 2, budget)?.is_none()
        {
            period = round / 2;
            checked_to = checked_to.max(start + 3 * period - 1);
        }
        // From where the theorem holds, a window that returns once returns forever. So it returns
        // at all states from one of them on.
        let early = |state: &State| state.next < self.lasting.from;
        let kept: Vec<u64> = self.states.iter().map(|state| state.next).collect();
        let mut low = self.states.partition_point(early);
        let mut high = self.states.partition_point(|state| state.next <= start);
        let mut settled = start;
        while low < high {
            let middle = low + (high - low) / 2;
            if self.returned(kept[middle], period, budget)? {
                (high, settled) = (middle, kept[middle]);
            } else {
                low = middle + 1;
            }
        }
        let from = match low.checked_sub(1) {
            Some(before) if kept[before] >= self.lasting.from => kept[before],
            _ => 0,
        };
        let last = self.last_difference(from, settled, period, budget)?;
        Ok(Some(Periodicity {
            preperiod: last.map_or(from, |last| last + 1),
            period,
            saltus: 0,
            verdict: PeriodStatus::Proved,
            theorem: Some(Theorem::SparseWindow),
            checked_to,
            class: Some(class),
        }))
    }

    /// Whether the window at a heap recurs `lag` heaps later.
    fn returned(&self, heap: u64, lag: u64, budget: &Budget) -> Result<bool> {
        let last = heap + self.lasting.window - 1;
        let now = self.sequence_at(heap, budget)?.collect(last, budget)?;
        let then = self.sequence_at(heap + lag, budget)?.collect(last + lag, budget)?;
        Ok(now == then)
    }

    /// The last heap of `from..to` whose value differs from that of the heap `lag` later.
    fn last_difference(
        &self,
        from: u64,
        to: u64,
        lag: u64,
        budget: &Budget,
    ) -> Result<Option<u64>> {
        let mut behind = self.sequence_at(from, budget)?;
        let mut ahead = self.sequence_at(from + lag, budget)?;
        let mut last = None;
        let mut at = from;
        while at < to {
            let end = to.min(at + CHUNK) - 1;
            let (a, b) = (behind.collect(end, budget)?, ahead.collect(end + lag, budget)?);
            let differs = a.iter().zip(&b).rposition(|(a, b)| a != b);
            last = differs.map(|place| at + place as u64).or(last);
            at = end + 1;
        }
        Ok(last)
    }

    /// The sequence with `heap` as the next heap, from the nearest stored state.
    fn sequence_at(&self, heap: u64, budget: &Budget) -> Result<Sequence> {
        let states = self.states.partition_point(|state| state.next <= heap);
        let mut sequence = match self.states[..states].last() {
            Some(state) => {
                let first = self.head.len().min(usize::try_from(state.rest.next).unwrap_or(!0));
                let snapshot = Snapshot {
                    head: self.head[..first].to_vec(),
                    tail: state.tail.iter().map(|&value| value.into()).collect(),
                    ..state.rest.clone()
                };
                Sequence::restore(&self.code, self.settings, &snapshot, state.next)?
            }
            None => Sequence::new(&self.code, self.settings)?,
        };
        if heap > sequence.next_heap() {
            sequence.run(heap - 1, budget, &mut |_, _| Ok(()))?;
        }
        Ok(sequence)
    }

    /// The value of a heap, computed again.
    ///
    /// # Errors
    /// [`HeapsError::Exhausted`] if the budget ends.
    pub(crate) fn value(&self, heap: u64, budget: &Budget) -> Result<u32> {
        let values = self.sequence_at(heap, budget)?.collect(heap, budget)?;
        Ok(values[0])
    }

    /// The digests of the values up to heaps 1000, 10000, ... and `to`, computed again from the
    /// start. Those beyond heap 10^9 are omitted.
    ///
    /// # Errors
    /// [`HeapsError::Exhausted`] if the budget ends.
    pub(crate) fn digests(&self, to: u64, budget: &Budget) -> Result<Digests> {
        let mut sequence = Sequence::new(&self.code, self.settings)?;
        let mut summary = Summary::new(true);
        let mut digests = Digests::new();
        let mut next = 1000u64;
        while summary.count <= to && next <= MOST_DIGESTS {
            let end = next.min(to);
            sequence.run(end, budget, &mut |_, values| {
                summary.add(values);
                Ok(())
            })?;
            digests.push((end, summary.digest.unwrap_or_default()));
            next = next.saturating_mul(10);
        }
        Ok(digests)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The period of a sequence whose values up to `from` were dropped, and the period found in all
    /// values.
    fn both(text: &str, from: u64, to: u64) -> (Periodicity, Periodicity, Returns) {
        let budget = Budget::unlimited();
        let code: Code = text.parse().unwrap();
        let mut sequence = Sequence::new(&code, Settings::default()).unwrap();
        let mut values = sequence.collect(from, &budget).unwrap();
        let mut returns = Returns::new(&sequence).unwrap();
        while !returns.found(&sequence) {
            assert!(sequence.next_heap() <= to, "{text}: nothing returned");
            let end = sequence.next_heap() + 50_000;
            sequence
                .run(end, &budget, &mut |_, segment| {
                    returns.add(segment);
                    values.extend_from_slice(segment);
                    Ok(())
                })
                .unwrap();
        }
        let period = returns.period(&budget).unwrap().unwrap();
        assert!(period.checked_to < sequence.next_heap(), "{text}");
        (period, Periodicity::find(&code, &values).unwrap(), returns)
    }

    #[test]
    fn the_same_periods_as_from_all_values() {
        // 0.127 uses the parity of a heap. Its period is even.
        for (text, from, to) in [("0.16", 20_000, 900_000), ("0.127", 70_000, 900_000)] {
            let (streamed, kept, returns) = both(text, from, to);
            assert_eq!(
                (streamed.preperiod, streamed.period, streamed.saltus),
                (kept.preperiod, kept.period, kept.saltus),
                "{text}"
            );
            assert_eq!(streamed.theorem, Some(Theorem::SparseWindow), "{text}");
            let budget = Budget::unlimited();
            let code: Code = text.parse().unwrap();
            let settings = Settings::default();
            let values = Sequence::new(&code, settings).unwrap().collect(50_000, &budget).unwrap();
            for heap in [0, 4321, 50_000] {
                assert_eq!(returns.value(heap, &budget).unwrap(), values[heap as usize], "{text}");
            }
            let mut summary = Summary::new(true);
            summary.add(&values[..=1000]);
            let digests = returns.digests(1500, &budget).unwrap();
            assert_eq!(digests[0], (1000, summary.digest.unwrap()));
            assert_eq!(digests.iter().map(|digest| digest.0).collect::<Vec<_>>(), [1000, 1500]);
        }
    }

    /// A game without a known period: none is found.
    #[test]
    fn nothing_returns_in_grims_game() {
        let budget = Budget::unlimited();
        let code: Code = "0.6".parse().unwrap();
        let mut sequence = Sequence::new(&code, Settings::default()).unwrap();
        sequence.run(35_000, &budget, &mut |_, _| Ok(())).unwrap();
        let mut returns = Returns::new(&sequence).unwrap();
        sequence
            .run(130_000, &budget, &mut |_, values| {
                returns.add(values);
                Ok(())
            })
            .unwrap();
        assert!(!returns.found(&sequence));
        assert_eq!(returns.period(&budget).unwrap(), None);
    }
}
