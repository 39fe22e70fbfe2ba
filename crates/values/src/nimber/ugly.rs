//! The product that CGSuite calls ugly.

use num_bigint::BigUint;

use super::Nimber;

impl Nimber {
    /// CGSuite's `UglyProduct`.
    ///
    /// It is distributive over nim addition, and 1 is its unit. For powers of two, `2^i × 2^i =
    /// 2^(i-1)`, and `2^i × 2^j = 2^j + 2^(i-1)` for `0 < i < j`. No published definition was
    /// found. This one was inferred from sixteen products of 14 that CGSuite computes, and it also
    /// gives the other known products. Takes linear time in the number of bits.
    #[must_use]
    pub fn ugly_product(&self, other: &Nimber) -> Nimber {
        let (a, b) = (self.to_biguint(), other.to_biguint());
        let size = a.bits().max(b.bits());
        let mut product = BigUint::ZERO;
        let mut flip = |bit: u64, by: bool| {
            if by {
                product.set_bit(bit, !product.bit(bit));
            }
        };
        if a.bit(0) {
            (0..size).for_each(|k| flip(k, b.bit(k)));
        }
        if b.bit(0) {
            // The product of the units was counted above.
            (u64::from(a.bit(0))..size).for_each(|k| flip(k, a.bit(k)));
        }
        // Whether an odd number of the lower powers, from 2 on, are in a, and in b.
        let (mut in_a, mut in_b) = (false, false);
        for k in 1..size {
            flip(k, b.bit(k) && in_a);
            flip(k, a.bit(k) && in_b);
            in_a ^= a.bit(k);
            in_b ^= b.bit(k);
        }
        // The same for the higher powers.
        (in_a, in_b) = (false, false);
        for k in (1..size).rev() {
            flip(k - 1, a.bit(k) && (in_b ^ b.bit(k)));
            flip(k - 1, b.bit(k) && in_a);
            in_a ^= a.bit(k);
            in_b ^= b.bit(k);
        }
        Nimber::from(&product)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Power by power.
    fn by_definition(a: u64, b: u64) -> u64 {
        let of_powers = |i: u32, j: u32| match (i.min(j), i.max(j)) {
            (0, j) => 1 << j,
            (i, j) if i == j => 1 << (i - 1),
            (i, j) => 1 << j | 1 << (i - 1),
        };
        let bits = |x: u64| (0..64).filter(move |i| x >> i & 1 == 1);
        bits(a)
            .flat_map(|i| bits(b).map(move |j| (i, j)))
            .fold(0, |sum, (i, j)| sum ^ of_powers(i, j))
    }

    #[test]
    fn products_are_those_of_cgsuite() {
        let product = |a: u64, b: u64| Nimber::from(a).ugly_product(&Nimber::from(b)).to_u64();
        let of_14 = [14, 13, 3, 13, 3, 0, 14, 7, 9, 10, 4, 10, 4, 7, 9, 23];
        for (n, expected) in (1..).zip(of_14) {
            assert_eq!(product(14, n), Some(expected), "{n}");
        }
        assert_eq!(product(220, 121), Some(232));
        assert_eq!(product(496, 338), Some(345));
    }

    proptest! {
        #[test]
        fn it_is_the_product_of_the_powers(a: u64, b: u64) {
            let product = Nimber::from(a).ugly_product(&Nimber::from(b));
            prop_assert_eq!(product.to_u64(), Some(by_definition(a, b)));
            prop_assert_eq!(product, Nimber::from(b).ugly_product(&Nimber::from(a)));
        }
    }
}
