//! A graph's analysis for a person, or as JSON.

use std::fmt::Write as _;
use std::io::Write as _;

use upstar::{Analysis, GraphFacts, MoveResult, Play};
use upstar_core::Outcome;

use crate::support::Failure;

/// Prints the analysis; on standard error if standard output is taken.
pub(super) fn analysis(analysis: &Analysis, json: bool, to_stderr: bool) -> Result<(), Failure> {
    let text = if json { analysis.to_json() + "\n" } else { for_a_person(analysis) };
    if to_stderr {
        eprint!("{text}");
        Ok(())
    } else {
        std::io::stdout().write_all(text.as_bytes()).map_err(Failure::output)
    }
}

fn for_a_person(analysis: &Analysis) -> String {
    let mut text = String::new();
    if let Some(facts) = &analysis.graph {
        graph_facts(&mut text, facts);
    }
    if !analysis.play.is_empty() {
        text.push('\n');
        let outcome = analysis.outcome.map_or("unknown", Outcome::name);
        line(&mut text, &format!("{}: {outcome}", analysis.subject));
        for play in &analysis.play {
            play_facts(&mut text, play);
        }
    }
    text
}

fn graph_facts(text: &mut String, facts: &GraphFacts) {
    let rules = if facts.misere { ", misère play" } else { "" };
    let colours = if facts.coloured { ", coloured" } else { "" };
    line(
        text,
        &format!(
            "{}, {}{colours}{rules}",
            count(facts.vertices, "vertex", "vertices"),
            count(facts.arcs, "arc", "arcs")
        ),
    );
    let width = facts.outcomes.iter().map(|(_, count)| count.to_string().len()).max().unwrap_or(0);
    for &(outcome, count) in &facts.outcomes {
        let meaning = meaning(outcome, facts.coloured);
        line(text, &format!("  {outcome:<6} {count:>width$}  {meaning}"));
    }
    if facts.unknown > 0 {
        line(text, &format!("  not reached: {}", facts.unknown));
    }
    if let Some(longest) = &facts.longest_win {
        let mover = match longest.mover.as_str() {
            "" => String::new(),
            mover => format!(", {mover} to move"),
        };
        line(
            text,
            &format!(
                "longest win: {} from {}{mover}",
                count(longest.remoteness, "move", "moves"),
                longest.vertex
            ),
        );
    }
}

pub(super) fn meaning(outcome: Outcome, coloured: bool) -> &'static str {
    match (outcome, coloured) {
        (Outcome::N, false) => "the player to move wins",
        (Outcome::P, false) => "the player to move loses",
        (Outcome::D, false) => "drawn",
        (Outcome::N, true) => "who moves first wins",
        (Outcome::P, true) => "who moves second wins",
        (Outcome::L, _) => "Left wins",
        (Outcome::R, _) => "Right wins",
        (Outcome::D, true) => "drawn, whoever moves first",
        (Outcome::PHat, _) => "Left wins moving second, a draw if she moves first",
        (Outcome::PCheck, _) => "Right wins moving second, a draw if he moves first",
        (Outcome::NHat, _) => "Left wins moving first, a draw if she moves second",
        (Outcome::NCheck, _) => "Right wins moving first, a draw if he moves second",
    }
}

fn play_facts(text: &mut String, play: &Play) {
    let mover = if play.mover.is_empty() { "the player" } else { &play.mover };
    let result = match play.result {
        Some(MoveResult::Win) => "wins",
        Some(MoveResult::Loss) => "loses",
        Some(MoveResult::Draw) => "draws",
        None => "was not reached",
    };
    let moves = play
        .remoteness
        .map_or(String::new(), |remoteness| format!(" in {}", count(remoteness, "move", "moves")));
    line(text, &format!("  {mover} to move {result}{moves}"));
    if !play.winning_moves.is_empty() {
        line(text, &format!("  moves to lost positions: {}", shortened(&play.winning_moves, ", ")));
    }
    if play.line.len() > 1 {
        let again = if play.result == Some(MoveResult::Draw) { " ..." } else { "" };
        line(text, &format!("  best line: {}{again}", shortened(&play.line, " ")));
    }
}

/// At most 40 entries; the JSON has them all.
fn shortened(entries: &[String], separator: &str) -> String {
    const SHOWN: usize = 40;
    let mut text = entries[..entries.len().min(SHOWN)].join(separator);
    if entries.len() > SHOWN {
        let _ = write!(text, "{separator}... ({} in all)", entries.len());
    }
    text
}

/// `1 vertex`, `2 vertices`.
pub(super) fn count(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

pub(super) fn line(text: &mut String, words: &str) {
    text.push_str(words);
    text.push('\n');
}
