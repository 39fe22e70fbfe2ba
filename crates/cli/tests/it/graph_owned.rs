//! Questions about graphs whose vertices have owners that cannot be answered, or are about others.

use std::fs;
use std::process::Command;

/// The message of a command on a file with this content, which must be refused with exit code 2.
fn refused(name: &str, content: &str, arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), content).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_upstar"));
    let output = command.current_dir(folder.path()).args(arguments).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
    assert!(output.stdout.is_empty(), "{arguments:?}: {text}");
    text
}

const GAME: &str = "from,to,owner,priority\na,b,0,2\nb,a,1,1\nb,b,1,1\n";
const WITHOUT_PRIORITIES: &str = "from,to,owner\na,b,0\nb,a,1\n";

#[test]
fn each_refusal_says_what_would_be_right() {
    for (content, arguments, part) in [
        (GAME, &["solve", "g.csv", "--objective", "nim"][..], "parity, reach, safety, buchi"),
        (GAME, &["solve", "g.csv", "--objective", "reach"], "the objective reach needs a target"),
        (GAME, &["solve", "g.csv", "--objective", "reach", "--target", "z"], "no vertex `z`"),
        (GAME, &["solve", "g.csv", "--target", "a"], "--objective"),
        (GAME, &["solve", "g.csv", "--objective", "parity", "--target", "a"], "no targets"),
        (GAME, &["solve", "g.csv", "--objective", "buchi", "--min"], "--min is for parity games"),
        (GAME, &["solve", "g.csv", "--misere"], "--misere is for graphs whose vertices have no"),
        (GAME, &["solve", "g.csv", "--objective", "parity", "--memory", "1GB"], "leave out"),
        (GAME, &["solve", "g.csv", "--memory", "1GB"], "the vertices have owners"),
        (GAME, &["solve", "g.csv", "--processes", "2"], "the vertices have owners"),
        (GAME, &["values", "g.csv"], "the vertices have owners"),
        (GAME, &["stats", "g.csv"], "the vertices have owners"),
        (GAME, &["draw", "g.csv", "--misere"], "--misere is for graphs whose vertices have no"),
        (WITHOUT_PRIORITIES, &["draw", "g.csv"], "owners, but no priorities"),
        (GAME, &["sum", "g.csv:a", "g.csv:b"], "the vertices have owners"),
        (GAME, &["convert", "g.csv", "g.gr"], "cannot hold owners of vertices"),
        (WITHOUT_PRIORITIES, &["solve", "g.csv"], "owners, but no priorities"),
        (WITHOUT_PRIORITIES, &["convert", "g.csv", "g.pg"], "cannot hold owners without"),
        ("a,b\n", &["solve", "g.csv", "--objective", "reach", "--target", "b"], "no owners"),
    ] {
        let arguments: Vec<&str> = ["graph"].iter().chain(arguments).copied().collect();
        let text = refused("g.csv", content, &arguments);
        assert!(text.contains(part), "{arguments:?}: {text}");
    }
}
