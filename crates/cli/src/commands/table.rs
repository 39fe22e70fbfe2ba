//! `upstar table`: all sizes of a board, or all pairs of two numbers, with value, outcome,
//! mean and temperature.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use upstar::{Analysis, SequenceOf, TableOfPositions};
use upstar_core::{Budget, parse_u64};
use upstar_engine::RuleError;
use upstar_files::Output;
use upstar_files::table::{Column, Kind, Schema};
use upstar_games::named_game;

use super::outcome::EngineArgs;
use super::sequence::range;
use crate::support::{
    Answer, BudgetArgs, Failure, Outcome, Result, Table, and_saved, expect_json, text_column,
};

/// Tabulate values, outcomes, means and temperatures of all boards up to a size
///
/// For games whose positions are two numbers (nim, wythoff, knight), tabulates all pairs up to the
/// given numbers, from 0 if the game allows 0. `upstar sequence` lists games of one number, such as
/// single heaps of kayles.
#[derive(Debug, Args)]
pub(crate) struct TableOf {
    /// The name of a game played on an empty board or a grid (domineering, snort, col) or
    /// whose positions are two numbers (nim, wythoff, knight)
    #[arg(value_name = "GAME")]
    game: String,

    /// The numbers `A..B`, including both, in both directions; or the largest board or pair, as
    /// with --max
    #[arg(value_name = "RANGE", value_parser = sizes, required_unless_present = "max", conflicts_with = "max")]
    range: Option<Sizes>,

    /// The largest board, as ROWSxCOLUMNS; `N` is `NxN`
    #[arg(long, value_name = "SIZE", value_parser = size)]
    max: Option<(u64, u64)>,

    /// Only the values, as a grid with headings (Grundy values for impartial games)
    #[arg(long, conflicts_with = "json")]
    grid: bool,

    /// Print only the values, one line for each row
    #[arg(long, conflicts_with_all = ["json", "output"])]
    plain: bool,

    /// Print the genera of an impartial game instead: nim values in normal and misère play
    #[arg(long, conflicts_with = "misere_forms")]
    genus: bool,

    /// Print the simplest forms of an impartial game in misère play instead
    #[arg(long)]
    misere_forms: bool,

    /// Write the table to this file (.csv, .json, .parquet or .tex); `-` is standard output
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

/// The most rows, and columns, of a table.
const MOST: u64 = 1000;

fn size(text: &str) -> Result<(u64, u64), String> {
    let (rows, columns) = text.split_once('x').unwrap_or((text, text));
    let numbers = parse_u64(rows.trim()).ok().zip(parse_u64(columns.trim()).ok());
    let (rows, columns) =
        numbers.filter(|&(rows, columns)| rows > 0 && columns > 0).ok_or_else(|| {
            format!("`{text}` is not a size; write ROWSxCOLUMNS, as in 5x5, or N for NxN")
        })?;
    if rows > MOST || columns > MOST {
        return Err(format!("a table has at most {MOST} rows and {MOST} columns"));
    }
    Ok((rows, columns))
}

/// The numbers of a table.
#[derive(Clone, Copy, Debug)]
struct Sizes {
    least: u64,
    most: (u64, u64),
}

fn sizes(text: &str) -> Result<Sizes, String> {
    if !text.contains("..") {
        return Ok(Sizes { least: 0, most: size(text)? });
    }
    let (least, most) = range(text)?;
    Ok(Sizes { least, most: size(&most.to_string())? })
}

impl TableOf {
    pub(crate) fn run(self) -> Outcome {
        let row = named_game(&self.game)?;
        let all = Sizes { least: 0, most: self.max.unwrap_or_default() };
        let Sizes { least, most } = self.range.unwrap_or(all);
        let positions = TableOfPositions::of(row)?.starting_at(least);
        if self.grid || self.plain {
            return self.show_grid(&positions, most);
        }
        if self.json {
            expect_json(&self.output)?;
            return self.show_json(&positions, most);
        }
        let Some(table) = Table::requested(Some(&self.output), None)? else {
            return Err(Failure::input("no output"));
        };
        let (progress, budget) = self.budget.start();
        let solver = self.engine.solver(self.budget.threads(), &budget)?;
        let numbers = positions.columns().map(|name| Column::new(name, Kind::U64));
        let listed = positions.columns_of(self.what());
        let schema =
            Schema::new(numbers.into_iter().chain(listed.iter().map(|&name| text_column(name))));
        let metadata = [("game".to_owned(), row.name.to_owned())];
        let mut stopped = None;
        let mut saved = Ok(());
        let written = table.write(&schema, &metadata, &Budget::unlimited(), |out| {
            'boards: for rows in positions.from()..=most.0 {
                for columns in positions.from()..=most.1 {
                    let game = positions.game(rows, columns)?;
                    progress.stage(&game.text(), None, &budget);
                    let cells = positions.cells(self.what(), &solver, rows, columns, &budget);
                    // A store that cannot be written is no reason to lose the table.
                    if saved.is_ok() {
                        saved = solver.save();
                    }
                    let cells = match cells {
                        Ok(cells) => cells,
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
                        for (at, cell) in cells.iter().enumerate() {
                            batch.push_text(2 + at, cell);
                        }
                    })?;
                }
            }
            Ok(())
        });
        progress.clear();
        // The boards that were done are in the table.
        let answer = stopped.map_or(Answer::Yes, |exhausted| Answer::Partial(exhausted.reason));
        and_saved(written.map(|()| answer), saved)
    }

    fn what(&self) -> SequenceOf {
        match (self.genus, self.misere_forms) {
            (true, _) => SequenceOf::Genus,
            (_, true) => SequenceOf::MisereForm,
            _ => SequenceOf::Value,
        }
    }

    /// The whole table as one answer.
    fn show_json(&self, positions: &TableOfPositions, most: (u64, u64)) -> Outcome {
        let (progress, budget) = self.budget.start();
        let solver = self.engine.solver(self.budget.threads(), &budget)?;
        let found = positions.analyze_of(self.what(), &solver, most, &budget);
        let saved = solver.save();
        progress.clear();
        let write = |found: Analysis| -> Outcome {
            let mut output = Output::create(&self.output)?;
            writeln!(output, "{}", crate::support::json(&found))
                .map_err(|error| output.error(error))?;
            output.finish()?;
            Ok(Answer::of(&found))
        };
        and_saved(found.map_err(Failure::from).and_then(write), saved)
    }

    /// The values alone, a line for each row; below and beside the numbers of columns and rows, unless
    /// they are to be plain.
    fn show_grid(&self, positions: &TableOfPositions, most: (u64, u64)) -> Outcome {
        let (progress, budget) = self.budget.start();
        let solver = self.engine.solver(self.budget.threads(), &budget)?;
        let mut rows: Vec<Vec<String>> = Vec::new();
        let mut answer = Answer::Yes;
        let mut saved = Ok(());
        for a in positions.from()..=most.0 {
            let mut row = Vec::new();
            for b in positions.from()..=most.1 {
                progress.stage(&positions.game(a, b)?.text(), None, &budget);
                let value = positions.property(self.what(), &solver, a, b, &budget);
                if saved.is_ok() {
                    saved = solver.save();
                }
                match value {
                    Ok(value) => row.push(value),
                    Err(
                        RuleError::Exhausted(exhausted) | RuleError::Unfinished { exhausted, .. },
                    ) => {
                        answer = Answer::Partial(exhausted.reason);
                        break;
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            if !self.plain {
                row.insert(0, a.to_string());
            }
            rows.push(row);
            if answer != Answer::Yes {
                break;
            }
        }
        progress.clear();
        let headings = (positions.from()..=most.1).map(|b| b.to_string());
        if self.output.as_os_str() != "-" {
            let first = std::iter::once(positions.columns()[0].to_owned());
            let written = self.write_grid(first.chain(headings).collect(), &rows);
            return and_saved(written.map(|()| answer), saved);
        }
        if !self.plain {
            rows.insert(0, std::iter::once(String::new()).chain(headings).collect());
        }
        let width_of = |cell: &String| cell.chars().count();
        let width = |column: usize| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(width_of).max().unwrap_or(0)
        };
        let mut widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
        // Short cells, as Grundy values, stand in columns of one width, after the headings of the rows.
        let first = usize::from(!self.plain);
        let widest = widths.iter().skip(first).copied().max().unwrap_or(0);
        if widest <= 3 {
            widths[first..].fill(widest);
        }
        for (index, row) in rows.iter().enumerate() {
            let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}"));
            let cells: Vec<String> = cells.collect();
            if self.plain {
                say!("{}", cells.join(" "));
                continue;
            }
            let values = cells[1..].join(" ");
            say!("{} | {values}", cells[0]);
            if index == 0 {
                say!("{}", "-".repeat(widths[0] + 1) + "+" + &"-".repeat(width_of(&values) + 1));
            }
        }
        and_saved(Ok(answer), saved)
    }

    /// Writes the grid to a file: a column with the numbers of the rows, then one for each number.
    fn write_grid(&self, columns: Vec<String>, rows: &[Vec<String>]) -> Result {
        let Some(table) = Table::requested(Some(&self.output), None)? else { return Ok(()) };
        let count = columns.len();
        let cells = |name| match self.genus {
            true => Column::new(name, Kind::Text),
            false => Column::value(name),
        };
        let schema = Schema::new(columns.into_iter().map(cells));
        let metadata = [("game".to_owned(), self.game.clone())];
        table.write(&schema, &metadata, &Budget::unlimited(), |out| {
            rows.iter().try_for_each(|row| {
                out.row(|batch| {
                    // The row at which a budget ended the work is short.
                    let cells = row.iter().map(String::as_str).chain(std::iter::repeat(""));
                    cells.take(count).enumerate().for_each(|(at, cell)| batch.push_text(at, cell));
                })
            })
        })
    }
}
