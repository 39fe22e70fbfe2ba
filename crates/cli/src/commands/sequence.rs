//! `upstar sequence`: the values of a game with one number, over a range.

use std::io::Write;

use clap::Args;
use serde_json::json;
use upstar_core::parse_u64;
use upstar_rules::Template;
use upstar_values::Style;

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

impl Sequence {
    pub(crate) fn run(self) -> Outcome {
        let template = Template::read(&self.game)?;
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        let (from, to) = self.range;
        let solver = self.engine.solver(self.budget.threads(), &budget)?;
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        let mut rows = Vec::new();
        if !self.json {
            writeln!(out, "n,value").map_err(Failure::output)?;
        }
        for n in from..=to {
            let game = template.game(n)?;
            let computed = if game.class().is_impartial() {
                solver.grundy(&game, &budget).map(|value| value.to_string())
            } else {
                solver
                    .value(&game.into(), &budget)
                    .and_then(|value| Ok(solver.worker(&budget).text(value, Style::default())?))
            };
            if n == to || computed.is_err() {
                solver.save()?;
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
            let answer = json!({ "schema": 1, "game": template.text(), "values": rows });
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
    fn ranges_have_both_ends() {
        assert_eq!(range("0..1e3"), Ok((0, 1000)));
        assert!(range("5..1").is_err() && range("5").is_err());
    }
}
