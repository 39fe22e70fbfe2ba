//! Games on heaps: a number each, or a list of numbers.
//!
//! Where every heap is played on its own, a position is the sum of its heaps ([`apart`]) and heaps
//! may be sorted ([`sorted`]).

use upstar_heaps::{Code, HeapRule, HeapsError};

use super::numbers::replaced;
use crate::{Negated, Options, Result, RuleError};

/// Heaps, each in its place; an empty one stays as 0.
pub type Heaps = Vec<u64>;

/// Appends each heap that is not empty, as a game of its own.
pub fn apart(heaps: &[u64], out: &mut Vec<Heaps>) -> Result {
    out.extend(heaps.iter().filter(|&&heap| heap > 0).map(|&heap| vec![heap]));
    Ok(())
}

/// The heaps by size, without empty ones.
pub fn sorted(mut heaps: Heaps) -> (Heaps, Negated) {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    (heaps, Negated::No)
}

/// The number of tokens, or the largest number if there are more.
pub fn tokens(heaps: &[u64]) -> u64 {
    heaps.iter().fold(0, |sum, &heap| sum.saturating_add(heap))
}

/// Refuses a heap of more than that many tokens.
pub fn no_larger(heap: u64, most: u64) -> Result {
    if heap > most { Err(RuleError::too_large("the heap", heap, most)) } else { Ok(()) }
}

/// Refuses more than that many options of a heap.
pub fn no_more(heap: u64, options: usize, most: usize) -> Result<(), HeapsError> {
    if options < most {
        return Ok(());
    }
    Err(HeapsError::Position(format!("heap {heap} has more than {most} options")))
}

/// Appends what may become of heaps by a code, of heaps of at most that many tokens and as long as
/// there are not more than that many options.
pub fn options_by_code(
    code: &Code,
    heaps: &[u64],
    (most_tokens, most_options): (u64, usize),
    out: &mut Options<Heaps>,
) -> Result {
    for (index, &heap) in heaps.iter().enumerate() {
        no_larger(heap, most_tokens)?;
        code.options(heap, &mut |parts| {
            no_more(heap, out.len(), most_options)?;
            out.push(replaced(heaps, index, parts));
            Ok(out.check()?)
        })?;
    }
    Ok(())
}

/// A code that is written in this program.
pub fn known_code(text: &str) -> Code {
    match text.parse() {
        Ok(code) => code,
        Err(error) => unreachable!("{text}: {error}"),
    }
}

impl From<HeapsError> for RuleError {
    fn from(error: HeapsError) -> Self {
        match error {
            HeapsError::Exhausted(exhausted) => RuleError::Exhausted(exhausted),
            other => RuleError::NotApplicable(other.to_string()),
        }
    }
}
