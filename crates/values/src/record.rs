//! What the arena keeps of a value, and memory for it that begins as zeros.
//!
//! The arena grows by doubling. A slice that is made element by element is written to at once,
//! so that the part which is not used yet would take memory too; zeroed memory is given by the
//! system page by page when it is first touched.

#![allow(unsafe_code)]

use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU32};

use crate::Rational;

/// What comparisons look at, two to a line of the machine's cache: the two stops (see
/// [`crate::key`]), what is near them (see [`crate::near`]) and the kind of a value, and where its
/// options are.
#[derive(Debug, Default)]
#[repr(C, align(32))]
pub(crate) struct Keys {
    pub(crate) left: AtomicI64,
    pub(crate) right: AtomicI64,
    /// Where the options are in the pool, or `NONE`; all bits turned.
    pub(crate) options: AtomicU32,
    pub(crate) tag: AtomicU32,
    pub(crate) above: AtomicU32,
    pub(crate) below: AtomicU32,
}

/// What of a value comparisons do not look at. A number-up-star keeps its parts here, and
/// its options are written down only when somebody asks for them.
#[derive(Debug, Default)]
pub(crate) struct Rest {
    /// The multiple of up of a number-up-star. A number has no ups: if its key is inexact, here is
    /// its place among the numbers of the arena.
    pub(crate) ups_or_place: AtomicI64,
    /// The ids of the numbers at the stops.
    pub(crate) left_number: AtomicU32,
    pub(crate) right_number: AtomicU32,
    /// The id of the negative, or `NONE`; all bits turned.
    pub(crate) negative: AtomicU32,
    pub(crate) nim: AtomicU32,
}

/// What segments of the arena are made of.
pub(crate) trait Blank: Sized {
    /// So many elements that say nothing yet.
    fn blank(length: usize) -> Box<[Self]>;
}

impl Blank for AtomicU32 {
    fn blank(length: usize) -> Box<[Self]> {
        // SAFETY: an atomic integer is represented as the integer, and 0 is one.
        unsafe { Box::new_zeroed_slice(length).assume_init() }
    }
}

impl Blank for Keys {
    fn blank(length: usize) -> Box<[Self]> {
        // SAFETY: all fields are atomic integers, for which see above.
        unsafe { Box::new_zeroed_slice(length).assume_init() }
    }
}

impl Blank for Rest {
    fn blank(length: usize) -> Box<[Self]> {
        // SAFETY: all fields are atomic integers, for which see above.
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
