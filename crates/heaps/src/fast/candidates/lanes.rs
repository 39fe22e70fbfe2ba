//! The second and third step for a block of heaps: the candidates of many heaps at once, and the
//! comparison of the whole kernel with them.

use super::{CANDIDATES, Candidates, FEW, HALF, LANES, Overflow};
use crate::fast::planes::BLOCK;
use crate::kernels::Cell;
use crate::kernels::blocks::{BLOCK_WORDS, Bits};

impl<T: Cell> Candidates<T> {
    /// For each heap, the first values that the lists do not show to be excluded.
    pub(super) fn likely(
        &self,
        start: u64,
        candidates: &mut [[T; BLOCK]; CANDIDATES],
        found: &mut [u8; BLOCK],
    ) {
        let bytes = self.shown.planes.bytes();
        let at = self.shown.planes.at(start);
        let done = (self.next() - start) as usize;
        let mut open: Bits = [!0; BLOCK_WORDS];
        open[BLOCK_WORDS - 1] = (1 << (BLOCK % 64)) - 1;
        open[0] &= !0 << done;
        let mut value = 0u32;
        while open.iter().any(|&word| word != 0) && value < self.shown.top {
            let left = match self.shown.lists.get(value as usize) {
                Some(list) => self.kernel.unshown::<T>(bytes, at, list, &open),
                None => open,
            };
            for (i, word) in left.iter().enumerate() {
                let mut word = *word;
                while word != 0 {
                    let lane = 64 * i + word.trailing_zeros() as usize;
                    let count = found[lane] as usize;
                    candidates[count][lane] = T::cell(value);
                    found[lane] += 1;
                    if count + 1 == CANDIDATES {
                        open[i] &= !(1 << (lane % 64));
                    }
                    word &= word - 1;
                }
            }
            value += 1;
        }
        // Larger values have no lists, so they are all candidates.
        for (i, word) in open.iter().enumerate() {
            let mut word = *word;
            while word != 0 {
                let lane = 64 * i + word.trailing_zeros() as usize;
                let more = value..=T::LARGEST;
                for (candidates, value) in candidates[found[lane] as usize..].iter_mut().zip(more) {
                    candidates[lane] = T::cell(value);
                    found[lane] += 1;
                }
                word &= word - 1;
            }
        }
    }

    /// The values of `LANES` heaps from `at` on, from their candidates. Known values are skipped.
    pub(super) fn lanes(
        &mut self,
        at: u64,
        candidates: &[[T; LANES]; CANDIDATES],
        found: &[u8],
        dirty: bool,
    ) -> Result<(), Overflow> {
        let index = (at - self.base) as usize;
        let known = self.history.len() - index;
        let mut hits = if dirty {
            self.checked(at, candidates)
        } else {
            self.kernel.excluded::<T, LANES, CANDIDATES>(
                &self.history,
                index,
                &self.entries.far,
                candidates,
            )
        };
        for few in (0..LANES).step_by(FEW) {
            if known >= few + FEW {
                continue;
            }
            if !dirty && known <= few {
                let mine = candidates.map(|lanes| {
                    let mut mine = [T::default(); FEW];
                    mine.copy_from_slice(&lanes[few..few + FEW]);
                    mine
                });
                let more = self.kernel.excluded::<T, FEW, CANDIDATES>(
                    &self.history,
                    index + few,
                    &self.entries.middle,
                    &mine,
                );
                for k in 0..CANDIDATES {
                    for l in 0..FEW {
                        hits[k][few + l] = hits[k][few + l].or(more[k][l]);
                    }
                }
            }
            for lane in few.max(known)..few + FEW {
                let here = index + lane;
                let by_hand = dirty || known > few;
                if by_hand {
                    let mine: [T; CANDIDATES] = std::array::from_fn(|k| candidates[k][lane]);
                    self.marks_below(at + lane as u64, LANES as u64, &mut |value: T| {
                        for k in 0..CANDIDATES {
                            if value == mine[k] {
                                hits[k][lane] = T::ONES;
                            }
                        }
                    });
                }
                let free = (0..found[lane] as usize).find(|&k| {
                    hits[k][lane] == T::default()
                        && (by_hand
                            || self.entries.near.iter().all(|&(distance, rare)| {
                                self.history[here - distance as usize].xor(rare)
                                    != candidates[k][lane]
                            }))
                });
                let value = match free {
                    Some(k) => candidates[k][lane],
                    None if dirty => self.alone(at + lane as u64)?,
                    None => self.alone_clean(here)?,
                };
                self.history.push(value);
            }
        }
        Ok(())
    }

    /// The values of `LANES` heaps from `at` on, from the sets of all excluded values. Known values
    /// are skipped.
    pub(super) fn set_lanes<const N: usize>(
        &mut self,
        at: u64,
        dirty: bool,
    ) -> Result<(), Overflow> {
        let index = (at - self.base) as usize;
        let known = self.history.len() - index;
        let mut halves = [[[0u32; HALF]; N]; LANES / HALF];
        let mut clean = Vec::new();
        let mut mixed = Vec::new();
        if dirty {
            for &(rare, distance) in &self.entries.far_pairs {
                match self.rares.window(at - u64::from(distance)) {
                    0 => clean.push((rare, distance)),
                    window => mixed.push((rare, distance, window)),
                }
            }
        }
        let pairs = if dirty { &clean } else { &self.entries.far_pairs };
        for (half, sets) in halves.iter_mut().enumerate() {
            *sets =
                self.kernel.excluded_sets::<T, N, HALF>(&self.history, index + half * HALF, pairs);
        }
        for (rare, distance, window) in mixed {
            let from = index - distance as usize;
            for (lane, &value) in self.history[from..from + LANES].iter().enumerate() {
                let value = value.xor(rare).value();
                if window >> lane & 1 == 0 && value < 32 * N as u32 {
                    halves[lane / HALF][value as usize / 32][lane % HALF] |= 1 << (value % 32);
                }
            }
        }
        for few in (0..LANES).step_by(FEW) {
            if known >= few + FEW {
                continue;
            }
            let by_hand = dirty || known > few;
            let mut middle = [[0u32; FEW]; N];
            if !by_hand {
                middle = self.kernel.excluded_sets::<T, N, FEW>(
                    &self.history,
                    index + few,
                    &self.entries.middle_pairs,
                );
            }
            for lane in few.max(known)..few + FEW {
                let mut sets: [u32; N] = std::array::from_fn(|word| {
                    halves[lane / HALF][word][lane % HALF] | middle[word][lane % FEW]
                });
                let mut mark = |value: u32| {
                    for (word, set) in sets.iter_mut().enumerate() {
                        let value = value.wrapping_sub(32 * word as u32);
                        *set |= 1u32.checked_shl(value).unwrap_or(0);
                    }
                };
                let here = index + lane;
                if by_hand {
                    self.marks_below(at + lane as u64, LANES as u64, &mut |value: T| {
                        mark(value.value());
                    });
                } else {
                    for &(rare, distance) in &self.entries.near_pairs {
                        let from = here.wrapping_sub(distance as usize);
                        mark(self.history[from].xor(rare).value());
                    }
                }
                let free = (0..N).find(|&word| sets[word] != u32::MAX);
                let value = match free {
                    Some(word) => T::cell(32 * word as u32 + sets[word].trailing_ones()),
                    None => self.alone(at + lane as u64)?,
                };
                self.history.push(value);
                if free.is_none() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// As `set_lanes` for values below 32, where no entry meets a rare heap and none of the heaps
    /// is known. Returns `false` at a heap that has no free value below 32.
    pub(super) fn small_lanes(&mut self, at: u64) -> bool {
        let index = (at - self.base) as usize;
        let free = self.kernel.free_sets::<T, LANES>(&self.history, index, &self.entries.small.far);
        let before: [u64; LANES / 8] = std::array::from_fn(|word| {
            let values = &self.history[index - LANES + 8 * word..][..8];
            u64::from_le_bytes(std::array::from_fn(|i| values[i].value() as u8))
        });
        let (middle, near) = (&self.entries.small.middle, &self.entries.small.near);
        let found = match near[..] {
            [] => self.kernel.chained::<T, 0>(&free, before, middle, []),
            [a] => self.kernel.chained::<T, 1>(&free, before, middle, [a]),
            [a, b] => self.kernel.chained::<T, 2>(&free, before, middle, [a, b]),
            [a, b, c] => self.kernel.chained::<T, 3>(&free, before, middle, [a, b, c]),
            [a, b, c, d] => self.kernel.chained::<T, 4>(&free, before, middle, [a, b, c, d]),
            _ => None,
        };
        let Some(found) = found else { return false };
        let mut values = [T::default(); LANES];
        for (values, word) in values.chunks_exact_mut(8).zip(found) {
            values.iter_mut().zip(word.to_le_bytes()).for_each(|(value, byte)| {
                *value = T::cell(u32::from(byte));
            });
        }
        self.history.extend_from_slice(&values);
        true
    }

    /// Marks the values that entries at distances below `limit` exclude at `heap`, and checks the
    /// class of each heap.
    pub(super) fn marks_below(&self, heap: u64, limit: u64, mark: &mut impl FnMut(T)) {
        let value = |heap: u64| self.history[(heap - self.base) as usize];
        for &(distance, rare) in self.entries.all.iter().take_while(|entry| entry.0 < limit) {
            if distance < heap && !self.rares.contains(heap - distance) {
                mark(value(heap - distance).xor(T::cell(rare)));
            }
        }
        for taken in self.rares.turning(&self.moves) {
            if taken < heap && self.rares.contains(heap - taken) {
                mark(value(heap - taken));
            }
        }
    }

    /// As the kernel `excluded` for the far entries, but without rare heaps.
    pub(super) fn checked(
        &self,
        at: u64,
        candidates: &[[T; LANES]; CANDIDATES],
    ) -> [[T; LANES]; CANDIDATES] {
        let mut clean: Vec<(T, Vec<u32>)> = Vec::with_capacity(self.entries.far.len());
        let mut mixed: Vec<(T, u32, u32)> = Vec::new();
        for (rare, run) in &self.entries.far {
            let mut kept = Vec::with_capacity(run.len());
            for &distance in run {
                match self.rares.window(at - u64::from(distance)) {
                    0 => kept.push(distance),
                    window => mixed.push((*rare, distance, window)),
                }
            }
            clean.push((*rare, kept));
        }
        let index = (at - self.base) as usize;
        let mut hits =
            self.kernel.excluded::<T, LANES, CANDIDATES>(&self.history, index, &clean, candidates);
        for (rare, distance, window) in mixed {
            let from = index - distance as usize;
            for (lane, &value) in self.history[from..from + LANES].iter().enumerate() {
                if window >> lane & 1 == 0 {
                    for k in 0..CANDIDATES {
                        if value.xor(rare) == candidates[k][lane] {
                            hits[k][lane] = T::ONES;
                        }
                    }
                }
            }
        }
        hits
    }
}
