//! Retrograde analysis in one thread.
//!
//! The time goes into random access to the state words, so states, rows and
//! offsets of vertices that come later in the queue are asked for ahead of
//! time, and whether a state changes is computed without branches, which could
//! not be predicted.

use upstar_core::{Budget, Exhausted};

use crate::error::GraphError;
use crate::graph::Graph;
use crate::hints::prefetch;
use crate::memory::Lease;
use crate::solve::{COUNT, LOSS, WIN};

/// Long rows are worked through in pieces of this many arcs, so that a vertex
/// with very many predecessors does not keep a cancel waiting.
const PIECE: usize = 1 << 16;

/// Labels everything that is won or lost. Returns the states, with the reason
/// why the work stopped if it did not finish; labels given until then are right.
pub(crate) fn label(
    graph: &Graph,
    mut state: Vec<u32>,
    budget: &Budget,
) -> Result<(Vec<u32>, Option<Exhausted>), GraphError> {
    let mut lease = Lease::new(budget);
    // One more entry than there are vertices: the branch-free append writes one
    // past the end before it decides whether to keep what it wrote.
    let mut order = lease.filled(0u32, state.len() + 1)?;
    let mut length = 0;
    for (v, &word) in state.iter().enumerate() {
        order[length] = v as u32;
        length += usize::from(word & (WIN | LOSS) != 0);
    }
    let mut ticker = budget.ticker();
    let mut head = 0;
    let mut pending = 0;
    while head < length {
        look_ahead(graph, &state, &order[..length], head);
        let v = order[head];
        head += 1;
        let word = state[v as usize];
        let depth = (word & COUNT) + 1;
        if depth > COUNT {
            return Err(GraphError::DepthTooLarge { vertex: v, limit: COUNT });
        }
        let row = graph.reverse.row(v);
        for piece in row.chunks(PIECE) {
            length = if word & LOSS != 0 {
                into_lost(piece, depth, &mut state, &mut order, length)
            } else {
                into_won(piece, depth, &mut state, &mut order, length)
            };
            pending += piece.len() as u64;
            if pending >= 4096
                && let Err(exhausted) = ticker.tick(std::mem::take(&mut pending))
            {
                return Ok((state, Some(exhausted)));
            }
        }
        pending += 1;
    }
    // Whatever the budget says now, the work is done.
    let _ = ticker.tick(pending);
    Ok((state, None))
}

/// Asks for the memory that vertices further down the queue will need.
#[inline(always)]
pub(crate) fn look_ahead(graph: &Graph, state: &[u32], queue: &[u32], head: usize) {
    let rows = &graph.reverse;
    if let Some(&far) = queue.get(head + 16) {
        prefetch(&rows.offsets, far as usize);
        prefetch(state, far as usize);
    }
    if let Some(&middle) = queue.get(head + 10) {
        prefetch(&rows.targets, rows.offsets[middle as usize] as usize);
    }
    if let Some(&near) = queue.get(head + 4) {
        for &u in rows.row(near).iter().take(64) {
            prefetch(state, u as usize);
        }
    }
}

/// `row` can move to a lost vertex: what has no label yet is won.
#[inline(always)]
fn into_lost(
    row: &[u32],
    depth: u32,
    state: &mut [u32],
    order: &mut [u32],
    mut length: usize,
) -> usize {
    for &u in row {
        let word = &mut state[u as usize];
        let fresh = *word & (WIN | LOSS) == 0;
        *word = if fresh { WIN | depth } else { *word };
        order[length] = u;
        length += usize::from(fresh);
    }
    length
}

/// `row` can move to a won vertex: one move less to hope for; at none the
/// vertex is lost.
#[inline(always)]
fn into_won(
    row: &[u32],
    depth: u32,
    state: &mut [u32],
    order: &mut [u32],
    mut length: usize,
) -> usize {
    for &u in row {
        let word = &mut state[u as usize];
        let open = u32::from(*word & (WIN | LOSS) == 0);
        let left = word.wrapping_sub(open);
        let lost = left == 0;
        *word = if lost { LOSS | depth } else { left };
        order[length] = u;
        length += usize::from(lost);
    }
    length
}
