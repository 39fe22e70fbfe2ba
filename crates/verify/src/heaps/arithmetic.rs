//! The theorem on arithmetic periods of codes that leave three or more heaps, checked exactly as
//! stated in the book.

use std::collections::BTreeSet;

use upstar_core::{Budget, Ticker};

use super::{Claim, wrong};
use crate::Result;

/// Claims that need more values than this are refused, because all splits of a heap are kept at
/// once.
const LAST: u64 = 5000;

impl Claim {
    /// The data known before any value is computed.
    pub(super) fn arithmetic_code(&self) -> Result {
        if self.code.threes || self.code.most_heaps() < 3 || self.saltus == 0 {
            return wrong(
                "theorem: arithmetic is about finite codes that leave three heaps or more, with a \
                 saltus above 0",
            );
        }
        if self.values_to > LAST {
            return wrong(format!(
                "values_to: claims about arithmetic periods are checked up to heap {LAST}"
            ));
        }
        // Two periods from the first heap of the theorem on.
        let least = self.first_heap() + 2 * self.period as u128 - 1;
        if u128::from(self.values_to) < least {
            return wrong(format!("values_to: the theorem needs the values up to {least} or more"));
        }
        Ok(())
    }

    /// `c x + (c - 1) p + k`.
    fn first_heap(&self) -> u128 {
        let most = u128::from(self.code.most_heaps());
        most * self.preperiod.max(1) as u128
            + (most - 1) * self.period as u128
            + self.code.last() as u128
    }

    /// Searches for a unit for which the hypotheses hold.
    pub(super) fn shifted_splits(&self, values: &[u32], budget: &Budget) -> Result {
        let mut ticker = budget.ticker();
        let mut reason = String::new();
        let mut unit = 1u64;
        while self.saltus.is_multiple_of(unit) {
            match self.holds(values, unit, &mut ticker)? {
                None => return Ok(()),
                Some(why) => reason = why,
            }
            unit *= 2;
        }
        wrong(format!("theorem: {reason}"))
    }

    /// The reason why the hypotheses fail for a unit, if they do.
    fn holds(&self, values: &[u32], unit: u64, ticker: &mut Ticker) -> Result<Option<String>> {
        let (start, period) = (self.preperiod.max(1), self.period);
        let units = |part: usize| u64::from(values[part]) / unit;
        let sum_of = |parts: &[usize]| parts.iter().fold(0, |sum, &part| sum ^ values[part]);
        let from = self.first_heap() as usize;
        for (heap, &whole) in values.iter().enumerate().skip(from).take(period) {
            for option in self.options(heap, ticker)? {
                let value = u64::from(sum_of(&option));
                if value % unit != u64::from(whole) % unit {
                    continue;
                }
                let own = units(heap);
                let sum: u64 = option.iter().map(|&part| units(part)).sum();
                if sum % 2 != own % 2 || sum < own {
                    continue;
                }
                let large: Vec<usize> = (0..option.len())
                    .filter(|&i| option[i] >= start)
                    .filter(|&i| option.iter().all(|&other| option[i] + period >= other))
                    .collect();
                let apart = large.len() == 1 && {
                    let mut rest = option.clone();
                    let part = rest.remove(large[0]);
                    let rest = rest.iter().fold(0, |sum, &part| sum ^ units(part));
                    units(part) + rest < own || own + rest < units(part)
                };
                if !apart {
                    return Ok(Some(format!(
                        "nothing keeps the option {option:?} of heap {heap} from its value"
                    )));
                }
            }
        }
        let window = values.len() - 2 * period..values.len();
        let mut shown: Vec<[BTreeSet<u64>; 3]> = Vec::new();
        for heap in window.clone() {
            let mut sets = [BTreeSet::new(), BTreeSet::new(), BTreeSet::new()];
            for option in self.options(heap, ticker)? {
                let value = u64::from(sum_of(&option));
                let equal = |parts: &[usize]| {
                    parts.iter().enumerate().any(|(i, &a)| {
                        parts[i + 1..]
                            .iter()
                            .any(|&b| a >= start && b >= start && units(a) == units(b))
                    })
                };
                if equal(&option) {
                    sets[0].insert(value);
                }
                for i in (0..option.len()).filter(|&i| option[i] >= start) {
                    let mut rest = option.clone();
                    rest.remove(i);
                    if rest.iter().fold(0, |sum, &part| sum ^ units(part)) == 0 {
                        sets[1].insert(value);
                        if equal(&rest) {
                            sets[2].insert(value);
                        }
                    }
                }
            }
            shown.push(sets);
        }
        let most = window.clone().map(|heap| u64::from(values[heap]) / self.saltus).min();
        let found = (0..=most.unwrap_or(0).saturating_sub(2)).any(|steps| {
            window.clone().zip(&shown).all(|(heap, [pairs, singles, both])| {
                let value = u64::from(values[heap]);
                let Some(low) = value.checked_sub((steps + 2) * self.saltus) else { return false };
                let middle = low + 2 * self.saltus;
                (0..middle).all(|value| pairs.contains(&value))
                    && (low..middle).all(|value| both.contains(&value))
                    && (middle..value).all(|value| singles.contains(&value))
            })
        });
        Ok((!found).then(|| {
            format!(
                "the splits that can be shifted do not show all values below those of the heaps \
                 {} to {}",
                window.start,
                window.end - 1
            )
        }))
    }

    /// The options of a heap that leave at least one heap.
    fn options(&self, heap: usize, ticker: &mut Ticker) -> Result<Vec<Vec<usize>>> {
        let mut options: Vec<Vec<usize>> = Vec::new();
        for taken in 0..=self.code.last().min(heap) {
            let mut divisions: Vec<(Vec<usize>, usize)> = vec![(vec![], heap - taken)];
            for count in 1..=self.code.most_heaps() {
                // Options with `count` parts: the last part takes the remainder.
                if self.code.digit(taken) >> count & 1 == 1 {
                    for (parts, rest) in &divisions {
                        if *rest >= parts.last().copied().unwrap_or(1) {
                            options.push([&parts[..], &[*rest]].concat());
                        }
                    }
                }
                if count == self.code.most_heaps() {
                    break;
                }
                let mut longer = Vec::new();
                for (parts, rest) in divisions {
                    for part in parts.last().copied().unwrap_or(1)..=rest / 2 {
                        longer.push(([&parts[..], &[part]].concat(), rest - part));
                    }
                    ticker.tick(1 + rest as u64)?;
                }
                divisions = longer;
            }
        }
        Ok(options)
    }
}
