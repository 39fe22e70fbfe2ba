//! Linear functions of the heap, rounded down, and games in which so many tokens may be taken.

use std::fmt;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::ToPrimitive;
use serde::{Deserialize, Serialize};
use upstar_core::{Budget, Exhausted};

use super::{Law, LawFunction, Recursion, Row};

/// The largest coefficient, and the longest list of first values.
const MOST: i64 = 10_000;

/// The function `f(n) = (times * n + plus + sqrt(square * n^2)) / by`, rounded down. `by` is at least
/// 1; without `square` it is rational.
///
/// ```
/// use upstar_heaps::Floor;
/// // The multiples of the golden ratio, and its share of a heap.
/// let golden = Floor { times: 1, square: 5, plus: 0, by: 2 };
/// let values: Vec<u64> = (0..8).map(|n| golden.value(n).unwrap()).collect();
/// assert_eq!(values, [0, 1, 3, 4, 6, 8, 9, 11]);
/// assert_eq!(golden.to_string(), "(n+sqrt(5n^2))/2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Floor {
    /// The factor of the heap.
    pub times: i64,
    /// The factor of its square under the root.
    #[serde(default)]
    pub square: u64,
    /// The constant.
    pub plus: i64,
    /// The divisor.
    pub by: u64,
}

impl Floor {
    /// The value for a number, if it is from 0 on and the numbers on the way have at most 127 bits.
    pub fn value(&self, n: u64) -> Option<u64> {
        u64::try_from(self.quotient(n)?).ok()
    }

    fn quotient(&self, n: u64) -> Option<i128> {
        let root = u128::from(n).checked_pow(2)?.checked_mul(self.square.into())?.isqrt();
        let sum = i128::from(self.times) * i128::from(n) + i128::from(self.plus);
        Some(Integer::div_floor(&sum.checked_add_unsigned(root)?, &self.by.into()))
    }

    pub(super) fn large_value(&self, n: &BigUint) -> BigInt {
        let root = BigInt::from((n * n * self.square).sqrt());
        let n = BigInt::from(n.clone());
        Integer::div_floor(&(n * self.times + self.plus + root), &self.by.into())
    }

    /// The law of the game in which from 1 to `f(n)` tokens are taken; none if `f` does not grow with
    /// the heap, or may grow by more than 1 for a token.
    ///
    /// # Proof
    /// (Levine, Fractal sequences and restricted Nim, 2006.) Let `f(0) = 0`, and let `f(n+1)` be
    /// `f(n)` or `f(n) + 1`. If `f(n)` is above `f(n-1)` then `G(n) = f(n)`; otherwise
    /// `G(n) = G(n - f(n) - 1)`. By induction over `n`, the values of the `f(n) + 1` heaps from
    /// `n - f(n)` to `n` are `0, 1, ..., f(n)` in some order. This holds for `n = 0`. If `f(n+1)`
    /// is `f(n) + 1`, the options of `n + 1` are these heaps, so that its value is the next one,
    /// `f(n) + 1`. If it is `f(n)`, the options are the same heaps without the first, so that the
    /// value is that of the first, and takes its place.
    ///
    /// A heap has no more than its tokens, so `f(n)` stands for the largest number from 0 to `n`
    /// that is at most the quotient. It grows by at most 1 as well. Before it is rounded down, the
    /// quotient grows by `(times + sqrt(square)) / by` for each token.
    pub fn share_law(self) -> Option<Law> {
        let Floor { times, square, plus, by } = self;
        let sizes = [times.unsigned_abs(), square, plus.unsigned_abs(), by];
        if sizes.into_iter().any(|size| size > MOST.unsigned_abs()) {
            return None;
        }
        let (by, square) = (i64::try_from(by).ok()?, i64::try_from(square).ok()?);
        // `times + sqrt(square)` is above 0, and at most `by`.
        let grows = if times < 0 { square > times * times } else { times + square > 0 };
        let slowly = times <= by && square <= (by - times) * (by - times);
        if !grows || !slowly {
            return None;
        }
        let root = square.isqrt();
        if root * root == square {
            let line = Floor { times: times + root, square: 0, ..self };
            return line.rational_share().map(Law::Recursion);
        }
        Some(Law::Share { share: self })
    }

    /// The law, if `f` is rational and grows by 0 or 1 for a token: a recursion by residues.
    fn rational_share(self) -> Option<Recursion> {
        let Floor { times, plus, by, .. } = self;
        let by = i64::try_from(by).ok()?;
        if times == by && plus >= by {
            // Any number of tokens.
            return Floor { times: 1, square: 0, plus: 0, by: 1 }.rational_share();
        }
        let quotient = |heap: i64| (times * heap + plus).div_euclid(by);
        // From here on the quotient is from 0 to the heap.
        let mut from = (-plus).max(0).div_euclid(times) + 1;
        if times < by {
            from = from.max((plus - by).max(0).div_euclid(by - times) + 1);
        }
        if from > MOST {
            return None;
        }
        let mut first: Vec<u32> = vec![0];
        let bounded = |heap: i64| quotient(heap).clamp(0, heap);
        for heap in 1..=from {
            let taken = bounded(heap);
            first.push(match taken > bounded(heap - 1) {
                true => u32::try_from(taken).ok()?,
                false => first[usize::try_from(heap - taken - 1).ok()?],
            });
        }
        let row = |residue: i64| match quotient(residue) > quotient(residue - 1) {
            true => Row::Line { times: times.unsigned_abs(), plus: quotient(residue) },
            false => Row::Again {
                function: 0,
                times: (by - times).unsigned_abs(),
                plus: residue - quotient(residue) - 1,
                added: 0,
            },
        };
        let rows: Vec<Row> = (0..by).map(row).collect();
        let mut law = Recursion { base: self.by, functions: vec![LawFunction { first, rows }] };
        // Fewer first values may do.
        while !law.functions[0].first.is_empty() {
            let mut fewer = law.clone();
            let value = fewer.functions[0].first.pop();
            let heap = fewer.functions[0].first.len() as u64;
            if !fewer.is_sound() || fewer.small_value(heap) != value {
                break;
            }
            law = fewer;
        }
        law.is_sound().then_some(law)
    }

    /// The value of a heap from which at most so many tokens may be taken.
    pub(super) fn share_value(
        &self,
        heap: &BigUint,
        budget: &Budget,
    ) -> Result<BigUint, Exhausted> {
        let mut ticker = budget.ticker();
        let most = |heap: &BigUint| {
            let most = self.large_value(heap).to_biguint().unwrap_or_default();
            most.min(heap.clone())
        };
        let mut heap = heap.clone();
        loop {
            if let Some(value) = heap.to_u64().and_then(|heap| self.small_share_value(heap)) {
                return Ok(value.into());
            }
            ticker.tick(1 + heap.bits() / 64)?;
            let taken = most(&heap);
            if taken > most(&(&heap - 1_u32)) {
                return Ok(taken);
            }
            heap -= taken + 1_u32;
        }
    }

    /// The same for a heap that fits in a machine word.
    pub(super) fn small_share_value(&self, mut heap: u64) -> Option<u64> {
        let most = |heap: u64| {
            let most = self.quotient(heap)?.clamp(0, heap.into());
            u64::try_from(most).ok()
        };
        while heap > 0 {
            let taken = most(heap)?;
            if taken > most(heap - 1)? {
                return Some(taken);
            }
            heap -= taken + 1;
        }
        Some(0)
    }

    /// An irrational multiple of the heap, and a constant, that agrees with all values once it is
    /// rounded down.
    pub(super) fn find(values: &[u32]) -> Option<Floor> {
        let last = u64::try_from(values.len()).ok()?.checked_sub(1)?;
        let end = i64::from(*values.last()?);
        let agrees = |floor: &Floor| {
            // Most candidates fail at the last value.
            floor.value(last) == Some(end as u64)
                && (0..).zip(values).all(|(n, &value)| floor.value(n) == Some(value.into()))
        };
        let candidates = (1..=MOST_BY).flat_map(|by| {
            let squares = (2..=MOST_SQUARE).filter(|square| square.isqrt().pow(2) != *square);
            squares.flat_map(move |square| {
                let root = u128::from(last).pow(2) * u128::from(square);
                let rest = i128::from(end) * i128::from(by) - root.isqrt() as i128;
                let times = Integer::div_floor(&rest, &i128::from(last.max(1))) as i64;
                let plus = -(by as i64)..=by as i64;
                let times = times - 1..=times + 1;
                times.flat_map(move |times| {
                    plus.clone().map(move |plus| Floor { times, square, plus, by })
                })
            })
        });
        candidates.into_iter().find(agrees)
    }
}

/// The largest divisor and square among those that values are compared with.
const MOST_BY: u64 = 6;
const MOST_SQUARE: u64 = 24;

/// `(n+sqrt(5n^2))/2`, to be rounded down.
impl fmt::Display for Floor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Floor { times, square, plus, by } = *self;
        let mut sum = match times {
            0 => String::new(),
            1 => "n".to_owned(),
            -1 => "-n".to_owned(),
            times => format!("{times}n"),
        };
        if square > 0 {
            let root = format!("sqrt({square}n^2)");
            sum = match times {
                0 => root,
                1.. => format!("{sum}+{root}"),
                _ => format!("{root}{sum}"),
            };
        }
        if plus != 0 {
            sum += &format!("{plus:+}");
        }
        match by {
            1 => f.write_str(&sum),
            by => write!(f, "({sum})/{by}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use upstar_core::{Budget, mex};

    use super::*;

    /// All quotients with small numbers, against the definition.
    #[test]
    fn laws_agree_with_the_definition() {
        let mut laws = 0;
        for (times, by) in (1..8_i64).flat_map(|by| (0..=by + 1).map(move |times| (times, by))) {
            for plus in -9..=20 {
                let rule = Floor { times, square: 0, plus, by: by as u64 };
                let Some(law) = rule.share_law() else {
                    assert!(times == 0 || times > by, "{rule:?}");
                    continue;
                };
                laws += 1;
                let mut values: Vec<u32> = Vec::new();
                for heap in 0..300_i64 {
                    let most = (times * heap + plus).div_euclid(by).min(heap);
                    let options = (1..=most).map(|taken| values[(heap - taken) as usize]);
                    let value = mex(options);
                    assert_eq!(law.small_value(heap as u64), Some(value), "{rule:?} at {heap}");
                    values.push(value);
                }
                let far = law.value(&10_u64.pow(18).into(), &Budget::unlimited()).unwrap();
                assert!(far <= 10_u64.pow(18).into());
            }
        }
        assert!(laws > 800, "{laws}");
    }

    /// Irrational shares against the definition, from machine words and from large numbers.
    #[test]
    fn irrational_shares_agree_with_the_definition() {
        let mut laws = 0;
        for (square, by) in (2..12).flat_map(|square| (1..5).map(move |by| (square, by))) {
            for (times, plus) in (-4..4).flat_map(|times| [-5, 0, 3].map(move |plus| (times, plus)))
            {
                let share = Floor { times, square, plus, by };
                let Some(law) = share.share_law() else {
                    let slope = times as f64 + (square as f64).sqrt();
                    assert!(slope <= 0.0 || slope > by as f64, "{share:?}");
                    continue;
                };
                laws += 1;
                let mut values: Vec<u32> = Vec::new();
                for heap in 0..200_u64 {
                    let root = (square * heap * heap).isqrt() as i64;
                    let most = times * heap as i64 + plus + root;
                    let most = most.div_euclid(by as i64).clamp(0, heap as i64) as u64;
                    let options = (1..=most).map(|taken| values[(heap - taken) as usize]);
                    let value = mex(options);
                    assert_eq!(law.small_value(heap), Some(value), "{share:?} at {heap}");
                    let large = law.value(&heap.into(), &Budget::unlimited()).unwrap();
                    assert_eq!(large, value.into(), "{share:?} at {heap}");
                    values.push(value);
                }
            }
        }
        assert!(laws > 100, "{laws}");
        // The steps of machine words and those of large numbers agree.
        let golden = Floor { times: -1, square: 5, plus: 0, by: 2 };
        for heap in (1..40).map(|at| 10_u64.pow(14) / 7 * at) {
            let small = golden.small_share_value(heap).unwrap();
            let (mut heap, most) = (BigUint::from(heap), |n: &BigUint| golden.large_value(n));
            while most(&heap) == most(&(&heap - 1_u32)) {
                heap -= most(&heap).to_biguint().unwrap() + 1_u32;
            }
            assert_eq!(most(&heap), small.into());
        }
    }

    #[test]
    fn large_coefficients_have_no_law() {
        for number in [i64::MIN, -10_i64.pow(10), 10_i64.pow(10), i64::MAX] {
            let large = number.unsigned_abs();
            for share in [
                Floor { times: number, square: 5, plus: 0, by: 2 },
                Floor { times: -1, square: large, plus: 0, by: large },
                Floor { times: -1, square: 5, plus: number, by: 2 },
            ] {
                assert_eq!(share.share_law(), None, "{share:?}");
            }
        }
    }

    #[test]
    fn laws_in_words() {
        let text =
            |times, plus, by| Floor { times, square: 0, plus, by }.share_law().unwrap().to_string();
        assert_eq!(text(1, 0, 2), "G(2n) = n, G(2n+1) = G(n)");
        assert_eq!(text(1, 0, 3), "G(3n) = n, G(3n+1) = G(2n), G(3n+2) = G(2n+1)");
        assert_eq!(text(1, 0, 1), "G(n+1) = G(n)+1");
    }
}
