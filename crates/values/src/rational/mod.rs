//! Fractions of any size.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};
use std::str::FromStr;

mod gcd;

pub use gcd::gcd;
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::{Error, Result};

/// An exact fraction p/q of any size, in lowest terms, q > 0.
///
/// Fractions whose p and q fit 64 bits are kept inline. Their sums and comparisons use 128-bit
/// intermediates, and only results that do not fit become big integers.
///
/// ```
/// use upstar_values::Rational;
///
/// let third: Rational = "1/3".parse()?;
/// assert_eq!((&third + &third).to_string(), "2/3");
/// assert!(!third.is_dyadic());
/// # Ok::<(), upstar_values::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational(Repr);

// `Big` is used only for what does not fit `Small`, so that equality of the
// representation is equality of the number.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small { numer: i64, denom: i64 },
    Big(Box<Big>),
}

// Not a `Ratio`. Its sums and products reduce by a binary algorithm that takes many seconds for a
// million bits. Its comparison and hash recur as deep as the continued fraction.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Big {
    numer: BigInt,
    denom: BigInt,
}

fn short_gcd(a: u128, b: u128) -> u128 {
    match (u64::try_from(a), u64::try_from(b)) {
        (Ok(a), Ok(b)) => a.gcd(&b).into(),
        _ => a.gcd(&b),
    }
}

impl Rational {
    /// 0.
    pub const ZERO: Rational = Rational(Repr::Small { numer: 0, denom: 1 });
    /// 1.
    pub const ONE: Rational = Rational(Repr::Small { numer: 1, denom: 1 });

    /// `numer/denom` in lowest terms; `None` if `denom` is 0.
    #[must_use]
    pub fn new(numer: BigInt, denom: BigInt) -> Option<Self> {
        (!denom.is_zero()).then(|| Self::reduced_big(numer, denom))
    }

    /// `denom` is not 0.
    fn reduced_big(mut numer: BigInt, mut denom: BigInt) -> Self {
        if denom.sign() == Sign::Minus {
            (numer, denom) = (-numer, -denom);
        }
        let twos = |n: &BigInt| n.trailing_zeros().unwrap_or(u64::MAX);
        let power_of_two = twos(&denom) + 1 == denom.bits();
        if power_of_two || numer.is_zero() {
            let common = twos(&numer).min(twos(&denom));
            return Self::from_parts(numer >> common, denom >> common);
        }
        let common = BigInt::from(gcd(numer.magnitude().clone(), denom.magnitude().clone()));
        if common.is_one() {
            return Self::from_parts(numer, denom);
        }
        Self::from_parts(numer / &common, denom / common)
    }

    /// `numer/denom` in lowest terms; `None` if `denom` is 0.
    ///
    /// ```
    /// # use upstar_values::Rational;
    /// assert_eq!(Rational::ratio(6, -4).unwrap().to_string(), "-3/2");
    /// ```
    #[must_use]
    pub fn ratio(numer: i64, denom: i64) -> Option<Self> {
        if denom > 0 && denom & (denom - 1) == 0 {
            let common = numer.trailing_zeros().min(denom.trailing_zeros());
            return Some(Rational(Repr::Small { numer: numer >> common, denom: denom >> common }));
        }
        (denom != 0).then(|| Self::reduced(numer.into(), denom.into()))
    }

    /// `denom` is not 0, and both are far enough from the ends of the type to be negated.
    fn reduced(numer: i128, denom: i128) -> Self {
        let (numer, denom) = if denom < 0 { (-numer, -denom) } else { (numer, denom) };
        let (n, d) = if denom == 1 {
            (numer, denom)
        } else {
            let common = short_gcd(numer.unsigned_abs(), denom.unsigned_abs()) as i128;
            (numer / common, denom / common)
        };
        match (i64::try_from(n), i64::try_from(d)) {
            (Ok(numer), Ok(denom)) => Rational(Repr::Small { numer, denom }),
            _ => Rational(Repr::Big(Box::new(Big { numer: n.into(), denom: d.into() }))),
        }
    }

    /// The parts are in lowest terms, and `denom` > 0.
    fn from_parts(numer: BigInt, denom: BigInt) -> Self {
        match (numer.to_i64(), denom.to_i64()) {
            (Some(numer), Some(denom)) => Rational(Repr::Small { numer, denom }),
            _ => Rational(Repr::Big(Box::new(Big { numer, denom }))),
        }
    }

    /// Numerator and denominator, if both fit.
    pub(crate) fn small(&self) -> Option<(i64, i64)> {
        match self.0 {
            Repr::Small { numer, denom } => Some((numer, denom)),
            Repr::Big(_) => None,
        }
    }

    /// p of p/q in lowest terms, q > 0.
    #[must_use]
    pub fn numer(&self) -> BigInt {
        match &self.0 {
            Repr::Small { numer, .. } => (*numer).into(),
            Repr::Big(big) => big.numer.clone(),
        }
    }

    /// q of p/q in lowest terms, q > 0.
    #[must_use]
    pub fn denom(&self) -> BigInt {
        match &self.0 {
            Repr::Small { denom, .. } => (*denom).into(),
            Repr::Big(big) => big.denom.clone(),
        }
    }

    /// Is it 0?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small { numer: 0, .. })
    }

    /// -1, 0 or 1.
    #[must_use]
    pub fn signum(&self) -> i32 {
        match &self.0 {
            Repr::Small { numer, .. } => numer.signum() as i32,
            Repr::Big(big) => {
                if big.numer.is_negative() {
                    -1
                } else {
                    1
                }
            }
        }
    }

    /// Is it an integer?
    #[must_use]
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Small { denom, .. } => *denom == 1,
            Repr::Big(big) => big.denom.is_one(),
        }
    }

    /// Is the denominator a power of two, so that the number is a short game?
    #[must_use]
    pub fn is_dyadic(&self) -> bool {
        match &self.0 {
            Repr::Small { denom, .. } => denom & (denom - 1) == 0,
            Repr::Big(big) => big.denom.trailing_zeros().is_some_and(|k| k + 1 == big.denom.bits()),
        }
    }

    /// k, if the denominator is 2^k.
    pub(crate) fn dyadic_exponent(&self) -> Option<u64> {
        self.is_dyadic().then(|| match &self.0 {
            Repr::Small { denom, .. } => u64::from(denom.trailing_zeros()),
            Repr::Big(big) => big.denom.trailing_zeros().unwrap_or(0),
        })
    }

    /// The quotient; `None` if `by` is 0.
    #[must_use]
    pub fn checked_div(&self, by: &Rational) -> Option<Rational> {
        if by.is_zero() {
            return None;
        }
        Some(match (&self.0, &by.0) {
            (Repr::Small { numer: a, denom: b }, Repr::Small { numer: c, denom: d }) => {
                Self::reduced(i128::from(*a) * i128::from(*d), i128::from(*b) * i128::from(*c))
            }
            _ => Self::reduced_big(self.numer() * by.denom(), self.denom() * by.numer()),
        })
    }

    /// Half of it.
    #[must_use]
    pub fn half(&self) -> Rational {
        match &self.0 {
            Repr::Small { numer, denom } => {
                Self::reduced(i128::from(*numer), 2 * i128::from(*denom))
            }
            Repr::Big(big) => Self::reduced_big(big.numer.clone(), &big.denom << 1),
        }
    }

    /// The greatest integer that is at most this number.
    #[must_use]
    pub fn floor(&self) -> BigInt {
        match &self.0 {
            Repr::Small { numer, denom } => Integer::div_floor(numer, denom).into(),
            Repr::Big(big) => big.numer.div_floor(&big.denom),
        }
    }

    /// The integer part: rounded towards 0.
    #[must_use]
    pub fn trunc(&self) -> BigInt {
        if self.signum() < 0 { -(-self).floor() } else { self.floor() }
    }

    /// `units` / 2^30.
    pub(crate) fn from_units(units: i64) -> Rational {
        let fraction = crate::key::FRACTION;
        let shift = units.trailing_zeros().min(fraction);
        Rational(Repr::Small { numer: units >> shift, denom: 1 << (fraction - shift) })
    }

    /// 2^-`exponent`.
    pub(crate) fn power_of_half(exponent: u64) -> Rational {
        if exponent < 63 {
            Rational(Repr::Small { numer: 1, denom: 1 << exponent })
        } else {
            Self::from_parts(BigInt::one(), BigInt::one() << exponent)
        }
    }

    /// The nearest float, for pictures. Never compare by it.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Repr::Small { numer, denom } => *numer as f64 / *denom as f64,
            Repr::Big(big) => {
                BigRational::new_raw(big.numer.clone(), big.denom.clone()).to_f64().unwrap_or(0.0)
            }
        }
    }

    /// The total number of bits of numerator and denominator, or 128 if both fit 64 bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Repr::Small { .. } => 128,
            Repr::Big(big) => big.numer.bits() + big.denom.bits(),
        }
    }
}

impl Default for Rational {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<i64> for Rational {
    fn from(n: i64) -> Self {
        Rational(Repr::Small { numer: n, denom: 1 })
    }
}

impl From<BigInt> for Rational {
    fn from(n: BigInt) -> Self {
        Self::from_parts(n, BigInt::one())
    }
}

impl From<BigRational> for Rational {
    fn from(number: BigRational) -> Self {
        let (numer, denom) = number.into_raw();
        Self::from_parts(numer, denom)
    }
}

impl From<&Rational> for BigRational {
    fn from(number: &Rational) -> Self {
        BigRational::new_raw(number.numer(), number.denom())
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small { numer: a, denom: b }, Repr::Small { numer: c, denom: d }) => {
                if b == d {
                    a.cmp(c)
                } else {
                    (i128::from(*a) * i128::from(*d)).cmp(&(i128::from(*c) * i128::from(*b)))
                }
            }
            _ if self.is_integer() && other.is_integer() => self.numer().cmp(&other.numer()),
            _ => (self.numer() * other.denom()).cmp(&(other.numer() * self.denom())),
        }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for &Rational {
    type Output = Rational;

    fn add(self, other: &Rational) -> Rational {
        match (&self.0, &other.0) {
            (Repr::Small { numer: a, denom: b }, Repr::Small { numer: c, denom: d }) => {
                let [a, b, c, d] = [*a, *b, *c, *d].map(i128::from);
                if b == d {
                    Rational::reduced(a + c, b)
                } else {
                    // |a|, |c| <= 2^63 and b, d < 2^63: the sum stays below 2^127.
                    Rational::reduced(a * d + c * b, b * d)
                }
            }
            _ if self.is_integer() && other.is_integer() => (self.numer() + other.numer()).into(),
            _ => {
                let (b, d) = (self.denom(), other.denom());
                Rational::reduced_big(self.numer() * &d + other.numer() * &b, b * d)
            }
        }
    }
}

impl Neg for &Rational {
    type Output = Rational;

    fn neg(self) -> Rational {
        match &self.0 {
            Repr::Small { numer, denom } => {
                Rational::reduced(-i128::from(*numer), i128::from(*denom))
            }
            Repr::Big(big) => Rational::from_parts(-&big.numer, big.denom.clone()),
        }
    }
}

impl Sub for &Rational {
    type Output = Rational;

    fn sub(self, other: &Rational) -> Rational {
        self + &-other
    }
}

impl Mul for &Rational {
    type Output = Rational;

    fn mul(self, other: &Rational) -> Rational {
        match (&self.0, &other.0) {
            (Repr::Small { numer: a, denom: b }, Repr::Small { numer: c, denom: d }) => {
                Rational::reduced(i128::from(*a) * i128::from(*c), i128::from(*b) * i128::from(*d))
            }
            _ => Rational::reduced_big(self.numer() * other.numer(), self.denom() * other.denom()),
        }
    }
}

macro_rules! by_value {
    ($($trait:ident $method:ident),*) => {$(
        impl $trait for Rational {
            type Output = Rational;

            fn $method(self, other: Rational) -> Rational {
                (&self).$method(&other)
            }
        }
    )*};
}
by_value!(Add add, Sub sub, Mul mul);

impl Neg for Rational {
    type Output = Rational;

    fn neg(self) -> Rational {
        -&self
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small { numer, denom: 1 } => f.pad(&numer.to_string()),
            Repr::Small { numer, denom } => f.pad(&format!("{numer}/{denom}")),
            Repr::Big(big) if big.denom.is_one() => f.pad(&big.numer.to_string()),
            Repr::Big(big) => f.pad(&format!("{}/{}", big.numer, big.denom)),
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Rational {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        // The usual case, without big integers: up to 18 figures fit 64 bits.
        let short = |part: &[u8]| -> Option<i64> {
            let (digits, sign) = match part {
                [b'-', digits @ ..] => (digits, -1),
                digits => (digits, 1),
            };
            let plain = (1..=18).contains(&digits.len());
            let digit = |value: i64, byte: &u8| {
                byte.is_ascii_digit().then(|| value * 10 + i64::from(byte - b'0'))
            };
            plain.then(|| digits.iter().try_fold(0, digit)).flatten().map(|value| sign * value)
        };
        let bytes = text.as_bytes();
        match bytes.iter().position(|&byte| byte == b'/') {
            None => {
                if let Some(integer) = short(bytes) {
                    return Ok(Self::from(integer));
                }
            }
            Some(at) => {
                if let (Some(numer), Some(denom)) = (short(&bytes[..at]), short(&bytes[at + 1..]))
                    && denom > 0
                {
                    let common = numer.gcd(&denom);
                    let (numer, denom) = (numer / common, denom / common);
                    return Ok(Rational(Repr::Small { numer, denom }));
                }
            }
        }
        let wrong = || Error::not_a_number(text, "an integer or a fraction such as 3/8");
        let integer = |part: &str| -> Option<BigInt> {
            let digits = part.strip_prefix('-').unwrap_or(part);
            (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
                .then(|| part.parse().ok())
                .flatten()
        };
        let (numer, denom) = match text.split_once('/') {
            Some((numer, denom)) if !denom.starts_with('-') => (integer(numer), integer(denom)),
            Some(_) => (None, None),
            None => (integer(text), Some(BigInt::one())),
        };
        let (Some(numer), Some(denom)) = (numer, denom) else { return Err(wrong()) };
        Rational::new(numer, denom).ok_or_else(wrong)
    }
}
