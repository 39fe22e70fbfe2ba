//! The certain results, independent of the size of the cells.

use crate::class::{Class, Rares};
use crate::kernels::Cell;

use super::Round;
use super::verify::Verifier;

/// The number of bytes of values above which the oldest are dropped.
const MOST_BYTES: u64 = 1 << 30;
/// The number of bytes of values that is kept in any case.
const LEAST_BYTES: u64 = 1 << 20;

/// The certain results, independent of the size of the cells.
#[derive(Debug)]
pub(super) struct Certain {
    pub(super) rares: Rares,
    pub(super) largest: u32,
    /// The value of a common heap by its compressed value, for even and for odd heaps.
    pub(super) expanded: [Vec<u32>; 2],
    /// The number of bytes of values above which the oldest are dropped.
    pub(super) most_bytes: u64,
}

impl Certain {
    pub(super) fn new(rares: Rares, largest: u32) -> Certain {
        Certain { rares, largest, expanded: [vec![], vec![]], most_bytes: MOST_BYTES }
    }

    /// Keeps at most a quarter of this memory limit in values, because there are copies of them and
    /// vectors double.
    pub(super) fn keep_within(&mut self, bytes: Option<u64>) {
        if let Some(bytes) = bytes {
            self.most_bytes = self.most_bytes.min((bytes / 4).max(LEAST_BYTES));
        }
    }

    /// Computes the tables of values up to `most`, if there are none or if the class was not
    /// `class` before.
    pub(super) fn set_expanded(&mut self, class: Class, most: u32) {
        let Certain { rares, expanded, .. } = self;
        if class == rares.class && !expanded[0].is_empty() {
            return;
        }
        *expanded = [0, 1]
            .map(|heap| (0..=most).map(|value| rares.class.expand(value, heap, false)).collect());
    }

    /// The common heaps of `from..to` have become certain, so the largest value may change.
    pub(super) fn meet<T: Cell>(&mut self, verifier: &Verifier<T>, from: u64, to: u64) {
        let Certain { rares, largest, .. } = self;
        let known = *largest;
        // An upper bound on the values, from the largest compressed value with either dropped bit.
        let values = verifier.values(from, to);
        let most = values.iter().fold(T::default(), |most, &value| most.max(value)).value();
        if rares.class.expand(most, 0, false).max(rares.class.expand(most, 0, true)) <= known {
            return;
        }
        let mut start = from;
        // Within a class and among heaps of one parity, compression preserves the order.
        for end in rares.between(from, to).chain([to]) {
            for parity in 0..2 {
                let values = verifier.values(start, end);
                let first = (start + parity) & 1;
                if let Some(&most) = values.iter().skip(first as usize).step_by(2).max() {
                    *largest = rares.class.expand(most.value(), parity, false).max(*largest);
                }
            }
            start = end + 1;
        }
    }

    /// The values of a round, from the tables of common values for even and odd heaps.
    pub(super) fn expand<T: Cell>(
        &self,
        verifier: &Verifier<T>,
        round: &Round,
        out: &mut Vec<u32>,
    ) {
        let Certain { rares, expanded, .. } = self;
        let turn = (round.from & 1) as usize;
        let tables = [&expanded[turn][..], &expanded[1 - turn][..]];
        let values = verifier.values(round.from, round.to);
        out.resize(values.len(), 0);
        for (out, values) in out.chunks_mut(2).zip(values.chunks(2)) {
            for ((out, value), table) in out.iter_mut().zip(values).zip(tables) {
                *out = table[value.value() as usize];
            }
        }
        let first = rares.heaps.partition_point(|rare| rare.0 < round.from);
        for &(heap, value) in rares.heaps[first..].iter().take_while(|rare| rare.0 < round.to) {
            out[(heap - round.from) as usize] = value;
        }
    }
}
