//! The question and its answer.

use upstar_core::arcs::Objective;
use upstar_core::{Budget, Lease, Player};

use super::zielonka::Zielonka;
use super::{OwnedGame, attractor};
use crate::Result;
use crate::graph::NONE;

/// Who wins from each vertex, and how.
#[derive(Debug)]
pub struct OwnedSolution {
    objective: Objective,
    winners: Vec<Player>,
    moves: Vec<u32>,
    remoteness: Option<Vec<u32>>,
    _lease: Lease,
}

/// Finds the winner of each vertex and a positional strategy for both players.
///
/// Reachability and safety: O(V+E), with the number of moves. Büchi, co-Büchi and parity games:
/// Zielonka's algorithm after the usual shortcuts, with 30 bytes a vertex besides the graph. Its time is
/// O(V·E) with two priorities and exponential in the number of priorities in the worst case; most
/// games take linear time.
///
/// # Errors
/// [`GraphError`](crate::GraphError) if a list does not fit the graph, a terminal is a draw, the
/// arcs have colours, or the budget is used up.
///
/// ```
/// use upstar_core::arcs::Objective;
/// use upstar_core::{Budget, Player};
/// use upstar_graphs::{Graph, OwnedGame, solve_owned};
///
/// // Left goes round 0 -> 1 -> 0, where the largest priority is 2; Right stays at vertex 2.
/// let graph = Graph::from_arcs(3, [(0, 1), (0, 2), (1, 0), (2, 2)])?;
/// let game = OwnedGame {
///     graph: &graph,
///     owners: &[Player::Left, Player::Left, Player::Right],
///     priorities: &[2, 1, 3],
///     targets: &[],
///     objective: Objective::MaxParity,
/// };
/// let solution = solve_owned(&game, &Budget::unlimited())?;
/// assert_eq!((solution.winner(0), solution.best_move(0)), (Player::Left, Some(1)));
/// assert_eq!(solution.winner(2), Player::Right);
/// # Ok::<(), upstar_graphs::GraphError>(())
/// ```
pub fn solve_owned(game: &OwnedGame<'_>, budget: &Budget) -> Result<OwnedSolution> {
    game.check()?;
    let mut lease = Lease::new(budget);
    let Some(priorities) = game.max_priorities(&mut lease, budget)? else {
        return attractor::solve(game, budget);
    };
    let (winners, moves) = Zielonka::new(game, priorities, &mut lease, budget)?.solve()?;
    Ok(OwnedSolution::new(game.objective, winners, moves, None, lease))
}

impl OwnedSolution {
    pub(super) fn new(
        objective: Objective,
        winners: Vec<Player>,
        moves: Vec<u32>,
        remoteness: Option<Vec<u32>>,
        lease: Lease,
    ) -> Self {
        OwnedSolution { objective, winners, moves, remoteness, _lease: lease }
    }

    /// What Left wanted.
    pub fn objective(&self) -> Objective {
        self.objective
    }

    /// The number of vertices.
    pub fn vertices(&self) -> u32 {
        self.winners.len() as u32
    }

    /// Who wins if play begins at `v`.
    pub fn winner(&self, v: u32) -> Player {
        self.winners[v as usize]
    }

    /// The move from `v` in the strategy of the winner; `None` where the loser moves, at terminals,
    /// and at targets that have been reached.
    pub fn best_move(&self, v: u32) -> Option<u32> {
        Some(self.moves[v as usize]).filter(|&to| to != NONE)
    }

    /// The number of moves to a target (or to where the opponent cannot move), if the player who
    /// wants to come there wins: he or she hurries, and the opponent delays. `None` for the other
    /// player and for objectives that no finite number of moves decides.
    pub fn remoteness(&self, v: u32) -> Option<u32> {
        let found = self.remoteness.as_ref()?[v as usize];
        Some(found).filter(|&moves| moves != NONE)
    }

    /// How many vertices Left and Right win.
    pub fn counts(&self) -> [u64; 2] {
        let left = self.winners.iter().filter(|&&winner| winner == Player::Left).count() as u64;
        [left, self.winners.len() as u64 - left]
    }

    /// The largest remoteness with the first vertex that has it.
    pub fn longest(&self) -> Option<(u32, u32)> {
        let all = (0..self.vertices()).filter_map(|v| Some((v, self.remoteness(v)?)));
        all.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }
}
