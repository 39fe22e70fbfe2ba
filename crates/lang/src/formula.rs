//! Functions of numbers as formulas for the rules of games.

use num_bigint::BigInt;
use num_traits::Signed;
use upstar_engine::formula::{Formula, Function as Call, Letters, Operator, Relation as Compared};

use crate::ast::{Binary, Callee, NodeId, NodeKind, Prefix};
use crate::calculator::Calculator;
use crate::fail::Fail;
use crate::lexer::Relation;
use crate::methods;
use crate::value::{Function, Value};

/// The most numbers and operations of a formula.
const MOST: usize = 2000;

impl Calculator<'_> {
    /// The formula of a function: numbers, its arguments, names of numbers, and operations that have
    /// formulas.
    pub(crate) fn formula(
        &mut self,
        function: &Function,
        letters: Letters,
    ) -> Result<Formula, Fail> {
        let lambda = function.lambda();
        if lambda.parameters.len() != letters.len() {
            let (wanted, found) = (letters.len(), lambda.parameters.len());
            let s = if wanted == 1 { "" } else { "s" };
            let names: Vec<String> = letters.iter().map(|names| names[0].to_string()).collect();
            return Err(Fail::Mismatch(
                format!("this game takes a function of {wanted} number{s}, found one of {found}"),
                Some(format!("as in ({}) -> ...", names.join(","))),
            ));
        }
        let mut made: Vec<Option<Formula>> = Vec::with_capacity(lambda.body.nodes.len());
        for node in &lambda.body.nodes {
            self.tick(1)?;
            // Every formula is a part of one other.
            let mut of = |id: &NodeId| made[*id as usize].take().ok_or_else(no_formula);
            let formula = match &node.kind {
                NodeKind::Integer(number) => integer(number)?,
                NodeKind::Paren(inner) | NodeKind::Prefix(Prefix::Plus, inner) => of(inner)?,
                NodeKind::Name(name) => {
                    match lambda.parameters.iter().position(|known| *known.name == **name) {
                        Some(index) => Formula::Letter(index),
                        None => self.number_in_formula(function, name)?,
                    }
                }
                NodeKind::Prefix(Prefix::Minus, inner) => less(0, of(inner)?),
                NodeKind::Prefix(Prefix::Not, inner) => less(1, of(inner)?),
                // 1 is true, 0 is false.
                NodeKind::Binary(Binary::Or, left, right) => {
                    Formula::Call(Call::Max, vec![of(left)?, of(right)?])
                }
                NodeKind::Binary(operator, left, right) => {
                    let operator = in_formula(*operator).ok_or_else(no_formula)?;
                    Formula::binary(operator, of(left)?, of(right)?)
                }
                NodeKind::Method { receiver, name, arguments, .. } => {
                    let given = std::iter::once(receiver).chain(arguments).map(of);
                    methods::formula(name, given.collect::<Result<_, _>>()?)
                        .ok_or_else(no_formula)?
                }
                NodeKind::Call { callee: Callee::Name(name, _), arguments }
                    if arguments.names.is_empty() =>
                {
                    let given = arguments.items.iter().map(of).collect::<Result<_, _>>()?;
                    methods::formula(name, given).ok_or_else(no_formula)?
                }
                _ => return Err(no_formula()),
            };
            if formula.size() > MOST {
                return Err(Fail::Limit(format!("a formula has at most {MOST} operations")));
            }
            made.push(Some(formula));
        }
        made.pop().flatten().ok_or_else(no_formula)
    }

    /// A name in a formula that is no argument of the function.
    fn number_in_formula(&mut self, function: &Function, name: &str) -> Result<Formula, Fail> {
        match function.local(name).or_else(|| self.scope.variable(name)) {
            Some(Value::Number(number)) => number_formula(number),
            _ => Err(Fail::Mismatch(
                format!("`{name}` is not a number, so the formula of a game cannot use it"),
                None,
            )),
        }
    }
}

/// A rational number as a formula.
pub(crate) fn number_formula(number: &upstar_values::Rational) -> Result<Formula, Fail> {
    let top = integer(&number.numer())?;
    if number.is_integer() {
        return Ok(top);
    }
    Ok(Formula::binary(Operator::Divide, top, integer(&number.denom())?))
}

fn integer(number: &BigInt) -> Result<Formula, Fail> {
    if number.magnitude().bits() > 64 {
        return Err(Fail::Limit(format!("a formula has numbers up to {}", u64::MAX)));
    }
    let size = Formula::Number(number.abs());
    Ok(if number.is_negative() { less(0, size) } else { size })
}

/// `number - formula`.
pub(crate) fn less(number: u32, formula: Formula) -> Formula {
    Formula::binary(Operator::Subtract, Formula::Number(number.into()), formula)
}

/// `formula % 2 == rest`.
pub(crate) fn halved(formula: Formula, rest: u32) -> Formula {
    let two = Formula::Number(2.into());
    let left = Formula::binary(Operator::Remainder, formula, two);
    Formula::binary(Operator::Relation(Compared::Equal), left, Formula::Number(rest.into()))
}

fn in_formula(operator: Binary) -> Option<Operator> {
    Some(match operator {
        Binary::Add => Operator::Add,
        Binary::Subtract => Operator::Subtract,
        // 1 is true, 0 is false.
        Binary::Multiply | Binary::And => Operator::Multiply,
        Binary::Divide => Operator::Divide,
        Binary::Remainder => Operator::Remainder,
        Binary::Power => Operator::Power,
        Binary::Relation(relation) => Operator::Relation(match relation {
            Relation::Equal => Compared::Equal,
            Relation::NotEqual => Compared::NotEqual,
            Relation::LessOrEqual => Compared::LessOrEqual,
            Relation::GreaterOrEqual => Compared::GreaterOrEqual,
            Relation::Less => Compared::Less,
            Relation::Greater => Compared::Greater,
            _ => return None,
        }),
        _ => return None,
    })
}

fn no_formula() -> Fail {
    Fail::Mismatch(
        "this function is not a formula, so it defines no game".to_owned(),
        Some(
            "a formula can contain whole numbers, + - * / % ^, relations, and, or, not, Floor, \
             Ceiling, Isqrt, Abs, Max, Min, IsEven, IsOdd"
                .to_owned(),
        ),
    )
}
