//! Boards of at most 64 cells with men of two kinds, as two sets of bits.

use std::cmp::Ordering;

use super::grid::{FREE, Grid, rows_of};
use upstar_engine::{Result, RuleError};

/// The men on a board of at most 64 cells. The rules know the numbers of rows and columns.
///
/// Cell (row, column), counted from 0 at the top left, is bit `row * columns + column`. The order
/// of boards is the order of their rows as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Men {
    /// The cells of Left's men, `x`.
    pub x: u64,
    /// The cells of Right's men, `o`.
    pub o: u64,
}

impl Ord for Men {
    fn cmp(&self, other: &Self) -> Ordering {
        let different = (self.x ^ other.x) | (self.o ^ other.o);
        let first = different & different.wrapping_neg();
        self.letter(first).cmp(&other.letter(first))
    }
}

impl PartialOrd for Men {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

upstar_engine::ordered!(Men);

impl Men {
    /// The board without men.
    pub const NONE: Men = Men { x: 0, o: 0 };

    /// The letter of the cell of a bit.
    fn letter(self, cell: u64) -> u8 {
        match (self.x & cell != 0, self.o & cell != 0) {
            (true, _) => b'x',
            (_, true) => b'o',
            _ => FREE,
        }
    }
}

/// The numbers of rows and columns of a board of at most 64 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Size {
    pub(super) rows: u8,
    pub(super) columns: u8,
}

impl Size {
    /// The largest number of cells of a board.
    const MOST: usize = 64;

    /// Reads a board, or the size of one.
    pub(super) fn read(text: &str) -> Result<(Size, Men)> {
        let grid = Grid::read(text, ".xo")?;
        let (rows, columns) = (grid.rows(), grid.columns());
        if grid.cells().len() > Self::MOST || grid.cells().is_empty() {
            return Err(RuleError::notation(
                text,
                0..text.len(),
                format!("expected a board of 1 to {} cells, found {rows}x{columns}", Self::MOST),
            ));
        }
        let set = |letter| grid.places(letter).fold(0, |set, cell| set | 1 << cell);
        let men = Men { x: set(b'x'), o: set(b'o') };
        Ok((Size { rows: rows as u8, columns: columns as u8 }, men))
    }

    /// Reads a board of this size.
    pub(super) fn parse(self, text: &str) -> Result<Men> {
        let (size, men) = Self::read(text)?;
        if size != self {
            let Size { rows, columns } = self;
            let message = format!("expected a board of {rows} rows and {columns} columns");
            return Err(RuleError::notation(text, 0..text.len(), message));
        }
        Ok(men)
    }

    /// The rows, separated by `|`.
    pub(super) fn write(self, men: Men) -> String {
        let mut text = String::new();
        for cell in 0..self.cells() {
            if cell > 0 && cell % usize::from(self.columns) == 0 {
                text.push('|');
            }
            text.push(men.letter(1 << cell).into());
        }
        text
    }

    /// The rows of the board.
    pub(super) fn rows_of(self, men: Men) -> Vec<String> {
        rows_of(&self.write(men))
    }

    pub(super) fn cells(self) -> usize {
        usize::from(self.rows) * usize::from(self.columns)
    }

    /// All cells.
    pub(super) fn all(self) -> u64 {
        u64::MAX >> (Self::MOST - self.cells())
    }

    /// The cells of a row, counted from 0 at the top.
    pub(super) fn row(self, row: u8) -> u64 {
        (u64::MAX >> (Self::MOST - usize::from(self.columns))) << (row * self.columns)
    }

    /// The cells of a column, counted from 0 at the left.
    pub(super) fn column(self, column: u8) -> u64 {
        (0..self.rows).fold(0, |set, row| set | 1 << (row * self.columns + column))
    }
}

/// The single cells of a set.
#[inline]
pub(super) fn each(mut cells: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let cell = cells & cells.wrapping_neg();
        cells ^= cell;
        (cell != 0).then_some(cell)
    })
}
