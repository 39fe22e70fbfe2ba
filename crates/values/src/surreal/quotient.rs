//! Surreal numbers: normal forms and exact quotients of them.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive};

use super::normal::Term;
use super::{NormalForm, Ordinal, Stalk, poly, text};
use crate::{Error, Rational, Result};
use upstar_core::Budget;

/// A surreal number: a finite Conway normal form, or an exact quotient of two.
///
/// A quotient that equals one term, or a finite sum without infinitesimal terms, is stored as that
/// normal form. Any other quotient is kept as a fraction in lowest terms (as far as a greatest
/// common divisor is found), with integer coefficients and a positive denominator. A fraction whose
/// denominator is one term has a finite normal form too, see [`Surreal::to_normal_form`], but it is
/// kept as written. Equality and order are those of the numbers.
///
/// ```
/// use upstar_values::surreal::Surreal;
///
/// let x: Surreal = "(omega^2-1)/(omega-1)".parse()?;
/// assert_eq!(x.to_string(), "ω+1");
/// let y: Surreal = "omega/(omega+1)".parse()?;
/// assert_eq!(y.to_string(), "ω/(ω+1)");
/// let terms: Vec<String> = y.expansion(3).iter().map(|term| term.to_string()).collect();
/// assert_eq!(terms, ["1", "-1/ω", "1/ω^2"]);
/// # Ok::<(), upstar_values::Error>(())
/// ```
#[derive(Clone)]
pub struct Surreal {
    numerator: NormalForm,
    /// Positive.
    denominator: NormalForm,
}

/// The largest number of infinite terms in the floor of a quotient.
const MAX_FLOOR_TERMS: usize = 500;

/// The largest number of bits of a coefficient in sums, products and quotients of infinite numbers.
/// Reducing them takes quadratic time in it.
const MOST_BITS: u64 = 1 << 16;

impl Surreal {
    /// The number 0.
    #[must_use]
    pub fn zero() -> Self {
        NormalForm::zero().into()
    }

    /// The quotient of two normal forms.
    ///
    /// # Errors
    ///
    /// [`Error::DivisionByZero`], [`Error::OverLimit`] for coefficients of more than 2^16 bits.
    pub fn new(numerator: NormalForm, denominator: NormalForm) -> Result<Self> {
        if denominator.is_zero() {
            return Err(Error::DivisionByZero);
        }
        if let [term] = denominator.terms() {
            let quotient = numerator.times_term(&inverse(term));
            if term.exponent.is_zero() || is_plain(&quotient) {
                return Ok(quotient.into());
            }
        }
        are_modest(&[&numerator, &denominator])?;
        let (numerator, denominator) = poly::reduce(&numerator, &denominator);
        if let [term] = denominator.terms() {
            let quotient = numerator.times_term(&inverse(term));
            if is_plain(&quotient) {
                return Ok(quotient.into());
            }
        }
        if denominator.signum() < 0 {
            return Ok(Surreal {
                numerator: numerator.negative(),
                denominator: denominator.negative(),
            });
        }
        Ok(Surreal { numerator, denominator })
    }

    /// The numerator; the number itself if it is a normal form.
    #[must_use]
    pub fn numerator(&self) -> &NormalForm {
        &self.numerator
    }

    /// The denominator, positive; 1 if the number is a normal form.
    #[must_use]
    pub fn denominator(&self) -> &NormalForm {
        &self.denominator
    }

    /// The finite normal form, if there is one.
    #[must_use]
    pub fn to_normal_form(&self) -> Option<NormalForm> {
        match self.denominator.terms() {
            [term] => Some(self.numerator.times_term(&inverse(term))),
            _ => None,
        }
    }

    /// The number as a rational, if it is one.
    #[must_use]
    pub fn to_rational(&self) -> Option<BigRational> {
        self.to_normal_form()?.to_rational()
    }

    /// The result of the operation on rational numbers, if both numbers are rational.
    fn of_rationals(
        &self,
        other: &Surreal,
        of: fn(&Rational, &Rational) -> Rational,
    ) -> Option<Surreal> {
        let rational = |x: &Surreal| x.to_rational().map(Rational::from);
        Some(Surreal::from(&of(&rational(self)?, &rational(other)?)))
    }

    /// The number as an ordinal, if it is one.
    #[must_use]
    pub fn to_ordinal(&self) -> Option<Ordinal> {
        Ordinal::try_from(self.to_normal_form()?).ok()
    }

    /// -1, 0 or 1 as the number is negative, 0 or positive.
    #[must_use]
    pub fn signum(&self) -> i32 {
        self.numerator.signum()
    }

    /// Is this 0?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// The negative.
    #[must_use]
    pub fn negative(&self) -> Surreal {
        Surreal { numerator: self.numerator.negative(), denominator: self.denominator.clone() }
    }

    /// The absolute value.
    #[must_use]
    pub fn absolute(&self) -> Surreal {
        if self.signum() < 0 { self.negative() } else { self.clone() }
    }

    /// The sum.
    ///
    /// # Errors
    ///
    /// [`Error::OverLimit`] for too many terms, or for coefficients of more than 2^16 bits if
    /// one of the two is no rational number.
    pub fn sum(&self, other: &Surreal) -> Result<Surreal> {
        if let Some(found) = self.of_rationals(other, |a, b| a + b) {
            return Ok(found);
        }
        are_modest(&[&self.numerator, &self.denominator, &other.numerator, &other.denominator])?;
        if self.denominator == other.denominator {
            let numerator = self.numerator.sum(&other.numerator);
            return Surreal::new(numerator, self.denominator.clone());
        }
        let left = self.numerator.product(&other.denominator)?;
        let right = other.numerator.product(&self.denominator)?;
        Surreal::new(left.sum(&right), self.denominator.product(&other.denominator)?)
    }

    /// The difference.
    ///
    /// # Errors
    ///
    /// [`Error::OverLimit`] for too many terms.
    pub fn difference(&self, other: &Surreal) -> Result<Surreal> {
        self.sum(&other.negative())
    }

    /// The product.
    ///
    /// # Errors
    ///
    /// [`Error::OverLimit`] for too many terms, or for coefficients of more than 2^16 bits if
    /// one of the two is no rational number.
    pub fn product(&self, other: &Surreal) -> Result<Surreal> {
        if let Some(found) = self.of_rationals(other, |a, b| a * b) {
            return Ok(found);
        }
        are_modest(&[&self.numerator, &self.denominator, &other.numerator, &other.denominator])?;
        let numerator = self.numerator.product(&other.numerator)?;
        if self.denominator.is_one() && other.denominator.is_one() {
            return Ok(numerator.into());
        }
        Surreal::new(numerator, self.denominator.product(&other.denominator)?)
    }

    /// The quotient.
    ///
    /// # Errors
    ///
    /// [`Error::DivisionByZero`]; [`Error::OverLimit`] as for a product.
    pub fn quotient(&self, other: &Surreal) -> Result<Surreal> {
        if other.is_zero() {
            return Err(Error::DivisionByZero);
        }
        let by_rational = |a: &Rational, b: &Rational| a.checked_div(b).expect("b is not 0");
        if let Some(quotient) = self.of_rationals(other, by_rational) {
            return Ok(quotient);
        }
        are_modest(&[&self.numerator, &self.denominator, &other.numerator, &other.denominator])?;
        Surreal::new(
            self.numerator.product(&other.denominator)?,
            self.denominator.product(&other.numerator)?,
        )
    }

    /// The power: `ω^y` for any normal form `y`, powers of ω to any such `y`, and whole powers of
    /// other numbers. Fractional powers exist where the root is exact (see [`Surreal::root`]).
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchNumber`] where the power is not such a number, [`Error::OverLimit`],
    /// [`Error::DivisionByZero`].
    pub fn power(&self, exponent: &Surreal) -> Result<Surreal> {
        let Some(exponent) = exponent.to_normal_form() else {
            return Err(Error::no_such_number("a power whose exponent has no finite normal form"));
        };
        let base = self.to_normal_form();
        if let Some(base) = &base
            && let [term] = base.terms()
            && term.coefficient.is_one()
        {
            return Ok(term.exponent.product(&exponent)?.omega_power()?.into());
        }
        let Some(rational) = exponent.to_rational() else {
            return Err(Error::no_such_number(format!("{self} to the power {exponent}")));
        };
        let base = if rational.is_negative() {
            Surreal::from(NormalForm::one()).quotient(self)?
        } else {
            self.clone()
        };
        let rational = rational.abs();
        let too_large = || Error::over_limit("the exponent", u64::MAX.to_string());
        let base = match rational.denom().to_u32() {
            Some(1) => base,
            Some(index) => base.root(index)?,
            None => return Err(too_large()),
        };
        let exponent = rational.numer().to_u64().ok_or_else(too_large)?;
        if base.denominator.is_one() {
            return Ok(base.numerator.power(exponent)?.into());
        }
        Surreal::new(base.numerator.power(exponent)?, base.denominator.power(exponent)?)
    }

    /// The root with an index. It exists for one term whose coefficient has a rational root; square
    /// roots exist for perfect squares.
    ///
    /// ```
    /// use upstar_values::surreal::Surreal;
    ///
    /// let x: Surreal = "omega^2+2*omega+1".parse()?;
    /// assert_eq!(x.root(2)?.to_string(), "ω+1");
    /// let y: Surreal = "4*omega".parse()?;
    /// assert_eq!(y.root(2)?.to_string(), "ω^(1/2)×2");
    /// # Ok::<(), upstar_values::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchNumber`] if the root is not such a number.
    pub fn root(&self, index: u32) -> Result<Surreal> {
        let refuse = || {
            Error::no_such_number(format!(
                "the root of {self} with index {index} as an exact finite sum"
            ))
        };
        if index == 0 {
            return Err(Error::no_such_number("a root with index 0"));
        }
        if self.is_zero() || index == 1 {
            return Ok(self.clone());
        }
        if let Some(number) = self.to_normal_form()
            && let [term] = number.terms()
        {
            let coefficient = rational_root(&term.coefficient, index).ok_or_else(refuse)?;
            let exponent = term.exponent.scaled(&BigRational::new(1.into(), index.into()));
            return Ok(NormalForm::monomial(exponent, coefficient)?.into());
        }
        if index != 2 || self.signum() < 0 {
            return Err(refuse());
        }
        // √(a/b) = √(ab)/b
        let square = self.numerator.product(&self.denominator)?;
        let root = square_root(&square).ok_or_else(refuse)?;
        Surreal::new(root, self.denominator.clone())
    }

    /// The first terms of the normal form, at most `count`.
    #[must_use]
    pub fn expansion(&self, count: usize) -> Vec<NormalForm> {
        if let Some(number) = self.to_normal_form() {
            let term = |term: &Term| NormalForm::from_sorted(vec![term.clone()]);
            return number.terms().iter().take(count).map(term).collect();
        }
        let mut division = Division::new(self);
        std::iter::from_fn(|| division.next_term())
            .take(count)
            .map(|term| NormalForm::from_sorted(vec![term]))
            .collect()
    }

    /// The sum of the first terms of the normal form, at most `count`. A step of the budget is one
    /// divided term.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn first_terms(&self, count: usize, budget: &Budget) -> Result<NormalForm> {
        let mut terms = Vec::new();
        self.each_term(count as u64, budget, |term| {
            let bits = term.coefficient.numer().bits() + term.coefficient.denom().bits();
            budget.reserve(200 + bits / 4)?;
            terms.push(term);
            Ok::<(), Error>(())
        })?;
        Ok(NormalForm::from_sorted(terms))
    }

    /// Passes the first terms of the normal form to `each`, at most `count`. A step of the budget
    /// is one divided term. No term is kept in memory.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`], and the errors of `each`.
    pub fn each_term<E: From<Error>>(
        &self,
        count: u64,
        budget: &Budget,
        mut each: impl FnMut(Term) -> Result<(), E>,
    ) -> Result<(), E> {
        if let Some(number) = self.to_normal_form() {
            let count = usize::try_from(count).unwrap_or(usize::MAX);
            return number.terms().iter().take(count).cloned().try_for_each(each);
        }
        let mut ticker = budget.ticker();
        let mut division = Division::new(self);
        for _ in 0..count {
            let Some(term) = division.next_term() else { break };
            // Coefficients may grow without bound.
            let bits = term.coefficient.numer().bits() + term.coefficient.denom().bits();
            let steps = (1 + division.rest.terms().len() as u64) * (1 + (bits >> 10));
            ticker.tick(steps).map_err(Error::from)?;
            each(term)?;
        }
        Ok(())
    }

    /// The greatest omnific integer that is at most this number.
    ///
    /// # Errors
    ///
    /// [`Error::Infinite`] if it has more than 500 infinite terms.
    pub fn floor(&self) -> Result<NormalForm> {
        if let Some(number) = self.to_normal_form() {
            return Ok(number.floor());
        }
        let mut division = Division::new(self);
        let mut terms = Vec::new();
        let mut small = Vec::new();
        while let Some(term) = division.next_term() {
            if term.exponent.signum() <= 0 {
                // The rest after this term is smaller than the term, so two terms decide the floor.
                small.push(term);
                if small.len() == 2 {
                    break;
                }
            } else {
                terms.push(term);
                if terms.len() > MAX_FLOOR_TERMS {
                    return Err(Error::infinite(format!("the number of infinite terms of {self}")));
                }
            }
        }
        terms.extend(small);
        Ok(NormalForm::from_sorted(terms).floor())
    }

    /// The birthday: the length of the sign expansion.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchNumber`] where the sign expansion has no finite code (see [`Stalk`]).
    pub fn birthday(&self, budget: &Budget) -> Result<Ordinal> {
        if let Some(r) = self.to_rational()
            && !super::normal::is_dyadic(&r)
        {
            return Ok(Ordinal::omega());
        }
        Ok(Stalk::of(self, budget)?.length())
    }

    /// The number in ASCII: `omega` and `*`.
    #[must_use]
    pub fn text_ascii(&self) -> String {
        self.text(true)
    }

    fn text(&self, ascii: bool) -> String {
        if self.denominator.is_one() {
            text::sum(&self.numerator, ascii)
        } else {
            text::quotient(&self.numerator, &self.denominator, ascii)
        }
    }
}

/// `1/term`.
fn inverse(term: &Term) -> Term {
    Term { exponent: term.exponent.negative(), coefficient: term.coefficient.recip() }
}

/// [`Error::OverLimit`] unless every coefficient has at most [`MOST_BITS`] bits.
fn are_modest(numbers: &[&NormalForm]) -> Result {
    let coefficients =
        numbers.iter().flat_map(|number| number.terms()).map(|term| &term.coefficient);
    for coefficient in coefficients {
        if coefficient.numer().bits() + coefficient.denom().bits() > MOST_BITS {
            return Err(Error::over_limit(
                "a coefficient of an infinite number",
                format!("{MOST_BITS} bits"),
            ));
        }
    }
    Ok(())
}

/// One term, or no infinitesimal terms: then a division is given as a sum, not as a fraction.
fn is_plain(number: &NormalForm) -> bool {
    number.terms().len() <= 1 || number.terms().iter().all(|term| term.exponent.signum() >= 0)
}

/// Long division: the terms of a quotient, greatest first.
struct Division {
    rest: NormalForm,
    divisor: NormalForm,
}

impl Division {
    fn new(number: &Surreal) -> Self {
        Division { rest: number.numerator.clone(), divisor: number.denominator.clone() }
    }

    fn next_term(&mut self) -> Option<Term> {
        let (lead, divisor) = (self.rest.terms().first()?, self.divisor.terms().first()?);
        let term = Term {
            exponent: lead.exponent.difference(&divisor.exponent),
            coefficient: &lead.coefficient / &divisor.coefficient,
        };
        self.rest = self.rest.difference(&self.divisor.times_term(&term));
        Some(term)
    }
}

/// The rational root of a rational number, if there is one.
fn rational_root(r: &BigRational, index: u32) -> Option<BigRational> {
    let root = |n: &BigInt| {
        if n.is_negative() && index.is_multiple_of(2) {
            return None;
        }
        let magnitude = n.magnitude().nth_root(index);
        let root = BigInt::from_biguint(n.sign(), magnitude);
        // An index above the number of bits of n gives 1, whose power is cheap.
        (root.magnitude().is_one() && n.magnitude().is_one()
            || u64::from(index) <= n.bits() && root.pow(index) == *n)
            .then_some(root)
    };
    Some(BigRational::new(root(r.numer())?, root(r.denom())?))
}

/// The square root of a perfect square, by the digit-by-digit method.
///
/// If `number` is a square, the exponents of its root lie in a box that contains only finitely many
/// multiples of the variables. The search ends outside the box.
fn square_root(number: &NormalForm) -> Option<NormalForm> {
    let lead = number.terms().first()?;
    let half = BigRational::new(1.into(), 2.into());
    let first = Term {
        exponent: lead.exponent.scaled(&half),
        coefficient: rational_root(&lead.coefficient, 2)?,
    };
    let variables = poly::Variables::of(&[number]);
    let inside = variables.square_root_box(number)?;
    let twice = Term {
        exponent: first.exponent.clone(),
        coefficient: &first.coefficient * BigRational::from(BigInt::from(2)),
    };
    let mut root = NormalForm::from_sorted(vec![first]);
    let mut rest = number.difference(&root.product(&root).ok()?);
    while let Some(lead) = rest.terms().first() {
        let term = Term {
            exponent: lead.exponent.difference(&twice.exponent),
            coefficient: &lead.coefficient / &twice.coefficient,
        };
        if !inside(&term.exponent) || root.terms().len() > MAX_FLOOR_TERMS {
            return None;
        }
        let addition = NormalForm::from_sorted(vec![term.clone()]);
        let doubled = root.scaled(&BigRational::from(BigInt::from(2))).sum(&addition);
        rest = rest.difference(&doubled.times_term(&term));
        root = root.sum(&addition);
    }
    Some(root)
}

impl PartialEq for Surreal {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Surreal {}

impl PartialOrd for Surreal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Surreal {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.denominator == other.denominator {
            return self.numerator.cmp(&other.numerator);
        }
        let left = self.numerator.multiply(&other.denominator);
        left.cmp(&other.numerator.multiply(&self.denominator))
    }
}

impl From<NormalForm> for Surreal {
    fn from(number: NormalForm) -> Self {
        Surreal { numerator: number, denominator: NormalForm::one() }
    }
}

impl From<&Rational> for Surreal {
    fn from(r: &Rational) -> Self {
        BigRational::from(r).into()
    }
}

impl From<BigRational> for Surreal {
    fn from(r: BigRational) -> Self {
        NormalForm::from(r).into()
    }
}

impl From<i64> for Surreal {
    fn from(n: i64) -> Self {
        NormalForm::from(n).into()
    }
}

impl From<Ordinal> for Surreal {
    fn from(ordinal: Ordinal) -> Self {
        ordinal.as_normal_form().clone().into()
    }
}

impl fmt::Display for Surreal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text(false))
    }
}

impl fmt::Debug for Surreal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(false))
    }
}
