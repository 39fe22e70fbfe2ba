//! `upstar sequence`: the values of a game with one number, over a range.

use std::io::Write;

use clap::Args;
use serde_json::json;
use upstar_core::parse_u64;
use upstar_rules::{Engine, find_game, parse_named};
use upstar_values::{Style, Universe};

use super::outcome::EngineArgs;
use crate::support::{Answer, BudgetArgs, Failure, Outcome, Progress};

/// Values of a game whose position is one number, such as `kayles 0..100`
///
/// Prints `n,value` lines; Grundy values for impartial games. A position with an
/// `n` in it works too: `'domineering("2xn")' 1..8`.
#[derive(Debug, Args)]
pub(crate) struct Sequence {
    /// The name of a game, or a position with `n` in place of a number
    #[arg(value_name = "GAME")]
    game: String,

    /// The numbers `A..B`, with both ends
    #[arg(value_name = "RANGE", value_parser = range)]
    range: (u64, u64),

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    budget: BudgetArgs,
}

fn range(text: &str) -> Result<(u64, u64), String> {
    let expected = || format!("`{text}` is not a range; write both ends, as in 0..100");
    let (from, to) = text.split_once("..").ok_or_else(expected)?;
    let number = |text: &str| parse_u64(text.trim()).map_err(|_| expected());
    let (from, to) = (number(from)?, number(to.trim_start_matches('='))?);
    if from > to { Err(expected()) } else { Ok((from, to)) }
}

/// The position with every `n` that stands alone, or after a size such as `2x`,
/// replaced by a number.
fn filled_in(template: &str, n: u64) -> String {
    let letters: Vec<char> = template.chars().collect();
    let mut text = String::new();
    for (index, &letter) in letters.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| letters[before]);
        let after = letters.get(index + 1).copied();
        let apart = |other: Option<char>| {
            other.is_none_or(|c| !c.is_alphanumeric() && c != '_' || c == 'x')
        };
        if letter == 'n' && apart(before) && apart(after) && before.is_some() {
            text += &n.to_string();
        } else {
            text.push(letter);
        }
    }
    text
}

impl Sequence {
    pub(crate) fn run(self) -> Outcome {
        let template = match find_game(&self.game) {
            Some(row) => format!("{}(n)", row.name),
            None => self.game.clone(),
        };
        if filled_in(&template, 0) == template {
            return Err(Failure::input(format!(
                "`{}` is no game, and no position with an `n` in it; \
                 write `kayles` or 'domineering(\"2xn\")'",
                template.chars().take(60).collect::<String>()
            )));
        }
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        let (from, to) = self.range;
        let universe = Universe::with_budget(budget.clone());
        let engine = Engine::new(&universe, self.engine.settings(self.budget.threads()));
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        let mut rows = Vec::new();
        if !self.json {
            writeln!(out, "n,value").map_err(Failure::output)?;
        }
        let mut kept = self.engine.kept()?;
        for n in from..=to {
            let game = parse_named(&filled_in(&template, n))?;
            kept.load(&*game, &engine, &budget)?;
            let computed = if game.class().is_impartial() {
                game.grundy(&engine, &budget).map(|value| value.to_string())
            } else {
                game.value(&engine, &budget)
                    .and_then(|value| Ok(universe.worker(&budget).text(value, Style::default())?))
            };
            if n == to || computed.is_err() {
                kept.save(&*game, &engine)?;
            }
            let value = match computed {
                Ok(value) => value,
                Err(error) => {
                    // What was found so far is shown.
                    out.flush().map_err(Failure::output)?;
                    return Err(error.into());
                }
            };
            if self.json {
                rows.push(json!({ "n": n, "value": value }));
            } else if value.contains([',', '"']) {
                writeln!(out, "{n},\"{value}\"").map_err(Failure::output)?;
            } else {
                writeln!(out, "{n},{value}").map_err(Failure::output)?;
            }
        }
        if self.json {
            let answer = json!({ "schema": 1, "game": template, "values": rows });
            writeln!(out, "{answer}").map_err(Failure::output)?;
        }
        out.flush().map_err(Failure::output)?;
        Ok(Answer::Yes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_filled_in() {
        assert_eq!(filled_in("nim(n)", 7), "nim(7)");
        assert_eq!(filled_in("domineering(\"2xn\")", 7), "domineering(\"2x7\")");
        assert_eq!(filled_in("snort(\"path n\")", 7), "snort(\"path 7\")");
        assert_eq!(range("0..1e3"), Ok((0, 1000)));
        assert!(range("5..1").is_err() && range("5").is_err());
    }
}
