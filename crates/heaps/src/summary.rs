//! A summary of a sequence that does not keep the values.

use serde::{Deserialize, Serialize};

use crate::code::Code;
use crate::zeros_ahead::ZerosAhead;

/// Collects the maximum, the zeros, the histogram and a digest of the values, segment by segment.
///
/// The digest is `h = (h ^ G(n)) * 0x100000001b3 mod 2^64` over `n = 0, 1, ...`, beginning with
/// `0xcbf29ce484222325`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The number of values seen, which is the next heap.
    pub count: u64,
    /// The largest value.
    pub maximum: u32,
    /// The first heap with the largest value.
    pub maximum_at: u64,
    /// The heaps of value 0.
    pub zeros: Vec<u64>,
    /// The number of occurrences of each value.
    pub histogram: Vec<u64>,
    /// The digest, if it is kept.
    pub digest: Option<u64>,
    /// The number of zeros beyond which they are counted but not listed.
    most_zeros: u64,
    /// Zeros beyond those heaps, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ahead: Option<ZerosAhead>,
}

impl Summary {
    /// The digest of no values.
    pub const DIGEST: u64 = 0xcbf2_9ce4_8422_2325;
    const MOST_ZEROS: u64 = 1 << 24;
    const FEW_ZEROS: u64 = 1 << 16;

    /// The digest after one more value.
    #[inline]
    pub fn mix(digest: u64, value: u64) -> u64 {
        (digest ^ value).wrapping_mul(0x0100_0000_01b3)
    }

    /// A summary of no values, with or without the digest. At most 16 million zeros are listed.
    pub fn new(digest: bool) -> Summary {
        Summary {
            count: 0,
            maximum: 0,
            maximum_at: 0,
            zeros: vec![],
            histogram: vec![],
            digest: digest.then_some(Self::DIGEST),
            most_zeros: Self::MOST_ZEROS,
            ahead: None,
        }
    }

    /// Whether to search for heaps of value 0 beyond the values, from the first value on, if the
    /// code allows it.
    pub fn look_ahead(&mut self, code: &Code, wanted: bool) {
        if !wanted {
            self.ahead = None;
        } else if self.count == 0 {
            self.ahead = ZerosAhead::new(code);
        }
    }

    /// The heap up to which values must be known for everything requested up to heap `goal`, as far
    /// as can be said now.
    pub fn needed(&self, goal: u64) -> u64 {
        self.ahead.as_ref().map_or(goal, |ahead| ahead.needed(goal))
    }

    /// Stops collecting what is no longer needed: the digest, which costs time, and all zeros
    /// except the first 65,536.
    pub fn keep(&mut self, digest: bool, zeros: bool) {
        self.digest = self.digest.filter(|_| digest);
        if !zeros {
            self.most_zeros = self.most_zeros.min(Self::FEW_ZEROS);
            self.zeros.truncate(self.most_zeros as usize);
        }
    }

    /// Whether all heaps of value 0 are listed.
    pub fn has_all_zeros(&self) -> bool {
        self.histogram.first().is_none_or(|&count| count == self.zeros.len() as u64)
    }

    /// Adds the values of the heaps from `self.count` on.
    pub fn add(&mut self, values: &[u32]) {
        if values.is_empty() {
            return;
        }
        let most = values.iter().fold(0, |most, &value| most.max(value));
        if most > self.maximum || self.count == 0 {
            let at = values.iter().position(|&value| value == most).unwrap_or(0);
            self.maximum = most;
            self.maximum_at = self.count + at as u64;
        }
        if self.histogram.len() <= most as usize {
            self.histogram.resize(most as usize + 1, 0);
        }
        self.count_values(values, most as usize);
        if (self.zeros.len() as u64) < self.most_zeros && values.contains(&0) {
            for (at, _) in values.iter().enumerate().filter(|&(_, &value)| value == 0) {
                if (self.zeros.len() as u64) < self.most_zeros {
                    self.zeros.push(self.count + at as u64);
                }
            }
        }
        if let Some(digest) = &mut self.digest {
            *digest = values.iter().fold(*digest, |h, &value| Self::mix(h, value.into()));
        }
        // Small values are computed faster than zeros are found among larger heaps.
        let pays = self.maximum >= 64 || self.count < 1 << 20;
        let goes_on = |ahead: &mut ZerosAhead| pays && ahead.add(self.count, values);
        if !self.ahead.as_mut().is_some_and(goes_on) {
            self.ahead = None;
        }
        self.count += values.len() as u64;
    }

    /// Counts values, all of which are at most `most`.
    fn count_values(&mut self, values: &[u32], most: usize) {
        // Small values are counted in pairs, which is faster.
        const SMALL: usize = 32;
        let (pairs, rest) = if most < SMALL && values.len() >= 4 * SMALL * SMALL {
            values.as_chunks::<2>()
        } else {
            (&[][..], values)
        };
        if !pairs.is_empty() {
            let mut counts = [0u64; SMALL * SMALL];
            for [a, b] in pairs {
                counts[(*a as usize % SMALL) * SMALL + *b as usize % SMALL] += 1;
            }
            for (pair, count) in counts.into_iter().enumerate().filter(|count| count.1 > 0) {
                self.histogram[pair / SMALL] += count;
                self.histogram[pair % SMALL] += count;
            }
        }
        rest.iter().for_each(|&value| self.histogram[value as usize] += 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counting_by_twos() {
        let values: Vec<u32> = (0..10_001u32).map(|heap| heap * heap % 29).collect();
        let mut at_once = Summary::new(true);
        at_once.add(&values);
        let mut one_by_one = Summary::new(true);
        values.iter().for_each(|value| one_by_one.add(std::slice::from_ref(value)));
        assert_eq!(at_once, one_by_one);
        assert_eq!(at_once.histogram.iter().sum::<u64>(), 10_001);
        assert!(at_once.has_all_zeros());
        at_once.keep(false, false);
        assert_eq!((at_once.digest, at_once.has_all_zeros()), (None, true));
    }
}
