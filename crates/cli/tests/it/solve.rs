//! `upstar solve`, and the databases that it writes.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Standard output, standard error and the exit code of the program.
fn run(arguments: &[&str]) -> (String, String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_upstar"));
    let output = command.args(arguments).stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

/// The file of the results of the tier with the most of them.
fn largest(folder: &Path) -> std::path::PathBuf {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let results =
        files.filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with("results-"));
    results.max_by_key(|path| fs::metadata(path).unwrap().len()).unwrap()
}

#[test]
fn a_killed_run_goes_on_from_the_last_finished_tier() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    let solve = |folder: &Path| {
        let folder = folder.to_str().unwrap().to_owned();
        run(&["solve", "kalah(3,3)", "--database", &folder, "--by-tier"])
    };
    let (expected, _, code) = solve(&whole);
    assert_eq!(code, 0);
    let mut child = Command::new(env!("CARGO_BIN_EXE_upstar"))
        .args(["solve", "kalah(3,3)", "--database", killed.to_str().unwrap()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // The first line of the manifest gives the number of solved tiers.
    let some = || {
        let text = fs::read_to_string(killed.join("database.json")).unwrap_or_default();
        text.lines()
            .next()
            .is_some_and(|line| (6..18).any(|rows| line.contains(&format!("\"rows\":{rows}}}"))))
    };
    while !some() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let tiers = fs::read_dir(&killed).unwrap().count();
    assert!(tiers < fs::read_dir(&whole).unwrap().count(), "it was not killed in time");
    let (found, told, code) = solve(&killed);
    assert_eq!((found, code), (expected, 0));
    assert!(told.contains("are solved already"), "{told}");
    // A finished run needs no work.
    let (_, told, _) = solve(&killed);
    assert!(told.contains("20 tiers are solved already"), "{told}");
}

#[test]
fn positions_are_looked_up() {
    let folder = tempfile::tempdir().unwrap();
    for (number, (game, others)) in [
        ("kalah(2,2)", ["kalah(\"0,1+3|2,2+0\")", "kalah(\"1,0+4|1,2+0\")"]),
        ("clobber(\"xox|oxo\")", ["clobber(\"xox|oxo\")"; 2]),
        ("nim(2,3,4)", ["nim(2,1,4)", "nim(0,0,0)"]),
    ]
    .into_iter()
    .enumerate()
    {
        for only in [&[][..], &["--outcomes-only"]] {
            for misere in [&[][..], &["--misere"]] {
                let name = format!("{number}{}{}", only.len(), misere.len());
                let path = folder.path().join(name);
                let path = path.to_str().unwrap();
                let solve = [&["solve", game, "--database", path], only, misere].concat();
                assert_eq!(run(&solve).2, 0, "{solve:?}");
                for position in [game].iter().chain(&others) {
                    let searched = run(&[&["outcome", position, "--moves"], misere].concat());
                    let asked = ["outcome", position, "--moves", "--database", path];
                    let (found, told, code) = run(&[&asked[..], misere].concat());
                    assert_eq!((code, told.as_str()), (0, ""), "{asked:?}");
                    assert!(found.starts_with(&searched.0), "{position}: {found} {}", searched.0);
                }
            }
        }
    }
}

#[test]
fn what_is_not_there_is_computed_and_damage_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kalah");
    let name = path.to_str().unwrap();
    assert_eq!(run(&["solve", "kalah(2,3)", "--database", name]).2, 0);
    let (found, told, code) = run(&["outcome", "kalah(2,4)", "--database", name]);
    assert_eq!((found, code), (run(&["outcome", "kalah(2,4)"]).0, 0));
    assert!(told.contains("kalah(2,4) is not in"), "{told}");
    // After a move of Left only Right is to move.
    let other = folder.path().join("clobber");
    let other = other.to_str().unwrap();
    assert_eq!(run(&["solve", "clobber(\"xox|oxo\")", "--database", other]).2, 0);
    let (found, told, _) = run(&["outcome", "clobber(\".xx|oxo\")", "--database", other]);
    assert!(told.contains("with Right to move alone"), "{told}");
    assert_eq!(found, "Right to move wins in 3 moves\n");
    // Another question, and another convention.
    let (_, told, code) = run(&["solve", "kalah(2,3)", "--misere", "--database", name]);
    assert!(code == 2 && told.contains("a database for another question"), "{told}");
    let (_, told, code) = run(&["outcome", "kalah(2,3)", "--misere", "--database", name]);
    assert!(code == 2 && told.contains("this is the database of normal play"), "{told}");
    // Damage.
    let file = largest(&path);
    let whole = fs::read(&file).unwrap();
    let mut damaged = whole.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(&file, &damaged).unwrap();
    let (_, told, code) = run(&["solve", "kalah(2,3)", "-o", "-", "--database", name]);
    assert!(code == 2 && told.contains("damaged"), "{told}");
    fs::write(&file, &whole[..middle]).unwrap();
    let (_, told, code) = run(&["outcome", "kalah(2,3)", "--database", name]);
    assert!(code == 2 && told.contains("damaged"), "{told}");
    fs::write(&file, &whole).unwrap();
    let manifest = path.join("database.json");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("3,3+0|3,3+0", "3,3+0|3,3+1")).unwrap();
    let (_, told, code) = run(&["outcome", "kalah(2,3)", "--database", name]);
    assert!(code == 2 && told.contains("damaged"), "{told}");
    // A folder with other files.
    let foreign = folder.path().join("foreign");
    fs::create_dir(&foreign).unwrap();
    fs::write(foreign.join("letter.txt"), "dear").unwrap();
    let foreign = foreign.to_str().unwrap();
    let (_, told, code) = run(&["solve", "kalah(2,3)", "--database", foreign]);
    assert!(code == 2 && told.contains("`letter.txt` exists"), "{told}");
    let (_, told, code) = run(&["outcome", "kalah(2,3)", "--database", foreign]);
    assert!(code == 2 && told.contains("there is no database here"), "{told}");
}

#[test]
fn the_graph_has_the_same_counts() {
    let folder = tempfile::tempdir().unwrap();
    let graph = folder.path().join("graph.csv");
    let graph = graph.to_str().unwrap();
    for (game, form) in [
        ("nim(2,3,4)", &[][..]),
        ("clobber(\"xoxo|oxox\")", &["--alternating"]),
        ("kayles(9)", &[]),
        ("cram(\"3x4\")", &[]),
        ("hare_and_hounds(5)", &["--alternating"]),
        ("tic_tac_toe(\"3x3\")", &[]),
    ] {
        assert_eq!(run(&[&["graph", "make", game, "-o", graph], form].concat()).2, 0);
        for misere in [&[][..], &["--misere"]] {
            let solved = run(&[&["graph", "solve", graph][..], misere].concat()).0;
            let counts = |text: &str| -> Vec<String> {
                let rows = text.lines().filter(|line| line.starts_with("  "));
                rows.take(3).map(|line| line.split_whitespace().nth(1).unwrap().into()).collect()
            };
            for way in [&[][..], &["--no-tiers"]] {
                let solve = [&["solve", game, "--first", "Left"][..], misere, way].concat();
                let found = run(&solve).0;
                assert_eq!(counts(&found), counts(&solved), "{solve:?}: {found}{solved}");
            }
        }
    }
}

#[test]
fn memory_is_bounded_and_said() {
    let (_, told, code) = run(&["solve", "kalah(4,3)", "--memory", "1MB"]);
    assert_eq!(code, 3, "{told}");
    assert!(told.contains("MB of memory for the largest"), "{told}");
    assert!(told.contains("the memory budget is used up"), "{told}");
    let (found, told, code) = run(&["solve", "kalah(3,3)", "--budget", "20000"]);
    assert_eq!(code, 3, "{found} {told}");
}
