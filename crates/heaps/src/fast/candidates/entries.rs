//! The entries of the kernel by distance: beyond the heaps that are compared at once, within them,
//! and within the smaller group.

use super::{FEW, LANES};
use crate::kernels::{Cell, Shifted};

/// The kernel without the entries that exclude nothing among values below 32.
#[derive(Debug)]
pub(super) struct Small<T> {
    /// Distances from `LANES` on.
    pub(super) far: Vec<(T, u32)>,
    /// Distances from `FEW` to `LANES`.
    pub(super) middle: Vec<Shifted>,
    /// Distances below `FEW`.
    pub(super) near: Vec<(u8, u8)>,
}

/// The kernel.
#[derive(Debug)]
pub(super) struct Entries<T> {
    /// All entries, ascending by distance.
    pub(super) all: Vec<(u64, u32)>,
    /// Entries with distances from `LANES` on, from `FEW` to `LANES`, and below.
    pub(super) far: Runs<T>,
    pub(super) middle: Runs<T>,
    pub(super) near: Vec<(u32, T)>,
    /// The same for small values, not in runs.
    pub(super) far_pairs: Vec<(T, u32)>,
    pub(super) middle_pairs: Vec<(T, u32)>,
    pub(super) near_pairs: Vec<(T, u32)>,
    /// All entries as pairs, not in runs.
    pub(super) pairs: Vec<(T, u32)>,
    pub(super) small: Small<T>,
}

/// Values, each with the distances of its kernel entries.
pub(super) type Runs<T> = Vec<(T, Vec<u32>)>;

/// Groups entries (distance, value) with the same value.
pub(super) fn runs<T: Cell>(entries: impl Iterator<Item = (u64, u32)>) -> Runs<T> {
    let mut entries: Vec<(u32, u64)> = entries.map(|(distance, rare)| (rare, distance)).collect();
    entries.sort_unstable();
    entries
        .chunk_by(|a, b| a.0 == b.0)
        .map(|run| (T::cell(run[0].0), run.iter().map(|entry| entry.1 as u32).collect()))
        .collect()
}

impl<T: Cell> Entries<T> {
    /// The entries (distance, rare value), ascending.
    pub(super) fn of(all: Vec<(u64, u32)>) -> Self {
        let in_runs = |from: u64, to: u64| -> Runs<T> {
            runs(all.iter().copied().filter(|entry| (from..to).contains(&entry.0)))
        };
        let pairs = |runs: &Runs<T>| -> Vec<(T, u32)> {
            runs.iter().flat_map(|(rare, run)| run.iter().map(|&d| (*rare, d))).collect()
        };
        let far = in_runs(LANES as u64, u64::MAX);
        let middle = in_runs(FEW as u64, LANES as u64);
        let near = in_runs(0, FEW as u64)
            .iter()
            .flat_map(|(rare, run)| run.iter().map(|&d| (d, *rare)).collect::<Vec<_>>())
            .collect();
        let far_pairs = pairs(&far);
        let middle_pairs = pairs(&middle);
        let near_pairs = pairs(&in_runs(0, FEW as u64));
        let pairs = [&near_pairs[..], &middle_pairs, &far_pairs].concat();
        let below_32 = |pairs: &[(T, u32)]| -> Vec<(T, u32)> {
            pairs.iter().copied().filter(|pair| pair.0.value() < 32).collect()
        };
        let small = Small {
            far: below_32(&far_pairs),
            middle: below_32(&middle_pairs)
                .iter()
                .map(|&(rare, distance)| Shifted::new(rare.value() as u8, distance))
                .collect(),
            near: below_32(&near_pairs)
                .iter()
                .map(|&(rare, distance)| (rare.value() as u8, distance as u8))
                .collect(),
        };
        Entries { all, far, middle, near, far_pairs, middle_pairs, near_pairs, pairs, small }
    }
}
