//! Strongly connected components of a part of a graph.

use upstar_core::{Exhausted, Lease, Ticker, prefetch};

use crate::graph::{Adjacency, NONE};

/// The memory of Tarjan's algorithm, for any number of runs on parts of one graph.
pub(super) struct Components {
    /// When a vertex was met, from 0; [`DONE`] after its component was listed, and where it is in
    /// no part that is being looked at.
    met: Vec<u32>,
    /// The earliest vertex that can be reached from it, by when it was met.
    low: Vec<u32>,
    /// The vertices on the path that is followed, with the arc to look at next.
    path: Vec<(u32, u64)>,
    open: Vec<u32>,
}

const DONE: u32 = NONE - 1;

impl Components {
    pub(super) fn new(vertices: usize, lease: &mut Lease) -> Result<Self, Exhausted> {
        let met = lease.filled(DONE, vertices)?;
        let low = lease.filled(0, vertices)?;
        let (path, open) = (lease.with_capacity(vertices)?, lease.with_capacity(vertices)?);
        Ok(Components { met, low, path, open })
    }

    /// Lists the components of the subgraph of `vertices`, each after all that can be reached from
    /// it. In `found`, the vertices of a component
    /// stand together, and `ends` says where it ends. O(V+E) of the part; iterative.
    ///
    /// *Source:* R. Tarjan, *Depth-first search and linear graph algorithms* (1972).
    pub(super) fn list(
        &mut self,
        forward: &Adjacency,
        vertices: &[u32],
        (found, ends): (&mut Vec<u32>, &mut Vec<usize>),
        ticker: &mut Ticker,
    ) -> Result<(), Exhausted> {
        found.clear();
        ends.clear();
        for &v in vertices {
            self.met[v as usize] = NONE;
        }
        let mut clock = 0;
        for &root in vertices {
            if self.met[root as usize] != NONE {
                continue;
            }
            self.enter(root, &mut clock, forward);
            while let Some(&mut (v, ref mut arc)) = self.path.last_mut() {
                let end = forward.offsets[v as usize + 1];
                let first = *arc;
                let mut next = None;
                while *arc < end {
                    let w = forward.targets[*arc as usize];
                    *arc += 1;
                    let met = self.met[w as usize];
                    if met == NONE {
                        next = Some(w);
                        break;
                    }
                    if met != DONE && met < self.low[v as usize] {
                        self.low[v as usize] = met;
                    }
                }
                ticker.tick(*arc - first + 1)?;
                if let Some(w) = next {
                    self.enter(w, &mut clock, forward);
                    continue;
                }
                self.path.pop();
                let low = self.low[v as usize];
                if let Some(&(parent, _)) = self.path.last() {
                    let least = &mut self.low[parent as usize];
                    *least = (*least).min(low);
                }
                if low == self.met[v as usize] {
                    while let Some(w) = self.open.pop() {
                        self.met[w as usize] = DONE;
                        found.push(w);
                        if w == v {
                            break;
                        }
                    }
                    ends.push(found.len());
                }
            }
        }
        Ok(())
    }

    fn enter(&mut self, v: u32, clock: &mut u32, forward: &Adjacency) {
        self.met[v as usize] = *clock;
        self.low[v as usize] = *clock;
        *clock += 1;
        self.path.push((v, forward.offsets[v as usize]));
        self.open.push(v);
        for &w in forward.row(v) {
            prefetch(&self.met, w as usize);
        }
    }
}
