//! All commands read positions by one grammar.

use std::process::{Command, Stdio};

/// Positions and sums as they can be typed, with a move of each left to play.
const TEXTS: [&str; 9] = [
    "kayles(3)",
    "kayles(3)+nim(1)",
    "nim(1+1,2)",
    "2*kayles(3)",
    "kayles(3) - nim(2)",
    "-domineering(\"2x2\")",
    "game.heap.Nim(2) + Kayles(2)",
    "kayles(2) + {1|0}",
    "domineering(\"2x2\") + 2*(nim(1) + {1|-1})",
];

/// The commands that take a position, each with what it refuses some of them for.
const COMMANDS: [(&[&str], &str); 8] = [
    (&["eval"], ""),
    (&["outcome"], ""),
    (&["solve"], ""),
    (&["plan"], ""),
    (&["graph", "make"], ""),
    (&["quotient"], "quotient"),
    (&["picture"], ""),
    (&["play"], ""),
];

/// Standard output and standard error of a command.
fn run(arguments: &[&str]) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_upstar"));
    let output = command.args(arguments).stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}

/// What a shell makes awkward needs no quotes.
#[test]
fn sizes_and_names_need_no_quotes() {
    for (text, expected) in [
        ("domineering(2x3)", "domineering(\"2x3\")"),
        ("hackenbush(lrl)", "hackenbush(\"lrl\")"),
        ("domineering(..|.#) + clobber(xo.|.ox)", "domineering(\"..|.#\") + clobber(\"xo.|.ox\")"),
        ("toads_and_frogs(t.f.)", "toads_and_frogs(\"t.f.\")"),
        ("clobber(xo) + konane(2x2)", "clobber(\"xo\") + konane(\"2x2\")"),
    ] {
        for (command, refused) in COMMANDS.into_iter().filter(|(_, refused)| refused.is_empty()) {
            let [plain, quoted] =
                [text, expected].map(|text| run(&[command, &["--", text]].concat()));
            assert_eq!(plain.0, quoted.0, "{command:?} {text} {refused}: {}", plain.1);
        }
    }
}

/// Many positions are answered, one per line; the lines after a wrong one too.
#[test]
fn outcomes_of_many_positions() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_upstar"))
        .args(["outcome", "-f", "-", "--moves"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = b"# comment\nnim(1,2,3)\nkayles(5\n\nnim(3) + {1|-1}\nhackenbush(lr)\n";
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), lines).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<&str> = text.lines().collect();
    assert!(matches!(answers[..], ["", "P", _, "", _, "L\tLeft 1: hackenbush(\"\")"]), "{text}");
    assert!(answers[2].starts_with("error: ") && answers[4].starts_with("N\t"), "{text}");
}

/// For programs there are objects alone, one for each position, also where it cannot be read or a
/// budget stopped.
#[test]
fn outcomes_as_json_lines() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions.txt");
    std::fs::write(&file, "nim(1)\nkayles(5\n\ncram(\"9x9\")\nnim(2)\n").unwrap();
    let file = file.to_str().unwrap();
    let (out, errors) = run(&["outcome", "-f", file, "--json", "--budget", "2000"]);
    let found: Vec<serde_json::Value> =
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(found.len(), 4, "{out}");
    assert_eq!((&found[0]["subject"], &found[0]["outcome"]), (&"nim(1)".into(), &"N".into()));
    let error = &found[1]["error"];
    assert_eq!((&error["line"], &error["column"]), (&2.into(), &9.into()), "{out}");
    assert_eq!((&found[2]["stop"], &found[3]["subject"]), (&"steps".into(), &"nim(2)".into()));
    assert!(errors.contains("positions.txt:2:9: ") && errors.contains("is not closed"), "{errors}");
}

#[test]
fn every_command_reads_every_position() {
    let mut wrong = Vec::new();
    for text in TEXTS {
        let claim = format!("({text}) == ({text})");
        let value = format!("--value={text}");
        let more: [(&[&str], _); 2] = [
            (&["prove", "-o", "-", "--", &claim], ""),
            (&["find", "nim", "--max", "1", &value], ""),
        ];
        let runs = COMMANDS.map(|(command, refused)| ([command, &["--", text]].concat(), refused));
        let more = more.map(|(command, refused)| (command.to_vec(), refused));
        for (command, refused) in runs.into_iter().chain(more) {
            let output = Command::new(env!("CARGO_BIN_EXE_upstar"))
                .args(&command)
                .stdin(Stdio::null())
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            let refuses = !refused.is_empty() && said.contains(refused);
            if !output.status.success() && !refuses {
                wrong.push(format!("{command:?}: {said}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_command_refuses_what_is_no_position() {
    for (text, reason) in [
        ("kayls(3)", "unknown game `kayls` (did you mean `kayles`?)"),
        ("nim(1) + nim(x)", "no variable is called `x`"),
        ("nim(1", "is not closed"),
    ] {
        for (command, _) in &COMMANDS[1..] {
            let output = Command::new(env!("CARGO_BIN_EXE_upstar"))
                .args(*command)
                .arg(text)
                .stdin(Stdio::null())
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{command:?} {text}: {said}");
            assert!(said.contains(reason), "{command:?} {text}: {said}");
        }
    }
}

/// A move in a sum is a move in one of its summands.
#[test]
fn sums_are_solved_as_one_game() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_upstar")).args(arguments).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let told = run(&["solve", "kayles(2) + nim(1)"]);
    assert!(told.starts_with("6 positions"), "{told}");
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("sum");
    let folder = folder.to_str().unwrap();
    let sum = "domineering(\"2x2\") + {1|-1}";
    assert_eq!(run(&["solve", sum]), run(&["solve", sum, "--processes", "2"]));
    run(&["solve", sum, "--database", folder]);
    let looked_up = run(&["outcome", sum, "--database", folder]);
    assert!(looked_up.starts_with("P\nLeft to move loses"), "{looked_up}");
}

/// `sequence` has games of one number and sends to `table`, which has games of two.
#[test]
fn sequences_and_tables_name_each_other() {
    for (line, told) in [
        (
            &["sequence", "wythoff", "0..3"],
            "positions of wythoff are pairs of numbers: `upstar table wythoff",
        ),
        (
            &["sequence", "cram", "1..3"],
            "positions of cram are boards of a size: `upstar table cram",
        ),
        (&["heaps", "kayles", "2..5"], "the heaps are listed from 0 on; write 0..5"),
        (&["table", "chomp", "0..2"], "`upstar sequence chomp 0..9` lists values"),
    ] {
        assert!(run(line).1.contains(told), "{line:?}");
    }
    assert_eq!(run(&["table", "wythoff", "1..2", "--plain"]).0, "2 0\n0 1\n");
    assert_eq!(run(&["table", "wythoff", "0..2"]).0, run(&["table", "wythoff", "--max", "2"]).0);
    assert!(run(&["table", "wythoff", "2..1"]).1.contains("write it as 1..2"));
    let (json, _) = run(&["sequence", "kayles", "2..5", "--json"]);
    let found: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(found["sequence"]["values"], serde_json::json!([2, 3, 1, 4]));
    assert_eq!(found["sequence"]["first"], 2);
}
