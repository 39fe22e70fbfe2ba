//! An analysis, for people.

use std::borrow::Cow;
use std::io::{Result, Write};

use upstar::{Evaluated, Property};
use upstar_core::{Convention, Outcome, Player, StopReason};
use upstar_draw::thermograph::Plot;

use crate::support::inline;

/// Writes everything that is known of a value, a line for each thing, and its
/// thermograph in characters.
pub(crate) fn show(out: &mut impl Write, found: &Evaluated, ascii: bool) -> Result<()> {
    let analysis = &found.analysis;
    // A position stands before what is known of it.
    let (position, others): (Vec<_>, Vec<_>) =
        analysis.properties.iter().partition(|property| matches!(property, Property::Position(_)));
    let mut rows: Vec<(Cow<'_, str>, String)> =
        position.into_iter().map(Property::english).collect();
    let mut add = |name: &'static str, value: String| rows.push((name.into(), value));
    if let Some(kind) = &analysis.kind {
        add("kind", kind.clone());
    }
    if analysis.convention == Some(Convention::Misere) {
        add("convention", "misère play, as the rules say".to_owned());
    }
    if let Some(outcome) = analysis.outcome {
        add("outcome", format!("{outcome}: {}", in_words(outcome)));
    }
    if let Some(stops) = &analysis.stops {
        add("Left stop", stops.left.to_string());
        add("Right stop", stops.right.to_string());
    }
    if let Some(mean) = &analysis.mean {
        add("mean", mean.clone());
    }
    if let Some(temperature) = &analysis.temperature {
        add("temperature", temperature.clone());
    }
    rows.extend(others.into_iter().map(Property::english));
    let mut add = |name: &'static str, value: String| rows.push((name.into(), value));
    match analysis.possible_outcomes[..] {
        [Outcome::N, Outcome::L] => {
            add("outcome", "N or L: Left wins moving first".to_owned());
        }
        [Outcome::P, Outcome::R] => {
            add("outcome", "P or R: Left loses moving first".to_owned());
        }
        _ => {}
    }
    if !analysis.bounds.is_empty() {
        add("value", analysis.bounds.join(", "));
    }
    for play in &analysis.play {
        let mut name = match play.mover {
            None => "winning moves",
            Some(Player::Left) => "Left's winning moves",
            Some(Player::Right) => "Right's winning moves",
        };
        for found in &play.winning_moves {
            add(std::mem::take(&mut name), found.to_string());
        }
        if play.winning_moves.is_empty() {
            add(name, "none".to_owned());
        }
    }
    if let Some(walls) = &analysis.thermograph {
        add("thermograph", walls.text.clone());
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
        draw(out, thermograph, ascii)?;
    }
    if analysis.stop != StopReason::Finished {
        writeln!(out, "  (not everything is known: stopped: {})", analysis.stop)?;
    }
    Ok(())
}

/// Draws a thermograph below an answer: as a picture where the terminal can show one, otherwise in
/// characters.
pub(crate) fn draw(out: &mut impl Write, thermograph: &Plot, ascii: bool) -> Result<()> {
    writeln!(out)?;
    if let Some(picture) = inline(&thermograph.scene()) {
        return writeln!(out, "{picture}");
    }
    let drawn = thermograph.characters();
    let drawn = if ascii {
        drawn.replace('│', "|").replace('╱', "/").replace('╲', "\\")
    } else {
        drawn
    };
    drawn.lines().try_for_each(|line| writeln!(out, "  {line}"))
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
