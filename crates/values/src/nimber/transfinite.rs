//! Transfinite nimbers: the ordinals with nim arithmetic.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use upstar_core::{Budget, Ticker};

use super::Nimber;
use super::alpha::{Element, Field, odd_prime, odd_prime_index};
use crate::surreal::{NormalForm, Ordinal, Term};
use crate::{Error, Result};

/// An ordinal below ε₀ as a nimber.
///
/// Sums are defined for all of them. Products are defined below `ω^(ω^ω)`, the algebraic closure of
/// the field of two elements (Conway, *On Numbers and Games*, chapter 6; Lenstra 1977), as far as
/// the [`α`](super::alpha) are tabulated.
///
/// ```
/// use upstar_core::Budget;
/// use upstar_values::nimber::TransfiniteNimber;
///
/// let omega: TransfiniteNimber = "*omega".parse()?;
/// let cube = omega.power(&3u32.into(), &Budget::unlimited())?;
/// assert_eq!(cube.to_string(), "*2");
/// # Ok::<(), upstar_values::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TransfiniteNimber(Ordinal);

impl TransfiniteNimber {
    /// The ordinal.
    #[must_use]
    pub fn as_ordinal(&self) -> &Ordinal {
        &self.0
    }

    /// The finite nimber, if it is finite.
    #[must_use]
    pub fn to_finite(&self) -> Option<Nimber> {
        Some(Nimber::from(&self.0.to_biguint()?))
    }

    /// The nim sum: exclusive or of the coefficients of each power of ω.
    #[must_use]
    pub fn sum(&self, other: &Self) -> Self {
        let mut coefficients: BTreeMap<Ordinal, BigUint> = BTreeMap::new();
        for (exponent, count) in self.0.terms().chain(other.0.terms()) {
            *coefficients.entry(exponent).or_default() ^= count;
        }
        TransfiniteNimber::from_coefficients(coefficients)
    }

    fn from_coefficients(coefficients: BTreeMap<Ordinal, BigUint>) -> Self {
        let term = |(exponent, count): (Ordinal, BigUint)| Term {
            exponent: exponent.as_normal_form().clone(),
            coefficient: BigRational::from(BigInt::from(count)),
        };
        let form = NormalForm::from_terms(coefficients.into_iter().map(term).collect());
        TransfiniteNimber(Ordinal::try_from(form).expect("natural coefficients"))
    }

    /// The nim product.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchNumber`] from `ω^(ω^ω)` up, [`Error::MissingPrime`] if an α is
    /// needed that is not in the table, [`Error::Exhausted`].
    pub fn product(&self, other: &Self, budget: &Budget) -> Result<Self> {
        let field = field_of(&[self, other])?;
        let mut ticker = budget.ticker();
        let (a, b) = (element_of(self, &field)?, element_of(other, &field)?);
        Ok(nimber_of(&field.product(&a, &b, &mut ticker)?, &field))
    }

    /// The nim power.
    ///
    /// # Errors
    ///
    /// As [`TransfiniteNimber::product`].
    pub fn power(&self, exponent: &BigUint, budget: &Budget) -> Result<Self> {
        let field = field_of(&[self])?;
        let mut ticker: Ticker = budget.ticker();
        let element = element_of(self, &field)?;
        Ok(nimber_of(&field.power(&element, exponent, &mut ticker)?, &field))
    }

    /// The nimber in ASCII: `*omega`, `*(omega*5)`.
    #[must_use]
    pub fn text_ascii(&self) -> String {
        starred(self.0.text_ascii())
    }
}

fn starred(text: String) -> String {
    let bare = text.bytes().all(|byte| byte.is_ascii_digit()) || text == "ω" || text == "omega";
    match text.as_str() {
        "0" => text,
        "1" => "*".into(),
        _ if bare => format!("*{text}"),
        _ => format!("*({text})"),
    }
}

/// The coefficients `c_k` of an exponent `Σ ω^k·c_k`, as primes and base-p digits.
fn digits_of(exponent: &Ordinal) -> Result<Vec<(u64, Vec<u64>)>> {
    exponent
        .terms()
        .map(|(k, mut count)| {
            let beyond = || Error::no_such_number("a nim product of nimbers from ω^(ω^ω) up");
            let index = k.to_biguint().ok_or_else(beyond)?;
            let prime = index
                .to_u64()
                .and_then(odd_prime)
                .ok_or_else(|| Error::over_limit("the index of the prime of a nimber", "10000"))?;
            let mut digits = Vec::new();
            while !count.is_zero() {
                digits.push((&count % prime).to_u64().unwrap_or(0));
                count /= prime;
            }
            Ok((prime, digits))
        })
        .collect()
}

fn field_of(nimbers: &[&TransfiniteNimber]) -> Result<Field> {
    let mut needed: BTreeMap<u64, u32> = BTreeMap::new();
    for (exponent, _) in nimbers.iter().flat_map(|nimber| nimber.0.terms()) {
        for (prime, digits) in digits_of(&exponent)? {
            let levels = needed.entry(prime).or_default();
            *levels = (*levels).max(digits.len() as u32);
        }
    }
    Field::new(needed)
}

fn element_of(nimber: &TransfiniteNimber, field: &Field) -> Result<Element> {
    nimber
        .0
        .terms()
        .map(|(exponent, count)| {
            let mut key = vec![0; field.width()];
            for (prime, digits) in digits_of(&exponent)? {
                for (i, digit) in digits.into_iter().enumerate() {
                    field.add_digit(&mut key, prime, i as u32, digit);
                }
            }
            Ok((key, Nimber::from(&count)))
        })
        .collect()
}

fn nimber_of(element: &Element, field: &Field) -> TransfiniteNimber {
    let coefficients = element.iter().map(|(key, nimber)| {
        let terms = field.digits(key).into_iter().filter_map(|(prime, digits)| {
            let count =
                digits.iter().rev().fold(BigUint::ZERO, |count, &digit| count * prime + digit);
            (!count.is_zero()).then(|| Term {
                exponent: NormalForm::from(BigInt::from(odd_prime_index(prime))),
                coefficient: BigRational::from(BigInt::from(count)),
            })
        });
        let exponent = NormalForm::from_terms(terms.collect());
        (Ordinal::try_from(exponent).expect("natural coefficients"), nimber.to_biguint())
    });
    TransfiniteNimber::from_coefficients(coefficients.collect())
}

impl From<Ordinal> for TransfiniteNimber {
    fn from(ordinal: Ordinal) -> Self {
        TransfiniteNimber(ordinal)
    }
}

impl From<&Nimber> for TransfiniteNimber {
    fn from(nimber: &Nimber) -> Self {
        TransfiniteNimber(nimber.to_biguint().into())
    }
}

impl From<u64> for TransfiniteNimber {
    fn from(n: u64) -> Self {
        TransfiniteNimber(n.into())
    }
}

impl FromStr for TransfiniteNimber {
    type Err = Error;

    /// Reads `*5`, `*ω`, `*(ω×5)`, also without the star. The ordinal is read in natural
    /// arithmetic.
    fn from_str(text: &str) -> Result<Self> {
        let trimmed = text.trim();
        let inner = trimmed.strip_prefix(['*', '⋆']).unwrap_or(trimmed);
        if inner.is_empty() && !trimmed.is_empty() {
            return Ok(1.into());
        }
        Ok(TransfiniteNimber(inner.parse()?))
    }
}

impl fmt::Display for TransfiniteNimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&starred(self.0.to_string()))
    }
}

impl fmt::Debug for TransfiniteNimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nimber(text: &str) -> TransfiniteNimber {
        text.parse().unwrap()
    }

    fn product(a: &str, b: &str) -> String {
        nimber(a).product(&nimber(b), &Budget::unlimited()).unwrap().to_string()
    }

    fn power(a: &str, n: u32) -> String {
        nimber(a).power(&n.into(), &Budget::unlimited()).unwrap().to_string()
    }

    #[test]
    fn published_products() {
        assert_eq!(power("omega", 3), "*2");
        assert_eq!(product("omega^omega", "omega^(omega*4)"), "*4");
        assert_eq!(power("omega^omega^3", 66), "*(ω^(ω×4)+ω^(ω×2)+ω^ω×4+1)");
        assert_eq!(power("omega^omega^13", 47), "*(ω^ω^7+1)");
        assert_eq!(power("omega^omega^42", 193), "*(ω+65536)");
        assert_eq!(power("omega^omega^2", 7), "*(ω+1)");
        assert_eq!(power("omega^omega^4", 13), "*(ω+4)");
        assert_eq!(product("8", "16"), "*128");
    }

    #[test]
    fn text() {
        for text in ["*ω", "*(ω×5)", "*(ω^2+3)", "*5", "*", "0"] {
            assert_eq!(nimber(text).to_string(), text);
        }
        let sum = nimber("*(ω×5+3)").sum(&nimber("*(ω×4+2)"));
        assert_eq!(sum.to_string(), "*(ω+1)");
    }

    #[test]
    fn missing_primes_are_named() {
        // 1999 is the odd prime with index 301.
        let far = nimber("omega^omega^301");
        assert_eq!(
            far.power(&1999u32.into(), &Budget::unlimited()),
            Err(Error::MissingPrime { prime: 1999 })
        );
        assert!(matches!(
            nimber("omega^omega^omega").product(&nimber("2"), &Budget::unlimited()),
            Err(Error::NoSuchNumber { .. })
        ));
    }

    #[test]
    fn field_laws() {
        let texts = ["2", "ω", "ω+1", "ω^2+ω×3+5", "ω^ω", "ω^ω×3+ω^3+1", "ω^(ω×4+2)+ω", "ω^ω^2+7"];
        let budget = Budget::unlimited();
        let times = |a: &TransfiniteNimber, b: &TransfiniteNimber| a.product(b, &budget).unwrap();
        for a in texts.map(nimber) {
            for b in texts.map(nimber) {
                assert_eq!(times(&a, &b), times(&b, &a));
                for c in texts.map(nimber) {
                    assert_eq!(times(&times(&a, &b), &c), times(&a, &times(&b, &c)));
                    assert_eq!(times(&a, &b.sum(&c)), times(&a, &b).sum(&times(&a, &c)));
                }
            }
        }
    }
}
