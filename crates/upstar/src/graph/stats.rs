//! Statistics of a graph.

use upstar_core::Budget;
use upstar_graphs::{Order, stats, topological_order};

use super::named::{NamedGraph, cycle_text};
use crate::analysis::{Analysis, GraphFacts, GraphStats};
use crate::error::Result;

impl NamedGraph {
    /// Vertices, arcs, terminals, degrees, and a cycle if there is one.
    ///
    /// # Errors
    ///
    /// The budget.
    pub fn stats(&self, budget: &Budget) -> Result<Analysis> {
        let found = stats(self.graph(), budget)?;
        let cycle = match found.acyclic {
            true => None,
            false => match topological_order(self.graph(), budget)? {
                Order::Cycle(cycle) => Some(cycle_text(|vertex| self.text(vertex), &cycle)),
                Order::Acyclic(_) => None,
            },
        };
        let stats = GraphStats {
            terminals: found.terminals,
            results: found.results,
            sources: found.sources,
            isolated: found.isolated,
            loops: found.loops,
            parallel_arcs: found.parallel_arcs,
            max_out_degree: u64::from(found.max_out_degree),
            max_in_degree: found.max_in_degree,
            blue: found.blue,
            red: found.red,
            green: found.green,
            cycle,
        };
        let mut analysis = Analysis::new(self.name());
        analysis.graph = Some(GraphFacts { stats: Some(stats), ..self.facts() });
        Ok(analysis)
    }
}
