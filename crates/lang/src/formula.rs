//! Functions of numbers as formulas for the rules of games.

use num_traits::Signed;
use upstar_games::find_game;
use upstar_values::Rational;

use crate::ast::{Binary, Callee, NodeId, NodeKind, Prefix};
use crate::calculator::Calculator;
use crate::error::plain_name;
use crate::fail::Fail;
use crate::functions::Function;
use crate::lexer::Relation;
use crate::value::Value;

/// What the formula of a game calls its numbers.
pub(crate) type Letters = &'static [&'static str];

/// The letters of the formula that a game is made with, if it is made with one.
pub(crate) fn letters_of(name: &str) -> Option<Letters> {
    match find_game(name)?.name {
        "take_away" | "gen_wythoff" => Some(&["k"]),
        "gen_mem" => Some(&["m", "j"]),
        _ => None,
    }
}

/// The longest formula, in bytes.
const LONGEST: usize = 4000;

impl Calculator<'_> {
    /// The formula of a function: numbers, its arguments, names of numbers, and operations that have
    /// formulas.
    pub(crate) fn formula(
        &mut self,
        function: &Function,
        letters: Letters,
    ) -> Result<String, Fail> {
        let lambda = function.lambda();
        if lambda.parameters.len() != letters.len() {
            let (wanted, found) = (letters.len(), lambda.parameters.len());
            let s = if wanted == 1 { "" } else { "s" };
            return Err(Fail::Mismatch(
                format!("this game takes a function of {wanted} number{s}, found one of {found}"),
                Some(format!("as in ({}) -> ...", letters.join(","))),
            ));
        }
        let mut texts: Vec<String> = Vec::with_capacity(lambda.body.nodes.len());
        for node in &lambda.body.nodes {
            self.tick(1)?;
            let of = |id: &NodeId| texts[*id as usize].as_str();
            let text = match &node.kind {
                NodeKind::Integer(number) => number.to_string(),
                NodeKind::Paren(inner) => of(inner).to_owned(),
                NodeKind::Name(name) => {
                    match lambda.parameters.iter().position(|known| *known.name == **name) {
                        Some(index) => letters[index].to_owned(),
                        None => self.number_in_formula(function, name)?,
                    }
                }
                NodeKind::Prefix(Prefix::Minus, inner) => format!("(0-{})", of(inner)),
                NodeKind::Prefix(Prefix::Plus, inner) => of(inner).to_owned(),
                NodeKind::Prefix(Prefix::Not, inner) => format!("(1-{})", of(inner)),
                NodeKind::Binary(operator, left, right) => {
                    let (left, right) = (of(left), of(right));
                    match sign(*operator) {
                        Some(sign) => format!("({left}{sign}{right})"),
                        // 1 is true, 0 is false.
                        None if *operator == Binary::Or => format!("max({left},{right})"),
                        None => return Err(no_formula()),
                    }
                }
                NodeKind::Method { receiver, name, arguments, .. } => {
                    let arguments: Vec<&str> = arguments.iter().map(of).collect();
                    of_method(name, of(receiver), &arguments)?
                }
                NodeKind::Call { callee: Callee::Name(name, _), arguments } => {
                    let given: Vec<&str> = arguments.items.iter().map(of).collect();
                    match given.split_first() {
                        Some((first, rest)) if arguments.names.is_empty() => {
                            of_method(name, first, rest)?
                        }
                        _ => return Err(no_formula()),
                    }
                }
                _ => return Err(no_formula()),
            };
            if text.len() > LONGEST {
                return Err(Fail::Limit(format!("a formula has at most {LONGEST} bytes")));
            }
            texts.push(text);
        }
        texts.pop().ok_or_else(no_formula)
    }

    /// A name in a formula that is no argument of the function.
    fn number_in_formula(&mut self, function: &Function, name: &str) -> Result<String, Fail> {
        match function.local(name).or_else(|| self.scope.variables.get(name)) {
            Some(Value::Number(number)) if number.is_integer() && number.numer().is_negative() => {
                Ok(format!("(0-{})", -number.numer()))
            }
            Some(Value::Number(number)) if number.is_integer() => Ok(number.to_string()),
            Some(Value::Number(number)) => Ok(fraction(number)),
            _ => Err(Fail::Mismatch(
                format!("`{name}` is not a number, so the formula of a game cannot use it"),
                None,
            )),
        }
    }
}

fn fraction(number: &Rational) -> String {
    let (top, bottom) = (number.numer(), number.denom());
    if top.is_negative() { format!("((0-{})/{bottom})", -top) } else { format!("({top}/{bottom})") }
}

fn sign(operator: Binary) -> Option<&'static str> {
    Some(match operator {
        Binary::Add => "+",
        Binary::Subtract => "-",
        // 1 is true, 0 is false.
        Binary::Multiply | Binary::And => "*",
        Binary::Divide => "/",
        Binary::Remainder => "%",
        Binary::Power => "^",
        Binary::Relation(relation) => match relation {
            Relation::Equal => "==",
            Relation::NotEqual => "!=",
            Relation::LessOrEqual => "<=",
            Relation::GreaterOrEqual => ">=",
            Relation::Less => "<",
            Relation::Greater => ">",
            _ => return None,
        },
        _ => return None,
    })
}

/// A method of numbers as a formula.
fn of_method(name: &str, first: &str, rest: &[&str]) -> Result<String, Fail> {
    Ok(match (plain_name(name).as_str(), rest) {
        ("floor", []) => format!("floor({first})"),
        ("ceiling" | "ceil", []) => format!("ceil({first})"),
        ("isqrt", []) => format!("sqrt({first})"),
        ("abs", []) => format!("max({first},0-{first})"),
        ("iseven", []) => format!("({first}%2==0)"),
        ("isodd", []) => format!("({first}%2==1)"),
        ("max", [second]) => format!("max({first},{second})"),
        ("min", [second]) => format!("min({first},{second})"),
        _ => return Err(no_formula()),
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
