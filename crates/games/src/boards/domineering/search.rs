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
use upstar_core::{Lease, Player, Ticker};
use upstar_engine::{BoardRows, WinnerSearch};

use super::bounds::{lead, lead_up_to, without_lines};
use super::certificate::Lister;
use super::frame::{ByLeft, ByRight, Cells, Frame, Side, View, least, sides, transposed};
use crate::prelude::*;

/// No more dominoes fit on a board.
const FIT: i8 = 64;
/// So many moves that no bound decides are collected before they are searched.
const COLLECTED: usize = 6;
/// What a position takes in a store.
const ENTRY_BYTES: usize = 23;
/// So many positions are written together.
const IN_A_PIECE: usize = 1 << 16;
/// A single move seldom makes up for more than this.
const SHORT: i32 = 3;

/// Of one position, up to reflections: with which own integers the player wins, moving first. Packed,
/// it takes 24 bytes for 128 cells, not 32.
#[derive(Clone, Copy)]
#[repr(Rust, packed(8))]
struct Entry<C: Copy> {
    cells: C,
    /// How many positions were searched for it; 0 in a free slot.
    work: u32,
    /// Whether the player who moves first is Right.
    turned: bool,
    /// The least integer that is known to win, and the greatest that is known to lose.
    wins: i8,
    loses: i8,
}

impl<C: Cells> Entry<C> {
    fn empty() -> Self {
        Entry { cells: C::zero(), work: 0, turned: false, wins: i8::MAX, loses: i8::MIN }
    }

    fn key(self) -> Key<C> {
        Key { cells: self.cells, turned: self.turned }
    }

    fn bytes(self) -> [u8; ENTRY_BYTES] {
        let mut bytes = [0; ENTRY_BYTES];
        let cells = { self.cells }.to_u128();
        let cells = cells.unwrap_or_else(|| unreachable!("a board fits 128 bits"));
        let [wins, loses] = [self.wins, self.loses].map(i8::cast_unsigned);
        bytes[..16].copy_from_slice(&cells.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.work.to_le_bytes());
        bytes[20..].copy_from_slice(&[wins, loses, u8::from(self.turned)]);
        bytes
    }

    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let (cells, rest) = bytes.split_first_chunk()?;
        let (work, rest) = rest.split_first_chunk()?;
        let &[wins, loses, turned @ (0 | 1)] = rest else { return None };
        let [wins, loses] = [wins, loses].map(u8::cast_signed);
        let cells = num_traits::cast(u128::from_le_bytes(*cells))?;
        let work = u32::from_le_bytes(*work);
        (work > 0).then_some(Entry { cells, work, turned: turned == 1, wins, loses })
    }
}

/// The representative of a position, and whether the player who moves first is Right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key<C> {
    cells: C,
    turned: bool,
}

/// What is known, by whole positions. Each has two slots. A full table drops what was found with
/// the least work.
struct KnownWinners<C: Copy> {
    slots: Vec<Entry<C>>,
    used: usize,
    most: usize,
    /// The memory of the slots, once there are more than at first.
    lease: Option<Lease>,
}

impl<C: Cells> KnownWinners<C> {
    fn new(bytes: u64) -> Self {
        let most = usize::try_from(bytes / size_of::<Entry<C>>() as u64).unwrap_or(usize::MAX);
        KnownWinners { slots: vec![Entry::empty(); 1 << 10], used: 0, most, lease: None }
    }

    /// The first slot of a position; the other one is beside it.
    #[inline]
    fn slot(&self, key: Key<C>) -> usize {
        let mixed = key.cells.mixed() ^ u64::from(key.turned) << 32;
        (mixed >> 32) as usize & (self.slots.len() - 1)
    }

    #[inline]
    fn entry(&self, key: Key<C>) -> Option<Entry<C>> {
        let at = self.slot(key);
        [at, at ^ 1].map(|at| self.slots[at]).into_iter().find(|entry| entry.key() == key)
    }

    /// Whether the player, moving first, wins the position and the integer.
    #[inline]
    fn get(&self, key: Key<C>, integer: i8) -> Option<bool> {
        let entry = self.entry(key)?;
        match integer {
            _ if integer >= entry.wins => Some(true),
            _ if integer <= entry.loses => Some(false),
            _ => None,
        }
    }

    fn insert(&mut self, key: Key<C>, integer: i8, wins: bool, work: u32, budget: &Budget) {
        let slot = self.slot_for(key);
        slot.work = slot.work.saturating_add(work.max(1));
        if wins {
            slot.wins = slot.wins.min(integer);
        } else {
            slot.loses = slot.loses.max(integer);
        }
        self.grow_if_full(budget);
    }

    /// Takes over what another table knows of a position.
    fn merge(&mut self, entry: Entry<C>, budget: &Budget) {
        let slot = self.slot_for(entry.key());
        slot.work = slot.work.max(entry.work);
        slot.wins = slot.wins.min(entry.wins);
        slot.loses = slot.loses.max(entry.loses);
        self.grow_if_full(budget);
    }

    /// The slot of a position, which may have been that of another one.
    fn slot_for(&mut self, key: Key<C>) -> &mut Entry<C> {
        let at = self.slot(key);
        let slots = [at, at ^ 1];
        let known = slots.into_iter().find(|&at| self.slots[at].key() == key);
        let at = known.unwrap_or(if self.slots[at].work <= self.slots[at ^ 1].work {
            at
        } else {
            at ^ 1
        });
        let slot = &mut self.slots[at];
        if known.is_none() {
            self.used += usize::from(slot.work == 0);
            *slot = Entry { cells: key.cells, turned: key.turned, ..Entry::empty() };
        }
        slot
    }

    fn grow_if_full(&mut self, budget: &Budget) {
        if self.used > self.slots.len() / 2 && 2 * self.slots.len() <= self.most {
            self.grow(budget);
        }
    }

    /// Doubles the table, or keeps to its size if the budget has no memory to spare.
    fn grow(&mut self, budget: &Budget) {
        let bytes = |slots: usize| (slots * size_of::<Entry<C>>()) as u64;
        let lease = self.lease.get_or_insert_with(|| Lease::new(budget));
        if lease.reserve_spare(bytes(2 * self.slots.len())).is_err() {
            self.most = self.slots.len();
            return;
        }
        let wider = vec![Entry::empty(); 2 * self.slots.len()];
        lease.release(lease.bytes().saturating_sub(bytes(wider.len())));
        self.used = 0;
        for entry in std::mem::replace(&mut self.slots, wider) {
            if entry.work > 0 {
                let at = self.slot(entry.key());
                let at = if self.slots[at].work == 0 { at } else { at ^ 1 };
                self.used += usize::from(self.slots[at].work == 0);
                self.slots[at] = entry;
            }
        }
    }
}

/// A position after a move, which is to be searched.
#[derive(Clone, Copy)]
struct Child<C> {
    cells: C,
    key: Key<C>,
    integer: i8,
    /// What the bound of the player to move lacks of a win, at least 1.
    short: i32,
}

/// On boards in one frame.
pub(super) struct DomineeringSearch<F: Frame> {
    pub(super) frame: F,
    known: KnownWinners<F::Cells>,
    /// The rows and columns for which `order` was made.
    sides: [u32; 2],
    /// The upper cells of dominoes, as the player sees them, the first sets to be tried first: for
    /// Left, and for Right.
    order: [Vec<F::Cells>; 2],
    searched: u64,
    /// The number of them when the results were last written.
    saved: u64,
}

impl<F: Frame> DomineeringSearch<F> {
    pub(super) fn new(frame: F, bytes: u64) -> Self {
        let known = KnownWinners::new(bytes);
        DomineeringSearch {
            frame,
            known,
            sides: [0; 2],
            order: [Vec::new(), Vec::new()],
            searched: 0,
            saved: 0,
        }
    }

    /// Whether the player wins, moving first. No bound decides the position. It is called for
    /// positions with fewer and fewer cells, at most 64 deep.
    fn search<S: Side>(&mut self, child: Child<F::Cells>, ticker: &mut Ticker) -> Result<bool> {
        let Child { cells, integer, short, .. } = child;
        let view = View::<F, S>::new(self.frame);
        self.searched += 1;
        let mut children = [child; COLLECTED];
        let mut count = 0;
        let places = cells & view.up(cells);
        // A domino in safe cells is as good later.
        let exposed = cells & (view.left(cells) | view.right(cells));
        let soon = places & (exposed | view.up(exposed));
        ticker.tick(1)?;
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
                    match self.known.get(key, integer) {
                        Some(false) => return Ok(true),
                        Some(true) => continue,
                        None => children[count] = Child { cells, key, integer, short },
                    }
                    count += 1;
                    if count == COLLECTED {
                        count = 0;
                        if self.any_lost::<S::Other>(&children, ticker)? {
                            return Ok(true);
                        }
                    }
                }
            }
        }
        self.any_lost::<S::Other>(&children[..count], ticker)
    }

    /// Whether the player, moving first, loses one of the positions.
    fn any_lost<S: Side>(
        &mut self,
        children: &[Child<F::Cells>],
        ticker: &mut Ticker,
    ) -> Result<bool> {
        ticker.tick(children.len() as u64)?;
        for &child in children {
            let wins = match self.known.get(child.key, child.integer) {
                Some(wins) => wins,
                None => self.search_and_keep::<S>(child, ticker)?,
            };
            if !wins {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn search_and_keep<S: Side>(
        &mut self,
        child: Child<F::Cells>,
        ticker: &mut Ticker,
    ) -> Result<bool> {
        let before = self.searched;
        let wins = self.search::<S>(child, ticker)?;
        let work = u32::try_from(self.searched - before).unwrap_or(u32::MAX);
        self.known.insert(child.key, child.integer, wins, work, ticker.budget());
        Ok(wins)
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
        if let Some(wins) = self.known.get(key, integer) {
            return Some((!wins, self.known.entry(key).map_or(0, |entry| entry.work)));
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
        if let Some(wins) = self.known.get(key, integer) {
            return Ok(wins);
        }
        self.set_order(sides(self.frame, cells));
        self.search_and_keep::<S>(Child { cells: key.cells, key, integer, short }, ticker)
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

impl<F: Frame> WinnerSearch<F::Cells> for DomineeringSearch<F> {
    fn wins(
        &mut self,
        &free: &F::Cells,
        integer: i64,
        player: Player,
        ticker: &mut Ticker,
    ) -> Result<bool> {
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

    fn strategy(
        &mut self,
        &free: &F::Cells,
        integer: i64,
        first: Player,
        ticker: &mut Ticker,
    ) -> Result<Option<(bool, BoardRows)>> {
        let wins = self.wins(&free, integer, first, ticker)?;
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
        if self.searched == self.saved {
            return Ok(());
        }
        let mut entries = self.known.slots.iter().filter(|entry| entry.work > 0).peekable();
        while entries.peek().is_some() {
            write(entries.by_ref().take(IN_A_PIECE).flat_map(|entry| entry.bytes()).collect())?;
        }
        self.saved = self.searched;
        Ok(())
    }

    fn read(&mut self, piece: &[u8], budget: &Budget) -> bool {
        let mut entries = piece.chunks(ENTRY_BYTES).map(Entry::of_bytes);
        entries.all(|entry| entry.map(|entry| self.known.merge(entry, budget)).is_some())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use upstar_engine::{Engine, Settings, Solver};

    use super::super::bounds::tests::{boards, least_integers};
    use super::super::frame::tests::placed;
    use super::super::frame::{Eight, Eleven, Oblong};
    use super::*;

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
                    let mut wins = |player| search.wins(&cells, n, player, &mut ticker).unwrap();
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
                let used = search.known.slots.iter().filter(|slot| slot.work > 0);
                used.map(|slot| slot.bytes()).collect()
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
        let rules = super::super::Domineering(crate::boards::bits::tests::sized(8, 8));
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
        for board in ["8x8", "9x9", "6x14"] {
            assert!(solver.outcome(&sum(board), Convention::Normal, &few).is_err(), "{board}");
        }
    }

    /// Two rows: Berlekamp, 1988; three and five: Lachmann, Moore and Rapaport, 2000.
    #[test]
    fn outcomes_of_wide_boards() {
        let solver = Solver::default();
        let budget = Budget::unlimited();
        let outcomes = [
            ("2x9", Outcome::L),
            ("2x13", Outcome::P),
            ("2x20", Outcome::R),
            ("2x40", Outcome::R),
            ("3x9", Outcome::R),
            ("30x3", Outcome::L),
            ("9x5", Outcome::L),
            ("5x10", Outcome::R),
            ("5x13", Outcome::R),
        ];
        for (board, outcome) in outcomes {
            let sum = crate::parse_sum(&format!("domineering(\"{board}\")")).unwrap();
            let found = solver.outcome(&sum, Convention::Normal, &budget).unwrap();
            assert_eq!(found, outcome, "{board}");
        }
    }

    /// A table that may not grow slows the search down, but does not end it.
    #[test]
    fn little_memory_is_enough() {
        let budget = Budget::unlimited().with_bytes(1 << 17);
        let mut search = DomineeringSearch::new(Oblong::new(5, 13).unwrap(), u64::MAX);
        let board = (1 << (5 * 13)) - 1;
        for (player, wins) in [(Player::Left, false), (Player::Right, true)] {
            assert_eq!(search.wins(&board, 0, player, &mut budget.ticker()).unwrap(), wins);
        }
        assert!(size_of_val(&*search.known.slots) < 1 << 17);
    }
}
