//! The command `upstar`.
//!
//! It parses arguments, calls the library, and shows the answer. Data goes to standard output,
//! messages go to standard error. Exit codes: 0 for success, 1 for a negative answer to a question,
//! 2 for bad usage or input, 3 for an exhausted budget.

#[macro_use]
mod support;
mod commands;
mod files;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser};

use commands::{Command, GROUPS, OF_GAMES, OF_POSITIONS};
use support::{BudgetArgs, Outcome, Progress};

/// Who wins a combinatorial game, what a position is worth, and which move to make.
#[derive(Debug, Parser)]
#[command(name = "upstar", version, max_term_width = 100, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 for success, 1 for a negative answer, 2 for bad usage or \
                          input, 3 for a used-up budget.";

/// `--rules`, of the whole program and of each command that takes games.
fn rules_option() -> clap::Arg {
    clap::Arg::new("rules")
        .long("rules")
        .value_name("FILE")
        .value_parser(clap::value_parser!(PathBuf))
        .action(clap::ArgAction::Append)
        .help(
            "Read custom games from a rules file; they are used by name like built-in games. May be \
             repeated",
        )
}

/// The rules files that are named before and after the command.
fn rules_files(mut matches: &clap::ArgMatches) -> Vec<PathBuf> {
    let mut files = Vec::new();
    loop {
        if let Ok(Some(named)) = matches.try_get_many::<PathBuf>("rules") {
            files.extend(named.cloned());
        }
        let Some((_, below)) = matches.subcommand() else { return files };
        matches = below;
    }
}

/// The command with all there is to say of it.
fn whole() -> clap::Command {
    let topics =
        "`upstar help TOPIC` explains a command, a game, a method or a word of the worksheet.";
    let command = Arguments::command().after_help(format!("{EXIT_CODES}\n{topics}\n"));
    with_rules(command.arg(rules_option()), false)
}

/// The command with its help in groups.
fn grouped() -> clap::Command {
    let command = whole();
    let mut commands = String::new();
    for (title, names) in GROUPS {
        commands += &format!("{title}:\n");
        for name in *names {
            let about = command.find_subcommand(name).and_then(clap::Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            commands += &format!("  {name:11}  {about}\n");
        }
        commands.push('\n');
    }
    let template =
        "{about-with-newline}\n{usage-heading} {usage}\n\nCOMMANDSOptions:\n{options}{after-help}";
    one_help(command).help_template(template.replace("COMMANDS", &commands))
}

/// The command with `--rules` where it takes games; those of a graph take vertices.
fn with_rules(command: clap::Command, of_graphs: bool) -> clap::Command {
    command.mut_subcommands(|sub| {
        let name = sub.get_name().to_owned();
        let takes = OF_GAMES.contains(&&*name) && (!of_graphs || name == "make");
        let sub = if takes { sub.arg(rules_option()) } else { sub };
        with_rules(sub, name == "graph")
    })
}

/// The command whose `--help` is as short as `-h`: a line or two for each option, and after them what
/// there is to say of the command. The manual pages have more room.
fn one_help(command: clap::Command) -> clap::Command {
    let help = clap::Arg::new("help").short('h').long("help").help("Print help");
    let text = |text: Option<&clap::builder::StyledStr>| text.map(ToString::to_string);
    let (about, long) = (text(command.get_about()), text(command.get_long_about()));
    let more = about.zip(long).and_then(|(about, long)| {
        let more = long.strip_prefix(&about)?.trim().to_owned();
        Some(more).filter(|more| !more.is_empty())
    });
    let command = if command.is_disable_help_flag_set() {
        command
    } else {
        command.disable_help_flag(true).arg(help.action(clap::ArgAction::HelpShort))
    };
    let command = match (more, text(command.get_after_help())) {
        (Some(more), None) => command.after_help(more),
        (Some(more), Some(after)) => command.after_help(format!("{more}\n\n{after}")),
        (None, _) => command,
    };
    command.mut_subcommands(one_help)
}

impl Arguments {
    /// Runs the command. The custom games are read within `budget`.
    #[cfg_attr(not(feature = "serve"), expect(unused_mut))]
    fn run(mut self, rules: &[PathBuf], budget: BudgetArgs) -> Outcome {
        #[cfg(feature = "serve")]
        if let Command::Serve(command) = &mut self.command {
            command.rules = rules.to_vec();
        }
        if !rules.is_empty() {
            let budget = budget.budget(&Progress::new());
            for file in rules {
                upstar::add_rules_file(file, &budget)?;
            }
        }
        self.command.run()
    }
}

fn main() -> ExitCode {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        // Caught panics of a library about a damaged file are reported as errors.
        if !upstar_files::is_guarded() {
            hook(panic);
        }
    }));
    let parsed = grouped()
        .try_get_matches_from(arguments())
        .and_then(|matches| Ok((Arguments::from_arg_matches(&matches)?, matches)));
    match parsed {
        Ok((arguments, matches)) => support::finish(
            files::expect_different(&files::named(&matches)).and_then(|()| {
                arguments.run(&rules_files(&matches), BudgetArgs::of_command(&matches))
            }),
            json_subject(&matches),
        ),
        Err(error) => usage(error),
    }
}

/// Reports wrong usage.
fn usage(mut error: clap::Error) -> ExitCode {
    use clap::error::{ContextKind, ContextValue};
    // An unknown option is rarely meant as a value. Commands that take expressions say so in their
    // help.
    if let Some(ContextValue::StyledStrs(mut tips)) = error.remove(ContextKind::Suggested) {
        tips.retain(|tip| !tip.to_string().contains(" as a value, use "));
        if !tips.is_empty() {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        }
    }
    let text = error.render().to_string();
    let number = NOT_NUMBERS.iter().find(|message| text.contains(**message));
    // Error messages repeat arguments, which may be very long.
    let long = std::env::args_os().any(|word| word.len() > 200);
    if !error.use_stderr() || !long && number.is_none() {
        error.exit();
    }
    let whole = "expected a whole number that is not too large";
    tell!("{}", number.map_or(text.clone(), |message| text.replace(message, whole)).trim_end());
    ExitCode::from(2)
}

/// What the standard library says of texts that are no numbers.
const NOT_NUMBERS: [&str; 3] = [
    "invalid digit found in string",
    "number too large to fit in target type",
    "cannot parse integer from empty string",
];

/// The subject of a command whose answer is printed as JSON: its arguments without options.
fn json_subject(matches: &clap::ArgMatches) -> Option<String> {
    let (mut command, mut matches) = (grouped(), matches);
    while let Some((name, below)) = matches.subcommand() {
        command = command.find_subcommand(name)?.clone();
        matches = below;
    }
    if !matches.try_get_one::<bool>("json").is_ok_and(|json| json.is_some_and(|json| *json)) {
        return None;
    }
    let values = command.get_positionals().filter_map(|argument| {
        Some(
            matches
                .try_get_raw(argument.get_id().as_str())
                .ok()??
                .map(|word| word.to_string_lossy()),
        )
    });
    Some(values.flatten().map(|word| word.trim().to_owned()).collect::<Vec<_>>().join(" "))
}

/// Loopy and infinite games that may follow a minus on their own.
const BY_NAME: [&str; 9] = ["on", "off", "over", "under", "upon", "dud", "tis", "tisn", "omega"];

/// The arguments. `--jsonl` is `--json` with each answer on one line, and `heaps GAME 0..N` is
/// `heaps GAME --to N`. For commands that take positions, a space is put before those that begin
/// like a negative game (`-1`, `-{1|0}`, `-clobber("xo")`, `-x == y`), which would be parsed as
/// options.
fn arguments() -> impl Iterator<Item = OsString> {
    let mut words = std::env::args_os().skip(1);
    let command = loop {
        match words.next() {
            Some(word) if word == "--rules" => drop(words.next()),
            Some(word) if word.to_string_lossy().starts_with("--rules=") => {}
            word => break word,
        }
    };
    let command = command.and_then(|command| command.into_string().ok());
    let of_heaps = command.as_deref() == Some("heaps");
    let command = command.filter(|command| OF_POSITIONS.contains(&command.as_str()));
    std::env::args_os().map(move |argument| {
        if argument == "--jsonl" {
            support::JSON_LINES.store(true, std::sync::atomic::Ordering::Relaxed);
            return OsString::from("--json");
        }
        // The heaps from 0 to N, as `sequence` and `table` write them.
        if of_heaps
            && let Some(last) = argument.to_str().and_then(|range| range.strip_prefix("0.."))
        {
            return OsString::from(format!("--to={}", last.trim_start_matches('=')));
        }
        let Some(command) = &command else { return argument };
        if !argument.to_str().is_some_and(|argument| is_negative(argument, command)) {
            return argument;
        }
        let mut spaced = OsString::from(" ");
        spaced.push(argument);
        spaced
    })
}

/// Whether an argument is a negative game and not an option: `-` is followed by a sign or a number,
/// by a name with arguments or an operator, or by one of [`BY_NAME`] that does not begin with an
/// option of the command.
fn is_negative(argument: &str, command: &str) -> bool {
    let Some(rest) = argument.strip_prefix('-') else { return false };
    let Some(first) = rest.chars().next() else { return false };
    if !first.is_ascii_alphabetic() {
        return first != '-';
    }
    let name = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    let (name, after) = rest.split_at(name);
    let operator = after.trim_start();
    let spaced = operator.len() < after.len();
    after.starts_with('(')
        || after.starts_with("==")
        || spaced && operator.starts_with(['+', '-', '*', '=', '<', '>', '|', '&', '!', '%', '^'])
        || after.is_empty() && BY_NAME.contains(&name) && !has_option(command, first)
}

/// Whether a command has this short option.
fn has_option(command: &str, letter: char) -> bool {
    let all = grouped();
    let options = all.find_subcommand(command).into_iter().flat_map(clap::Command::get_arguments);
    options.filter_map(clap::Arg::get_short).any(|short| short == letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_command_is_in_one_group() {
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        listed.sort_unstable();
        let all = Arguments::command();
        let mut names: Vec<&str> = all.get_subcommands().map(clap::Command::get_name).collect();
        names.sort_unstable();
        assert_eq!(listed, names);
    }
}
