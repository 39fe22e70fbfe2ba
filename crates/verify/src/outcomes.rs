//! Outcomes with remoteness and best moves.
//!
//! A *node* is a vertex or, with coloured arcs, a vertex with a player to move. From (v, Left)
//! there are moves along blue and green arcs to (s, Right). Each node has a row: outcome N (the
//! mover wins), P (the mover loses) or D, the remoteness, and the best move. Let s run over the
//! nodes that a move reaches. A node without moves has its given result, if there is one. Otherwise
//! it is lost (normal play) or won (misère play), with remoteness 0 and no move. For the other
//! nodes,
//!
//! - N has a P among the s, and remoteness 1 + the least remoteness of these;
//! - P has only N, and remoteness 1 + the greatest of theirs;
//! - D has no P but some D, and no remoteness;
//!
//! and the move goes to the first s, in the order of the certificate, among the P (N, D) of least
//! remoteness (of greatest remoteness, any).
//!
//! This proves the outcomes. By induction on remoteness, the player to move at N wins by the given
//! moves, and the player to move at P loses after every move. The player to move at a D can stay
//! among the D, and no move from there leads to a P, so nobody can be forced to lose. The equations
//! have exactly one solution, so every change of a row is found.

use upstar_core::arcs::MoveResult;
use upstar_core::{Budget, Convention, Lease, Outcome, Player};

use crate::Result;
use crate::error::{First, VerifyError};
use crate::graph::Arcs;

/// The claim of a certificate about one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutcomeRow {
    /// N, P or D, for the player to move.
    pub outcome: Outcome,
    /// The number of moves to the end when the winner hurries and the loser delays.
    pub remoteness: Option<u32>,
    /// The vertex that the best move leads to.
    pub best: Option<u32>,
}

/// The number of rows of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Movers {
    /// One row: both players move along all arcs.
    Alike,
    /// Two rows, Left's and then Right's: arcs have colours.
    Coloured,
}

/// Checks a certificate of outcomes in one pass over the arcs, with 8 additional bytes for each
/// node. `rows` has one row for every vertex or, with [`Movers::Coloured`], two: Left's and then
/// Right's.
///
/// # Errors
/// [`VerifyError::Rejected`] with the first vertex whose row is wrong; [`VerifyError::Graph`] if a
/// vertex has both arcs and a given result, or if arcs have colours that the certificate does not
/// use; the budget.
///
/// ```
/// use upstar_core::{Budget, Convention, Outcome};
/// use upstar_verify::Arcs;
/// use upstar_verify::outcomes::{Movers, OutcomeRow, check};
/// // 0 -> 1 -> 2: who moves at 0 loses.
/// let graph = Arcs { vertices: 3, arcs: vec![(0, 1), (1, 2)], ..Arcs::default() };
/// let row = |outcome, remoteness, best| OutcomeRow { outcome, remoteness: Some(remoteness), best };
/// let mut rows = [
///     row(Outcome::P, 2, Some(1)),
///     row(Outcome::N, 1, Some(2)),
///     row(Outcome::P, 0, None),
/// ];
/// check(&graph, Movers::Alike, Convention::Normal, &rows, &Budget::unlimited())?;
/// rows[0].remoteness = Some(4);
/// assert!(check(&graph, Movers::Alike, Convention::Normal, &rows, &Budget::unlimited()).is_err());
/// # Ok::<(), upstar_verify::VerifyError>(())
/// ```
pub fn check(
    graph: &Arcs,
    movers: Movers,
    convention: Convention,
    rows: &[OutcomeRow],
    budget: &Budget,
) -> Result {
    let each = match movers {
        Movers::Alike => 1,
        Movers::Coloured => 2,
    };
    if each == 1 && graph.colours.iter().any(|&colour| colour != Default::default()) {
        return Err(VerifyError::Graph(
            "the graph has coloured arcs, the certificate speaks of one without".into(),
        ));
    }
    if let Some(v) = graph.terminal_with_arcs() {
        return Err(VerifyError::Graph(format!(
            "vertex number {v} has arcs and a result of its own"
        )));
    }
    let nodes = graph.vertices as usize * each;
    if rows.len() != nodes {
        let found = rows.len();
        return Err(VerifyError::Graph(format!("{found} rows for {nodes} positions")));
    }
    let _lease = Lease::of(budget, 9 * nodes as u64)?;
    let mut checker = Checker {
        each,
        rows,
        extreme: vec![None; nodes],
        best: vec![u32::MAX; nodes],
        has_moves: vec![false; nodes],
        first: First::default(),
    };
    let mut ticker = budget.ticker();
    for (i, &(from, to)) in graph.arcs.iter().enumerate() {
        ticker.tick(1)?;
        if each == 1 {
            checker.arc(from as usize, to as usize, to);
            continue;
        }
        let colour = graph.colour(i);
        for (p, player) in [Player::Left, Player::Right].into_iter().enumerate() {
            if colour.allows(player) {
                checker.arc(2 * from as usize + p, 2 * to as usize + 1 - p, to);
            }
        }
    }
    let results = graph.results();
    for node in 0..nodes {
        ticker.tick(1)?;
        checker.node(node, results[node / each], convention);
    }
    checker.first.into_result()
}

struct Checker<'a> {
    each: usize,
    rows: &'a [OutcomeRow],
    /// For N, the least remoteness of a P that a move reaches; for P, the greatest of an N.
    extreme: Vec<Option<u32>>,
    /// The smallest vertex among the best moves.
    best: Vec<u32>,
    has_moves: Vec<bool>,
    first: First,
}

impl Checker<'_> {
    fn arc(&mut self, from: usize, to: usize, vertex: u32) {
        self.has_moves[from] = true;
        let (row, next) = (&self.rows[from], &self.rows[to]);
        let v = (from / self.each) as u32;
        let step = |remoteness: u32| u64::from(remoteness) + 1;
        let extreme = &mut self.extreme[from];
        let best = match (row.outcome, next.outcome) {
            (Outcome::N, Outcome::P) => {
                let Some(n) = next.remoteness else { return };
                *extreme = Some(extreme.map_or(n, |m| m.min(n)));
                row.remoteness.map(u64::from) == Some(step(n))
            }
            (Outcome::P, Outcome::N) => {
                let Some(n) = next.remoteness else { return };
                *extreme = Some(extreme.map_or(n, |m| m.max(n)));
                row.remoteness.map(u64::from) == Some(step(n))
            }
            (Outcome::P, other) => {
                self.first.add(v, || format!("P, but a move leads to {other}"));
                false
            }
            (Outcome::D, Outcome::P) => {
                self.first.add(v, || "D, but a move leads to P".into());
                false
            }
            (Outcome::D, Outcome::D) => true,
            _ => false,
        };
        if best {
            self.best[from] = self.best[from].min(vertex);
        }
    }

    fn node(&mut self, node: usize, result: Option<MoveResult>, convention: Convention) {
        let row = self.rows[node];
        let v = (node / self.each) as u32;
        let expected = if self.has_moves[node] {
            let remoteness = self.extreme[node].map(|n| u64::from(n) + 1);
            match row.outcome {
                Outcome::N if remoteness.is_none() => {
                    return self.first.add(v, || "N, but no move leads to P".into());
                }
                Outcome::D if self.best[node] == u32::MAX => {
                    return self.first.add(v, || "D, but no move leads to D".into());
                }
                Outcome::N | Outcome::P | Outcome::D => {
                    (row.outcome, remoteness, Some(self.best[node]))
                }
                other => {
                    return self.first.add(v, || format!("outcome {other} is none of N, P and D"));
                }
            }
        } else {
            let result = result.unwrap_or(convention.no_move());
            match result {
                MoveResult::Win => (Outcome::N, Some(0), None),
                MoveResult::Loss => (Outcome::P, Some(0), None),
                MoveResult::Draw => (Outcome::D, None, None),
            }
        };
        let (outcome, remoteness, best) = expected;
        let shown = |n: Option<u64>| n.map_or("none".to_owned(), |n| n.to_string());
        let claimed = row.remoteness.map(u64::from);
        if outcome != row.outcome {
            self.first.add(v, || format!("{}, but without moves it is {outcome}", row.outcome));
        } else if remoteness != claimed {
            self.first.add(v, || {
                format!("remoteness {}, but {} by its moves", shown(claimed), shown(remoteness))
            });
        } else if best != row.best {
            self.first.add(v, || "the move is not the first of the best".into());
        }
    }
}
