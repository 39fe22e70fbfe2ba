//! Grundy values of positions with too many followers for a table of all.
//!
//! A position G has the value n if G + *n is lost for the player to move: this is tried for n = 0,
//! 1, 2 and so on, and each time the search ends with the first option whose value is n (Lemoine
//! and Viennot, Nimbers are inevitable, Theoretical Computer Science, 2012). Of an option that
//! splits, all parts but the one with the most moves get their values first. The search then asks
//! whether the remaining part has the one value that matters.

use std::cmp::Reverse;

use hashbrown::HashMap;
use smallvec::SmallVec;
use upstar_core::{Budget, Lease, Player, Room, Ticker};

use crate::error::small_value;
use crate::search::{Stop, Use, steps_for};
use crate::table::Table;
use crate::{Convention, Fact, Negated, Options, Result, RuleError, Ruleset};

/// The greatest depth of the search. A deeper one would take gigabytes of stack.
const MOST_LEVELS: usize = 1 << 18;

/// As many moves more may be worth a value that an option is known not to have.
const KNOWN_VALUE: i128 = 64;

/// An option: the sum of the values of its parts that are known, and the others.
struct Split<P> {
    sum: u32,
    open: SmallVec<[P; 2]>,
    moves: u64,
    /// The number of values that the last of the others is known not to have.
    excluded: u32,
}

/// One search. Values go into the table that is shared with other searches.
pub(crate) struct NimSearch<'a, R: Ruleset + ?Sized> {
    rules: &'a R,
    uses: Use,
    table: &'a Table<R::Position, (u32, Negated)>,
    budget: &'a Budget,
    ticker: Ticker,
    /// For each position, a bit for each value below 64 that it does not have.
    excluded: HashMap<R::Position, u64>,
    lease: Lease,
    level: usize,
    split: Vec<R::Position>,
    positions: u64,
    /// The search is given up after this many positions.
    most: u64,
}

impl<'a, R: Ruleset + ?Sized> NimSearch<'a, R> {
    pub(crate) fn new(
        rules: &'a R,
        uses: Use,
        table: &'a Table<R::Position, (u32, Negated)>,
        budget: &'a Budget,
    ) -> Self {
        NimSearch {
            rules,
            uses,
            table,
            budget,
            ticker: budget.ticker(),
            excluded: HashMap::new(),
            lease: Lease::new(budget),
            level: 0,
            split: Vec::new(),
            positions: 0,
            most: u64::MAX,
        }
    }

    /// Makes the next search end with [`Stop::Overtaken`] after this many positions. Its results
    /// are kept for the search that follows.
    pub(crate) fn give_up_after(&mut self, positions: u64) {
        self.most = self.positions.saturating_add(positions);
    }

    /// The Grundy value of a position.
    pub(crate) fn value(&mut self, position: &R::Position) -> Result<u32, Stop> {
        let split = self.split_of(position)?;
        split.open.iter().try_fold(split.sum, |sum, part| Ok(sum ^ self.part_value(part)?))
    }

    fn split_of(&mut self, position: &R::Position) -> Result<Split<R::Position>, Stop> {
        self.split.clear();
        if self.uses.components {
            self.rules.components(position, &mut self.split)?;
        } else {
            self.split.push(position.clone());
        }
        self.sort_split()
    }

    /// Whether the Grundy value of a position is 0: whether it is lost for the player to move.
    pub(crate) fn is_zero(&mut self, position: &R::Position) -> Result<bool, Stop> {
        let mut split = self.split_of(position)?;
        if split.open.is_empty() {
            return Ok(split.sum == 0);
        }
        match self.refresh(&mut split)? {
            (sum, true) => Ok(sum == 0),
            (sum, false) => self.is(&split.open[0], sum),
        }
    }

    /// The value of a part.
    fn part_value(&mut self, part: &R::Position) -> Result<u32, Stop> {
        let mut n = 0;
        while !self.is(part, n)? {
            n += 1;
        }
        Ok(n)
    }

    /// Sorts the parts in `split` into those whose values are known and the others.
    fn sort_split(&mut self) -> Result<Split<R::Position>, Stop> {
        let mut found = Split { sum: 0, open: SmallVec::new(), moves: 0, excluded: 0 };
        let mut split = std::mem::take(&mut self.split);
        for part in split.drain(..) {
            self.tick(steps_for(self.rules.bytes(&part)))?;
            if let Some(value) = self.by_theorem(&part)? {
                found.sum ^= value;
                continue;
            }
            let key = if self.uses.symmetry { self.rules.normalize(part).0 } else { part };
            match self.table.get(&key, self.table.hash(&key)) {
                Some((value, _)) => found.sum ^= value,
                // Equal parts cancel.
                None => match found.open.iter().position(|other| *other == key) {
                    Some(at) => drop(found.open.swap_remove(at)),
                    None => found.open.push(key),
                },
            }
        }
        self.split = split;
        let size = |part: &R::Position| match self.rules.static_bounds(part) {
            Some(static_bounds) => u64::from(static_bounds.moves[0]),
            None => self.rules.bytes(part) as u64,
        };
        found.moves = found.open.iter().map(size).sum();
        if found.open.len() > 1 {
            found.open.sort_by_key(size);
        }
        let last = found.open.last().and_then(|last| self.excluded.get(last));
        found.excluded = last.map_or(0, |values| values.count_ones());
        Ok(found)
    }

    fn tick(&mut self, steps: u64) -> Result {
        Ok(self.ticker.tick(steps)?)
    }

    fn by_theorem(&self, part: &R::Position) -> Result<Option<u32>> {
        if !self.uses.theorems {
            return Ok(None);
        }
        if let Some(known) = self.rules.known(part, Convention::Normal)
            && let Fact::Grundy(value) = known.fact
        {
            return Ok(Some(value));
        }
        self.rules.computed(part, self.budget)?.map(small_value).transpose()
    }

    /// Whether a part, in its standard form, has the value `n`.
    fn is(&mut self, part: &R::Position, n: u32) -> Result<bool, Stop> {
        let hash = self.table.hash(part);
        if let Some((value, _)) = self.table.get(part, hash) {
            return Ok(value == n);
        }
        let excluded = self.excluded.get(part).copied().unwrap_or(0);
        if n < 64 && excluded >> n & 1 == 1 {
            return Ok(false);
        }
        if self.level == MOST_LEVELS || self.positions >= self.most {
            return Err(Stop::Overtaken);
        }
        self.level += 1;
        let room = Room::ask(self.budget).map_err(RuleError::from)?;
        let found = room.run(|| self.by_options(part, n, excluded));
        room.give_back(self.budget);
        self.level -= 1;
        let (value, excluded) = found?;
        match value {
            Some(value) => {
                self.excluded.remove(part);
                self.table.insert(part.clone(), hash, (value, Negated::No), self.rules.bytes(part));
            }
            None => {
                let bytes = 40 + self.rules.bytes(part) as u64;
                self.lease.spend(bytes, 1 << 20).map_err(RuleError::from)?;
                self.excluded.insert(part.clone(), excluded);
            }
        }
        Ok(value == Some(n))
    }

    /// The value of a part if it is at most `n`. Otherwise the values that the part is known not to
    /// have: `n` is among them, or all values below `n` are.
    fn by_options(
        &mut self,
        part: &R::Position,
        n: u32,
        mut excluded: u64,
    ) -> Result<(Option<u32>, u64), Stop> {
        self.positions += 1;
        let mut options = Options::within(self.ticker.budget());
        self.rules.list_options(part, Player::Left, &mut options)?;
        self.tick(1 + options.len() as u64 + self.rules.step_cost(part))?;
        let mut splits = Vec::with_capacity(options.len());
        let mut met = SmallVec::<[u32; 16]>::new();
        for option in options {
            self.split.clear();
            if self.uses.components {
                self.rules.components_of_option(part, &option, &mut self.split)?;
            } else {
                self.split.push(option);
            }
            let split = self.sort_split()?;
            if split.open.is_empty() {
                met.push(split.sum);
            } else {
                splits.push(split);
            }
        }
        let mark = |excluded: &mut u64, value: u32| {
            if value < 64 {
                *excluded |= 1 << value;
            }
        };
        met.iter().for_each(|&value| mark(&mut excluded, value));
        // An option with this value, or too few options for all values below.
        let below = |met: &[u32]| (0..n).filter(|m| met.contains(m)).count();
        if met.contains(&n) || below(&met) + splits.len() < n as usize {
            return Ok((None, excluded));
        }
        // First the options of which most is known and those that take the least work.
        splits.sort_by_key(|split| {
            let known = KNOWN_VALUE * i128::from(split.excluded);
            (i128::from(split.moves) - known, Reverse(known))
        });
        // First the value in question: one option that has it refutes the claim.
        for m in std::iter::once(n).chain(0..n) {
            if m < 64 && excluded >> m & 1 == 1 || met.contains(&m) {
                continue;
            }
            let found = self.find(m, &mut splits, &mut met)?;
            met.iter().for_each(|&value| mark(&mut excluded, value));
            if found && m == n {
                return Ok((None, excluded));
            }
            if !found && m < n {
                // No option has this value, and for each below there is one.
                return Ok((Some(m), excluded));
            }
        }
        Ok((Some(n), excluded))
    }

    /// Whether an option has the value `m`. Options whose values become known move to `met`.
    fn find(
        &mut self,
        m: u32,
        splits: &mut Vec<Split<R::Position>>,
        met: &mut SmallVec<[u32; 16]>,
    ) -> Result<bool, Stop> {
        // Values that became known in the meantime.
        let before = met.len();
        splits.retain_mut(|split| {
            split.open.retain(|part| match self.table.get(part, self.table.hash(part)) {
                Some((value, _)) => {
                    split.sum ^= value;
                    false
                }
                None => true,
            });
            if split.open.is_empty() {
                met.push(split.sum);
            }
            !split.open.is_empty()
        });
        if met[before..].contains(&m) {
            return Ok(true);
        }
        let mut index = 0;
        while index < splits.len() {
            let (sum, known) = self.refresh(&mut splits[index])?;
            let found = match known {
                true => sum == m,
                false => {
                    let last = splits[index].open[0].clone();
                    self.is(&last, m ^ sum)?
                }
            };
            if found || known {
                met.push(if found { m } else { sum });
                splits.remove(index);
            } else {
                index += 1;
            }
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Values all parts of an option but the last; the sum, and whether the last is known too.
    fn refresh(&mut self, split: &mut Split<R::Position>) -> Result<(u32, bool), Stop> {
        while split.open.len() > 1 {
            let part = split.open.remove(0);
            split.sum ^= self.part_value(&part)?;
        }
        let last = &split.open[0];
        match self.table.get(last, self.table.hash(last)) {
            Some((value, _)) => Ok((split.sum ^ value, true)),
            None => Ok((split.sum, false)),
        }
    }
}
