//! The search for rare values that no list shows.

use std::sync::atomic::Ordering;

use super::{Event, HEAD, SMALL, SPAN, Verifier};
use crate::Result;
use crate::error::HeapsError;
use crate::kernels::Cell;

impl<T: Cell> Verifier<T> {
    /// The first heap that has one of the missing values as its true value, because it is not an
    /// option. The missing values are those for which no split is known.
    pub(super) fn first_missing(&self, mut missing: Vec<(u64, u32)>) -> Result<Event> {
        missing.sort_unstable();
        for of_heap in missing.chunk_by(|a, b| a.0 == b.0) {
            if let Some(value) = self.decide(of_heap[0].0, of_heap)? {
                return Ok(Some((of_heap[0].0, value)));
            }
        }
        Ok(None)
    }

    /// Searches for a witness among the splits with a small heap and the moves to one heap.
    pub(super) fn search(&self, heap: u64, rare: T) -> bool {
        let small = self.turned.len();
        let quiet = self.quiet.min(small);
        self.rares
            .turning(&self.moves)
            .any(|taken| !self.rares.contains(heap - taken) && self.value(heap - taken) == rare)
            || self.search_from(heap, rare, quiet, small)
            || self.search_from(heap, rare, 1, quiet)
    }

    /// Searches for a witness among the splits with a heap of `from..to`.
    fn search_from(&self, heap: u64, rare: T, from: usize, to: usize) -> bool {
        let known = self.turned.len();
        // The digits take turns, for some small heaps at a time, because a single digit may never
        // give the value.
        let span = if self.moves.splits.len() == 1 { HEAD } else { SPAN };
        (from..to).step_by(span).any(|start| {
            self.moves.splits.iter().any(|&(taken, unequal)| {
                let rest = heap as usize - taken;
                let end = to.min(start + span).min(self.largest_small(rest, unequal) + 1);
                start < end
                    && self
                        .split(rest, &self.turned[known - end..known - start], start, rare)
                        .is_some()
            })
        })
    }

    /// The largest smaller heap of the splits of `rest` whose larger heap is known.
    fn largest_small(&self, rest: usize, unequal: bool) -> usize {
        let half = if unequal { (rest - 1) / 2 } else { rest / 2 };
        half.min(rest - self.base as usize)
    }

    /// The smaller heap of a split of `rest` that gives the rare value. `turned` are the values of
    /// the smaller heaps from `start` on, in reverse order.
    fn split(&self, rest: usize, mut turned: &[T], start: usize, rare: T) -> Option<usize> {
        let at = rest + 1 - self.base as usize;
        while !turned.is_empty() {
            let end = start + turned.len();
            let larger = &self.history[at - end..at - start];
            let found = self.kernel.first_sum(turned, larger, rare)?;
            let small = end - found - 1;
            if self.rares.contains(small as u64) == self.rares.contains((rest - small) as u64) {
                return Some(small);
            }
            turned = &turned[found + 1..];
        }
        None
    }

    /// Tries every option of a heap for rare values below its candidate that no search found, in
    /// ascending order. The first one that is not an option is the true value.
    fn decide(&self, heap: u64, missing: &[(u64, u32)]) -> Result<Option<u32>> {
        self.searched.fetch_max(heap + 1, Ordering::Relaxed);
        for &(_, compressed) in missing {
            if !self.is_option(heap, T::cell(compressed)) {
                let value = self.rares.class.expand(compressed, heap, true);
                // An option may be among the dropped values.
                return match self.base {
                    0 => Ok(Some(value)),
                    _ => Err(HeapsError::Forgotten { heap, value }),
                };
            }
        }
        Ok(None)
    }

    /// Whether the rare value is an option, by all moves to heaps whose values are known.
    fn is_option(&self, heap: u64, rare: T) -> bool {
        let kept = self.rares.keeping(&self.moves).map(|taken| (heap - taken, true));
        let turned = self.rares.turning(&self.moves).map(|taken| (heap - taken, false));
        if kept
            .chain(turned)
            .any(|(left, of_rare)| self.rares.contains(left) == of_rare && self.value(left) == rare)
        {
            return true;
        }
        // The larger heap must be among the last values, the smaller one among these or among the
        // first.
        let base = self.base as usize;
        self.moves.splits.iter().any(|&(taken, unequal)| {
            let rest = heap as usize - taken;
            let end = self.largest_small(rest, unequal) + 1;
            let head = if base > 0 { self.head.len() } else { 0 };
            self.splits(rest, &self.head, 0, 1, end.min(head), rare)
                || self.splits(rest, &self.history, base, base.max(head).max(1), end, rare)
        })
    }

    /// Whether a split of `rest` with a heap of `from..to` gives the rare value. `small` are the
    /// values of the heaps from `base` on.
    fn splits(
        &self,
        rest: usize,
        small: &[T],
        base: usize,
        from: usize,
        to: usize,
        rare: T,
    ) -> bool {
        /// The number of values that are reversed at once.
        const TURNED: usize = 1 << 14;
        let mut turned = Vec::with_capacity(TURNED);
        let found = (from..to).step_by(TURNED).find_map(|start| {
            let end = to.min(start + TURNED);
            turned.clear();
            turned.extend(small[start - base..end - base].iter().rev());
            self.split(rest, &turned, start, rare)
        });
        if let Some(small) = found.filter(|&small| small as u64 >= SMALL) {
            self.farthest.fetch_max(small as u64, Ordering::Relaxed);
        }
        found.is_some()
    }
}

#[cfg(test)]
mod tests {
    use crate::class::{Class, Moves, Rares};
    use crate::fast::verify::Verifier;
    use crate::kernels::{Kernel, KernelChoice};
    use crate::{Code, Sequence, Settings};
    use upstar_core::Budget;

    /// Rare values are options exactly if a split of two known heaps gives them, by the definition.
    /// Tested with all values, and with those between the first and the last ones dropped.
    #[test]
    fn options_among_the_known_heaps() {
        for (text, count) in [("0.106", 800_000), ("0.16", 800_000)] {
            let code: Code = text.parse().unwrap();
            let values = Sequence::new(&code, Settings::default())
                .unwrap()
                .collect(count - 1, &Budget::unlimited())
                .unwrap();
            let moves = Moves::of(&code).unwrap();
            let class = Class::choose(&moves, &values).unwrap().0;
            let rares = Rares::of(class, &values);
            let cells: Vec<u8> = values.iter().map(|&v| class.compress(v) as u8).collect();
            let kernel = Kernel::new(KernelChoice::Auto).unwrap();
            let mut all = Verifier::new(&moves, kernel, &rares, cells.clone(), cells.clone(), 0);
            let mut some = Verifier::new(&moves, kernel, &rares, cells.clone(), cells, 0);
            all.head.truncate(1000);
            some.head.truncate(1000);
            some.forget(0);
            let base = some.base as usize;
            assert!(base > 400_000 && some.head.len() == base, "the first values are kept");
            some.head.truncate(2000);
            let mut counts = [0; 2];
            for heap in (780_000..800_000).step_by(1501) {
                for rare in 0..40u32 {
                    let value = class.expand(rare, heap as u64, true);
                    let option = |known: &dyn Fn(usize) -> bool| {
                        let splits = moves.splits.iter().any(|&(taken, _)| {
                            (1..=(heap - taken) / 2).any(|a| {
                                let b = heap - taken - a;
                                known(a) && known(b) && values[a] ^ values[b] == value
                            })
                        });
                        splits || moves.singles.iter().any(|&taken| values[heap - taken] == value)
                    };
                    let (every, some_of) =
                        (option(&|_| true), option(&|heap| heap < 2000 || heap >= base));
                    assert_eq!(all.is_option(heap as u64, rare as u8), every);
                    assert_eq!(some.is_option(heap as u64, rare as u8), some_of);
                    counts[usize::from(every)] += 1;
                }
            }
            assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
        }
    }
}
