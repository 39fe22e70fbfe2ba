//! Boards of at most 64 cells as sets of cells, one bit for each cell.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use upstar_core::Player;

use super::grid::{FREE, Grid, WALL};
use crate::{Position, Result, RuleError};

/// The largest number of rows, and of columns, of a [`SmallBoard`].
pub const SIDE: usize = 8;

/// A board of at most 64 cells: for each bit of the letters' codes the cells that have it. Code 0 is that
/// of cells which no move ever meets, and of those off the board; letters have theirs in the order of the
/// alphabet, so that boards are ordered by their texts.
#[derive(Clone, Copy, Debug, Eq)]
pub struct CellSets<const BITS: usize>(pub [u64; BITS]);

impl<const BITS: usize> PartialEq for CellSets<BITS> {
    /// Without a call to compare memory, which takes longer.
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.different(other) == 0
    }
}

impl<const BITS: usize> Hash for CellSets<BITS> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|&bits| state.write_u64(bits));
    }
}

impl<const BITS: usize> Ord for CellSets<BITS> {
    fn cmp(&self, other: &Self) -> Ordering {
        match self.different(other) {
            0 => Ordering::Equal,
            cells => {
                let first = cells.trailing_zeros() as usize;
                self.code(first).cmp(&other.code(first))
            }
        }
    }
}

impl<const BITS: usize> PartialOrd for CellSets<BITS> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const BITS: usize> Position for CellSets<BITS> {
    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }
}

impl<const BITS: usize> CellSets<BITS> {
    /// The cells that have different codes.
    #[inline]
    fn different(&self, other: &Self) -> u64 {
        self.0.iter().zip(&other.0).fold(0, |all, (one, other)| all | (one ^ other))
    }

    /// The code of a cell below 64.
    #[inline]
    #[must_use]
    pub fn code(&self, cell: usize) -> usize {
        (0..BITS).fold(0, |code, bit| code | ((self.0[bit] >> cell & 1) as usize) << bit)
    }

    /// The cells with this code.
    #[inline]
    #[must_use]
    pub fn with_code(&self, code: usize) -> u64 {
        (0..BITS).fold(!0, |cells, bit| {
            cells & if code >> bit & 1 == 1 { self.0[bit] } else { !self.0[bit] }
        })
    }

    /// The cells with other codes than 0.
    #[inline]
    #[must_use]
    pub fn alive(&self) -> u64 {
        self.0.iter().fold(0, |alive, bits| alive | bits)
    }

    /// Gives cells a code.
    #[inline]
    pub fn put(&mut self, cells: u64, code: usize) {
        for (bit, bits) in self.0.iter_mut().enumerate() {
            *bits = if code >> bit & 1 == 1 { *bits | cells } else { *bits & !cells };
        }
    }

    /// The board of which each set is changed in the same way.
    #[inline]
    #[must_use]
    pub fn map(&self, change: impl Fn(u64) -> u64) -> Self {
        // `array::map` is a call.
        let mut sets = self.0;
        for set in &mut sets {
            *set = change(*set);
        }
        CellSets(sets)
    }
}

/// A board of at most eight rows and columns, or a strip of at most 64 cells. A cell is a wall (or
/// not on the board), is free, or holds a man of Left (`x`) or of Right (`o`). Bit 0 is the cell at the top
/// left, bit 8 the one below it.
///
/// The first set holds the free cells and those with a man of Left, the second those with a man of either.
pub type SmallBoard = CellSets<2>;

/// The letters of a [`SmallBoard`], by their codes.
const LETTERS: [u8; 4] = [WALL, FREE, b'o', b'x'];

impl SmallBoard {
    /// The board with the cells that are free or hold a man of Left, and those that are free or hold a man
    /// of Right.
    #[inline]
    #[must_use]
    pub const fn new(left: u64, right: u64) -> Self {
        CellSets([left, left ^ right])
    }

    /// The cells that are free or hold a man of Left.
    #[inline]
    #[must_use]
    pub fn left(self) -> u64 {
        self.0[0]
    }

    /// The cells that are free or hold a man of Right.
    #[inline]
    #[must_use]
    pub fn right(self) -> u64 {
        self.0[0] ^ self.0[1]
    }

    /// The cells with a man of either player.
    #[inline]
    #[must_use]
    pub fn men(self) -> u64 {
        self.0[1]
    }

    /// The free cells, Left's men and Right's men.
    #[inline]
    #[must_use]
    pub fn parts(self) -> (u64, u64, u64) {
        let [left, men] = self.0;
        (left & !men, left & men, men & !left)
    }

    /// A board of free cells and walls.
    #[inline]
    #[must_use]
    pub fn of_free(free: u64) -> Self {
        CellSets([free, 0])
    }

    /// Left and Right exchanged.
    #[inline]
    #[must_use]
    pub fn exchanged(self) -> Self {
        let [left, men] = self.0;
        CellSets([left ^ men, men])
    }

    /// Cells are taken out of, or into, those that are free or hold a man of a player.
    #[inline]
    #[must_use]
    pub fn toggled(self, player: Player, cells: u64) -> Self {
        let [left, men] = self.0;
        CellSets([if player == Player::Left { left ^ cells } else { left }, men ^ cells])
    }

    /// The free cells.
    #[inline]
    #[must_use]
    pub fn free(self) -> u64 {
        self.0[0] & !self.0[1]
    }

    /// The board with all other cells turned into walls.
    #[inline]
    #[must_use]
    pub fn within(self, cells: u64) -> Self {
        self.map(|set| set & cells)
    }

    /// The board as one number: Left's cells, then Right's.
    #[inline]
    #[must_use]
    pub fn number(self) -> u128 {
        u128::from(self.left()) << 64 | u128::from(self.right())
    }

    /// The board of [`SmallBoard::number`].
    #[inline]
    #[must_use]
    pub fn of_number(number: u128) -> Self {
        Self::new((number >> 64) as u64, number as u64)
    }

    /// The board of a grid, which must fit.
    #[must_use]
    pub fn of(grid: &Grid) -> Self {
        let (mut left, mut right) = (0, 0);
        for (cell, &letter) in grid.cells().iter().enumerate() {
            let cell = 1 << (SIDE * (cell / grid.columns()) + cell % grid.columns());
            if letter == FREE || letter == b'x' {
                left |= cell;
            }
            if letter == FREE || letter == b'o' {
                right |= cell;
            }
        }
        Self::new(left, right)
    }

    /// Reads a board with at most the given numbers of rows and columns.
    ///
    /// # Errors
    /// [`RuleError::Notation`] with the place of the fault.
    pub fn read(text: &str, letters: &str, (rows, columns): (u8, u8)) -> Result<Self> {
        let grid = Grid::read(text, letters)?;
        if grid.rows() > rows.into() || grid.columns() > columns.into() {
            return Err(RuleError::notation(
                text,
                0..text.len(),
                format!("expected at most {rows} rows of {columns} cells"),
            ));
        }
        Ok(Self::of(&grid))
    }

    /// The rows, separated by `|`.
    #[must_use]
    pub fn write(self, (rows, columns): (u8, u8)) -> String {
        let row = |row| {
            let cells = (0..columns).map(|column| usize::from(SIDE as u8 * row + column));
            cells.map(|cell| char::from(LETTERS[self.code(cell)])).collect::<String>()
        };
        (0..rows).map(row).collect::<Vec<_>>().join("|")
    }

    /// The numbers of rows and of columns up to the last cell that is not a wall, at least one
    /// each.
    #[must_use]
    pub fn extent(self) -> (u8, u8) {
        let cells = self.alive();
        let mut row = cells | cells >> 32;
        row |= row >> 16;
        row |= row >> 8;
        let rows = (71 - cells.leading_zeros().min(63)) / 8;
        (rows as u8, (8 - (row as u8).leading_zeros().min(7)) as u8)
    }

    /// A code that is the same in every run, for a store.
    #[must_use]
    pub fn encode(self) -> Vec<u8> {
        self.number().to_le_bytes().into()
    }

    /// Reads what [`SmallBoard::encode`] writes.
    #[must_use]
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        Some(Self::of_number(u128::from_le_bytes(bytes.try_into().ok()?)))
    }
}
