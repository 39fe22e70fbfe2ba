//! Outcomes, by searching only for a winning move.
//!
//! A state is a sum: of positions that do not split, each under the symmetries of its rules, and of
//! one value, the sum of all positions whose canonical forms are found in little time. Left is to
//! move: where Right is, the negative of the sum is looked at. A position and its negative
//! cancel, and positions without moves are left out; static bounds
//! ([`Ruleset::static_bounds`](crate::Ruleset::static_bounds)) decide a state at once where the
//! value of the rest tells it. What the search finds stays in a table with whole keys.
//!
//! A ruleset's own search decides a position and an integer. In company it finds the best integers that
//! bound a position ([`own`]), which are good in any company.
//!
//! As long as in every part both players have moves or neither, multiples of up bound the parts ([`ups`]),
//! and no canonical forms are looked for: sums of them would soon be large.
//!
//! In misère play nothing has a value and nothing cancels: a state is the multiset of its parts, if
//! the rules say that parts tell all
//! ([`Ruleset::parts_in_misere`](crate::Ruleset::parts_in_misere)).

mod expand;
mod heat;
mod names;
mod own;
mod parts;
mod shared_search;
mod states;
mod strategy;
mod ups;
mod values;

use std::sync::{Arc, Mutex, PoisonError};

use upstar_core::{Budget, Player, Ticker};
use upstar_values::{Id, Universe, Worker};

use self::expand::{Child, PartOptions};
use self::heat::Heat;
use self::parts::{Near, PartTable, Summand, Worth};
pub(crate) use self::shared_search::SharedSearch;
use self::states::States;
use self::strategy::Collected;
pub use self::strategy::StrategyRows;
use self::values::{Values, ZERO};
use crate::algebra::Short;
use crate::search::{Search, Signed, Use, steps_for};
use crate::table::Table;
use crate::{Convention, Negated, Options, Position, Result, Ruleset, WinnerSearch};

/// The results of searches for one kind of rules. Their values live in one universe.
pub(crate) struct OutcomeTable<P> {
    parts: PartTable<P>,
    values: Values,
    states: States,
    /// Positions with more moves than this are not valued.
    most_moves: u32,
    /// The least number of moves of a position that took too long.
    too_many: u32,
    /// No bounds by multiples of up are sought for positions with more moves than this.
    most_bounded: u32,
    most_bytes: u64,
}

impl<P: Position> OutcomeTable<P> {
    /// An empty table of at most about `bytes` bytes.
    pub(crate) fn new(bytes: u64) -> Self {
        OutcomeTable {
            parts: PartTable::new(),
            values: Values::new(),
            states: States::new(bytes / 2),
            most_moves: 8,
            too_many: u32::MAX,
            most_bounded: 8,
            most_bytes: bytes / 2,
        }
    }
}

/// A sum whose winner is searched: positions of one kind of rules, each perhaps with Left and Right
/// exchanged, and values, which are none in misère play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Searched<'s, P> {
    pub(crate) positions: &'s [(P, Negated)],
    pub(crate) values: &'s [Id],
    pub(crate) convention: Convention,
}

/// A ruleset's own search, once it is asked for, unless it has none.
type OwnSearch<P> = Option<Option<Box<dyn WinnerSearch<P>>>>;

/// Tables of results, each lent to one search at a time, the largest last.
pub(crate) struct TablePool<P> {
    kept: Vec<OutcomeTable<P>>,
    most: usize,
    /// All searches have a fork of it.
    own: OwnSearch<P>,
}

impl<P> TablePool<P> {
    /// Empty tables for this many searches at once.
    pub(crate) fn new(most: usize) -> Self {
        TablePool { kept: Vec::new(), most, own: None }
    }
}

pub(crate) type Shared<P> = Arc<Mutex<TablePool<P>>>;

/// A search for who wins.
pub(crate) struct OutcomeSearch<'a, R: Ruleset + ?Sized> {
    rules: &'a R,
    convention: Convention,
    options: Use,
    impartial: bool,
    /// Whether multiples of up bound parts.
    uses_ups: bool,
    shared: Shared<R::Position>,
    known: OutcomeTable<R::Position>,
    own: OwnSearch<R::Position>,
    /// The most memory of a table in bytes.
    bytes: u64,
    /// The number of positions that were valued for the sums of the question itself.
    valued_at_first: u64,
    /// The number of moves and parts that were looked at for bounds by multiples of up.
    bounded: u64,
    /// Whether the ruleset's own search bounds parts.
    narrows: bool,
    /// The steps that it made for bounds in vain, and the others.
    in_vain: u64,
    not_in_vain: u64,
    /// Finds canonical forms.
    valuer: Search<'a, R, Short<'a>>,
    worker: Worker<'a>,
    ticker: Ticker,
    stack: Vec<Frame>,
    depth: usize,
    // Buffers for lists.
    found: Options<R::Position>,
    split: Vec<R::Position>,
    state: Vec<u32>,
    made: PartOptions,
    /// The data that is collected for a strategy, if one is requested.
    collected: Option<Box<Collected>>,
    /// The results of other threads that work on the same question.
    shared_search: Option<&'a SharedSearch<R::Position>>,
    patience: u32,
    /// The number of states that were searched.
    pub(crate) nodes: u64,
}

/// A state whose moves are being tried.
#[derive(Debug, Default)]
struct Frame {
    /// The numbers of the parts, and the value last.
    state: Vec<u32>,
    hash: u64,
    /// Moves that are open, the most promising one last.
    open: Vec<Child>,
    /// The states to which they lead.
    words: Vec<u32>,
    /// Whether a move was tried.
    tried: bool,
    /// The hash by which other threads identify the state.
    shared_hash: Option<u64>,
}

/// The result of looking at a state before its moves are tried.
enum Entered {
    Decided(bool),
    Open,
}

impl<R: Ruleset + ?Sized> Drop for OutcomeSearch<'_, R> {
    fn drop(&mut self) {
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        shared.kept.push(std::mem::replace(&mut self.known, OutcomeTable::new(0)));
        shared.kept.sort_by_key(|known| known.states.len());
        // Those with the most results.
        if shared.kept.len() > shared.most {
            shared.kept.remove(0);
        }
    }
}

impl<'a, R: Ruleset + ?Sized> OutcomeSearch<'a, R> {
    pub(crate) fn new(
        rules: &'a R,
        convention: Convention,
        options: Use,
        shared: Shared<R::Position>,
        table: &'a Table<R::Position, Signed<Id>>,
        universe: &'a Universe,
        (budget, bytes): (&Budget, u64),
    ) -> Self {
        let known = shared.lock().unwrap_or_else(PoisonError::into_inner).kept.pop();
        let algebra = Short::new(universe.worker(budget));
        let options = match convention {
            Convention::Normal => options,
            Convention::Misere => options.in_misere(rules),
        };
        let impartial = rules.class().is_impartial();
        OutcomeSearch {
            rules,
            convention,
            options,
            impartial,
            uses_ups: convention == Convention::Normal && !impartial,
            shared,
            known: known.unwrap_or_else(|| OutcomeTable::new(bytes)),
            own: None,
            bytes,
            valued_at_first: 0,
            bounded: 0,
            narrows: true,
            in_vain: 0,
            not_in_vain: 0,
            valuer: Search::new(rules, algebra, table, options, budget.ticker()),
            worker: universe.worker(budget),
            ticker: budget.ticker(),
            stack: Vec::new(),
            depth: 0,
            found: Options::within(budget),
            split: Vec::new(),
            state: Vec::new(),
            made: PartOptions::default(),
            collected: None,
            shared_search: None,
            patience: 0,
            nodes: 0,
        }
    }

    /// Makes the search one of several that work on the same question.
    pub(crate) fn sharing(mut self, shared_search: &'a SharedSearch<R::Position>) -> Self {
        self.shared_search = Some(shared_search);
        self
    }

    /// Whether `player` wins, moving first.
    pub(crate) fn wins(&mut self, position: &R::Position, player: Player) -> Result<bool> {
        self.wins_beside(position, 0, player)
    }

    /// Whether `player` wins the position plus an integer, moving first; in normal play.
    pub(crate) fn wins_beside(
        &mut self,
        position: &R::Position,
        integer: i64,
        player: Player,
    ) -> Result<bool> {
        let integer = self.worker.integer(integer)?;
        let positions = [(position.clone(), Negated::No)];
        let convention = self.convention;
        self.wins_sum(&Searched { positions: &positions, values: &[integer], convention }, player)
    }

    /// Whether `player` wins a sum, moving first.
    pub(crate) fn wins_sum(
        &mut self,
        sum: &Searched<'_, R::Position>,
        player: Player,
    ) -> Result<bool> {
        let (parts, values) = self.summands_of(sum, player)?;
        let mut known = self.by_heat_of_all(&parts, &values)?;
        if known.is_none() {
            known = self.by_own_search_of_sum(&parts, &values)?;
        }
        let wins = match known {
            Some(wins) => wins,
            None => {
                let state = self.settled(parts, &values)?;
                self.search(&state)?
            }
        };
        if let Some(shared_search) = self.shared_search {
            shared_search.set_answer(wins);
        }
        Ok(wins)
    }

    /// The state in which `player` is to move in a sum.
    fn state_of(&mut self, sum: &Searched<'_, R::Position>, player: Player) -> Result<Vec<u32>> {
        let (parts, values) = self.summands_of(sum, player)?;
        self.settled(parts, &values)
    }

    /// The parts and the values of a sum in which `player` is to move, not yet added up. Of several
    /// parts those are valued that do not take long.
    fn summands_of(
        &mut self,
        sum: &Searched<'_, R::Position>,
        player: Player,
    ) -> Result<(Vec<u32>, Vec<u32>)> {
        let mut values = Vec::with_capacity(sum.values.len());
        for &id in sum.values {
            let mut term = self.known.values.number(id);
            if player == Player::Right {
                term = self.known.values.negative(term, &mut self.worker)?;
            }
            values.push(term);
        }
        let mut parts = Vec::new();
        for (position, negated) in sum.positions {
            self.ticker.tick(steps_for(self.rules.bytes(position)))?;
            self.split.clear();
            self.options.components(self.rules, position, &mut self.split)?;
            let exchanged = (*negated == Negated::Yes) != (player == Player::Right);
            self.name_split(exchanged, &mut parts)?;
        }
        if parts.len() > 1 || values.len() > 1 {
            for &signed in &parts {
                self.value_at_first(signed >> 1)?;
            }
        }
        Ok((parts, values))
    }

    /// The state with these parts and the sum of these values.
    fn settled(&mut self, mut state: Vec<u32>, values: &[u32]) -> Result<Vec<u32>> {
        let mut value = ZERO;
        for &term in values {
            match self.known.values.sum(value, term, &mut self.worker)? {
                Some(sum) => value = sum,
                None => state.push(self.name_value(term)?),
            }
        }
        let value = self.settle(&mut state, value)?;
        state.push(value);
        Ok(state)
    }

    /// Whether Left wins a sum, moving first, as far as means and temperatures tell before anything
    /// is added up.
    fn by_heat_of_all(&mut self, parts: &[u32], values: &[u32]) -> Result<Option<bool>> {
        if self.convention == Convention::Misere || parts.len() + values.len() < 2 {
            return Ok(None);
        }
        let mut heat = Heat::NONE;
        for &value in values {
            heat = heat.plus(self.known.values.heat(value, &mut self.worker)?);
        }
        for &signed in parts {
            let part = self.known.parts.get(signed >> 1);
            let own = match part.worth {
                Worth::Known(value) => self.known.values.heat(value, &mut self.worker)?,
                _ => part.heat,
            };
            heat = heat.plus(own.signed(signed & 1 == 1));
        }
        Ok(heat.wins())
    }

    /// Stores who wins a sum of parts and a value, Left moving first.
    pub(crate) fn learn(
        &mut self,
        parts: &[(R::Position, Negated)],
        value: Id,
        wins: bool,
    ) -> Result {
        let mut state = Vec::with_capacity(parts.len() + 1);
        for (position, negated) in parts {
            let exchange = u32::from(*negated == Negated::Yes && !self.impartial);
            state.push(self.name(position.clone())? ^ exchange);
        }
        state.sort_unstable();
        state.push(self.known.values.number(value));
        let hash = self.known.states.hash(&state);
        if self.known.states.get(&state, hash).is_none() {
            self.known.states.insert(&state, hash, wins);
        }
        Ok(())
    }

    /// Calls `each` with every sum whose winner, Left moving first, is known.
    pub(crate) fn each_known(
        &self,
        mut each: impl FnMut(&[(&R::Position, Negated)], Id, bool) -> Result,
    ) -> Result {
        let mut parts = Vec::new();
        'states: for (state, wins) in self.known.states.each() {
            let Some((&value, signed)) = state.split_last() else { continue };
            parts.clear();
            for &signed in signed {
                let negated = if signed & 1 == 1 { Negated::Yes } else { Negated::No };
                match &self.known.parts.get(signed >> 1).summand {
                    Summand::Position(position) => parts.push((position, negated)),
                    // Sums with large values apart are not kept.
                    Summand::Value(_) => continue 'states,
                }
            }
            each(&parts, self.known.values.id(value), wins)?;
        }
        Ok(())
    }

    /// Whether Left wins the state, moving first.
    fn search(&mut self, root: &[u32]) -> Result<bool> {
        self.depth = 0;
        let mut state = root.to_vec();
        if let Entered::Decided(wins) = self.enter(&mut state)? {
            return Ok(wins);
        }
        loop {
            let mut wins = false;
            if let Some((at, theirs)) = self.overtaken() {
                self.stack[at..self.depth].iter().for_each(|frame| self.report(frame, None));
                let frame = &self.stack[at];
                self.known.states.insert(&frame.state, frame.hash, theirs);
                self.depth = at;
                if self.depth == 0 {
                    return Ok(theirs);
                }
                wins = !theirs;
            } else if let Some(child) = self.next_child() {
                let frame = &self.stack[self.depth - 1];
                state.clear();
                state.extend_from_slice(child.state(&frame.words));
                match self.enter(&mut state)? {
                    Entered::Open => continue,
                    Entered::Decided(theirs) => wins = !theirs,
                }
            }
            // A result that the remaining moves cannot change is passed up.
            loop {
                let frame = &self.stack[self.depth - 1];
                if !wins && !frame.open.is_empty() {
                    break;
                }
                self.known.states.insert(&frame.state, frame.hash, wins);
                self.report(frame, Some(wins));
                self.depth -= 1;
                if self.depth == 0 {
                    return Ok(wins);
                }
                wins = !wins;
            }
            self.make_room();
        }
    }

    /// Returns who wins a state if that is known; otherwise puts the state on the stack with the
    /// moves that are worth trying.
    fn enter(&mut self, state: &mut [u32]) -> Result<Entered> {
        self.nodes += 1;
        if let Some(wins) = self.at_once(state)? {
            return Ok(Entered::Decided(wins));
        }
        let hash = self.known.states.hash(state);
        if let Some(wins) = self.known.states.get(state, hash) {
            return Ok(Entered::Decided(wins));
        }
        if let Some(wins) = self.by_own_search(state)? {
            self.known.states.insert(state, hash, wins);
            return Ok(Entered::Decided(wins));
        }
        // A mirror image that wins the question itself is found sooner than bounds.
        if self.depth > 0
            && self.narrow_parts(state)?
            && let Some(wins) = self.at_once(state)?
        {
            self.known.states.insert(state, hash, wins);
            return Ok(Entered::Decided(wins));
        }
        let shared_hash = self.shared_hash(state);
        if let Some(known) = shared_hash
            && let Some(wins) = self.reported(state, known)
        {
            self.known.states.insert(state, hash, wins);
            return Ok(Entered::Decided(wins));
        }
        if self.depth == self.stack.len() {
            self.stack.push(Frame::default());
        }
        let mut frame = std::mem::take(&mut self.stack[self.depth]);
        frame.state.clear();
        frame.state.extend_from_slice(state);
        frame.hash = hash;
        frame.open.clear();
        frame.words.clear();
        (frame.tried, frame.shared_hash) = (false, shared_hash);
        let mut decided = self.expand(&mut frame)?;
        if decided.is_none() && self.depth == 0 && self.narrow_parts(state)? {
            decided = self.at_once(state)?;
            if decided.is_none() {
                frame.open.clear();
                frame.words.clear();
                decided = self.expand(&mut frame)?;
            }
        }
        self.ticker.tick(1 + frame.open.len() as u64)?;
        if let Some(wins) = decided {
            self.known.states.insert(&frame.state, hash, wins);
        }
        self.stack[self.depth] = frame;
        Ok(match decided {
            Some(wins) => Entered::Decided(wins),
            None => {
                if let Some(hash) = shared_hash {
                    self.announce(hash);
                }
                self.depth += 1;
                Entered::Open
            }
        })
    }

    /// Whether Left wins a state, moving first, if bounds decide it.
    fn at_once(&mut self, state: &[u32]) -> Result<Option<bool>> {
        if self.convention == Convention::Misere {
            return Ok(None);
        }
        let [parts @ .., value] = state else { return Ok(None) };
        let least = self.known.values.least(*value, &mut self.worker)?;
        let Some(least) = least else {
            if parts.is_empty() {
                let outcome = self.worker.outcome(self.known.values.id(*value))?;
                return Ok(Some(outcome.winner(Player::Left) == Some(Player::Left)));
            }
            return self.by_heat(parts, *value);
        };
        let theirs = self.known.values.negative(*value, &mut self.worker)?;
        let safe = self.known.values.least(theirs, &mut self.worker)?;
        let safe = safe.map_or(i64::MIN, i64::from);
        if let Some(wins) = self.near(parts).wins(least.into(), safe) {
            return Ok(Some(wins));
        }
        match self.by_heat(parts, *value)? {
            None => self.by_ups(parts, *value),
            known => Ok(known),
        }
    }

    /// Whether Left wins, moving first, as far as means and temperatures tell. Without values among
    /// the parts they tell no more than bounds, which are all that a strategy has rows for.
    fn by_heat(&mut self, parts: &[u32], value: u32) -> Result<Option<bool>> {
        if !self.known.parts.has_values || parts.is_empty() || self.collected.is_some() {
            return Ok(None);
        }
        let own = self.known.values.heat(value, &mut self.worker)?;
        let heat = |&signed: &u32| self.known.parts.get(signed >> 1).heat.signed(signed & 1 == 1);
        Ok(parts.iter().map(heat).fold(own, Heat::plus).wins())
    }

    /// Integers that bound the sum of the parts.
    fn near(&self, parts: &[u32]) -> Near {
        let near = |&signed: &u32| self.known.parts.get(signed >> 1).near.signed(signed & 1 == 1);
        parts.iter().map(near).fold(Near::ZERO, Near::plus)
    }

    /// Frees memory when it runs out: forgets all summands but those on the stack, and with them
    /// all states.
    fn make_room(&mut self) {
        // A strategy that is being collected refers to its parts by their numbers.
        if self.known.parts.bytes < self.known.most_bytes || self.collected.is_some() {
            return;
        }
        let mut fresh = PartTable::new();
        let old = &self.known.parts;
        let mut rename = |word: &mut u32| {
            let part = old.get(*word >> 1);
            let hash = fresh.hash(&part.summand);
            let at = fresh.find(&part.summand, hash).unwrap_or_else(|| {
                let bytes = match &part.summand {
                    Summand::Position(position) => self.rules.bytes(position),
                    Summand::Value(_) => 0,
                };
                let part = parts::SearchPart { moves: [None; 2], ..part.clone() };
                fresh.push(part, bytes)
            });
            *word = at << 1 | (*word & 1);
        };
        for frame in &mut self.stack[..self.depth] {
            let parts = frame.state.len() - 1;
            frame.state[..parts].iter_mut().for_each(&mut rename);
            frame.state[..parts].sort_unstable();
            frame.hash = self.known.states.hash(&frame.state);
            for child in &frame.open {
                let (from, to) = child.range();
                frame.words[from..to - 1].iter_mut().for_each(&mut rename);
                frame.words[from..to - 1].sort_unstable();
            }
        }
        self.known.parts = fresh;
        self.known.states.clear();
        // Most summands may be on the stack.
        self.known.most_bytes = self.known.most_bytes.max(2 * self.known.parts.bytes);
    }
}
