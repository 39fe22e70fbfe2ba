//! The sparse engine: rare and common values, one heap after another.
//!
//! The smallest common value that no kernel entry excludes is the candidate; then every rare
//! value below it must be an option. Needs no assumption: a rare value that is not an option is
//! found as the true value, and recorded.

use upstar_core::Budget;

use crate::class::{Class, Moves, Rares};
use crate::code::Code;
use crate::error::HeapsError;
use crate::plain;

/// The sparse engine, at some heap.
#[derive(Debug)]
pub(crate) struct Sparse {
    moves: Moves,
    rares: Rares,
    seen: Vec<u32>,
    stamp: u32,
    largest: u32,
    /// When to choose the class again.
    review: u64,
}

/// Heaps to this one are computed from the definition before there is a class.
const START: u64 = 1024;

impl Sparse {
    /// The engine for a code, continuing from `values`, which is extended to some heaps first.
    pub(crate) fn new(
        code: &Code,
        values: &mut Vec<u32>,
        budget: &Budget,
    ) -> Result<Sparse, HeapsError> {
        let refuse = |reason: &str| HeapsError::Engine {
            engine: "sparse",
            code: code.to_string(),
            reason: reason.to_owned(),
        };
        let moves = Moves::of(code).ok_or_else(|| {
            refuse("it needs a finite code with a digit that leaves two heaps and none that leaves more")
        })?;
        plain::extend(code, values, START, budget)?;
        let (class, _) =
            Class::choose(&moves, values).ok_or_else(|| refuse("its values are too large"))?;
        Ok(Sparse {
            rares: Rares::of(class, values),
            moves,
            seen: vec![],
            stamp: 0,
            largest: values.iter().copied().max().unwrap_or(0),
            review: 2 * values.len() as u64,
        })
    }

    /// The rare heaps.
    pub(crate) fn rares(&self) -> &Rares {
        &self.rares
    }

    /// Continues `values` to heap `to`.
    pub(crate) fn extend(
        &mut self,
        values: &mut Vec<u32>,
        to: u64,
        budget: &Budget,
    ) -> Result<(), HeapsError> {
        let mut ticker = budget.ticker();
        while values.len() as u64 <= to {
            let heap = values.len() as u64;
            if heap >= self.review {
                self.review = 2 * heap;
                if let Some((class, _)) = Class::choose(&self.moves, values)
                    && class != self.rares.class
                {
                    self.rares = Rares::of(class, values);
                }
            }
            ticker.tick(1 + self.rares.heaps.len() as u64)?;
            let value = self.step(heap, values);
            values.push(value);
            if self.rares.class.is_rare(value, heap) && !self.rares.absorb(value, self.largest) {
                self.rares.add(heap, value);
            }
            self.largest = self.largest.max(value);
        }
        Ok(())
    }

    /// The value of `heap` from those of all smaller heaps.
    fn step(&mut self, heap: u64, values: &[u32]) -> u32 {
        let n = heap as usize;
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.seen.fill(0);
            self.stamp = 1;
        }
        let room = 2 * (self.largest as usize + 2).next_power_of_two();
        if self.seen.len() < room {
            self.seen.resize(room, 0);
        }
        let (seen, stamp, class) = (&mut self.seen, self.stamp, self.rares.class);
        for &taken in &self.moves.singles {
            if n > taken {
                seen[values[n - taken] as usize] = stamp;
            }
        }
        if self.moves.whole.contains(&n) {
            seen[0] = stamp;
        }
        for &(rare, value) in &self.rares.heaps {
            for &(taken, unequal) in &self.moves.splits {
                let Some(other) = n.checked_sub(rare as usize + taken) else { continue };
                if other > 0 && rare > 0 && !(unequal && other == rare as usize) {
                    seen[(values[other] ^ value) as usize] = stamp;
                }
            }
        }
        // The candidate, and the rare values below it that are not yet known to be options.
        let missing = |seen: &[u32], value: u32| seen[value as usize] != stamp;
        let mut wanted = 0;
        let mut candidate = 0;
        while !missing(seen, candidate) || class.is_rare(candidate, heap) {
            wanted += u32::from(missing(seen, candidate));
            candidate += 1;
        }
        if wanted > 0 {
            'search: for &(taken, unequal) in &self.moves.splits {
                let Some(rest) = n.checked_sub(taken) else { continue };
                let count = if unequal { rest.saturating_sub(1) / 2 } else { rest / 2 };
                for a in 1..=count {
                    let value = values[a] ^ values[rest - a];
                    if seen[value as usize] != stamp {
                        seen[value as usize] = stamp;
                        if value < candidate {
                            wanted -= 1;
                            if wanted == 0 {
                                break 'search;
                            }
                        }
                    }
                }
            }
            if wanted > 0 {
                return (0..candidate).find(|&value| missing(seen, value)).unwrap_or(candidate);
            }
        }
        candidate
    }
}
