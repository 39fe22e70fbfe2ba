//! Where the cells of a board lie in a word, and the directions as a player sees them.
//!
//! The rows of a board follow each other without a border. Left's dominoes are upright; Right sees the
//! board with rows and columns exchanged, so that his are upright as well. What is written for one
//! player then holds for both, and no board is turned.

use std::marker::PhantomData;

use num_traits::{One, PrimInt, WrappingShl, WrappingShr, Zero};

use crate::boards::bits;
use crate::boards::known::Cells;

/// The most rows and columns of the boards in a word. Bit 0 is the cell at the top left.
pub(in super::super) trait Frame: Copy + Send + 'static {
    type Cells: Cells;

    fn rows(self) -> u32;

    fn columns(self) -> u32;

    /// The cells of the first column.
    fn first(self) -> Self::Cells;

    /// The left and the right side exchanged.
    #[inline]
    fn mirrored(self, cells: Self::Cells) -> Self::Cells {
        let mut found = Self::Cells::zero();
        for column in 0..self.columns() {
            let (near, far) = (column, self.columns() - 1 - column);
            found |= (cells.wrapping_shr(near) & self.first()).wrapping_shl(far);
        }
        found
    }

    /// The board after a half turn.
    #[inline]
    fn turned(self, cells: Self::Cells) -> Self::Cells {
        cells.reverse_bits().wrapping_shr(Self::Cells::BITS - self.rows() * self.columns())
    }
}

/// What the engine takes for a position on boards in a frame.
pub(super) type PositionOf<F> = <<F as Frame>::Cells as Cells>::Position;

/// Up to eight rows and columns.
#[derive(Clone, Copy)]
pub(in super::super) struct Eight;

impl Frame for Eight {
    type Cells = u64;

    #[inline]
    fn rows(self) -> u32 {
        8
    }

    #[inline]
    fn columns(self) -> u32 {
        8
    }

    #[inline]
    fn first(self) -> u64 {
        bits::FIRST
    }

    #[inline]
    fn mirrored(self, cells: u64) -> u64 {
        cells.reverse_bits().swap_bytes()
    }
}

/// Up to eleven rows and columns.
#[derive(Clone, Copy)]
pub(super) struct Eleven;

impl Frame for Eleven {
    type Cells = u128;

    #[inline]
    fn rows(self) -> u32 {
        11
    }

    #[inline]
    fn columns(self) -> u32 {
        11
    }

    #[inline]
    fn first(self) -> u128 {
        const { first_column(11, 11) }
    }
}

/// The first cells of rows.
const fn first_column(rows: u32, columns: u32) -> u128 {
    let (mut found, mut row) = (0, 0);
    while row < rows {
        found |= 1 << (row * columns);
        row += 1;
    }
    found
}

/// Other boards of up to 128 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Oblong {
    rows: u32,
    columns: u32,
    first: u128,
}

impl Oblong {
    /// `None` if the cells do not fit.
    pub(super) fn new(rows: usize, columns: usize) -> Option<Self> {
        let cells = rows.checked_mul(columns)?;
        let fits = (1..=u128::BITS as usize).contains(&cells);
        let [rows, columns] = [rows, columns].map(|side| side as u32);
        fits.then(|| Oblong { rows, columns, first: first_column(rows, columns) })
    }
}

impl Frame for Oblong {
    type Cells = u128;

    #[inline]
    fn rows(self) -> u32 {
        self.rows
    }

    #[inline]
    fn columns(self) -> u32 {
        self.columns
    }

    #[inline]
    fn first(self) -> u128 {
        self.first
    }
}

/// Rows and columns exchanged, if the board fits the frame in this way.
pub(super) fn transposed<F: Frame>(frame: F, mut cells: F::Cells) -> Option<F::Cells> {
    let mut found = F::Cells::zero();
    while !cells.is_zero() {
        let (row, column) =
            (cells.trailing_zeros() / frame.columns(), cells.trailing_zeros() % frame.columns());
        if column >= frame.rows() || row >= frame.columns() {
            return None;
        }
        found |= F::Cells::one().wrapping_shl(column * frame.columns() + row);
        cells &= !cells.lowest();
    }
    Some(found)
}

/// Rows and columns of the cells in the frame.
pub(super) fn sides<F: Frame>(frame: F, cells: F::Cells) -> [u32; 2] {
    let (_, sides) = in_corner(frame, cells);
    sides
}

/// The cells, moved to the top and to the left, and their rows and columns.
#[inline]
fn in_corner<F: Frame>(frame: F, cells: F::Cells) -> (F::Cells, [u32; 2]) {
    if cells.is_zero() {
        return (cells, [0; 2]);
    }
    let columns = frame.columns();
    let top = cells.trailing_zeros() / columns;
    let rows = (F::Cells::BITS - 1 - cells.leading_zeros()) / columns + 1 - top;
    let cells = cells.wrapping_shr(top * columns);
    let mut row = cells;
    let mut step = 1;
    while step < frame.rows() {
        row |= row.wrapping_shr(step * columns);
        step *= 2;
    }
    // The bits of one row.
    let beyond = F::Cells::BITS - columns;
    let row = row.wrapping_shl(beyond);
    let left = row.trailing_zeros() - beyond;
    (cells.wrapping_shr(left), [rows, columns - row.leading_zeros() - left])
}

/// The least of the four reflections, moved to the top and to the left.
#[inline]
pub(in super::super) fn least<F: Frame>(frame: F, cells: F::Cells) -> F::Cells {
    let (cells, [rows, columns]) = in_corner(frame, cells);
    let beside = frame.columns() - columns;
    let below = (frame.rows() - rows) * frame.columns();
    // Without cells the distance may be that of the whole word.
    let turned = frame.turned(cells).wrapping_shr(below).wrapping_shr(beside);
    cells
        .min(turned)
        .min(frame.mirrored(cells).wrapping_shr(beside))
        .min(frame.mirrored(turned).wrapping_shr(beside))
}

/// A player, to whom the own dominoes are upright.
pub(super) trait Side: Copy + 'static {
    /// Whether rows and columns of the frame change places.
    const TURNED: bool;
    /// The opponent.
    type Other: Side<Other = Self>;
}

#[derive(Clone, Copy)]
pub(super) struct ByLeft;

#[derive(Clone, Copy)]
pub(super) struct ByRight;

impl Side for ByLeft {
    const TURNED: bool = false;
    type Other = ByRight;
}

impl Side for ByRight {
    const TURNED: bool = true;
    type Other = ByLeft;
}

/// A frame as a player sees it.
///
/// The steps down and to the right may leave the frame, but stay outside of the board.
#[derive(Clone, Copy)]
pub(super) struct View<F, S> {
    pub(super) frame: F,
    side: PhantomData<S>,
}

impl<F: Frame, S: Side> View<F, S> {
    #[inline]
    pub(super) fn new(frame: F) -> Self {
        View { frame, side: PhantomData }
    }

    /// As the opponent sees it.
    #[inline]
    pub(super) fn other(self) -> View<F, S::Other> {
        View::new(self.frame)
    }

    /// The most rows, as the player sees them.
    #[inline]
    pub(super) fn rows(self) -> u32 {
        if S::TURNED { self.frame.columns() } else { self.frame.rows() }
    }

    pub(super) fn cell(self, row: u32, column: u32) -> F::Cells {
        let [row, column] = if S::TURNED { [column, row] } else { [row, column] };
        F::Cells::one().wrapping_shl(row * self.frame.columns() + column)
    }

    #[inline]
    pub(super) fn up(self, cells: F::Cells) -> F::Cells {
        if S::TURNED { self.before(cells) } else { cells.wrapping_shr(self.frame.columns()) }
    }

    #[inline]
    pub(super) fn down(self, cells: F::Cells) -> F::Cells {
        if S::TURNED { self.after(cells) } else { cells.wrapping_shl(self.frame.columns()) }
    }

    #[inline]
    pub(super) fn left(self, cells: F::Cells) -> F::Cells {
        if S::TURNED { cells.wrapping_shr(self.frame.columns()) } else { self.before(cells) }
    }

    #[inline]
    pub(super) fn right(self, cells: F::Cells) -> F::Cells {
        if S::TURNED { cells.wrapping_shl(self.frame.columns()) } else { self.after(cells) }
    }

    /// The cells one step back in the rows of the frame.
    #[inline]
    fn before(self, cells: F::Cells) -> F::Cells {
        (cells & !self.frame.first()).wrapping_shr(1)
    }

    #[inline]
    fn after(self, cells: F::Cells) -> F::Cells {
        cells.wrapping_shl(1) & !self.frame.first()
    }

    /// The cells of `within` that a path up from `cells` reaches.
    #[inline]
    pub(super) fn flood_up(self, cells: F::Cells, within: F::Cells) -> F::Cells {
        if S::TURNED {
            self.back_in_rows(cells, within)
        } else {
            self.back_in_columns(cells, within)
        }
    }

    #[inline]
    pub(super) fn flood_down(self, cells: F::Cells, within: F::Cells) -> F::Cells {
        if S::TURNED { self.on_in_rows(cells, within) } else { self.on_in_columns(cells, within) }
    }

    /// The cells of `within` that a path to the left from `cells` reaches.
    #[inline]
    pub(super) fn flood_left(self, cells: F::Cells, within: F::Cells) -> F::Cells {
        if S::TURNED {
            self.back_in_columns(cells, within)
        } else {
            self.back_in_rows(cells, within)
        }
    }

    #[inline]
    pub(super) fn flood_right(self, cells: F::Cells, within: F::Cells) -> F::Cells {
        if S::TURNED { self.on_in_columns(cells, within) } else { self.on_in_rows(cells, within) }
    }

    #[inline]
    fn back_in_rows(self, cells: F::Cells, within: F::Cells) -> F::Cells {
        let last = self.frame.first().wrapping_shl(self.frame.columns() - 1);
        let (mut found, mut open) = (cells & within, within & !last);
        let mut step = 1;
        while step < self.frame.columns() {
            found |= open & found.wrapping_shr(step);
            open &= open.wrapping_shr(step);
            step *= 2;
        }
        found
    }

    #[inline]
    fn on_in_rows(self, cells: F::Cells, within: F::Cells) -> F::Cells {
        let (mut found, mut open) = (cells & within, within & !self.frame.first());
        let mut step = 1;
        while step < self.frame.columns() {
            found |= open & found.wrapping_shl(step);
            open &= open.wrapping_shl(step);
            step *= 2;
        }
        found
    }

    #[inline]
    fn back_in_columns(self, cells: F::Cells, within: F::Cells) -> F::Cells {
        let (mut found, mut open) = (cells & within, within);
        let mut step = 1;
        while step < self.frame.rows() {
            found |= open & found.wrapping_shr(step * self.frame.columns());
            open &= open.wrapping_shr(step * self.frame.columns());
            step *= 2;
        }
        found
    }

    #[inline]
    fn on_in_columns(self, cells: F::Cells, within: F::Cells) -> F::Cells {
        let (mut found, mut open) = (cells & within, within);
        let mut step = 1;
        while step < self.frame.rows() {
            found |= open & found.wrapping_shl(step * self.frame.columns());
            open &= open.wrapping_shl(step * self.frame.columns());
            step *= 2;
        }
        found
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The view in which boards of tests are given.
    pub(in super::super) const VIEW: View<Eight, ByLeft> = View { frame: Eight, side: PhantomData };

    /// Cells of a small board in another frame, with the top left cell at `corner`.
    pub(in super::super) fn placed<F: Frame, S: Side>(
        view: View<F, S>,
        free: u64,
        [row, column]: [u32; 2],
    ) -> F::Cells {
        let cells = (0..64).filter(|at| free >> at & 1 == 1);
        cells.fold(F::Cells::zero(), |set, at| set | view.cell(row + at / 8, column + at % 8))
    }
}
