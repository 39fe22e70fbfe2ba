//! Files written by `upstar heaps`, and its responses to bad input and interruption.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn upstar(folder: &Path, arguments: &str) -> Output {
    let arguments = arguments.split(' ').filter(|word| !word.is_empty());
    Command::new(env!("CARGO_BIN_EXE_upstar")).current_dir(folder).args(arguments).output().unwrap()
}

/// The answer of a run that ends well.
fn answer(folder: &Path, arguments: &str) -> String {
    let output = upstar(folder, arguments);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{arguments}: {text}");
    String::from_utf8(output.stdout).unwrap()
}

/// The one line that refuses a run with exit code 2, and nothing on standard output.
fn refused(folder: &Path, arguments: &str, parts: &[&str]) {
    let output = upstar(folder, arguments);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments}: {text}");
    assert!(output.stdout.is_empty(), "{arguments}");
    for part in parts {
        assert!(text.contains(part), "{arguments}: {part:?} is not in {text:?}");
    }
}

#[test]
fn parquet_holds_the_values_and_says_of_what() {
    let folder = tempfile::tempdir().unwrap();
    answer(folder.path(), "heaps grim --to 300 -o g.parquet");
    let bytes = fs::read(folder.path().join("g.parquet")).unwrap();
    assert_eq!((&bytes[..4], &bytes[bytes.len() - 4..]), (&b"PAR1"[..], &b"PAR1"[..]));
    // Keys and values of the metadata stand in the footer as they are.
    let footer = String::from_utf8_lossy(&bytes[bytes.len().saturating_sub(4096)..]).into_owned();
    for part in ["game", "grim", "code", "0.6", "range", "0..=300"] {
        assert!(footer.contains(part), "{part}");
    }
    let csv = answer(folder.path(), "heaps grim --to 300 -o -");
    assert_eq!(csv.lines().count(), 302);
    assert_eq!(csv, answer(folder.path(), "heaps grim --to 300"));
    let zeros = answer(folder.path(), "heaps grim --to 300 --zeros -o - --format csv");
    assert_eq!(zeros.lines().last(), Some("176,0"));
}

#[test]
fn histogram_rares_digest_and_maximum() {
    let folder = tempfile::tempdir().unwrap();
    // Kayles to 11: 0 1 2 3 1 4 3 2 1 4 2 6.
    let text = answer(folder.path(), "heaps kayles --to 11 --histogram");
    for line in ["0 1", "1 3", "2 3", "3 2", "4 2", "6 1"] {
        let (value, count) = line.split_once(' ').unwrap();
        assert!(
            text.lines().any(|line| {
                let words: Vec<&str> =
                    line.split(|c: char| !c.is_ascii_digit()).filter(|w| !w.is_empty()).collect();
                words == [value, count]
            }),
            "{line} is not in {text}"
        );
    }
    let json: serde_json::Value =
        serde_json::from_str(&answer(folder.path(), "heaps kayles --to 11 --histogram --json"))
            .unwrap();
    assert_eq!(json["schema"], 3, "{json}");
    assert_eq!(json["sequence"]["histogram"], serde_json::json!([1, 3, 3, 2, 2, 0, 1]), "{json}");
    let digest = answer(folder.path(), "heaps kayles --to 11 --digest --plain");
    let right = [0u64, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
        .iter()
        .fold(0xcbf2_9ce4_8422_2325u64, |h, v| (h ^ v).wrapping_mul(0x0100_0000_01b3));
    assert!(digest.contains(&format!("{right:016x}")), "{digest}");
    // 53 rare heaps of 0.16; the last is 13935.
    let rares = answer(folder.path(), "heaps 0.16 --to 20000 --rares --max --engine fast");
    assert!(rares.contains("13935"), "{rares}");
}

/// Every answer as JSON is one analysis, which reads back.
#[test]
fn analyses() {
    let folder = tempfile::tempdir().unwrap();
    let json = |arguments: &str| -> upstar::Analysis {
        serde_json::from_str(&answer(folder.path(), &format!("heaps {arguments} --json"))).unwrap()
    };
    let position = json("kayles 12 7 3");
    assert_eq!(position.value.as_deref(), Some("*5"));
    assert_eq!(position.play[0].winning_moves[0].to_string(), "1: 3+7");
    let sequence = json("treblecross --to 9").sequence.unwrap();
    assert_eq!((sequence.first, &sequence.values[..]), (Some(3), &[1, 2, 2, 0, 3, 3, 1][..]));
    let far = json("kayles --at 10^30 --period --certify k.json");
    assert_eq!(far.value.as_deref(), Some("*"));
    let facts = far.sequence.unwrap();
    assert_eq!(facts.period.unwrap().period, 12);
    let written = fs::read_to_string(folder.path().join("k.json")).unwrap();
    assert_eq!(written.trim_end(), facts.certificate.unwrap().to_json());
    let rares = json("0.16 --to 20000 --rares").sequence.unwrap().rares.unwrap();
    assert_eq!((rares.heaps.len(), rares.heaps.last().unwrap().0), (53, 13_935));
    assert!(json("kayles --explain").sequence.unwrap().rules.len() > 2);
    let survey = json("survey --places 1 --to 500").sequence.unwrap().survey;
    assert!(survey.iter().any(|row| row.code == "0.7" && row.period == Some((0, 2))));
    let output = upstar(folder.path(), "heaps 0.007 --to 10^7 --json --budget 20000");
    let stopped: upstar::Analysis = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(stopped.stop, upstar_core::StopReason::Steps);
}

/// Zeros alone take the values of half as many heaps, also from a checkpoint of such a run or of
/// another one.
#[test]
fn zeros_alone() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["grim", "0.16", "kayles", "subtraction(1,2)"] {
        let all = answer(folder.path(), &format!("heaps {game} --to 50000 --zeros --max --plain"));
        let (_, right) = all.split_once('\n').unwrap();
        for earlier in ["--zeros", "--max"] {
            let _ = fs::remove_file(folder.path().join("c"));
            answer(
                folder.path(),
                &format!("heaps {game} --to 30000 {earlier} --checkpoint c --plain"),
            );
            let zeros = format!("heaps {game} --to 50000 --zeros --checkpoint c --resume --plain");
            assert_eq!(answer(folder.path(), &zeros), right, "{game} {earlier}");
        }
        let zeros = answer(folder.path(), &format!("heaps {game} --to 50000 --zeros --plain"));
        assert_eq!(zeros, right, "{game}");
    }
    let count = |name: &str| {
        let bytes = fs::read(folder.path().join(name)).unwrap();
        let end = bytes.iter().position(|&byte| byte == b'\n').unwrap();
        let head: serde_json::Value = serde_json::from_slice(&bytes[..end]).unwrap();
        head["count"].as_u64().unwrap()
    };
    answer(folder.path(), "heaps grim --to 100000 --zeros --checkpoint half");
    assert!((60_000..70_000).contains(&count("half")), "{}", count("half"));
}

#[test]
fn a_plot_is_an_svg_picture() {
    let folder = tempfile::tempdir().unwrap();
    answer(folder.path(), "heaps kayles --to 100 --plot k.svg");
    let svg = fs::read_to_string(folder.path().join("k.svg")).unwrap();
    assert!(svg.starts_with("<svg") || svg.starts_with("<?xml"), "{}", &svg[..60]);
    assert!(svg.contains("</svg>"));
}

#[test]
fn a_checkpoint_is_gone_on_from() {
    let folder = tempfile::tempdir().unwrap();
    let whole = answer(folder.path(), "heaps 0.16 --to 40000 --digest --plain");
    answer(folder.path(), "heaps 0.16 --to 15000 --checkpoint c --max");
    let resumed =
        "heaps 0.16 --to 40000 --checkpoint c --resume --kernel portable --digest --plain";
    assert_eq!(answer(folder.path(), resumed), whole);
    // A goal that has been reached.
    let again = "heaps 0.16 --to 40000 --checkpoint c --resume --digest --plain";
    assert_eq!(answer(folder.path(), again), whole);
    // A search for a period goes on without the values.
    fs::copy(folder.path().join("c"), folder.path().join("d")).unwrap();
    let period = answer(folder.path(), "heaps 0.16 --period --checkpoint d --resume --plain");
    assert_eq!(period, "105351,149459,0\n");
    let at = answer(folder.path(), "heaps 0.16 --at 10^30 --checkpoint d --resume --plain");
    assert_eq!(at, answer(folder.path(), "heaps 0.16 --at 10^30 --plain"));
    // A search for a period takes the time for no digest, and lists the first zeros only.
    answer(folder.path(), "heaps 0.106 --to 700000 --checkpoint p --max");
    refused(
        folder.path(),
        "heaps 0.106 --to 700001 --zeros --checkpoint p --resume",
        &["p:", "zeros"],
    );
    answer(folder.path(), "heaps 0.106 --to 710000 --checkpoint p --resume --period");
    refused(
        folder.path(),
        "heaps 0.106 --to 710001 --digest --checkpoint p --resume",
        &["p:", "digest"],
    );
    // The values themselves are not in it.
    refused(folder.path(), "heaps 0.16 --to 30000 --max --checkpoint c --resume", &["c:", "40001"]);
    // A game without the fast engine, or values that are wanted: all are kept.
    for name in ["z.zst", "z.gz"] {
        answer(folder.path(), &format!("heaps 0.16 --to 15000 --checkpoint {name} --max"));
        let written = std::fs::read(folder.path().join(name)).unwrap();
        assert!(!written.starts_with(b"{"), "{name} is not compressed");
        let resumed =
            format!("heaps 0.16 --to 40000 --checkpoint {name} --resume --digest --plain");
        assert_eq!(answer(folder.path(), &resumed), whole, "{name}");
    }
    answer(folder.path(), "heaps 0.77 --to 900 --checkpoint k --max");
    let all = answer(folder.path(), "heaps 0.77 --to 1000 --table 12");
    let resumed = "heaps 0.77 --to 1000 --table 12 --checkpoint k --resume";
    assert_eq!(answer(folder.path(), resumed), all);
    refused(folder.path(), "heaps 0.6 --to 9 --checkpoint c --resume", &["c:", "0.16", "0.6"]);
    refused(folder.path(), "heaps 0.16 --to 9 --checkpoint none --resume", &["none:"]);
    let bytes = fs::read(folder.path().join("c")).unwrap();
    let mut damaged = bytes.clone();
    *damaged.last_mut().unwrap() ^= 1;
    let head = String::from_utf8_lossy(&bytes).replacen("\"maximum\":", "\"maximum\":1", 1);
    let end = head.find('\n').unwrap();
    let cells = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    let altered = [&head.as_bytes()[..end], &bytes[cells..]].concat();
    assert_ne!(altered, bytes);
    for (bytes, part) in [
        (&b"hello"[..], "not a checkpoint"),
        (&b"{}\n"[..], "not a checkpoint"),
        (&bytes[..bytes.len() - 1], "truncated"),
        (&bytes[..bytes.len() - 4], "damaged"),
        (&altered[..], "damaged"),
        (&damaged[..], "damaged"),
    ] {
        fs::write(folder.path().join("d"), bytes).unwrap();
        refused(folder.path(), "heaps 0.16 --to 9 --checkpoint d --resume", &["d:", part]);
    }
    let output = upstar(folder.path(), "heaps 0.16 --to 9 --resume");
    assert_eq!(output.status.code(), Some(2));
}

/// A run that would take hours is stopped after it has begun, and leaves a checkpoint from which
/// the same values follow.
#[cfg(unix)]
#[test]
fn an_interruption_leaves_a_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_upstar"))
        .current_dir(folder.path())
        .args(["heaps", "0.16", "--to", "10^9", "--checkpoint", "c", "--max"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(3));
    let head = fs::read(folder.path().join("c")).unwrap();
    let end = head.iter().position(|&byte| byte == b'\n').unwrap();
    let head: serde_json::Value = serde_json::from_slice(&head[..end]).unwrap();
    let count = head["count"].as_u64().unwrap();
    assert!(count > 0);
    let goal = count + 20_000;
    let resumed = format!("heaps 0.16 --to {goal} --checkpoint c --resume --digest --plain");
    let fresh = format!("heaps 0.16 --to {goal} --digest --plain");
    assert_eq!(answer(folder.path(), &resumed), answer(folder.path(), &fresh));
}

#[test]
fn budgets_end_a_run_with_3() {
    let folder = tempfile::tempdir().unwrap();
    let output = upstar(folder.path(), "heaps 0.007 --to 10^7 --max --budget 200ms");
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    // A certificate that cannot be written yet is not an additional error.
    let stopped = "heaps 0.007 --period --certify c.json --budget 5000";
    let output = upstar(folder.path(), stopped);
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!folder.path().join("c.json").exists());
}

#[test]
fn certificates_of_windows() {
    let folder = tempfile::tempdir().unwrap();
    answer(folder.path(), "heaps 0.156 --to 4200 --certify w.json --plain");
    let text = answer(folder.path(), "verify w.json");
    assert!(text.contains("right, by the values up to 4187"), "{text}");
    let right = fs::read_to_string(folder.path().join("w.json")).unwrap();
    assert!(right.contains("sparse-window"));
    for (field, other) in [
        ("\"preperiod\": 3479", "\"preperiod\": 3480"),
        ("\"period\": 349", "\"period\": 698"),
        ("\"values_to\": 4187", "\"values_to\": 4188"),
        ("sparse-window", "guy-smith"),
        ("\"code\": \"0.156\"", "\"code\": \"0.157\""),
        ("\"by_position\": false", "\"by_position\": true"),
        ("\"rares\": 15", "\"rares\": 16"),
    ] {
        assert!(right.contains(field), "{field} is not in {right}");
        fs::write(folder.path().join("x.json"), right.replace(field, other)).unwrap();
        let output = upstar(folder.path(), "verify x.json");
        assert_ne!(output.status.code(), Some(0), "{other}");
    }
}

/// A claim that needs more than ten million values is checked as far as that.
#[test]
fn an_observed_period_is_not_certified() {
    let folder = tempfile::tempdir().unwrap();
    refused(folder.path(), "heaps 0.07 --to 172 --certify c.json", &["observed, not proved"]);
    assert!(!folder.path().join("c.json").exists());
}

/// A game that uses up its own bounds is in the survey with the values it has.
#[test]
fn a_survey_bounds_the_work_for_each_game() {
    let folder = tempfile::tempdir().unwrap();
    let rows = |arguments: &str| -> Vec<Vec<String>> {
        answer(folder.path(), arguments)
            .lines()
            .map(|line| line.split(',').map(str::to_owned).collect())
            .collect()
    };
    let whole = rows("heaps survey --places 1 --to 4096");
    let bounded = rows("heaps survey --places 1 --to 4096 --each 60000");
    assert_eq!(whole.len(), bounded.len());
    for (whole, bounded) in whole.iter().zip(&bounded) {
        if whole[0] == "0.6" {
            assert_eq!((&whole[1][..], &whole[5][..]), ("open", "4096"));
            let to: u64 = bounded[5].parse().unwrap();
            assert!((200..4000).contains(&to), "{to}");
        } else {
            assert_eq!(whole, bounded);
        }
    }
}

#[test]
fn bad_input() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, parts) in [
        ("heaps kayles", &["--to", "--period", "--explain"][..]),
        ("heaps kales --to 3", &["kales", "kayles"]),
        ("heaps 2.7 --to 3", &["2.7", "column 1"]),
        ("heaps 0.7z --to 3", &["column 4"]),
        ("heaps 0.77 --to 99999999999999999999999", &["--to"]),
        ("heaps 0.77 --to 3 --engine quick", &["auto, plain, dense, sparse, fast"]),
        ("heaps 0.77 --to 3 --kernel sse", &["auto, portable, avx2, avx512"]),
        ("heaps 0.77 --to 3 --table 0", &["--table"]),
        ("heaps 0.77 --to 3 --json --plain", &["--plain"]),
        ("heaps 0.77 --to 3 -o values.xls", &["values.xls"]),
        ("heaps 0.F --to 3 --engine fast", &["fast", "0.F"]),
        ("heaps 0.333 --to 30000 --engine sparse", &["sparse", "0.333"]),
        ("heaps subtraction(0,2) --to 3", &["subtraction"]),
        ("heaps kayles 3 x", &["x"]),
        ("heaps survey --places 9", &["--places"]),
        ("heaps 0.77 --to 10 --plot /nowhere/k.svg", &["/nowhere/k.svg"]),
    ] {
        refused(folder.path(), arguments, parts);
    }
}

/// A file that is there is gone on from or left alone: whatever it is, and its windows too.
#[test]
fn a_checkpoint_overwrites_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let kept = |name: &str| fs::read(folder.path().join(name)).unwrap();
    answer(folder.path(), "heaps 0.16 --to 15000 --checkpoint c --max");
    fs::write(folder.path().join("notes.txt"), "do not lose me").unwrap();
    let (before, run) = (kept("c"), "heaps 0.16 --to 20000 --max --checkpoint");
    for name in ["c", "notes.txt"] {
        refused(folder.path(), &format!("{run} {name}"), &[name, "--resume"]);
    }
    fs::write(folder.path().join("d.windows"), "windows").unwrap();
    refused(folder.path(), &format!("{run} d"), &["d.windows", "--resume"]);
    refused(
        folder.path(),
        &format!("{run} notes.txt --resume"),
        &["notes.txt", "not a checkpoint"],
    );
    assert_eq!((kept("c"), &kept("notes.txt")[..]), (before, &b"do not lose me"[..]));
    // An empty file holds nothing.
    fs::write(folder.path().join("e"), "").unwrap();
    answer(folder.path(), &format!("{run} e"));
    // Nor does a lock stay behind.
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let names: Vec<_> = names.filter(|name| name.to_string_lossy().starts_with('.')).collect();
    assert!(names.is_empty(), "{names:?}");
}

/// Of two processes on one checkpoint the second gets an error.
#[test]
fn a_checkpoint_is_of_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let held = upstar_files::FileLock::of(&folder.path().join("c")).unwrap().unwrap();
    let run = "heaps 0.16 --to 15000 --checkpoint c --max";
    refused(folder.path(), run, &["c:", "another process"]);
    drop(held);
    answer(folder.path(), run);
}

/// A picture or a checkpoint that cannot be written leaves the old file, and the error names it;
/// what a killed run left goes.
#[test]
fn files_are_whole_or_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let left = folder.path().join(".k.svg.4194305.0.tmp");
    fs::write(&left, "half").unwrap();
    answer(folder.path(), "heaps kayles --to 100 --plot k.svg");
    assert!(!left.exists());
    if std::path::Path::new("/dev/full").exists() {
        for command in ["--plot /dev/full", "-o /dev/full --format csv"] {
            refused(folder.path(), &format!("heaps kayles --to 100 {command}"), &["/dev/full"]);
        }
    }
}

/// Whatever the numbers, nothing overflows, aborts or goes on beyond its budget.
#[test]
fn numbers_too_large_are_refused_or_end_with_the_budget() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["kayles", "0.106", "grundy", "nim", "lasker", "0.{2+}", "subtraction(2,3)"] {
        for more in ["", "--max", "--zeros", "--period", "--engine plain", "--histogram --digest"] {
            let run = format!("heaps {game} --to 18446744073709551615 {more}");
            refused(folder.path(), &run, &["2^62"]);
            let run = format!("heaps {game} --to 2^62 {more} --budget 20ms");
            let output = upstar(folder.path(), &run);
            assert_eq!(output.status.code(), Some(3), "{run}");
        }
    }
    for run in [
        "heaps 0.106 --to 4294967295 --max --engine sparse --budget 20ms",
        "nim --table sum --size 4294967295 --budget 20ms",
        "nim --table product --size 100000 --budget 20ms",
        "table nim --max 1000x1000 --budget 20ms",
        "table nim --max 1000x1000 --grid --budget 20ms",
        "sequence kayles 0..1000000000000 --budget 20ms",
        "outcome mem(100000,1) --budget 60MB",
        "eval partizan_euclid(18446744073709551615,18446744073709551614) --budget 60MB",
        "eval lasker(1000000) --budget 20ms",
    ] {
        let output = upstar(folder.path(), run);
        assert_eq!(output.status.code(), Some(3), "{run}");
    }
    let output = upstar(folder.path(), "nim --table sum --size 4294967295 --json");
    let found: upstar::Analysis = serde_json::from_slice(&output.stdout).unwrap();
    assert!(found.error.unwrap().message.contains("10000 rows"));
    assert_eq!(output.status.code(), Some(2));
    refused(folder.path(), "table nim --max 2000x2000", &["at most 1000 rows"]);
}

/// The period of Lasker's nim is a theorem, and a certificate of it is checked.
#[test]
fn laskers_nim_is_known_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    let lasker = answer(folder.path(), "heaps lasker --period --certify l.json --plain");
    assert_eq!(lasker, "1,4,4\n");
    answer(folder.path(), "verify l.json");
    assert_eq!(answer(folder.path(), "heaps lasker --at 10^6 --plain"), "999999\n");
    assert_eq!(answer(folder.path(), "heaps 4.777... --period --plain"), "2,1,2\n");
    refused(folder.path(), "heaps 4.777... --certify x.json", &["follows from its rules"]);
}

/// A law answers questions about heaps whose values have more than 32 bits, and whose moves are too
/// many to be listed.
#[test]
fn a_law_answers_for_large_heaps() {
    let folder = tempfile::tempdir().unwrap();
    let rules = "half on heaps\nboth: n -> n-k for k in 1..n/2\n";
    std::fs::write(folder.path().join("r.game"), rules).unwrap();
    let outcome = |sum: &str| answer(folder.path(), &format!("outcome --rules r.game {sum}"));
    assert_eq!(outcome("half(10^18)"), "N\n");
    assert_eq!(outcome("half(10^18)+nim(3)"), "N\n");
    assert_eq!(outcome("half(2*10^18)+half(2*10^18)"), "P\n");
    let eval = |text: &str| answer(folder.path(), &format!("eval --rules r.game {text}"));
    for (text, value) in [("half(10^18)", "*500000000000000000"), ("half(10^9)", "*500000000")] {
        let found = eval(text);
        for line in [value, "N: whoever moves first wins", "too many to list"] {
            assert!(found.contains(line), "{found}");
        }
    }
    assert!(eval("half(10^18).NimValue").starts_with("500000000000000000\n"));
}

/// A proved law of custom rules has a certificate, which is about these rules alone.
#[test]
fn a_law_is_certified() {
    let folder = tempfile::tempdir().unwrap();
    let rules = "triple on heaps\nboth: n -> n-1\nboth: n -> n/2 + n/2 + n/2 where n % 2 = 0\n\
                 half on heaps\nboth: n -> n-k for k in 1..n/2\n\
                 few on heaps\nboth: n -> n-1\nboth: n -> n-3 where n > 3\n";
    std::fs::write(folder.path().join("r.game"), rules).unwrap();
    answer(folder.path(), "heaps triple --rules r.game --law --certify t.json");
    answer(folder.path(), "heaps few --rules r.game --period --certify f.json");
    let text = answer(folder.path(), "verify t.json");
    assert!(text.starts_with("triple: an automaton of 10 states"), "{text}");
    let text = answer(folder.path(), "verify f.json");
    assert_eq!(
        text,
        "few: G(n+2) = G(n): right for every heap, by its 2 rules as linear conditions\n"
    );
    let by = answer(folder.path(), "heaps triple --rules r.game --at 10^18 --by t.json");
    assert_eq!(by, "G(1000000000000000000) = 2\n");
    refused(folder.path(), "heaps few --rules r.game --at 9 --by t.json", &["not those of few"]);
    refused(
        folder.path(),
        "heaps half --rules r.game --law --certify h.json",
        &["follows from its rules"],
    );
    let json = std::fs::read_to_string(folder.path().join("f.json")).unwrap();
    std::fs::write(folder.path().join("w.json"), json.replace("\"few\"", "\"many\"")).unwrap();
    let output = upstar(folder.path(), "verify w.json");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("seal: it does not agree"), "{text}");
}

/// With a certificate no more is computed than the first period.
#[test]
fn a_certificate_tells_of_heaps_of_any_size() {
    let folder = tempfile::tempdir().unwrap();
    answer(folder.path(), "heaps 0.45 --certify c.json --plain");
    for heap in ["3", "517", "1000", "10^30+7"] {
        let by = format!("heaps 0.45 --at {heap} --by c.json --plain");
        let alone = format!("heaps 0.45 --at {heap} --plain");
        assert_eq!(answer(folder.path(), &by), answer(folder.path(), &alone), "{heap}");
    }
    refused(folder.path(), "heaps 0.77 --at 10^30 --by c.json", &["c.json", "0.45"]);
    fs::write(folder.path().join("d.json"), "{}").unwrap();
    refused(folder.path(), "heaps 0.45 --at 9 --by d.json", &["d.json"]);
}

/// A position has the values that `--at` has.
#[test]
fn heaps_of_a_position_may_be_of_any_size() {
    let folder = tempfile::tempdir().unwrap();
    let far = answer(folder.path(), "heaps kayles 1000000000000 5");
    assert_eq!(
        far,
        "value: *5\noutcome: N\nwinning moves:\n2: 4\nmoves in heap 1: too many to list\n"
    );
}

/// Sequences of positions come as fast as those of heaps, and as tables.
#[test]
fn sequences_are_tables_too() {
    let folder = tempfile::tempdir().unwrap();
    answer(folder.path(), "sequence kayles 0..16000 -o k.csv");
    let table = fs::read_to_string(folder.path().join("k.csv")).unwrap();
    assert_eq!(table.lines().nth(12), Some("11,6"));
    assert_eq!(table.lines().count(), 16_002);
    assert_eq!(answer(folder.path(), "sequence kayles 3"), "n,value\n0,0\n1,1\n2,2\n3,3\n");
}

/// The misère outcome of a sum: by the quotient, or by search where the quotient does not end.
#[test]
fn sums_of_heaps_in_misere_play() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(answer(folder.path(), "heaps kayles 5 9 --misere --plain"), "P\n");
    let moves = answer(folder.path(), "heaps kayles 3 4 --misere");
    let by_outcome = answer(folder.path(), "outcome kayles(3)+kayles(4) --misere");
    assert!(moves.contains(&format!("outcome: {by_outcome}")), "{moves}");
    let searched = answer(folder.path(), "heaps 0.07 40 30 --misere");
    let by_outcome = answer(folder.path(), "outcome take_and_break(\"0.07\";40,30) --misere");
    assert!(searched.starts_with(&format!("outcome: {by_outcome}")), "{searched}");
    // The steps that the quotient may take are within those that are given.
    let output = upstar(folder.path(), "heaps 0.07 40 30 --misere --budget 1e5");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{message}");
    let steps = message.split("after ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
    assert!(steps.parse::<u64>().unwrap() < 200_000, "{message}");
    refused(folder.path(), "heaps kayles --misere", &["the sizes of a position, or --to N"]);
}

/// Tables have headings, unless they are to be plain.
#[test]
fn headings_and_plain_tables() {
    let folder = tempfile::tempdir().unwrap();
    let grid = answer(folder.path(), "table nim --max 1x2 --grid");
    assert_eq!(grid, "  | 0 1 2\n--+------\n0 | 0 1 2\n1 | 1 0 3\n");
    assert_eq!(answer(folder.path(), "table nim --max 1x2 --plain"), "0 1 2\n1 0 3\n");
    assert_eq!(answer(folder.path(), "sequence kayles 1..3 --plain"), "1\n2\n3\n");
    let value = answer(folder.path(), "eval --plain {3|1} --thermograph t.svg");
    assert_eq!(value, "{3|1}\n");
    assert!(folder.path().join("t.svg").exists());
    let picture = answer(folder.path(), "picture nim(1) --caption Alone");
    assert!(picture.contains(">Alone<"), "{picture}");
}
