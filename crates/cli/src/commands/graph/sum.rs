//! `upstar graph sum`: tokens on one or several graphs.

use std::fmt::Write as _;

use clap::Args;
use upstar::{Analysis, MoveResult, Property, SumOptions, Tokens};

use super::ReadArgs;
use super::convention;
use super::show::{count, line, print, to_move};
use crate::support::{Answer, BudgetArgs, Outcome, Progress};

/// Solve a sum: a player moves one token and leaves the others
///
/// Each token is written FILE:VERTEX; several may be on one graph, and on one
/// vertex. In normal play on uncoloured graphs, the values of the parts decide the sum, however
/// large the graphs are. For coloured graphs and misère play, all reachable positions are searched,
/// within the budget. Winning moves are printed as `token: vertex after the move`, with tokens
/// counted from 1; with --annihilate as `vertex before: vertex after`.
#[derive(Debug, Args)]
pub(crate) struct Sum {
    /// Tokens, each FILE:VERTEX
    #[arg(required = true, value_name = "FILE:VERTEX")]
    tokens: Vec<String>,

    /// Two tokens that meet on a vertex both vanish (one graph only)
    #[arg(long)]
    annihilate: bool,

    /// A player who cannot move wins instead of losing
    #[arg(long)]
    misere: bool,

    /// Search all reachable positions even if values decide the sum; this also gives the remoteness
    #[arg(long)]
    product: bool,

    #[command(flatten)]
    read: ReadArgs,

    /// Print the answer as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl Sum {
    pub(crate) fn run(self) -> Outcome {
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        progress.stage("reading", None, &budget);
        let tokens = Tokens::open(&self.tokens, &self.read.options()?, &budget)?;
        progress.stage("solving", None, &budget);
        let options = SumOptions {
            convention: convention(self.misere),
            annihilation: self.annihilate,
            all_positions: self.product,
            threads: self.budget.threads(),
        };
        let analysis = tokens.sum(&options, &budget)?;
        progress.clear();
        print(&analysis, self.json, false, for_a_person)?;
        Ok(Answer::Yes)
    }
}

fn for_a_person(analysis: &Analysis) -> String {
    let mut text = String::new();
    if let Some(value) = &analysis.value {
        line(&mut text, &format!("value: {value}"));
    }
    if let Some(outcome) = analysis.outcome {
        line(&mut text, &format!("outcome: {outcome}"));
    }
    for play in &analysis.play {
        let result = match play.result {
            Some(MoveResult::Win) => "wins",
            Some(MoveResult::Loss) => "loses",
            _ => "draws",
        };
        let mut words = format!("{} {result}", to_move(play.mover));
        if let Some(remoteness) = play.remoteness {
            let _ = write!(words, " in {}", count(remoteness, "move", "moves"));
        }
        line(&mut text, &words);
        if !play.winning_moves.is_empty() {
            line(&mut text, "winning moves:");
            for winning in &play.winning_moves {
                line(&mut text, &format!("  {winning}"));
            }
        }
    }
    for (name, value) in analysis.properties.iter().map(Property::english) {
        line(&mut text, &format!("{name}: {value}"));
    }
    text
}
