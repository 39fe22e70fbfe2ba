//! Positions that are numbers: how they are read, written and ordered.

use std::cmp::Ordering;

use crate::{Arguments, Position, Result, RuleError};

/// The most options that are listed for one position.
const MOST_OPTIONS: u64 = 1 << 24;

/// Refuses positions with too many options to list.
pub fn few_enough(options: u64) -> Result {
    if options <= MOST_OPTIONS {
        return Ok(());
    }
    Err(RuleError::too_large(
        "the list of options",
        format!("{options} options"),
        format!("{MOST_OPTIONS} options"),
    ))
}

/// Reads `text` as numbers separated by commas; `count` of them unless `None`.
pub fn numbers(text: &str, count: Option<usize>) -> Result<Vec<u64>> {
    let mut found = Vec::new();
    if !text.trim().is_empty() {
        let mut start = 0;
        for part in text.split(',') {
            let number = part.trim().parse().map_err(|_| {
                RuleError::notation(
                    text,
                    start..start + part.len(),
                    format!("expected a number from 0 to {}", u64::MAX),
                )
            })?;
            found.push(number);
            start += part.len() + 1;
        }
    }
    match count {
        Some(count) if found.len() != count => Err(RuleError::notation(
            text,
            0..text.len(),
            format!("expected {count} numbers, found {}", found.len()),
        )),
        _ => Ok(found),
    }
}

/// The numbers with commas between.
pub fn joined(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// The numbers of a position: several arguments, or one list of them.
pub fn list(arguments: &Arguments) -> Result<Vec<u64>> {
    if arguments.before_semicolon().is_some() {
        return Err(RuleError::Usage);
    }
    match arguments.text(0) {
        Ok(text) if arguments.len() == 1 => {
            numbers(&text, None).map_err(|error| arguments.within(0, error))
        }
        _ => arguments.counts(0, u64::MAX),
    }
}

/// So many arguments, all numbers from 1 on.
pub fn positive<const COUNT: usize>(arguments: &Arguments) -> Result<[u64; COUNT]> {
    if arguments.len() != COUNT || arguments.before_semicolon().is_some() {
        return Err(RuleError::Usage);
    }
    let numbers = arguments.counts(0, u64::MAX)?;
    if let Some(index) = numbers.iter().position(|&number| number == 0) {
        return Err(arguments.complain(index, "expected a number from 1 on"));
    }
    numbers.try_into().map_err(|_| RuleError::Usage)
}

/// About how many bytes a list of numbers needs.
pub fn bytes(numbers: &[u64]) -> usize {
    size_of::<Vec<u64>>() + size_of_val(numbers) + 16
}

/// The heaps with one of them replaced; a heap that is gone leaves an empty place.
pub fn replaced(heaps: &[u64], index: usize, parts: &[u64]) -> Vec<u64> {
    let mut option = heaps.to_vec();
    let parts = if parts.is_empty() { &[0] } else { parts };
    option.splice(index..=index, parts.iter().copied());
    option
}

impl Position for Vec<u64> {
    fn argument(&self, text: String) -> String {
        text
    }

    fn to_text(&self) -> String {
        joined(self)
    }

    fn from_text(text: &str) -> Result<Self> {
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

/// Positions that are that many numbers.
macro_rules! so_many {
    ($($position:ty: $count:literal as $form:tt of [$($number:ident),*];)*) => {
        $(impl Position for $position {
            fn argument(&self, text: String) -> String {
                text
            }

            fn to_text(&self) -> String {
                let &$form = self;
                joined(&[$($number),*])
            }

            fn from_text(text: &str) -> Result<Self> {
                Self::from_numbers(&numbers(text, Some($count))?).ok_or(RuleError::Usage)
            }

            fn from_numbers(numbers: &[u64]) -> Option<Self> {
                let &[$($number),*] = numbers else { return None };
                Some($form)
            }

            fn order(&self, other: &Self) -> Ordering {
                self.cmp(other)
            }
        })*
    };
}

so_many! {
    u64: 1 as a of [a];
    (u64, u64): 2 as (a, b) of [a, b];
    [u64; 3]: 3 as [a, b, c] of [a, b, c];
}

crate::ordered!(u128);

/// Vertices with tokens; their names are those of the graph.
impl Position for Vec<u32> {
    /// Numbers stand for themselves everywhere; other names are quoted.
    fn argument(&self, text: String) -> String {
        let number = |name: &str| name.parse::<u32>().is_ok_and(|n| n.to_string() == name);
        if text.split(',').all(number) { text } else { format!("\"{text}\"") }
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&self[..]) + 16
    }
}
