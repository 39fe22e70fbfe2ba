//! Sign expansions of rational numbers (Berlekamp's rule).

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use upstar_core::{Player, Ticker};

use super::normal::is_dyadic;
use crate::{Error, Result};

/// The largest number of letters of a period, times the number of words of the denominator.
const MAX_WORK: u64 = 1 << 32;
/// The largest number of letters after the first change of sign in a dyadic coefficient.
pub(super) const MAX_LETTERS: u64 = 1 << 20;

/// The sign expansion of a rational number that is not 0, in absolute value.
pub(super) struct RealSigns {
    /// Pluses before the first minus: at least 1.
    pub(super) pluses: BigUint,
    /// The signs after them, without the period.
    pub(super) word: Vec<Player>,
    /// The period; empty for dyadic numbers.
    pub(super) period: Vec<Player>,
}

impl RealSigns {
    /// Writes at most `limit` letters. `complete` says whether that was enough.
    pub(super) fn of(r: &BigRational, limit: usize, ticker: &mut Ticker) -> Result<(Self, bool)> {
        let r = r.abs();
        let (whole, mut rest) = r.numer().magnitude().div_rem(r.denom().magnitude());
        let mut denominator = r.denom().magnitude().clone();
        if rest.is_zero() {
            return Ok((RealSigns { pluses: whole, word: Vec::new(), period: Vec::new() }, true));
        }
        // After n + 1 pluses and a minus come the binary digits of the fraction, but not the last 1
        // of a dyadic one (Berlekamp's rule).
        let before = denominator.trailing_zeros().unwrap_or(0);
        let dyadic = is_dyadic(&r);
        if dyadic && before > MAX_LETTERS {
            return Err(Error::over_limit("a coefficient", format!("{MAX_LETTERS} bits")));
        }
        // Letters cost more for big denominators, and the period can be as long as the denominator.
        let words = denominator.bits() >> 6;
        let limit = limit.min(usize::try_from(MAX_WORK / (words + 1)).unwrap_or(usize::MAX));
        let step = 1 + (words >> 4);
        let mut word = vec![Player::Right];
        let mut complete = true;
        let mut digits = Digits::new(&mut rest, &mut denominator);
        let count = if dyadic { before - 1 } else { before };
        for _ in 0..count {
            if word.len() >= limit {
                complete = false;
                break;
            }
            ticker.tick(step)?;
            word.push(digits.next());
        }
        let mut period = Vec::new();
        if !dyadic {
            let start = digits.state();
            loop {
                if word.len() + period.len() >= limit {
                    complete = false;
                    break;
                }
                ticker.tick(step)?;
                if period.len() == period.capacity() {
                    ticker.budget().reserve(period.len() as u64 + 64)?;
                }
                period.push(digits.next());
                if digits.state() == start {
                    break;
                }
            }
            if !complete {
                word.append(&mut period);
            }
        }
        Ok((RealSigns { pluses: whole + 1u32, word, period }, complete))
    }
}

/// The signs of a positive rational number after its pluses, one by one. An integer has none; a
/// number that is not dyadic has infinitely many.
pub(super) struct Letters {
    digits: Digits,
    /// Whether the first minus is still to come.
    begins: bool,
    /// The number of digits after it; `None` if infinite.
    left: Option<u64>,
    /// The cost of a letter, in steps of the budget.
    pub(super) step: u64,
}

impl Letters {
    /// The pluses of a positive number, and the signs after them.
    pub(super) fn of(r: &BigRational) -> (BigUint, Letters) {
        let (whole, mut rest) = r.numer().magnitude().div_rem(r.denom().magnitude());
        let mut denominator = r.denom().magnitude().clone();
        let integer = rest.is_zero();
        let left = is_dyadic(r)
            .then(|| denominator.trailing_zeros().map_or(0, |zeros| zeros.saturating_sub(1)));
        let step = 1 + (denominator.bits() >> 10);
        let digits = Digits::new(&mut rest, &mut denominator);
        let pluses = if integer { whole } else { whole + 1u32 };
        (pluses, Letters { digits, begins: !integer, left, step })
    }
}

impl Iterator for Letters {
    type Item = Player;

    fn next(&mut self) -> Option<Player> {
        if std::mem::take(&mut self.begins) {
            return Some(Player::Right);
        }
        if let Some(left) = &mut self.left {
            *left = left.checked_sub(1)?;
        }
        Some(self.digits.next())
    }
}

/// The binary digits of a fraction: in machine words while they suffice, then in big integers.
enum Digits {
    Small { rest: u128, denominator: u128 },
    Large { rest: BigUint, denominator: BigUint },
}

impl Digits {
    fn new(rest: &mut BigUint, denominator: &mut BigUint) -> Self {
        match (rest.to_u128(), denominator.to_u128()) {
            (Some(rest), Some(denominator)) if denominator < 1 << 127 => {
                Digits::Small { rest, denominator }
            }
            _ => Digits::Large { rest: rest.clone(), denominator: denominator.clone() },
        }
    }

    fn next(&mut self) -> Player {
        let one = match self {
            Digits::Small { rest, denominator } => {
                *rest *= 2;
                let one = *rest >= *denominator;
                if one {
                    *rest -= *denominator;
                }
                one
            }
            Digits::Large { rest, denominator } => {
                *rest <<= 1u32;
                let one = *rest >= *denominator;
                if one {
                    *rest -= &*denominator;
                }
                one
            }
        };
        if one { Player::Left } else { Player::Right }
    }

    fn state(&self) -> BigUint {
        match self {
            Digits::Small { rest, .. } => (*rest).into(),
            Digits::Large { rest, .. } => rest.clone(),
        }
    }
}

/// The dyadic number of a finite word.
pub(super) fn real_of_word(word: &[Player]) -> BigRational {
    let Some(&first) = word.first() else { return BigRational::zero() };
    let pluses = word.iter().take_while(|&&player| player == first).count();
    let magnitude = halve(pluses.into(), word[pluses..].iter().map(|&player| player == first));
    if first == Player::Left { magnitude } else { -magnitude }
}

/// `start ± 1/2 ± 1/4 ...`, plus where the sign is true.
pub(super) fn halve(start: BigInt, signs: impl Iterator<Item = bool>) -> BigRational {
    let (mut numerator, mut bits) = (start, 0u32);
    for plus in signs {
        numerator <<= 1u32;
        numerator += if plus { 1 } else { -1 };
        bits += 1;
    }
    BigRational::new(numerator, BigInt::one() << bits)
}
