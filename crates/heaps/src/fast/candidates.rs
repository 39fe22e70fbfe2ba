//! The first stage of the fast engine: the smallest common value that no kernel entry excludes.
//!
//! For small values, the sets of all values that the kernel excludes are computed for many heaps at
//! once. Distances within these heaps are added one by one.
//!
//! For larger values and a long kernel, a block of heaps takes three steps. First, bit planes of
//! the values, read at distances chosen for each value, show for most values at which heaps of the
//! block they are excluded. The first values not shown to be excluded are the candidates of a heap.
//! Then the whole kernel is compared with the candidates, for 32 heaps at once. Last, distances
//! within these 32 heaps are handled for 8 heaps at once, and one by one. A heap whose candidates
//! are all excluded is computed alone. Processors with fast sets of large values compute 64 heaps
//! at once without planes, if the values fit into bytes.

mod alone;
mod entries;
mod lanes;
mod sets;

use crate::Result;
use crate::class::{Moves, Rares};
use crate::error::HeapsError;
use crate::kernels::blocks::{BLOCK_WORDS, Bits, List};
use crate::kernels::sets::HEAPS;
use crate::kernels::{Cell, Kernel};

use alone::ExcludedValues;
use entries::Entries;

use super::AHEAD;
use super::planes::{BLOCK, Candidate, Planes, choose, review, worth};

/// The number of values of a heap that are compared with the kernel at once.
const CANDIDATES: usize = 8;
/// The number of heaps that are compared at once.
const LANES: usize = 32;
/// The number of these heaps that are compared at once for short distances.
const FEW: usize = 8;
/// The largest distance that is used to choose candidates.
const REACH: u64 = 16_384;
/// The number of heaps from which the lists are chosen.
const SAMPLE: u64 = 32_768;
/// Values below 32 times this are collected in sets.
const WORDS: u32 = 8;
/// The number of kernel entries, times words, above which lists are better than sets.
const SETS: usize = 1024;
/// The largest number of probes for each common value.
const PROBES: usize = 448;
/// Lists are made for the smallest values that cover this share (in hundredths) of all heaps.
const COMMON: usize = 97;
/// At most this many heaps are computed one by one.
const SINGLE: u64 = 128;
/// The number of heaps for which sets are computed at once.
const HALF: usize = 16;

/// A value does not fit into the cells.
#[derive(Debug)]
pub(crate) struct Overflow;

/// The first stage at some heap.
#[derive(Debug)]
pub(crate) struct Candidates<T> {
    moves: Moves,
    kernel: Kernel,
    rares: Rares,
    /// The compressed values of the heaps from `base` on.
    history: Vec<T>,
    base: u64,
    entries: Entries<T>,
    /// The number of words of a set of values; 0 if the values are too large for sets.
    words: u32,
    shown: Shown,
    /// The parts of the kernel for sets, where these are fast.
    parts: sets::KernelGroups,
    /// The heap at which to choose the lists again.
    review: u64,
    /// Heaps below this are computed alone: the newest rare heaps do not reach beyond it.
    alone: u64,
    seen: ExcludedValues,
}

/// The excluded values, as shown by bit planes.
#[derive(Debug)]
struct Shown {
    planes: Planes,
    /// The planes to read, for each value below `top`.
    lists: Vec<List>,
    /// Values from here on have no lists.
    top: u32,
}

/// The rare heap `p` gives entries at distance `p + taken`. From the returned heap on, a whole
/// group of heaps is beyond them.
fn alone_to(rare: u64, moves: &Moves) -> u64 {
    rare + moves.last() as u64 + 2 + HEAPS as u64
}

impl<T: Cell> Candidates<T> {
    /// The stage after `history`, the compressed values of the heaps from `base` on.
    pub(crate) fn new(
        moves: &Moves,
        kernel: Kernel,
        rares: &Rares,
        history: Vec<T>,
        base: u64,
    ) -> Self {
        let mut stage = Candidates {
            moves: moves.clone(),
            kernel,
            rares: rares.clone(),
            history,
            base,
            entries: Entries::of(vec![]),
            words: 0,
            shown: Shown {
                planes: Planes::new(std::iter::empty(), 64, 64, 0),
                lists: vec![],
                top: 0,
            },
            parts: sets::KernelGroups::default(),
            review: 0,
            alone: alone_to(rares.heaps.last().map_or(0, |rare| rare.0), moves),
            seen: ExcludedValues::default(),
        };
        stage.set_kernel();
        stage
    }

    /// The next heap.
    pub(crate) fn next(&self) -> u64 {
        self.base + self.history.len() as u64
    }

    /// The largest distance in the kernel.
    pub(crate) fn reach(&self) -> u64 {
        self.entries.all.last().map_or(1, |&(distance, _)| distance).max(64)
    }

    fn set_kernel(&mut self) {
        self.entries = Entries::of(self.rares.kernel(&self.moves));
        if self.has_sets() {
            self.set_parts();
        }
        let most = self.history.iter().max().map_or(0, |most| most.value());
        self.set_words(most);
    }

    /// Adds the value of the last heap, which is common, to the planes, if there are any.
    fn set_last(&mut self) {
        if self.words == 0
            && self.review > 0
            && !self.has_sets()
            && let Some(&value) = self.history.last()
        {
            let heap = self.next() - 1;
            self.shown.planes.reserve(heap, heap + 1);
            self.shown.planes.set(self.kernel, heap, &[value]);
        }
    }

    /// Makes room for values up to `most`, if sets can hold them.
    fn set_words(&mut self, most: u32) {
        let words = most / 32 + 1;
        let lists = words > WORDS || words as usize * self.entries.all.len() > SETS;
        if lists && self.words > 0 {
            self.review = 0;
        }
        self.words = if lists { 0 } else { words };
        // There is room for the nim sum of two values.
        let room = (most as usize + 1).next_power_of_two();
        if self.seen.stamps.len() < room {
            self.seen.stamps.resize(room, 0);
        }
    }

    /// Discards the heaps from `heap` on and adopts the current rare heaps. `value` is the
    /// compressed value of `heap`. `early` are all values before the window, if it must now reach
    /// further back.
    pub(crate) fn restart(&mut self, heap: u64, value: T, rares: &Rares, early: Option<&[T]>) {
        if let Some(early) = early
            && self.base > 0
        {
            let mut history = early[..self.base as usize].to_vec();
            history.append(&mut self.history);
            self.history = history;
            self.base = 0;
        }
        self.history.truncate((heap - self.base) as usize);
        if !self.has_sets() {
            self.truncate_planes(heap);
        }
        self.history.push(value);
        let rare = rares.contains(heap);
        if rares.heaps.len() != self.rares.heaps.len() {
            self.alone = self.alone.max(alone_to(heap, &self.moves));
        }
        self.rares = rares.clone();
        if rare {
            self.set_kernel();
        } else {
            self.set_last();
        }
        if self.words > 0 && value.value() >= 32 * self.words {
            self.set_words(value.value());
        }
    }

    /// Discards the heaps from `heap` on in the planes, whose window may have moved past it.
    fn truncate_planes(&mut self, heap: u64) {
        if self.shown.planes.reaches(heap) {
            return self.shown.planes.truncate(heap);
        }
        // This stage was so far ahead that the window has moved past these heaps.
        self.shown.planes.clear(heap);
        let start = self.shown.planes.base().max(self.base);
        let values = &self.history[(start - self.base) as usize..];
        self.shown.planes.set_common(self.kernel, &self.rares, start, values);
    }

    /// Drops history that the kernel does not reach.
    pub(crate) fn slide(&mut self) {
        // If the second stage finds a rare heap, this stage restarts there.
        let keep = (self.reach().max(REACH + SAMPLE + 4096) + AHEAD) as usize;
        if self.history.len() > 2 * keep + (1 << 20) {
            let drop = (self.history.len() - keep) / 64 * 64;
            self.history.drain(..drop);
            self.base += drop as u64;
        }
    }

    /// Computes candidates for the heaps up to (at least) `to`. On an overflow, the heaps before
    /// the one that does not fit are done.
    pub(crate) fn compute(&mut self, to: u64) -> Result<(), Overflow> {
        // Just after rare heaps more may follow, so few heaps are computed ahead.
        let alone = if to <= self.next() + SINGLE { to } else { self.alone };
        while self.next() < to.min(alone) {
            let value = self.alone(self.next())?;
            self.history.push(value);
            self.set_last();
        }
        if self.next() >= to {
            return Ok(());
        }
        self.slide();
        if self.words == 0 && self.next() >= self.review {
            self.tune();
        }
        let dirty = self.dirty(self.next(), to + BLOCK as u64);
        let first = self.next() / 8 * 8;
        while self.next() < to {
            if self.words == 0 && self.has_sets() {
                let group = (self.next() - first) as usize / 8;
                let groups = dirty[group..].iter().take(HEAPS / 8 + 1);
                self.sets_block(groups.copied().any(|dirty| dirty))?;
            } else {
                self.block(first, &dirty)?;
            }
            if self.words == 0 && self.review == 0 {
                self.tune();
            }
        }
        Ok(())
    }

    /// For each group of eight heaps from `from` (rounded down): whether some kernel entry meets a
    /// rare heap.
    fn dirty(&self, from: u64, to: u64) -> Vec<bool> {
        let from = from / 8 * 8;
        let mut dirty = vec![false; ((to - from) / 8 + 1) as usize];
        let (Some(&(least, _)), Some(&(most, _))) =
            (self.entries.all.first(), self.entries.all.last())
        else {
            return dirty;
        };
        let turning: Vec<u64> = self.rares.turning(&self.moves).collect();
        let heaps = &self.rares.heaps;
        let start = heaps.partition_point(|&(heap, _)| heap + most.max(64) < from);
        for &(heap, _) in &heaps[start..] {
            if heap + least.min(1) >= to {
                break;
            }
            let low = self.entries.all.partition_point(|&(distance, _)| heap + distance < from);
            for &(distance, _) in &self.entries.all[low..] {
                if heap + distance >= to {
                    break;
                }
                dirty[((heap + distance - from) / 8) as usize] = true;
            }
            for &taken in &turning {
                if (from..to).contains(&(heap + taken)) {
                    dirty[((heap + taken - from) / 8) as usize] = true;
                }
            }
        }
        dirty
    }

    /// Completes the block of `BLOCK` heaps that contains the next heap.
    fn block(&mut self, first: u64, dirty: &[bool]) -> Result<(), Overflow> {
        let start = self.next() / 8 * 8;
        let mut candidates = [[T::default(); BLOCK]; CANDIDATES];
        let mut found = [0u8; BLOCK];
        if self.words == 0 {
            self.shown.planes.reserve(start, start + 2 * BLOCK as u64);
            self.likely(start, &mut candidates, &mut found);
        }
        let group = ((start - first) / 8) as usize;
        for lane in (0..BLOCK).step_by(LANES) {
            if start + (lane + LANES) as u64 <= self.next() {
                continue;
            }
            let at = start + lane as u64;
            let dirty = dirty[group + lane / 8..][..LANES / 8].contains(&true);
            match self.words {
                0 => {
                    let mine: [_; CANDIDATES] = std::array::from_fn(|k| {
                        let mut lanes = [T::default(); LANES];
                        lanes.copy_from_slice(&candidates[k][lane..lane + LANES]);
                        lanes
                    });
                    self.lanes(at, &mine, &found[lane..lane + LANES], dirty)?;
                    continue;
                }
                1 => {
                    if dirty || self.next() != at || !self.small_lanes(at) {
                        self.set_lanes::<1>(at, dirty)?;
                    }
                }
                2 => self.set_lanes::<2>(at, dirty)?,
                3 => self.set_lanes::<3>(at, dirty)?,
                4 => self.set_lanes::<4>(at, dirty)?,
                5 => self.set_lanes::<5>(at, dirty)?,
                6 => self.set_lanes::<6>(at, dirty)?,
                7 => self.set_lanes::<7>(at, dirty)?,
                _ => self.set_lanes::<8>(at, dirty)?,
            }
            let last = self.history.last().map_or(0, |value| value.value());
            if last >= 32 * self.words {
                self.set_words(last);
                return Ok(());
            }
        }
        if self.words == 0 {
            // Values that are already set are set again.
            let first = start.max(self.shown.planes.base());
            let values = &self.history[(first - self.base) as usize..];
            self.shown.planes.set_common(self.kernel, &self.rares, first, values);
        }
        Ok(())
    }

    /// Chooses planes and lists from the last values.
    fn tune(&mut self) {
        if self.has_sets() {
            return self.tune_sets();
        }
        let next = self.next();
        self.review = review(next);
        let (samples, trials) = worth(next);
        let reach = self
            .entries
            .all
            .iter()
            .map(|entry| entry.0)
            .filter(|&d| d <= REACH)
            .max()
            .unwrap_or(64);
        let span = reach + SAMPLE.min(next / 2);
        let from = next.saturating_sub(span).max(self.base);
        let value = |heap: u64| self.history[(heap - self.base) as usize].value();
        let common = || (from..next).filter(|&heap| !self.rares.contains(heap));
        let mut planes = Planes::new(common().map(value), span, 1 << 16, next);
        planes.reserve(next, next + 2 * BLOCK as u64);
        let start = planes.base().max(self.base);
        let values = &self.history[(start - self.base) as usize..];
        planes.set_common(self.kernel, &self.rares, start, values);
        // Blocks spread over the sample, each with the values of its heaps.
        let low = (from.max(planes.base()) + reach + 64).div_ceil(8) * 8;
        let most = common().map(value).max().unwrap_or(0);
        let mut sorted: Vec<u32> = common().map(value).collect();
        sorted.sort_unstable();
        self.shown.top = sorted.get(sorted.len() * COMMON / 100).map_or(0, |top| top + 1);
        let mut blocks = Vec::new();
        let step =
            (next.saturating_sub(low + BLOCK as u64) / samples as u64).max(BLOCK as u64) / 8 * 8;
        let mut at = low;
        while at + BLOCK as u64 <= next && blocks.len() < samples {
            blocks.push(at);
            at += step.max(8);
        }
        let far = |entry: &&(u64, u32)| (64 * BLOCK_WORDS as u64..=REACH).contains(&entry.0);
        let entries: Vec<(u64, u32)> = self.entries.all.iter().filter(far).copied().collect();
        self.shown.lists = (0..self.shown.top.min(most + 1))
            .map(|wanted| {
                let targets: Vec<(u64, Bits)> = blocks
                    .iter()
                    .map(|&block| {
                        let mut bits: Bits = [0; BLOCK_WORDS];
                        for lane in 0..BLOCK {
                            let heap = block + lane as u64;
                            if value(heap) > wanted && !self.rares.contains(heap) {
                                bits[lane / 64] |= 1 << (lane % 64);
                            }
                        }
                        (block, bits)
                    })
                    .collect();
                let pool = entries
                    .iter()
                    .filter(|entry| planes.has(entry.1 ^ wanted))
                    .map(|&(distance, rare)| Candidate {
                        probe: planes.probe(rare ^ wanted, distance),
                        shift: ((8 - distance % 8) % 8) as u32,
                        weight: planes.weight(rare ^ wanted),
                    })
                    .collect();
                choose(self.kernel, &planes, &targets, pool, PROBES, trials)
            })
            .collect();
        self.shown.planes = planes;
    }

    /// The compressed values from `from` on.
    pub(crate) fn since(&self, from: u64) -> &[T] {
        &self.history[(from - self.base) as usize..]
    }

    /// Checks that the stored values reach as far back as the kernel.
    pub(crate) fn reaches(&self, heap: u64) -> Result {
        if self.base > 0 && self.next() - self.base < self.reach() {
            return Err(HeapsError::Forgotten { heap, value: 0 });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::Class;
    use crate::kernels::KernelChoice;
    use crate::{EngineChoice, Sequence, Settings};
    use upstar_core::Budget;

    /// Restarted far back, the stage finds the same candidates as before.
    #[test]
    fn begins_again_far_back() {
        let code = "0.6".parse().unwrap();
        let dense = Settings { engine: EngineChoice::Dense, ..Settings::default() };
        let values =
            Sequence::new(&code, dense).unwrap().collect(19_999, &Budget::unlimited()).unwrap();
        let moves = Moves::of(&code).unwrap();
        let class = Class::choose(&moves, &values).unwrap().0;
        let rares = Rares::of(class, &values);
        let history = values.iter().map(|&value| class.compress(value) as u16).collect();
        let kernel = Kernel::new(KernelChoice::Auto).unwrap();
        let mut stage = Candidates::<u16>::new(&moves, kernel, &rares, history, 0);
        stage.compute(20_000 + AHEAD).unwrap();
        let first = stage.since(20_000).to_vec();
        stage.restart(21_000, first[1000], &rares, None);
        stage.compute(40_000).unwrap();
        let again = stage.since(20_000);
        assert!(again.len() >= 20_000 && first.starts_with(again));
    }
}
