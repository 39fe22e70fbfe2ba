//! Take-away games with a bound that depends on the last move.

use std::cmp::Ordering;
use std::sync::OnceLock;

use super::bound::Bound;
use super::{few_enough, joined, numbers};
use crate::prelude::*;

/// The heap, and the number taken last.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Heap(pub(crate) u64, pub(crate) Option<u64>);

impl Position for Heap {
    fn to_text(&self) -> String {
        self.1.map_or_else(|| self.0.to_string(), |taken| joined(&[self.0, taken]))
    }

    fn from_text(text: &str) -> Result<Self> {
        let message = "expected the heap, or the heap and what was taken last";
        Self::from_numbers(&numbers(text, None)?)
            .ok_or_else(|| RuleError::notation(text, 0..text.len(), message))
    }

    fn from_numbers(numbers: &[u64]) -> Option<Self> {
        match *numbers {
            [heap] => Some(Heap(heap, None)),
            [heap, taken] => Some(Heap(heap, Some(taken))),
            _ => None,
        }
    }

    fn argument(&self, text: String) -> String {
        text
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn picture(&self, _: &str) -> Picture {
        Picture::Heaps(vec![self.0])
    }
}

/// Take-away: one heap. The first move takes some but not all, and each later move at most a bound
/// that depends on the number taken before.
pub(super) struct TakeAway {
    name: &'static str,
    /// The bound as written, unless the name implies it.
    parameters: String,
    bound: Bound,
    is_rising: bool,
    /// The bounds after 1, 2, ..., as far as they are cached, because formulas are slow.
    first: OnceLock<Vec<u64>>,
}

/// The number of cached bounds.
const FIRST_BOUNDS: u64 = 1 << 12;

impl TakeAway {
    fn of(name: &'static str, parameters: String, bound: Bound) -> Rules {
        let is_rising = bound.is_rising();
        Rules::new(TakeAway { name, parameters, bound, is_rising, first: OnceLock::new() })
    }

    /// See [`Bound::after`].
    fn bound_after(&self, taken: u64) -> Result<u64> {
        let first = || (1..=FIRST_BOUNDS).map_while(|taken| self.bound.after(taken).ok()).collect();
        let place = usize::try_from(taken.wrapping_sub(1)).ok();
        match place.and_then(|place| self.first.get_or_init(first).get(place)) {
            Some(&bound) => Ok(bound),
            None => self.bound.after(taken),
        }
    }

    fn rules(bound: &Arguments) -> Result<Rules> {
        if bound.len() != 1 {
            return Err(RuleError::Usage);
        }
        let bound = Bound::argument(bound)?;
        Ok(TakeAway::of(TAKE_AWAY.name, format!("\"{bound}\""), bound))
    }

    /// The named game in which at most `number` times the last number may be taken.
    pub(super) fn times(name: &'static str, number: u32) -> Rules {
        TakeAway::of(name, String::new(), Bound::times(number))
    }
}

impl Ruleset for TakeAway {
    type Position = Heap;

    as_in!(self.name, Class::IMPARTIAL);

    fn options(&self, &Heap(heap, taken): &Heap, _: Player, out: &mut Options<Heap>) -> Result {
        let most = match taken {
            Some(taken) => self.bound_after(taken)?.min(heap),
            None => heap.saturating_sub(1),
        };
        few_enough(most)?;
        out.extend((1..=most).map(|now| Heap(heap - now, Some(now))));
        Ok(())
    }

    /// If the whole heap may be taken, the last move is normalized to the least one that allows it:
    /// all these positions have the same options.
    fn normalize(&self, Heap(heap, taken): Heap) -> (Heap, Negated) {
        let whole = |taken| self.bound_after(taken).is_ok_and(|most| most >= heap);
        let taken = match taken {
            Some(taken) if whole(taken) && self.is_rising => {
                let (mut low, mut high) = (1, taken);
                while low < high {
                    let middle = low.midpoint(high);
                    if whole(middle) { high = middle } else { low = middle + 1 }
                }
                Some(high)
            }
            taken => taken,
        };
        (Heap(heap, taken), Negated::No)
    }

    fn known(&self, &Heap(heap, taken): &Heap, convention: Convention) -> Option<Known> {
        if convention == Convention::Misere {
            return None;
        }
        let part = self.least_part(heap)?;
        let lost = match taken {
            Some(taken) => self.bound_after(taken).ok()? < part,
            // Some but not all may be taken, so the heap is lost exactly if it is a part itself.
            None => part == heap,
        };
        let theorem = "Schwenk 1970: with a bound that never falls, who moves wins if the least \
                       part of the heap may be taken";
        Known::lost_if(convention, lost || heap == 0, theorem)
    }

    fn parameters(&self) -> String {
        self.parameters.clone()
    }
}

/// The largest number of parts that are computed for Schwenk's theorem.
const MOST_PARTS: usize = 1 << 20;

impl TakeAway {
    /// The least part of a heap, 0 for an empty heap. The parts are 1 and, after the part h, the
    /// sum of h and the least part after which h may be taken. A heap is the sum of the largest
    /// part in it and the parts of the rest. `None` if the bound may fall, or if there is no next
    /// part.
    fn least_part(&self, heap: u64) -> Option<u64> {
        if !self.is_rising {
            return None;
        }
        let (mut parts, mut bounds) = (vec![1u64], vec![self.bound_after(1).ok()?]);
        let mut least = 0;
        while let Some(&last) = parts.last().filter(|&&last| last < heap) {
            while *bounds.get(least)? < last {
                least += 1;
            }
            let Some(next) = last.checked_add(parts[least]) else { break };
            if parts.len() >= MOST_PARTS {
                return None;
            }
            parts.push(next);
            bounds.push(self.bound_after(next).ok()?);
        }
        let (mut rest, mut part) = (heap, 0);
        while rest > 0 {
            part = parts[parts.partition_point(|&part| part <= rest) - 1];
            rest -= part;
        }
        Some(part)
    }
}

pub(crate) const TAKE_AWAY: Row = Row {
    name: "take_away",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "take_away(\"2k+1\"; n) or take_away(\"3/2\"; n,k)",
    rules: "A heap of n; the first move takes some, not all. After k the next takes at most a bound:\n\
            2k+1, k^2, max(k,5), floor, ceil, sqrt, min; 3/2 (times k); a table 1,3,4 (for k = 1, 2,\n\
            ..., the last from there on). A second number gives how many were taken last.",
    source: "Schwenk, Take-away games (1970)",
    example: ("take_away(\"3\"; 10,2)", "*2"),
    make: Make::Formula(upstar_engine::formula::TAKEN, TakeAway::rules),
    boards: false,
};
