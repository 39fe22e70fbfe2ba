//! `upstar games`: the catalogue.

use clap::Args;
use upstar::{analyze_catalogue, class_in_words};
use upstar_games::{Row, added_games, catalogue, named_game};

use crate::support::{Answer, Outcome};

/// List the games, or print the rules of one
///
/// With `--rules`, lists the games of that file with the properties found for each, and why they
/// hold.
#[derive(Debug, Args)]
pub(crate) struct Games {
    /// The name of a game, in any spelling
    name: Option<String>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Games {
    pub(crate) fn run(self) -> Outcome {
        let own = added_games();
        let Some(name) = &self.name else {
            if !own.is_empty() && !self.json {
                for (index, row) in own.into_iter().enumerate() {
                    if index > 0 {
                        say!("");
                    }
                    show_own(row);
                }
            } else if self.json {
                say!("{}", analyze_catalogue(None).to_json());
            } else {
                let width = catalogue().iter().map(|row| row.name.len()).max().unwrap_or(0);
                for row in catalogue() {
                    say!("{:width$}  {:16}  {}", row.name, class_in_words(row), row.usage);
                }
            }
            return Ok(Answer::Yes);
        };
        let row = named_game(name)?;
        if self.json {
            say!("{}", analyze_catalogue(Some(row)).to_json());
            return Ok(Answer::Yes);
        }
        if row.own().is_some() {
            show_own(row);
            return Ok(Answer::Yes);
        }
        say!("{} ({})", row.name, class_in_words(row));
        if !row.aliases.is_empty() {
            say!("also:     {}", row.aliases.join(", "));
        }
        say!("position: {}", row.usage);
        for (index, line) in row.rules.lines().enumerate() {
            say!("{} {line}", if index == 0 { "rules:   " } else { "         " });
        }
        say!("source:   {}", row.source);
        match row.example.1.strip_prefix("outcome ") {
            Some(outcome) => say!("example:  {} has outcome {outcome}", row.example.0),
            None => say!("example:  {} = {}", row.example.0, row.example.1),
        }
        Ok(Answer::Yes)
    }
}

/// Shows a game with custom rules: its properties and the reasons for them.
fn show_own(row: &Row) {
    let Some(game) = row.own() else { return };
    say!("{} ({})", row.name, class_in_words(row));
    say!("position: {}", row.usage);
    for (index, line) in game.source().iter().enumerate() {
        say!("{} {line}", if index == 0 { "rules:   " } else { "         " });
    }
    for finding in game.findings() {
        say!("{:9} {}: {}", format!("{}:", finding.question), finding.answer, finding.reason);
    }
}
