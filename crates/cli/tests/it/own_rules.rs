//! Games from rules files: every command that reads positions accepts them, and those of misère
//! play are played so.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

const RULES: &str = r##"hop on strip "TF_"
left: T_ -> _T; left: TF_ -> _FT
right: _F -> F_; right: _TF -> FT_

dom on grid ".#"
left: ./. -> #/#
right: .. -> ##

nodes on vertices ".#"
both: . -> # beside . -> #

bush on edges "lre."
left: [le] -> . then drop
right: [re] -> . then drop

pile on heaps
left: n -> n-1
right: n -> n-2

hunter on strip "xo."
both: x. -> .x mirror
both: xo -> .x

last on heaps
both: n -> n-k for k in {1,2,3}
misere

taking on heaps
both: n -> n-k for k in {1,2}
both: n -> a + b for k in {1,2} where a + b = n-k

half on heaps
both: n -> n-1
both: n -> n/2

last dom on grid ".#"
left: ./. -> #/#
right: .. -> ##
misere

last hunter on strip "xo."
both: x. -> .x mirror
both: xo -> .x
misere
"##;

/// Runs a line, its arguments with `;` between them.
fn upstar(folder: &Path, line: &str, input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_upstar"))
        .args(line.split(';'))
        .args(["--rules", "own.game"])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Some commands read nothing.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("own.game"), RULES).unwrap();
    folder
}

/// The output of each line, or a part of it.
fn check(lines: &[(&str, &str)]) {
    let folder = folder();
    let mut faults = Vec::new();
    for &(line, expected) in lines {
        let output = upstar(folder.path(), line, "1\nquit\n");
        let found = text(&output.stdout) + &text(&output.stderr);
        if !output.status.success() || !found.contains(expected) {
            faults.push(format!("{line}: {found}, not {expected}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Lines that are refused, and a part of the reason. With `--plain` it stands in the place of the
/// answer, and the code is 1.
fn refuse(lines: &[(&str, &str)]) {
    let folder = folder();
    let mut faults = Vec::new();
    for &(line, expected) in lines {
        let output = upstar(folder.path(), line, "");
        let found = text(&output.stdout) + &text(&output.stderr);
        let code = if line.contains("--plain") { 1 } else { 2 };
        if output.status.code() != Some(code) || !found.contains(expected) {
            faults.push(format!("{line}: {:?} {found}, not {expected}", output.status.code()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_command_knows_them() {
    check(&[
        ("eval;--plain;hop(\"T_F\")", "*\n"),
        ("eval;--plain;dom(\"2x3\")", "{2|-1/2}\n"),
        ("eval;--plain;nodes(\"path 5\").NimValue", "3\n"),
        ("eval;--plain;nodes(Grid(2,3))", "*\n"),
        ("eval;--plain;bush(\"0-1l,1-2r\")", "1/2\n"),
        ("eval;--plain;pile(2) + hop(\"T_F\")", "{1*|*}\n"),
        ("eval;--plain;dom(\"2x3\").Thermograph", "Thermograph(3/4,"),
        ("eval;--svg;t.svg;dom(\"2x3\")", "{2|-1/2}"),
        ("eval;--board;b.svg;hop(\"T_F\")", "*"),
        ("eval;--plain;-dom(\"2x1\")", "-1\n"),
        ("outcome;-dom(\"2x1\")", "R\n"),
        ("outcome;hop(\"T_F\");--moves;--line", "Left 1: hop(\"_TF\")"),
        ("outcome;hop(\"T_F\") + dom(\"2x2\")", "N\n"),
        ("outcome;dom(\"2x2\");--misere", "P\n"),
        ("outcome;hunter(\"x..\")", "D\n"),
        ("outcome;dom(\"4x4\");--store;s.db", "N\n"),
        ("outcome;dom(\"4x4\");--store;s.db", "N\n"),
        ("outcome;dom(\"3x3\");--certificate;c.json", "Left wins when Left begins"),
        ("verify;c.json", "Left wins dom"),
        ("play;dom(\"2x2\")", "I have no move: you win"),
        ("solve;dom(\"3x3\");--database;db", "92 positions"),
        ("outcome;dom(\"3x3\");--database;db", "Left to move wins in 3 moves"),
        ("solve;hunter(\"x.o\")", "positions"),
        ("solve;-dom(\"2x1\")", "-dom"),
        ("plan;dom(\"3x3\")", "positions: 92"),
        ("table;dom;--max;2x3", "2,3,{2|-1/2},N,3/4,5/4\n"),
        ("table;nodes;--max;2x2;--grid", "1 0\n"),
        ("table;pile;--max;1x2", "1,2,{2|1},L,3/2,1/2\n"),
        ("table;pile;--max;2", "2,2,1,L,1,-1\n"),
        ("heaps;taking;--to;9;--plain", "0\n1\n2\n3\n1\n4\n3\n2\n1\n4\n"),
        ("heaps;taking;--period", "period: 12"),
        ("heaps;taking;3;4", "value: *2"),
        ("sequence;pile;0..5", "5,{1|0}\n"),
        ("sequence;dom(\"2xn\");1..3", "3,{2|-1/2}\n"),
        ("sequence;nodes(\"path n\");1..5", "5,3\n"),
        ("find;hop;--max;3;--value;*", "\"hop(\"\"T_F\"\")\",*,N,0,0,1\n"),
        ("find;dom;--max;4;--most;temperature", "\"dom(\"\"..|..\"\")\",+-1,N,0,1,2\n"),
        ("find;nodes;--max;3;--census;outcome", "N,"),
        ("find;bush;--max;1", "\"bush(\"\"0-1l\"\")\",1,L,1,-1,1\n"),
        ("find;bush;--max;3;--random;200;--limit;1", "bush("),
        ("find;pile;--max;2", "pile(2),{1|0},N,1/2,1/2,2\n"),
        ("quotient;nodes(\"path 5\")", "order: 6"),
        ("picture;hop(\"T_F\") + bush(\"0-1l\");-o;p.svg", ""),
        ("games;dom", "dom (partizan)"),
        ("games", "play:     is taken to be loopy"),
        ("graph;make;dom(\"2x2\");-o;g.csv", ""),
    ]);
}

/// Of loopy games and of misère play positions are found by their outcomes.
#[test]
fn positions_are_found_by_outcomes() {
    let folder = folder();
    let found = |line: &str| text(&upstar(folder.path(), line, "").stdout);
    // A man alone who can walk is never caught.
    let draws = found("find;hunter;--max;3;--outcome;D");
    assert!(draws.starts_with("position,outcome\n"), "{draws}");
    assert!(draws.contains("\"hunter(\"\"x..\"\")\",D\n"), "{draws}");
    assert!(!draws.contains(",N\n") && !draws.contains("\"hunter(\"\"ox\"\")\""), "{draws}");
    let all = found("find;hunter;--max;3");
    let each = ["N", "P", "D"].map(|outcome| {
        let line = format!("find;hunter;--max;3;--outcome;{outcome}");
        found(&line).lines().count() - 1
    });
    assert_eq!(each.iter().sum::<usize>(), all.lines().count() - 1);
    let census = found("find;hunter;--max;3;--census;outcome");
    for (outcome, count) in ["N", "P", "D"].into_iter().zip(each) {
        assert!(count == 0 || census.contains(&format!("{outcome},{count},")), "{census}");
    }
    assert_eq!(found("find;last;--max;5;--outcome;P"), "position,outcome\nlast(1),P\nlast(5),P\n");
    assert!(found("find;last;--max;5;--outcome;P;--json").contains("\"outcome\""));
    refuse(&[
        ("find;hunter;--max;3;--value;*", "play of hunter need not end"),
        ("find;last;--max;3;--census;value", "last is played in misère play"),
        ("find;last_dom;--max;3;--temperature;1", "last_dom is played in misère play"),
    ]);
}

#[test]
fn rules_of_misere_play_are_played_so() {
    check(&[
        ("games;last", "end:      misère play: a player who cannot move wins"),
        ("games;last_dom", "parts:    boards are not split: in misère play"),
        ("outcome;last(5)", "P\n"),
        ("outcome;last(5);--misere", "P\n"),
        ("outcome;last(4);--moves", "1: last(1)"),
        ("outcome;last(5);--line", "cannot move and wins"),
        ("outcome;last(5);--misere;--value", "genus: "),
        ("outcome;last_dom(\"3x3\")", "P\n"),
        ("outcome;-last_dom(\"3x3\")", "P\n"),
        ("outcome;last_hunter(\"o\")", "N\n"),
        ("outcome;last(2) + last(3)", "N\n"),
        ("outcome;last(2) + pile(1);--misere", "R\n"),
        ("outcome;last(4);--certificate;m.json", "wins when Left begins"),
        ("verify;m.json", "in misère play"),
        ("outcome;last(4);--store;m.db", "N\n"),
        ("eval;last(5)", "convention     misère play, as the rules say"),
        ("eval;last(5)", "P: whoever moves second wins"),
        ("eval;last(5)", "genus"),
        ("eval;--json;last(5)", "\"convention\": \"misere\""),
        ("eval;--plain;last(4).Outcome", "N\n"),
        ("eval;--plain;last(4).WinningMoves", "[1: last(1)]\n"),
        ("eval;--plain;last(4).MisereOutcome", "N\n"),
        ("solve;last(5)", ", misère play"),
        ("solve;last(5);--database;mdb", "last(5): P"),
        ("outcome;last(5);--database;mdb", "loses in"),
        ("play;last(1)", "I have no move: I win"),
        ("sequence;last;0..3", "n,outcome\n0,N\n1,P\n2,N\n3,N\n"),
        ("sequence;last;0..3;--genus", "n,value\n"),
        ("table;last_dom;--max;1x2", "rows,columns,outcome\n1,1,N\n1,2,L\n"),
        ("table;last_dom;--max;1x2;--grid", "N L\n"),
        ("quotient;last(3)", "order: "),
    ]);
    refuse(&[
        ("eval;--plain;last(5)", "last is played in misère play, as its rules say"),
        ("eval;--plain;last(5).Temperature", "values are defined for normal play"),
        ("eval;--plain;last_dom(\"2x2\").Thermograph", "values are defined for normal play"),
        ("eval;--plain;last_hunter(\"x.\")", "values are defined for normal play"),
        ("eval;--plain;last.CheckPeriodicity(50)", "last is played in misère play"),
        ("eval;--plain;last.NimValueSequence(5)", "last is played in misère play"),
        ("outcome;last(2) + pile(1)", "a sum has one convention"),
        ("eval;(last(2) + pile(1)).Outcome", "a sum has one convention"),
    ]);
}

/// `heaps` is for rules that have a code, in normal play.
#[test]
fn other_rules_have_sequences_and_laws_without_a_code() {
    refuse(&[
        ("heaps;half;--quotient", "are not those of a take-and-break game with a code"),
        ("heaps;last;--to;9", "`upstar sequence last 0..100`"),
        ("heaps;dom;--to;9", "dom is not a game of heaps that are played independently"),
    ]);
    check(&[
        ("sequence;half;0..6", "6,0\n"),
        ("heaps;half;--to;6", "6,0\n"),
        ("heaps;half;--law", "verdict: proved (induction by automata that read digits)"),
        ("sequence;half;--law", "verdict: proved (induction by automata that read digits)"),
        ("heaps;half;--to;99;--zeros;--plain", "0 2 6 8 "),
    ]);
}

/// The error of `table` for a game without two numbers.
#[test]
fn games_without_tables_say_what_to_ask() {
    refuse(&[(
        "table;hop;--max;3x3",
        "nobody can move on an empty board of hop: `upstar find hop --max 4`",
    )]);
}

/// A rules file may look as rules do in a worksheet.
#[test]
fn rules_of_a_worksheet_are_a_rules_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("twos.game");
    let outcome = |rules: &str| {
        fs::write(&file, rules).unwrap();
        let program = env!("CARGO_BIN_EXE_upstar");
        let output = Command::new(program)
            .args(["outcome", "twos(5)", "--rules", file.to_str().unwrap()])
            .output()
            .unwrap();
        (text(&output.stdout), text(&output.stderr))
    };
    let framed = "// a comment\nrules twos on heaps\nboth: n -> n-2\nend\n";
    assert_eq!(outcome(framed), ("P\n".to_owned(), String::new()));
    assert_eq!(outcome(&framed.replace("rules ", "").replace("end\n", "")).0, "P\n");
    let (_, error) = outcome(&framed.replace("n-2", "n-"));
    assert!(error.contains("twos.game:3:14: "), "{error}");
}
