//! Responses of `upstar graph` to bad input, small budgets and interruption.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn upstar(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_upstar")).current_dir(folder).args(arguments).output().unwrap()
}

/// Solves a file with this content: exit code 2, nothing on standard output, and
/// one line on standard error, which is given back.
fn refused(name: &str, content: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), content).unwrap();
    message(&upstar(folder.path(), &["graph", "solve", name]), 2)
}

fn message(output: &Output, code: i32) -> String {
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(code), "{text}");
    assert!(output.stdout.is_empty(), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

fn contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is not in {text:?}");
    }
}

#[test]
fn an_empty_file() {
    contains(&refused("g.csv", b""), &["g.csv", "no arcs and no vertices"]);
    contains(&refused("g.csv", b"\n\n"), &["g.csv"]);
}

#[test]
fn binary_garbage() {
    let garbage: Vec<u8> = (0..4096u32).map(|i| (i * 197 % 251) as u8).collect();
    contains(&refused("g.csv", &garbage), &["g.csv"]);
}

#[test]
fn one_field() {
    contains(&refused("g.csv", b"a,b\nc\n"), &["g.csv:2", "one field", "c,"]);
}

#[test]
fn a_line_of_ten_megabytes() {
    let mut line = vec![b'x'; 10_000_000];
    line.extend_from_slice(b",y\n");
    contains(&refused("g.csv", &line), &["g.csv:1", "a line of more than", "1048576"]);
}

#[test]
fn an_unknown_colour() {
    contains(&refused("g.csv", b"a,b,blue\nb,c,mauve\n"), &["g.csv:2", "mauve", "blue"]);
}

#[test]
fn a_result_where_there_are_moves() {
    contains(&refused("g.csv", b"a,b\na,,W\n"), &["g.csv", "a", "moves"]);
}

#[test]
fn a_file_that_is_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let said = message(&upstar(folder.path(), &["graph", "solve", "none.csv"]), 2);
    contains(&said, &["none.csv"]);
}

fn small_graph() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("g.csv"), "Alpha,b\nb,c\n").unwrap();
    folder
}

#[test]
fn a_vertex_that_is_not_there() {
    let folder = small_graph();
    let said = message(&upstar(folder.path(), &["graph", "solve", "g.csv", "--from", "alpha"]), 2);
    contains(&said, &["no vertex `alpha`", "did you mean `Alpha`"]);
}

#[test]
fn an_output_that_cannot_be_written() {
    let folder = small_graph();
    for output in ["no/such/folder/t.csv", "t.xyz", "/dev/full"] {
        let mut arguments = vec!["graph", "solve", "g.csv", "-o", output];
        if output == "/dev/full" {
            arguments.extend(["--format", "csv"]);
        }
        let found = upstar(folder.path(), &arguments);
        let said = String::from_utf8(found.stderr).unwrap();
        assert_eq!((found.status.code(), said.lines().count()), (Some(2), 1), "{said}");
        contains(&said, &[output]);
        // Results found so far are still shown.
        let shown = String::from_utf8(found.stdout).unwrap();
        assert_eq!(shown.contains("vertices"), output != "t.xyz", "{shown}");
    }
}

#[test]
fn a_claim_with_missing_and_unknown_vertices() {
    let folder = small_graph();
    let claim = folder.path().join("p.csv");
    for (content, expected) in [
        ("vertex,outcome\nAlpha,P\nb,N\n", "no label for vertex `c`"),
        ("vertex,outcome\nzeta,P\n", "zeta"),
        ("vertex,outcome\nc,X\n", "X"),
        ("vertex,outcome\nc,P\nc,N\n", "second label"),
    ] {
        fs::write(&claim, content).unwrap();
        let said = message(&upstar(folder.path(), &["graph", "check", "g.csv", "p.csv"]), 2);
        contains(&said, &["p.csv", expected]);
    }
}

#[test]
fn a_budget_that_is_too_small_leaves_the_old_table() {
    let folder = tempfile::tempdir().unwrap();
    let arcs: String = (0..50_000).map(|i| format!("{},{i}\n", i + 1)).collect();
    fs::write(folder.path().join("g.csv"), arcs).unwrap();
    for budget in ["100", "1kB", "0s"] {
        fs::write(folder.path().join("t.csv"), "old").unwrap();
        let arguments = ["graph", "solve", "g.csv", "-o", "t.csv", "--budget", budget];
        contains(&message(&upstar(folder.path(), &arguments), 3), &["budget"]);
        assert_eq!(fs::read_to_string(folder.path().join("t.csv")).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no temporary file is left");
    }
}

/// Feeds arcs until the command has gone: only Ctrl-C ends it.
#[test]
#[cfg(unix)]
fn control_c_leaves_the_old_table() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.csv"), "old").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_upstar"))
        .current_dir(folder.path())
        .args(["graph", "solve", "-", "-o", "t.csv"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut arcs = command.stdin.take().unwrap();
    let block: String = (0..10_000).map(|i| format!("{},{i}\n", i + 1)).collect();
    for round in 0.. {
        if arcs.write_all(block.as_bytes()).is_err() {
            break;
        }
        if round == 20 {
            // The handler is in place: it is set before the first arc is read.
            let id = command.id().to_string();
            assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        }
    }
    drop(arcs);
    let output = command.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{said}");
    contains(&said, &["interrupted"]);
    assert_eq!(fs::read_to_string(folder.path().join("t.csv")).unwrap(), "old");
}

/// Programs that stop reading our output are no error.
#[test]
fn a_closed_pipe_is_silent() {
    let folder = tempfile::tempdir().unwrap();
    let arcs: String = (0..50_000).map(|i| format!("{},{i}\n", i + 1)).collect();
    fs::write(folder.path().join("g.csv"), arcs).unwrap();
    for arguments in
        [&["graph", "solve", "g.csv", "-o", "-"][..], &["games"], &["heaps", "0.77", "--to", "100"]]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_upstar"))
            .current_dir(folder.path())
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(command.stdout.take());
        let output = command.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.is_empty(), "{arguments:?}: {said}");
    }
}

#[test]
fn several_vertices_are_shown_below_one_summary() {
    let folder = small_graph();
    let from = ["graph", "solve", "g.csv", "--from", "Alpha", "--from", "b"];
    let output = upstar(folder.path(), &from);
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(told.matches("vertices").count(), 1, "{told}");
    contains(&told, &["vertex Alpha: P", "vertex b: N"]);
    let output = upstar(folder.path(), &[&from[..], &["--json"]].concat());
    assert_eq!(String::from_utf8(output.stdout).unwrap().matches("\"subject\"").count(), 2);
    contains(
        &message(&upstar(folder.path(), &[&from[..], &["--from", "x"]].concat()), 2),
        &["`x`"],
    );
}

#[test]
fn a_claim_may_say_w_and_l() {
    let folder = small_graph();
    let path = folder.path().join("claim.csv");
    fs::write(path, "vertex,result\nAlpha,L\nb,W\nc,L\n").unwrap();
    let output = upstar(folder.path(), &["graph", "check", "g.csv", "claim.csv"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
}
