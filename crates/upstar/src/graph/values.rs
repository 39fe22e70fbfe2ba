//! The values of all vertices of a graph in sums.

use std::path::Path;

use upstar_core::{Budget, LoopyNimber};
use upstar_files::table::Format;
use upstar_graphs::{LoopyValues, loopy_values};
use upstar_values::Style;

use super::named::NamedGraph;
use super::{certify, table};
use crate::analysis::{Analysis, GraphFacts};
use crate::error::Result;

/// A graph with the value of every vertex: a nimber `*n` or a loopy nimber `∞{K}`; made by
/// [`NamedGraph::values`].
#[derive(Debug)]
pub struct ValuedGraph<'a> {
    graph: &'a NamedGraph,
    values: LoopyValues,
}

impl NamedGraph {
    /// The value of every vertex of an impartial graph in normal play.
    ///
    /// # Errors
    ///
    /// [`Error::Graph`](crate::Error::Graph) if arcs are coloured or a terminal is not lost for the
    /// player to move; the budget.
    pub fn values(&self, budget: &Budget) -> Result<ValuedGraph<'_>> {
        self.refuse_owners()?;
        let values = loopy_values(self.graph(), budget).map_err(|error| self.describe(error))?;
        Ok(ValuedGraph { graph: self, values })
    }
}

impl<'a> ValuedGraph<'a> {
    /// The graph.
    #[must_use]
    pub fn graph(&self) -> &'a NamedGraph {
        self.graph
    }

    /// The value of vertex `v`.
    ///
    /// # Panics
    ///
    /// If there is no vertex `v`.
    #[must_use]
    pub fn get(&self, v: u32) -> &LoopyNimber {
        self.values.get(v)
    }

    /// The value and the outcome of one vertex, or the number of vertices with each value.
    #[must_use]
    pub fn analysis(&self, vertex: Option<u32>, style: Style) -> Analysis {
        if let Some(v) = vertex {
            let mut analysis = Analysis::new(self.graph.text(v));
            analysis.value = Some(text(self.get(v), style));
            analysis.outcome = Some(self.get(v).outcome());
            return analysis;
        }
        let mut analysis = Analysis::new(self.graph.name());
        let counts = self.values.counts();
        let values = self.values.distinct().iter().map(|value| text(value, style)).zip(counts);
        analysis.graph = Some(GraphFacts { values: values.collect(), ..self.graph.facts() });
        analysis
    }

    /// Writes the table of all vertices to `path` (`-`: standard output), row by
    /// row.
    ///
    /// # Errors
    ///
    /// [`Error::File`](crate::Error::File); the budget.
    pub fn write_table(
        &self,
        path: &Path,
        format: Format,
        style: Style,
        budget: &Budget,
    ) -> Result {
        let shown = |v| text(self.get(v), style);
        table::values(path, format, self.graph, &self.values, shown, budget)
    }

    /// Writes a certificate to `path`, which [`verify_graph`](crate::verify_graph)
    /// can check.
    ///
    /// # Errors
    ///
    /// [`Error::File`](crate::Error::File); the budget.
    pub fn certify(&self, path: &Path, budget: &Budget) -> Result {
        certify::values(path, self.graph, &self.values, budget)
    }
}

/// `*3`, `∞{0,2}`, in ASCII `inf{0,2}`.
pub(crate) fn text(value: &LoopyNimber, style: Style) -> String {
    if style == Style::Ascii { format!("{value:#}") } else { value.to_string() }
}
