//! Uptimals as sums of a number, a nimber and powers of up.

use std::cmp::Ordering;
use std::fmt;

use crate::Rational;

/// x + *m + c1 * ^<1> + c2 * ^<2> + ...: the expansion of an uptimal, where
/// `^<n> = {0|* - ^[n-1]}` is the n-th power of up and `^[n] = ^<1> + ... + ^<n>`
/// (Siegel, II.4, after Conway and Ryba).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UptimalExpansion {
    /// x.
    pub number: Rational,
    /// m.
    pub nim: u32,
    /// c1, c2, ...; the last one is not 0.
    pub coefficients: Vec<i64>,
}

impl UptimalExpansion {
    fn rank(&self) -> u32 {
        match (self.coefficients.is_empty(), self.nim) {
            (true, 0) => 0,
            (true, _) => 1,
            (false, _) => 2,
        }
    }

    pub(crate) fn printed_cmp(&self, other: &Self) -> Ordering {
        let digits = |x: &Self, y: &Self| {
            let longest = x.coefficients.len().max(y.coefficients.len());
            let digit = |e: &Self, i: usize| e.coefficients.get(i).copied().unwrap_or(0);
            (0..longest).map(|i| digit(x, i).cmp(&digit(y, i))).find(|o| o.is_ne())
        };
        self.rank()
            .cmp(&other.rank())
            .then_with(|| self.number.cmp(&other.number))
            .then_with(|| digits(self, other).unwrap_or(Ordering::Equal))
            .then_with(|| self.nim.cmp(&other.nim))
    }

    /// (sign, n, is a partial sum), if the powers are `±^<n>` or `±^[n]` with n > 1.
    pub(crate) fn unit(&self) -> Option<(i64, usize, bool)> {
        let (&last, rest) = self.coefficients.split_last()?;
        if rest.is_empty() || last.abs() != 1 {
            return None;
        }
        let n = self.coefficients.len();
        if rest.iter().all(|&c| c == 0) {
            Some((last, n, false))
        } else if rest.iter().all(|&c| c == last) {
            Some((last, n, true))
        } else {
            None
        }
    }
}

impl fmt::Display for UptimalExpansion {
    /// Number and nimber, then a point and one digit for each power: `0.1111`, `*.12`, `3*4.02`. A
    /// negative digit is followed by `-`. A coefficient of several digits stands in parentheses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        if !self.number.is_zero() || self.nim == 0 {
            text += &self.number.to_string();
        }
        match self.nim {
            0 => {}
            1 => text.push('*'),
            m => text += &format!("*{m}"),
        }
        if !self.coefficients.is_empty() {
            text.push('.');
        }
        for &c in &self.coefficients {
            let size = c.unsigned_abs();
            text += &if size < 10 { size.to_string() } else { format!("({size})") };
            if c < 0 {
                text.push('-');
            }
        }
        f.pad(&text)
    }
}
