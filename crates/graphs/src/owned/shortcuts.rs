//! Parts of a parity game that are decided without Zielonka's algorithm.

use upstar_core::{Exhausted, Player};

use super::parity_winner;
use super::zielonka::{SOLVED, Zielonka};
use crate::graph::NONE;

/// How many passes over the graph the search for winning cycles may take.
const PASSES: u64 = 8;

impl Zielonka<'_> {
    /// Solves vertices with a loop that the owner likes, and those with nothing but loops.
    pub(super) fn loops(&mut self) -> Result<(), Exhausted> {
        for v in 0..self.level.len() as u32 {
            let row = self.forward.row(v);
            self.ticker.tick(row.len() as u64 + 1)?;
            if self.level[v as usize] == SOLVED || row.binary_search(&v).is_err() {
                continue;
            }
            let winner = parity_winner(self.priorities[v as usize]);
            if winner == self.owners[v as usize] || row.iter().all(|&w| w == v) {
                self.moves[v as usize] = v;
                self.settle(winner, &[v])?;
            }
        }
        Ok(())
    }

    /// Solves vertices from which one player alone can keep to a cycle that he or she likes.
    pub(super) fn winning_cycles(&mut self) -> Result<(), Exhausted> {
        let vertices = self.level.len() as u32;
        let size = u64::from(vertices) + self.forward.targets.len() as u64;
        let (mut found, mut ends) = (Vec::new(), Vec::new());
        for player in Player::BOTH {
            let mut left = size.saturating_mul(PASSES);
            // The component in which a vertex is, by number, if the player can keep to it.
            let mut part_of = vec![0u32; vertices as usize];
            let mine = |engine: &Self, v: u32| {
                engine.level[v as usize] != SOLVED && engine.owners[v as usize] == player
            };
            let mut parts: Vec<Vec<u32>> = vec![(0..vertices).filter(|&v| mine(self, v)).collect()];
            let mut number = 0u32;
            while let Some(part) = parts.pop() {
                let arcs = part.iter().map(|&v| self.forward.row(v).len() as u64 + 1).sum::<u64>();
                let Some(rest) = left.checked_sub(arcs) else {
                    break;
                };
                left = rest;
                // What was attracted since the part was made is left out, and what is above the
                // largest priority that the player likes.
                let mut part = part;
                part.retain(|&v| mine(self, v));
                let best = part.iter().map(|&v| self.priorities[v as usize]);
                let best = best.filter(|&found| parity_winner(found) == player).max();
                let Some(best) = best else { continue };
                part.retain(|&v| self.priorities[v as usize] <= best);
                let lists = (&mut found, &mut ends);
                self.components.list(self.forward, &part, lists, &mut self.ticker)?;
                let mut begin = 0;
                for &end in &ends {
                    let component = &found[begin..end];
                    begin = end;
                    // A vertex alone has no loop that its owner likes; what is solved was attracted.
                    if component.len() == 1 || self.level[component[0] as usize] == SOLVED {
                        continue;
                    }
                    let priority = |v: &u32| self.priorities[*v as usize];
                    let liked = component.iter().map(priority);
                    let liked = liked.filter(|&found| parity_winner(found) == player);
                    let Some(best) = liked.max() else { continue };
                    let within = component.iter().copied().filter(|v| priority(v) <= best);
                    if within.clone().count() < component.len() {
                        parts.push(within.collect());
                        continue;
                    }
                    number += 1;
                    for &v in component {
                        part_of[v as usize] = number;
                    }
                    self.keep_to(player, component, best, &mut part_of)?;
                }
            }
        }
        Ok(())
    }

    /// Makes a strongly connected component of vertices of `player` won: he or she goes round
    /// through a vertex with the largest priority, `best`. The component is a part of its own.
    fn keep_to(
        &mut self,
        player: Player,
        component: &[u32],
        best: u32,
        part_of: &mut [u32],
    ) -> Result<(), Exhausted> {
        let number = part_of[component[0] as usize];
        let top = component.iter().copied().find(|&v| self.priorities[v as usize] == best);
        let Some(top) = top else { return Ok(()) };
        let back = self.forward.row(top).iter().find(|&&w| part_of[w as usize] == number);
        self.moves[top as usize] = back.copied().unwrap_or(NONE);
        // From everywhere else the shortest way to the top.
        part_of[top as usize] = 0;
        let mut queue = vec![top];
        let mut head = 0;
        while let Some(&v) = queue.get(head) {
            head += 1;
            let row = self.reverse.row(v);
            self.ticker.tick(row.len() as u64 + 1)?;
            for &u in row {
                if part_of[u as usize] == number {
                    part_of[u as usize] = 0;
                    self.moves[u as usize] = v;
                    queue.push(u);
                }
            }
        }
        self.settle(player, component)
    }
}
