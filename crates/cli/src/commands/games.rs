//! `upstar games`: the catalogue.

use clap::Args;
use serde_json::json;
use upstar_rules::{Row, catalogue, find_game};

use crate::support::{Answer, Failure, Outcome};

/// List the games, or say the rules of one
#[derive(Debug, Args)]
pub(crate) struct Games {
    /// The name of a game, in any spelling
    name: Option<String>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn kind(row: &Row) -> &'static str {
    match (row.class.is_impartial(), row.class.loopy) {
        (true, false) => "impartial",
        (true, true) => "impartial, loopy",
        (false, false) => "partizan",
        (false, true) => "partizan, loopy",
    }
}

fn as_json(row: &Row) -> serde_json::Value {
    json!({
        "name": row.name,
        "aliases": row.aliases,
        "class": kind(row),
        "usage": row.usage,
        "rules": row.rules.replace('\n', " "),
        "source": row.source,
        "example": row.example.0,
        "answer": row.example.1,
    })
}

impl Games {
    pub(crate) fn run(self) -> Outcome {
        let Some(name) = &self.name else {
            if self.json {
                let rows: Vec<_> = catalogue().iter().map(as_json).collect();
                say!("{}", json!({ "schema": 1, "games": rows }));
            } else {
                let width = catalogue().iter().map(|row| row.name.len()).max().unwrap_or(0);
                for row in catalogue() {
                    say!("{:width$}  {:16}  {}", row.name, kind(row), row.usage);
                }
            }
            return Ok(Answer::Yes);
        };
        let row = find_game(name).ok_or_else(|| {
            Failure::input(format!(
                "unknown game `{}`; `upstar games` lists the games",
                name.chars().take(40).collect::<String>()
            ))
        })?;
        if self.json {
            say!("{}", as_json(row));
            return Ok(Answer::Yes);
        }
        say!("{} ({})", row.name, kind(row));
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
