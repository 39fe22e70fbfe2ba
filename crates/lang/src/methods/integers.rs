//! Integers: quotients, roots, binary digits.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use upstar_engine::formula::{Formula, Function};
use upstar_values::Rational;

use super::{InFormula, METHOD, Method, Of, items_of, number};
use crate::calculator::Calculator;
use crate::fail::{Fail, Result};
use crate::surreal::number_value;
use crate::value::{Value, list, mismatch};

/// A method of integers without arguments, for predicates and functions.
macro_rules! of_integer {
    ($name:literal, $about:literal, $example:expr, |$e:ident, $n:ident| $answer:expr) => {
        Method {
            name: $name,
            usage: concat!("n.", $name),
            about: $about,
            example: $example,
            run: |$e, n, _| {
                let $n = $e.integer(n, "what this is asked of")?;
                $e.tick(1 + ($n.bits() >> 6))?;
                $answer
            },
            ..METHOD
        }
    };
}

pub(super) static TABLE: &[Method] = &[
    Method {
        name: "Div",
        usage: "m.Div(n)",
        about: "The quotient of two integers, rounded towards 0: m is n*m.Div(n) + m % n.",
        example: ("53.Div(-3)", "-17"),
        arguments: (1, 1),
        formula: Some(InFormula::OfTwo(Formula::quotient)),
        run: |e, m, arguments| {
            let m = e.integer(m, "what is divided")?;
            let n = e.integer(&arguments[0], "what divides")?;
            if n.is_zero() {
                return Err(Fail::undefined("division by zero"));
            }
            pay(e, &m)?;
            Ok(Value::Number(Rational::from(m / n)))
        },
        ..METHOD
    },
    Method {
        formula: Some(InFormula::Call(Function::Sqrt)),
        ..of_integer!(
            "Isqrt",
            "The greatest integer whose square is not greater than n.",
            ("267.Isqrt", "16"),
            |e, n| {
                if n.is_negative() {
                    return Err(Fail::undefined(format!("{n} has no square root: it is negative")));
                }
                pay(e, &n)?;
                Ok(Value::Number(Rational::from(n.sqrt())))
            }
        )
    },
    of_integer!("Lb", "The greatest k with 2^k <= n.", ("244.Lb", "7"), |e, n| {
        if !n.is_positive() {
            return Err(Fail::undefined(format!("{n} has no logarithm: it is not positive")));
        }
        Ok(number(n.bits() - 1))
    }),
    of_integer!(
        "IsEvil",
        "Does n >= 0 have an even number of binary digits 1?",
        ("48602.IsEvil", "false"),
        |e, n| Ok(Value::Boolean(ones(&n)?.is_multiple_of(2)))
    ),
    of_integer!(
        "IsOdious",
        "Does n >= 0 have an odd number of binary digits 1?",
        ("18666.IsOdious", "true"),
        |e, n| Ok(Value::Boolean(!ones(&n)?.is_multiple_of(2)))
    ),
    Method {
        name: "IsTwoPower",
        usage: "n.IsTwoPower",
        about: "Is n one of 1, 2, 4, 8, ...?",
        example: ("(2^18).IsTwoPower", "true"),
        run: |e, n, _| {
            let n = e.as_number(n)?.filter(Rational::is_integer).map(|n| n.numer());
            Ok(Value::Boolean(n.is_some_and(|n| n.is_positive() && ones(&n).is_ok_and(|o| o == 1))))
        },
        ..METHOD
    },
    Method {
        name: "IsSmallInteger",
        usage: "n.IsSmallInteger",
        about: "Is n an integer that fits into 32 bits: from -2^31 to 2^31-1?",
        example: ("(2^31).IsSmallInteger", "false"),
        run: |e, n, _| {
            let n = e.as_number(n)?.filter(Rational::is_integer).map(|n| n.numer());
            Ok(Value::Boolean(n.is_some_and(|n| i32::try_from(n).is_ok())))
        },
        ..METHOD
    },
    Method {
        name: "Sign",
        usage: "x.Sign",
        about: "1 for a positive number, -1 for a negative one, 0 for 0.",
        example: ("(-7/2).Sign", "-1"),
        run: |e, x, _| {
            let sign = e.sign_of_number(x, "what has a sign")?;
            Ok(number(sign))
        },
        ..METHOD
    },
    Method {
        name: "Reciprocal",
        usage: "x.Reciprocal",
        about: "The reciprocal of a number, 1/x.",
        example: ("(-7/2).Reciprocal", "-2/7"),
        run: |e, x, _| {
            let one = Value::Number(Rational::from(1));
            e.binary(crate::ast::Binary::Divide, one, x.clone())
        },
        ..METHOD
    },
    Method {
        name: "OmegaPower",
        usage: "x.OmegaPower",
        about: "The power of ω with exponent x, ω^x.",
        example: ("(1/2).OmegaPower", "ω^(1/2)"),
        run: |e, x, _| {
            let x = e.as_surreal(x, "an exponent of ω")?;
            let omega = upstar_values::surreal::NormalForm::omega().into();
            let power = upstar_values::surreal::Surreal::power(&omega, &x)?;
            Ok(number_value(power))
        },
        ..METHOD
    },
    Method {
        name: "Parse",
        usage: "Parse(\"57\")",
        about: "The integer written in a text.",
        example: ("Parse(\"-57\")", "-57"),
        of: Of::Argument,
        run: |e, text, _| {
            let Value::Text(text) = text else { return Err(mismatch("expected a text", text)) };
            if text.len() > crate::MOST_DIGITS {
                let most = crate::MOST_DIGITS;
                return Err(Fail::Limit(format!("a number of more than {most} digits")));
            }
            e.tick((text.len() as u64 >> 4).pow(2))?;
            match text.trim().parse::<BigInt>() {
                Ok(n) => Ok(Value::Number(Rational::from(n))),
                Err(_) => Err(Fail::mismatch(format!("`{text}` is no integer"))),
            }
        },
        ..METHOD
    },
    Method {
        name: "ToList",
        usage: "set.ToList",
        about: "The items of a list or a set as a list.",
        example: ("Day(1).ToList", "[-1,0,1,*]"),
        of: Of::List,
        run: |e, items, _| list(items_of(e, items)?),
        ..METHOD
    },
];

/// The binary digits 1 of an integer that is not negative.
fn ones(n: &BigInt) -> Result<u64> {
    if n.is_negative() {
        return Err(Fail::undefined(format!("{n} is neither evil nor odious: it is negative")));
    }
    Ok(n.magnitude().count_ones())
}

/// Counts what a quotient or a root of a number of this size takes.
fn pay(e: &mut Calculator<'_>, n: &BigInt) -> Result {
    let words = n.bits() >> 6;
    e.tick(words * words)
}
