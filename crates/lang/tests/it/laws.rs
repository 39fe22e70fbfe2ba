//! Laws of games that functions define.

use proptest::prelude::*;
use upstar_core::mex;
use upstar_lang::Session;

use crate::functions::line;

#[test]
fn laws_of_functions_are_proved() {
    let mut session = Session::new();
    let digits = "an automaton of 10 states that reads the digits of n in base 2, the least \
                  significant first; proved";
    for (function, expected) in [
        ("[n-k for k from 1 to n.Div(2)]", "G(2n) = n, G(2n+1) = G(n); proved (a share"),
        (
            "[n-k for k from 1 to Floor((Isqrt(5*n^2)-n)/2)]",
            "G(n) = f(n) if f(n) > f(n-1), otherwise G(n-f(n)-1), where f(n) = \
             (sqrt(5n^2)-n)/2, rounded down; proved (a share",
        ),
        ("[n-k for k in [2,3,7] where k <= n]", "G(n+5) = G(n); proved"),
        ("[n-k for k from 2 to n]", "G(n+2) = G(n)+1; proved"),
        ("[n-k for k from 1 to 7 by 2 where k <= n]", "G(n+2) = G(n); proved"),
        ("[n-k for k from Min(n,4) to 1 by -1]", "G(n+5) = G(n); proved"),
        ("if n % 2 == 1 then [n-1] elseif n == 0 then [] else [[n-1],[n/2,n/2,n/2]] end", digits),
        ("let m := Floor(n/2) in if n > 0 then [n-1,[m,m,m]] else [] end", "proved"),
        ("[n-k for k in 1..3 where not (k > n or k == 2)]", "proved"),
    ] {
        let found = line(&mut session, &format!("HeapRuleset(n -> {function}).Law"));
        assert!(found.contains(expected), "{function}: {found}");
    }
}

/// Where the options of some heap are no options, the game is not defined, and nothing is proved of
/// it.
#[test]
fn laws_of_functions_that_fail_far_away_are_not_proved() {
    let mut session = Session::new();
    for function in [
        "if n == 0 then [] elseif n == 5000 then [n] else [n-1] end",
        "if n == 0 then [] elseif n == 5000 then [n-5001] else [n-1] end",
        "if n == 0 then [] elseif n > 5000 then [n/2] else [n-1] end",
        "if n == 0 then [] elseif n > 5000 then [] else [n-1] end",
        "if n == 0 then [] else [n-1 for k from 1 to 1 where n < 5000 or n/2 > 7] end",
    ] {
        let found = line(&mut session, &format!("HeapRuleset(n -> {function}).Law"));
        assert_eq!(found, "G(n+2) = G(n); observed to 1000", "{function}");
    }
}

/// A function as a text, and the options by its meaning.
#[derive(Clone, Debug)]
enum Part {
    Less(u64, u64, u64),
    Range(u64, u64, u64),
    Halves(u64, bool),
    Unless(u64, u64),
}

impl Part {
    fn text(&self) -> String {
        match self {
            Part::Less(a, b, c) => {
                format!("[n-k for k in [{a},{b}] where k <= n and n % 3 != {c}]")
            }
            Part::Range(from, share, by) => {
                format!("[n-k for k from {from} to Floor(n/{share}) by {by}]")
            }
            Part::Halves(by, true) => {
                format!("if n % {by} == 0 and n > 0 then [[n/{by},n/{by}],[n/{by}]] else [] end")
            }
            Part::Halves(by, false) => {
                format!("[[Floor(n/{by}),Ceiling(n/{by})-1] for k from 1 to Min(1,n)]")
            }
            Part::Unless(a, b) => format!("[Max(n-k,0) for k from {a} to {b} where n >= {a}]"),
        }
    }

    fn options(&self, n: u64) -> Vec<Vec<u64>> {
        match *self {
            Part::Less(a, b, c) if n % 3 != c => {
                [a, b].into_iter().filter(|&k| k <= n).map(|k| vec![n - k]).collect()
            }
            Part::Less(..) => vec![],
            Part::Range(from, share, by) => {
                (from..=n / share).step_by(by as usize).map(|k| vec![n - k]).collect()
            }
            Part::Halves(by, true) if n.is_multiple_of(by) && n > 0 => {
                vec![vec![n / by, n / by], vec![n / by]]
            }
            Part::Halves(by, false) if n > 0 => vec![vec![n / by, n.div_ceil(by) - 1]],
            Part::Halves(..) => vec![],
            Part::Unless(a, b) if n >= a => (a..=b).map(|k| vec![n.saturating_sub(k)]).collect(),
            Part::Unless(..) => vec![],
        }
    }
}

fn part() -> impl Strategy<Value = Part> {
    prop_oneof![
        (1..6_u64, 1..6_u64, 0..4_u64).prop_map(|(a, b, c)| Part::Less(a, b, c)),
        (1..4_u64, 1..4_u64, 1..3_u64).prop_map(|(a, b, c)| Part::Range(a, b, c)),
        (2..4_u64, any::<bool>()).prop_map(|(by, even)| Part::Halves(by, even)),
        (1..4_u64, 0..3_u64).prop_map(|(a, more)| Part::Unless(a, a + more)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(5), ..ProptestConfig::default() })]

    /// The values of random functions are those of their meaning, and a law that is proved from few of
    /// them holds of many.
    #[test]
    fn proved_laws_of_functions_go_on(parts in prop::collection::vec(part(), 1..4)) {
        let texts: Vec<String> = parts.iter().map(|part| format!("({})", part.text())).collect();
        let texts = texts.join(" Concat ");
        let values: Vec<u32> = (0..1010).fold(Vec::new(), |mut values, heap| {
            let options = parts.iter().flat_map(|part| part.options(heap));
            let sum = |option: Vec<u64>| option.iter().fold(0, |s, &n| s ^ values[n as usize]);
            let value = mex(options.map(sum).collect::<Vec<u32>>());
            values.push(value);
            values
        });
        let mut session = Session::new();
        line(&mut session, &format!("g := HeapRuleset(n -> {texts})"));
        let few: Vec<String> = values[..200].iter().map(u32::to_string).collect();
        let found = line(&mut session, "[g(n).NimValue for n from 0 to 199]");
        prop_assert_eq!(found, format!("[{}]", few.join(",")), "{}", texts);
        let law = line(&mut session, "g.Law(260)");
        if law.contains("proved") {
            // The values of such large heaps are those of the law.
            for (heap, value) in values.iter().enumerate().skip(1001) {
                let found = line(&mut session, &format!("g({heap}).NimValue"));
                prop_assert_eq!(found, value.to_string(), "{} at {}: {}", texts, heap, law);
            }
        }
    }
}
