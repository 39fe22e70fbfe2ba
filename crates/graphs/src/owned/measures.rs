//! Small progress measures: a second way to solve parity games, which shares nothing with the first.
//!
//! *Source:* M. Jurdziński, *Small progress measures for solving parity games* (2000).

use upstar_core::{Budget, Lease, Player};

use super::{OwnedGame, attractor};
use crate::Result;
use crate::graph::NONE;

/// Finds the winner of each vertex by small progress measures. O(V+E) for reachability and safety;
/// for the others exponential in the number of odd priorities, 4 bytes for each of them and vertex.
/// Meant for checks of [`solve_owned`](super::solve_owned) on small games.
///
/// # Errors
/// As [`solve_owned`](super::solve_owned).
pub fn winners_by_measures(game: &OwnedGame<'_>, budget: &Budget) -> Result<Vec<Player>> {
    game.check()?;
    let mut lease = Lease::new(budget);
    let Some(priorities) = game.max_priorities(&mut lease, budget)? else {
        let solution = attractor::solve(game, budget)?;
        return Ok((0..solution.vertices()).map(|v| solution.winner(v)).collect());
    };
    let vertices = game.graph.vertices();
    // The odd priorities from the largest down, and how many vertices have each.
    let mut odd: Vec<u32> = priorities.iter().copied().filter(|p| p % 2 == 1).collect();
    odd.sort_unstable_by(|a, b| b.cmp(a));
    odd.dedup();
    let width = odd.len();
    let mut most = vec![0u32; width];
    for &priority in &priorities {
        if let Ok(place) = odd.binary_search_by(|p| priority.cmp(p)) {
            most[place] += 1;
        }
    }
    let mut measures = lease.filled(0u32, width * vertices as usize)?;
    // The measure beyond all others: Right wins.
    let mut beyond = lease.filled(false, vertices as usize)?;
    let mut waits = lease.filled(false, vertices as usize)?;
    let mut queue: Vec<u32> = lease.with_capacity(vertices as usize)?;
    let successors = game.graph.successors()?;
    for v in 0..vertices {
        if game.graph.out_degree(v) > 0 {
            waits[v as usize] = true;
            queue.push(v);
        } else if game.terminal_winner(v)? == Player::Right {
            beyond[v as usize] = true;
        }
    }
    let mut ticker = budget.ticker();
    let mut best = vec![0; width];
    let mut next = vec![0; width];
    while let Some(v) = queue.pop() {
        waits[v as usize] = false;
        if beyond[v as usize] {
            continue;
        }
        let left = game.owners[v as usize] == Player::Left;
        let priority = priorities[v as usize];
        // `None` is the measure beyond all others.
        let mut chosen = NONE;
        let mut is_beyond = false;
        for &w in successors.of(v) {
            ticker.tick(width as u64 + 1)?;
            let of_w = &measures[width * w as usize..][..width];
            let passes = !beyond[w as usize] && least_above(of_w, &odd, &most, priority, &mut next);
            let better = match (passes, is_beyond) {
                _ if chosen == NONE => true,
                (true, true) => left,
                (false, false) => !left,
                (false, true) => false,
                (true, false) => {
                    if left {
                        next < best
                    } else {
                        next > best
                    }
                }
            };
            if better {
                (chosen, is_beyond) = (w, !passes);
                best.copy_from_slice(&next);
            }
        }
        let mine = &mut measures[width * v as usize..][..width];
        if is_beyond {
            beyond[v as usize] = true;
        } else if best[..] > mine[..] {
            mine.copy_from_slice(&best);
        } else {
            continue;
        }
        for &u in game.graph.predecessors(v) {
            if !waits[u as usize] && !beyond[u as usize] {
                waits[u as usize] = true;
                queue.push(u);
            }
        }
    }
    let winner = |&lost: &bool| if lost { Player::Right } else { Player::Left };
    Ok(beyond.iter().map(winner).collect())
}

/// The least measure that is not below `of` in the places of priorities from `priority` up, and
/// above it if `priority` is odd. False if there is none.
fn least_above(of: &[u32], odd: &[u32], most: &[u32], priority: u32, into: &mut [u32]) -> bool {
    let kept = odd.partition_point(|&p| p >= priority);
    into.fill(0);
    into[..kept].copy_from_slice(&of[..kept]);
    if priority.is_multiple_of(2) {
        return true;
    }
    for place in (0..kept).rev() {
        if into[place] < most[place] {
            into[place] += 1;
            return true;
        }
        into[place] = 0;
    }
    false
}
