//! Hints to the processor and the operating system. They affect only the speed of memory.
//!
//! The `unsafe` here is sound for any argument: a prefetch of an unmapped address does nothing, and
//! `madvise(MADV_HUGEPAGE)` on a range that we own changes only the size of its pages.
#![allow(unsafe_code)]

/// Prefetches the cache line of `slice[index]`, which is needed soon. Any index is allowed.
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

/// An empty vector with room for `len` items, on huge pages if the system has them.
pub(crate) fn with_capacity<T>(len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut vector: Vec<T> = Vec::new();
    vector.try_reserve_exact(len).map_err(|_| OutOfMemory)?;
    #[cfg(target_os = "linux")]
    {
        const HUGE: usize = 2 << 20;
        let bytes = vector.capacity() * size_of::<T>();
        if bytes >= 2 * HUGE {
            let start = vector.as_mut_ptr().addr();
            let first = start.next_multiple_of(HUGE);
            let end = (start + bytes) / HUGE * HUGE;
            // SAFETY: the range lies inside the new allocation, which nothing else uses yet. The
            // advice does not change its contents. A refusal (by an old kernel) does no harm.
            unsafe {
                let address = vector.as_mut_ptr().cast::<u8>().add(first - start);
                libc::madvise(address.cast(), end - first, libc::MADV_HUGEPAGE);
            }
        }
    }
    Ok(vector)
}

/// The system has no more memory.
#[derive(Debug)]
pub(crate) struct OutOfMemory;
