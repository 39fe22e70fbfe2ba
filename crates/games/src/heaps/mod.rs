//! Games on heaps: one number each, or a list of numbers. The shared parts are in
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
    Heaps, known_code, no_larger, no_more, options_by_code, sorted, tokens,
};
pub(crate) use upstar_engine::positions::numbers::{few_enough, joined, list, numbers, replaced};
pub(crate) use upstar_engine::positions::sequence::{self, NimSequence};

use crate::Row;

/// The rulesets of this family.
pub(super) static RULESETS: &[Row] = &[
    apples::APPLES,
    chomp::CHOMP,
    matches::MATCHES,
    moore::MOORE,
    named::DAWSON_KAYLES,
    named::GRUNDY,
    named::JAMES_BOND,
    named::KAYLES,
    named::LASKER,
    named::PAWNS,
    nim::NIM,
    nim_with_transfer::NIM_WITH_TRANSFER,
    ordered_nim::ORDERED_NIM,
    partizan_take_and_break::PARTIZAN_SPLITTLES,
    partizan_take_and_break::PARTIZAN_SUBTRACTION,
    partizan_take_and_break::PARTIZAN_TAKE_AND_BREAK,
    poker_nim::POKER_NIM,
    subtract_square::SUBTRACT_SQUARE,
    subtraction::SPLITTLES,
    subtraction::SUBTRACTION,
    take_and_break::BY_CODE,
    wind_up::WIND_UP,
];
