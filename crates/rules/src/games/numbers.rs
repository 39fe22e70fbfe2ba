//! What games of lists of numbers have in common.

use upstar_heaps::{Code, HeapRule, HeapsError, Visit};

use super::turning::TurningCode;
use crate::RuleError;

/// How lists of numbers are written and read. The name is a function of the ruleset,
/// and so are its parameters, if it has any: they stand before a `;`. A picture other than
/// that of heaps is a function of the numbers.
macro_rules! written_as_numbers {
    (@with $rules:ty, $name:expr, { $($more:item)* }) => {
        impl crate::Notation for $rules {
            fn name(&self) -> &'static str {
                let name: fn(&$rules) -> &'static str = $name;
                name(self)
            }

            fn write(&self, numbers: &Vec<u64>) -> String {
                $crate::games::heaps::joined(numbers)
            }

            fn parse(&self, text: &str) -> Result<Vec<u64>, crate::RuleError> {
                $crate::games::heaps::numbers(text, None)
            }

            $($more)*
        }
    };
    ($rules:ty, $name:expr) => {
        written_as_numbers!(@with $rules, $name, {});
    };
    ($rules:ty, $name:expr, picture $picture:expr) => {
        written_as_numbers!(@with $rules, $name, {
            fn picture(&self, numbers: &Vec<u64>) -> crate::Picture {
                let picture: fn(&Vec<u64>) -> crate::Picture = $picture;
                picture(numbers)
            }
        });
    };
    ($rules:ty, $name:expr, $parameters:expr) => {
        written_as_numbers!(@with $rules, $name, {
            fn call(&self, numbers: &Vec<u64>) -> String {
                let list = $crate::games::heaps::joined(numbers);
                format!("{}({}; {list})", self.name(), self.parameters())
            }

            fn parameters(&self) -> String {
                let parameters: fn(&$rules) -> String = $parameters;
                parameters(self)
            }
        });
    };
    ($rules:ty, $name:expr, $parameters:expr, code $code:expr) => {
        written_as_numbers!(@with $rules, $name, {
            fn call(&self, numbers: &Vec<u64>) -> String {
                let list = $crate::games::heaps::joined(numbers);
                format!("{}({}; {list})", self.name(), self.parameters())
            }

            fn parameters(&self) -> String {
                let parameters: fn(&$rules) -> String = $parameters;
                parameters(self)
            }

            fn heap_code(&self) -> Option<upstar_heaps::Code> {
                let code: fn(&$rules) -> upstar_heaps::Code = $code;
                Some(code(self))
            }
        });
    };
}

/// How pairs of numbers are written and read; what else the notation has follows in braces.
macro_rules! written_as_pair {
    ($rules:ty, $name:expr, { $($more:item)* }) => {
        impl crate::Notation for $rules {
            fn name(&self) -> &'static str {
                $name
            }

            fn write(&self, &(a, b): &(u64, u64)) -> String {
                $crate::games::heaps::joined(&[a, b])
            }

            fn parse(&self, text: &str) -> Result<(u64, u64), crate::RuleError> {
                let numbers = $crate::games::heaps::numbers(text, Some(2))?;
                Ok((numbers[0], numbers[1]))
            }

            $($more)*
        }
    };
    ($rules:ty, $name:expr) => {
        written_as_pair!($rules, $name, {});
    };
}

pub(super) use written_as_numbers;
pub(super) use written_as_pair;

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
