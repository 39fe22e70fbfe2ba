//! Bounds on the number taken after a move that took `k`: formulas and tables; and conditions on
//! two successive moves.

use std::fmt;

use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};

use upstar_engine::formula::{Formula, NEXT, Operator, TAKEN, Written};
use upstar_engine::positions::numbers::{joined, numbers};
use upstar_engine::{Argument, Arguments, Result, RuleError};

/// The largest number that may be taken after a move that took `k`: an expression in `k`, evaluated
/// exactly and rounded down at the end, or a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Expression(Formula),
    /// The bounds after 1, 2, ... were taken. The last one holds from there on.
    Table(Vec<u64>),
}

impl Bound {
    /// `k` times an integer.
    pub(super) fn times(number: u32) -> Bound {
        let number = Formula::Number(number.into());
        Bound::Expression(Formula::binary(Operator::Multiply, number, Formula::Letter(0)))
    }

    /// Reads an expression in `k` (or `x`): `2k+1`, `k^2`, `floor(3k/2)+1`, `max(k,5)`. A fraction
    /// without the letter is multiplied by `k`. A text `1,3,4` is a table.
    pub(super) fn read(text: &str) -> Result<Bound> {
        let list = text.bytes().all(|b| b.is_ascii_digit() || b == b',' || b == b' ');
        if list && text.contains(',') {
            return Ok(Bound::Table(numbers(text, None)?));
        }
        Self::of(Formula::read(text, TAKEN, "the bound")?, text)
    }

    /// The bound given by an argument.
    pub(super) fn argument(arguments: &Arguments) -> Result<Bound> {
        match arguments.get(0) {
            Some(Argument::Formula(formula)) => {
                let formula = formula.clone().readable(TAKEN, "the bound")?;
                let text = Written(&formula, TAKEN).to_string();
                Self::of(formula, &text)
            }
            _ => Self::read(&arguments.text_or_number(0)?),
        }
        .map_err(|error| arguments.within(0, error))
    }

    /// The bound of a formula with this text. Without the letter it is a fraction of `k`.
    fn of(term: Formula, text: &str) -> Result<Bound> {
        if term.has_letter() {
            return Ok(Bound::Expression(term));
        }
        let fraction = match &term {
            Formula::Number(_) => true,
            Formula::Binary(Operator::Divide, over, under) => {
                matches!((&**over, &**under), (Formula::Number(_), Formula::Number(n)) if !n.is_zero())
            }
            _ => false,
        };
        if !fraction {
            return Err(RuleError::notation(
                text,
                0..text.len(),
                "expected how many may be taken after a move that took k: `2` (as many times k), \
                 `3/2`, `2k+1`, `k^2`, `max(k,5)`, or a table `1,3,4`",
            ));
        }
        let times = |number| Formula::binary(Operator::Multiply, number, Formula::Letter(0));
        let term = match term {
            // 3/2 is 3k/2.
            Formula::Binary(_, over, under) => {
                Formula::binary(Operator::Divide, times(*over), *under)
            }
            number => times(number),
        };
        Ok(Bound::Expression(term))
    }

    /// The largest number that may be taken after a move that took `taken`; `u64::MAX` if it is
    /// larger.
    ///
    /// # Errors
    /// A division by zero, the root of a negative number, or a number too large.
    pub(super) fn after(&self, taken: u64) -> Result<u64> {
        match self {
            Bound::Table(bounds) => {
                let Some(index) = taken.checked_sub(1) else { return Ok(0) };
                let last = bounds.len().saturating_sub(1);
                let index = usize::try_from(index).unwrap_or(last).min(last);
                Ok(bounds.get(index).copied().unwrap_or(0))
            }
            Bound::Expression(term) => {
                let most = term.value(&[taken.into()])?.floor();
                Ok(if most <= BigInt::zero() { 0 } else { most.to_u64().unwrap_or(u64::MAX) })
            }
        }
    }

    /// Whether the bound is known never to fall when more is taken. It may be nondecreasing even if
    /// this is false.
    pub(super) fn is_rising(&self) -> bool {
        match self {
            Bound::Table(bounds) => bounds.is_sorted(),
            Bound::Expression(term) => term.rises(),
        }
    }
}

/// The condition that `j` tokens may be taken after a move that took `m`: an expression that must
/// not be 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Condition(Formula);

impl Condition {
    /// Reads an expression in `m` and `j`: `j>=m`, `(m+j)%2==0`.
    pub(super) fn read(text: &str) -> Result<Condition> {
        Formula::read(text, NEXT, "the condition").map(Condition)
    }

    /// The condition given by an argument.
    pub(super) fn argument(arguments: &Arguments) -> Result<Condition> {
        match arguments.get(0) {
            Some(Argument::Formula(formula)) => {
                formula.clone().readable(NEXT, "the condition").map(Condition)
            }
            _ => Self::read(&arguments.text_or_number(0)?),
        }
        .map_err(|error| arguments.within(0, error))
    }

    /// Whether `next` may be taken after `last`.
    ///
    /// # Errors
    /// As [`Bound::after`].
    pub(super) fn holds(&self, last: u64, next: u64) -> Result<bool> {
        Ok(self.0.value(&[last.into(), next.into()])?.signum() != 0)
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Written(&self.0, NEXT).fmt(f)
    }
}

impl Bound {
    /// Whether it is an expression with a letter.
    pub(super) fn is_written_with_letters(text: &str) -> bool {
        text.contains(|c| TAKEN.iter().any(|names| names.contains(&c)))
    }
}

/// The text reads back as the same bound. `2k` and `3/2` are short for `2*k` and `3k/2`.
impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let term = match self {
            Bound::Table(bounds) => return f.write_str(&joined(bounds)),
            Bound::Expression(term) => term,
        };
        let times = |term: &Formula| match term {
            Formula::Binary(Operator::Multiply, number, taken) => match (&**number, &**taken) {
                (Formula::Number(number), Formula::Letter(0)) => Some(number.clone()),
                _ => None,
            },
            _ => None,
        };
        if let Some(number) = times(term) {
            return write!(f, "{number}");
        }
        if let Formula::Binary(Operator::Divide, over, under) = term
            && let (Some(over), Formula::Number(under)) = (times(over), &**under)
        {
            return write!(f, "{over}/{under}");
        }
        Written(term, TAKEN).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_read_written_and_evaluated() {
        let bound =
            |text: &str| Bound::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        for (text, written, values) in [
            ("2", "2", [2, 4, 6, 8]),
            ("3/2", "3/2", [1, 3, 4, 6]),
            ("3k/2", "3/2", [1, 3, 4, 6]),
            ("2k+1", "2k+1", [3, 5, 7, 9]),
            (" 2 * x + 1 ", "2k+1", [3, 5, 7, 9]),
            ("k^2", "k^2", [1, 4, 9, 16]),
            ("2^k-1", "2^k-1", [1, 3, 7, 15]),
            ("2^2^k", "2^2^k", [4, 16, 256, 65536]),
            ("(2^2)^k", "(2^2)^k", [4, 16, 64, 256]),
            ("k-(2-k)", "k-(2-k)", [0, 2, 4, 6]),
            ("3-k", "3-k", [2, 1, 0, 0]),
            ("(k+1)*(k+2)/2", "(k+1)*(k+2)/2", [3, 6, 10, 15]),
            ("3(k+1)/(2k)", "3*(k+1)/(2k)", [3, 2, 2, 1]),
            ("floor(k/2)*2+1", "floor(k/2)*2+1", [1, 3, 3, 5]),
            ("ceil(k/2)", "ceil(k/2)", [1, 1, 2, 2]),
            ("k+sqrt(k)", "k+sqrt(k)", [2, 3, 4, 6]),
            ("max(k,3)", "max(k,3)", [3, 3, 3, 4]),
            ("min(2k, 5)", "min(2k,5)", [2, 4, 5, 5]),
            ("1,3,4", "1,3,4", [1, 3, 4, 4]),
            ("10^20*k", "10^20*k", [u64::MAX; 4]),
        ] {
            let read = bound(text);
            let found: Vec<u64> = (1..=4).map(|taken| read.after(taken).unwrap()).collect();
            assert_eq!(found, values, "{text}");
            assert_eq!(read.to_string(), written);
            assert_eq!(bound(written), read, "{text}");
        }
        for text in ["2", "3/2", "2k+1", "k^2", "2^k-1", "k-5", "max(k,5)", "1,3,3", "k+sqrt(k)"] {
            assert!(bound(text).is_rising(), "{text}");
        }
        for text in ["3-k", "k*(k-9)", "k/(k+1)", "1,3,2", "5-2k+k^2", "0^k"] {
            assert!(!bound(text).is_rising(), "{text}");
        }
    }

    #[test]
    fn faults_have_a_place() {
        for (text, part) in [
            ("", "column 1: expected a number"),
            ("2k+", "column 4: expected a number"),
            ("(k", "column 3: expected `)`"),
            ("max(k)", "column 6: expected `,`"),
            ("k k", "column 3: expected an operator"),
            ("5+1", "expected how many may be taken"),
            ("3/0", "expected how many may be taken"),
            ("1,,2", "expected a number"),
            ("99999999999999999999", "expected a number up to"),
            ("y", "found `y`"),
        ] {
            let error = Bound::read(text).expect_err(text).to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        for text in ["(", "k^", "k+", "max(k,"] {
            assert!(Bound::read(&text.repeat(500)).is_err());
        }
        assert!(Bound::read(&format!("{}k", "k+".repeat(900))).is_err());
        assert!(Bound::read(&"k".repeat(4001)).is_err());
        for text in ["1/(k-2)", "sqrt(1-k)", "2^(k-3)", "2^k^k^k", "((k^60)^60)^60"] {
            let bound = Bound::read(text).unwrap();
            let errors = (1..40).filter(|&taken| bound.after(taken).is_err()).count();
            assert!(errors > 0, "{text}");
        }
        assert_eq!(Bound::read("1^k^9").unwrap().after(u64::MAX).unwrap(), 1);
    }
}
