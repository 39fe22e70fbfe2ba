//! The two kinds of numbers that walls are made of.

use crate::Rational;

/// Exact numbers with an order and halves. `None` means that the result is not of this kind.
pub(crate) trait Scalar: Clone + Ord {
    fn plus(&self, other: &Self) -> Option<Self>;
    fn minus(&self, other: &Self) -> Option<Self>;
    fn half(&self) -> Option<Self>;
    fn to_rational(&self) -> Rational;
}

/// A number in units of 2^-30.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Units(pub(crate) i64);

impl Scalar for Units {
    #[inline]
    fn plus(&self, other: &Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Units)
    }

    #[inline]
    fn minus(&self, other: &Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Units)
    }

    #[inline]
    fn half(&self) -> Option<Self> {
        (self.0 & 1 == 0).then_some(Units(self.0 >> 1))
    }

    fn to_rational(&self) -> Rational {
        Rational::from_units(self.0)
    }
}

impl Scalar for Rational {
    fn plus(&self, other: &Self) -> Option<Self> {
        Some(self + other)
    }

    fn minus(&self, other: &Self) -> Option<Self> {
        Some(self - other)
    }

    fn half(&self) -> Option<Self> {
        Some(Rational::half(self))
    }

    fn to_rational(&self) -> Rational {
        self.clone()
    }
}
