//! An analysis, for people.

use std::io::{Result, Write};

use upstar::Evaluated;
use upstar_core::{Convention, Outcome, Player, StopReason};

/// Writes everything that is known of a value, a line for each thing, and its
/// thermograph in characters.
pub(crate) fn show(out: &mut impl Write, found: &Evaluated, ascii: bool) -> Result<()> {
    let analysis = &found.analysis;
    let mut rows: Vec<(&str, String)> = Vec::new();
    // A position stands before what is known of it.
    let (position, others): (Vec<_>, Vec<_>) =
        analysis.properties.iter().partition(|(name, _)| name == "position");
    for (name, value) in position {
        rows.push((name, value.clone()));
    }
    if let Some(kind) = &analysis.kind {
        rows.push(("kind", kind.clone()));
    }
    if analysis.convention == Some(Convention::Misere) {
        rows.push(("convention", "misère play, as the rules say".to_owned()));
    }
    if let Some(outcome) = analysis.outcome {
        rows.push(("outcome", format!("{outcome}: {}", in_words(outcome))));
    }
    if let Some(stops) = &analysis.stops {
        rows.push(("Left stop", stops.left.clone()));
        rows.push(("Right stop", stops.right.clone()));
    }
    if let Some(mean) = &analysis.mean {
        rows.push(("mean", mean.clone()));
    }
    if let Some(temperature) = &analysis.temperature {
        rows.push(("temperature", temperature.clone()));
    }
    for (name, value) in others {
        rows.push((name, value.clone()));
    }
    match analysis.possible_outcomes[..] {
        [Outcome::N, Outcome::L] => {
            rows.push(("outcome", "N or L: Left wins moving first".to_owned()));
        }
        [Outcome::P, Outcome::R] => {
            rows.push(("outcome", "P or R: Left loses moving first".to_owned()));
        }
        _ => {}
    }
    if !analysis.bounds.is_empty() {
        rows.push(("value", analysis.bounds.join(", ")));
    }
    for play in &analysis.play {
        let mut name = match play.mover {
            None => "winning moves",
            Some(Player::Left) => "Left's winning moves",
            Some(Player::Right) => "Right's winning moves",
        };
        for found in &play.winning_moves {
            rows.push((std::mem::take(&mut name), found.clone()));
        }
        if play.winning_moves.is_empty() {
            rows.push((name, "none".to_owned()));
        }
    }
    if let Some(walls) = &analysis.thermograph {
        rows.push(("thermograph", walls.text.clone()));
    }
    match &analysis.value {
        Some(value) => writeln!(out, "{value}")?,
        None => writeln!(out, "{}", analysis.subject)?,
    }
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, value) in &rows {
        writeln!(out, "  {name:<width$}  {value}")?;
    }
    if let Some(thermograph) = &found.thermograph {
        writeln!(out)?;
        let drawn = thermograph.characters();
        let drawn = if ascii {
            drawn.replace('│', "|").replace('╱', "/").replace('╲', "\\")
        } else {
            drawn
        };
        for line in drawn.lines() {
            writeln!(out, "  {line}")?;
        }
    }
    if analysis.stop != StopReason::Finished {
        writeln!(out, "  (not everything is known: stopped: {})", analysis.stop)?;
    }
    Ok(())
}

fn in_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::N => "whoever moves first wins",
        Outcome::P => "whoever moves second wins",
        Outcome::L => "Left wins, whoever moves first",
        Outcome::R => "Right wins, whoever moves first",
        Outcome::D => "a draw, whoever moves first",
        Outcome::PHat => "Left wins moving second; a draw if she moves first",
        Outcome::PCheck => "Right wins moving second; a draw if he moves first",
        Outcome::NHat => "Left wins moving first; a draw if she moves second",
        Outcome::NCheck => "Right wins moving first; a draw if he moves second",
    }
}
