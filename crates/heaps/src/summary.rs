//! What is worth knowing about a sequence without keeping it.

use serde::{Deserialize, Serialize};

/// Gathers the maximum, the zeros, the histogram and a digest of the values, segment by segment.
///
/// The digest is `h = (h ^ G(n)) * 0x100000001b3 mod 2^64` over `n = 0, 1, ...`, beginning with
/// `0xcbf29ce484222325`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// How many values have been seen: the next heap.
    pub count: u64,
    /// The largest value.
    pub maximum: u32,
    /// The first heap with the largest value.
    pub maximum_at: u64,
    /// The heaps of value 0.
    pub zeros: Vec<u64>,
    /// How often each value occurs.
    pub histogram: Vec<u64>,
    /// The digest, if it is kept.
    pub digest: Option<u64>,
    /// Beyond this many, zeros are no longer listed.
    most_zeros: u64,
}

impl Summary {
    /// Begins with the digest of nothing.
    pub const DIGEST: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;

    /// A summary of no values, without or with the digest. At most 16 million zeros are listed.
    pub fn new(digest: bool) -> Summary {
        Summary {
            count: 0,
            maximum: 0,
            maximum_at: 0,
            zeros: vec![],
            histogram: vec![],
            digest: digest.then_some(Self::DIGEST),
            most_zeros: 1 << 24,
        }
    }

    /// The values of the heaps from `self.count` on.
    pub fn add(&mut self, values: &[u32]) {
        let Some(&most) = values.iter().max() else { return };
        if most > self.maximum || self.count == 0 {
            let at = values.iter().position(|&value| value == most).unwrap_or(0);
            self.maximum = most;
            self.maximum_at = self.count + at as u64;
        }
        if self.histogram.len() <= most as usize {
            self.histogram.resize(most as usize + 1, 0);
        }
        for &value in values {
            self.histogram[value as usize] += 1;
        }
        if values.contains(&0) {
            for (at, _) in values.iter().enumerate().filter(|&(_, &value)| value == 0) {
                if (self.zeros.len() as u64) < self.most_zeros {
                    self.zeros.push(self.count + at as u64);
                }
            }
        }
        if let Some(digest) = &mut self.digest {
            *digest = values
                .iter()
                .fold(*digest, |h, &value| (h ^ u64::from(value)).wrapping_mul(Self::PRIME));
        }
        self.count += values.len() as u64;
    }
}
