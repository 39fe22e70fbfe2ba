//! Reading text from left to right: the common part of the grammars of numbers.

use std::str::FromStr;

use upstar_core::{Budget, Place};

use crate::{Error, Result};

/// The deepest nesting of brackets, signs and exponents.
const MAX_NESTING: u32 = 200;
/// The most digits of a number.
const MAX_DIGITS: usize = 300_000;

/// A text, and the place in it that is read next.
pub(crate) struct Reader<'a> {
    pub(crate) text: &'a str,
    pub(crate) position: usize,
    nesting: u32,
    pub(crate) budget: &'a Budget,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str, budget: &'a Budget) -> Self {
        Reader { text, position: 0, nesting: 0, budget }
    }

    pub(crate) fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    pub(crate) fn skip_space(&mut self) {
        let rest = self.rest();
        self.position += rest.len() - rest.trim_start().len();
    }

    /// Takes the first of the tokens that comes next, and says whether one did.
    pub(crate) fn take(&mut self, tokens: &[&str]) -> bool {
        self.skip_space();
        let found = tokens.iter().find(|token| self.rest().starts_with(**token));
        self.position += found.map_or(0, |token| token.len());
        found.is_some()
    }

    pub(crate) fn take_omega(&mut self) -> bool {
        self.take(&["ω", "omega", "w"])
    }

    pub(crate) fn error(&self, expected: impl Into<String>) -> Error {
        let end =
            self.rest().chars().next().map_or(self.position, |c| self.position + c.len_utf8());
        Error::parse(Place::in_text(self.text, self.position..end), expected)
    }

    pub(crate) fn expect(&mut self, token: &str) -> Result {
        if self.take(&[token]) { Ok(()) } else { Err(self.error(format!("expected `{token}`"))) }
    }

    pub(crate) fn end(&mut self, expected: &str) -> Result {
        self.skip_space();
        if self.rest().is_empty() { Ok(()) } else { Err(self.error(expected)) }
    }

    pub(crate) fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return Err(self.error(format!("nested deeper than {MAX_NESTING} levels")));
        }
        let result = inner(self);
        self.nesting -= 1;
        result
    }

    /// A whole number in digits.
    pub(crate) fn digits<N: FromStr>(&mut self, expected: &str) -> Result<N> {
        self.skip_space();
        let rest = self.rest();
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        if length > MAX_DIGITS {
            return Err(Error::over_limit("a number", format!("{MAX_DIGITS} digits")));
        }
        let number = rest[..length].parse().map_err(|_| self.error(expected))?;
        self.position += length;
        Ok(number)
    }
}
