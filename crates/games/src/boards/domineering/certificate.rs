//! A list of lost boards that shows who wins, as `upstar_verify` checks it.
//!
//! Each board needs an answer to every move from it. The bound of the checker tells which answers need
//! no other board, and the search which moves win. Of these one is taken that is listed already, or that
//! took the least work.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use hashbrown::HashMap;
use num_traits::Zero;
use upstar_core::{Lease, Ticker, Upright};
use upstar_engine::BoardRows;

use super::frame::{ByLeft, Frame, Side, View, least, sides};
use super::search::DomineeringSearch;
use crate::prelude::*;

/// About what a board takes in the tables.
const ROW_BYTES: u64 = 256;
/// Memory is reserved by so much at a time.
const STRIDE: u64 = 1 << 20;

/// Lists boards of a winner who sees the frame of a search from the side `S`.
pub(super) struct Lister<'a, F: Frame, S> {
    search: &'a mut DomineeringSearch<F>,
    view: View<F, S>,
    upright: Upright,
    ticker: &'a mut Ticker,
    lease: Lease,
    /// Boards as the winner sees them, with the least integers that are needed.
    rows: HashMap<u128, i32>,
    /// Those that are not done. The most cells come first: who needs a board has more.
    open: BTreeSet<(Reverse<u32>, u128)>,
}

impl<'a, F: Frame, S: Side> Lister<'a, F, S> {
    /// Boards with integers of Left's that the loser, to move, loses, and that show that `winner` wins the
    /// free cells and an integer, moving `first` or not. `None` if the checker has no room for the
    /// cells.
    pub(super) fn list(
        search: &'a mut DomineeringSearch<F>,
        free: F::Cells,
        integer: i64,
        (winner, first): (Player, bool),
        ticker: &'a mut Ticker,
    ) -> Result<Option<BoardRows>> {
        let is_left = winner == Player::Left;
        let turned = |[a, b]: [u32; 2]| if is_left { [a, b] } else { [b, a] };
        let [rows, columns] = turned(sides(search.frame, free));
        let (upright, integer) =
            (Upright::new(rows as usize, columns as usize), i8::try_from(integer));
        let (Some(upright), Ok(integer)) = (upright, integer) else { return Ok(None) };
        let (free, plain) = (least(search.frame, free), View::<F, ByLeft>::new(search.frame));
        let mut root = 0;
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)))
        {
            let [r, c] = turned([row, column]);
            if !(free & plain.cell(r, c)).is_zero() {
                root |= upright.cell(row as usize, column as usize);
            }
        }
        search.set_order(if S::TURNED { [columns, rows] } else { [rows, columns] });
        let lease = Lease::new(ticker.budget());
        let view = View::<F, S>::new(search.frame);
        let (rows, open) = (HashMap::new(), BTreeSet::new());
        let mut lister = Lister { search, view, upright, ticker, lease, rows, open };
        let integer = i32::from(if is_left { integer } else { -integer });
        let Some(mut listed) = lister.all(root, integer, first)? else { return Ok(None) };
        if listed.is_empty() {
            // There is a list, though a bound is enough.
            listed.push((0, 0));
        }
        let write = |(cells, integer): (u128, i32)| {
            let integer = i64::from(if is_left { integer } else { -integer });
            (upright.write(cells, winner), integer)
        };
        Ok(Some(listed.into_iter().map(write).collect()))
    }

    /// All boards; `None` if a move has no answer.
    fn all(&mut self, root: u128, integer: i32, first: bool) -> Result<Option<Vec<(u128, i32)>>> {
        let mut answered = match first {
            true => self.answer(root, integer)?,
            false => self.claim(root, integer)?,
        };
        let mut listed = Vec::new();
        while let Some((_, free)) = self.open.pop_first() {
            let integer = self.rows[&free];
            listed.push((free, integer));
            if integer < 0 {
                answered &= self.answer(free, integer + 1)?;
            }
            for after in self.upright.options(free, false) {
                answered &= self.answer(after, integer)?;
            }
            if !answered {
                return Ok(None);
            }
        }
        Ok(answered.then_some(listed))
    }

    /// Lists a board that the loser, to move, loses.
    fn claim(&mut self, free: u128, integer: i32) -> Result<bool> {
        let (free, value) = self.upright.normal(free);
        let integer = integer + value;
        let row = self.rows.entry(free).or_insert(integer);
        *row = integer.min(*row);
        self.open.insert((Reverse(free.count_ones()), free));
        self.lease.cover(self.rows.len() as u64 * ROW_BYTES, STRIDE)?;
        Ok(true)
    }

    /// Lists what is needed to show that the winner, to move, wins. Whether she does.
    fn answer(&mut self, free: u128, integer: i32) -> Result<bool> {
        let upright = self.upright;
        let (free, value) = upright.normal(free);
        let integer = integer + value;
        self.ticker.tick(1)?;
        if upright.wins(free, integer, true) {
            return Ok(true);
        }
        let mut open = Vec::with_capacity(32);
        for after in upright.options(free, true) {
            let (normal, value) = upright.normal(after);
            let integer = integer + value;
            if self.rows.get(&normal).is_some_and(|&row| row <= integer) {
                return Ok(true);
            }
            open.push((normal, integer));
        }
        open.sort_unstable();
        open.dedup();
        self.ticker.tick(2 * open.len() as u64)?;
        if open.iter().any(|&(free, integer)| upright.wins(free, integer, false)) {
            return Ok(true);
        }
        let mut best = self.best(&open);
        if best.is_none() {
            // The search knows better which moves to try first.
            let cells = self.in_frame(free);
            self.search.wins_by_moves::<S>(cells, own(integer), self.ticker)?;
            best = self.best(&open);
        }
        if let Some((free, integer)) = best {
            return self.claim(free, integer);
        }
        for (free, integer) in open {
            let cells = self.in_frame(free);
            if self.search.loses_at_once::<S::Other>(cells, own(-integer)).is_some() {
                continue;
            }
            if !self.search.wins_by_moves::<S::Other>(cells, own(-integer), self.ticker)? {
                return self.claim(free, integer);
            }
        }
        // The board is a number, and no move on it is as good as one in the integer.
        if integer <= 0 {
            return Ok(false);
        }
        Ok(upright.wins(free, integer - 1, false) || self.claim(free, integer - 1)?)
    }

    /// Of boards that the loser, to move, is known to lose, the one that took the least work.
    fn best(&self, open: &[(u128, i32)]) -> Option<(u128, i32)> {
        let costs = open.iter().filter_map(|&(free, integer)| {
            let cells = self.in_frame(free);
            let (loses, work) = self.search.loses_at_once::<S::Other>(cells, own(-integer))?;
            loses.then_some((work, free.count_ones(), free, integer))
        });
        costs.min().map(|(.., free, integer)| (free, integer))
    }

    fn in_frame(&self, mut free: u128) -> F::Cells {
        let mut cells = F::Cells::zero();
        while free != 0 {
            let [row, column] = self.upright.place(free);
            cells |= self.view.cell(row, column);
            free &= free - 1;
        }
        cells
    }
}

/// An integer beside a board, as the search has it.
fn own(integer: i32) -> i8 {
    integer.clamp(-i32::from(i8::MAX), i32::from(i8::MAX)) as i8
}
