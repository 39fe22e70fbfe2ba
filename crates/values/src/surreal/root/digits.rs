//! Digits and signs of roots, by intervals as narrow as needed.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, Zero};
use upstar_core::{Budget, Player};

use super::interval::{self, Interval};
use super::{Form, RootReal};
use crate::{Error, Result};

/// The largest number of binary digits that are computed.
const MAX_PRECISION: u64 = 1 << 20;
/// The largest number of decimals.
pub(super) const MAX_DECIMALS: u32 = 300_000;

/// The text of a number in units of 10^-`decimals`.
pub(in crate::surreal) fn pointed(negative: bool, units: &BigUint, decimals: u32) -> String {
    let (text, decimals) = (units.to_string(), decimals as usize);
    let zeros = "0".repeat((decimals + 1).saturating_sub(text.len()));
    let text = zeros + &text;
    let (whole, fraction) = text.split_at(text.len() - decimals);
    let (sign, point) = (if negative { "-" } else { "" }, if decimals == 0 { "" } else { "." });
    format!("{sign}{whole}{point}{fraction}")
}

impl RootReal {
    /// The coefficients.
    fn coefficients(&self) -> Vec<&BigRational> {
        match &self.form {
            Form::Powers(powers) => powers.parts.iter().collect(),
            Form::Squares(squares) => [&squares.rational]
                .into_iter()
                .chain(squares.roots.iter().map(|(_, c)| c))
                .collect(),
        }
    }

    /// The bits of the largest radicand.
    fn radicand_bits(&self) -> u64 {
        match &self.form {
            Form::Powers(powers) => powers.radicand.bits(),
            Form::Squares(squares) => {
                squares.roots.iter().map(|(radicand, _)| radicand.bits()).max().unwrap_or(0)
            }
        }
    }

    /// Intervals for the factors of the coefficients.
    fn intervals(&self, precision: u64, budget: &Budget) -> Result<Vec<Interval>> {
        let one = (BigInt::one() << precision, BigInt::one() << precision);
        let mut found = vec![one];
        match &self.form {
            Form::Powers(powers) => {
                let (low, high) =
                    interval::root(&powers.radicand, powers.index(), precision, budget)?;
                while found.len() < powers.parts.len() {
                    budget.check()?;
                    let last = &found[found.len() - 1];
                    found.push((
                        (&last.0 * &low) >> precision,
                        ((&last.1 * &high) >> precision) + BigInt::one(),
                    ));
                }
            }
            Form::Squares(squares) => {
                for (radicand, _) in &squares.roots {
                    found.push(interval::root(radicand, 2, precision, budget)?);
                }
            }
        }
        Ok(found)
    }

    /// floor(x times `scale`), for a positive `scale`.
    pub(super) fn floor_of(&self, scale: &BigUint, budget: &Budget) -> Result<BigInt> {
        let parts = self.coefficients();
        let common = parts.iter().fold(BigInt::one(), |common, c| common.lcm(c.denom()));
        let numerators: Vec<BigInt> =
            parts.iter().map(|c| c.numer() * (&common / c.denom())).collect();
        let size = numerators.iter().map(BigInt::bits).max().unwrap_or(0);
        let mut precision = scale.bits() + size + self.radicand_bits() + 64;
        loop {
            if precision > 4 * MAX_PRECISION {
                return Err(Error::over_limit("digits of a root", format!("{MAX_PRECISION} bits")));
            }
            let bytes = precision / 8 * parts.len() as u64 * 4;
            budget.reserve(bytes)?;
            budget.check()?;
            let (mut least, mut most) = (BigInt::zero(), BigInt::zero());
            for (c, (low, high)) in numerators.iter().zip(self.intervals(precision, budget)?) {
                let (small, large) = if c.is_negative() { (high, low) } else { (low, high) };
                least += c * small;
                most += c * large;
            }
            budget.check()?;
            let scale = BigInt::from(scale.clone());
            // Shifts of negative numbers round down too.
            let floor = |x: BigInt| -> BigInt { ((x * &scale) >> precision).div_floor(&common) };
            let (least, most) = (floor(least), floor(most));
            budget.release(bytes);
            if least == most {
                return Ok(least);
            }
            precision *= 2;
        }
    }

    /// The number with `digits` decimals, rounded towards 0. Every digit is exact.
    ///
    /// # Errors
    ///
    /// [`Error::OverLimit`] for more than 300,000 decimals; [`Error::Exhausted`].
    pub fn decimal(&self, digits: u32, budget: &Budget) -> Result<String> {
        if digits > MAX_DECIMALS {
            return Err(Error::over_limit("the number of decimals", MAX_DECIMALS.to_string()));
        }
        let positive = self.is_positive()?;
        let size = if positive { self.clone() } else { self.negative() };
        let floor = size.floor_of(&BigUint::from(10u32).pow(digits), budget)?;
        Ok(pointed(!positive, floor.magnitude(), digits))
    }

    /// The first signs of the sign expansion: first as many equal signs as the next integer away
    /// from 0 has, then one opposite sign, then the binary digits of the fraction (Berlekamp's
    /// rule).
    ///
    /// # Errors
    ///
    /// [`Error::OverLimit`] for more than 2^20 signs; [`Error::Exhausted`].
    pub fn signs(&self, count: usize, budget: &Budget) -> Result<Vec<Player>> {
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
}
