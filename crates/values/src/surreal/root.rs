//! Real numbers of a field that a root of a rational number generates, exactly.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, Zero};
use upstar_core::{Budget, Player};

use super::algebraic::{divide, trim};
use crate::Error;

/// A real number that is not rational, in the field of a root θ of a positive integer r: c0 +
/// c1 θ + ... with rational coefficients, where θ^n = r. All quadratic irrationals are among
/// them.
///
/// Numbers of one field are added, multiplied, divided and compared exactly, and so are those of
/// two fields of which one root generates both.
///
/// ```
/// use num_rational::BigRational;
/// use upstar_core::Budget;
/// use upstar_values::surreal::{Real, RootReal};
///
/// let two = BigRational::from_integer(2.into());
/// let Real::Root(root) = RootReal::root(&two, 2)? else { unreachable!() };
/// let budget = Budget::unlimited();
/// assert_eq!(root.plus_rational(&two).to_string(), "2+sqrt(2)");
/// assert_eq!(root.decimal(20, &budget)?, "1.41421356237309504880");
/// assert!(matches!(root.product(&root)?, Real::Rational(square) if square == two));
/// # Ok::<(), upstar_values::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct RootReal {
    /// r, which is no power with an exponent that divides the index.
    radicand: BigUint,
    /// c0, c1, ..., as many as the index; one after the first is not 0, and the exponents of those
    /// that are not 0 have no divisor in common with the index.
    parts: Vec<BigRational>,
}

impl PartialEq for RootReal {
    /// Whether both are the same number, in one field.
    fn eq(&self, other: &Self) -> bool {
        self.together(other).is_some_and(|(_, [a, b])| a == b)
    }
}

impl Eq for RootReal {}

/// The result of arithmetic with roots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Real {
    /// A rational number.
    Rational(BigRational),
    /// An irrational number.
    Root(RootReal),
}

/// The largest index of a root.
const MAX_INDEX: u32 = 100;
/// The most bits of a coefficient or of a radicand.
const MAX_BITS: u64 = 1 << 16;
/// The most binary digits that are computed.
const MAX_PRECISION: u64 = 1 << 20;
/// The most decimals.
const MAX_DECIMALS: u32 = 300_000;
/// How many binary digits are compared of numbers that no root generates together.
const COMPARED: u64 = 1 << 14;

fn integer(n: u32) -> BigRational {
    BigRational::from_integer(n.into())
}

/// The rational root of a rational number, if there is one.
fn exact_root(r: &BigRational, index: u32) -> Option<BigRational> {
    let root = |n: &BigInt| -> Option<BigInt> {
        let root = n.nth_root(index);
        (Pow::pow(&root, index) == *n).then_some(root)
    };
    if r.is_negative() && index.is_even() {
        return None;
    }
    Some(BigRational::new(root(r.numer())?, root(r.denom())?))
}

/// The primes that divide a small number.
fn primes(n: u32) -> impl Iterator<Item = u32> {
    (2..=n).filter(move |p| n.is_multiple_of(*p) && !(2..*p).any(|d| (*p).is_multiple_of(d)))
}

/// A number of units of 10^-`decimals` as text.
pub(super) fn pointed(negative: bool, units: &BigUint, decimals: u32) -> String {
    let (text, decimals) = (units.to_string(), decimals as usize);
    let zeros = "0".repeat((decimals + 1).saturating_sub(text.len()));
    let text = zeros + &text;
    let (whole, fraction) = text.split_at(text.len() - decimals);
    let (sign, point) = (if negative { "-" } else { "" }, if decimals == 0 { "" } else { "." });
    format!("{sign}{whole}{point}{fraction}")
}

impl RootReal {
    /// The positive root of a positive rational number.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchNumber`] for a number or an index that is not positive;
    /// [`Error::OverLimit`] for an index above 100 or more than 2^16 bits.
    pub fn root(of: &BigRational, index: u32) -> Result<Real, Error> {
        if !of.is_positive() || index == 0 {
            return Err(Error::no_such_number(format!("the real root of {of} with index {index}")));
        }
        if index > MAX_INDEX {
            return Err(Error::over_limit("the index of a root", MAX_INDEX.to_string()));
        }
        let (mut of, mut index) = (of.clone(), index);
        while let Some((p, root)) =
            primes(index).find_map(|p| exact_root(&of, p).map(|root| (p, root)))
        {
            (of, index) = (root, index / p);
        }
        if index == 1 {
            return Ok(Real::Rational(of));
        }
        // (a/b)^(1/n) is (a b^(n-1))^(1/n) / b.
        let (top, bottom) = (of.numer().magnitude(), of.denom().magnitude());
        if bottom.bits().saturating_mul(u64::from(index)) + top.bits() > MAX_BITS {
            return Err(Error::over_limit("the number under a root", format!("{MAX_BITS} bits")));
        }
        let mut radicand = top * Pow::pow(bottom, index - 1);
        let mut outside = BigUint::one();
        for p in 2u32..1000 {
            let power = BigUint::from(p).pow(index);
            if power > radicand {
                break;
            }
            while (&radicand % &power).is_zero() {
                radicand /= &power;
                outside *= p;
            }
        }
        // 4^(1/3) is 2^(2/3): the smallest number whose power is under the root.
        let mut power = 1;
        for k in (2..=radicand.bits().min(64) as u32).rev() {
            let root = radicand.nth_root(k);
            if Pow::pow(&root, k) == radicand {
                (radicand, power) = (root, k);
                break;
            }
        }
        outside *= Pow::pow(&radicand, power / index);
        let mut parts = vec![BigRational::zero(); index as usize];
        parts[(power % index) as usize] = BigRational::new(outside.into(), bottom.clone().into());
        Self::of_parts(radicand, parts)
    }

    /// (±x^n, n), if this is ± the root of a rational number x^n.
    fn as_root(&self) -> Option<(BigRational, u32)> {
        let mut used = self.parts.iter().enumerate().filter(|(_, c)| !c.is_zero());
        let (Some((k, c)), None) = (used.next(), used.next()) else { return None };
        let n = self.index();
        let bits = (c.numer().bits() + c.denom().bits()) * u64::from(n);
        if bits + self.radicand.bits() * k as u64 > MAX_BITS {
            return None;
        }
        let radicand = BigRational::from_integer(self.radicand.clone().into());
        let size = Pow::pow(c.abs(), n) * Pow::pow(radicand, k as u32);
        Some((if c.is_negative() { -size } else { size }, n))
    }

    fn index(&self) -> u32 {
        self.parts.len() as u32
    }

    /// The number with these coefficients, in the smallest field that has it.
    fn of_parts(radicand: BigUint, parts: Vec<BigRational>) -> Result<Real, Error> {
        if parts.iter().any(|c| c.numer().bits() + c.denom().bits() > MAX_BITS) {
            return Err(Error::over_limit("a coefficient of a root", format!("{MAX_BITS} bits")));
        }
        let used = parts.iter().enumerate().filter(|(_, c)| !c.is_zero());
        let common = used.fold(parts.len(), |common, (k, _)| common.gcd(&k));
        if common == parts.len() {
            return Ok(Real::Rational(parts.into_iter().next().unwrap_or_default()));
        }
        let parts = parts.into_iter().step_by(common).collect();
        Ok(Real::Root(RootReal { radicand, parts }))
    }

    /// The coefficients of the same number in the field of the root of `radicand` with an index.
    fn within(&self, radicand: &BigUint, index: u32) -> Option<Vec<BigRational>> {
        if self.radicand == *radicand && self.index() == index {
            return Some(self.parts.clone());
        }
        let base = BigRational::from_integer(radicand.clone().into());
        // θ = q η^j, if r / η^(jn) is the n-th power of a rational q.
        let own = BigRational::from_integer(self.radicand.clone().into());
        let n = self.index();
        for j in (1..index).filter(|j| (j * n).is_multiple_of(index)) {
            let power = Pow::pow(&base, j * n / index);
            let Some(factor) = exact_root(&(&own / power), n) else { continue };
            let mut parts = vec![BigRational::zero(); index as usize];
            for (k, c) in self.parts.iter().enumerate() {
                let exponent = k as u32 * j;
                let whole = Pow::pow(&base, exponent / index);
                let term = c * Pow::pow(&factor, k as u32) * whole;
                parts[(exponent % index) as usize] += term;
            }
            return Some(parts);
        }
        None
    }

    /// Both numbers in one field, and its root.
    fn together(&self, other: &RootReal) -> Option<(BigUint, [Vec<BigRational>; 2])> {
        let index = self.index().lcm(&other.index());
        if index > MAX_INDEX {
            return None;
        }
        [&self.radicand, &other.radicand].into_iter().find_map(|radicand| {
            let r = BigRational::from_integer(radicand.clone().into());
            if primes(index).any(|p| exact_root(&r, p).is_some()) {
                return None;
            }
            let parts = [self.within(radicand, index)?, other.within(radicand, index)?];
            Some((radicand.clone(), parts))
        })
    }

    fn joined(
        &self,
        other: &RootReal,
        combine: impl FnOnce(&BigUint, &[BigRational], &[BigRational]) -> Vec<BigRational>,
    ) -> Result<Real, Error> {
        let (radicand, [a, b]) = self.together(other).ok_or_else(|| {
            Error::no_such_number(format!(
                "arithmetic with {self} and {other}, of which no root generates both,"
            ))
        })?;
        let parts = combine(&radicand, &a, &b);
        Self::of_parts(radicand, parts)
    }

    /// The sum.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchNumber`] if no root generates both; [`Error::OverLimit`].
    pub fn sum(&self, other: &RootReal) -> Result<Real, Error> {
        self.joined(other, |_, a, b| a.iter().zip(b).map(|(a, b)| a + b).collect())
    }

    /// The product.
    ///
    /// # Errors
    ///
    /// As [`RootReal::sum`].
    pub fn product(&self, other: &RootReal) -> Result<Real, Error> {
        if let (Some((a, n)), Some((b, m))) = (self.as_root(), other.as_root())
            && self.together(other).is_none()
            && n.lcm(&m) <= MAX_INDEX
        {
            // Roots of different numbers have a root as their product.
            let index = n.lcm(&m);
            let root =
                Self::root(&(Pow::pow(a.abs(), index / n) * Pow::pow(b.abs(), index / m)), index)?;
            let sign = if a.is_negative() == b.is_negative() { integer(1) } else { -integer(1) };
            return root.product(&Real::Rational(sign));
        }
        self.joined(other, |radicand, a, b| {
            let n = a.len();
            let r = BigRational::from_integer(radicand.clone().into());
            let mut parts = vec![BigRational::zero(); n];
            for (i, x) in a.iter().enumerate().filter(|(_, x)| !x.is_zero()) {
                for (j, y) in b.iter().enumerate().filter(|(_, y)| !y.is_zero()) {
                    let term = if i + j >= n { x * y * &r } else { x * y };
                    parts[(i + j) % n] += term;
                }
            }
            parts
        })
    }

    /// The sum with a rational number.
    #[must_use]
    pub fn plus_rational(&self, other: &BigRational) -> RootReal {
        let mut sum = self.clone();
        sum.parts[0] += other;
        sum
    }

    /// The product with a rational number.
    #[must_use]
    pub fn times_rational(&self, other: &BigRational) -> Real {
        if other.is_zero() {
            return Real::Rational(BigRational::zero());
        }
        let parts = self.parts.iter().map(|c| c * other).collect();
        Real::Root(RootReal { radicand: self.radicand.clone(), parts })
    }

    /// The negative.
    #[must_use]
    pub fn negative(&self) -> RootReal {
        let parts = self.parts.iter().map(|c| -c).collect();
        RootReal { radicand: self.radicand.clone(), parts }
    }

    /// The reciprocal, by Euclid's algorithm on the polynomials of the number and of the root.
    ///
    /// # Errors
    ///
    /// [`Error::OverLimit`].
    pub fn reciprocal(&self) -> Result<Real, Error> {
        let n = self.parts.len();
        let mut root = vec![BigRational::zero(); n + 1];
        root[0] = -BigRational::from_integer(self.radicand.clone().into());
        root[n] = BigRational::one();
        let mut own = self.parts.clone();
        trim(&mut own);
        // `before` and `last` are multiples of the number by `first` and `second`, modulo the root.
        let (mut before, mut last) = (root, own);
        let (mut first, mut second) = (Vec::new(), vec![BigRational::one()]);
        while last.len() > 1 {
            let (quotient, rest) = divide(&before, &last);
            let mut next = first;
            for (i, q) in quotient.iter().enumerate() {
                for (j, c) in second.iter().enumerate() {
                    if next.len() <= i + j {
                        next.resize(i + j + 1, BigRational::zero());
                    }
                    next[i + j] -= q * c;
                }
            }
            if next.iter().any(|c: &BigRational| c.numer().bits() > MAX_BITS) {
                return Err(Error::over_limit("a reciprocal", format!("{MAX_BITS} bits")));
            }
            trim(&mut next);
            (before, last, first, second) = (last, rest, second, next);
        }
        let Some(constant) = last.first() else {
            return Err(Error::no_such_number("1/0"));
        };
        let mut parts: Vec<BigRational> = second.iter().map(|c| c / constant).collect();
        parts.resize(n, BigRational::zero());
        Self::of_parts(self.radicand.clone(), parts)
    }

    /// floor(x times `scale`), for a positive `scale`.
    fn floor_of(&self, scale: &BigUint, budget: &Budget) -> Result<BigInt, Error> {
        let common = self.parts.iter().fold(BigInt::one(), |common, c| common.lcm(c.denom()));
        let numerators: Vec<BigInt> =
            self.parts.iter().map(|c| c.numer() * (&common / c.denom())).collect();
        let size = numerators.iter().map(BigInt::bits).max().unwrap_or(0);
        let n = self.index();
        let mut precision = scale.bits() + size + self.radicand.bits() + 64;
        loop {
            if precision > 4 * MAX_PRECISION {
                return Err(Error::over_limit("digits of a root", format!("{MAX_PRECISION} bits")));
            }
            let bytes = precision / 8 * u64::from(n) * 4;
            budget.reserve(bytes)?;
            budget.check()?;
            // θ is from low to high, in units of 2^-precision.
            let low: BigInt = (&self.radicand << (precision * u64::from(n))).nth_root(n).into();
            let high = &low + 1;
            let (mut least, mut most) = (BigInt::zero(), BigInt::zero());
            let mut power = (BigInt::one() << precision, BigInt::one() << precision);
            for c in &numerators {
                let (small, large) =
                    if c.is_negative() { (&power.1, &power.0) } else { (&power.0, &power.1) };
                least += c * small;
                most += c * large;
                power = (
                    (&power.0 * &low) >> precision,
                    ((&power.1 * &high) >> precision) + BigInt::one(),
                );
            }
            let unit: BigInt = &common << precision;
            let scale = BigInt::from(scale.clone());
            let (least, most) =
                ((least * &scale).div_floor(&unit), (most * &scale).div_floor(&unit));
            budget.release(bytes);
            if least == most {
                return Ok(least);
            }
            precision *= 2;
        }
    }

    /// Whether it is positive; it is never 0.
    ///
    /// # Errors
    ///
    /// [`Error::OverLimit`] if it is as near to 0 as no number of this size can be.
    pub fn is_positive(&self) -> Result<bool, Error> {
        Ok(!self.floor()?.is_negative())
    }

    /// The greatest integer that is at most this number.
    ///
    /// # Errors
    ///
    /// [`Error::OverLimit`].
    pub fn floor(&self) -> Result<BigInt, Error> {
        self.floor_of(&BigUint::one(), &Budget::unlimited())
    }

    /// The order of this number and another.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchNumber`] if no root generates both and they agree in 2^14 binary digits.
    pub fn compare(&self, other: &RootReal) -> Result<Ordering, Error> {
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

    /// The order of this number and a rational one.
    ///
    /// # Errors
    ///
    /// [`Error::OverLimit`].
    pub fn compare_rational(&self, other: &BigRational) -> Result<Ordering, Error> {
        let positive = self.plus_rational(&-other).is_positive()?;
        Ok(if positive { Ordering::Greater } else { Ordering::Less })
    }

    /// The number with `digits` decimals, rounded towards 0: every digit is right.
    ///
    /// # Errors
    ///
    /// [`Error::OverLimit`] for more than 300,000 decimals; [`Error::Exhausted`].
    pub fn decimal(&self, digits: u32, budget: &Budget) -> Result<String, Error> {
        if digits > MAX_DECIMALS {
            return Err(Error::over_limit("the number of decimals", MAX_DECIMALS.to_string()));
        }
        let positive = self.is_positive()?;
        let size = if positive { self.clone() } else { self.negative() };
        let floor = size.floor_of(&BigUint::from(10u32).pow(digits), budget)?;
        Ok(pointed(!positive, floor.magnitude(), digits))
    }

    /// The first signs of the sign expansion: as many of the first sign as the integer above has,
    /// one of the other, then the binary digits of the fraction (Berlekamp's rule).
    ///
    /// # Errors
    ///
    /// [`Error::OverLimit`] for more than 2^20 signs; [`Error::Exhausted`].
    pub fn signs(&self, count: usize, budget: &Budget) -> Result<Vec<Player>, Error> {
        if count as u64 > MAX_PRECISION {
            return Err(Error::over_limit("the number of signs", MAX_PRECISION.to_string()));
        }
        let (size, first) = match self.is_positive()? {
            true => (self.clone(), Player::Left),
            false => (self.negative(), Player::Right),
        };
        let whole = size.floor_of(&BigUint::one(), budget)? + 1;
        let pluses = usize::try_from(&whole).unwrap_or(usize::MAX).min(count);
        let mut signs = vec![first; pluses];
        if signs.len() < count {
            signs.push(first.opponent());
            let bits = (count - signs.len()) as u64;
            let digits = size.floor_of(&(BigUint::one() << bits), budget)?;
            let digits = digits.magnitude();
            let sign = |bit| if digits.bit(bit) { first } else { first.opponent() };
            signs.extend((0..bits).rev().map(sign));
        }
        Ok(signs)
    }

    fn text(&self, times: &str) -> String {
        let mut text = String::new();
        for (k, c) in self.parts.iter().enumerate().filter(|(_, c)| !c.is_zero()) {
            if c.is_negative() {
                text.push('-');
            } else if !text.is_empty() {
                text.push('+');
            }
            let (c, n) = (c.abs(), self.index());
            if k == 0 {
                text += &c.to_string();
                continue;
            }
            if !c.is_one() {
                text += &format!("{c}{times}");
            }
            let exponent = BigRational::new(k.into(), n.into());
            text += &if exponent == integer(2).recip() {
                format!("sqrt({})", self.radicand)
            } else {
                format!("{}^({exponent})", self.radicand)
            };
        }
        text
    }

    /// The text with `*` for products.
    #[must_use]
    pub fn text_ascii(&self) -> String {
        self.text("*")
    }
}

impl fmt::Display for RootReal {
    /// `1+sqrt(2)`, `3/2×2^(1/3)`: what can be read again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text("×"))
    }
}

impl Real {
    fn combined(
        &self,
        other: &Real,
        rational: impl FnOnce(&BigRational, &BigRational) -> BigRational,
        mixed: impl FnOnce(&RootReal, &BigRational) -> Real,
        roots: impl FnOnce(&RootReal, &RootReal) -> Result<Real, Error>,
    ) -> Result<Real, Error> {
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
    pub fn sum(&self, other: &Real) -> Result<Real, Error> {
        let mixed = |a: &RootReal, b: &BigRational| Real::Root(a.plus_rational(b));
        self.combined(other, |a, b| a + b, mixed, RootReal::sum)
    }

    /// The product.
    ///
    /// # Errors
    ///
    /// As [`RootReal::sum`].
    pub fn product(&self, other: &Real) -> Result<Real, Error> {
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
    pub fn reciprocal(&self) -> Result<Real, Error> {
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
    pub fn decimal(&self, digits: u32, budget: &Budget) -> Result<String, Error> {
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

    /// The power with a rational exponent: of a negative number, or of one that is not rational,
    /// the exponent must be an integer.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchNumber`], [`Error::OverLimit`].
    pub fn power(&self, exponent: &BigRational) -> Result<Real, Error> {
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

#[cfg(test)]
mod tests;
