//! Nim sequences, as far as positions need them.

use std::sync::{Mutex, PoisonError};

use num_bigint::BigUint;
use upstar_core::{Budget, Outcome};
use upstar_heaps::{Code, HeapRule, HeapValues, HeapsError, Settings};

use super::heaps::{Heaps, known_code, no_larger};
use super::numbers::replaced;
use crate::{Convention, Fact, Options, Result};

/// The largest heap whose options are listed.
pub const MOST_TOKENS: u64 = 1 << 22;

/// The Grundy values of the heaps of a code, kept as far as they were needed.
#[derive(Debug)]
pub struct NimSequence {
    code: Code,
    /// None if no engine can play the game: the search can.
    known: Option<Mutex<HeapValues>>,
}

impl NimSequence {
    /// The sequence of a code.
    pub fn new(code: Code) -> Self {
        let known = HeapValues::new(&code, Settings::default()).ok().map(Mutex::new);
        NimSequence { code, known }
    }

    /// The sequence of a code that is written in this program.
    pub fn of(code: &str) -> Self {
        Self::new(known_code(code))
    }

    /// The code.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The value of one heap, by the proved period beyond the values computed; `None` if it is none
    /// that is computed.
    ///
    /// # Errors
    /// A used-up budget. What was computed is kept for the next question.
    pub fn value(&self, heap: u64, budget: &Budget) -> Result<Option<u64>> {
        let Some(known) = &self.known else { return Ok(None) };
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        let value = usize::try_from(heap).ok().and_then(|heap| known.known().get(heap));
        if let Some(&value) = value {
            return Ok(Some(value.into()));
        }
        match known.value(&BigUint::from(heap), budget) {
            Err(HeapsError::Exhausted(exhausted)) => Err(exhausted.into()),
            Err(_) => Ok(None),
            Ok(value) => Ok(u64::try_from(value).ok()),
        }
    }

    /// The value of several heaps together.
    ///
    /// # Errors
    /// As [`NimSequence::value`].
    pub fn sum(
        &self,
        heaps: impl IntoIterator<Item = u64>,
        budget: &Budget,
    ) -> Result<Option<u64>> {
        let mut sum = 0;
        for heap in heaps {
            let Some(value) = self.value(heap, budget)? else { return Ok(None) };
            sum ^= value;
        }
        Ok(Some(sum))
    }

    /// Appends the options of heaps of which a fact is true, as
    /// [`Ruleset::options_with`](crate::Ruleset::options_with); false if not all values are known.
    ///
    /// # Errors
    /// As [`NimSequence::value`]; [`RuleError::TooLarge`](crate::RuleError::TooLarge) of a heap whose
    /// options are not listed.
    pub fn options_with(
        &self,
        heaps: &[u64],
        fact: Fact,
        convention: Convention,
        budget: &Budget,
        out: &mut Options<Heaps>,
    ) -> Result<bool> {
        let value = match (fact, convention) {
            (Fact::Grundy(value), Convention::Normal) => value,
            (Fact::Outcome(Outcome::P), Convention::Normal) => 0,
            _ => return Ok(false),
        };
        let Some(sum) = self.sum(heaps.iter().copied(), budget)? else {
            return Ok(false);
        };
        let mut ticker = budget.ticker();
        for (index, &heap) in heaps.iter().enumerate() {
            no_larger(heap, MOST_TOKENS)?;
            let Some(own) = self.value(heap, budget)? else { return Ok(false) };
            let wanted = sum ^ own ^ u64::from(value);
            let mut missing = false;
            self.code.options(heap, &mut |parts| {
                ticker.tick(1)?;
                match self.sum(parts.iter().copied(), budget) {
                    Ok(Some(found)) if found == wanted => {
                        out.push(replaced(heaps, index, parts));
                        out.check()?;
                    }
                    Ok(Some(_)) => {}
                    _ => missing = true,
                }
                Ok(())
            })?;
            if missing {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use upstar_core::StopReason;
    use upstar_heaps::Sequence;

    use super::*;
    use crate::RuleError;

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
        let kept = grundy.known.as_ref().unwrap().lock().unwrap().known().len();
        assert!((1..3_000_000).contains(&kept), "{kept}");
        let budget = Budget::unlimited();
        let whole = Sequence::new(&known_code("4!.0"), Settings::default())
            .and_then(|mut sequence| sequence.collect(40_000, &budget))
            .unwrap();
        for heap in [0, 18, 16_384, 20_001, 40_000] {
            let value = whole[heap as usize];
            assert_eq!(grundy.value(heap, &budget).unwrap(), Some(value.into()), "{heap}");
        }
        assert_eq!(grundy.sum([18, 5, 18], &budget).unwrap(), Some(whole[5].into()));
        let budget = Budget::unlimited().with_steps(20_000);
        assert!(grundy.value(u64::MAX, &budget).is_err());
    }

    #[test]
    fn a_theorem_covers_heaps_of_any_size() {
        let lasker = NimSequence::of("4.[3]");
        let budget = Budget::unlimited().with_steps(1);
        assert_eq!(lasker.value(1_000_000, &budget).unwrap(), Some(999_999));
        assert_eq!(lasker.value(999_999, &budget).unwrap(), Some(1_000_000));
        // More than 32 bits.
        assert_eq!(lasker.value(1 << 40, &budget).unwrap(), Some((1 << 40) - 1));
    }

    #[test]
    fn a_period_covers_heaps_of_any_size() {
        let kayles = NimSequence::of("0.77");
        let budget = Budget::unlimited();
        // As 129, it is 9 more than a multiple of the period.
        let far = u64::MAX / 12 * 12 - 3;
        assert_eq!(kayles.value(far, &budget).unwrap(), kayles.value(129, &budget).unwrap());
    }
}
