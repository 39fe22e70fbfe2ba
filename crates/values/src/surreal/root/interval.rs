//! Narrow intervals around the root of an integer.

use num_bigint::{BigInt, BigUint};
use num_traits::One;
use upstar_core::Budget;

use crate::Result;

/// The lower and upper bound of a number, in units of 2^-precision.
pub(super) type Interval = (BigInt, BigInt);

/// The direction in which products are rounded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rounding {
    Down,
    Up,
}

/// The power of a number in units of 2^-bits.
fn power(x: &BigUint, exponent: u32, bits: u64, rounding: Rounding) -> BigUint {
    let product = |a: &BigUint, b: &BigUint| -> BigUint {
        let down: BigUint = (a * b) >> bits;
        if rounding == Rounding::Up { down + 1u32 } else { down }
    };
    // From the highest digit of the exponent to the lowest.
    let mut power = x.clone();
    for digit in (0..exponent.ilog2()).rev() {
        power = product(&power, &power);
        if exponent >> digit & 1 == 1 {
            power = product(&power, x);
        }
    }
    power
}

/// Bounds for the positive root of a positive integer, with index at least 2.
///
/// Newton's iteration doubles the number of digits at each step. At the end the powers of both
/// bounds, rounded towards the root, are checked.
pub(super) fn root(
    radicand: &BigUint,
    index: u32,
    precision: u64,
    budget: &Budget,
) -> Result<Interval> {
    // The digits that a step loses: those before the point, and a few by rounding.
    let lost = radicand.bits() / u64::from(index) + 5;
    let guard = lost + 16;
    let whole = precision + guard;
    let mut bits = (64 + 4 * lost).min(whole);
    let mut x = (radicand << (bits * u64::from(index))).nth_root(index);
    while bits < whole {
        budget.check()?;
        let more = (2 * (bits - lost) - 8).min(whole);
        x <<= more - bits;
        bits = more;
        // x + x (r - x^n)/(n r)
        let (power, target) = (power(&x, index, bits, Rounding::Down), radicand << bits);
        let below = power <= target;
        let distance = if below { target - power } else { power - target };
        let step = ((&x * distance) >> bits) / (radicand * index);
        x = if below { x + step } else { x - step };
    }
    budget.check()?;
    let middle: BigUint = x >> guard;
    let (low, high) = (&middle - 1u32, middle + 2u32);
    let target = radicand << whole;
    let scaled = |end: &BigUint| -> BigUint { end << guard };
    if power(&scaled(&low), index, whole, Rounding::Up) <= target
        && power(&scaled(&high), index, whole, Rounding::Down) >= target
    {
        return Ok((low.into(), high.into()));
    }
    let low: BigInt = (radicand << (precision * u64::from(index))).nth_root(index).into();
    let high = &low + BigInt::one();
    Ok((low, high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Error;

    #[test]
    fn roots_are_between_their_ends() {
        let budget = Budget::unlimited();
        let large = (BigUint::one() << 4000u32) + 1u32;
        for radicand in [2u32, 3, 10, 1009, u32::MAX].map(BigUint::from).into_iter().chain([large])
        {
            for index in [2, 3, 5, 31, 100] {
                for precision in [1, 64, 200, 1000, 5000] {
                    let (low, high) = root(&radicand, index, precision, &budget).unwrap();
                    let exact = (&radicand << (precision * u64::from(index))).nth_root(index);
                    let exact = BigInt::from(exact);
                    assert!(low <= exact && exact < high, "{radicand} {index} {precision}");
                    assert!(&high - &low <= BigInt::from(3));
                }
            }
        }
    }

    #[test]
    fn the_budget_is_asked() {
        let budget = Budget::unlimited().with_time(std::time::Duration::ZERO);
        let found = root(&BigUint::from(2u32), 2, 1 << 20, &budget);
        assert!(matches!(found, Err(Error::Exhausted(_))));
    }
}
