//! `upstar graph play`, with the moves typed from a pipe.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

fn play(arguments: &[&str], typed: &str) -> String {
    let graphs = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_upstar"))
        .args(["graph", "play"])
        .args(arguments)
        .current_dir(graphs.join("examples/graphs"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    String::from_utf8(output.stdout).unwrap()
}

const HELP: &str = "type the vertex you move to, or its number in the list; or\n  \
    hint  who wins, and a best move\n  undo  take back your last move\n  help  these lines\n  \
    quit  the end\n";

#[test]
fn a_game_is_played_to_its_end() {
    let told = play(&["path.csv", "--from", "5"], "hint\n4\nundo\n1\n2\n1\n");
    assert_eq!(
        told,
        "the token is on 5; you can move to:\n  1  4\n> you win in 5 moves with 4\n\
         > I move to 3\nthe token is on 3; you can move to:\n  1  2\n\
         > the token is on 5; you can move to:\n  1  4\n\
         > I move to 3\nthe token is on 3; you can move to:\n  1  2\n\
         > I move to 1\nthe token is on 1; you can move to:\n  1  0\n\
         > I have no move from 0: you win\n"
    );
}

#[test]
fn hints_say_who_wins_and_how() {
    let lost = play(&["path.csv", "--from", "4"], "hint\n");
    assert!(
        lost.contains("> you lose in 4 moves, as I do not err; 3 delays it longest\n"),
        "{lost}"
    );
    let drawn = play(&["figure-17.csv", "--from", "Loop"], "h\nq\n");
    assert!(drawn.ends_with("> nobody can win; Loop keeps the draw\n> "), "{drawn}");
    let right = play(&["colours.csv", "--from", "a", "--right"], "hint\n");
    assert!(right.contains("> you win in "), "{right}");
}

#[test]
fn what_is_typed_wrong_is_answered() {
    let told = play(&["path.csv", "--from", "5"], "help\n?\nundo\nfoo\n9\n");
    let [first, rest] = told.split_once("> ").map(|(first, rest)| [first, rest]).unwrap();
    assert_eq!(first, "the token is on 5; you can move to:\n  1  4\n");
    let wrong = |word: &str| {
        format!(
            "`{word}` is not a move from here; type a vertex, its number 1, hint, undo, help or \
             quit\n"
        )
    };
    let answers = [HELP, HELP, "there is no earlier move of yours\n", &wrong("foo"), &wrong("9")];
    assert_eq!(rest, answers.map(|answer| answer.to_owned() + "> ").concat() + "\n");
}
