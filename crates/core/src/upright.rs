//! Boards of Domineering as the winner sees them, and a bound for who wins.
//!
//! The winner places upright dominoes and the opponent places lying ones. Beside the board there is
//! an integer of the winner's: so many moves of the winner, or of the opponent if it is negative.
//!
//! # The bound
//!
//! A cell is *exposed* if a free cell is beside it, and *safe* otherwise: the opponent never covers a
//! safe cell. Upright dominoes of safe cells are moves that the winner has until the end. Other areas of
//! the board are hers if she plays there first:
//!
//! - a *pair*, an upright domino of exposed cells;
//! - a *single*, an upright domino of an exposed cell and a safe cell in no other domino;
//! - an *option*, an exposed cell above or below a safe domino, of which she then takes the near cell
//!   with it: no more moves, but one exposed cell less. No safe domino has two options;
//! - a *square* of four exposed cells, with no free cell beside one of its columns: by a domino in the
//!   other column she makes that one safe, which gives two moves.
//!
//! No two areas have a common cell. The opponent takes an area from her only by a domino with a cell
//! in it, so one domino takes at most two areas, and no other one together with an area that has no
//! area beside it (it is *apart*).
//!
//! In each turn she takes an area while there is one, and then a safe domino. What she gets is counted
//! in halves: 2 for each move, beside those of safe dominoes, and 1 for each exposed cell that the
//! opponent can no longer cover. These are the exposed cells of the area, and cells in no area whose
//! only free neighbour in their row is in it. In a row of k exposed cells, of which t are lost to him,
//! the opponent has at most half of k - t moves, rounded down; so in all rows he has at most half of
//! the cells minus what she took, and a half less for each row with k odd in which t is even. If at the
//! end she has at least as many moves as he has, she wins when he begins: at her last turn she would
//! else be without a move after as many moves as she has, when he has made one more.
//!
//! Both play for the halves as in [`halves`]. By induction she gets no less if there are more areas, or
//! more valuable ones. So it does her no harm if the opponent takes fewer areas, or less valuable ones, than
//! the best that one domino may take.
//!
//! The same is counted once more by moves alone, with each row rounded down.

use crate::Player;

/// The most areas that are looked at.
const MOST_AREAS: usize = 64;

/// Boards with so many rows and columns. Cell `c` of row `r` is bit `r * (columns + 1) + c`, so that
/// there is a bit between rows that belongs to no cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Upright {
    rows: u32,
    columns: u32,
}

/// What the player who wants areas gets of those that are apart and of others, if she is `first`.
///
/// She takes an area in each turn, and her opponent one that is apart or two others.
fn halves(apart: &mut [i32], others: &mut [i32], first: bool) -> i32 {
    apart.sort_unstable_by(|a, b| b.cmp(a));
    others.sort_unstable_by(|a, b| b.cmp(a));
    // What she gets without the first areas of each kind: if she has the turn, and if he has it. The
    // rows are for those that are apart.
    let mut below = [[0; 2]; MOST_AREAS + 1];
    for i in (0..=apart.len()).rev() {
        let mut row = [[0; 2]; MOST_AREAS + 1];
        for j in (0..=others.len()).rev() {
            let (mut hers, mut his) = (0, i32::MAX);
            if let Some(worth) = apart.get(i) {
                hers = hers.max(worth + below[j][1]);
                his = his.min(below[j][0]);
            }
            if let Some(worth) = others.get(j) {
                hers = hers.max(worth + row[j + 1][1]);
                his = his.min(row[others.len().min(j + 2)][0]);
            }
            row[j] = [hers, if his == i32::MAX { 0 } else { his }];
        }
        below = row;
    }
    below[0][usize::from(!first)]
}

/// A row and a column, exchanged if Right is the winner.
fn turned(row: usize, column: usize, winner: Player) -> (usize, usize) {
    if winner == Player::Left { (row, column) } else { (column, row) }
}

/// The lowest cell of a set, taken from it.
fn next(set: &mut u128) -> Option<u128> {
    let cell = *set & set.wrapping_neg();
    *set ^= cell;
    (cell != 0).then_some(cell)
}

/// The cells beside others in their rows.
fn beside(cells: u128) -> u128 {
    cells << 1 | cells >> 1
}

impl Upright {
    /// `None` if the cells are too many.
    #[must_use]
    pub fn new(rows: usize, columns: usize) -> Option<Self> {
        let bits = rows.checked_mul(columns.checked_add(1)?)?;
        let fits = rows > 0 && columns > 0 && bits < u128::BITS as usize;
        fits.then_some(Upright { rows: rows as u32, columns: columns as u32 })
    }

    /// Boards as large as one in text, with rows and columns exchanged if Right is the winner.
    #[must_use]
    pub fn around(board: &str, winner: Player) -> Option<Self> {
        let rows = board.split('|').count();
        let columns = board.split('|').map(str::len).max()?;
        if winner == Player::Left { Self::new(rows, columns) } else { Self::new(columns, rows) }
    }

    /// The free cells of a board in text: rows of `.` and `#`, with `|` between them. `None` if it is
    /// none or has too many cells.
    #[must_use]
    pub fn read(self, board: &str, winner: Player) -> Option<u128> {
        let mut free = 0;
        for (row, text) in board.split('|').enumerate() {
            for (column, letter) in text.bytes().enumerate() {
                let (row, column) = turned(row, column, winner);
                match letter {
                    b'.' if row < self.rows as usize && column < self.columns as usize => {
                        free |= self.cell(row, column);
                    }
                    b'#' => {}
                    _ => return None,
                }
            }
        }
        Some(free)
    }

    /// The board as text, as [`Upright::read`] reads it.
    #[must_use]
    pub fn write(self, free: u128, winner: Player) -> String {
        let rows: Vec<u128> = (0..self.rows).map(|row| self.row(free, row)).collect();
        let extent = |any: &dyn Fn(usize) -> bool, most: u32| {
            (0..most as usize).rev().find(|&at| any(at)).map_or(1, |last| last + 1)
        };
        let height = extent(&|row| rows[row] != 0, self.rows);
        let width = extent(&|column| rows.iter().any(|row| row >> column & 1 == 1), self.columns);
        let (height, width) = turned(height, width, winner);
        let letter = |row, column| {
            let (row, column) = turned(row, column, winner);
            if rows[row] >> column & 1 == 1 { '.' } else { '#' }
        };
        let row = |row| (0..width).map(|column| letter(row, column)).collect::<String>();
        (0..height).map(row).collect::<Vec<_>>().join("|")
    }

    fn stride(self) -> u32 {
        self.columns + 1
    }

    /// A cell.
    #[must_use]
    pub fn cell(self, row: usize, column: usize) -> u128 {
        1 << (row as u32 * self.stride() + column as u32)
    }

    /// The row and the column of the first of some cells.
    #[must_use]
    pub fn place(self, cells: u128) -> [u32; 2] {
        let at = cells.trailing_zeros();
        [at / self.stride(), at % self.stride()]
    }

    fn up(self, cells: u128) -> u128 {
        cells >> self.stride()
    }

    fn down(self, cells: u128) -> u128 {
        cells << self.stride()
    }

    /// The boards after the moves of the winner, or of the opponent.
    pub fn options(self, free: u128, winner: bool) -> impl Iterator<Item = u128> {
        let step = if winner { self.stride() } else { 1 };
        let mut places = free & free >> step;
        std::iter::from_fn(move || next(&mut places).map(|cell| free & !(cell | cell << step)))
    }

    /// The free cells without lines that touch no other free cell, moved to the corner, as the least
    /// of four reflections, and the integer that these lines are.
    #[must_use]
    pub fn normal(self, free: u128) -> (u128, i32) {
        let in_row = free & beside(free);
        let in_column = free & (self.up(free) | self.down(free));
        let safe = free & !in_row;
        let (mut kept, mut value) = (free, 0);
        let mut tops = safe & !self.down(safe);
        while let Some(top) = next(&mut tops) {
            let (run, last) = self.safe_run(safe, top);
            if (self.up(top) | self.down(last)) & free == 0 {
                kept &= !run;
                value += run.count_ones() as i32 / 2;
            }
        }
        let mut starts = in_row & !(free << 1);
        while let Some(start) = next(&mut starts) {
            let (run, length) = run_of(free, start);
            if run & in_column == 0 {
                kept &= !run;
                value -= length / 2;
            }
        }
        (self.least(kept), value)
    }

    /// The cells from a safe one down, as far as they are safe, and the last of them.
    fn safe_run(self, safe: u128, top: u128) -> (u128, u128) {
        let (mut run, mut last) = (top, top);
        while self.down(last) & safe != 0 {
            last = self.down(last);
            run |= last;
        }
        (run, last)
    }

    fn row(self, free: u128, row: u32) -> u128 {
        free >> (row * self.stride()) & ((1 << self.columns) - 1)
    }

    /// The board with its first row last.
    fn upside_down(self, free: u128) -> u128 {
        (0..self.rows).fold(0, |all, row| all << self.stride() | self.row(free, row))
    }

    /// The board moved to the corner, as the least of four reflections.
    fn least(self, free: u128) -> u128 {
        if free == 0 {
            return 0;
        }
        let corner = |free: u128| {
            let free = free >> (free.trailing_zeros() / self.stride() * self.stride());
            let all = (0..self.rows).fold(0, |all, row| all | self.row(free, row));
            free >> all.trailing_zeros()
        };
        // The bits in reverse are the board after a half turn, and further down.
        let [one, two] = [free, self.upside_down(free)];
        let half_turn =
            |free: u128| free.reverse_bits() >> (u128::BITS - self.rows * self.stride() + 1);
        [one, two, half_turn(one), half_turn(two)].map(corner).into_iter().min().unwrap_or(0)
    }

    /// Whether the winner wins the free cells and her integer when the opponent begins, or she
    /// herself, as far as the bound tells.
    #[must_use]
    pub fn wins(self, free: u128, integer: i32, first: bool) -> bool {
        let wanted = i32::from(first) - integer;
        let found = self.lead(free, first);
        found >= wanted || found + 1 == wanted && self.lead(self.upside_down(free), first) >= wanted
    }

    /// How many moves more than the opponent the winner has at least.
    fn lead(self, free: u128, first: bool) -> i32 {
        let exposed = free & beside(free);
        let safe = free & !exposed;
        let mut open = exposed;
        // The cells of areas, with their moves in halves.
        let mut list: Vec<(u128, i32)> = Vec::with_capacity(16);

        let (first_of_row, last_of_row) = (free & !(free << 1), free & !(free >> 1));
        let narrow =
            first_of_row & self.up(first_of_row) | (last_of_row & self.up(last_of_row)) >> 1;
        let two = free & free >> 1;
        let mut corners = two & self.up(two) & narrow;
        while let Some(corner) = next(&mut corners) {
            let row = corner | corner << 1;
            let cells = row | self.down(row);
            let near = cells | beside(cells);
            let near = near | near >> 1;
            corners &= !(near | self.up(near));
            open &= !cells;
            list.push((cells, 4));
        }
        let squares = exposed & !open;

        let mut moves = 0;
        let mut tops = safe & !self.down(safe);
        while let Some(top) = next(&mut tops) {
            let (run, last) = self.safe_run(safe, top);
            let length = run.count_ones() as i32;
            let mut options = length / 2;
            moves += options;
            let mut single = length % 2 == 1;
            for end in [self.down(last), self.up(top)] {
                if end & open == 0 {
                    continue;
                }
                if std::mem::take(&mut single) {
                    list.push((end, 2));
                } else if options > 0 {
                    options -= 1;
                    list.push((end, 0));
                } else {
                    continue;
                }
                open &= !end;
            }
        }
        while let Some(cell) = next(&mut open) {
            let below = self.down(cell);
            if below & open != 0 {
                open &= !below;
                list.push((cell | below, 2));
            }
        }

        let covered = list.iter().fold(0, |all, (cells, _)| all | cells);
        let dying = exposed & !covered & !(free << 1 & free >> 1);
        let (mut apart, mut others) = (Vec::with_capacity(16), Vec::with_capacity(16));
        // Cells in rows of which an odd number may be taken.
        let mut uneven = 0;
        for &(cells, moves) in &list {
            let lost = cells | beside(cells) & dying;
            if cells & squares == 0 || lost != cells {
                uneven |= lost;
            }
            let worth = [moves + lost.count_ones() as i32, moves + if moves == 4 { 4 } else { 0 }];
            if beside(cells) & covered & !cells == 0 {
                apart.push(worth)
            } else {
                others.push(worth)
            }
        }
        let (mut fit, mut odd) = (0, 0);
        let mut starts = exposed & !(free << 1);
        while let Some(start) = next(&mut starts) {
            let (run, length) = run_of(free, start);
            fit += length / 2;
            odd += i32::from(length % 2 == 1 && run & uneven != 0);
        }
        let play = |at: usize| {
            let [mut apart, mut others] = [&apart, &others]
                .map(|list| list.iter().map(|worth: &[i32; 2]| worth[at]).collect::<Vec<_>>());
            halves(&mut apart, &mut others, first)
        };
        let by_cells = (2 * (moves - fit) + play(0) - odd + 1).div_euclid(2);
        if odd == 0 {
            return by_cells;
        }
        by_cells.max(moves - fit + play(1) / 2)
    }
}

/// The cells of a row from one on as far as they are free, and how many they are.
fn run_of(free: u128, start: u128) -> (u128, i32) {
    let at = start.trailing_zeros();
    let length = (!(free >> at)).trailing_zeros();
    (((1 << length) - 1) << at, length as i32)
}
