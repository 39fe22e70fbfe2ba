//! Grundy values of the positions of impartial rulesets in Python, from the definition.
//!
//! What takes time is to list options in Python, so that of each position they are listed once and
//! its value is looked up by its number. This is [`Ruleset::computed`]; a position with too many
//! followers is left to the searches of the engine, which may need only some of them.

use std::sync::Arc;

use hashbrown::HashSet;
use upstar::core::{Budget, GrundyValue, Lease, MexTable, Player};
use upstar::rules::{RuleError, Sum};

use crate::own::{Meter, OwnRuleset};

/// So many options are listed here before the engine is asked at all.
const SOME: u64 = 1 << 18;

/// The same where a Grundy value is asked for: then other ways rarely need less.
const MANY: u64 = 1 << 23;

/// Where the engine lists one option, so many are listed here, until all values are known.
const SHARE: u64 = 1;

/// Stands for a value that is not known.
const UNKNOWN: GrundyValue = GrundyValue::MAX;

/// The values that are known, and how much work went into them.
pub(crate) struct Values {
    values: Vec<GrundyValue>,
    /// The options that were listed here, and how many may be.
    taken: u64,
    most: u64,
    /// The options that the engine asked for.
    asked: u64,
}

impl Default for Values {
    fn default() -> Self {
        Values { values: Vec::new(), taken: 0, most: SOME, asked: 0 }
    }
}

impl Values {
    /// Counts options that the engine wants. How many may be listed here grows by doubling, since
    /// each attempt begins anew, with the values that it knows.
    pub(crate) fn asked(&mut self, options: usize) {
        self.asked += 1 + options as u64;
        if self.asked.saturating_mul(SHARE) >= 2 * self.most {
            self.most *= 2;
        }
    }

    /// A Grundy value is asked for.
    pub(crate) fn expect(&mut self) {
        self.most = self.most.max(MANY);
    }

    fn get(&self, number: u32) -> Option<GrundyValue> {
        self.values.get(number as usize).copied().filter(|&value| value != UNKNOWN)
    }

    fn set(&mut self, number: u32, value: GrundyValue) {
        let at = number as usize;
        if self.values.len() <= at {
            self.values.resize((at + 1).next_power_of_two(), UNKNOWN);
        }
        self.values[at] = value;
    }
}

/// A position being valued: what it is the mex of, or the sum.
struct Open {
    number: u32,
    list: Arc<[u32]>,
    is_sum: bool,
    /// The values of those before are known.
    next: usize,
}

impl OwnRuleset {
    /// The Grundy value of a position; `None` if that takes too long here.
    pub(crate) fn grundy(
        &self,
        start: u32,
        budget: &Budget,
    ) -> Result<Option<GrundyValue>, RuleError> {
        {
            let values = &self.table().values;
            if let Some(value) = values.get(start) {
                return Ok(Some(value));
            }
            if values.taken >= values.most {
                return Ok(None);
            }
        }
        let mut meter = Meter::new(budget);
        let mut lease = Lease::new(budget);
        let mut seen = MexTable::new();
        let mut open: HashSet<u32> = HashSet::from([start]);
        let mut path = vec![self.open(start, &mut meter)?];
        while let Some(last) = path.last_mut() {
            let mut table = self.table();
            let values = &mut table.values;
            while last.list.get(last.next).is_some_and(|&after| values.get(after).is_some()) {
                last.next += 1;
            }
            let Some(&wanted) = last.list.get(last.next) else {
                let known = last.list.iter().filter_map(|&after| values.get(after));
                let value = if last.is_sum {
                    known.fold(0, |sum, value| sum ^ value)
                } else {
                    seen.clear();
                    known.for_each(|value| seen.insert(value));
                    seen.mex()
                };
                values.set(last.number, value);
                open.remove(&last.number);
                path.pop();
                continue;
            };
            let is_over = values.taken >= values.most;
            drop(table);
            if !open.insert(wanted) {
                self.no_cycle(wanted)?;
                return Ok(None);
            }
            if is_over {
                return Ok(None);
            }
            lease.spend(size_of::<Open>() as u64 * 2, 1 << 16)?;
            let opened = self.open(wanted, &mut meter)?;
            self.table().values.taken += 1 + opened.list.len() as u64;
            path.push(opened);
        }
        Ok(self.table().values.get(start))
    }

    fn open(&self, number: u32, meter: &mut Meter) -> Result<Open, RuleError> {
        let sum = |list| Ok(Open { number, list, is_sum: true, next: 0 });
        let normal = self.normal(number);
        if normal != number {
            return sum([normal].into());
        }
        if self.has.components {
            let parts = self.parts_of(number, meter)?;
            if *parts != [number] {
                return sum(parts);
            }
        }
        let list = self.options_of(number, Player::Left, meter)?;
        Ok(Open { number, list, is_sum: false, next: 0 })
    }
}

/// Says of positions that are to be valued that their Grundy values are asked for.
pub(crate) fn expect(sum: &Sum) {
    for game in sum.games() {
        if let Some(own) = game.rules().downcast::<OwnRuleset>() {
            own.table().values.expect();
        }
    }
}
