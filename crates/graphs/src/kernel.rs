//! Retrograde analysis in one thread.
//!
//! The time goes into waiting for memory: states, rows and offsets are accessed
//! at random. So what vertices further down the queue will need is asked for
//! ahead of time, and whether a state changes is computed without branches,
//! which could not be predicted and would stop the requests. Lost and won
//! vertices have queues of their own, so that nothing has to be looked up about
//! a vertex that is taken from one.

use upstar_core::{Budget, Exhausted, Ticker};

use crate::error::GraphError;
use crate::graph::{Graph, Rows};
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
    let mut queues = Queues::new(&state, &mut lease)?;
    let mut ticker = budget.ticker();
    let stopped = queues.run(&graph.reverse, &mut state, &mut ticker)?;
    Ok((state, stopped))
}

/// Both queues in one array: lost vertices from its beginning on, won ones from
/// its end down. Each vertex gets into one of them, once. The branch-free append
/// writes one place past each end before it decides whether to keep what it
/// wrote: there are two places more than vertices.
struct Queues {
    order: Vec<u32>,
    /// Where the next lost vertex goes.
    lost: usize,
    /// Where the next won vertex goes.
    won: usize,
}

impl Queues {
    fn new(state: &[u32], lease: &mut Lease) -> Result<Self, Exhausted> {
        let order = lease.filled(0u32, state.len() + 2)?;
        let mut queues = Queues { order, lost: 0, won: state.len() + 1 };
        for (v, &word) in state.iter().enumerate() {
            queues.push_lost(v as u32, word & LOSS != 0);
            queues.push_won(v as u32, word & WIN != 0);
        }
        Ok(queues)
    }

    #[inline(always)]
    fn push_lost(&mut self, v: u32, keep: bool) {
        self.order[self.lost] = v;
        self.lost = self.lost.wrapping_add(usize::from(keep));
    }

    #[inline(always)]
    fn push_won(&mut self, v: u32, keep: bool) {
        self.order[self.won] = v;
        self.won = self.won.wrapping_sub(usize::from(keep));
    }

    fn run(
        &mut self,
        rows: &Rows,
        state: &mut [u32],
        ticker: &mut Ticker,
    ) -> Result<Option<Exhausted>, GraphError> {
        let last = self.order.len() - 1;
        let (mut lost_done, mut won_done) = (0, last);
        let mut pending = 0;
        // `depth` is the remoteness of the vertices taken in one turn.
        for depth in 0.. {
            let (lost_end, won_end) = (self.lost, self.won);
            if lost_done == lost_end && won_done == won_end {
                break;
            }
            if depth == COUNT {
                let vertex = self.order[if lost_done < lost_end { lost_done } else { won_done }];
                return Err(GraphError::DepthTooLarge { vertex, limit: COUNT });
            }
            while lost_done < lost_end {
                let behind = &self.order[lost_done..self.lost];
                look_ahead(rows, state, |steps| behind.get(steps).copied());
                let v = self.order[lost_done];
                lost_done += 1;
                for piece in rows.row(v).chunks(PIECE) {
                    self.won = label_won(piece, depth + 1, state, &mut self.order, self.won);
                    pending += piece.len() as u64;
                }
                pending += 1;
                if pending >= 4096
                    && let Err(exhausted) = ticker.tick(std::mem::take(&mut pending))
                {
                    return Ok(Some(exhausted));
                }
            }
            while won_done > won_end {
                let behind = &self.order[self.won + 1..=won_done];
                look_ahead(rows, state, |steps| behind.iter().nth_back(steps).copied());
                let v = self.order[won_done];
                won_done -= 1;
                for piece in rows.row(v).chunks(PIECE) {
                    self.lost = count_won(piece, depth + 1, state, &mut self.order, self.lost);
                    pending += piece.len() as u64;
                }
                pending += 1;
                if pending >= 4096
                    && let Err(exhausted) = ticker.tick(std::mem::take(&mut pending))
                {
                    return Ok(Some(exhausted));
                }
            }
        }
        // Whatever the budget says now, the work is done.
        let _ = ticker.tick(pending);
        Ok(None)
    }
}

/// `row` can move to a lost vertex: what has no label yet is won. Gives the
/// place for the next won vertex.
#[inline(always)]
fn label_won(
    row: &[u32],
    depth: u32,
    state: &mut [u32],
    order: &mut [u32],
    mut place: usize,
) -> usize {
    for &u in row {
        let word = &mut state[u as usize];
        let fresh = *word & (WIN | LOSS) == 0;
        *word = if fresh { WIN | depth } else { *word };
        order[place] = u;
        place = place.wrapping_sub(usize::from(fresh));
    }
    place
}

/// `row` can move to a won vertex: one move less to hope for; at none the
/// vertex is lost. Gives the place for the next lost vertex.
#[inline(always)]
fn count_won(
    row: &[u32],
    depth: u32,
    state: &mut [u32],
    order: &mut [u32],
    mut place: usize,
) -> usize {
    for &u in row {
        let word = &mut state[u as usize];
        let open = u32::from(*word & (WIN | LOSS) == 0);
        let left = word.wrapping_sub(open);
        let lost = left == 0;
        *word = if lost { LOSS | depth } else { left };
        order[place] = u;
        place = place.wrapping_add(usize::from(lost));
    }
    place
}

/// Words of this many bytes stay in a core's own cache by themselves.
const CACHED: usize = 1 << 18;

/// Asks for the memory that vertices further down a queue will need; `ahead`
/// gives the vertex so many steps down.
#[inline(always)]
pub(crate) fn look_ahead<T>(rows: &Rows, state: &[T], ahead: impl Fn(usize) -> Option<u32>) {
    if let Some(far) = ahead(24) {
        prefetch(&rows.offsets, far as usize);
    }
    if let Some(middle) = ahead(14) {
        prefetch(&rows.targets, rows.offsets[middle as usize] as usize);
    }
    if size_of_val(state) > CACHED
        && let Some(near) = ahead(6)
    {
        let row = rows.row(near);
        for &u in &row[..row.len().min(64)] {
            prefetch(state, u as usize);
        }
    }
}
