//! Hints to the processor. They change how fast memory answers and nothing else.
//!
//! The `unsafe` here is sound for any argument: a prefetch of an address that is not mapped does
//! nothing.
#![allow(unsafe_code)]

/// Asks for the cache line of `slice[index]`, so that it is there when it is needed soon; any
/// index is allowed.
#[inline(always)]
pub fn prefetch<T>(slice: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address = slice.as_ptr().wrapping_add(index);
        // SAFETY: prefetching never faults and never reads or writes.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = (slice, index);
    }
}
