//! The value of a position of several heaps, and the winning moves.

use std::io::Write;

use upstar::heaps::HeapGame;
use upstar::{Analysis, Property};
use upstar_core::Budget;

use super::Heaps;
use crate::support::{Answer, Failure, Outcome, Progress};

pub(super) fn run(asked: &Heaps, game: &HeapGame, progress: &Progress, budget: &Budget) -> Outcome {
    progress.stage("heaps", asked.heaps.iter().copied().max(), budget);
    let analysis = upstar::sum_of_heaps(game, &asked.heaps, asked.settings(), budget)?;
    progress.clear();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let done = if asked.json {
        writeln!(out, "{}", analysis.to_json())
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
