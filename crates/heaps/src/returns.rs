//! Periods of long sequences, found and proved without keeping the values.
//!
//! The theorem on returning windows (see the chapter on periods in the book) needs the last
//! values only: a window of them is marked, as far along as powers of two (after Brent, "An
//! improved Monte Carlo factorization algorithm", 1980), and every later window is compared with
//! it by a rolling digest. What the theorem asks of rare values the engine has shown already:
//! it found a split with a small heap for each. The exceptions before the marked window are
//! looked for afterwards, by two runs side by side, one a period ahead of the other.

use upstar_core::Budget;

use crate::class::Class;
use crate::code::Code;
use crate::error::HeapsError;
use crate::fast::Snapshot;
use crate::period::{Periodicity, Theorem, Verdict};
use crate::sequence::{Sequence, Settings};
use crate::summary::Summary;

/// Multiplier of the rolling digest: any odd number with many bits.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;
/// Heaps between two states that are kept, at first.
const SPACING: u64 = 1 << 22;
/// The most states that are kept.
const MOST_STATES: usize = 64;
/// States with more values than this are not kept.
const MOST_STATE: usize = 1 << 22;
/// Values compared at once.
const CHUNK: u64 = 1 << 16;

/// What the theorem needs to know of a run so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lasting {
    /// From here on no heap is rare, and every rare value below a heap's own had a split with a
    /// small heap.
    pub(crate) from: u64,
    /// Values that decide what comes next, and the largest of those small heaps before them.
    pub(crate) window: u64,
    pub(crate) class: Class,
}

/// The window that later ones are compared with.
#[derive(Debug)]
struct Mark {
    /// The heap after the window.
    end: u64,
    digest: u64,
    values: Vec<u32>,
}

/// Looks for a window of values that returns, in a sequence whose values are shown once and not
/// kept.
#[derive(Debug)]
pub struct Returns {
    code: Code,
    settings: Settings,
    lasting: Lasting,
    /// The last values, that of heap `n` at place `n mod window`, and how many there are.
    ring: Vec<u32>,
    known: usize,
    next: u64,
    digest: u64,
    /// `BASE` to the power of the length of the window.
    power: u64,
    mark: Option<Mark>,
    /// After how many heaps the marked window returned.
    round: Option<u64>,
    states: Vec<(u64, Snapshot)>,
    spacing: u64,
}

/// Digests of the values up to some heaps: each heap and its digest, as [`Summary`] makes it.
pub type Digests = Vec<(u64, u64)>;

impl Returns {
    /// Looks at the values that `sequence` computes from now on; `None` unless the fast engine
    /// is at work.
    pub fn new(sequence: &Sequence) -> Option<Returns> {
        let lasting = sequence.lasting()?;
        let mut returns = Returns {
            code: sequence.code().clone(),
            settings: sequence.settings(),
            lasting,
            ring: vec![],
            known: 0,
            next: sequence.next_heap(),
            digest: 0,
            power: 1,
            mark: None,
            round: None,
            states: vec![],
            spacing: SPACING,
        };
        returns.begin(lasting);
        returns.keep(sequence);
        Some(returns)
    }

    /// Forgets all values.
    fn begin(&mut self, lasting: Lasting) {
        self.lasting = lasting;
        self.ring = vec![0; lasting.window as usize];
        self.known = 0;
        self.digest = 0;
        self.power = 1;
        for _ in 0..lasting.window {
            self.power = self.power.wrapping_mul(BASE);
        }
        self.mark = None;
        self.round = None;
    }

    /// Takes the values of the next heaps.
    pub fn add(&mut self, values: &[u32]) {
        let window = self.ring.len();
        let mut slot = (self.next % window as u64) as usize;
        for &value in values {
            self.digest = self.digest.wrapping_mul(BASE).wrapping_add(u64::from(value));
            if self.known == window {
                let old = u64::from(self.ring[slot]).wrapping_mul(self.power);
                self.digest = self.digest.wrapping_sub(old);
            } else {
                self.known += 1;
            }
            self.ring[slot] = value;
            self.next += 1;
            slot = if slot + 1 == window { 0 } else { slot + 1 };
            if self.known == window && self.round.is_none() {
                self.compare(slot);
            }
        }
    }

    /// Compares the last values, which begin at `slot`, with the marked ones, or marks them.
    fn compare(&mut self, slot: usize) {
        let window = self.ring.len() as u64;
        if let Some(mark) = &self.mark {
            let round = self.next - mark.end;
            if mark.digest == self.digest
                && !(self.lasting.class.by_position && round & 1 == 1)
                && self.ring[slot..].iter().chain(&self.ring[..slot]).eq(&mark.values)
            {
                self.round = Some(round);
                return;
            }
            if self.next < 2 * mark.end {
                return;
            }
        }
        if self.next - window >= self.lasting.from {
            let values = [&self.ring[slot..], &self.ring[..slot]].concat();
            self.mark = Some(Mark { end: self.next, digest: self.digest, values });
        }
    }

    /// Looks at what the sequence has learnt in the meantime, after each of its runs. Whether a
    /// period is found.
    pub fn found(&mut self, sequence: &Sequence) -> bool {
        let Some(lasting) = sequence.lasting() else { return false };
        if (lasting.window, lasting.class) != (self.lasting.window, self.lasting.class) {
            self.begin(lasting);
        }
        self.lasting = lasting;
        let early = self.mark.as_ref().is_some_and(|mark| mark.end - lasting.window < lasting.from);
        if early {
            self.mark = None;
            self.round = None;
        }
        if self.states.last().is_none_or(|last| self.next >= last.0 + self.spacing) {
            self.keep(sequence);
        }
        self.round.is_some()
    }

    /// Keeps the state of the sequence, to begin there again.
    fn keep(&mut self, sequence: &Sequence) {
        let Some(state) = sequence.snapshot() else { return };
        if state.tail.len() > MOST_STATE {
            return;
        }
        self.states.push((sequence.next_heap(), state));
        if self.states.len() > MOST_STATES {
            let mut at = 0;
            self.states.retain(|_| {
                at += 1;
                at % 2 == 1
            });
            self.spacing *= 2;
        }
    }

    /// The period that was found, proved, with the shortest preperiod. Computes the values
    /// before the marked window again, twice; `None` if nothing was found.
    ///
    /// # Errors
    /// [`HeapsError::Exhausted`] if the budget ends.
    pub fn period(&self, budget: &Budget) -> Result<Option<Periodicity>, HeapsError> {
        let (Some(mark), Some(round)) = (&self.mark, self.round) else { return Ok(None) };
        let start = mark.end - self.lasting.window;
        let class = self.lasting.class;
        let (mut period, mut checked_to) = (round, self.next - 1);
        // Where the parity of the heap counts, an odd period returns after two.
        if class.by_position
            && round % 4 == 2
            && self.last_difference(start, start + round, round / 2, budget)?.is_none()
        {
            period = round / 2;
            checked_to = checked_to.max(start + 3 * period - 1);
        }
        let preperiod = self.last_difference(0, start, period, budget)?.map_or(0, |last| last + 1);
        Ok(Some(Periodicity {
            preperiod,
            period,
            saltus: 0,
            verdict: Verdict::Proved,
            theorem: Some(Theorem::SparseWindow),
            checked_to,
            class: Some(class),
        }))
    }

    /// The last heap of `from..to` whose value is not that of the heap `lag` later.
    fn last_difference(
        &self,
        from: u64,
        to: u64,
        lag: u64,
        budget: &Budget,
    ) -> Result<Option<u64>, HeapsError> {
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

    /// The sequence, with `heap` as the next one, from the nearest state that was kept.
    fn sequence_at(&self, heap: u64, budget: &Budget) -> Result<Sequence, HeapsError> {
        let states = self.states.partition_point(|state| state.0 <= heap);
        let mut sequence = match self.states[..states].last() {
            Some((next, state)) => Sequence::restore(&self.code, self.settings, state, *next)?,
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
    pub fn value(&self, heap: u64, budget: &Budget) -> Result<u32, HeapsError> {
        let values = self.sequence_at(heap, budget)?.collect(heap, budget)?;
        Ok(values[0])
    }

    /// The digests of the values up to heaps 1000, 10000, ... and `to`, computed again from the
    /// beginning.
    ///
    /// # Errors
    /// [`HeapsError::Exhausted`] if the budget ends.
    pub fn digests(&self, to: u64, budget: &Budget) -> Result<Digests, HeapsError> {
        let mut sequence = Sequence::new(&self.code, self.settings)?;
        let mut summary = Summary::new(true);
        let mut digests = Digests::new();
        let mut next = 1000u64;
        while summary.count <= to {
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

    /// The period of a sequence whose values up to `from` were forgotten, and the one found in
    /// all values.
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
        // 0.127 knows the parity of a heap; its period is even.
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

    /// A game with no period in sight finds none.
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
