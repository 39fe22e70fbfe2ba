//! Random functions that list options: compiled and evaluated, and against the definition.

use std::collections::BTreeMap;

use upstar_lang::Session;

use crate::functions::line;

/// A body of a function of `n` (and `m`), which lists options: what can be compiled and what cannot,
/// with options that are none, fractions and large numbers among them.
fn body(seeds: &mut impl Iterator<Item = u32>, pair: bool) -> String {
    let mut pick = |texts: &[&str]| texts[seeds.next().unwrap() as usize % texts.len()].to_owned();
    let number = pick(&[
        "n-k",
        "n-1-k",
        "Floor(n/2)",
        "n/2",
        "n%3",
        "(n-k)%4",
        "n-k^2",
        "Floor((n+k)/3)",
        "k-1",
        "Max(n-k,0)",
        "Min(n,k)-1",
        "Abs(n-2*k)-1",
        "n-2^k",
        "Isqrt(n)",
        "n-10^k",
        "-(-n)-1",
        "f(n)",
        "n - s[1]",
        "Ceiling(n/3)-1",
        "n*k-n",
        "(n-k).Floor",
    ]);
    let condition = pick(&[
        "k <= n",
        "n > 0",
        "k < n and n.IsEven",
        "not k == 2",
        "n-k >= 0 or k == 1",
        "n",
        "k in s",
        "k != n",
        "n%k == 0",
        "IsOdd(n+k)",
        "(k > 1) == (n > 2)",
    ]);
    let option = if pair {
        let other = pick(&["m", "m-1", "m-k", "m+k", "Floor(m/2)", "n", "m/3"]);
        pick(&[&format!("({number},{other})"), &format!("[{other},{number}]"), &number])
    } else {
        let other = pick(&["k", "k-1", "0", "n-1"]);
        pick(&[&number, &format!("[{number}]"), &format!("[{number},{other}]"), "[]", "[0..k]"])
    };
    let clauses = pick(&[
        "k from 1 to n",
        "k from n to 1 by -1",
        "k from 0 to Floor(n/2)",
        "k in s",
        "k in [1,2,n]",
        "k in [1..3]",
        "k from 1 to n by 2",
        "k from 1 to n/2",
        "k from 1",
        "k in {1,3,1}",
        "k in 1..n",
        "k from 1 to 3 for j from k to 2",
        "k in t",
    ]);
    let rule = match &*pick(&["where", "while", ""]) {
        "" => format!("[{option} for {clauses}]"),
        word => format!("[{option} for {clauses} {word} {condition}]"),
    };
    let listed = option.replace('k', "1");
    let list = format!("[{listed},{}]", option.replace('k', "2"));
    let test = pick(&["n > 3", "n%2 == 0", "n == 0", "n"]);
    match &*pick(&["rule", "rule", "if", "concat", "let", "list", "none", "range"]) {
        "rule" => rule,
        "if" => format!("if {test} then {rule} elseif n == 1 then [] else {list} end"),
        "concat" => format!("(if {test} then {list} else [] end) Concat {rule}"),
        "let" => format!("let k := n-1 in {list} Concat {rule}"),
        "list" => list,
        "none" => format!("if {test} then {rule} end"),
        _ => "[0..n-1]".to_owned(),
    }
}

/// What is compiled lists the same options as what is evaluated, with the same errors. A parameter
/// with a kind is never compiled.
#[test]
fn compiled_functions_are_those_that_are_evaluated() {
    let mut session = Session::new();
    for text in ["s := [1,3,4]", "t := [1,1/2]", "f := n -> n-1"] {
        line(&mut session, text);
    }
    let mut state = 1_u64;
    let mut seeds = std::iter::from_fn(|| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Some((state >> 33) as u32)
    });
    let (mut answers, mut refused) = (0, 0);
    for round in 0..600 {
        let pair = round % 2 == 1;
        let body = body(&mut seeds, pair);
        let (name, numbers, plain, typed) = if pair {
            ("CoordinateRuleset", "(n,m)", "(n,m)", "(n as Integer, m as Integer)")
        } else {
            ("HeapRuleset", "n", "n", "(n as Integer)")
        };
        let [compiled, evaluated] = [plain, typed].map(|parameters| {
            let made = format!("g := {name}({parameters} -> {body})");
            ["g(NUMBERS).Options", "g(NUMBERS).NimValue", "g(NUMBERS).OutcomeClass"].map(
                |question| {
                    let numbers = numbers.replace('n', "6").replace('m', "4");
                    line(&mut session, &made);
                    let asked = question.replace("NUMBERS", &numbers);
                    line(&mut session, &asked).replace(typed, plain)
                },
            )
        });
        assert_eq!(compiled, evaluated, "{name}({plain} -> {body})");
        if compiled[1].starts_with("error") { refused += 1 } else { answers += 1 }
    }
    assert!(answers > 60 && refused > 60, "{answers} answers, {refused} errors");
}

/// A number in a random function: as text, and its value for the position and the variable.
#[derive(Clone, Debug)]
enum Number {
    Constant(i64),
    /// A number of the position, or the variable after them.
    Named(usize),
    Less(Box<[Number; 2]>),
    More(Box<[Number; 2]>),
    Times(Box<[Number; 2]>),
    /// Rounded down.
    Half(Box<Number>),
    Rest(Box<Number>, i64),
    Least(Box<[Number; 2]>),
}

impl Number {
    fn text(&self) -> String {
        let two = |both: &[Number; 2], sign: &str| {
            format!("({}{sign}{})", both[0].text(), both[1].text())
        };
        match self {
            Number::Constant(value) => value.to_string(),
            Number::Named(at) => ["a", "b", "c", "k"][*at].to_owned(),
            Number::Less(both) => two(both, "-"),
            Number::More(both) => two(both, "+"),
            Number::Times(both) => two(both, "*"),
            Number::Half(of) => format!("Floor({}/2)", of.text()),
            Number::Rest(of, by) => format!("({}%{by})", of.text()),
            Number::Least(both) => format!("Min({},{})", both[0].text(), both[1].text()),
        }
    }

    /// The names are those of the numbers of `at`, which has four.
    fn value(&self, at: [i64; 4]) -> i64 {
        let two = |both: &[Number; 2]| (both[0].value(at), both[1].value(at));
        match self {
            Number::Constant(value) => *value,
            Number::Named(name) => at[*name],
            Number::Less(both) => two(both).0 - two(both).1,
            Number::More(both) => two(both).0 + two(both).1,
            Number::Times(both) => two(both).0 * two(both).1,
            Number::Half(of) => of.value(at).div_euclid(2),
            // Worksheets round towards 0.
            Number::Rest(of, by) => of.value(at) % by,
            Number::Least(both) => two(both).0.min(two(both).1),
        }
    }
}

/// Random games of functions on a heap and on up to three numbers against the definition of the
/// Grundy value. What is left is less by its sum, so that play ends.
#[test]
fn random_functions_have_the_values_of_the_definition() {
    let mut state = 3_u64;
    let mut below = move |most: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % most
    };
    fn number(below: &mut dyn FnMut(usize) -> usize, count: usize, depth: usize) -> Number {
        let kind = if depth == 0 { below(3) } else { below(9) };
        if kind == 0 {
            return Number::Constant(below(4) as i64);
        }
        if kind < 3 {
            // The variable as often as all others.
            let at = if below(2) == 0 { 3 } else { below(count) };
            return Number::Named(at);
        }
        let mut one = || number(below, count, depth - 1);
        let two = Box::new([one(), one()]);
        match kind {
            3 | 4 => Number::Less(two),
            5 => Number::More(two),
            6 => Number::Times(two),
            7 => Number::Half(Box::new(one())),
            _ => match below(2) {
                0 => Number::Least(two),
                _ => Number::Rest(two[0].clone().into(), 1 + below(3) as i64),
            },
        }
    }
    let files = std::env::var("UPSTAR_RULES_FILES").ok().and_then(|asked| asked.parse().ok());
    let mut session = Session::new();
    for _ in 0..files.unwrap_or(10_000_usize) / 25 {
        let count = 1 + below(3);
        let names = &["a", "b", "c"][..count];
        // Lists of options: a variable up to a bound, options, and one more condition.
        let lists: Vec<(Number, Vec<Number>, Number, Number)> = (0..1 + below(2))
            .map(|_| {
                let to = Number::Least(Box::new([Number::Named(0), Number::Constant(3)]));
                let option = (0..count).map(|_| number(&mut below, count, 2)).collect();
                (to, option, number(&mut below, count, 1), number(&mut below, count, 1))
            })
            .collect();
        let total = names.join("+");
        let text = lists.iter().map(|(to, option, left, right)| {
            let option: Vec<String> = option.iter().map(Number::text).collect();
            // No number below 0, and less in total.
            let fits: Vec<String> = option.iter().map(|part| format!("{part} >= 0")).collect();
            let (list, option_sum) = (option.join(","), option.join("+"));
            let option = if count == 1 { format!("[{list}]") } else { format!("({list})") };
            format!(
                "[{option} for k from 0 to {} where {} and {} < {total} and {} <= {}]",
                to.text(),
                fits.join(" and "),
                option_sum,
                left.text(),
                right.text()
            )
        });
        let text: Vec<String> = text.collect();
        let kind = if count == 1 { "HeapRuleset" } else { "CoordinateRuleset" };
        let made = format!("g := {kind}(({}) -> {})", names.join(","), text.join(" Concat "));
        line(&mut session, &made);
        let mut known = BTreeMap::new();
        for at in (0..40).map(|n| [n % 5, n / 5 % 4, n / 20]) {
            let mut at = [at[0], at[1], at[2], 0];
            at[count..].fill(0);
            let expected = grundy(at, count, &lists, &mut known);
            let numbers: Vec<String> = at[..count].iter().map(i64::to_string).collect();
            let found = line(&mut session, &format!("g({}).NimValue", numbers.join(",")));
            assert_eq!(found, expected.to_string(), "{made}: {numbers:?}");
        }
    }
    /// The least number that no option has.
    fn grundy(
        at: [i64; 4],
        count: usize,
        lists: &[(Number, Vec<Number>, Number, Number)],
        known: &mut BTreeMap<[i64; 4], i64>,
    ) -> i64 {
        if let Some(&value) = known.get(&at) {
            return value;
        }
        let mut values = Vec::new();
        for (to, option, left, right) in lists {
            let with = |k: i64| [at[0], at[1], at[2], k];
            for k in 0..=to.value(at) {
                let mut next = [0; 4];
                for (next, part) in next.iter_mut().zip(option) {
                    *next = part.value(with(k));
                }
                let fits = next.iter().all(|&part| part >= 0)
                    && next.iter().sum::<i64>() < at[..count].iter().sum()
                    && left.value(with(k)) <= right.value(with(k));
                if fits {
                    values.push(grundy(next, count, lists, known));
                }
            }
        }
        let value = (0..).find(|n| !values.contains(n)).unwrap();
        known.insert(at, value);
        value
    }
}
