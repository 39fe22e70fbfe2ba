//! Lists of entries that show most of the sets that are wanted of 64 heaps, where the processor
//! makes such sets fast.

use crate::kernels::Kernel;
use crate::kernels::sets::{Entry, HEAPS, ROWS, Sets};

use super::greedy::{Choice, greedy};

/// Values from `base` on whose sets are made together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) base: u8,
    /// Eight values each: 4 or 8.
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

    /// What the list does not show of the sets, as [`Kernel::unshown_sets`].
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

/// The wanted sets of 64 heaps at each of some places, for one group.
#[derive(Debug)]
pub(crate) struct Sample {
    pub(crate) group: Group,
    pub(crate) wanted: Vec<Sets>,
}

/// Heaps from which lists are chosen.
pub(crate) const SPREAD: u64 = 1 << 18;

/// How many blocks a sample has at some heap. What lists show of too small a sample they do not
/// show of other heaps.
pub(crate) fn blocks(next: u64) -> u64 {
    match next {
        0..0x4_0000 => 48,
        _ => 128,
    }
}

/// How many lists are tried for each entry that is chosen.
const TRIALS: usize = 32;

/// Chooses at most `most` entries of the pool that together show what the samples want of the
/// heaps at `places`, the best first, as long as an entry shows at least `least` values more.
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
