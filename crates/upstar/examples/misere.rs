//! Normal and misère play: in Nim they differ only at the very end, in Kayles earlier.

use std::error::Error;
use std::io::Write;

use upstar::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let (solver, budget) = (Solver::default(), Budget::unlimited());
    let positions =
        ["nim(1,1)", "nim(1,1,1)", "nim(2,2)", "nim(1,2,3)", "kayles(5)", "kayles(2) + kayles(5)"];
    writeln!(out, "{:<22} normal  misère  misère moves that win", "position")?;
    for text in positions {
        let sum = parse_sum(text)?;
        let options = OutcomeOptions { winning_moves: true, ..OutcomeOptions::default() };
        let normal = analyze_outcome(&solver, &sum, options, &budget)?;
        let options = OutcomeOptions { convention: Convention::Misere, ..options };
        let misere = analyze_outcome(&solver, &sum, options, &budget)?;
        let name = |analysis: &Analysis| analysis.outcome.map_or("?", Outcome::name);
        let moves = misere.play.first().map(|play| {
            let moves = play.winning_moves.iter().map(ToString::to_string);
            moves.collect::<Vec<_>>().join(", ")
        });
        let moves = moves.filter(|moves| !moves.is_empty()).unwrap_or("none".to_owned());
        writeln!(out, "{text:<22} {:<6}  {:<6}  {moves}", name(&normal), name(&misere))?;
    }
    Ok(())
}
