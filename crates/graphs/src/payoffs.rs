//! Games whose terminals have payoffs, or whose moves earn points.
//!
//! What one player gets, the other pays. The mover at a vertex wants the largest payoff.
//!
//! - [`solve_payoffs`]: payoffs at terminals. The graph may have cycles, and endless play has a value
//!   of its own.
//! - [`solve_points`]: each move also earns points. The graph must be acyclic.

use upstar_core::{Budget, Lease, Player};

use crate::Result;
use crate::error::GraphError;
use crate::graph::{Graph, NONE};
use crate::order::{Order, topological_order};

/// A graph whose terminals have payoffs.
#[derive(Clone, Copy, Debug)]
pub struct PayoffGame<'g> {
    /// The arcs, without colours.
    pub graph: &'g Graph,
    /// Who moves at each vertex; payoffs are then those of Left. If it is empty, the players
    /// alternate, and the payoff of a vertex is that of the player to move there.
    pub owners: &'g [Player],
    /// The payoff of each terminal, ascending by vertex.
    pub payoffs: &'g [(u32, i64)],
}

/// The payoff of each vertex under best play, and how to get it.
#[derive(Debug)]
pub struct PayoffSolution {
    payoffs: Vec<i64>,
    remoteness: Vec<u32>,
    moves: Vec<u32>,
    _lease: Lease,
}

/// Finds the payoff of each vertex if endless play is worth `endless` (to Left, or to both players if
/// they alternate: then only 0 makes sense).
///
/// Vertices take their payoff from the terminals backwards, in the order of the distance of the
/// payoffs from `endless`: a payoff above it is reached by the player who wants it, and the opponent
/// cannot avoid one that all moves lead to. O(V+E) and a sort of the terminals, 20 bytes a vertex
/// and 16 a terminal besides the arcs in both directions.
///
/// The remoteness is the number of moves to the terminal. Among equal payoffs, the player who prefers
/// them to endless play hurries, and the opponent delays. A payoff equal to `endless` is a tie if a
/// terminal can be reached without loss, and both players go the shortest way there. Otherwise play
/// does not end, and there is no remoteness.
///
/// # Errors
/// [`GraphError`] if the arcs have colours, a payoff is missing or of a vertex with moves, a
/// difference of payoffs does not fit into 64 bits, or the budget is used up.
///
/// ```
/// use upstar_core::{Budget, Player};
/// use upstar_graphs::{Graph, PayoffGame, solve_payoffs};
///
/// // Left moves at 0 and Right at 1. Left takes 5 rather than the 3 that Right would leave.
/// let graph = Graph::from_arcs(5, [(0, 1), (0, 2), (1, 3), (1, 4)])?;
/// let owners = [Player::Left, Player::Right, Player::Left, Player::Left, Player::Left];
/// let game = PayoffGame { graph: &graph, owners: &owners, payoffs: &[(2, 5), (3, 3), (4, 9)] };
/// let solution = solve_payoffs(&game, 0, &Budget::unlimited())?;
/// assert_eq!((solution.payoff(1), solution.best_move(1)), (3, Some(3)));
/// assert_eq!((solution.payoff(0), solution.remoteness(0)), (5, Some(1)));
/// # Ok::<(), upstar_graphs::GraphError>(())
/// ```
pub fn solve_payoffs(
    game: &PayoffGame<'_>,
    endless: i64,
    budget: &Budget,
) -> Result<PayoffSolution> {
    game.check(true)?;
    let graph = game.graph;
    let vertices = graph.vertices() as usize;
    let mut lease = Lease::new(budget);
    // For the player to move, above or below endless play.
    let mut payoffs = lease.filled(0i64, vertices)?;
    let mut remoteness = lease.filled(NONE, vertices)?;
    let mut queue: Vec<u32> = lease.with_capacity(vertices)?;
    // The terminals by the distance of their payoffs from endless play.
    let mut ends: Vec<(u64, u32)> = lease.with_capacity(game.payoffs.len())?;
    for &(v, payoff) in game.payoffs {
        let above = payoff.checked_sub(endless).and_then(|above| game.for_mover(v, above));
        let above = above.ok_or(GraphError::PayoffTooLarge { vertex: v })?;
        payoffs[v as usize] = above;
        ends.push((above.unsigned_abs(), v));
    }
    ends.sort_unstable_by_key(|&(size, v)| (std::cmp::Reverse(size), v));
    let mut left = lease.with_capacity(vertices)?;
    left.extend_from_slice(&graph.out_degree);
    let mut ticker = budget.ticker();
    for stage in ends.chunk_by(|(size, _), (next, _)| size == next) {
        queue.clear();
        queue.extend(stage.iter().map(|&(_, v)| v));
        for &v in &queue {
            remoteness[v as usize] = 0;
        }
        let mut head = 0;
        // Vertices come in order of their remoteness, so the last successor is the farthest one.
        while let Some(&v) = queue.get(head) {
            head += 1;
            let row = graph.predecessors(v);
            ticker.tick(row.len() as u64 + 1)?;
            for &u in row {
                if remoteness[u as usize] != NONE {
                    continue;
                }
                // Nothing overflows: the negation of each payoff was found to fit.
                let gain = game.gain(u, v, payoffs[v as usize]);
                left[u as usize] -= u32::from(gain < 0);
                if gain >= 0 || left[u as usize] == 0 {
                    payoffs[u as usize] = gain;
                    remoteness[u as usize] = remoteness[v as usize] + 1;
                    queue.push(u);
                }
            }
        }
    }
    drop((queue, ends, left));
    let mut moves = lease.filled(NONE, vertices)?;
    let successors = graph.successors()?;
    for u in 0..graph.vertices() {
        let row = successors.of(u);
        ticker.tick(row.len() as u64 + 1)?;
        let here = remoteness[u as usize];
        let wanted = if here == NONE { NONE } else { here.saturating_sub(1) };
        let is_best = |&&w: &&u32| {
            remoteness[w as usize] == wanted
                && game.gain(u, w, payoffs[w as usize]) == payoffs[u as usize]
        };
        moves[u as usize] = row.iter().find(is_best).copied().unwrap_or(NONE);
    }
    for v in 0..graph.vertices() {
        let payoff = &mut payoffs[v as usize];
        // Back to the terms of the caller, where both steps fitted for the terminals.
        let for_left = game.for_mover(v, *payoff).and_then(|above| above.checked_add(endless));
        *payoff = for_left.ok_or(GraphError::PayoffTooLarge { vertex: v })?;
    }
    Ok(PayoffSolution { payoffs, remoteness, moves, _lease: lease })
}

/// Finds the payoff of each vertex of an acyclic graph in which the player who moves along an arc gets
/// its points (and the opponent pays them). `points` has each arc once: from, to and its points.
/// Terminals without a payoff are worth 0.
///
/// The vertices are taken in topological order. O(V+E), 36 bytes a vertex and 12 an arc. There is no
/// remoteness; of equally good moves the first in `points` is shown.
///
/// # Errors
/// As [`solve_payoffs`]; [`GraphError::Cyclic`]; [`GraphError::WrongLength`] if `points` has not as
/// many arcs as the graph.
pub fn solve_points(
    game: &PayoffGame<'_>,
    points: &[(u32, u32, i64)],
    budget: &Budget,
) -> Result<PayoffSolution> {
    game.check(false)?;
    let graph = game.graph;
    if points.len() as u64 != graph.arcs() {
        return Err(GraphError::WrongLength { expected: graph.arcs(), found: points.len() as u64 });
    }
    for &(from, to, _) in points {
        graph.check_vertex(from)?;
        graph.check_vertex(to)?;
    }
    let order = match topological_order(graph, budget)? {
        Order::Acyclic(order) => order,
        Order::Cycle(cycle) => return Err(GraphError::Cyclic { cycle }),
    };
    let vertices = graph.vertices() as usize;
    let mut lease = Lease::of(budget, 4 * order.len() as u64)?;
    // The arcs from each vertex, in their order.
    let mut starts = lease.filled(0usize, vertices + 1)?;
    for &(from, ..) in points {
        starts[from as usize + 1] += 1;
    }
    for v in 0..vertices {
        starts[v + 1] += starts[v];
    }
    let mut arcs = lease.filled(0usize, points.len())?;
    for (arc, &(from, ..)) in points.iter().enumerate().rev() {
        // From the last arc to the first, so that each end becomes the start.
        starts[from as usize + 1] -= 1;
        arcs[starts[from as usize + 1]] = arc;
    }
    let mut payoffs = lease.filled(0i64, vertices)?;
    let mut moves = lease.filled(NONE, vertices)?;
    let too_large = |vertex: u32| GraphError::PayoffTooLarge { vertex };
    for &(v, payoff) in game.payoffs {
        payoffs[v as usize] = game.for_mover(v, payoff).ok_or(too_large(v))?;
    }
    let mut ticker = budget.ticker();
    for &u in &order {
        // Entry `u + 1` is now the start of `u`.
        let start = starts[u as usize + 1];
        let end = starts.get(u as usize + 2).copied().unwrap_or(arcs.len());
        ticker.tick((end - start) as u64 + 1)?;
        let mut best: Option<(i64, u32)> = None;
        for &arc in &arcs[start..end] {
            let (_, w, points) = points[arc];
            let gain = payoffs[w as usize];
            let gain = if game.same_mover(u, w) { Some(gain) } else { gain.checked_neg() };
            let total = gain.and_then(|gain| gain.checked_add(points)).ok_or(too_large(u))?;
            if best.is_none_or(|(most, _)| total > most) {
                best = Some((total, w));
            }
        }
        if let Some((payoff, to)) = best {
            (payoffs[u as usize], moves[u as usize]) = (payoff, to);
        }
    }
    for v in 0..graph.vertices() {
        let payoff = &mut payoffs[v as usize];
        *payoff = game.for_mover(v, *payoff).ok_or(too_large(v))?;
    }
    Ok(PayoffSolution { payoffs, remoteness: Vec::new(), moves, _lease: lease })
}

impl PayoffGame<'_> {
    /// Checks that all lists fit the graph, and perhaps that each terminal has a payoff.
    fn check(&self, all: bool) -> Result {
        if self.graph.is_coloured() {
            return Err(GraphError::Coloured);
        }
        let expected = u64::from(self.graph.vertices());
        let found = self.owners.len() as u64;
        if found != expected && found != 0 {
            return Err(GraphError::WrongLength { expected, found });
        }
        let mut before = None;
        for &(vertex, _) in self.payoffs {
            self.graph.check_vertex(vertex)?;
            if self.graph.out_degree(vertex) != 0 {
                return Err(GraphError::PayoffNotTerminal { vertex });
            }
            if before.is_some_and(|before| before >= vertex) {
                return Err(GraphError::TwoPayoffs { vertex });
            }
            before = Some(vertex);
        }
        if all {
            let has = |v: &u32| self.payoffs.binary_search_by_key(v, |&(v, _)| v).is_ok();
            if let Some(vertex) = self.graph.terminals().find(|v| !has(v)) {
                return Err(GraphError::NoPayoff { vertex });
            }
        }
        Ok(())
    }

    /// Whether the same player moves at both ends of an arc.
    #[inline]
    fn same_mover(&self, u: u32, v: u32) -> bool {
        !self.owners.is_empty() && self.owners[u as usize] == self.owners[v as usize]
    }

    /// What the player who moves from `u` to `v` gets from the payoff there, whose negation fits.
    #[inline]
    fn gain(&self, u: u32, v: u32, payoff: i64) -> i64 {
        if self.same_mover(u, v) { payoff } else { -payoff }
    }

    /// A payoff in the terms of the caller as one for the player to move at `v`, or back. `None` if
    /// its negation does not fit.
    #[inline]
    fn for_mover(&self, v: u32, payoff: i64) -> Option<i64> {
        let negative = payoff.checked_neg()?;
        let is_right = self.owners.get(v as usize) == Some(&Player::Right);
        Some(if is_right { negative } else { payoff })
    }
}

impl PayoffSolution {
    /// The number of vertices.
    pub fn vertices(&self) -> u32 {
        self.payoffs.len() as u32
    }

    /// The payoff if play begins at `v`: that of Left if vertices have owners, otherwise that of the
    /// player to move.
    pub fn payoff(&self, v: u32) -> i64 {
        self.payoffs[v as usize]
    }

    /// The number of moves to the end under best play. `None` if play does not end, and if moves
    /// earn points.
    pub fn remoteness(&self, v: u32) -> Option<u32> {
        self.remoteness.get(v as usize).copied().filter(|&moves| moves != NONE)
    }

    /// Whether vertices have a remoteness, so that one without it is a draw by endless play.
    pub fn has_remoteness(&self) -> bool {
        !self.remoteness.is_empty()
    }

    /// The best move from `v`; `None` at a terminal.
    pub fn best_move(&self, v: u32) -> Option<u32> {
        Some(self.moves[v as usize]).filter(|&to| to != NONE)
    }

    /// A line of best play from `v`, and whether it goes on for ever from its last vertex, which is then
    /// the first that occurs again.
    ///
    /// # Errors
    /// If the budget is used up.
    pub fn line(&self, v: u32, budget: &Budget) -> Result<(Vec<u32>, bool)> {
        let mut lease = Lease::new(budget);
        let mut seen = lease.filled(false, self.payoffs.len())?;
        let mut line = vec![v];
        let mut at = v;
        let mut ticker = budget.ticker();
        while let Some(next) = self.best_move(at) {
            ticker.tick(1)?;
            seen[at as usize] = true;
            line.push(next);
            if seen[next as usize] {
                return Ok((line, true));
            }
            at = next;
        }
        Ok((line, false))
    }
}
