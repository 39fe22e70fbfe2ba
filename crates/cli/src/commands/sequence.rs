//! `upstar sequence`: the values of a game with one number, over a range.

use std::io::Write;

use clap::Args;
use upstar::value_sequence;
use upstar_core::parse_u64;
use upstar_rules::Template;

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
        if self.json {
            let found = upstar::analyze_sequence(&solver, &template, from, to, &budget)?;
            say!("{}", found.to_json());
            return Ok(Answer::of(&found));
        }
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        writeln!(out, "n,value").map_err(Failure::output)?;
        let ended = value_sequence(&solver, &template, from, to, &budget, |n, value| {
            if value.contains([',', '"']) {
                writeln!(out, "{n},\"{value}\"").map_err(Failure::output)
            } else {
                writeln!(out, "{n},{value}").map_err(Failure::output)
            }
        });
        // What was found so far is shown.
        out.flush().map_err(Failure::output)?;
        ended.map(|()| Answer::Yes)
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
