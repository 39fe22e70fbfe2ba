//! A graph's analysis as text or JSON.

use std::fmt::Write as _;
use std::io::Write as _;

use upstar::core::arcs::Objective;
use upstar::core::{Outcome, Player};
use upstar::{Analysis, GraphFacts, MoveResult, Play};

use crate::support::{Failure, Result, counted, result_in_words, to_move};

/// Prints an analysis as JSON or in `words`; on standard error if standard output is in use.
pub(crate) fn print(
    analysis: &Analysis,
    json: bool,
    to_stderr: bool,
    words: impl FnOnce(&Analysis) -> String,
) -> Result {
    let text = if json { crate::support::json(analysis) + "\n" } else { words(analysis) };
    if to_stderr {
        tell!("{}", text.trim_end_matches('\n'));
        Ok(())
    } else {
        std::io::stdout().write_all(text.as_bytes()).map_err(Failure::output)
    }
}

/// The results for a graph, or for a vertex of it.
pub(super) fn for_a_person(analysis: &Analysis) -> String {
    let mut text = String::new();
    if let Some(facts) = &analysis.graph {
        graph_facts(&mut text, facts);
    }
    text + &vertex_for_a_person(analysis)
}

/// The results for the vertex alone, if there is one.
pub(super) fn vertex_for_a_person(analysis: &Analysis) -> String {
    let mut text = String::new();
    if let Some(payoff) = &analysis.value {
        text.push('\n');
        payoff_of_vertex(&mut text, analysis, payoff);
        return text;
    }
    if !analysis.play.is_empty() {
        text.push('\n');
        let owned = analysis.graph.as_ref().is_some_and(|facts| facts.objective.is_some());
        let outcome = match analysis.outcome {
            Some(Outcome::L) if owned => "player 0 wins",
            Some(Outcome::R) if owned => "player 1 wins",
            outcome => outcome.map_or("unknown", Outcome::name),
        };
        line(&mut text, &format!("{}: {outcome}", analysis.subject));
        for play in &analysis.play {
            play_facts(&mut text, play, owned);
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
            counted(facts.vertices, "vertex", "vertices"),
            counted(facts.arcs, "arc", "arcs")
        ),
    );
    if facts.objective.as_deref() == Some("payoff") {
        payoff_facts(text, facts);
        return;
    }
    if let Some(objective) =
        facts.objective.as_ref().and_then(|name| name.parse::<Objective>().ok())
    {
        line(text, &format!("objective {objective}: player 0 wins if {}", objective.meaning()));
        let width = facts.outcomes.iter().map(|(_, count)| count.to_string().len()).max();
        let width = width.unwrap_or(0);
        for (player, (_, count)) in facts.outcomes.iter().enumerate() {
            line(text, &format!("  player {player} wins {count:>width$}"));
        }
        if let Some(longest) = &facts.longest_win {
            let moves = counted(longest.remoteness, "move", "moves");
            line(text, &format!("longest way to the end: {moves} from {}", longest.vertex));
        }
        return;
    }
    let width = facts.outcomes.iter().map(|(_, count)| count.to_string().len()).max().unwrap_or(0);
    for &(outcome, count) in &facts.outcomes {
        let meaning = facts.meaning(outcome);
        line(text, &format!("  {outcome:<6} {count:>width$}  {meaning}"));
    }
    if facts.unknown > 0 {
        line(text, &format!("  not reached: {}", facts.unknown));
    }
    if let Some(longest) = &facts.longest_win {
        let mover = longest.mover.map_or(String::new(), |mover| format!(", {mover} to move"));
        line(
            text,
            &format!(
                "longest win: {} from {}{mover}",
                counted(longest.remoteness, "move", "moves"),
                longest.vertex
            ),
        );
    }
}

/// How many vertices have which payoff.
fn payoff_facts(text: &mut String, facts: &GraphFacts) {
    const SHOWN: usize = 20;
    line(text, "objective payoff: each player wants the largest");
    let width = facts.values.iter().map(|(payoff, _)| payoff.len()).max().unwrap_or(0);
    for (payoff, vertices) in facts.values.iter().take(SHOWN) {
        line(text, &format!("  {payoff:<width$}  {}", counted(*vertices, "vertex", "vertices")));
    }
    if facts.values.len() > SHOWN {
        line(text, &format!("  ... ({} payoffs; --json has them)", facts.values.len()));
    }
    if let Some(longest) = &facts.longest_win {
        let moves = counted(longest.remoteness, "move", "moves");
        line(text, &format!("longest way to the end: {moves} from {}", longest.vertex));
    }
}

/// The payoff of a vertex, with the way to it.
fn payoff_of_vertex(text: &mut String, analysis: &Analysis, payoff: &str) {
    for play in &analysis.play {
        let mut words = format!("{}: payoff {payoff}", analysis.subject);
        let ends = play.remoteness.map(|moves| counted(moves, "move", "moves"));
        let again = play.line.split_last().is_some_and(|(last, before)| before.contains(last));
        match ends {
            Some(moves) => words += &format!(" in {moves}"),
            None if again => words += " by endless play",
            None => {}
        }
        line(text, &words);
        if play.line.len() > 1 {
            let again = if again { " ..." } else { "" };
            line(text, &format!("  best line: {}{again}", shortened(&play.line, " ")));
        }
    }
}

fn play_facts(text: &mut String, play: &Play, owned: bool) {
    let result = result_in_words(play);
    if owned {
        let player = u8::from(play.mover == Some(Player::Right));
        line(text, &format!("  player {player} moves here and {result}"));
        if let [to] = &play.winning_moves[..] {
            line(text, &format!("  winning move: {to}"));
        }
        return;
    }
    line(text, &format!("  {} {result}", to_move(play.mover)));
    if !play.winning_moves.is_empty() {
        let moves: Vec<String> = play.winning_moves.iter().map(ToString::to_string).collect();
        line(text, &format!("  moves to lost positions: {}", shortened(&moves, ", ")));
    }
    if play.line.len() > 1 {
        let again = if play.result == Some(MoveResult::Draw) { " ..." } else { "" };
        line(text, &format!("  best line: {}{again}", shortened(&play.line, " ")));
    }
}

/// At most 40 entries; the JSON has all of them.
fn shortened(entries: &[String], separator: &str) -> String {
    const SHOWN: usize = 40;
    let mut text = entries[..entries.len().min(SHOWN)].join(separator);
    if entries.len() > SHOWN {
        let _ = write!(text, "{separator}... ({} in all)", entries.len());
    }
    text
}

pub(super) fn line(text: &mut String, words: &str) {
    text.push_str(words);
    text.push('\n');
}
