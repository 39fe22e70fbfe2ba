//! Nim sequences, as far as positions need them.

use std::sync::{Mutex, PoisonError};

use num_bigint::BigUint;
use upstar_core::{Budget, GrundyValue};
use upstar_heaps::{Code, HeapsError, Periodicity, Sequence, Settings, Verdict};

use super::known_code;
use crate::RuleError;

/// The Grundy values of the heaps of a code, kept as far as they were needed.
#[derive(Debug)]
pub(in crate::games) struct NimSequence {
    code: Code,
    known: Mutex<Values>,
}

#[derive(Debug, Default)]
struct Values {
    values: Vec<GrundyValue>,
    /// A proved period, once it was looked for.
    period: Option<Option<Periodicity>>,
}

/// Up to which heap sequences without a proved period are computed.
const FAR: u64 = 1 << 22;

/// How many values are looked at for a period.
const PERIOD_SEARCH: u64 = 1 << 14;

impl NimSequence {
    /// The sequence of a code.
    pub(super) fn new(code: Code) -> Self {
        NimSequence { code, known: Mutex::default() }
    }

    /// The sequence of a code that is written in this program.
    pub(in crate::games) fn of(code: &str) -> Self {
        Self::new(known_code(code))
    }

    /// The code.
    pub(super) fn code(&self) -> &Code {
        &self.code
    }

    /// The value of one heap, if the sequence can be computed that far or has a proved period.
    ///
    /// # Errors
    /// A used-up budget. What was computed is kept for the next question.
    pub(in crate::games) fn value(
        &self,
        heap: u64,
        budget: &Budget,
    ) -> Result<Option<GrundyValue>, RuleError> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        match known.value(&self.code, heap, budget) {
            Err(HeapsError::Exhausted(exhausted)) => Err(exhausted.into()),
            // Some engine cannot play the game; the search can.
            Err(_) => Ok(None),
            Ok(value) => Ok(value),
        }
    }

    /// The value of several heaps together.
    ///
    /// # Errors
    /// As [`NimSequence::value`].
    pub(in crate::games) fn sum(
        &self,
        heaps: impl IntoIterator<Item = u64>,
        budget: &Budget,
    ) -> Result<Option<GrundyValue>, RuleError> {
        let mut sum = 0;
        for heap in heaps {
            let Some(value) = self.value(heap, budget)? else { return Ok(None) };
            sum ^= value;
        }
        Ok(Some(sum))
    }
}

impl Values {
    fn value(
        &mut self,
        code: &Code,
        heap: u64,
        budget: &Budget,
    ) -> Result<Option<GrundyValue>, HeapsError> {
        let needed = heap.min(PERIOD_SEARCH);
        if self.values.len() as u64 <= needed {
            self.compute(code, needed.next_power_of_two(), budget)?;
        }
        if let Some(&value) = usize::try_from(heap).ok().and_then(|heap| self.values.get(heap)) {
            return Ok(Some(value));
        }
        if self.period.is_none() {
            let found = Periodicity::find(code, &self.values);
            self.period = Some(found.filter(|period| period.verdict == Verdict::Proved));
        }
        if let Some(Some(period)) = &self.period {
            let value = period.value_at(&BigUint::from(heap), &self.values);
            return Ok(value.and_then(|value| GrundyValue::try_from(value).ok()));
        }
        if heap > FAR {
            return Ok(None);
        }
        self.compute(code, heap, budget)?;
        Ok(self.values.last().copied())
    }

    /// Computes on until heap `to`.
    fn compute(&mut self, code: &Code, to: u64, budget: &Budget) -> Result<(), HeapsError> {
        let mut sequence = Sequence::resume(code, Settings::default(), self.values.clone())?;
        sequence.run(to, budget, &mut |_, values| {
            self.values.extend_from_slice(values);
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use upstar_core::StopReason;

    use super::*;

    #[test]
    fn values_are_computed_under_the_budget_of_the_question() {
        let grundy = NimSequence::of("4!.0");
        let budget = Budget::unlimited().with_steps(20_000);
        // No period is known, so that all values before this one are needed.
        match grundy.value(3_000_000, &budget) {
            Err(RuleError::Exhausted(exhausted)) => assert_eq!(exhausted.reason, StopReason::Steps),
            other => panic!("{other:?}"),
        }
        // What was found by then is kept, and what comes after it is the same.
        let kept = grundy.known.lock().unwrap().values.len();
        assert!((1..3_000_000).contains(&kept), "{kept}");
        let budget = Budget::unlimited();
        let whole = Sequence::new(&known_code("4!.0"), Settings::default())
            .and_then(|mut sequence| sequence.collect(40_000, &budget))
            .unwrap();
        for heap in [0, 18, 16_384, 20_001, 40_000] {
            let value = whole[heap as usize];
            assert_eq!(grundy.value(heap, &budget).unwrap(), Some(value), "{heap}");
        }
        assert_eq!(grundy.sum([18, 5, 18], &budget).unwrap(), Some(whole[5]));
        assert_eq!(grundy.value(FAR + 1, &budget).unwrap(), None);
    }

    #[test]
    fn a_period_tells_of_heaps_of_any_size() {
        let kayles = NimSequence::of("0.77");
        let budget = Budget::unlimited();
        // As 129, it is 9 more than a multiple of the period.
        let far = u64::MAX / 12 * 12 - 3;
        assert_eq!(kayles.value(far, &budget).unwrap(), kayles.value(129, &budget).unwrap());
    }
}
