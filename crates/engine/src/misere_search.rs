//! Who wins a sum of positions of impartial games in misère play, by proof numbers.
//!
//! Positions with small misère forms are replaced by them (Lemoine and Viennot, *Analysis of misère
//! Sprouts game with reduced canonical trees*, 2009), so that positions with equal forms are one, and
//! forms whose sum is small are added up. Large positions stay as they are: a state is the multiset
//! of what is left.
//!
//! Where positions neither split nor have small forms, so that each is a state of its own, the search
//! is given up: depth first is faster.

mod table;

use std::hash::BuildHasher;
use std::sync::{Arc, PoisonError};

use smallvec::SmallVec;
use upstar_core::{Budget, Ticker};
use upstar_misere::Form;

pub(crate) use self::table::MisereTable;
use self::table::{FORM, Part, Parts, SharedMisere, State};
use crate::misere::SmallForms;
use crate::proof::{self, Moves, ProofSearch, Room, Work, about_moves};
use crate::search::{Search, Signed, Stop, Use, steps_for};
use crate::table::Table;
use crate::{Convention, Negated, Result, RuleError, Ruleset};

/// With so much memory at most, parts, states and words are numbered in 31 and 32 bits.
const MOST_BYTES: u64 = 1 << 34;
/// So many positions at least are looked at between two times when room is made.
const LEAST_POSITIONS: u64 = 1000;
/// This many positions are valued at first, and later one for each whose options were listed.
const SOME: u64 = 300;
/// The search for a form is given up after this many positions, and then the forms of positions with
/// as many moves are not looked for.
const MANY: u64 = 300;
/// If a form is found by so few positions, those of positions with a few more moves are looked for.
const FEW: u64 = 10;

/// After so many positions it is seen whether each is a state of its own.
const ENOUGH_POSITIONS: u64 = 2000;

/// Whether who wins is found by this search, for loop-free rules without entailing moves.
pub(crate) fn is_for<R: Ruleset + ?Sized>(rules: &R, convention: Convention) -> bool {
    convention == Convention::Misere && rules.class().is_impartial()
}

/// One search.
pub(crate) struct MisereSearch<'a, R: Ruleset + ?Sized> {
    rules: &'a R,
    uses: Use,
    table: &'a Table<R::Position, Signed<Option<Form>>>,
    shared: SharedMisere<R::Position>,
    known: MisereTable<R::Position>,
    forms: SmallForms<'a>,
    valuer: Search<'a, R, SmallForms<'a>>,
    ticker: Ticker,
    room: Room,
    split: Vec<R::Position>,
    positions: u64,
    /// The number of positions when there was last made room.
    cleared: u64,
}

impl<R: Ruleset + ?Sized> Drop for MisereSearch<'_, R> {
    fn drop(&mut self) {
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        // Of several searches at once, one that found most.
        if self.known.states.len() >= shared.states.len() {
            std::mem::swap(&mut *shared, &mut self.known);
        }
    }
}

impl<'a, R: Ruleset + ?Sized> MisereSearch<'a, R> {
    /// A search that goes on from what is shared. The rules are impartial, and play ends.
    pub(crate) fn new(
        rules: &'a R,
        uses: Use,
        table: &'a Table<R::Position, Signed<Option<Form>>>,
        shared: SharedMisere<R::Position>,
        forms: [SmallForms<'a>; 2],
        (budget, bytes): (&Budget, u64),
    ) -> Result<Self> {
        let known = {
            let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *shared, MisereTable::new())
        };
        let uses = uses.in_misere(rules);
        let [forms, valuer] = forms;
        let mut search = MisereSearch {
            rules,
            uses,
            table,
            shared,
            known,
            forms,
            valuer: Search::new(rules, valuer, table, uses, budget.ticker()),
            ticker: budget.ticker(),
            room: Room::new(budget, bytes.min(MOST_BYTES)),
            split: Vec::new(),
            positions: 0,
            cleared: 0,
        };
        search.room.spend(search.known.bytes);
        if search.is_full() {
            search.forget();
        }
        Ok(search)
    }

    /// Whether the player to move wins the sum of some positions; `None` if the search is given up.
    pub(crate) fn wins(&mut self, positions: &[(R::Position, Negated)]) -> Result<Option<bool>> {
        loop {
            let mut parts = self.parts_of(positions.iter().map(|(position, _)| position))?;
            let state = self.settled(&mut parts)?;
            match self.search(state) {
                Ok(()) => {}
                Err(Stop::Failed(error)) => return Err(error),
                Err(Stop::Overtaken) => {
                    self.forget();
                    return Ok(None);
                }
            }
            match self.known.states[state as usize].work {
                Work::WON => return Ok(Some(true)),
                Work::LOST => return Ok(Some(false)),
                // The memory is full, and the search begins anew.
                _ => self.make_room()?,
            }
        }
    }

    /// Stores whether the player to move wins the sum of some positions.
    pub(crate) fn learn_sum(&mut self, positions: &[(R::Position, Negated)], wins: bool) -> Result {
        let mut parts = self.parts_of(positions.iter().map(|(position, _)| position))?;
        self.learn(&mut parts, if wins { Work::WON } else { Work::LOST })
    }

    /// Calls `each` with every sum of positions whose winner is known.
    pub(crate) fn each_known(
        &self,
        mut each: impl FnMut(&[(&R::Position, Negated)], bool) -> Result,
    ) -> Result {
        let known = &self.known;
        for (at, state) in known.states.iter().enumerate() {
            let parts = known.parts(at as u32);
            if state.work.is_done() && parts.last().is_some_and(|last| last & FORM == 0) {
                let position = |&part: &u32| (&known.positions[part as usize].what, Negated::No);
                let positions: SmallVec<[_; 4]> = parts.iter().map(position).collect();
                each(&positions, state.work == Work::WON)?;
            }
        }
        Ok(())
    }

    fn parts_of<'p>(&mut self, positions: impl Iterator<Item = &'p R::Position>) -> Result<Parts>
    where
        R::Position: 'p,
    {
        let mut parts = Parts::new();
        for position in positions {
            self.split.clear();
            self.uses.components(self.rules, position, &mut self.split)?;
            self.name_split(&mut parts)?;
        }
        Ok(parts)
    }

    /// Appends the numbers of the positions in `split`.
    fn name_split(&mut self, parts: &mut Parts) -> Result {
        let mut split = std::mem::take(&mut self.split);
        for position in split.drain(..) {
            self.ticker.tick(steps_for(self.rules.bytes(&position)))?;
            parts.extend(self.name(position)?);
        }
        self.split = split;
        Ok(())
    }

    /// The number of a position that does not split; `None` if it has no moves.
    fn name(&mut self, position: R::Position) -> Result<Option<u32>> {
        let position = if self.uses.symmetry { self.rules.normalize(position).0 } else { position };
        let hash = self.table.hash(&position);
        if let Some(found) = self.known.find(&position, hash) {
            return Ok(Some(found));
        }
        if let Some((Some(form), _)) = self.table.get(&position, hash) {
            return self.name_form(form);
        }
        let moves = about_moves(self.rules, &position);
        if let Some(form) = self.small_form(&position, moves)? {
            return self.name_form(form);
        }
        Ok(Some(self.number(Part { what: position, hash, moves, options: None })))
    }

    /// The number of a position that has no small form, as far as is known.
    fn number(&mut self, part: Part<R::Position>) -> u32 {
        if let Some(found) = self.known.find(&part.what, part.hash) {
            return found;
        }
        let bytes = self.rules.bytes(&part.what) + size_of_val(&part) * 3 / 2 + 12;
        let MisereTable { positions, numbers, .. } = &mut self.known;
        let (hash, number) = (part.hash, positions.len() as u32);
        positions.push(part);
        numbers.insert_unique(hash, number, |&at| positions[at as usize].hash);
        self.spend(bytes as u64);
        number
    }

    /// The form of a position, if it is small and soon found.
    fn small_form(&mut self, position: &R::Position, moves: u32) -> Result<Option<Form>> {
        let valued = self.valuer.positions();
        if moves > self.known.most_moves || valued > SOME + self.positions {
            return Ok(None);
        }
        self.valuer.give_up_after(MANY);
        let form = match self.valuer.value(position) {
            Ok(form) => form,
            Err(Stop::Overtaken) => None,
            Err(Stop::Failed(error)) => return Err(error),
        };
        let quick = self.valuer.positions() - valued <= FEW;
        let most = &mut self.known.most_moves;
        if quick && form.is_some() {
            *most = (*most).max(moves.saturating_add(moves / 4 + 1));
        } else if !quick && form.is_none() {
            *most = (*most).min(moves - moves.div_ceil(4));
        }
        Ok(form)
    }

    /// The number of a form; `None` for that without moves.
    fn name_form(&mut self, form: Form) -> Result<Option<u32>> {
        if form == Form::ZERO {
            return Ok(None);
        }
        if let Some(&found) = self.known.form_numbers.get(&form) {
            return Ok(Some(found));
        }
        let number = self.known.forms.len() as u32 | FORM;
        let moves = self.forms.size(form)?;
        self.known.forms.push(Part { what: form, hash: 0, moves, options: None });
        self.known.form_numbers.insert(form, number);
        self.spend(64);
        Ok(Some(number))
    }

    /// The number of the state with these parts.
    fn settled(&mut self, parts: &mut Parts) -> Result<u32> {
        self.add_up(parts)?;
        self.ticker.tick(steps_for(size_of_val(&parts[..])))?;
        let hash = self.known.hasher.hash_one(&parts[..]);
        let known = &mut self.known;
        let found = known.state_numbers.find(hash, |&at| known.parts(at) == &parts[..]);
        if let Some(&found) = found {
            return Ok(found);
        }
        let work = match parts[..] {
            [] => Work::WON,
            [form] if form & FORM != 0 => {
                match self.forms.is_lost(known.forms[(form ^ FORM) as usize].what) {
                    true => Work::LOST,
                    false => Work::WON,
                }
            }
            _ => Work::guess(known.moves(parts)),
        };
        let number = known.states.len() as u32;
        let from = known.words.len() as u32;
        known.words.extend_from_slice(parts);
        known.states.push(State { from, count: parts.len() as u32, work, options: None });
        let mut numbers = std::mem::take(&mut known.state_numbers);
        numbers.insert_unique(hash, number, |&at| known.hasher.hash_one(known.parts(at)));
        known.state_numbers = numbers;
        self.spend((size_of::<State>() * 3 / 2 + 12 + 6 * parts.len()) as u64);
        Ok(number)
    }

    /// Adds up the forms whose sums are small, and sorts the parts.
    fn add_up(&mut self, parts: &mut Parts) -> Result {
        parts.sort_unstable();
        let first = parts.partition_point(|&part| part & FORM == 0);
        let mut waiting: Parts = parts.drain(first..).rev().collect();
        'next: while let Some(form) = waiting.pop() {
            let mut at = first;
            while let Some(&other) = parts.get(at) {
                if let Some(sum) = self.sum(other, form)? {
                    parts.remove(at);
                    waiting.extend(sum);
                    continue 'next;
                }
                at += parts[at..].partition_point(|&part| part == other);
            }
            let at = first + parts[first..].partition_point(|&part| part < form);
            parts.insert(at, form);
        }
        Ok(())
    }

    /// The sum of two forms by their numbers, if it is small; `Some(None)` if it has no moves.
    fn sum(&mut self, a: u32, b: u32) -> Result<Option<Option<u32>>> {
        /// In the table of sums, what stands for the form without moves.
        const NONE: u32 = u32::MAX;
        let as_parts = |sum: Option<u32>| sum.map(|sum| (sum != NONE).then_some(sum));
        let (a, b) = (a.min(b), a.max(b));
        if let Some(&known) = self.known.sums.get(&(a, b)) {
            return Ok(as_parts(known));
        }
        let form = |part: u32| self.known.forms[(part ^ FORM) as usize].what;
        let sum = match self.forms.sum(form(a), form(b))? {
            Some(sum) => Some(self.name_form(sum)?.unwrap_or(NONE)),
            None => None,
        };
        self.known.sums.insert((a, b), sum);
        self.spend(32);
        Ok(as_parts(sum))
    }

    fn spend(&mut self, bytes: u64) {
        self.known.bytes += bytes;
        self.room.spend(bytes);
    }

    /// Forgets all but states whose winners are known: the latest, in half of the memory.
    fn make_room(&mut self) -> Result {
        if self.positions < self.cleared.saturating_add(LEAST_POSITIONS) {
            // There is too little room to get anywhere.
            return self.room.grow();
        }
        self.cleared = self.positions;
        let most = self.room.most() / 2;
        let old = self.forget();
        for (at, state) in old.states.iter().enumerate().rev() {
            if self.known.bytes > most {
                break;
            }
            if state.work.is_done() {
                let mut parts = Parts::new();
                for &part in old.parts(at as u32) {
                    parts.extend(match part & FORM {
                        0 => {
                            let Part { what, hash, moves, .. } = &old.positions[part as usize];
                            let (what, hash, moves) = (what.clone(), *hash, *moves);
                            Some(self.number(Part { what, hash, moves, options: None }))
                        }
                        _ => self.name_form(old.forms[(part ^ FORM) as usize].what)?,
                    });
                }
                self.learn(&mut parts, state.work)?;
            }
        }
        Ok(())
    }

    /// Empties the tables.
    fn forget(&mut self) -> MisereTable<R::Position> {
        let MisereTable { most_moves, is_given_up, .. } = self.known;
        let empty = MisereTable { most_moves, is_given_up, ..MisereTable::new() };
        self.room.shrink(0);
        std::mem::replace(&mut self.known, empty)
    }

    fn learn(&mut self, parts: &mut Parts, work: Work) -> Result {
        let state = self.settled(parts)?;
        self.known.states[state as usize].work = work;
        Ok(())
    }

    /// Lists the options of a part, and names their parts.
    fn options_of(&mut self, part: u32) -> Result<Arc<[u32]>, Stop> {
        let known = match part & FORM {
            0 => &self.known.positions[part as usize].options,
            _ => &self.known.forms[(part ^ FORM) as usize].options,
        };
        if let Some(options) = known {
            return Ok(options.clone());
        }
        let mut found: Vec<Parts> = Vec::new();
        if part & FORM == 0 {
            let count = self.known.positions.len();
            if self.positions >= ENOUGH_POSITIONS && self.known.states.len() < count + count / 256 {
                self.known.is_given_up = true;
            }
            if self.known.is_given_up {
                return Err(Stop::Overtaken);
            }
            self.positions += 1;
            let position = self.known.positions[part as usize].what.clone();
            for option in proof::options_of(self.rules, &position, &mut self.ticker)? {
                self.split.clear();
                self.uses.components_of_option(self.rules, &position, option, &mut self.split)?;
                let mut parts = Parts::new();
                self.name_split(&mut parts)?;
                self.add_up(&mut parts)?;
                found.push(parts);
            }
        } else {
            let form = self.known.forms[(part ^ FORM) as usize].what;
            for option in self.forms.options(form)? {
                found.push(self.name_form(option)?.into_iter().collect());
            }
        }
        found.sort_unstable();
        found.dedup();
        let words: usize = found.iter().map(|parts| parts.len() + 1).sum();
        let mut list = Vec::with_capacity(words);
        for parts in &found {
            list.push(parts.len() as u32);
            list.extend_from_slice(parts);
        }
        let list: Arc<[u32]> = list.into();
        match part & FORM {
            0 => self.known.positions[part as usize].options = Some(list.clone()),
            _ => self.known.forms[(part ^ FORM) as usize].options = Some(list.clone()),
        }
        self.spend(4 * words as u64 + 32);
        Ok(list)
    }

    /// Lists the states to which moves lead.
    fn options_of_state(&mut self, state: u32) -> Result<Box<[u32]>, Stop> {
        let own = Parts::from_slice(self.known.parts(state));
        let mut found = Vec::new();
        for (index, &part) in own.iter().enumerate() {
            if index > 0 && own[index - 1] == part {
                continue;
            }
            let options = self.options_of(part)?;
            let mut at = 0;
            while at < options.len() {
                let to = at + 1 + options[at] as usize;
                let mut parts = Parts::from_slice(&own[..index]);
                parts.extend_from_slice(&own[index + 1..]);
                parts.extend_from_slice(&options[at + 1..to]);
                at = to;
                found.push(self.settled(&mut parts)?);
            }
        }
        found.sort_unstable();
        found.dedup();
        self.ticker.tick(1 + found.len() as u64).map_err(RuleError::from)?;
        self.spend(4 * found.len() as u64 + 16);
        Ok(found.into_boxed_slice())
    }
}

impl<R: Ruleset + ?Sized> ProofSearch for MisereSearch<'_, R> {
    type State = u32;

    fn look(&mut self, &state: &u32, most: Work) -> Result<Option<(u32, Work)>, Stop> {
        if self.known.states[state as usize].work.is_done() {
            return Ok(None);
        }
        let options = match self.known.states[state as usize].options.take() {
            Some(options) => options,
            None => self.options_of_state(state)?,
        };
        self.ticker.tick(1 + (options.len() as u64 >> 6)).map_err(RuleError::from)?;
        let mut moves = Moves::new();
        for &option in &options {
            moves.add(self.known.states[option as usize].work, option);
        }
        // Who cannot move wins.
        let work = if options.is_empty() { Work::WON } else { moves.work() };
        let known = &mut self.known.states[state as usize];
        known.work = work;
        if work.is_done() {
            let bytes = 4 * options.len() as u64 + 16;
            self.known.bytes = self.known.bytes.saturating_sub(bytes);
            self.room.free(bytes);
            return Ok(None);
        }
        known.options = Some(options);
        Ok(if work.is_within(most) { moves.next(most) } else { None })
    }

    fn is_full(&self) -> bool {
        self.room.is_full()
    }
}

#[cfg(test)]
mod tests;
