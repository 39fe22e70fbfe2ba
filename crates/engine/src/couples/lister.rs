//! The options of parts, listed by one thread without a look at what the search knows.

use upstar_core::{Budget, Ticker};

use super::Parts;
use crate::error::small_value;
use crate::proof::{about_moves, options_of};
use crate::search::{Stop, Use, steps_for};
use crate::table::Table;
use crate::{Convention, Fact, Negated, Result, Ruleset};

/// So many parts get numbers at a time.
const MANY: usize = 128;

/// A position that does not split, in its standard form.
pub(super) struct ListedPart<P> {
    pub(super) position: P,
    pub(super) hash: u64,
    /// Its number, if it has one by now.
    pub(super) number: Option<u32>,
    pub(super) value: Option<u32>,
    /// About how many moves there are.
    pub(super) moves: u32,
}

/// A part with a number: about how many moves there are, and its value if it is known.
#[derive(Clone, Copy)]
pub(super) struct Numbered {
    pub(super) number: u32,
    pub(super) value: Option<u32>,
    pub(super) moves: u32,
}

/// Positions as sums of parts.
pub(super) struct Listed<P> {
    /// The parts of all positions, one after another: those with numbers, and then others.
    pub(super) numbered: Vec<Numbered>,
    pub(super) unnumbered: Vec<ListedPart<P>>,
    /// Where the parts of each position end, and the sum of the values of those that theorems value.
    ends: Vec<(usize, u32)>,
}

impl<P> Listed<P> {
    /// Once all parts have numbers: about how many moves each position has, its parts without a value,
    /// those with the fewest moves first, and the sum of the others. Equal parts cancel.
    pub(super) fn options(&self) -> impl Iterator<Item = (u64, Parts, u32)> {
        let mut from = 0;
        self.ends.iter().map(move |&(to, mut sum)| {
            let mut open: smallvec::SmallVec<[(u32, u32); 4]> = smallvec::SmallVec::new();
            for &Numbered { number, value, moves } in &self.numbered[from..to] {
                let part = (moves, number);
                match value {
                    Some(value) => sum ^= value,
                    None => match open.iter().position(|&other| other == part) {
                        Some(at) => drop(open.swap_remove(at)),
                        None => open.push(part),
                    },
                }
            }
            from = to;
            open.sort_unstable();
            let moves = open.iter().map(|&(moves, _)| u64::from(moves)).sum();
            (moves, open.into_iter().map(|(_, part)| part).collect(), sum)
        })
    }

    /// The options as they are kept with a part.
    pub(super) fn into_list(self) -> Box<[u32]> {
        let mut found: Vec<_> = self.options().collect();
        found.sort_unstable();
        found.dedup();
        let words = found.iter().map(|(_, open, _)| open.len() + 2).sum();
        let mut list = Vec::with_capacity(words);
        for (_, open, sum) in &found {
            list.push(open.len() as u32);
            list.push(*sum);
            list.extend_from_slice(open);
        }
        list.into_boxed_slice()
    }
}

/// What a thread needs to list options.
pub(super) struct Lister<'a, R: Ruleset + ?Sized> {
    pub(super) rules: &'a R,
    pub(super) uses: Use,
    pub(super) table: &'a Table<R::Position, (u32, Negated)>,
    pub(super) budget: &'a Budget,
    pub(super) ticker: Ticker,
    pub(super) split: Vec<R::Position>,
    /// Whether parts that theorems value have numbers too.
    pub(super) numbers_all: bool,
}

impl<'a, R: Ruleset + ?Sized> Lister<'a, R> {
    pub(super) fn new(
        rules: &'a R,
        uses: Use,
        table: &'a Table<R::Position, (u32, Negated)>,
        budget: &'a Budget,
    ) -> Self {
        let (ticker, split) = (budget.ticker(), Vec::new());
        Lister { rules, uses, table, budget, ticker, split, numbers_all: false }
    }

    /// The same for another thread.
    pub(super) fn fork(&self) -> Self {
        let numbers_all = self.numbers_all;
        Lister { numbers_all, ..Self::new(self.rules, self.uses, self.table, self.budget) }
    }

    /// The standard form of a position.
    pub(super) fn standard_part(&self, position: R::Position) -> ListedPart<R::Position> {
        let position = if self.uses.symmetry { self.rules.normalize(position).0 } else { position };
        let hash = self.table.hash(&position);
        ListedPart { position, hash, number: None, value: None, moves: 0 }
    }

    /// Finds out what is to be known of a part without a number.
    pub(super) fn complete(&self, part: &mut ListedPart<R::Position>) -> Result {
        part.value = self.table.get(&part.position, part.hash).map(|(value, _)| value);
        if part.value.is_none() && self.numbers_all {
            part.value = self.by_theorem(&part.position)?;
        }
        part.moves = about_moves(self.rules, &part.position);
        Ok(())
    }

    /// The same for all parts.
    pub(super) fn complete_all(&self, listed: &mut Listed<R::Position>) -> Result {
        let mut parts = listed.unnumbered.iter_mut().filter(|part| part.number.is_none());
        parts.try_for_each(|part| self.complete(part))
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

    /// A position by its parts.
    pub(super) fn parts_of(&mut self, position: &R::Position) -> Result<Listed<R::Position>> {
        let mut listed = Listed { numbered: Vec::new(), unnumbered: Vec::new(), ends: Vec::new() };
        self.split.clear();
        self.uses.components(self.rules, position, &mut self.split)?;
        self.take_split(&mut listed)?;
        Ok(listed)
    }

    /// The options of a part by their parts, which `number` gives numbers, many at a time: looked up
    /// together, they are found sooner.
    pub(super) fn options_of(
        &mut self,
        position: &R::Position,
        mut number: impl FnMut(&Self, &mut Listed<R::Position>) -> Result,
    ) -> Result<Listed<R::Position>, Stop> {
        let options = options_of(self.rules, position, &mut self.ticker)?;
        let (numbered, ends) =
            (Vec::with_capacity(options.len()), Vec::with_capacity(options.len()));
        let mut listed = Listed { numbered, unnumbered: Vec::with_capacity(2 * MANY), ends };
        for option in options {
            self.split.clear();
            self.uses.components_of_option(self.rules, position, option, &mut self.split)?;
            self.take_split(&mut listed)?;
            if listed.unnumbered.len() >= MANY {
                number(self, &mut listed)?;
            }
        }
        number(self, &mut listed)?;
        Ok(listed)
    }

    /// Adds a position that was split.
    fn take_split(&mut self, listed: &mut Listed<R::Position>) -> Result {
        let mut sum = 0;
        let mut split = std::mem::take(&mut self.split);
        for part in split.drain(..) {
            self.ticker.tick(steps_for(self.rules.bytes(&part)))?;
            match if self.numbers_all { None } else { self.by_theorem(&part)? } {
                Some(value) => sum ^= value,
                None => listed.unnumbered.push(self.standard_part(part)),
            }
        }
        self.split = split;
        listed.ends.push((listed.numbered.len() + listed.unnumbered.len(), sum));
        Ok(())
    }
}
