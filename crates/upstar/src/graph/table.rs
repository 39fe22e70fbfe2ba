//! Tables of all vertices, written row by row.

use std::path::Path;

use upstar_core::arcs::MoveResult;
use upstar_core::{Budget, Convention, Outcome, Player};
use upstar_files::table::{Column, Format, Kind, RowWriter, Schema};
use upstar_graphs::{ColouredSolution, GraphSolution, LoopyValues, Solution};

use super::named::NamedGraph;
use crate::error::Result;

/// The origin of a table, for its metadata.
pub(super) fn provenance(graph: &str, convention: Convention) -> Vec<(String, String)> {
    provenance_of(graph, "play", convention.name())
}

/// The same, with another word than the convention of play.
pub(super) fn provenance_of(graph: &str, key: &str, value: &str) -> Vec<(String, String)> {
    [("upstar", env!("CARGO_PKG_VERSION")), ("graph", graph), (key, value)]
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .to_vec()
}

/// Where a table is written.
#[derive(Clone, Copy)]
pub(super) enum Destination<'p> {
    /// A file (`-`: standard output).
    File(&'p Path, Format),
    /// Memory, as CSV.
    Memory,
}

impl Destination<'_> {
    pub(super) fn open(
        self,
        schema: &Schema,
        metadata: &[(String, String)],
        budget: &Budget,
    ) -> Result<RowWriter> {
        Ok(match self {
            Destination::File(path, format) => {
                RowWriter::create(path, format, schema, metadata, budget)?
            }
            Destination::Memory => RowWriter::in_memory(schema, budget)?,
        })
    }
}

/// Ends a table in memory, and returns its text.
pub(super) fn text(rows: RowWriter) -> Result<String> {
    Ok(String::from_utf8_lossy(&rows.finish_memory()?).into_owned())
}

/// The table of a solved graph, which is not finished yet: outcomes, remoteness and best moves.
pub(super) fn outcomes(
    to: Destination<'_>,
    graph: &NamedGraph,
    solution: &GraphSolution,
    budget: &Budget,
) -> Result<RowWriter> {
    match solution {
        GraphSolution::Impartial(solution) => impartial(to, graph, solution, budget),
        GraphSolution::Coloured(solution) => coloured(to, graph, solution, budget),
    }
}

/// The columns if both players have the same moves.
pub(super) fn impartial_schema() -> Schema {
    Schema::new([
        Column::new("vertex", Kind::Text),
        Column::new("outcome", Kind::Text),
        Column::nullable("remoteness", Kind::U64),
        Column::nullable("move", Kind::Text),
    ])
}

/// The columns if arcs have colours.
pub(super) fn coloured_schema() -> Schema {
    Schema::new([
        Column::new("vertex", Kind::Text),
        Column::new("class", Kind::Text),
        Column::new("left_result", Kind::Text),
        Column::nullable("left_remoteness", Kind::U64),
        Column::nullable("left_move", Kind::Text),
        Column::new("right_result", Kind::Text),
        Column::nullable("right_remoteness", Kind::U64),
        Column::nullable("right_move", Kind::Text),
    ])
}

fn impartial(
    to: Destination<'_>,
    graph: &NamedGraph,
    solution: &Solution,
    budget: &Budget,
) -> Result<RowWriter> {
    let names = graph.names();
    let schema = impartial_schema();
    let moves = solution.best_moves(graph.graph(), budget)?;
    let metadata = provenance(graph.name(), solution.convention());
    let mut rows = to.open(&schema, &metadata, budget)?;
    for v in 0..solution.vertices() {
        rows.row(|batch| {
            batch.push_display(0, &names.get(v));
            batch.push_text(1, solution.outcome(v).map_or("", Outcome::name));
            batch.push_optional_u64(2, solution.remoteness(v));
            batch.push_optional(3, moves.get(v).map(|v| names.get(v)));
        })?;
    }
    Ok(rows)
}

fn coloured(
    to: Destination<'_>,
    graph: &NamedGraph,
    solution: &ColouredSolution,
    budget: &Budget,
) -> Result<RowWriter> {
    let names = graph.names();
    let schema = coloured_schema();
    let moves = solution.best_moves(budget)?;
    let metadata = provenance(graph.name(), solution.pairs().1.convention());
    let mut rows = to.open(&schema, &metadata, budget)?;
    for v in 0..solution.vertices() {
        rows.row(|batch| {
            batch.push_display(0, &names.get(v));
            batch.push_text(1, solution.outcome(v).map_or("", Outcome::name));
            for (player, column) in [(Player::Left, 2), (Player::Right, 5)] {
                batch.push_text(column, result_letter(solution.result(v, player)));
                batch.push_optional_u64(column + 1, solution.remoteness(v, player));
                batch.push_optional(column + 2, moves.get(v, player).map(|v| names.get(v)));
            }
        })?;
    }
    Ok(rows)
}

/// The columns of a table of values.
pub(super) fn values_schema() -> Schema {
    Schema::new([Column::new("vertex", Kind::Text), Column::new("value", Kind::Text)])
}

/// The table of values, written by `text`.
pub(super) fn values(
    path: &Path,
    format: Format,
    graph: &NamedGraph,
    values: &LoopyValues,
    text: impl Fn(u32) -> String,
    budget: &Budget,
) -> Result {
    let schema = values_schema();
    let metadata = provenance(graph.name(), Convention::Normal);
    let mut rows = RowWriter::create(path, format, &schema, &metadata, budget)?;
    for (vertex, name) in (0..values.vertices()).zip(graph.names().iter()) {
        rows.row(|batch| {
            batch.push_display(0, &name);
            batch.push_text(1, &text(vertex));
        })?;
    }
    Ok(rows.finish()?)
}

pub(super) fn result_letter(result: Option<MoveResult>) -> &'static str {
    match result {
        Some(MoveResult::Win) => "W",
        Some(MoveResult::Loss) => "L",
        Some(MoveResult::Draw) => "D",
        None => "",
    }
}
