//! Answers computed by definition, slow and simple, to test the engines against.

use upstar_core::arcs::MoveResult;
use upstar_core::{Convention, LoopyNimber, Outcome, Player};

use crate::graph::Graph;

/// The moves from every vertex, collected from the lists of predecessors.
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
pub fn solve(graph: &Graph, convention: Convention) -> Vec<(Outcome, Option<u32>)> {
    let moves = moves(graph);
    let mut found = vec![(Outcome::D, None); moves.len()];
    for (v, from) in moves.iter().enumerate() {
        if from.is_empty() {
            let result = graph.terminal_result(v as u32, convention);
            found[v] = (result.outcome(), (result != MoveResult::Draw).then_some(0));
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

/// The loopy value of every vertex by definition: `v` is `*i` if `v + *i` is a P-position.
/// Otherwise it is `∞` with those `i` for which `v + *i` is an N-position. These are found by
/// solving the graph of all sums with nim-heaps up to the number of vertices. O(V²·E) and more: for
/// small graphs.
pub fn loopy_values(graph: &Graph) -> Vec<LoopyNimber> {
    let moves = moves(graph);
    let vertices = graph.vertices();
    let heaps = vertices + 2;
    let mut arcs = Vec::new();
    for heap in 0..heaps {
        for (v, to) in moves.iter().enumerate() {
            let from = heap * vertices + v as u32;
            arcs.extend(to.iter().map(|w| (from, heap * vertices + w)));
            arcs.extend((0..heap).map(|lower| (from, lower * vertices + v as u32)));
        }
    }
    let product = Graph::from_arcs(heaps * vertices, arcs).expect("small graphs can be built");
    let solved = solve(&product, Convention::Normal);
    (0..vertices)
        .map(|v| {
            let with = |heap: u32| solved[(heap * vertices + v) as usize].0;
            match (0..heaps).find(|&heap| with(heap) == Outcome::P) {
                Some(heap) => LoopyNimber::Nimber(heap),
                None => LoopyNimber::infinite((0..heaps).filter(|&i| with(i) == Outcome::N)),
            }
        })
        .collect()
}

/// Result and remoteness for Left and for Right moving first at every vertex
/// of a coloured graph, by the same definition as [`solve`], for each player.
pub fn solve_coloured(
    graph: &Graph,
    convention: Convention,
) -> Vec<[(MoveResult, Option<u32>); 2]> {
    let vertices = graph.vertices() as usize;
    let mut moves = vec![[Vec::new(), Vec::new()]; vertices];
    for v in 0..graph.vertices() {
        for (u, colour) in graph.coloured_predecessors(v) {
            for player in Player::BOTH {
                if colour.allows(player) {
                    moves[u as usize][player as usize].push(v as usize);
                }
            }
        }
    }
    let mut found = vec![[(MoveResult::Draw, None); 2]; vertices];
    for v in 0..vertices {
        for (player, from) in moves[v].iter().enumerate() {
            if from.is_empty() {
                let result = graph.terminal_result(v as u32, convention);
                let remoteness = (result != MoveResult::Draw).then_some(0);
                found[v][player] = (result, remoteness);
            }
        }
    }
    for k in 1.. {
        let before = found.clone();
        for v in 0..vertices {
            for player in 0..2 {
                let from = &moves[v][player];
                if before[v][player].1.is_some() || from.is_empty() {
                    continue;
                }
                let replies = || from.iter().map(|&w| before[w][1 - player].0);
                if replies().any(|result| result == MoveResult::Loss) {
                    found[v][player] = (MoveResult::Win, Some(k));
                } else if replies().all(|result| result == MoveResult::Win) {
                    found[v][player] = (MoveResult::Loss, Some(k));
                }
            }
        }
        if found == before {
            return found;
        }
    }
    unreachable!("the sets stop growing")
}
