//! Stalks of bamboo are surreal numbers: the tree of the short ones, some infinite ones, and play
//! on a sum of them.

use std::error::Error;
use std::io::Write;

use upstar::prelude::*;
use upstar::{analyze_stalk, analyze_stalk_tree, analyze_stalks, property, read_stalk};

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let budget = Budget::unlimited();
    if let Some(tree) = analyze_stalk_tree(3, &budget)?.table {
        let stalks: Vec<String> = tree.rows.iter().map(|row| row.join(" ")).collect();
        writeln!(out, "{}\n", stalks.join(", "))?;
    }
    let mut stalks = Vec::new();
    for text in ["(LR)^w", "L^w R", "R L^w", "LR^w", "L^w R^(w^2)", "-22/7"] {
        let stalk = read_stalk(text, &budget)?;
        let known = analyze_stalk(&stalk);
        let birthday = property!(known, Birthday).cloned().unwrap_or_default();
        let [value, kind] = [known.value, known.kind].map(Option::unwrap_or_default);
        writeln!(out, "{text:<12} {value:<8} {kind}, born on day {birthday}")?;
        stalks.push(stalk);
    }
    let analysis = analyze_stalks(stalks, &budget)?;
    let outcome = analysis.outcome.map_or("?", Outcome::name);
    writeln!(out, "\ntheir sum: {}, outcome {outcome}", analysis.value.unwrap_or_default())?;
    for play in &analysis.play {
        if let Some(mover) = play.mover {
            let moves: Vec<String> = play.winning_moves.iter().map(ToString::to_string).collect();
            writeln!(out, "{mover} wins by {moves:?}")?;
        }
    }
    Ok(())
}
