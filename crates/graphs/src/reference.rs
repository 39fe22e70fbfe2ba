//! Answers by definition, slow and plain, to test the engines against.

use upstar_core::Outcome;
use upstar_core::arcs::TerminalResult;

use crate::graph::Graph;
use crate::solve::Rules;

/// The moves from every vertex, read off the predecessors one by one.
pub fn moves(graph: &Graph) -> Vec<Vec<u32>> {
    let mut moves = vec![Vec::new(); graph.vertices() as usize];
    for v in 0..graph.vertices() {
        for &u in graph.predecessors(v) {
            moves[u as usize].push(v);
        }
    }
    moves
}

/// Outcome and remoteness of every vertex by the definition of the sets
/// `P_k` (lost in at most `k` moves) and `N_k` (won in at most `k` moves),
/// computed for `k = 0, 1, …` until they stop growing. O(V·E).
pub fn solve(graph: &Graph, rules: Rules) -> Vec<(Outcome, Option<u32>)> {
    let moves = moves(graph);
    let mut found = vec![(Outcome::D, None); moves.len()];
    for (v, from) in moves.iter().enumerate() {
        if from.is_empty() {
            found[v] = match rules.terminal(graph, v as u32) {
                TerminalResult::Win => (Outcome::N, Some(0)),
                TerminalResult::Loss => (Outcome::P, Some(0)),
                TerminalResult::Draw => (Outcome::D, None),
            };
        }
    }
    for k in 1.. {
        let before = found.clone();
        for (v, from) in moves.iter().enumerate() {
            if before[v].1.is_some() || from.is_empty() {
                continue;
            }
            if from.iter().any(|&w| before[w as usize].0 == Outcome::P) {
                found[v] = (Outcome::N, Some(k));
            } else if from.iter().all(|&w| before[w as usize].0 == Outcome::N) {
                found[v] = (Outcome::P, Some(k));
            }
        }
        if found == before {
            return found;
        }
    }
    unreachable!("the sets stop growing")
}
