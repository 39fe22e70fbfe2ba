//! Finite nimbers of any size.

use std::fmt;
use std::str::FromStr;

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::Zero;
use upstar_core::Place;

use super::carryless::Kernel;
use super::tower::{self, Leaf, Tables};
use super::word;
use crate::{Error, Result};

/// A finite nimber: an element of the field of `2^(2^k)` elements for every large enough `k`.
///
/// Addition is exclusive or; products take `O(b^1.59)` steps for `b` bits.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Nimber {
    /// Least significant word first. The last one is not zero.
    words: Vec<u64>,
}

impl Nimber {
    /// The most bits that this module computes with.
    pub const MAX_BITS: u64 = 1 << 20;

    /// The nimber 0.
    #[must_use]
    pub fn zero() -> Self {
        Nimber::default()
    }

    /// The nimber 1.
    #[must_use]
    pub fn one() -> Self {
        Nimber::from(1u64)
    }

    /// The nimber `2^exponent`.
    #[must_use]
    pub fn power_of_two(exponent: u32) -> Self {
        let mut words = vec![0; exponent as usize / 64 + 1];
        words[exponent as usize / 64] = 1 << (exponent % 64);
        Nimber { words }
    }

    fn from_words(mut words: Vec<u64>) -> Self {
        while words.last() == Some(&0) {
            words.pop();
        }
        Nimber { words }
    }

    /// The words, filled up to `len`.
    fn words(&self, len: usize) -> Vec<u64> {
        let mut words = self.words.clone();
        words.resize(len, 0);
        words
    }

    /// Is this 0?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.words.is_empty()
    }

    /// Is this 1?
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.words == [1]
    }

    /// The number of bits of this nimber.
    #[must_use]
    pub fn bits(&self) -> u64 {
        match self.words.last() {
            Some(last) => 64 * self.words.len() as u64 - u64::from(last.leading_zeros()),
            None => 0,
        }
    }

    /// The `k` of the least field of `2^(2^k)` elements that contains this nimber.
    #[must_use]
    pub fn level(&self) -> u32 {
        self.bits().max(1).next_power_of_two().ilog2()
    }

    /// The nimber as a whole number.
    #[must_use]
    pub fn to_biguint(&self) -> BigUint {
        let halves =
            self.words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect();
        BigUint::new(halves)
    }

    /// The nimber as a word, if it fits.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        match self.words[..] {
            [] => Some(0),
            [word] => Some(word),
            _ => None,
        }
    }

    fn to_u128(&self) -> Option<u128> {
        match self.words[..] {
            [] => Some(0),
            [low] => Some(low.into()),
            [low, high] => Some(u128::from(high) << 64 | u128::from(low)),
            _ => None,
        }
    }

    /// The nim sum: exclusive or.
    #[must_use]
    pub fn sum(&self, other: &Nimber) -> Nimber {
        let len = self.words.len().max(other.words.len());
        let mut words = self.words(len);
        for (word, other) in words.iter_mut().zip(&other.words) {
            *word ^= other;
        }
        Nimber::from_words(words)
    }

    /// The nim product.
    ///
    /// ```
    /// use upstar_values::nimber::Nimber;
    ///
    /// let product = Nimber::from(8u64).product(&Nimber::from(16u64));
    /// assert_eq!(product, Nimber::from(128u64));
    /// ```
    #[must_use]
    pub fn product(&self, other: &Nimber) -> Nimber {
        if let (Some(a), Some(b)) = (self.to_u128(), other.to_u128()) {
            return word::product_u128(a, b).into();
        }
        match Kernel::detect() {
            Some(kernel) => self.product_with(kernel, other),
            None => self.product_with(Tables, other),
        }
    }

    /// The nim product by tables alone, as computed without carry-less multiplication.
    #[must_use]
    pub fn product_by_tables(&self, other: &Nimber) -> Nimber {
        self.product_with(Tables, other)
    }

    fn product_with<L: Leaf>(&self, leaf: L, other: &Nimber) -> Nimber {
        if self.is_zero() || other.is_zero() {
            return Nimber::zero();
        }
        let len = self.words.len().max(other.words.len()).next_power_of_two();
        let enter = |x: &Nimber| {
            let mut words: Vec<u64> = x.words.iter().map(|&word| leaf.enter(word)).collect();
            words.resize(len, 0);
            words
        };
        let mut out = vec![0; len];
        tower::product(leaf, &enter(self), &enter(other), &mut out, &mut vec![0; 3 * len]);
        Nimber::from_words(out.into_iter().map(|element| leaf.leave(element)).collect())
    }

    /// The nim square, in linear time up to the products with constants.
    #[must_use]
    pub fn square(&self) -> Nimber {
        if let Some(a) = self.to_u64() {
            return Nimber::from(word::square_u64(a));
        }
        let len = self.words.len().next_power_of_two();
        let mut words = self.words(len);
        match Kernel::detect() {
            Some(kernel) => {
                words.iter_mut().for_each(|word| *word = kernel.enter(*word));
                tower::square(kernel, &mut words);
                words.iter_mut().for_each(|word| *word = kernel.leave(*word));
            }
            None => tower::square(Tables, &mut words),
        }
        Nimber::from_words(words)
    }

    /// The square root: every nimber has exactly one.
    #[must_use]
    pub fn square_root(&self) -> Nimber {
        let mut words = self.words(self.words.len().next_power_of_two());
        tower::square_root(&mut words);
        Nimber::from_words(words)
    }

    /// The inverse; `None` for 0.
    #[must_use]
    pub fn inverse(&self) -> Option<Nimber> {
        if let Some(a) = self.to_u64() {
            return word::inverse_u64(a).map(Nimber::from);
        }
        let mut words = self.words(self.words.len().next_power_of_two());
        let inverse = match Kernel::detect() {
            Some(kernel) => {
                words.iter_mut().for_each(|word| *word = kernel.enter(*word));
                let mut inverse = tower::inverse(kernel, &words);
                inverse.iter_mut().for_each(|word| *word = kernel.leave(*word));
                inverse
            }
            None => tower::inverse(Tables, &words),
        };
        Some(Nimber::from_words(inverse))
    }

    /// The quotient; `None` if `other` is 0.
    #[must_use]
    pub fn quotient(&self, other: &Nimber) -> Option<Nimber> {
        Some(self.product(&other.inverse()?))
    }

    /// The power with a whole exponent; `0^0` is 1.
    ///
    /// # Errors
    ///
    /// [`Error::DivisionByZero`] for 0 with a negative exponent.
    pub fn power(&self, exponent: &BigInt) -> Result<Nimber> {
        if exponent.is_zero() {
            return Ok(Nimber::one());
        }
        if self.is_zero() {
            return match exponent.sign() {
                Sign::Minus => Err(Error::DivisionByZero),
                _ => Ok(Nimber::zero()),
            };
        }
        let base = match exponent.sign() {
            Sign::Minus => self.inverse().ok_or(Error::DivisionByZero)?,
            _ => self.clone(),
        };
        // The order of the element divides the order of the group of its least field.
        let order = (BigUint::from(1u32) << (1u64 << self.level())) - 1u32;
        Ok(base.power_unsigned(&(exponent.magnitude() % order)))
    }

    pub(super) fn power_unsigned(&self, exponent: &BigUint) -> Nimber {
        (0..exponent.bits()).rev().fold(Nimber::one(), |power, bit| {
            let square = power.square();
            if exponent.bit(bit) { square.product(self) } else { square }
        })
    }

    /// The two solutions of `x⊗x + x = self`, the smaller first; they differ by 1.
    ///
    /// They lie in the least field of this nimber if its highest possible bit there is clear, and
    /// in the next field otherwise.
    ///
    /// ```
    /// use upstar_values::nimber::Nimber;
    ///
    /// assert_eq!(Nimber::from(1u64).quadratic_roots(), [Nimber::from(2u64), Nimber::from(3u64)]);
    /// ```
    #[must_use]
    pub fn quadratic_roots(&self) -> [Nimber; 2] {
        let bits = 1u64 << self.level();
        let has_trace = self.bits() == bits;
        let mut words = self.words((bits as usize).div_ceil(64));
        let last = words.len() - 1;
        if has_trace {
            // D⊗D + D is the greatest power of two of the field below D.
            words[last] ^= 1 << ((bits - 1) % 64);
        }
        if bits <= 64 {
            words[0] = tower::solve_quadratic_word(words[0], bits as u32);
        } else {
            tower::solve_quadratic(&mut words);
        }
        let mut root = Nimber::from_words(words);
        if has_trace {
            root = root.sum(&Nimber::power_of_two(bits as u32));
        }
        let other = root.sum(&Nimber::one());
        if root < other { [root, other] } else { [other, root] }
    }
}

impl PartialOrd for Nimber {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The order of the nimbers as ordinals.
impl Ord for Nimber {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.words
            .len()
            .cmp(&other.words.len())
            .then_with(|| self.words.iter().rev().cmp(other.words.iter().rev()))
    }
}

impl From<u64> for Nimber {
    fn from(word: u64) -> Self {
        Nimber::from_words(vec![word])
    }
}

impl From<u128> for Nimber {
    fn from(word: u128) -> Self {
        Nimber::from_words(vec![word as u64, (word >> 64) as u64])
    }
}

impl From<&BigUint> for Nimber {
    fn from(number: &BigUint) -> Self {
        Nimber::from_words(number.iter_u64_digits().collect())
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_biguint().fmt(f)
    }
}

impl fmt::Debug for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "*{self}")
    }
}

impl FromStr for Nimber {
    type Err = Error;

    /// Reads a whole number, with or without `*` before it.
    fn from_str(text: &str) -> Result<Self> {
        let trimmed = text.trim();
        let digits = trimmed.strip_prefix('*').unwrap_or(trimmed);
        let digits = if digits.is_empty() && !trimmed.is_empty() { "1" } else { digits };
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Error::parse(
                Place::in_text(text, 0..text.len()),
                "a nimber is a whole number such as 5 or *5",
            ));
        }
        if digits.len() as u64 > Nimber::MAX_BITS / 4 {
            return Err(Error::over_limit("the nimber", format!("{} bits", Nimber::MAX_BITS)));
        }
        let number: BigUint = digits.parse().expect("only digits");
        Ok(Nimber::from(&number))
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::super::reference;
    use super::*;

    fn nimber() -> impl Strategy<Value = Nimber> {
        prop_oneof![
            any::<u8>().prop_map(|x| Nimber::from(u64::from(x))),
            any::<u64>().prop_map(Nimber::from),
            vec(any::<u64>(), 0..9).prop_map(Nimber::from_words),
        ]
    }

    #[test]
    fn products_below_256_are_those_of_the_definition() {
        let table = reference::products_by_definition(256);
        for (a, row) in table.iter().enumerate() {
            for (b, &product) in row.iter().enumerate() {
                assert_eq!(word::product_u32(a as u32, b as u32), product, "{a} * {b}");
            }
        }
    }

    #[test]
    fn published_products_and_inverses() {
        let product = |a: u64, b: u64| Nimber::from(a).product(&Nimber::from(b)).to_u64().unwrap();
        let row: Vec<u64> = (1..=16).map(|n| product(8, n)).collect();
        assert_eq!(row, [8, 12, 4, 11, 3, 7, 15, 13, 5, 1, 9, 6, 14, 10, 2, 128]);
        let inverses: Vec<u64> =
            (1..=16u64).map(|n| Nimber::from(n).inverse().unwrap().to_u64().unwrap()).collect();
        assert_eq!(inverses, [1, 3, 2, 15, 12, 9, 11, 10, 6, 8, 7, 5, 14, 13, 4, 170]);
        let quotients: Vec<u64> = (1..=16u64)
            .map(|n| Nimber::from(11u64).quotient(&Nimber::from(n)).unwrap().to_u64().unwrap())
            .collect();
        assert_eq!(quotients, [11, 6, 13, 8, 14, 2, 15, 4, 10, 9, 1, 12, 3, 5, 7, 68]);
        assert_eq!(product(19, 23), 86);
    }

    proptest! {
        #[test]
        fn nimbers_are_a_field(a in nimber(), b in nimber(), c in nimber()) {
            prop_assert_eq!(a.product(&b), b.product(&a));
            prop_assert_eq!(a.product(&b).product(&c), a.product(&b.product(&c)));
            prop_assert_eq!(a.product(&b.sum(&c)), a.product(&b).sum(&a.product(&c)));
            prop_assert_eq!(a.product_by_tables(&b), a.product(&b));
            prop_assert_eq!(a.square(), a.product(&a));
            prop_assert_eq!(a.square().square_root(), a.clone());
            if let Some(inverse) = a.inverse() {
                prop_assert!(a.product(&inverse).is_one());
                prop_assert!(inverse.level() == a.level());
            }
            prop_assert_eq!(a.to_string().parse::<Nimber>().unwrap(), a);
        }

        #[test]
        fn quadratic_roots_solve_their_equation(a in nimber()) {
            let [x, y] = a.quadratic_roots();
            prop_assert!(x < y);
            prop_assert_eq!(x.square().sum(&x), a.clone());
            prop_assert_eq!(y.square().sum(&y), a);
        }

        #[test]
        fn powers_add_exponents(a in nimber(), i in -50i64..50, j in -50i64..50) {
            prop_assume!(!a.is_zero());
            let power = |n: i64| a.power(&n.into()).unwrap();
            prop_assert_eq!(power(i).product(&power(j)), power(i + j));
        }
    }
}
