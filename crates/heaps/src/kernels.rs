//! The inner loops, compiled for several instruction sets from one source.
//!
//! Each loop is written once, in safe Rust that the compiler turns into vector code. It is compiled
//! three times: for any processor, with AVX2, and with AVX-512. A [`Kernel`] can be made only after
//! the processor has been asked for its features, so the calls below are sound.

pub(crate) mod blocks;
mod cell;

use crate::Result;
use crate::error::HeapsError;

pub(crate) use cell::Cell;

use blocks::{BLOCK_WORDS, Bits, Left, List, PASSES, Probe, read, shift_down};

/// A kernel entry at a distance of 8 to 32 heaps, for one-byte values in words of 8 heaps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shifted {
    rare: u8,
    /// The heaps at this distance begin in the word this many words before the current one,
    word: usize,
    /// this many bits up.
    shift: u32,
}

impl Shifted {
    pub(crate) fn new(rare: u8, distance: u32) -> Shifted {
        let word = distance.div_ceil(8);
        Shifted { rare, word: word as usize, shift: 8 * (8 * word - distance) }
    }
}

/// The instruction set of the inner loops. The results do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KernelChoice {
    /// The best one that the processor has.
    Auto,
    /// The instructions that every processor of this kind has.
    Portable,
    /// AVX2, 256 bits.
    Avx2,
    /// AVX-512 with byte and word instructions (`avx512bw`), 512 bits, and with byte permutations
    /// (`avx512vbmi`) where the processor has them.
    Avx512,
}

impl KernelChoice {
    /// The kernels by name, for command lines.
    pub const NAMES: [(&'static str, KernelChoice); 4] = [
        ("auto", KernelChoice::Auto),
        ("portable", KernelChoice::Portable),
        ("avx2", KernelChoice::Avx2),
        ("avx512", KernelChoice::Avx512),
    ];
}

/// An instruction set that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kernel(Level);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// With byte permutations and bit counts for `sets`.
    #[cfg(target_arch = "x86_64")]
    Avx512Bytes,
    /// Portable, with the plain definitions of `sets`: for tests of the code that uses these.
    #[cfg(test)]
    PlainSets,
}

impl Kernel {
    /// The kernel of a choice.
    ///
    /// # Errors
    /// [`HeapsError::Kernel`] if this processor cannot run it.
    pub(crate) fn new(choice: KernelChoice) -> Result<Kernel> {
        let has = |choice| match choice {
            KernelChoice::Avx2 => Self::avx2(),
            KernelChoice::Avx512 => Self::avx512(),
            _ => Some(Kernel(Level::Portable)),
        };
        match choice {
            KernelChoice::Auto => Ok(has(KernelChoice::Avx512)
                .or_else(|| has(KernelChoice::Avx2))
                .unwrap_or(Kernel(Level::Portable))),
            KernelChoice::Portable => Ok(Kernel(Level::Portable)),
            KernelChoice::Avx2 => has(choice).ok_or(HeapsError::Kernel("avx2")),
            KernelChoice::Avx512 => has(choice).ok_or(HeapsError::Kernel("avx512bw")),
        }
    }

    /// The name of the kernel.
    pub(crate) fn name(self) -> &'static str {
        match self.0 {
            Level::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => "avx512",
            #[cfg(target_arch = "x86_64")]
            Level::Avx512Bytes => "avx512vbmi",
            #[cfg(test)]
            Level::PlainSets => "portable sets",
        }
    }

    #[cfg(target_arch = "x86_64")]
    fn avx2() -> Option<Kernel> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Kernel(Level::Avx2))
    }

    #[cfg(target_arch = "x86_64")]
    fn avx512() -> Option<Kernel> {
        let there = Self::avx2().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl");
        let bytes = is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("avx512vpopcntdq");
        there.then_some(Kernel(if bytes { Level::Avx512Bytes } else { Level::Avx512 }))
    }

    /// The definitions of `sets`, on any processor.
    #[cfg(test)]
    pub(crate) fn plain_sets() -> Kernel {
        Kernel(Level::PlainSets)
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn avx2() -> Option<Kernel> {
        None
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn avx512() -> Option<Kernel> {
        None
    }
}

/// The number of digits that [`Kernel::digits`] extracts.
pub(crate) const DIGITS: usize = 5;

impl Kernel {
    /// The lowest binary digits of 64 values: bit `i` of word `k` is digit `k` of `values[i]`.
    // Safe as below: the processor has these instructions.
    #[allow(unsafe_code)]
    #[inline]
    pub(crate) fn digits(self, values: &[u8; 64]) -> [u64; DIGITS] {
        match self.0 {
            Level::Portable => digits(values),
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 | Level::Avx512 | Level::Avx512Bytes => unsafe { digits_avx2(values) },
            #[cfg(test)]
            Level::PlainSets => digits(values),
        }
    }
}

fn digits(values: &[u8; 64]) -> [u64; DIGITS] {
    /// Collects the lowest bits of eight bytes in the highest byte.
    const TOGETHER: u64 = 0x0102_0408_1020_4080;
    let mut digits = [0u64; DIGITS];
    for (place, eight) in values.chunks_exact(8).enumerate() {
        let eight = u64::from_le_bytes(eight.try_into().unwrap_or_default());
        for (k, digit) in digits.iter_mut().enumerate() {
            let ones = eight >> k & 0x0101_0101_0101_0101;
            *digit |= ones.wrapping_mul(TOGETHER) >> 56 << (8 * place);
        }
    }
    digits
}

/// As `digits`. The compiler does not find the instruction that gathers the top bits of bytes.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn digits_avx2(values: &[u8; 64]) -> [u64; DIGITS] {
    use std::arch::x86_64::{
        _mm256_add_epi8, _mm256_movemask_epi8, _mm256_setr_epi64x, _mm256_slli_epi64,
    };
    let word = |at: usize| {
        let bytes: [u8; 8] = values[8 * at..8 * at + 8].try_into().unwrap_or_default();
        i64::from_le_bytes(bytes)
    };
    let mut digits = [0u64; DIGITS];
    for half in 0..2 {
        let [a, b, c, d] = [0, 1, 2, 3].map(|at| word(4 * half + at));
        // Shifts the highest digit to the top of each byte, and the next ones by doubling.
        let mut tops = _mm256_slli_epi64::<{ 8 - DIGITS as i32 }>(_mm256_setr_epi64x(a, b, c, d));
        for digit in digits.iter_mut().rev() {
            *digit |= u64::from(_mm256_movemask_epi8(tops) as u32) << (32 * half);
            tops = _mm256_add_epi8(tops, tops);
        }
    }
    digits
}

/// Compiles a loop for each instruction set and makes `Kernel` choose among them.
macro_rules! kernels {
    ($(
        $(#[$doc:meta])*
        fn $name:ident<$cell:ident $(, const $constant:ident: $ctype:ty)*>
            ($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)? $body:block
    )*) => {
        impl Kernel {
            $(
                $(#[$doc])*
                // The only unsafe act of this module: it calls code compiled for instructions that
                // the processor has, because `Kernel::new` asked it.
                #[allow(unsafe_code)]
                #[inline]
                #[allow(clippy::too_many_arguments)]
                pub(crate) fn $name<$cell: Cell $(, const $constant: $ctype)*>(
                    self, $($argument: $type),*
                ) $(-> $result)? {
                    match self.0 {
                        Level::Portable => portable::$name::<$cell $(, $constant)*>($($argument),*),
                        #[cfg(target_arch = "x86_64")]
                        Level::Avx2 => unsafe {
                            avx2::$name::<$cell $(, $constant)*>($($argument),*)
                        },
                        #[cfg(target_arch = "x86_64")]
                        Level::Avx512 | Level::Avx512Bytes => unsafe {
                            avx512::$name::<$cell $(, $constant)*>($($argument),*)
                        },
                        #[cfg(test)]
                        Level::PlainSets => {
                            portable::$name::<$cell $(, $constant)*>($($argument),*)
                        }
                    }
                }
            )*
        }
        mod portable {
            use super::*;
            $(
                #[inline(always)]
                #[allow(clippy::too_many_arguments)]
                pub(super) fn $name<$cell: Cell $(, const $constant: $ctype)*>(
                    $($argument: $type),*
                ) $(-> $result)? $body
            )*
        }
        #[cfg(target_arch = "x86_64")]
        mod avx2 {
            use super::*;
            $(
                #[target_feature(enable = "avx2,bmi1,popcnt")]
                #[allow(clippy::too_many_arguments)]
                pub(super) fn $name<$cell: Cell $(, const $constant: $ctype)*>(
                    $($argument: $type),*
                ) $(-> $result)? {
                    portable::$name::<$cell $(, $constant)*>($($argument),*)
                }
            )*
        }
        #[cfg(target_arch = "x86_64")]
        mod avx512 {
            use super::*;
            $(
                #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,popcnt")]
                #[allow(clippy::too_many_arguments)]
                pub(super) fn $name<$cell: Cell $(, const $constant: $ctype)*>(
                    $($argument: $type),*
                ) $(-> $result)? {
                    portable::$name::<$cell $(, $constant)*>($($argument),*)
                }
            )*
        }
    };
}

// After the macro, because it uses it.
pub(crate) mod sets;

kernels! {
    /// For each of `wanted`: whether it is the nim sum of `forward[i]` and `backward[i]` for some
    /// `i`. Ends early when all are found.
    fn sums_among<T, const K: usize>(forward: &[T], backward: &[T], wanted: [T; K]) -> [bool; K] {
        let mut found = [false; K];
        for (a, b) in forward.chunks(2048).zip(backward.chunks(2048)) {
            let mut hits = [T::default(); K];
            for (x, y) in a.iter().zip(b) {
                let sum = x.xor(*y);
                for k in 0..K {
                    hits[k] = hits[k].or(if sum == wanted[k] { T::ONES } else { T::default() });
                }
            }
            for k in 0..K {
                found[k] |= hits[k] != T::default();
            }
            if found.iter().all(|&hit| hit) {
                break;
            }
        }
        found
    }

    /// The first `i` for which the nim sum of `a[i]` and `b[i]` is `wanted`.
    fn first_sum_of<T>(a: &[T], b: &[T], wanted: T) -> Option<usize> {
        const MANY: usize = 128;
        const FEW: usize = 32;
        let among = |a: &[T], b: &[T]| {
            a.iter().zip(b).fold(T::default(), |hit, (a, b)| {
                hit.or(if a.xor(*b) == wanted { T::ONES } else { T::default() })
            }) != T::default()
        };
        let mut from = 0;
        for (a, b) in a.chunks_exact(MANY).zip(b.chunks_exact(MANY)) {
            if among(a, b) {
                break;
            }
            from += MANY;
        }
        for (a, b) in a[from..].chunks_exact(FEW).zip(b[from..].chunks_exact(FEW)) {
            if among(a, b) {
                break;
            }
            from += FEW;
        }
        let found = a[from..].iter().zip(&b[from..]).position(|(a, b)| a.xor(*b) == wanted);
        found.map(|found| from + found)
    }

    /// The bits of `open` for the block at `at` that none of the probes shows, see `fast::planes`.
    /// The cell type is not used.
    fn unshown<T>(bytes: &[u8], at: i64, list: &List, open: &Bits) -> Bits {
        let mut left = *open;
        for (shift, probes) in list.batches() {
            let mut bits: Bits = [0; BLOCK_WORDS];
            for &probe in probes {
                let found = read(bytes, at.wrapping_add(i64::from(probe)));
                for i in 0..BLOCK_WORDS {
                    bits[i] |= found[i];
                }
            }
            let bits = shift_down(&bits, shift);
            let mut any = 0;
            for i in 0..BLOCK_WORDS {
                left[i] &= !bits[i];
                any |= left[i];
            }
            if any == 0 {
                break;
            }
        }
        left
    }

    /// A weighted count of the heaps of `left` that the probe shows for the blocks at `places`. A
    /// heap that was not shown before counts four times as much as one that was shown once, and so
    /// on.
    fn shown<T>(bytes: &[u8], probe: Probe, shift: u32, places: &[i64], left: &[Left]) -> u32 {
        let mut counts = [0u32; PASSES];
        for (place, left) in places.iter().zip(left) {
            let bits = read(bytes, place.wrapping_add(i64::from(probe)));
            let bits = shift_down(&bits, shift);
            for (count, left) in counts.iter_mut().zip(left) {
                for i in 0..BLOCK_WORDS {
                    *count += (bits[i] & left[i]).count_ones();
                }
            }
        }
        // The sets are nested: what is in the first is also in the others and counts only once.
        let mut before = 0;
        counts.into_iter().fold(0, |sum, count| {
            let new = count - before;
            before = count;
            4 * sum + new
        })
    }

    /// For each of `LANES` heaps from `at` on in `history`: which of its candidates the kernel
    /// excludes. `kernel` holds runs of distances with the same value.
    fn excluded<T, const LANES: usize, const K: usize>(
        history: &[T],
        at: usize,
        kernel: &[(T, Vec<u32>)],
        candidates: &[[T; LANES]; K],
    ) -> [[T; LANES]; K] {
        let mut hits = [[T::default(); LANES]; K];
        for (rare, distances) in kernel {
            let mut wanted = *candidates;
            for wanted in &mut wanted {
                for lane in wanted.iter_mut() {
                    *lane = lane.xor(*rare);
                }
            }
            for &distance in distances {
                let from = at - distance as usize;
                let values: [T; LANES] =
                    history[from..from + LANES].try_into().unwrap_or([T::default(); LANES]);
                for (hits, wanted) in hits.iter_mut().zip(&wanted) {
                    for l in 0..LANES {
                        let same = if values[l] == wanted[l] { T::ONES } else { T::default() };
                        hits[l] = hits[l].or(same);
                    }
                }
            }
        }
        hits
    }

    /// As `excluded`, for single entries; adds to `hits`.
    fn excluded_pairs<T, const LANES: usize, const K: usize>(
        history: &[T],
        at: usize,
        kernel: &[(u32, T)],
        candidates: &[[T; LANES]; K],
        hits: &mut [[T; LANES]; K],
    ) {
        let mut found = *hits;
        for &(distance, rare) in kernel {
            let from = at - distance as usize;
            let mut values: [T; LANES] =
                history[from..from + LANES].try_into().unwrap_or([T::default(); LANES]);
            for value in &mut values {
                *value = value.xor(rare);
            }
            for (found, wanted) in found.iter_mut().zip(candidates) {
                for l in 0..LANES {
                    let same = if values[l] == wanted[l] { T::ONES } else { T::default() };
                    found[l] = found[l].or(same);
                }
            }
        }
        *hits = found;
    }

    /// For each of `LANES` heaps from `at` on in `history`: the set of the values below `32 WORDS`
    /// that the kernel excludes, with 32 values in each word.
    fn excluded_sets<T, const WORDS: usize, const LANES: usize>(
        history: &[T],
        at: usize,
        kernel: &[(T, u32)],
    ) -> [[u32; LANES]; WORDS] {
        let mut sets = [[0u32; LANES]; WORDS];
        for &(rare, distance) in kernel {
            let from = at.wrapping_sub(distance as usize);
            let values: [T; LANES] =
                history[from..from + LANES].try_into().unwrap_or([T::default(); LANES]);
            for (word, set) in sets.iter_mut().enumerate() {
                for l in 0..LANES {
                    let value = values[l].xor(rare).value().wrapping_sub(32 * word as u32);
                    set[l] |= 1u32.checked_shl(value).unwrap_or(0);
                }
            }
        }
        sets
    }

    /// For each of `LANES` heaps from `at` on in `history`: the set of the values below 32 that the
    /// kernel does not exclude. All its rare values must be below 32.
    fn free_sets<T, const LANES: usize>(
        history: &[T],
        at: usize,
        kernel: &[(T, u32)],
    ) -> [u32; LANES] {
        let mut sets = [0u32; LANES];
        for &(rare, distance) in kernel {
            let from = at.wrapping_sub(distance as usize);
            let values: [T; LANES] =
                history[from..from + LANES].try_into().unwrap_or([T::default(); LANES]);
            for l in 0..LANES {
                let value = values[l].xor(rare).value() as u8 & 31;
                sets[l] |= 1u32 << value;
            }
        }
        sets.map(|set| !set)
    }

    /// The values of 32 heaps, one byte each in words of 8 heaps: the smallest `free` value that no
    /// entry at a distance below 32 excludes. `before` are the preceding words in order. `near` are
    /// `M` entries (rare value, distance) at distances below 8. `None` if a heap has no value
    /// below 32. The cell type is not used.
    fn chained<T, const M: usize>(
        free: &[u32; 32],
        before: [u64; 4],
        middle: &[Shifted],
        near: [(u8, u8); M],
    ) -> Option<[u64; 4]> {
        let mut words = [0; 8];
        words[..4].copy_from_slice(&before);
        let mut all = 0;
        for (group, free) in free.chunks_exact(8).enumerate() {
            let mut free: [u32; 8] = free.try_into().unwrap_or([0; 8]);
            let back = |words: &[u64; 8], count: usize| words[(4 + group).wrapping_sub(count) & 7];
            for entry in middle {
                let (low, high) = (back(&words, entry.word), back(&words, entry.word - 1));
                let high = (high << 1).wrapping_shl(63 - entry.shift);
                let bytes = (low.wrapping_shr(entry.shift) | high).to_le_bytes();
                for l in 0..8 {
                    free[l] &= !(1u32 << ((bytes[l] ^ entry.rare) & 31));
                }
            }
            // Bytes are stored and loaded one by one and gathered in a register, because loading a
            // word from bytes that were just stored has to wait.
            let mut recent = [0u8; 16];
            recent[..8].copy_from_slice(&back(&words, 1).to_le_bytes());
            let mut word = 0u64;
            for l in 0..8 {
                let mut free = free[l];
                for (rare, distance) in near {
                    let value = recent[(8 + l).wrapping_sub(usize::from(distance)) % 16] ^ rare;
                    free &= !(1u32 << (value & 31));
                }
                let value = free.trailing_zeros();
                recent[8 + l] = value as u8;
                word |= u64::from(value) << (8 * l);
            }
            all |= word;
            words[4 + group] = word;
        }
        let [.., a, b, c, d] = words;
        (all & 0x2020_2020_2020_2020 == 0).then_some([a, b, c, d])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of 32 heaps one by one, from the definition of the two steps.
    fn one_by_one(history: &[u8], kernel: &[(u8, u32)]) -> Option<Vec<u8>> {
        let mut values = history.to_vec();
        for _ in 0..32 {
            let heap = values.len();
            let value = (0..32u8).find(|value| {
                kernel.iter().all(|&(rare, back)| values[heap - back as usize] ^ rare != *value)
            })?;
            values.push(value);
        }
        Some(values.split_off(history.len()))
    }

    /// All kernels that this processor has.
    fn kernels() -> impl Iterator<Item = Kernel> {
        KernelChoice::NAMES.into_iter().filter_map(|(_, choice)| Kernel::new(choice).ok())
    }

    #[test]
    fn small_values_in_words_are_those_one_by_one() {
        let mut random = 0x2545_f491_4f6c_dd1du64;
        let mut below = |most: u64| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random % most
        };
        let mut full = 0;
        for round in 0..2000 {
            let history: Vec<u8> =
                (0..200).map(|_| below(if round < 1900 { 24 } else { 32 }) as u8).collect();
            let mut entries = |count: u64, from: u64, to: u64| -> Vec<(u8, u32)> {
                (0..count).map(|_| (below(32) as u8, (from + below(to - from)) as u32)).collect()
            };
            let many = if round < 1900 { 12 } else { 120 };
            let (far, middle, near) = (entries(many, 32, 150), entries(3, 8, 32), entries(2, 1, 8));
            let expected = one_by_one(&history, &[&far[..], &middle, &near].concat());
            full += usize::from(expected.is_none());
            let word = |at: usize| u64::from_le_bytes(history[at..at + 8].try_into().unwrap());
            let before = [168, 176, 184, 192].map(word);
            let shifted: Vec<Shifted> =
                middle.iter().map(|&(rare, distance)| Shifted::new(rare, distance)).collect();
            let near = [near[0], near[1]].map(|(rare, distance)| (rare, distance as u8));
            for kernel in kernels() {
                // Room for heaps that are not known yet, because the history has none.
                let free = kernel.free_sets::<u8, 32>(&history, 200, &far);
                let found = kernel.chained::<u8, 2>(&free, before, &shifted, near);
                let found = found.map(|words| words.map(u64::to_le_bytes).concat());
                assert_eq!(found, expected, "{}", kernel.name());
            }
        }
        assert!((10..1000).contains(&full), "{full} of the histories leave no value");
    }

    #[test]
    fn digits_of_values() {
        let values: [u8; 64] = std::array::from_fn(|i| (i * 37 % 256) as u8);
        for kernel in kernels() {
            for (k, digit) in kernel.digits(&values).into_iter().enumerate() {
                for (i, value) in values.iter().enumerate() {
                    assert_eq!(digit >> i & 1, u64::from(value >> k & 1), "{}", kernel.name());
                }
            }
        }
    }
}
