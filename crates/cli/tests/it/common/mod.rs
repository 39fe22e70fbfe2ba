//! What several tests of the command line ask of it.

use std::collections::BTreeSet;
use std::process::Command;

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
