//! What games of lists of numbers have in common.

use std::cmp::Ordering;

use upstar_heaps::{Code, HeapRule, HeapsError, Visit};

use super::heaps::{joined, numbers};
use super::strips::turning_code::TurningCode;
use crate::{Position, RuleError};

impl Position for Vec<u64> {
    fn argument(&self, text: String) -> String {
        text
    }

    fn to_text(&self) -> String {
        joined(self)
    }

    fn from_text(text: &str) -> Result<Self, RuleError> {
        numbers(text, None)
    }

    fn from_numbers(numbers: &[u64]) -> Option<Self> {
        Some(numbers.to_vec())
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        bytes(self)
    }
}

impl Position for (u64, u64) {
    fn argument(&self, text: String) -> String {
        text
    }

    fn to_text(&self) -> String {
        joined(&[self.0, self.1])
    }

    fn from_text(text: &str) -> Result<Self, RuleError> {
        let numbers = numbers(text, Some(2))?;
        Ok((numbers[0], numbers[1]))
    }

    fn from_numbers(numbers: &[u64]) -> Option<Self> {
        let [a, b] = numbers.try_into().ok()?;
        Some((a, b))
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }
}

impl Position for u64 {
    fn argument(&self, text: String) -> String {
        text
    }

    fn to_text(&self) -> String {
        self.to_string()
    }

    fn from_text(text: &str) -> Result<Self, RuleError> {
        Ok(numbers(text, Some(1))?[0])
    }

    fn from_numbers(numbers: &[u64]) -> Option<Self> {
        let [number] = numbers.try_into().ok()?;
        Some(number)
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }
}

/// About how many bytes a list of numbers needs.
pub(super) fn bytes(numbers: &[u64]) -> usize {
    size_of::<Vec<u64>>() + size_of_val(numbers) + 16
}

/// The heaps with one of them replaced; a heap that is gone leaves an empty place.
pub(super) fn replaced(heaps: &[u64], index: usize, parts: &[u64]) -> Vec<u64> {
    let mut option = heaps.to_vec();
    let parts = if parts.is_empty() { &[0] } else { parts };
    option.splice(index..=index, parts.iter().copied());
    option
}

/// The largest heap whose options are listed.
const MOST_TOKENS: u64 = 1 << 20;

/// The most options of a heap that are listed.
pub(super) const MOST_OPTIONS: usize = 1 << 21;

/// What is said of a heap with more options.
pub(super) fn too_many(heap: u64) -> HeapsError {
    HeapsError::Position(format!("heap {heap} has more than {MOST_OPTIONS} options"))
}

/// A game on heaps, by its code: of take-and-break (`0.77`), or of the turning game
/// whose heads are its heaps (`1-3`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum HeapCode {
    TakeAndBreak(Code),
    Turning(TurningCode),
}

impl HeapCode {
    /// Codes of take-and-break have a point.
    pub(super) fn read(text: &str) -> Result<Self, RuleError> {
        if text.contains('.') {
            let code = text.parse::<Code>();
            return Ok(HeapCode::TakeAndBreak(
                code.map_err(|error| RuleError::notation(text, 0..text.len(), error.to_string()))?,
            ));
        }
        Ok(HeapCode::Turning(TurningCode::read(text)?))
    }

    /// The options of a heap, each as the heaps that are left.
    pub(super) fn options(&self, heap: u64) -> Result<Vec<Vec<u64>>, RuleError> {
        if heap > MOST_TOKENS {
            return Err(RuleError::too_large("the heap", heap, MOST_TOKENS));
        }
        let mut found = Vec::new();
        match self {
            HeapCode::TakeAndBreak(code) => code.options(heap, &mut |parts| {
                if found.len() >= MOST_OPTIONS {
                    return Err(too_many(heap));
                }
                found.push(parts.to_vec());
                Ok(())
            })?,
            HeapCode::Turning(code) => found = code.sets(heap)?,
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
