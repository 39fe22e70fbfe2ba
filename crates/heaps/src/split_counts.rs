//! The number of splits that the method of rare and common values examines.

use serde::{Deserialize, Serialize};
use upstar_core::{Budget, StopReason};

use crate::class::{Class, Moves, Rares};
use crate::code::Code;

/// Splits into two common parts that are looked at until every rare value below the value of a
/// heap is found among its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SplitCounts {
    /// Heaps counted, from 0 on.
    pub heaps: u64,
    /// Splits looked at for all of them together.
    pub splits: u64,
}

impl SplitCounts {
    /// Counts them for each heap of `values`, the values of the heaps from 0 on; `None` for codes
    /// without rare and common values. It counts as many heaps as the budget allows.
    ///
    /// A heap is computed in three steps (Guy and Smith, *The G-values of various games*; the
    /// sparse space of Winning Ways, chapter 4). The splits with a rare part exclude common values,
    /// and the smallest common value left bounds the heap's value. Then splits into two common
    /// parts are tried, with increasing smaller part, until no rare value below this bound is left.
    /// Only these tries are counted; for a heap with a rare value, they are all its splits. The
    /// time is proportional to them and to the number of rare heaps.
    pub fn count(
        code: &Code,
        values: &[u32],
        budget: &Budget,
    ) -> Option<(SplitCounts, StopReason)> {
        let moves = Moves::of(code)?;
        let (class, _) = Class::choose(&moves, values)?;
        let rares = Rares::of(class, values);
        let mut counter = Counter { moves, class, rares, values, excluded: vec![], mark: 0 };
        let mut tries = SplitCounts { heaps: 0, splits: 0 };
        let mut ticker = budget.ticker();
        for heap in 0..values.len() {
            let (splits, steps) = counter.heap(heap);
            if let Err(exhausted) = ticker.tick(steps) {
                return Some((tries, exhausted.reason));
            }
            tries.heaps += 1;
            tries.splits += splits;
        }
        Some((tries, StopReason::Finished))
    }

    /// The mean number for a heap, in hundredths, rounded to the nearest integer.
    #[must_use]
    pub fn mean_hundredths(&self) -> u128 {
        let (splits, heaps) = (u128::from(self.splits), u128::from(self.heaps.max(1)));
        (200 * splits + heaps) / (2 * heaps)
    }
}

struct Counter<'a> {
    moves: Moves,
    class: Class,
    rares: Rares,
    values: &'a [u32],
    /// Values that are options of a heap carry its mark.
    excluded: Vec<u32>,
    mark: u32,
}

impl Counter<'_> {
    fn exclude(&mut self, value: u32) -> bool {
        let at = value as usize;
        if self.excluded.len() <= at {
            self.excluded.resize(at + 1, 0);
        }
        std::mem::replace(&mut self.excluded[at], self.mark) != self.mark
    }

    /// The tries of a heap, and the number of steps that counting them took.
    fn heap(&mut self, heap: usize) -> (u64, u64) {
        self.mark += 1;
        let mut steps = 1;
        if self.moves.whole.contains(&heap) {
            self.exclude(0);
        }
        for index in 0..self.moves.singles.len() {
            let taken = self.moves.singles[index];
            if taken < heap {
                self.exclude(self.values[heap - taken]);
            }
        }
        for index in 0..self.moves.splits.len() {
            let (taken, different) = self.moves.splits[index];
            let Some(left) = heap.checked_sub(taken) else { continue };
            for rare in 0..self.rares.heaps.len() {
                let (part, value) = self.rares.heaps[rare];
                let part = part as usize;
                if part >= left {
                    break;
                }
                if part > 0 && !(different && 2 * part == left) {
                    self.exclude(value ^ self.values[left - part]);
                }
                steps += 1;
            }
        }
        let is_excluded = |value: u32| self.excluded.get(value as usize) == Some(&self.mark);
        let is_rare = |value: u32| self.class.is_rare(value, heap as u64);
        let bound = (0..).find(|&value| !is_rare(value) && !is_excluded(value)).unwrap_or(0);
        let mut missing = (0..bound).filter(|&b| is_rare(b) && !is_excluded(b)).count();
        let mut splits = 0;
        let largest = self.moves.splits.iter().map(|split| heap.saturating_sub(split.0) / 2).max();
        for part in 1..=largest.unwrap_or(0) {
            if missing == 0 {
                break;
            }
            steps += 1;
            if self.rares.contains(part as u64) {
                continue;
            }
            for index in 0..self.moves.splits.len() {
                let (taken, different) = self.moves.splits[index];
                let Some(rest) = heap.checked_sub(taken + part).filter(|&rest| rest >= part) else {
                    continue;
                };
                if self.rares.contains(rest as u64) || different && rest == part {
                    continue;
                }
                splits += 1;
                let value = self.values[part] ^ self.values[rest];
                if self.exclude(value) && value < bound {
                    missing -= 1;
                }
                if missing == 0 {
                    break;
                }
            }
        }
        (splits, steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain;
    use crate::rule::HeapRule;

    fn values(code: &Code, to: u64) -> Vec<u32> {
        let mut values = Vec::new();
        plain::extend(code, &mut values, to, &Budget::unlimited()).unwrap();
        values
    }

    /// By the definition, with sets.
    fn by_definition(code: &Code, values: &[u32]) -> u64 {
        use std::collections::BTreeSet;
        let (class, _) = crate::class_of(code, values).unwrap();
        let is_rare = |heap: u64| class.is_rare(values[heap as usize], heap);
        let mut total = 0;
        for heap in 0..values.len() as u64 {
            let (mut known, mut common) = (BTreeSet::new(), Vec::new());
            code.options(heap, &mut |parts: &[u64]| {
                let parts: Vec<u64> = parts.iter().copied().filter(|&part| part > 0).collect();
                let value = parts.iter().fold(0, |sum, &part| sum ^ values[part as usize]);
                match parts[..] {
                    [a, b] if !is_rare(a) && !is_rare(b) => common.push((a.min(b), value)),
                    _ => drop(known.insert(value)),
                }
                Ok::<(), crate::HeapsError>(())
            })
            .unwrap();
            common.sort_by_key(|&(part, _)| part);
            let bound =
                (0..).find(|value| !class.is_rare(*value, heap) && !known.contains(value)).unwrap();
            let complete = |known: &BTreeSet<u32>| {
                (0..bound).all(|b| !class.is_rare(b, heap) || known.contains(&b))
            };
            for (_, value) in common {
                if complete(&known) {
                    break;
                }
                known.insert(value);
                total += 1;
            }
        }
        total
    }

    #[test]
    fn tries_are_those_of_the_definition() {
        for code in ["4!.0", "0.07", "0.6", "4.4", "0.106"] {
            let code: Code = code.parse().unwrap();
            let values = values(&code, 700);
            let (tries, stop) = SplitCounts::count(&code, &values, &Budget::unlimited()).unwrap();
            assert_eq!(stop, StopReason::Finished);
            assert_eq!(tries.heaps, 701);
            assert_eq!(tries.splits, by_definition(&code, &values), "{code}");
        }
    }

    #[test]
    fn a_budget_counts_the_first_heaps() {
        let code: Code = "4!.0".parse().unwrap();
        let values = values(&code, 3000);
        let budget = Budget::unlimited().with_steps(1000);
        let (tries, stop) = SplitCounts::count(&code, &values, &budget).unwrap();
        assert_eq!(stop, StopReason::Steps);
        assert!(tries.heaps < 3000);
        let (all, _) = SplitCounts::count(&code, &values, &Budget::unlimited()).unwrap();
        assert!(tries.splits <= all.splits && all.heaps == 3001);
    }

    #[test]
    fn the_mean_is_rounded() {
        assert_eq!(SplitCounts { heaps: 3, splits: 2 }.mean_hundredths(), 67);
        assert_eq!(SplitCounts { heaps: 0, splits: 0 }.mean_hundredths(), 0);
    }
}
