//! Grundy values of a graph out of core.

use std::path::Path;

use upstar_core::{Budget, Convention, LoopyNimber};
use upstar_files::table::{Format, RowWriter};
use upstar_graphs::external::{ExternalError, ExternalValues};
use upstar_values::Style;

use super::names::StoredNames;
use super::{OutOfCore, OutOfCoreGraph};
use crate::analysis::{Analysis, GraphFacts};
use crate::error::{Error, Result};
use crate::graph::table::{provenance, values_schema};
use crate::graph::values::text;

/// A graph on disk with the Grundy value of every vertex; made by [`OutOfCoreGraph::values`].
#[derive(Debug)]
pub struct OutOfCoreValues<'w> {
    work: &'w OutOfCore,
    names: StoredNames,
    header: Option<String>,
    values: ExternalValues<'w>,
}

impl<'w> OutOfCoreGraph<'w> {
    /// The Grundy value of every vertex in normal play. All vertices must have one: the graph is
    /// acyclic, or no vertex has the value ∞.
    ///
    /// # Errors
    ///
    /// [`Error::Graph`] if arcs are coloured or a terminal is not lost for the player to move;
    /// [`Error::OutOfCore`] if a vertex has the value ∞; [`Error::File`]; the budget.
    pub fn values(self, budget: &Budget) -> Result<OutOfCoreValues<'w>> {
        let OutOfCoreGraph { work, graph, names, header, .. } = self;
        let values = graph.values(budget).map_err(|error| match error {
            ExternalError::NoGrundyValue { vertex } => Error::OutOfCore(format!(
                "{}: vertex `{}` has no Grundy value, as play can go on for ever; such values are \
                 found in memory alone",
                work.name,
                names.get(vertex).unwrap_or_else(|_| vertex.to_string())
            )),
            other => work.describe(Some(&names), other),
        })?;
        Ok(OutOfCoreValues { work, names, header, values })
    }
}

impl OutOfCoreValues<'_> {
    /// The value and the outcome of one vertex, or the number of vertices with each value.
    ///
    /// # Errors
    ///
    /// [`Error::NoVertex`]; [`Error::File`]; [`Error::OutOfCore`]; the budget.
    pub fn analysis(
        &self,
        vertex: Option<&str>,
        style: Style,
        budget: &Budget,
    ) -> Result<Analysis> {
        let failed = |error| self.work.describe(Some(&self.names), error);
        if let Some(name) = vertex {
            let found = self.names.find(name, budget).map_err(failed)?;
            let v = found.ok_or_else(|| self.work.no_vertex(name))?;
            let mut rows = self.values.rows();
            for _ in 0..v {
                rows.next().map_err(failed)?;
            }
            let value = rows.next().map_err(failed)?.expect("there is such a vertex");
            let value = LoopyNimber::Nimber(value);
            let mut analysis = Analysis::new(name);
            analysis.value = Some(text(&value, style));
            analysis.outcome = Some(value.outcome());
            return Ok(analysis);
        }
        let graph = self.values.graph();
        let mut analysis = Analysis::new(&self.work.name);
        let counts = (0..).zip(self.values.counts());
        analysis.graph = Some(GraphFacts {
            vertices: u64::from(graph.vertices()),
            arcs: graph.arcs(),
            header: self.header.clone(),
            values: counts.map(|(n, &k)| (text(&LoopyNimber::Nimber(n), style), k)).collect(),
            ..GraphFacts::default()
        });
        Ok(analysis)
    }

    /// Writes the table of all vertices to `path` (`-`: standard output), as
    /// [`ValuedGraph::write_table`](crate::ValuedGraph::write_table) does.
    ///
    /// # Errors
    ///
    /// [`Error::File`]; [`Error::OutOfCore`]; the budget.
    pub fn write_table(
        &self,
        path: &Path,
        format: Format,
        style: Style,
        budget: &Budget,
    ) -> Result {
        let failed = |error| self.work.describe(Some(&self.names), error);
        let texts: Vec<String> = (0..self.values.counts().len() as u32)
            .map(|value| text(&LoopyNimber::Nimber(value), style))
            .collect();
        let metadata = provenance(&self.work.name, Convention::Normal);
        let mut out = RowWriter::create(path, format, &values_schema(), &metadata, budget)?;
        let mut names = self.names.from(0).map_err(failed)?;
        let mut rows = self.values.rows();
        while let Some(value) = rows.next().map_err(failed)? {
            let name = names.next().map_err(failed)?;
            out.row(|batch| {
                batch.push_display(0, &name);
                batch.push_text(1, &texts[value as usize]);
            })?;
        }
        Ok(out.finish()?)
    }
}
