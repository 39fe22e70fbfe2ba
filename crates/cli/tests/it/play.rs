//! `upstar play`, with the moves typed from a file.

use std::io::Write;
use std::process::{Command, Stdio};

fn play(arguments: &[&str], typed: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_upstar"))
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

/// Delta, figure 2: on an odd chain the engine takes the middle vertex, and then answers
/// each move by its mirror image, until it has the last move.
#[test]
fn grim_is_won_by_the_mirror() {
    let told = play(&["grim(9)", "--first", "you"], "1\n1\n1\n1\n1\n");
    assert!(told.contains("I move to grim(4,4), where every part has its mirror image"), "{told}");
    let mine: Vec<&str> = told.lines().filter(|line| line.contains("I move to")).collect();
    assert!(mine.len() >= 2, "{told}");
    // After the last one there is nothing to mirror.
    for line in &mine[..mine.len() - 1] {
        assert!(line.contains("every part has its mirror image"), "{told}");
    }
    assert!(told.contains("you have no move: I win"), "{told}");
}

/// Boards have coordinates, and moves are typed by their cells.
#[test]
fn moves_on_boards_are_typed_by_cells() {
    let told = play(&[r#"clobber("xox|oxo")"#], "a2-b9\nhelp\nmoves\nhint\na2\na2-a1\nquit\n");
    assert!(told.starts_with("2 x o x\n1 o x o\n  a b c\n"), "{told}");
    assert!(told.contains("type cells (a2-a1)") || told.contains("type cells (a2-b2)"), "{told}");
    assert!(
        told.contains("rules:") && told.contains("several moves change these cells:"),
        "{told}"
    );
    assert!(told.contains("I move to clobber(") && told.contains("  1  a2-a1  clobber("), "{told}");
    let domino = play(&["domineering(\"2x2\")", "--first", "left"], "a1-a2\n");
    assert!(domino.contains("you win"), "{domino}");
    let second = play(&["domineering(\"2x2\")", "--first", "engine"], "quit\n");
    assert!(
        second.contains("I move to domineering(\"..|##\") (a1-b1)") || second.contains("(a2-b2)"),
        "{second}"
    );
}

/// Col and Snort are searched as graphs and shown as boards.
#[test]
fn stones_are_seen() {
    let seen = play(&[r#"snort("2x3")"#], "b1\nquit\n");
    assert!(seen.starts_with("2 . . .\n1 . . .\n  a b c\n"), "{seen}");
    assert!(seen.contains("2 . . .\n1 . x .\n  a b c\n"), "{seen}");
    let answered = play(&["col(2x2)", "--first", "engine"], "quit\n");
    assert!(answered.contains("I move to col(\"") && answered.contains('o'), "{answered}");
}

/// A database of one part, and one that four workers have made.
#[test]
fn databases_are_played_by() {
    let folder = tempfile::tempdir().unwrap();
    let several: &[&str] = &["--processes", "2", "--threads", "2"];
    let played = [("one", &[][..]), ("parts", several)].map(|(name, more)| {
        let path = folder.path().join(name);
        let path = path.to_str().unwrap();
        let solved = Command::new(env!("CARGO_BIN_EXE_upstar"))
            .args(["solve", "kalah(2,3)", "--database", path])
            .args(more)
            .output()
            .unwrap();
        assert!(solved.status.success(), "{solved:?}");
        assert_eq!(folder.path().join(name).join("part-00003").exists(), name == "parts");
        play(&["kalah(2,3)", "--database", path], &"1\n".repeat(20))
    });
    let mine: Vec<&str> = played[0].lines().filter(|line| line.contains("I move to")).collect();
    assert!(mine.len() >= 2, "{}", played[0]);
    assert!(mine.iter().all(|line| line.ends_with(", by the database")), "{}", played[0]);
    assert!(played[0].contains("you have no move: I win"), "{}", played[0]);
    assert_eq!(played[0], played[1]);
}

/// A long chain needs no search either.
#[test]
fn partizan_games_have_mirrors_too() {
    let told = play(&["hackenbush(\"(lrl;rlr;l)\")", "--first", "you", "--right"], "quit\n");
    assert!(told.contains("every part has its mirror image"), "{told}");
}

/// Values are played by their canonical forms.
#[test]
fn values_are_summands() {
    let told = play(&["{3|-1} + clobber(\"xo\") + 1", "--misere"], "quit\n");
    for shown in ["{3|-1}", "xo", "1", "3 + clobber(\"xo\") + 1", "{3|-1} + clobber(\"xo\") + 0"] {
        assert!(told.contains(shown), "{shown}: {told}");
    }
    let told = play(&["{3|-1} + clobber(\"xo\")", "--first", "you"], "quit\n");
    assert!(told.contains("I move to -1 + clobber(\"xo\"), which is proved to be best"), "{told}");
}

#[test]
fn moves_are_said_to_be_proved_or_not_to_be_searched_for() {
    let told = play(&["domineering(\"4x4\")"], "1\nquit\n");
    assert!(told.lines().any(|line| line.ends_with(", which is proved to be best")), "{told}");
    let told = play(&["domineering(\"4x4\")", "--level", "0"], "1\nquit\n");
    assert!(told.lines().any(|line| line.ends_with(", without a search")), "{told}");
}

/// If time does not suffice for a proof, the engine still moves, and reports this.
#[test]
fn the_engine_moves_when_its_time_is_up() {
    let board = "domineering(\"12x12\")";
    let told = play(&[board, "--first", "you", "--budget", "10ms"], "moves\nhint\n1\nquit\n");
    let moved = told.matches("which is not proved to be best").count();
    assert_eq!(moved, 2, "{told}");
    assert!(told.contains("`moves`") && told.contains("\n  120  "), "{told}");
    assert!(told.contains("not decided in the time given"), "{told}");
}

/// Where there is no proof in time the engine moves by thermographs: of switches in the hottest.
#[test]
fn without_a_proof_the_engine_plays_thermostrat() {
    let row = |left: usize, right: usize| {
        format!("toppling_dominoes(\"{}{}\")", "l".repeat(left), "r".repeat(right))
    };
    let sum: Vec<String> = (0..16).map(|k| row(k + 2, 2 * k + 2)).collect();
    let told = play(&[&sum.join(" + "), "--first", "you", "--budget", "40000"], "quit\n");
    let moved = told.lines().find(|line| line.contains("I move to")).unwrap();
    assert!(moved.ends_with("by thermostrat, which is not proved to be best"), "{told}");
    assert!(moved.contains(&row(16, 30)) && moved.contains(&row(0, 31)), "{moved}");
}

/// Ctrl-C at the prompt, and a request to terminate, end the program.
#[cfg(unix)]
#[test]
fn an_interrupt_at_the_prompt_ends_the_game() {
    use std::io::Read;

    use nix::sys::signal::{Signal, kill};

    let graph = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/graphs/bandit.csv");
    for (arguments, signal) in [
        (&["play", "nim(1,2)"][..], Signal::SIGINT),
        (&["play", "clobber(\"xoxo\") + 1", "--misere", "--budget", "1m"], Signal::SIGINT),
        (&["play", "nim(1,2)", "--first", "you"], Signal::SIGTERM),
        (&["graph", "play", graph, "--from", "r3c3-r5c6-B"], Signal::SIGINT),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_upstar"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut shown = child.stdout.take().unwrap();
        let (mut seen, mut bytes) = (Vec::new(), [0; 256]);
        while !seen.ends_with(b"> ") {
            let count = shown.read(&mut bytes).unwrap();
            assert!(count > 0, "{}", String::from_utf8_lossy(&seen));
            seen.extend_from_slice(&bytes[..count]);
        }
        kill(nix::unistd::Pid::from_raw(child.id().try_into().unwrap()), signal).unwrap();
        let late = std::time::Instant::now() + std::time::Duration::from_secs(20);
        let status = loop {
            match child.try_wait().unwrap() {
                Some(status) => break Some(status),
                None if std::time::Instant::now() > late => break None,
                None => std::thread::sleep(std::time::Duration::from_millis(10)),
            }
        };
        let _ = child.kill();
        assert_eq!(status.and_then(|status| status.code()), Some(130), "{arguments:?} {signal}");
    }
}
