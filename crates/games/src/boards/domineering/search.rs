//! Who wins a position of Domineering and an integer, by a search of its own.
//!
//! Each player sees the board as a [`View`] in which the own dominoes are upright. Lines of cells that
//! touch no other cell are integers, which are kept apart ([`without_lines`]). [`lead`] decides
//! most positions. In the others moves are tried first that leave a column beside them another domino in
//! safe cells, and that do not take two dominoes from their own column ([`ranked`]). Among these the
//! order depends on the place alone: the second line from an edge comes first, where a domino makes
//! cells beside the edge safe, and dominoes that leave room for others of their kind come before those that do
//! not. A few moves are looked at by the bounds alone before the first of them is searched.
//!
//! (The order is after Bullock, Domineering: solving large combinatorial search spaces, 2002.)

use std::cmp::Reverse;
use std::collections::BTreeMap;

use num_traits::Zero;
use upstar_core::{Player, Ticker};
use upstar_engine::{BoardRows, WinnerSearch};

use super::bounds::{lead, lead_up_to, without_lines};
use super::certificate::Lister;
use super::frame::{ByLeft, ByRight, Frame, PositionOf, Side, View, least, sides, transposed};
use crate::boards::known::{Cells, Key, Taken, Thread};
use crate::prelude::*;

/// No more dominoes fit on a board.
const FIT: i8 = 64;
/// So many moves that no bound decides are collected before they are searched.
const COLLECTED: usize = 6;
/// A single move seldom makes up for more than this.
const SHORT: i32 = 3;

/// A position after a move, which is to be searched.
#[derive(Clone, Copy)]
struct Child<C> {
    cells: C,
    key: Key<C>,
    integer: i8,
    /// What the bound of the player to move lacks of a win, at least 1.
    short: i32,
}

/// On boards in one frame. Clones share what is known.
#[derive(Clone)]
pub(super) struct DomineeringSearch<F: Frame> {
    pub(super) frame: F,
    thread: Thread<F::Cells>,
    /// The rows and columns for which `order` was made.
    sides: [u32; 2],
    /// The upper cells of dominoes, as the player sees them, the first sets to be tried first: for
    /// Left, and for Right.
    order: [Vec<F::Cells>; 2],
}

impl<F: Frame> DomineeringSearch<F> {
    pub(super) fn new(frame: F, bytes: u64) -> Self {
        DomineeringSearch {
            frame,
            thread: Thread::new(bytes),
            sides: [0; 2],
            order: [Vec::new(), Vec::new()],
        }
    }

    /// Whether the player wins, moving first. No bound decides the position. It is called for
    /// positions with fewer and fewer cells and dominoes in the integer.
    fn search<S: Side>(&mut self, child: Child<F::Cells>, ticker: &mut Ticker) -> Result<bool> {
        let Child { cells, integer, short, .. } = child;
        let view = View::<F, S>::new(self.frame);
        let mut children = [child; COLLECTED];
        let mut count = 0;
        let places = cells & view.up(cells);
        // A domino in safe cells is as good later.
        let exposed = cells & (view.left(cells) | view.right(cells));
        let soon = places & (exposed | view.up(exposed));
        if self.thread.step(ticker)? {
            return Ok(false);
        }
        for kind in ranked(view, cells, soon).into_iter().chain([places & !soon]) {
            if kind.is_zero() {
                continue;
            }
            for group in 0..self.order[usize::from(S::TURNED)].len() {
                let mut rest = kind & self.order[usize::from(S::TURNED)][group];
                while !rest.is_zero() {
                    let place = rest.lowest();
                    let after = cells & !(place | view.down(place));
                    rest &= !place;
                    let wanted = -i32::from(integer);
                    if short <= SHORT && lead_up_to(view, after, false, wanted) >= wanted {
                        return Ok(true);
                    }
                    let (cells, value) = without_lines(view, after);
                    // Bounds of boards keep within a byte.
                    let integer = -(integer + value as i8);
                    let wanted = 1 - i32::from(integer);
                    let short = wanted - lead_up_to(view.other(), cells, true, wanted);
                    if short <= 0 {
                        continue;
                    }
                    let key = Key { cells: least(self.frame, cells), turned: !S::TURNED };
                    match self.thread.known.get(key, integer) {
                        Some(false) => return Ok(true),
                        Some(true) => continue,
                        None => children[count] = Child { cells, key, integer, short },
                    }
                    count += 1;
                    if count == COLLECTED {
                        count = 0;
                        if let Some(wins) = self.any_lost::<S::Other>(&children, ticker)? {
                            return Ok(wins);
                        }
                    }
                }
            }
        }
        if let Some(wins) = self.any_lost::<S::Other>(&children[..count], ticker)? {
            return Ok(wins);
        }
        // If the board is a number, a move in the integer may be the only good one.
        let key = Key { turned: !S::TURNED, ..child.key };
        let integer = 1 - integer;
        let wanted = 1 - i32::from(integer);
        let short = wanted - lead_up_to(view.other(), cells, true, wanted);
        if integer > 0 || short <= 0 {
            return Ok(false);
        }
        let after = Child { cells, key, integer, short };
        Ok(self.any_lost::<S::Other>(&[after], ticker)?.unwrap_or(false))
    }

    /// Whether the player, moving first, loses one of the positions; `None` if not. The answer has no
    /// meaning if the thread is [overtaken](Thread::is_overtaken).
    fn any_lost<S: Side>(
        &mut self,
        children: &[Child<F::Cells>],
        ticker: &mut Ticker,
    ) -> Result<Option<bool>> {
        ticker.tick(children.len() as u64)?;
        let mut later = [false; COLLECTED];
        // What another thread searches comes last, but not the first move: often no other one is needed.
        for second in [false, true] {
            for (index, &child) in children.iter().enumerate() {
                if second && !later[index] {
                    continue;
                }
                let join = second || index == 0;
                let wins = match self.thread.known.take(child.key, child.integer, join) {
                    Taken::Decided(wins) => wins,
                    Taken::Ours => self.search_and_keep::<S>(child, ticker)?,
                    Taken::UnderWay => {
                        later[index] = true;
                        continue;
                    }
                };
                if !wins || self.thread.is_overtaken() {
                    return Ok(Some(true));
                }
            }
        }
        Ok(None)
    }

    /// Searches a position that was [taken](crate::boards::known::KnownWinners::take).
    fn search_and_keep<S: Side>(
        &mut self,
        child: Child<F::Cells>,
        ticker: &mut Ticker,
    ) -> Result<bool> {
        let begun = self.thread.begin(child.key, child.integer);
        let found = self.search::<S>(child, ticker);
        self.thread.end(begun, found, ticker.budget())
    }

    /// Makes the order of moves for boards with so many rows and columns.
    pub(super) fn set_order(&mut self, sides: [u32; 2]) {
        if self.sides != sides {
            self.sides = sides;
            self.order = [
                order(View::<F, ByLeft>::new(self.frame), sides),
                order(View::<F, ByRight>::new(self.frame), sides),
            ];
        }
    }

    /// Whether the player loses cells of a board for which the order is made, with an own integer, moving
    /// first; and with how much work that was found. `None` if it is not known.
    pub(super) fn loses_at_once<S: Side>(
        &self,
        cells: F::Cells,
        integer: i8,
    ) -> Option<(bool, u32)> {
        let view = View::<F, S>::new(self.frame);
        let wanted = 1 - i32::from(integer);
        if lead_up_to(view, cells, true, wanted) >= wanted {
            return Some((false, 0));
        }
        let key = Key { cells: least(self.frame, cells), turned: S::TURNED };
        if let Some(wins) = self.thread.known.get(key, integer) {
            return Some((!wins, self.thread.known.work(key)));
        }
        let wanted = i32::from(integer);
        (lead_up_to(view.other(), cells, false, wanted) >= wanted).then_some((true, 0))
    }

    /// Whether the player has a winning move on such cells, with an own integer. If so, that is known
    /// of a position after a move, as long as it is kept.
    pub(super) fn wins_by_moves<S: Side>(
        &mut self,
        cells: F::Cells,
        integer: i8,
        ticker: &mut Ticker,
    ) -> Result<bool> {
        let key = Key { cells: least(self.frame, cells), turned: S::TURNED };
        let short = 1 - lead(View::<F, S>::new(self.frame), cells, true) - i32::from(integer);
        self.search_and_keep::<S>(Child { cells, key, integer, short }, ticker)
    }

    /// Whether the player wins the cells and an own integer, moving first.
    fn wins_first<S: Side>(
        &mut self,
        cells: F::Cells,
        integer: i64,
        ticker: &mut Ticker,
    ) -> Result<bool> {
        // A value is no larger than the number of dominoes that fit.
        let Some(integer) = i8::try_from(integer).ok().filter(|n| (-FIT..=FIT).contains(n)) else {
            return Ok(integer > 0);
        };
        let view = View::<F, S>::new(self.frame);
        let (cells, value) = without_lines(view, cells);
        let integer = integer + value as i8;
        let short = 1 - lead(view, cells, true) - i32::from(integer);
        if short <= 0 {
            return Ok(true);
        }
        if lead(view.other(), cells, false) - i32::from(integer) >= 0 {
            return Ok(false);
        }
        let key = Key { cells: least(self.frame, cells), turned: S::TURNED };
        self.set_order(sides(self.frame, cells));
        let child = Child { cells: key.cells, key, integer, short };
        let before = self.thread.searched();
        let found = match self.thread.known.take(key, integer, true) {
            Taken::Decided(wins) => Ok(wins),
            _ => self.search_and_keep::<S>(child, ticker),
        };
        self.thread.known.count(self.thread.searched() - before);
        found
    }
}

/// The places of dominoes by their upper cells, the best ones first: by how many of three things are true.
/// There is one more domino in safe cells in the column on the left, or in the one on the right, and in
/// the own column there is one domino less and not two.
fn ranked<F: Frame, S: Side>(view: View<F, S>, free: F::Cells, places: F::Cells) -> [F::Cells; 4] {
    let safe = free & !(view.left(free) | view.right(free));
    // Whether there is an odd number of cells above, or below: of free ones, and of safe ones.
    let zero = F::Cells::zero();
    let [mut above, mut below, mut safe_above, mut safe_below] = [zero; 4];
    for _ in 0..view.rows() {
        above = view.down(free & !above);
        below = view.up(free & !below);
        safe_above = view.down(safe & !safe_above);
        safe_below = view.up(safe & !safe_below);
    }
    // With `freed` cells that become safe, if the cells beside them are taken.
    let one_more = |freed: F::Cells| {
        let lower = view.up(freed);
        freed & (lower | safe_above) | lower & view.up(safe_below)
    };
    let on_left = view.right(one_more(free & !view.right(free)));
    let on_right = view.left(one_more(free & !view.left(free)));
    let whole = !(above & view.up(below));
    let (any, both) = (on_left | on_right, on_left & on_right);
    let (two, three) = (any & whole | both, both & whole);
    let one = any | whole;
    [three, two & !three, one & !two, !one].map(|set| places & set)
}

/// The upper cells of dominoes as a player sees them, in the order in which they are tried, on a board
/// with so many rows and columns in its frame. Those in one set lie alike.
fn order<F: Frame, S: Side>(view: View<F, S>, sides: [u32; 2]) -> Vec<F::Cells> {
    let [rows, columns] = if S::TURNED { [sides[1], sides[0]] } else { sides };
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
        (class, Reverse(beside), Reverse(above), Reverse(column))
    };
    let mut sets = BTreeMap::new();
    for (row, column) in
        (0..rows.saturating_sub(1)).flat_map(|row| (0..columns).map(move |c| (row, c)))
    {
        let set = sets.entry(Reverse(rank(row, column))).or_insert(F::Cells::zero());
        *set |= view.cell(row, column);
    }
    sets.into_values().collect()
}

impl<F: Frame> WinnerSearch<PositionOf<F>> for DomineeringSearch<F> {
    fn wins(
        &mut self,
        free: &PositionOf<F>,
        integer: i64,
        player: Player,
        ticker: &mut Ticker,
    ) -> Result<bool> {
        let free = F::Cells::of(free);
        match player {
            Player::Left => self.wins_first::<ByLeft>(free, integer, ticker),
            Player::Right => {
                let integer = integer.saturating_neg();
                // Positions of the same search, if it fits.
                match transposed(self.frame, free) {
                    Some(free) => self.wins_first::<ByLeft>(free, integer, ticker),
                    None => self.wins_first::<ByRight>(free, integer, ticker),
                }
            }
        }
    }

    fn fork(&self) -> Box<dyn WinnerSearch<PositionOf<F>>> {
        Box::new(self.clone())
    }

    fn strategy(
        &mut self,
        free: &PositionOf<F>,
        integer: i64,
        first: Player,
        ticker: &mut Ticker,
    ) -> Result<Option<(bool, BoardRows)>> {
        let wins = self.wins(free, integer, first, ticker)?;
        let free = F::Cells::of(free);
        let winner = if wins { first } else { first.opponent() };
        let turned = if first == Player::Right { transposed(self.frame, free) } else { None };
        let by_left = first == Player::Left || turned.is_some();
        let boards = match by_left == wins {
            true => Lister::<F, ByLeft>::list(self, free, integer, (winner, wins), ticker),
            false => Lister::<F, ByRight>::list(self, free, integer, (winner, wins), ticker),
        };
        Ok(boards?.map(|boards| (wins, boards)))
    }

    fn write(&mut self, write: &mut dyn FnMut(Vec<u8>) -> Result) -> Result {
        self.thread.known.write(write)
    }

    fn read(&mut self, piece: &[u8], budget: &Budget) -> bool {
        self.thread.known.read(piece, budget)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use upstar_engine::{Engine, Settings};

    use super::super::bounds::tests::{boards, least_integers};
    use super::super::frame::tests::placed;
    use super::super::frame::{Eight, Eleven, Oblong};
    use super::*;
    use crate::boards::known::Entry;

    /// With each board in a corner of its frame that is not the first one.
    fn agree_with_plain_play<F: Frame>(frame: F) {
        let budget = Budget::unlimited();
        let view = View::<F, ByLeft>::new(frame);
        for (rows, columns) in [(4, 4), (3, 5)] {
            let corner = [frame.rows() - rows, frame.columns() - columns];
            let mut search = DomineeringSearch::new(frame, 1 << 20);
            let mut known = HashMap::new();
            for free in boards(rows, columns) {
                let [first, second] = least_integers(free, &mut known);
                let cells = placed(view, free, corner);
                for integer in [-70, first - 1, first, second - 1, second, 70] {
                    let n = i64::from(integer);
                    let mut ticker = budget.ticker();
                    let mut wins =
                        |player| search.wins(&cells.position(), n, player, &mut ticker).unwrap();
                    assert_eq!(wins(Player::Left), integer >= first, "{free:x} {integer}");
                    assert_eq!(wins(Player::Right), integer < second, "{free:x} {integer}");
                }
            }
            let mut pieces = Vec::new();
            let mut write = |piece| {
                pieces.push(piece);
                Ok(())
            };
            search.write(&mut write).unwrap();
            search.write(&mut |_| panic!("nothing is new")).unwrap();
            let mut other = DomineeringSearch::new(frame, 1 << 20);
            assert!(pieces.iter().all(|piece| other.read(piece, &budget)));
            assert!(!other.read(&pieces[0][1..], &budget));
            // Some drop out where a slot is taken.
            let entries = |search: &DomineeringSearch<F>| -> HashSet<_> {
                search.thread.known.entries().into_iter().map(|entry| entry.bytes()).collect()
            };
            let [before, after] = [&search, &other].map(entries);
            assert!(after.is_subset(&before) && 2 * after.len() > before.len());
        }
    }

    #[test]
    fn winners_agree_with_plain_play() {
        agree_with_plain_play(Eight);
        agree_with_plain_play(Eleven);
        agree_with_plain_play(Oblong::new(4, 32).unwrap());
        agree_with_plain_play(Oblong::new(25, 5).unwrap());
    }

    /// Against the search of the engine, which is used without symmetries.
    #[test]
    fn winners_agree_with_the_engine() {
        let budget = Budget::unlimited();
        let plain = Settings { symmetry: false, ..Settings::default() };
        let universe = upstar_values::Universe::new();
        let engine = Engine::new(&universe, plain);
        let rules = Rules::new(super::super::Domineering(crate::boards::bits::tests::sized(8, 8)));
        // A table that drops most of what it knows.
        let mut search = DomineeringSearch::new(Eight, 1 << 14);
        let mut random = 1u64;
        let mut lost = 0;
        for _ in 0..200 {
            let mut next = || {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                random >> 20
            };
            let free = (next() | next() << 32 | next() << 13) & 0x1f_1f1f_1f1f;
            let board = rules.at(free);
            let outcome = board.outcome(&engine, Convention::Normal, &budget).unwrap();
            for player in Player::BOTH {
                let wins = search.wins(&free, 0, player, &mut budget.ticker()).unwrap();
                assert_eq!(wins, outcome.winner(player) == Some(player), "{free:x}");
                lost += usize::from(!wins);
            }
        }
        assert!(lost > 50, "{lost}");
    }

    /// What threads find that share a table, with room and without, against one thread.
    #[test]
    fn threads_agree_with_one() {
        let budget = Budget::unlimited();
        let mut alone = DomineeringSearch::new(Eight, 1 << 26);
        let mut random = 1u64;
        for round in 0..24 {
            let search = DomineeringSearch::new(Eight, [1 << 14, 1 << 22][round % 2]);
            let mut next = || {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                random >> 20
            };
            let free = (next() | next() << 32 | next() << 13) & 0x7f_7f7f_7f7f_7f7f;
            for player in Player::BOTH {
                let ask = |search: &mut dyn WinnerSearch<u64>| {
                    search.wins(&free, 0, player, &mut budget.ticker()).unwrap()
                };
                let found = std::thread::scope(|scope| {
                    let forks = [(); 4].map(|()| search.fork());
                    let threads = forks.map(|mut one| scope.spawn(move || ask(&mut *one)));
                    threads.map(|thread| thread.join().unwrap())
                });
                assert_eq!(found, [ask(&mut alone); 4], "{free:x}");
            }
            for Entry { cells, turned, wins, loses, .. } in search.thread.known.entries() {
                let (player, sign) = if turned { (Player::Right, -1) } else { (Player::Left, 1) };
                for (integer, expected) in [(wins, true), (loses, false)] {
                    let mut ticker = budget.ticker();
                    let integer = i64::from(integer) * sign;
                    let found =
                        alone.wins(&cells.position(), integer, player, &mut ticker).unwrap();
                    assert_eq!(found, expected, "{cells:x} {integer} {player:?}");
                }
            }
        }
    }

    /// A table that may not grow slows the search down, but does not end it.
    #[test]
    fn little_memory_is_enough() {
        let budget = Budget::unlimited().with_bytes(1 << 17);
        let mut search = DomineeringSearch::new(Oblong::new(5, 13).unwrap(), u64::MAX);
        let board = ((1_u128 << (5 * 13)) - 1).position();
        for (player, wins) in [(Player::Left, false), (Player::Right, true)] {
            assert_eq!(search.wins(&board, 0, player, &mut budget.ticker()).unwrap(), wins);
        }
        assert!(search.thread.known.bytes() < 1 << 17);
    }
}
