//! `surreal`, `stalk` and values under limits: excessive requests are rejected at once, and no
//! requested result is omitted silently.

use std::process::{Command, Output};

fn upstar(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_upstar")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim().to_owned()
}

#[test]
fn stalks_are_cut_one_by_one() {
    for (arguments, expected) in [
        (&["stalk", "LRR", "--cut", "1", "--plain"][..], "1"),
        (&["stalk", "LRR", "--plain"], "1/4"),
        (&["stalk", "", "--plain"], "0"),
        (&["stalk", "sqrt(2)", "--plain"], "sqrt(2)"),
        (&["stalk", "sqrt(2)", "--cut", "3", "--plain"], "3/2"),
        (&["stalk", "LRR", "--cut", "3", "--plain"], "error: there is no edge at 3"),
        (
            &["stalk", "rrl", "--plain"],
            "error: line 1, column 1: expected capital letters L and R, or a number",
        ),
    ] {
        assert_eq!(text(&upstar(arguments).stdout), expected, "{arguments:?}");
    }
    for plain in [&[][..], &["--plain"]] {
        let found = upstar(&[&["stalk", "LRR", "RL", "--cut", "1"], plain].concat());
        assert!(!found.status.success());
        assert!(text(&found.stderr).contains("--cut cuts one stalk"), "{found:?}");
    }
}

#[test]
fn what_is_too_much_is_said() {
    for (arguments, part) in [
        (
            &["surreal", "1/(w+1)", "--terms", "1000000000", "--budget", "1e4"][..],
            "budget is used up",
        ),
        (&["surreal", "1/3", "--signs", "1000000000", "--budget", "1e5"], "budget is used up"),
        (
            &["surreal", "1/3", "--signs", "300000000", "--json", "--budget", "10MB"],
            "memory budget is used up",
        ),
        (&["surreal", "sqrt(2)", "--signs", "1000000000"], "number of signs is too large"),
        (&["surreal", "sqrt(2)", "--digits", "10000000"], "number of decimals is too large"),
        (&["surreal", "1/3", "--signs", "100000", "--budget", "1000"], "budget is used up"),
        (&["surreal", "1/(w+1)", "--terms", "100000", "--budget", "1000"], "budget is used up"),
        (&["stalk", "1/7^100000"], "period of a coefficient is too large"),
        (&["stalk", "1/7^100000", "--budget", "10000"], "budget is used up"),
        (&["eval", "*4000000000.StopCount"], "the stop count is more than 2^26 bits"),
        (
            &["eval", "[n^2 for n from 1 to 10000000]", "--budget", "300MB"],
            "the memory budget is used up",
        ),
        (&["eval", "^.Pow(1000000)", "--budget", "100MB"], "the memory budget is used up"),
    ] {
        let found = upstar(arguments);
        assert!(!found.status.success(), "{arguments:?}");
        assert!(text(&found.stderr).contains(part), "{arguments:?}: {}", text(&found.stderr));
    }
    for (expression, expected) in [
        ("*171 ConwayProduct *534", "*64987"),
        ("(2/3).ConwayProduct(3)", "2"),
        ("(-1823437481924).FollowerCount", "1823437481925"),
        ("(-1823437481924).MisereOutcomeClass", "L"),
        ("(10^20).MisereOutcome", "R"),
        ("*1000000.MisereOutcome", "N"),
        ("(*1000000.StopCount).Lb", "1584961"),
        ("{1|-1}.Overheat(4294967296,4294967296)", "+-8589934592"),
        ("-8589934592", "-8589934592"),
        ("{8589934592|0}", "{8589934592|0}"),
        ("3+Tiny(2^33)", "3Tiny(8589934592)"),
    ] {
        let found = upstar(&["eval", "--plain", "--", expression]);
        assert_eq!(text(&found.stdout), expected, "{expression}");
    }
}
