//! A question about a nim sequence.

use num_bigint::BigUint;

/// A question about the nim sequence of a heap game. Heaps are given by the sizes of positions, see
/// [`HeapGame::heap`](crate::HeapGame::heap).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The last size. Without it, the search continues until the period is proved or the value of
    /// [`Question::at`] is known.
    pub to: Option<u64>,
    /// Whether the values are requested.
    pub values: bool,
    /// Whether the heaps of value 0 are requested.
    pub zeros: Zeros,
    /// Whether a digest of the values is requested, see [`Summary`](crate::Summary).
    pub digest: bool,
    /// Whether the number of occurrences of each value is requested.
    pub histogram: bool,
    /// Whether the rare heaps are requested, if there are rare and common values.
    pub rares: bool,
    /// Whether the tried splits are counted, see [`SplitCounts`](crate::SplitCounts).
    pub tries: bool,
    /// Whether the period is requested.
    pub period: bool,
    /// A size of any magnitude whose value is requested. A proved period always gives it.
    pub at: Option<BigUint>,
    /// Whether a law of the sequence is requested.
    pub law: bool,
    /// Whether a certificate of the period is requested.
    pub certificate: bool,
    /// Whether checkpoints will be taken. Then steps are short, and the data needed to resume are
    /// kept.
    pub checkpoints: bool,
}

/// Whether heaps of value 0 are requested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zeros {
    /// They need not all be listed.
    #[default]
    No,
    /// All must be listed.
    Listed,
    /// All must be listed, and nothing else is requested. The values of half as many heaps may be
    /// enough.
    Alone,
}

impl Question {
    /// Whether the answer needs a period.
    pub fn needs_period(&self) -> bool {
        self.period || self.law || self.certificate || self.at.is_some()
    }

    /// Whether all values are kept.
    pub(super) fn needs_values(&self) -> bool {
        self.values || self.tries
    }

    /// A digest is also computed for later questions to a checkpoint, unless it slows a fast search
    /// down.
    pub(super) fn makes_digest(&self) -> bool {
        self.digest || self.checkpoints && !self.needs_period()
    }
}
