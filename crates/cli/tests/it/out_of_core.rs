//! `graph solve --memory`: the same answers as in memory, in little memory, whole or not at
//! all, whatever happens on the way.
#![cfg(unix)]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(120);

fn command(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_upstar"));
    command.args(line.split(' ')).current_dir(folder).env("TMPDIR", folder.join("tmp"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn upstar(folder: &Path, line: &str) -> Output {
    command(folder, line).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("tmp")).unwrap();
    folder
}

/// Whether nothing was left in the folder for temporary files.
fn is_clean(folder: &Path) -> bool {
    fs::read_dir(folder.join("tmp")).unwrap().count() == 0
}

/// A number below `bound`, from a fixed linear congruential stream.
fn below(state: &mut u64, bound: u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % bound
}

/// Graphs of every kind: names, colours, results, hubs, loops, parallel arcs.
fn graphs() -> Vec<(&'static str, String)> {
    let mut state = 5;
    let mut plain = String::from("from,to\n");
    let mut named = String::from("from,to\n");
    let mut coloured = String::from("from,to,colour\n");
    for v in 1..3000u64 {
        for _ in 0..below(&mut state, 5) {
            let w = below(&mut state, 3000);
            writeln!(plain, "{},{}", v * 7 % 3000, w * 7 % 3000).unwrap();
            writeln!(named, "v{v},\"w, {}\"", w % 999).unwrap();
            writeln!(named, "\"w, {}\",v{}", v % 999, w % v.max(1)).unwrap();
            let colour = ["blue", "red", "green"][below(&mut state, 3) as usize];
            writeln!(coloured, "{v},{},{colour}", w % v).unwrap();
        }
        writeln!(plain, "{v},{}", if v % 3 == 0 { v } else { 17 }).unwrap();
    }
    let mut results = coloured.clone();
    for (v, result) in [(0, "D"), (4001, "W"), (4002, "L"), (4003, "D")] {
        writeln!(results, "{v},,{result}").unwrap();
        writeln!(results, "{},{v},blue", 4010 + v).unwrap();
    }
    let dense: String = (0..2000).map(|v| format!("{v} {}\n{v} {}\n", v + 1, v / 2)).collect();
    vec![
        ("plain.csv", plain),
        ("named.csv", named),
        ("coloured.csv", coloured),
        ("results.csv", results),
        ("dense.edges", dense),
        ("labels.csv", "from,to,label\n0,7,x\n7,1999,y\n".to_owned()),
        (
            "terminals.csv",
            "a,,W\nb,,L\nc,,D\nd,a\nd,b\ne,d\ne,a\nf,c\nf,a\ng,\nh,g\nh,h\n".to_owned(),
        ),
    ]
}

#[test]
fn answers_and_tables_are_those_of_the_solver_in_memory() {
    let folder = folder();
    let folder = folder.path();
    for (name, content) in graphs() {
        fs::write(folder.join(name), content).unwrap();
        for options in ["", " --misere"] {
            for format in ["csv", "json", "parquet"] {
                let line = format!("graph solve {name}{options} --json -o out.{format}");
                let expected = upstar(folder, &line);
                assert!(expected.status.success(), "{line}: {}", text(&expected.stderr));
                let table = fs::read(folder.join(format!("out.{format}"))).unwrap();
                fs::remove_file(folder.join(format!("out.{format}"))).unwrap();
                let found = upstar(folder, &format!("{line} --memory 64MiB"));
                assert!(found.status.success(), "{line}: {}", text(&found.stderr));
                assert_eq!(text(&found.stdout), text(&expected.stdout), "{line}");
                assert!(fs::read(folder.join(format!("out.{format}"))).unwrap() == table, "{line}");
            }
            // Results for single vertices, drawn ones among them.
            let vertices = match name {
                "named.csv" => ["v1", "w, 5", "v77"],
                "terminals.csv" => ["a", "h", "f"],
                _ => ["0", "7", "1999"],
            };
            for vertex in vertices {
                let run = |memory: &[&str]| {
                    let mut command = command(folder, &format!("graph solve {name}{options}"));
                    command.args(["--from", vertex]).args(memory).output().unwrap()
                };
                let (expected, found) = (run(&[]), run(&["--memory", "100M"]));
                assert_eq!(text(&found.stdout), text(&expected.stdout), "{name} {vertex}");
                assert_eq!(expected.status.code(), found.status.code(), "{name} {vertex}");
                assert!(expected.status.success() || vertex == "1999");
            }
        }
    }
    assert!(is_clean(folder));
}

#[test]
fn grundy_values_are_those_found_in_memory() {
    let folder = folder();
    let folder = folder.path();
    let mut state = 3;
    let arcs: String = (1..3000)
        .flat_map(|v| (0..below(&mut state, 6)).map(|_| v).collect::<Vec<u64>>())
        .map(|v| format!("p{v},p{}\n", below(&mut 0u64.wrapping_add(v * 77), v)))
        .collect();
    fs::write(folder.join("g.csv"), arcs).unwrap();
    for format in ["csv", "json"] {
        let line = format!("graph values g.csv --json -o out.{format}");
        let expected = upstar(folder, &line);
        assert!(expected.status.success(), "{}", text(&expected.stderr));
        let table = fs::read(folder.join(format!("out.{format}"))).unwrap();
        let found = upstar(folder, &format!("{line} --memory 64MiB"));
        assert_eq!(text(&found.stdout), text(&expected.stdout), "{}", text(&found.stderr));
        assert!(fs::read(folder.join(format!("out.{format}"))).unwrap() == table);
    }
    for options in ["--from p700", "--from p7 --ascii", "--ascii"] {
        let expected = upstar(folder, &format!("graph values g.csv {options}"));
        let found = upstar(folder, &format!("graph values g.csv {options} --memory 64MiB"));
        assert_eq!(text(&found.stdout), text(&expected.stdout));
    }
    fs::write(folder.join("loop.csv"), "a,b\nb,a\n").unwrap();
    let output = upstar(folder, "graph values loop.csv --memory 64MiB");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("vertex `a` has no Grundy value"));
    assert!(is_clean(folder));
}

#[test]
fn space_and_time_are_said_first() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("g.csv"), "from,to\n".to_owned() + &"1,2\n2,3\n".repeat(1000)).unwrap();
    let output = upstar(folder, "graph solve g.csv --memory 1G -o -");
    let words = text(&output.stderr);
    let first = words.lines().next().unwrap();
    assert!(first.starts_with("upstar: out of core: about 2000 arcs, at most 1000 MB"), "{words}");
    assert!(first.contains(" of disk in ") && first.contains(" are free)"), "{words}");
    assert!(words.contains("upstar: 3 vertices, 2000 arcs, "), "{words}");
    assert_eq!(text(&output.stdout).lines().count(), 4);
    for (line, expected) in [
        ("graph solve g.csv --memory 1MB", "1 MB of memory is too little"),
        ("graph solve g.csv --memory much", "write 500MB, 2G or 8GiB"),
        ("graph solve g.csv --memory 1G --certify c", "--certify needs the arcs in memory"),
        ("graph solve g.csv --memory 1G --scratch none", "cannot write none/"),
        ("graph solve - --memory 1G --checkpoint c", "standard input cannot be read again"),
        ("graph solve g.csv --checkpoint c", "--memory"),
        ("graph solve g.csv --memory 1G --from 9", "there is no vertex `9`"),
    ] {
        let output = upstar(folder, line);
        let words = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {words}");
        assert!(words.contains(expected), "{line}: {words}");
    }
    assert!(is_clean(folder));
}

/// A path: as many levels as vertices.
fn write_path(folder: &Path, vertices: u32) {
    let arcs: String = (1..vertices).map(|v| format!("{v},{}\n", v - 1)).collect();
    fs::write(folder.join("path.csv"), arcs).unwrap();
}

/// Waits until there is a file.
fn wait_for(path: &Path, child: &mut Child) {
    let begin = Instant::now();
    while !path.exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended before {}", path.display());
        assert!(begin.elapsed() < PATIENCE, "{} is not there", path.display());
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_killed_run_goes_on_from_its_checkpoint() {
    let folder = folder();
    let folder = folder.path();
    write_path(folder, 1_000_000);
    let line = "graph solve path.csv --memory 64MiB --checkpoint state -o out.csv";
    // While it reads, and while it solves.
    for file in ["state/checkpoint.json", "state/progress"] {
        let mut child = command(folder, line).stderr(Stdio::null()).spawn().unwrap();
        wait_for(&folder.join(file), &mut child);
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success());
        assert!(!folder.join("out.csv").exists());
    }
    let levels = fs::metadata(folder.join("state/progress")).unwrap().len();
    assert!(levels > 0);
    let output = upstar(folder, line);
    let words = text(&output.stderr);
    assert!(output.status.success() && words.contains("from the checkpoint"), "{words}");
    assert!(text(&output.stdout).contains("longest win: 999999 moves from 999999\n"));
    let found = fs::read(folder.join("out.csv")).unwrap();
    assert!(upstar(folder, "graph solve path.csv -o out.csv").status.success());
    assert!(fs::read(folder.join("out.csv")).unwrap() == found);
    // Finished work is not repeated; misère play reuses the graph.
    for misere in ["", " --misere"] {
        let again = upstar(folder, &format!("{line}{misere} --json"));
        let expected = upstar(folder, &format!("graph solve path.csv{misere} --json"));
        assert_eq!(text(&again.stdout), text(&expected.stdout));
    }
}

#[test]
fn checkpoints_of_something_else_and_damaged_ones_are_refused() {
    let folder = folder();
    let folder = folder.path();
    write_path(folder, 20_000);
    let line = "graph solve path.csv --memory 64MiB --checkpoint state";
    assert!(upstar(folder, line).status.success());
    let refused = |line: &str, expected: &str| {
        let output = upstar(folder, line);
        let words = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert!(words.contains(expected), "{words}");
    };
    // A byte of each file.
    for name in ["rows", "graph", "names.index", "progress", "labels", "checkpoint.json"] {
        let path = folder.join("state").join(name);
        let whole = fs::read(&path).unwrap();
        let Some(at) = whole.len().checked_sub(1) else { continue };
        let mut damaged = whole.clone();
        damaged[at / 2] ^= 64;
        fs::write(&path, &damaged).unwrap();
        // A word of the subject may still be one, but not of this graph.
        let expected = match name {
            "checkpoint.json" => "state".to_owned(),
            _ => format!("state/{name}"),
        };
        refused(&format!("{line} -o out.csv"), &expected);
        fs::write(&path, &whole[..at / 2]).unwrap();
        refused(&format!("{line} -o out.csv"), &expected);
        fs::write(&path, &whole).unwrap();
        assert!(!folder.join("out.csv").exists());
    }
    fs::write(folder.join("other.csv"), "1,2\n").unwrap();
    refused(&line.replace("path", "other"), "is the checkpoint of ");
    refused(&line.replace("state", "."), "is not empty and not a checkpoint");
    write_path(folder, 20_001);
    refused(line, "is the checkpoint of ");
}

#[test]
fn a_full_disk_is_an_error_that_names_the_file_and_leaves_nothing() {
    let folder = folder();
    let folder = folder.path();
    write_path(folder, 200_000);
    for blocks in [0, 400] {
        let line = "graph solve path.csv --memory 64MiB -o out.csv";
        let output = Command::new("sh")
            .args(["-c", "trap '' XFSZ; ulimit -f \"$0\"; exec \"$@\"", &format!("{blocks}")])
            .arg(env!("CARGO_BIN_EXE_upstar"))
            .args(line.split(' '))
            .current_dir(folder)
            .env("TMPDIR", folder.join("tmp"))
            .output()
            .unwrap();
        let words = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert!(words.contains("cannot write ") && words.contains("/upstar-scratch-"), "{words}");
        assert!(!folder.join("out.csv").exists());
        assert!(is_clean(folder));
    }
}

#[test]
fn an_interrupt_ends_the_run_and_removes_its_files() {
    let folder = folder();
    let folder = folder.path();
    write_path(folder, 1_000_000);
    let line = "graph solve path.csv --memory 64MiB --scratch tmp -o out.csv";
    for name in ["run-0", "labels"] {
        let mut child = command(folder, line).spawn().unwrap();
        let scratch = folder.join(format!("tmp/upstar-scratch-{}-0", child.id()));
        wait_for(&scratch.join(name), &mut child);
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
        assert!(is_clean(folder) && !folder.join("out.csv").exists());
    }
    // The next run removes the files of a killed one.
    let mut child = command(folder, line).stderr(Stdio::null()).spawn().unwrap();
    let scratch = folder.join(format!("tmp/upstar-scratch-{}-0", child.id()));
    wait_for(&scratch.join("labels"), &mut child);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(scratch.exists());
    fs::write(folder.join("g.csv"), "1,2\n").unwrap();
    assert!(upstar(folder, "graph solve g.csv --memory 64MiB --scratch tmp").status.success());
    assert!(is_clean(folder));
}
