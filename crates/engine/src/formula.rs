//! Formulas of whole numbers that rules of games are made with: `2k+1`, `(m+j)%2==0`.

mod linear;
mod read;
mod small;

use std::fmt;

use num_bigint::BigInt;
use num_traits::{One, Pow, ToPrimitive, Zero};
use upstar_values::Rational;

use crate::{Result, RuleError};
pub use small::SmallFormula;

/// What the numbers may be called that a formula is given, each by one letter; it is written with the
/// first.
pub type Letters = &'static [&'static [char]];

/// The longest formula, in bytes.
const LONGEST: usize = 4000;

/// How deep a formula may be nested.
const MOST_NESTED: usize = 40;

/// What may be taken is written with one letter, or the other.
pub const TAKEN: Letters = &[&['k', 'x']];

/// Whether that many may be taken: after `m` tokens `j` of them.
pub const NEXT: Letters = &[&['m'], &['j']];

/// The most bits of a number on the way to a value.
const MOST_BITS: u64 = 1 << 16;

/// A formula, evaluated exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// A whole number.
    Number(BigInt),
    /// A number that is given, by its place among those.
    Letter(usize),
    /// An operation.
    Binary(Operator, Box<Formula>, Box<Formula>),
    /// A function of these.
    Call(Function, Vec<Formula>),
}

/// An operation of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Operator {
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
#[allow(missing_docs)]
pub enum Relation {
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

    /// The relation that holds where this one does not.
    fn opposite(self) -> Relation {
        match self {
            Relation::Equal => Relation::NotEqual,
            Relation::NotEqual => Relation::Equal,
            Relation::LessOrEqual => Relation::Greater,
            Relation::GreaterOrEqual => Relation::Less,
            Relation::Less => Relation::GreaterOrEqual,
            Relation::Greater => Relation::LessOrEqual,
        }
    }

    /// Whether it holds between two numbers in this order.
    #[must_use]
    pub fn holds(self, order: std::cmp::Ordering) -> bool {
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

/// A function of one number, or of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Function {
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

    /// How many numbers it is of.
    #[must_use]
    pub fn arguments(self) -> usize {
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

impl Formula {
    /// Two formulas with an operator between.
    #[must_use]
    pub fn binary(operator: Operator, left: Formula, right: Formula) -> Formula {
        Formula::Binary(operator, Box::new(left), Box::new(right))
    }

    /// The quotient of two formulas, rounded towards 0.
    #[must_use]
    pub fn quotient(left: Formula, right: Formula) -> Formula {
        let remainder = Formula::binary(Operator::Remainder, left.clone(), right.clone());
        let whole = Formula::binary(Operator::Subtract, left, remainder);
        Formula::binary(Operator::Divide, whole, right)
    }

    /// Reads a formula in these letters.
    ///
    /// # Errors
    /// [`RuleError::Notation`], with the place of what is wrong; [`RuleError::TooLarge`].
    pub fn read(text: &str, letters: Letters, what: &str) -> Result<Formula> {
        if text.len() > LONGEST {
            return Err(too_large(what, text.len()));
        }
        read::Reader::read(text, letters)
    }

    /// The formula, if what is written of it can be read again.
    ///
    /// # Errors
    /// [`RuleError::TooLarge`].
    pub fn readable(self, letters: Letters, what: &str) -> Result<Formula> {
        if self.depth() > MOST_NESTED {
            let limit = format!("{MOST_NESTED} deep");
            return Err(RuleError::too_large(what, "nested deeper", limit));
        }
        match Written(&self, letters).to_string().len() {
            0..=LONGEST => Ok(self),
            bytes => Err(too_large(what, bytes)),
        }
    }

    /// The number of numbers and operations in it.
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Formula::Number(_) | Formula::Letter(_) => 1,
            Formula::Binary(_, left, right) => 1 + left.size() + right.size(),
            Formula::Call(_, arguments) => 1 + arguments.iter().map(Formula::size).sum::<usize>(),
        }
    }

    /// How many operations are within each other; at most about 40 are read.
    fn depth(&self) -> usize {
        match self {
            Formula::Number(_) | Formula::Letter(_) => 0,
            Formula::Binary(_, left, right) => 1 + left.depth().max(right.depth()),
            Formula::Call(_, arguments) => {
                1 + arguments.iter().map(Formula::depth).max().unwrap_or(0)
            }
        }
    }

    /// Whether it depends on a number that is given.
    #[must_use]
    pub fn has_letter(&self) -> bool {
        match self {
            Formula::Number(_) => false,
            Formula::Letter(_) => true,
            Formula::Binary(_, left, right) => left.has_letter() || right.has_letter(),
            Formula::Call(_, arguments) => arguments.iter().any(Formula::has_letter),
        }
    }

    /// The value for these numbers.
    ///
    /// # Errors
    /// [`RuleError::NotApplicable`] of a division by zero or the root of a negative number;
    /// [`RuleError::TooLarge`].
    pub fn value(&self, given: &[BigInt]) -> Result<Rational> {
        let no = |what: &str| {
            let given: Vec<String> = given.iter().map(ToString::to_string).collect();
            Err(RuleError::NotApplicable(format!(
                "the bound {} has no value after a move that took {}: {what}",
                Written(self, if given.len() == 2 { NEXT } else { TAKEN }),
                given.join(" and ")
            )))
        };
        let found = match self {
            Formula::Number(number) => number.clone().into(),
            Formula::Letter(place) => given.get(*place).cloned().unwrap_or_default().into(),
            Formula::Binary(operator, left, right) => {
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
                        Some(quotient) => &left - &(&right * &Rational::from(quotient.trunc())),
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
            Formula::Call(function, arguments) => {
                let values: Result<Vec<Rational>> =
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
    #[must_use]
    pub fn rises(&self) -> bool {
        match self {
            Formula::Number(_) | Formula::Letter(_) => true,
            Formula::Binary(operator, left, right) => {
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
                        matches!(&**left, Formula::Number(base) if !base.is_zero()) && right.rises()
                    }
                }
            }
            Formula::Call(_, arguments) => arguments.iter().all(Formula::rises),
        }
    }

    /// Whether it can be seen that the value is not negative.
    fn is_not_negative(&self) -> bool {
        match self {
            Formula::Number(_) | Formula::Letter(_) => true,
            Formula::Binary(Operator::Subtract | Operator::Remainder, ..) => false,
            Formula::Binary(_, left, right) => left.is_not_negative() && right.is_not_negative(),
            Formula::Call(Function::Max, arguments) => {
                arguments.iter().any(Formula::is_not_negative)
            }
            Formula::Call(_, arguments) => arguments.iter().all(Formula::is_not_negative),
        }
    }

    fn binds(&self) -> u8 {
        match self {
            Formula::Binary(operator, ..) => operator.binds(),
            _ => u8::MAX,
        }
    }
}

fn too_large(what: &str, bytes: usize) -> RuleError {
    RuleError::too_large(what, format!("{bytes} bytes"), format!("{LONGEST} bytes"))
}

fn too_long() -> RuleError {
    RuleError::too_large("the bound", "a number of more bits", format!("{MOST_BITS} bits"))
}

/// A formula as it is written with these letters.
#[derive(Debug)]
pub struct Written<'a>(pub &'a Formula, pub Letters);

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Written(term, letters) = *self;
        match term {
            Formula::Number(number) => write!(f, "{number}"),
            Formula::Letter(place) => {
                write!(f, "{}", letters.get(*place).and_then(|names| names.first()).unwrap_or(&'k'))
            }
            Formula::Call(function, arguments) => {
                let arguments: Vec<String> =
                    arguments.iter().map(|term| Written(term, letters).to_string()).collect();
                write!(f, "{}({})", function.name(), arguments.join(","))
            }
            Formula::Binary(operator, left, right) => {
                let part = |term: &Formula, least: u8| {
                    let text = Written(term, letters);
                    if term.binds() < least { format!("({text})") } else { text.to_string() }
                };
                let binds = operator.binds();
                // Powers group to the right, all others to the left.
                let power = u8::from(*operator == Operator::Power);
                let (left_text, right_text) =
                    (part(left, binds + power), part(right, binds + 1 - power));
                if *operator == Operator::Multiply
                    && matches!(**left, Formula::Number(_))
                    && **right == Formula::Letter(0)
                    && letters.len() == 1
                {
                    return write!(f, "{left_text}{right_text}");
                }
                write!(f, "{left_text}{}{right_text}", operator.sign())
            }
        }
    }
}
