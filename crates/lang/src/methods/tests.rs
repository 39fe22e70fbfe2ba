//! The table of methods: names, examples, and loopy games.

use std::collections::BTreeSet;

use upstar_core::Budget;

use super::*;
use crate::{Session, Style};

#[test]
fn examples_of_all_methods_hold() {
    let mut session = Session::new();
    let mut wrong = Vec::new();
    for method in all() {
        let (expression, expected) = method.example;
        match session.line(expression, Style::Plain, &Budget::unlimited()) {
            Ok(found) if found == expected => {}
            found => wrong.push(format!("{expression}: expected {expected}, found {found:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn names_of_games_are_no_methods() {
    for game in upstar_games::catalogue() {
        for name in std::iter::once(&game.name).chain(game.aliases) {
            // As a method it makes the same position, that of a number as well.
            let stalk = *name == "stalk";
            assert!(stalk || !is_function_name(name), "{name}");
        }
    }
}

#[test]
fn names_are_used_once() {
    let mut seen = BTreeSet::new();
    for method in all() {
        for name in method.all_names() {
            assert!(seen.insert(plain_name(name)), "{name} is there twice");
        }
    }
}

/// Loopy games of every kind: stoppers, dud, sides that differ, games that move in turn forever.
const LOOPY: [&str; 14] = [
    "over",
    "under",
    "on",
    "off",
    "dud",
    "upon",
    "^<on>",
    "Tiny(on)",
    "{on|1}",
    "a{0|{a|0}}",
    "a{{0|a}|0}",
    "∞{2}",
    "∞{0,2}",
    "1 & 0",
];

/// What methods are asked with.
const ARGUMENTS: [&str; 10] =
    ["1", "-3/2", "^", "*2", "over", "dud", "Left", "[0,over]", "x -> x", "\"LR\""];

/// Every method is asked of every kind of loopy game, with every kind of argument: there is an
/// answer that can be printed, or an error with a message, and what gives its receiver back in
/// silence is named here.
#[test]
fn every_method_answers_or_refuses_loopy_games() {
    let keeps = [
        "CanonicalForm",
        "Max",
        "Min",
        // Computed, and the same: stops of pseudonumbers, {0||0|under} and {over|0||0}.
        "LeftStop",
        "RightStop",
        "Stop",
        "StrongStop",
        "Variety",
        "Subordinate",
        // 1 is its unit; a base that moves forever keeps its value under many tops.
        "ConwayProduct",
        "OrdinalSum",
        "Tiny",
        "Miny",
        "Onside",
        "Offside",
        "Options",
        "Position",
        "Degree",
        "Upsum",
        "Downsum",
        "UpsumVariety",
        "DownsumVariety",
    ];
    let mut session = Session::new();
    let budget = || Budget::unlimited().with_steps(200_000);
    let mut wrong = Vec::new();
    let (mut asked, mut answered) = (0, 0);
    for method in all().filter(|method| !method.name.contains('.')) {
        for receiver in LOOPY {
            let own = session.line(receiver, Style::Plain, &budget()).unwrap();
            let (least, most) = method.arguments;
            for count in least..=most.min(least + 1).min(2) {
                let choices = if count == 0 { 1 } else { ARGUMENTS.len() };
                for choice in 0..choices {
                    let given: Vec<&str> =
                        (0..count).map(|i| ARGUMENTS[(choice + i) % ARGUMENTS.len()]).collect();
                    let call = format!("({receiver}).{}({})", method.name, given.join(","));
                    let call = call.replace("()", "");
                    asked += 1;
                    match session.line(&call, Style::Plain, &budget()) {
                        Ok(found) => {
                            answered += 1;
                            if found == own && !keeps.contains(&method.name) {
                                wrong.push(format!("{call} is {receiver} itself"));
                            }
                        }
                        Err(error) if error.to_string().is_empty() => {
                            wrong.push(format!("{call}: no message"));
                        }
                        Err(_) => {}
                    }
                }
            }
        }
    }
    assert!(asked > 5000 && answered > 500, "{answered} of {asked}");
    assert!(wrong.is_empty(), "{answered} of {asked}:\n{}", wrong.join("\n"));
}

/// Sums, negatives and multiples of loopy games agree with the product of their graphs.
#[test]
fn operators_on_loopy_games_are_those_of_the_graphs() {
    use crate::value::Value;
    use upstar_stoppers::Graph;

    let mut session = Session::new();
    let budget = Budget::unlimited();
    let all = LOOPY.iter().chain(&["0", "1", "*", "^", "+-1", "{2|1}"]);
    let others: Vec<&str> = all.copied().collect();
    for first in LOOPY {
        for &second in &others {
            let mut sides = Vec::new();
            for text in [first, second] {
                let value = session.evaluate(text, &budget).unwrap().unwrap();
                let variables = std::collections::BTreeMap::new();
                let scope = crate::scope::Scope::new(&variables, "", 0);
                let mut calculator = Calculator::new(session.solver(), scope, &budget);
                let loopy = calculator.loopy(&value).unwrap();
                sides.push((loopy.onside().clone(), loopy.offside().clone()));
            }
            let sum = |g: &Graph, h: &Graph| g.plus(h).unwrap();
            let on = sum(&sides[0].0, &sides[1].0);
            let off = sum(&sides[0].1, &sides[1].1);
            let expected = {
                let variables = std::collections::BTreeMap::new();
                let scope = crate::scope::Scope::new(&variables, "", 0);
                let mut calculator = Calculator::new(session.solver(), scope, &budget);
                upstar_stoppers::Loopy::of_sides(&on, &off, &mut calculator.worker)
            };
            let found = session.evaluate(&format!("({first}) + ({second})"), &budget);
            match (expected, found) {
                (Ok(expected), Ok(Some(found))) => {
                    let variables = std::collections::BTreeMap::new();
                    let scope = crate::scope::Scope::new(&variables, "", 0);
                    let mut calculator = Calculator::new(session.solver(), scope, &budget);
                    let expected = Value::Loopy(std::sync::Arc::new(expected));
                    assert!(calculator.equal(&found, &expected).unwrap(), "{first} + {second}");
                }
                // A sum of which a side is no stopper is kept as its graph.
                (Err(_), Ok(_) | Err(_)) => {}
                (Ok(_), found) => panic!("{first} + {second}: {found:?}"),
            }
            let line = |session: &mut Session, text: String| {
                session.line(&text, Style::Plain, &Budget::unlimited()).unwrap_or_default()
            };
            let back = line(
                &mut session,
                format!("(({first}) - ({second})) == -(({second}) - ({first}))"),
            );
            assert!(back == "true" || back.is_empty(), "{first} - {second}");
            let twice = line(&mut session, format!("2*({first}) == ({first}) + ({first})"));
            assert!(twice == "true" || twice.is_empty(), "2*{first}");
        }
    }
}

/// Every operator between loopy games and values of other kinds: an answer or an error.
#[test]
fn every_operator_answers_or_refuses_loopy_games() {
    let mut session = Session::new();
    let mut wrong = Vec::new();
    for first in LOOPY {
        let own = session.line(first, Style::Plain, &Budget::unlimited()).unwrap();
        for second in LOOPY.iter().chain(&ARGUMENTS).chain(&["[1,2]", "inf", "omega", "nim(3)"]) {
            for operator in ["+", "-", "+-", "*", "/", "%", "^", ":", "&", "==", "<", "and", ".."] {
                for text in [
                    format!("({first}) {operator} ({second})"),
                    format!("({second}) {operator} ({first})"),
                ] {
                    let budget = Budget::unlimited().with_steps(200_000);
                    let keeps = ["+", "-", "+-", "&", ":"].contains(&operator)
                        || operator == "*" && *second == "1";
                    match session.line(&text, Style::Plain, &budget) {
                        Ok(found) if found == own && !keeps => {
                            wrong.push(format!("{text} is {first} itself"));
                        }
                        Ok(_) => {}
                        Err(error) => assert!(!error.to_string().is_empty(), "{text}"),
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
