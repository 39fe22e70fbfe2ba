//! The candidates of 64 heaps at once from sets of values, on processors where these are fast.
//!
//! A list of some kernel entries shows most of the excluded values. The smallest remaining values
//! are the candidates of a heap. All other entries are compared with these, and last the entries at
//! distances within the 64 heaps, repeatedly until the values do not change.

use super::entries::{Runs, runs};
use super::{Candidates, Overflow, REACH};
use crate::fast::planes::review;
use crate::fast::sets::{Group, SPREAD, Sample, blocks, choose};
use crate::kernels::Cell;
use crate::kernels::sets::{Entry, HEAPS, ROWS, Row, Sets};

/// The number of values of a heap that are compared with the kernel at once.
const CANDIDATES: usize = 6;
/// The share of the kernel in the list, in hundredths.
const SHARE: usize = 40;
/// Sets cover the smallest values that make up this share (in thousandths) of all heaps.
const COMMON: usize = 999;

/// The entries grouped by their use.
#[derive(Debug, Default)]
pub(super) struct KernelGroups {
    /// The values in sets; empty before the list is chosen.
    groups: Vec<Group>,
    list: Vec<Entry>,
    /// Values, with their distances of at least 64 that are not in the list.
    rest: Runs<u8>,
    /// Values, with their distances below 64.
    near: Runs<u8>,
}

impl<T: Cell> Candidates<T> {
    /// Whether candidates come from sets when values are large and the kernel is long.
    pub(super) fn has_sets(&self) -> bool {
        self.kernel.has_sets() && T::bytes(&[]).is_some()
    }

    /// Divides a new kernel.
    pub(super) fn set_parts(&mut self) {
        let mut list: Vec<(u64, u32)> =
            self.parts.list.iter().map(|e| (e.distance.into(), e.value().into())).collect();
        list.sort_unstable();
        let near = self.entries.all.partition_point(|entry| entry.0 < HEAPS as u64);
        let (near, far) = self.entries.all.split_at(near);
        let rest = far.iter().filter(|entry| list.binary_search(entry).is_err());
        self.parts.rest = runs(rest.copied());
        self.parts.near = runs(near.iter().copied());
    }

    /// Chooses the list from the last values.
    pub(super) fn tune_sets(&mut self) {
        let next = self.next();
        self.review = review(next);
        let Some(values) = T::bytes(&self.history) else { return };
        let low = next.saturating_sub(SPREAD).max(self.near_reach());
        let common = |heap: &u64| !self.rares.contains(*heap);
        let mut sorted: Vec<u8> =
            (low..next).filter(common).map(|heap| values[(heap - self.base) as usize]).collect();
        sorted.sort_unstable();
        let end = sorted.get(sorted.len() * COMMON / 1000).map_or(0, |&end| usize::from(end) + 1);
        let groups = Group::below(end);
        let step = ((next - low) / blocks(next)).max(HEAPS as u64);
        let places: Vec<u64> = (low..(next + 1).saturating_sub(HEAPS as u64))
            .step_by(step as usize)
            .filter(|&place| self.rares.between(place, place + HEAPS as u64).next().is_none())
            .collect();
        let at: Vec<usize> = places.iter().map(|place| (place - self.base) as usize).collect();
        // All values below a heap's own should be shown.
        let wanted = |&at: &usize, group: Group| -> Sets {
            let ends = values[at..at + HEAPS].try_into().unwrap_or(&[0; HEAPS]);
            let mut wanted = self.kernel.sets_below::<u8>(group.base, ends);
            wanted[group.rows..].fill([0; HEAPS]);
            wanted
        };
        let samples: Vec<Sample> = groups
            .iter()
            .map(|&group| Sample { group, wanted: at.iter().map(|at| wanted(at, group)).collect() })
            .collect();
        let pool: Vec<Entry> = self
            .entries
            .all
            .iter()
            .filter(|entry| (HEAPS as u64..=REACH).contains(&entry.0))
            .map(|&(distance, rare)| Entry::new(distance as u32, rare as u8))
            .collect();
        let most = self.entries.all.len() * SHARE / 100;
        self.parts.list = choose(self.kernel, values, &at, samples, &pool, most, 1);
        self.parts.groups = groups;
        self.set_parts();
    }

    /// Below this heap some entry of the lists reaches back too far.
    fn near_reach(&self) -> u64 {
        self.base + REACH.min(self.reach())
    }

    /// The values of the next 64 heaps. `dirty` says whether some entry meets a rare heap.
    pub(super) fn sets_block(&mut self, dirty: bool) -> Result<(), Overflow> {
        let at = self.next();
        let index = self.history.len();
        let windows = |distance: u32| {
            let from = at - u64::from(distance);
            u64::from(self.rares.window(from)) | u64::from(self.rares.window(from + 32)) << 32
        };
        // Entries that meet a rare heap are handled heap by heap. Entries at distances within the
        // 64 heaps meet none, because heaps that near to a rare heap are computed alone.
        let mut mixed: Vec<(u8, u32, u64)> = vec![];
        let mut list = vec![];
        let mut rest = vec![];
        if dirty {
            for &entry in &self.parts.list {
                match windows(entry.distance) {
                    0 => list.push(entry),
                    window => mixed.push((entry.value(), entry.distance, window)),
                }
            }
            for (rare, run) in &self.parts.rest {
                let mut clean = Vec::with_capacity(run.len());
                for &distance in run {
                    match windows(distance) {
                        0 => clean.push(distance),
                        window => mixed.push((*rare, distance, window)),
                    }
                }
                rest.push((*rare, clean));
            }
        }
        let (list, rest) =
            if dirty { (&list, &rest) } else { (&self.parts.list, &self.parts.rest) };
        let values = T::bytes(&self.history).unwrap_or_default();

        let mut rows = [[0; HEAPS]; 4 * ROWS];
        let mut used = 0;
        for group in &self.parts.groups {
            let mut sets: Sets = [[u8::MAX; HEAPS]; ROWS];
            group.unshown(self.kernel, values, index, list, &mut sets);
            rows[used..used + group.rows].copy_from_slice(&sets[..group.rows]);
            used += group.rows;
        }
        let mut found: Row = [0; HEAPS];
        let mut candidates = self.kernel.smallest::<u8, CANDIDATES>(&mut rows[..used], &mut found);
        // Larger values are in no set. A heap that needs one is computed alone.
        let mut least = [[0; HEAPS]; CANDIDATES];
        for (k, least) in least.iter_mut().enumerate() {
            for (least, &found) in least.iter_mut().zip(&found) {
                *least = if usize::from(found) > k { u8::MAX } else { 0 };
            }
        }
        self.kernel.nearest::<u8, CANDIDATES>(values, index, rest, &candidates, &mut least);
        for (rare, distance, window) in mixed {
            let from = index - distance as usize;
            for (heap, value) in values[from..from + HEAPS].iter().enumerate() {
                if window >> heap & 1 == 0 {
                    for (least, candidates) in least.iter_mut().zip(&candidates) {
                        least[heap] = least[heap].min(value ^ rare ^ candidates[heap]);
                    }
                }
            }
        }
        let before: Row = values[index - HEAPS..].try_into().unwrap_or([0; HEAPS]);
        loop {
            let (values, without) = self.kernel.settled::<u8, CANDIDATES>(
                &before,
                &self.parts.near,
                &candidates,
                &least,
            );
            let known = without.trailing_zeros() as usize;
            self.history.truncate(index);
            self.history.extend(values[..known.min(HEAPS)].iter().map(|&v| T::cell(v.into())));
            if without == 0 {
                return Ok(());
            }
            // All candidates of this heap are excluded.
            let here = index + known;
            let value =
                if dirty { self.alone(at + known as u64)? } else { self.alone_clean(here)? };
            candidates[0][known] = value.value() as u8;
            least[0][known] = u8::MAX;
        }
    }
}
