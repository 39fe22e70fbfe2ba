//! Whole numbers in the rules of games on heaps.

use super::cursor::Cursor;
use super::heaps::{Names, name};
use upstar_engine::RuleError;

/// How deep expressions may be nested, and how many operations one may have.
const MOST_DEPTH: usize = 50;

/// An expression. Numbers are those of a rule: 0 is the heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expression {
    Constant(i128),
    Number(usize),
    Binary(Operation, Box<(Expression, Expression)>),
}

/// An operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Add,
    Subtract,
    Multiply,
    /// Rounded down.
    Divide,
    /// What is left when it is divided, from 0 on.
    Remainder,
}

/// A relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Relation {
    pub(super) fn holds(self, a: i128, b: i128) -> bool {
        match self {
            Relation::Equal => a == b,
            Relation::Unequal => a != b,
            Relation::Less => a < b,
            Relation::AtMost => a <= b,
            Relation::Greater => a > b,
            Relation::AtLeast => a >= b,
        }
    }
}

/// `=`, `!=` and so on.
pub(super) fn relation(cursor: &mut Cursor<'_>) -> Result<Relation, RuleError> {
    let signs = [
        ("!=", Relation::Unequal),
        ("<=", Relation::AtMost),
        (">=", Relation::AtLeast),
        ("==", Relation::Equal),
        ("=", Relation::Equal),
        ("<", Relation::Less),
        (">", Relation::Greater),
    ];
    let found = signs.into_iter().find(|(sign, _)| cursor.sign(sign));
    found
        .map(|(_, relation)| relation)
        .ok_or_else(|| cursor.expected("`=`, `!=`, `<`, `<=`, `>` or `>=`"))
}

/// Heaps with `+` between, each an expression without a `+` of its own outside of parentheses.
pub(super) fn terms<'t>(
    cursor: &mut Cursor<'t>,
    names: &mut Names<'t>,
) -> Result<Vec<Expression>, RuleError> {
    let mut parts = Vec::new();
    loop {
        let mut depth = 0;
        parts.push(sum(cursor, names, &mut depth, false)?);
        if !cursor.sign("+") {
            return Ok(parts);
        }
    }
}

/// An expression.
pub(super) fn expression<'t>(
    cursor: &mut Cursor<'t>,
    names: &mut Names<'t>,
) -> Result<Expression, RuleError> {
    sum(cursor, names, &mut 0, true)
}

fn sum<'t>(
    cursor: &mut Cursor<'t>,
    names: &mut Names<'t>,
    work: &mut usize,
    plus: bool,
) -> Result<Expression, RuleError> {
    let mut left = product(cursor, names, work)?;
    loop {
        let operation = if plus && cursor.sign("+") {
            Operation::Add
        } else if !cursor.rest().starts_with("->") && cursor.sign("-") {
            Operation::Subtract
        } else {
            return Ok(left);
        };
        let right = product(cursor, names, work)?;
        left = Expression::binary(operation, left, right);
    }
}

fn product<'t>(
    cursor: &mut Cursor<'t>,
    names: &mut Names<'t>,
    work: &mut usize,
) -> Result<Expression, RuleError> {
    let mut left = operand(cursor, names, work)?;
    loop {
        let operation = if cursor.sign("*") {
            Operation::Multiply
        } else if cursor.sign("/") {
            Operation::Divide
        } else if cursor.sign("%") {
            Operation::Remainder
        } else {
            return Ok(left);
        };
        let right = operand(cursor, names, work)?;
        left = Expression::binary(operation, left, right);
    }
}

fn operand<'t>(
    cursor: &mut Cursor<'t>,
    names: &mut Names<'t>,
    work: &mut usize,
) -> Result<Expression, RuleError> {
    *work += 1;
    if *work > MOST_DEPTH {
        return Err(cursor.expected(&format!("an expression of at most {MOST_DEPTH} numbers")));
    }
    if let Some(number) = cursor.number(u64::from(u32::MAX))? {
        return Ok(Expression::Constant(number.into()));
    }
    if cursor.sign("(") {
        let inner = sum(cursor, names, work, true)?;
        if !cursor.sign(")") {
            return Err(cursor.expected("`)`"));
        }
        return Ok(inner);
    }
    let Some((name, place)) = name(cursor) else {
        return Err(cursor.expected("a number, a name or `(`"));
    };
    Ok(Expression::Number(names.number(cursor, name, place)?))
}

/// The quotient rounded down, and the remainder, which has the sign of the divisor.
fn divided(a: i128, b: i128) -> Option<(i128, i128)> {
    let (quotient, remainder) = (a.checked_div(b)?, a.checked_rem(b)?);
    let down = remainder != 0 && (remainder < 0) != (b < 0);
    Some(if down { (quotient - 1, remainder + b) } else { (quotient, remainder) })
}

impl Expression {
    fn binary(operation: Operation, a: Expression, b: Expression) -> Expression {
        Expression::Binary(operation, Box::new((a, b)))
    }

    /// The heap.
    pub(super) fn heap() -> Expression {
        Expression::Number(0)
    }

    pub(super) fn sum(parts: &[Expression]) -> Expression {
        let all = parts.iter().cloned().reduce(|a, b| Expression::binary(Operation::Add, a, b));
        all.unwrap_or(Expression::Constant(0))
    }

    /// Whether it speaks of a number.
    pub(super) fn has(&self, number: usize) -> bool {
        match self {
            Expression::Constant(_) => false,
            Expression::Number(other) => *other == number,
            Expression::Binary(_, both) => both.0.has(number) || both.1.has(number),
        }
    }

    /// Whether it is a multiple of the number and something that does not speak of it.
    pub(super) fn is_linear_in(&self, number: usize) -> bool {
        match self {
            Expression::Constant(_) | Expression::Number(_) => true,
            Expression::Binary(Operation::Add | Operation::Subtract, both) => {
                both.0.is_linear_in(number) && both.1.is_linear_in(number)
            }
            Expression::Binary(Operation::Multiply, both) => {
                let (a, b) = (&both.0, &both.1);
                (a.is_linear_in(number) && !b.has(number))
                    || (b.is_linear_in(number) && !a.has(number))
            }
            Expression::Binary(..) => !self.has(number),
        }
    }

    /// The same with other numbers.
    pub(super) fn renamed(&self, place: &impl Fn(usize) -> usize) -> Expression {
        match self {
            Expression::Constant(value) => Expression::Constant(*value),
            Expression::Number(0) => Expression::Number(0),
            Expression::Number(number) => Expression::Number(place(*number)),
            Expression::Binary(operation, both) => {
                Expression::binary(*operation, both.0.renamed(place), both.1.renamed(place))
            }
        }
    }

    /// The value, given the numbers; `None` if it is beyond all bounds, or divided by 0. Quotients
    /// are rounded down, and `a = b * (a / b) + a % b`.
    pub(super) fn value(&self, numbers: &[i128]) -> Option<i128> {
        match self {
            Expression::Constant(value) => Some(*value),
            Expression::Number(number) => numbers.get(*number).copied(),
            Expression::Binary(operation, both) => {
                let (a, b) = (both.0.value(numbers)?, both.1.value(numbers)?);
                match operation {
                    Operation::Add => a.checked_add(b),
                    Operation::Subtract => a.checked_sub(b),
                    Operation::Multiply => a.checked_mul(b),
                    Operation::Divide => divided(a, b).map(|(quotient, _)| quotient),
                    Operation::Remainder => divided(a, b).map(|(_, remainder)| remainder),
                }
            }
        }
    }

    /// The coefficients of the numbers, and last what is added; `None` if it is not linear.
    pub(super) fn linear(&self, count: usize) -> Option<Vec<i128>> {
        let mut line = vec![0; count + 1];
        match self {
            Expression::Constant(value) => line[count] = *value,
            Expression::Number(number) => line[*number] = 1,
            Expression::Binary(operation, both) => {
                let (a, b) = (both.0.linear(count)?, both.1.linear(count)?);
                let constant = |line: &[i128]| line[..count].iter().all(|&c| c == 0);
                let (a, by) = match operation {
                    Operation::Add => (a, Err((b, 1))),
                    Operation::Subtract => (a, Err((b, -1))),
                    Operation::Multiply if constant(&b) => (a, Ok(b[count])),
                    Operation::Multiply if constant(&a) => (b, Ok(a[count])),
                    _ => return None,
                };
                for (index, to) in line.iter_mut().enumerate() {
                    *to = match &by {
                        Ok(by) => a[index].checked_mul(*by)?,
                        Err((b, sign)) => a[index].checked_add(b[index].checked_mul(*sign)?)?,
                    };
                }
            }
        }
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::divided;

    #[test]
    fn quotients_are_rounded_down_and_remainders_fit() {
        for a in -30_i128..=30 {
            assert_eq!(divided(a, 0), None);
            for b in (-7_i128..=7).filter(|&b| b != 0) {
                let (quotient, remainder) = divided(a, b).unwrap();
                assert_eq!(quotient * b + remainder, a, "{a}, {b}");
                let between = if b > 0 { 0..b } else { b + 1..1 };
                assert!(between.contains(&remainder), "{a}, {b}: {remainder}");
            }
        }
        assert_eq!(divided(i128::MIN, -1), None);
    }
}
