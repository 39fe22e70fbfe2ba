//! Games made from two games: products and joins of games on heaps, and adjoined games on pairs.
//!
//! The games on heaps are given by their codes ([`HeapCode`]).

pub(crate) mod adjoin;
pub(crate) mod cake_product;
pub(crate) mod heap_product;
pub(crate) mod join;

use upstar_heaps::{Code, HeapRule, HeapsError, Visit};

use super::heaps::{no_larger, no_more};
use super::strips::turning_code::TurningCode;
use upstar_engine::{Arguments, Result, RuleError};

use crate::Row;

/// The rulesets of this family.
pub(super) static RULESETS: &[Row] = &[
    adjoin::ADJOIN,
    cake_product::CAKE_PRODUCT,
    cake_product::EATCAKE,
    cake_product::TURNED_CAKE_PRODUCT,
    cake_product::TURN_AND_EATCAKE,
    heap_product::ACROSTIC_PRODUCT,
    heap_product::DIRECT_PRODUCT,
    join::JOIN,
];

/// The largest heap whose options are listed, and the largest number of options of a heap.
const MOST: (u64, usize) = (1 << 20, 1 << 21);

/// A game on heaps, by its code: a take-and-break game (`0.77`), or the turning game whose heads
/// are its heaps (`1-3`).
#[derive(Clone, Debug, PartialEq, Eq)]
enum HeapCode {
    TakeAndBreak(Code),
    Turning(TurningCode),
}

impl HeapCode {
    /// Take-and-break codes contain a point.
    fn read(text: &str) -> Result<Self> {
        if text.contains('.') {
            let code = text.parse::<Code>();
            return Ok(HeapCode::TakeAndBreak(
                code.map_err(|error| RuleError::notation(text, 0..text.len(), error.to_string()))?,
            ));
        }
        Ok(HeapCode::Turning(TurningCode::read(text)?))
    }

    /// The two codes that are the parameters of a game.
    fn two(codes: &Arguments) -> Result<[Self; 2]> {
        if codes.len() != 2 {
            return Err(RuleError::Usage);
        }
        let code = |index| {
            Self::read(&codes.text_or_number(index)?).map_err(|error| codes.within(index, error))
        };
        Ok([code(0)?, code(1)?])
    }

    /// The options of a heap, each as a list of heaps.
    fn options(&self, heap: u64) -> Result<Vec<Vec<u64>>> {
        let (most_tokens, most_options) = MOST;
        no_larger(heap, most_tokens)?;
        let mut found = Vec::new();
        match self {
            HeapCode::TakeAndBreak(code) => code.options(heap, &mut |parts| {
                no_more(heap, found.len(), most_options)?;
                found.push(parts.to_vec());
                Ok(())
            })?,
            HeapCode::Turning(code) => code.each_set(heap, None, &mut |set| {
                found.push(set.to_vec());
                Ok(no_more(heap, found.len(), most_options)?)
            })?,
        }
        Ok(found)
    }
}

impl HeapRule for HeapCode {
    fn options(&self, heap: u64, visit: &mut Visit<'_>) -> Result<(), HeapsError> {
        let options = HeapCode::options(self, heap);
        let options = options.map_err(|error| HeapsError::Position(error.to_string()))?;
        options.iter().try_for_each(|parts| visit(parts))
    }
}

impl std::fmt::Display for HeapCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            HeapCode::TakeAndBreak(code) => code.fmt(f),
            HeapCode::Turning(code) => code.fmt(f),
        }
    }
}

/// Two codes as written before the `;` of a call.
fn written([first, second]: &[HeapCode; 2]) -> String {
    format!("\"{first}\",\"{second}\"")
}
