//! The values of all further heaps, once a period or a law is proved.

use std::ops::RangeInclusive;

use upstar_core::Budget;

use crate::Result;
use crate::error::HeapsError;
use crate::law::Law;
use crate::rule::Sink;

/// The number of values of a period that are passed on at once.
const SEGMENT: u64 = 1 << 14;

/// What gives the values of all further heaps.
#[derive(Debug)]
pub(super) enum Continuation {
    Cycle(Cycle),
    Law(Law),
}

impl Continuation {
    /// Passes on the values of these heaps, none of which is before the period.
    pub(super) fn pass_on(
        &self,
        heaps: RangeInclusive<u64>,
        budget: &Budget,
        sink: &mut Sink<'_>,
    ) -> Result {
        match self {
            Continuation::Cycle(cycle) => cycle.repeat(heaps, budget, sink),
            Continuation::Law(law) => by_law(law, heaps, budget, sink),
        }
    }
}

/// The error for values that are too large.
fn too_many_bits(from: u64) -> HeapsError {
    HeapsError::Position(format!(
        "values of heaps from {from} on have more than 32 bits; --at gives the value of one heap of \
         any size"
    ))
}

/// Passes on the values of these heaps by a law.
fn by_law(law: &Law, heaps: RangeInclusive<u64>, budget: &Budget, sink: &mut Sink<'_>) -> Result {
    let mut ticker = budget.ticker();
    let (mut from, to) = heaps.into_inner();
    while from <= to {
        let count = (to - from + 1).min(SEGMENT);
        let values = (from..from + count).map(|heap| law.small_value(heap));
        let values: Option<Vec<u32>> = values.collect();
        ticker.tick(1 + count)?;
        sink(from, &values.ok_or_else(|| too_many_bits(from))?)?;
        from += count;
    }
    Ok(())
}

/// The values of one proved period.
#[derive(Debug)]
pub(super) struct Cycle {
    /// The heap of the first of these values.
    pub(super) first: u64,
    pub(super) values: Vec<u32>,
    /// The number added to them after each period.
    pub(super) saltus: u64,
}

impl Cycle {
    fn repeat(&self, heaps: RangeInclusive<u64>, budget: &Budget, sink: &mut Sink<'_>) -> Result {
        let mut ticker = budget.ticker();
        let (mut from, to) = heaps.into_inner();
        let period = self.values.len() as u64;
        let mut segment = Vec::new();
        while from <= to {
            let count = (to - from + 1).min(SEGMENT);
            let (mut round, place) = ((from - self.first) / period, (from - self.first) % period);
            segment.clear();
            let mut values = &self.values[place as usize..];
            while (segment.len() as u64) < count {
                let more = values.len().min(count as usize - segment.len());
                let added = round.checked_mul(self.saltus).and_then(|sum| u32::try_from(sum).ok());
                let added = added.filter(|&added| {
                    values[..more].iter().all(|value| value.checked_add(added).is_some())
                });
                let Some(added) = added else {
                    return Err(too_many_bits(from));
                };
                segment.extend(values[..more].iter().map(|value| value + added));
                (round, values) = (round + 1, &self.values);
            }
            ticker.tick(1 + count / 64)?;
            sink(from, &segment)?;
            from += count;
        }
        Ok(())
    }
}
