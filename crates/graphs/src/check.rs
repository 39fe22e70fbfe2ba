//! Checks a finished labelling in one pass over the arcs, without solving.

use upstar_core::arcs::MoveResult;
use upstar_core::{Budget, Convention, Lease, Outcome};

use crate::Result;
use crate::error::GraphError;
use crate::graph::Graph;
use crate::solve::Solution;

/// An error at one vertex of a labelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The label of a terminal is not its result.
    Terminal,
    /// An N-vertex of remoteness `k` has no move to a P-vertex of remoteness `k - 1`, or it has a
    /// move to a P-vertex of smaller remoteness.
    Won,
    /// A P-vertex of remoteness `k` has a move to a vertex that is not N, or
    /// the greatest remoteness of its successors is not `k - 1`.
    Lost,
    /// A drawn vertex has a move to a P-vertex, or none to a drawn one.
    Drawn,
}

/// Checks the outcomes and remoteness of a complete solution, and gives the first vertex where they
/// are wrong.
///
/// The conditions are local, and together they are a proof: remoteness shows that won and lost play
/// ends, and no player can be forced out of the drawn vertices. O(V+E), independent of how the
/// solution was found. 12 bytes per vertex.
///
/// # Errors
/// If the number of vertices of the solution is not that of the graph, or the budget is used up.
pub fn check_solution(
    graph: &Graph,
    solution: &Solution,
    budget: &Budget,
) -> Result<Option<(u32, Fault)>> {
    if graph.vertices() != solution.vertices() {
        return Err(GraphError::WrongLength {
            expected: graph.vertices().into(),
            found: solution.vertices().into(),
        });
    }
    let mut lease = Lease::new(budget);
    let mut ticker = budget.ticker();
    let seen = Successors { least_lost: u32::MAX, most_won: None, drawn: false };
    let mut seen = lease.filled(seen, graph.out_degree.len())?;
    for w in 0..graph.vertices() {
        ticker.tick(graph.predecessors(w).len() as u64 + 1)?;
        let remoteness = solution.remoteness(w).unwrap_or(0);
        for &u in graph.predecessors(w) {
            let seen = &mut seen[u as usize];
            match solution.outcome(w) {
                Some(Outcome::N) => seen.most_won = seen.most_won.max(Some(remoteness)),
                Some(Outcome::P) => seen.least_lost = seen.least_lost.min(remoteness),
                _ => seen.drawn = true,
            }
        }
    }
    let fault = |v: u32| fault(graph, solution, v, seen[v as usize]);
    Ok((0..graph.vertices()).find_map(|v| fault(v).map(|fault| (v, fault))))
}

/// A summary of the successors of a vertex.
#[derive(Clone, Copy)]
struct Successors {
    least_lost: u32,
    most_won: Option<u32>,
    drawn: bool,
}

fn fault(graph: &Graph, solution: &Solution, v: u32, seen: Successors) -> Option<Fault> {
    let Some(outcome) = solution.outcome(v) else { return Some(Fault::Drawn) };
    let remoteness = solution.remoteness(v);
    if graph.out_degree(v) == 0 {
        let convention: Convention = solution.convention();
        let expected = graph.terminal_result(v, convention);
        let expected = (expected.outcome(), (expected != MoveResult::Draw).then_some(0));
        return (expected != (outcome, remoteness)).then_some(Fault::Terminal);
    }
    match outcome {
        Outcome::N => {
            let right = remoteness.is_some_and(|k| k > 0 && seen.least_lost == k - 1);
            (!right).then_some(Fault::Won)
        }
        Outcome::P => {
            let only_won = !seen.drawn && seen.least_lost == u32::MAX;
            let right =
                only_won && remoteness.is_some_and(|k| k > 0 && seen.most_won == Some(k - 1));
            (!right).then_some(Fault::Lost)
        }
        _ => (seen.least_lost != u32::MAX || !seen.drawn).then_some(Fault::Drawn),
    }
}
