//! Heaps with nonzero values, far beyond the known values.
//!
//! The value of heap `n` is not 0 if a move leaves two heaps of equal value, because their nim sum
//! is 0. If these two heaps are about half as large as `n`, the values up to `n / 2` are enough to
//! show it. So the zeros up to a heap need only half as many values, except that each heap without
//! such a move must be computed. The method pays if few heaps have value 0.

use serde::{Deserialize, Serialize};

use crate::class::Moves;
use crate::code::Code;

/// The largest number of splits tried for a heap, counted from the middle. Usually a few hundred
/// are enough, but Grim's heap 96562242 needs more than 4096.
const REACH: u64 = 1 << 16;
/// The largest number of heaps that wait for their values. With more, the game does not have few
/// zeros.
const MOST_OPEN: usize = 1 << 16;

/// Shows which heaps beyond the known values have a value other than 0.
///
/// ```
/// use upstar_heaps::{Code, Sequence, Settings, ZerosAhead};
///
/// let code: Code = "0.6".parse()?; // Grim: take one token and leave something
/// let mut ahead = ZerosAhead::new(&code).expect("its moves leave two heaps");
/// let values = Sequence::new(&code, Settings::default())?
///     .collect(9999, &upstar_core::Budget::unlimited())?;
/// assert!(ahead.add(0, &values));
/// // No zeros from 10000 on up to here:
/// assert!(ahead.decided() > 11_000 && ahead.open().is_empty());
/// # Ok::<(), upstar_heaps::HeapsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZerosAhead {
    /// The numbers of tokens taken by the moves that leave two heaps, and whether these must
    /// differ.
    splits: Vec<(u64, bool)>,
    /// The known values of the heaps from `first` on.
    window: Vec<u32>,
    first: u64,
    /// The next heap to check.
    next: u64,
    /// The heaps whose value is not known and for which no split was found, ascending.
    open: Vec<u64>,
}

/// The number of splits tried for a heap, counted from the middle.
fn reach(heap: u64) -> u64 {
    (heap / 8).min(REACH)
}

impl ZerosAhead {
    /// Starts without values; `None` if no move of the code leaves two heaps, or if a move may
    /// leave more.
    pub fn new(code: &Code) -> Option<ZerosAhead> {
        let splits = Moves::of(code)?.splits;
        let splits = splits.into_iter().map(|(taken, unequal)| (taken as u64, unequal)).collect();
        Some(ZerosAhead { splits, window: vec![], first: 0, next: 0, open: vec![] })
    }

    /// Takes the values of the next heaps, from `from` on, and checks the heaps up to about twice
    /// the last of them. Returns false if so many heaps stay open that looking ahead does not pay.
    pub fn add(&mut self, from: u64, values: &[u32]) -> bool {
        debug_assert_eq!(from, self.first + self.window.len() as u64);
        self.window.extend_from_slice(values);
        let known = from + values.len() as u64;
        let reached = self.open.partition_point(|&heap| heap < known);
        self.open.drain(..reached);
        self.next = self.next.max(known);
        while self.next / 2 + reach(self.next) < known {
            if !self.is_not_zero(self.next) {
                self.open.push(self.next);
            }
            self.next += 1;
        }
        // The splits of the next heap do not reach further back.
        let needed = (self.next / 2).saturating_sub(reach(self.next) + self.most_taken());
        let old = needed.saturating_sub(self.first) as usize;
        if old > self.window.len() / 2 {
            self.window.drain(..old);
            self.first = needed;
        }
        self.open.len() <= MOST_OPEN
    }

    /// All heaps below this have a value other than 0, except those with known values and the
    /// [open](Self::open) ones.
    pub fn decided(&self) -> u64 {
        self.next
    }

    /// The heaps below [`decided`](Self::decided) that may have value 0.
    pub fn open(&self) -> &[u64] {
        &self.open
    }

    /// The heap up to which values must be known to know all zeros up to heap `goal`, as far as can
    /// be said now.
    pub fn needed(&self, goal: u64) -> u64 {
        let half = goal / 2 + reach(goal) + 1;
        let open = self.open[..self.open.partition_point(|&heap| heap <= goal)].last();
        half.max(open.copied().unwrap_or(0)).min(goal)
    }

    fn most_taken(&self) -> u64 {
        self.splits.iter().map(|split| split.0).max().unwrap_or(0)
    }

    /// Whether one of the splits near the middle leaves two heaps of equal value.
    fn is_not_zero(&self, heap: u64) -> bool {
        self.splits.iter().any(|&(taken, unequal)| {
            let Some(rest) = heap.checked_sub(taken).filter(|&rest| rest >= 3) else {
                return false;
            };
            if rest % 2 == 0 && !unequal {
                return true;
            }
            // The smaller heaps from the middle down, the larger ones from the middle up.
            let small = (rest - 1) / 2;
            let count = reach(heap).min(small).min(small + 1 - self.first.min(small)) as usize;
            let (low, high) = ((small - self.first) as usize, (rest - small - self.first) as usize);
            let low = self.window[low + 1 - count..=low].iter().rev();
            low.zip(&self.window[high..]).any(|(a, b)| a == b)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sequence, Settings};
    use upstar_core::Budget;

    /// All heaps reported as nonzero have a value other than 0, and the heaps that must be reached
    /// are enough, for any division of the values into pieces.
    #[test]
    fn zeros_ahead_are_zeros() {
        let codes = [
            "0.6", "4!.0", "0.77", "0.07", "4.7", "0.3", "0.16", "0.106", "0.144", "4.04", "0.45",
            "4!.7!65", "0.5!", "0.4!6", "0.66!",
        ];
        let mut looked_at = 0;
        for text in codes {
            let code: Code = text.parse().unwrap();
            let values = Sequence::new(&code, Settings::default())
                .unwrap()
                .collect(24_000, &Budget::unlimited());
            let values = values.unwrap();
            let Some(mut ahead) = ZerosAhead::new(&code) else {
                assert_eq!(text, "0.3");
                continue;
            };
            let mut known = 0;
            for piece in [1, 7, 4095, 4097, 1, 800, 1, 2000, 2998] {
                assert!(ahead.add(known as u64, &values[known..known + piece]));
                known += piece;
                let decided = ahead.decided() as usize;
                for (heap, &value) in values.iter().enumerate().take(decided).skip(known) {
                    let open = ahead.open().binary_search(&(heap as u64)).is_ok();
                    assert!(open || value != 0, "{text}, {heap} from {known}");
                    looked_at += usize::from(!open);
                }
                assert!(ahead.open().iter().all(|&heap| heap >= known as u64), "{text}");
                let goal = ahead.decided() - 1;
                let needed = ahead.needed(goal);
                assert!(needed <= goal.max(1));
                let zero = (known as u64..=goal).filter(|&heap| values[heap as usize] == 0).max();
                assert!(zero.is_none_or(|zero| needed >= zero), "{text}");
            }
            assert_eq!(known, 14_000);
            assert!(ahead.decided() > 22_000, "{text}");
        }
        assert!(looked_at > 100_000);
    }
}
