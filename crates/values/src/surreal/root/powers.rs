//! The field of one root.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, Zero};

use super::squares::Squares;
use super::{MAX_BITS, Real, check_size};
use crate::surreal::algebraic::{divide, trim};
use crate::{Error, Result};

/// c0 + c1 θ + ..., not rational, where θ^n = r.
#[derive(Clone, Debug)]
pub(super) struct Powers {
    /// r, which is not a power with an exponent that divides the index.
    pub(super) radicand: BigUint,
    /// c0, c1, ..., as many as the index. At least one after the first is not 0, and the exponents
    /// with nonzero coefficients have no common divisor with the index.
    pub(super) parts: Vec<BigRational>,
}

/// The largest index of a root.
const MAX_INDEX: u32 = 100;

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

impl Powers {
    /// The positive root of a positive rational number.
    pub(super) fn root(of: &BigRational, index: u32) -> Result<Real> {
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
        // 4^(1/3) is 2^(2/3): find the smallest radicand.
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

    pub(super) fn index(&self) -> u32 {
        self.parts.len() as u32
    }

    /// The same number as a sum of square roots, if it is one.
    pub(super) fn as_squares(&self) -> Option<Squares> {
        let [rational, factor] = &self.parts[..] else { return None };
        Some(Squares::of(rational.clone(), self.radicand.clone(), factor.clone()))
    }

    /// The number with these coefficients, in the smallest field that contains it.
    fn of_parts(radicand: BigUint, parts: Vec<BigRational>) -> Result<Real> {
        check_size(parts.iter())?;
        let used = parts.iter().enumerate().filter(|(_, c)| !c.is_zero());
        let common = used.fold(parts.len(), |common, (k, _)| common.gcd(&k));
        if common == parts.len() {
            return Ok(Real::Rational(parts.into_iter().next().unwrap_or_default()));
        }
        let parts = parts.into_iter().step_by(common).collect();
        Ok(Real::Root(Powers { radicand, parts }.into()))
    }

    /// The coefficients of the same number in the field of the root of `radicand` with this index.
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

    /// Both numbers in one field, and the root that generates it.
    fn together(&self, other: &Powers) -> Option<(BigUint, [Vec<BigRational>; 2])> {
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
        other: &Powers,
        combine: impl FnOnce(&BigUint, &[BigRational], &[BigRational]) -> Vec<BigRational>,
    ) -> Option<Result<Real>> {
        let (radicand, [a, b]) = self.together(other)?;
        let parts = combine(&radicand, &a, &b);
        Some(Self::of_parts(radicand, parts))
    }

    /// The sum; `None` if no root generates both.
    pub(super) fn sum(&self, other: &Powers) -> Option<Result<Real>> {
        self.joined(other, |_, a, b| a.iter().zip(b).map(|(a, b)| a + b).collect())
    }

    /// The product; `None` if no root generates both or the product.
    pub(super) fn product(&self, other: &Powers) -> Option<Result<Real>> {
        if let (Some((a, n)), Some((b, m))) = (self.as_root(), other.as_root())
            && self.together(other).is_none()
            && n.lcm(&m) <= MAX_INDEX
        {
            // The product of roots of different numbers is a root.
            let index = n.lcm(&m);
            let power = Pow::pow(a.abs(), index / n) * Pow::pow(b.abs(), index / m);
            let sign = if a.is_negative() == b.is_negative() { integer(1) } else { -integer(1) };
            let root = Self::root(&power, index);
            return Some(root.and_then(|root| root.product(&Real::Rational(sign))));
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

    pub(super) fn plus_rational(&self, other: &BigRational) -> Powers {
        let mut sum = self.clone();
        sum.parts[0] += other;
        sum
    }

    /// The product with a rational number that is not 0.
    pub(super) fn scaled(&self, other: &BigRational) -> Powers {
        let parts = self.parts.iter().map(|c| c * other).collect();
        Powers { radicand: self.radicand.clone(), parts }
    }

    /// The reciprocal, by Euclid's algorithm on the polynomials of the number and of the root.
    pub(super) fn reciprocal(&self) -> Result<Real> {
        let n = self.parts.len();
        let mut root = vec![BigRational::zero(); n + 1];
        root[0] = -BigRational::from_integer(self.radicand.clone().into());
        root[n] = BigRational::one();
        let mut own = self.parts.clone();
        trim(&mut own);
        // `before` is `first` times the number and `last` is `second` times it, modulo the root's
        // polynomial.
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

    /// Passes on each coefficient with the text of its factor, which is nothing for 1.
    pub(super) fn each_part(&self, each: &mut impl FnMut(&BigRational, Option<String>)) {
        for (k, c) in self.parts.iter().enumerate() {
            let exponent = BigRational::new(k.into(), self.index().into());
            each(
                c,
                if k == 0 {
                    None
                } else if exponent == integer(2).recip() {
                    Some(format!("sqrt({})", self.radicand))
                } else {
                    Some(format!("{}^({exponent})", self.radicand))
                },
            );
        }
    }
}
