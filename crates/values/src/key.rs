//! Stops of games as machine words.
//!
//! A *stop* of a game is the number that play reaches when Left maximizes and Right minimizes it,
//! together with the player to move there. Stops are ordered by number first. A number with Right
//! to move is above the same number with Left to move, because moving in a number is a
//! disadvantage. The Left stop of a number x is x with Left to move, and its Right stop is x with
//! Right to move. With this order:
//!
//! - G <= x if and only if the Left stop of G is at most the Left stop of x;
//! - x <= G if and only if the Right stop of x is at most the Right stop of G;
//! - if G <= H, both stops of G are at most those of H;
//! - if the Left stop of G is below the Right stop of H, then G <= H;
//! - {L|R} is a number exactly if the largest Right stop in L is below the
//!   smallest Left stop in R, and then it is the simplest number between them.
//!
//! (Siegel, *Combinatorial Game Theory*, II.3: number avoidance and the
//! simplest number theorem.)
//!
//! A key holds a stop in 63 bits: 61 bits of floor(x 2^30), one bit that is set if this is not
//! exact, and one for the player to move (Right: 1). Keys are ordered as stops are, but equal keys
//! of inexact numbers decide nothing.

use num_integer::Integer;

use crate::Rational;

/// Set in the key of a number that is not a multiple of 2^-30 or is too large.
pub(crate) const INEXACT: i64 = 2;
/// Set in the key of a stop with Right to move.
pub(crate) const RIGHT: i64 = 1;
/// Less than every stop.
pub(crate) const LOWEST: i64 = i64::MIN;
/// Greater than every stop.
pub(crate) const HIGHEST: i64 = i64::MAX;
/// The number of fraction bits.
pub(crate) const FRACTION: u32 = 30;

/// Numbers have units below this, so that differences of keys fit 64 bits.
const LIMIT: i64 = 1 << 60;

/// The key of a number with Left to move.
pub(crate) fn of(x: &Rational) -> i64 {
    let clamped = |high| if high { LIMIT << 2 | INEXACT } else { -LIMIT << 2 | INEXACT };
    let Some((numer, denom)) = x.small() else {
        // Neither part fits 64 bits: the number is huge, or a fraction that is not exact here. A
        // product of fractions is avoided, because reducing it takes quadratic time in the digits.
        let shifted = x.numer() << FRACTION;
        return match i64::try_from(shifted.div_floor(&x.denom())) {
            Ok(floor) if floor.unsigned_abs() < LIMIT as u64 => floor << 2 | INEXACT,
            _ => clamped(x.signum() > 0),
        };
    };
    if denom & (denom - 1) == 0 && denom <= 1 << FRACTION && numer.unsigned_abs() < 1 << 30 {
        return (numer << (FRACTION - denom.trailing_zeros())) << 2;
    }
    let scaled = i128::from(numer) << FRACTION;
    let floor = scaled.div_euclid(denom.into());
    match i64::try_from(floor) {
        Ok(units) if units.unsigned_abs() < LIMIT as u64 => {
            let inexact = i64::from(floor * i128::from(denom) != scaled) << 1;
            units << 2 | inexact
        }
        _ => clamped(floor > 0),
    }
}

/// The key of `units` 2^-30, if it has one.
pub(crate) fn of_units(units: i64) -> Option<i64> {
    (-LIMIT < units && units < LIMIT).then_some(units << 2)
}

/// The number of an exact key in units of 2^-30.
#[inline]
pub(crate) fn units(key: i64) -> i64 {
    key >> 2
}

/// Does the key alone determine the number?
#[inline]
pub(crate) fn is_exact(key: i64) -> bool {
    key & INEXACT == 0
}

/// Do the two keys fail to decide the order of the numbers?
#[inline]
pub(crate) fn unclear(a: i64, b: i64) -> bool {
    (a ^ b) as u64 <= 1 && !is_exact(a)
}

/// Are two exact keys those of the same number?
#[inline]
pub(crate) fn same_number(a: i64, b: i64) -> bool {
    (a ^ b) as u64 <= 1
}

/// The number of an exact key.
pub(crate) fn number(key: i64) -> Rational {
    Rational::from_units(units(key))
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;

    use super::*;

    #[test]
    fn keys_order_as_numbers_do() {
        let big = |n: i64, shift: u32| Rational::from(BigInt::from(n) << shift);
        let tiny = |n: i64, shift: u64| &Rational::from(n) * &Rational::power_of_half(shift);
        let mut numbers = vec![Rational::ZERO];
        for n in [1, 2, 3, 7] {
            for part in [1, 2, 3, 8, 1 << 30, (1 << 30) + 1, i64::MAX] {
                numbers.push(Rational::ratio(n, part).unwrap());
            }
            numbers.extend([big(n, 28), big(n, 30), big(n, 31), big(n, 40), big(n, 100)]);
            numbers.extend([tiny(n, 29), tiny(n, 30), tiny(n, 31), tiny(n, 70)]);
        }
        let negatives: Vec<_> = numbers.iter().map(|x| -x).collect();
        numbers.extend(negatives);
        for x in &numbers {
            let a = of(x);
            assert!(LOWEST < a && a < HIGHEST - 2);
            assert!(!is_exact(a) || number(a) == *x, "{x}");
            for y in &numbers {
                let b = of(y);
                if !unclear(a, b) {
                    assert_eq!(a.cmp(&b), x.cmp(y), "{x} {y}");
                }
            }
        }
    }
}
