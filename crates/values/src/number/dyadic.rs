//! Numbers with a power of two below the line.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};
use std::str::FromStr;

use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};

use super::Rational;
use crate::Error;

/// A dyadic rational m/2^e of any size: the numbers that are short games.
///
/// ```
/// use upstar_values::Dyadic;
///
/// let x: Dyadic = "3/8".parse()?;
/// assert_eq!((&x + &x).to_string(), "3/4");
/// assert_eq!(Dyadic::new(1.into(), 70) + Dyadic::from(5), "5902958103587056517121/1180591620717411303424".parse()?);
/// # Ok::<(), upstar_values::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Dyadic(Repr);

// The numerator is odd or the exponent 0; `Big` is used only for what does not
// fit `Small`: equality of the representation is equality of the number.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small { numer: i64, exponent: u32 },
    Big(Box<(BigInt, u64)>),
}

impl Dyadic {
    /// 0.
    pub const ZERO: Dyadic = Dyadic(Repr::Small { numer: 0, exponent: 0 });

    /// `numer` / 2^`exponent`.
    #[must_use]
    pub fn new(numer: BigInt, exponent: u64) -> Self {
        let shift = numer.trailing_zeros().unwrap_or(exponent).min(exponent);
        let (numer, exponent) = (numer >> shift, exponent - shift);
        match (numer.to_i64(), u32::try_from(exponent)) {
            (Some(numer), Ok(exponent)) => Dyadic(Repr::Small { numer, exponent }),
            _ => Dyadic(Repr::Big(Box::new((numer, exponent)))),
        }
    }

    fn small(numer: i128, exponent: u32) -> Self {
        let shift = numer.trailing_zeros().min(exponent);
        let (n, e) = (numer >> shift, exponent - shift);
        match i64::try_from(n) {
            Ok(numer) => Dyadic(Repr::Small { numer, exponent: e }),
            Err(_) => Dyadic(Repr::Big(Box::new((n.into(), e.into())))),
        }
    }

    /// m of m/2^e in lowest terms.
    #[must_use]
    pub fn numer(&self) -> BigInt {
        match &self.0 {
            Repr::Small { numer, .. } => (*numer).into(),
            Repr::Big(big) => big.0.clone(),
        }
    }

    /// e of m/2^e in lowest terms.
    #[must_use]
    pub fn exponent(&self) -> u64 {
        match &self.0 {
            Repr::Small { exponent, .. } => (*exponent).into(),
            Repr::Big(big) => big.1,
        }
    }

    /// Is it an integer?
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.exponent() == 0
    }

    /// The same number as a [`Rational`].
    #[must_use]
    pub fn to_rational(&self) -> Rational {
        self.into()
    }

    /// Half of it.
    #[must_use]
    pub fn half(&self) -> Dyadic {
        Self::new(self.numer(), self.exponent() + 1)
    }

    /// Both numerators over the larger exponent, if they fit 127 bits.
    fn aligned(&self, other: &Self) -> Option<(i128, i128, u32)> {
        let (Repr::Small { numer: a, exponent: d }, Repr::Small { numer: b, exponent: e }) =
            (&self.0, &other.0)
        else {
            return None;
        };
        let top = (*d).max(*e);
        (top - d <= 62 && top - e <= 62)
            .then(|| (i128::from(*a) << (top - d), i128::from(*b) << (top - e), top))
    }

    fn aligned_big(&self, other: &Self) -> (BigInt, BigInt, u64) {
        let top = self.exponent().max(other.exponent());
        (self.numer() << (top - self.exponent()), other.numer() << (top - other.exponent()), top)
    }
}

impl From<i64> for Dyadic {
    fn from(n: i64) -> Self {
        Dyadic(Repr::Small { numer: n, exponent: 0 })
    }
}

impl From<BigInt> for Dyadic {
    fn from(n: BigInt) -> Self {
        Self::new(n, 0)
    }
}

impl Default for Dyadic {
    fn default() -> Self {
        Self::ZERO
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        if let Some((a, b, _)) = self.aligned(other) {
            return a.cmp(&b);
        }
        // Signs and magnitudes first: exponents may be too far apart to align cheaply.
        let (a, b) = (self.numer(), other.numer());
        match a.sign().cmp(&b.sign()) {
            Ordering::Equal => {}
            unequal => return unequal,
        }
        let size = |x: &BigInt, e: u64| i128::from(x.bits()) - i128::from(e);
        let sizes = size(&a, self.exponent()).cmp(&size(&b, other.exponent()));
        match (sizes, a.sign()) {
            (Ordering::Equal, _) | (_, num_bigint::Sign::NoSign) => {
                let (a, b, _) = self.aligned_big(other);
                a.cmp(&b)
            }
            (unequal, num_bigint::Sign::Plus) => unequal,
            (unequal, num_bigint::Sign::Minus) => unequal.reverse(),
        }
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for &Dyadic {
    type Output = Dyadic;

    fn add(self, other: &Dyadic) -> Dyadic {
        if let Some((a, b, exponent)) = self.aligned(other) {
            return Dyadic::small(a + b, exponent);
        }
        if other.numer().is_zero() {
            return self.clone();
        }
        if self.numer().is_zero() {
            return other.clone();
        }
        let (a, b, exponent) = self.aligned_big(other);
        Dyadic::new(a + b, exponent)
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        match &self.0 {
            Repr::Small { numer, exponent } => Dyadic::small(-i128::from(*numer), *exponent),
            Repr::Big(big) => Dyadic::new(-&big.0, big.1),
        }
    }
}

impl Sub for &Dyadic {
    type Output = Dyadic;

    fn sub(self, other: &Dyadic) -> Dyadic {
        self + &-other
    }
}

impl Mul for &Dyadic {
    type Output = Dyadic;

    fn mul(self, other: &Dyadic) -> Dyadic {
        Dyadic::new(self.numer() * other.numer(), self.exponent() + other.exponent())
    }
}

macro_rules! by_value {
    ($($trait:ident $method:ident),*) => {$(
        impl $trait for Dyadic {
            type Output = Dyadic;

            fn $method(self, other: Dyadic) -> Dyadic {
                (&self).$method(&other)
            }
        }
    )*};
}
by_value!(Add add, Sub sub, Mul mul);

impl Neg for Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        -&self
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Rational::from(self), f)
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Dyadic {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        text.parse::<Rational>()
            .ok()
            .and_then(|x| x.to_dyadic())
            .ok_or_else(|| Error::not_a_number(text, "a dyadic rational such as 3/8"))
    }
}
