//! The table of all vertices, from disk to disk.

use std::path::Path;

use upstar_core::{Budget, Outcome, Player};
use upstar_files::table::{Format, RowWriter};
use upstar_graphs::external::{ExternalError, ExternalTable, Storage, TableRow, TableRows};

use super::OutOfCoreSolution;
use super::names::{Lookups, StoredNames};
use crate::error::Result;
use crate::graph::table::{coloured_schema, impartial_schema, provenance, result_letter};

/// The outcome of a vertex, by the rows of its two pairs.
pub(super) fn class(left: TableRow, right: TableRow) -> Outcome {
    Outcome::from_winners(left.result.winner(Player::Left), right.result.winner(Player::Right))
}

impl OutOfCoreSolution<'_> {
    /// Writes the table of all vertices to `path` (`-`: standard output), as
    /// [`SolvedGraph::write_table`](crate::SolvedGraph::write_table) does.
    ///
    /// # Errors
    ///
    /// [`Error::File`](crate::Error::File); [`Error::OutOfCore`](crate::Error::OutOfCore); the
    /// budget.
    pub fn write_table(&mut self, path: &Path, format: Format, budget: &Budget) -> Result {
        self.tabulate(budget)?;
        let table = self.table.as_ref().expect("it was just made");
        let failed = |error| self.describe(error);
        let coloured = self.solution.graph().is_coloured();
        let pairs = u32::from(coloured);
        let storage: &dyn Storage = &self.work.folder;
        // Half of the memory is for the writer's batches.
        let memory = self.work.options.memory / 2;
        let mut lookups = Lookups::new(&self.names, storage, memory, |ask| {
            let mut rows = table.rows();
            let mut ticker = budget.ticker();
            while let Some(row) = rows.next()? {
                ticker.tick(1)?;
                if let Some(best) = row.best {
                    ask(best >> pairs)?;
                }
            }
            Ok(())
        })
        .map_err(failed)?;
        let schema = if coloured { coloured_schema() } else { impartial_schema() };
        let metadata = provenance(&self.work.name, self.solution.convention());
        let mut out = RowWriter::create(path, format, &schema, &metadata, budget)?;
        let mut source = Rows { rows: table.rows(), names: &self.names, coloured };
        let mut vertices = source.names.from(0).map_err(failed)?;
        for _ in 0..self.names.count() {
            let (first, second) = source.next(table).map_err(failed)?;
            let mut error = None;
            out.row(|batch| {
                let mut push = || -> Result<(), ExternalError> {
                    batch.push_display(0, &vertices.next()?);
                    let Some(second) = second else {
                        batch.push_text(1, first.result.outcome().name());
                        batch.push_optional_u64(2, first.remoteness);
                        let best = first.best.map(|v| lookups.next(v)).transpose()?;
                        batch.push_optional(3, best);
                        return Ok(());
                    };
                    batch.push_text(1, class(first, second).name());
                    for (row, column) in [(first, 2), (second, 5)] {
                        batch.push_text(column, result_letter(Some(row.result)));
                        batch.push_optional_u64(column + 1, row.remoteness);
                        let best = row.best.map(|pair| lookups.next(pair / 2)).transpose()?;
                        batch.push_optional(column + 2, best);
                    }
                    Ok(())
                };
                error = push().err();
            })?;
            if let Some(error) = error {
                return Err(failed(error));
            }
        }
        out.finish()?;
        lookups.finish(storage).map_err(failed)
    }
}

/// The rows of each vertex.
struct Rows<'a> {
    rows: TableRows<'a>,
    names: &'a StoredNames,
    coloured: bool,
}

impl Rows<'_> {
    /// The row of the next vertex, or with colours its two.
    fn next(&mut self, _: &ExternalTable) -> Result<(TableRow, Option<TableRow>), ExternalError> {
        let first = self.rows.next()?.expect("there is a row for every vertex");
        let second = if self.coloured { self.rows.next()? } else { None };
        Ok((first, second))
    }
}
