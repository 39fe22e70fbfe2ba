//! Lists that grow and whose elements never move.

use std::sync::OnceLock;

use upstar_core::{Budget, Exhausted};

use crate::record::Blank;

/// Segments of doubling sizes: element i is in segment k = log2(i / first + 1).
#[derive(Debug)]
pub(crate) struct Segments<T, const FIRST: u32> {
    parts: [OnceLock<Box<[T]>>; SEGMENTS],
}

/// Enough for 2^32 elements, and a power of two.
pub(crate) const SEGMENTS: usize = 32;

impl<T: Blank, const FIRST: u32> Segments<T, FIRST> {
    pub(crate) fn new() -> Self {
        Segments { parts: [const { OnceLock::new() }; SEGMENTS] }
    }

    /// The segment of element `index`, and its place there.
    #[inline]
    pub(crate) fn place(index: u32) -> (usize, usize) {
        let shifted = u64::from(index) + (1 << FIRST);
        let top = shifted.ilog2();
        // At most 32 - FIRST. The mask removes the bounds check.
        let segment = top.wrapping_sub(FIRST) as usize & (SEGMENTS - 1);
        (segment, (shifted ^ 1u64.wrapping_shl(top)) as usize)
    }

    /// The number of elements of segment `k`.
    pub(crate) fn length(k: usize) -> usize {
        1 << (FIRST as usize + k)
    }

    /// The index of the first element of segment `k`.
    pub(crate) fn first(k: usize) -> u64 {
        Self::length(k) as u64 - (1 << FIRST)
    }

    #[inline]
    pub(crate) fn segment(&self, k: usize) -> &[T] {
        self.parts[k].get().map_or(&[], |part| part)
    }

    /// Makes segment `k` if it is missing, paid for from `budget`.
    pub(crate) fn ensure(&self, k: usize, budget: &Budget) -> Result<(), Exhausted> {
        if self.parts[k].get().is_none() {
            let length = Self::length(k);
            let bytes = (length * size_of::<T>()) as u64;
            budget.reserve(bytes)?;
            let mut made = false;
            self.parts[k].get_or_init(|| {
                made = true;
                T::blank(length)
            });
            if !made {
                budget.release(bytes);
            }
        }
        Ok(())
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.parts.iter().filter_map(OnceLock::get).map(|p| size_of_val(&**p) as u64).sum()
    }
}
