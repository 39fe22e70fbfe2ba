//! Misère forms of positions against play: the search of misère play knows nothing of forms.

use upstar_core::Budget;
use upstar_lang::{Session, Style};

fn line(session: &mut Session, text: &str) -> String {
    let found = session.line(text, Style::Plain, &Budget::unlimited());
    found.unwrap_or_else(|error| format!("error: {error}"))
}

/// Positions of a universe in which all of them are.
const GAMES: [(&str, &[&str]); 3] = [
    (
        "dead-ending",
        &[
            "domineering(\"2x2\")",
            "domineering(\"2x3\")",
            "domineering(\"2x4\")",
            "domineering(\"3x3\")",
            "domineering(\"1x4\")",
            "domineering(\"..|.#|..\")",
            "hackenbush(\"lrl\")",
            "hackenbush(\"grr\")",
        ],
    ),
    (
        "dicot",
        &[
            "clobber(\"xo\")",
            "clobber(\"xox\")",
            "clobber(\"xxo|oxo\")",
            "clobber(\"xoxo\")",
            "nim(1,2)",
            "kayles(4)",
        ],
    ),
    (
        "all",
        &[
            "toads_and_frogs(\"TT_F\")",
            "toads_and_frogs(\"T__F\")",
            "konane(\"xo.ox\")",
            "domineering(\"2x3\")",
            "clobber(\"xox\")",
        ],
    ),
];

#[test]
fn sums_of_forms_have_the_outcomes_of_sums_of_positions() {
    let mut session = Session::new();
    for (universe, games) in GAMES {
        for (i, g) in games.iter().enumerate() {
            for h in &games[i..] {
                let played = line(&mut session, &format!("({g} + {h}).MisereOutcome"));
                assert!(["L", "N", "P", "R"].contains(&played.as_str()), "{g} + {h}: {played}");
                for sum in [
                    format!("({g} + {h}).MisereSimplest(\"{universe}\")"),
                    format!("{g}.MisereSum({h}, \"{universe}\")"),
                ] {
                    let by_forms = line(&mut session, &format!("{sum}.MisereOutcome"));
                    assert_eq!(by_forms, played, "{sum}");
                }
            }
        }
    }
}

#[test]
fn comparison_agrees_with_play() {
    let mut session = Session::new();
    for (universe, games) in GAMES {
        for g in games.iter().chain(&["0", "*", "'{*|*}'"]) {
            for h in games.iter().chain(&["0", "*", "'{*|*}'"]) {
                let at_least = line(&mut session, &format!("{g}.MisereGeq({h}, \"{universe}\")"));
                let x = format!("x := {g}.MisereDistinguish({h}, \"{universe}\")");
                let x = line(&mut session, &x);
                assert_eq!(x == "Nothing", at_least == "true", "{g} {h}: {x}");
                if at_least == "true" {
                    continue;
                }
                let mut with = |g: &str| {
                    let sum = format!("{g}.MisereSum(x, \"{universe}\").MisereOutcome");
                    line(&mut session, &sum)
                };
                let at_least = |a: &str, b: &str| a == b || a == "L" || b == "R";
                let (a, b) = (with(g), with(h));
                assert!(!at_least(&a, &b), "{g} {h}: {x} gives {a} and {b}");
            }
        }
    }
}

#[test]
fn what_is_not_defined_is_refused() {
    let mut session = Session::new();
    for (asked, reason) in [
        ("1.MisereSimplest(\"dicot\")", "not a dicot"),
        ("'{|*}'.MisereSimplest(\"dead-ending\")", "not dead-ending"),
        ("1.MisereSimplest(\"normal\")", "no universe `normal`"),
        ("1.MisereSimplest(dicot)", "dicot"),
        ("1.MisereSimplest(2)", "expected the universe"),
        ("1.MisereSimplest()", "takes one argument"),
        ("(1/3).MisereSimplest(\"all\")", "option"),
        ("w.MisereSimplest(\"all\")", "short games"),
        ("over.MisereSimplest(\"all\")", "without loops"),
        ("1001.MisereSimplest(\"all\")", "at most 1000"),
        ("'{1001|}'.MisereOutcome", "at most 1000"),
        ("(*).MisereInverse(\"dead-ending\")", "no inverse"),
        ("'{0,*|*}'.MisereSimplest(\"dicot\").MisereSimplest(\"all\")", "modulo the dicots"),
        ("'{Σ,0|*}' + *", "name it: g.MisereCompare"),
        ("'{Σ,0|*}' <= 0", "name it: g.MisereCompare"),
        ("'{Σ|*}'.MisereSimplest(\"all\")", "simplest form of none"),
        ("'{Σ|}'.MisereSimplest(\"dicot\")", "simplest form of none"),
        (
            "1.MisereSimplest(\"all\") == 1.MisereSimplest(\"dead-ending\")",
            "modulo the dead-ending",
        ),
        ("-1.MisereSimplest(\"all\")", "conjugate"),
        ("{Σ|0}", "a tombstone"),
        ("Σ + 1", "a tombstone"),
    ] {
        let found = line(&mut session, asked);
        assert!(found.starts_with("error: ") && found.contains(reason), "{asked}: {found}");
    }
}

#[test]
fn forms_are_as_deep_as_they_may_be() {
    let mut session = Session::new();
    let deep = "1000.MisereSimplest(\"dead-ending\")";
    assert_eq!(line(&mut session, deep), "1000");
    let sum = "500.MisereSum(-500, \"dead-ending\")";
    assert_eq!(line(&mut session, sum), "0");
}

#[test]
fn what_is_printed_is_read() {
    let mut session = Session::new();
    for (universe, games) in GAMES {
        for g in games {
            let form = line(&mut session, &format!("x := {g}.MisereSimplest(\"{universe}\")"));
            let again = line(&mut session, &format!("{form}.MisereSimplest(\"{universe}\")"));
            if !form.contains('Σ') && again.contains("is not dead-ending") {
                // Without Σ what is typed is a game, which this form is not.
                assert_eq!(form, "'{|*}'");
                continue;
            }
            assert_eq!(again, form, "{g} {universe}");
            assert_eq!(line(&mut session, &format!("x == {form}")), "true", "{g} {universe}");
            let ascii = form.replace('Σ', "Sigma");
            let again = line(&mut session, &format!("{ascii}.MisereSimplest(\"{universe}\")"));
            assert_eq!(again, form, "{g} {universe}");
        }
    }
}

#[test]
fn operators_keep_the_universe_of_their_forms() {
    let mut session = Session::new();
    line(&mut session, "x := (*).MisereSimplest(\"dicot\")");
    line(&mut session, "y := (*).MisereSimplest(\"dead-ending\")");
    for (asked, expected) in [
        ("x + x", "0"),
        ("x + * == 0", "true"),
        ("y + y", "'{*|*}'"),
        ("y + y == 0", "false"),
        ("x <= 0", "false"),
        ("x <> 0", "true"),
        ("'{Σ,0|*}' + x == '{Σ,0|*}'.MisereSum(*, \"dicot\")", "true"),
        ("'{0,*|*}'.MisereSimplest(\"dicot\") >= 0", "true"),
        ("'{Σ,0|*}' == '{0,Sigma|*}'", "true"),
        ("[x] == [*]", "true"),
        ("[x] == [\"dicot\"]", "false"),
        ("'{Σ,0|*}'.MisereOutcome", "N"),
    ] {
        assert_eq!(line(&mut session, asked), expected, "{asked}");
    }
}
