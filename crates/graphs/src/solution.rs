//! Solutions of graphs with and without colours.

use upstar_core::arcs::MoveResult;
use upstar_core::{Budget, Convention, Exhausted, Outcome, Player, Run};

use crate::Result;
use crate::coloured::{ColouredSolution, solve_coloured};
use crate::graph::Graph;
use crate::solve::{Line, Solution, solve};

/// A solved graph: impartial, or with coloured arcs.
///
/// In an impartial graph both players have the same moves, so answers for Left
/// and for Right are the same.
#[derive(Debug)]
pub enum GraphSolution {
    /// Both players have the same moves.
    Impartial(Solution),
    /// Left may use blue arcs, Right red arcs, and both players green arcs.
    Coloured(Box<ColouredSolution>),
}

/// Solves every vertex of a graph, as a coloured graph if any arc is blue or red.
///
/// O(V+E); see [`solve`] and [`solve_coloured`].
///
/// # Errors
/// As [`solve`] and [`solve_coloured`].
pub fn solve_graph(
    graph: &Graph,
    convention: Convention,
    threads: usize,
    budget: &Budget,
) -> Result<Run<GraphSolution>> {
    Ok(if graph.is_coloured() {
        solve_coloured(graph, convention, threads, budget)?
            .map(|solution| GraphSolution::Coloured(Box::new(solution)))
    } else {
        solve(graph, convention, threads, budget)?.map(GraphSolution::Impartial)
    })
}

impl GraphSolution {
    /// The convention of the solution.
    pub fn convention(&self) -> Convention {
        match self {
            GraphSolution::Impartial(solution) => solution.convention(),
            GraphSolution::Coloured(solution) => solution.pairs().1.convention(),
        }
    }

    /// The outcome of `v`: N, P or D, or one of the nine outcomes with colours. `None` only if the
    /// run was stopped before it was known.
    pub fn outcome(&self, v: u32) -> Option<Outcome> {
        match self {
            GraphSolution::Impartial(solution) => solution.outcome(v),
            GraphSolution::Coloured(solution) => solution.outcome(v),
        }
    }

    /// The result for `player`, who is to move at `v`. `None` only if the run was stopped before it
    /// was known.
    pub fn result(&self, v: u32, player: Player) -> Option<MoveResult> {
        match self {
            GraphSolution::Impartial(solution) => solution.outcome(v).map(MoveResult::of_outcome),
            GraphSolution::Coloured(solution) => solution.result(v, player),
        }
    }

    /// The number of moves to the end when `player` begins at `v`. `None` if that is drawn or
    /// unknown.
    pub fn remoteness(&self, v: u32, player: Player) -> Option<u32> {
        match self {
            GraphSolution::Impartial(solution) => solution.remoteness(v),
            GraphSolution::Coloured(solution) => solution.remoteness(v, player),
        }
    }

    /// The best move of `player` from `v`, by the rules of [`Solution::best_move`].
    ///
    /// # Errors
    /// If there is no memory for the successors.
    pub fn best_move(
        &self,
        graph: &Graph,
        v: u32,
        player: Player,
    ) -> Result<Option<u32>, Exhausted> {
        match self {
            GraphSolution::Impartial(solution) => solution.best_move(graph, v),
            GraphSolution::Coloured(solution) => solution.best_move(v, player),
        }
    }

    /// A line of best play from `v` with `player` to move first.
    ///
    /// # Errors
    /// If there is no memory for the successors.
    pub fn line(&self, graph: &Graph, v: u32, player: Player) -> Result<Line, Exhausted> {
        match self {
            GraphSolution::Impartial(solution) => solution.line(graph, v),
            GraphSolution::Coloured(solution) => solution.line(v, player),
        }
    }
}
