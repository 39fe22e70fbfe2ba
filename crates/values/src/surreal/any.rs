//! Numbers of an expression: quotients of normal forms, and real numbers that roots generate.

use std::fmt;

use num_bigint::BigInt;
use num_rational::BigRational;

use super::{Real, RootReal, Surreal};
use crate::{Error, Result};

/// A number of exact arithmetic: a quotient of finite normal forms, or an irrational number of the
/// field that a root generates.
///
/// ```
/// use upstar_core::Budget;
/// use upstar_values::surreal::Number;
///
/// let number = Number::parse("(sqrt(2)+1)^2", &Budget::unlimited())?;
/// assert_eq!(number.to_string(), "3+2×sqrt(2)");
/// # Ok::<(), upstar_values::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// A quotient of finite normal forms. All rational numbers are of this kind.
    Surreal(Surreal),
    /// An irrational real number.
    Root(RootReal),
}

impl From<Surreal> for Number {
    fn from(number: Surreal) -> Self {
        Number::Surreal(number)
    }
}

impl From<Real> for Number {
    fn from(number: Real) -> Self {
        match number {
            Real::Rational(rational) => Number::Surreal(rational.into()),
            Real::Root(root) => Number::Root(root),
        }
    }
}

impl Number {
    /// The real number, if it is known to be one.
    #[must_use]
    pub fn to_real(&self) -> Option<Real> {
        match self {
            Number::Surreal(number) => number.to_rational().map(Real::Rational),
            Number::Root(root) => Some(Real::Root(root.clone())),
        }
    }

    fn combined(
        &self,
        other: &Number,
        surreal: impl FnOnce(&Surreal, &Surreal) -> Result<Surreal>,
        real: impl FnOnce(&Real, &Real) -> Result<Real>,
    ) -> Result<Number> {
        if let (Number::Surreal(a), Number::Surreal(b)) = (self, other) {
            return Ok(surreal(a, b)?.into());
        }
        match (self.to_real(), other.to_real()) {
            (Some(a), Some(b)) => Ok(real(&a, &b)?.into()),
            _ => Err(Error::no_such_number(format!(
                "arithmetic with {self} and {other}, an irrational and an infinite number,"
            ))),
        }
    }

    /// The sum.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchNumber`] for an irrational and an infinite number, or for two irrational ones
    /// that no single root generates; [`Error::OverLimit`].
    pub fn sum(&self, other: &Number) -> Result<Number> {
        self.combined(other, Surreal::sum, Real::sum)
    }

    /// The difference.
    ///
    /// # Errors
    ///
    /// As [`Number::sum`].
    pub fn difference(&self, other: &Number) -> Result<Number> {
        self.sum(&other.negative())
    }

    /// The product.
    ///
    /// # Errors
    ///
    /// As [`Number::sum`].
    pub fn product(&self, other: &Number) -> Result<Number> {
        self.combined(other, Surreal::product, Real::product)
    }

    /// The quotient.
    ///
    /// # Errors
    ///
    /// As [`Number::sum`], and for the divisor 0.
    pub fn quotient(&self, other: &Number) -> Result<Number> {
        self.combined(other, Surreal::quotient, |a, b| a.product(&b.reciprocal()?))
    }

    /// The power. If the result is not a quotient of normal forms, the exponent must be rational.
    ///
    /// # Errors
    ///
    /// As [`Number::sum`].
    pub fn power(&self, exponent: &Number) -> Result<Number> {
        let refused = match (self, exponent) {
            (Number::Surreal(a), Number::Surreal(b)) => match a.power(b) {
                Err(error @ Error::NoSuchNumber { .. }) => error,
                power => return Ok(power?.into()),
            },
            _ => Error::no_such_number(format!("({self})^({exponent})")),
        };
        match (self.to_real(), exponent.to_real()) {
            (Some(base), Some(Real::Rational(exponent))) => Ok(base.power(&exponent)?.into()),
            _ => Err(refused),
        }
    }

    /// The positive square root.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchNumber`], [`Error::OverLimit`].
    pub fn square_root(&self) -> Result<Number> {
        if let Number::Surreal(number) = self {
            match number.root(2) {
                Err(Error::NoSuchNumber { .. }) => {}
                root => return Ok(root?.into()),
            }
        }
        let half = BigRational::new(BigInt::from(1), BigInt::from(2));
        self.power(&Number::Surreal(half.into()))
    }

    /// The negative.
    #[must_use]
    pub fn negative(&self) -> Number {
        match self {
            Number::Surreal(number) => Number::Surreal(number.negative()),
            Number::Root(root) => Number::Root(root.negative()),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Surreal(number) => number.fmt(f),
            Number::Root(root) => root.fmt(f),
        }
    }
}
