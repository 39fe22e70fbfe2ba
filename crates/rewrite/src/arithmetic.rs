//! Whole numbers in the rules of games on heaps.

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::Zero;

use super::cursor::Cursor;
use super::heaps::{Names, name};
use upstar_engine::Result;
use upstar_engine::formula::{Formula, Function, Operator, Relation};

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
    /// What that division leaves, with the sign of the divisor: `q*n + r = m`.
    Remainder,
    /// By an exponent from 0 on.
    Power,
    /// The square root of the first number, rounded down; the second is 2.
    Root,
}

/// The most bits of a power.
const MOST_BITS: u64 = 4096;

/// An exponent; `None` if it is negative or the power has more than [`MOST_BITS`]. Powers of 0, 1
/// and -1 are those of small exponents.
fn exponent(base: &BigInt, exponent: &BigInt) -> Option<u32> {
    let bits = base.bits();
    if bits <= 1 && *exponent > BigInt::from(2) {
        return Some(if exponent.is_odd() { 1 } else { 2 });
    }
    u32::try_from(exponent).ok().filter(|&exponent| u64::from(exponent) * bits <= MOST_BITS)
}

/// `=`, `!=` and so on.
pub(super) fn relation(cursor: &mut Cursor<'_>) -> Result<Relation> {
    let signs = [
        ("!=", Relation::NotEqual),
        ("<=", Relation::LessOrEqual),
        (">=", Relation::GreaterOrEqual),
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
pub(super) fn terms<'t>(cursor: &mut Cursor<'t>, names: &mut Names<'t>) -> Result<Vec<Expression>> {
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
pub(super) fn expression<'t>(cursor: &mut Cursor<'t>, names: &mut Names<'t>) -> Result<Expression> {
    sum(cursor, names, &mut 0, true)
}

fn sum<'t>(
    cursor: &mut Cursor<'t>,
    names: &mut Names<'t>,
    work: &mut usize,
    plus: bool,
) -> Result<Expression> {
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
) -> Result<Expression> {
    let mut left = power(cursor, names, work)?;
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
        let right = power(cursor, names, work)?;
        left = Expression::binary(operation, left, right);
    }
}

fn power<'t>(
    cursor: &mut Cursor<'t>,
    names: &mut Names<'t>,
    work: &mut usize,
) -> Result<Expression> {
    if !cursor.rest().starts_with("->") && cursor.sign("-") {
        return Ok(power(cursor, names, work)?.negative());
    }
    let base = operand(cursor, names, work)?;
    if !cursor.sign("^") {
        return Ok(base);
    }
    Ok(Expression::binary(Operation::Power, base, power(cursor, names, work)?))
}

fn operand<'t>(
    cursor: &mut Cursor<'t>,
    names: &mut Names<'t>,
    work: &mut usize,
) -> Result<Expression> {
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
    if name == "sqrt" && cursor.rest().starts_with('(') {
        let two = Expression::Constant(2);
        return Ok(Expression::binary(Operation::Root, operand(cursor, names, work)?, two));
    }
    Ok(Expression::Number(names.number(cursor, name, place)?))
}

impl Expression {
    fn binary(operation: Operation, a: Expression, b: Expression) -> Expression {
        Expression::Binary(operation, Box::new((a, b)))
    }

    fn negative(self) -> Expression {
        match self {
            // Constants have at most 32 bits.
            Expression::Constant(value) => Expression::Constant(-value),
            other => Expression::binary(Operation::Subtract, Expression::Constant(0), other),
        }
    }

    /// The heap.
    pub(super) fn heap() -> Expression {
        Expression::Number(0)
    }

    pub(super) fn sum(parts: impl Iterator<Item = Expression>) -> Expression {
        let all = parts.reduce(|a, b| Expression::binary(Operation::Add, a, b));
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

    /// The value, given the numbers; `None` if something is divided by 0, a number has a negative
    /// exponent, a root of a negative number is taken, or a power has more than [`MOST_BITS`].
    pub(super) fn exact(&self, numbers: &[i128]) -> Option<BigInt> {
        let (operation, both) = match self {
            Expression::Constant(value) => return Some(BigInt::from(*value)),
            // Numbers are in the order in which they are known.
            Expression::Number(number) => return numbers.get(*number).copied().map(BigInt::from),
            Expression::Binary(operation, both) => (operation, both),
        };
        let (a, b) = (both.0.exact(numbers)?, both.1.exact(numbers)?);
        Some(match operation {
            Operation::Add => a + b,
            Operation::Subtract => a - b,
            Operation::Multiply => a * b,
            Operation::Power => a.pow(exponent(&a, &b)?),
            Operation::Root if a.sign() == Sign::Minus => return None,
            Operation::Root => a.sqrt(),
            _ if b.is_zero() => return None,
            Operation::Divide => a.div_floor(&b),
            Operation::Remainder => a.mod_floor(&b),
        })
    }

    /// The same as a formula.
    pub(super) fn formula(&self) -> Formula {
        let (operation, both) = match self {
            Expression::Number(number) => return Formula::Letter(*number),
            Expression::Constant(value) => return Formula::Number((*value).into()),
            Expression::Binary(operation, both) => (operation, both),
        };
        let (a, b) = (both.0.formula(), both.1.formula());
        let operator = match operation {
            Operation::Add => Operator::Add,
            Operation::Subtract => Operator::Subtract,
            Operation::Multiply => Operator::Multiply,
            Operation::Power => Operator::Power,
            Operation::Root => return Formula::Call(Function::Sqrt, vec![a]),
            Operation::Divide => {
                let quotient = Formula::binary(Operator::Divide, a, b);
                return Formula::Call(Function::Floor, vec![quotient]);
            }
            // That of a formula has the sign of what is divided.
            Operation::Remainder => {
                let left = Formula::binary(Operator::Remainder, a, b.clone());
                let left = Formula::binary(Operator::Add, left, b.clone());
                return Formula::binary(Operator::Remainder, left, b);
            }
        };
        Formula::binary(operator, a, b)
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
    use num_traits::Signed;
    use proptest::prelude::*;

    use super::super::term::{Given, Term};
    use super::*;

    const OPERATIONS: [Operation; 7] = [
        Operation::Add,
        Operation::Subtract,
        Operation::Multiply,
        Operation::Divide,
        Operation::Remainder,
        Operation::Power,
        Operation::Root,
    ];

    /// The quotient by counting: how often the one number fits into the other, and the sign. Below 0
    /// it is one less where something is left.
    fn quotient(a: &BigInt, b: &BigInt) -> BigInt {
        let (most, part) = (a.abs(), b.abs());
        let mut times = BigInt::zero();
        for bit in (0..most.bits() + 1).rev() {
            let more = &times + (BigInt::from(1) << bit);
            if &more * &part <= most {
                times = more;
            }
        }
        match a.is_negative() == b.is_negative() {
            true => times,
            false if &times * &part == most => -times,
            false => -times - 1,
        }
    }

    /// A product of equal factors, if it is no longer than a power may be.
    fn power_by_definition(base: &BigInt, exponent: &BigInt) -> Option<BigInt> {
        if exponent.is_negative() {
            return None;
        }
        if base.abs() <= BigInt::from(1) {
            let odd = exponent % 2 == BigInt::from(1);
            let even = if exponent.is_zero() { BigInt::from(1) } else { base * base };
            return Some(if odd { base.clone() } else { even });
        }
        let factors = u64::try_from(exponent).ok()?;
        factors.checked_mul(base.bits()).filter(|&bits| bits <= MOST_BITS)?;
        Some((0..factors).fold(BigInt::from(1), |power, _| power * base))
    }

    /// The largest number whose square is not above a number.
    fn root_by_definition(number: &BigInt) -> Option<BigInt> {
        if number.is_negative() {
            return None;
        }
        let mut root = BigInt::zero();
        for bit in (0..number.bits() / 2 + 1).rev() {
            let more = &root + (BigInt::from(1) << bit);
            if &more * &more <= *number {
                root = more;
            }
        }
        Some(root)
    }

    /// The value by definition, with numbers of any size; `None` if something is divided by 0.
    fn plain(expression: &Expression, numbers: &[i128]) -> Option<BigInt> {
        Some(match expression {
            Expression::Constant(value) => BigInt::from(*value),
            Expression::Number(number) => BigInt::from(numbers[*number]),
            Expression::Binary(operation, both) => {
                let (a, b) = (plain(&both.0, numbers)?, plain(&both.1, numbers)?);
                match operation {
                    Operation::Add => a + b,
                    Operation::Subtract => a - b,
                    Operation::Multiply => a * b,
                    Operation::Power => power_by_definition(&a, &b)?,
                    Operation::Root => root_by_definition(&a)?,
                    _ if b.is_zero() => return None,
                    Operation::Divide => quotient(&a, &b),
                    Operation::Remainder => &a - quotient(&a, &b) * &b,
                }
            }
        })
    }

    fn expressions() -> impl Strategy<Value = Expression> {
        let leaf = prop_oneof![
            (-5..6_i128).prop_map(Expression::Constant),
            (0..3_usize).prop_map(Expression::Number),
        ];
        leaf.prop_recursive(4, 24, 2, |inner| {
            (0..7_usize, inner.clone(), inner).prop_map(|(at, a, b)| match OPERATIONS[at] {
                Operation::Root => Expression::binary(Operation::Root, a, Expression::Constant(2)),
                operation => Expression::binary(operation, a, b),
            })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None,
            rng_seed: proptest::test_runner::RngSeed::Fixed(1), ..ProptestConfig::default() })]

        #[test]
        fn values_are_those_by_definition(
            expression in expressions(),
            numbers in prop::collection::vec(
                prop_oneof![
                    5 => -20..20_i128,
                    1 => Just(i128::MIN),
                    1 => Just(i128::MAX),
                    1 => Just(i128::from(i64::MIN)),
                    1 => Just(i128::from(i64::MAX)),
                ], 3),
        ) {
            let expected = plain(&expression, &numbers);
            prop_assert_eq!(&expression.exact(&numbers), &expected);
            let mut given = Given::default();
            numbers.iter().for_each(|&number| given.push(number));
            let [term, heap] = [expression.clone(), Expression::heap()].map(Term::from);
            let near = expected.as_ref().map(|value| {
                value.clamp(&i128::MIN.into(), &i128::MAX.into()).clone()
            });
            prop_assert_eq!(term.nearest(&given).map(BigInt::from), near);
            let order = expected.as_ref().map(|value| value.cmp(&numbers[0].into()));
            prop_assert_eq!(term.compare(&heap, &given), order);
            let value = expected.and_then(|value| i128::try_from(value).ok());
            prop_assert_eq!(term.value(&given), value);
        }
    }
}
