//! Games on graphs whose vertices have owners: reachability, safety, Büchi, co-Büchi and parity
//! games.
//!
//! A token stands on a vertex, and the owner of the vertex moves it along an arc. The same player
//! may move several times in a row. A player who cannot move loses, unless the terminal has a
//! result of its own. The objective says who wins if the play goes on. All these games are
//! determined, and the winner has a positional strategy: one move for each of his or her vertices
//! (Emerson and Jutla 1991; Mostowski 1991).
//!
//! - [`solve_owned`] finds the winner of each vertex and a strategy for both players. Reachability
//!   and safety games are solved by one attractor, the others by Zielonka's algorithm.
//! - [`winners_by_measures`] is the independent twin: small progress measures.

mod attractor;
mod components;
mod measures;
mod shortcuts;
mod solve;
mod zielonka;

pub use measures::winners_by_measures;
pub use solve::{OwnedSolution, solve_owned};

use upstar_core::arcs::Objective;
use upstar_core::{Budget, Convention, Exhausted, Lease, Player};

use crate::Result;
use crate::error::GraphError;
use crate::graph::Graph;

/// A graph with an owner for each vertex, and what Left wants.
#[derive(Clone, Copy, Debug)]
pub struct OwnedGame<'g> {
    /// The arcs. Colours of arcs are refused: the owner of a vertex says who moves.
    pub graph: &'g Graph,
    /// Who moves at each vertex.
    pub owners: &'g [Player],
    /// The priorities of the vertices; not looked at if the objective speaks of targets.
    pub priorities: &'g [u32],
    /// The targets, in any order; not looked at if the objective speaks of priorities.
    pub targets: &'g [u32],
    /// What Left wants.
    pub objective: Objective,
}

impl OwnedGame<'_> {
    /// Checks that all lists fit the graph.
    fn check(&self) -> Result {
        if self.graph.is_coloured() {
            return Err(GraphError::ColouredWithOwners);
        }
        let expected = u64::from(self.graph.vertices());
        let lists =
            [(true, self.owners.len()), (self.objective.needs_priorities(), self.priorities.len())];
        for (_, found) in lists.into_iter().filter(|&(needed, _)| needed) {
            let found = found as u64;
            if found != expected {
                return Err(GraphError::WrongLength { expected, found });
            }
        }
        self.targets.iter().try_for_each(|&v| self.graph.check_vertex(v))
    }

    /// The winner at terminal `v`.
    fn terminal_winner(&self, v: u32) -> Result<Player> {
        let result = self.graph.terminal_result(v, Convention::Normal);
        result.winner(self.owners[v as usize]).ok_or(GraphError::DrawWithOwners { vertex: v })
    }

    /// Whether each vertex is a target.
    fn target_marks(&self, lease: &mut Lease) -> Result<Vec<bool>, Exhausted> {
        let mut marks = lease.filled(false, self.graph.vertices() as usize)?;
        for &v in self.targets {
            marks[v as usize] = true;
        }
        Ok(marks)
    }

    /// The same condition as priorities whose largest one counts: Left wins if it is even.
    /// `None` for reachability and safety, which are decided after finitely many moves.
    fn max_priorities(&self, lease: &mut Lease, budget: &Budget) -> Result<Option<Vec<u32>>> {
        budget.check()?;
        let mut priorities = lease.filled(0u32, self.graph.vertices() as usize)?;
        // What a vertex that is no target has, and what targets have.
        let (others, targets) = match self.objective {
            Objective::Reach | Objective::Safety => return Ok(None),
            Objective::MaxParity => {
                priorities.copy_from_slice(self.priorities);
                return Ok(Some(priorities));
            }
            Objective::MinParity => {
                // An even number minus the priority has the same parity and the other order.
                let largest = self.priorities.iter().copied().max().unwrap_or(0);
                let even = largest.checked_next_multiple_of(2);
                let even = even.ok_or(GraphError::PriorityTooLarge { priority: largest })?;
                for (turned, &priority) in priorities.iter_mut().zip(self.priorities) {
                    *turned = even - priority;
                }
                return Ok(Some(priorities));
            }
            Objective::Buchi => (1, 2),
            Objective::CoBuchi => (0, 1),
        };
        priorities.fill(others);
        for &v in self.targets {
            priorities[v as usize] = targets;
        }
        Ok(Some(priorities))
    }
}

/// Who likes a priority, if the largest one that occurs infinitely often counts.
#[inline(always)]
fn parity_winner(priority: u32) -> Player {
    if priority.is_multiple_of(2) { Player::Left } else { Player::Right }
}
