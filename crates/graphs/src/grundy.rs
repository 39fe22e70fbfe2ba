//! Grundy values of acyclic graphs.

use upstar_core::{Budget, GrundyValue};

use crate::Result;
use crate::error::GraphError;
use crate::graph::Graph;
use crate::loopy::peeled_values;
use crate::order::{Order, topological_order};

/// The Grundy value of every vertex of an acyclic impartial graph in normal play: the least natural
/// number that is not the value of a successor.
///
/// O(V+E) time; 24 bytes per vertex besides the graph. Steps counted in the
/// budget are arcs and vertices.
///
/// *Source:* the theorem of Sprague and Grundy; Stankevich, *Games on graphs*,
/// theorem 10.
///
/// ```
/// use upstar_core::Budget;
/// use upstar_graphs::{Graph, grundy_values};
/// // A heap of 3 in Nim.
/// let graph = Graph::from_arcs(4, (0..4).flat_map(|n| (0..n).map(move |k| (n, k))))?;
/// assert_eq!(grundy_values(&graph, &Budget::unlimited())?, [0, 1, 2, 3]);
/// # Ok::<(), upstar_graphs::GraphError>(())
/// ```
///
/// # Errors
/// If the graph has a cycle (see [`loopy_values`](crate::loopy_values)),
/// colours, or a terminal that is not lost for the player to move, or the
/// budget is used up.
pub fn grundy_values(graph: &Graph, budget: &Budget) -> Result<Vec<GrundyValue>> {
    graph.check_normal_play()?;
    if let Some(values) = peeled_values(graph, budget)? {
        return Ok(values);
    }
    match topological_order(graph, budget)? {
        Order::Cycle(cycle) => Err(GraphError::Cyclic { cycle }),
        Order::Acyclic(_) => unreachable!("every vertex of an acyclic graph gets a value"),
    }
}
