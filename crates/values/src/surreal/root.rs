//! Real numbers that roots of rational numbers generate, exactly.

mod digits;
mod interval;
mod powers;
mod real;
mod squares;

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use upstar_core::Budget;

pub(super) use digits::pointed;
use powers::Powers;
pub use real::Real;
use squares::Squares;

use crate::{Error, Result};

/// An irrational real number. It is either c0 + c1 θ + ... with rational coefficients, in the field
/// of a root θ of a positive integer r, where θ^n = r; or a sum of rational multiples of square
/// roots.
///
/// Numbers of one field are added, multiplied, divided and compared exactly. So are numbers of two
/// fields that one root generates, and all sums of square roots.
///
/// ```
/// use num_rational::BigRational;
/// use upstar_core::Budget;
/// use upstar_values::surreal::{Real, RootReal};
///
/// let root = |n: i64| RootReal::root(&BigRational::from_integer(n.into()), 2);
/// let two = BigRational::from_integer(2.into());
/// let Real::Root(found) = root(2)? else { unreachable!() };
/// let budget = Budget::unlimited();
/// assert_eq!(found.plus_rational(&two).to_string(), "2+sqrt(2)");
/// assert_eq!(found.decimal(20, &budget)?, "1.41421356237309504880");
/// assert!(matches!(found.product(&found)?, Real::Rational(square) if square == two));
/// let sum = root(2)?.sum(&root(3)?)?;
/// assert_eq!(sum.product(&sum)?.to_string(), "5+2×sqrt(6)");
/// # Ok::<(), upstar_values::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct RootReal {
    form: Form,
}

#[derive(Clone, Debug)]
enum Form {
    Powers(Powers),
    /// At least two square roots.
    Squares(Squares),
}

impl PartialEq for RootReal {
    /// Are both the same number?
    fn eq(&self, other: &Self) -> bool {
        // Numbers that cannot be added are in different fields.
        matches!(self.sum(&other.negative()), Ok(Real::Rational(difference)) if difference.is_zero())
    }
}

impl Eq for RootReal {}

/// The largest number of bits of a coefficient or a radicand.
const MAX_BITS: u64 = 1 << 16;
/// The number of binary digits that are compared if the numbers cannot be subtracted.
const COMPARED: u64 = 1 << 14;

/// Checks that the coefficients are not too large to continue.
fn check_size<'a>(mut parts: impl Iterator<Item = &'a BigRational>) -> Result {
    if parts.any(|c| c.numer().bits() + c.denom().bits() > MAX_BITS) {
        return Err(Error::over_limit("a coefficient of a root", format!("{MAX_BITS} bits")));
    }
    Ok(())
}

impl From<Powers> for RootReal {
    fn from(powers: Powers) -> Self {
        RootReal { form: Form::Powers(powers) }
    }
}

impl From<Squares> for RootReal {
    fn from(squares: Squares) -> Self {
        RootReal { form: Form::Squares(squares) }
    }
}

impl RootReal {
    /// The positive root of a positive rational number.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchNumber`] for a number or an index that is not positive;
    /// [`Error::OverLimit`] for an index above 100 or more than 2^16 bits.
    pub fn root(of: &BigRational, index: u32) -> Result<Real> {
        Powers::root(of, index)
    }

    /// The number as a sum of square roots, if it is one.
    fn as_squares(&self) -> Option<Squares> {
        match &self.form {
            Form::Powers(powers) => powers.as_squares(),
            Form::Squares(squares) => Some(squares.clone()),
        }
    }

    /// Arithmetic in the field of one root, or otherwise with square roots.
    fn together(
        &self,
        other: &RootReal,
        powers: fn(&Powers, &Powers) -> Option<Result<Real>>,
        squares: fn(&Squares, &Squares) -> Result<Real>,
    ) -> Result<Real> {
        if let (Form::Powers(a), Form::Powers(b)) = (&self.form, &other.form)
            && let Some(found) = powers(a, b)
        {
            return found;
        }
        match (self.as_squares(), other.as_squares()) {
            (Some(a), Some(b)) => squares(&a, &b),
            _ => Err(Error::no_such_number(format!(
                "arithmetic with {self} and {other}, of which no root generates both,"
            ))),
        }
    }

    /// The sum.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchNumber`] if no root generates both and they are not sums of square roots;
    /// [`Error::OverLimit`].
    pub fn sum(&self, other: &RootReal) -> Result<Real> {
        self.together(other, Powers::sum, Squares::sum)
    }

    /// The product.
    ///
    /// # Errors
    ///
    /// As [`RootReal::sum`].
    pub fn product(&self, other: &RootReal) -> Result<Real> {
        self.together(other, Powers::product, Squares::product)
    }

    /// The sum with a rational number.
    #[must_use]
    pub fn plus_rational(&self, other: &BigRational) -> RootReal {
        match &self.form {
            Form::Powers(powers) => powers.plus_rational(other).into(),
            Form::Squares(squares) => squares.plus_rational(other).into(),
        }
    }

    /// The product with a rational number.
    #[must_use]
    pub fn times_rational(&self, other: &BigRational) -> Real {
        if other.is_zero() {
            return Real::Rational(BigRational::zero());
        }
        Real::Root(match &self.form {
            Form::Powers(powers) => powers.scaled(other).into(),
            Form::Squares(squares) => squares.scaled(other).into(),
        })
    }

    /// The negative.
    #[must_use]
    pub fn negative(&self) -> RootReal {
        let minus = -BigRational::one();
        match &self.form {
            Form::Powers(powers) => powers.scaled(&minus).into(),
            Form::Squares(squares) => squares.scaled(&minus).into(),
        }
    }

    /// The reciprocal.
    ///
    /// # Errors
    ///
    /// [`Error::OverLimit`].
    pub fn reciprocal(&self) -> Result<Real> {
        match &self.form {
            Form::Powers(powers) => powers.reciprocal(),
            Form::Squares(squares) => squares.reciprocal(),
        }
    }

    /// Is it positive? (It is never 0.)
    ///
    /// # Errors
    ///
    /// [`Error::OverLimit`] if it is nearer to 0 than any number of this size can be.
    pub fn is_positive(&self) -> Result<bool> {
        Ok(!self.floor()?.is_negative())
    }

    /// The greatest integer that is at most this number.
    ///
    /// # Errors
    ///
    /// [`Error::OverLimit`].
    pub fn floor(&self) -> Result<BigInt> {
        self.floor_of(&BigUint::one(), &Budget::unlimited())
    }

    /// The order of this number and another.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchNumber`] if they cannot be subtracted and agree in 2^14 binary digits.
    pub fn compare(&self, other: &RootReal) -> Result<Ordering> {
        match self.sum(&other.negative()) {
            Ok(Real::Rational(difference)) => Ok(difference.cmp(&BigRational::zero())),
            Ok(Real::Root(difference)) => Ok(match difference.is_positive()? {
                true => Ordering::Greater,
                false => Ordering::Less,
            }),
            Err(Error::NoSuchNumber { .. }) => {
                let unlimited = Budget::unlimited();
                let mut bits = 64;
                while bits <= COMPARED {
                    let scale = BigUint::one() << bits;
                    let (a, b) =
                        (self.floor_of(&scale, &unlimited)?, other.floor_of(&scale, &unlimited)?);
                    if a != b {
                        return Ok(a.cmp(&b));
                    }
                    bits *= 4;
                }
                Err(Error::no_such_number(format!("the order of {self} and {other}")))
            }
            Err(error) => Err(error),
        }
    }

    fn text(&self, times: &str) -> String {
        let mut text = String::new();
        let mut add = |c: &BigRational, root: Option<String>| {
            if c.is_zero() {
                return;
            }
            if c.is_negative() {
                text.push('-');
            } else if !text.is_empty() {
                text.push('+');
            }
            let c = c.abs();
            match root {
                None => text += &c.to_string(),
                Some(root) if c.is_one() => text += &root,
                Some(root) => text += &format!("{c}{times}{root}"),
            }
        };
        match &self.form {
            Form::Powers(powers) => powers.each_part(&mut add),
            Form::Squares(squares) => squares.each_part(&mut add),
        }
        text
    }

    /// The text in ASCII, with `*` for products.
    #[must_use]
    pub fn text_ascii(&self) -> String {
        self.text("*")
    }
}

impl fmt::Display for RootReal {
    /// `1+sqrt(2)`, `3/2×2^(1/3)`: a text that can be read again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text("×"))
    }
}

#[cfg(test)]
mod tests;
