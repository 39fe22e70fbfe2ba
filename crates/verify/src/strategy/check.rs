//! The check of lost sums.
//!
//! A move in a part leads to sums of which less play is left. By induction their rows are true, and all
//! of them count. Rows with the same parts are reached by moves in the value alone, and of these only
//! those count that are checked before: a sum is lost too if its value is as good for us as that of a
//! row, so that two rows could else rest on each other.

use std::collections::{HashMap, HashSet};

use upstar_core::{Budget, Convention, Player, Ticker};

use super::short::{Games, MOST_HEIGHT, Stop};
use super::{Checked, PartTable, Rules, Signed, Strategy, wrong};
use crate::{Result, VerifyError};

/// The result of a move: parts without a value, and the sum of the values.
type After = (Vec<Signed>, u32);

/// The rows of sums. They are not yet checked.
pub(super) struct Sums<R> {
    rules: R,
    us: Player,
    first: Player,
    sum: String,
    convention: Convention,
    games: Games,
    ticker: Ticker,
    /// Positions by their texts, and whether they are impartial.
    parts: Vec<(String, bool)>,
    /// Positions in which no player has a move. They are omitted.
    dead: HashSet<u32>,
    numbers: HashMap<String, u32>,
    values: HashMap<u32, u32>,
    /// The claims of the file: part and value.
    claimed: Vec<(u32, u32)>,
    /// The values beside equal parts.
    lost: HashMap<Vec<Signed>, Vec<u32>>,
    moves: HashMap<(Signed, Player), Vec<After>>,
    answered: HashMap<After, bool>,
}

impl From<Stop> for VerifyError {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::High => wrong(format!(
                "a value is more than {MOST_HEIGHT} moves high, which is not checked"
            )),
            Stop::Exhausted(exhausted) => VerifyError::Exhausted(exhausted),
        }
    }
}

impl<R: Rules> Sums<R> {
    pub(super) fn new(strategy: &Strategy, rules: R, budget: &Budget) -> Result<Self> {
        let mut sums = Sums {
            rules,
            us: strategy.winner,
            first: strategy.first,
            sum: strategy.sum.clone(),
            convention: strategy.convention,
            games: Games::new(budget.ticker()),
            ticker: budget.ticker(),
            parts: Vec::new(),
            dead: HashSet::new(),
            numbers: HashMap::new(),
            values: HashMap::new(),
            claimed: Vec::new(),
            lost: HashMap::new(),
            moves: HashMap::new(),
            answered: HashMap::new(),
        };
        let games = sums.build(&strategy.games)?;
        for text in &strategy.parts {
            let number = sums.number(text)?;
            if number as usize + 1 < sums.parts.len() {
                return Err(wrong(format!("the position {text} is there twice")));
            }
        }
        let parts = sums.parts.len();
        let game = |number: u32| {
            games
                .get(number as usize)
                .copied()
                .ok_or_else(|| wrong(format!("there is no game {number}")))
        };
        for &(part, value) in &strategy.values {
            if sums.convention == Convention::Misere {
                return Err(wrong("values say nothing in misère play"));
            }
            if part as usize >= parts {
                return Err(wrong(format!("there is no part {part}")));
            }
            let value = game(value)?;
            if sums.values.insert(part, value).is_some() {
                return Err(wrong(format!("part {part} has two values")));
            }
            sums.claimed.push((part, value));
        }
        for (signed, value) in &strategy.lost {
            sums.ticker.tick(1 + signed.len() as u64)?;
            let mut state = Vec::with_capacity(signed.len());
            for &(part, negated) in signed {
                let Some((_, impartial)) = sums.parts.get(part as usize) else {
                    return Err(wrong(format!("there is no part {part}")));
                };
                state.push((part, negated && !impartial));
            }
            let (state, value) = sums.settle(state, game(*value)?)?;
            sums.lost.entry(state).or_default().push(value);
        }
        Ok(sums)
    }

    fn build(&mut self, list: &[(Vec<u32>, Vec<u32>)]) -> Result<Vec<u32>> {
        let mut games: Vec<u32> = Vec::with_capacity(list.len());
        for (left, right) in list {
            let found = |options: &[u32]| -> Result<Vec<u32>> {
                let game = |&number: &u32| games.get(number as usize).copied();
                options
                    .iter()
                    .map(game)
                    .collect::<Option<_>>()
                    .ok_or_else(|| wrong("a game has an option that does not come before it"))
            };
            let (left, right) = (found(left)?, found(right)?);
            let made = self.games.make(left, right)?;
            games.push(made);
        }
        Ok(games)
    }

    /// The number of a position.
    fn number(&mut self, text: &str) -> Result<u32> {
        if let Some(&number) = self.numbers.get(text) {
            return Ok(number);
        }
        let number = self.parts.len() as u32;
        let impartial = self.rules.is_impartial(text)?;
        if self.rules.options(text, Player::Left)?.is_empty()
            && self.rules.options(text, Player::Right)?.is_empty()
        {
            self.dead.insert(number);
        }
        self.parts.push((text.to_owned(), impartial));
        self.numbers.insert(text.to_owned(), number);
        Ok(number)
    }

    /// Adds the values of parts and removes parts that cancel.
    fn settle(&mut self, parts: Vec<Signed>, value: u32) -> Result<After> {
        let mut sum = value;
        let mut kept = Vec::with_capacity(parts.len());
        for signed in parts {
            match self.values.get(&signed.0) {
                Some(&value) => {
                    let value = if signed.1 { self.games.negative(value)? } else { value };
                    sum = self.games.add(sum, value)?;
                }
                None if self.dead.contains(&signed.0) => {}
                None => kept.push(signed),
            }
        }
        kept.sort_unstable();
        if self.convention == Convention::Normal {
            let mut left: Vec<Signed> = Vec::with_capacity(kept.len());
            for signed in kept {
                let impartial = self.parts[signed.0 as usize].1;
                match left.last() {
                    Some(&last) if last.0 == signed.0 && (impartial || last.1 != signed.1) => {
                        left.pop();
                    }
                    _ => left.push(signed),
                }
            }
            kept = left;
        }
        Ok((kept, sum))
    }

    fn signed(&mut self, parts: PartTable) -> Result<Vec<Signed>> {
        let mut found = Vec::with_capacity(parts.len());
        for (text, negated) in parts {
            let number = self.number(&text)?;
            let impartial = self.parts[number as usize].1;
            found.push((number, negated && !impartial));
        }
        Ok(found)
    }

    /// The results of a player's moves in a part.
    fn moves(&mut self, part: Signed, player: Player) -> Result<Vec<After>> {
        if let Some(known) = self.moves.get(&(part, player)) {
            return Ok(known.clone());
        }
        let text = self.parts[part.0 as usize].0.clone();
        let mover = if part.1 { player.opponent() } else { player };
        let mut found = Vec::new();
        for parts in self.rules.options(&text, mover)? {
            self.ticker.tick(1 + parts.len() as u64)?;
            let mut after = self.signed(parts)?;
            for (number, negated) in &mut after {
                *negated = (*negated != part.1) && !self.parts[*number as usize].1;
            }
            found.push(self.settle(after, 0)?);
        }
        found.sort_unstable();
        found.dedup();
        self.moves.insert((part, player), found.clone());
        Ok(found)
    }

    /// All sums after a move.
    fn after(&mut self, state: &After, player: Player) -> Result<Vec<After>> {
        let (parts, value) = state;
        let mut found = Vec::new();
        for (index, &part) in parts.iter().enumerate() {
            if index > 0 && parts[index - 1] == part {
                continue;
            }
            for (new, added) in self.moves(part, player)? {
                self.ticker.tick(1 + parts.len() as u64 / 16)?;
                let mut all = parts.clone();
                all.remove(index);
                all.extend(new);
                let sum = self.games.add(*value, added)?;
                found.push(self.settle(all, sum)?);
            }
        }
        if self.convention == Convention::Normal {
            for option in self.games.options(*value, player == Player::Left).to_vec() {
                found.push((parts.clone(), option));
            }
        }
        Ok(found)
    }

    /// Whether g is at least as good for us as h.
    fn as_good(&mut self, g: u32, h: u32) -> Result<bool> {
        Ok(if self.us == Player::Left { self.games.le(h, g)? } else { self.games.le(g, h)? })
    }

    /// Whether the value is as good for us as one of the rows.
    fn is_covered(&mut self, value: u32, rows: &[u32]) -> Result<bool> {
        for &row in rows {
            if self.as_good(value, row)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the rows show that the opponent, to move, loses.
    fn is_lost(&mut self, (parts, value): &After) -> Result<bool> {
        let rows = self.lost.get(parts).cloned().unwrap_or_default();
        if self.convention == Convention::Misere {
            return Ok(!rows.is_empty());
        }
        if parts.is_empty() {
            return self.as_good(*value, 0);
        }
        Ok(self.is_covered(*value, &rows)? || self.is_lost_by_parts(parts, *value)?)
    }

    /// Whether the rows of each part alone show it: those that are beside it are subtracted from the
    /// value.
    fn is_lost_by_parts(&mut self, parts: &[Signed], value: u32) -> Result<bool> {
        let mut rest = value;
        if parts.len() < 2 {
            return Ok(false);
        }
        for &part in parts {
            let rows = self.lost.get(&vec![part]).cloned().unwrap_or_default();
            let Some(&(mut best)) = rows.first() else { return Ok(false) };
            for row in rows {
                if self.as_good(best, row)? {
                    best = row;
                }
            }
            let best = self.games.negative(best)?;
            rest = self.games.add(rest, best)?;
        }
        self.as_good(rest, 0)
    }

    /// Whether we, to move, have an answer, as far as the rows that count by now show.
    fn has_answer(&mut self, state: &After) -> Result<bool> {
        let options = self.after(state, self.us)?;
        if options.is_empty() {
            return Ok(self.convention == Convention::Misere);
        }
        for option in options {
            if self.is_lost(&option)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// [`Sums::has_answer`] for a state that is kept, since all rows that it rests on count.
    fn is_answered(&mut self, state: &After) -> Result<bool> {
        if let Some(&known) = self.answered.get(state) {
            return Ok(known);
        }
        let found = self.has_answer(state)?;
        self.answered.insert(state.clone(), found);
        Ok(found)
    }

    /// A move of the opponent from a row that has no answer.
    fn unanswered(&mut self, row: &After) -> Result<Option<After>> {
        let moves = self.after(row, self.us.opponent())?;
        if moves.is_empty() && self.convention == Convention::Misere {
            return Err(wrong(format!("who moves at {} wins, having no move", self.text(row))));
        }
        for after in moves {
            let answered = match after.0 == row.0 {
                // It rests on rows with the same parts, of which more will count later.
                true => self.has_answer(&after)?,
                false => self.is_answered(&after)?,
            };
            if !answered {
                return Ok(Some(after));
            }
        }
        Ok(None)
    }

    /// Checks the rows with these parts. Each counts once it is checked.
    fn check_rows(&mut self, parts: &[Signed], mut open: Vec<u32>) -> Result<()> {
        self.lost.insert(parts.to_vec(), Vec::new());
        while !open.is_empty() {
            let (before, mut failed) = (open.len(), None);
            for value in std::mem::take(&mut open) {
                let row = (parts.to_vec(), value);
                match self.unanswered(&row)? {
                    None => self.lost.entry(row.0).or_default().push(value),
                    Some(after) => {
                        open.push(value);
                        failed = failed.or(Some((row, after)));
                    }
                }
            }
            if let Some((row, after)) = failed.filter(|_| open.len() == before) {
                return Err(wrong(format!(
                    "at {} there is a move to {} without an answer",
                    self.text(&row),
                    self.text(&after)
                )));
            }
        }
        Ok(())
    }

    fn text(&self, (parts, _): &After) -> String {
        let text = |&(part, negated): &Signed| {
            let sign = if negated { "-" } else { "" };
            format!("{sign}{}", self.parts[part as usize].0)
        };
        parts.iter().map(text).collect::<Vec<_>>().join(" + ")
    }

    /// Checks the values and rows, and that they prove the winner.
    pub(super) fn check(&mut self) -> Result<Checked> {
        for (part, value) in self.claimed.clone() {
            let mut sides = [Vec::new(), Vec::new()];
            for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                for (rest, value) in self.moves((part, false), player)? {
                    if let Some(&(part, _)) = rest.first() {
                        let text = &self.parts[part as usize].0;
                        return Err(wrong(format!("{text} is part of a value and has none")));
                    }
                    side.push(value);
                }
            }
            let [left, right] = sides;
            if self.games.make(left, right)? != value {
                let text = &self.parts[part as usize].0;
                return Err(wrong(format!("{text} does not have the value that is claimed")));
            }
        }
        let mut rows: Vec<_> = self.lost.clone().into_iter().collect();
        rows.sort_unstable();
        let count = rows.iter().map(|(_, values)| values.len() as u64).sum();
        for (parts, mut values) in rows {
            values.sort_unstable();
            self.check_rows(&parts, values)?;
        }
        let sum = self.sum.clone();
        let shown = match self.first == self.us {
            true => {
                let start = self.start(&sum)?;
                self.is_answered(&start)?
            }
            false => self.accepts(&sum)?,
        };
        if !shown {
            return Err(wrong(format!("the rows do not show that {} wins", self.us)));
        }
        Ok(Checked { lost: count, values: self.claimed.len() as u64 })
    }

    fn start(&mut self, sum: &str) -> Result<After> {
        let (parts, values) = self.rules.start(sum)?;
        let mut value = 0;
        for games in values {
            if let Some(&game) = self.build(&games)?.last() {
                value = self.games.add(value, game)?;
            }
        }
        let parts = self.signed(parts)?;
        self.settle(parts, value)
    }

    /// Whether the rows show that the opponent, to move, loses a sum.
    pub(super) fn accepts(&mut self, sum: &str) -> Result<bool> {
        let start = self.start(sum)?;
        self.is_lost(&start)
    }
}
