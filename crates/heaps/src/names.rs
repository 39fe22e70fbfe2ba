//! Heap games as requested: by name or by code.

use std::fmt;

use num_bigint::BigUint;

use upstar_core::edits;

use crate::Result;
use crate::catalogue::{HEAP_GAMES, NamedGame, plain};
use crate::code::Code;
use crate::custom::{CustomHeaps, HeapRules};
use crate::error::HeapsError;

/// A heap game as requested: rules, possibly with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapGame {
    /// The game as written.
    pub text: String,
    /// The rules.
    pub rules: HeapRules,
    /// The name by which it was requested, if any.
    pub named: Option<&'static NamedGame>,
}

impl HeapGame {
    /// A game from a name (ignoring case, `-`, `_`, spaces and apostrophes), a code,
    /// `subtraction(2,3,7)`, `allbut(2,3,7)`, or `take_at_most(3)`.
    ///
    /// # Errors
    /// [`HeapsError::Code`], [`HeapsError::NeverEnds`] or [`HeapsError::UnknownName`].
    pub fn find(text: &str) -> Result<HeapGame> {
        let text = text.trim();
        let named = NamedGame::find(text);
        let by_code =
            |code| HeapGame { text: text.to_owned(), rules: HeapRules::Code(code), named };
        if let Some(named) = named {
            return Ok(by_code(named.code.parse()?));
        }
        if let Some((name, arguments)) =
            text.strip_suffix(')').and_then(|text| text.split_once('('))
            && let Some(code) = by_set(&plain(name), arguments)?
        {
            return Ok(by_code(code));
        }
        if text.contains(['.', '…']) || text.starts_with(|c: char| c.is_ascii_digit() || c == '{')
        {
            return Ok(by_code(text.parse()?));
        }
        let suggestion = suggestion(&plain(text));
        Err(HeapsError::UnknownName { name: text.to_owned(), suggestion })
    }

    /// A game by other rules.
    pub fn custom(rules: CustomHeaps) -> HeapGame {
        HeapGame { text: rules.name.clone(), rules: HeapRules::Custom(rules), named: None }
    }

    /// The code.
    ///
    /// # Errors
    /// [`HeapsError::NoCode`] if there is none.
    pub fn code(&self) -> Result<&Code> {
        self.rules.code().ok_or_else(|| HeapsError::NoCode(self.text.clone()))
    }

    /// The code, or the text of other rules: what distinguishes them from all other rules.
    pub fn rules_text(&self) -> String {
        match &self.rules {
            HeapRules::Code(code) => code.to_string(),
            HeapRules::Custom(CustomHeaps { name, text, .. }) => format!("{name}: {text}"),
        }
    }

    /// The heap of a position of size `size`.
    ///
    /// # Errors
    /// [`HeapsError::Position`] if there is no position of that size.
    pub fn heap(&self, size: u64) -> Result<u64> {
        let heap = self.large_heap(&size.into())?;
        u64::try_from(heap).map_err(|_| {
            HeapsError::Position(format!("size {size} is too large for {}", self.text))
        })
    }

    /// The heap of a position of any size.
    ///
    /// # Errors
    /// [`HeapsError::Position`] if there is no position of that size.
    pub fn large_heap(&self, size: &BigUint) -> Result<BigUint> {
        let Some(named) = self.named else { return Ok(size.clone()) };
        let by = named.shift.unsigned_abs();
        let scaled = size * named.scale;
        if *size < named.least.into() || named.shift < 0 && scaled < by.into() {
            return Err(HeapsError::Position(format!(
                "{} begins with size {}, so {size} is too small",
                named.name, named.least
            )));
        }
        Ok(if named.shift >= 0 { scaled + by } else { scaled - by })
    }

    /// The size of the position of a heap, if there is one.
    pub fn size(&self, heap: u64) -> Option<u64> {
        let Some(named) = self.named else { return Some(heap) };
        let scaled = heap.checked_add_signed(-named.shift)?;
        let size = scaled / named.scale;
        (scaled.is_multiple_of(named.scale) && size >= named.least).then_some(size)
    }

    /// The least size of a position.
    pub fn least(&self) -> u64 {
        self.named.map_or(0, |named| named.least)
    }

    /// The values by size, the least first, given the values of the heaps from 0 on.
    pub fn by_size(&self, mut values: Vec<u32>) -> Vec<u32> {
        let first = self.heap(self.least()).map_or(0, |heap| heap as usize);
        values.drain(..first.min(values.len()));
        match self.named.map_or(1, |named| named.scale) {
            1 => values,
            scale => values.into_iter().step_by(scale as usize).collect(),
        }
    }
}

impl fmt::Display for HeapGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

fn by_set(name: &str, arguments: &str) -> Result<Option<Code>> {
    let kind = match name {
        "subtraction" | "subtract" | "takeatmost" | "matches" => false,
        "allbut" => true,
        _ => return Ok(None),
    };
    let set = arguments
        .trim_matches(['[', ']', '{', '}', ' '])
        .split(',')
        .map(|number| {
            number.trim().parse::<u64>().map_err(|_| {
                HeapsError::Position(format!(
                    "`{}` in {name}({arguments}) is not a number; write as in subtraction(2,3,7)",
                    number.trim()
                ))
            })
        })
        .collect::<Result<Vec<u64>, _>>()?;
    if matches!(name, "takeatmost" | "matches") {
        let [most] = set[..] else {
            return Err(HeapsError::Position(format!(
                "{name}({arguments}): write one number, the most that may be taken"
            )));
        };
        let most = most.min(crate::code::MOST_DIGITS as u64 + 1);
        return Code::subtraction(&(1..=most).collect::<Vec<u64>>(), false).map(Some);
    }
    Code::subtraction(&set, kind).map(Some)
}

/// A suggestion for an unknown name.
fn suggestion(wanted: &str) -> String {
    if ["subtraction", "allbut"].contains(&wanted) {
        return format!("the numbers are in parentheses: {wanted}(1,3,4)");
    }
    let names = HEAP_GAMES.iter().flat_map(NamedGame::names);
    let mut near: Vec<(usize, &str)> = names
        .map(|name| (edits(wanted, &plain(name)).unwrap_or(usize::MAX), name))
        .filter(|&(edits, name)| edits <= 2 || plain(name).starts_with(wanted))
        .collect();
    near.sort_unstable();
    near.truncate(3);
    if near.is_empty() || wanted.is_empty() {
        let all: Vec<&str> = HEAP_GAMES.iter().map(|named| named.name).collect();
        return format!("names are {}", all.join(", "));
    }
    let near: Vec<&str> = near.into_iter().map(|(_, name)| name).collect();
    format!("did you mean {}?", near.join(" or "))
}
