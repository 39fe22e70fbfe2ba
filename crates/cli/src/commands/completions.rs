//! `upstar completions`: shell completions and the manual pages.

use std::io::Write;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command, ValueEnum};
use clap_complete::{Generator, Shell};
use clap_mangen::Man;
use upstar_games::catalogue;

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
    pub(crate) fn run(self, command: Command) -> Outcome {
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

/// Whether an argument takes a game, a position or an expression.
fn takes_game(argument: &Arg) -> bool {
    argument.is_positional()
        && argument.get_value_names().is_some_and(|names| {
            names.iter().any(|name| ["GAME", "POSITION", "EXPR"].contains(&name.as_str()))
        })
}

/// The command in which the names of all games are possible values of each argument that takes one.
fn with_games(command: Command) -> Command {
    let names = || PossibleValuesParser::new(catalogue().iter().map(|row| row.name));
    command
        .mut_args(
            |argument| {
                if takes_game(&argument) { argument.value_parser(names()) } else { argument }
            },
        )
        .mut_subcommands(with_games)
}

/// Lines for fish, whose generator leaves out the possible values of positional arguments.
fn games_for_fish(command: &Command) -> String {
    let names: Vec<&str> = catalogue().iter().map(|row| row.name).collect();
    let names = names.join(" ");
    let of_games = command.get_subcommands().filter(|sub| sub.get_arguments().any(takes_game));
    let line = |sub: &Command| {
        let name = sub.get_name();
        format!("complete -c upstar -n \"__fish_upstar_using_subcommand {name}\" -a \"{names}\"\n")
    };
    of_games.map(line).collect()
}
