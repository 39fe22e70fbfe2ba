//! What retrograde analysis keeps of a worker's own vertices: a word each, and the order in which
//! they were labelled.

use upstar_core::arcs::TerminalResult;
use upstar_core::{Convention, prefetch};

/// Set in the state of a vertex that the mover wins.
pub(super) const WIN: u32 = 1 << 31;
/// Set in the state of a vertex that the mover loses.
pub(super) const LOSS: u32 = 1 << 30;
/// The rest of a state: the remoteness of a vertex that is won or lost, and before that the
/// number of moves not yet known to be bad.
pub(super) const COUNT: u32 = LOSS - 1;

/// How many vertices ahead of the current one memory is prefetched.
const AHEAD: usize = 16;

/// Labels of vertices and the order they were given in: lost vertices from the beginning of
/// `order` on, won ones from its end down. A place past each end is written before it is decided
/// whether that counts, so there are two places more than vertices.
#[derive(Debug)]
pub(super) struct Labels {
    pub(super) state: Vec<u32>,
    pub(super) order: Vec<u32>,
    /// Where the next lost vertex goes.
    pub(super) lost: usize,
    /// Where the next won vertex goes.
    pub(super) won: usize,
    /// `lost` and `won` when all vertices of remoteness 0, 1, ... had been labelled.
    pub(super) levels: Vec<(usize, usize)>,
}

impl Labels {
    /// The labels of terminals. `results` are of vertices, of which there are `per` states each.
    pub(super) fn new(
        degrees: &[u32],
        results: &[(u32, TerminalResult)],
        per: usize,
        convention: Convention,
    ) -> Labels {
        let label = |result| match result {
            TerminalResult::Win => WIN,
            TerminalResult::Loss => LOSS,
            TerminalResult::Draw => 0,
        };
        let terminal = label(convention.no_move());
        let mut state: Vec<u32> =
            degrees.iter().map(|&degree| if degree == 0 { terminal } else { degree }).collect();
        for &(v, result) in results {
            state[v as usize * per..][..per].fill(label(result));
        }
        let mut labels = Labels {
            order: vec![0; state.len() + 2],
            lost: 0,
            won: state.len() + 1,
            levels: Vec::new(),
            state: Vec::new(),
        };
        for (v, &word) in state.iter().enumerate() {
            labels.push_lost(v as u32, word & LOSS != 0);
            labels.push_won(v as u32, word & WIN != 0);
        }
        labels.state = state;
        labels
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

    /// From each of `vertices` one can move to a lost vertex: those without a label are won, with
    /// this remoteness.
    pub(super) fn win(&mut self, vertices: &[u32], remoteness: u32) {
        for (i, &u) in vertices.iter().enumerate() {
            if let Some(&ahead) = vertices.get(i + AHEAD) {
                prefetch(&self.state, ahead as usize);
            }
            let word = &mut self.state[u as usize];
            let fresh = *word & (WIN | LOSS) == 0;
            *word = if fresh { WIN | remoteness } else { *word };
            self.push_won(u, fresh);
        }
    }

    /// From each of `vertices` one can move to a won vertex: one move less to hope for, and with
    /// none left it is lost, with this remoteness.
    pub(super) fn count(&mut self, vertices: &[u32], remoteness: u32) {
        for (i, &u) in vertices.iter().enumerate() {
            if let Some(&ahead) = vertices.get(i + AHEAD) {
                prefetch(&self.state, ahead as usize);
            }
            let word = &mut self.state[u as usize];
            let open = u32::from(*word & (WIN | LOSS) == 0);
            let left = word.wrapping_sub(open);
            let lost = left == 0;
            *word = if lost { LOSS | remoteness } else { left };
            self.push_lost(u, lost);
        }
    }

    /// The vertices of remoteness `depth` that are lost, and those that are won, once they are
    /// all known.
    pub(super) fn level(&self, depth: usize) -> (&[u32], &[u32]) {
        let (lost, won) = self.levels[depth];
        let before = match depth.checked_sub(1) {
            None => (0, self.order.len() - 1),
            Some(before) => self.levels[before],
        };
        (&self.order[before.0..lost], &self.order[won + 1..=before.1])
    }

    /// The outcome of a state: won, lost, or neither.
    pub(super) fn result(&self, state: usize) -> TerminalResult {
        match self.state[state] {
            word if word & WIN != 0 => TerminalResult::Win,
            word if word & LOSS != 0 => TerminalResult::Loss,
            _ => TerminalResult::Draw,
        }
    }

    /// The remoteness of a state that is won or lost.
    pub(super) fn remoteness(&self, state: usize) -> Option<u32> {
        let word = self.state[state];
        (word & (WIN | LOSS) != 0).then_some(word & COUNT)
    }
}
