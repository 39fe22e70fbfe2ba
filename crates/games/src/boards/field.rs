//! Boards of up to 40 cells as words, row after row without a border.

use super::grid::Grid;

/// The most cells of a board.
pub(super) const MOST: u32 = 40;
const BYTES: usize = (MOST / 8) as usize;

/// The rows and columns of a board of letters.
pub(super) fn sides_of_grid(grid: &Grid) -> [u32; 2] {
    [grid.rows(), grid.columns()].map(|side| u32::try_from(side).unwrap_or(u32::MAX))
}

/// The cells of a board of letters, of at most 64 cells, with a letter.
pub(super) fn places(grid: &Grid, letter: u8) -> u64 {
    grid.places(letter).fold(0, |set, at| set | 1 << at)
}

/// For each byte of a set of cells and each value of it, the image of these cells.
type Image = [[u64; 256]; BYTES];

/// The sides of a board, and its symmetries.
#[derive(Clone, Debug)]
pub(super) struct Field {
    rows: u32,
    columns: u32,
    first: u64,
    cells: u64,
    /// The symmetries of the rectangle besides the identity.
    images: Vec<Image>,
}

/// A symmetry of the rectangle.
#[derive(Clone, Copy)]
struct Symmetry {
    upside_down: bool,
    mirrored: bool,
    transposed: bool,
}

impl Field {
    /// `None` if the cells do not fit.
    pub(super) fn new(rows: u32, columns: u32) -> Option<Self> {
        let cells = rows.checked_mul(columns)?;
        if !(1..=MOST).contains(&cells) {
            return None;
        }
        let first = (0..rows).fold(0, |set, row| set | 1 << (row * columns));
        let mut field = Field { rows, columns, first, cells: (1 << cells) - 1, images: Vec::new() };
        for number in 1..if rows == columns { 8 } else { 4 } {
            let [upside_down, mirrored, transposed] = [1, 2, 4].map(|bit| number & bit != 0);
            field.images.push(field.image(Symmetry { upside_down, mirrored, transposed }));
        }
        Some(field)
    }

    pub(super) fn sides(&self) -> [u32; 2] {
        [self.rows, self.columns]
    }

    fn image(&self, symmetry: Symmetry) -> Image {
        let place = |at: u32| {
            let (mut row, mut column) = (at / self.columns, at % self.columns);
            if symmetry.upside_down {
                row = self.rows - 1 - row;
            }
            if symmetry.mirrored {
                column = self.columns - 1 - column;
            }
            if symmetry.transposed {
                (row, column) = (column, row);
            }
            row * self.columns + column
        };
        let mut image = [[0; 256]; BYTES];
        for (byte, images) in image.iter_mut().enumerate() {
            for (value, found) in images.iter_mut().enumerate() {
                for bit in (0..8).filter(|bit| value >> bit & 1 == 1) {
                    let at = 8 * byte as u32 + bit;
                    if at < self.rows * self.columns {
                        *found |= 1 << place(at);
                    }
                }
            }
        }
        image
    }

    /// The least image of three planes of cells, compared plane by plane.
    #[inline]
    pub(super) fn least(&self, planes: [u64; 3]) -> [u64; 3] {
        let mut least = planes;
        for image in &self.images {
            let of = |mut cells: u64| {
                let mut found = 0;
                for images in image {
                    found |= images[(cells & 0xff) as usize];
                    cells >>= 8;
                }
                found
            };
            let first = of(planes[0]);
            if first <= least[0] {
                least = least.min([first, of(planes[1]), of(planes[2])]);
            }
        }
        least
    }

    pub(super) fn columns(&self) -> u32 {
        self.columns
    }

    /// The cells one step from some cells in each of the four directions: to the left, to the right, up
    /// and down.
    #[inline]
    pub(super) fn steps(&self, cells: u64) -> [u64; 4] {
        [
            (cells & !self.first) >> 1,
            cells << 1 & self.cells & !self.first,
            cells >> self.columns,
            cells << self.columns & self.cells,
        ]
    }

    /// The cells beside some cells.
    #[inline]
    pub(super) fn beside(&self, cells: u64) -> u64 {
        let [a, b, c, d] = self.steps(cells);
        a | b | c | d
    }

    /// The cells of `within` that are connected with some cells in it.
    #[inline]
    pub(super) fn connected(&self, mut cells: u64, within: u64) -> u64 {
        loop {
            let next = (cells | self.beside(cells)) & within;
            if next == cells {
                return cells;
            }
            cells = next;
        }
    }

    /// The groups of stones.
    #[inline]
    pub(super) fn groups(&self, stones: u64) -> impl Iterator<Item = u64> {
        let mut rest = stones;
        std::iter::from_fn(move || {
            let first = rest & rest.wrapping_neg();
            let group = self.connected(first, rest);
            rest ^= group;
            (group != 0).then_some(group)
        })
    }
}
