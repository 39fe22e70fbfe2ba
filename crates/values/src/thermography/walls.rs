//! The walls of a thermograph, in small numbers where these suffice.

use super::scalar::{Scalar, Units};
use super::trajectory::Thermograph;
use super::wall::{Pair, Piece, Wall};
use crate::Rational;

/// The walls of a value: in units of 2^-30 if everything fits, otherwise as fractions.
#[derive(Clone, Debug)]
pub(crate) enum Walls {
    Small(Pair<Units>),
    Large(Box<Pair<Rational>>),
}

impl Walls {
    /// About how many bytes they take.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Walls::Small(_) => 256,
            Walls::Large(pair) => {
                let number = |x: &Rational| 64 + x.bits() as usize / 4;
                let pieces = pair.left.iter().chain(&pair.right);
                256 + pieces.map(|at| number(&at.start) + number(&at.value)).sum::<usize>()
            }
        }
    }

    pub(super) fn to_thermograph(&self) -> Thermograph {
        match self {
            Walls::Small(pair) => Thermograph::from_pair(pair),
            Walls::Large(pair) => Thermograph::from_pair(pair),
        }
    }

    pub(crate) fn temperature(&self) -> Rational {
        match self {
            Walls::Small(pair) => pair.temperature.to_rational(),
            Walls::Large(pair) => pair.temperature.clone(),
        }
    }

    pub(crate) fn mast(&self) -> Rational {
        match self {
            Walls::Small(pair) => pair.mast.to_rational(),
            Walls::Large(pair) => pair.mast.clone(),
        }
    }

    pub(crate) fn large(&self) -> Pair<Rational> {
        let exact = |wall: &Wall<Units>| -> Wall<Rational> {
            wall.iter()
                .map(|piece| Piece {
                    start: piece.start.to_rational(),
                    value: piece.value.to_rational(),
                    slope: piece.slope,
                })
                .collect()
        };
        match self {
            Walls::Large(pair) => (**pair).clone(),
            Walls::Small(pair) => Pair {
                left: exact(&pair.left),
                right: exact(&pair.right),
                temperature: pair.temperature.to_rational(),
                mast: pair.mast.to_rational(),
            },
        }
    }
}
