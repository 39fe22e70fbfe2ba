//! Values of single heaps of any size: computed as far as needed, or from a proved period.

use num_bigint::BigUint;
use upstar_core::Budget;

use crate::Result;
use crate::closed::closed;
use crate::code::Code;
use crate::custom::HeapRules;
use crate::law::{FoundLaw, Law};
use crate::period::{PeriodStatus, Periodicity};
use crate::sequence::{LAST_HEAP, Sequence, Settings, too_far};

/// The first length at which the values are searched for a period.
const FIRST_SEARCH: usize = 1 << 10;
/// The factor by which the number of values must grow before they are searched again.
const SEARCH_AGAIN: usize = 4;

/// The nim sequence of a code, for questions about single heaps. Results are kept for later
/// questions, and once a period is proved, heaps of any size are valued at once.
///
/// ```
/// use upstar_core::Budget;
/// use upstar_heaps::{HeapValues, Settings};
/// let mut kayles = HeapValues::new(&"0.77".parse()?, Settings::default())?;
/// let budget = Budget::unlimited();
/// assert_eq!(kayles.value(&9u32.into(), &budget)?, 4u32.into());
/// assert_eq!(kayles.value(&10u64.pow(18).into(), &budget)?, 1u32.into());
/// # Ok::<(), upstar_heaps::HeapsError>(())
/// ```
#[derive(Debug)]
pub struct HeapValues {
    rules: HeapRules,
    sequence: Sequence,
    values: Vec<u32>,
    /// The length at which a period is searched for next.
    next_search: usize,
    /// A proved period, if found.
    period: Option<Periodicity>,
    /// A proved law of rules without a code, if found.
    law: Option<Law>,
}

impl HeapValues {
    /// Starts without values, except those that a theorem gives for the code.
    ///
    /// # Errors
    /// As [`Sequence::new`].
    pub fn new(code: &Code, settings: Settings) -> Result<HeapValues> {
        let sequence = Sequence::new(code, settings)?;
        let (period, values) = match closed(code) {
            Some((period, first)) => (Some(period), first.to_vec()),
            None => (None, vec![]),
        };
        let rules = HeapRules::Code(code.clone());
        let next_search = FIRST_SEARCH;
        Ok(HeapValues { rules, sequence, values, next_search, period, law: None })
    }

    /// Starts without values for any rules, except those that a theorem gives for a code.
    ///
    /// # Errors
    /// As [`Sequence::new`].
    pub fn of(rules: &HeapRules, settings: Settings) -> Result<HeapValues> {
        if let HeapRules::Code(code) = rules {
            return HeapValues::new(code, settings);
        }
        let sequence = Sequence::of(rules, settings)?;
        // Custom rules are computed slowly, so a law is searched for early.
        let (rules, values, next_search) = (rules.clone(), vec![], FIRST_SEARCH / SEARCH_AGAIN);
        Ok(HeapValues { rules, sequence, values, next_search, period: None, law: None })
    }

    /// The known values of the heaps from 0 on.
    pub fn known(&self) -> &[u32] {
        &self.values
    }

    /// The value of a heap.
    ///
    /// # Errors
    /// [`HeapsError::Exhausted`](crate::HeapsError::Exhausted) if the budget ends,
    /// [`HeapsError::Position`](crate::HeapsError::Position) if the heap is larger than 2^62 and no
    /// period is proved before memory or time end; those of the engine. Computed values are kept for
    /// the next question.
    pub fn value(&mut self, heap: &BigUint, budget: &Budget) -> Result<BigUint> {
        loop {
            let known = usize::try_from(heap).ok().and_then(|heap| self.values.get(heap));
            if let Some(&value) = known {
                return Ok(value.into());
            }
            if let Some(period) = &self.period
                && let Some(value) = period.value_at(heap, &self.values)
            {
                return Ok(value);
            }
            if let Some(law) = &self.law {
                return Ok(law.value(heap, budget)?);
            }
            let last = u64::try_from(heap).unwrap_or(u64::MAX);
            let to = last.min(self.next_search as u64);
            if to > LAST_HEAP {
                return Err(too_far(to));
            }
            self.compute(to, budget)?;
            if self.values.len() > self.next_search {
                match &self.rules {
                    HeapRules::Code(code) => {
                        self.period = Periodicity::find(code, &self.values)
                            .filter(|period| period.verdict == PeriodStatus::Proved);
                    }
                    rules => {
                        let law = FoundLaw::find(Some(rules), &self.values, budget)?;
                        self.law = law.filter(FoundLaw::is_proved).map(|found| found.law);
                    }
                }
                self.next_search = self.next_search.saturating_mul(SEARCH_AGAIN);
            }
        }
    }

    /// Computes up to heap `to`.
    fn compute(&mut self, to: u64, budget: &Budget) -> Result {
        let HeapValues { sequence, values, .. } = self;
        sequence.run(to, budget, &mut |_, segment| {
            budget.reserve(4 * segment.len() as u64)?;
            values.extend_from_slice(segment);
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HeapsError;

    /// In any order, the values are those of the sequence.
    #[test]
    fn heaps_one_by_one_have_the_values_of_the_sequence() {
        for (code, far, value) in [("0.77", 10u64.pow(15), 1u32), ("4.[3]", 999_999, 1_000_000)] {
            let code: Code = code.parse().unwrap();
            let budget = Budget::unlimited();
            let all = Sequence::new(&code, Settings::default()).unwrap();
            let all = { all }.collect(900, &budget).unwrap();
            let mut one = HeapValues::new(&code, Settings::default()).unwrap();
            for heap in [17u64, 3, 900, 899, 0, 512] {
                let expected = all[heap as usize].into();
                assert_eq!(one.value(&heap.into(), &budget).unwrap(), expected, "{code}, {heap}");
            }
            assert_eq!(one.value(&far.into(), &budget).unwrap(), value.into(), "{code}");
        }
    }

    /// Without a known period, a distant heap exhausts the budget.
    #[test]
    fn a_heap_too_far_ends_with_the_budget() {
        let mut grundy = HeapValues::new(&"4!.0".parse().unwrap(), Settings::default()).unwrap();
        let heap = BigUint::from(10u32).pow(30);
        let ended = grundy.value(&heap, &Budget::unlimited().with_steps(2_000_000));
        assert!(matches!(ended, Err(HeapsError::Exhausted(_))), "{ended:?}");
        let ended = grundy.value(&heap, &Budget::unlimited().with_bytes(100_000));
        assert!(matches!(ended, Err(HeapsError::Exhausted(_))), "{ended:?}");
        assert!(grundy.known().len() > 1000);
    }
}
