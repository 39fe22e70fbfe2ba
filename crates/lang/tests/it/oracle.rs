//! Random sums and products of integers and nimbers, with blanks where nobody would expect them,
//! against an evaluator of a few lines: blanks change nothing. `PROPTEST_CASES=1000000` is for a run
//! before a release.

use std::collections::BTreeMap;

use proptest::prelude::*;
use upstar_core::Budget;
use upstar_lang::{Session, Style};

#[derive(Clone, Debug)]
enum Term {
    Integer(i64),
    Nimber(u32),
    Negative(Box<Term>),
    Sum(Box<Term>, Box<Term>),
    Difference(Box<Term>, Box<Term>),
    /// A number of copies.
    Product(Box<Term>, Box<Term>),
}

/// An integer plus a nimber.
type Value = (i64, u32);

impl Term {
    fn value(&self) -> Value {
        match self {
            Term::Integer(n) => (*n, 0),
            Term::Nimber(n) => (0, *n),
            Term::Negative(inner) => {
                let (a, star) = inner.value();
                (-a, star)
            }
            Term::Sum(a, b) | Term::Difference(a, b) => {
                let ((a, star), (b, other)) = (a.value(), b.value());
                let b = if matches!(self, Term::Sum(..)) { b } else { -b };
                (a + b, star ^ other)
            }
            Term::Product(count, game) => {
                let ((count, _), (a, star)) = (count.value(), game.value());
                (count * a, if count % 2 == 0 { 0 } else { star })
            }
        }
    }

    /// How tightly it binds.
    fn binds(&self) -> u8 {
        match self {
            Term::Sum(..) | Term::Difference(..) => 1,
            Term::Product(..) => 2,
            Term::Negative(_) => 3,
            Term::Integer(_) | Term::Nimber(_) => 4,
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
            Term::Nimber(1) => "*1".to_owned(),
            Term::Nimber(n) => format!("*{n}"),
            Term::Negative(inner) => format!("-{}", part(inner, 4, blanks)),
            Term::Sum(a, b) => format!("{} + {}", part(a, 1, blanks), part(b, 2, blanks)),
            Term::Difference(a, b) => {
                let (a, b) = (part(a, 1, blanks), part(b, 2, blanks));
                // Stars and signs that touch mean something else.
                if blanks() && !b.starts_with(['-', '*']) && a.ends_with(|c: char| c != '*') {
                    format!("{a}-{b}")
                } else {
                    format!("{a} - {b}")
                }
            }
            Term::Product(a, b) => {
                let (a, b) = (part(a, 3, blanks), part(b, 3, blanks));
                if blanks() && !b.starts_with('*') {
                    format!("{a}*{b}")
                } else {
                    format!("{a} * {b}")
                }
            }
        }
    }
}

fn integer() -> impl Strategy<Value = Term> {
    let leaf = (0_i64..7).prop_map(Term::Integer);
    leaf.prop_recursive(2, 6, 2, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            inner.prop_map(|one| Term::Negative(Box::new(one))),
            pair.clone().prop_map(|(a, b)| Term::Sum(Box::new(a), Box::new(b))),
            pair.prop_map(|(a, b)| Term::Product(Box::new(a), Box::new(b))),
        ]
    })
}

fn term() -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![integer(), (1_u32..6).prop_map(Term::Nimber)];
    leaf.prop_recursive(4, 16, 2, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            inner.clone().prop_map(|one| Term::Negative(Box::new(one))),
            pair.clone().prop_map(|(a, b)| Term::Sum(Box::new(a), Box::new(b))),
            pair.prop_map(|(a, b)| Term::Difference(Box::new(a), Box::new(b))),
            (integer(), inner).prop_map(|(a, b)| Term::Product(Box::new(a), Box::new(b))),
        ]
    })
}

fn evaluated(text: &str) -> String {
    let (session, budget) = (Session::new(), Budget::unlimited());
    let value = session.evaluate_with(&BTreeMap::new(), text, &budget);
    let value = value.unwrap_or_else(|error| panic!("{text}: {error}"));
    session.text(&value, Style::Plain, &budget).unwrap()
}

fn shown((a, star): Value) -> String {
    let star = match star {
        0 => String::new(),
        1 => "*".to_owned(),
        n => format!("*{n}"),
    };
    match (a, &star[..]) {
        (0, "") => "0".to_owned(),
        (0, _) => star,
        (a, "" | "*") => format!("{a}{star}"),
        (a, _) => format!("{a}+{star}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]
    #[test]
    fn blanks_change_nothing(term in term(), seed in any::<u64>()) {
        let mut bits = seed;
        let text = term.text(&mut || {
            bits = bits.rotate_left(1);
            bits & 1 == 1
        });
        prop_assert_eq!(evaluated(&text), shown(term.value()), "{}", text);
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
