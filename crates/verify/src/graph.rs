//! A graph for the checks: arcs between numbers.

use upstar_core::arcs::{Colour, MoveResult, Owners};

/// A graph to check against. Vertices are the numbers from 0, in the order of the certificate.
#[derive(Clone, Debug, Default)]
pub struct Arcs {
    /// The number of vertices.
    pub vertices: u32,
    /// The arcs (from, to), in any order.
    pub arcs: Vec<(u32, u32)>,
    /// The colours of the arcs; empty if all are [`Colour::Both`].
    pub colours: Vec<Colour>,
    /// The vertices with their own results.
    pub terminals: Vec<(u32, MoveResult)>,
    /// Owners and priorities of the vertices, if there are any.
    pub owners: Owners,
}

impl Arcs {
    pub(crate) fn colour(&self, arc: usize) -> Colour {
        self.colours.get(arc).copied().unwrap_or_default()
    }

    /// The given result of each vertex, if any.
    pub(crate) fn results(&self) -> Vec<Option<MoveResult>> {
        let mut results = vec![None; self.vertices as usize];
        for &(v, result) in &self.terminals {
            results[v as usize] = Some(result);
        }
        results
    }

    /// The first vertex that has both arcs and a given result.
    pub(crate) fn terminal_with_arcs(&self) -> Option<u32> {
        let results = self.results();
        let sources = self.arcs.iter().map(|&(from, _)| from);
        sources.filter(|&from| results[from as usize].is_some()).min()
    }

    /// The arcs by source: the start of the successors of each vertex, and all successors.
    pub(crate) fn rows(&self) -> (Vec<usize>, Vec<u32>) {
        let mut starts = vec![0; self.vertices as usize + 1];
        for &(from, _) in &self.arcs {
            starts[from as usize + 1] += 1;
        }
        for v in 0..self.vertices as usize {
            starts[v + 1] += starts[v];
        }
        let mut next = starts.clone();
        let mut successors = vec![0; self.arcs.len()];
        for &(from, to) in &self.arcs {
            let place = &mut next[from as usize];
            successors[*place] = to;
            *place += 1;
        }
        (starts, successors)
    }
}
