//! Explores the positions of a game that is not given as a graph.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use upstar_core::arcs::{Colour, MoveResult};
use upstar_core::{Budget, Convention, Exhausted, Lease, LoopyNimber, Outcome, Player};

use crate::Result;
use crate::builder::GraphBuilder;
use crate::error::GraphError;
use crate::graph::{Graph, NONE};
use crate::loopy::loopy_values;
use crate::solution::{GraphSolution, solve_graph};

/// Positions written as lists of numbers, numbered in order of discovery.
#[derive(Debug)]
struct Positions {
    words: Vec<u32>,
    ends: Vec<u64>,
    table: HashTable<u32>,
    hasher: FixedState,
    lease: Lease,
}

impl Positions {
    fn new(budget: &Budget) -> Self {
        Positions {
            words: Vec::new(),
            ends: Vec::new(),
            table: HashTable::new(),
            hasher: FixedState::default(),
            lease: Lease::new(budget),
        }
    }

    fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    fn get(&self, id: u32) -> &[u32] {
        let id = id as usize;
        let start = if id == 0 { 0 } else { self.ends[id - 1] as usize };
        &self.words[start..self.ends[id] as usize]
    }

    fn find(&self, key: &[u32]) -> Option<u32> {
        self.table.find(self.hasher.hash_one(key), |&id| self.get(id) == key).copied()
    }

    fn intern(&mut self, key: &[u32]) -> Result<u32> {
        if let Some(id) = self.find(key) {
            return Ok(id);
        }
        let id = self.len();
        if id == NONE {
            return Err(GraphError::TooManyVertices);
        }
        make_room(&mut self.words, key.len(), &mut self.lease)?;
        make_room(&mut self.ends, 1, &mut self.lease)?;
        if self.table.len() == self.table.capacity() {
            let more = self.table.capacity().max(16);
            // The old entries stay in memory while a table of twice the size is filled.
            self.lease.reserve(10 * more as u64)?;
            let (words, ends, hasher) = (&self.words, &self.ends, &self.hasher);
            self.table.reserve(more, |&id| {
                let id = id as usize;
                let start = if id == 0 { 0 } else { ends[id - 1] as usize };
                hasher.hash_one(&words[start..ends[id] as usize])
            });
        }
        self.words.extend_from_slice(key);
        self.ends.push(self.words.len() as u64);
        let hash = self.hasher.hash_one(key);
        self.table.insert_unique(hash, id, |_| unreachable!("there is room"));
        Ok(id)
    }
}

/// Reserves memory for `extra` more items in the budget, then makes room and at least doubles it.
fn make_room<T>(items: &mut Vec<T>, extra: usize, lease: &mut Lease) -> Result<(), Exhausted> {
    if items.len() + extra > items.capacity() {
        let more = items.capacity().max(extra).max(64);
        lease.reserve((more * size_of::<T>()) as u64)?;
        items.reserve_exact(more);
    }
    Ok(())
}

/// Collects the options of a position.
pub(crate) struct Options {
    keys: Vec<u32>,
    items: Vec<(usize, Colour)>,
}

impl Options {
    /// Adds an option; `colour` says who may move to it.
    pub(crate) fn push(&mut self, key: impl IntoIterator<Item = u32>, colour: Colour) {
        self.keys.extend(key);
        self.items.push((self.keys.len(), colour));
    }
}

/// A move in a sum of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SumMove {
    /// The index of the token that moves.
    pub token: usize,
    /// The vertex it leaves.
    pub from: u32,
    /// The vertex it moves to.
    pub to: u32,
    /// The result for the player who moves.
    pub result: MoveResult,
    /// The number of moves to the end, with this one, or `None` for a draw.
    pub remoteness: Option<u32>,
}

/// A sum of tokens, solved by solving every position that can be reached.
#[derive(Debug)]
pub struct SumSolution {
    positions: Positions,
    solution: GraphSolution,
    /// The moves from the start: the token, the vertices it leaves and reaches, who may move so, and
    /// the position after.
    moves: Vec<((usize, u32, u32), Colour, u32)>,
}

impl SumSolution {
    /// Finds and solves every position that can be reached from `start`, which has number 0.
    /// `options` adds the options of a position.
    pub(crate) fn new(
        start: &[u32],
        mut options: impl FnMut(&[u32], &mut Options) -> Result,
        convention: Convention,
        threads: usize,
        budget: &Budget,
    ) -> Result<Self> {
        let (positions, graph) = explore(start, &mut options, budget)?;
        let solution = solve_graph(&graph, convention, threads, budget)?.complete()?;
        Ok(SumSolution { positions, solution, moves: Vec::new() })
    }

    /// Adds a move from the start to the position with this key.
    pub(crate) fn push(&mut self, vertices: (usize, u32, u32), colour: Colour, after: &[u32]) {
        let after = self.positions.find(after).expect("options were explored");
        self.moves.push((vertices, colour, after));
    }

    /// The number of positions solved.
    pub fn positions(&self) -> u32 {
        self.positions.len()
    }

    /// N, P or D if all arcs that matter are green, otherwise one of the nine outcomes.
    pub fn outcome(&self) -> Outcome {
        self.solution.outcome(0).expect("the run was complete")
    }

    /// The result for `player` moving first, and the number of moves to the end if that is not a
    /// draw.
    pub fn result(&self, player: Player) -> (MoveResult, Option<u32>) {
        self.result_at(0, player)
    }

    fn result_at(&self, id: u32, player: Player) -> (MoveResult, Option<u32>) {
        let result = self.solution.result(id, player).expect("the run was complete");
        (result, self.solution.remoteness(id, player))
    }

    /// All moves of `player` from the start, ascending by token and vertex.
    pub fn moves(&self, player: Player) -> Vec<SumMove> {
        let mut moves: Vec<SumMove> = Vec::new();
        for &((token, from, to), colour, after) in &self.moves {
            let known = moves.last().is_some_and(|last| (last.token, last.to) == (token, to));
            if colour.allows(player) && !known {
                let (theirs, remoteness) = self.result_at(after, player.opponent());
                let result = MoveResult::of_winner(theirs.winner(player.opponent()), player);
                moves.push(SumMove {
                    token,
                    from,
                    to,
                    result,
                    remoteness: remoteness.map(|k| k + 1),
                });
            }
        }
        moves
    }
}

/// The loopy value of `start`.
pub(crate) fn value(
    start: &[u32],
    mut options: impl FnMut(&[u32], &mut Options) -> Result,
    budget: &Budget,
) -> Result<LoopyNimber> {
    let (_, graph) = explore(start, &mut options, budget)?;
    Ok(loopy_values(&graph, budget)?.get(0).clone())
}

fn explore(
    start: &[u32],
    options: &mut impl FnMut(&[u32], &mut Options) -> Result,
    budget: &Budget,
) -> Result<(Positions, Graph)> {
    let mut positions = Positions::new(budget);
    let mut builder = GraphBuilder::with_budget(budget);
    let mut ticker = budget.ticker();
    let mut found = Options { keys: Vec::new(), items: Vec::new() };
    positions.intern(start)?;
    builder.vertices(1);
    let mut id = 0;
    while id < positions.len() {
        found.keys.clear();
        found.items.clear();
        options(positions.get(id), &mut found)?;
        ticker.tick(found.items.len() as u64 + 1)?;
        let mut from = 0;
        for &(to, colour) in &found.items {
            let option = positions.intern(&found.keys[from..to])?;
            builder.coloured_arc(id, option, colour)?;
            from = to;
        }
        id += 1;
    }
    Ok((positions, builder.finish()?))
}
