//! Simple implementations of the order and of outcomes, with which the tests compare the fast ones.

use upstar_core::{Outcome, Player};

use crate::{Graph, Side};

/// The outcome of a game by the definition, with infinite play as a draw. It goes through all
/// positions repeatedly until nothing changes.
///
/// Two games are equal if and only if their sums with every game have the same outcome. So this
/// tests values by the graphs of sums.
#[must_use]
pub fn outcome(game: &Graph) -> Outcome {
    // The winner for each position and player to move.
    let mut winners = vec![[None; 2]; game.nodes.len()];
    loop {
        let before = winners.clone();
        for (node, options) in game.nodes.iter().enumerate() {
            for (mover, side) in options.iter().enumerate() {
                let (own, other) = (Player::BOTH[mover], Player::BOTH[1 - mover]);
                let mut reached = side.iter().map(|&o| before[o as usize][1 - mover]);
                if reached.clone().any(|winner| winner == Some(own)) {
                    winners[node][mover] = Some(own);
                } else if reached.all(|winner| winner == Some(other)) {
                    winners[node][mover] = Some(other);
                }
            }
        }
        if winners == before {
            let [left, right] = winners[game.root as usize];
            return Outcome::from_winners(left, right);
        }
    }
}

/// Whether Left, moving second, does not lose G - H, with infinite play won as in [`Side`]. By the
/// definition, going through all positions repeatedly until nothing changes.
#[must_use]
pub fn at_least(g: &Graph, h: &Graph, side: Side) -> bool {
    let (rows, columns) = (g.nodes.len(), h.nodes.len());
    let state = |g: u32, h: u32, mover: usize| 2 * (g as usize * columns + h as usize) + mover;
    // The moves of each state: the next state, and whether the move is good for Left forever.
    let mut moves: Vec<Vec<(usize, bool)>> = vec![Vec::new(); 2 * rows * columns];
    for a in 0..rows as u32 {
        for b in 0..columns as u32 {
            for mover in 0..2 {
                let first = g.nodes[a as usize][mover].iter();
                let second = h.nodes[b as usize][1 - mover].iter();
                let first = first.map(|&to| (state(to, b, 1 - mover), side == Side::On));
                let second = second.map(|&to| (state(a, to, 1 - mover), side == Side::Off));
                moves[state(a, b, mover)] = first.chain(second).collect();
            }
        }
    }
    // The least fixed point of the won set, with greatest fixed points inside.
    let mut won = vec![false; moves.len()];
    loop {
        let mut inside = vec![true; moves.len()];
        loop {
            let next: Vec<bool> = (0..moves.len())
                .map(|state| {
                    let holds = |&(to, good): &(usize, bool)| won[to] || !good && inside[to];
                    if state % 2 == 0 {
                        moves[state].iter().all(holds)
                    } else {
                        moves[state].iter().any(holds)
                    }
                })
                .collect();
            if next == inside {
                break;
            }
            inside = next;
        }
        if inside == won {
            return !won[state(g.root, h.root, 1)];
        }
        won = inside;
    }
}
