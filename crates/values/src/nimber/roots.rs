//! All n-th roots of a finite nimber.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use upstar_core::{Budget, Ticker};

use super::Nimber;
use crate::{Error, Result};

/// The greatest field that roots are searched for in has `2^(2^LEVELS)` elements.
const LEVELS: u32 = 14;

impl Nimber {
    /// All finite nimbers whose `n`-th power is this one, in increasing order.
    ///
    /// The list can be empty: 2 has no finite cube root (its least cube root is ω).
    ///
    /// One step of the budget is a product in the field that holds the roots.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchNumber`] for `n = 0`, [`Error::OverLimit`] if the roots lie in a
    /// field of more than `2^(2^14)` elements, [`Error::Exhausted`].
    ///
    /// ```
    /// use upstar_core::Budget;
    /// use upstar_values::nimber::Nimber;
    ///
    /// let roots = Nimber::from(1u64).roots(3, &Budget::unlimited()).unwrap();
    /// assert_eq!(roots, [1u64, 2, 3].map(Nimber::from));
    /// assert!(Nimber::from(2u64).roots(3, &Budget::unlimited()).unwrap().is_empty());
    /// ```
    pub fn roots(&self, n: u64, budget: &Budget) -> Result<Vec<Nimber>> {
        if n == 0 {
            return Err(Error::no_such_number("a root with index 0"));
        }
        // The first level k + 1 whose group order a prime p divides is the first with p dividing
        // 2^(2^k) + 1. These numbers are pairwise coprime, so no root is added later.
        let mut level = self.level();
        let mut power = BigUint::from(2u32) % n;
        for k in 0..64 {
            if !(&power + 1u32).gcd(&n.into()).is_one() && k + 1 > level {
                level = k + 1;
            }
            power = &power * &power % n;
        }
        if level > LEVELS {
            return Err(Error::over_limit(
                format!("the field of the roots with index {n}, of 2^(2^{level}) elements,"),
                format!("2^(2^{LEVELS}) elements"),
            ));
        }
        self.roots_in_field(n, level, budget)
    }

    /// The `n`-th roots among the nimbers below `2^(2^level)`, in increasing order.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchNumber`] for `n = 0` or a nimber outside the field,
    /// [`Error::OverLimit`] for a level above 14, [`Error::Exhausted`].
    pub fn roots_in_field(&self, n: u64, level: u32, budget: &Budget) -> Result<Vec<Nimber>> {
        if n == 0 {
            return Err(Error::no_such_number("a root with index 0"));
        }
        if level > LEVELS {
            return Err(Error::over_limit("the level of the field", LEVELS.to_string()));
        }
        if self.level() > level {
            return Err(Error::no_such_number(format!(
                "a root of a nimber that is not below 2^(2^{level})"
            )));
        }
        if self.is_zero() {
            return Ok(vec![Nimber::zero()]);
        }
        let order = (BigUint::from(1u32) << (1u64 << level)) - 1u32;
        let common = order.gcd(&n.into()).to_u64().expect("a divisor of n");
        // Write n = smooth * rest with rest prime to the order. A power undoes the rest.
        let mut rest = n;
        let primes = prime_factors(common);
        for &p in &primes {
            while rest.is_multiple_of(p) {
                rest /= p;
            }
        }
        let smooth = n / rest;
        let undo = BigUint::from(rest).modinv(&order).unwrap_or_default();
        let mut ticker = budget.ticker();
        ticker.tick(order.bits())?;
        let mut roots =
            vec![self.power_unsigned(&if order.is_one() { order.clone() } else { undo })];
        for &p in &primes {
            let mut left = smooth;
            while left.is_multiple_of(p) {
                left /= p;
                roots = prime_roots(&roots, p, level, &order, &mut ticker)?;
            }
        }
        roots.sort_unstable();
        Ok(roots)
    }
}

/// All `p`-th roots of the given nimbers, where `p` is a prime that divides `order`.
///
/// The cyclic group is (order p^s) × (order t) with t prime to p. In the second factor the root is
/// a power. In the first, a logarithm is found digit by digit in base p.
fn prime_roots(
    elements: &[Nimber],
    p: u64,
    level: u32,
    order: &BigUint,
    ticker: &mut Ticker,
) -> Result<Vec<Nimber>> {
    let mut t = order.clone();
    let mut s = 0u32;
    while (&t % p).is_zero() {
        t /= p;
        s += 1;
    }
    let cost = order.bits();
    // An element of order p^s: the t-th power of an element that is not a p-th power.
    let index = order / p;
    let mut candidate = Nimber::power_of_two(1 << (level - 1));
    while candidate.power_unsigned(&index).is_one() {
        ticker.tick(cost)?;
        candidate = candidate.to_biguint_plus_one();
    }
    let generator = candidate.power_unsigned(&t);
    let unit = generator.power_unsigned(&BigUint::from(p).pow(s - 1));
    // Powers of the element of order p: the roots of unity, and the digits of logarithms.
    let mut units = vec![Nimber::one()];
    for i in 1..p as usize {
        ticker.tick(1)?;
        units.push(units[i - 1].product(&unit));
    }
    let inverse_of_p = if t.is_one() {
        BigUint::zero()
    } else {
        BigUint::from(p).modinv(&t).expect("t is prime to p")
    };
    // An exponent that is 1 modulo t and 0 modulo p^s, and the other way round.
    let sylow = BigUint::from(p).pow(s);
    let to_t = if t.is_one() {
        BigUint::zero()
    } else {
        &sylow * sylow.modinv(&t).expect("t is prime to p")
    };
    let to_sylow = (order + 1u32 - (&to_t % order)) % order;
    let mut roots = Vec::new();
    for element in elements {
        ticker.tick(3 * cost)?;
        let prime_part = element.power_unsigned(&to_sylow);
        let other_part = element.power_unsigned(&to_t);
        let mut logarithm = BigUint::zero();
        let mut found = true;
        for digit_index in 0..s {
            let so_far = generator.power_unsigned(&(&sylow - (&logarithm % &sylow)));
            let shifted = prime_part
                .product(&so_far)
                .power_unsigned(&BigUint::from(p).pow(s - 1 - digit_index));
            ticker.tick(p)?;
            let digit =
                units.iter().position(|unit| *unit == shifted).expect("a power of the unit");
            if digit_index == 0 && digit != 0 {
                found = false;
                break;
            }
            logarithm += BigUint::from(p).pow(digit_index) * digit;
        }
        if !found {
            continue;
        }
        let root = other_part
            .power_unsigned(&inverse_of_p)
            .product(&generator.power_unsigned(&(logarithm / p)));
        for unit in &units {
            ticker.tick(1)?;
            roots.push(root.product(unit));
        }
    }
    Ok(roots)
}

impl Nimber {
    fn to_biguint_plus_one(&self) -> Nimber {
        Nimber::from(&(self.to_biguint() + 1u32))
    }
}

/// The distinct primes that divide `n`, by trial division.
///
/// It is called with common divisors of an index and a group order, whose roots are all listed
/// anyway, so `O(√n)` does not dominate the cost.
pub(super) fn prime_factors(mut n: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut p = 2;
    while p * p <= n {
        if n.is_multiple_of(p) {
            primes.push(p);
            while n.is_multiple_of(p) {
                n /= p;
            }
        }
        p += 1;
    }
    if n > 1 {
        primes.push(n);
    }
    primes
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn roots_in_the_field_of_256_are_those_found_by_trying() {
        let budget = Budget::unlimited();
        for n in (1..=18).chain([51, 85, 255, 256, 510]) {
            let powers: Vec<u64> = (0..256u64)
                .map(|x| Nimber::from(x).power(&n.into()).unwrap().to_u64().unwrap())
                .collect();
            for a in 0..256u64 {
                let expected: Vec<Nimber> =
                    (0..256u64).filter(|&x| powers[x as usize] == a).map(Nimber::from).collect();
                let roots = Nimber::from(a).roots_in_field(n, 3, &budget).unwrap();
                assert_eq!(roots, expected, "n = {n}, a = {a}");
                // Roots in greater fields are added only for primes that divide a later order.
                if n < 257 {
                    let all = Nimber::from(a).roots(n, &budget).unwrap();
                    assert!(expected.iter().all(|x| all.contains(x)));
                }
            }
        }
    }

    #[test]
    fn roots_of_unity_are_found_in_the_field_where_they_first_are() {
        let roots = Nimber::one().roots(641, &Budget::unlimited()).unwrap();
        assert_eq!(roots.len(), 641);
        assert!(roots.is_sorted());
        assert!(roots.iter().all(|x| x.power(&641.into()).unwrap().is_one() && x.level() <= 6));
        // 7 does not divide the order of any of the fields.
        assert_eq!(Nimber::from(5u64).roots(7, &Budget::unlimited()).unwrap().len(), 1);
    }

    #[test]
    fn too_much_is_refused() {
        let budget = Budget::unlimited();
        assert!(matches!(Nimber::one().roots(0, &budget), Err(Error::NoSuchNumber { .. })));
        assert!(matches!(
            Nimber::one().roots_in_field(3, 40, &budget),
            Err(Error::OverLimit { .. })
        ));
        assert!(matches!(
            Nimber::from(16u64).roots_in_field(3, 2, &budget),
            Err(Error::NoSuchNumber { .. })
        ));
        let few = Budget::unlimited().with_steps(1000);
        assert!(matches!(Nimber::one().roots(6_700_417, &few), Err(Error::Exhausted(_))));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn every_power_has_its_base_among_the_roots(x in 1u64.., n in 1u64..400) {
            let power = Nimber::from(x).power(&n.into()).unwrap();
            let roots = power.roots_in_field(n, 6, &Budget::unlimited()).unwrap();
            prop_assert!(roots.contains(&Nimber::from(x)));
            for root in roots {
                prop_assert_eq!(root.power(&n.into()).unwrap(), power.clone());
            }
        }
    }
}
