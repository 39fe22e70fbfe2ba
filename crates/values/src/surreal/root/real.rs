//! Arithmetic with numbers that may or may not be rational.

use std::fmt;

use num_bigint::{BigInt, Sign};
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, Zero};
use upstar_core::Budget;

use super::RootReal;
use super::digits::{MAX_DECIMALS, pointed};
use crate::{Error, Result};

/// The result of arithmetic with roots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Real {
    /// A rational number.
    Rational(BigRational),
    /// An irrational number.
    Root(RootReal),
}

impl Real {
    fn combined(
        &self,
        other: &Real,
        rational: impl FnOnce(&BigRational, &BigRational) -> BigRational,
        mixed: impl FnOnce(&RootReal, &BigRational) -> Real,
        roots: impl FnOnce(&RootReal, &RootReal) -> Result<Real>,
    ) -> Result<Real> {
        match (self, other) {
            (Real::Rational(a), Real::Rational(b)) => Ok(Real::Rational(rational(a, b))),
            (Real::Root(a), Real::Rational(b)) | (Real::Rational(b), Real::Root(a)) => {
                Ok(mixed(a, b))
            }
            (Real::Root(a), Real::Root(b)) => roots(a, b),
        }
    }

    /// The sum.
    ///
    /// # Errors
    ///
    /// As [`RootReal::sum`].
    pub fn sum(&self, other: &Real) -> Result<Real> {
        let mixed = |a: &RootReal, b: &BigRational| Real::Root(a.plus_rational(b));
        self.combined(other, |a, b| a + b, mixed, RootReal::sum)
    }

    /// The product.
    ///
    /// # Errors
    ///
    /// As [`RootReal::sum`].
    pub fn product(&self, other: &Real) -> Result<Real> {
        self.combined(other, |a, b| a * b, RootReal::times_rational, RootReal::product)
    }

    /// The negative.
    #[must_use]
    pub fn negative(&self) -> Real {
        match self {
            Real::Rational(x) => Real::Rational(-x),
            Real::Root(x) => Real::Root(x.negative()),
        }
    }

    /// The reciprocal.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchNumber`] of 0; [`Error::OverLimit`].
    pub fn reciprocal(&self) -> Result<Real> {
        match self {
            Real::Rational(x) if x.is_zero() => Err(Error::no_such_number("1/0")),
            Real::Rational(x) => Ok(Real::Rational(x.recip())),
            Real::Root(x) => x.reciprocal(),
        }
    }

    /// The number with `digits` decimals, rounded towards 0: every digit is right.
    ///
    /// # Errors
    ///
    /// [`Error::OverLimit`] for more than 300,000 decimals; [`Error::Exhausted`].
    pub fn decimal(&self, digits: u32, budget: &Budget) -> Result<String> {
        match self {
            Real::Root(root) => root.decimal(digits, budget),
            Real::Rational(_) if digits > MAX_DECIMALS => {
                Err(Error::over_limit("the number of decimals", MAX_DECIMALS.to_string()))
            }
            Real::Rational(x) => {
                budget.check()?;
                let scale = BigInt::from(10).pow(digits);
                let units = (x.abs() * scale).floor().to_integer();
                Ok(pointed(x.is_negative(), units.magnitude(), digits))
            }
        }
    }

    /// The power with a rational exponent. For a negative or an irrational number, the exponent
    /// must be an integer.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchNumber`], [`Error::OverLimit`].
    pub fn power(&self, exponent: &BigRational) -> Result<Real> {
        let refuse = || Error::no_such_number(format!("{self} to the power {exponent}"));
        let index = u32::try_from(exponent.denom()).map_err(|_| refuse())?;
        let base = match self {
            base if index == 1 => base.clone(),
            Real::Rational(x) => RootReal::root(x, index)?,
            Real::Root(_) => return Err(refuse()),
        };
        let mut rest = exponent.numer().magnitude().clone();
        if rest.bits() > 20 {
            return Err(Error::over_limit("the exponent of a root", "2^20"));
        }
        let mut square =
            if exponent.numer().sign() == Sign::Minus { base.reciprocal()? } else { base };
        let mut power = Real::Rational(BigRational::one());
        while !rest.is_zero() {
            if rest.bit(0) {
                power = power.product(&square)?;
            }
            rest >>= 1u32;
            if !rest.is_zero() {
                square = square.product(&square)?;
            }
        }
        Ok(power)
    }
}

impl fmt::Display for Real {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Real::Rational(x) => x.fmt(f),
            Real::Root(x) => x.fmt(f),
        }
    }
}
