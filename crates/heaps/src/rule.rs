//! The options of a heap: the trait for arbitrary rules, and the options of a code.

use upstar_core::{Budget, Exhausted, Ticker};

use crate::Result;
use crate::code::{Code, Digit, Relation};
use crate::error::HeapsError;
use crate::law::{Floor, LinearRule};

/// The receiver of the options of a heap. Each option is given by its parts. An error ends the
/// enumeration.
pub type Visit<'a> = dyn FnMut(&[u64]) -> Result + 'a;

/// The receiver of computed values: the first heap of a run, and the values from there on.
pub type Sink<'a> = dyn FnMut(u64, &[u32]) -> Result + 'a;

/// A game on heaps in which every heap is played independently, given by the options of a heap.
///
/// If no code describes the game, implement this and call [`plain::values`](crate::plain::values).
///
/// ```
/// use upstar_core::Budget;
/// use upstar_heaps::{HeapRule, HeapsError, Visit, plain};
///
/// /// Subtract a square.
/// struct Squares;
/// impl HeapRule for Squares {
///     fn options(&self, heap: u64, visit: &mut Visit<'_>) -> Result<(), HeapsError> {
///         (1..=heap.isqrt()).try_for_each(|root| visit(&[heap - root * root]))
///     }
/// }
/// let values = plain::values(&Squares, 12, &Budget::unlimited())?;
/// assert_eq!(values, [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0]);
/// # Ok::<(), HeapsError>(())
/// ```
pub trait HeapRule {
    /// Calls `visit` with the parts of every option of a heap of `heap` tokens. Repeats and parts
    /// of 0 are allowed, and every part must be smaller than `heap`.
    ///
    /// # Errors
    /// The errors of `visit`.
    fn options(&self, heap: u64, visit: &mut Visit<'_>) -> Result;

    /// The rules as linear conditions, by which laws are proved; `None` if they are not of this form.
    /// An empty heap has no options.
    fn linear(&self) -> Option<Vec<LinearRule>> {
        None
    }

    /// The share of a heap that may be taken, if no other moves are allowed.
    fn take_at_most(&self) -> Option<Floor> {
        None
    }
}

impl HeapRule for Code {
    /// In order of the number of tokens taken, then the number of heaps left, then the sizes in
    /// ascending order.
    fn options(&self, heap: u64, visit: &mut Visit<'_>) -> Result {
        let Ok(size) = i64::try_from(heap) else {
            return Err(HeapsError::Position(format!("heap {heap} is too large to list")));
        };
        let last = match self.last_digit() {
            Some(last) => size.min(last as i64),
            None if self.tail().is_empty() => size.min(self.digits().len() as i64 - 1),
            None => size,
        };
        let mut parts = Vec::new();
        for taken in -(self.most_added() as i64)..=last {
            let digit = self.digit(taken);
            if !digit.is_none() {
                splits(digit, size.saturating_sub(taken) as u64, &mut parts, visit)?;
            }
        }
        Ok(())
    }
}

/// Calls `visit` with every division of `total` tokens into heaps that `digit` allows.
fn splits(digit: Digit, total: u64, parts: &mut Vec<u64>, visit: &mut Visit<'_>) -> Result {
    let most = digit.largest().unwrap_or(total).min(total);
    for count in digit.smallest().unwrap_or(0)..=most {
        if !digit.allows(count) {
            continue;
        }
        match (count, digit.relation()) {
            (0, _) => {
                if total == 0 {
                    visit(&[])?;
                }
            }
            (1, Relation::NotAllEqual) => {}
            (_, Relation::AllEqual) => {
                if total.is_multiple_of(count) && total > 0 {
                    parts.clear();
                    parts.resize(count as usize, total / count);
                    visit(parts)?;
                }
            }
            (_, relation) => partitions(count, total, relation, parts, visit)?,
        }
    }
    Ok(())
}

/// Every division of `total` into `count >= 1` positive parts, ascending, in lexicographic order.
/// Parts that must differ are parts of a smaller total plus 0, 1, 2, ...
fn partitions(
    count: u64,
    total: u64,
    relation: Relation,
    parts: &mut Vec<u64>,
    visit: &mut Visit<'_>,
) -> Result {
    let strict = relation == Relation::AllDifferent;
    let stairs = if strict { count * (count - 1) / 2 } else { 0 };
    let Some(sum) = total.checked_sub(stairs).filter(|&sum| sum >= count) else { return Ok(()) };
    let count = count as usize;
    let mut plain = vec![1u64; count];
    plain[count - 1] = sum - (count as u64 - 1);
    loop {
        if relation != Relation::NotAllEqual || plain[0] != plain[count - 1] {
            parts.clear();
            parts.extend(
                plain.iter().enumerate().map(|(i, part)| part + if strict { i as u64 } else { 0 }),
            );
            visit(parts)?;
        }
        // The rightmost part that can grow by one if all later ones are at least as large.
        let mut rest = plain[count - 1];
        let Some(at) = (0..count - 1).rev().find(|&i| {
            rest += plain[i];
            (plain[i] + 1) * (count - i) as u64 <= rest
        }) else {
            return Ok(());
        };
        let grown = plain[at] + 1;
        let kept: u64 = plain[..at].iter().sum();
        plain[at..].fill(grown);
        plain[count - 1] = sum - kept - grown * (count - 1 - at) as u64;
    }
}

/// A position of several heaps: its Grundy value, and the winning moves.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Position {
    /// The Grundy value of each heap.
    pub values: Vec<u32>,
    /// The Grundy value of the whole position. The player to move loses if and only if it is 0.
    pub value: u32,
    /// Every winning move: the index of the heap, and the heaps that replace it. Sorted, without
    /// repeats.
    pub winning: Vec<(usize, Vec<u64>)>,
}

/// The position of `heaps`, with `values[n]` the Grundy value of heap `n`.
///
/// # Errors
/// [`HeapsError::Position`] if a heap has no value, [`HeapsError::Exhausted`] if the budget ends.
pub fn position(
    rule: &dyn HeapRule,
    heaps: &[u64],
    values: &[u32],
    budget: &Budget,
) -> Result<Position> {
    let mut ticker = budget.ticker();
    let value_of = |heap: u64| -> Result<u32> {
        usize::try_from(heap).ok().and_then(|heap| values.get(heap)).copied().ok_or_else(|| {
            HeapsError::Position(format!("heap {heap} is larger than the values computed"))
        })
    };
    let each = heaps.iter().map(|&heap| value_of(heap)).collect::<Result<Vec<u32>, _>>()?;
    let value = each.iter().fold(0, |total, value| total ^ value);
    let mut winning = Vec::new();
    if value != 0 {
        for (index, &heap) in heaps.iter().enumerate() {
            let wanted = value ^ each[index];
            rule.options(heap, &mut |parts| {
                ticker.tick(1)?;
                let mut option = 0;
                for &part in parts {
                    option ^= value_of(part)?;
                }
                if option == wanted {
                    let mut parts: Vec<u64> = parts.iter().copied().filter(|&p| p > 0).collect();
                    parts.sort_unstable();
                    winning.push((index, parts));
                }
                Ok(())
            })?;
        }
        winning.sort();
        winning.dedup();
    }
    Ok(Position { values: each, value, winning })
}

/// One step of a budget for each option.
pub(crate) fn tick(ticker: &mut Ticker) -> Result<(), Exhausted> {
    ticker.tick(1)
}
