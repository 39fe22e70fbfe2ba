//! `upstar help`: commands, and what the names and words of the worksheet mean.

use std::io::Write;

use clap::Args;
use clap::error::ErrorKind;
use upstar::lang;
use upstar_games::named_game;

use super::games::write_game;
use super::glossary;
use crate::support::{Answer, Failure, Outcome};

/// Explain a command, a game, a name of the worksheet or a term of the field
#[derive(Debug, Args)]
pub(crate) struct Help {
    /// A command (`graph solve`), a game (`kayles`), a method (`Temperature`), a word of the
    /// worksheet (`for`) or a term (`remoteness`)
    topic: Vec<String>,
}

impl Help {
    pub(crate) fn run(self, command: clap::Command) -> Outcome {
        let words = self.topic.iter().map(String::as_str);
        let asked = std::iter::once("upstar").chain(words).chain(["--help"]);
        if let Err(help) = command.try_get_matches_from(asked)
            && help.kind() == ErrorKind::DisplayHelp
        {
            say!("{}", help.render().to_string().trim_end());
            if let [name] = &self.topic[..]
                && let Ok(row) = named_game(name)
            {
                say!("\nThere is also a game of this name: `upstar games {}`.", row.name);
            }
            return Ok(Answer::Yes);
        }
        let topic = self.topic.join(" ");
        let mut text = Vec::new();
        let known = write_topic(&mut text, &topic).map_err(Failure::output)?;
        let text = String::from_utf8_lossy(&text);
        if known {
            say!("{}", text.trim_end());
            Ok(Answer::Yes)
        } else {
            Err(Failure::input(text.trim_end()))
        }
    }
}

/// Explains a name or word of the worksheet or a game; whether it is known.
pub(crate) fn write_topic(out: &mut impl Write, name: &str) -> std::io::Result<bool> {
    if let Some(help) = lang::help(name) {
        writeln!(out, "{}", help.usage)?;
        writeln!(out, "  {}", help.about)?;
        if !help.aliases.is_empty() {
            writeln!(out, "  also called {}", help.aliases.join(", "))?;
        }
        if let Ok(row) = named_game(name) {
            writeln!(out, "  also a game: `upstar games {}`", row.name)?;
        }
        let indented = help.example.1.replace('\n', "\n  ");
        let gap = if indented.contains('\n') { "\n  " } else { " " };
        writeln!(out, "  {} is{gap}{indented}", help.example.0)?;
        return Ok(true);
    }
    match named_game(name) {
        Ok(row) => {
            write_game(out, row)?;
            return Ok(true);
        }
        Err(_) if let Some(term) = glossary::explain(name) => {
            writeln!(out, "{term}")?;
            return Ok(true);
        }
        Err(_) => match lang::nearest_name(name) {
            Some(near) => writeln!(out, "nothing is called `{name}`; did you mean `{near}`?")?,
            None => writeln!(
                out,
                "nothing is called `{name}`; `upstar help` lists the commands, `upstar games` the \
                 games, and `names` in a worksheet the methods"
            )?,
        },
    }
    Ok(false)
}
