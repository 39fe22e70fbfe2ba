//! Answers with the data that a program without an engine needs to check them.
//!
//! Each certificate is the only one of its kind that passes its check for a given graph, so a
//! change of any outcome, remoteness, move, value, rank, member or witness is detected. Each check
//! is local and takes one pass over the arcs.
//!
//! **Outcomes** ([`OutcomeRow`]). Let `s` range over the successors of `v`.
//! - A terminal with result W, L, D for the player to move is N, P, D with remoteness 0, 0, none,
//!   and has no best move. The result is its own, or otherwise L in normal and W in misère play.
//! - N: some `s` is P. The remoteness is one more than the least remoteness of a P successor. The
//!   best move is the smallest P successor with that least remoteness.
//! - P: every `s` is N. The remoteness is one more than the greatest remoteness of a successor. The
//!   best move is the smallest `s` with that greatest remoteness.
//! - D: no `s` is P and some `s` is D. There is no remoteness. The best move is the smallest `s`
//!   that is D.
//!
//! Remoteness makes this a proof for N and P, and no player can be forced out of D. With colours,
//! the same holds for pairs (vertex, player to move).
//!
//! **Values** ([`ValueRow`]), in normal play.
//! - A nimber `*m` with rank `r`: no `s` is `*m`, and for each `k < m` some `s` is `*k`. Call `s`
//!   *reversible* if it is infinite or `*k` with `k > m`. Each reversible `s` has a successor that
//!   is `*m`; let `b(s)` be the least rank of such successors. Then `r` is 0 if no `s` is
//!   reversible, and otherwise one more than the greatest `b(s)`.
//! - An infinite value with members `K` and a witness `w`: `K` is the set of nimbers among the `s`.
//!   With `j = mex K`, `w` is the smallest infinite `s` that does not have `j` among its members.
//!
//! Ranks make the first a proof by induction with lemma 13 of Stankevich, *Games on graphs*.
//! Witnesses make the second a proof with proposition 14.

use upstar_core::{Budget, Convention, GrundyValue, Lease, LoopyNimber, Outcome, Player};

use crate::Result;
use crate::coloured::{ColouredMoves, ColouredSolution};
use crate::error::GraphError;
use crate::graph::{Graph, NONE};
use crate::loopy::LoopyValues;
use crate::solve::{Moves, Solution};

/// One vertex of an outcome certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutcomeRow {
    /// N, P or D: who wins when the player to move begins here.
    pub outcome: Outcome,
    /// The number of moves to the end, if the vertex is won or lost.
    pub remoteness: Option<u32>,
    /// The best move; `None` at terminals.
    pub best: Option<u32>,
}

/// Outcome, remoteness and best move of every vertex.
#[derive(Debug)]
pub struct OutcomeCertificate<'a> {
    solution: &'a Solution,
    moves: Moves,
}

/// Makes the certificate of a complete solution. O(V+E).
///
/// # Errors
/// [`GraphError::Incomplete`] if the solution comes from a stopped run; an error if the budget is
/// used up.
pub fn certify_outcomes<'a>(
    graph: &Graph,
    solution: &'a Solution,
    budget: &Budget,
) -> Result<OutcomeCertificate<'a>> {
    if !solution.is_complete() {
        return Err(GraphError::Incomplete);
    }
    Ok(OutcomeCertificate { solution, moves: solution.best_moves(graph, budget)? })
}

impl OutcomeCertificate<'_> {
    /// The number of vertices.
    pub fn vertices(&self) -> u32 {
        self.solution.vertices()
    }

    /// The convention of the certificate.
    pub fn convention(&self) -> Convention {
        self.solution.convention()
    }

    /// The row of `v`.
    pub fn row(&self, v: u32) -> OutcomeRow {
        let outcome = self.solution.outcome(v).expect("the solution is complete");
        OutcomeRow { outcome, remoteness: self.solution.remoteness(v), best: self.moves.get(v) }
    }
}

/// Outcome, remoteness and best move of every vertex for each player to move.
#[derive(Debug)]
pub struct ColouredCertificate<'a> {
    solution: &'a ColouredSolution,
    moves: ColouredMoves,
}

/// Makes the certificate of a complete solution of a coloured graph. O(V+E).
///
/// # Errors
/// As [`certify_outcomes`].
pub fn certify_coloured<'a>(
    solution: &'a ColouredSolution,
    budget: &Budget,
) -> Result<ColouredCertificate<'a>> {
    if !solution.is_complete() {
        return Err(GraphError::Incomplete);
    }
    Ok(ColouredCertificate { solution, moves: solution.best_moves(budget)? })
}

impl ColouredCertificate<'_> {
    /// The number of vertices.
    pub fn vertices(&self) -> u32 {
        self.solution.vertices()
    }

    /// The convention of the certificate.
    pub fn convention(&self) -> Convention {
        self.solution.pairs().1.convention()
    }

    /// The row of `v` with `player` to move; N means that `player` wins.
    pub fn row(&self, v: u32, player: Player) -> OutcomeRow {
        let result = self.solution.result(v, player).expect("the solution is complete");
        OutcomeRow {
            outcome: result.outcome(),
            remoteness: self.solution.remoteness(v, player),
            best: self.moves.get(v, player),
        }
    }
}

/// One vertex of a value certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueRow<'a> {
    /// The vertex equals a nimber.
    Nimber {
        /// The `n` of `*n`.
        value: GrundyValue,
        /// How long reversals of reversible moves can continue.
        rank: u32,
    },
    /// The vertex equals no nimber.
    Infinite {
        /// The nimbers among its options, ascending.
        members: &'a [GrundyValue],
        /// The smallest infinite option whose members do not include the mex of `members`.
        witness: u32,
    },
}

/// The value of every vertex, with ranks and witnesses.
#[derive(Debug)]
pub struct ValueCertificate<'a> {
    values: &'a LoopyValues,
    /// The rank or the witness.
    marks: Vec<u32>,
    _lease: Lease,
}

/// Makes the certificate of the values of a graph.
///
/// The time is that of [`loopy_values`](crate::loopy_values) without its first phase. 20 bytes per
/// vertex besides the rows of successors.
///
/// # Errors
/// [`GraphError::WrongValues`] with a vertex if wrong values were detected; an error if the budget
/// is used up.
pub fn certify_values<'a>(
    graph: &Graph,
    values: &'a LoopyValues,
    budget: &Budget,
) -> Result<ValueCertificate<'a>> {
    let expected = u64::from(graph.vertices());
    if u64::from(values.vertices()) != expected {
        let found = values.vertices().into();
        return Err(GraphError::WrongLength { expected, found });
    }
    let mut lease = Lease::new(budget);
    let mut marks = lease.filled(NONE, values.vertices() as usize)?;
    rank(graph, values, &mut marks, budget)?;
    let mut ticker = budget.ticker();
    for v in 0..graph.vertices() {
        let LoopyNimber::Infinite(members) = values.get(v) else { continue };
        let mex = upstar_core::mex(members.iter().copied());
        let successors = graph.successors()?.of(v);
        ticker.tick((successors.len() + members.len()) as u64 + 1)?;
        let stuck = |w: &&u32| match values.get(**w) {
            LoopyNimber::Infinite(members) => members.binary_search(&mex).is_err(),
            LoopyNimber::Nimber(_) => false,
        };
        let witness = successors.iter().find(stuck);
        marks[v as usize] = *witness.ok_or(GraphError::WrongValues { vertex: v })?;
    }
    Ok(ValueCertificate { values, marks, _lease: lease })
}

/// Computes the rank of every vertex that equals a nimber, class by class.
fn rank(graph: &Graph, values: &LoopyValues, ranks: &mut [u32], budget: &Budget) -> Result {
    let mut lease = Lease::new(budget);
    let mut ticker = budget.ticker();
    let vertices = graph.vertices();
    // For each nimber, the number of moves to greater or infinite values that are not yet known to
    // be reversible. For each other vertex, the class in which it was last listed.
    let mut open = lease.filled(0u32, vertices as usize)?;
    let mut listed = lease.filled(NONE, vertices as usize)?;
    let value = |v: u32| values.get(v).nimber();
    let above = |w: u32, m: GrundyValue| value(w).is_none_or(|n| n > m);
    for w in 0..vertices {
        ticker.tick(graph.predecessors(w).len() as u64 + 1)?;
        for &u in graph.predecessors(w) {
            open[u as usize] += u32::from(value(u).is_some_and(|m| above(w, m)));
        }
    }
    lease.reserve(4 * u64::from(vertices))?;
    let mut classes: Vec<Vec<u32>> = Vec::new();
    for v in 0..vertices {
        if let Some(n) = value(v) {
            let n = n as usize;
            if n >= classes.len() {
                classes.resize_with(n + 1, Vec::new);
            }
            classes[n].push(v);
        }
    }
    for (m, class) in classes.into_iter().enumerate() {
        let m = m as GrundyValue;
        let size = class.len();
        let smallest = class.first().copied();
        let mut queue: Vec<u32> = class.into_iter().filter(|&v| open[v as usize] == 0).collect();
        for &v in &queue {
            ranks[v as usize] = 0;
        }
        let mut head = 0;
        while head < queue.len() {
            let x = queue[head];
            head += 1;
            ticker.tick(graph.predecessors(x).len() as u64 + 1)?;
            for &s in graph.predecessors(x) {
                if !above(s, m) || std::mem::replace(&mut listed[s as usize], m) == m {
                    continue;
                }
                ticker.tick(graph.predecessors(s).len() as u64)?;
                for &v in graph.predecessors(s) {
                    if value(v) == Some(m) {
                        open[v as usize] -= 1;
                        if open[v as usize] == 0 {
                            ranks[v as usize] = ranks[x as usize] + 1;
                            queue.push(v);
                        }
                    }
                }
            }
        }
        if queue.len() != size {
            return Err(GraphError::WrongValues { vertex: smallest.unwrap_or(0) });
        }
    }
    Ok(())
}

impl ValueCertificate<'_> {
    /// The number of vertices.
    pub fn vertices(&self) -> u32 {
        self.values.vertices()
    }

    /// The row of `v`.
    pub fn row(&self, v: u32) -> ValueRow<'_> {
        let mark = self.marks[v as usize];
        match self.values.get(v) {
            LoopyNimber::Nimber(value) => ValueRow::Nimber { value: *value, rank: mark },
            LoopyNimber::Infinite(members) => ValueRow::Infinite { members, witness: mark },
        }
    }
}
