//! Answers under a budget: a value that is out of reach leaves bounds, and partial results are
//! true.

use std::error::Error;
use std::io::Write;

use upstar::lang::LangError;
use upstar::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let board = "domineering(\"4x7\")";
    // A step is a unit of work of an engine: a position searched, a comparison of two games.
    for steps in [1_000, 200_000, 20_000_000_000] {
        let budget = Budget::unlimited().with_steps(steps);
        let mut session = Session::new();
        writeln!(out, "{board} in {steps} steps:")?;
        let found = match evaluate(&mut session, board, EvaluateOptions::default(), &budget) {
            Ok(Some(found)) => found.analysis,
            Ok(None) => continue,
            Err(LangError::Exhausted(_)) => {
                writeln!(out, "  nothing is known")?;
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        if let Some(outcome) = found.outcome {
            writeln!(out, "  outcome {outcome}")?;
        }
        if let Some(value) = &found.value {
            writeln!(out, "  value {value}")?;
        }
        if !found.bounds.is_empty() {
            writeln!(out, "  {}", found.bounds.join(", "))?;
        }
        if found.stop != StopReason::Finished {
            writeln!(out, "  {}", found.stop)?;
        }
    }
    Ok(())
}
