//! `upstar completions`: shell completions and the manual pages.

use std::io::Write;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command, ValueEnum};
use clap_complete::{Generator, Shell};
use clap_mangen::Man;
use upstar_games::catalogue;

use super::glossary;
use crate::EXIT_CODES;
use crate::support::{Answer, Failure, Outcome};

/// Print a completion script for a shell, or the manual pages
///
/// Commands, options and the names of games are completed. For bash: `upstar completions bash >
/// ~/.local/share/bash-completion/completions/upstar`; for fish: `upstar completions fish >
/// ~/.config/fish/completions/upstar.fish`; for zsh: a file `_upstar` in a folder of `$fpath`.
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell, or `man` for the manual page
    target: Target,

    /// Write the script, or the manual pages of all commands, to this folder
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Target {
    Bash,
    Elvish,
    Fish,
    Powershell,
    Zsh,
    Man,
}

impl Completions {
    pub(crate) fn run(self) -> Outcome {
        let command = crate::whole();
        let shell = match self.target {
            Target::Bash => Shell::Bash,
            Target::Elvish => Shell::Elvish,
            Target::Fish => Shell::Fish,
            Target::Powershell => Shell::PowerShell,
            Target::Zsh => Shell::Zsh,
            Target::Man => return self.manual(command),
        };
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut with_games(command.clone()), "upstar", &mut script);
        if shell == Shell::Fish {
            script.extend(games_for_fish(&command).into_bytes());
        }
        let Some(folder) = self.output else {
            std::io::stdout().write_all(&script).map_err(Failure::output)?;
            return Ok(Answer::Yes);
        };
        let file = folder.join(shell.file_name("upstar"));
        std::fs::create_dir_all(&folder)
            .and_then(|()| std::fs::write(file, script))
            .map_err(|error| Failure::input(format!("{}: {error}", folder.display())))?;
        Ok(Answer::Yes)
    }

    fn manual(self, command: Command) -> Outcome {
        let command = with_examples(command);
        if let Some(folder) = self.output {
            std::fs::create_dir_all(&folder)
                .and_then(|()| clap_mangen::generate_to(command, &folder))
                .map_err(|error| Failure::input(format!("{}: {error}", folder.display())))?;
            return Ok(Answer::Yes);
        }
        let mut page = Vec::new();
        Man::new(command).render(&mut page).map_err(Failure::output)?;
        std::io::stdout().write_all(&page).map_err(Failure::output)?;
        Ok(Answer::Yes)
    }
}

/// Examples of the commands, for their manual pages.
const EXAMPLES: [(&str, &str); 32] = [
    ("check", "upstar graph check game.csv labels.csv"),
    ("chess", "upstar chess '8/8/8/8/8/2k5/8/K2Q4 w - - 0 1' --moves"),
    ("completions", "upstar completions man -o ~/.local/share/man/man1"),
    ("convert", "upstar graph convert game.csv game.dot"),
    ("draw", "upstar graph draw game.csv -o game.svg"),
    ("equal", "upstar graph equal game.csv:a game.csv:b"),
    ("eval", "upstar eval '{2||1|0}' 'domineering(3x4)'"),
    ("find", "upstar find domineering --max 6 --value 1/2"),
    ("games", "upstar games toads_and_frogs"),
    ("graph", "upstar graph solve game.csv -o table.csv"),
    ("heaps", "upstar heaps 0.77 --to 100 --period"),
    ("help", "upstar help Temperature"),
    ("make", "upstar graph make 'nim(1,2)' nim.csv"),
    ("nim", "upstar nim '6*11' '1/16'"),
    ("outcome", "upstar outcome 'nim(3,4,5)' --moves"),
    ("picture", "upstar picture 'hackenbush(lrl)' -o stalk.pdf"),
    ("plan", "upstar plan 'kalah(4,3)'"),
    ("play", "upstar play 'clobber(\"xoxo|oxox\")'"),
    ("prove", "upstar prove 'domineering(2x3) == {2|-1/2}' -o proof.v"),
    ("pursuit", "upstar graph pursuit map.csv --undirected --cops 3"),
    ("quotient", "upstar quotient 'kayles(1..7)'"),
    ("repl", "upstar repl"),
    ("sequence", "upstar sequence kayles 0..100"),
    ("serve", "upstar serve"),
    ("solve", "upstar solve 'tic_tac_toe()'; upstar graph solve game.csv -o table.csv"),
    ("stalk", "upstar stalk '(LR)^w'"),
    ("stats", "upstar graph stats game.csv"),
    ("sum", "upstar graph sum game.csv:a game.csv:b"),
    ("surreal", "upstar surreal 'omega - 1'"),
    ("table", "upstar table wythoff --max 20 -o wythoff.csv"),
    ("values", "upstar graph values game.csv"),
    ("verify", "upstar verify certificate.json"),
];

/// The command with an example and the exit codes at the end of each manual page.
fn with_examples(command: Command) -> Command {
    command.mut_subcommands(|sub| {
        let example = EXAMPLES.iter().find(|(name, _)| *name == sub.get_name());
        let example =
            example.map_or(String::new(), |(_, example)| format!("Example: {example}\n\n"));
        let before = sub.get_after_help().map_or(String::new(), |text| format!("{text}\n\n"));
        with_examples(sub.after_help(format!("{before}{example}{EXIT_CODES}")))
    })
}

/// Whether an argument takes a game, a position or an expression.
fn takes_game(argument: &Arg) -> bool {
    argument.is_positional()
        && argument.get_value_names().is_some_and(|names| {
            names.iter().any(|name| ["GAME", "POSITION", "EXPR"].contains(&name.as_str()))
        })
}

fn games() -> impl Iterator<Item = &'static str> {
    catalogue().iter().map(|row| row.name)
}

/// What `upstar help` explains.
fn topics() -> impl Iterator<Item = &'static str> {
    let words = upstar::lang::names().chain(upstar::lang::words());
    let known = |term: &&str| upstar::lang::help(term).is_some() || term.contains([' ', ',']);
    let terms = glossary::terms().map(|(term, _)| term).filter(move |term| !known(term));
    games().chain(words).chain(terms).chain(EXAMPLES.iter().map(|(name, _)| *name))
}

/// The command in which the names of all games are possible values of each argument that takes one.
fn with_games(command: Command) -> Command {
    command
        .mut_args(|argument| match argument.get_id().as_str() {
            "topic" => argument.value_parser(PossibleValuesParser::new(topics())),
            _ if takes_game(&argument) => argument.value_parser(PossibleValuesParser::new(games())),
            _ => argument,
        })
        .mut_subcommands(with_games)
}

/// Lines for fish, whose generator leaves out the possible values of positional arguments.
fn games_for_fish(command: &Command) -> String {
    let line = |name: &str, values: Vec<&str>| {
        let values = values.join(" ");
        format!("complete -c upstar -n \"__fish_upstar_using_subcommand {name}\" -a \"{values}\"\n")
    };
    let of_games = command.get_subcommands().filter(|sub| sub.get_arguments().any(takes_game));
    let lines = of_games.map(|sub| line(sub.get_name(), games().collect()));
    lines.chain([line("help", topics().collect())]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of a command as a shell reads them, where only single quotes are used.
    fn words(line: &str) -> Vec<String> {
        let mut words = vec![String::new()];
        for (index, part) in line.split('\'').enumerate() {
            for (at, word) in part.split(|c| c == ' ' && index % 2 == 0).enumerate() {
                if at > 0 {
                    words.push(String::new());
                }
                let last = words.len() - 1;
                words[last].push_str(word);
            }
        }
        words
    }

    #[test]
    fn commands_take_their_examples() {
        for (name, example) in EXAMPLES {
            for line in example.split("; ") {
                let parsed = crate::grouped().try_get_matches_from(words(line));
                assert!(parsed.is_ok(), "{name}: {line}: {}", parsed.unwrap_err());
            }
        }
    }
}
