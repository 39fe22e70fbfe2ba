//! The state of retrograde analysis for a worker's own vertices: one word for each, and the order
//! in which they were labelled.

use upstar_core::arcs::MoveResult;
use upstar_core::label::{self, Order};
use upstar_core::{Convention, prefetch};

/// The number of vertices ahead of the current one whose memory is prefetched.
const AHEAD: usize = 16;

/// Labels of vertices, and the order in which they were assigned.
#[derive(Debug)]
pub(super) struct Labels {
    pub(super) state: Vec<u32>,
    pub(super) order: Order,
    /// For each remoteness 0, 1, ...: the next places for lost and for won vertices after it was
    /// labelled.
    pub(super) levels: Vec<(usize, usize)>,
}

impl Labels {
    /// The labels of terminals. `results` are those of vertices, each of which has `per` states.
    pub(super) fn new(
        degrees: &[u32],
        results: &[(u32, MoveResult)],
        per: usize,
        convention: Convention,
    ) -> Labels {
        let mut state = degrees.to_vec();
        label::begin(&mut state, results, per, convention);
        let order = Order::new(&state, vec![0; state.len() + 2]);
        Labels { state, order, levels: Vec::new() }
    }

    /// Ends a level: everything of the next remoteness is labelled.
    pub(super) fn end_level(&mut self) {
        self.levels.push((self.order.lost, self.order.won));
    }

    /// Each of `vertices` has a move to a lost vertex. Those without a label are won, with this
    /// remoteness.
    pub(super) fn win(&mut self, vertices: &[u32], remoteness: u32) {
        for (i, &u) in vertices.iter().enumerate() {
            if let Some(&ahead) = vertices.get(i + AHEAD) {
                prefetch(&self.state, ahead as usize);
            }
            let word = &mut self.state[u as usize];
            let fresh = label::is_open(*word);
            *word = label::win(*word, remoteness);
            self.order.push_won(u, fresh);
        }
    }

    /// Each of `vertices` has a move to a won vertex, so its counter decreases. At 0 it is lost,
    /// with this remoteness.
    pub(super) fn count(&mut self, vertices: &[u32], remoteness: u32) {
        for (i, &u) in vertices.iter().enumerate() {
            if let Some(&ahead) = vertices.get(i + AHEAD) {
                prefetch(&self.state, ahead as usize);
            }
            let word = &mut self.state[u as usize];
            let (next, lost) = label::count(*word, remoteness);
            *word = next;
            self.order.push_lost(u, lost);
        }
    }

    /// The lost and the won vertices of remoteness `depth`, when all are known.
    pub(super) fn level(&self, depth: usize) -> (&[u32], &[u32]) {
        let (lost, won) = self.levels[depth];
        let before = match depth.checked_sub(1) {
            None => (0, self.order.places.len() - 1),
            Some(before) => self.levels[before],
        };
        (&self.order.places[before.0..lost], &self.order.places[won + 1..=before.1])
    }

    /// The outcome of a state: won, lost, or neither.
    pub(super) fn result(&self, state: usize) -> MoveResult {
        label::result(self.state[state])
    }

    /// The remoteness of a state that is won or lost.
    pub(super) fn remoteness(&self, state: usize) -> Option<u32> {
        label::remoteness(self.state[state])
    }
}
