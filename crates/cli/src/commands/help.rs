//! `upstar help`: commands, and what the names and words of the worksheet mean.

use std::io::Write;

use clap::Args;
use clap::error::ErrorKind;
use upstar::lang;
use upstar_core::nearest;
use upstar_games::{Row, added_games, catalogue, named_game};

use super::games::write_game;
use super::glossary;
use crate::support::{Answer, Failure, Outcome};

/// Explain a command, a game, a name of the worksheet or a term of the field
#[derive(Debug, Args)]
pub(crate) struct Help {
    /// A command (`graph solve`), an option (`budget`), a game (`kayles`), a method
    /// (`Temperature`), a word of the worksheet (`for`) or a term (`remoteness`)
    #[arg(allow_hyphen_values = true)]
    topic: Vec<String>,
}

impl Help {
    pub(crate) fn run(self) -> Outcome {
        let command = crate::grouped();
        let words = self.topic.iter().map(String::as_str);
        let asked = std::iter::once("upstar").chain(words).chain(["--help"]);
        if let Err(help) = command.clone().try_get_matches_from(asked)
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
        let options = options(&command, topic.trim_start_matches('-'));
        if !known && options.is_empty() {
            return Err(Failure::input(String::from_utf8_lossy(&text).trim_end()));
        }
        if known {
            say!("{}", String::from_utf8_lossy(&text).trim_end());
        }
        options.iter().for_each(|option| say!("{option}"));
        Ok(Answer::Yes)
    }
}

/// What an option means, by its name: once for all commands in which it means the same.
fn options(command: &clap::Command, name: &str) -> Vec<String> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut commands: Vec<(String, &clap::Command)> = vec![(String::new(), command)];
    while let Some((path, command)) = commands.pop() {
        let below = command.get_subcommands();
        commands.extend(below.map(|sub| (format!("{path} {}", sub.get_name()), sub)));
        if path.is_empty() {
            continue;
        }
        let mut options = command.get_arguments();
        let option =
            options.find(|option| option.get_long() == Some(name) && !option.is_hide_set());
        let Some((option, help)) = option.and_then(|option| Some((option, option.get_help()?)))
        else {
            continue;
        };
        let values: Vec<String> = option
            .get_value_names()
            .filter(|_| option.get_action().takes_values())
            .map(|names| names.iter().map(|value| format!(" <{value}>")).collect())
            .unwrap_or_default();
        let text = format!("--{name}{}\n  {help}", values.concat());
        match found.iter_mut().find(|(known, _)| *known == text) {
            Some((_, takers)) => takers.push(path),
            None => found.push((text, vec![path])),
        }
    }
    found.sort_by_key(|(_, takers)| std::cmp::Reverse(takers.len()));
    let shown = found.into_iter().map(|(text, mut takers)| {
        takers.sort();
        let takers: Vec<&str> = takers.iter().map(|path| path.trim_start()).collect();
        format!("{text}\n  an option of {}", takers.join(", "))
    });
    shown.collect()
}

/// Explains a name or word of the worksheet, a game or a term of the field; whether it is known.
pub(crate) fn write_topic(out: &mut impl Write, name: &str) -> std::io::Result<bool> {
    let help = lang::help(name);
    let game = named_game(name);
    let terms = glossary::explain(name);
    if let Some(help) = &help {
        writeln!(out, "{}", help.usage)?;
        writeln!(out, "  {}", help.about)?;
        if !help.aliases.is_empty() {
            writeln!(out, "  also called {}", help.aliases.join(", "))?;
        }
        if let Ok(row) = game {
            writeln!(out, "  also a game: `upstar games {}`", row.name)?;
        }
        let indented = help.example.1.replace('\n', "\n  ");
        let gap = if indented.contains('\n') { "\n  " } else { " " };
        writeln!(out, "  {} is{gap}{indented}", help.example.0)?;
    } else if let Ok(row) = game {
        write_game(out, row)?;
    }
    let known = help.is_some() || game.is_ok();
    for line in terms.iter().flat_map(|term| term.lines()) {
        writeln!(out, "{}{line}", if known { "  " } else { "" })?;
    }
    if known || !terms.is_empty() {
        return Ok(true);
    }
    let games = catalogue().iter().copied().chain(added_games()).flat_map(Row::names);
    let known = lang::names().chain(lang::words()).chain(games).chain(glossary::names());
    match nearest(name, known) {
        Some(near) => {
            writeln!(out, "there is no topic `{name}`; did you mean `{near}`?")?;
        }
        None => writeln!(
            out,
            "there is no topic `{name}`; `upstar help` lists the commands, `upstar games` the \
             games, and `names` in a worksheet the methods"
        )?,
    }
    Ok(false)
}
