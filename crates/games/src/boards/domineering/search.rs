//! Who wins a position of Domineering and an integer, by a search of its own.
//!
//! The player to move is always Left: after each move the board is transposed. Lines of cells that touch
//! no other cell are integers, which are kept apart ([`without_lines`]). [`lead`] decides
//! most positions; the moves in the others are tried in an order that depends on the place alone: the
//! second line from an edge comes first, where a domino makes cells beside the edge safe, and
//! dominoes that leave room for others of their kind come before those that do not. A few moves are
//! looked at by the bounds alone before the first of them is searched.
//!
//! (The order is after Bullock, Domineering: solving large combinatorial search spaces, 2002.)

use std::cmp::Reverse;
use std::collections::BTreeMap;

use upstar_core::{Lease, Player, Ticker};
use upstar_engine::WinnerSearch;

use super::bounds::{lead, without_lines};
use super::{least, transposed};
use crate::boards::bits::{left, right, shifted, up};
use crate::prelude::*;

/// No more dominoes fit on a board.
const FIT: i8 = 32;
/// So many moves that no bound decides are collected before they are searched.
const COLLECTED: usize = 4;
/// A single move seldom makes up for more than this.
const SHORT: i32 = 3;

/// Of one position, up to reflections: with which integers Left wins, moving first.
#[derive(Clone, Copy)]
struct Entry {
    cells: u64,
    /// How many positions were searched for it; 0 in a free slot.
    work: u32,
    /// The least integer that is known to win, and the greatest that is known to lose.
    wins: i8,
    loses: i8,
}

const EMPTY: Entry = Entry { cells: 0, work: 0, wins: i8::MAX, loses: i8::MIN };

/// What is known, by whole positions. Each has two slots. A full table drops what was found with
/// the least work.
struct KnownWinners {
    slots: Vec<Entry>,
    used: usize,
    most: usize,
    /// The memory of the slots, once there are more than at first.
    lease: Option<Lease>,
}

impl KnownWinners {
    fn new(bytes: u64) -> Self {
        let most = usize::try_from(bytes / size_of::<Entry>() as u64).unwrap_or(usize::MAX);
        KnownWinners { slots: vec![EMPTY; 1 << 10], used: 0, most, lease: None }
    }

    /// The first slot of a position; the other one is beside it.
    #[inline]
    fn slot(&self, cells: u64) -> usize {
        let mixed = cells.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) as usize & (self.slots.len() - 1)
    }

    /// Whether Left, moving first, wins the position and the integer.
    #[inline]
    fn get(&self, cells: u64, integer: i8) -> Option<bool> {
        let at = self.slot(cells);
        let entry =
            [at, at ^ 1].map(|at| &self.slots[at]).into_iter().find(|e| e.cells == cells)?;
        match integer {
            _ if integer >= entry.wins => Some(true),
            _ if integer <= entry.loses => Some(false),
            _ => None,
        }
    }

    fn insert(&mut self, cells: u64, integer: i8, wins: bool, work: u32, budget: &Budget) {
        let at = self.slot(cells);
        let slots = [at, at ^ 1];
        let known = slots.into_iter().find(|&at| self.slots[at].cells == cells);
        let at = known.unwrap_or(if self.slots[at].work <= self.slots[at ^ 1].work {
            at
        } else {
            at ^ 1
        });
        let slot = &mut self.slots[at];
        if known.is_none() {
            self.used += usize::from(slot.work == 0);
            *slot = Entry { cells, ..EMPTY };
        }
        slot.work = slot.work.saturating_add(work.max(1));
        if wins {
            slot.wins = slot.wins.min(integer);
        } else {
            slot.loses = slot.loses.max(integer);
        }
        if self.used > self.slots.len() / 2 && 2 * self.slots.len() <= self.most {
            self.grow(budget);
        }
    }

    /// Doubles the table, or keeps to its size if the budget has no memory to spare.
    fn grow(&mut self, budget: &Budget) {
        let bytes = |slots: usize| (slots * size_of::<Entry>()) as u64;
        let lease = self.lease.get_or_insert_with(|| Lease::new(budget));
        if lease.reserve_spare(bytes(2 * self.slots.len())).is_err() {
            self.most = self.slots.len();
            return;
        }
        let wider = vec![EMPTY; 2 * self.slots.len()];
        lease.release(lease.bytes().saturating_sub(bytes(wider.len())));
        self.used = 0;
        for entry in std::mem::replace(&mut self.slots, wider) {
            if entry.work > 0 {
                let at = self.slot(entry.cells);
                let at = if self.slots[at].work == 0 { at } else { at ^ 1 };
                self.used += usize::from(self.slots[at].work == 0);
                self.slots[at] = entry;
            }
        }
    }
}

/// A position after a move, which is to be searched.
#[derive(Clone, Copy, Default)]
struct Child {
    /// The cells as the player to move sees them, and their representative.
    cells: u64,
    key: u64,
    integer: i8,
    /// What the bound of the player to move lacks of a win, at least 1.
    short: i32,
}

pub(super) struct DomineeringSearch {
    known: KnownWinners,
    /// The rows and columns for which `order` was made.
    sides: [u32; 2],
    /// The upper cells of vertical dominoes, the first sets to be tried first: for Left, and for
    /// Right as he sees the board.
    order: [Vec<u64>; 2],
    searched: u64,
}

impl DomineeringSearch {
    pub(super) fn new(bytes: u64) -> Self {
        let known = KnownWinners::new(bytes);
        DomineeringSearch { known, sides: [0; 2], order: [Vec::new(), Vec::new()], searched: 0 }
    }

    /// Whether Left wins, moving first. No bound decides the position. It is called for positions with
    /// fewer and fewer cells, at most 32 deep.
    fn search(&mut self, child: Child, turned: usize, ticker: &mut Ticker) -> Result<bool> {
        let Child { cells, integer, short, .. } = child;
        self.searched += 1;
        let mut children = [Child::default(); COLLECTED];
        let mut count = 0;
        let places = cells & up(cells);
        // A domino in safe cells is as good later.
        let exposed = cells & (left(cells) | right(cells));
        let soon = places & (exposed | up(exposed));
        ticker.tick(1)?;
        for kind in [soon, places & !soon] {
            for group in 0..self.order[turned].len() {
                let mut rest = kind & self.order[turned][group];
                while rest != 0 {
                    let after = cells & !(0x101 << rest.trailing_zeros());
                    rest &= rest - 1;
                    if short <= SHORT && lead(after, false) + i32::from(integer) >= 0 {
                        return Ok(true);
                    }
                    let (after, value) = without_lines(after);
                    // Bounds of boards keep within a byte.
                    let integer = -(integer + value as i8);
                    let cells = transposed(after);
                    let short = 1 - lead(cells, true) - i32::from(integer);
                    if short <= 0 {
                        continue;
                    }
                    let key = least(cells);
                    match self.known.get(key, integer) {
                        Some(false) => return Ok(true),
                        Some(true) => continue,
                        None => children[count] = Child { cells, key, integer, short },
                    }
                    count += 1;
                    if count == COLLECTED {
                        count = 0;
                        if self.any_lost(&children, turned, ticker)? {
                            return Ok(true);
                        }
                    }
                }
            }
        }
        self.any_lost(&children[..count], turned, ticker)
    }

    /// Whether the opponent loses after one of the moves.
    fn any_lost(&mut self, children: &[Child], turned: usize, ticker: &mut Ticker) -> Result<bool> {
        ticker.tick(children.len() as u64)?;
        for &child in children {
            let wins = match self.known.get(child.key, child.integer) {
                Some(wins) => wins,
                None => self.search_and_keep(child, 1 - turned, ticker)?,
            };
            if !wins {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn search_and_keep(
        &mut self,
        child: Child,
        turned: usize,
        ticker: &mut Ticker,
    ) -> Result<bool> {
        let before = self.searched;
        let wins = self.search(child, turned, ticker)?;
        let work = u32::try_from(self.searched - before).unwrap_or(u32::MAX);
        self.known.insert(child.key, child.integer, wins, work, ticker.budget());
        Ok(wins)
    }
}

/// The upper cells of vertical dominoes in the order in which they are tried, on a board with so
/// many rows and columns. Those in one set lie alike.
fn order(rows: u32, columns: u32) -> Vec<u64> {
    let rank = |row: u32, column: u32| {
        let above = row.min(rows - 2 - row);
        let beside = column.min(columns - 1 - column);
        let class = match (beside, beside % 2, above % 2) {
            (0, ..) => 0,
            (_, 0, 1) => 1,
            (_, 0, _) => 2,
            (_, _, 1) => 3,
            _ => 4,
        };
        (class, Reverse(beside), Reverse(above))
    };
    let mut sets = BTreeMap::new();
    for (row, column) in
        (0..rows.saturating_sub(1)).flat_map(|row| (0..columns).map(move |c| (row, c)))
    {
        *sets.entry(Reverse(rank(row, column))).or_default() |= 1 << (8 * row + column);
    }
    sets.into_values().collect()
}

impl WinnerSearch<u64> for DomineeringSearch {
    fn wins(
        &mut self,
        &free: &u64,
        integer: i64,
        player: Player,
        ticker: &mut Ticker,
    ) -> Result<bool> {
        let (cells, turned, integer) = match player {
            Player::Left => (free, 0, integer),
            Player::Right => (transposed(free), 1, integer.saturating_neg()),
        };
        // A value is no larger than the number of dominoes that fit.
        let Some(integer) = i8::try_from(integer).ok().filter(|n| (-FIT..=FIT).contains(n)) else {
            return Ok(integer > 0);
        };
        let (cells, value) = without_lines(shifted(cells));
        let integer = integer + value as i8;
        let short = 1 - lead(cells, true) - i32::from(integer);
        if short <= 0 {
            return Ok(true);
        }
        if lead(transposed(cells), false) - i32::from(integer) >= 0 {
            return Ok(false);
        }
        let key = least(cells);
        if let Some(wins) = self.known.get(key, integer) {
            return Ok(wins);
        }
        let mut sides = [cells, transposed(cells)].map(|cells| 8 - cells.leading_zeros() / 8);
        if turned == 1 {
            sides.reverse();
        }
        if self.sides != sides {
            let [rows, columns] = sides;
            self.sides = sides;
            self.order = [order(rows, columns), order(columns, rows)];
        }
        self.search_and_keep(Child { cells, key, integer, short }, turned, ticker)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use upstar_engine::{Engine, Settings, Solver};

    use super::super::bounds::tests::{boards, least_integers};
    use super::*;

    #[test]
    fn winners_agree_with_plain_play() {
        let budget = Budget::unlimited();
        for (rows, columns) in [(4, 4), (3, 5)] {
            let mut search = DomineeringSearch::new(1 << 20);
            let mut known = HashMap::new();
            for free in boards(rows, columns) {
                let [first, second] = least_integers(free, &mut known);
                for integer in [-40, first - 1, first, second - 1, second, 40] {
                    let n = i64::from(integer);
                    let mut ticker = budget.ticker();
                    let mut wins = |player| search.wins(&free, n, player, &mut ticker).unwrap();
                    assert_eq!(wins(Player::Left), integer >= first, "{free:x} {integer}");
                    assert_eq!(wins(Player::Right), integer < second, "{free:x} {integer}");
                }
            }
        }
    }

    /// Against the search of the engine, which is used without symmetries.
    #[test]
    fn winners_agree_with_the_engine() {
        let budget = Budget::unlimited();
        let plain = Settings { symmetry: false, ..Settings::default() };
        let universe = upstar_values::Universe::new();
        let engine = Engine::new(&universe, plain);
        let rules = super::super::Domineering(crate::boards::bits::tests::sized(8, 8));
        // A table that drops most of what it knows.
        let mut search = DomineeringSearch::new(1 << 14);
        let mut random = 1u64;
        let mut lost = 0;
        for _ in 0..200 {
            let mut next = || {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                random >> 20
            };
            let free = (next() | next() << 32 | next() << 13) & 0x1f_1f1f_1f1f;
            let outcome = engine.outcome(&rules, &free, Convention::Normal, &budget).unwrap();
            for player in Player::BOTH {
                let wins = search.wins(&free, 0, player, &mut budget.ticker()).unwrap();
                assert_eq!(wins, outcome.winner(player) == Some(player), "{free:x}");
                lost += usize::from(!wins);
            }
        }
        assert!(lost > 50, "{lost}");
    }

    /// Published outcomes (Bullock, 2002, table 1), and a budget that ends.
    #[test]
    fn outcomes_of_whole_boards() {
        let solver = Solver::default();
        let sum = |board: &str| crate::parse_sum(&format!("domineering(\"{board}\")")).unwrap();
        let budget = Budget::unlimited();
        let outcomes = [
            ("5x5", Outcome::P),
            ("5x6", Outcome::R),
            ("6x6", Outcome::N),
            ("6x7", Outcome::L),
            ("7x7", Outcome::N),
            ("7x8", Outcome::R),
        ];
        for (board, outcome) in outcomes {
            let found = solver.outcome(&sum(board), Convention::Normal, &budget).unwrap();
            assert_eq!(found, outcome, "{board}");
        }
        let few = Budget::unlimited().with_steps(1000);
        assert!(solver.outcome(&sum("8x8"), Convention::Normal, &few).is_err());
    }
}
