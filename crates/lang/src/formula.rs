//! Functions of numbers as formulas for the rules of games.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::Signed;
use upstar_engine::formula::{Formula, Function as Call, Letters, Operator, Relation as Compared};

use crate::ast::{Binary, Callee, NodeId, NodeKind, Prefix, Program};
use crate::calculator::Calculator;
use crate::fail::{Fail, Result};
use crate::lexer::Relation;
use crate::methods;
use crate::value::{Function, Value};

/// The most numbers and operations of a formula.
const MOST: usize = 2000;

/// A formula and the kind of its values.
pub(crate) type Made = Result<(Formula, Of)>;

/// What a formula is made of. Rules of games may calculate with truths, 1 and 0; the worksheet does
/// not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    Numbers,
    Truths,
    /// Truths that are taken for numbers, or the other way round.
    Both,
}

impl Of {
    fn among(self, other: Of) -> Of {
        if self == other { self } else { Of::Both }
    }
}

impl Calculator<'_> {
    /// The formula of a function: numbers, its arguments, names of numbers, and operations that have
    /// formulas.
    pub(crate) fn formula(&mut self, function: &Function, letters: Letters) -> Result<Formula> {
        let lambda = function.lambda();
        if lambda.parameters.len() != letters.len() {
            let (wanted, found) = (letters.len(), lambda.parameters.len());
            let s = if wanted == 1 { "" } else { "s" };
            let names: Vec<String> = letters.iter().map(|names| names[0].to_string()).collect();
            return Err(Fail::mismatch(format!(
                "this game takes a function of {wanted} number{s}, found one of {found}"
            ))
            .with_help(format!("as in ({}) -> ...", names.join(","))));
        }
        let names: Vec<Arc<str>> =
            lambda.parameters.iter().map(|parameter| parameter.name.clone()).collect();
        let mut made = self.formulas(&lambda.body, &names, function)?;
        made.pop().unwrap_or_else(|| Err(no_formula())).map(|(formula, _)| formula)
    }

    /// The formulas of the nodes of an expression in these names, the innermost last; where a node
    /// is a part of a formula, a failure.
    pub(crate) fn formulas(
        &mut self,
        program: &Program,
        names: &[Arc<str>],
        function: &Function,
    ) -> Result<Vec<Made>> {
        let mut made: Vec<Made> = Vec::with_capacity(program.nodes.len());
        for node in &program.nodes {
            self.tick(1)?;
            let formula = self.node_formula(&node.kind, &mut made, names, function);
            let formula = match formula {
                Ok((formula, _)) if formula.size() > MOST => {
                    Err(Fail::Limit(format!("a formula has at most {MOST} operations")))
                }
                formula => formula,
            };
            made.push(formula);
        }
        Ok(made)
    }

    fn node_formula(
        &mut self,
        node: &NodeKind,
        made: &mut [Made],
        names: &[Arc<str>],
        function: &Function,
    ) -> Made {
        // Every formula is a part of one other.
        let mut of = |id: &NodeId| std::mem::replace(&mut made[*id as usize], Err(no_formula()));
        let number = |formula| Ok((formula, Of::Numbers));
        match node {
            NodeKind::Integer(constant) => number(integer(constant)?),
            NodeKind::Paren(inner) | NodeKind::Prefix(Prefix::Plus, inner) => of(inner),
            NodeKind::Name(name) => {
                number(match names.iter().rposition(|known| **known == **name) {
                    Some(index) => Formula::Letter(index),
                    None => self.number_in_formula(function, name)?,
                })
            }
            NodeKind::Prefix(Prefix::Minus, inner) => {
                let (formula, of) = of(inner)?;
                Ok((less(0, formula), of.among(Of::Numbers)))
            }
            NodeKind::Prefix(Prefix::Not, inner) => {
                let (formula, of) = of(inner)?;
                Ok((less(1, formula), of.among(Of::Truths)))
            }
            // Its ends are formulas of their own.
            NodeKind::Binary(Binary::Range, ..) => Err(no_formula()),
            NodeKind::Binary(operator, left, right) => {
                let ((left, a), (right, b)) = (of(left)?, of(right)?);
                let of = a.among(b);
                Ok(match operator {
                    // 1 is true, 0 is false.
                    Binary::Or => {
                        (Formula::Call(Call::Max, vec![left, right]), of.among(Of::Truths))
                    }
                    operator => {
                        let sign = in_formula(*operator).ok_or_else(no_formula)?;
                        let of = match operator {
                            Binary::And => of.among(Of::Truths),
                            Binary::Relation(_) if of == Of::Numbers => Of::Truths,
                            _ => of.among(Of::Numbers),
                        };
                        (Formula::binary(sign, left, right), of)
                    }
                })
            }
            NodeKind::Method { receiver, name, arguments, .. } => {
                let given = std::iter::once(receiver).chain(arguments).map(of).collect();
                call(name, given)
            }
            NodeKind::Call { callee: Callee::Name(name, _), arguments }
                if arguments.names.is_empty() =>
            {
                call(name, arguments.items.iter().map(of).collect())
            }
            _ => Err(no_formula()),
        }
    }

    /// A name in a formula that is no argument of the function.
    fn number_in_formula(&mut self, function: &Function, name: &str) -> Result<Formula> {
        match function.local(name).or_else(|| self.scope.variable(name)) {
            Some(Value::Number(number)) => number_formula(number),
            _ => Err(Fail::mismatch(format!(
                "`{name}` is not a number, so the formula of a game cannot use it"
            ))),
        }
    }
}

/// A rational number as a formula.
pub(crate) fn number_formula(number: &upstar_values::Rational) -> Result<Formula> {
    let top = integer(&number.numer())?;
    if number.is_integer() {
        return Ok(top);
    }
    Ok(Formula::binary(Operator::Divide, top, integer(&number.denom())?))
}

fn integer(number: &BigInt) -> Result<Formula> {
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

/// A function of formulas.
fn call(name: &str, given: Vec<Made>) -> Made {
    let given = given.into_iter().collect::<Result<Vec<_>>>()?;
    let numbers = given.iter().all(|(_, of)| *of == Of::Numbers);
    let given = given.into_iter().map(|(formula, _)| formula).collect();
    let formula = methods::formula(name, given).ok_or_else(no_formula)?;
    let of = match &formula {
        _ if !numbers => Of::Both,
        Formula::Binary(Operator::Relation(_), ..) => Of::Truths,
        _ => Of::Numbers,
    };
    Ok((formula, of))
}

fn no_formula() -> Fail {
    Fail::mismatch("this function is not a formula, so it defines no game").with_help(
        "a formula can contain whole numbers, + - * / % ^, relations, and, or, not, Floor, \
             Ceiling, Isqrt, Abs, Max, Min, IsEven, IsOdd",
    )
}
