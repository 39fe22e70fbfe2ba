//! The check of lost couples.
//!
//! A couple is a position of an impartial game that does not split, beside a nim heap. In normal play
//! the player to move loses P + *n if and only if the value of P is *n, so that each row of the file
//! gives the value of a position. A row is checked with the rows *before* it alone:
//!
//! - For each option of P, either all of its parts have rows, and their sum is not *n. Or some have
//!   none, and after a move in one of its parts the sum beside *n is zero by the rows of those that
//!   are left: the player who meets the option of P beside *n makes this move and wins. Equal parts
//!   cancel, with rows or without.
//! - For each m < n, an option of P has the value *m by the rows of its parts, so that who meets
//!   P + *m moves there and wins. The row of P itself says nothing here: it is not yet proved.
//!
//! A position without moves has the value 0 even if it has no row.
//!
//! So every move from P + *n leads to a sum that is won, if the rows before are true; by induction
//! along the rows all of them are, in whatever order they stand. Nothing is said of play that need
//! not end, of partizan games and of misère play, where a sum is not known by the values of its
//! parts; they are refused.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use upstar_core::{Budget, Convention, Lease, Player, Ticker};

use super::{Checked, Games, PartTable, Rules, Strategy, wrong};
use crate::Result;

/// Memory is reserved by so much at a time.
const STRIDE: u64 = 1 << 20;

/// Couples that are not yet checked, and those that are.
pub(super) struct Couples<R> {
    rules: R,
    winner: Player,
    first: Player,
    sum: String,
    rows: Vec<(String, u32)>,
    ticker: Ticker,
    lease: Lease,
    bytes: u64,
    /// The texts of positions, and their numbers.
    texts: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, u32>,
    /// The values that are proved.
    values: HashMap<u32, u32>,
    /// The options of positions, each by its parts.
    options: HashMap<u32, Arc<[Vec<u32>]>>,
}

impl<R: Rules> Couples<R> {
    pub(super) fn new(strategy: &Strategy, rules: R, budget: &Budget) -> Result<Self> {
        let Strategy { games, parts, values, lost, .. } = strategy;
        if !(games.is_empty() && parts.is_empty() && values.is_empty() && lost.is_empty()) {
            return Err(wrong("the rows are not all of couples"));
        }
        if strategy.convention == Convention::Misere {
            return Err(wrong("couples say nothing in misère play"));
        }
        Ok(Couples {
            rules,
            winner: strategy.winner,
            first: strategy.first,
            sum: strategy.sum.clone(),
            rows: strategy.couples.clone(),
            ticker: budget.ticker(),
            lease: Lease::new(budget),
            bytes: 0,
            texts: Vec::new(),
            numbers: HashMap::new(),
            values: HashMap::new(),
            options: HashMap::new(),
        })
    }

    fn number(&mut self, text: &str) -> u32 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let (number, text) = (self.texts.len() as u32, Arc::<str>::from(text));
        self.bytes += text.len() as u64 + 96;
        self.texts.push(text.clone());
        self.numbers.insert(text, number);
        number
    }

    fn numbers(&mut self, parts: &PartTable) -> Vec<u32> {
        parts.iter().map(|(text, _)| self.number(text)).collect()
    }

    /// The options of a position, each by its parts.
    fn options(&mut self, number: u32) -> Result<Arc<[Vec<u32>]>> {
        if let Some(known) = self.options.get(&number) {
            return Ok(known.clone());
        }
        let text = self.texts[number as usize].clone();
        self.expect_impartial(&text)?;
        let mut found = Vec::new();
        for parts in self.rules.options(&text, Player::Left)? {
            self.ticker.tick(1 + parts.len() as u64)?;
            self.bytes += 32 + 4 * parts.len() as u64;
            found.push(self.numbers(&parts));
        }
        if found.is_empty() {
            self.values.insert(number, 0);
        }
        found.sort_unstable();
        found.dedup();
        self.lease.cover(self.bytes, STRIDE)?;
        let found: Arc<[Vec<u32>]> = found.into();
        self.options.insert(number, found.clone());
        Ok(found)
    }

    fn expect_impartial(&mut self, text: &str) -> Result<()> {
        match self.rules.is_impartial(text)? {
            true => Ok(()),
            false => Err(wrong(format!("{text} is partizan, and no part of a couple"))),
        }
    }

    /// The sum of the proved values among parts, and the other parts. Equal ones cancel.
    fn settled(&self, parts: &[u32]) -> (u32, Vec<u32>) {
        let (mut sum, mut open) = (0, Vec::new());
        for part in parts {
            match (self.values.get(part), open.iter().position(|other| other == part)) {
                (Some(value), _) => sum ^= value,
                (None, Some(at)) => drop(open.swap_remove(at)),
                (None, None) => open.push(*part),
            }
        }
        (sum, open)
    }

    /// The same, and positions without moves are found to be zero.
    fn settled_to_the_end(&mut self, parts: &[u32]) -> Result<(u32, Vec<u32>)> {
        let (sum, open) = self.settled(parts);
        if open.is_empty() {
            return Ok((sum, open));
        }
        for part in open {
            self.options(part)?;
        }
        Ok(self.settled(parts))
    }

    /// Whether the rows show that the player to move wins a sum of parts and a nimber.
    fn is_won(&mut self, parts: &[u32], nimber: u32) -> Result<bool> {
        let (sum, open) = self.settled_to_the_end(parts)?;
        if open.is_empty() {
            return Ok(sum != nimber);
        }
        let wanted = (nimber, Vec::new());
        let mut answers = Vec::new();
        for (at, &part) in parts.iter().enumerate() {
            let mut rest = parts.to_vec();
            rest.remove(at);
            let options = self.options(part)?;
            self.ticker.tick(1 + options.len() as u64 / 16)?;
            for option in options.iter() {
                let answer = [&rest[..], option].concat();
                if self.settled(&answer) == wanted {
                    return Ok(true);
                }
                answers.push(answer);
            }
        }
        for answer in answers {
            if self.settled_to_the_end(&answer)? == wanted {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(super) fn check(&mut self) -> Result<Checked> {
        let rows = std::mem::take(&mut self.rows);
        for (text, nimber) in &rows {
            let number = self.number(text);
            let options = self.options(number)?;
            let mut smaller = HashSet::new();
            for option in options.iter() {
                if !self.is_won(option, *nimber)? {
                    return Err(wrong(format!(
                        "a move from {text} beside *{nimber} has no answer"
                    )));
                }
                let (value, open) = self.settled(option);
                if open.is_empty() {
                    smaller.insert(value);
                }
            }
            if let Some(value) = (0..*nimber).find(|value| !smaller.contains(value)) {
                return Err(wrong(format!(
                    "the move from {text} beside *{nimber} to *{value} has no answer"
                )));
            }
            self.values.insert(number, *nimber);
        }
        let (parts, nimber) = self.start(&self.sum.clone())?;
        let shown = match self.first == self.winner {
            true => self.is_won(&parts, nimber)?,
            false => self.settled_to_the_end(&parts)? == (nimber, Vec::new()),
        };
        if !shown {
            return Err(wrong(format!("the couples do not show that {} wins", self.winner)));
        }
        self.rows = rows;
        Ok(Checked { lost: self.rows.len() as u64, values: 0 })
    }

    /// The parts of a sum, and the nimber beside them.
    fn start(&mut self, sum: &str) -> Result<(Vec<u32>, u32)> {
        let (parts, values) = self.rules.start(sum)?;
        for (text, _) in &parts {
            self.expect_impartial(text)?;
        }
        let mut sum = 0;
        for value in values {
            sum ^= nimber(&value).ok_or_else(|| wrong("a value beside couples is no nimber"))?;
        }
        Ok((self.numbers(&parts), sum))
    }

    /// Whether the rows show that the player to move loses a sum.
    pub(super) fn accepts(&mut self, sum: &str) -> Result<bool> {
        let (parts, nimber) = self.start(sum)?;
        Ok(self.settled_to_the_end(&parts)? == (nimber, Vec::new()))
    }
}

/// The Grundy value of the last of these games, if all are impartial.
fn nimber(games: &Games) -> Option<u32> {
    let mut values: Vec<u32> = Vec::with_capacity(games.len());
    for (left, right) in games {
        let of = |options: &[u32]| -> Option<HashSet<u32>> {
            options.iter().map(|&option| values.get(option as usize).copied()).collect()
        };
        let options = of(left).filter(|left| of(right).as_ref() == Some(left))?;
        values.push((0..).find(|value| !options.contains(value))?);
    }
    Some(values.last().copied().unwrap_or(0))
}
