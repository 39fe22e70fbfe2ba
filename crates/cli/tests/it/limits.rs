//! Every command with very expensive work: work that does not end by itself, under a budget and
//! under Ctrl-C, and absurd arguments.
//!
//! The lists name every command that the program has: a new one without a row fails.

use crate::common;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use common::commands_with;

/// The exit code of stopped work.
const STOPPED: i32 = 3;

/// How long a command may hang before it is killed and the test fails. It is no measure of speed: a
/// machine may be busy.
const PATIENCE: Duration = Duration::from_secs(120);

/// A second would let some of the graphs be solved.
const BOUNDS: &str = "200ms,300MB";

/// Memory that a command may have in use under the bound of 300 MB: ten percent above it.
const MOST_KILOBYTES: u64 = 330 * 1000;

/// A command, arguments parted by `;`, what is typed at it, and how it ends when its work is
/// stopped: those that go on after stopped work end well.
const WORK: &[(&str, &str, &str, i32)] = &[
    ("chess", "KBNK", "", STOPPED),
    ("eval", "domineering(\"13x13\")", "", STOPPED),
    ("eval", "go(\"X........O|X........O|X........O|X........O\").Thermograph", "", STOPPED),
    ("eval", "mem(1000000,1)", "", STOPPED),
    ("eval", "domineering(\"13x13\").MisereSimplest(\"dead-ending\")", "", STOPPED),
    ("eval", "kayles(10000).MisereCanonicalForm", "", STOPPED),
    ("eval", "*[3000] + *[2000]", "", STOPPED),
    ("eval", "500*(a{0||||0|||a|*||*})", "", STOPPED),
    ("eval", "--graph;value.svg;500*(a{0||||0|||a|*||*})", "", STOPPED),
    ("eval", "--rules;own.game;own_dominoes(\"13x13\")", "", STOPPED),
    ("eval", "--rules;own.game;own_rings(\"8x8\")", "", STOPPED),
    ("eval", "--rules;own.game;own_heaps(1200)", "", STOPPED),
    (
        "outcome",
        "--rules;own.game;own_walk(\"x......x......x......x......x......x......x......\")",
        "",
        STOPPED,
    ),
    ("find", "domineering;--max;20;--temperature;3", "", STOPPED),
    ("find", "domineering;--max;16;--format;csv", "", STOPPED),
    ("find", "clobber;--max;5x5;--census;value", "", STOPPED),
    ("find", "digraph_placement;--max;8;--random;10^12;--value;17", "", STOPPED),
    ("find", "digraph_placement;--max;8;--value;17", "", STOPPED),
    ("graph check", "big.csv;claim.csv", "", STOPPED),
    ("graph convert", "big.csv;big.json", "", STOPPED),
    ("graph draw", "big.csv;-o;big.svg", "", STOPPED),
    ("graph equal", "big.csv:1;big.csv:2", "", STOPPED),
    ("graph make", "domineering(\"9x9\");-o;made.csv", "", STOPPED),
    ("graph play", "big.csv;--from;1", "1\n", STOPPED),
    ("graph pursuit", "ring.csv;--undirected", "", STOPPED),
    ("graph solve", "big.csv", "", STOPPED),
    ("graph solve", "big.csv;--memory;200MB", "", STOPPED),
    ("graph solve", "big.csv;--processes;2", "", STOPPED),
    ("graph stats", "big.csv", "", STOPPED),
    ("graph sum", "big.csv:1;domineering(\"9x9\")", "", STOPPED),
    ("graph values", "big.csv", "", STOPPED),
    ("heaps", "0.106;--to;10^11", "", STOPPED),
    ("heaps", "0.77;--misere;--to;10^6", "", STOPPED),
    ("heaps", "0.77;--misere;--forms;--to;10^6", "", STOPPED),
    ("heaps", "0.07;--quotient", "", STOPPED),
    ("heaps", "0.07;60;61;62;--quotient;--to;30", "", STOPPED),
    ("heaps survey", "--places;4;--to;10^6", "", STOPPED),
    ("nim", "--table;product;--size;60000", "", STOPPED),
    ("outcome", "domineering(\"13x13\");--moves", "", STOPPED),
    ("outcome", "domineering(\"13x13\") + {5|1||3|-10} - 1/2", "", STOPPED),
    ("outcome", "domineering(\"13x13\");--certificate;strategy.json", "", STOPPED),
    ("outcome", "kayles(400);--misere;--value", "", STOPPED),
    ("outcome", CARRY_ON, "", STOPPED),
    ("outcome", "sprouts(12);--misere", "", STOPPED),
    ("outcome", "--mcgs;sums.test", "", STOPPED),
    ("outcome", "--mcgs;moves.test", "", STOPPED),
    ("outcome", "--mcgs;walls.test", "", STOPPED),
    ("picture", "--record;record.txt;-o;record.svg", "", STOPPED),
    ("play", "domineering(\"13x13\");--first;you", "1\nquit\n", 0),
    ("prove", "domineering(\"9x9\") == 0;-o;proof.v", "", STOPPED),
    ("prove", "domineering(\"9x9\") == 0;-o;proof.mm", "", STOPPED),
    ("prove", "0.4444444444444444444444444444.Period == 1;-o;proof.v", "", STOPPED),
    ("prove", "NimValues;--graph;big.csv;-o;proof.v", "", STOPPED),
    ("quotient", "cram(\"7x7\")", "", STOPPED),
    ("eval", "quotient(cram(\"7x7\")).Order", "", STOPPED),
    ("eval", "quotient(dawson_kayles).Order", "", STOPPED),
    ("repl", "--no-history", "domineering(\"13x13\")\n", 0),
    ("sequence", "domineering(\"13xn\");0..13", "", STOPPED),
    ("sequence", "grundy;0..1000000;--genus", "", STOPPED),
    ("solve", "domineering(\"9x9\")", "", STOPPED),
    ("solve", "kalah(6,6)", "", STOPPED),
    ("solve", "domineering(\"9x9\");--processes;2", "", STOPPED),
    ("solve", "kalah(6,6);--processes;2", "", STOPPED),
    ("solve", "connect_four(\"7x7\");--symbolic", "", STOPPED),
    ("stalk", "1/7^100000", "", STOPPED),
    ("surreal", "1/3;--signs;1000000000", "", STOPPED),
    ("table", "domineering;--max;13x13", "", STOPPED),
    ("verify", "certificate.csv;big.csv", "", STOPPED),
];

/// Work that is bound by its memory: each of them had more than its bound in use before all of
/// it was counted.
#[cfg(target_os = "linux")]
const LARGE: &[(&str, &str, &str, i32)] = &[
    ("eval", "[n^2 for n from 1 to 10000000]", "", STOPPED),
    ("eval", "go(\"X.....|#Xo...|#Xo...|#Xooo.|#XXXX.|#####X\").Mean", "", STOPPED),
    ("graph make", "domineering(\"7x7\");-o;made.csv", "", STOPPED),
    ("outcome", "konane(\"xoxoxo|oxoxox|xo..xo|oxoxox|xoxoxo|oxoxox\")", "", 0),
    ("outcome", "nogo(\"1x32\")", "", STOPPED),
    ("outcome", "mem(100000,1)", "", STOPPED),
    ("prove", "toads_and_frogs(\"ttttttttt.....fffffffff\") == 0;-o;proof.v", "", STOPPED),
];

/// Twenty tokens on a ring, which are searched whole in misère play.
const CARRY_ON: &str = "--misere;carry_on(\"0->1,1->2,2->3,3->4,4->5,5->6,6->7,7->8,8->9,9->0\")\
                        (0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0)";

/// Commands with nothing to compute, which take no bound; the server, of which each question
/// has one; and `plan`, which looks for a moment at what is to be planned.
const SHORT: &[&str] = &["completions", "games", "plan", "serve"];

/// Arcs of a graph that cannot be read in a second: so many different ones, each so often.
const ARCS: (usize, usize) = (1_000_000, 12);

fn command(folder: &Path, name: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_upstar"));
    command.current_dir(folder).args(name.split(' ')).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A folder with what the commands read, but for the big graph.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("g.csv", "from,to\ny,x\ny,z\nz,y\n");
    let ring = (0..200).map(|v| format!("v{v},v{}\n", (v + 1) % 200));
    write("ring.csv", &ring.collect::<String>());
    write("record.txt", "domineering(\"12x12\")\n");
    let large = ["............."; 13].join("|");
    for (name, question) in
        [("sums.test", "B"), ("moves.test", "winning moves B"), ("walls.test", "thermograph")]
    {
        write(name, &format!("[domineering] {large} {{{question}}}"));
    }
    let games = [
        "own dominoes on grid \".#\"; left: ./. -> #/#; right: .. -> ##",
        "own rings on grid \".x\"; both: . -> x if at most 3 x around and at most 30 x on board",
        "own heaps on heaps; both: n -> a + b + c where a != b",
        "own walk on strip \"x.\"; left: x. -> .x mirror; right: .x -> x. mirror",
    ];
    write("own.game", &games.join("\n"));
    write("claim.csv", "vertex,outcome\n1,N\n2,P\n");
    let certify = ["g.csv", "--certify", "certificate.csv"];
    assert!(command(folder.path(), "graph solve", &certify).output().unwrap().status.success());
    folder
}

fn write_big_graph(folder: &Path) {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 12
    };
    let arcs: String = (0..ARCS.0).map(|_| format!("{},{}\n", next(), next())).collect();
    fs::write(folder.join("big.csv"), format!("from,to\n{}", arcs.repeat(ARCS.1))).unwrap();
}

/// The peak memory of the process so far, in kilobytes, where the system reports it.
pub(crate) fn most_memory(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// The output and exit status of a command; `None` if it had to be killed. `watched` is called from
/// time to time while it runs.
pub(crate) fn ended(
    mut child: Child,
    typed: &str,
    mut watched: impl FnMut(&Child),
) -> Option<Output> {
    let mut input = child.stdin.take().unwrap();
    // A command that does not read has closed its side.
    let _ = input.write_all(typed.as_bytes());
    drop(input);
    let (out, err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let read = |mut pipe: Box<dyn std::io::Read + Send>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            pipe.read_to_end(&mut bytes).unwrap();
            bytes
        })
    };
    let (out, err) = (read(Box::new(out)), read(Box::new(err)));
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break Some(status);
        }
        if begun.elapsed() > PATIENCE {
            child.kill().unwrap();
            child.wait().unwrap();
            break None;
        }
        watched(&child);
        std::thread::sleep(Duration::from_millis(5));
    };
    let (stdout, stderr) = (out.join().unwrap(), err.join().unwrap());
    status.map(|status| Output { status, stdout, stderr })
}

/// The names of all commands.
fn commands() -> BTreeSet<String> {
    // Options of a group are listed with all commands of the group.
    let is_group = |name: &String| {
        name == "graph" || name.split(' ').count() > 2 || name.split(' ').any(|word| word == "help")
    };
    commands_with("help").into_iter().filter(|name| !is_group(name)).collect()
}

#[test]
fn every_command_has_a_row() {
    let named: BTreeSet<String> = WORK
        .iter()
        .map(|row| row.0)
        .chain(SHORT.iter().copied())
        // An argument of `heaps`, no command of its own.
        .filter(|&name| name != "heaps survey")
        .map(str::to_owned)
        .collect();
    assert_eq!(named, commands());
}

#[test]
fn every_command_keeps_its_budget() {
    let folder = folder();
    write_big_graph(folder.path());
    let faults = beyond_bounds(folder.path(), WORK, BOUNDS, MOST_KILOBYTES);
    assert!(faults.is_empty(), "{faults}");
}

/// Endless files, and pipes without a writer.
#[cfg(target_os = "linux")]
#[test]
fn what_never_ends_keeps_the_budget() {
    const ENDLESS: &[(&str, &str, &str, i32)] = &[
        ("eval", "-f;/dev/zero", "", STOPPED),
        ("eval", "-f;pipe.csv", "", STOPPED),
        ("eval", "0;--rules;/dev/zero", "", 2),
        ("eval", "0;--rules;pipe.csv", "", STOPPED),
        ("graph convert", "pipe.csv;out.csv", "", STOPPED),
        ("graph make", "domineering;/dev/zero;-o;made.csv", "", STOPPED),
        ("graph solve", "pipe.csv", "", STOPPED),
        ("graph solve", "nested.graphml.gz", "", 2),
        ("outcome", "--mcgs;pipe.csv", "", STOPPED),
        ("picture", "--record;/dev/zero;-o;record.svg", "", STOPPED),
        ("repl", "--no-history", ":load pipe.csv\n:rules pipe.csv\n", 0),
        ("plan", "kayles(3);--rates;/dev/zero", "", STOPPED),
        ("verify", "/dev/zero", "", STOPPED),
        ("verify", "pipe.csv", "", STOPPED),
    ];
    let folder = folder();
    let pipe = folder.path().join("pipe.csv");
    assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
    let mut nested =
        upstar_files::Output::create(&folder.path().join("nested.graphml.gz")).unwrap();
    nested.write_all(b"<graphml>").unwrap();
    for _ in 0..100 {
        nested.write_all("<a>".repeat(100_000).as_bytes()).unwrap();
    }
    nested.finish().unwrap();
    let faults = beyond_bounds(folder.path(), ENDLESS, BOUNDS, MOST_KILOBYTES);
    assert!(faults.is_empty(), "{faults}");
}

#[cfg(target_os = "linux")]
#[test]
fn large_work_keeps_its_memory() {
    let folder = folder();
    // The program takes some 25 MB where it is not optimised.
    let faults = beyond_bounds(folder.path(), LARGE, "100MB", 135_000);
    assert!(faults.is_empty(), "{faults}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_the_system_is_looked_at() {
    let mut command = Command::new("sh");
    let script = "ulimit -v 1500000; exec \"$0\" eval \"$1\"";
    let game = "partizan_euclid(18446744073709551615,18446744073709551614)";
    command.args(["-c", script, env!("CARGO_BIN_EXE_upstar"), game]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let faults = fault("eval", &[game], ended(command.spawn().unwrap(), "", |_| ()), STOPPED);
    assert!(faults.is_empty(), "{faults}");
}

/// Advice is shown whatever the names of files are.
#[cfg(unix)]
#[test]
fn names_of_files_need_not_be_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = folder();
    let mut command = command(folder.path(), "outcome", &["nogo(\"6x8\")", "--budget", "1MB"]);
    command.arg("--store").arg(OsStr::from_bytes(b"\xff.db"));
    let output = ended(command.spawn().unwrap(), "", |_| ()).unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(STOPPED), "{message}");
    assert!(message.contains("a larger --budget may help"), "{message}");
}

/// The rows that do not stop as they should, or with more kilobytes than `most` in use.
fn beyond_bounds(
    folder: &Path,
    rows: &[(&str, &str, &str, i32)],
    bounds: &str,
    most: u64,
) -> String {
    let mut faults = String::new();
    for &(name, arguments, typed, code) in rows {
        let mut arguments: Vec<&str> = arguments.split(';').collect();
        arguments.extend(["--budget", bounds]);
        let child = command(folder, name, &arguments).spawn().unwrap();
        let mut used = 0;
        let output = ended(child, typed, |child| {
            used = used.max(most_memory(child).unwrap_or(0));
        });
        faults += &fault(name, &arguments, output, code);
        if used > most {
            faults += &format!("{name} {arguments:?}: {used} kB\n");
        }
    }
    faults
}

#[cfg(unix)]
#[test]
fn every_command_obeys_an_interrupt() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let folder = folder();
    write_big_graph(folder.path());
    let mut faults = String::new();
    for (number, &(name, arguments, typed, code)) in WORK.iter().enumerate() {
        let arguments: Vec<&str> = arguments.split(';').collect();
        let child = command(folder.path(), name, &arguments).spawn().unwrap();
        let signal = if number % 2 == 0 { Signal::SIGINT } else { Signal::SIGTERM };
        let begun = Instant::now();
        let mut sent = false;
        let output = ended(child, typed, |child| {
            if !sent && begun.elapsed() > Duration::from_millis(200) {
                let process = Pid::from_raw(i32::try_from(child.id()).unwrap());
                kill(process, signal).unwrap();
                sent = true;
            }
        });
        // A terminating signal ends also what would go on after Ctrl-C.
        faults += &fault(&format!("{signal} {name}"), &arguments, output, code);
    }
    assert!(faults.is_empty(), "{faults}");
}

/// The error in how a command ended, in one line; empty if there is none.
fn fault(name: &str, arguments: &[&str], output: Option<Output>, code: i32) -> String {
    let Some(output) = output else {
        return format!("{name} {arguments:?}: did not end\n");
    };
    let said = String::from_utf8_lossy(&output.stderr);
    let quiet = output.status.code() == Some(STOPPED) && said.trim().is_empty();
    if output.status.code() != Some(code) || quiet || said.contains("panicked") {
        let said: String = said.chars().take(300).collect();
        return format!("{name} {arguments:?}: {}, not {code}: {said}\n", output.status);
    }
    String::new()
}

/// Long and deeply nested arguments are refused in a line or two that can be read.
#[test]
fn every_command_refuses_monstrous_arguments() {
    let folder = folder();
    let monsters = [
        "(".repeat(100_000),
        "9".repeat(100_000) + ".",
        "-".repeat(3) + &"[".repeat(100_000),
        "{0|".repeat(30_000),
        "kayles(".repeat(15_000),
        "\u{202e}\u{0}é".replace('\u{0}', "\u{1}").repeat(10_000),
    ];
    let mut faults = String::new();
    for name in commands() {
        for monster in &monsters {
            let arguments: &[&str] = match name.as_str() {
                "graph check" | "graph convert" | "graph equal" | "sequence" => &[monster, monster],
                "graph play" => &["g.csv", "--from", monster],
                "find" | "table" => &[monster, "--max", monster],
                "prove" => &["-o", "proof.v", "--", monster],
                "repl" => &["--no-history", "--budget", monster],
                _ => &["--", monster],
            };
            let child = command(folder.path(), &name, arguments).spawn().unwrap();
            let output = ended(child, "", |_| ());
            let shown = format!("{name} with {:?}...", monster.chars().take(5).collect::<String>());
            let said = output.as_ref().map(|output| String::from_utf8_lossy(&output.stderr));
            if said.as_ref().is_some_and(|said| said.len() > 3000 || said.is_empty()) {
                faults += &format!("{shown}: says {} bytes\n", said.as_ref().unwrap().len());
            }
            drop(said);
            faults += &fault(&shown, &[], output, 2);
        }
    }
    assert!(faults.is_empty(), "{faults}");
}
