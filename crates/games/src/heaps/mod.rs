//! Games on heaps: a number each, or a list of numbers. What they share is in
//! [`upstar_engine::positions::heaps`].

pub(crate) mod apples;
pub(crate) mod chomp;
pub(crate) mod matches;
pub(crate) mod moore;
pub(crate) mod named;
pub(crate) mod nim;
pub(crate) mod nim_with_transfer;
pub(crate) mod ordered_nim;
pub(crate) mod partizan_take_and_break;
pub(crate) mod poker_nim;
pub(crate) mod subtract_square;
pub(crate) mod subtraction;
pub(crate) mod take_and_break;
pub(crate) mod wind_up;

pub(crate) use upstar_engine::positions::heaps::{
    Heaps, apart, known_code, no_larger, no_more, options_by_code, sorted, tokens,
};
pub(crate) use upstar_engine::positions::numbers::{few_enough, joined, list, numbers, replaced};
pub(crate) use upstar_engine::positions::sequence::{self, NimSequence};
