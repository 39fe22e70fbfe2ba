//! The outcomes of sums of heaps.

use std::collections::HashMap;

use upstar_core::Budget;
use upstar_heaps::{Code, HeapRule, HeapsError};

use super::Result;
use super::heaps::HeapQuotient;
use super::monoid::Element;

/// A sum of heaps in misère play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapSum {
    /// Its element, if those of all heaps are known.
    pub element: Option<Element>,
    /// Whether the player to move loses it.
    pub is_p: bool,
    /// Every winning move: the index of the heap, and the positive parts that replace it,
    /// ascending. Sorted.
    pub winning: Vec<(usize, Vec<u64>)>,
    /// The heaps with too many options to search for winning moves.
    pub unlisted: Vec<usize>,
}

/// The largest number of options of a heap that are examined for winning moves.
const MOST_OPTIONS: u64 = 1 << 20;

impl HeapQuotient {
    /// The outcome of a sum of heaps and its winning moves. If the element of a heap is not known,
    /// the sum is played until the elements of all heaps are known.
    ///
    /// # Errors
    /// [`QuotientError::Exhausted`](super::QuotientError::Exhausted) if the budget ends.
    ///
    /// # Complexity
    /// If all heaps are known: one product for each heap, and a few for each option of a heap.
    /// Otherwise also the number of positions until all are known.
    pub fn play(&self, code: &Code, heaps: &[u64], budget: &Budget) -> Result<HeapSum> {
        let element = self.sum(heaps.iter().copied());
        let mut known: HashMap<Vec<u64>, bool> = HashMap::new();
        let is_p = self.is_p(code, sorted(heaps), &mut known, budget)?;
        let mut found = HeapSum { element, is_p, winning: vec![], unlisted: vec![] };
        if is_p {
            return Ok(found);
        }
        let mut ticker = budget.ticker();
        for (index, &heap) in heaps.iter().enumerate() {
            let mut rest = heaps.to_vec();
            rest.remove(index);
            let beside = self.sum(rest.iter().copied());
            let mut left = MOST_OPTIONS;
            let mut failed = None;
            let listed = code.options(heap, &mut |parts| {
                ticker.tick(1)?;
                left = left.checked_sub(1).ok_or_else(|| HeapsError::Position(String::new()))?;
                let element = self.sum(parts.iter().copied());
                let is_p = match (beside, element) {
                    (Some(x), Some(y)) => Ok(self.monoid.is_p(self.monoid.product(x, y))),
                    _ => {
                        let sum: Vec<u64> = rest.iter().chain(parts).copied().collect();
                        self.is_p(code, sorted(&sum), &mut known, budget)
                    }
                };
                match is_p {
                    Ok(true) => found.winning.push((index, sorted(parts))),
                    Ok(false) => {}
                    Err(error) => {
                        failed = failed.take().or(Some(error));
                        left = 0;
                    }
                }
                Ok(())
            });
            if let Some(error) = failed {
                return Err(error);
            }
            match listed {
                Ok(()) => {}
                Err(HeapsError::Position(_)) => {
                    found.winning.retain(|&(of, _)| of != index);
                    found.unlisted.push(index);
                }
                Err(error) => return Err(error.into()),
            }
        }
        found.winning.sort();
        found.winning.dedup();
        Ok(found)
    }

    /// Whether the player to move loses a sum of heaps above 0, ascending, by its element or by
    /// play.
    fn is_p(
        &self,
        code: &Code,
        sum: Vec<u64>,
        known: &mut HashMap<Vec<u64>, bool>,
        budget: &Budget,
    ) -> Result<bool> {
        let at_once = |sum: &[u64], known: &HashMap<Vec<u64>, bool>| {
            let element = self.sum(sum.iter().copied());
            element.map(|x| self.monoid.is_p(x)).or_else(|| known.get(sum).copied())
        };
        if let Some(p) = at_once(&sum, known) {
            return Ok(p);
        }
        let mut ticker = budget.ticker();
        let mut waiting: Vec<(Vec<u64>, Vec<Vec<u64>>)> = Vec::new();
        let mut next = Some(sum);
        loop {
            if let Some(sum) = next.take() {
                let options = self.options(code, &sum, &mut ticker)?;
                waiting.push((sum, options));
            }
            let Some((sum, options)) = waiting.last_mut() else { break };
            // The player to move wins a position without moves.
            let mut p = None;
            while let Some(option) = options.last() {
                ticker.tick(1 + option.len() as u64)?;
                match at_once(option, known) {
                    Some(true) => {
                        p = Some(false);
                        break;
                    }
                    Some(false) => {
                        options.pop();
                        p = options.is_empty().then_some(true);
                    }
                    None => {
                        next = Some(option.clone());
                        break;
                    }
                }
            }
            if next.is_some() {
                continue;
            }
            known.insert(std::mem::take(sum), p.unwrap_or(false));
            waiting.pop();
            if waiting.is_empty() {
                return Ok(p.unwrap_or(false));
            }
        }
        Ok(false)
    }

    /// The options of a sum, with the known ones last.
    fn options(
        &self,
        code: &Code,
        sum: &[u64],
        ticker: &mut upstar_core::Ticker,
    ) -> Result<Vec<Vec<u64>>> {
        let mut options: Vec<Vec<u64>> = Vec::new();
        for (index, &heap) in sum.iter().enumerate() {
            if index > 0 && sum[index - 1] == heap {
                continue;
            }
            code.options(heap, &mut |parts| {
                ticker.tick(1 + sum.len() as u64)?;
                let rest = sum[..index].iter().chain(&sum[index + 1..]);
                options.push(sorted(&rest.chain(parts).copied().collect::<Vec<u64>>()));
                Ok(())
            })?;
        }
        options.sort_by_key(|option| self.sum(option.iter().copied()).is_some());
        Ok(options)
    }
}

/// The heaps above 0, ascending.
fn sorted(heaps: &[u64]) -> Vec<u64> {
    let mut sorted: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
    sorted.sort_unstable();
    sorted
}
