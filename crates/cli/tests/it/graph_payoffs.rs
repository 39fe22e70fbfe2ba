//! `upstar graph solve --objective payoff` and `upstar graph pursuit`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn graph(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_upstar"));
    command.arg("graph").args(arguments).current_dir(folder).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        fs::write(folder.path().join(name), content).unwrap();
    }
    folder
}

/// What is printed to standard output.
fn told(folder: &Path, arguments: &[&str]) -> String {
    let output = graph(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn payoffs_with_owners_and_endless_play() {
    let owned = "from,to,owner,payoff\na,b,0,\na,c,0,\nb,a,1,\nb,d,1,\nc,,0,-2\nd,,0,3\n";
    let folder = folder(&[("g.csv", owned)]);
    let solve = ["solve", "g.csv", "--objective", "payoff", "-o", "-"];
    let table = |payoffs: [&str; 2]| {
        let [a, b] = payoffs;
        format!("vertex,owner,payoff,remoteness,move\na,0,{a}\nb,1,{b}\nc,0,-2,0,\nd,0,3,0,\n")
    };
    assert_eq!(told(folder.path(), &solve), table(["0,,b", "0,,a"]));
    // Payoffs are solved for without being asked for.
    assert_eq!(told(folder.path(), &["solve", "g.csv", "-o", "-"]), table(["0,,b", "0,,a"]));
    let endless = |worth: &str| told(folder.path(), &[&solve[..], &["--endless", worth]].concat());
    assert_eq!(endless("5"), table(["3,2,b", "3,1,d"]));
    assert_eq!(endless("-5"), table(["-2,1,c", "-2,2,a"]));
    assert_eq!(endless("3"), table(["3,2,b", "3,1,d"]));
    let shown = told(folder.path(), &["solve", "g.csv", "--from", "a", "--from", "c"]);
    assert!(shown.contains("0 by endless play  2 vertices"), "{shown}");
    assert!(shown.contains("g.csv, vertex a: payoff 0 by endless play\n  best line: a b a ...\n"));
    assert!(shown.contains("g.csv, vertex c: payoff -2 in 0 moves\n"), "{shown}");
    let json = told(folder.path(), &["solve", "g.csv", "--from", "b", "--json"]);
    assert!(
        json.contains("\"value\": \"0\"") && json.contains("\"objective\": \"payoff\""),
        "{json}"
    );
}

#[test]
fn a_tie_that_ends_the_game_differs_from_endless_play() {
    // A drawn end, and a cycle.
    let folder = folder(&[("tie.csv", "a,b\nb,,D\nc,d\nd,c\ne,f\n")]);
    let solve = ["solve", "tie.csv", "--objective", "payoff", "-o", "-"];
    assert_eq!(
        told(folder.path(), &solve),
        "vertex,payoff,remoteness,move\na,0,1,b\nb,0,0,\nc,0,,d\nd,0,,c\ne,1,1,f\nf,-1,0,\n"
    );
}

#[test]
fn weights_are_points_of_the_mover() {
    let folder = folder(&[("w.csv", "from,to,weight\na,b,3\na,c,1\nb,d,5\nc,d,2\n")]);
    let solve = ["solve", "w.csv", "--objective", "payoff", "-o", "-"];
    assert_eq!(told(folder.path(), &solve), "vertex,payoff,move\na,-1,c\nb,5,d\nc,2,d\nd,0,\n");
    // Without the objective weights mean nothing.
    let outcomes = told(folder.path(), &["solve", "w.csv", "-o", "-"]);
    assert!(outcomes.starts_with("vertex,outcome,remoteness,move\n"), "{outcomes}");
    let from = told(folder.path(), &["solve", "w.csv", "--objective", "payoff", "--from", "a"]);
    assert!(from.contains("vertex a: payoff -1\n  best line: a c d\n"), "{from}");
}

#[test]
fn each_refusal_says_what_would_be_right() {
    let folder = folder(&[
        ("p.csv", "from,to,payoff\na,b,\na,c,\nb,,1\n"),
        ("moves.csv", "from,to,payoff\na,b,1\nb,,1\n"),
        ("both.csv", "from,to,payoff,result\na,b,,\nb,,1,W\n"),
        ("cycle.csv", "from,to,weight\na,b,1\nb,a,1\n"),
        ("blue.csv", "a,b,blue\n"),
        ("right.csv", "from,to,payoff\na,b,\nb,,1\n"),
    ]);
    let payoff = ["--objective", "payoff"];
    for (file, more, part) in [
        ("p.csv", &payoff[..], "vertex `c` has no moves and no payoff"),
        ("moves.csv", &payoff, "vertex `a` has a payoff, but there are moves from it"),
        ("both.csv", &payoff, "vertex `b` has a payoff and a result"),
        ("cycle.csv", &payoff, "has a cycle"),
        ("blue.csv", &payoff, "coloured"),
        ("right.csv", &["--objective", "payoff", "--endless", "2"], "needs vertices with owners"),
        ("right.csv", &["--endless", "2"], "--endless is for --objective payoff"),
        ("right.csv", &["--objective", "payoff", "--target", "b"], "has no targets"),
        ("right.csv", &["--objective", "payoff", "--certify", "c"], "no certificates of payoffs"),
        ("right.csv", &["--objective", "payoff", "--memory", "1GB"], "leave out --memory"),
        ("right.csv", &["--misere"], "no payoffs"),
        ("right.csv", &["--objective", "nim"], "cobuchi, or payoff"),
    ] {
        let output = graph(folder.path(), &[&["solve", file], more].concat());
        assert_eq!(output.status.code(), Some(2), "{file} {more:?}");
        assert!(text(&output.stderr).contains(part), "{file} {more:?}: {}", text(&output.stderr));
    }
    for arguments in [
        &["values", "right.csv"][..],
        &["convert", "right.csv", "g.dot"],
        &["sum", "right.csv:a", "right.csv:a"],
        &["solve", "right.csv", "--memory", "1GB"],
        &["solve", "right.csv", "--processes", "2"],
    ] {
        let output = graph(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains("terminals have payoffs"), "{arguments:?}");
    }
}

#[test]
fn pursuits_find_the_cop_number() {
    let folder = folder(&[("square.csv", "a,b\nb,c\nc,d\nd,a\n"), ("star.csv", "b,a\nc,a\n")]);
    let pursuit = ["pursuit", "square.csv", "--undirected"];
    let shown = told(folder.path(), &pursuit);
    assert!(shown.starts_with("2 cops can catch the robber\ncop number: 2\ncapture time: 1\n"));
    let table = told(folder.path(), &[&pursuit[..], &["-o", "-"]].concat());
    assert!(table.starts_with("vertex,owner,winner,remoteness,move\n"), "{table}");
    assert_eq!(table.lines().count(), 1 + 2 * 10 * 4, "{table}");
    let one = graph(folder.path(), &[&pursuit[..], &["--cops", "1"]].concat());
    assert_eq!(one.status.code(), Some(1));
    assert_eq!(text(&one.stdout), "1 cop cannot catch the robber\n");
    assert_eq!(text(&one.stderr), "upstar: `--cops 2` tries one more\n");
    let one_way = graph(folder.path(), &["pursuit", "star.csv"]);
    assert!(text(&one_way.stderr).starts_with("upstar: no arc leads back; if lines are edges, "));
    let json = told(folder.path(), &[&pursuit[..], &["--robber-first", "--json"]].concat());
    assert!(json.contains("\"cop_number\"") && json.contains("\"capture_time\""), "{json}");
    assert_eq!(
        graph(folder.path(), &["pursuit", "square.csv", "--cops", "0"]).status.code(),
        Some(2)
    );
}
