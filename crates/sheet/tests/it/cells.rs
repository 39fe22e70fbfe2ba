//! Names in a cell refer to the definitions above it.

use crate::common;

use common::Asked;
use serde_json::json;
use upstar_core::{Budget, CancelFlag};
use upstar_sheet::{Limits, SheetSettings};

#[test]
fn what_depends_on_a_cell_is_worked_out_again() {
    let mut sheet = Asked::new();
    let cells = ["g := {3|1}", "h := g + 1", "g.Mean", "5"];
    assert_eq!(sheet.run(&cells, None), ["0: {3|1}", "1: {4|2}", "2: 2", "3: 5"]);
    let cells = ["g := {5|1}", "h := g + 1", "g.Mean", "5"];
    assert_eq!(sheet.run(&cells, Some(&[0])), ["0: {5|1}", "1: {6|2}", "2: 3"]);
    // Nothing has changed: only the requested result is reported again.
    assert_eq!(sheet.run(&cells, Some(&[2])), ["2: 3"]);
}

#[test]
fn what_a_cell_needs_comes_first() {
    let mut sheet = Asked::new();
    let cells = ["g := 7", "x := 1", "f(n) := n + g", "f(1)"];
    assert_eq!(sheet.run(&cells, Some(&[3])), ["0: 7", "2: n -> n + g", "3: 8"]);
    // A function uses the names visible at its call.
    let cells = ["g := 7", "x := 1", "f(n) := n + g", "g := 20", "f(1)"];
    assert_eq!(sheet.run(&cells, Some(&[3]))[0], "3: 20");
    assert_eq!(sheet.run(&cells, Some(&[4])), ["4: 21"]);
}

#[test]
fn order_and_not_time_decides() {
    let mut sheet = Asked::new();
    assert_eq!(sheet.run(&["x := 1", "x", "x := 2", "x"], None), ["0: 1", "1: 1", "2: 2", "3: 2"]);
    // The first cell again: the last one still uses the definition above it.
    assert_eq!(sheet.run(&["x := 9", "x", "x := 2", "x"], Some(&[0])), ["0: 9", "1: 9"]);
    // The third definition is removed.
    let told = sheet.run(&["x := 9", "x", "", "x"], Some(&[2]));
    assert_eq!(told, ["2: ", "3: 9"]);
    assert_eq!(sheet.run(&["x := x + 1", "x := x + 1"], None)[0], "0? no variable is called `x`");
}

#[test]
fn lines_of_a_cell_have_answers_of_their_own() {
    let mut sheet = Asked::new();
    let told = sheet.run(&["// a note\na := *2; b := *3;\na + b\n{a|\nb}", "a"], None);
    assert_eq!(told, ["0: *; 0", "1: *2"]);
}

#[test]
fn faults_are_under_the_right_letters() {
    let mut sheet = Asked::new();
    let cells = json!([{ "cell": "a", "source": "↑ + 1\n↑↑ + {1|2|3}" }]);
    let told = sheet.last(json!({ "ask": "run", "cells": cells }), "cell");
    assert_eq!(told["state"], "wrong");
    assert_eq!(told["answers"][0]["text"], "1^");
    let fault = &told["fault"];
    assert_eq!((fault["from"].as_u64(), fault["to"].as_u64()), (Some(15), Some(16)), "{fault}");
}

#[test]
fn what_is_stopped_says_so_and_is_tried_again() {
    let mut sheet = Asked::new();
    let flag = CancelFlag::new();
    flag.cancel();
    let cells =
        json!([{ "cell": "a", "source": "domineering(\"5x5\")" }, { "cell": "b", "source": "1" }]);
    let request = json!({ "ask": "run", "cells": cells });
    let told = sheet.ask_within(request.clone(), Budget::unlimited().with_cancel(flag));
    assert_eq!(told.last().unwrap()["event"], "failed");
    assert_eq!(told.last().unwrap()["stopped"], "cancelled");
    let states: Vec<_> = told.iter().filter_map(|event| event["state"].as_str()).collect();
    assert_eq!(states, ["queued", "queued", "running", "stopped"]);
    let told = sheet.ask(request);
    assert_eq!(told.last().unwrap()["event"], "done");
}

#[test]
fn a_full_universe_is_begun_anew() {
    let limits = Limits { seconds: None, bytes: Some(8 << 20), request_bytes: 1 << 20 };
    let mut sheet = Asked::with(SheetSettings { limits, opened: None, rules: false });
    let told = sheet.run(&["g := 5", "domineering(\"6x6\")", "g + 1"], None);
    assert!(told[1].contains("memory"), "{told:?}");
    assert_eq!(sheet.run(&["g := 5", "", "g + 1"], Some(&[2])), ["0: 5", "2: 6"]);
    let told = sheet.run(&["rules x on strip; left: x -> ."], None);
    assert!(told[0].contains("no custom rules"), "{told:?}");
}

#[test]
fn games_of_ones_own_are_names_too() {
    let mut sheet = Asked::new();
    let rules =
        |left| format!("rules\nsheet walk on strip \"x.\"\nleft: {left}\nright: .x -> x.\nend");
    let (first, second) = (rules("x. -> .x"), rules("x.. -> ..x"));
    let told = sheet.run(&[&first, "sheet_walk(\"x..\").LeftOptions"], None);
    assert!(told[0].starts_with("0: sheet_walk"), "{told:?}");
    assert_eq!(sheet.run(&[&second, "sheet_walk(\"x..\").LeftOptions"], Some(&[0])).len(), 2);
}

#[test]
fn what_a_subject_needs_is_worked_out() {
    let mut sheet = Asked::new();
    assert!(sheet.run(&["g := {5|3}", "g := 2*g", "g := 1"], Some(&[])).is_empty());
    let ask = json!({ "ask": "describe", "subject": "g + 1", "cell": "1" });
    assert_eq!(sheet.last(ask, "described")["analysis"]["value"], "9");
}

#[test]
fn names_of_a_cell_are_reported() {
    let mut sheet = Asked::new();
    let cells = json!([{ "cell": "a", "source": "g := {h|k(1)}" }]);
    let told = sheet.ask(json!({ "ask": "run", "cells": cells, "run": ["a"] }));
    assert_eq!(told[0]["state"], "queued");
    assert_eq!(told[0]["defines"], json!(["g"]));
    assert_eq!(told[0]["uses"], json!(["h", "k"]));
}
