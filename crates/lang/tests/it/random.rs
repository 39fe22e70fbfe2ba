//! Random expressions of the whole language: each has a value or an error, within its budget, and
//! what is printed can be typed in again.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use upstar_core::Budget;
use upstar_lang::{LangError, Session, Style, Value};

/// A generator of numbers: xorshift, the same on all machines.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn of<'t>(&mut self, items: &[&'t str]) -> &'t str {
        items[self.below(items.len())]
    }
}

/// Values of every kind.
const LEAVES: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "3",
    "1/2",
    "-3/4",
    "7/3",
    "22/7",
    "2^70",
    "-(2^31)",
    "2^32",
    "10^30",
    "*",
    "*2",
    "*7",
    "*1000000",
    "^",
    "v",
    "^^*",
    "^3*2",
    "^<2>",
    "v[3]",
    "^<on>",
    "v[on]*",
    "+-1",
    "+-{1,1*}",
    "Tiny(2)",
    "Miny(1/2)",
    "{1|0}",
    "{2||1|0}",
    "{1,{2|0}|-1}",
    "{|}",
    "'{0|}'",
    "'{*|*}'",
    "on",
    "off",
    "over",
    "under",
    "upon",
    "dud",
    "∞{0,2}",
    "∞{}",
    "∞{1}",
    "pass",
    "a{0|a}",
    "a{0|{a|0}}",
    "1 & 0",
    "3.^",
    "omega",
    "omega^2-1",
    "1/omega",
    "w^(1/2)",
    "*(omega)",
    "*(2^40)",
    "inf",
    "-inf",
    "Left",
    "Right",
    "true",
    "false",
    "N",
    "PHat",
    "Nothing",
    "[]",
    "[1,2,3]",
    "[*,^]",
    "[[1],[2,3]]",
    "{1,2}",
    "{over,1}",
    "{N,P}",
    "(1,2)",
    "{(1,2),(3,4)}",
    "\"0.77\"",
    "\"LR\"",
    "\"xo|.x\"",
    "\"path 4\"",
    "\"..|..\"",
    "\"\"",
    "kayles",
    "nim",
    "wythoff",
    "domineering",
    "moore",
    "take_away",
    "subtraction([1,3])",
    "gen_wythoff(2)",
    "take_away(k -> k^2)",
    "kayles(5)",
    "nim(3,5)",
    "wythoff(2,4)",
    "domineering(\"2x2\")",
    "clobber(\"xo.x\")",
    "hackenbush(\"lrl\")",
    "stalk(\"LRR\")",
    "col(\"path 3\")",
    "backsliding_toads_and_frogs(\"t.f\")",
    "tokens(\"a->b,b->a,b->x\"; a)",
    "toads_and_frogs(\"t.f\")",
    "x -> x",
    "k -> k^2",
    "(a, b) -> a + b",
    "g -> g.Mean",
    "() -> 1",
    "Graph.Path(3)",
    "Graph(\"cycle 4\")",
    "Coordinates.Compass",
    "Day(1)",
    "[1..5]",
    "x",
    "y",
    "f",
    "g",
    "Periodicity(Period => 2, Preperiod => 1, Saltus => 0)",
    "Surreal(\"sqrt(2)\")",
    "...",
];

const BINARY: &[&str] = &[
    "+",
    "-",
    "*",
    "/",
    "%",
    "^",
    ":",
    "&",
    "+-",
    "==",
    "!=",
    "<",
    "<=",
    "<>",
    "<|",
    "|>",
    " and ",
    " or ",
    "..",
    " Max ",
    " NimSum ",
    " ConwayProduct ",
    " Cool ",
];

/// A random expression, nested at most so deep.
fn expression(random: &mut Random, methods: &[&str], depth: usize) -> String {
    if depth == 0 || random.below(6) == 0 {
        return random.of(LEAVES).to_owned();
    }
    let mut inner = |random: &mut Random| expression(random, methods, depth - 1);
    let list = |random: &mut Random, inner: &mut dyn FnMut(&mut Random) -> String| {
        let count = random.below(4);
        (0..count).map(|_| inner(random)).collect::<Vec<_>>().join(",")
    };
    match random.below(21) {
        0..=2 => format!("{}{}{}", inner(random), random.of(BINARY), inner(random)),
        3 => format!("({})", inner(random)),
        4 => {
            format!("{}{}", random.of(&["-", "+-", "not ", "*", "^", "v", "'", "a"]), inner(random))
        }
        5 => format!("{{{}|{}}}", list(random, &mut inner), list(random, &mut inner)),
        6 => {
            let bars = random.of(&["|", "||", "|||"]);
            format!("a{{{}{bars}{}}}", list(random, &mut inner), list(random, &mut inner))
        }
        7 => format!("[{}]", list(random, &mut inner)),
        8 => format!("{{{}}}", list(random, &mut inner)),
        9..=11 => {
            let (receiver, method) = (inner(random), random.of(methods));
            match random.below(3) {
                0 => format!("({receiver}).{method}"),
                1 => format!("({receiver}).{method}({})", list(random, &mut inner)),
                _ => format!("{method}({receiver},{})", inner(random)),
            }
        }
        12 => {
            let (item, list) = (inner(random), inner(random));
            match random.below(3) {
                0 => format!("[{item} for x in {list}]"),
                1 => format!(
                    "{{{item} for x from 0 to {} where {}}}",
                    random.below(5),
                    inner(random)
                ),
                _ => format!("[{item} for x from 3 to 1 by -1]"),
            }
        }
        13 => format!("(x -> {})({})", inner(random), inner(random)),
        14 => format!("({})({})", inner(random), list(random, &mut inner)),
        15 => format!("{}({})", random.of(LEAVES), list(random, &mut inner)),
        16 => format!("if {} then {} else {} end", inner(random), inner(random), inner(random)),
        17 => match random.below(4) {
            0 => format!("let x := {} in {}", inner(random), inner(random)),
            1 => format!("for x in {} yield {} end", inner(random), inner(random)),
            2 => format!("Table([x,{}] for x in {})", inner(random), inner(random)),
            _ => format!("({}) is {}", inner(random), random.of(&["Integer", "List", "Nimber"])),
        },
        18 => format!(
            "[{} for x in {} where {} for y from 0 to {} while {}]",
            inner(random),
            inner(random),
            inner(random),
            random.below(4),
            inner(random)
        ),
        19 => {
            let made = random.of(&["HeapRuleset", "PartizanHeapRuleset", "CoordinateRuleset"]);
            let numbers = random.of(&["x", "(x, y)", "(x, y ? x)"]);
            let rest = random.of(&["(3)", "(3,2)", ".NimValueSequence(4)", ".GameValueTable(2,2)"]);
            let list = list(random, &mut inner);
            format!("{made}({numbers} -> [[x-1],x-2,(x,y-1),{list}]){rest}")
        }
        _ => format!("({})[{}]", inner(random), inner(random)),
    }
}

/// Whether what is printed of a value is an expression: all but texts, forms of thermographs and
/// expansions, and the signs of relations.
fn is_expression(value: &Value) -> bool {
    match value {
        Value::Text(_)
        | Value::Relation(_)
        | Value::Thermograph(_)
        | Value::Trajectory(_)
        | Value::UptimalExpansion(_)
        | Value::Table(_)
        | Value::Ellipsis
        | Value::Part(_) => false,
        Value::List(list) => list.items().iter().all(is_expression),
        Value::MixedSet(items) => items.iter().all(is_expression),
        _ => true,
    }
}

/// What so many random expressions come to: values, errors, stopped by the budget, the slowest.
#[derive(Debug, Default)]
struct Found {
    values: usize,
    errors: usize,
    stopped: usize,
    read_again: usize,
    slowest: Vec<(Duration, String)>,
    wrong: Vec<String>,
}

fn run(seed: u64, count: usize, check_reading: bool) -> Found {
    const STEPS: u64 = 20_000;
    let methods: Vec<&str> = upstar_lang::names().collect();
    let mut random = Random(seed);
    let mut found = Found::default();
    let mut session = Session::new();
    let budget = || Budget::unlimited().with_steps(STEPS).with_bytes(256 << 20);
    for number in 0..count {
        if number % 500 == 0 {
            session = Session::new();
            for (name, text) in [("x", "3"), ("y", "{1|0}"), ("f", "k -> k + 1"), ("g", "[1,*]")] {
                session.line(&format!("{name} := {text}"), Style::Plain, &budget()).unwrap();
            }
        }
        let depth = 1 + random.below(4);
        let mut text = expression(&mut random, &methods, depth);
        if random.below(20) == 0 {
            text = format!("{} := {text}", random.of(&["x", "y", "f", "g"]));
        }
        let style = [Style::Plain, Style::Ascii, Style::Unicode][random.below(3)];
        let start = Instant::now();
        let evaluated = catch_unwind(AssertUnwindSafe(|| session.evaluate(&text, &budget())));
        let Ok(value) = evaluated else {
            found.wrong.push(format!("{text} panics"));
            session = Session::new();
            continue;
        };
        let printed = match &value {
            Ok(Some(value)) => session.text(value, style, &budget()),
            Ok(None) => continue,
            Err(error) => Err(error.clone()),
        };
        let taken = start.elapsed();
        found.slowest.push((taken, text.clone()));
        found.slowest.sort_by(|a, b| b.cmp(a));
        found.slowest.truncate(3);
        match (printed, value) {
            (Ok(printed), Ok(Some(value))) => {
                found.values += 1;
                let long = printed.len() > 2000 || text.contains(":=");
                if check_reading && !long && is_expression(&value) {
                    let again =
                        session.line(&printed, style, &Budget::unlimited().with_steps(2_000_000));
                    let same = match &again {
                        Ok(again) if *again == printed => true,
                        Err(LangError::Exhausted(_)) => true,
                        // Options that no order of values tells apart may change places.
                        Ok(again) => {
                            let question = format!("({printed}) == ({again})");
                            let budget = Budget::unlimited().with_steps(2_000_000);
                            session
                                .line(&question, Style::Plain, &budget)
                                .is_ok_and(|x| x == "true")
                        }
                        Err(_) => false,
                    };
                    if !same {
                        found
                            .wrong
                            .push(format!("{text}\n  prints  {printed}\n  read as {again:?}"));
                    }
                    found.read_again += 1;
                }
            }
            (Err(LangError::Exhausted(_)), _) => found.stopped += 1,
            (Err(error), _) => {
                found.errors += 1;
                assert!(!error.render(&text).is_empty(), "{text}");
            }
            (Ok(_), _) => {}
        }
    }
    found
}

#[test]
fn random_expressions_have_a_value_or_an_error() {
    let found = run(0x5eed, 1500, true);
    assert!(found.wrong.is_empty(), "{}:\n{}", found.wrong.len(), found.wrong.join("\n"));
    assert!(found.values > 300 && found.errors > 300 && found.read_again > 200, "{found:?}");
}

/// The same for a million expressions, as a check before a release.
#[test]
#[ignore = "takes many minutes: a check before a release"]
fn a_million_random_expressions() {
    let mut wrong = Vec::new();
    for part in 0..100 {
        let start = Instant::now();
        let found = run(0x1234_5678 + part, 10_000, true);
        println!("{part}: {:?}, {found:?}", start.elapsed());
        wrong.extend(found.wrong);
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}
