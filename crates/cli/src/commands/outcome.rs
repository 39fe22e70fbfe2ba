//! `upstar outcome`: who wins a position, and by which moves.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::json;
use upstar::ValueStore;
use upstar_core::{Budget, Player};
use upstar_rules::{AnyGame, BestLine, Convention, Engine, RuleError, Settings, Stored, Sum};
use upstar_values::Universe;

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

/// Values kept in a file for the next run, if one was named.
pub(crate) struct Kept {
    store: Option<ValueStore>,
    /// What is in the file already, by ruleset.
    stored: BTreeMap<String, Stored>,
}

impl Kept {
    /// Reads what is kept of the ruleset of a position, once.
    pub(crate) fn load(
        &mut self,
        game: &dyn AnyGame,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<(), RuleError> {
        let Some(store) = &self.store else { return Ok(()) };
        let key = game.store_key();
        if !game.class().loopy && !self.stored.contains_key(&key) {
            self.stored.insert(key, game.load(engine, store, budget)?);
        }
        Ok(())
    }

    /// Keeps what was computed of the ruleset of a position.
    pub(crate) fn save(
        &mut self,
        game: &dyn AnyGame,
        engine: &Engine<'_>,
    ) -> Result<(), RuleError> {
        let Some(store) = &mut self.store else { return Ok(()) };
        match self.stored.get_mut(&game.store_key()) {
            Some(stored) => game.save(engine, store, stored),
            None => Ok(()),
        }
    }
}

impl EngineArgs {
    /// Opens the file of values, if one was named.
    pub(crate) fn kept(&self) -> Result<Kept, Failure> {
        let store = self.store.as_deref().map(ValueStore::open).transpose();
        Ok(Kept { store: store.map_err(Failure::input)?, stored: BTreeMap::new() })
    }

    /// Where values are kept.
    pub(crate) fn store(&self) -> Option<&Path> {
        self.store.as_deref()
    }

    pub(crate) fn settings(&self, threads: usize) -> Settings {
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
        let universe = Universe::with_budget(budget.clone());
        let engine = Engine::new(&universe, self.engine.settings(self.budget.threads()));
        let convention = if self.misere { Convention::Misere } else { Convention::Normal };
        let mut kept = self.engine.kept()?;
        for part in &sum.parts {
            kept.load(&**part, &engine, &budget)?;
        }
        let outcome = sum.outcome(&engine, convention, &budget);
        for part in &sum.parts {
            kept.save(&**part, &engine)?;
        }
        let outcome = outcome?;
        let mut moves = Vec::new();
        if self.moves {
            // In an impartial game both have the same moves.
            let players = if sum.class().is_impartial() { 1 } else { 2 };
            for player in Player::BOTH.into_iter().take(players) {
                moves.push((player, sum.winning_moves(&engine, player, convention, &budget)?));
            }
        }
        let mut line = None;
        if self.line {
            let first = match self.first {
                First::Left => Player::Left,
                First::Right => Player::Right,
            };
            line = Some(sum.best_line(&engine, first, convention, &budget)?);
        }
        progress.clear();
        if self.json {
            let mut answer = json!({
                "schema": 1,
                "position": sum.text(),
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
