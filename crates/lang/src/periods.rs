//! How sequences of numbers repeat.

use num_bigint::BigInt;
use upstar_values::Rational;

/// A sequence with x(n + period) = x(n) + saltus for all n from the preperiod on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// After how many the same differences come again.
    pub period: BigInt,
    /// How many come before the sequence repeats.
    pub preperiod: BigInt,
    /// What is added after each period.
    pub saltus: Rational,
    /// The last heap of the values of a game in which it was seen, if no theorem says that the
    /// sequence goes on so.
    pub observed_to: Option<u64>,
}

impl std::fmt::Display for Period {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Period { period, preperiod, saltus, observed_to } = self;
        write!(f, "Periodicity(Period => {period}, Preperiod => {preperiod}, Saltus => {saltus}")?;
        match observed_to {
            Some(to) => write!(f, ", ObservedTo => {to})"),
            None => f.write_str(")"),
        }
    }
}

impl Period {
    /// The period that the values of a game suggest: one that is seen five times over and in three
    /// quarters of them. Ends of sequences that have no period repeat for shorter stretches, above
    /// all where heaps are divided.
    pub(crate) fn observed(values: &[Rational]) -> Option<Period> {
        let last = (values.len() as u64).checked_sub(1)?;
        let found = Period { observed_to: Some(last), ..Period::shown(values)? };
        let seen = BigInt::from(values.len()) - &found.preperiod;
        let often = seen >= &found.period * 5 && &seen * 4 >= BigInt::from(values.len()) * 3;
        often.then_some(found)
    }

    /// The period that shows in a sequence: the one with the shortest preperiod among those seen at
    /// least three times over.
    pub(crate) fn shown(values: &[Rational]) -> Option<Period> {
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
            observed_to: None,
        })
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
