//! How sequences of numbers repeat.

use num_bigint::BigInt;
use num_traits::Zero;
use upstar_heaps::{Code, HeapsError, PeriodStatus, Periodicity, Sequence, Settings};
use upstar_values::Rational;

use crate::calculator::Calculator;
use crate::fail::{Answer, Fail};
use crate::value::Value;

/// A sequence with x(n + period) = x(n) + saltus for all n from the preperiod on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// After how many the same differences come again.
    pub period: BigInt,
    /// How many come before the sequence repeats.
    pub preperiod: BigInt,
    /// What is added after each period.
    pub saltus: Rational,
}

impl std::fmt::Display for Period {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Period { period, preperiod, saltus } = self;
        write!(f, "Periodicity(Period => {period}, Preperiod => {preperiod}, Saltus => {saltus})")
    }
}

impl Period {
    /// The period that shows in a sequence: the one with the shortest preperiod among those seen at
    /// least three times over.
    fn shown(values: &[Rational]) -> Option<Period> {
        let count = values.len();
        let differences: Vec<Rational> =
            values.windows(2).rev().map(|pair| &pair[1] - &pair[0]).collect();
        // The failure function of Knuth, Morris and Pratt gives the shortest period of the
        // differences of every end of the sequence.
        let mut border = vec![0_usize; differences.len()];
        let mut best = None;
        for at in 0..differences.len() {
            if at > 0 {
                let mut length = border[at - 1];
                while length > 0 && differences[at] != differences[length] {
                    length = border[length - 1];
                }
                border[at] = length + usize::from(differences[at] == differences[length]);
            }
            let period = at + 1 - border[at];
            if at + 2 >= 3 * period {
                best = Some((period, at + 2));
            }
        }
        let (period, seen) = best?;
        Some(Period {
            period: period.into(),
            preperiod: (count - seen).into(),
            saltus: &values[count - 1] - &values[count - 1 - period],
        })
    }
}

impl Calculator<'_> {
    /// The period that shows in a sequence of numbers.
    pub(crate) fn period_of_numbers(&mut self, items: &[Value]) -> Answer {
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            self.tick(4)?;
            values.push(self.number(item, "an item of the sequence")?);
        }
        Ok(Period::shown(&values).map_or(Value::Nothing, Value::Period))
    }

    /// The period that a theorem proves from the values of the heaps 0 to `most`.
    pub(crate) fn period_of_heaps(&mut self, code: &Code, most: u64) -> Answer {
        let heaps = |error: HeapsError| match error {
            HeapsError::Exhausted(exhausted) => Fail::Exhausted(exhausted),
            other => Fail::Undefined(other.to_string(), None),
        };
        let mut values = Sequence::new(code, Settings::default()).map_err(heaps)?;
        let values = values.collect(most, self.budget).map_err(heaps)?;
        let found = Periodicity::find(code, &values);
        Ok(match found.filter(|found| found.verdict == PeriodStatus::Proved) {
            Some(found) => Value::Period(Period {
                period: found.period.into(),
                preperiod: found.preperiod.into(),
                saltus: Rational::from(BigInt::from(found.saltus)),
            }),
            None => Value::Nothing,
        })
    }

    /// A period by its numbers.
    pub(crate) fn period(&mut self, numbers: [&Value; 3]) -> Answer {
        let [period, preperiod, saltus] = numbers;
        let period = self.integer(period, "a period")?;
        let preperiod = self.integer(preperiod, "a preperiod")?;
        let saltus = self.number(saltus, "a saltus")?;
        if period <= BigInt::zero() || preperiod < BigInt::zero() {
            let message = "a period is positive, and a preperiod not negative";
            return Err(Fail::Undefined(message.to_owned(), None));
        }
        Ok(Value::Period(Period { period, preperiod, saltus }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(values: &[i64]) -> Option<(usize, usize, Rational)> {
        let values: Vec<Rational> = values.iter().map(|&value| value.into()).collect();
        let found = Period::shown(&values)?;
        let number = |n: &BigInt| usize::try_from(n.clone()).unwrap();
        Some((number(&found.period), number(&found.preperiod), found.saltus))
    }

    /// The definition: the least preperiod, and of that the least period, seen three times over.
    fn by_definition(values: &[i64]) -> Option<(usize, usize, Rational)> {
        let n = values.len();
        for preperiod in 0..n {
            for period in 1..=(n - preperiod) / 3 {
                let saltus = values[preperiod + period] - values[preperiod];
                if (preperiod..n - period).all(|i| values[i + period] - values[i] == saltus) {
                    return Some((period, preperiod, saltus.into()));
                }
            }
        }
        None
    }

    #[test]
    fn periods_are_those_of_the_definition() {
        for digits in 0..3_i64.pow(8) {
            let all: Vec<i64> = (0..8).map(|place| digits / 3_i64.pow(place) % 3).collect();
            for length in [0, 1, 2, 5, 8] {
                assert_eq!(
                    shown(&all[..length]),
                    by_definition(&all[..length]),
                    "{all:?} {length}"
                );
            }
        }
    }
}
