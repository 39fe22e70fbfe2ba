//! Who wins a position of NoGo and an integer, by a search of its own, depth first. Strips, which fall
//! apart, have [another](super::strip_search).
//!
//! Moves are tried first that leave the player more places for stones, more liberties, and more cells
//! beside which there are several stones of hers, which become eyes.

use upstar_core::{Player, Ticker};
use upstar_engine::WinnerSearch;

use super::super::field::{Field, MOST, places, sides_of_grid};
use super::state::{Settled, State};
use super::strip::Rows;
use super::strip_search::StripSearch;
use crate::boards::bits::SmallBoard;
use crate::boards::grid::{FREE, Grid, WALL};
use crate::boards::known::{Key, Taken, Thread};
use crate::prelude::*;

/// Positions with so few free cells are not kept.
const FEW: u32 = 4;
/// No more stones fit on a board.
const FIT: i64 = MOST as i64;

/// A position after a move, which is to be searched.
struct Child {
    state: State,
    integer: i8,
    key: Key<u128>,
    /// How good it is for the player to move, and how many cells are left.
    score: (i32, u32),
}

/// Positions that no bound decides.
#[derive(Default)]
struct Children {
    /// That are not known.
    open: Vec<Child>,
    /// The last one, which was not looked up yet: by then it is fetched from memory.
    last: Option<Child>,
}

/// Clones share what is known.
#[derive(Clone)]
pub(super) struct NoGoSearch {
    thread: Thread<u128>,
    /// That of the last board.
    field: Option<Field>,
    strips: StripSearch,
}

impl NoGoSearch {
    pub(super) fn new(bytes: u64) -> Self {
        NoGoSearch { thread: Thread::new(bytes), field: None, strips: StripSearch::new(bytes) }
    }

    /// Whether the player to move wins a position of a field of so many columns, with her stones first,
    /// and an integer of hers.
    fn wins_on(
        &mut self,
        sides: [u32; 2],
        state: State,
        integer: i64,
        ticker: &mut Ticker,
    ) -> Result<bool> {
        // A value is no larger than the number of stones that fit.
        if !(-FIT..=FIT).contains(&integer) {
            return Ok(integer > 0);
        }
        if sides.contains(&1) {
            let rows = Rows::of(&strip(sides[0] * sides[1], state));
            return self.strips.wins(&rows, integer, ticker);
        }
        let field = self.field.take().filter(|field| field.sides() == sides);
        let Some(field) = field.or_else(|| Field::new(sides[0], sides[1])) else {
            return Err(RuleError::NotApplicable(
                "the board is too large for this search".to_owned(),
            ));
        };
        let before = self.thread.searched();
        let found = match field.settled(state) {
            // Nobody may play.
            None => Ok(integer > 0),
            Some((settled, value)) => {
                let mut search = Search { thread: &mut self.thread, field: &field, ticker };
                search.wins_settled(&settled, integer as i32 + value)
            }
        };
        self.thread.known.count(self.thread.searched() - before);
        self.field = Some(field);
        found
    }

    /// The same of several strips.
    fn wins_strips(
        &mut self,
        strips: impl Iterator<Item = (u32, State)>,
        integer: i64,
        ticker: &mut Ticker,
    ) -> Result<bool> {
        let mut all = Rows::default();
        for (cells, state) in strips {
            let Rows { rows, integer, star } = Rows::of(&strip(cells, state));
            all.rows.extend(rows);
            all.integer += integer;
            all.star ^= star;
        }
        self.strips.wins(&all, integer, ticker)
    }
}

/// The cells of a strip, with the stones of the player to move as Left's.
fn strip(cells: u32, state: State) -> Vec<u8> {
    let letter = |at: u32| match [state.free, state.stones[0], state.stones[1]] {
        [free, ..] if free >> at & 1 == 1 => FREE,
        [_, own, _] if own >> at & 1 == 1 => b'x',
        [.., other] if other >> at & 1 == 1 => b'o',
        _ => WALL,
    };
    (0..cells).map(letter).collect()
}

/// A search on one field.
struct Search<'a> {
    thread: &'a mut Thread<u128>,
    field: &'a Field,
    ticker: &'a mut Ticker,
}

impl Search<'_> {
    fn key(&self, state: &State) -> Key<u128> {
        let planes = self.field.least(state.planes()).map(u128::from);
        let board = planes[0] | planes[1] << MOST | planes[2] << (2 * MOST);
        let columns = u128::from(self.field.columns());
        // The number of columns tells which cells are beside each other.
        let cells = board | u128::from(state.star) << (3 * MOST) | columns << (3 * MOST + 1);
        Key { cells, turned: false }
    }

    /// Whether the player to move wins a settled position and her integer.
    fn wins_settled(&mut self, settled: &Settled, integer: i32) -> Result<bool> {
        if let Some(wins) = self.field.decided(settled, 0, integer) {
            return Ok(wins);
        }
        let state = settled.state;
        let (key, integer) = (self.key(&state), integer as i8);
        match self.thread.known.take(key, integer, true) {
            Taken::Decided(wins) => Ok(wins),
            _ => self.search_and_keep(&Child { state, integer, key, score: (0, 0) }),
        }
    }

    /// Whether the player to move wins. It is called for positions with fewer and fewer cells and moves
    /// in the integer. The answer has no meaning if the thread is
    /// [overtaken](Thread::is_overtaken).
    fn wins(&mut self, settled: &Settled, integer: i32) -> Result<bool> {
        if self.thread.step(self.ticker)? {
            return Ok(false);
        }
        let mut children = Children::default();
        let mut places = settled.may[0];
        while places != 0 {
            let place = places & places.wrapping_neg();
            places ^= place;
            let (after, value) = self.field.after(settled, place);
            if self.wins_by(after, integer + value, &mut children)? {
                return Ok(true);
            }
        }
        if settled.state.star && self.wins_by(settled.without_star(), integer, &mut children)? {
            return Ok(true);
        }
        if self.is_lost(&mut children) {
            return Ok(true);
        }
        let mut children = children.open;
        self.ticker.tick(children.len() as u64)?;
        children.sort_by_key(|child| child.score);
        let mut later = Vec::new();
        // What another thread searches comes last, but not the first move: often no other one is needed.
        for (index, child) in children.iter().enumerate() {
            match self.loses(child, index == 0)? {
                Some(true) => return Ok(true),
                Some(false) => {}
                None => later.push(child),
            }
        }
        for child in later {
            if self.loses(child, true)? == Some(true) {
                return Ok(true);
            }
        }
        // If the position is a number, a move in the integer may be the only good one.
        if integer <= 0 {
            return Ok(false);
        }
        let mut children = Children::default();
        if self.wins_by(settled.clone(), integer - 1, &mut children)? {
            return Ok(true);
        }
        match children.last {
            Some(child) => Ok(self.loses(&child, true)? == Some(true)),
            None => Ok(false),
        }
    }

    /// Looks up the position that was met last. Whether the player to move there loses.
    fn is_lost(&self, children: &mut Children) -> bool {
        let Some(child) = children.last.take() else { return false };
        match self.thread.known.get(child.key, child.integer) {
            Some(wins) => !wins,
            None => {
                children.open.push(child);
                false
            }
        }
    }

    /// Whether the player who moved to a position is seen to win. It is added to the children if nothing
    /// is seen.
    fn wins_by(&mut self, after: Settled, integer: i32, children: &mut Children) -> Result<bool> {
        let integer = -integer;
        if let Some(wins) = self.field.decided(&after, 1, integer) {
            return Ok(!wins);
        }
        if after.state.free.count_ones() <= FEW {
            let wins = self.wins(&after.turned(), integer)?;
            return Ok(!wins || self.thread.is_overtaken());
        }
        let (state, [theirs, may]) = (after.state.turned(), after.may);
        let key = self.key(&state);
        self.thread.known.prefetch(key);
        let score = self.score(&state, [may, theirs], integer);
        let lost = self.is_lost(children);
        children.last = Some(Child { state, integer: integer as i8, key, score });
        Ok(lost)
    }

    /// Whether the player to move loses; `None` if another thread searches the position. With `join` it
    /// is searched even then.
    fn loses(&mut self, child: &Child, join: bool) -> Result<Option<bool>> {
        let wins = match self.thread.known.take(child.key, child.integer, join) {
            Taken::Decided(wins) => wins,
            Taken::Ours => self.search_and_keep(child)?,
            Taken::UnderWay => return Ok(None),
        };
        Ok(Some(!wins || self.thread.is_overtaken()))
    }

    /// Searches a position that was taken.
    fn search_and_keep(&mut self, child: &Child) -> Result<bool> {
        let begun = self.thread.begin(child.key, child.integer);
        let Some((settled, value)) = self.field.settled(child.state) else {
            unreachable!("a move leaves liberties")
        };
        let found = self.wins(&settled, i32::from(child.integer) + value);
        self.thread.end(begun, found, self.ticker.budget())
    }

    /// How good a position is for the player to move, and how many cells are left. The weights are those
    /// with which boards of up to 21 cells took the fewest positions.
    fn score(&self, state: &State, may: [u64; 2], integer: i32) -> (i32, u32) {
        let count = |cells: u64| cells.count_ones() as i32;
        let of = |side: usize| {
            let stones = state.stones[side];
            let [a, b, c, d] = self.field.steps(stones);
            let (either, both) = ((a | b, c | d), (a & b, c & d));
            let two = both.0 | both.1 | either.0 & either.1;
            let three = both.0 & either.1 | both.1 & either.0;
            let liberties = (either.0 | either.1) & state.free;
            let touching = (either.0 | either.1) & stones;
            10 * count(may[side])
                + 4 * count(state.breath[side])
                + 4 * count(liberties)
                + 3 * count(two & state.free)
                + 2 * count(three & state.free)
                - 2 * count(touching)
        };
        (of(0) - of(1) + 16 * integer, state.free.count_ones())
    }
}

/// The position of a board with `own` and `other` stones on cells of a word, as the player to move sees
/// it.
fn state(free: u64, left: u64, right: u64, player: Player) -> State {
    let state = State { free, stones: [left, right], ..State::default() };
    if player == Player::Left { state } else { state.turned() }
}

/// What a search for boards of one kind has besides [`NoGoSearch::wins_on`].
macro_rules! winner_search {
    ($position:ty, $sides:expr, $cells:expr) => {
        impl WinnerSearch<$position> for NoGoSearch {
            fn takes(&self, board: &$position) -> bool {
                let [rows, columns] = $sides(board);
                rows.saturating_mul(columns) <= MOST
            }

            fn wins(
                &mut self,
                board: &$position,
                integer: i64,
                player: Player,
                ticker: &mut Ticker,
            ) -> Result<bool> {
                let [free, left, right] = $cells(board);
                let integer =
                    if player == Player::Left { integer } else { integer.saturating_neg() };
                self.wins_on($sides(board), state(free, left, right, player), integer, ticker)
            }

            /// Strips are searched together.
            fn wins_sum(
                &mut self,
                boards: &[(&$position, Negated)],
                integer: i64,
                ticker: &mut Ticker,
            ) -> Result<Option<bool>> {
                let is_strip =
                    |&(board, _): &(&$position, _)| self.takes(board) && $sides(board).contains(&1);
                if !boards.iter().all(is_strip) {
                    return Ok(None);
                }
                let strips = boards.iter().map(|&(board, negated)| {
                    let player = match negated {
                        Negated::No => Player::Left,
                        Negated::Yes => Player::Right,
                    };
                    let [free, left, right] = $cells(board);
                    ($sides(board).iter().product(), state(free, left, right, player))
                });
                self.wins_strips(strips, integer, ticker).map(Some)
            }

            fn fork(&self) -> Box<dyn WinnerSearch<$position>> {
                Box::new(self.clone())
            }

            /// What is known of strips is not written: it names values by their ids.
            fn write(&mut self, write: &mut dyn FnMut(Vec<u8>) -> Result) -> Result {
                self.thread.known.write(write)
            }

            fn read(&mut self, piece: &[u8], budget: &Budget) -> bool {
                self.thread.known.read(piece, budget)
            }
        }
    };
}

fn sides_of_small(board: &SmallBoard) -> [u32; 2] {
    let (rows, columns) = board.extent();
    [rows.into(), columns.into()]
}

/// Free cells, Left's stones and Right's, row after row.
fn cells_of_small(board: &SmallBoard) -> [u64; 3] {
    let (free, left, right) = board.parts();
    let [rows, columns] = sides_of_small(board);
    let row = |cells: u64, row: u32| (cells >> (8 * row) & 0xff) << (row * columns);
    [free, left, right].map(|cells| (0..rows).fold(0, |set, at| set | row(cells, at)))
}

fn cells_of_grid(grid: &Grid) -> [u64; 3] {
    [FREE, b'x', b'o'].map(|letter| places(grid, letter))
}

winner_search!(SmallBoard, sides_of_small, cells_of_small);
winner_search!(Grid, sides_of_grid, cells_of_grid);
