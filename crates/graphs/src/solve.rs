//! Outcomes, remoteness and best moves by retrograde analysis.

use upstar_core::arcs::MoveResult;
use upstar_core::label::{self, COUNT, LOSS, WIN};
use upstar_core::{Budget, Convention, Exhausted, Lease, Outcome, Run, prefetch};

use crate::error::GraphError;
use crate::graph::{Graph, LOOK_AHEAD, NONE};
use crate::{Result, kernel, parallel};

/// The outcome and remoteness of each vertex of a graph.
///
/// The *outcome* is N if the player to move wins, P if the opponent wins, and D if neither can
/// force a win. The *remoteness* is the number of moves to the end when the winner hurries and the
/// loser delays. Four bytes per vertex.
#[derive(Debug)]
pub struct Solution {
    pub(crate) state: Vec<u32>,
    convention: Convention,
    complete: bool,
    _lease: Lease,
}

/// The number of vertices with each outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Vertices that the player to move wins.
    pub n: u64,
    /// Vertices that the player to move loses.
    pub p: u64,
    /// Drawn vertices.
    pub d: u64,
    /// Vertices that a stopped run did not reach.
    pub unknown: u64,
}

/// A line of best play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The vertices, beginning with the one requested.
    pub vertices: Vec<u32>,
    /// In a drawn line, the index of the vertex to which the last one leads back, so that play
    /// repeats forever. `None` if the line ends at a terminal.
    pub repeats_from: Option<usize>,
}

/// Solves every vertex of an impartial graph by retrograde analysis: it works backwards from the
/// terminals and examines each arc at most once.
///
/// O(V+E) time, 8 bytes per vertex besides the graph. With `threads` above one, threads share each
/// level (the vertices of equal remoteness). At most 256 threads are started, and the answer does
/// not depend on their number. The steps counted in the budget are arcs and vertices.
///
/// A stopped run has labelled some vertices correctly and leaves the others unknown.
///
/// *Source of the algorithm:* Stankevich, *Games on graphs*, section 1, theorem
/// 3 (sets P₂ᵢ and N₂ᵢ₊₁, counters of moves not yet known to be bad).
///
/// ```
/// use upstar_core::{Budget, Convention, Outcome};
/// use upstar_graphs::{Graph, solve};
/// // y can move to x and z, z only back to y; x is terminal.
/// let (x, y, z) = (0, 1, 2);
/// let graph = Graph::from_arcs(3, [(y, x), (y, z), (z, y)])?;
/// let solution = solve(&graph, Convention::Normal, 1, &Budget::unlimited())?.found;
/// assert_eq!(solution.outcome(y), Some(Outcome::N));
/// assert_eq!(solution.remoteness(z), Some(2));
/// // z is lost too, but going there does not win.
/// assert_eq!(solution.best_move(&graph, y)?, Some(x));
/// # Ok::<(), upstar_graphs::GraphError>(())
/// ```
///
/// # Errors
/// If the arcs are coloured (see [`solve_coloured`](crate::solve_coloured)), a
/// remoteness is too large to be counted, or there is no memory to begin with.
pub fn solve(
    graph: &Graph,
    convention: Convention,
    threads: usize,
    budget: &Budget,
) -> Result<Run<Solution>> {
    if graph.is_coloured() {
        return Err(GraphError::Coloured);
    }
    let mut lease = Lease::new(budget);
    let state = initial_state(graph, convention, &mut lease)?;
    // Every thread should have enough to do.
    let threads = threads.min(parallel::MOST_THREADS).min(state.len() / parallel::WORTHWHILE);
    let (state, stopped) = if threads > 1 {
        parallel::label(graph, state, threads, parallel::WORTHWHILE, budget)?
    } else {
        kernel::label(graph, state, budget)?
    };
    let solution = Solution { state, convention, complete: stopped.is_none(), _lease: lease };
    Ok(match stopped {
        None => Run::finished(solution, budget),
        Some(exhausted) => Run::stopped(solution, exhausted),
    })
}

/// The state of each vertex before the analysis begins.
pub(crate) fn initial_state(
    graph: &Graph,
    convention: Convention,
    lease: &mut Lease,
) -> Result<Vec<u32>, Exhausted> {
    let mut state = lease.with_capacity(graph.out_degree.len())?;
    state.extend_from_slice(&graph.out_degree);
    label::begin(&mut state, &graph.results, 1, convention);
    Ok(state)
}

impl Solution {
    /// The number of vertices.
    pub fn vertices(&self) -> u32 {
        self.state.len() as u32
    }

    /// The convention of the solution.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// Whether the run went to its end, so that no outcome is unknown.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The outcome of `v`: N, P or D. `None` only if the run was stopped before it reached `v`.
    ///
    /// # Panics
    /// If there is no vertex `v`; this holds for all methods below.
    #[inline]
    pub fn outcome(&self, v: u32) -> Option<Outcome> {
        let result = label::result(self.state[v as usize]);
        (self.complete || result != MoveResult::Draw).then_some(result.outcome())
    }

    /// The number of moves to the end when the winner hurries and the loser delays. `None` for a
    /// vertex that is drawn or unknown.
    #[inline]
    pub fn remoteness(&self, v: u32) -> Option<u32> {
        label::remoteness(self.state[v as usize])
    }

    /// The number of vertices with each outcome.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for &state in &self.state {
            match state >> 30 {
                0 => counts.d += 1,
                1 => counts.p += 1,
                _ => counts.n += 1,
            }
        }
        if !self.complete {
            counts.unknown = std::mem::take(&mut counts.d);
        }
        counts
    }

    /// The greatest remoteness among vertices of an outcome (N or P), and the first vertex that has
    /// it.
    pub fn longest(&self, outcome: Outcome) -> Option<(u32, u32)> {
        let flag = match outcome {
            Outcome::N => WIN,
            Outcome::P => LOSS,
            _ => return None,
        };
        let with_flag = self.state.iter().enumerate().filter(|(_, state)| **state & flag != 0);
        with_flag
            .map(|(v, state)| (v as u32, state & COUNT))
            .max_by_key(|&(v, remoteness)| (remoteness, std::cmp::Reverse(v)))
    }

    /// The best move from `v`: the winner hurries, the loser delays, and in a draw a player keeps
    /// the draw. Of equally good moves, the one to the smallest vertex. `None` at terminals and
    /// where the outcome is unknown.
    ///
    /// This uses the successors of `v`, which the graph stores on first use. For all vertices at
    /// once use [`best_moves`](Solution::best_moves).
    ///
    /// # Errors
    /// If there is no memory for the successors.
    pub fn best_move(&self, graph: &Graph, v: u32) -> Result<Option<u32>, Exhausted> {
        if self.outcome(v).is_none() || graph.out_degree(v) == 0 {
            return Ok(None);
        }
        let from = self.state[v as usize];
        let successors = graph.successors()?.of(v);
        Ok(successors.iter().copied().find(|&w| label::is_best(from, self.state[w as usize])))
    }

    /// The best move from every vertex, as in [`best_move`](Solution::best_move).
    ///
    /// O(V+E), one pass over the predecessors; 4 bytes per vertex.
    ///
    /// # Errors
    /// If the budget is used up.
    pub fn best_moves(&self, graph: &Graph, budget: &Budget) -> Result<Moves, Exhausted> {
        let mut lease = Lease::new(budget);
        let mut ticker = budget.ticker();
        let mut moves = lease.filled(NONE, self.state.len())?;
        let targets = &graph.reverse.targets;
        for v in 0..self.vertices() {
            let to = self.state[v as usize];
            let range = graph.reverse.range(v);
            ticker.tick(range.len() as u64 + 1)?;
            if label::is_open(to) && !self.complete {
                continue;
            }
            for arc in range {
                if let Some(&ahead) = targets.get(arc + LOOK_AHEAD) {
                    prefetch(&self.state, ahead as usize);
                    prefetch(&moves, ahead as usize);
                }
                let u = targets[arc] as usize;
                // Vertices come in ascending order, so the first best one is kept.
                if label::is_best(self.state[u], to) && moves[u] == NONE {
                    moves[u] = v;
                }
            }
        }
        Ok(Moves { moves, _lease: lease })
    }

    /// A line of best play from `v`: to a terminal, or in a drawn position until a vertex repeats.
    /// Empty if the outcome of `v` is unknown.
    ///
    /// # Errors
    /// If there is no memory for the successors.
    pub fn line(&self, graph: &Graph, v: u32) -> Result<Line, Exhausted> {
        let mut line = Line { vertices: Vec::new(), repeats_from: None };
        if self.outcome(v).is_none() {
            return Ok(line);
        }
        let drawn = self.outcome(v) == Some(Outcome::D);
        let mut seen = hashbrown::HashMap::new();
        let mut at = v;
        loop {
            if drawn && let Some(index) = seen.insert(at, line.vertices.len()) {
                line.repeats_from = Some(index);
                return Ok(line);
            }
            line.vertices.push(at);
            match self.best_move(graph, at)? {
                Some(next) => at = next,
                None => return Ok(line),
            }
        }
    }
}

/// The best move from every vertex.
#[derive(Debug)]
pub struct Moves {
    moves: Vec<u32>,
    _lease: Lease,
}

impl Moves {
    /// The vertex to move to from `v`. `None` at terminals and where the outcome is unknown.
    #[inline]
    pub fn get(&self, v: u32) -> Option<u32> {
        let to = self.moves[v as usize];
        (to != NONE).then_some(to)
    }

    /// The vertex to move to from each vertex, or [`NONE`] if there is none.
    pub fn as_slice(&self) -> &[u32] {
        &self.moves
    }
}
