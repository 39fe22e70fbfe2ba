//! The value of a position of several heaps, and the winning moves.

use std::io::Write;

use upstar::heaps::HeapGame;
use upstar::{Analysis, Property};
use upstar_core::Budget;

use super::Heaps;
use crate::commands::eval::Lines;
use crate::support::{Answer, Failure, Outcome, Progress, count};

pub(super) fn run(asked: &Heaps, game: &HeapGame, progress: &Progress, budget: &Budget) -> Outcome {
    if let Some(file) = &asked.file {
        let answer = |line: &str| {
            let words = line.split(|c: char| c == ',' || c.is_whitespace());
            let sizes =
                words.filter(|word| !word.is_empty()).map(count).collect::<Result<Vec<_>, _>>();
            let sizes = sizes.map_err(Failure::Input)?;
            Ok(upstar::sum_of_heaps(game, &sizes, asked.settings(), budget)?)
        };
        let value = |found: &Analysis| found.value.clone().unwrap_or_default();
        return Lines::of_file(file, budget)?.answer(asked.json, answer, value);
    }
    progress.stage("heaps", asked.heaps.iter().copied().max(), budget);
    let analysis = upstar::sum_of_heaps(game, &asked.heaps, asked.settings(), budget)?;
    progress.clear();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let done = if asked.json {
        writeln!(out, "{}", crate::support::json(&analysis))
    } else {
        text(asked, &analysis, &mut out)
    };
    done.and_then(|()| out.flush()).map_err(Failure::output)?;
    Ok(Answer::Yes)
}

fn text(asked: &Heaps, analysis: &Analysis, out: &mut impl Write) -> std::io::Result<()> {
    let value = analysis.value.as_deref().unwrap_or_default();
    if asked.plain {
        return writeln!(out, "{value}");
    }
    writeln!(out, "value: {value}")?;
    if let Some(outcome) = analysis.outcome {
        writeln!(out, "outcome: {outcome}")?;
    }
    let moves = || analysis.play.iter().flat_map(|play| &play.winning_moves);
    if moves().next().is_some() {
        writeln!(out, "winning moves:")?;
    }
    moves().try_for_each(|won| writeln!(out, "{won}"))?;
    analysis
        .properties
        .iter()
        .map(Property::english)
        .try_for_each(|(what, why)| writeln!(out, "{what}: {why}"))
}
