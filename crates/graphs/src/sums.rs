//! Sums of games: tokens on graphs, one of which moves in each turn.

use upstar_core::{Budget, Convention, Exhausted, LoopyNimber};

use crate::Result;
use crate::graph::Graph;
use crate::loopy::LoopyValues;
use crate::positions::{Options, SumSolution};

/// A token on a graph. Several tokens may be on one graph, and on one vertex.
#[derive(Clone, Copy, Debug)]
pub struct Token<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// The vertex the token stands on.
    pub vertex: u32,
}

/// A token on an impartial graph whose values are known.
#[derive(Clone, Copy, Debug)]
pub struct ValuedToken<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// The values of its vertices.
    pub values: &'a LoopyValues,
    /// The vertex the token stands on.
    pub vertex: u32,
}

/// The value of a sum of impartial games in normal play. The cost is proportional to the number of
/// tokens. The sizes of the graphs do not matter.
///
/// *Source:* Stankevich, *Games on graphs*, theorems 11 and 18.
pub fn sum_value(tokens: &[ValuedToken<'_>]) -> LoopyNimber {
    tokens.iter().map(|token| token.values.get(token.vertex)).sum()
}

/// All moves in a sum of impartial games that leave a P-position, ascending, as pairs of a token's
/// index and the vertex it moves to.
///
/// In a sum without cycles each of these moves wins. With cycles each leaves the opponent in a lost
/// position, but to make progress a player must always take a move of least remoteness: see
/// [`solve_sum`].
///
/// # Errors
/// If there is no memory for the successors of a graph.
pub fn winning_moves(tokens: &[ValuedToken<'_>]) -> Result<Vec<(usize, u32)>, Exhausted> {
    let value = |token: &ValuedToken<'_>| token.values.get(token.vertex).nimber();
    let infinite = tokens.iter().filter(|token| value(token).is_none()).count();
    let sum = tokens.iter().filter_map(value).fold(0, |sum, n| sum ^ n);
    let mut moves = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        // The value that the token must have after the move for the sum to be *0.
        let wanted = match (value(token), infinite) {
            (Some(n), 0) => sum ^ n,
            (None, 1) => sum,
            _ => continue,
        };
        let before = moves.len();
        for &to in token.graph.successors()?.of(token.vertex) {
            let known = moves[before..].last() == Some(&(index, to));
            if !known && token.values.get(to) == &LoopyNimber::Nimber(wanted) {
                moves.push((index, to));
            }
        }
    }
    Ok(moves)
}

/// Solves a sum of coloured or impartial games, in normal or misère play, by solving all positions
/// that can be reached. Their number is the product over the components, so this is for small sums,
/// under a budget. Tokens on the same graph are not distinguished.
///
/// For impartial games in normal play, [`sum_value`] answers for sums of any size. In other cases
/// the outcomes of the components do not determine the outcome of the sum (exercises 6 and 7 of
/// Stankevich, *Games on graphs*).
///
/// # Errors
/// If a graph has a terminal whose own result is not what `convention` says, or the budget is used
/// up.
pub fn solve_sum(
    tokens: &[Token<'_>],
    convention: Convention,
    threads: usize,
    budget: &Budget,
) -> Result<SumSolution> {
    for token in tokens {
        token.graph.check_vertex(token.vertex)?;
        token.graph.check_results(convention)?;
    }
    let groups = groups(tokens);
    // Tokens of one group are adjacent, so that they can be sorted.
    let mut slots: Vec<usize> = (0..tokens.len()).collect();
    slots.sort_by_key(|&i| (groups[i], tokens[i].vertex));
    let graphs: Vec<(usize, &Graph)> =
        slots.iter().map(|&i| (groups[i], tokens[i].graph)).collect();
    let start: Vec<u32> = slots.iter().map(|&i| tokens[i].vertex).collect();
    let mut scratch = Vec::new();
    let options = |position: &[u32], out: &mut Options| {
        for (slot, &(group, graph)) in graphs.iter().enumerate() {
            // Of equal tokens, moving one is enough.
            if slot > 0 && graphs[slot - 1].0 == group && position[slot - 1] == position[slot] {
                continue;
            }
            for (to, colour) in graph.successors()?.coloured(position[slot]) {
                scratch.clear();
                scratch.extend_from_slice(position);
                scratch[slot] = to;
                sort_group(&mut scratch, slot, |i| graphs[i].0 == group);
                out.push(scratch.iter().copied(), colour);
            }
        }
        Ok(())
    };
    let mut solution = SumSolution::new(&start, options, convention, threads, budget)?;
    let mut key: Vec<(usize, u32)> = Vec::new();
    for (token, at) in tokens.iter().enumerate() {
        for (to, colour) in at.graph.successors()?.coloured(at.vertex) {
            key.clear();
            key.extend(groups.iter().zip(tokens).map(|(&group, token)| (group, token.vertex)));
            key[token].1 = to;
            key.sort_unstable();
            let after = key.iter().map(|&(_, vertex)| vertex).collect::<Vec<_>>();
            solution.push((token, at.vertex, to), colour, &after);
        }
    }
    Ok(solution)
}

/// Numbers the graphs that tokens stand on, in order of appearance.
fn groups(tokens: &[Token<'_>]) -> Vec<usize> {
    let mut graphs: Vec<&Graph> = Vec::new();
    let mut groups = Vec::new();
    for token in tokens {
        let known = graphs.iter().position(|graph| std::ptr::eq(*graph, token.graph));
        groups.push(known.unwrap_or(graphs.len()));
        if known.is_none() {
            graphs.push(token.graph);
        }
    }
    groups
}

/// Sorts a group of which only the entry at `slot` is out of place.
fn sort_group(position: &mut [u32], mut slot: usize, in_group: impl Fn(usize) -> bool) {
    while slot > 0 && in_group(slot - 1) && position[slot - 1] > position[slot] {
        position.swap(slot - 1, slot);
        slot -= 1;
    }
    while slot + 1 < position.len() && in_group(slot + 1) && position[slot + 1] < position[slot] {
        position.swap(slot + 1, slot);
        slot += 1;
    }
}
