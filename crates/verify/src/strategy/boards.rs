//! The check of lost boards of Domineering.
//!
//! A row is a board beside an integer of the winner's: the claim is that the opponent, to move, loses. It
//! is checked by every move of his, on the board or in the integer. After each of them a bound must show
//! that the winner wins ([`Upright::wins`]), or she must have a move to a board that the opponent loses
//! by a bound or by a row. A row holds for greater integers as well: they are moves that she need not make.
//! It holds for reflections, and lines of cells that touch no other cell are the integers that they are
//! worth ([`Upright::normal`]).
//!
//! An answer is a domino on the board, or one in the integer after a domino of the opponent's. So the rows
//! that a row rests on have fewer cells than itself, and by induction on the cells all of them are true.
//!
//! The moves are those of Domineering, and are made here; of the rulesets only the reading of the sum
//! is used.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use upstar_core::{Budget, Convention, Lease, Player, Ticker, Upright};

use super::{Checked, Rules, Strategy, wrong};
use crate::Result;

/// What a row takes.
const ROW_BYTES: u64 = 64;
/// So many positions are searched for a board that has no row.
const SEARCHED: u32 = 2_000;

/// Boards with the integers of the winner's beside them.
pub(super) struct Boards<R> {
    rules: R,
    winner: Player,
    first: Player,
    sum: String,
    upright: Upright,
    /// The rows in ascending order.
    listed: Vec<(u128, i32)>,
    rows: HashMap<u128, i32, FixedState>,
    ticker: Ticker,
    _lease: Lease,
}

impl<R: Rules> Boards<R> {
    pub(super) fn new(strategy: &Strategy, mut rules: R, budget: &Budget) -> Result<Self> {
        let Strategy { games, parts, values, lost, couples, .. } = strategy;
        let no_parts = games.is_empty() && parts.is_empty() && values.is_empty();
        if !no_parts || !lost.is_empty() || !couples.is_empty() {
            return Err(wrong("the rows are not all of boards"));
        }
        if strategy.convention == Convention::Misere {
            return Err(wrong("boards say nothing in misère play"));
        }
        let mut ticker = budget.ticker();
        let mut lease = Lease::new(budget);
        let winner = strategy.winner;
        let (board, _) = rules.board(&strategy.sum)?;
        let upright = Upright::around(&board, winner);
        let upright = upright.ok_or_else(|| wrong("the board is too large"))?;
        lease.reserve(strategy.boards.len() as u64 * ROW_BYTES)?;
        let mut known: HashMap<u128, i32, FixedState> = HashMap::default();
        for (text, integer) in &strategy.boards {
            ticker.tick(1)?;
            let (cells, value) = upright.normal(read(upright, text, winner)?);
            let integer = of_winner(*integer, winner)?.saturating_add(value);
            let row = known.entry(cells).or_insert(integer);
            *row = integer.min(*row);
        }
        let mut listed: Vec<_> = known.iter().map(|(&cells, &integer)| (cells, integer)).collect();
        listed.sort_unstable();
        Ok(Boards {
            rules,
            winner,
            first: strategy.first,
            sum: strategy.sum.clone(),
            upright,
            listed,
            rows: known,
            ticker,
            _lease: lease,
        })
    }

    /// Whether the winner, to move, has an answer.
    fn is_answered(&mut self, free: u128, integer: i32) -> Result<bool> {
        let upright = self.upright;
        let (free, value) = upright.normal(free);
        let integer = integer.saturating_add(value);
        self.ticker.tick(1)?;
        if upright.wins(free, integer, true) {
            return Ok(true);
        }
        let mut open = Vec::with_capacity(32);
        for after in upright.options(free, true) {
            let (after, value) = upright.normal(after);
            let integer = integer.saturating_add(value);
            if self.is_listed(after, integer) {
                return Ok(true);
            }
            open.push((after, integer));
        }
        self.ticker.tick(2 * open.len() as u64)?;
        Ok(open.iter().any(|&(after, integer)| upright.wins(after, integer, false))
            || integer > 0 && self.is_lost(free, integer - 1))
    }

    /// Whether the opponent, to move, loses a board in normal form by a row.
    fn is_listed(&self, free: u128, integer: i32) -> bool {
        self.rows.get(&free).is_some_and(|&least| least <= integer)
    }

    /// Whether the opponent, to move, loses by a bound or by a row.
    fn is_lost(&self, free: u128, integer: i32) -> bool {
        let (free, value) = self.upright.normal(free);
        let integer = integer.saturating_add(value);
        self.is_listed(free, integer) || self.upright.wins(free, integer, false)
    }

    pub(super) fn check(&mut self) -> Result<Checked> {
        for at in 0..self.listed.len() {
            let (free, integer) = self.listed[at];
            let mut answered = integer >= 0 || self.is_answered(free, integer + 1)?;
            for after in self.upright.options(free, false) {
                answered = answered && self.is_answered(after, integer)?;
            }
            if !answered {
                let text = self.upright.write(free, self.winner);
                let integer = if self.winner == Player::Left { integer } else { -integer };
                return Err(wrong(format!("a move from {text} and {integer} has no answer")));
            }
        }
        let (free, integer) = self.start(&self.sum.clone())?;
        let shown = match self.first == self.winner {
            true => self.is_answered(free, integer)?,
            false => self.is_lost(free, integer),
        };
        if !shown {
            return Err(wrong(format!("the boards do not show that {} wins", self.winner)));
        }
        Ok(Checked { lost: self.listed.len() as u64, values: 0 })
    }

    fn start(&mut self, sum: &str) -> Result<(u128, i32)> {
        let (board, integer) = self.rules.board(sum)?;
        Ok((read(self.upright, &board, self.winner)?, of_winner(integer, self.winner)?))
    }

    /// Whether the rows show that the opponent, to move, loses a sum. Where a bound showed it a few moves
    /// before, the moves that it speaks of are searched.
    pub(super) fn accepts(&mut self, sum: &str) -> Result<bool> {
        let (free, integer) = self.start(sum)?;
        let mut left = SEARCHED;
        self.is_shown(free, integer, &mut left)
    }

    /// It is called for fewer and fewer cells.
    fn is_shown(&mut self, free: u128, integer: i32, left: &mut u32) -> Result<bool> {
        if self.is_lost(free, integer) {
            return Ok(true);
        }
        let upright = self.upright;
        let mut open: Vec<_> = upright.options(free, false).map(|after| (after, integer)).collect();
        open.extend((integer < 0).then_some((free, integer + 1)));
        for (after, integer) in open {
            if self.is_answered(after, integer)? {
                continue;
            }
            let mut found = false;
            for answer in upright.options(after, true) {
                *left = left.saturating_sub(1);
                if *left == 0 {
                    return Ok(false);
                }
                if self.is_shown(answer, integer, left)? {
                    found = true;
                    break;
                }
            }
            if !found {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The integer from the winner's point of view.
fn of_winner(integer: i64, winner: Player) -> Result<i32> {
    // No more dominoes than this fit, so that greater ones are no different.
    let most = i64::from(u8::MAX);
    let integer = i32::try_from(integer.clamp(-most, most)).unwrap_or(0);
    Ok(if winner == Player::Left { integer } else { -integer })
}

fn read(upright: Upright, board: &str, winner: Player) -> Result<u128> {
    let free = upright.read(board, winner);
    free.ok_or_else(|| wrong(format!("{board} is no board, or larger than that of the sum")))
}
