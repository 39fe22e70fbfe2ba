//! Words that wait until a batch is worth sending.

use upstar_core::Budget;

use crate::rounds::Rounds;

/// The number of words of a batch.
pub(crate) const BATCH: usize = 1 << 14;

/// The largest number of words that a worker sends in a round, so that data in transit take little
/// memory.
const ROUND: usize = 1 << 22;

/// One batch for every worker.
pub(crate) struct Outbox {
    buffers: Vec<Vec<u32>>,
    /// The words at the start of each batch.
    head: Vec<u32>,
    kind: u32,
    /// The number of words sent since the last [`Outbox::reset`].
    sent: usize,
    /// The number of words that a round should have.
    round: usize,
}

impl Outbox {
    pub(crate) fn new(workers: usize, kind: u32) -> Outbox {
        let buffers = (0..workers).map(|_| Vec::with_capacity(BATCH + 8)).collect();
        Outbox { buffers, head: Vec::new(), kind, sent: 0, round: ROUND }
    }

    /// The same, with at most a sixteenth of the memory of a budget in transit.
    pub(crate) fn within(mut self, budget: &Budget) -> Outbox {
        if let Some(left) = budget.bytes_left() {
            let words = left.saturating_add(budget.report().bytes) / 16 / 4;
            self.round = usize::try_from(words).unwrap_or(ROUND).clamp(2 * BATCH, ROUND);
        }
        self
    }

    /// Adds words that belong together to the batch for a worker.
    #[inline]
    pub(crate) fn put(&mut self, to: usize, words: &[u32], rounds: &mut Rounds) {
        let buffer = &mut self.buffers[to];
        if buffer.is_empty() {
            buffer.extend_from_slice(&self.head);
        }
        buffer.extend_from_slice(words);
        if buffer.len() >= BATCH {
            self.send(to, rounds);
        }
    }

    fn send(&mut self, to: usize, rounds: &mut Rounds) {
        let words = std::mem::replace(&mut self.buffers[to], Vec::with_capacity(BATCH + 8));
        self.sent += words.len();
        rounds.send(to, self.kind, words);
    }

    /// Sends the remaining words.
    pub(crate) fn flush(&mut self, rounds: &mut Rounds) {
        for to in 0..self.buffers.len() {
            if !self.buffers[to].is_empty() {
                self.send(to, rounds);
            }
        }
    }

    /// Sends the current batches and sets the start of all further ones.
    pub(crate) fn begin_with(&mut self, head: &[u32], rounds: &mut Rounds) {
        self.flush(rounds);
        self.head.clear();
        self.head.extend_from_slice(head);
    }

    /// Whether the round has enough words.
    pub(crate) fn is_full(&self) -> bool {
        self.sent >= self.round
    }

    /// Whether anything was sent since the end of the last round.
    pub(crate) fn has_sent(&self) -> bool {
        self.sent > 0
    }

    /// Starts a new round.
    pub(crate) fn reset(&mut self) {
        self.sent = 0;
    }
}
