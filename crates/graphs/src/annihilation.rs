//! Annihilation games: two tokens that meet on a vertex both vanish.

use upstar_core::{Budget, Convention, GrundyValue, LoopyNimber};

use crate::Result;
use crate::graph::Graph;
use crate::grundy::grundy_values;
use crate::order::is_acyclic;
use crate::positions::{self, Options, SumSolution};

/// The tokens that are left when those on one vertex cancel in pairs, ascending.
fn cancelled(graph: &Graph, tokens: &[u32]) -> Result<Vec<u32>> {
    for &vertex in tokens {
        graph.check_vertex(vertex)?;
    }
    let mut tokens = tokens.to_vec();
    tokens.sort_unstable();
    Ok(tokens.chunk_by(|a, b| a == b).filter(|run| run.len() % 2 == 1).map(|run| run[0]).collect())
}

/// The set after moving the token on `from`, ascending. A move along a loop changes nothing.
fn after(tokens: &[u32], from: u32, to: u32) -> impl Iterator<Item = u32> + Clone {
    let stays = from == to;
    let meets = tokens.binary_search(&to).is_ok();
    let lower = tokens.iter().copied().filter(move |&v| stays || (v != from && v != to));
    let arrives = (!stays && !meets).then_some(to);
    let mut all: Vec<u32> = lower.chain(arrives).collect();
    all.sort_unstable();
    all.into_iter()
}

fn options(graph: &Graph, tokens: &[u32], out: &mut Options) -> Result {
    let successors = graph.successors()?;
    for &from in tokens {
        for (to, colour) in successors.coloured(from) {
            out.push(after(tokens, from, to), colour);
        }
    }
    Ok(())
}

/// Solves the annihilation game with `tokens` on `graph` exactly. It explores all sets of occupied
/// vertices that can be reached, under a budget. Tokens that begin on the same vertex cancel in
/// pairs; the others are numbered from 0, by vertex. A player who cannot move loses (or wins, in
/// misère play).
///
/// *Source:* Fraenkel and Yesha 1982; Stankevich, *Games on graphs*, exercise 17.
///
/// # Errors
/// If a vertex is not in the graph, the graph has terminals with results of
/// their own other than what `convention` says, or the budget is used up.
pub fn solve_annihilation(
    graph: &Graph,
    tokens: &[u32],
    convention: Convention,
    threads: usize,
    budget: &Budget,
) -> Result<SumSolution> {
    graph.check_results(convention)?;
    let tokens = cancelled(graph, tokens)?;
    let moves = |set: &[u32], out: &mut Options| options(graph, set, out);
    let mut solution = SumSolution::new(&tokens, moves, convention, threads, budget)?;
    for (token, &from) in tokens.iter().enumerate() {
        for (to, colour) in graph.successors()?.coloured(from) {
            let after: Vec<u32> = after(&tokens, from, to).collect();
            solution.push((token, from, to), colour, &after);
        }
    }
    Ok(solution)
}

/// The value of the annihilation game with `tokens` on an impartial graph in normal play. On an
/// acyclic graph it is the nim-sum of the Grundy values of the tokens' vertices, found in O(V+E).
/// With cycles, the sets that can be reached are explored under the budget.
///
/// # Errors
/// If the arcs are coloured, a terminal is not lost for the player to move, a
/// vertex is not in the graph, or the budget is used up.
pub fn annihilation_value(graph: &Graph, tokens: &[u32], budget: &Budget) -> Result<LoopyNimber> {
    graph.check_normal_play()?;
    let tokens = cancelled(graph, tokens)?;
    if is_acyclic(graph, budget)? {
        let values = grundy_values(graph, budget)?;
        let sum: GrundyValue = tokens.iter().fold(0, |sum, &v| sum ^ values[v as usize]);
        return Ok(LoopyNimber::Nimber(sum));
    }
    positions::value(&tokens, |set: &[u32], out: &mut Options| options(graph, set, out), budget)
}
