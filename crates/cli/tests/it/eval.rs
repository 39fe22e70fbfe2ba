//! `upstar eval`: its options, files, pictures, errors and budgets.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn upstar(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_upstar"))
        .arg("eval")
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap()
}

fn run(arguments: &[&str]) -> (i32, String, String) {
    split(upstar(Path::new("."), arguments))
}

fn split(output: Output) -> (i32, String, String) {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

pub(crate) fn piped(arguments: &[&str], input: &[u8]) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_upstar"))
        .arg("eval")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    split(child.wait_with_output().unwrap())
}

#[test]
fn the_whole_analysis() {
    let (code, out, err) = run(&["{2||1|0}"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let rows = [
        ("kind", "hot game"),
        ("outcome", "L: Left wins, whoever moves first"),
        ("Left stop", "2 (Right to move)"),
        ("Right stop", "1 (Right to move)"),
        ("mean", "5/4"),
        ("temperature", "3/4"),
        ("confused with the numbers", "(1,2]"),
        ("Left options", "2"),
        ("Right options", "{1|0}"),
        ("birthday", "3"),
        ("thermograph", "Thermograph(5/4,[3/4],[0,-1],5/4,[3/4,1/2],[0,1,0])"),
    ];
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "{2||1|0}");
    for (line, (name, value)) in lines[1..].iter().zip(rows) {
        assert!(line.trim_start().starts_with(name) && line.ends_with(value), "{line}");
    }
    assert!(out.contains('╱') && out.contains('╲') && out.contains('│'), "{out}");

    let (_, out, _) = run(&["^*"]);
    for part in ["atomic weight", "uptimal expansion", "infinitesimal"] {
        assert!(out.contains(part), "{part} is missing in {out}");
    }
    let (code, out, _) = run(&["--ascii", "+-1"]);
    assert!(code == 0 && out.is_ascii(), "{out}");
    let (_, out, _) = run(&["--unicode", "--plain", "^+*2", "+-1"]);
    assert_eq!(out, "↑⋆2\n±1\n");
}

#[test]
fn a_line_for_each_line() {
    let lines = "1+1\n\n// c\nx := {1|-1}\nfoo\r\nx*2\n1 +\n\"\n\t{3|2|1}\nx.Mean";
    let (code, out, err) = piped(&["--plain", "-f", "-"], lines.as_bytes());
    assert_eq!((code, err.as_str()), (1, ""));
    let found: Vec<&str> = out.lines().collect();
    assert_eq!(found.len(), 10, "{out}");
    let errors: Vec<usize> = (0..10).filter(|&i| found[i].starts_with("error: ")).collect();
    assert_eq!(errors, [4, 6, 7, 8], "{out}");
    assert_eq!([0, 1, 2, 3, 5, 9].map(|i| found[i]), ["2", "", "", "+-1", "0", "0"]);

    let (code, out, _) = piped(&["--plain", "-f", "-"], b"1\n\xff\xfe\n2\n");
    assert_eq!((code, out.as_str()), (1, "1\nerror: the line is not UTF-8 text\n2\n"));
    let (code, out, _) = piped(&["--plain", "-f", "-"], b"");
    assert_eq!((code, out.as_str()), (0, ""));
}

#[test]
fn files_and_lines_that_go_on() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.txt"), "g := {2|\n  1} // hot\n\ng + g\n").unwrap();
    let (code, out, _) = split(upstar(folder.path(), &["-f", "games.txt"]));
    assert_eq!(code, 0);
    let values: Vec<&str> = out.lines().filter(|line| line.starts_with(['{', '3'])).collect();
    assert_eq!(values, ["{2|1}", "3"], "{out}");

    // A wrong line does not end the work.
    fs::write(folder.path().join("bad.txt"), "1\n\n{2|\n  g.Mean}\n1 +\n+-1\n").unwrap();
    let (code, out, err) = split(upstar(folder.path(), &["-f", "bad.txt"]));
    assert_eq!(code, 1);
    assert!(
        err.starts_with("upstar: bad.txt:4:3: no variable is called `g`\n    g.Mean}\n    ^\n"),
        "{err}"
    );
    assert!(err.contains("upstar: bad.txt:5:"), "{err}");
    assert!(out.starts_with("1\n") && out.contains("\n+-1\n"), "{out}");
    let (code, out, _) = split(upstar(folder.path(), &["-f", "bad.txt", "--json"]));
    assert_eq!((code, out.lines().count()), (1, 4), "{out}");
    let wrong = "{\"schema\":3,\"subject\":\"{2|\\n  g.Mean}\",\"error\":{\"line\":4,\"column\":3,";
    assert!(out.lines().nth(1).unwrap().starts_with(wrong), "{out}");
    for line in out.lines() {
        assert!(serde_json::from_str::<upstar::Analysis>(line).is_ok(), "{line}");
    }

    let (code, _, err) = split(upstar(folder.path(), &["-f", "none.txt"]));
    assert_eq!(code, 2);
    assert!(err.contains("none.txt"), "{err}");
    assert_eq!(run(&[]).0, 2);
    assert_eq!(run(&["-f", "-", "1"]).0, 2);
    assert_eq!(run(&["1", " "]).0, 2);
}

/// Positions from standard input, one per line: a wrong line is reported, and the next ones are answered.
#[test]
fn lines_of_heaps_and_of_nim() {
    let lines = |arguments: &[&str], input: &str| {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_upstar"))
            .args(arguments)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        split(child.wait_with_output().unwrap())
    };
    let heaps = "3 4 5\n\n7, 7\nseven\n1\n";
    let (code, out, _) = lines(&["heaps", "kayles", "-f", "-"], heaps);
    assert_eq!(code, 1);
    let out: Vec<&str> = out.lines().collect();
    assert_eq!((&out[..3], out[4]), (&["*6", "", "0"][..], "*"), "{out:?}");
    assert!(out[3].starts_with("error: "), "{out:?}");
    let (code, out, err) = lines(&["heaps", "kayles", "-f", "-", "--json"], heaps);
    assert_eq!((code, out.lines().count()), (1, 4), "{out}");
    assert!(out.lines().nth(2).unwrap().contains("\"error\":{\"line\":4,"), "{out}");
    assert!(err.starts_with("upstar: -:4: "), "{err}");
    let (code, out, _) = lines(&["nim", "-f", "-"], "6*11\n1/16\n1/0\n");
    assert_eq!(code, 1);
    let out: Vec<&str> = out.lines().collect();
    assert_eq!(out.len(), 3, "{out:?}");
    assert!(out[2].starts_with("error: "), "{out:?}");
}

#[test]
fn json_has_exact_numbers_as_text() {
    let (code, out, _) = run(&["--json", "1/2^70 + {2^100|1/3}"]);
    assert_eq!(code, 0);
    for part in [
        "\"schema\": 3",
        "\"outcome\": \"L\"",
        "\"temperature\": \"",
        "\"stop\": \"finished\"",
        "1496577676626844588240573268701473812127674924007425",
    ] {
        assert!(out.contains(part), "{part} is missing in {out}");
    }
    assert!(!out.contains("e+"), "{out}");
    for arguments in
        [&["--jsonl", "{3|1}"][..], &["--json", "{3|1}", "2"], &["--jsonl", "1", "+-1"]]
    {
        let (code, out, _) = run(arguments);
        assert_eq!((code, out.lines().count()), (0, arguments.len() - 1), "{out}");
        for line in out.lines() {
            assert!(serde_json::from_str::<upstar::Analysis>(line).is_ok(), "{line}");
        }
    }
}

#[test]
fn misere_forms_as_json() {
    let (code, out, _) = run(&["--json", "--ascii", "'{0,*|*}'.MisereSimplest(\"dicot\")"]);
    assert_eq!(code, 0);
    let out: String = out.split_whitespace().collect();
    for part in [
        "\"value\":\"'{Sigma,0|*}'\"",
        "\"kind\":\"misèreform\"",
        r#"{"property":"universe","value":"dicot"}"#,
        r#"{"property":"misere_outcome","value":"N"}"#,
        r#"{"property":"invertible","value":true}"#,
        r#"{"property":"p_free","value":false}"#,
        r#"{"property":"birthday","value":"2"}"#,
    ] {
        assert!(out.contains(part), "{part} is missing in {out}");
    }
}

#[test]
fn errors_point_at_the_place() {
    let cases = [
        ("{2||1|0", "  {2||1|0\n         ^\n"),
        ("1 + )", "  1 + )\n      ^\n"),
        ("{2||1|0}.Tempreature", "did you mean `Temperature`?"),
        ("Cool({1|-1})", "it is written"),
        ("Freez({1|-1})", "did you mean `Freeze`?"),
        ("{3|2|1}", "did you mean `{3||2|1}` or `{3|2||1}`?"),
        ("0/0", "  0/0\n"),
        ("(1/3).LeftOptions", "not dyadic"),
        ("{1|-1}.Cool(-1)", "above -1"),
        ("1 § 2", "  1 § 2\n    ^\n"),
        ("Day(4)", "day 3"),
    ];
    for (source, part) in cases {
        let (code, out, err) = run(&[source]);
        assert_eq!((code, out.as_str()), (2, ""), "{source}: {err}");
        assert!(err.starts_with("upstar: ") && err.contains(part), "{source}: {err}");
    }
}

#[test]
fn twenty_thousand_braces_from_a_pipe() {
    let nested = |n: usize| format!("{}{}\n", "{".repeat(n), "|}".repeat(n));
    let (code, out, _) = piped(&["--plain", "-f", "-"], nested(20_000).as_bytes());
    assert_eq!((code, out.as_str()), (0, "19999\n"));
    let (code, out, _) = piped(&["--plain", "-f", "-"], nested(600_000).as_bytes());
    assert_eq!(code, 1);
    assert!(out.starts_with("error: ") && out.contains("500000"), "{out}");
    let (code, out, _) = piped(&["--plain", "-f", "-"], "(".repeat(100_000).as_bytes());
    assert!(code == 1 && out.starts_with("error: "), "{out}");
}

#[test]
fn a_budget_that_is_used_up() {
    let (code, out, err) = run(&["--budget", "1000", "(*9).Heat(1)"]);
    assert_eq!((code, out.as_str()), (3, ""));
    assert!(err.contains("step budget"), "{err}");
    let (code, out, _) = run(&["--plain", "--budget", "1000", "(*9).Heat(1)"]);
    assert_eq!(code, 3);
    assert!(out.starts_with("error: ") && out.lines().count() == 1, "{out}");
    let switches: String = (1..=20).map(|n| format!("+-{}", 1 << n)).collect();
    let (code, _, err) = run(&["--budget", "3MB", &format!("({switches}).LeftOptions")]);
    assert_eq!(code, 3);
    assert!(err.contains("memory"), "{err}");
    assert_eq!(run(&["--budget", "soon", "1"]).0, 2);
}

#[test]
fn large_numbers() {
    let (code, out, _) = run(&[
        "--plain",
        "9223372036854775807*3",
        "{0|1/2^40}",
        "1/2^40 + {2|1}",
        "{0||0|-1/2^40}",
        "2^100 + {3|1}",
        "2^(2^20) - (2^(2^19))^2",
        "2^(2^40)",
    ]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(code, 1);
    assert_eq!(
        lines[..6],
        [
            "27670116110564327421",
            "1/2199023255552",
            "{2199023255553/1099511627776|1099511627777/1099511627776}",
            "Tiny(1/1099511627776)",
            "{1267650600228229401496703205379|1267650600228229401496703205377}",
            "0",
        ]
    );
    assert!(lines[6].starts_with("error: ") && lines[6].contains("4194304 bits"), "{out}");
}

/// How positions are searched does not change their values.
#[test]
fn the_engine_is_set_by_options() {
    let folder = tempfile::tempdir().unwrap();
    let position = "domineering(\"4x4\") + clobber(\"xoxo|oxox\")";
    let (code, whole, err) = split(upstar(folder.path(), &["--plain", position]));
    assert!(code == 0 && !whole.is_empty(), "{err}");
    for options in [
        &["--no-symmetry"][..],
        &["--no-components", "--no-theorems"],
        &["--threads", "2"],
        &["--no-symmetry", "--threads", "2", "--store", "values.redb"],
    ] {
        let (code, out, err) =
            split(upstar(folder.path(), &[options, &["--plain", position]].concat()));
        assert!(code == 0 && out == whole, "{options:?}: {out}{err}");
    }
    // Whole boards take many more steps than their parts.
    let steps = ["--budget", "4000", "--plain", position];
    assert_eq!(split(upstar(folder.path(), &steps)).0, 0);
    let steps = ["--no-components", "--no-symmetry", "--budget", "4000", "--plain", position];
    assert_eq!(split(upstar(folder.path(), &steps)).0, 3);
}

#[test]
fn pictures() {
    let folder = tempfile::tempdir().unwrap();
    let draw = |arguments: &[&str]| {
        let (code, _, err) = split(upstar(folder.path(), arguments));
        assert_eq!(code, 0, "{err}");
        fs::read_to_string(folder.path().join("t.svg")).unwrap()
    };
    let plain = draw(&["--svg", "t.svg", "{2|1||-1}"]);
    assert!(plain.starts_with("<?xml") || plain.starts_with("<svg"), "{plain}");
    for id in ["left-wall", "right-wall", "mast"] {
        assert!(plain.contains(&format!("id=\"{id}\"")), "{id} is missing in {plain}");
    }
    assert!(plain.contains(">5/4<") && plain.contains(">1/4<"), "{plain}");
    assert!(!plain.contains("dasharray"), "{plain}");
    let scaffolds = draw(&["--svg", "t.svg", "--scaffolds", "{2|1||-1}"]);
    assert!(scaffolds.contains("dasharray"), "{scaffolds}");
    draw(&["--svg", "t.svg", "3"]);

    // A picture that the budget does not reach is no error of its own.
    let stopped = ["--budget", "60000", "--svg", "s.svg", "amazons(\"x...|....|...o\")"];
    let (code, out, err) = split(upstar(folder.path(), &stopped));
    assert!(code == 3 && out.contains("outcome") && err.contains("stopped"), "{out}{err}");
    assert!(!folder.path().join("s.svg").exists());
    let (code, _, err) = split(upstar(folder.path(), &["--svg", "no/such/t.svg", "1"]));
    assert!(code == 2 && err.contains("no/such/t.svg"), "{err}");
    let (code, _, err) = split(upstar(folder.path(), &["--svg", "t.svg", "1 < 2"]));
    assert!(code == 2 && err.contains("no thermograph"), "{err}");
}

#[cfg(feature = "png")]
#[test]
fn png() {
    let folder = tempfile::tempdir().unwrap();
    let output = upstar(folder.path(), &["--png", "t.png", "--scaffolds", "{2|1||-1}"]);
    assert_eq!(output.status.code(), Some(0));
    let bytes = fs::read(folder.path().join("t.png")).unwrap();
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.len() > 2000);
}

#[test]
fn files_as_editors_and_people_write_them() {
    let text = "\u{feff}# values\n1+2\n  # a comment, as elsewhere\n// and ours\n*2\n";
    let (code, out, err) = piped(&["--plain", "-f", "-"], text.as_bytes());
    assert_eq!((code, out.as_str(), err.as_str()), (0, "\n3\n\n\n*2\n", ""));
    let (code, out, err) = piped(&["-f", "-"], "\u{feff}# one\n3\n".as_bytes());
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("3\n"), "{out}");
}

/// A minus before a name begins an expression where no option can be meant.
#[test]
fn expressions_may_begin_with_a_minus_and_a_name() {
    for (arguments, expected) in [
        (&["--plain", "-tis == tisn"][..], "true"),
        (&["--plain", "x := 3", "-x + 1"], "3\n-2"),
        (&["--plain", "x := 3", "-x==3"], "3\nfalse"),
        (&["--plain", "-over < under"], "false"),
        (&["--plain", "-on"], "off"),
        (&["--plain", "-tisn"], "1 & {0|-1}"),
    ] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_upstar"))
            .arg("eval")
            .args(arguments)
            .output()
            .unwrap();
        let found = String::from_utf8(output.stdout).unwrap();
        assert_eq!(found.trim(), expected, "{arguments:?}");
    }
    // An option is one all the same.
    let folder = tempfile::tempdir().unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_upstar"))
        .args(["picture", "nim(1)", "-of.svg"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(output.status.success() && folder.path().join("f.svg").exists());
}
