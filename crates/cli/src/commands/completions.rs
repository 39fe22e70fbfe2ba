//! `upstar completions`: shell completions and the manual pages.

use std::io::Write;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command, ValueEnum};
use clap_complete::Shell;
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
        let mut command = with_games(command);
        match self.output {
            Some(folder) => {
                std::fs::create_dir_all(&folder)
                    .and_then(|()| {
                        clap_complete::generate_to(shell, &mut command, "upstar", &folder)
                    })
                    .map_err(|error| Failure::input(format!("{}: {error}", folder.display())))?;
            }
            None => {
                let mut script = Vec::new();
                clap_complete::generate(shell, &mut command, "upstar", &mut script);
                std::io::stdout().write_all(&script).map_err(Failure::output)?;
            }
        }
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

/// The command in which the names of all games are possible values of each argument that takes a
/// game, a position or an expression.
fn with_games(command: Command) -> Command {
    let names = || PossibleValuesParser::new(catalogue().iter().map(|row| row.name));
    let takes_game = |argument: &Arg| {
        argument.is_positional()
            && argument.get_value_names().is_some_and(|names| {
                names.iter().any(|name| ["GAME", "POSITION", "EXPR"].contains(&name.as_str()))
            })
    };
    command
        .mut_args(
            |argument| {
                if takes_game(&argument) { argument.value_parser(names()) } else { argument }
            },
        )
        .mut_subcommands(with_games)
}
