//! `upstar find`: positions of a game up to a size that have a property, and censuses.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use upstar::lang::{LangError, Session};
use upstar::{FindOptions, FoundRow, Measure, analyze_find, find_positions};
use upstar_core::{Budget, Convention, parse_u64};
use upstar_files::Output;
use upstar_files::table::{Column, Format, Kind, Schema};
use upstar_games::Positions;
use upstar_values::Rational;

use super::outcome::EngineArgs;
use crate::support::{
    Answer, BudgetArgs, Failure, Outcome, Result, Table, and_saved, count, expect_json, text_column,
};

/// Find positions of a game up to a size by value, outcome or temperature
///
/// Examines all positions up to symmetry: connected boards with a number of free cells
/// (domineering, cram), words with a number of letters (toads_and_frogs), boards of a size with
/// every letter in every cell (clobber), graphs with a number of vertices (digraph_placement,
/// node_kayles) or edges (hackenbush; stalks of up to 10 edges are --max 1x10), numbers (nim). --census counts them; --random examines random ones.
#[derive(Debug, Args)]
pub(crate) struct Find {
    /// The name of a game, such as domineering, clobber, digraph_placement or nim
    #[arg(value_name = "GAME")]
    game: String,

    /// The largest size: a number of free cells, letters or vertices, or a number such as 15; a
    /// board or several numbers, such as 3x4
    #[arg(long, value_name = "SIZE", value_parser = size)]
    max: Size,

    /// The letters on boards and in words: 'xo' for boards of clobber without free cells
    #[arg(long, value_name = "LETTERS")]
    letters: Option<String>,

    /// Count a position and its negative (Left and Right exchanged) once
    #[arg(long)]
    up_to_negation: bool,

    /// Positions that equal this game
    #[arg(long, value_name = "GAME", allow_hyphen_values = true)]
    value: Option<String>,

    /// Positions with this outcome: N, P, L, R, or in loopy games D and the others of nine
    #[arg(long, value_name = "OUTCOME")]
    outcome: Option<upstar_core::Outcome>,

    /// Outcomes in misère play: a player who cannot move wins instead of losing
    #[arg(long)]
    misere: bool,

    /// Positions with this temperature
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    temperature: Option<Rational>,

    /// Positions whose value is born by this day
    #[arg(long, value_name = "DAY", value_parser = count)]
    born_by: Option<u64>,

    /// Of these, the positions with the greatest mean, temperature or birthday
    #[arg(long, value_name = "MEASURE")]
    most: Option<Measure>,

    /// Count positions by value (the default), outcome, mean, temperature or birthday
    #[arg(long, value_name = "MEASURE", num_args = 0..=1, default_missing_value = "value")]
    census: Option<Measure>,

    /// Examine this many random positions instead of all
    #[arg(long, value_name = "N", value_parser = count)]
    random: Option<u64>,

    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1, requires = "random")]
    seed: u64,

    /// Show at most this many positions
    #[arg(long, value_name = "N", value_parser = count)]
    limit: Option<u64>,

    /// Write the table to this file (.csv, .parquet, .tex or .json); `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// The format of the table, if the file name does not determine it
    #[arg(long, value_name = "FORMAT", conflicts_with = "json")]
    format: Option<Format>,

    /// Print JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    budget: BudgetArgs,
}

/// One number or several.
#[derive(Clone, Debug)]
struct Size(Vec<u64>);

fn size(text: &str) -> Result<Size, String> {
    let numbers: Option<Vec<u64>> =
        text.split('x').map(|number| parse_u64(number.trim()).ok()).collect();
    numbers.filter(|numbers| numbers.len() <= 16).map(Size).ok_or_else(|| {
        let text: String = text.chars().take(40).collect();
        format!("`{text}` is not a size; write 15 or, of boards, ROWSxCOLUMNS, as in 3x4")
    })
}

impl Find {
    pub(crate) fn run(self) -> Outcome {
        if self.json {
            expect_json(&self.output)?;
        }
        let mut positions = Positions::of(&self.game, &self.max.0, self.letters.as_deref())?;
        if self.up_to_negation {
            positions = positions.up_to_negation()?;
        }
        let (progress, budget) = self.budget.start();
        let solver = self.engine.solver(self.budget.threads(), &budget)?;
        let mut session = Session::with_solver(solver);
        let value = match &self.value {
            None => None,
            Some(text) => Some(wanted(&mut session, text, &budget)?),
        };
        let options = FindOptions {
            value,
            outcome: self.outcome,
            temperature: self.temperature.clone(),
            born_by: self.born_by,
            most: self.most,
            census: self.census,
            random: self.random.map(|tries| (tries, self.seed)),
            limit: self.limit,
            convention: Convention::of(self.misere),
        };
        progress.stage("positions", None, &budget);
        let solver = session.solver();
        let shown = if self.json {
            let found = analyze_find(solver, &positions, &options, &budget);
            progress.clear();
            found.map_err(Failure::from).and_then(|found| {
                let mut output = Output::create(&self.output)?;
                writeln!(output, "{}", crate::support::json(&found))
                    .map_err(|error| output.error(error))?;
                output.finish()?;
                Ok(Answer::of(&found))
            })
        } else {
            let mut stop = None;
            let written = self.write(&options.columns(&positions), |each| {
                let end = find_positions(solver, &positions, &options, &budget, each)?;
                stop = end.stop;
                Ok(())
            });
            progress.clear();
            written.map(|()| stop.map_or(Answer::Yes, |stop| Answer::Partial(stop.reason)))
        };
        and_saved(shown, solver.save())
    }

    /// Writes the table filled by `fill`.
    fn write(
        &self,
        columns: &[&'static str],
        fill: impl FnOnce(&mut dyn FnMut(FoundRow) -> Result) -> Result,
    ) -> Result {
        let Some(table) = Table::requested(Some(&self.output), self.format)? else {
            return Err(Failure::input("no output"));
        };
        let columns = columns.iter().map(|&name| match name {
            "count" => Column::new(name, Kind::U64),
            _ => text_column(name),
        });
        let schema = Schema::new(columns);
        let metadata = [("game".to_owned(), self.game.clone())];
        table.write(&schema, &metadata, &Budget::unlimited(), |out| {
            fill(&mut |row| {
                out.row(|batch| {
                    let count = match &row {
                        FoundRow::Class { count, .. } => Some(*count),
                        FoundRow::Position { .. } | FoundRow::Outcome { .. } => None,
                    };
                    for (column, cell) in row.cells().iter().enumerate() {
                        match count {
                            Some(count) if column == 1 => batch.push_u64(column, count),
                            _ => batch.push_text(column, cell),
                        }
                    }
                })
            })
        })
    }
}

/// The value that is searched for.
fn wanted(session: &mut Session, text: &str, budget: &Budget) -> Result<upstar_values::Id> {
    let failure = |error| match error {
        LangError::Exhausted(exhausted) => Failure::Exhausted(exhausted),
        other => Failure::input(format!("--value: {other}")),
    };
    let value = session.evaluate(text, budget).map_err(failure)?;
    let value = value.ok_or_else(|| Failure::input("--value: expected a game, found nothing"))?;
    session.game(&value, budget).map_err(failure)
}
