//! Random expressions of numbers, ups and nimbers, with blanks where nobody would expect them and no
//! parentheses that precedence makes superfluous, against an evaluator of a few lines.
//! `PROPTEST_CASES=1000000` is for a run before a release.

use std::collections::BTreeMap;

use proptest::prelude::*;
use upstar_core::Budget;
use upstar_lang::{Session, Style};
use upstar_values::Rational;

#[derive(Clone, Debug)]
enum Term {
    Integer(i64),
    Nimber(u32),
    /// Ups, with a nimber after them: `^^`, `^3*2`, `v*`.
    Ups(i64, u32),
    Negative(Box<Term>),
    Sum(Box<Term>, Box<Term>),
    Difference(Box<Term>, Box<Term>),
    /// A number of copies.
    Product(Box<Term>, Box<Term>),
    Quotient(Box<Term>, Box<Term>),
    Power(Box<Term>, Box<Term>),
}

/// A number plus ups and a nimber.
type Value = (Rational, i64, u32);

/// How tightly operators bind, from the loosest.
const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const NEGATIVE: u8 = 3;
const POWER: u8 = 4;
const ATOM: u8 = 5;

impl Term {
    /// `None` of what is not defined, or too large.
    fn value(&self) -> Option<Value> {
        let value = self.value_of_any()?;
        (is_game(&value) && value.1.abs() < 1_000_000).then_some(value)
    }

    fn value_of_any(&self) -> Option<Value> {
        Some(match self {
            Term::Integer(n) => ((*n).into(), 0, 0),
            Term::Nimber(n) => (0.into(), 0, *n),
            Term::Ups(n, star) => (0.into(), *n, *star),
            Term::Negative(inner) => {
                let (a, ups, star) = inner.value()?;
                (-&a, -ups, star)
            }
            Term::Sum(a, b) => sum(&a.value()?, &b.value()?, 1),
            Term::Difference(a, b) => sum(&a.value()?, &b.value()?, -1),
            Term::Product(count, game) => {
                let (count, game) = (count.number()?, game.value()?);
                if (game.1, game.2) == (0, 0) {
                    (&count * &game.0, 0, 0)
                } else {
                    let copies = whole(&count)?;
                    let star = if copies % 2 == 0 { 0 } else { game.2 };
                    (&count * &game.0, copies * game.1, star)
                }
            }
            Term::Quotient(a, b) => {
                let (a, b) = (a.number()?, b.number()?);
                if b.is_zero() {
                    return None;
                }
                (a.checked_div(&b)?, 0, 0)
            }
            Term::Power(base, exponent) => {
                let (base, exponent) = (base.number()?, whole(&exponent.number()?)?);
                if exponent.abs() > 9 || base.is_zero() && exponent < 0 {
                    return None;
                }
                let mut power = Rational::from(1);
                for _ in 0..exponent.abs() {
                    power = &power * &base;
                }
                if exponent < 0 {
                    power = Rational::from(1).checked_div(&power)?;
                }
                (power, 0, 0)
            }
        })
    }

    fn number(&self) -> Option<Rational> {
        let (number, ups, star) = self.value()?;
        ((ups, star) == (0, 0)).then_some(number)
    }

    /// How tightly it binds.
    fn binds(&self) -> u8 {
        match self {
            Term::Sum(..) | Term::Difference(..) => SUM,
            Term::Product(..) | Term::Quotient(..) => PRODUCT,
            Term::Negative(_) => NEGATIVE,
            Term::Power(..) => POWER,
            Term::Integer(_) | Term::Nimber(_) | Term::Ups(..) => ATOM,
        }
    }

    /// The text; `blanks` says for each operator whether it stands between blanks.
    fn text(&self, blanks: &mut dyn FnMut() -> bool) -> String {
        let part = |term: &Term, least: u8, blanks: &mut dyn FnMut() -> bool| {
            let text = term.text(blanks);
            if term.binds() < least { format!("({text})") } else { text }
        };
        match self {
            Term::Integer(n) => n.to_string(),
            Term::Nimber(n) => format!("*{n}"),
            Term::Ups(n, star) => {
                let arrow = if *n < 0 { "v" } else { "^" };
                let arrows = match n.unsigned_abs() as usize {
                    count @ (1 | 2) if blanks() => arrow.repeat(count),
                    count => format!("{arrow}{count}"),
                };
                if *star == 0 { arrows } else { format!("{arrows}*{star}") }
            }
            Term::Negative(inner) => format!("-{}", part(inner, POWER, blanks)),
            Term::Sum(a, b) => {
                let (a, b) = (part(a, SUM, blanks), part(b, PRODUCT, blanks));
                // `+-` is a switch, and `3+` before a star or a sign is not meant.
                if blanks() && !b.starts_with(['-', '*']) {
                    format!("{a}+{b}")
                } else {
                    format!("{a} + {b}")
                }
            }
            Term::Difference(a, b) => {
                let (a, b) = (part(a, SUM, blanks), part(b, PRODUCT, blanks));
                // Stars and signs that touch mean something else.
                if blanks() && !b.starts_with(['-', '*']) {
                    format!("{a}-{b}")
                } else {
                    format!("{a} - {b}")
                }
            }
            Term::Product(a, b) => {
                let (a, b) = (part(a, PRODUCT, blanks), part(b, NEGATIVE, blanks));
                if blanks() && !b.starts_with('*') {
                    format!("{a}*{b}")
                } else {
                    format!("{a} * {b}")
                }
            }
            Term::Quotient(a, b) => {
                let (a, b) = (part(a, PRODUCT, blanks), part(b, NEGATIVE, blanks));
                if blanks() { format!("{a}/{b}") } else { format!("{a} / {b}") }
            }
            Term::Power(a, b) => {
                let (a, b) = (part(a, ATOM, blanks), part(b, POWER, blanks));
                if blanks() { format!("{a}^{b}") } else { format!("{a} ^ {b}") }
            }
        }
    }
}

fn sum(a: &Value, b: &Value, sign: i64) -> Value {
    (&a.0 + &(&b.0 * &Rational::from(sign)), a.1 + sign * b.1, a.2 ^ b.2)
}

fn whole(number: &Rational) -> Option<i64> {
    number.to_string().parse().ok().filter(|n: &i64| n.abs() < 1_000_000)
}

/// How a value compares with 0: `<`, `>`, `==` or `<>`. ↑ is greater than all nimbers but *.
fn sign((number, ups, star): &Value) -> &'static str {
    match (number.signum(), ups.signum()) {
        (1, _) => ">",
        (-1, _) => "<",
        (_, 0) => {
            if *star == 0 {
                "=="
            } else {
                "<>"
            }
        }
        _ if ups.abs() == 1 && *star == 1 => "<>",
        (_, 1) => ">",
        _ => "<",
    }
}

fn number() -> impl Strategy<Value = Term> {
    let leaf = (0_i64..7).prop_map(Term::Integer);
    leaf.prop_recursive(3, 10, 2, |inner| {
        let pair = (inner.clone(), inner.clone());
        let power = (inner.clone(), prop_oneof![(0_i64..4).prop_map(Term::Integer), inner.clone()]);
        prop_oneof![
            inner.prop_map(|one| Term::Negative(Box::new(one))),
            pair.clone().prop_map(|(a, b)| Term::Sum(Box::new(a), Box::new(b))),
            pair.clone().prop_map(|(a, b)| Term::Difference(Box::new(a), Box::new(b))),
            pair.clone().prop_map(|(a, b)| Term::Product(Box::new(a), Box::new(b))),
            pair.prop_map(|(a, b)| Term::Quotient(Box::new(a), Box::new(b))),
            power.prop_map(|(a, b)| Term::Power(Box::new(a), Box::new(b))),
        ]
    })
}

fn term() -> impl Strategy<Value = Term> {
    let ups = prop_oneof![-3_i64..0, 1_i64..4];
    let leaf = prop_oneof![
        number(),
        (1_u32..6).prop_map(Term::Nimber),
        (ups, 0_u32..4).prop_map(|(ups, star)| Term::Ups(ups, star)),
    ];
    leaf.prop_recursive(4, 16, 2, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            inner.clone().prop_map(|one| Term::Negative(Box::new(one))),
            pair.clone().prop_map(|(a, b)| Term::Sum(Box::new(a), Box::new(b))),
            pair.prop_map(|(a, b)| Term::Difference(Box::new(a), Box::new(b))),
            (number(), inner).prop_map(|(a, b)| Term::Product(Box::new(a), Box::new(b))),
        ]
    })
}

fn evaluated(text: &str) -> String {
    let (session, budget) = (Session::new(), Budget::unlimited());
    let value = session.evaluate_with(&BTreeMap::new(), text, &budget);
    let value = value.unwrap_or_else(|error| panic!("{text}: {error}"));
    session.text(&value, Style::Plain, &budget).unwrap()
}

/// Whether a value has a canonical form: of games, those whose number is dyadic.
fn is_game((number, ups, star): &Value) -> bool {
    (*ups, *star) == (0, 0) || number.is_dyadic()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, max_global_rejects: u32::MAX, ..ProptestConfig::default() })]
    #[test]
    fn precedence_and_blanks(terms in (term(), term()), seed in any::<u64>(), at in 0_usize..4) {
        let mut bits = seed;
        let mut blanks = || {
            bits = bits.rotate_left(1);
            bits & 1 == 1
        };
        let (a, b) = (terms.0.text(&mut blanks), terms.1.text(&mut blanks));
        let (Some(x), Some(y)) = (terms.0.value(), terms.1.value()) else {
            return Err(TestCaseError::reject("not defined"));
        };
        let difference = sum(&x, &y, -1);
        prop_assume!(is_game(&difference));
        let (number, ups, star) = &x;
        let same = format!("({a}) - ({number}) - ({ups})*(^) - (*{star}) == 0");
        prop_assert_eq!(evaluated(&same), "true", "{}", same);
        let relation = ["<", ">", "==", "<>"][at];
        let text = if blanks() { format!("{a} {relation} {b}") } else { format!("{a} {relation}{b}") };
        prop_assert_eq!(evaluated(&text), (sign(&difference) == relation).to_string(), "{}", text);
    }
}

#[test]
fn a_star_before_a_minus() {
    for (text, value) in [
        ("6 * -1", "-6"),
        ("6*-1", "-6"),
        ("6 *-1", "-6"),
        ("6* - 1", "5*"),
        ("6 * -(2 - 1)", "-6"),
        ("6 * +-1", "0"),
    ] {
        assert_eq!(evaluated(text), value, "{text}");
    }
    let mut session = Session::new();
    let budget = Budget::unlimited();
    let mut line = |text: &str| session.line(text, Style::Plain, &budget);
    line("x := 1").unwrap();
    assert_eq!(line("6 * -x").unwrap(), "-6");
    for text in ["6* -1", "6*- 1", "6 * - 1", "6 *- 1"] {
        let error = line(text).unwrap_err().to_string();
        assert!(error.contains("may be a product or the game *"), "{text}: {error}");
    }
}

#[test]
fn quotients_and_remainders_fit() {
    for m in -20..=20 {
        for n in (-6..=6).filter(|&n| n != 0) {
            let (m, n): (i64, i64) = (m, n);
            assert_eq!(evaluated(&format!("({m}).Div({n})")), (m / n).to_string(), "{m} {n}");
            assert_eq!(evaluated(&format!("({m}) % ({n})")), (m % n).to_string(), "{m} {n}");
        }
    }
    assert_eq!(evaluated("(-7/2) % 2"), "-3/2");
    assert_eq!(evaluated("[2,1,2,*,2].Sorted"), "[1,2,2,2,*]");
}
