//! A list of lost boards that shows who wins, as `upstar_verify` checks it.
//!
//! Each board needs an answer to every move from it. The bound of the checker tells which answers need
//! no other board, and the search which moves win. Of these one is taken that is listed already, or that
//! took the least work.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use hashbrown::HashMap;
use num_traits::Zero;
use upstar_core::{Lease, Ticker};
use upstar_verify::strategy::Upright;

use super::frame::{ByLeft, Frame, Side, View, least, sides};
use super::search::DomineeringSearch;
use crate::prelude::*;

/// A list is made this many times. Each time but the first, nothing is listed that was not listed
/// before, and what was used more often comes first.
const TURNS: u32 = 3;
/// About what a board takes in the tables.
const ROW_BYTES: u64 = 256;
/// Memory is reserved by so much at a time.
const STRIDE: u64 = 1 << 20;

/// Boards as the winner sees them, with the least integers that are needed and how often they are used.
type Rows = HashMap<u128, (i32, u64)>;

/// Lists boards of a winner who sees the frame of a search from the side `S`.
pub(super) struct Lister<'a, F: Frame, S> {
    search: &'a mut DomineeringSearch<F>,
    view: View<F, S>,
    upright: Upright,
    ticker: &'a mut Ticker,
    lease: Lease,
    rows: Rows,
    /// Boards that are not done. Those with the most cells come first: who needs a board has more.
    open: BTreeMap<(Reverse<u32>, u128), i32>,
    /// The list of the turn before.
    before: Option<Rows>,
    #[cfg(test)]
    clock: std::time::Instant,
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
    ) -> Result<Option<Vec<(String, i64)>>> {
        let is_left = winner == Player::Left;
        let turned = |[a, b]: [u32; 2]| if is_left { [a, b] } else { [b, a] };
        let [rows, columns] = turned(sides(search.frame, free));
        let (upright, integer) = (Upright::new(rows as usize, columns as usize), i8::try_from(integer));
        let (Some(upright), Ok(integer)) = (upright, integer) else { return Ok(None) };
        let (free, plain) = (least(search.frame, free), View::<F, ByLeft>::new(search.frame));
        let mut root = 0;
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let [r, c] = turned([row, column]);
            if !(free & plain.cell(r, c)).is_zero() {
                root |= upright.cell(row as usize, column as usize);
            }
        }
        search.set_order(if S::TURNED { [columns, rows] } else { [rows, columns] });
        let lease = Lease::new(ticker.budget());
        let view = View::<F, S>::new(search.frame);
        let (rows, open) = (Rows::new(), BTreeMap::new());
        let mut lister = Lister { search, view, upright, ticker, lease, rows, open, before: None, #[cfg(test)] clock: std::time::Instant::now() };
        let integer = i32::from(if is_left { integer } else { -integer });
        let mut best = lister.turn(root, integer, first)?;
        for _ in 1..TURNS {
            let again = lister.turn(root, integer, first)?;
            if again.len() < best.len() {
                best = again;
            }
        }
        if best.is_empty() {
            // There is a list, though a bound is enough.
            best.push((0, 0));
        }
        let write = |(cells, integer): (u128, i32)| {
            let integer = i64::from(if is_left { integer } else { -integer });
            (upright.write(cells, winner), integer)
        };
        Ok(Some(best.into_iter().map(write).collect()))
    }

    /// A list, by what is known of the list before.
    fn turn(&mut self, root: u128, integer: i32, first: bool) -> Result<Vec<(u128, i32)>> {
        match first {
            true => self.answer(root, integer)?,
            false => self.claim(root, integer)?,
        }
        let mut list = Vec::new();
        while let Some(((_, free), integer)) = self.open.pop_first() {
            list.push((free, integer));
            if integer < 0 {
                self.answer(free, integer + 1)?;
            }
            for after in self.upright.options(free, false) {
                self.answer(after, integer)?;
            }
        }
        #[cfg(test)]
        eprintln!("turn {} {:?}", list.len(), self.clock.elapsed());
        self.before = Some(std::mem::take(&mut self.rows));
        Ok(list)
    }

    /// Lists a board that the loser, to move, loses.
    fn claim(&mut self, free: u128, integer: i32) -> Result {
        let (free, value) = self.upright.normal(free);
        let integer = integer + value;
        let row = self.rows.entry(free).or_insert((integer, 0));
        *row = (row.0.min(integer), row.1 + 1);
        let open = self.open.entry((Reverse(free.count_ones()), free)).or_insert(integer);
        *open = integer.min(*open);
        let boards = self.rows.len() + self.before.as_ref().map_or(0, Rows::len);
        Ok(self.lease.cover(boards as u64 * ROW_BYTES, STRIDE)?)
    }

    /// Lists what is needed to show that the winner, to move, wins.
    fn answer(&mut self, free: u128, integer: i32) -> Result {
        let upright = self.upright;
        self.ticker.tick(1)?;
        if upright.wins(free, integer, true) {
            return Ok(());
        }
        let mut open = Vec::with_capacity(32);
        for after in upright.options(free, true) {
            let (normal, value) = upright.normal(after);
            let integer = integer + value;
            if let Some(row) = self.rows.get_mut(&normal)
                && row.0 <= integer
            {
                row.1 += 1;
                return Ok(());
            }
            open.push((normal, integer));
        }
        open.sort_unstable();
        open.dedup();
        if open.iter().any(|&(free, integer)| upright.wins(free, integer, false)) {
            return Ok(());
        }
        let mut best = None;
        let mut unknown = Vec::new();
        for (free, integer) in open {
            let cells = self.in_frame(free);
            let (uses, work) = match self.uses(free, integer) {
                Some(uses) => (uses, 0),
                None => match self.search.loses_at_once::<S::Other>(cells, own(-integer)) {
                    Some((true, work)) => (0, work),
                    Some((false, _)) => continue,
                    None => {
                        unknown.push((cells, free, integer));
                        continue;
                    }
                },
            };
            let cost = (Reverse(uses), work, free.count_ones(), free, integer);
            if best.is_none_or(|best| cost < best) {
                best = Some(cost);
            }
        }
        if let Some((.., free, integer)) = best {
            return self.claim(free, integer);
        }
        for (cells, free, integer) in unknown {
            if self.search.loses::<S::Other>(cells, own(-integer), self.ticker)? {
                return self.claim(free, integer);
            }
        }
        // The board is a number, and no move on it is as good as one in the integer.
        if integer > 0 {
            return match upright.wins(free, integer - 1, false) {
                true => Ok(()),
                false => self.claim(free, integer - 1),
            };
        }
        Err(RuleError::NotApplicable("the search contradicts itself".to_owned()))
    }

    /// How often a board was used in the turn before, if it was listed.
    fn uses(&self, free: u128, integer: i32) -> Option<u64> {
        let row = self.before.as_ref()?.get(&free)?;
        (row.0 <= integer).then_some(row.1)
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

#[cfg(test)]
mod tests {
    use upstar_engine::WinnerSearch;

    use super::super::frame::Eight;
    use super::*;

    #[test]
    fn experiment() {
        for (r, c) in [(5u32, 6u32), (6, 6), (6, 7), (7, 7), (8, 8)] {
            let board = (0..r).flat_map(|a| (0..c).map(move |b| 1u64 << (8 * a + b))).sum::<u64>();
            for first in Player::BOTH {
                let budget = Budget::unlimited();
                let start = std::time::Instant::now();
                let mut search = DomineeringSearch::new(Eight, 1 << 30);
                let found = search.strategy(&board, 0, first, &mut budget.ticker()).unwrap().unwrap();
                println!("{r}x{c} {first} {} rows {} in {:.2}", found.0, found.1.len(), start.elapsed().as_secs_f64());
            }
        }
    }
}
