//! Nimbers and loopy nimbers.
//!
//! Each vertex has a row: a nimber with a rank, or an infinite value with its members and a
//! witness. Let F(v) be the successors of v. A row passes if
//!
//! - v has nimber m: no s in F(v) has nimber m, and every k < m is the nimber of some s (m is the
//!   mex). Every s that is infinite or has a nimber above m has a successor with nimber m. The rank
//!   of v is 0 if there is no such s; otherwise it is 1 + the greatest over these s of the least
//!   rank of their successors with nimber m.
//! - v is infinite: its members are the nimbers of its successors, and the witness is the first
//!   infinite s in F(v) that has no successor whose nimber is the mex of the members.
//!
//! This proves the values. In v + *m the second player answers a move from v to s above m by the
//! move back to nimber m of smaller rank, and all other moves as in Nim, so v equals *m. For the
//! infinite vertices, take the set of all u + *i with u infinite and i not among the members of u.
//! The moves to witnesses stay in this set, and no move from it leads to a P-position, so u is not
//! a nimber (Stankevich, *Games on graphs*, lemma 13 and proposition 14). The graph determines
//! ranks and witnesses, so every change of a row is found. Play is normal.

use upstar_core::{Budget, Lease};

use crate::Result;
use crate::error::{First, VerifyError};
use crate::graph::Arcs;

/// The claim of a certificate about one vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueRow {
    /// The vertex equals a nim heap.
    Nimber {
        /// The size of the heap.
        value: u32,
        /// The largest number of times that the move back may be needed.
        rank: u32,
    },
    /// The vertex equals no nim heap.
    Infinite {
        /// The nimbers among its options, ascending.
        members: Vec<u32>,
        /// The infinite vertex that proves it.
        witness: u32,
    },
}

impl ValueRow {
    fn value(&self) -> Option<u32> {
        match self {
            ValueRow::Nimber { value, .. } => Some(*value),
            ValueRow::Infinite { .. } => None,
        }
    }
}

/// Checks a certificate of values, in O(E log D) for degrees up to D, with about 20 bytes for each
/// arc.
///
/// # Errors
/// [`VerifyError::Rejected`] with the first vertex whose row is wrong;
/// [`VerifyError::Graph`] if the graph has coloured arcs, or terminals that
/// are not lost; the budget.
pub fn check(graph: &Arcs, rows: &[ValueRow], budget: &Budget) -> Result {
    let n = graph.vertices as usize;
    if graph.colours.iter().any(|&colour| colour != Default::default()) {
        return Err(VerifyError::Graph("a graph with coloured arcs has no nimbers".into()));
    }
    if let Some(&(v, result)) =
        graph.terminals.iter().find(|(_, r)| *r != upstar_core::arcs::MoveResult::Loss)
    {
        return Err(VerifyError::Graph(format!(
            "vertex number {v} has result {result}; nimbers are those of normal play"
        )));
    }
    if let Some(v) = graph.terminal_with_arcs() {
        return Err(VerifyError::Graph(format!(
            "vertex number {v} has arcs and a result of its own"
        )));
    }
    if rows.len() != n {
        return Err(VerifyError::Graph(format!("{} rows for {n} vertices", rows.len())));
    }
    let _lease = Lease::of(budget, 28 * graph.arcs.len() as u64 + 32 * n as u64)?;
    let (starts, successors) = graph.rows();
    let mut ticker = budget.ticker();
    // The nimbers of each vertex's successors, ascending, each with its least rank.
    let mut heads = Vec::with_capacity(n + 1);
    let mut reached: Vec<(u32, u32)> = Vec::with_capacity(successors.len());
    heads.push(0);
    for v in 0..n {
        let row = &successors[starts[v]..starts[v + 1]];
        ticker.tick(1 + row.len() as u64)?;
        let first = reached.len();
        reached.extend(row.iter().filter_map(|&s| match rows[s as usize] {
            ValueRow::Nimber { value, rank } => Some((value, rank)),
            ValueRow::Infinite { .. } => None,
        }));
        reached[first..].sort_unstable();
        let mut kept = first;
        for i in first..reached.len() {
            if kept == first || reached[kept - 1].0 != reached[i].0 {
                reached[kept] = reached[i];
                kept += 1;
            }
        }
        reached.truncate(kept);
        heads.push(kept);
    }
    let values_of = |v: usize| &reached[heads[v]..heads[v + 1]];
    let rank_of = |v: usize, value: u32| {
        let values = values_of(v);
        values.binary_search_by_key(&value, |&(value, _)| value).ok().map(|i| values[i].1)
    };
    let mut first = First::default();
    for v in 0..n {
        let row = &successors[starts[v]..starts[v + 1]];
        ticker.tick(1 + row.len() as u64)?;
        let values = values_of(v);
        let mex = values.iter().zip(0..).take_while(|&(&(value, _), i)| value == i).count() as u32;
        if let Err(reason) = check_row(rows, v, row, values, mex, rank_of) {
            first.add(v as u32, || reason);
            break;
        }
    }
    first.into_result()
}

fn check_row(
    rows: &[ValueRow],
    v: usize,
    successors: &[u32],
    values: &[(u32, u32)],
    mex: u32,
    rank_of: impl Fn(usize, u32) -> Option<u32>,
) -> Result<(), String> {
    match &rows[v] {
        ValueRow::Nimber { value, rank } => {
            if *value != mex {
                return Err(format!("*{value}, but the mex of the successors is {mex}"));
            }
            let mut needed = 0_u64;
            for &s in successors {
                // Its nimber is different: larger, infinite or smaller.
                if rows[s as usize].value().is_none_or(|other| other > mex) {
                    let back = rank_of(s as usize, mex).ok_or_else(|| {
                        format!(
                            "*{mex}, but from successor number {s} no move leads back to *{mex}"
                        )
                    })?;
                    needed = needed.max(u64::from(back) + 1);
                }
            }
            if needed != u64::from(*rank) {
                return Err(format!("rank {rank}, but {needed} by the successors"));
            }
        }
        ValueRow::Infinite { members, witness } => {
            if !members.iter().copied().eq(values.iter().map(|&(value, _)| value)) {
                return Err("the members are not the nimbers of the successors".into());
            }
            let expected = successors
                .iter()
                .copied()
                .filter(|&s| rows[s as usize].value().is_none())
                .filter(|&s| rank_of(s as usize, mex).is_none())
                .min();
            match expected {
                None => {
                    return Err(format!(
                        "infinite, but every infinite successor has a move to *{mex}"
                    ));
                }
                Some(s) if s != *witness => {
                    return Err(format!("the witness is not the first, number {s}"));
                }
                Some(_) => {}
            }
        }
    }
    Ok(())
}
