//! Reading and computing expressions in nim arithmetic.

use num_bigint::BigUint;
use upstar_core::Budget;

use super::{Nimber, TransfiniteNimber};
use crate::reader::Reader;
use crate::{Error, Result};

const OPERAND: &str = "expected a nimber";

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
    let mut reader = Reader::new(text, budget);
    let value = reader.nim_sum()?;
    reader.end("expected the end or one of + * / ^")?;
    Ok(value)
}

impl Reader<'_> {
    fn nim_sum(&mut self) -> Result<TransfiniteNimber> {
        let mut sum = self.nim_product()?;
        while self.take(&["+", "-", "−", "⊕"]) {
            sum = sum.sum(&self.nim_product()?);
        }
        Ok(sum)
    }

    fn nim_product(&mut self) -> Result<TransfiniteNimber> {
        let mut product = self.nim_power()?;
        loop {
            if self.take(&["*", "×", "⊗"]) {
                product = multiply(&product, &self.nim_power()?, self.budget)?;
            } else if self.take(&["/"]) {
                let divisor = self.nim_power()?;
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

    fn nim_power(&mut self) -> Result<TransfiniteNimber> {
        let base = self.nimber()?;
        if !self.take(&["^"]) {
            return Ok(base);
        }
        let negative = self.take(&["-", "−"]);
        let exponent: BigUint = self.digits(OPERAND)?;
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

    fn nimber(&mut self) -> Result<TransfiniteNimber> {
        let starred = self.take(&["*", "⋆"]);
        if starred && self.take(&["("]) {
            return self.ordinal_of_nimber();
        }
        if self.take(&["("]) {
            let inner = self.nested(Reader::nim_sum)?;
            self.expect(")")?;
            return Ok(inner);
        }
        if self.take_omega() {
            return Ok(TransfiniteNimber::from(crate::surreal::Ordinal::omega()));
        }
        if starred && !self.rest().starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(1.into());
        }
        let number = Nimber::from(&self.digits::<BigUint>(OPERAND)?);
        Ok(TransfiniteNimber::from(&number))
    }

    /// The ordinal of `*(...)`, up to its closing bracket.
    fn ordinal_of_nimber(&mut self) -> Result<TransfiniteNimber> {
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
