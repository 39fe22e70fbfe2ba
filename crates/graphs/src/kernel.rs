//! Retrograde analysis in one thread.
//!
//! The time goes into waiting for memory: states, rows and offsets are accessed
//! at random. So what vertices further down the queue will need is asked for
//! ahead of time, and whether a state changes is computed without branches,
//! which could not be predicted and would stop the requests. Lost and won
//! vertices have queues of their own, so that nothing has to be looked up about
//! a vertex that is taken from one.

use upstar_core::{Budget, Exhausted, Ticker, prefetch};

use crate::error::GraphError;
use crate::graph::{Adjacency, Graph};
use crate::memory::Lease;
use crate::state::{COUNT, LOSS, WIN};

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
    let stopped = if Bytes::fit(graph) {
        let mut cells = lease.with_capacity(state.len())?;
        cells.extend(state.iter().map(|&word| Bytes::cell(word)));
        let mut bytes = Bytes { cells, labels: &mut state };
        queues.run(&graph.reverse, &mut bytes, &mut ticker)?
    } else {
        queues.run(&graph.reverse, &mut Words { state: &mut state }, &mut ticker)?
    };
    Ok((state, stopped))
}

/// The states of all vertices, as the kernel changes them.
trait States {
    /// `u` can move to a lost vertex: if it has no label yet it is won, with
    /// this remoteness. Whether it was labelled.
    fn win(&mut self, u: u32, remoteness: u32) -> bool;
    /// `u` can move to a won vertex: one move less to hope for; at none it is
    /// lost, with this remoteness. Whether it was labelled.
    fn count(&mut self, u: u32, remoteness: u32) -> bool;
    /// A vertex with this label is taken from its queue.
    fn taken(&mut self, v: u32, label: u32);
    /// Asks for what the vertices of `rows` that come later need.
    fn look_ahead(&self, rows: &Adjacency, ahead: impl Fn(usize) -> Option<u32>);
}

/// States as [`solve`](crate::solve::solve) keeps them.
struct Words<'a> {
    state: &'a mut [u32],
}

impl States for Words<'_> {
    #[inline(always)]
    fn win(&mut self, u: u32, remoteness: u32) -> bool {
        let word = &mut self.state[u as usize];
        let fresh = *word & (WIN | LOSS) == 0;
        *word = if fresh { WIN | remoteness } else { *word };
        fresh
    }

    #[inline(always)]
    fn count(&mut self, u: u32, remoteness: u32) -> bool {
        let word = &mut self.state[u as usize];
        let open = u32::from(*word & (WIN | LOSS) == 0);
        let left = word.wrapping_sub(open);
        let lost = left == 0;
        *word = if lost { LOSS | remoteness } else { left };
        lost
    }

    #[inline(always)]
    fn taken(&mut self, _: u32, _: u32) {}

    #[inline(always)]
    fn look_ahead(&self, rows: &Adjacency, ahead: impl Fn(usize) -> Option<u32>) {
        look_ahead(rows, self.state, ahead);
    }
}

/// A byte per vertex while the arcs are scanned, so that four times as many fit
/// the caches; the label is written once, when the vertex is taken from its
/// queue. That pays where vertices have several arcs.
struct Bytes<'a> {
    /// The number of moves not yet known to be bad, [`Bytes::LOST`] or [`Bytes::WON`].
    cells: Vec<u8>,
    labels: &'a mut [u32],
}

impl Bytes<'_> {
    /// What is at least this has a label.
    const LOST: u8 = 254;
    const WON: u8 = 255;

    fn fit(graph: &Graph) -> bool {
        let vertices = graph.vertices() as u64;
        graph.arcs() >= 4 * vertices
            && graph.out_degree.iter().all(|&degree| degree < u32::from(Self::LOST))
    }

    fn cell(word: u32) -> u8 {
        match word {
            _ if word & WIN != 0 => Self::WON,
            _ if word & LOSS != 0 => Self::LOST,
            // Less than `LOST`, by `fit`.
            open => open as u8,
        }
    }
}

impl States for Bytes<'_> {
    #[inline(always)]
    fn win(&mut self, u: u32, _: u32) -> bool {
        let cell = &mut self.cells[u as usize];
        let fresh = *cell < Self::LOST;
        *cell = if fresh { Self::WON } else { *cell };
        fresh
    }

    #[inline(always)]
    fn count(&mut self, u: u32, _: u32) -> bool {
        let cell = &mut self.cells[u as usize];
        let left = cell.wrapping_sub(u8::from(*cell < Self::LOST));
        let lost = left == 0;
        *cell = if lost { Self::LOST } else { left };
        lost
    }

    #[inline(always)]
    fn taken(&mut self, v: u32, label: u32) {
        self.labels[v as usize] = label;
    }

    #[inline(always)]
    fn look_ahead(&self, rows: &Adjacency, ahead: impl Fn(usize) -> Option<u32>) {
        if size_of_val(self.labels) > CACHED
            && let Some(near) = ahead(6)
        {
            prefetch(self.labels, near as usize);
        }
        look_ahead(rows, &self.cells, ahead);
    }
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
        rows: &Adjacency,
        states: &mut impl States,
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
                states.look_ahead(rows, |steps| behind.get(steps).copied());
                let v = self.order[lost_done];
                lost_done += 1;
                states.taken(v, LOSS | depth);
                for piece in rows.row(v).chunks(PIECE) {
                    for &u in piece {
                        let fresh = states.win(u, depth + 1);
                        self.push_won(u, fresh);
                    }
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
                states.look_ahead(rows, |steps| behind.iter().nth_back(steps).copied());
                let v = self.order[won_done];
                won_done -= 1;
                states.taken(v, WIN | depth);
                for piece in rows.row(v).chunks(PIECE) {
                    for &u in piece {
                        let lost = states.count(u, depth + 1);
                        self.push_lost(u, lost);
                    }
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

/// Words of this many bytes stay in a core's own cache by themselves.
const CACHED: usize = 1 << 18;

/// Asks for the memory that vertices further down a queue will need; `ahead`
/// gives the vertex that many steps down.
#[inline(always)]
pub(crate) fn look_ahead<T>(rows: &Adjacency, state: &[T], ahead: impl Fn(usize) -> Option<u32>) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use upstar_core::Convention;

    use crate::GraphBuilder;
    use crate::generate::Random;
    use crate::state::initial_state;

    /// The states after a run on bytes or on words, whatever suits the graph better.
    fn labelled(graph: &Graph, convention: Convention, bytes: bool) -> Vec<u32> {
        let budget = Budget::unlimited();
        let mut lease = Lease::new(&budget);
        let mut state = initial_state(graph, convention, &mut lease).unwrap();
        let mut queues = Queues::new(&state, &mut lease).unwrap();
        let mut ticker = budget.ticker();
        let stopped = if bytes {
            let cells = state.iter().map(|&word| Bytes::cell(word)).collect();
            let mut states = Bytes { cells, labels: &mut state };
            queues.run(&graph.reverse, &mut states, &mut ticker).unwrap()
        } else {
            queues.run(&graph.reverse, &mut Words { state: &mut state }, &mut ticker).unwrap()
        };
        assert!(stopped.is_none());
        // What has no label counts down; only that it has none matters.
        state.iter().map(|&word| if word & (WIN | LOSS) == 0 { 0 } else { word }).collect()
    }

    #[test]
    fn bytes_and_words_agree() {
        let mut random = Random::new(5);
        for round in 0..400u32 {
            let vertices = 2 + random.below(60);
            let mut builder = GraphBuilder::new();
            builder.vertices(vertices);
            for _ in 0..vertices * (1 + round % 7) {
                let (from, to) = (random.below(vertices), random.below(vertices));
                // Half of the graphs have no cycles.
                if round % 2 == 0 || from > to {
                    builder.arc(from, to).unwrap();
                }
            }
            let graph = builder.finish().unwrap();
            for convention in [Convention::Normal, Convention::Misere] {
                assert_eq!(labelled(&graph, convention, true), labelled(&graph, convention, false));
            }
        }
    }

    #[test]
    fn bytes_are_for_graphs_of_many_arcs_and_small_degrees() {
        let star = |degree: u32| {
            let mut builder = GraphBuilder::new();
            for to in 1..=degree {
                builder.arc(0, to).unwrap();
                for other in 1..to.min(6) {
                    builder.arc(to, other).unwrap();
                }
            }
            builder.finish().unwrap()
        };
        assert!(Bytes::fit(&star(253)));
        assert!(!Bytes::fit(&star(254)));
        assert!(!Bytes::fit(&star(5)));
        let graph = star(253);
        assert_eq!(
            labelled(&graph, Convention::Normal, true),
            labelled(&graph, Convention::Normal, false)
        );
    }
}
