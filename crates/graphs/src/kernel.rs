//! Retrograde analysis in one thread.
//!
//! Most of the time is spent waiting for memory, because states, rows and offsets are accessed at
//! random. So memory for vertices further down the queue is requested ahead of time. Whether a
//! state changes is computed without branches, which could not be predicted and would stop the
//! requests. Lost and won vertices have separate queues, so that the label of a vertex taken from a
//! queue is known.

use upstar_core::label::{self, COUNT, LOSS, LOST_BYTE, Order, WIN, WON_BYTE};
use upstar_core::{Budget, Exhausted, Lease, Ticker, prefetch};

use crate::Result;
use crate::error::GraphError;
use crate::graph::{Adjacency, Graph};

/// Long rows are processed in pieces of this many arcs, so that a cancel does not wait for a vertex
/// with very many predecessors.
const PIECE: usize = 1 << 16;

/// Labels all vertices that are won or lost. Returns the states, and the reason if the work stopped
/// early. The labels given until then are correct.
pub(crate) fn label(
    graph: &Graph,
    mut state: Vec<u32>,
    budget: &Budget,
) -> Result<(Vec<u32>, Option<Exhausted>)> {
    let mut lease = Lease::new(budget);
    let places = lease.filled(0, state.len() + 2)?;
    let mut order = Order::new(&state, places);
    let mut ticker = budget.ticker();
    let stopped = if Bytes::fit(graph) {
        let mut cells = lease.with_capacity(state.len())?;
        cells.extend(state.iter().map(|&word| Bytes::cell(word)));
        let mut bytes = Bytes { cells, labels: &mut state };
        run(&mut order, &graph.reverse, &mut bytes, &mut ticker)?
    } else {
        run(&mut order, &graph.reverse, &mut Words { state: &mut state }, &mut ticker)?
    };
    Ok((state, stopped))
}

/// The states of all vertices, as the kernel changes them.
trait States {
    /// `u` can move to a lost vertex: if it has no label yet, it is won with this remoteness.
    /// Returns whether it was labelled.
    fn win(&mut self, u: u32, remoteness: u32) -> bool;
    /// `u` can move to a won vertex: its count of moves not yet known to be bad falls by one. At
    /// zero it is lost with this remoteness. Returns whether it was labelled.
    fn count(&mut self, u: u32, remoteness: u32) -> bool;
    /// Called when a vertex with this label is taken from its queue.
    fn taken(&mut self, v: u32, label: u32);
    /// Requests the memory that later vertices of `rows` need.
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
        let fresh = label::is_open(*word);
        *word = label::win(*word, remoteness);
        fresh
    }

    #[inline(always)]
    fn count(&mut self, u: u32, remoteness: u32) -> bool {
        let word = &mut self.state[u as usize];
        let (next, lost) = label::count(*word, remoteness);
        *word = next;
        lost
    }

    #[inline(always)]
    fn taken(&mut self, _: u32, _: u32) {}

    #[inline(always)]
    fn look_ahead(&self, rows: &Adjacency, ahead: impl Fn(usize) -> Option<u32>) {
        look_ahead(rows, self.state, ahead);
    }
}

/// One byte per vertex while the arcs are scanned, so that the caches hold four times as many. The
/// label is written once, when the vertex is taken from its queue. This pays where vertices have
/// several arcs.
struct Bytes<'a> {
    /// The number of moves not yet known to be bad, [`LOST_BYTE`] or [`WON_BYTE`].
    cells: Vec<u8>,
    labels: &'a mut [u32],
}

impl Bytes<'_> {
    fn fit(graph: &Graph) -> bool {
        let vertices = graph.vertices() as u64;
        graph.arcs() >= 4 * vertices
            && graph.out_degree.iter().all(|&degree| degree < u32::from(LOST_BYTE))
    }

    fn cell(word: u32) -> u8 {
        match word {
            _ if word & WIN != 0 => WON_BYTE,
            _ if word & LOSS != 0 => LOST_BYTE,
            // Less than `LOST_BYTE`, by `fit`.
            open => open as u8,
        }
    }
}

impl States for Bytes<'_> {
    #[inline(always)]
    fn win(&mut self, u: u32, _: u32) -> bool {
        let cell = &mut self.cells[u as usize];
        let fresh = *cell < LOST_BYTE;
        *cell = if fresh { WON_BYTE } else { *cell };
        fresh
    }

    #[inline(always)]
    fn count(&mut self, u: u32, _: u32) -> bool {
        let cell = &mut self.cells[u as usize];
        let left = cell.wrapping_sub(u8::from(*cell < LOST_BYTE));
        let lost = left == 0;
        *cell = if lost { LOST_BYTE } else { left };
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

/// Takes vertices from both queues, level by level, until both are empty.
fn run(
    order: &mut Order,
    rows: &Adjacency,
    states: &mut impl States,
    ticker: &mut Ticker,
) -> Result<Option<Exhausted>> {
    let last = order.places.len() - 1;
    let (mut lost_done, mut won_done) = (0, last);
    let mut pending = 0;
    // `depth` is the remoteness of the vertices taken in one pass.
    for depth in 0.. {
        let (lost_end, won_end) = (order.lost, order.won);
        if lost_done == lost_end && won_done == won_end {
            break;
        }
        if depth == COUNT {
            let vertex = order.places[if lost_done < lost_end { lost_done } else { won_done }];
            return Err(GraphError::DepthTooLarge { vertex, limit: COUNT });
        }
        while lost_done < lost_end {
            let behind = &order.places[lost_done..order.lost];
            states.look_ahead(rows, |steps| behind.get(steps).copied());
            let v = order.places[lost_done];
            lost_done += 1;
            states.taken(v, LOSS | depth);
            for piece in rows.row(v).chunks(PIECE) {
                for &u in piece {
                    let fresh = states.win(u, depth + 1);
                    order.push_won(u, fresh);
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
            let behind = &order.places[order.won + 1..=won_done];
            states.look_ahead(rows, |steps| behind.iter().nth_back(steps).copied());
            let v = order.places[won_done];
            won_done -= 1;
            states.taken(v, WIN | depth);
            for piece in rows.row(v).chunks(PIECE) {
                for &u in piece {
                    let lost = states.count(u, depth + 1);
                    order.push_lost(u, lost);
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
    // The work is done, whatever the budget says now.
    let _ = ticker.tick(pending);
    Ok(None)
}

/// Arrays of at most this many bytes stay in a core's own cache anyway.
const CACHED: usize = 1 << 18;

/// Requests the memory that vertices further down a queue will need. `ahead` gives the vertex that
/// many steps down.
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
    use upstar_core::{Convention, Lease};

    use crate::GraphBuilder;
    use crate::generate::Random;
    use crate::solve::initial_state;

    /// The states after a run on bytes or on words, whichever suits the graph better.
    fn labelled(graph: &Graph, convention: Convention, bytes: bool) -> Vec<u32> {
        let budget = Budget::unlimited();
        let mut lease = Lease::new(&budget);
        let mut state = initial_state(graph, convention, &mut lease).unwrap();
        let mut order = Order::new(&state, vec![0; state.len() + 2]);
        let mut ticker = budget.ticker();
        let stopped = if bytes {
            let cells = state.iter().map(|&word| Bytes::cell(word)).collect();
            let mut states = Bytes { cells, labels: &mut state };
            run(&mut order, &graph.reverse, &mut states, &mut ticker).unwrap()
        } else {
            run(&mut order, &graph.reverse, &mut Words { state: &mut state }, &mut ticker).unwrap()
        };
        assert!(stopped.is_none());
        // Vertices without a label hold counters, which may differ.
        state.iter().map(|&word| if label::is_open(word) { 0 } else { word }).collect()
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
