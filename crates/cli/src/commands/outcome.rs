//! `upstar outcome`: who wins a position, and by which moves.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::json;
use upstar::ValueStore;
use upstar_core::{Budget, Player};
use upstar_rules::{BestLine, Convention, Settings, Solver, Sum};
use upstar_values::Style;

use crate::support::{Answer, BudgetArgs, Failure, Outcome, Progress};

/// Say who wins a position, or a sum of positions
///
/// Prints N (the first player wins), P (the second), L (Left) or R (Right); in
/// games that may go on for ever also D, PHat, PCheck, NHat, NCheck.
#[derive(Debug, Args)]
pub(crate) struct OutcomeOf {
    /// A position or a sum: 'domineering("5x6")', 'nim(2,3) + kayles(9)'
    #[arg(value_name = "POSITION")]
    position: String,

    /// A player without a move wins instead of losing
    #[arg(long)]
    misere: bool,

    /// List the winning moves too: `summand: position after`
    #[arg(long)]
    moves: bool,

    /// Show a line of best play too: the winner hurries, the loser delays
    #[arg(long)]
    line: bool,

    /// Who begins the line of best play
    #[arg(long, value_enum, default_value = "left", requires = "line")]
    first: First,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    budget: BudgetArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum First {
    Left,
    Right,
}

/// How the engine works; none of it changes an answer.
#[derive(Clone, Debug, Args)]
pub(crate) struct EngineArgs {
    /// Do not use the symmetries of boards
    #[arg(long)]
    no_symmetry: bool,

    /// Do not split positions into independent parts
    #[arg(long)]
    no_components: bool,

    /// Do not use closed forms
    #[arg(long)]
    no_theorems: bool,

    /// Begin with the values kept in this file, and keep what is computed there
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
}

impl EngineArgs {
    /// What answers, with the values of the file that was named.
    pub(crate) fn solver(&self, threads: usize, budget: &Budget) -> Result<Solver, Failure> {
        let mut solver = Solver::with_budget(self.settings(threads), budget);
        if let Some(path) = &self.store {
            solver.keep(Box::new(ValueStore::open(path).map_err(Failure::input)?));
        }
        Ok(solver)
    }

    fn settings(&self, threads: usize) -> Settings {
        Settings {
            symmetry: !self.no_symmetry,
            components: !self.no_components,
            theorems: !self.no_theorems,
            threads,
            ..Settings::default()
        }
    }
}

impl OutcomeOf {
    pub(crate) fn run(self) -> Outcome {
        let sum = Sum::parse(&self.position)?;
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        progress.stage("positions", None, &budget);
        let solver = self.engine.solver(self.budget.threads(), &budget)?;
        let convention = if self.misere { Convention::Misere } else { Convention::Normal };
        let outcome = solver.outcome(&sum, convention, &budget);
        solver.save()?;
        let outcome = outcome?;
        let mut moves = Vec::new();
        if self.moves {
            // In an impartial game both have the same moves.
            let players = if sum.class().is_impartial() { 1 } else { 2 };
            for player in Player::BOTH.into_iter().take(players) {
                moves.push((player, solver.winning_moves(&sum, player, convention, &budget)?));
            }
        }
        let mut line = None;
        if self.line {
            let first = match self.first {
                First::Left => Player::Left,
                First::Right => Player::Right,
            };
            line = Some(solver.best_line(&sum, first, convention, &budget)?);
        }
        progress.clear();
        if self.json {
            let mut answer = json!({
                "schema": 1,
                "position": sum.text(&mut solver.worker(&budget), Style::Plain)?,
                "convention": if self.misere { "misere" } else { "normal" },
                "outcome": outcome.name(),
            });
            if self.moves {
                let list = |moves: &[upstar_rules::WinningMove]| {
                    moves.iter().map(|m| json!({ "summand": m.index, "after": m.after })).collect()
                };
                let all: serde_json::Map<String, serde_json::Value> = moves
                    .iter()
                    .map(|(player, moves)| {
                        let who = if sum.class().is_impartial() {
                            "either".to_owned()
                        } else {
                            player.to_string().to_lowercase()
                        };
                        (who, serde_json::Value::Array(list(moves)))
                    })
                    .collect();
                answer["winning_moves"] = all.into();
            }
            if let Some(line) = &line {
                answer["line"] = line.positions.clone().into();
                answer["line_repeats_from"] = line.repeats_from.into();
                answer["line_counts_moves"] = line.counted.into();
            }
            say!("{answer}");
            return Ok(Answer::Yes);
        }
        say!("{outcome}");
        for (player, moves) in moves {
            for winning in moves {
                if sum.class().is_impartial() {
                    say!("{winning}");
                } else {
                    say!("{player} {winning}");
                }
            }
        }
        if let Some(line) = line {
            write_best_line(&line, &sum, convention);
        }
        Ok(Answer::Yes)
    }
}

/// One line for each move, and how it ends.
fn write_best_line(line: &BestLine, sum: &Sum, convention: Convention) {
    let impartial = sum.class().is_impartial();
    let name = |index: usize| match (impartial, index % 2) {
        (true, 0) => "the first player".to_owned(),
        (true, _) => "the second player".to_owned(),
        (false, _) => line.mover(index).to_string(),
    };
    for (index, position) in line.positions.iter().enumerate().skip(1) {
        if impartial {
            say!("  {index:>3}  {position}");
        } else {
            say!("  {index:>3}  {:<5}  {position}", name(index - 1));
        }
    }
    let last = line.positions.len() - 1;
    match line.repeats_from {
        Some(from) => {
            let mover = name(last);
            say!("{mover} moves back to the position after move {from}: nobody wins");
        }
        None => {
            let end = if convention == Convention::Misere { "wins" } else { "loses" };
            say!("{} cannot move and {end}", name(last));
        }
    }
}

impl From<upstar_rules::RuleError> for Failure {
    fn from(error: upstar_rules::RuleError) -> Self {
        match error {
            upstar_rules::RuleError::Exhausted(exhausted) => Failure::Exhausted(exhausted),
            upstar_rules::RuleError::Unfinished { exhausted, known } => {
                Failure::Unfinished(exhausted, known)
            }
            other => Failure::input(other),
        }
    }
}
