//! Reachability and safety games, with the number of moves.

use upstar_core::arcs::Objective;
use upstar_core::{Budget, Lease, Player};

use super::OwnedGame;
use super::solve::OwnedSolution;
use crate::Result;
use crate::graph::NONE;

/// Solves a reachability or a safety game by one attractor, level by level. O(V+E).
///
/// The player who wants to come to a target hurries, and the opponent delays. A play that ends
/// because the opponent cannot move counts as won after the moves that were made. *Source:*
/// Grädel, Thomas and Wilke, *Automata, Logics, and Infinite Games*, chapter 2.
pub(super) fn solve(game: &OwnedGame<'_>, budget: &Budget) -> Result<OwnedSolution> {
    let graph = game.graph;
    let vertices = graph.vertices();
    let reacher = match game.objective {
        Objective::Safety => Player::Right,
        _ => Player::Left,
    };
    let mut lease = Lease::new(budget);
    let is_target = game.target_marks(&mut lease)?;
    let mut remoteness = lease.filled(NONE, vertices as usize)?;
    let mut queue: Vec<u32> = lease.with_capacity(vertices as usize)?;
    for v in 0..vertices {
        let ends = graph.out_degree(v) == 0;
        if is_target[v as usize] || (ends && game.terminal_winner(v)? == reacher) {
            remoteness[v as usize] = 0;
            queue.push(v);
        }
    }
    let mut left = lease.with_capacity(vertices as usize)?;
    left.extend_from_slice(&graph.out_degree);
    let mut ticker = budget.ticker();
    let mut head = 0;
    // Vertices come in order of their remoteness, so the last successor is the farthest one.
    while let Some(&v) = queue.get(head) {
        head += 1;
        let row = graph.predecessors(v);
        ticker.tick(row.len() as u64 + 1)?;
        for &u in row {
            let waiting = &mut left[u as usize];
            *waiting -= 1;
            if remoteness[u as usize] == NONE
                && (game.owners[u as usize] == reacher || *waiting == 0)
            {
                remoteness[u as usize] = remoteness[v as usize] + 1;
                queue.push(u);
            }
        }
    }
    drop(queue);
    let mut winners = lease.filled(reacher.opponent(), vertices as usize)?;
    let mut moves = lease.filled(NONE, vertices as usize)?;
    let successors = graph.successors()?;
    for v in 0..vertices {
        let here = remoteness[v as usize];
        if here != NONE {
            winners[v as usize] = reacher;
        }
        if here == 0
            || game.owners[v as usize] != if here == NONE { reacher.opponent() } else { reacher }
        {
            continue;
        }
        let row = successors.of(v);
        ticker.tick(row.len() as u64 + 1)?;
        let wanted = if here == NONE { NONE } else { here - 1 };
        let found = row.iter().find(|&&w| remoteness[w as usize] == wanted);
        moves[v as usize] = found.copied().unwrap_or(NONE);
    }
    Ok(OwnedSolution::new(game.objective, winners, moves, Some(remoteness), lease))
}
