//! `upstar completions`: shell completions and the manual page.

use std::io::Write;

use clap::{Args, ValueEnum};

use crate::support::{Answer, Failure, Outcome};

/// Print a completion script for a shell, or the manual page
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell, or `man` for the manual page
    target: Target,
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
    pub(crate) fn run(self, command: &mut clap::Command) -> Outcome {
        use clap_complete::Shell;
        let shell = match self.target {
            Target::Bash => Shell::Bash,
            Target::Elvish => Shell::Elvish,
            Target::Fish => Shell::Fish,
            Target::Powershell => Shell::PowerShell,
            Target::Zsh => Shell::Zsh,
            Target::Man => {
                let mut page = Vec::new();
                clap_mangen::Man::new(command.clone())
                    .render(&mut page)
                    .map_err(Failure::output)?;
                std::io::stdout().write_all(&page).map_err(Failure::output)?;
                return Ok(Answer::Yes);
            }
        };
        let mut script = Vec::new();
        clap_complete::generate(shell, command, "upstar", &mut script);
        std::io::stdout().write_all(&script).map_err(Failure::output)?;
        Ok(Answer::Yes)
    }
}
