//! Building a graph from a stream of arcs.

use std::sync::OnceLock;

use upstar_core::arcs::{Colour, MoveResult};
use upstar_core::label::COUNT;
use upstar_core::{Budget, Lease, prefetch};

use crate::Result;
use crate::error::GraphError;
use crate::graph::{Adjacency, Graph, LOOK_AHEAD, NONE, starts_from_counts};

/// Arcs are kept in chunks while they arrive. A chunk is as large as all earlier chunks together,
/// within these limits: large enough that the system gets its memory back after use, small enough
/// that little memory is reserved in vain.
const SMALLEST_CHUNK: usize = 1 << 10;
const LARGEST_CHUNK: usize = 1 << 22;

/// Takes arcs in any order and makes a [`Graph`] from them, in time linear in vertices and arcs.
/// About 12 bytes per arc and 12 per vertex are used during the work.
///
/// ```
/// use upstar_graphs::{Graph, GraphBuilder};
/// let mut builder = GraphBuilder::new();
/// builder.arc(1, 0)?;
/// builder.arc(2, 1)?;
/// builder.arc(2, 0)?;
/// let graph = builder.finish()?;
/// assert_eq!((graph.vertices(), graph.arcs()), (3, 3));
/// assert_eq!(graph.predecessors(0), [1, 2]);
/// # Ok::<(), upstar_graphs::GraphError>(())
/// ```
#[derive(Debug)]
pub struct GraphBuilder {
    vertices: u32,
    /// The number of arcs in all chunks but the last.
    before: usize,
    chunks: Vec<Chunk>,
    coloured: bool,
    results: Vec<(u32, MoveResult)>,
    budget: Budget,
    lease: Lease,
}

#[derive(Debug)]
struct Chunk {
    size: usize,
    arcs: Vec<(u32, u32)>,
    /// As long as `arcs`, or empty if all of them are green.
    colours: Vec<Colour>,
}

impl Default for GraphBuilder {
    fn default() -> Self {
        GraphBuilder::with_budget(&Budget::unlimited())
    }
}

impl GraphBuilder {
    /// A builder without arcs.
    pub fn new() -> Self {
        GraphBuilder::default()
    }

    /// A builder that reserves memory for itself and for its graph in `budget`.
    pub fn with_budget(budget: &Budget) -> Self {
        GraphBuilder {
            vertices: 0,
            before: 0,
            chunks: Vec::new(),
            coloured: false,
            results: Vec::new(),
            budget: budget.clone(),
            lease: Lease::new(budget),
        }
    }

    /// Makes sure that the graph has at least `count` vertices. Vertices of arcs are added anyway.
    pub fn vertices(&mut self, count: u32) -> &mut Self {
        self.vertices = self.vertices.max(count);
        self
    }

    /// Adds an arc along which both players may move.
    ///
    /// # Errors
    /// If a vertex is `u32::MAX`, or memory is used up.
    #[inline]
    pub fn arc(&mut self, from: u32, to: u32) -> Result {
        self.coloured_arc(from, to, Colour::Both)
    }

    /// Adds an arc of the given colour.
    ///
    /// # Errors
    /// If a vertex is `u32::MAX`, or memory is used up.
    #[inline]
    pub fn coloured_arc(&mut self, from: u32, to: u32, colour: Colour) -> Result {
        let largest = from.max(to);
        if largest >= self.vertices {
            if largest == NONE {
                return Err(GraphError::TooManyVertices);
            }
            self.vertices = largest + 1;
        }
        let chunk = match self.chunks.last_mut() {
            Some(chunk) if chunk.arcs.len() < chunk.size => chunk,
            _ => self.next_chunk()?,
        };
        chunk.arcs.push((from, to));
        if colour != Colour::Both || !chunk.colours.is_empty() {
            self.push_colour(colour)?;
        }
        Ok(())
    }

    #[cold]
    fn next_chunk(&mut self) -> Result<&mut Chunk> {
        self.budget.check()?;
        self.before = self.arcs() as usize;
        let size = self.before.clamp(SMALLEST_CHUNK, LARGEST_CHUNK);
        let arcs = self.lease.with_capacity(size)?;
        self.chunks.push(Chunk { size, arcs, colours: Vec::new() });
        Ok(self.chunks.last_mut().expect("a chunk was just added"))
    }

    fn push_colour(&mut self, colour: Colour) -> Result {
        self.coloured = true;
        let chunk = self.chunks.last_mut().expect("the arc is in a chunk");
        if chunk.colours.is_empty() {
            chunk.colours = self.lease.with_capacity(chunk.size)?;
            chunk.colours.resize(chunk.arcs.len() - 1, Colour::Both);
        }
        chunk.colours.push(colour);
        Ok(())
    }

    /// Gives terminal `v` a result of its own, seen from the player to move. Misère play does not
    /// change it.
    ///
    /// [`finish`](GraphBuilder::finish) checks that there are no moves from `v`.
    ///
    /// # Errors
    /// If `v` is `u32::MAX`.
    pub fn result(&mut self, v: u32, result: MoveResult) -> Result {
        if v == NONE {
            return Err(GraphError::TooManyVertices);
        }
        self.vertices = self.vertices.max(v + 1);
        self.results.push((v, result));
        Ok(())
    }

    /// The number of arcs so far.
    pub fn arcs(&self) -> u64 {
        (self.before + self.chunks.last().map_or(0, |last| last.arcs.len())) as u64
    }

    /// Makes the graph.
    ///
    /// # Errors
    /// If a vertex with moves has a result, a vertex has two different
    /// results, a degree is too large to be counted, or the budget is used up.
    pub fn finish(mut self) -> Result<Graph> {
        let vertices = self.vertices as usize;
        let arcs = self.arcs() as usize;
        let mut offsets = self.lease.filled(0u64, vertices + 1)?;
        let mut out_degree = self.lease.filled(0u32, vertices)?;
        for chunk in &self.chunks {
            self.budget.check()?;
            for (i, &(from, to)) in chunk.arcs.iter().enumerate() {
                if let Some(&(from, to)) = chunk.arcs.get(i + LOOK_AHEAD) {
                    prefetch(&offsets, to as usize + 1);
                    prefetch(&out_degree, from as usize);
                }
                offsets[to as usize + 1] += 1;
                let degree = &mut out_degree[from as usize];
                if *degree == COUNT {
                    let degree = u64::from(COUNT) + 1;
                    return Err(GraphError::DegreeTooLarge { vertex: from, degree, limit: COUNT });
                }
                *degree += 1;
            }
        }
        starts_from_counts(&mut offsets);
        let mut targets = self.lease.filled(0u32, arcs)?;
        let mut colours = self.lease.filled(Colour::Both, if self.coloured { arcs } else { 0 })?;
        for chunk in std::mem::take(&mut self.chunks) {
            self.budget.check()?;
            for (i, &(from, to)) in chunk.arcs.iter().enumerate() {
                if let Some(&(_, to)) = chunk.arcs.get(i + LOOK_AHEAD) {
                    prefetch(&offsets, to as usize + 1);
                }
                if let Some(&(_, to)) = chunk.arcs.get(i + LOOK_AHEAD / 2) {
                    prefetch(&targets, offsets[to as usize + 1] as usize);
                }
                let place = &mut offsets[to as usize + 1];
                targets[*place as usize] = from;
                if let Some(&colour) = chunk.colours.get(i) {
                    colours[*place as usize] = colour;
                }
                *place += 1;
            }
            let colour_bytes = if chunk.colours.is_empty() { 0 } else { chunk.size };
            self.lease.release((chunk.size * 8 + colour_bytes) as u64);
        }
        let reverse = Adjacency { offsets, targets, colours };
        let results = checked_results(self.results, &out_degree)?;
        Ok(Graph {
            reverse,
            out_degree,
            results,
            forward: OnceLock::new(),
            budget: self.budget,
            _lease: self.lease,
        })
    }
}

fn checked_results(
    mut results: Vec<(u32, MoveResult)>,
    out_degree: &[u32],
) -> Result<Vec<(u32, MoveResult)>> {
    results.sort_unstable();
    results.dedup();
    for pair in results.windows(2) {
        if pair[0].0 == pair[1].0 {
            return Err(GraphError::TwoResults { vertex: pair[0].0 });
        }
    }
    match results.iter().find(|(v, _)| out_degree[*v as usize] != 0) {
        Some(&(vertex, _)) => Err(GraphError::ResultNotTerminal { vertex }),
        None => Ok(results),
    }
}

impl Graph {
    /// A graph from its arcs, with at least `vertices` vertices.
    ///
    /// # Errors
    /// As [`GraphBuilder::finish`].
    pub fn from_arcs(vertices: u32, arcs: impl IntoIterator<Item = (u32, u32)>) -> Result<Graph> {
        let mut builder = GraphBuilder::new();
        builder.vertices(vertices);
        for (from, to) in arcs {
            builder.arc(from, to)?;
        }
        builder.finish()
    }
}
