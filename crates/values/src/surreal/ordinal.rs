//! Ordinals below ε₀.

use std::fmt;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};

use super::NormalForm;
use super::normal::Term;
use crate::{Error, Result};

/// An ordinal below ε₀, in Cantor normal form.
///
/// The *natural* sum and product are those of the surreal numbers and commute. The *ordinary* ones
/// are those of order types: `1+ω = ω`, `2·ω = ω`.
///
/// ```
/// use upstar_values::surreal::Ordinal;
///
/// let (one, omega) = (Ordinal::from(1), Ordinal::omega());
/// assert_eq!(one.ordinary_sum(&omega), omega);
/// assert_eq!(one.natural_sum(&omega).to_string(), "ω+1");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ordinal(NormalForm);

impl Ordinal {
    /// The ordinal 0.
    #[must_use]
    pub fn zero() -> Self {
        Ordinal(NormalForm::zero())
    }

    /// The ordinal ω.
    #[must_use]
    pub fn omega() -> Self {
        Ordinal(NormalForm::omega())
    }

    /// The ordinal as a number.
    #[must_use]
    pub fn as_normal_form(&self) -> &NormalForm {
        &self.0
    }

    /// Is this 0?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// Is this a finite ordinal?
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.0.to_rational().is_some()
    }

    /// The ordinal as a natural number, if it is finite.
    #[must_use]
    pub fn to_biguint(&self) -> Option<BigUint> {
        Some(self.0.to_rational()?.to_integer().magnitude().clone())
    }

    /// The ordinal as a word, if it fits.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        self.to_biguint()?.to_u64()
    }

    /// Exponents and coefficients, exponents decreasing.
    pub fn terms(&self) -> impl DoubleEndedIterator<Item = (Ordinal, BigUint)> + '_ {
        self.0.terms().iter().map(|term| {
            (Ordinal(term.exponent.clone()), term.coefficient.numer().magnitude().clone())
        })
    }

    /// An ordinal from exponents and coefficients that are in order already.
    fn from_sorted(terms: Vec<(Ordinal, BigUint)>) -> Self {
        debug_assert!(terms.iter().all(|(_, count)| !count.is_zero()));
        let term = |(exponent, coefficient): (Ordinal, BigUint)| Term {
            exponent: exponent.0,
            coefficient: BigRational::from(BigInt::from(coefficient)),
        };
        Ordinal(NormalForm::from_sorted(terms.into_iter().map(term).collect()))
    }

    /// The same, for use in other modules.
    pub(super) fn from_terms(terms: Vec<(Ordinal, BigUint)>) -> Self {
        Ordinal::from_sorted(terms)
    }

    /// `ω^self`.
    ///
    /// # Errors
    ///
    /// [`Error::OverLimit`] past [`NormalForm::MAX_DEPTH`].
    pub fn omega_power(&self) -> Result<Ordinal> {
        Ok(Ordinal(self.0.omega_power()?))
    }

    /// The greatest exponent; 0 for 0.
    #[must_use]
    pub fn degree(&self) -> Ordinal {
        self.0.terms().first().map_or_else(Ordinal::zero, |term| Ordinal(term.exponent.clone()))
    }

    /// The natural (Hessenberg) sum.
    #[must_use]
    pub fn natural_sum(&self, other: &Ordinal) -> Ordinal {
        Ordinal(self.0.sum(&other.0))
    }

    /// The natural (Hessenberg) product.
    ///
    /// # Errors
    ///
    /// [`Error::OverLimit`] past [`NormalForm::MAX_TERMS`].
    pub fn natural_product(&self, other: &Ordinal) -> Result<Ordinal> {
        Ok(Ordinal(self.0.product(&other.0)?))
    }

    /// The ordinary sum: this ordinal, then the other.
    #[must_use]
    pub fn ordinary_sum(&self, other: &Ordinal) -> Ordinal {
        if other.is_zero() {
            return self.clone();
        }
        let degree = other.degree();
        let mut terms: Vec<_> =
            self.terms().take_while(|(exponent, _)| *exponent >= degree).collect();
        let mut rest: Vec<_> = other.terms().collect();
        if let Some(last) = terms.last_mut()
            && last.0 == degree
        {
            rest[0].1 += &last.1;
            terms.pop();
        }
        terms.extend(rest);
        Ordinal::from_sorted(terms)
    }

    /// The ordinary product: copies of this ordinal, as many as the other.
    ///
    /// ```
    /// use upstar_values::surreal::Ordinal;
    ///
    /// let omega = Ordinal::omega();
    /// assert_eq!(Ordinal::from(2).ordinary_product(&omega), omega);
    /// assert_eq!(omega.ordinary_product(&Ordinal::from(2)).to_string(), "ω×2");
    /// ```
    #[must_use]
    pub fn ordinary_product(&self, other: &Ordinal) -> Ordinal {
        if self.is_zero() {
            return Ordinal::zero();
        }
        let degree = self.degree();
        other.terms().fold(Ordinal::zero(), |sum, (exponent, coefficient)| {
            let part = if exponent.is_zero() {
                let mut terms: Vec<_> = self.terms().collect();
                terms[0].1 *= coefficient;
                Ordinal::from_sorted(terms)
            } else {
                Ordinal::from_sorted(vec![(degree.ordinary_sum(&exponent), coefficient)])
            };
            sum.ordinary_sum(&part)
        })
    }

    /// The `x` with `smaller + x = self` (ordinary sum); `None` if `smaller` is greater than
    /// `self`.
    #[must_use]
    pub fn minus_left(&self, smaller: &Ordinal) -> Option<Ordinal> {
        if smaller > self {
            return None;
        }
        let (mine, theirs): (Vec<_>, Vec<_>) = (self.terms().collect(), smaller.terms().collect());
        let same = mine.iter().zip(&theirs).take_while(|(a, b)| a == b).count();
        let mut rest = mine[same..].to_vec();
        if let (Some(first), Some(other)) = (rest.first_mut(), theirs.get(same))
            && first.0 == other.0
        {
            first.1 -= &other.1;
        }
        // If the first difference is a greater exponent, nothing is subtracted.
        Some(Ordinal::from_sorted(rest))
    }

    /// The quotient and the remainder of the division `self = ω^exponent·q + r`, `r < ω^exponent`.
    #[must_use]
    pub fn divide_by_omega_power(&self, exponent: &Ordinal) -> (Ordinal, Ordinal) {
        let (high, low): (Vec<_>, Vec<_>) = self.terms().partition(|(e, _)| e >= exponent);
        let quotient = high
            .into_iter()
            .map(|(e, c)| (e.minus_left(exponent).unwrap_or_else(Ordinal::zero), c))
            .collect();
        (Ordinal::from_sorted(quotient), Ordinal::from_sorted(low))
    }

    /// The ordinal in ASCII: `omega` and `*`.
    #[must_use]
    pub fn text_ascii(&self) -> String {
        self.0.text_ascii()
    }
}

impl From<u64> for Ordinal {
    fn from(n: u64) -> Self {
        Ordinal(NormalForm::from(BigInt::from(n)))
    }
}

impl From<BigUint> for Ordinal {
    fn from(n: BigUint) -> Self {
        Ordinal(NormalForm::from(BigInt::from(n)))
    }
}

impl TryFrom<NormalForm> for Ordinal {
    type Error = Error;

    fn try_from(number: NormalForm) -> Result<Self> {
        fn is_ordinal(number: &NormalForm) -> bool {
            number.terms().iter().all(|term| {
                term.coefficient.is_integer()
                    && term.coefficient.is_positive()
                    && is_ordinal(&term.exponent)
            })
        }
        if is_ordinal(&number) {
            Ok(Ordinal(number))
        } else {
            Err(Error::NotOrdinal { number: number.to_string() })
        }
    }
}

impl fmt::Display for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl Ordinal {
    /// The ordinal 1.
    #[must_use]
    pub fn one() -> Self {
        Ordinal(NormalForm::one())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Ordinals below ω^3 as three counts: the twin of `Ordinal`.
    fn small() -> impl Strategy<Value = [u64; 3]> {
        [0u64..4, 0u64..4, 0u64..4]
    }

    fn ordinal(counts: [u64; 3]) -> Ordinal {
        counts.iter().enumerate().fold(Ordinal::zero(), |sum, (i, &count)| {
            let power = Ordinal::from(2 - i as u64).omega_power().unwrap();
            sum.natural_sum(&power.natural_product(&count.into()).unwrap())
        })
    }

    proptest! {
        #[test]
        fn ordinary_sum_and_product_follow_their_recursion(a in small(), b in small(), n in 0u64..4) {
            let (x, y) = (ordinal(a), ordinal(b));
            let one = Ordinal::one();
            // x + (y + 1) = (x + y) + 1 and x·(y + 1) = x·y + x.
            prop_assert_eq!(
                x.ordinary_sum(&y.ordinary_sum(&one)),
                x.ordinary_sum(&y).ordinary_sum(&one)
            );
            prop_assert_eq!(
                x.ordinary_product(&y.ordinary_sum(&one)),
                x.ordinary_product(&y).ordinary_sum(&x)
            );
            // At the limit ω the product is the least upper bound of the finite multiples.
            if !x.is_zero() {
                let limit = x.ordinary_product(&Ordinal::omega());
                prop_assert!(x.ordinary_product(&n.into()) < limit);
                prop_assert_eq!(limit, x.degree().ordinary_sum(&one).omega_power().unwrap());
            }
        }

        #[test]
        fn ordinary_arithmetic_is_associative(a in small(), b in small(), c in small()) {
            let (x, y, z) = (ordinal(a), ordinal(b), ordinal(c));
            prop_assert_eq!(
                x.ordinary_sum(&y).ordinary_sum(&z),
                x.ordinary_sum(&y.ordinary_sum(&z))
            );
            prop_assert_eq!(
                x.ordinary_product(&y).ordinary_product(&z),
                x.ordinary_product(&y.ordinary_product(&z))
            );
            prop_assert_eq!(
                x.ordinary_product(&y.ordinary_sum(&z)),
                x.ordinary_product(&y).ordinary_sum(&x.ordinary_product(&z))
            );
            match y.minus_left(&x) {
                Some(rest) => prop_assert_eq!(x.ordinary_sum(&rest), y.clone()),
                None => prop_assert!(x > y),
            }
            let exponent = Ordinal::from(c[0]);
            let (quotient, rest) = x.divide_by_omega_power(&exponent);
            let power = exponent.omega_power().unwrap();
            prop_assert!(rest < power);
            prop_assert_eq!(power.ordinary_product(&quotient).ordinary_sum(&rest), x);
        }
    }
}
