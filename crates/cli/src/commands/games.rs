//! `upstar games`: the catalogue.

use std::io::{self, Write};

use clap::Args;
use upstar::{analyze_catalogue, class_in_words};
use upstar_games::{Row, added_games, catalogue, named_game};

use crate::support::{Answer, Failure, Outcome};

/// List the games, or print the rules of one
///
/// With `--rules`, lists the games of that file with the properties found for each, and why they
/// hold.
#[derive(Debug, Args)]
pub(crate) struct Games {
    /// The name of a game, in any spelling
    #[arg(value_name = "GAME")]
    name: Option<String>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Games {
    pub(crate) fn run(self) -> Outcome {
        let mut out = io::stdout().lock();
        let Some(name) = &self.name else {
            let own = added_games();
            if !own.is_empty() && !self.json {
                for (index, row) in own.into_iter().enumerate() {
                    let gap = if index > 0 { "\n" } else { "" };
                    let written = write!(out, "{gap}").and_then(|()| write_game(&mut out, row));
                    written.map_err(Failure::output)?;
                }
            } else if self.json {
                say!("{}", crate::support::json(&analyze_catalogue(None)));
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
            say!("{}", crate::support::json(&analyze_catalogue(Some(row))));
        } else {
            write_game(&mut out, row).map_err(Failure::output)?;
        }
        Ok(Answer::Yes)
    }
}

/// Writes what a game is. For one with custom rules, the properties and the reasons for them come
/// instead of the source and the example.
pub(crate) fn write_game(out: &mut impl Write, row: &Row) -> io::Result<()> {
    writeln!(out, "{} ({})", row.name, class_in_words(row))?;
    let own = row.own();
    if own.is_none() && !row.aliases.is_empty() {
        writeln!(out, "also:     {}", row.aliases.join(", "))?;
    }
    writeln!(out, "position: {}", row.usage)?;
    let rules: Vec<&str> = match own {
        Some(game) => game.source().iter().map(|line| &**line).collect(),
        None => row.rules.lines().collect(),
    };
    for (index, line) in rules.into_iter().enumerate() {
        writeln!(out, "{} {line}", if index == 0 { "rules:   " } else { "         " })?;
    }
    if let Some(game) = own {
        for finding in game.findings() {
            let question = format!("{}:", finding.question);
            writeln!(out, "{question:9} {}: {}", finding.answer, finding.reason)?;
        }
        return Ok(());
    }
    writeln!(out, "source:   {}", row.source)?;
    match row.example.1.strip_prefix("outcome ") {
        Some(outcome) => writeln!(out, "example:  {} has outcome {outcome}", row.example.0),
        None => writeln!(out, "example:  {} = {}", row.example.0, row.example.1),
    }
}
