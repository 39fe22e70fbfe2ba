//! Lists of entries that show most of the wanted sets of 64 heaps, on processors where such sets
//! are fast.

use crate::kernels::Kernel;
use crate::kernels::sets::{Entry, HEAPS, ROWS, Sets};

use super::greedy::{Choice, greedy};

/// A range of values from `base` on whose sets are computed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) base: u8,
    /// The number of rows of eight values each: 4 or 8.
    pub(crate) rows: usize,
}

impl Group {
    /// The groups of all values below `end`, at most 256.
    pub(crate) fn below(end: usize) -> Vec<Group> {
        (0..end.min(256))
            .step_by(HEAPS)
            .map(|base| Group {
                base: base as u8,
                rows: if end - base <= 32 { ROWS / 2 } else { ROWS },
            })
            .collect()
    }

    /// Removes from the wanted sets the values that the list shows, as [`Kernel::unshown_sets`].
    #[inline]
    pub(crate) fn unshown(
        self,
        kernel: Kernel,
        values: &[u8],
        at: usize,
        list: &[Entry],
        wanted: &mut Sets,
    ) {
        if self.rows == ROWS {
            kernel.unshown_sets::<ROWS>(values, at, list, self.base, wanted);
        } else {
            kernel.unshown_sets::<{ ROWS / 2 }>(values, at, list, self.base, wanted);
        }
    }

    fn shown(
        self,
        kernel: Kernel,
        values: &[u8],
        places: &[usize],
        entry: Entry,
        wanted: &[Sets],
    ) -> u32 {
        if self.rows == ROWS {
            kernel.shown_of_sets::<ROWS>(values, places, entry, self.base, wanted)
        } else {
            kernel.shown_of_sets::<{ ROWS / 2 }>(values, places, entry, self.base, wanted)
        }
    }
}

/// The wanted sets of 64 heaps at each of several places, for one group.
#[derive(Debug)]
pub(crate) struct Sample {
    pub(crate) group: Group,
    pub(crate) wanted: Vec<Sets>,
}

/// The number of heaps from which lists are chosen.
pub(crate) const SPREAD: u64 = 1 << 18;

/// The number of blocks of a sample at some heap. Lists chosen from too small a sample do not work
/// for other heaps.
pub(crate) fn blocks(next: u64) -> u64 {
    match next {
        0..0x4_0000 => 48,
        _ => 128,
    }
}

/// The number of trials for each chosen entry.
const TRIALS: usize = 32;

/// Chooses at most `most` entries of the pool that together show the wanted values of the heaps at
/// `places`, the best first, while an entry shows at least `least` more values.
pub(crate) fn choose(
    kernel: Kernel,
    values: &[u8],
    places: &[usize],
    mut samples: Vec<Sample>,
    pool: &[Entry],
    most: usize,
    least: u32,
) -> Vec<Entry> {
    let gain = |index: usize, samples: &Vec<Sample>| -> u32 {
        let gain = |s: &Sample| s.group.shown(kernel, values, places, pool[index], &s.wanted);
        samples.iter().map(gain).sum()
    };
    let take = |index: usize, samples: &mut Vec<Sample>| {
        for Sample { group, wanted } in samples {
            for (&at, wanted) in places.iter().zip(wanted) {
                group.unshown(kernel, values, at, &pool[index..=index], wanted);
            }
        }
    };
    let choice = Choice { most, trials: TRIALS, least };
    let chosen = greedy(pool.len(), choice, &mut samples, gain, take);
    chosen.into_iter().map(|index| pool[index]).collect()
}
