//! Heaps that are computed alone: near rare heaps, and where all candidates are excluded.

use super::{Candidates, Overflow};
use crate::kernels::Cell;

/// The values that the kernel excludes at one heap: those with the stamp of this heap.
#[derive(Debug, Default)]
pub(super) struct ExcludedValues {
    pub(super) stamps: Vec<u32>,
    stamp: u32,
}

impl<T: Cell> Candidates<T> {
    /// The candidate of one heap, from the whole kernel.
    pub(super) fn alone(&mut self, heap: u64) -> Result<T, Overflow> {
        let ExcludedValues { stamps: mut seen, stamp } = std::mem::take(&mut self.seen);
        let stamp = stamp.wrapping_add(1).max(1);
        if stamp == 1 {
            seen.fill(0);
        }
        self.marks_below(heap, u64::MAX, &mut |value: T| {
            let value = value.value() as usize;
            if seen.len() <= value {
                seen.resize((value + 1).next_power_of_two(), 0);
            }
            seen[value] = stamp;
        });
        let value = (0..).find(|&value| seen.get(value) != Some(&stamp)).unwrap_or(0);
        if value >= seen.len() {
            seen.resize((value + 1).next_power_of_two(), 0);
        }
        self.seen = ExcludedValues { stamps: seen, stamp };
        if value as u32 <= T::LARGEST { Ok(T::cell(value as u32)) } else { Err(Overflow) }
    }

    /// The candidate of one heap, at `index` in the stored values, where no entry meets a rare
    /// heap.
    pub(super) fn alone_clean(&mut self, index: usize) -> Result<T, Overflow> {
        const ROOM: usize = 256;
        if T::LARGEST as usize >= ROOM {
            return self.alone(self.base + index as u64);
        }
        // A byte table without bounds checks: heaps whose candidates were all excluded spend most
        // of their time here.
        let mut seen = [0u8; ROOM];
        for &(rare, distance) in &self.entries.pairs {
            let value = self.history[index - distance as usize].xor(rare).value();
            seen[value as usize % ROOM] = 1;
        }
        match seen.iter().position(|&seen| seen == 0) {
            Some(value) => Ok(T::cell(value as u32)),
            None => Err(Overflow),
        }
    }
}
