//! What is asked about a nim sequence.

use num_bigint::BigUint;

/// A question about the nim sequence of a heap game. Heaps are given by the sizes of positions,
/// see [`HeapGame::heap`](crate::HeapGame::heap).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The last size. Without it the search goes on until the period is proved or the value of
    /// [`Question::at`] is known.
    pub to: Option<u64>,
    /// Whether the values are wanted.
    pub values: bool,
    /// Whether the heaps of value 0 are wanted.
    pub zeros: Zeros,
    /// Whether a digest of the values is wanted, see [`Summary`](crate::Summary).
    pub digest: bool,
    /// Whether it is wanted how often each value occurs.
    pub histogram: bool,
    /// Whether the rare heaps are wanted, where there are rare and common values.
    pub rares: bool,
    /// Whether the tries are to be counted, see [`SplitCounts`](crate::SplitCounts).
    pub tries: bool,
    /// Whether the period is wanted.
    pub period: bool,
    /// A size, however large, whose value is wanted: known at last when a period is proved.
    pub at: Option<BigUint>,
    /// Whether a certificate of the period is wanted.
    pub certificate: bool,
    /// Whether checkpoints are to be taken: then steps are short, and what can be resumed from is
    /// kept.
    pub checkpoints: bool,
}

/// Whether heaps of value 0 are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zeros {
    /// They need not all be listed.
    #[default]
    No,
    /// All are.
    Listed,
    /// All are, and nothing else is requested: the values of half as many heaps may do.
    Alone,
}

impl Question {
    /// Whether the answer rests on a period.
    pub fn needs_period(&self) -> bool {
        self.period || self.certificate || self.at.is_some()
    }

    /// Whether all values are kept.
    pub(super) fn needs_values(&self) -> bool {
        self.values || self.tries
    }

    /// A digest is also made for what a later run may ask of a checkpoint, unless it costs a fast
    /// search its speed.
    pub(super) fn makes_digest(&self) -> bool {
        self.digest || self.checkpoints && !self.needs_period()
    }
}
