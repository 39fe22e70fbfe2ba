//! Reading and computing expressions in nim arithmetic.

use num_bigint::BigUint;
use upstar_core::{Budget, Place};

use super::{Nimber, TransfiniteNimber};
use crate::{Error, Result};

/// The deepest nesting of an expression.
const MAX_NESTING: u32 = 200;
/// The most digits of a number.
const MAX_DIGITS: usize = 300_000;

/// Computes an expression in nim arithmetic: `+` (or `-`) is the nim sum, `*` (or `×`) the nim
/// product, `/` the nim quotient, `^` the nim power; nimbers are written with or without a star,
/// transfinite ones as `*(omega^2*3)` with the ordinal in natural arithmetic.
///
/// Only finite nimbers have quotients.
///
/// ```
/// use upstar_core::Budget;
/// use upstar_values::nimber::evaluate;
///
/// let budget = Budget::unlimited();
/// assert_eq!(evaluate("8*16+1", &budget)?.to_string(), "*129");
/// assert_eq!(evaluate("*omega ^ 3", &budget)?.to_string(), "*2");
/// // In `*(...)` the arithmetic is that of whole numbers and ordinals.
/// assert_eq!(evaluate("*(2^4-1) + *(2^3)", &budget)?.to_string(), "*7");
/// # Ok::<(), upstar_values::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Parse`] with the place, and the errors of the arithmetic.
pub fn evaluate(text: &str, budget: &Budget) -> Result<TransfiniteNimber> {
    let mut reader = Reader { text, position: 0, nesting: 0, budget };
    let value = reader.sum()?;
    reader.skip_space();
    if reader.rest().is_empty() {
        Ok(value)
    } else {
        Err(reader.error("expected the end or one of + * / ^"))
    }
}

struct Reader<'a> {
    text: &'a str,
    position: usize,
    nesting: u32,
    budget: &'a Budget,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.position += rest.len() - rest.trim_start().len();
    }

    fn take(&mut self, tokens: &[&str]) -> bool {
        self.skip_space();
        let found = tokens.iter().find(|token| self.rest().starts_with(**token));
        self.position += found.map_or(0, |token| token.len());
        found.is_some()
    }

    fn error(&self, expected: &str) -> Error {
        let end =
            self.rest().chars().next().map_or(self.position, |c| self.position + c.len_utf8());
        Error::parse(Place::in_text(self.text, self.position..end), expected)
    }

    fn sum(&mut self) -> Result<TransfiniteNimber> {
        let mut sum = self.product()?;
        while self.take(&["+", "-", "−", "⊕"]) {
            sum = sum.sum(&self.product()?);
        }
        Ok(sum)
    }

    fn product(&mut self) -> Result<TransfiniteNimber> {
        let mut product = self.power()?;
        loop {
            if self.take(&["*", "×", "⊗"]) {
                product = multiply(&product, &self.power()?, self.budget)?;
            } else if self.take(&["/"]) {
                let divisor = self.power()?;
                let (Some(a), Some(b)) = (product.to_finite(), divisor.to_finite()) else {
                    return Err(Error::no_such_number("the quotient of transfinite nimbers"));
                };
                let quotient = a.quotient(&b).ok_or(Error::DivisionByZero)?;
                product = TransfiniteNimber::from(&quotient);
            } else {
                return Ok(product);
            }
        }
    }

    fn power(&mut self) -> Result<TransfiniteNimber> {
        let base = self.operand()?;
        if !self.take(&["^"]) {
            return Ok(base);
        }
        let negative = self.take(&["-", "−"]);
        let exponent = self.digits()?;
        match base.to_finite() {
            Some(base) => {
                let exponent = num_bigint::BigInt::from(exponent);
                let power = base.power(&if negative { -exponent } else { exponent })?;
                Ok(TransfiniteNimber::from(&power))
            }
            None if negative => {
                Err(Error::no_such_number("a negative power of a transfinite nimber"))
            }
            None => base.power(&exponent, self.budget),
        }
    }

    fn operand(&mut self) -> Result<TransfiniteNimber> {
        let starred = self.take(&["*", "⋆"]);
        if starred && self.take(&["("]) {
            return self.ordinal();
        }
        if self.take(&["("]) {
            self.nesting += 1;
            if self.nesting > MAX_NESTING {
                return Err(self.error("nested deeper than 200 levels"));
            }
            let inner = self.sum()?;
            self.nesting -= 1;
            return if self.take(&[")"]) { Ok(inner) } else { Err(self.error("expected `)`")) };
        }
        if self.take(&["ω", "omega", "w"]) {
            return Ok(TransfiniteNimber::from(crate::surreal::Ordinal::omega()));
        }
        if starred && !self.rest().starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(1.into());
        }
        let number = Nimber::from(&self.digits()?);
        Ok(TransfiniteNimber::from(&number))
    }

    /// The ordinal of `*(...)`, up to its closing bracket.
    fn ordinal(&mut self) -> Result<TransfiniteNimber> {
        let rest = self.rest();
        let mut depth = 1u32;
        let end = rest.char_indices().find(|(_, c)| {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        let Some((end, _)) = end else {
            self.position = self.text.len();
            return Err(self.error("expected `)`"));
        };
        let ordinal: crate::surreal::Ordinal = rest[..end].parse()?;
        self.position += end + 1;
        Ok(ordinal.into())
    }

    fn digits(&mut self) -> Result<BigUint> {
        self.skip_space();
        let rest = self.rest();
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        if length > MAX_DIGITS {
            return Err(Error::over_limit("a number", format!("{MAX_DIGITS} digits")));
        }
        let number = rest[..length].parse().map_err(|_| self.error("expected a nimber"))?;
        self.position += length;
        Ok(number)
    }
}

fn multiply(
    a: &TransfiniteNimber,
    b: &TransfiniteNimber,
    budget: &Budget,
) -> Result<TransfiniteNimber> {
    match (a.to_finite(), b.to_finite()) {
        (Some(a), Some(b)) => Ok(TransfiniteNimber::from(&a.product(&b))),
        _ => a.product(b, budget),
    }
}
