//! How many may be taken after a move that took `k`, and whether that many may: expressions, and
//! tables of bounds.

mod read;

use std::fmt;

use num_bigint::BigInt;
use num_traits::{One, Pow, ToPrimitive, Zero};
use upstar_values::Rational;

use self::read::Reader;
use crate::RuleError;
use crate::games::numbers::{joined, numbers};

/// What may be taken is written with one letter, or the other.
const TAKEN: &[&[char]] = &[&['k', 'x']];

/// Whether that many may be taken: after `m` tokens `j` of them.
const NEXT: &[&[char]] = &[&['m'], &['j']];

/// The longest expression, in bytes.
const LONGEST: usize = 4000;

/// The most bits of a number on the way to a bound.
const MOST_BITS: u64 = 1 << 16;

/// What may be taken after a move that took `k`: an expression in `k`, evaluated exactly and
/// rounded down at the end, or a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Expression(Term),
    /// The bounds after 1, 2, ... were taken; the last one holds from there on.
    Table(Vec<u64>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Term {
    Number(BigInt),
    /// A number that is given, by its place among those.
    Letter(usize),
    Binary(Operator, Box<Term>, Box<Term>),
    Call(Function, Vec<Term>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
    Relation(Relation),
}

/// 1 where it holds, else 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Equal,
    NotEqual,
    LessOrEqual,
    GreaterOrEqual,
    Less,
    Greater,
}

impl Relation {
    /// The longer ones before those they begin with.
    const ALL: [(&'static str, Relation); 6] = [
        ("==", Relation::Equal),
        ("!=", Relation::NotEqual),
        ("<=", Relation::LessOrEqual),
        (">=", Relation::GreaterOrEqual),
        ("<", Relation::Less),
        (">", Relation::Greater),
    ];

    fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Relation::Equal => order.is_eq(),
            Relation::NotEqual => order.is_ne(),
            Relation::LessOrEqual => order.is_le(),
            Relation::GreaterOrEqual => order.is_ge(),
            Relation::Less => order.is_lt(),
            Relation::Greater => order.is_gt(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Floor,
    Ceil,
    Sqrt,
    Min,
    Max,
}

impl Function {
    const ALL: [(&'static str, Function); 5] = [
        ("floor", Function::Floor),
        ("ceil", Function::Ceil),
        ("sqrt", Function::Sqrt),
        ("min", Function::Min),
        ("max", Function::Max),
    ];

    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, function)| *function == self).map_or("", |(name, _)| name)
    }

    fn arguments(self) -> usize {
        if matches!(self, Function::Min | Function::Max) { 2 } else { 1 }
    }
}

impl Operator {
    fn sign(self) -> &'static str {
        match self {
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::Remainder => "%",
            Operator::Power => "^",
            Operator::Relation(relation) => {
                Relation::ALL.iter().find(|(_, known)| *known == relation).map_or("", |row| row.0)
            }
        }
    }

    /// How tightly it binds.
    fn binds(self) -> u8 {
        match self {
            Operator::Relation(_) => 1,
            Operator::Add | Operator::Subtract => 2,
            Operator::Multiply | Operator::Divide | Operator::Remainder => 3,
            Operator::Power => 4,
        }
    }
}

impl Bound {
    /// `k` times a whole number.
    pub(super) fn times(number: u32) -> Bound {
        let number = Box::new(Term::Number(number.into()));
        Bound::Expression(Term::Binary(Operator::Multiply, number, Box::new(Term::Letter(0))))
    }

    /// Reads an expression in `k` (or `x`): `2k+1`, `k^2`, `floor(3k/2)+1`, `max(k,5)`; without
    /// the letter a fraction, which is meant times `k`; or a table `1,3,4`.
    pub(super) fn read(text: &str) -> Result<Bound, RuleError> {
        if text.len() > LONGEST {
            return Err(RuleError::too_large(
                "the bound",
                format!("{} bytes", text.len()),
                format!("{LONGEST} bytes"),
            ));
        }
        let list = text.bytes().all(|b| b.is_ascii_digit() || b == b',' || b == b' ');
        if list && text.contains(',') {
            return Ok(Bound::Table(numbers(text, None)?));
        }
        let term = Reader::read(text, TAKEN)?;
        if term.has_letter() {
            return Ok(Bound::Expression(term));
        }
        let fraction = match &term {
            Term::Number(_) => true,
            Term::Binary(Operator::Divide, over, under) => {
                matches!((&**over, &**under), (Term::Number(_), Term::Number(n)) if !n.is_zero())
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
        let taken = Box::new(Term::Letter(0));
        let term = match term {
            // 3/2 is 3k/2.
            Term::Binary(_, over, under) => {
                let product = Term::Binary(Operator::Multiply, over, taken);
                Term::Binary(Operator::Divide, Box::new(product), under)
            }
            number => Term::Binary(Operator::Multiply, Box::new(number), taken),
        };
        Ok(Bound::Expression(term))
    }

    /// How many may be taken after a move that took `taken`, `u64::MAX` for more than that.
    ///
    /// # Errors
    /// A division by zero, the root of a negative number, or a number too large.
    pub(super) fn after(&self, taken: u64) -> Result<u64, RuleError> {
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

    /// Whether the bound never falls when more is taken. False may mean: not seen.
    pub(super) fn is_rising(&self) -> bool {
        match self {
            Bound::Table(bounds) => bounds.is_sorted(),
            Bound::Expression(term) => term.rises(),
        }
    }
}

/// Whether `j` tokens may be taken after a move that took `m`: an expression that is not 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Condition(Term);

impl Condition {
    /// Reads an expression in `m` and `j`: `j>=m`, `(m+j)%2==0`.
    pub(super) fn read(text: &str) -> Result<Condition, RuleError> {
        if text.len() > LONGEST {
            return Err(RuleError::too_large(
                "the condition",
                format!("{} bytes", text.len()),
                format!("{LONGEST} bytes"),
            ));
        }
        Ok(Condition(Reader::read(text, NEXT)?))
    }

    /// Whether `next` may be taken after `last`.
    ///
    /// # Errors
    /// As [`Bound::after`].
    pub(super) fn holds(&self, last: u64, next: u64) -> Result<bool, RuleError> {
        Ok(self.0.value(&[last.into(), next.into()])?.signum() != 0)
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Written(&self.0, NEXT.len()))
    }
}

impl Bound {
    /// Whether it is an expression with a letter in it.
    pub(super) fn is_written_with_letters(text: &str) -> bool {
        text.contains(|c| TAKEN.iter().any(|names| names.contains(&c)))
    }
}

impl Term {
    fn has_letter(&self) -> bool {
        match self {
            Term::Number(_) => false,
            Term::Letter(_) => true,
            Term::Binary(_, left, right) => left.has_letter() || right.has_letter(),
            Term::Call(_, arguments) => arguments.iter().any(Term::has_letter),
        }
    }

    fn value(&self, given: &[BigInt]) -> Result<Rational, RuleError> {
        let no = |what: &str| {
            let given: Vec<String> = given.iter().map(ToString::to_string).collect();
            Err(RuleError::NotApplicable(format!(
                "the bound {} has no value after a move that took {}: {what}",
                Written(self, given.len()),
                given.join(" and ")
            )))
        };
        let found = match self {
            Term::Number(number) => number.clone().into(),
            Term::Letter(place) => given.get(*place).cloned().unwrap_or_default().into(),
            Term::Binary(operator, left, right) => {
                let (left, right) = (left.value(given)?, right.value(given)?);
                match operator {
                    Operator::Add => &left + &right,
                    Operator::Subtract => &left - &right,
                    Operator::Multiply => &left * &right,
                    Operator::Divide => match left.checked_div(&right) {
                        Some(quotient) => quotient,
                        None => return no("it divides by zero"),
                    },
                    Operator::Remainder => match left.checked_div(&right) {
                        Some(quotient) => &left - &(&right * &Rational::from(quotient.floor())),
                        None => return no("it divides by zero"),
                    },
                    Operator::Relation(relation) => {
                        i64::from(relation.holds(left.cmp(&right))).into()
                    }
                    Operator::Power => {
                        if !right.is_integer() || right.signum() < 0 {
                            return no("an exponent is no whole number from 0 on");
                        }
                        let bits = left.numer().bits().max(left.denom().bits());
                        let small = left.numer().bits() <= 1 && left.denom().is_one();
                        let exponent = right.numer();
                        let exponent = match exponent.to_u32() {
                            Some(exponent) if u64::from(exponent) * bits <= MOST_BITS => exponent,
                            // 0, 1 and -1 to any power.
                            _ if small => u32::from(exponent.bit(0)) + 2,
                            _ => return Err(too_long()),
                        };
                        let (over, under) = (left.numer(), left.denom());
                        Rational::new(over.pow(exponent), under.pow(exponent)).unwrap_or_default()
                    }
                }
            }
            Term::Call(function, arguments) => {
                let values: Result<Vec<Rational>, RuleError> =
                    arguments.iter().map(|argument| argument.value(given)).collect();
                let values = values?;
                let Some(first) = values.first() else { return no("an argument is missing") };
                match function {
                    Function::Floor => first.floor().into(),
                    Function::Ceil => (-(-first).floor()).into(),
                    Function::Sqrt if first.signum() < 0 => return no("it has a negative root"),
                    // The whole part of the root is that of the root of the whole part.
                    Function::Sqrt => first.floor().sqrt().into(),
                    Function::Min => values.into_iter().min().unwrap_or_default(),
                    Function::Max => values.into_iter().max().unwrap_or_default(),
                }
            }
        };
        if found.numer().bits().max(found.denom().bits()) > MOST_BITS {
            return Err(too_long());
        }
        Ok(found)
    }

    /// Whether it can be seen that the value never falls when `k` >= 1 grows.
    fn rises(&self) -> bool {
        match self {
            Term::Number(_) | Term::Letter(_) => true,
            Term::Binary(operator, left, right) => {
                let constant = !right.has_letter();
                match operator {
                    Operator::Add => left.rises() && right.rises(),
                    Operator::Subtract => left.rises() && constant,
                    Operator::Multiply => {
                        left.rises()
                            && right.rises()
                            && left.is_not_negative()
                            && right.is_not_negative()
                    }
                    Operator::Remainder | Operator::Relation(_) => false,
                    Operator::Divide => left.rises() && constant && right.is_not_negative(),
                    Operator::Power if constant => left.rises() && left.is_not_negative(),
                    // 2^k: the base is a whole number, and so at least 1 if it is not 0.
                    Operator::Power => {
                        matches!(&**left, Term::Number(base) if !base.is_zero()) && right.rises()
                    }
                }
            }
            Term::Call(_, arguments) => arguments.iter().all(Term::rises),
        }
    }

    /// Whether it can be seen that the value is not negative.
    fn is_not_negative(&self) -> bool {
        match self {
            Term::Number(_) | Term::Letter(_) => true,
            Term::Binary(Operator::Subtract | Operator::Remainder, ..) => false,
            Term::Binary(_, left, right) => left.is_not_negative() && right.is_not_negative(),
            Term::Call(Function::Max, arguments) => arguments.iter().any(Term::is_not_negative),
            Term::Call(_, arguments) => arguments.iter().all(Term::is_not_negative),
        }
    }

    fn binds(&self) -> u8 {
        match self {
            Term::Binary(operator, ..) => operator.binds(),
            _ => u8::MAX,
        }
    }
}

fn too_long() -> RuleError {
    RuleError::too_large("the bound", "a number of more bits", format!("{MOST_BITS} bits"))
}

/// What is written is read back as the same; `2k` and `3/2` are short for `2*k` and `3k/2`.
impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let term = match self {
            Bound::Table(bounds) => return f.write_str(&joined(bounds)),
            Bound::Expression(term) => term,
        };
        let times = |term: &Term| match term {
            Term::Binary(Operator::Multiply, number, taken) => match (&**number, &**taken) {
                (Term::Number(number), Term::Letter(0)) => Some(number.clone()),
                _ => None,
            },
            _ => None,
        };
        if let Some(number) = times(term) {
            return write!(f, "{number}");
        }
        if let Term::Binary(Operator::Divide, over, under) = term
            && let (Some(over), Term::Number(under)) = (times(over), &**under)
        {
            return write!(f, "{over}/{under}");
        }
        write!(f, "{}", Written(term, TAKEN.len()))
    }
}

/// A term of that many numbers.
struct Written<'a>(&'a Term, usize);

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Written(term, count) = *self;
        match term {
            Term::Number(number) => write!(f, "{number}"),
            Term::Letter(place) => {
                let letters = if count == NEXT.len() { NEXT } else { TAKEN };
                write!(f, "{}", letters.get(*place).and_then(|names| names.first()).unwrap_or(&'k'))
            }
            Term::Call(function, arguments) => {
                let arguments: Vec<String> =
                    arguments.iter().map(|term| Written(term, count).to_string()).collect();
                write!(f, "{}({})", function.name(), arguments.join(","))
            }
            Term::Binary(operator, left, right) => {
                let part = |term: &Term, least: u8| {
                    let text = Written(term, count);
                    if term.binds() < least { format!("({text})") } else { text.to_string() }
                };
                let binds = operator.binds();
                // Powers group to the right, all others to the left.
                let power = u8::from(*operator == Operator::Power);
                let (left_text, right_text) =
                    (part(left, binds + power), part(right, binds + 1 - power));
                if *operator == Operator::Multiply
                    && matches!(**left, Term::Number(_))
                    && **right == Term::Letter(0)
                    && count == TAKEN.len()
                {
                    return write!(f, "{left_text}{right_text}");
                }
                write!(f, "{left_text}{}{right_text}", operator.sign())
            }
        }
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
        assert!(Bound::read(&"k".repeat(LONGEST + 1)).is_err());
        for text in ["1/(k-2)", "sqrt(1-k)", "2^(k-3)", "2^k^k^k", "((k^60)^60)^60"] {
            let bound = Bound::read(text).unwrap();
            let errors = (1..40).filter(|&taken| bound.after(taken).is_err()).count();
            assert!(errors > 0, "{text}");
        }
        assert_eq!(Bound::read("1^k^9").unwrap().after(u64::MAX).unwrap(), 1);
    }
}
