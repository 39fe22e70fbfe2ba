//! Uptimals: numbers plus multiples of powers of up plus a nimber.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use crate::arena::{Parts, Tag};
use crate::error::Halt;
use crate::worker::Worker;
use crate::{Error, Id, Rational};

/// x + *m + c1 * ^<1> + c2 * ^<2> + ...: the expansion of an uptimal, where
/// ^<n> = {0|* - ^[n-1]} is the n-th power of up and ^[n] = ^<1> + ... + ^<n>
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

    /// (sign, n, is a partial sum), if the powers are ±^<n> or ±^[n] with n > 1.
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
    /// Number and nimber, then a point and one digit for each power: `0.1111`,
    /// `*.12`, `3*4.02`; a negative digit is followed by `-`, one of more than one
    /// figure stands in parentheses.
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

/// Powers beyond this are not looked for.
const MOST_POWERS: usize = 1 << 12;

impl Worker<'_> {
    /// The expansion, if the value is uptimal; `None` otherwise.
    pub(crate) fn expansion(&mut self, g: u32) -> Result<Option<Arc<UptimalExpansion>>, Halt> {
        let node = self.node(g);
        if node.tag() == Tag::General && node.left_number() != node.right_number() {
            return Ok(None);
        }
        if let Some(known) = self.memo().expansions.get(&g) {
            return Ok(known.clone());
        }
        let found = if node.is_general() {
            self.deeper(|worker| worker.expansion_of_general(g))?
        } else {
            let parts = self.parts(g);
            let coefficients = if parts.ups == 0 { vec![] } else { vec![parts.ups] };
            let number = self.number_of(parts.number);
            Some(UptimalExpansion { number, nim: parts.nim, coefficients })
        };
        let found = found.map(Arc::new);
        self.memo().expansions.insert(g, found.clone());
        Ok(found)
    }

    /// Uptimals other than multiples of up have simple canonical forms: at most
    /// two options on one side and one or two on the other, all of them uptimal.
    /// One of these options determines the power next to be taken off, so that a
    /// few candidates are checked by making them.
    fn expansion_of_general(&mut self, g: u32) -> Result<Option<UptimalExpansion>, Halt> {
        let number = self.node(g).left_number();
        let (left, right) = self.options(g)?;
        let mut known = vec![];
        for option in left.iter().chain(right) {
            match self.expansion(option.load(Relaxed))? {
                Some(expansion) => known.push(expansion),
                None => return Ok(None),
            }
        }
        if known.iter().any(|e| e.number != self.number_of(number)) {
            return Ok(None);
        }
        let negative = self.negate_number(number)?;
        let infinitesimal = self.sum(g, negative)?;
        let mut nimbers: Vec<u32> = known.iter().flat_map(|e| [e.nim, e.nim ^ 1]).collect();
        nimbers.sort_unstable();
        nimbers.dedup();
        let powers = known.iter().map(|e| e.coefficients.len()).max().unwrap_or(0) + 1;
        for nim in nimbers {
            let star = self.parts_id(Parts { number: 0, ups: 0, nim })?;
            let rest = self.sum(infinitesimal, star)?;
            if let Some(coefficients) = self.digits(rest, powers.min(MOST_POWERS))? {
                let number = self.number_of(number);
                return Ok(Some(UptimalExpansion { number, nim, coefficients }));
            }
        }
        Ok(None)
    }

    /// The coefficients of an infinitesimal without nimber, if it is a sum of the
    /// first `powers` powers of up.
    fn digits(&mut self, mut rest: u32, powers: usize) -> Result<Option<Vec<i64>>, Halt> {
        let mut coefficients = vec![];
        for n in 1..=powers {
            if rest == 0 {
                break;
            }
            self.step()?;
            let unit = self.power_of_up(n)?;
            let Some(digit) = self.digit(rest, unit)? else { return Ok(None) };
            let negative = self.negate(unit)?;
            for _ in 0..digit.unsigned_abs() {
                rest = self.sum(rest, if digit > 0 { negative } else { unit })?;
            }
            coefficients.push(digit);
        }
        Ok((rest == 0).then_some(coefficients))
    }

    /// c, if rest - c * unit is infinitesimal with respect to unit: if twice that
    /// is strictly between -unit and unit.
    fn digit(&mut self, rest: u32, unit: u32) -> Result<Option<i64>, Halt> {
        let negative = self.negate(unit)?;
        let mut r = rest;
        let mut c = 0i64;
        for _ in 0..64 {
            let twice = self.sum(r, r)?;
            let low = self.at_most(twice, negative)?;
            let high = self.at_most(unit, twice)?;
            if low {
                r = self.sum(r, unit)?;
                c -= 1;
            } else if high {
                r = self.sum(r, negative)?;
                c += 1;
            } else {
                let inside = self.at_most(negative, twice)? && self.at_most(twice, unit)?;
                return Ok(inside.then_some(c));
            }
        }
        Ok(None)
    }

    /// ^<n>, n > 0.
    pub(crate) fn power_of_up(&mut self, n: usize) -> Result<u32, Halt> {
        let star = self.parts_id(Parts { number: 0, ups: 0, nim: 1 })?;
        let up = self.parts_id(Parts { number: 0, ups: 1, nim: 0 })?;
        if n == 1 {
            return Ok(up);
        }
        // ^[n-1] = {^[n-2]|*}.
        let mut partial = up;
        for _ in 2..n {
            partial = self.make(&mut vec![partial], &mut vec![star])?;
        }
        let negative = self.negate(partial)?;
        let reply = self.sum(star, negative)?;
        self.make(&mut vec![0], &mut vec![reply])
    }

    /// The expansion of g as number + nimber + multiples of powers of up.
    ///
    /// # Errors
    ///
    /// [`Error::NotUptimal`], [`Error::Exhausted`].
    pub fn uptimal_expansion(&mut self, g: Id) -> Result<UptimalExpansion, Error> {
        self.memo().trim();
        let found = self.expansion(g.0).map_err(|halt| self.reason(halt))?;
        found.map(|expansion| (*expansion).clone()).ok_or(Error::NotUptimal)
    }

    /// Is it a number plus a nimber plus multiples of powers of up?
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn is_uptimal(&mut self, g: Id) -> Result<bool, Error> {
        Ok(self.expansion(g.0).map_err(|halt| self.reason(halt))?.is_some())
    }
}
