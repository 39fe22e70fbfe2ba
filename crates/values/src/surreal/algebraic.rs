//! Irrational algebraic real numbers: their signs and digits, exactly.

use std::cmp::Ordering;

use crate::{Error, Result};
use num_bigint::{BigInt, Sign};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use upstar_core::{Budget, Player};

/// A real number given as the only root of a polynomial between two rationals.
///
/// ```
/// use num_rational::BigRational;
/// use upstar_core::Budget;
/// use upstar_values::surreal::{AlgebraicReal, Stalk};
///
/// let root = AlgebraicReal::root(&BigRational::from_integer(2.into()), 2)?;
/// let budget = Budget::unlimited();
/// assert_eq!(root.decimal(20, &budget)?, "1.41421356237309504880");
/// assert_eq!(Stalk::of_word(&root.signs(12, &budget)?).to_string(), "LLRRLLRLRLRR");
/// # Ok::<(), upstar_values::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlgebraicReal {
    /// Coefficients, the constant one first.
    polynomial: Vec<BigRational>,
    low: BigRational,
    high: BigRational,
}

impl AlgebraicReal {
    /// The root of a polynomial (coefficients from the constant one up) strictly between `low`
    /// and `high`.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchNumber`] unless exactly one root lies there, counted by Sturm's theorem,
    /// and neither end is a root.
    pub fn new(polynomial: &[BigInt], low: BigRational, high: BigRational) -> Result<Self> {
        let mut polynomial: Vec<BigRational> =
            polynomial.iter().cloned().map(BigRational::from).collect();
        trim(&mut polynomial);
        if low >= high || polynomial.len() > 200 {
            return Err(Error::no_such_number("a root of such a polynomial between such bounds"));
        }
        if evaluate(&polynomial, &low).is_zero() || evaluate(&polynomial, &high).is_zero() {
            return Err(Error::no_such_number("a root between bounds that are roots themselves"));
        }
        let chain = sturm_chain(&polynomial);
        let changes = |x: &BigRational| {
            let signs: Vec<bool> = chain
                .iter()
                .map(|p| evaluate(p, x))
                .filter(|value| !value.is_zero())
                .map(|value| value.is_positive())
                .collect();
            signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
        };
        let count = changes(&low) as i64 - changes(&high) as i64;
        if count != 1 {
            return Err(Error::no_such_number(format!(
                "the only root: {count} distinct roots lie between {low} and {high}, and so it"
            )));
        }
        // Without repeated factors the polynomial changes sign at the root.
        if let Some(last) = chain.last()
            && last.len() > 1
        {
            polynomial = divide(&polynomial, last).0;
        }
        Ok(AlgebraicReal { polynomial, low, high })
    }

    /// The positive root with an index of a positive rational number.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchNumber`] for a number or an index that is not positive, or an index above
    /// 100.
    pub fn root(of: &BigRational, index: u32) -> Result<Self> {
        if !of.is_positive() || index == 0 || index > 100 {
            return Err(Error::no_such_number(format!("the real root of {of} with index {index}")));
        }
        let mut polynomial = vec![BigInt::zero(); index as usize + 1];
        polynomial[0] = -of.numer().clone();
        polynomial[index as usize] = of.denom().clone();
        let high = of + BigRational::from(BigInt::from(2));
        Self::new(&polynomial, BigRational::zero(), high)
    }

    /// The order of this number and a rational.
    #[must_use]
    pub fn compare(&self, other: &BigRational) -> Ordering {
        if *other <= self.low {
            return Ordering::Greater;
        }
        if *other >= self.high {
            return Ordering::Less;
        }
        let value = evaluate(&self.polynomial, other);
        if value.is_zero() {
            return Ordering::Equal;
        }
        if value.is_positive() == evaluate(&self.polynomial, &self.low).is_positive() {
            Ordering::Greater
        } else {
            Ordering::Less
        }
    }

    /// The first signs, at most `count`. There are fewer only if the number is dyadic.
    ///
    /// A step of the budget is a sign.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn signs(&self, count: usize, budget: &Budget) -> Result<Vec<Player>> {
        let mut ticker = budget.ticker();
        let mut signs: Vec<Player> = Vec::new();
        let mut at = BigRational::zero();
        let mut step = BigRational::one();
        while signs.len() < count {
            ticker.tick(1)?;
            let player = match self.compare(&at) {
                Ordering::Equal => break,
                Ordering::Greater => Player::Left,
                Ordering::Less => Player::Right,
            };
            if signs.first().is_some_and(|&first| first != player) || !step.is_one() {
                step /= BigRational::from(BigInt::from(2));
            }
            match player {
                Player::Left => at += &step,
                Player::Right => at -= &step,
            }
            signs.push(player);
        }
        Ok(signs)
    }

    /// The number with `digits` decimals, rounded towards 0. Every digit is exact.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn decimal(&self, digits: u32, budget: &Budget) -> Result<String> {
        let mut ticker = budget.ticker();
        let scale = BigInt::from(10).pow(digits);
        let over_scale = |n: &BigInt| BigRational::new(n.clone(), scale.clone());
        let (mut low, mut high) = (
            (&self.low * BigRational::from(scale.clone())).floor().to_integer(),
            (&self.high * BigRational::from(scale.clone())).ceil().to_integer(),
        );
        // low/scale <= x < high/scale
        while &high - &low > BigInt::one() {
            ticker.tick(1)?;
            let middle: BigInt = (&low + &high) >> 1u32;
            if self.compare(&over_scale(&middle)) == Ordering::Less {
                high = middle;
            } else {
                low = middle;
            }
        }
        let negative = low.sign() == Sign::Minus;
        if negative && self.compare(&over_scale(&low)) != Ordering::Equal {
            low += 1;
        }
        Ok(super::root::pointed(negative, low.magnitude(), digits))
    }
}

pub(super) fn trim(polynomial: &mut Vec<BigRational>) {
    while polynomial.last().is_some_and(Zero::is_zero) {
        polynomial.pop();
    }
}

fn evaluate(polynomial: &[BigRational], x: &BigRational) -> BigRational {
    polynomial.iter().rev().fold(BigRational::zero(), |value, c| value * x + c)
}

/// Quotient and remainder.
pub(super) fn divide(a: &[BigRational], b: &[BigRational]) -> (Vec<BigRational>, Vec<BigRational>) {
    let mut rest = a.to_vec();
    let mut quotient = vec![BigRational::zero(); a.len().saturating_sub(b.len() - 1)];
    while rest.len() >= b.len() {
        let shift = rest.len() - b.len();
        let factor = &rest[rest.len() - 1] / &b[b.len() - 1];
        for (i, c) in b.iter().enumerate() {
            rest[shift + i] -= c * &factor;
        }
        quotient[shift] = factor;
        rest.pop();
        trim(&mut rest);
    }
    (quotient, rest)
}

/// Sturm's chain; its last member is the greatest common divisor with the derivative.
fn sturm_chain(polynomial: &[BigRational]) -> Vec<Vec<BigRational>> {
    let mut derivative: Vec<BigRational> = polynomial
        .iter()
        .enumerate()
        .skip(1)
        .map(|(i, c)| c * BigRational::from(BigInt::from(i)))
        .collect();
    trim(&mut derivative);
    let mut chain = vec![polynomial.to_vec()];
    while !derivative.is_empty() {
        let (_, remainder) = divide(&chain[chain.len() - 1], &derivative);
        chain.push(derivative);
        derivative = remainder.into_iter().map(|c| -c).collect();
    }
    chain
}
