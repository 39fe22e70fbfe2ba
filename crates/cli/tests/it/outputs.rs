//! Outputs are written completely or not at all, with an error that names the file; results are
//! shown in spite of an error.
#![cfg(unix)]

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs the program with files that cannot be longer than `blocks` of 512 bytes, as on a full disk.
fn limited(folder: &Path, blocks: u64, arguments: &[&str]) -> Output {
    Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f \"$0\"; exec \"$@\"", &blocks.to_string()])
        .arg(env!("CARGO_BIN_EXE_upstar"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .env("HOME", folder)
        .output()
        .unwrap()
}

fn upstar(folder: &Path, line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_upstar"))
        .args(line.split(' '))
        .current_dir(folder)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A folder with a graph `g.csv`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("g.csv"), "from,to\na,b\nb,c\na,c\n").unwrap();
    folder
}

/// The names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_full_disk_names_the_file_and_keeps_the_old_one() {
    let folder = folder();
    let folder = folder.path();
    let lines = [
        "graph solve g.csv -o out.csv",
        "graph solve g.csv -o out.parquet",
        "graph solve g.csv --certify out.json",
        "graph values g.csv -o out.json",
        "graph values g.csv --certify out.json",
        "graph make nim(3) -o out.csv",
        "graph make nim(3) -o out.csv.gz",
        "graph convert g.csv out.dot",
        "graph draw g.csv -o out.svg",
        "picture nim(3) -o out.svg",
        "heaps kayles --to 100 --plot out.svg",
        "heaps kayles --period --certify out.json",
        "stalk --tree 3 --svg out.svg",
        "eval +-1 --svg out.svg",
        "eval +-1 --png out.png",
        "eval nim(3) --board out.svg",
        "eval over --graph out.svg",
        "table domineering --max 2x2 -o out.csv",
        "find domineering --max 4 -o out.tex",
        "table domineering --max 2x2 --json -o out.json",
        "sequence kayles 0..10 -o out.csv",
        "heaps survey --places 1 --to 100 -o out.csv",
    ];
    for line in lines {
        let arguments: Vec<&str> = line.split(' ').collect();
        let file = arguments.iter().find(|word| word.starts_with("out.")).unwrap();
        fs::write(folder.join(file), "what stood here before\n").unwrap();
        let before = names(folder);
        let output = limited(folder, 0, &arguments);
        let words = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {words}");
        assert!(words.contains(file), "{line}: {words}");
        assert_eq!(words.lines().count(), 1, "{line}: {words}");
        assert_eq!(
            fs::read_to_string(folder.join(file)).unwrap(),
            "what stood here before\n",
            "{line}"
        );
        assert_eq!(names(folder), before, "{line}");
        fs::remove_file(folder.join(file)).unwrap();
        // With room there is a file, and nothing beside it.
        let output = upstar(folder, line);
        assert!(output.status.success(), "{line}: {}", text(&output.stderr));
        assert!(fs::metadata(folder.join(file)).unwrap().len() > 0, "{line}");
        assert_eq!(names(folder), before, "{line}");
        fs::remove_file(folder.join(file)).unwrap();
    }
}

#[test]
fn a_full_disk_keeps_an_old_checkpoint() {
    let folder = folder();
    let folder = folder.path();
    assert!(upstar(folder, "heaps kayles --to 1000 --checkpoint c").status.success());
    let before = fs::read(folder.join("c")).unwrap();
    let words = ["heaps", "kayles", "--to", "2000", "--checkpoint", "c", "--resume"];
    let output = limited(folder, 0, &words);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("cannot write c: "), "{}", text(&output.stderr));
    assert!(fs::read(folder.join("c")).unwrap() == before);
    assert_eq!(names(folder), ["c", "g.csv"]);
}

/// Values that cannot be stored are still shown, followed by the error.
#[test]
fn a_store_that_is_full_hides_no_answer() {
    let folder = folder();
    let folder = folder.path();
    assert!(upstar(folder, "outcome nim(1) --store s").status.success());
    let before = fs::read(folder.join("s")).unwrap();
    let sum = "domineering(\"4x5\")+domineering(\"3x4\")";
    let lines: [&[&str]; 9] = [
        &["outcome", sum],
        &["outcome", sum, "--json"],
        &["eval", "domineering(\"4x5\")", "--plain"],
        &["eval", "domineering(\"4x5\")"],
        &["sequence", "domineering(\"2xn\")", "1..8"],
        &["sequence", "domineering(\"2xn\")", "1..8", "--json"],
        &["table", "domineering", "--max", "4x4"],
        &["table", "domineering", "--max", "4x4", "--json"],
        &["table", "domineering", "--max", "4x4", "--grid"],
    ];
    for line in lines {
        fs::write(folder.join("s"), &before).unwrap();
        let expected = Command::new(env!("CARGO_BIN_EXE_upstar")).args(line).output().unwrap();
        let output = limited(folder, 64, &[line, &["--store", "s"]].concat());
        let words = text(&output.stderr);
        assert_eq!(text(&output.stdout), text(&expected.stdout), "{line:?}: {words}");
        assert_eq!(output.status.code(), Some(2), "{line:?}: {words}");
        assert!(words.starts_with("upstar: s: "), "{line:?}: {words}");
        assert_eq!(words.lines().count(), 1, "{line:?}: {words}");
        // The store is whole, and takes the values when there is room.
        let again = upstar(folder, "outcome nim(1) --store s");
        assert!(again.status.success(), "{line:?}: {}", text(&again.stderr));
    }
    for (line, last) in [
        (["table", "domineering", "--max", "4x5"], "\n4,5,"),
        (["sequence", "domineering(\"2xn\")", "1..8", "--budget=1e9"], "\n8,"),
    ] {
        fs::write(folder.join("s"), &before).unwrap();
        let words = [&line[..], &["--store", "s", "-o", "t.csv"]].concat();
        assert_eq!(limited(folder, 64, &words).status.code(), Some(2));
        assert!(fs::read_to_string(folder.join("t.csv")).unwrap().contains(last));
    }
}

#[test]
fn remains_of_processes_that_are_gone_are_removed() {
    let folder = folder();
    let folder = folder.path();
    // No process has so high a number.
    let [dead, other] = [".out.csv.4294967295.0.tmp", ".else.csv.4294967295.0.tmp"];
    let living = format!(".out.csv.{}.0.tmp", std::process::id());
    let similar = [".out.csv.4294967295.0.tmp2", ".out.csv.x.0.tmp", ".out.csv.tmp"];
    for name in [dead, other, &living].into_iter().chain(similar) {
        fs::write(folder.join(name), "").unwrap();
    }
    assert!(upstar(folder, "graph convert g.csv out.csv").status.success());
    let mut expected: Vec<&str> =
        [other, &living, "g.csv", "out.csv"].into_iter().chain(similar).collect();
    expected.sort_unstable();
    assert_eq!(names(folder), expected);
}

/// A pipe, a device and what the shell has opened are written, not replaced.
#[test]
fn outputs_that_are_no_files() {
    let folder = folder();
    let folder = folder.path();
    let expected = text(&upstar(folder, "graph convert g.csv - --to-format csv").stdout);
    assert!(expected.starts_with("from,to\n"), "{expected}");
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let output = upstar(folder, &format!("graph make nim(1) -o {name} --to-format csv"));
        assert!(text(&output.stdout).contains("from,to\n"), "{name}: {}", text(&output.stderr));
    }
    assert!(upstar(folder, "graph convert g.csv /dev/null --to-format csv").status.success());
    let full = upstar(folder, "graph convert g.csv /dev/full --to-format csv");
    assert_eq!(full.status.code(), Some(2));
    assert!(text(&full.stderr).contains("cannot write /dev/full: "), "{}", text(&full.stderr));
    // Output that the shell appends to a file follows its contents.
    let script = "echo before > log; \"$0\" graph draw g.csv -o /dev/stdout >> log; echo after >> log; \
                  \"$0\" graph draw g.csv -o /dev/fd/3 3>> log";
    let bin = env!("CARGO_BIN_EXE_upstar");
    let done = Command::new("sh").args(["-c", script, bin]).current_dir(folder).status().unwrap();
    assert!(done.success());
    let log = fs::read_to_string(folder.join("log")).unwrap();
    assert!(log.starts_with("before\n<svg") && log.contains("</svg>\nafter\n<svg"), "{log}");
    assert_eq!(log.matches("</svg>").count(), 2);
    let pipe = "mkfifo p; cat p > copy & \"$0\" graph draw g.csv -o p; wait; test -p p";
    let done = Command::new("sh").args(["-c", pipe, bin]).current_dir(folder).status().unwrap();
    assert!(done.success());
    assert!(fs::read_to_string(folder.join("copy")).unwrap().ends_with("</svg>\n"));
    assert_eq!(names(folder), ["copy", "g.csv", "log", "p"]);
}

/// Any number of signs and terms takes little memory; the reader may close the pipe.
#[test]
fn signs_and_terms_are_written_while_they_are_found() {
    let bin = env!("CARGO_BIN_EXE_upstar");
    let script = |line: &str, head: &str| {
        let line = format!("\"$0\" surreal {line} --budget 50MB | {head}");
        let output = Command::new("sh").args(["-c", &line, bin]).output().unwrap();
        assert_eq!(text(&output.stderr), "", "{line}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let found = script("1/3 --signs 1000000000", "head -c 60");
    assert!(found.contains("\nsigns: L RR L R L R L"), "{found}");
    let found = script("'1/(w+1)' --terms 1000000000", "head -c 60");
    assert!(found.contains("\nnormal form: 1/ω-1/ω^2+1/ω^3"), "{found}");
    let count = |line: &str, letter: &str| script(line, &format!("tr -dc '{letter}' | wc -c"));
    assert_eq!(count("1/3 --signs 2e6", "L").trim(), "1000000");
    // An exhausted budget is reported after the results.
    for line in ["surreal 1/3 --signs 1e12", "surreal 1/(w+1) --terms 1e12"] {
        let output = Command::new("sh")
            .args(["-c", "\"$0\" \"$@\" --budget 300ms,50MB | tail -c 200; ", bin])
            .args(line.split(' '))
            .output()
            .unwrap();
        assert!(text(&output.stderr).contains("stopped: "), "{line}");
        assert!(text(&output.stdout).ends_with('\n'), "{line}");
    }
    let output = upstar(Path::new("."), "surreal 1/3 --signs 1e12 --budget 1e5");
    assert_eq!((output.status.code(), output.status.signal()), (Some(3), None));
    // The digits of roots are bounded, which is reported at once.
    let output = upstar(Path::new("."), "surreal sqrt(2) --digits 10000000");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("300000"), "{}", text(&output.stderr));
    let output = upstar(Path::new("."), "stalk 1/7^100000 --budget 300ms");
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
}

/// An output that would overwrite an input is rejected, by any name of the file.
#[test]
fn no_output_replaces_an_input() {
    let folder = folder();
    let folder = folder.path();
    for link in ["link.csv", "link.svg"] {
        std::os::unix::fs::symlink("g.csv", folder.join(link)).unwrap();
    }
    fs::hard_link(folder.join("g.csv"), folder.join("hard.csv")).unwrap();
    let before = fs::read(folder.join("g.csv")).unwrap();
    for line in [
        "graph solve g.csv -o g.csv",
        "graph solve g.csv -o ./g.csv",
        "graph solve g.csv --output=link.csv",
        "graph solve link.csv -o g.csv",
        "graph values g.csv -o hard.csv",
        "graph solve g.csv --certify g.csv",
        "graph convert g.csv g.csv",
        "graph draw g.csv -o link.svg",
    ] {
        let output = upstar(folder, line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).contains("is named twice"), "{line}");
        assert_eq!(fs::read(folder.join("g.csv")).unwrap(), before, "{line}");
    }
    assert!(upstar(folder, "graph solve g.csv -o other.csv").status.success());
    // Again over the old answer.
    assert!(upstar(folder, "graph solve g.csv -o other.csv").status.success());
}

/// Every picture is written in every format of pictures, by the extension.
#[test]
fn pictures_are_what_their_names_say() {
    let folder = folder();
    let folder = folder.path();
    let formats: [(&str, bool, &[u8]); 4] = [
        ("svg", true, b"<svg"),
        ("tex", true, b"% \\usepackage{tikz}"),
        ("png", cfg!(feature = "png"), b"\x89PNG"),
        ("pdf", cfg!(feature = "pdf"), b"%PDF-"),
    ];
    for (ending, _, start) in formats.into_iter().filter(|format| format.1) {
        for line in [
            "picture nim(3) -o",
            "picture --ups 2x2 -o",
            "graph draw g.csv -o",
            "heaps kayles --to 9 --plot",
            "heaps 0.77 --quotient --plot",
            "quotient nim(2) --plot",
            "eval +-1 --thermograph",
            "eval nim(3) --board",
            "eval over --graph",
            "stalk --tree 2 --svg",
        ] {
            let file = folder.join(format!("picture.{ending}"));
            let line = format!("{line} picture.{ending}");
            let output = upstar(folder, &line);
            assert_eq!(output.status.code(), Some(0), "{line}: {}", text(&output.stderr));
            assert!(fs::read(&file).unwrap().starts_with(start), "{line}");
            fs::remove_file(file).unwrap();
        }
    }
}

/// A file name with the extension of another format is rejected.
#[test]
fn grids_are_written_to_files() {
    let folder = folder();
    let folder = folder.path();
    for (name, expected) in
        [("grid.csv", "rows,1,2\n1,0,-1\n2,1,+-1\n"), ("grid.tex", "$2$ & $1$ & ${\\pm}1$")]
    {
        let done = upstar(folder, &format!("table domineering --max 2x2 --grid -o {name}"));
        assert!(done.status.success() && done.stdout.is_empty(), "{}", text(&done.stderr));
        let written = fs::read_to_string(folder.join(name)).unwrap();
        assert!(written.contains(expected), "{written}");
    }
    let one = upstar(folder, "sequence kayles --to 5 --plain");
    assert_eq!(one.stdout, upstar(folder, "sequence kayles 0..5 --plain").stdout);
    assert!(!one.stdout.is_empty());
}

#[test]
fn names_that_say_something_else_are_refused() {
    let folder = folder();
    let folder = folder.path();
    let before = names(folder);
    let svg = "ends in .svg";
    for (line, endings) in [
        ("picture nim(3) -o x.dot", svg),
        ("picture nim(3) -o x.foo.gz", svg),
        ("graph draw g.csv -o x.dot", svg),
        ("graph draw g.csv -o g.csv", svg),
        ("graph draw g.csv -o picture", svg),
        ("heaps kayles --to 9 --plot x.eps", svg),
        ("quotient nim(2) --plot x.jpg", svg),
        ("eval 1 --svg x.dot", svg),
        ("eval nim(3) --board x.csv", svg),
        ("eval 1 --graph x.dot", svg),
        ("stalk --tree 2 --svg x.json", svg),
        ("table nim --max 2 --json -o x.csv", "ends in .json"),
        ("find clobber --max 3 --json -o x.csv", "ends in .json"),
        ("table nim --max 2 -o x.pdf", "expected .csv, .json, .parquet or .tex"),
    ] {
        let output = upstar(folder, line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        let message = text(&output.stderr);
        assert!(message.contains(endings), "{line}: {message}");
        assert_eq!(names(folder), before, "{line}");
    }
    for (line, file) in
        [("picture nim(3) -o x.SVG", "x.SVG"), ("eval nim(3) --board b.svg", "b.svg")]
    {
        assert!(upstar(folder, line).status.success(), "{line}");
        assert!(fs::read(folder.join(file)).unwrap().starts_with(b"<svg"), "{line}");
    }
}

/// What is asked for follows the input.
#[test]
fn a_small_graph_needs_no_memory_limit() {
    let folder = folder();
    let output = upstar(folder.path(), "graph solve g.csv --memory 1MB");
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    assert!(message.contains("without this limit, g.csv is solved in memory"), "{message}");
    assert!(!message.contains("vertices"), "{message}");
}
