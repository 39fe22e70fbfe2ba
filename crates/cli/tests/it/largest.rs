//! Every ruleset of the catalogue at a very large size, through every command that takes a position:
//! lists of moves keep to the budget too.
//!
//! `data/largest.tsv`: the game, and the arguments of its position, where `{300 h}` is `h` 300 times
//! and `{30,1000}` is a list of 30 times 1000.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Child, Command, Stdio};

use upstar::rules::catalogue;

use crate::limits::{ended, most_memory};

const BUDGET: &str = "300ms,100MB";

/// Memory under the bound of 100 MB, in kilobytes: ten percent above it, and the program itself, which
/// is not optimised.
const MOST_KILOBYTES: u64 = (110 + 35) * 1000;

/// Hundredths of a second of CPU time, of a question that has three tenths of a second.
const MOST_TICKS: u64 = 250;

/// Commands, with `@` for the position.
const COMMANDS: [&str; 9] = [
    "outcome;@",
    "outcome;@;--misere;--line",
    "outcome;@;--moves",
    "outcome;@;--certificate;strategy.json",
    "eval;@",
    "solve;@",
    "plan;@",
    "graph;make;@;-o;made.csv",
    "quotient;@",
];

/// The position of a row.
fn position(row: &str) -> String {
    let (name, arguments) = row.split_once('\t').expect(row);
    let mut text = format!("{name}(");
    let mut rest = arguments;
    while let Some((before, after)) = rest.split_once('{') {
        let (inner, after) = after.split_once('}').expect(row);
        text += before;
        let count = inner.find([' ', ',']).and_then(|at| Some((inner[..at].parse().ok()?, at)));
        match count {
            Some((count, at)) => {
                let separator = if inner[at..].starts_with(',') { "," } else { "" };
                text += &vec![&inner[at + 1..]; count].join(separator);
            }
            // Coordinates.
            None => text += &format!("{{{inner}}}"),
        }
        rest = after;
    }
    text + rest + ")"
}

fn rows() -> Vec<&'static str> {
    include_str!("data/largest.tsv").lines().collect()
}

/// The CPU time of the process so far, in hundredths of a second.
fn ticks(child: &Child) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    let fields: Vec<&str> = text.rsplit_once(") ")?.1.split(' ').collect();
    Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
}

/// What is wrong with one command on one position, if something is.
fn fault(row: &str, command: &str) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let position = position(row);
    let mut run = Command::new(env!("CARGO_BIN_EXE_upstar"));
    let arguments = command.split(';').map(|word| if word == "@" { &position[..] } else { word });
    run.current_dir(folder.path()).args(arguments).args(["--budget", BUDGET]);
    run.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let (mut memory, mut time) = (0, 0);
    let output = ended(run.spawn().unwrap(), "", |child| {
        memory = memory.max(most_memory(child).unwrap_or(0));
        time = time.max(ticks(child).unwrap_or(0));
    });
    let name = row.split('\t').next().unwrap_or(row);
    let code = output.as_ref().and_then(|output| output.status.code());
    let message = output.map(|output| String::from_utf8_lossy(&output.stderr).into_owned());
    let said = message.as_deref().unwrap_or("").trim();
    if !matches!(code, Some(0 | 2 | 3)) || said.contains("panicked") {
        return Some(format!("{name} {command}: ended with {code:?}: {said}"));
    }
    if memory > MOST_KILOBYTES || time > MOST_TICKS {
        return Some(format!("{name} {command}: {memory} kB, {time} hundredths of a second"));
    }
    None
}

fn faults(pairs: impl Iterator<Item = (&'static str, &'static str)>) -> String {
    let pairs: Vec<_> = pairs.collect();
    let (first, second) = pairs.split_at(pairs.len() / 2);
    let run = |half: &[(&str, &str)]| -> Vec<String> {
        half.iter().filter_map(|(row, command)| fault(row, command)).collect()
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(|| run(second));
        let mut faults = run(first);
        faults.extend(other.join().unwrap());
        faults.join("\n")
    })
}

/// Every ruleset has a row, and its text is read.
#[test]
fn every_ruleset_has_a_largest_position() {
    let named: BTreeSet<&str> = rows().iter().filter_map(|row| row.split('\t').next()).collect();
    assert_eq!(named, catalogue().iter().map(|row| row.name).collect());
    for row in rows() {
        let position = position(row);
        if let Err(error) = upstar::rules::parse_game(&position) {
            panic!("{position}: {error}");
        }
    }
}

/// Each ruleset with one command.
#[cfg(target_os = "linux")]
#[test]
fn lists_of_moves_keep_to_the_budget() {
    let pairs = rows().into_iter().enumerate();
    let faults = faults(pairs.map(|(index, row)| (row, COMMANDS[index % COMMANDS.len()])));
    assert!(faults.is_empty(), "{faults}");
}

/// Positions with very many parts: few options have a large text, and much is known of the position.
#[cfg(target_os = "linux")]
#[test]
fn long_positions_keep_to_the_budget() {
    const LONG: [&str; 3] = [
        "nim\t2,3,5,{30000,7}",
        "hackenbush\t\"{3000 lrlrrllr}\"",
        "carry_on\t\"a->a,a=>b\"; \"{20000,a}\"",
    ];
    let faults = faults(
        LONG.iter().flat_map(|&row| ["eval;@", "outcome;@;--moves"].map(|command| (row, command))),
    );
    assert!(faults.is_empty(), "{faults}");
}

/// Each ruleset with every command: before a release.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes ten minutes"]
fn all_lists_of_moves_keep_to_the_budget() {
    let rows = rows();
    let pairs = rows.iter().flat_map(|&row| COMMANDS.map(|command| (row, command)));
    let faults = faults(pairs);
    assert!(faults.is_empty(), "{faults}");
}
