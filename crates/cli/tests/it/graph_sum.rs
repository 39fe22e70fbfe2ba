//! `upstar graph sum` of graphs in files and positions with names.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use upstar::core::Outcome;
use upstar::{Analysis, MoveResult};

fn sum(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_upstar"))
        .args(["graph", "sum"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    // A heap of two, and a cycle that can be left.
    write("heap.dot", "digraph { two -> one; two -> none; one -> none }\n");
    write("loop.csv", "from,to\nSave,Loop\nLoop,Save\nSave,end\n");
    write("blue.csv", "from,to,colour\na,b,blue\nb,c,red\n");
    folder
}

fn analysis(folder: &Path, arguments: &[&str]) -> Analysis {
    let output = sum(folder, &[arguments, &["--json"]].concat());
    assert_eq!(text(&output.stderr), "", "{arguments:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_file_and_a_named_position() {
    let folder = folder();
    // *2 and a heap of three: the winning move makes both alike.
    let told = sum(folder.path(), &["heap.dot:two", "nim(3)"]);
    assert_eq!(
        text(&told.stdout),
        "value: *1\noutcome: N\nthe player to move wins\nwinning moves:\n  2: 2\n"
    );
    let found = analysis(folder.path(), &["heap.dot:two", "nim(3)"]);
    assert_eq!((found.value.as_deref(), found.outcome), (Some("*1"), Some(Outcome::N)));
    assert_eq!(found.play[0].winning_moves.len(), 1);
    assert_eq!(found.play[0].winning_moves[0].to_string(), "2: 2");
    // A sum of named positions is one token.
    let found = analysis(folder.path(), &["heap.dot:two", "nim(1)+kayles(2)"]);
    assert_eq!(found.value.as_deref(), Some("*1"));
    // Kayles of two is *2: nothing wins.
    let found = analysis(folder.path(), &["heap.dot:two", "kayles(2)"]);
    assert_eq!((found.outcome, found.play[0].result), (Some(Outcome::P), Some(MoveResult::Loss)));
    assert!(found.play[0].winning_moves.is_empty());
}

#[test]
fn all_positions_agree_with_the_values() {
    let folder = folder();
    for tokens in
        [["heap.dot:two", "nim(3)"], ["heap.dot:one", "kayles(3)"], ["loop.csv:Save", "nim(1)"]]
    {
        let by_value = analysis(folder.path(), &tokens);
        let searched = analysis(folder.path(), &[&tokens[..], &["--product"]].concat());
        assert_eq!(by_value.outcome, searched.outcome, "{tokens:?}");
        assert_eq!(by_value.value, searched.value, "{tokens:?}");
        assert_eq!(by_value.play[0].winning_moves, searched.play[0].winning_moves, "{tokens:?}");
    }
    // In misere play, and with a partizan graph, there is nothing but the search.
    let misere = analysis(folder.path(), &["heap.dot:one", "nim(1)", "--misere"]);
    assert_eq!((misere.outcome, misere.value), (Some(Outcome::N), None));
    let blue = analysis(folder.path(), &["blue.csv:a", "heap.dot:none"]);
    assert_eq!((blue.outcome, blue.play.len()), (Some(Outcome::P), 2));
}

#[test]
fn the_budget_ends_a_product() {
    let folder = folder();
    let heaps = ["nim(200)", "nim(200)", "nim(200)", "nim(200)", "--product"];
    let stopped = sum(folder.path(), &[&heaps[..], &["--budget", "20MB"]].concat());
    assert_eq!(stopped.status.code(), Some(3), "{}", text(&stopped.stderr));
    assert!(text(&stopped.stderr).contains("memory"), "{}", text(&stopped.stderr));
    assert!(stopped.stdout.is_empty());
}

#[test]
fn invalid_tokens_are_refused() {
    let folder = folder();
    let error = |token: &str| {
        let output = sum(folder.path(), &["heap.dot:two", token]);
        assert_eq!(output.status.code(), Some(2));
        text(&output.stderr)
    };
    assert!(error("heap.dot:three").contains("three"));
    assert!(error("heap.csv:two").contains("heap.csv:two"));
    assert!(error("kayle(3)").contains("did you mean `kayles`?"));
    assert!(error("nim(3").contains("upstar: "));
}

#[test]
fn many_sums_are_answered_in_a_table() {
    let folder = folder();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("pairs.csv", "first,second\ntwo,one\ntwo,two\n");
    let told = sum(folder.path(), &["heap.dot", "--queries", "pairs.csv"]);
    assert_eq!(
        text(&told.stdout),
        "sum,outcome,value,move\ntwo + one,N,*3,1: one\ntwo + two,P,*0,\n"
    );
    assert_eq!(text(&told.stderr), "pairs.csv: header: first,second\n");
    let told =
        sum(folder.path(), &["heap.dot", "--queries", "pairs.csv", "--misere", "--format", "json"]);
    assert!(text(&told.stdout).contains("\"remoteness\""), "{}", text(&told.stdout));
    write("blue-pairs.csv", "a\na,c\n");
    let told = sum(folder.path(), &["blue.csv", "--queries", "blue-pairs.csv", "-o", "-"]);
    assert_eq!(
        text(&told.stdout),
        "sum,outcome,left_remoteness,left_move,right_remoteness,right_move\n\
         a,P,2,,0,\na + c,P,2,,0,\n"
    );
    // A contest file has its sums in itself.
    write("contest.txt", "3 2\n1 2\n2 3\n2\n2 1 2\n1 1\n");
    let told = sum(folder.path(), &["contest.txt", "--from-format", "contest"]);
    assert_eq!(text(&told.stdout), "sum,outcome,value,move\n1 + 2,N,*1,1: 2\n1,P,*0,\n");
    for (arguments, part) in [
        (&["heap.dot"][..], "asks about no sums"),
        (&["heap.dot", "--queries", "pairs.csv", "--json"], "--format json"),
        (&["heap.dot", "loop.csv", "--queries", "pairs.csv"], "--queries needs one graph"),
        (&["heap.dot:two", "-o", "t.csv"], "for the table of many sums"),
        (&["loop.csv", "--queries", "pairs.csv"], "pairs.csv:2:1: `two`, which is no vertex"),
    ] {
        let output = sum(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(part), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn a_vertex_that_a_sum_refuses_is_named() {
    let folder = folder();
    fs::write(folder.path().join("won.csv"), "a,b\nb,,W\n").unwrap();
    for arguments in [&["heap.dot:two", "won.csv:a"][..], &["won.csv:a", "won.csv:a"]] {
        let output = sum(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2));
        let told = text(&output.stderr);
        assert!(told.contains("won.csv") && told.contains("vertex `b` has a result"), "{told}");
    }
}
