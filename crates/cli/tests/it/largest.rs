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
fn fault(position: &str, command: &str) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let mut run = Command::new(env!("CARGO_BIN_EXE_upstar"));
    let arguments = command.split(';').map(|word| if word == "@" { position } else { word });
    run.current_dir(folder.path()).args(arguments).args(["--budget", BUDGET]);
    run.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let (mut memory, mut time) = (0, 0);
    let output = ended(run.spawn().unwrap(), "", |child| {
        memory = memory.max(most_memory(child).unwrap_or(0));
        time = time.max(ticks(child).unwrap_or(0));
    });
    let name = position.get(..30).unwrap_or(position);
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

/// What is wrong with commands on positions.
fn faults(pairs: impl Iterator<Item = (String, &'static str)>) -> String {
    let pairs: Vec<_> = pairs.collect();
    let (first, second) = pairs.split_at(pairs.len() / 2);
    let run = |half: &[(String, &str)]| -> Vec<String> {
        half.iter().filter_map(|(position, command)| fault(position, command)).collect()
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
    let command = |index| COMMANDS[index % COMMANDS.len()];
    let faults = faults(pairs.map(|(index, row)| (position(row), command(index))));
    assert!(faults.is_empty(), "{faults}");
}

/// Positions with very many parts: few options have a large text, and much is known of the position.
#[cfg(target_os = "linux")]
#[test]
fn long_positions_keep_to_the_budget() {
    const LONG: [(&str, &str); 12] = [
        ("nim\t2,3,5,{30000,7}", "eval;@"),
        ("nim\t2,3,5,{30000,7}", "outcome;@;--moves"),
        ("hackenbush\t\"{3000 lrlrrllr}\"", "eval;@"),
        ("hackenbush\t\"{3000 lrlrrllr}\"", "outcome;@;--moves"),
        ("carry_on\t\"a->a,a=>b\"; \"{20000,a}\"", "eval;@"),
        ("carry_on\t\"a->a,a=>b\"; \"{20000,a}\"", "outcome;@;--moves"),
        ("kayles\t{30000,9}", "outcome;@;--misere;--line"),
        ("crosses\t{30000,9}", "outcome;@;--moves"),
        ("direct_product\t\"{20000,2}\",\"2\"; 3,3", "outcome;@;--misere;--line"),
        ("chomp\t3,{30000,2}", "eval;@"),
        ("subtract_square\t30000000000000", "outcome;@"),
        ("partizan_splittles\t\"1\",\"2\"; {30000,4}", "outcome;@;--certificate;c.json"),
    ];
    let faults = faults(LONG.iter().map(|&(row, command)| (position(row), command)));
    assert!(faults.is_empty(), "{faults}");
}

/// Each ruleset with every command: before a release.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes ten minutes"]
fn all_lists_of_moves_keep_to_the_budget() {
    let rows = rows();
    let pairs = rows.iter().flat_map(|&row| COMMANDS.map(|command| (position(row), command)));
    let faults = faults(pairs);
    assert!(faults.is_empty(), "{faults}");
}

/// The example of a ruleset, lengthened to some 60,000 characters in every way: boards many times,
/// with each sign between them, the last number many times, and numbers with many digits.
fn lengthened(example: &str) -> Vec<String> {
    const LONG: usize = 60_000;
    let many = |text: &str, separator: &str| {
        vec![text; 1 + LONG / (text.len() + separator.len()).max(1)].join(separator)
    };
    let mut found = Vec::new();
    let words: Vec<&str> = example.split('"').collect();
    for index in (1..words.len()).step_by(2) {
        for separator in ["", "|", ",", ";", "+", "-", " ", "(", ")", "{", "."] {
            let long = many(words[index], separator);
            let all = words.iter().enumerate();
            let all = all.map(|(at, word)| if at == index { &long[..] } else { word });
            found.push(all.collect::<Vec<_>>().join("\""));
        }
    }
    if let Some(before) = example.strip_suffix(')') {
        let last = before.rsplit([',', ';', '(']).next().unwrap_or("");
        if !last.contains('"') {
            found.push(format!("{before},{})", many(last.trim(), ",")));
        }
    }
    let longer =
        |word: &str| format!("{word}{}", if word.is_empty() { "" } else { "000000000000" });
    let digits = example.split_inclusive(|sign: char| !sign.is_ascii_digit());
    found.push(
        digits
            .map(|part| {
                let number = part.trim_end_matches(|sign: char| !sign.is_ascii_digit());
                longer(number) + &part[number.len()..]
            })
            .collect(),
    );
    found
}

/// Lengthened examples of all rulesets with every command: before a release.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes a minute or more"]
fn all_long_positions_keep_to_the_budget() {
    let long = catalogue().iter().flat_map(|row| lengthened(row.example.0));
    let positions = long.filter(|position| upstar::rules::parse_game(position).is_ok());
    let pairs = positions.flat_map(|position| COMMANDS.map(|command| (position.clone(), command)));
    let faults = faults(pairs);
    assert!(faults.is_empty(), "{faults}");
}
