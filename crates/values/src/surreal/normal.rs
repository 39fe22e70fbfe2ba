//! Conway normal forms: finite sums of `ω^y·r`.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::text;
use crate::{Error, Result};

/// A surreal number with a finite Conway normal form: `ω^y1·r1 + ... + ω^yn·rn`. The coefficients
/// are rational and not 0, and the exponents are decreasing and of the same kind (Conway, *On
/// Numbers and Games*, chapter 3).
///
/// Equality is equality of numbers. Clones are cheap.
///
/// ```
/// use upstar_values::surreal::NormalForm;
///
/// let omega = NormalForm::omega();
/// let x = omega.product(&omega)?.difference(&omega);
/// assert_eq!(x.to_string(), "ω^2-ω");
/// # Ok::<(), upstar_values::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct NormalForm {
    terms: Arc<[Term]>,
    /// 0 for the number 0, otherwise one more than the depth of the deepest exponent.
    depth: u32,
}

/// A term `ω^exponent · coefficient` of a normal form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// The exponent.
    pub exponent: NormalForm,
    /// The coefficient, not 0.
    pub coefficient: BigRational,
}

impl NormalForm {
    /// The most levels of exponents within exponents.
    pub const MAX_DEPTH: u32 = 100;
    /// The most terms of a product before like terms are collected.
    pub const MAX_TERMS: usize = 1 << 20;
    /// The most bits of a power of a coefficient.
    pub(crate) const MAX_BITS: u64 = 1 << 20;

    /// From this number of terms on, a product is prepared first.
    const LONG_PRODUCT: usize = 64;

    /// The number 0.
    #[must_use]
    pub fn zero() -> Self {
        NormalForm { terms: Arc::new([]), depth: 0 }
    }

    /// The number 1.
    #[must_use]
    pub fn one() -> Self {
        NormalForm::from(BigRational::one())
    }

    /// The number ω.
    #[must_use]
    pub fn omega() -> Self {
        NormalForm::from_sorted(vec![Term {
            exponent: NormalForm::one(),
            coefficient: BigRational::one(),
        }])
    }

    /// The number `ω^exponent · coefficient`.
    ///
    /// # Errors
    ///
    /// [`Error::OverLimit`] past [`NormalForm::MAX_DEPTH`].
    pub fn monomial(exponent: NormalForm, coefficient: BigRational) -> Result<Self> {
        if coefficient.is_zero() {
            return Ok(NormalForm::zero());
        }
        if exponent.depth >= NormalForm::MAX_DEPTH {
            return Err(Error::over_limit(
                "the tower of exponents",
                format!("{} levels", NormalForm::MAX_DEPTH),
            ));
        }
        Ok(NormalForm::from_sorted(vec![Term { exponent, coefficient }]))
    }

    /// The number `ω^self`.
    ///
    /// # Errors
    ///
    /// [`Error::OverLimit`] past [`NormalForm::MAX_DEPTH`].
    pub fn omega_power(&self) -> Result<Self> {
        NormalForm::monomial(self.clone(), BigRational::one())
    }

    /// The normal form of terms in any order. Like terms are collected.
    #[must_use]
    pub fn from_terms(mut terms: Vec<Term>) -> Self {
        terms.sort_by(|a, b| b.exponent.cmp(&a.exponent));
        let mut collected: Vec<Term> = Vec::with_capacity(terms.len());
        for term in terms {
            match collected.last_mut() {
                Some(last) if last.exponent == term.exponent => {
                    last.coefficient += term.coefficient;
                }
                _ => {
                    if collected.last().is_some_and(|last| last.coefficient.is_zero()) {
                        collected.pop();
                    }
                    collected.push(term);
                }
            }
        }
        collected.retain(|term| !term.coefficient.is_zero());
        NormalForm::from_sorted(collected)
    }

    /// A normal form of terms that are in order already.
    pub(crate) fn from_sorted(terms: Vec<Term>) -> Self {
        let depth = terms.iter().map(|term| term.exponent.depth + 1).max().unwrap_or(0);
        NormalForm { terms: terms.into(), depth }
    }

    /// The terms, exponents decreasing.
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Is this 0?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// Is this 1?
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.to_rational().is_some_and(|r| r.is_one())
    }

    /// The number of levels of exponents within exponents.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The number as a rational, if it is one.
    #[must_use]
    pub fn to_rational(&self) -> Option<BigRational> {
        match &*self.terms {
            [] => Some(BigRational::zero()),
            [term] if term.exponent.is_zero() => Some(term.coefficient.clone()),
            _ => None,
        }
    }

    /// -1, 0 or 1 as the number is negative, 0 or positive.
    #[must_use]
    pub fn signum(&self) -> i32 {
        match self.terms.first() {
            None => 0,
            Some(term) if term.coefficient.is_negative() => -1,
            Some(_) => 1,
        }
    }

    /// The coefficient of `ω^0`.
    #[must_use]
    pub fn real_part(&self) -> BigRational {
        self.terms
            .iter()
            .find(|term| term.exponent.is_zero())
            .map_or_else(BigRational::zero, |term| term.coefficient.clone())
    }

    /// The sum.
    #[must_use]
    pub fn sum(&self, other: &NormalForm) -> NormalForm {
        if self.is_zero() {
            return other.clone();
        }
        if other.is_zero() {
            return self.clone();
        }
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let order = match (left.peek(), right.peek()) {
                (Some(a), Some(b)) => a.exponent.cmp(&b.exponent),
                (Some(_), None) => Ordering::Greater,
                (None, Some(_)) => Ordering::Less,
                (None, None) => break,
            };
            match order {
                Ordering::Greater => terms.extend(left.next().cloned()),
                Ordering::Less => terms.extend(right.next().cloned()),
                Ordering::Equal => {
                    if let (Some(a), Some(b)) = (left.next(), right.next()) {
                        let coefficient = &a.coefficient + &b.coefficient;
                        if !coefficient.is_zero() {
                            terms.push(Term { exponent: a.exponent.clone(), coefficient });
                        }
                    }
                }
            }
        }
        NormalForm::from_sorted(terms)
    }

    /// The negative.
    #[must_use]
    pub fn negative(&self) -> NormalForm {
        self.scaled(&-BigRational::one())
    }

    /// The difference.
    #[must_use]
    pub fn difference(&self, other: &NormalForm) -> NormalForm {
        self.sum(&other.negative())
    }

    /// The product with a rational number.
    #[must_use]
    pub fn scaled(&self, factor: &BigRational) -> NormalForm {
        if factor.is_zero() {
            return NormalForm::zero();
        }
        let scale = |term: &Term| Term {
            exponent: term.exponent.clone(),
            coefficient: &term.coefficient * factor,
        };
        NormalForm { terms: self.terms.iter().map(scale).collect(), depth: self.depth }
    }

    /// The product with `ω^exponent · coefficient`.
    #[must_use]
    pub fn times_term(&self, other: &Term) -> NormalForm {
        let multiply = |term: &Term| Term {
            exponent: term.exponent.sum(&other.exponent),
            coefficient: product(&term.coefficient, &other.coefficient),
        };
        NormalForm::from_sorted(self.terms.iter().map(multiply).collect())
    }

    /// The product: exponents of ω add.
    ///
    /// # Errors
    ///
    /// [`Error::OverLimit`] past [`NormalForm::MAX_TERMS`].
    pub fn product(&self, other: &NormalForm) -> Result<NormalForm> {
        if let [term] = &*other.terms {
            return Ok(self.times_term(term));
        }
        if let [term] = &*self.terms {
            return Ok(other.times_term(term));
        }
        if self.terms.len().saturating_mul(other.terms.len()) > NormalForm::MAX_TERMS {
            return Err(Error::over_limit(
                "the product",
                format!("{} terms", NormalForm::MAX_TERMS),
            ));
        }
        Ok(self.multiply(other))
    }

    /// The product, with any number of terms.
    pub(super) fn multiply(&self, other: &NormalForm) -> NormalForm {
        if self.terms.len() * other.terms.len() >= Self::LONG_PRODUCT
            && let Some(product) = super::product::product(&self.terms, &other.terms)
        {
            return product;
        }
        let mut terms = Vec::with_capacity(self.terms.len() * other.terms.len());
        for a in &*self.terms {
            terms.extend(other.times_term(a).terms.iter().cloned());
        }
        NormalForm::from_terms(terms)
    }

    /// The power with a whole exponent that is not negative.
    ///
    /// # Errors
    ///
    /// [`Error::OverLimit`] for too many terms or digits.
    pub fn power(&self, exponent: u64) -> Result<NormalForm> {
        if let [term] = &*self.terms {
            let coefficient = rational_power(&term.coefficient, exponent)?;
            let factor = BigRational::from(BigInt::from(exponent));
            return NormalForm::monomial(term.exponent.scaled(&factor), coefficient);
        }
        if self.is_zero() {
            return Ok(if exponent == 0 { NormalForm::one() } else { NormalForm::zero() });
        }
        // The n-th power of a sum of at least two terms has at least n + 1 terms.
        if exponent > NormalForm::MAX_TERMS as u64 {
            return Err(Error::over_limit("the power", format!("{} terms", NormalForm::MAX_TERMS)));
        }
        let mut power = NormalForm::one();
        for bit in (0..64 - exponent.leading_zeros()).rev() {
            power = power.product(&power)?;
            if exponent >> bit & 1 == 1 {
                power = power.product(self)?;
            }
        }
        Ok(power)
    }

    /// The greatest omnific integer that is at most this number: the terms with positive exponents
    /// plus the floor of the rest.
    ///
    /// ```
    /// use upstar_values::surreal::Surreal;
    ///
    /// let x: Surreal = "ω/2+3-1/ω".parse()?;
    /// assert_eq!(x.to_normal_form().unwrap().floor().to_string(), "ω/2+2");
    /// # Ok::<(), upstar_values::Error>(())
    /// ```
    #[must_use]
    pub fn floor(&self) -> NormalForm {
        let real = self.real_part();
        let mut terms: Vec<Term> =
            self.terms.iter().take_while(|term| term.exponent.signum() > 0).cloned().collect();
        let below = self.terms.iter().find(|term| term.exponent.signum() < 0);
        let mut whole = real.floor();
        if whole == real && below.is_some_and(|term| term.coefficient.is_negative()) {
            whole -= BigRational::one();
        }
        if !whole.is_zero() {
            terms.push(Term { exponent: NormalForm::zero(), coefficient: whole });
        }
        NormalForm::from_sorted(terms)
    }

    /// Are all coefficients, and all coefficients in exponents, dyadic?
    #[must_use]
    pub fn is_hereditarily_dyadic(&self) -> bool {
        self.terms
            .iter()
            .all(|term| is_dyadic(&term.coefficient) && term.exponent.is_hereditarily_dyadic())
    }

    /// The number in ASCII: `omega` and `*`.
    #[must_use]
    pub fn text_ascii(&self) -> String {
        text::sum(self, true)
    }
}

/// Is the denominator a power of two?
pub(crate) fn is_dyadic(r: &BigRational) -> bool {
    let denominator = r.denom().magnitude();
    denominator.trailing_zeros() == Some(denominator.bits() - 1)
}

fn rational_power(r: &BigRational, exponent: u64) -> Result<BigRational> {
    let bits = r.numer().bits().max(r.denom().bits());
    let trivial = r.denom().is_one() && r.numer().magnitude().is_one();
    let exponent_32 =
        if trivial { (exponent % 2) as u32 } else { u32::try_from(exponent).unwrap_or(u32::MAX) };
    if !trivial && bits.saturating_mul(exponent) > NormalForm::MAX_BITS {
        return Err(Error::over_limit("the power", format!("{} bits", NormalForm::MAX_BITS)));
    }
    // Powers of a fraction in lowest terms are in lowest terms.
    Ok(BigRational::new_raw(r.numer().pow(exponent_32), r.denom().pow(exponent_32)))
}

/// The product of rational numbers. Nothing cancels for integers or with a factor 1, and searching
/// for common factors takes long for large numbers.
fn product(a: &BigRational, b: &BigRational) -> BigRational {
    match (a.is_integer(), b.is_integer()) {
        (true, true) => BigRational::from_integer(a.numer() * b.numer()),
        _ if a.is_one() => b.clone(),
        _ if b.is_one() => a.clone(),
        _ => a * b,
    }
}

impl PartialOrd for NormalForm {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The order of the numbers: the first term in which two normal forms differ decides.
impl Ord for NormalForm {
    fn cmp(&self, other: &Self) -> Ordering {
        if Arc::ptr_eq(&self.terms, &other.terms) {
            return Ordering::Equal;
        }
        let sign = |term: &Term| {
            if term.coefficient.is_negative() { Ordering::Less } else { Ordering::Greater }
        };
        let (mut left, mut right) = (self.terms.iter(), other.terms.iter());
        loop {
            let (a, b) = match (left.next(), right.next()) {
                (None, None) => return Ordering::Equal,
                (Some(a), None) => return sign(a),
                (None, Some(b)) => return sign(b).reverse(),
                (Some(a), Some(b)) => (a, b),
            };
            match a.exponent.cmp(&b.exponent) {
                Ordering::Greater => return sign(a),
                Ordering::Less => return sign(b).reverse(),
                Ordering::Equal => {}
            }
            match a.coefficient.cmp(&b.coefficient) {
                Ordering::Equal => {}
                order => return order,
            }
        }
    }
}

impl From<BigRational> for NormalForm {
    fn from(r: BigRational) -> Self {
        if r.is_zero() {
            return NormalForm::zero();
        }
        NormalForm::from_sorted(vec![Term { exponent: NormalForm::zero(), coefficient: r }])
    }
}

impl From<Term> for NormalForm {
    fn from(term: Term) -> Self {
        NormalForm::from_sorted(if term.coefficient.is_zero() { vec![] } else { vec![term] })
    }
}

impl From<BigInt> for NormalForm {
    fn from(n: BigInt) -> Self {
        NormalForm::from(BigRational::from(n))
    }
}

impl From<i64> for NormalForm {
    fn from(n: i64) -> Self {
        NormalForm::from(BigInt::from(n))
    }
}

impl fmt::Display for NormalForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&text::sum(self, false))
    }
}

impl fmt::Debug for NormalForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::sum(self, false))
    }
}
