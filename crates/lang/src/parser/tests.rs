use upstar_core::Budget;
use upstar_values::Style;

use super::*;
use crate::Session;

fn value(source: &str) -> String {
    let mut session = Session::new();
    session
        .line(source, Style::Plain, &Budget::unlimited())
        .unwrap_or_else(|error| panic!("{source}: {error}"))
}

fn error(source: &str) -> String {
    let mut session = Session::new();
    match session.line(source, Style::Plain, &Budget::unlimited()) {
        Ok(value) => panic!("{source} = {value}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn precedence() {
    for (source, expected) in [
        ("-1:1", "-1/2"),
        ("1:2*3", "7"),
        ("2^3^2", "512"),
        ("-2^2", "-4"),
        ("2^-1", "1/2"),
        ("7 - 2 - 1", "4"),
        ("12 / 2 * 3", "18"),
        ("7 % 4", "3"),
        ("-7 % 4", "-3"),
        ("4 Max 3 + 5", "8"),
        ("1 < 2 and 3 < 2", "false"),
        ("1 < 2 or 3 < 2", "true"),
        ("not 1 < 2", "false"),
        ("3 - 2 +- 6 - 7 +- 8 + 4", "{12|0||-4|-16}"),
        ("+-1/2", "{1/2|-1/2}"),
        ("+-1+-2", "+-{3|1}"),
        ("(+-1)*3", "+-1"),
        ("1..3", "[1,2,3]"),
        ("[1..3][2]", "2"),
    ] {
        assert_eq!(value(source), value(expected), "{source}");
    }
}

#[test]
fn stars_and_arrows_beside_numbers() {
    for (source, expected) in [
        ("3*", "3 + *"),
        ("{3*|1*,2*}", "{3+*|1+*,2+*}"),
        ("3*:1", "(3+*):1"),
        ("3* - 1", "2 + *"),
        ("3*-1", "-3"),
        ("3* + 1", "4 + *"),
        ("[3*,4]", "[3+*,4]"),
        ("3*2", "6"),
        ("3**2", "*2"),
        ("3*(1+1)", "6"),
        ("1/2*", "1/2 + *"),
        ("2^", "2 + ^"),
        ("2^^", "2 + ^ + ^"),
        ("2^*", "2 + ^ + *"),
        ("2^*3", "2 + ^ + *3"),
        ("2^3", "8"),
        ("9/8v9*8", "9/8 - 9*^ + *8"),
        ("3/4v[3]*", "3/4 - ^[3] + *"),
        ("2Tiny(2)", "2 + Tiny(2)"),
        ("^3*2", "^ + ^ + ^ + *2"),
        ("2*^*3", "2*(^ + *3)"),
        ("^*(1+2)", "^ + *3"),
        ("^(2+3)", "^5"),
        ("*(3+2)", "*5"),
        ("(1/2)*", "1/2 + *"),
        ("^<2>*", "^<2> + *"),
        ("{^<2>|0}", "{^.Pow(2)|0}"),
    ] {
        assert_eq!(value(source), value(expected), "{source}");
    }
}

#[test]
fn unicode_is_accepted() {
    for (source, expected) in [
        ("↑↑ + ↓", "^"),
        ("⇑⋆3", "^^*3"),
        ("±1", "+-1"),
        ("2×3", "6"),
        ("5 − 3", "2"),
        ("1 ≤ 2", "true"),
        ("⋆ ‖ 0", "true"),
        ("2↑3", "2 + ^3"),
    ] {
        assert_eq!(value(source), value(expected), "{source}");
    }
}

#[test]
fn bars_of_every_length() {
    assert_eq!(value("{2||1|0}"), value("{2|{1|0}}"));
    assert_eq!(value("{10|8||6|4|||4|2||0|-2}"), value("{{{10|8}|{6|4}}|{{4|2}|{0|-2}}}"));
    assert_eq!(value("{3,{4|3}|2|||1||0|-1}"), value("{{3,{4|3}|2}|{1|{0|-1}}}"));
    assert_eq!(value("{0||}"), value("{0|}"));
    assert_eq!(value("{|||1}"), value("{|1}"));
    assert_eq!(value("{1|||||2||||3|||4||5|6}"), value("{1|{2|{3|{4|{5|6}}}}}"));
}

#[test]
fn two_bars_of_one_length_need_a_longer_one() {
    let message = error("{3|2|1}");
    assert!(message.contains("`{3||2|1}`") && message.contains("`{3|2||1}`"), "{message}");
    assert!(error("{3||2|1||0}").contains("longer bar"));
    assert!(error("{3||2||1}").contains("`{3|||2||1}`"));
}

#[test]
fn errors_say_what_was_expected() {
    let mut wrong = Vec::new();
    for (source, part) in [
        ("{1|", "`{` at column 1 is not closed"),
        ("1 +\n {1|", "`{` at line 2, column 2 is not closed"),
        ("(1", "expected `)`"),
        ("[1,2", "expected `]`"),
        ("1 +", "expected an expression, found the end"),
        ("{1,,2|}", "between two commas"),
        ("{1,|2}", "option after the comma"),
        ("1)", "`)` closes nothing"),
        ("{1|2)", "must be closed first"),
        ("1 2", "expected an operator"),
        ("2(3)", "2*(...)"),
        ("2{1|0}", "2*{1|-1}"),
        ("1 | 2", "only between braces"),
        ("a < b < c", "cannot be chained"),
        ("Tempreature({1|0})", "did you mean `Temperature`"),
        ("{1|0}.Freez", "did you mean `Freeze`"),
        ("up", "written `^`"),
        ("^^5", "write ^5"),
        ("v := 3", "means down"),
        ("[n for n from 1 to 9 if n > 3]", "follows `where`"),
        ("[w+1 for w from 1 to 9]", "`w` is ω"),
        ("[1 for v from 1 to 9]", "`v` is down"),
        ("Left := 3", "is reserved"),
        ("1 := 3", "only a name"),
        ("()", "between the parentheses"),
        ("'3", "expected `{`"),
        ("'{1,2}'", "needs a bar"),
        ("inf - inf", "is not defined"),
        ("omega.Mean", "is not one: its play has no bound"),
        ("domineering(\"..|.x\")", "found `x`"),
        ("domineerin(\"2x2\")", "did you mean `domineering`"),
        ("nim(1; 2)", "expected `nim"),
        ("nim({1|0})", "must be a number"),
        ("stalk(\"L^w.Q\")", "the end"),
        ("{0,1,2,...|5}", "between"),
        ("3*[2]", "expected an operator"),
        ("0/0", "division by zero"),
        ("^ * ^", "ConwayProduct"),
        ("^ ^ 2", "powers of up"),
        ("{1|0}.Cool", "one argument"),
        ("Cool()", "needs an argument"),
        ("{1|0}.Cool({1|0})", "must be a number"),
        ("{1|^^^||^}.AtomicWeight", "not atomic"),
        ("*(1/2)", "must be an integer"),
        ("*(-1)", "not negative"),
        ("*(2^(2^20+1))", "more than 1048576 bits"),
        ("2^(2^80)", "too large"),
        ("[1,2][3]", "no item 3"),
        ("Day(4)", "too many"),
        ("1..10^30", "too long"),
        ("x + 1", "no variable is called `x`"),
        ("0.5", "1/2"),
    ] {
        let found = error(source);
        if !found.contains(part) {
            wrong.push(format!("{source}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_call_right_after_a_star_is_a_factor() {
    let mut session = Session::new();
    let budget = Budget::unlimited();
    let mut line = |source| session.line(source, Style::Plain, &budget).unwrap();
    assert_eq!(line("3*Tiny(2) == Tiny(2)+Tiny(2)+Tiny(2)"), "true");
    assert_eq!(line("3*stalk(\"(LR)^w\")"), "2");
    assert_eq!(line("2*nim(3)"), "0");
    assert_eq!(line("3* ConwayProduct 1"), "3*");
}

#[test]
fn variables_keep_their_values() {
    let mut session = Session::new();
    let budget = Budget::unlimited();
    let mut line = |source| session.line(source, Style::Plain, &budget).unwrap();
    assert_eq!(line("g := {2||1|0}"), "{2||1|0}");
    assert_eq!(line("  // a comment"), "");
    assert_eq!(line(""), "");
    assert_eq!(line("h := g + g /* twice */"), line("2*g"));
    assert_eq!(line("(h - g - g).IsZero"), "true");
    assert_eq!(line("h.left_stop"), line("(2*{2||1|0}).LEFTSTOP"));
}

#[test]
fn deep_nesting_costs_no_stack() {
    let deep = |depth: usize| format!("{}{}", "{".repeat(depth), "|}".repeat(depth));
    assert_eq!(value(&deep(100_000)), "99999");
    assert_eq!(value(&format!("{}1{}", "(".repeat(100_000), ")".repeat(100_000))), "1");
    assert_eq!(value(&format!("{}1", "-".repeat(100_000))), "1");
    assert_eq!(value(&format!("1{}", "+1".repeat(100_000))), "100001");
    assert!(error(&"{".repeat(100_000)).contains("not closed"));
    assert!(error(&"{".repeat(MOST_NESTED + 1)).contains("the limit is 500000"));
    assert!(error(&"[".repeat(1000)).contains("not closed"));
    let lists = format!("{}{}", "[".repeat(1000), "]".repeat(1000));
    assert!(error(&lists).contains("50 deep"));
    assert!(error(&format!("'{}'", deep(100_000))).contains("too deep"));
    assert!(error(&"1|".repeat(100_000)).contains("between braces"));
}

#[test]
fn lines_that_go_on() {
    assert!(is_incomplete("{1|"));
    assert!(is_incomplete("f(1, [2"));
    assert!(is_incomplete("1 /* 2"));
    assert!(!is_incomplete("{1|2}"));
    assert!(!is_incomplete("1 +"));
    assert!(!is_incomplete("{1|2}}"));
    assert!(!is_incomplete("f(n) := if n == 0 then 0"));
    assert!(is_incomplete("f(n) :=\n if n == 0 then 0"));
    assert!(is_incomplete("f(n) := if n == 0 then 0\n elseif n == 1 then"));
    assert!(!is_incomplete("f(n) :=\n if n == 0 then 0\n else 1 end"));
    assert!(!is_incomplete("[if n < 3 then 0 else 1\n for n from 2 to 4]"));
    assert!(!is_incomplete("if 1 < 2 then 3 else 4;\n5"));
    assert_eq!(value("{1|\n0}"), "{1|0}");
}
