//! The misère quotient of heaps.

use std::io::Write;

use upstar::heaps::HeapGame;
use upstar::misere::quotient::{Certificate, HeapQuotient};
use upstar::{Analysis, PartizanHeaps, Property, QuotientFacts, WeightFacts};
use upstar_core::{Budget, StopReason};

use super::Heaps;
use crate::commands::quotient::{
    counts, expect_finite, is_standard_output, orders, structure, totals, write_table,
};
use crate::support::{Answer, Failure, Outcome, Progress, Result, and_saved, write_picture};

pub(super) fn run(asked: &Heaps, game: &HeapGame, progress: &Progress, budget: &Budget) -> Outcome {
    progress.stage("heaps", asked.to, budget);
    if !asked.heaps.is_empty() {
        let analysis = upstar::misere_sum(game, asked.to, &asked.heaps, budget, |_, _| {})?;
        progress.clear();
        print(asked, &analysis, sum)?;
        return Ok(Answer::Yes);
    }
    let (analysis, found) = upstar::misere_quotient(game, asked.to, budget, |_, _| {})?;
    progress.clear();
    let written = match analysis.quotient.as_deref() {
        Some(facts) => write_files(asked, game, facts, &found, budget),
        None => Ok(()),
    };
    show(asked, &analysis, written)
}

/// The same for a partizan game.
pub(super) fn run_partizan(
    asked: &Heaps,
    game: &PartizanHeaps,
    progress: &Progress,
    budget: &Budget,
) -> Outcome {
    if asked.certify.is_some() {
        return Err(Failure::input("there are no certificates of quotients of partizan games"));
    }
    progress.stage("heaps", asked.to, budget);
    if !asked.heaps.is_empty() {
        let analysis =
            upstar::partizan_quotient_sum(game, asked.to, &asked.heaps, budget, |_, _| {})?;
        progress.clear();
        print(asked, &analysis, sum)?;
        return Ok(Answer::Yes);
    }
    let (analysis, _) = upstar::partizan_quotient(game, asked.to, budget, |_, _| {})?;
    progress.clear();
    let Some(facts) = analysis.quotient.as_deref() else { return Ok(Answer::of(&analysis)) };
    expect_finite(facts, [asked.plot.is_some(), asked.output.is_some()])?;
    if let Some(path) = &asked.plot {
        write_picture(path, &upstar::quotient_scene(facts))?;
    }
    let written = write_table(asked.output.as_deref(), asked.format, &asked.game, facts, budget);
    show(asked, &analysis, written)
}

fn show(asked: &Heaps, analysis: &Analysis, written: Result) -> Outcome {
    let shown = match asked.output.as_deref().is_some_and(is_standard_output) {
        true => Ok(()),
        false => print(asked, analysis, quotient),
    };
    let shown = shown.map(|()| Answer::of(analysis));
    and_saved(shown, written)
}

fn print(
    asked: &Heaps,
    analysis: &Analysis,
    text: fn(&Heaps, &Analysis, &QuotientFacts, &mut dyn Write) -> std::io::Result<()>,
) -> Result {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let done = match analysis.quotient.as_deref() {
        Some(facts) if !asked.json => text(asked, analysis, facts, &mut out),
        _ => writeln!(out, "{}", crate::support::json(analysis)),
    };
    done.and_then(|()| out.flush()).map_err(Failure::output)
}

fn quotient(
    asked: &Heaps,
    analysis: &Analysis,
    facts: &QuotientFacts,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let to = facts.to.unwrap_or_default();
    if facts.period.is_none() && analysis.stop == StopReason::Finished {
        tell!(
            "upstar: this is the quotient of the heaps to {to}; without --to, that of all heaps is sought"
        );
    } else if facts.period.is_none() {
        tell!("upstar: this is the quotient of the heaps to {to}, as far as it was found");
    }
    if let Some(stopped) = &facts.stopped {
        tell!("upstar: {stopped}");
    }
    if asked.plain {
        write!(out, "{}", orders(facts))?;
        if let (Some(period), Some(preperiod)) = (facts.period, facts.preperiod) {
            write!(out, ",{period},{preperiod}")?;
        }
        return writeln!(out);
    }
    if let Some(code) = &facts.code {
        writeln!(out, "code: {code}")?;
    }
    match &facts.weights {
        None => counts(facts, out)?,
        Some(found) => totals(found, out)?,
    }
    match (facts.preperiod, facts.period) {
        (Some(preperiod), Some(period)) => {
            writeln!(out, "preperiod: {preperiod}")?;
            writeln!(out, "period: {period}")?;
            writeln!(out, "verdict: proved (Plambeck-Siegel)")?;
        }
        _ => writeln!(out, "verdict: proved for the heaps to {to} alone")?,
    }
    writeln!(out, "heaps used: 0 to {to}")?;
    if let Some(found) = &facts.weights {
        return weights(found, out);
    }
    structure(facts, out)?;
    writeln!(out, "n,element")?;
    facts.pretending.iter().enumerate().try_for_each(|(n, name)| writeln!(out, "{n},{name}"))
}

/// The weights of heaps.
fn weights(facts: &WeightFacts, out: &mut dyn Write) -> std::io::Result<()> {
    if let Some(step) = facts.step.filter(|&step| step != 0) {
        writeln!(out, "the weight changes by {step} in each period")?;
    }
    writeln!(out, "n,weight")?;
    facts.weights.iter().enumerate().try_for_each(|(n, weight)| writeln!(out, "{n},{weight}"))
}

fn sum(
    asked: &Heaps,
    analysis: &Analysis,
    facts: &QuotientFacts,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let outcome = analysis.outcome.map(|outcome| outcome.to_string()).unwrap_or_default();
    if asked.plain {
        return writeln!(out, "{outcome}");
    }
    if let Some(element) = &facts.element {
        match facts.weights {
            None => writeln!(out, "element of the quotient: {element}")?,
            Some(_) => writeln!(out, "total weight: {element}")?,
        }
    }
    writeln!(out, "outcome: {outcome}")?;
    for play in analysis.play.iter().filter(|play| !play.winning_moves.is_empty()) {
        match play.mover {
            None => writeln!(out, "winning moves:")?,
            Some(player) => writeln!(out, "winning moves of {player}:")?,
        }
        play.winning_moves.iter().try_for_each(|won| writeln!(out, "{won}"))?;
    }
    analysis
        .properties
        .iter()
        .map(Property::english)
        .try_for_each(|(what, why)| writeln!(out, "{what}: {why}"))
}

fn write_files(
    asked: &Heaps,
    game: &HeapGame,
    facts: &QuotientFacts,
    found: &HeapQuotient,
    budget: &Budget,
) -> Result {
    if let Some(path) = &asked.plot {
        write_picture(path, &upstar::quotient_scene(facts))?;
    }
    if let Some(path) = &asked.certify {
        let certificate = Certificate::new(game.code()?, found).to_json();
        super::write_text(path, &(certificate + "\n"))?;
    }
    write_table(asked.output.as_deref(), asked.format, &asked.game, facts, budget)
}
