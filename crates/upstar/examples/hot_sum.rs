//! Choosing among several hot games: each has a mean, its long-run value, and a temperature, its
//! urgency. The hottest comes first, unless a threat interferes.

use std::error::Error;
use std::io::Write;

use upstar::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let budget = Budget::unlimited();
    let mut session = Session::new();
    let games = ["{5|-1}", "{2||1|0}", "{3|1}", "{9||0|-2}", "^*"];
    writeln!(out, "{:<12} {:>5} {:>12}  kind", "game", "mean", "temperature")?;
    for game in games {
        let Some(found) = evaluate(&mut session, game, EvaluateOptions::default(), &budget)? else {
            continue;
        };
        let known = found.analysis;
        let [mean, temperature, kind] =
            [known.mean, known.temperature, known.kind].map(Option::unwrap_or_default);
        writeln!(out, "{game:<12} {mean:>5} {temperature:>12}  {kind}")?;
    }
    // The stops are the numbers at which play of the sum ends.
    let sum = games.join(" + ");
    let Some(found) = evaluate(&mut session, &sum, EvaluateOptions::default(), &budget)? else {
        return Ok(());
    };
    writeln!(out, "\n{sum}")?;
    if let (Some(outcome), Some(stops)) = (found.analysis.outcome, found.analysis.stops) {
        writeln!(out, "outcome {outcome}; Left stop {}; Right stop {}", stops.left, stops.right)?;
    }
    Ok(())
}
