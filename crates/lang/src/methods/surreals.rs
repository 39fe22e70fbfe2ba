//! Stalks, infinite numbers and nim arithmetic.

use num_traits::ToPrimitive;
use upstar_core::Player;
use upstar_engine::{Sum, Summand};
use upstar_values::nimber::{Nimber, TransfiniteNimber};
use upstar_values::surreal::{NormalForm, Run, Stalk, Surreal, Term};

use super::{METHOD, Method, Of, items_of, number};
use crate::calculator::Calculator;
use crate::fail::{Fail, Result};
use crate::surreal::{any_value, number_value};
use crate::value::{Answer, Value, list, mismatch};

pub(super) static TABLE: &[Method] = &[
    Method {
        name: "Stalk",
        usage: "stalk(\"(LR)^w\") or x.Stalk",
        about: "A bamboo stalk, written from the ground up; for a number, the stalk with this \
                value, which is its sign expansion.",
        example: ("stalk(\"(LR)^w\")", "2/3"),
        run: |e, x, _| {
            let stalk = match x {
                Value::Text(text) if text.contains(['L', 'R']) || text.trim().is_empty() => {
                    text.parse()?
                }
                Value::Text(text) => Stalk::of(&Surreal::parse(text, e.budget)?, e.budget)?,
                other => stalk_of(e, other)?,
            };
            Ok(Value::Positions(Sum::from(Summand::from(stalk))))
        },
        ..METHOD
    },
    Method {
        name: "Signs",
        aliases: &["SignExpansion"],
        usage: "x.Signs or x.Signs(k)",
        about: "The sign expansion of a number as text, L for plus; with k, its first k runs of \
                equal signs. For an irrational number, whose signs have no end and no period, the \
                first 32 or k signs.",
        example: ("(omega^(1/2)).Signs", "L^w R^(w^2)"),
        arguments: (0, 1),
        run: |e, x, arguments| match (x, arguments) {
            (Value::Root(root), arguments) => {
                let count = match arguments {
                    [] => 32,
                    [count, ..] => count_of(e, count, "the number of signs")?,
                };
                let signs = root.signs(count, e.budget)?;
                let letter = |&player: &Player| if player == Player::Left { 'L' } else { 'R' };
                let letters: String = signs.iter().map(letter).collect();
                Ok(Value::Text(letters + " ..."))
            }
            (x, []) => Ok(Value::Text(stalk_of(e, x)?.to_string())),
            (x, [count, ..]) => {
                let x = e.as_surreal(x, "what has signs")?;
                let count = count_of(e, count, "the number of runs")?;
                let (runs, all) = Stalk::first_runs(&x, count, e.budget)?;
                let mut texts: Vec<String> = runs.iter().map(Run::to_string).collect();
                if !all {
                    texts.push("...".to_owned());
                }
                Ok(Value::Text(texts.join(" ")))
            }
        },
        ..METHOD
    },
    Method {
        name: "Edge",
        usage: "s.Edge(position)",
        about: "The player who owns the edge of a stalk at a position; the lowest edge is at 0.",
        example: ("stalk(\"L^w R\").Edge(omega)", "Right"),
        arguments: (1, 1),
        run: |e, stalk, arguments| {
            let (stalk, position) = (stalk_of(e, stalk)?, ordinal(e, &arguments[0])?);
            match stalk.edge(&position)? {
                Some(player) => Ok(Value::Player(player)),
                None => Err(no_edge(&position)),
            }
        },
        ..METHOD
    },
    Method {
        name: "Cut",
        usage: "s.Cut(position)",
        about: "The rest of a stalk when its edge at a position is cut; the lowest edge is at 0.",
        example: ("stalk(\"(LR)^w\").Cut(3)", "3/4"),
        arguments: (1, 1),
        run: |e, stalk, arguments| {
            let (stalk, position) = (stalk_of(e, stalk)?, ordinal(e, &arguments[0])?);
            if stalk.edge(&position)?.is_none() {
                return Err(no_edge(&position));
            }
            Ok(Value::Positions(Sum::from(Summand::from(stalk.below(&position)?))))
        },
        ..METHOD
    },
    Method {
        name: "Expansion",
        usage: "x.Expansion(n)",
        about: "The first n terms of the Conway normal form of a number, as a list.",
        example: ("(omega/(omega+1)).Expansion(3)", "[1,-1/ω,1/ω^2]"),
        arguments: (1, 1),
        run: |e, x, arguments| {
            let x = e.as_surreal(x, "what has a normal form")?;
            let count = count_of(e, &arguments[0], "the number of terms")?;
            let terms = x.first_terms(count, e.budget)?;
            let term = |term: &Term| number_value(NormalForm::from(term.clone()).into());
            list(terms.terms().iter().map(term).collect())
        },
        ..METHOD
    },
    Method {
        name: "Decimal",
        aliases: &["Decimals"],
        usage: "x.Decimal(n)",
        about: "A real number with n decimals, rounded towards 0.",
        example: ("Sqrt(2).Decimal(20)", "1.41421356237309504880"),
        arguments: (1, 1),
        run: |e, x, arguments| {
            let count = count_of(e, &arguments[0], "the number of decimals")? as u32;
            let number = Calculator::written_number(x).and_then(|number| number.to_real());
            let number = number.ok_or_else(|| mismatch("expected a real number", x))?;
            Ok(Value::Text(number.decimal(count, e.budget)?))
        },
        ..METHOD
    },
    Method {
        name: "Sqrt",
        usage: "x.Sqrt",
        about: "The square root of a nonnegative number: exact for a perfect square, an \
                irrational number for another rational number. Arithmetic works with sums of \
                square roots, and with the powers of one root such as 2^(1/3).",
        example: ("(Sqrt(2)+1)^2", "3+2×sqrt(2)"),
        run: |e, x, _| {
            let number = match Calculator::written_number(x) {
                Some(number) => number,
                None => e.as_surreal(x, "what has a square root")?.into(),
            };
            Ok(any_value(number.square_root()?))
        },
        ..METHOD
    },
    Method {
        name: "NimSum",
        usage: "a.NimSum(b) or list.NimSum",
        about: "The nim sum: exclusive or of the binary digits; of transfinite nimbers, of the \
                coefficients too. For integers an integer.",
        example: ("NimSum(5,6,8)", "11"),
        of: Of::List,
        arguments: (0, 1),
        run: |e, a, arguments| {
            let items = match arguments {
                [b] => vec![a.clone(), b.clone()],
                _ => items_of(e, a)?,
            };
            let mut sum = TransfiniteNimber::from(0);
            for item in &items {
                e.tick(1)?;
                sum = sum.sum(&nimber(e, item)?);
            }
            answer(e, &items.iter().collect::<Vec<_>>(), &sum)
        },
        ..METHOD
    },
    Method {
        name: "NimProduct",
        usage: "a.NimProduct(b)",
        about: "Conway's product of nimbers, in the field of all of them; `*` between two nimbers \
                is the same. For integers an integer.",
        example: ("8 NimProduct 16", "128"),
        arguments: (1, 1),
        run: |e, a, arguments| {
            let (x, y) = (nimber(e, a)?, nimber(e, &arguments[0])?);
            let product = x.product(&y, e.budget)?;
            answer(e, &[a, &arguments[0]], &product)
        },
        ..METHOD
    },
    Method {
        name: "UglyProduct",
        usage: "a.UglyProduct(b)",
        about: "CGSuite's ugly product of finite nimbers: it distributes over nim sums and has \
                the unit 1; 2^i times 2^i is 2^(i-1), and 2^i times 2^j is 2^j + 2^(i-1) for 0 < \
                i < j. For integers an integer.",
        example: ("14 UglyProduct 16", "23"),
        arguments: (1, 1),
        run: |e, a, arguments| {
            let (x, y) = (e.finite_nimber(a)?, e.finite_nimber(&arguments[0])?);
            answer(e, &[a, &arguments[0]], &TransfiniteNimber::from(&x.ugly_product(&y)))
        },
        ..METHOD
    },
    Method {
        name: "NimQuotient",
        aliases: &["NimDiv"],
        usage: "a.NimQuotient(b)",
        about: "The nimber whose nim product with b is a.",
        example: ("*128 NimQuotient *16", "*8"),
        arguments: (1, 1),
        run: |e, a, arguments| {
            let (x, y) = (e.finite_nimber(a)?, e.finite_nimber(&arguments[0])?);
            let quotient = x.quotient(&y).ok_or_else(|| Fail::undefined("division by zero"))?;
            answer(e, &[a, &arguments[0]], &TransfiniteNimber::from(&quotient))
        },
        ..METHOD
    },
    Method {
        name: "NimInverse",
        usage: "a.NimInverse",
        about: "The nimber whose nim product with a is 1.",
        example: ("(*16).NimInverse", "*170"),
        run: |e, a, _| {
            let inverse =
                e.finite_nimber(a)?.inverse().ok_or_else(|| Fail::undefined("0 has no inverse"))?;
            answer(e, &[a], &TransfiniteNimber::from(&inverse))
        },
        ..METHOD
    },
    Method {
        name: "NimPower",
        aliases: &["NimExp"],
        usage: "a.NimPower(n)",
        about: "The nim product of n copies of a; `^` after a nimber is the same.",
        example: ("(*omega).NimPower(3)", "*2"),
        arguments: (1, 1),
        run: |e, a, arguments| {
            let x = nimber(e, a)?;
            let exponent = e.integer(&arguments[0], "an exponent")?;
            let power = e.nimber_power(&x, &exponent)?;
            let power = nimber(e, &power)?;
            answer(e, &[a], &power)
        },
        ..METHOD
    },
    Method {
        name: "NimRoots",
        usage: "a.NimRoots(n)",
        about: "All nimbers whose nim power n is a, in increasing order.",
        example: ("(*1).NimRoots(3)", "[*,*2,*3]"),
        arguments: (1, 1),
        run: |e, a, arguments| {
            let x = e.finite_nimber(a)?;
            let index = e.integer(&arguments[0], "the index of a root")?;
            let index = index
                .to_u64()
                .filter(|&index| index > 0)
                .ok_or_else(|| Fail::undefined(format!("there are no roots of index {index}")))?;
            let roots = x.roots(index, e.budget)?;
            answers(e, a, &roots)
        },
        ..METHOD
    },
    Method {
        name: "NimQuadraticRoots",
        usage: "a.NimQuadraticRoots",
        about: "Both solutions x of x*x + x = a in nimbers.",
        example: ("(*1).NimQuadraticRoots", "[*2,*3]"),
        run: |e, a, _| {
            let roots = e.finite_nimber(a)?.quadratic_roots();
            answers(e, a, &roots)
        },
        ..METHOD
    },
];

/// The stalk that a value is or that its number has.
fn stalk_of(e: &mut Calculator<'_>, value: &Value) -> Result<Stalk> {
    if let Value::Positions(positions) = value
        && let Some(stalk) = positions.stalk()
    {
        return Ok(stalk);
    }
    let number = e.as_surreal(value, "what has a stalk")?;
    Ok(Stalk::of(&number, e.budget)?)
}

fn ordinal(e: &mut Calculator<'_>, value: &Value) -> Result<upstar_values::surreal::Ordinal> {
    let number = e.as_surreal(value, "the place of an edge")?;
    number
        .to_ordinal()
        .ok_or_else(|| Fail::undefined(format!("{number} is no place: it is no ordinal")))
}

fn no_edge(position: &upstar_values::surreal::Ordinal) -> Fail {
    Fail::undefined(format!("there is no edge at {position}"))
}

fn count_of(e: &mut Calculator<'_>, value: &Value, what: &str) -> Result<usize> {
    let count = e.integer(value, what)?;
    count
        .to_usize()
        .filter(|&count| count <= 100_000)
        .ok_or_else(|| Fail::Limit(format!("{what} is from 0 to 100000, not {count}")))
}

/// A nimber, or the nimber of an integer.
fn nimber(e: &mut Calculator<'_>, value: &Value) -> Result<TransfiniteNimber> {
    if let Value::Number(number) = value {
        if !number.is_integer() || number.signum() < 0 {
            return Err(Fail::mismatch(format!("{number} is no heap")));
        }
        return Ok(TransfiniteNimber::from(upstar_values::surreal::Ordinal::from(
            number.numer().magnitude().clone(),
        )));
    }
    // Ordinals are CGSuite's numbers of nimbers.
    if let Value::Surreal(number) = value
        && let Some(ordinal) = number.to_ordinal()
    {
        return Ok(TransfiniteNimber::from(ordinal));
    }
    e.as_nimber(value)?.ok_or_else(|| mismatch("expected a nimber", value))
}

/// A nimber as it was asked: an integer of integers, an ordinal of ordinals.
fn answer(e: &mut Calculator<'_>, asked: &[&Value], nimber: &TransfiniteNimber) -> Answer {
    let numbers = asked.iter().all(|value| matches!(value, Value::Number(_) | Value::Surreal(_)));
    match nimber.to_finite() {
        Some(finite) if numbers => Ok(number(finite.to_biguint())),
        None if numbers => Ok(Value::Surreal(nimber.as_ordinal().clone().into())),
        _ => e.nimber_value(nimber),
    }
}

fn answers(e: &mut Calculator<'_>, asked: &Value, nimbers: &[Nimber]) -> Answer {
    let mut found = Vec::with_capacity(nimbers.len());
    for nimber in nimbers {
        found.push(answer(e, &[asked], &TransfiniteNimber::from(nimber))?);
    }
    list(found)
}
