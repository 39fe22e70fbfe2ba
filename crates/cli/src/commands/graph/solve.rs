//! `upstar graph solve`: the outcome of every vertex.

use std::path::{Path, PathBuf};

use clap::Args;
use upstar::Solved;
use upstar::graphs::{ColouredSolution, Rules, Solution};
use upstar_core::arcs::TerminalResult;
use upstar_core::names::Names;
use upstar_core::{Budget, Player, StopReason};
use upstar_files::table::{Batch, Column, Format, Kind, Schema};

use super::load::{GraphFile, Loaded};
use super::{certify, show};
use crate::support::{Answer, BudgetArgs, Failure, Outcome, Progress, Table};

/// Who wins every vertex, in how many moves, and by which move
///
/// Prints a summary for a person: how many vertices are won by the player to
/// move (N), lost (P) or drawn (D), the longest win, and with --from a best line
/// of play. With -o writes a table of all vertices: vertex, outcome, remoteness
/// and best move. The winner hurries and the loser delays; ties go to the vertex
/// that appeared first in the file.
#[derive(Debug, Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    file: GraphFile,

    /// Show this vertex: outcome, winning moves and a best line of play
    #[arg(long, value_name = "VERTEX")]
    from: Option<String>,

    /// A player who cannot move wins instead of losing
    #[arg(long)]
    misere: bool,

    /// Write a table of all vertices to this file (.csv, .json or .parquet); `-`
    /// is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The format of the table, where the name does not tell
    #[arg(long, value_name = "FORMAT", requires = "output")]
    format: Option<Format>,

    /// Write a certificate to this file, which `upstar verify` can check
    #[arg(long, value_name = "FILE")]
    certify: Option<PathBuf>,

    /// Print the summary as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl Solve {
    pub(crate) fn run(self) -> Outcome {
        let table = Table::requested(self.output.as_deref(), self.format)?;
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        let loaded = self.file.load(&progress, &budget)?;
        let from = self.from.as_deref().map(|name| loaded.vertex(name)).transpose()?;
        progress.stage("solving", Some(loaded.graph.arcs()), &budget);
        let rules = Rules { misere: self.misere };
        let run = upstar::solve_graph(&loaded.graph, rules, self.budget.threads(), &budget)
            .map_err(|error| loaded.describe(&error))?;
        if let (Some(table), StopReason::Finished) = (&table, run.stop) {
            progress.stage("writing", Some(u64::from(loaded.graph.vertices())), &budget);
            match &run.found {
                Solved::Impartial(solution) => {
                    impartial_table(table, &loaded, solution, &budget)?;
                }
                Solved::Coloured(solution) => coloured_table(table, &loaded, solution, &budget)?,
            }
        }
        if let (Some(path), StopReason::Finished) = (&self.certify, run.stop) {
            certify::outcomes(path, &loaded, &run.found, &budget)?;
        }
        let mut analysis = run.found.analyze(&loaded.name, &loaded.graph, &loaded.names, from)?;
        analysis.stop = run.stop;
        progress.clear();
        let to_stderr = self.output.as_deref() == Some(Path::new("-"));
        show::analysis(&analysis, self.json, to_stderr)?;
        Ok(match run.stop {
            StopReason::Finished => Answer::Yes,
            reason => {
                if let Some(table) = table {
                    eprintln!("upstar: {} was not written", table.path.display());
                }
                Answer::Partial(reason)
            }
        })
    }
}

fn impartial_table(
    table: &Table,
    loaded: &Loaded,
    solution: &Solution,
    budget: &Budget,
) -> Result<(), Failure> {
    let names = &loaded.names;
    let schema = Schema::new([
        Column::new("vertex", Kind::Text),
        Column::new("outcome", Kind::Text),
        Column::nullable("remoteness", Kind::U64),
        Column::nullable("move", Kind::Text),
    ]);
    let moves = solution.best_moves(&loaded.graph, budget)?;
    table.write(&schema, &loaded.provenance(solution.rules()), budget, |rows| {
        for v in 0..solution.vertices() {
            rows.row(|batch| {
                batch.push_display(0, &names.get(v));
                batch.push_text(1, solution.outcome(v).map_or("", upstar_core::Outcome::name));
                push_remoteness(batch, 2, solution.remoteness(v));
                push_name(batch, 3, names, moves.get(v));
            })?;
        }
        Ok(())
    })
}

fn coloured_table(
    table: &Table,
    loaded: &Loaded,
    solution: &ColouredSolution,
    budget: &Budget,
) -> Result<(), Failure> {
    let names = &loaded.names;
    let schema = Schema::new([
        Column::new("vertex", Kind::Text),
        Column::new("class", Kind::Text),
        Column::new("left_result", Kind::Text),
        Column::nullable("left_remoteness", Kind::U64),
        Column::nullable("left_move", Kind::Text),
        Column::new("right_result", Kind::Text),
        Column::nullable("right_remoteness", Kind::U64),
        Column::nullable("right_move", Kind::Text),
    ]);
    let moves = solution.best_moves(budget)?;
    let rules = solution.pairs().1.rules();
    table.write(&schema, &loaded.provenance(rules), budget, |rows| {
        for v in 0..solution.vertices() {
            rows.row(|batch| {
                batch.push_display(0, &names.get(v));
                batch.push_text(1, solution.outcome(v).map_or("", upstar_core::Outcome::name));
                for (player, column) in [(Player::Left, 2), (Player::Right, 5)] {
                    batch.push_text(column, result_letter(solution.result(v, player)));
                    push_remoteness(batch, column + 1, solution.remoteness(v, player));
                    push_name(batch, column + 2, names, moves.get(v, player));
                }
            })?;
        }
        Ok(())
    })
}

fn result_letter(result: Option<TerminalResult>) -> &'static str {
    match result {
        Some(TerminalResult::Win) => "W",
        Some(TerminalResult::Loss) => "L",
        Some(TerminalResult::Draw) => "D",
        None => "",
    }
}

fn push_remoteness(batch: &mut Batch, column: usize, remoteness: Option<u32>) {
    match remoteness {
        Some(remoteness) => batch.push_u64(column, u64::from(remoteness)),
        None => batch.push_null(column),
    }
}

fn push_name(batch: &mut Batch, column: usize, names: &Names, vertex: Option<u32>) {
    match vertex {
        Some(vertex) => batch.push_display(column, &names.get(vertex)),
        None => batch.push_null(column),
    }
}
