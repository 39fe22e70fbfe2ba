//! Strategies: an answer to every move of the loser, except where values decide.

use hashbrown::HashSet;
use upstar_core::{GrundyValue, Lease, Player};
use upstar_values::Id;

use super::expand::PartOptions;
use super::parts::{Near, SearchPart, Summand, Worth};
use super::{OutcomeSearch, OutcomeTable, Searched};
use crate::search::Stop;
use crate::{Convention, Options, Result, RuleError, Ruleset};

/// A strategy as the search collects it; the facade turns it into a certificate.
#[derive(Clone, Debug, Default)]
pub struct StrategyRows {
    /// Positions that do not split, as their rulesets read them.
    pub parts: Vec<String>,
    /// Values of parts.
    pub values: Vec<(u32, Id)>,
    /// Sums that the loser, to move, loses: parts, each with whether Left and Right are exchanged,
    /// and a value.
    pub lost: Vec<(Vec<(u32, bool)>, Id)>,
    /// Instead of all others, in normal play of impartial games: positions that do not split, with
    /// their Grundy values, each after those that it rests on.
    pub couples: Vec<(String, GrundyValue)>,
    /// Instead of all others: boards with integers that the loser, to move, loses, from
    /// [`WinnerSearch::strategy`](crate::WinnerSearch::strategy).
    pub boards: crate::BoardRows,
}

/// The data of a strategy that is being collected.
#[derive(Debug)]
pub(super) struct Collected {
    /// Positions that were met. Those without a value get none later.
    pub(super) met: HashSet<u32>,
    /// Positions whose values were used.
    pub(super) valued: HashSet<u32>,
    /// Positions with more moves than this get no value.
    pub(super) most_moves: u32,
    /// The memory of the states that are kept.
    states: Lease,
}

/// Values with more followers are not used in a strategy, since checking them takes long.
const MOST_FOLLOWERS: u32 = 40;

impl<R: Ruleset + ?Sized> OutcomeSearch<'_, R> {
    /// Who wins when `first` begins, with a strategy. Positions with more moves than `most_moves`
    /// are not valued.
    pub(crate) fn strategy(
        &mut self,
        sum: &Searched<'_, R::Position>,
        first: Player,
        most_moves: u32,
    ) -> Result<(Player, StrategyRows)> {
        // There are no rows for multiples of up, nor for integers from the ruleset's own search. What was
        // found with them would take many.
        if self.seeks_ups() || self.known.parts.parts.iter().any(SearchPart::is_narrowed) {
            self.known = OutcomeTable::new(self.bytes);
        }
        (self.uses_ups, self.narrows) = (false, false);
        self.collected = Some(Box::new(Collected {
            met: HashSet::new(),
            valued: HashSet::new(),
            most_moves,
            states: Lease::new(self.ticker.budget()),
        }));
        let found = self.collect(sum, first);
        let collected = self.collected.take();
        let (winner, lost) = found?;
        let loser_is_right = winner == Player::Left;
        let rows =
            self.rows(&lost, loser_is_right, collected.map(|c| c.valued).unwrap_or_default());
        Ok((winner, rows?))
    }

    /// Who wins, and the states that the loser loses. The loser moves first in them, and is called
    /// Left.
    fn collect(
        &mut self,
        sum: &Searched<'_, R::Position>,
        first: Player,
    ) -> Result<(Player, HashSet<Vec<u32>>)> {
        let root = self.state_of(sum, first)?;
        let wins = self.is_won(&root)?;
        let winner = if wins { first } else { first.opponent() };
        let mut lost = HashSet::new();
        let mut open = Vec::new();
        let mut answered = HashSet::new();
        if wins {
            self.answer(root, &mut lost, &mut open, &mut answered)?;
        } else {
            self.claim(root, &mut lost, &mut open)?;
        }
        while let Some(state) = open.pop() {
            for after in self.children(&state)? {
                self.answer(after, &mut lost, &mut open, &mut answered)?;
            }
        }
        Ok((winner, lost))
    }

    /// Adds the rows that show that a state is lost.
    fn claim(
        &mut self,
        state: Vec<u32>,
        lost: &mut HashSet<Vec<u32>>,
        open: &mut Vec<Vec<u32>>,
    ) -> Result {
        let parts = &state[..state.len() - 1];
        if parts.is_empty() && self.convention == Convention::Normal {
            return Ok(());
        }
        if self.at_once(&state)? == Some(false) {
            // By bounds: no part is more than its bound.
            for &part in parts {
                let Near { high, .. } = self.near(&[part]);
                let integer = self.worker.integer(-high)?;
                let value = self.known.values.number(integer);
                self.add(vec![part, value], lost, open)?;
            }
            return Ok(());
        }
        self.add(state, lost, open)
    }

    /// Adds a row, to be shown in its turn.
    fn add(
        &mut self,
        row: Vec<u32>,
        lost: &mut HashSet<Vec<u32>>,
        open: &mut Vec<Vec<u32>>,
    ) -> Result {
        if lost.insert(row.clone()) {
            self.keep(2 * row.len())?;
            open.push(row);
        }
        Ok(())
    }

    /// Counts the memory of states of so many words that are kept.
    fn keep(&mut self, words: usize) -> Result {
        if let Some(collected) = &mut self.collected {
            collected.states.spend(4 * words as u64 + 64, 1 << 16)?;
        }
        Ok(())
    }

    /// Finds an answer to a state that is won, and adds the state that it leads to.
    fn answer(
        &mut self,
        state: Vec<u32>,
        lost: &mut HashSet<Vec<u32>>,
        unchecked: &mut Vec<Vec<u32>>,
        answered: &mut HashSet<Vec<u32>>,
    ) -> Result {
        let normal = self.convention == Convention::Normal;
        if normal && state.len() == 1 || !answered.insert(state.clone()) {
            return Ok(());
        }
        self.keep(state.len())?;
        let mut children = self.children(&state)?;
        children.sort();
        children.dedup();
        if children.is_empty() && !normal {
            return Ok(());
        }
        // The answer that needs the fewest new rows is taken: none, bounds, a state known to be
        // lost, a state that must be searched. Among equals, the smallest.
        let (mut bounded, mut open) = (Vec::new(), Vec::new());
        for child in &children {
            match self.at_once(child)? {
                Some(true) => {}
                _ if lost.contains(child) => return Ok(()),
                Some(false) if child.len() == 1 => return Ok(()),
                Some(false) => bounded.push((self.moves_in(child), child)),
                None => open.push((self.moves_in(child), child)),
            }
        }
        if let Some((_, child)) = bounded.into_iter().min_by_key(|one| one.0) {
            return self.claim(child.clone(), lost, unchecked);
        }
        open.sort_by_key(|one| one.0);
        let mut unknown = Vec::new();
        for (_, child) in open {
            let state = self.with_all_values(child)?;
            let known = match self.at_once(&state)? {
                None => self.known.states.get(&state, self.known.states.hash(&state)),
                known => known,
            };
            match known {
                Some(true) => {}
                Some(false) => return self.claim(child.clone(), lost, unchecked),
                None => unknown.push(child),
            }
        }
        for child in unknown {
            if !self.is_won(child)? {
                return self.claim(child.clone(), lost, unchecked);
            }
        }
        Err(RuleError::NotApplicable("the search contradicts itself".to_owned()))
    }

    /// The number of moves of both players in the parts of a state.
    fn moves_in(&self, state: &[u32]) -> u64 {
        let moves = |&part: &u32| {
            let [left, right] = self.known.parts.get(part >> 1).mobility;
            u64::from(left) + u64::from(right)
        };
        state[..state.len() - 1].iter().map(moves).sum()
    }

    /// Whether Left wins a state, moving first. All known values are used.
    fn is_won(&mut self, state: &[u32]) -> Result<bool> {
        let state = self.with_all_values(state)?;
        let collected = self.collected.take();
        let found = self.search(&state);
        self.collected = collected;
        found
    }

    /// The same state, with the values that a strategy does not use.
    fn with_all_values(&mut self, state: &[u32]) -> Result<Vec<u32>> {
        let Some((&value, parts)) = state.split_last() else { unreachable!("a state has a value") };
        let mut state = parts.to_vec();
        let collected = self.collected.take();
        let settled = self.settle(&mut state, value);
        self.collected = collected;
        state.push(settled?);
        Ok(state)
    }

    /// Whether a strategy uses the moves of a part although its value is known.
    pub(super) fn is_played(&mut self, at: u32, value: u32) -> Result<bool> {
        let Some(collected) = &self.collected else { return Ok(false) };
        let [left, right] = self.known.parts.get(at).mobility;
        Ok(left.saturating_add(right) > collected.most_moves
            || self.known.values.size(value, &mut self.worker)? > MOST_FOLLOWERS)
    }

    /// The states after all moves of Left, as her opponent meets them.
    fn children(&mut self, state: &[u32]) -> Result<Vec<Vec<u32>>> {
        let mut children = Vec::new();
        let mut lease = Lease::new(self.ticker.budget());
        let Some((&value, parts)) = state.split_last() else { unreachable!("a state has a value") };
        let mut made = PartOptions::default();
        for (index, &part) in parts.iter().enumerate() {
            if index > 0 && parts[index - 1] == part {
                continue;
            }
            let mut any = false;
            self.moves_of(part, None, &mut made, &mut any)?;
            for after in made.each() {
                let mut child: Vec<u32> = [&parts[..index], &parts[index + 1..], after].concat();
                lease.spend(4 * child.len() as u64 + 24, 1 << 16)?;
                let value = self.settle(&mut child, value)?;
                children.push(self.turned(child, value)?);
            }
        }
        let mut options = Vec::new();
        if self.convention == Convention::Normal {
            self.known.values.left_options(value, &mut self.worker, &mut options)?;
        }
        for option in options {
            let mut child = parts.to_vec();
            let option = self.settle(&mut child, option)?;
            children.push(self.turned(child, option)?);
        }
        self.ticker.tick(1 + children.len() as u64)?;
        Ok(children)
    }

    /// The state from the other player's point of view.
    fn turned(&mut self, mut parts: Vec<u32>, mut value: u32) -> Result<Vec<u32>> {
        if !self.impartial {
            parts.iter_mut().for_each(|signed| *signed ^= 1);
            parts.sort_unstable();
        }
        if self.convention == Convention::Normal {
            value = self.known.values.negative(value, &mut self.worker)?;
        }
        parts.push(value);
        Ok(parts)
    }

    /// The rows, with the numbers of parts in the order of their texts.
    fn rows(
        &mut self,
        lost: &HashSet<Vec<u32>>,
        negated: bool,
        mut valued: HashSet<u32>,
    ) -> Result<StrategyRows> {
        // The value of a position rests on the values of its followers. They are visited in order,
        // since new positions get their numbers here.
        let mut open: Vec<u32> = valued.iter().copied().collect();
        open.sort_unstable();
        while let Some(at) = open.pop() {
            let Summand::Position(position) = self.known.parts.get(at).summand.clone() else {
                continue;
            };
            for player in Player::BOTH {
                let mut options = Options::within(self.ticker.budget());
                options.list(self.rules, &position, player)?;
                self.ticker.tick(1 + options.len() as u64)?;
                for option in options {
                    self.split.clear();
                    let split = &mut self.split;
                    self.options.components_of_option(self.rules, &position, option, split)?;
                    let mut names = Vec::new();
                    self.name_split(false, &mut names)?;
                    for part in names.into_iter().map(|signed| signed >> 1) {
                        if valued.insert(part) {
                            self.value_of(part)?;
                            open.push(part);
                        }
                    }
                }
            }
        }
        let mut rows = StrategyRows::default();
        let mut numbers = hashbrown::HashMap::new();
        let mut number = |search: &Self, rows: &mut StrategyRows, at: u32| {
            *numbers.entry(at).or_insert_with(|| {
                if let Summand::Position(position) = &search.known.parts.get(at).summand {
                    rows.parts.push(search.rules.spell(position));
                }
                rows.parts.len() as u32 - 1
            })
        };
        let mut valued: Vec<u32> = valued.into_iter().collect();
        valued.sort_unstable();
        for at in valued {
            if let Worth::Known(value) = self.known.parts.get(at).worth {
                let part = number(self, &mut rows, at);
                rows.values.push((part, self.known.values.id(value)));
            }
        }
        let mut lost: Vec<&Vec<u32>> = lost.iter().collect();
        lost.sort_unstable();
        for state in lost {
            let Some((&value, parts)) = state.split_last() else { continue };
            let mut value = self.known.values.id(value);
            let mut row = Vec::with_capacity(parts.len());
            for &signed in parts {
                let (at, exchanged) = (signed >> 1, signed & 1 == 1);
                match self.known.parts.get(at).summand {
                    Summand::Value(id) => {
                        let id = if exchanged { self.worker.neg(id)? } else { id };
                        value = self.worker.add(value, id)?;
                    }
                    Summand::Position(_) => {
                        let exchanged = (exchanged != negated) && !self.impartial;
                        row.push((number(self, &mut rows, at), exchanged));
                    }
                }
            }
            if negated {
                value = self.worker.neg(value)?;
            }
            rows.lost.push((row, value));
        }
        Ok(rows)
    }

    /// The value of a part, however long it takes.
    fn value_of(&mut self, at: u32) -> Result {
        let part = self.known.parts.get(at);
        if let (Summand::Position(position), false) =
            (&part.summand, matches!(part.worth, Worth::Known(_)))
        {
            self.valuer.give_up_after(u64::MAX / 2);
            let id = match self.valuer.value(position) {
                Ok(id) => id,
                Err(Stop::Failed(error)) => return Err(error),
                Err(Stop::Overtaken) => unreachable!("nobody else is at work"),
            };
            let value = self.known.values.number(id);
            self.known.parts.parts[at as usize].worth = Worth::Known(value);
        }
        Ok(())
    }
}
