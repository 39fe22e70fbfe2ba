//! The records of values in the arena, and memory that begins as zeros.
//!
//! The arena grows by doubling. A slice built element by element is written at once, so its unused
//! part would take memory too. The system provides zeroed memory page by page on first use.

#![allow(unsafe_code)]

use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU32};

use crate::Rational;

/// What comparisons read, two to a cache line: the two stops (see [`crate::key`]), what is near
/// them (see [`crate::near`]), the kind of the value, and the place of its options.
#[derive(Debug, Default)]
#[repr(C, align(32))]
pub(crate) struct Keys {
    pub(crate) left: AtomicI64,
    pub(crate) right: AtomicI64,
    /// The place of the options in the pool, or `NONE`, with all bits inverted.
    pub(crate) options: AtomicU32,
    pub(crate) tag: AtomicU32,
    pub(crate) above: AtomicU32,
    pub(crate) below: AtomicU32,
}

/// What comparisons do not read. A number-up-star keeps its parts here, and its options are stored
/// only when they are needed.
#[derive(Debug, Default)]
pub(crate) struct Rest {
    /// The multiple of up of a number-up-star. A number has no ups. If its key is inexact, this is
    /// its place among the numbers of the arena.
    pub(crate) ups_or_place: AtomicI64,
    /// The ids of the numbers at the stops.
    pub(crate) left_number: AtomicU32,
    pub(crate) right_number: AtomicU32,
    /// The id of the negative, or `NONE`, with all bits inverted.
    pub(crate) negative: AtomicU32,
    pub(crate) nim: AtomicU32,
}

/// The elements of segments of the arena.
pub(crate) trait Blank: Sized {
    /// A slice of `length` empty elements.
    fn blank(length: usize) -> Box<[Self]>;
}

impl Blank for AtomicU32 {
    fn blank(length: usize) -> Box<[Self]> {
        // SAFETY: an atomic integer has the representation of the integer, and 0 is valid.
        unsafe { Box::new_zeroed_slice(length).assume_init() }
    }
}

impl Blank for Keys {
    fn blank(length: usize) -> Box<[Self]> {
        // SAFETY: all fields are atomic integers, as above.
        unsafe { Box::new_zeroed_slice(length).assume_init() }
    }
}

impl Blank for Rest {
    fn blank(length: usize) -> Box<[Self]> {
        // SAFETY: all fields are atomic integers, as above.
        unsafe { Box::new_zeroed_slice(length).assume_init() }
    }
}

impl Blank for OnceLock<Rational> {
    fn blank(length: usize) -> Box<[Self]> {
        (0..length).map(|_| OnceLock::new()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against slices made without `unsafe`.
    #[test]
    fn zeroed_slices_are_slices_of_zeros() {
        for length in [0, 1, 7, 1 << 12] {
            let plain: Vec<AtomicU32> = (0..length).map(|_| AtomicU32::new(0)).collect();
            assert_eq!(format!("{:?}", AtomicU32::blank(length)), format!("{plain:?}"));
            let plain: Vec<Keys> = (0..length).map(|_| Keys::default()).collect();
            assert_eq!(format!("{:?}", Keys::blank(length)), format!("{plain:?}"));
            let plain: Vec<Rest> = (0..length).map(|_| Rest::default()).collect();
            assert_eq!(format!("{:?}", Rest::blank(length)), format!("{plain:?}"));
        }
    }
}
