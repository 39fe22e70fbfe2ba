//! The record of a value.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use crate::key;
use crate::near::Near;
use crate::record::{Keys, Rest};

/// No id, or options that are not stored yet.
pub(crate) const NONE: u32 = u32::MAX;

/// The kind of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(crate) enum Tag {
    General = 0,
    /// A number plus a non-zero multiple of up or a non-zero nimber.
    NumberUpStar = 1,
    /// A dyadic number.
    Dyadic = 2,
    /// Any other number: an atom.
    Atom = 3,
}

/// One value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<'a> {
    pub(crate) keys: &'a Keys,
    pub(crate) rest: &'a Rest,
}

/// The stops of a value, or of a form under construction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stops {
    pub(crate) left: i64,
    pub(crate) right: i64,
    pub(crate) left_number: u32,
    pub(crate) right_number: u32,
}

/// What comparisons read first: the keys of the stops, and what is near them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EndKeys {
    pub(crate) left: i64,
    pub(crate) right: i64,
    /// Says nothing about a stop whose key is inexact.
    pub(crate) near: Near,
}

impl EndKeys {
    /// Are the keys of both stops of both games exact?
    #[inline]
    pub(crate) fn are_exact(&self, other: &EndKeys) -> bool {
        key::is_exact(self.left | self.right | other.left | other.right)
    }
}

/// Facts about a form that need no comparison.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends {
    pub(crate) stops: Stops,
    /// Says nothing about a stop whose key is inexact.
    pub(crate) near: Near,
}

impl Ends {
    #[inline]
    pub(crate) fn keys(&self) -> EndKeys {
        EndKeys { left: self.stops.left, right: self.stops.right, near: self.near }
    }
}

impl Node<'_> {
    /// The key of the Left stop; of a number, its own key.
    #[inline]
    pub(crate) fn left_stop(self) -> i64 {
        self.keys.left.load(Relaxed)
    }

    /// The key of the Right stop.
    #[inline]
    pub(crate) fn right_stop(self) -> i64 {
        self.keys.right.load(Relaxed)
    }

    #[inline]
    pub(crate) fn left_number(self) -> u32 {
        self.rest.left_number.load(Relaxed)
    }

    #[inline]
    pub(crate) fn right_number(self) -> u32 {
        self.rest.right_number.load(Relaxed)
    }

    #[inline]
    pub(crate) fn stops(self) -> Stops {
        Stops {
            left: self.left_stop(),
            right: self.right_stop(),
            left_number: self.left_number(),
            right_number: self.right_number(),
        }
    }

    #[inline]
    pub(crate) fn ends(self) -> Ends {
        Ends { stops: self.stops(), near: self.keys.ends().near }
    }

    #[inline]
    pub(crate) fn tag(self) -> Tag {
        match self.keys.tag.load(Relaxed) {
            0 => Tag::General,
            1 => Tag::NumberUpStar,
            2 => Tag::Dyadic,
            _ => Tag::Atom,
        }
    }

    #[inline]
    pub(crate) fn is_number(self) -> bool {
        self.keys.is_number()
    }

    #[inline]
    pub(crate) fn is_general(self) -> bool {
        self.keys.is_general()
    }

    /// The multiple of up. Must not be called for a number whose key is inexact.
    #[inline]
    pub(crate) fn ups(self) -> i64 {
        self.rest.ups_or_place.load(Relaxed)
    }

    /// The place in the arena of a number whose key is inexact.
    pub(crate) fn place_of_number(self) -> u32 {
        self.rest.ups_or_place.load(Relaxed) as u32
    }

    #[inline]
    pub(crate) fn nim(self) -> u32 {
        self.rest.nim.load(Relaxed)
    }

    #[inline]
    pub(crate) fn negative(self) -> u32 {
        !self.rest.negative.load(Acquire)
    }

    pub(crate) fn set_negative(self, id: u32) {
        self.rest.negative.store(!id, Release);
    }
}

impl Keys {
    #[inline]
    pub(crate) fn ends(&self) -> EndKeys {
        EndKeys {
            left: self.left.load(Relaxed),
            right: self.right.load(Relaxed),
            near: Near { above: self.above.load(Relaxed), below: self.below.load(Relaxed) },
        }
    }

    #[inline]
    pub(crate) fn is_number(&self) -> bool {
        self.tag.load(Relaxed) >= Tag::Dyadic as u32
    }

    #[inline]
    pub(crate) fn is_general(&self) -> bool {
        self.tag.load(Relaxed) == 0
    }

    #[inline]
    pub(crate) fn options(&self) -> u32 {
        !self.options.load(Acquire)
    }

    /// Stores the place of the options. Threads that race here have stored the same options.
    pub(crate) fn set_options(&self, at: u32) {
        self.options.store(!at, Release);
    }
}
