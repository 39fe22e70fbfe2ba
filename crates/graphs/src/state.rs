//! What retrograde analysis keeps of a vertex: one word.

use upstar_core::arcs::TerminalResult;
use upstar_core::{Convention, Exhausted};

use crate::graph::Graph;
use crate::memory::Lease;

/// Set in the state of a vertex that the mover wins.
pub(crate) const WIN: u32 = 1 << 31;
/// Set in the state of a vertex that the mover loses.
pub(crate) const LOSS: u32 = 1 << 30;
/// The rest of a state: the remoteness of a vertex that is won or lost, and
/// before that the number of moves not yet known to be bad.
pub(crate) const COUNT: u32 = LOSS - 1;
/// The largest out-degree and the largest remoteness there can be.
pub(crate) const MAX_COUNT: u32 = COUNT;

/// The state of each vertex before the first move is looked at: terminals are
/// labelled with remoteness 0, the others hold their out-degree.
///
/// A drawn terminal holds 0 and is in nobody's row as a successor, so it stays.
pub(crate) fn initial_state(
    graph: &Graph,
    convention: Convention,
    lease: &mut Lease,
) -> Result<Vec<u32>, Exhausted> {
    let label = |result| match result {
        TerminalResult::Win => WIN,
        TerminalResult::Loss => LOSS,
        TerminalResult::Draw => 0,
    };
    let terminal = label(convention.no_move());
    let mut state = lease.with_capacity(graph.out_degree.len())?;
    state
        .extend(graph.out_degree.iter().map(|&degree| if degree == 0 { terminal } else { degree }));
    for &(v, result) in &graph.results {
        state[v as usize] = label(result);
    }
    Ok(state)
}
