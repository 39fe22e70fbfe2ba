//! The graph of a game as compressed sparse rows of predecessors.

use std::sync::OnceLock;

use upstar_core::arcs::{Colour, MoveResult};
use upstar_core::{Budget, Convention, Exhausted, Lease, Player, prefetch};

use crate::Result;
use crate::error::GraphError;

/// "No vertex": the one `u32` that is not an id.
pub const NONE: u32 = u32::MAX;

/// Lists of neighbours, one row per vertex, end to end.
#[derive(Debug)]
pub(crate) struct Adjacency {
    /// Where row `v` begins, with one more entry for the end of the last row.
    pub(crate) offsets: Vec<u64>,
    pub(crate) targets: Vec<u32>,
    /// The colour of each arc, or empty if all are green.
    pub(crate) colours: Vec<Colour>,
}

impl Adjacency {
    #[inline(always)]
    pub(crate) fn range(&self, v: u32) -> std::ops::Range<usize> {
        self.offsets[v as usize] as usize..self.offsets[v as usize + 1] as usize
    }

    #[inline(always)]
    pub(crate) fn row(&self, v: u32) -> &[u32] {
        &self.targets[self.range(v)]
    }

    #[inline]
    pub(crate) fn colour(&self, arc: usize) -> Colour {
        if self.colours.is_empty() { Colour::Both } else { self.colours[arc] }
    }

    /// The same arcs reversed: row `w` of the result holds, in ascending order, each `v` whose row
    /// contains `w`.
    ///
    /// Linear in vertices and arcs, two random accesses an arc.
    pub(crate) fn transposed(
        &self,
        lease: &mut Lease,
        budget: &Budget,
    ) -> Result<Adjacency, Exhausted> {
        let vertices = self.offsets.len() - 1;
        let arcs = self.targets.len();
        let mut offsets = lease.filled(0u64, vertices + 1)?;
        for (i, &to) in self.targets.iter().enumerate() {
            if i % CHECK_EVERY == 0 {
                budget.check()?;
            }
            if let Some(&ahead) = self.targets.get(i + LOOK_AHEAD) {
                prefetch(&offsets, ahead as usize + 1);
            }
            offsets[to as usize + 1] += 1;
        }
        starts_from_counts(&mut offsets);
        let mut targets = lease.filled(0u32, arcs)?;
        let mut colours = lease.filled(Colour::Both, self.colours.len())?;
        for v in 0..vertices as u32 {
            for arc in self.range(v) {
                let to = self.targets[arc] as usize;
                if arc % CHECK_EVERY == 0 {
                    budget.check()?;
                }
                if let Some(&ahead) = self.targets.get(arc + LOOK_AHEAD) {
                    prefetch(&offsets, ahead as usize + 1);
                }
                if let Some(&near) = self.targets.get(arc + LOOK_AHEAD / 2) {
                    prefetch(&targets, offsets[near as usize + 1] as usize);
                }
                let place = offsets[to + 1] as usize;
                offsets[to + 1] += 1;
                targets[place] = v;
                if !self.colours.is_empty() {
                    colours[place] = self.colours[arc];
                }
            }
        }
        Ok(Adjacency { offsets, targets, colours })
    }
}

/// Arcs reversed between two checks of the budget.
const CHECK_EVERY: usize = 1 << 20;

/// The distance, in arcs, at which memory is prefetched.
pub(crate) const LOOK_AHEAD: usize = 32;

/// Turns counts (of row `v` in entry `v + 1`) into starts of rows in the same entries. Filling the
/// rows moves each start to the end of its row, which leaves the offsets in their final form.
pub(crate) fn starts_from_counts(offsets: &mut [u64]) {
    let mut sum = 0;
    for entry in &mut offsets[1..] {
        let count = *entry;
        *entry = sum;
        sum += count;
    }
}

/// A game given as a finite directed graph: vertices are positions, arcs are moves. Vertices are
/// `0, 1, …`, and their names are kept elsewhere ([`Names`](upstar_core::names::Names)).
///
/// The graph is stored by predecessors (4 bytes per arc) with out-degrees (12 bytes per vertex in
/// all). Colours take 1 more byte per arc. Successors are also stored once they are needed.
/// Parallel arcs and loops are allowed. Parallel arcs never change an answer.
#[derive(Debug)]
pub struct Graph {
    pub(crate) reverse: Adjacency,
    pub(crate) out_degree: Vec<u32>,
    /// The results of terminals with a result of their own, ascending by vertex.
    pub(crate) results: Vec<(u32, MoveResult)>,
    /// The successors, made on first use, with their memory.
    pub(crate) forward: OnceLock<(Adjacency, Lease)>,
    pub(crate) budget: Budget,
    pub(crate) _lease: Lease,
}

impl Graph {
    /// The number of vertices.
    pub fn vertices(&self) -> u32 {
        self.out_degree.len() as u32
    }

    /// The number of arcs, with parallel arcs counted separately.
    pub fn arcs(&self) -> u64 {
        self.reverse.targets.len() as u64
    }

    /// The number of arcs that leave `v`.
    ///
    /// # Panics
    /// If there is no vertex `v`; this holds for all methods below.
    #[inline]
    pub fn out_degree(&self, v: u32) -> u32 {
        self.out_degree[v as usize]
    }

    /// The tails of the arcs into `v`, in the order the arcs were given.
    #[inline]
    pub fn predecessors(&self, v: u32) -> &[u32] {
        self.reverse.row(v)
    }

    /// The tails of the arcs into `v` with the colours of the arcs.
    pub fn coloured_predecessors(&self, v: u32) -> impl Iterator<Item = (u32, Colour)> + '_ {
        self.reverse.range(v).map(|arc| (self.reverse.targets[arc], self.reverse.colour(arc)))
    }

    /// Whether some arc is blue or red.
    pub fn is_coloured(&self) -> bool {
        !self.reverse.colours.is_empty()
    }

    /// The result that terminal `v` has of its own, or `None`.
    pub fn result(&self, v: u32) -> Option<MoveResult> {
        let found = self.results.binary_search_by_key(&v, |&(vertex, _)| vertex);
        found.ok().map(|i| self.results[i].1)
    }

    /// The terminals with results of their own, ascending.
    pub fn results(&self) -> &[(u32, MoveResult)] {
        &self.results
    }

    /// The vertices without moves, ascending.
    pub fn terminals(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.vertices()).filter(|&v| self.out_degree(v) == 0)
    }

    /// The successors of each vertex. They are made on first use in linear time, take 8 bytes per
    /// vertex and 4 per arc, and are kept with the graph.
    ///
    /// # Errors
    /// If the budget with which the graph was built is used up.
    pub fn successors(&self) -> Result<Successors<'_>, Exhausted> {
        let (rows, _) = match self.forward.get() {
            Some(made) => made,
            None => {
                let mut lease = Lease::new(&self.budget);
                let rows = self.reverse.transposed(&mut lease, &self.budget)?;
                self.forward.get_or_init(|| (rows, lease))
            }
        };
        Ok(Successors { rows })
    }

    /// The result for the player to move at terminal `v`: its own result, or otherwise what
    /// `convention` says.
    pub fn terminal_result(&self, v: u32, convention: Convention) -> MoveResult {
        self.result(v).unwrap_or(convention.no_move())
    }

    /// Checks that the game is impartial and in normal play, as values require.
    pub(crate) fn check_normal_play(&self) -> Result {
        if self.is_coloured() {
            return Err(GraphError::Coloured);
        }
        match self.results.iter().find(|(_, result)| *result != MoveResult::Loss) {
            Some(&(vertex, _)) => Err(GraphError::NotNormalPlay { vertex }),
            None => Ok(()),
        }
    }

    /// Checks that a player who cannot move loses (or wins) at every terminal, as sums require.
    pub(crate) fn check_results(&self, convention: Convention) -> Result {
        match self.results.iter().find(|(_, result)| *result != convention.no_move()) {
            Some(&(vertex, _)) => Err(GraphError::ResultInSum { vertex }),
            None => Ok(()),
        }
    }

    pub(crate) fn check_vertex(&self, vertex: u32) -> Result {
        if vertex < self.vertices() {
            Ok(())
        } else {
            Err(GraphError::NoSuchVertex { vertex, vertices: self.vertices() })
        }
    }
}

/// The moves from each vertex, ascending by vertex moved to.
#[derive(Clone, Copy, Debug)]
pub struct Successors<'a> {
    pub(crate) rows: &'a Adjacency,
}

impl<'a> Successors<'a> {
    /// The heads of the arcs from `v`, ascending (parallel arcs repeat).
    #[inline]
    pub fn of(self, v: u32) -> &'a [u32] {
        self.rows.row(v)
    }

    /// The heads of the arcs from `v` with their colours.
    pub fn coloured(self, v: u32) -> impl Iterator<Item = (u32, Colour)> + 'a {
        self.rows.range(v).map(move |arc| (self.rows.targets[arc], self.rows.colour(arc)))
    }

    /// The heads of the arcs from `v` along which `player` may move.
    pub fn of_player(self, v: u32, player: Player) -> impl Iterator<Item = u32> + 'a {
        self.coloured(v).filter(move |(_, colour)| colour.allows(player)).map(|(to, _)| to)
    }
}
