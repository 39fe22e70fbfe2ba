//! Greatest common divisors of large integers.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;

/// The greatest common divisor of two integers of any size; that of 0 and n is n.
///
/// Lehmer's algorithm (Knuth, *The Art of Computer Programming* 2, 4.5.2, algorithm L): the leading
/// 126 bits give Euclid's quotients, and each round removes some sixty bits of both numbers. Takes
/// quadratic time: half a second for two numbers of a million bits.
///
/// ```
/// use num_bigint::BigUint;
///
/// let power = |base: u32, exponent| BigUint::from(base).pow(exponent);
/// assert_eq!(upstar_values::gcd(power(6, 300), power(10, 200)), power(2, 200));
/// ```
#[must_use]
pub fn gcd(a: BigUint, b: BigUint) -> BigUint {
    let (mut a, mut b) = if a < b { (b, a) } else { (a, b) };
    while b.bits() > 64 {
        (a, b) = match leading_steps(&a, &b) {
            Some(steps) => steps.apply(&a, &b),
            None => {
                let rest = &a % &b;
                (b, rest)
            }
        };
    }
    let Some(small) = b.to_u64().filter(|&b| b != 0) else { return a };
    let rest = (&a % small).to_u64().unwrap_or(0);
    small.gcd(&rest).into()
}

/// Some of Euclid's steps. They replace a by `from_a.0 a + from_a.1 b`, and b likewise. In each
/// pair one number is subtracted.
struct Steps {
    from_a: (i64, i64),
    from_b: (i64, i64),
}

impl Steps {
    fn apply(&self, a: &BigUint, b: &BigUint) -> (BigUint, BigUint) {
        let combined = |(p, q): (i64, i64)| {
            let (p_part, q_part) = (a * p.unsigned_abs(), b * q.unsigned_abs());
            if p < 0 {
                q_part - p_part
            } else if q < 0 {
                p_part - q_part
            } else {
                p_part + q_part
            }
        };
        (combined(self.from_a), combined(self.from_b))
    }
}

/// The steps that the leading bits of a and b determine, for a >= b. `None` if there are none.
fn leading_steps(a: &BigUint, b: &BigUint) -> Option<Steps> {
    const WINDOW: u64 = 126;
    let shift = a.bits().saturating_sub(WINDOW);
    let leading = |n: &BigUint| (n >> shift).to_i128();
    let (mut x, mut y) = (leading(a)?, leading(b)?);
    let (mut from_a, mut from_b) = ((1_i128, 0_i128), (0_i128, 1_i128));
    let fits = |n: i128| i64::try_from(n).is_ok();
    loop {
        // The true quotient lies between these two (Knuth's 4.5.2-27).
        let (low, high) = (y + from_b.0, y + from_b.1);
        if low == 0 || high == 0 {
            break;
        }
        let quotient = (x + from_a.0) / low;
        if quotient != (x + from_a.1) / high || !fits(quotient) {
            break;
        }
        let next = (from_a.0 - quotient * from_b.0, from_a.1 - quotient * from_b.1);
        if !fits(next.0) || !fits(next.1) {
            break;
        }
        (from_a, from_b) = (from_b, next);
        (x, y) = (y, x - quotient * y);
    }
    let narrow = |(p, q): (i128, i128)| Some((i64::try_from(p).ok()?, i64::try_from(q).ok()?));
    (from_a.1 != 0).then_some(())?;
    Some(Steps { from_a: narrow(from_a)?, from_b: narrow(from_b)? })
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use num_integer::Integer;
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::gcd;

    fn number() -> impl Strategy<Value = BigUint> {
        vec(prop_oneof![any::<u32>(), Just(0), Just(u32::MAX)], 0..40).prop_map(BigUint::new)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn agrees_with_the_binary_algorithm(a in number(), b in number(), c in number()) {
            prop_assert_eq!(gcd(a.clone(), b.clone()), a.gcd(&b));
            let (a, b) = (a * &c, b * c);
            prop_assert_eq!(gcd(a.clone(), b.clone()), a.gcd(&b));
        }

        /// Quotients of 1 need the most steps, large ones the fewest.
        #[test]
        fn the_quotients_do_not_matter(quotients in vec(prop_oneof![
            4 => Just(1_u64), 1 => any::<u64>(), 1 => 1..4_u64,
        ], 1..200), common in number()) {
            let (mut a, mut b) = (BigUint::from(1_u32), BigUint::from(0_u32));
            for quotient in quotients {
                let next = &a * quotient + &b;
                b = std::mem::replace(&mut a, next);
            }
            prop_assert_eq!(gcd(a * &common, b * &common), common);
        }
    }

    /// Numbers as long as the worksheet allows. The binary algorithm takes many seconds.
    #[test]
    fn a_million_bits() {
        let power = |base: u32, exponent: u32| BigUint::from(base).pow(exponent);
        let (a, b) = (power(15, 80_000) * power(7, 90_000), power(21, 120_000));
        assert_eq!(gcd(a, b), power(3, 80_000) * power(7, 90_000));
    }
}
