//! The second stage of the fast engine: every rare value below a candidate must be an option.
//!
//! A split with the value is a witness. For each rare value there is a list of heaps `a` for which
//! the other heap of the split must have a frequent value, and bit planes show for a whole block
//! where it has. Values that the lists do not show are searched for. If no witness is found, all
//! splits are tried; if none has the rare value, it is the true value of the heap. Processors with
//! fast sets of values check 64 heaps at once without planes.

mod search;
mod sets;

use std::sync::atomic::{AtomicU64, Ordering};

use crate::Result;
use crate::class::{Moves, Rares};
use crate::kernels::blocks::{BLOCK_WORDS, Bits, List, Probe, read};
use crate::kernels::sets::HEAPS;
use crate::kernels::{Cell, Kernel};

use super::planes::{BLOCK, Candidate, Planes, choose, review, worth};

/// The largest heap `a` of witnesses in the lists.
const REACH: u64 = 32_768;
/// The largest number of probes for each rare value.
const PROBES: usize = 448;
/// The number of heaps from which the lists are chosen.
const SAMPLE: u64 = 32_768;
/// The number of heaps `a` that are tried one by one before all others. Grim's heap 577849910 has
/// no witness of its rare value 248 with a heap below 382162.
pub(super) const HEAD: usize = 1 << 18;
/// The number of first values that are kept when old ones are dropped. Grundy's heap 1125668074 has
/// no witness of its rare value 258 with a heap below 2^24.
const MOST_HEAD: usize = 1 << 28;
/// The number of them for one digit before the next digit is tried.
const SPAN: usize = 512;

/// A search begins at this many heaps with few rare ones among them.
const QUIET: u64 = 4096;

/// Witnesses found without trying all splits have a heap smaller than this.
pub(crate) const SMALL: u64 = if REACH < HEAD as u64 { HEAD as u64 } else { REACH + 1 };

/// The number of values that are always kept, if there are that many.
pub(crate) const KEPT: u64 = REACH + SAMPLE + HEAD as u64 + 4096;

/// A heap whose candidate was wrong, and its true value.
pub(crate) type Event = Option<(u64, u32)>;

/// The second stage: all values known for certain, and those that are still to be checked.
#[derive(Debug)]
pub(crate) struct Verifier<T> {
    moves: Moves,
    kernel: Kernel,
    rares: Rares,
    /// The compressed values of the first heaps.
    head: Vec<T>,
    /// The first of these in reverse order, as they were when the lists were chosen.
    turned: Vec<T>,
    /// The place among them where the search for a witness begins, because few rare heaps follow.
    quiet: usize,
    /// The compressed values of the heaps from `base` on.
    history: Vec<T>,
    base: u64,
    planes: Planes,
    lists: Vec<List>,
    /// `closers[r]`: planes, and the heaps of each block that need no rare value whose compressed
    /// value is `r` or more.
    closers: Vec<Vec<(Probe, u64)>>,
    /// Whether rare values are shown by sets instead of planes, and the lists for sets.
    by_sets: bool,
    sets: sets::Lists,
    review: u64,
    /// The heap after the last one with a witness that has no heap below [`SMALL`], or for which
    /// all splits were tried.
    searched: AtomicU64,
    /// The largest of the smaller heaps of witnesses, if it is not below [`SMALL`].
    farthest: AtomicU64,
}

impl<T: Cell> Verifier<T> {
    /// The stage after `history`, the compressed values of the heaps from `base` on. `head` are the
    /// compressed values of the first heaps.
    pub(crate) fn new(
        moves: &Moves,
        kernel: Kernel,
        rares: &Rares,
        mut head: Vec<T>,
        history: Vec<T>,
        base: u64,
    ) -> Self {
        head.truncate(HEAD);
        // It is not known how these values were found.
        let found = base + history.len() as u64;
        Verifier {
            moves: moves.clone(),
            kernel,
            rares: rares.clone(),
            head,
            turned: vec![],
            quiet: 1,
            history,
            base,
            planes: Planes::new(std::iter::empty(), 64, 64, 0),
            lists: vec![],
            closers: vec![],
            by_sets: false,
            sets: sets::Lists::default(),
            review: 0,
            searched: AtomicU64::new(found),
            farthest: AtomicU64::new(0),
        }
    }

    /// The heap after the last one for which some rare value is not known to have a split with a
    /// small heap.
    pub(crate) fn searched(&self) -> u64 {
        self.searched.load(Ordering::Relaxed)
    }

    /// The largest smaller heap of a witness, unless all are below [`SMALL`].
    pub(crate) fn farthest(&self) -> u64 {
        self.farthest.load(Ordering::Relaxed)
    }

    /// Adopts these results from an earlier run.
    pub(crate) fn set_searched(&mut self, heap: u64, farthest: u64) {
        self.searched = AtomicU64::new(heap);
        self.farthest = AtomicU64::new(farthest);
    }

    /// The number of first values that would allow more splits to be tried, if not all values are
    /// kept and more would help.
    pub(crate) fn longer_head(&self) -> Option<usize> {
        let known = self.head.len();
        let longer = (4 * known).min(MOST_HEAD).min(self.history.len());
        (self.base > 0 && longer > known).then_some(longer)
    }

    /// Adopts the compressed values of more of the first heaps.
    pub(crate) fn lengthen_head(&mut self, head: Vec<T>) {
        debug_assert!(head.starts_with(&self.head));
        self.head = head;
    }

    /// The next heap.
    pub(crate) fn next(&self) -> u64 {
        self.base + self.history.len() as u64
    }

    /// All values, if none has been dropped.
    pub(crate) fn all(&self) -> Option<&[T]> {
        (self.base == 0).then_some(&self.history)
    }

    /// The compressed values of the first heaps.
    pub(crate) fn head(&self) -> &[T] {
        &self.head
    }

    /// The first heap that is still kept, apart from the head.
    pub(crate) fn base(&self) -> u64 {
        self.base
    }

    /// The compressed value of a heap that is still kept.
    pub(crate) fn value(&self, heap: u64) -> T {
        self.history[(heap - self.base) as usize]
    }

    /// The compressed values of the heaps of `from..to`, which are still kept.
    pub(crate) fn values(&self, from: u64, to: u64) -> &[T] {
        if from >= to {
            return &[];
        }
        &self.history[(from - self.base) as usize..(to - self.base) as usize]
    }

    /// The number of bytes of values kept.
    pub(crate) fn bytes(&self) -> u64 {
        (self.history.len() * size_of::<T>()) as u64
    }

    /// Drops the oldest values so that about `keep` remain.
    pub(crate) fn forget(&mut self, keep: usize) {
        let keep = keep.max(KEPT as usize);
        if self.history.len() > 2 * keep {
            let drop = (self.history.len() - keep) / 64 * 64;
            if self.base == 0 && self.head.len() < drop.min(MOST_HEAD) {
                self.head = self.history[..drop.min(MOST_HEAD)].to_vec();
            }
            self.history.drain(..drop);
            self.base += drop as u64;
        }
    }

    /// Adds the next candidates.
    pub(crate) fn append(&mut self, values: &[T]) {
        let from = self.next();
        if from >= self.review {
            self.tune();
        }
        self.history.extend_from_slice(values);
        // After a snapshot the head may end before `from`.
        if self.head.len() < HEAD && self.head.len() as u64 == from {
            let room = HEAD - self.head.len();
            self.head.extend_from_slice(&values[..values.len().min(room)]);
        }
        if !self.by_sets {
            self.planes.reserve(from, from + values.len() as u64 + 2 * BLOCK as u64);
            self.planes.set(self.kernel, from, values);
        }
    }

    /// Discards the heaps from `heap` on, whose compressed value is `value`.
    pub(crate) fn restart(&mut self, heap: u64, value: T, rares: &Rares) {
        self.history.truncate((heap - self.base) as usize);
        self.history.push(value);
        self.head.truncate(heap as usize);
        if self.head.len() as u64 == heap && self.head.len() < HEAD {
            self.head.push(value);
        }
        let turned = rares.class != self.rares.class;
        self.rares = rares.clone();
        if self.by_sets {
            self.set_ends();
        } else if self.review > 0 {
            self.planes.truncate(heap);
            if !rares.contains(heap) {
                self.planes.reserve(heap, heap + 1);
                self.planes.set(self.kernel, heap, &[value]);
            }
            if turned {
                self.set_closers();
            }
        }
    }

    /// Computes which values need which rare values.
    fn set_closers(&mut self) {
        let class = self.rares.class;
        self.closers.clear();
        let parities = if class.by_position {
            vec![(0, 0x5555_5555_5555_5555), (1, 0xaaaa_aaaa_aaaa_aaaa)]
        } else {
            vec![(0, !0)]
        };
        for value in (0..self.planes.values()).filter(|&value| self.planes.has(value)) {
            for &(parity, lanes) in &parities {
                let end = class.rares_below(value, parity) as usize;
                if self.closers.len() <= end {
                    self.closers.resize(end + 1, vec![]);
                }
                self.closers[end].push((self.planes.probe(value, 0), lanes));
            }
        }
    }

    /// Checks the candidates of the heaps `from..to`. Returns the first that was wrong.
    pub(crate) fn verify(&self, from: u64, to: u64, threads: usize) -> Result<Event> {
        let blocks = (to - from).div_ceil(BLOCK as u64);
        if threads <= 1 || blocks < 2 * threads as u64 {
            return self.verify_part(from, to);
        }
        let share = blocks.div_ceil(threads as u64) * BLOCK as u64;
        std::thread::scope(|scope| {
            let parts: Vec<_> = (0..threads as u64)
                .map(|part| (from + part * share, (from + (part + 1) * share).min(to)))
                .filter(|(from, to)| from < to)
                .map(|(from, to)| scope.spawn(move || self.verify_part(from, to)))
                .collect();
            let mut first = Ok(None);
            for part in parts.into_iter().rev() {
                match part.join() {
                    Ok(Ok(None)) => {}
                    Ok(found) => first = found,
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            first
        })
    }

    fn verify_part(&self, from: u64, to: u64) -> Result<Event> {
        let (first, step) = if self.by_sets { (from, HEAPS) } else { (from / 8 * 8, BLOCK) };
        for at in (first..to).step_by(step) {
            let event =
                if self.by_sets { self.sets_block(at, to)? } else { self.block(at, from, to)? };
            if event.is_some() {
                return Ok(event);
            }
        }
        Ok(None)
    }

    /// Checks the heaps of `from..to` in the block at `at`.
    fn block(&self, at: u64, from: u64, to: u64) -> Result<Event> {
        let class = self.rares.class;
        let bytes = self.planes.bytes();
        let place = self.planes.at(at);
        let (low, high) = (at.max(from) - at, to.min(at + BLOCK as u64) - at);
        // The lanes that may need the current rare value: all common ones, until a value closes
        // them.
        let mut open: Bits = std::array::from_fn(|i| {
            let below = |end: u64| match end.saturating_sub(64 * i as u64) {
                bits @ 0..64 => (1u64 << bits) - 1,
                _ => !0,
            };
            below(high) & !below(low)
        });
        for heap in self.rares.between(at + low, at + high) {
            let lane = (heap - at) as usize;
            open[lane / 64] &= !(1 << (lane % 64));
        }
        // Lanes whose values have no plane, with their ends.
        let mut others: Vec<(usize, usize)> = Vec::new();
        let bits = read(bytes, place + i64::from(self.planes.others()));
        for (i, bits) in bits.iter().enumerate() {
            let mut word = bits & open[i];
            while word != 0 {
                let lane = 64 * i + word.trailing_zeros() as usize;
                let heap = at + lane as u64;
                others.push((lane, class.rares_below(self.value(heap).value(), heap) as usize));
                word &= word - 1;
            }
        }
        let most = others.iter().map(|other| other.1 + 1).max().unwrap_or(0);
        let mut missing: Vec<(u64, u32)> = Vec::new();
        for rare in 0..self.closers.len().max(most) {
            for &(probe, lanes) in self.closers.get(rare).map_or(&[][..], |closers| closers) {
                let closed = read(bytes, place + i64::from(probe));
                for i in 0..BLOCK_WORDS {
                    open[i] &= !(closed[i] & lanes);
                }
            }
            for &(lane, _) in others.iter().filter(|other| other.1 == rare) {
                open[lane / 64] &= !(1 << (lane % 64));
            }
            if open == [0; BLOCK_WORDS] {
                break;
            }
            let left = match self.lists.get(rare) {
                Some(list) => self.kernel.unshown::<T>(bytes, place, list, &open),
                None => open,
            };
            for (i, word) in left.iter().enumerate() {
                let mut word = *word;
                while word != 0 {
                    let heap = at + 64 * i as u64 + u64::from(word.trailing_zeros());
                    if !self.search(heap, T::cell(rare as u32)) {
                        missing.push((heap, rare as u32));
                    }
                    word &= word - 1;
                }
            }
        }
        self.first_missing(missing)
    }

    /// Chooses planes and lists from the last values, and the start of searches.
    fn tune(&mut self) {
        let next = self.next();
        self.review = review(next);
        self.turned = self.head[..self.head.len().min(HEAD)].iter().rev().copied().collect();
        let known = self.turned.len() as u64;
        self.quiet = (1..known.saturating_sub(QUIET).max(2))
            .step_by(SPAN)
            .min_by_key(|&from| (self.rares.between(from, from + QUIET).count(), from))
            .map_or(1, |from| from as usize);
        self.by_sets = self.are_sets_better();
        if self.by_sets {
            return self.tune_sets();
        }
        let (samples, trials) = worth(next);
        let reach = REACH.min(next / 4).min(self.turned.len() as u64 - 1);
        let sample = SAMPLE.min(next / 2);
        let last = self.moves.last() as u64;
        let span = reach + sample + last;
        let from = next.saturating_sub(span).max(self.base).max(1);
        let common = || (from..next).filter(|&heap| !self.rares.contains(heap));
        let mut planes =
            Planes::new(common().map(|heap| self.value(heap).value()), span, 1 << 17, next);
        planes.reserve(next, next + 2 * BLOCK as u64);
        let base = planes.base();
        let start = base.max(self.base);
        let values = &self.history[(start - self.base) as usize..];
        planes.set_common(self.kernel, &self.rares, start, values);
        let low = (from.max(base) + reach + last + 64).div_ceil(8) * 8;
        let step =
            (next.saturating_sub(low + BLOCK as u64) / samples as u64).max(BLOCK as u64) / 8 * 8;
        let mut ends: Vec<(u64, Vec<u32>)> = Vec::new();
        let mut at = low;
        let mut most = 0;
        while at + BLOCK as u64 <= next && ends.len() < samples {
            let block: Vec<u32> = (at..at + BLOCK as u64)
                .map(|heap| match self.rares.contains(heap) {
                    true => 0,
                    false => self.rares.class.rares_below(self.value(heap).value(), heap),
                })
                .collect();
            most = most.max(block.iter().copied().max().unwrap_or(0));
            ends.push((at, block));
            at += step;
        }
        // Heaps `a` by value. If `a + taken` is a multiple of 8, no shift is needed.
        let mut pools: Vec<Vec<Candidate>> = vec![vec![]; most as usize];
        for &(taken, _) in &self.moves.splits {
            let taken = taken as u64;
            for small in (1..=reach).filter(|small| (small + taken).is_multiple_of(8)) {
                if self.rares.contains(small) {
                    continue;
                }
                let small_value = self.head[small as usize].value();
                for (rare, pool) in pools.iter_mut().enumerate() {
                    let other = rare as u32 ^ small_value;
                    if planes.has(other) {
                        pool.push(Candidate {
                            probe: planes.probe(other, small + taken),
                            shift: 0,
                            weight: planes.weight(other),
                        });
                    }
                }
            }
        }
        for taken in self.rares.turning(&self.moves) {
            for (rare, pool) in pools.iter_mut().enumerate() {
                if planes.has(rare as u32) {
                    pool.push(Candidate {
                        probe: planes.probe(rare as u32, taken),
                        shift: ((8 - taken % 8) % 8) as u32,
                        weight: u32::MAX,
                    });
                }
            }
        }
        self.lists = pools
            .into_iter()
            .enumerate()
            .map(|(rare, pool)| {
                let targets: Vec<(u64, Bits)> = ends
                    .iter()
                    .map(|(at, ends)| {
                        let mut bits: Bits = [0; BLOCK_WORDS];
                        for (lane, &end) in ends.iter().enumerate() {
                            bits[lane / 64] |= u64::from(end > rare as u32) << (lane % 64);
                        }
                        (*at, bits)
                    })
                    .collect();
                choose(self.kernel, &planes, &targets, pool, PROBES, trials)
            })
            .collect();
        self.planes = planes;
        self.set_closers();
    }
}
