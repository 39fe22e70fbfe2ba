//! What several tests of the command line ask of it.

use std::collections::BTreeSet;
use std::process::Command;

/// Parts of the program that not every build has: a word of their command lines, the feature that
/// brings them, and whether this build has it.
pub(crate) const PARTS: &[(&str, &str, bool)] = &[
    ("chess", "chess", cfg!(feature = "chess")),
    ("--mcgs", "mcgs", cfg!(feature = "mcgs")),
    (".mm", "metamath", cfg!(feature = "metamath")),
    ("--symbolic", "symbolic", cfg!(feature = "symbolic")),
];

/// Whether this build can run a command line.
pub(crate) fn in_build(line: &str) -> bool {
    PARTS.iter().all(|&(word, _, present)| present || !line.contains(word))
}

/// The names of all commands with an option, as the program's own completions list them.
pub(crate) fn commands_with(option: &str) -> BTreeSet<String> {
    let output =
        Command::new(env!("CARGO_BIN_EXE_upstar")).args(["completions", "fish"]).output().unwrap();
    let script = String::from_utf8(output.stdout).unwrap();
    // In fish each option is a line with the commands that it belongs to.
    let option = format!(" -l {option}");
    let lines = script.lines().filter(|line| line.contains(&option));
    let names = lines.filter_map(|line| {
        let seen = line.split("__fish_upstar_using_subcommand ").nth(1)?;
        let seen = seen.split(['"', ';']).next()?;
        let inner = line.split("__fish_seen_subcommand_from ").nth(1);
        let inner = inner.and_then(|inner| inner.split(['"', ';']).next());
        Some(format!("{} {}", seen.trim(), inner.unwrap_or_default().trim()).trim().to_owned())
    });
    names.collect()
}
