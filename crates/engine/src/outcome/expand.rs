//! The states to which moves lead.

use upstar_core::Player;

use super::parts::{Move, Summand, Worth};
use super::values::ZERO;
use super::{Frame, OutcomeSearch};
use crate::search::{Stop, steps_for};
use crate::{Convention, Result, Ruleset};

/// A state that a move leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// The range of its numbers in the words of its frame.
    from: u32,
    to: u32,
    /// Roughly how good it is for the player who moved; then how little remains to be searched.
    score: (i32, i32),
}

impl Child {
    pub(super) fn range(self) -> (usize, usize) {
        (self.from as usize, self.to as usize)
    }

    pub(super) fn state(self, words: &[u32]) -> &[u32] {
        &words[self.from as usize..self.to as usize]
    }
}

/// The results of moves in one part, one after another.
#[derive(Debug, Default)]
pub(super) struct PartOptions {
    /// The parts, each as twice its number, plus one if it is negated.
    words: Vec<u32>,
    /// Where in `words` each move ends.
    ends: Vec<u32>,
}

/// Facts that may decide a position in a sum at once.
#[derive(Clone, Copy)]
pub(super) struct SumFacts {
    /// Integers between which the others lie.
    low: i64,
    high: i64,
    /// The least integer that makes the opponent, to move, win together with the value.
    least: i64,
}

impl PartOptions {
    /// The parts after all moves.
    pub(super) fn words(&self) -> &[u32] {
        &self.words
    }

    /// The results of the moves.
    pub(super) fn each(&self) -> impl Iterator<Item = &[u32]> {
        let mut from = 0;
        self.ends.iter().map(move |&to| {
            let words = &self.words[from..to as usize];
            from = to as usize;
            words
        })
    }
}

/// If a position is valued with so few others, positions with a few more moves are valued too.
const FEW: u64 = 10;
/// A search for a value is given up after this many positions.
const MANY: u64 = 300;
/// This many positions are valued at first, and later one for every so many that the search has
/// met.
const SOME: u64 = 300;
/// A summand that was requested is valued in that many positions: there are few of them, and the
/// search takes exponentially long with each.
const MOST_AT_FIRST: u64 = 2000;
const ONE_OF: u64 = 32;

impl<R: Ruleset + ?Sized> OutcomeSearch<'_, R> {
    /// Finds the moves of Left that are worth a try, or that she wins or loses at once.
    pub(super) fn expand(&mut self, frame: &mut Frame) -> Result<Option<bool>> {
        let mut made = std::mem::take(&mut self.made);
        let found = self.expand_with(frame, &mut made);
        self.made = made;
        found
    }

    fn expand_with(&mut self, frame: &mut Frame, made: &mut PartOptions) -> Result<Option<bool>> {
        let normal = self.convention == Convention::Normal;
        let Some((&value, parts)) = frame.state.split_last() else {
            unreachable!("a state has a value")
        };
        let mut any = false;
        let all = self.near(parts);
        let theirs = self.known.values.negative(value, &mut self.worker)?;
        let least = match normal {
            true => self.known.values.least(theirs, &mut self.worker)?,
            false => None,
        };
        for (index, &signed) in parts.iter().enumerate() {
            if index > 0 && parts[index - 1] == signed {
                continue;
            }
            let own = self.near(&[signed]);
            let beside = least.map(|least| SumFacts {
                low: all.low - own.low,
                high: all.high - own.high,
                least: least.into(),
            });
            if self.moves_of(signed, beside, made, &mut any)? {
                return Ok(Some(true));
            }
            let mut from = 0;
            for &to in &made.ends {
                let mut state = std::mem::take(&mut self.state);
                state.clear();
                state.extend_from_slice(&parts[..index]);
                state.extend_from_slice(&parts[index + 1..]);
                state.extend_from_slice(&made.words[from as usize..to as usize]);
                from = to;
                let value = self.settle(&mut state, value)?;
                let won = self.consider(&mut state, value, &mut frame.open, &mut frame.words)?;
                self.state = state;
                if won {
                    return Ok(Some(true));
                }
            }
        }
        if value != ZERO {
            let mut options = Vec::new();
            self.known.values.left_options(value, &mut self.worker, &mut options)?;
            let last = !parts.is_empty() && self.known.values.is_number(value, &mut self.worker);
            let before = frame.open.len();
            for option in options {
                any = true;
                let mut state = std::mem::take(&mut self.state);
                state.clear();
                state.extend_from_slice(parts);
                let option = self.settle(&mut state, option)?;
                let won = self.consider(&mut state, option, &mut frame.open, &mut frame.words)?;
                self.state = state;
                if won {
                    return Ok(Some(true));
                }
            }
            if last {
                // Players move in numbers only when nothing else is left.
                frame.open[before..].iter_mut().for_each(|child| child.score.0 = i32::MIN);
            }
        }
        if frame.open.is_empty() {
            return Ok(Some(!normal && !any));
        }
        frame.open.sort_by_key(|child| child.score);
        Ok(None)
    }

    /// Adds the state after a move of Left, as her opponent meets it, to the open ones, unless its
    /// winner is known. Returns whether Left is known to win.
    fn consider(
        &mut self,
        state: &mut Vec<u32>,
        value: u32,
        open: &mut Vec<Child>,
        words: &mut Vec<u32>,
    ) -> Result<bool> {
        let (mut more, mut moves) = (0_i32, 0_i32);
        let mut estimate = 0_i32;
        for &signed in &*state {
            let part = self.known.parts.get(signed >> 1);
            let [left, right] = part.mobility.map(|n| n as i32);
            more += if signed & 1 == 0 { left - right } else { right - left };
            moves += left + right;
            if matches!(part.summand, Summand::Value(_)) {
                let own = part.heat.signed(signed & 1 == 1).estimate();
                estimate = estimate.saturating_add(own);
            }
        }
        estimate = estimate.saturating_add(more.saturating_mul(2));
        let mut value = value;
        if self.convention == Convention::Normal {
            let own = self.known.values.estimate(value, &mut self.worker)?;
            estimate = estimate.saturating_add(own);
            value = self.known.values.negative(value, &mut self.worker)?;
        }
        if !self.impartial {
            state.iter_mut().for_each(|signed| *signed ^= 1);
            if self.convention == Convention::Misere {
                state.sort_unstable();
            }
        }
        state.push(value);
        let known = match self.at_once(state)? {
            Some(wins) => Some(wins),
            None => self.known.states.get(state, self.known.states.hash(state)),
        };
        match known {
            Some(wins) => return Ok(!wins),
            None => {
                let from = words.len() as u32;
                words.extend_from_slice(state);
                let to = words.len() as u32;
                open.push(Child { from, to, score: (estimate, -moves) });
            }
        }
        Ok(false)
    }

    /// What Left's moves in a part lead to. True if one of them is seen to win at once; moves that
    /// are seen to lose may be left out.
    pub(super) fn moves_of(
        &mut self,
        signed: u32,
        beside: Option<SumFacts>,
        made: &mut PartOptions,
        any: &mut bool,
    ) -> Result<bool> {
        let (at, sign) = (signed >> 1, signed & 1);
        made.words.clear();
        made.ends.clear();
        let part = self.known.parts.get(at);
        if let Some((from, to)) = part.moves[sign as usize] {
            for &Move { from, to } in &self.known.parts.moves[from as usize..to as usize] {
                let words = &self.known.parts.words[from as usize..to as usize];
                made.words.extend(words.iter().map(|word| word ^ sign));
                made.ends.push(made.words.len() as u32);
            }
            *any |= !made.ends.is_empty();
            return Ok(false);
        }
        let again =
            std::mem::replace(&mut self.known.parts.parts[at as usize].asked[sign as usize], true);
        let part = self.known.parts.get(at);
        match part.summand.clone() {
            Summand::Position(position) => {
                let player = if sign == 0 { Player::Left } else { Player::Right };
                let mut found = std::mem::take(&mut self.found);
                found.list(self.rules, &position, player)?;
                self.ticker.tick(self.rules.step_cost(&position))?;
                *any |= !found.is_empty();
                for option in found.drain(..) {
                    self.ticker.tick(steps_for(self.rules.bytes(&option)))?;
                    if !again
                        && let Some(beside) = beside
                        && let Some(static_bounds) = self.rules.static_bounds(&option)
                    {
                        let (low, high) = match sign {
                            0 => (static_bounds.low, static_bounds.high),
                            _ => (-static_bounds.high, -static_bounds.low),
                        };
                        // From the opponent's point of view.
                        if -(beside.low + i64::from(low)) < beside.least {
                            return Ok(true);
                        }
                        if -(beside.high + i64::from(high)) >= beside.least {
                            continue;
                        }
                    }
                    self.split.clear();
                    let split = &mut self.split;
                    self.options.components_of_option(self.rules, &position, option, split)?;
                    self.name_split(sign == 1, &mut made.words)?;
                    made.ends.push(made.words.len() as u32);
                }
                self.found = found;
            }
            Summand::Value(id) => {
                let mut value = self.known.values.number(id);
                if sign == 1 {
                    value = self.known.values.negative(value, &mut self.worker)?;
                }
                let mut options = Vec::new();
                self.known.values.left_options(value, &mut self.worker, &mut options)?;
                for option in options {
                    *any = true;
                    let option = self.name_value(option)?;
                    made.words.push(option);
                    made.ends.push(made.words.len() as u32);
                }
            }
        }
        if again {
            let parts = &mut self.known.parts;
            let first = parts.moves.len() as u32;
            let mut from = 0;
            for &to in &made.ends {
                let start = parts.words.len() as u32;
                let words = &made.words[from as usize..to as usize];
                parts.words.extend(words.iter().map(|word| word ^ sign));
                parts.moves.push(Move { from: start, to: parts.words.len() as u32 });
                from = to;
            }
            parts.bytes += 4 * made.words.len() as u64 + 8 * made.ends.len() as u64;
            parts.parts[at as usize].moves[sign as usize] = Some((first, parts.moves.len() as u32));
        }
        Ok(false)
    }

    /// Appends the positions in `split`, by their numbers.
    pub(super) fn name_split(&mut self, exchanged: bool, out: &mut Vec<u32>) -> Result {
        let mut split = std::mem::take(&mut self.split);
        let exchange = u32::from(exchanged && !self.impartial);
        for position in split.drain(..) {
            let signed = self.name(position)?;
            if self.known.parts.get(signed >> 1).mobility != [0, 0] {
                out.push(signed ^ exchange);
            }
        }
        self.split = split;
        Ok(())
    }

    /// Puts a state in its standard form: parts that have a value are added to `value`, what
    /// cancels is left out, and the rest is sorted. In company positions that do not take long are
    /// valued.
    pub(super) fn settle(&mut self, state: &mut Vec<u32>, mut value: u32) -> Result<u32> {
        // Sums of thousands of parts take long.
        self.ticker.tick(state.len() as u64 >> 6)?;
        if self.convention == Convention::Misere {
            state.sort_unstable();
            return Ok(value);
        }
        self.absorb(state, &mut value)?;
        state.sort_unstable();
        if state.len() > 1 {
            self.cancel(state);
        }
        let alone = state.len() < 2 && (value == ZERO || state.is_empty());
        if !alone || self.collected.is_some() {
            let mut valued = false;
            for &signed in &*state {
                valued |= self.find_value(signed >> 1)?;
            }
            if valued {
                self.absorb(state, &mut value)?;
                state.sort_unstable();
                self.cancel(state);
            }
        }
        Ok(value)
    }

    /// Leaves out pairs that add up to 0.
    pub(super) fn cancel(&self, state: &mut Vec<u32>) {
        let opposite = u32::from(!self.impartial);
        let mut kept = 0;
        for at in 0..state.len() {
            if kept > 0 && state[kept - 1] == state[at] ^ opposite {
                kept -= 1;
            } else {
                state[kept] = state[at];
                kept += 1;
            }
        }
        state.truncate(kept);
    }

    /// Adds the values of parts to `value`, or keeps them apart if the sum would be large.
    fn absorb(&mut self, state: &mut Vec<u32>, value: &mut u32) -> Result {
        let mut kept = 0;
        for at in 0..state.len() {
            let signed = state[at];
            let known = self.known.parts.get(signed >> 1).worth;
            let mut worth = match known {
                Worth::Known(worth) if !self.is_played(signed >> 1, worth)? => worth,
                Worth::Bounded(worth) if self.collected.is_none() => worth,
                _ => {
                    state[kept] = signed;
                    kept += 1;
                    continue;
                }
            };
            if let Some(collected) = &mut self.collected {
                collected.valued.insert(signed >> 1);
            }
            if signed & 1 == 1 {
                worth = self.known.values.negative(worth, &mut self.worker)?;
            }
            match self.known.values.sum(*value, worth, &mut self.worker)? {
                Some(sum) => *value = sum,
                None => {
                    state[kept] = self.name_value(worth)?;
                    kept += 1;
                }
            }
        }
        state.truncate(kept);
        Ok(())
    }

    /// Finds the value of one of several summands that were requested.
    pub(super) fn value_at_first(&mut self, at: u32) -> Result {
        let part = self.known.parts.get(at);
        if self.convention == Convention::Misere
            || part.worth != Worth::Open
            || self.collected.is_some()
            || self.has_ups_at_first(at)?
        {
            return Ok(());
        }
        let part = self.known.parts.get(at);
        let Summand::Position(position) = part.summand.clone() else { return Ok(()) };
        let before = self.valuer.positions();
        self.valuer.give_up_after(MOST_AT_FIRST);
        let found = self.valuer.value(&position);
        self.valued_at_first += self.valuer.positions() - before;
        match found {
            Ok(id) => {
                let value = self.known.values.number(id);
                self.known.parts.parts[at as usize].worth = Worth::Known(value);
                Ok(())
            }
            Err(Stop::Overtaken) => Ok(()),
            Err(Stop::Failed(error)) => Err(error),
        }
    }

    /// Finds the value of a position if that does not take long. Whether it was found now.
    fn find_value(&mut self, at: u32) -> Result<bool> {
        let part = self.known.parts.get(at);
        let moves = part.mobility[0].saturating_add(part.mobility[1]);
        if let Some(collected) = &mut self.collected {
            // This is tried once only.
            if part.worth != Worth::Open || !collected.met.insert(at) {
                return Ok(false);
            }
            let Summand::Position(position) = part.summand.clone() else { return Ok(false) };
            let many = if moves <= collected.most_moves { MANY } else { 0 };
            self.valuer.give_up_after(many);
            return match self.valuer.value(&position) {
                Ok(id) => {
                    let value = self.known.values.number(id);
                    self.known.parts.parts[at as usize].worth = Worth::Known(value);
                    Ok(true)
                }
                Err(Stop::Overtaken) => Ok(false),
                Err(Stop::Failed(error)) => Err(error),
            };
        }
        if part.worth != Worth::Open {
            return Ok(false);
        }
        if self.seeks_ups() {
            self.ups_met(at)?;
            return Ok(self.known.parts.get(at).worth != Worth::Open);
        }
        if moves > self.known.most_moves {
            return Ok(false);
        }
        let valued = self.valuer.positions() - self.valued_at_first;
        if valued > SOME + self.known.parts.parts.len() as u64 / ONE_OF {
            return Ok(false);
        }
        let Summand::Position(position) = part.summand.clone() else { return Ok(false) };
        let before = self.valuer.positions();
        self.valuer.give_up_after(MANY);
        match self.valuer.value(&position) {
            Ok(id) => {
                let value = self.known.values.number(id);
                self.known.parts.parts[at as usize].worth = Worth::Known(value);
                let known = &mut self.known;
                if self.valuer.positions() - before <= FEW && moves + 2 < known.too_many {
                    known.most_moves = known.most_moves.max(moves + 2);
                }
                Ok(true)
            }
            Err(Stop::Overtaken) => {
                self.known.parts.parts[at as usize].worth = Worth::Costly;
                self.known.too_many = self.known.too_many.min(moves);
                self.known.most_moves = self.known.most_moves.min(moves.saturating_sub(1));
                Ok(false)
            }
            Err(Stop::Failed(error)) => Err(error),
        }
    }
}
