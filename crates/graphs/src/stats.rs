//! Statistics of a graph.

use upstar_core::arcs::Colour;
use upstar_core::{Budget, Exhausted, Lease};

use crate::graph::{Graph, NONE};
use crate::order::is_acyclic;

/// Statistics of a graph; see [`stats`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// The number of vertices.
    pub vertices: u64,
    /// The number of arcs, with parallel arcs counted separately.
    pub arcs: u64,
    /// Arcs beyond the first with the same tail, head and colour.
    pub parallel_arcs: u64,
    /// Arcs from a vertex to itself.
    pub loops: u64,
    /// Vertices without moves.
    pub terminals: u64,
    /// Vertices to which no arc leads.
    pub sources: u64,
    /// Vertices that are both terminals and sources.
    pub isolated: u64,
    /// The largest number of arcs from one vertex.
    pub max_out_degree: u32,
    /// The largest number of arcs into one vertex.
    pub max_in_degree: u64,
    /// Arcs along which only Left may move.
    pub blue: u64,
    /// Arcs along which only Right may move.
    pub red: u64,
    /// Arcs along which both may move.
    pub green: u64,
    /// Terminals with a result of their own.
    pub results: u64,
    /// Whether there is no cycle. A loop is a cycle.
    pub acyclic: bool,
}

/// Counts vertices and arcs of each kind. O(V+E).
///
/// # Errors
/// If the budget is used up.
pub fn stats(graph: &Graph, budget: &Budget) -> Result<Stats, Exhausted> {
    let mut lease = Lease::new(budget);
    let mut ticker = budget.ticker();
    let mut stats = Stats {
        vertices: graph.vertices().into(),
        arcs: graph.arcs(),
        results: graph.results().len() as u64,
        acyclic: is_acyclic(graph, budget)?,
        ..Stats::default()
    };
    // For each tail and colour, the head of the last arc of that colour.
    let mut last =
        lease.filled([NONE; 3], if graph.is_coloured() { graph.out_degree.len() } else { 0 })?;
    let mut last_green =
        lease.filled(NONE, if graph.is_coloured() { 0 } else { graph.out_degree.len() })?;
    for v in 0..graph.vertices() {
        let in_degree = graph.predecessors(v).len() as u64;
        let out_degree = graph.out_degree(v);
        ticker.tick(in_degree + 1)?;
        stats.terminals += u64::from(out_degree == 0);
        stats.sources += u64::from(in_degree == 0);
        stats.isolated += u64::from(in_degree == 0 && out_degree == 0);
        stats.max_out_degree = stats.max_out_degree.max(out_degree);
        stats.max_in_degree = stats.max_in_degree.max(in_degree);
        for (u, colour) in graph.coloured_predecessors(v) {
            stats.loops += u64::from(u == v);
            match colour {
                Colour::Left => stats.blue += 1,
                Colour::Right => stats.red += 1,
                Colour::Both => stats.green += 1,
            }
            let before = match last.get_mut(u as usize) {
                Some(of_colours) => &mut of_colours[colour as usize],
                None => &mut last_green[u as usize],
            };
            stats.parallel_arcs += u64::from(std::mem::replace(before, v) == v);
        }
    }
    Ok(stats)
}
