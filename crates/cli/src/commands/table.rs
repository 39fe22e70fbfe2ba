//! `upstar table`: all sizes of a board, with value, outcome, mean and temperature.

use std::path::PathBuf;

use clap::Args;
use upstar_core::Budget;
use upstar_files::table::{Column, Format, Kind, Schema};
use upstar_rules::{Engine, RuleError, find_game, parse_named};
use upstar_values::{Style, Universe};

use super::outcome::{EngineArgs, Kept};
use crate::support::{Answer, BudgetArgs, Failure, Outcome, Progress, Table};

/// Values, outcomes, means and temperatures of all boards up to a size
#[derive(Debug, Args)]
pub(crate) struct TableOf {
    /// The name of a game played on an empty board or a grid: domineering, snort,
    /// col
    #[arg(value_name = "GAME")]
    game: String,

    /// The largest board, as ROWSxCOLUMNS
    #[arg(long, value_name = "SIZE", value_parser = size)]
    max: (u64, u64),

    /// Write the table to this file (.csv, .parquet or .json); `-` is standard
    /// output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// Print JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    budget: BudgetArgs,
}

fn size(text: &str) -> Result<(u64, u64), String> {
    let numbers = text.split_once('x').and_then(|(rows, columns)| {
        Some((rows.trim().parse().ok()?, columns.trim().parse().ok()?))
    });
    numbers
        .filter(|&(rows, columns)| rows > 0 && columns > 0 && rows <= 100 && columns <= 100)
        .ok_or_else(|| format!("`{text}` is not a size; write ROWSxCOLUMNS, as in 5x5"))
}

/// What a row says of one board.
struct Line {
    value: String,
    outcome: &'static str,
    mean: String,
    temperature: String,
}

fn line(
    text: &str,
    engine: &Engine<'_>,
    kept: &mut Kept,
    budget: &Budget,
) -> Result<Line, RuleError> {
    let game = parse_named(text)?;
    kept.load(&*game, engine, budget)?;
    let value = game.value(engine, budget);
    // What was found is kept, even if the budget ended before the value was.
    kept.save(&*game, engine)?;
    let value = value?;
    let mut worker = engine.universe().worker(budget);
    Ok(Line {
        value: worker.text(value, Style::default())?,
        outcome: worker.outcome(value)?.name(),
        mean: worker.mean(value)?.to_string(),
        temperature: worker.temperature(value)?.to_string(),
    })
}

impl TableOf {
    pub(crate) fn run(self) -> Outcome {
        let row = find_game(&self.game).ok_or_else(|| {
            Failure::input(format!(
                "unknown game `{}`; `upstar games` lists the games",
                self.game.chars().take(40).collect::<String>()
            ))
        })?;
        let format = self.json.then_some(Format::Json);
        let Some(table) = Table::requested(Some(&self.output), format)? else {
            return Err(Failure::input("no output"));
        };
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        let universe = Universe::with_budget(budget.clone());
        let engine = Engine::new(&universe, self.engine.settings(self.budget.threads()));
        let mut kept = self.engine.kept()?;
        let schema = Schema::new([
            Column::new("rows", Kind::U64),
            Column::new("columns", Kind::U64),
            Column::new("value", Kind::Text),
            Column::new("outcome", Kind::Text),
            Column::new("mean", Kind::Text),
            Column::new("temperature", Kind::Text),
        ]);
        let metadata = [("game".to_owned(), row.name.to_owned())];
        let mut stopped = None;
        table.write(&schema, &metadata, &Budget::unlimited(), |out| {
            'boards: for rows in 1..=self.max.0 {
                for columns in 1..=self.max.1 {
                    let text = format!("{}(\"{rows}x{columns}\")", row.name);
                    progress.stage(&text, None, &budget);
                    let line = match line(&text, &engine, &mut kept, &budget) {
                        Ok(line) => line,
                        Err(RuleError::Exhausted(exhausted)) => {
                            stopped = Some(exhausted);
                            break 'boards;
                        }
                        Err(error) => return Err(error.into()),
                    };
                    out.row(|batch| {
                        batch.push_u64(0, rows);
                        batch.push_u64(1, columns);
                        batch.push_text(2, &line.value);
                        batch.push_text(3, line.outcome);
                        batch.push_text(4, &line.mean);
                        batch.push_text(5, &line.temperature);
                    })?;
                }
            }
            Ok(())
        })?;
        progress.clear();
        // The boards that were done are in the table.
        Ok(stopped.map_or(Answer::Yes, |exhausted| Answer::Partial(exhausted.reason)))
    }
}
