//! Bit planes of the frequent values, with one bit for each heap, and lists of heaps that are
//! likely to show that a value is an option.

use std::cmp::Reverse;

use crate::class::Rares;
use crate::kernels::blocks::{BLOCK_WORDS, Bits, Left, List, PASSES, Probe, read, shift_down};
use crate::kernels::{Cell, DIGITS, Kernel};

use super::greedy::{Choice, greedy};

/// The number of heaps of a block. More bits are read at once, and the last 8 are lost when they
/// are shifted into place.
pub(crate) const BLOCK: usize = 64 * BLOCK_WORDS - 32;

/// A bit plane for each frequent value: whether this is the (compressed) value of the heap, and the
/// heap is common. The planes cover a sliding window of heaps.
#[derive(Debug)]
pub(crate) struct Planes {
    /// The start of the plane of each compressed value. Values without a plane share an extra one.
    start_of: Vec<usize>,
    /// The number of planes, without the extra one for values that have no plane.
    planes: usize,
    /// The frequency of each compressed value, per million, for the choice of lists.
    weight: Vec<u32>,
    /// The number of bytes of a plane.
    stride: usize,
    /// The heap of the first bit, a multiple of 64.
    base: u64,
    /// The number of bytes of history that are kept when the window slides.
    history: usize,
    bits: Vec<u8>,
}

/// The number of probes that are examined, as a multiple of the number that may be chosen.
const POOL: usize = 8;
/// The largest number of planes.
const PLANES: usize = 256;
/// Values with few binary digits are set for 64 heaps at once. First those that share these lowest
/// digits are handled.
const LOW: usize = 3;

impl Planes {
    /// Planes for the frequent values of `sample`, with room for `history` heaps before and `ahead`
    /// heaps after heap `at`. All bits are 0.
    pub(crate) fn new(
        sample: impl Iterator<Item = u32>,
        history: u64,
        ahead: u64,
        at: u64,
    ) -> Self {
        let mut counts: Vec<u32> = Vec::new();
        let mut total = 0u64;
        for value in sample {
            if counts.len() <= value as usize {
                counts.resize(value as usize + 1, 0);
            }
            counts[value as usize] += 1;
            total += 1;
        }
        let mut order: Vec<usize> = (0..counts.len()).filter(|&v| counts[v] > 0).collect();
        order.sort_by_key(|&v| (std::cmp::Reverse(counts[v]), v));
        order.truncate(PLANES);
        let planes = order.len();
        let history = (history.div_ceil(512) * 64 + 64) as usize;
        // An odd number of cache lines, so that the planes do not map to the same cache sets.
        let stride =
            (2 * history + (ahead.div_ceil(512) * 64) as usize + 16 * BLOCK_WORDS) / 128 * 128 + 64;
        let mut start_of = vec![planes * stride; counts.len()];
        for (plane, &value) in order.iter().enumerate() {
            start_of[value] = plane * stride;
        }
        let weight = counts
            .iter()
            .map(|&count| (u64::from(count) * 1_000_000 / total.max(1)) as u32)
            .collect();
        let base = (at.saturating_sub(8 * history as u64)) / 64 * 64;
        let bits = vec![0; stride * (planes + 1) + 8 * BLOCK_WORDS];
        Planes { start_of, planes, weight, stride, base, history, bits }
    }

    /// The first heap of the window.
    pub(crate) fn base(&self) -> u64 {
        self.base
    }

    /// The frequency of the compressed value, per million.
    pub(crate) fn weight(&self, value: u32) -> u32 {
        self.weight.get(value as usize).copied().unwrap_or(0)
    }

    /// An upper bound (exclusive) of the compressed values of the sample.
    pub(crate) fn values(&self) -> u32 {
        self.start_of.len() as u32
    }

    /// Whether the compressed value has a plane.
    pub(crate) fn has(&self, value: u32) -> bool {
        self.start_of.get(value as usize).is_some_and(|&start| start < self.planes * self.stride)
    }

    /// Makes room for heaps up to `to`, and slides the window if necessary.
    pub(crate) fn reserve(&mut self, from: u64, to: u64) {
        if (to - self.base) / 8 + 8 * (BLOCK_WORDS as u64 + 1) < self.stride as u64 {
            return;
        }
        let base = (from.saturating_sub(8 * self.history as u64)) / 64 * 64;
        let shift = ((base - self.base) / 8) as usize;
        for plane in self.bits.chunks_exact_mut(self.stride) {
            let kept = plane.len().saturating_sub(shift);
            if kept > 0 {
                plane.copy_within(shift.., 0);
            }
            plane[kept..].fill(0);
        }
        self.base = base;
    }

    /// Whether the window reaches as far before `heap` as the planes need.
    pub(crate) fn reaches(&self, heap: u64) -> bool {
        self.base <= heap.saturating_sub(8 * self.history as u64)
    }

    /// Discards all heaps and starts the window as far before `heap` as the planes need.
    pub(crate) fn clear(&mut self, heap: u64) {
        self.base = heap.saturating_sub(8 * self.history as u64) / 64 * 64;
        self.bits.fill(0);
    }

    /// The start of the plane of the compressed value.
    #[inline]
    fn start(&self, value: u32) -> usize {
        self.start_of.get(value as usize).copied().unwrap_or(self.planes * self.stride)
    }

    /// The heaps from `heap` on have these compressed values. Those that are not rare are common.
    /// Known values may be set again.
    pub(crate) fn set_common<T: Cell>(
        &mut self,
        kernel: Kernel,
        rares: &Rares,
        heap: u64,
        values: &[T],
    ) {
        self.set(kernel, heap, values);
        for rare in rares.between(heap, heap + values.len() as u64) {
            let at = (rare - self.base) as usize;
            let start = self.start(values[(rare - heap) as usize].value());
            self.bits[start + at / 8] &= !(1 << (at % 8));
        }
    }

    /// The heaps from `heap` on have these compressed values and are common.
    pub(crate) fn set<T: Cell>(&mut self, kernel: Kernel, heap: u64, values: &[T]) {
        let at = (heap - self.base) as usize;
        if self.start_of.len() > 1 << DIGITS || values.len() < 128 {
            return self.set_each(at, values);
        }
        let (ragged, values) = values.split_at((64 - at % 64) % 64);
        self.set_each(at, ragged);
        let mut at = at + ragged.len();
        let mut words = values.chunks_exact(64);
        for word in &mut words {
            self.set_word(kernel, at, word.try_into().unwrap_or(&[T::default(); 64]));
            at += 64;
        }
        self.set_each(at, words.remainder());
    }

    /// As `set`, from index `at` of the window on, one by one.
    fn set_each<T: Cell>(&mut self, at: usize, values: &[T]) {
        for (at, value) in (at..).zip(values) {
            let start = self.start(value.value());
            self.bits[start + at / 8] |= 1 << (at % 8);
        }
    }

    /// As `set`, for 64 heaps from index `at` of the window on, a multiple of 64, if there are few
    /// planes.
    fn set_word<T: Cell>(&mut self, kernel: Kernel, at: usize, values: &[T; 64]) {
        let most = values.iter().fold(T::default(), |most, &value| most.max(value)).value();
        if most as usize >= self.start_of.len() {
            return self.set_each(at, values);
        }
        let digits = kernel.digits(&values.map(|value| value.value() as u8));
        let with = |value: usize, digits: &[u64]| {
            digits.iter().enumerate().fold(!0u64, |heaps, (k, digit)| {
                heaps & if value >> k & 1 == 1 { *digit } else { !digit }
            })
        };
        let low: [u64; 1 << LOW] = std::array::from_fn(|value| with(value, &digits[..LOW]));
        let high: [u64; 1 << (DIGITS - LOW)] =
            std::array::from_fn(|value| with(value, &digits[LOW..]));
        for (value, &start) in self.start_of.iter().enumerate() {
            let heaps = low[value % (1 << LOW)] & high[value >> LOW];
            let bytes = &mut self.bits[start + at / 8..start + at / 8 + 8];
            let before = u64::from_le_bytes(bytes[..].try_into().unwrap_or_default());
            bytes.copy_from_slice(&(before | heaps).to_le_bytes());
        }
    }

    /// Discards all heaps from `from` on.
    pub(crate) fn truncate(&mut self, from: u64) {
        let Some(at) = from.checked_sub(self.base) else {
            self.bits.fill(0);
            return;
        };
        let at = at as usize;
        for plane in self.bits.chunks_exact_mut(self.stride) {
            if let Some(byte) = plane.get_mut(at / 8) {
                *byte &= ((1u16 << (at % 8)) - 1) as u8;
                plane[at / 8 + 1..].fill(0);
            }
        }
    }

    /// A probe: the place of the bits for `value` at the heaps `n - back`.
    pub(crate) fn probe(&self, value: u32, back: u64) -> Probe {
        // The planes take some megabytes, for heaps some tens of thousands back.
        self.start(value) as Probe - back.div_ceil(8) as Probe
    }

    /// The probe for the heaps whose values have no plane.
    pub(crate) fn others(&self) -> Probe {
        (self.planes * self.stride) as Probe
    }

    /// The place of the heap, a multiple of 8.
    #[inline]
    pub(crate) fn at(&self, heap: u64) -> i64 {
        ((heap - self.base) / 8) as i64
    }

    /// All planes.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bits
    }
}

/// A possible probe: its offset, and the shift it needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) probe: Probe,
    pub(crate) shift: u32,
    pub(crate) weight: u32,
}

/// The work that the choice of lists is worth at some heap: the number of blocks in the sample, and
/// of trials for each probe.
pub(crate) fn worth(next: u64) -> (usize, usize) {
    match next {
        0..0x4_0000 => (3, 4),
        0x4_0000..0x40_0000 => (6, 4),
        _ => (8, 8),
    }
}

/// The heap at which lists chosen now should be chosen again.
pub(crate) fn review(next: u64) -> u64 {
    next + 3 * next.min(1 << 24)
}

/// Chooses at most `most` probes that together show `targets` (blocks, each with the heaps for
/// which the value is known to be an option). Orders them into batches, the best first.
///
/// Each probe adds most to the earlier ones, see [`greedy`]. Because the targets are only a sample,
/// heaps that are shown once still count a quarter, and those shown twice a sixteenth.
pub(crate) fn choose(
    kernel: Kernel,
    planes: &Planes,
    targets: &[(u64, Bits)],
    mut pool: Vec<Candidate>,
    most: usize,
    trials: usize,
) -> List {
    pool.sort_by_key(|c| (Reverse(c.weight), c.probe, c.shift));
    pool.truncate(POOL * most);
    let places: Vec<i64> = targets.iter().map(|target| planes.at(target.0)).collect();
    let mut left: Vec<Left> = targets.iter().map(|target| [target.1; PASSES]).collect();
    let gain = |index: usize, left: &Vec<Left>| {
        let Candidate { probe, shift, .. } = pool[index];
        kernel.shown::<u8>(planes.bytes(), probe, shift, &places, left)
    };
    let take = |index: usize, left: &mut Vec<Left>| {
        let Candidate { probe, shift, .. } = pool[index];
        for (place, left) in places.iter().zip(left) {
            let bits = read(planes.bytes(), place + i64::from(probe));
            let bits = shift_down(&bits, shift);
            for pass in (0..PASSES).rev() {
                for i in 0..BLOCK_WORDS {
                    let before = if pass > 0 { left[pass - 1][i] } else { 0 };
                    left[pass][i] &= before | !bits[i];
                }
            }
        }
    };
    let choice = Choice { most, trials, least: 1 };
    let chosen: Vec<Candidate> = greedy(pool.len(), choice, &mut left, gain, take)
        .into_iter()
        .map(|index| pool[index])
        .collect();
    // In tiers, the best first, and by shift in each tier, so that few shifts are needed.
    let mut list = List::default();
    let mut tier = 64;
    let mut rest = &chosen[..];
    while !rest.is_empty() {
        let (now, later) = rest.split_at(tier.min(rest.len()));
        for shift in 0..8 {
            let batch = now.iter().filter(|c| c.shift == shift).map(|c| c.probe);
            list.push(shift, batch.collect());
        }
        rest = later;
        tier *= 2;
    }
    list
}
