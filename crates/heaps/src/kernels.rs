//! The inner loops, compiled for several instruction sets from one source.
//!
//! Each loop is written once, in safe Rust that the compiler turns into vector code, and
//! compiled three times: for any processor, with AVX2, and with AVX-512. A
//! [`Kernel`] can only be made after the processor has been asked what it has, which is what
//! makes the calls below sound.

use crate::error::HeapsError;
use crate::fast::planes::{BLOCK_WORDS, Bits, read, shift_down};

/// A cell of a table of values.
pub(crate) trait Cell:
    Copy + Eq + Ord + Default + Send + Sync + std::fmt::Debug + 'static
{
    /// All bits set.
    const ONES: Self;
    /// The largest value that fits.
    const LARGEST: u32;
    /// The value, which must fit.
    fn cell(value: u32) -> Self;
    /// The value as a number.
    fn value(self) -> u32;
    /// The nim sum.
    fn xor(self, other: Self) -> Self;
    /// The union of bits.
    fn or(self, other: Self) -> Self;
}

macro_rules! cell {
    ($type:ty) => {
        impl Cell for $type {
            const ONES: Self = <$type>::MAX;
            const LARGEST: u32 = <$type>::MAX as u32;
            #[inline(always)]
            fn cell(value: u32) -> Self {
                value as $type
            }
            #[inline(always)]
            #[allow(clippy::unnecessary_cast)]
            fn value(self) -> u32 {
                self as u32
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }
        }
    };
}
cell!(u8);
cell!(u16);
cell!(u32);

/// Which instructions the inner loops use. The answers are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KernelChoice {
    /// The best that the processor has.
    Auto,
    /// What every processor of the kind has.
    Portable,
    /// AVX2, 256 bits.
    Avx2,
    /// AVX-512 with byte and word instructions (`avx512bw`), 512 bits.
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
pub struct Kernel(Level);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Kernel {
    /// The kernel of a choice.
    ///
    /// # Errors
    /// [`HeapsError::Kernel`] if this processor cannot run it.
    pub fn new(choice: KernelChoice) -> Result<Kernel, HeapsError> {
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
    pub fn name(self) -> &'static str {
        match self.0 {
            Level::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => "avx512",
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
        (Self::avx2().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl"))
        .then_some(Kernel(Level::Avx512))
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
                // The one unsafe act of this module: calling code compiled for instructions
                // that the processor has, because `Kernel::new` asked it.
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
                        Level::Avx512 => unsafe {
                            avx512::$name::<$cell $(, $constant)*>($($argument),*)
                        },
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

kernels! {
    /// Which of `wanted` are nim sums of `forward[i]` and `backward[i]` for some `i`. Ends
    /// early once all are.
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
    fn first_sum<T>(a: &[T], b: &[T], wanted: T) -> Option<usize> {
        const CELLS: usize = 64;
        let mut from = 0;
        for (a, b) in a.chunks_exact(CELLS).zip(b.chunks_exact(CELLS)) {
            let mut hits = [T::default(); CELLS];
            for i in 0..CELLS {
                hits[i] = if a[i].xor(b[i]) == wanted { T::ONES } else { T::default() };
            }
            if hits != [T::default(); CELLS] {
                break;
            }
            from += CELLS;
        }
        let found = a[from..].iter().zip(&b[from..]).position(|(a, b)| a.xor(*b) == wanted);
        found.map(|found| from + found)
    }

    /// The union of the bits of the probes for the block at `at`, see `fast::planes`. The cell
    /// type plays no part.
    fn union_of<T>(bytes: &[u8], at: i64, probes: &[i64]) -> Bits {
        let mut bits: Bits = [0; BLOCK_WORDS];
        for &probe in probes {
            let at = at.wrapping_add(probe) as usize;
            let bytes: &[u8; 8 * BLOCK_WORDS] =
                bytes[at..at + 8 * BLOCK_WORDS].try_into().unwrap_or(&[0; 8 * BLOCK_WORDS]);
            for i in 0..BLOCK_WORDS {
                let mut word = [0; 8];
                word.copy_from_slice(&bytes[8 * i..8 * i + 8]);
                bits[i] |= u64::from_le_bytes(word);
            }
        }
        bits
    }

    /// How many of the bits in `left` the probe shows for the blocks at `places`.
    fn shown<T>(
        bytes: &[u8],
        probe: i64,
        shift: u32,
        places: &[i64],
        left: &[Bits],
    ) -> u32 {
        let mut count = 0;
        for (place, left) in places.iter().zip(left) {
            let bits = read(bytes, place.wrapping_add(probe));
            let bits = shift_down(&bits, shift);
            for i in 0..BLOCK_WORDS {
                count += (bits[i] & left[i]).count_ones();
            }
        }
        count
    }

    /// For each of `LANES` heaps from `at` on in `history`: which of its candidates does the
    /// kernel exclude? `kernel` holds runs of distances that share a value.
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

    /// For each of `LANES` heaps from `at` on in `history`: the set of the values below
    /// `32 WORDS` that the kernel excludes, 32 values a word.
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
}
