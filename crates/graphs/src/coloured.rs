//! Games in which Left and Right have different moves: coloured arcs.

use upstar_core::arcs::MoveResult;
use upstar_core::{Budget, Convention, Exhausted, Outcome, Player, Run};

use crate::Result;
use crate::builder::GraphBuilder;
use crate::error::GraphError;
use crate::graph::Graph;
use crate::solve::{Line, Moves, Solution, solve};

/// The outcome and remoteness for each vertex of a graph with blue, red and green arcs, and for
/// each player who may begin there.
#[derive(Debug)]
pub struct ColouredSolution {
    /// The graph of pairs (vertex, player to move), solved as an impartial graph.
    doubled: Graph,
    solution: Solution,
}

fn pair(v: u32, player: Player) -> u32 {
    2 * v + player as u32
}

/// Solves every vertex for both players by retrograde analysis of the pairs
/// (vertex, player to move).
///
/// A player who has no arc of a suitable colour loses (or wins, in misère play), even if the
/// opponent could move. A vertex without any moves may have a result of its own. O(V+E).
///
/// *Source:* Stankevich, *Games on graphs*, exercise 4.
///
/// # Errors
/// If there are more than 2³¹ vertices, a degree or remoteness is too large to
/// be counted, or there is no memory.
pub fn solve_coloured(
    graph: &Graph,
    convention: Convention,
    threads: usize,
    budget: &Budget,
) -> Result<Run<ColouredSolution>> {
    let doubled = doubled(graph, budget)?;
    let run = solve(&doubled, convention, threads, budget)?;
    Ok(run.map(|solution| ColouredSolution { doubled, solution }))
}

/// The graph of pairs: vertex `2v` is `v` with Left to move, `2v + 1` is `v`
/// with Right to move.
fn doubled(graph: &Graph, budget: &Budget) -> Result<Graph> {
    let vertices = graph.vertices().checked_mul(2).ok_or(GraphError::TooManyVertices)?;
    let mut builder = GraphBuilder::with_budget(budget);
    builder.vertices(vertices);
    for to in 0..graph.vertices() {
        for (from, colour) in graph.coloured_predecessors(to) {
            for player in Player::BOTH {
                if colour.allows(player) {
                    builder.arc(pair(from, player), pair(to, player.opponent()))?;
                }
            }
        }
    }
    for &(v, result) in graph.results() {
        for player in Player::BOTH {
            builder.result(pair(v, player), result)?;
        }
    }
    builder.finish()
}

impl ColouredSolution {
    /// The number of vertices.
    pub fn vertices(&self) -> u32 {
        self.solution.vertices() / 2
    }

    /// Whether the run went to its end, so that no result is unknown.
    pub fn is_complete(&self) -> bool {
        self.solution.is_complete()
    }

    /// The result for `player`, who is to move at `v`. `None` only if the run was stopped before it
    /// was known.
    pub fn result(&self, v: u32, player: Player) -> Option<MoveResult> {
        self.solution.outcome(pair(v, player)).map(MoveResult::of_outcome)
    }

    /// The number of moves to the end when `player` begins at `v`, the winner hurries and the loser
    /// delays. `None` if that is drawn or unknown.
    pub fn remoteness(&self, v: u32, player: Player) -> Option<u32> {
        self.solution.remoteness(pair(v, player))
    }

    /// One of the nine outcomes. `None` only if the run was stopped before it was known.
    pub fn outcome(&self, v: u32) -> Option<Outcome> {
        let winner = |player| self.result(v, player).map(|result| result.winner(player));
        Some(Outcome::from_winners(winner(Player::Left)?, winner(Player::Right)?))
    }

    /// The best move of `player` from `v`, by the rules of
    /// [`Solution::best_move`].
    ///
    /// # Errors
    /// If there is no memory for the successors.
    pub fn best_move(&self, v: u32, player: Player) -> Result<Option<u32>, Exhausted> {
        let best = self.solution.best_move(&self.doubled, pair(v, player))?;
        Ok(best.map(|to| to / 2))
    }

    /// The best moves of both players from every vertex. O(V+E).
    ///
    /// # Errors
    /// If the budget is used up.
    pub fn best_moves(&self, budget: &Budget) -> Result<ColouredMoves, Exhausted> {
        Ok(ColouredMoves { moves: self.solution.best_moves(&self.doubled, budget)? })
    }

    /// A line of best play from `v` with `player` to move first. The players take turns. A drawn
    /// line repeats forever from `repeats_from` on: the last vertex leads to that vertex with the
    /// same player to move.
    ///
    /// # Errors
    /// If there is no memory for the successors.
    pub fn line(&self, v: u32, player: Player) -> Result<Line, Exhausted> {
        let mut line = self.solution.line(&self.doubled, pair(v, player))?;
        for vertex in &mut line.vertices {
            *vertex /= 2;
        }
        Ok(line)
    }

    /// The number of vertices with each of the nine outcomes, in the order of [`Outcome::ALL`], and
    /// the number of unknown vertices.
    pub fn counts(&self) -> ([u64; 9], u64) {
        let mut counts = [0; 9];
        let mut unknown = 0;
        for v in 0..self.vertices() {
            match self.outcome(v) {
                Some(outcome) => counts[outcome as usize] += 1,
                None => unknown += 1,
            }
        }
        (counts, unknown)
    }

    /// The solved pairs: pair `2v` is vertex `v` with Left to move, `2v + 1` is
    /// `v` with Right to move.
    pub fn pairs(&self) -> (&Graph, &Solution) {
        (&self.doubled, &self.solution)
    }
}

/// The best moves of both players from every vertex.
#[derive(Debug)]
pub struct ColouredMoves {
    moves: Moves,
}

impl ColouredMoves {
    /// The vertex to which `player` should move from `v`. `None` if the player has no move there or
    /// the result is unknown.
    pub fn get(&self, v: u32, player: Player) -> Option<u32> {
        self.moves.get(pair(v, player)).map(|to| to / 2)
    }
}
