//! `upstar table`: all sizes of a board, or all pairs of two numbers, with value, outcome,
//! mean and temperature.

use std::path::PathBuf;

use clap::Args;
use upstar_core::Budget;
use upstar_files::table::{Column, Format, Kind, Schema};
use upstar_rules::{Arguments, Game, RuleError, Solver, find_game, make_game};
use upstar_values::{Style, thermography};

use super::outcome::EngineArgs;
use crate::support::{Answer, BudgetArgs, Failure, Outcome, Progress, Table};

/// Values, outcomes, means and temperatures of all boards up to a size
///
/// Of games whose positions are two numbers (nim, wythoff, knight) all pairs up to
/// those given, from 0 where the game has 0.
#[derive(Debug, Args)]
pub(crate) struct TableOf {
    /// The name of a game played on an empty board or a grid (domineering, snort, col) or
    /// whose positions are two numbers (nim, wythoff, knight)
    #[arg(value_name = "GAME")]
    game: String,

    /// The largest board, as ROWSxCOLUMNS
    #[arg(long, value_name = "SIZE", value_parser = size)]
    max: (u64, u64),

    /// Print the values alone, as a grid; Grundy values of impartial games
    #[arg(long, conflicts_with_all = ["json", "output"])]
    grid: bool,

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
        .filter(|&(rows, columns)| rows > 0 && columns > 0 && rows <= 1000 && columns <= 1000)
        .ok_or_else(|| format!("`{text}` is not a size; write ROWSxCOLUMNS, as in 5x5"))
}

/// How the positions of a table are written.
struct Form {
    name: &'static str,
    /// Whether they are boards of a size; else two numbers.
    boards: bool,
    /// The least number.
    from: u64,
}

impl Form {
    fn of(name: &'static str) -> Result<Form, Failure> {
        let forms = [(true, 1), (false, 0), (false, 1)];
        let form = |(boards, from)| Form { name, boards, from };
        let fits = |form: &Form| {
            // Some games have a first position and no second, or the other way round.
            form.game(form.from, form.from).is_ok() && form.game(form.from, form.from + 1).is_ok()
        };
        forms.into_iter().map(form).find(fits).ok_or_else(|| {
            Failure::input(format!(
                "positions of {name} are neither boards of a size nor two numbers; \
                 `upstar games {name}` says how they are written"
            ))
        })
    }

    fn game(&self, a: u64, b: u64) -> Result<Game, RuleError> {
        let arguments =
            if self.boards { Arguments::size(a, b) } else { Arguments::numbers(&[a, b]) };
        make_game(self.name, &arguments)
    }

    fn columns(&self) -> [&'static str; 2] {
        if self.boards { ["rows", "columns"] } else { ["a", "b"] }
    }
}

/// What a row says of one board.
struct Line {
    value: String,
    outcome: &'static str,
    mean: String,
    temperature: String,
}

fn line(game: Game, solver: &Solver, budget: &Budget) -> Result<Line, RuleError> {
    let value = solver.value(&game.into(), budget);
    // What was found is kept, even if the budget ended before the value was.
    solver.save()?;
    let value = value?;
    let mut worker = solver.worker(budget);
    Ok(Line {
        value: worker.text(value, Style::default())?,
        outcome: worker.outcome(value)?.name(),
        mean: thermography::mean(&mut worker, value)?.to_string(),
        temperature: thermography::temperature(&mut worker, value)?.to_string(),
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
        let form = Form::of(row.name)?;
        if self.grid {
            return self.show_grid(&form);
        }
        let format = self.json.then_some(Format::Json);
        let Some(table) = Table::requested(Some(&self.output), format)? else {
            return Err(Failure::input("no output"));
        };
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        let solver = self.engine.solver(self.budget.threads(), &budget)?;
        let schema = Schema::new([
            Column::new(form.columns()[0], Kind::U64),
            Column::new(form.columns()[1], Kind::U64),
            Column::new("value", Kind::Text),
            Column::new("outcome", Kind::Text),
            Column::new("mean", Kind::Text),
            Column::new("temperature", Kind::Text),
        ]);
        let metadata = [("game".to_owned(), row.name.to_owned())];
        let mut stopped = None;
        table.write(&schema, &metadata, &Budget::unlimited(), |out| {
            'boards: for rows in form.from..=self.max.0 {
                for columns in form.from..=self.max.1 {
                    let game = form.game(rows, columns)?;
                    progress.stage(&game.text(), None, &budget);
                    let line = match line(game, &solver, &budget) {
                        Ok(line) => line,
                        Err(
                            RuleError::Exhausted(exhausted)
                            | RuleError::Unfinished { exhausted, .. },
                        ) => {
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

    /// The values alone, a line for each row.
    fn show_grid(&self, form: &Form) -> Outcome {
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        let solver = self.engine.solver(self.budget.threads(), &budget)?;
        let mut rows: Vec<Vec<String>> = Vec::new();
        for a in form.from..=self.max.0 {
            let mut row = Vec::new();
            for b in form.from..=self.max.1 {
                let game = form.game(a, b)?;
                progress.stage(&game.text(), None, &budget);
                row.push(if game.class().is_impartial() {
                    solver.grundy(&game, &budget)?.to_string()
                } else {
                    line(game, &solver, &budget)?.value
                });
            }
            rows.push(row);
        }
        progress.clear();
        let width = rows.iter().flatten().map(String::len).max().unwrap_or(0);
        for row in rows {
            let cells: Vec<String> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
            say!("{}", cells.join(" "));
        }
        Ok(Answer::Yes)
    }
}
