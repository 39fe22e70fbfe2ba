//! The state that is needed to resume a run. It is small for runs of any length.

use serde::{Deserialize, Serialize};

use crate::Result;
use crate::class::{Class, Moves, Rares};
use crate::error::HeapsError;
use crate::kernels::{Cell, Kernel};

use super::verify::{HEAD, KEPT};
use super::{Certain, Fast, FastTable, LEAST, Stages, with_stages};

/// The largest number of values kept for searches.
const MOST_SEARCHES: u64 = 1 << 25;

/// The state of the fast engine: the rare heaps, the values of the first heaps, and the values of
/// the last heaps, as far as the longest distance to a rare heap needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// All heaps below this are known.
    pub next: u64,
    /// The class that defines rare values.
    pub class: Class,
    /// The rare heaps with their values, ascending.
    pub rares: Vec<(u64, u32)>,
    /// The largest value.
    pub largest: u32,
    /// From this heap on, every rare value below a heap's own had a split with a small heap. It is
    /// `next` if nothing is known.
    #[serde(default)]
    pub searched: Option<u64>,
    /// For rare values with only one known split, whose smaller heap is far beyond those heaps: the
    /// largest such heap.
    #[serde(default)]
    pub farthest: u64,
    /// The values of the heaps from 0 on.
    #[serde(skip)]
    pub head: Vec<u32>,
    /// The values of the last heaps before `next`.
    #[serde(skip)]
    pub tail: Vec<u32>,
}

impl Snapshot {
    /// The first heap of the tail.
    fn base(&self) -> Option<u64> {
        self.next.checked_sub(self.tail.len() as u64)
    }

    /// Checks that the parts are consistent, as far as possible.
    fn check(&self, moves: &Moves) -> Result<u64, &'static str> {
        let base = self.base().ok_or("there are more values than heaps")?;
        if (self.head.len() as u64) < LEAST || self.head.len() as u64 > self.next {
            return Err("the first values are missing");
        }
        let class = self.class;
        if class.mask == 0 || class.offset > moves.last() as u64 {
            return Err("this class tells nothing");
        }
        let first = moves.splits[0].0 as u64;
        let one_parity = moves.splits.iter().all(|&(taken, _)| taken as u64 & 1 == first & 1);
        if class.by_position && (!one_parity || class.offset & 1 != first & 1) {
            return Err("this class does not fit the game");
        }
        let ascending = self.rares.is_sorted_by(|a, b| a.0 < b.0);
        let rare = self.rares.iter().all(|&(heap, value)| class.is_rare(value, heap));
        let last = self.rares.last().map_or(0, |last| last.0);
        // The kernel reaches back to the last rare heap.
        let reach = (last + moves.last() as u64).max(64);
        if !ascending || !rare || last >= self.next || base > 0 && reach > self.tail.len() as u64 {
            return Err("the rare heaps do not fit the values");
        }
        let listed = |from: u64, values: &[u32]| {
            let mut rares = self.rares.iter().skip_while(|rare| rare.0 < from);
            (from..).zip(values).all(|(heap, &value)| {
                !class.is_rare(value, heap) || rares.next() == Some(&(heap, value))
            })
        };
        if !listed(0, &self.head) || !listed(base, &self.tail) {
            return Err("a rare heap is missing");
        }
        let values = || self.head.iter().chain(&self.tail).copied();
        if values().any(|value| value > self.largest) || self.largest > u32::from(u16::MAX) {
            return Err("a value is too large");
        }
        Ok(base)
    }
}

impl Fast {
    /// The state that is needed to resume.
    pub(crate) fn snapshot(&self) -> Snapshot {
        // The next run may have to search further, but files must stay small.
        let searches = (2 * self.farthest()).min(MOST_SEARCHES);
        let keep = |reach: u64| KEPT.max(reach + LEAST).max(searches);
        let (head, tail) = with_stages!(&self.cells, stages => {
            stages.ends(&self.certain.rares, keep(stages.candidates.reach()))
        });
        Snapshot {
            searched: Some(self.searched()),
            farthest: self.farthest(),
            next: self.next_uncertain(),
            class: self.certain.rares.class,
            rares: self.certain.rares.heaps.clone(),
            largest: self.certain.largest,
            head,
            tail,
        }
    }

    /// The engine at a snapshot.
    pub(crate) fn restore(moves: &Moves, kernel: Kernel, snapshot: &Snapshot) -> Result<Fast> {
        let base =
            snapshot.check(moves).map_err(|reason| HeapsError::Checkpoint(reason.to_owned()))?;
        let Snapshot { class, head, tail, .. } = snapshot;
        let searched = snapshot.searched.map_or(snapshot.next, |heap| heap.min(snapshot.next));
        let mut rares = Rares::of(*class, &[]);
        snapshot.rares.iter().for_each(|&(heap, value)| rares.add(heap, value));
        let listed = snapshot.rares.iter().map(|rare| rare.1);
        let values = head.iter().chain(tail).copied().chain(listed);
        let most = values.map(|value| class.compress(value)).max().unwrap_or(0);
        let mut cells = if most <= u8::LARGEST {
            FastTable::Bytes(Box::new(Stages::new(moves, kernel, &rares, head, tail, base)))
        } else {
            FastTable::Words(Box::new(Stages::new(moves, kernel, &rares, head, tail, base)))
        };
        with_stages!(&mut cells, stages => {
            stages.verifier.set_searched(searched, snapshot.farthest)
        });
        let certain = Certain::new(rares, snapshot.largest);
        Ok(Fast { moves: moves.clone(), kernel, certain, cells })
    }
}

impl<T: Cell> Stages<T> {
    /// The values of the first heaps, and of the last `keep` heaps as far as they are kept.
    pub(super) fn ends(&self, rares: &Rares, keep: u64) -> (Vec<u32>, Vec<u32>) {
        let expand = |from: u64, cells: &[T]| -> Vec<u32> {
            (from..)
                .zip(cells)
                .map(|(heap, cell)| rares.class.expand(cell.value(), heap, rares.contains(heap)))
                .collect()
        };
        let head = self.verifier.head();
        let head = &head[..head.len().min(HEAD).min(self.certain as usize)];
        let start = self.certain.saturating_sub(keep).max(self.verifier.base());
        (expand(0, head), expand(start, self.verifier.values(start, self.certain)))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Code, Sequence, Settings};
    use upstar_core::Budget;

    /// A run resumed from a snapshot gives the same values, and invalid snapshots are refused.
    #[test]
    fn a_snapshot_is_continued() {
        for text in ["0.16", "0.106"] {
            let code: Code = text.parse().unwrap();
            let budget = Budget::unlimited();
            let mut sequence = Sequence::new(&code, Settings::default()).unwrap();
            assert!(sequence.snapshot().is_none());
            sequence.run(400_000, &budget, &mut |_, _| Ok(())).unwrap();
            let snapshot = sequence.snapshot().unwrap();
            let after = sequence.collect(460_000, &budget).unwrap();
            let next = 400_001;
            let restore = |snapshot| Sequence::restore(&code, Settings::default(), snapshot, next);
            let mut other = restore(&snapshot).unwrap();
            assert_eq!(other.next_heap(), next);
            assert!(other.collect(460_000, &budget).unwrap() == after, "{text}");
            let mut bad = snapshot.clone();
            bad.rares.remove(3);
            assert!(restore(&bad).is_err(), "{text}");
            let mut bad = snapshot.clone();
            bad.next = 5;
            assert!(restore(&bad).is_err(), "{text}");
            let mut bad = snapshot.clone();
            bad.tail.drain(..bad.tail.len() - 10);
            assert!(restore(&bad).is_err(), "{text}");
            let mut bad = snapshot.clone();
            bad.head.clear();
            assert!(restore(&bad).is_err(), "{text}");
        }
    }

    /// Grim from a snapshot with so few first values that they must be computed again, with and
    /// without a thread for each stage.
    #[test]
    fn first_values_are_computed_again_where_they_are_needed() {
        let code: Code = "0.6".parse().unwrap();
        let budget = Budget::unlimited();
        let mut sequence = Sequence::new(&code, Settings::default()).unwrap();
        sequence.run(50_000, &budget, &mut |_, _| Ok(())).unwrap();
        let mut snapshot = sequence.snapshot().unwrap();
        snapshot.head.truncate(8192);
        snapshot.tail.drain(..snapshot.tail.len() - 30_000);
        let next = sequence.next_heap();
        let after = sequence.collect(90_000, &budget).unwrap();
        for threads in [1, 2] {
            let settings = Settings { threads, ..Settings::default() };
            let mut other = Sequence::restore(&code, settings, &snapshot, next).unwrap();
            assert!(other.collect(90_000, &budget).unwrap() == after, "{threads}");
            let later = other.snapshot().unwrap();
            assert!(later.head.len() > 8192, "{threads}: nothing was computed again");
        }
    }
}
