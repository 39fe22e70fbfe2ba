//! Sets of values as bits, for 64 heaps at once, by the byte permutations of AVX-512.
//!
//! One permutation makes a set of eight values for each of 64 heaps from their values. Other
//! instructions need three steps for eight heaps. The loops exist twice: with these instructions,
//! and as plain definitions, against which they are tested.

#[cfg(target_arch = "x86_64")]
mod vector;

use super::{Cell, Kernel, Level};

/// The number of heaps whose sets are computed at once.
pub(crate) const HEAPS: usize = 64;

/// One byte for each of 64 heaps.
pub(crate) type Row = [u8; HEAPS];

/// The number of rows of a group: sets of 64 values.
pub(crate) const ROWS: usize = 8;

/// For each of 64 heaps a set of 64 values from `base` on. Bit `b` of byte `h` of row `j` stands
/// for the value `base + 8 j + b` of heap `h`.
pub(crate) type Sets = [Row; ROWS];

/// The nim sum of `value` and the value of the heap `distance` before is an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry {
    pub(crate) distance: u32,
    /// The value in each of the four bytes.
    values: u32,
}

impl Entry {
    pub(crate) fn new(distance: u32, value: u8) -> Entry {
        Entry { distance, values: u32::from_le_bytes([value; 4]) }
    }

    pub(crate) fn value(self) -> u8 {
        self.values as u8
    }
}

/// The values of the 64 heaps at the distance of the entry before those at `at`.
#[inline(always)]
fn window(values: &[u8], at: usize, distance: u32) -> &Row {
    let from = at.wrapping_sub(distance as usize);
    values[from..from.wrapping_add(HEAPS)].try_into().unwrap_or(&[0; HEAPS])
}

macro_rules! dispatch {
    ($kernel:expr, $name:ident::<$constant:ident>($($argument:expr),*)) => {
        match $kernel.0 {
            // As in the module above: `Kernel::new` asked the processor.
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            Level::Avx512Bytes => unsafe { vector::$name::<$constant>($($argument),*) },
            _ => plain::$name::<$constant>($($argument),*),
        }
    };
}

impl Kernel {
    /// Whether sets are faster than bit planes.
    pub(crate) fn has_sets(self) -> bool {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Level::Avx512Bytes => true,
            #[cfg(test)]
            Level::PlainSets => true,
            _ => false,
        }
    }

    /// Removes from the first `R` rows of `wanted`, sets from `base` on (a multiple of 8 `R`), what
    /// the list shows for the heaps at `at` in `values`. The other rows do not change.
    #[inline]
    pub(crate) fn unshown_sets<const R: usize>(
        self,
        values: &[u8],
        at: usize,
        list: &[Entry],
        base: u8,
        wanted: &mut Sets,
    ) {
        dispatch!(self, unshown_sets::<R>(values, at, list, base, wanted));
    }

    /// The first `i` for which the nim sum of `a[i]` and `b[i]` is `wanted`.
    #[inline]
    pub(crate) fn first_sum<T: Cell>(self, a: &[T], b: &[T], wanted: T) -> Option<usize> {
        #[cfg(target_arch = "x86_64")]
        if self.0 == Level::Avx512Bytes
            && let (Some(a), Some(b)) = (T::bytes(a), T::bytes(b))
        {
            // As in the module above: `Kernel::new` asked the processor.
            #[allow(unsafe_code)]
            return unsafe { vector::first_sum(a, b, wanted.value() as u8) };
        }
        self.first_sum_of(a, b, wanted)
    }

    /// The number of values that the entry shows in the first `R` rows of `wanted`, which has the
    /// sets of 64 heaps for each of the `places`.
    #[inline]
    pub(crate) fn shown_of_sets<const R: usize>(
        self,
        values: &[u8],
        places: &[usize],
        entry: Entry,
        base: u8,
        wanted: &[Sets],
    ) -> u32 {
        dispatch!(self, shown_of_sets::<R>(values, places, entry, base, wanted))
    }
}

kernels! {
    /// The sets of the values from `base` on that are below the ends of 64 heaps. The cell type is
    /// not used here and below.
    fn sets_below<T>(base: u8, ends: &Row) -> Sets {
        let mut sets = [[0; HEAPS]; ROWS];
        for (j, row) in sets.iter_mut().enumerate() {
            let base = base + 8 * j as u8;
            for (bits, &end) in row.iter_mut().zip(ends) {
                *bits = ((1u16 << end.saturating_sub(base).min(8)) - 1) as u8;
            }
        }
        sets
    }

    /// Removes the `K` smallest values from the sets of 64 heaps, in ascending order. `rows` are
    /// the rows of all groups. `found[h]` is the number of values that heap `h` has.
    fn smallest<T, const K: usize>(rows: &mut [Row], found: &mut Row) -> [Row; K] {
        *found = [0; HEAPS];
        let mut smallest = [[0; HEAPS]; K];
        for values in &mut smallest {
            // The first row that is not empty, or 255 if there is none (there are at most 32), and
            // its lowest bit.
            let mut places = [u8::MAX; HEAPS];
            let mut lowest = [0; HEAPS];
            for (place, row) in rows.iter().enumerate().rev() {
                for heap in 0..HEAPS {
                    let bits = row[heap];
                    places[heap] = if bits != 0 { place as u8 } else { places[heap] };
                    lowest[heap] =
                        if bits != 0 { bits & bits.wrapping_neg() } else { lowest[heap] };
                }
            }
            for (place, row) in rows.iter_mut().enumerate() {
                for heap in 0..HEAPS {
                    row[heap] ^= if places[heap] == place as u8 { lowest[heap] } else { 0 };
                }
            }
            for heap in 0..HEAPS {
                let bit = lowest[heap].wrapping_sub(1).count_ones() as u8;
                values[heap] = places[heap].wrapping_mul(8).wrapping_add(bit);
                found[heap] += u8::from(lowest[heap] != 0);
            }
        }
        smallest
    }

    /// For each candidate, the smallest of its nim sums with the values that the runs (a value, and
    /// distances) exclude, or `least` if that is smaller. 0 means that the candidate is excluded.
    fn nearest<T, const K: usize>(
        values: &[u8],
        at: usize,
        runs: &[(u8, Vec<u32>)],
        candidates: &[Row; K],
        least: &mut [Row; K],
    ) {
        let mut nearest = *least;
        for (rare, distances) in runs {
            let mut wanted = *candidates;
            wanted.as_flattened_mut().iter_mut().for_each(|wanted| *wanted ^= rare);
            for &distance in distances {
                let window = window(values, at, distance);
                for (nearest, wanted) in nearest.iter_mut().zip(&wanted) {
                    for heap in 0..HEAPS {
                        nearest[heap] = nearest[heap].min(window[heap] ^ wanted[heap]);
                    }
                }
            }
        }
        *least = nearest;
    }

    /// The first candidate of each of 64 heaps that is not excluded, either by a `least` of 0 or by
    /// the values of the preceding heaps at distances below 64. Bit `h` of the second result says
    /// that heap `h` has no such candidate; then the values after it are not certain. `before` are
    /// the values of the 64 preceding heaps.
    fn settled<T, const K: usize>(
        before: &Row,
        near: &[(u8, Vec<u32>)],
        candidates: &[Row; K],
        least: &[Row; K],
    ) -> (Row, u64) {
        let mut values = [0; 2 * HEAPS];
        values[..HEAPS].copy_from_slice(before);
        // A value depends only on the preceding ones. Each round settles at least one more, and the
        // first round settles most.
        loop {
            let mut rest = *least;
            portable::nearest::<T, K>(&values, HEAPS, near, candidates, &mut rest);
            let mut first = [0; HEAPS];
            let mut none = [u8::MAX; HEAPS];
            for (rest, candidates) in rest.iter().zip(candidates).rev() {
                for heap in 0..HEAPS {
                    let free = rest[heap] != 0;
                    first[heap] = if free { candidates[heap] } else { first[heap] };
                    none[heap] = if free { 0 } else { none[heap] };
                }
            }
            if values[HEAPS..] == first {
                let bit = |(heap, &none): (usize, &u8)| u64::from(none & 1) << heap;
                return (first, none.iter().enumerate().map(bit).fold(0, |a, b| a | b));
            }
            values[HEAPS..].copy_from_slice(&first);
        }
    }
}

/// The loops that have their own instructions, as plain definitions.
mod plain {
    use super::*;

    pub(super) fn unshown_sets<const R: usize>(
        values: &[u8],
        at: usize,
        list: &[Entry],
        base: u8,
        wanted: &mut Sets,
    ) {
        for entry in list {
            for (heap, value) in window(values, at, entry.distance).iter().enumerate() {
                let value = usize::from(value ^ entry.value() ^ base);
                if value < 8 * R {
                    wanted[value / 8][heap] &= !(1 << (value % 8));
                }
            }
        }
    }

    pub(super) fn shown_of_sets<const R: usize>(
        values: &[u8],
        places: &[usize],
        entry: Entry,
        base: u8,
        wanted: &[Sets],
    ) -> u32 {
        let mut shown = 0;
        for (&at, wanted) in places.iter().zip(wanted) {
            for (heap, value) in window(values, at, entry.distance).iter().enumerate() {
                let value = usize::from(value ^ entry.value() ^ base);
                shown +=
                    u32::from(value < 8 * R && wanted[value / 8][heap] >> (value % 8) & 1 == 1);
            }
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::KernelChoice;

    /// Random bytes below a bound.
    struct Random(u64);

    impl Random {
        fn below(&mut self, most: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0 % most
        }
    }

    fn rows(random: &mut Random) -> Sets {
        std::array::from_fn(|_| std::array::from_fn(|_| random.below(256) as u8))
    }

    /// The best kernel agrees with the definitions, for groups of 64 and of 32 values.
    #[test]
    fn sets_are_as_defined() {
        let best = Kernel::new(KernelChoice::Auto).unwrap();
        let plain = Kernel::plain_sets();
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        for round in 0..300 {
            let values: Vec<u8> = (0..700).map(|_| random.below(200) as u8).collect();
            let list: Vec<Entry> = (0..random.below(200))
                .map(|_| Entry::new(64 + random.below(500) as u32, random.below(256) as u8))
                .collect();
            let at = 600 + round % 30;
            let wanted = rows(&mut random);
            for base in [0, 64, 128, 192] {
                let of = |kernel: Kernel| {
                    let (mut eight, mut four) = (wanted, wanted);
                    kernel.unshown_sets::<8>(&values, at, &list, base, &mut eight);
                    kernel.unshown_sets::<4>(&values, at, &list, base + 32, &mut four);
                    (eight, four)
                };
                assert_eq!(of(best), of(plain));
                let places = [at, at - 20, 580];
                let wanted = [wanted, rows(&mut random), rows(&mut random)];
                for &entry in &list {
                    let of = |kernel: Kernel| {
                        let eight =
                            kernel.shown_of_sets::<8>(&values, &places, entry, base, &wanted);
                        let four =
                            kernel.shown_of_sets::<4>(&values, &places, entry, base + 32, &wanted);
                        (eight, four)
                    };
                    assert_eq!(of(best), of(plain));
                }
            }
        }
    }

    /// The sets below ends, and the first index with a given sum, agree with the definitions.
    #[test]
    fn ends_and_sums_are_as_defined() {
        let best = Kernel::new(KernelChoice::Auto).unwrap();
        let plain = Kernel::plain_sets();
        let mut random = Random(0x0123_4567_89ab_cdef);
        for round in 0..200 {
            let ends = rows(&mut random)[0];
            for base in [0u8, 64, 128, 192] {
                let sets = best.sets_below::<u8>(base, &ends);
                assert_eq!(sets, plain.sets_below::<u8>(base, &ends));
                for (value, heap) in (0..64u8).zip((0..HEAPS).cycle().skip(round)) {
                    let bit = sets[usize::from(value / 8)][heap] >> (value % 8) & 1 == 1;
                    assert_eq!(bit, u16::from(base) + u16::from(value) < ends[heap].into());
                }
            }
            let count = random.below(600) as usize;
            let mut cells = || (0..count).map(|_| random.below(256) as u8).collect::<Vec<u8>>();
            let (a, b) = (cells(), cells());
            for wanted in 0..=255 {
                let first = (0..count).find(|&i| a[i] ^ b[i] == wanted);
                assert_eq!(best.first_sum(&a, &b, wanted), first);
                assert_eq!(plain.first_sum(&a, &b, wanted), first);
            }
        }
    }

    /// The smallest values of sets agree with counting.
    #[test]
    fn the_smallest_come_first() {
        let mut random = Random(0x2545_f491_4f6c_dd1d);
        for kernel in [Kernel::new(KernelChoice::Auto).unwrap(), Kernel::plain_sets()] {
            for groups in 1..=4 {
                let mut all: Vec<Row> = (0..groups).flat_map(|_| rows(&mut random)).collect();
                // A few scattered values.
                all.iter_mut().flatten().for_each(|bits| *bits &= random.below(8) as u8 & 5);
                let before = all.clone();
                let mut found = [9; HEAPS];
                let smallest = kernel.smallest::<u8, 6>(&mut all, &mut found);
                for heap in 0..HEAPS {
                    let values: Vec<u8> = (0..64 * groups as u32)
                        .filter(|v| before[*v as usize / 8][heap] >> (v % 8) & 1 == 1)
                        .map(|value| value as u8)
                        .collect();
                    let count = usize::from(found[heap]);
                    assert_eq!(count, values.len().min(6));
                    let taken: Vec<u8> = smallest[..count].iter().map(|row| row[heap]).collect();
                    assert_eq!(taken, values[..count]);
                }
            }
        }
    }

    /// A candidate is excluded exactly if an entry gives its value.
    #[test]
    fn candidates_that_an_entry_gives() {
        let mut random = Random(0x1234_5678_9abc_def1);
        for kernel in [Kernel::new(KernelChoice::Auto).unwrap(), Kernel::plain_sets()] {
            let values: Vec<u8> = (0..700).map(|_| random.below(200) as u8).collect();
            let runs: Vec<(u8, Vec<u32>)> = (0..20)
                .map(|_| {
                    let distances = (0..5).map(|_| 64 + random.below(500) as u32).collect();
                    (random.below(256) as u8, distances)
                })
                .collect();
            let candidates: [Row; 3] = [0; 3].map(|_| rows(&mut random)[0]);
            let mut least = [[7; HEAPS]; 3];
            kernel.nearest::<u8, 3>(&values, 600, &runs, &candidates, &mut least);
            for (candidates, least) in candidates.iter().zip(&least) {
                for heap in 0..HEAPS {
                    let nearest = runs
                        .iter()
                        .flat_map(|(rare, run)| run.iter().map(move |d| (rare, *d as usize)))
                        .map(|(rare, d)| values[600 + heap - d] ^ rare ^ candidates[heap]);
                    assert_eq!(least[heap], nearest.min().unwrap().min(7));
                }
            }
        }
    }
}
