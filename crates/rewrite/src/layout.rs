//! The arrangement of the cells of a small board in 64 bits.

use upstar_engine::positions::grid::transposed;

/// Rows of cells in 64 bits, bit 0 the cell at the top left.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The bits of a row.
    stride: usize,
    /// For each number of columns, the cells in the first columns up to it.
    first: Vec<u64>,
    /// The cells that share a side with each cell; and those around it.
    near: Vec<[u64; 2]>,
}

impl Layout {
    /// One long row for strips, eight rows of eight for boards that fit; else the longest rows for
    /// this number of them, or, of many, rows as long as those of the board: boards of several
    /// sizes share their results.
    pub(super) fn of(rows: usize, columns: usize) -> Option<Layout> {
        let stride = match (rows, columns) {
            (0..=1, 0..=64) => 64,
            (_, 0..=8) if rows <= 8 => 8,
            (2..=7, _) if rows * columns <= 64 => 64 / rows,
            _ if rows * columns <= 64 => columns.max(1),
            _ => return None,
        };
        let rows = 64 / stride;
        let first = (0..=stride).map(|count| {
            let row = if count == 64 { !0 } else { (1 << count) - 1 };
            (0..rows).fold(0, |cells, at| cells | row << (at * stride))
        });
        let near = (0..rows * stride).map(|cell| {
            let at = |(down, right): (i32, i32)| -> u64 {
                let (row, column) = ((cell / stride) as i32 + down, (cell % stride) as i32 + right);
                let on = (0..rows as i32).contains(&row) && (0..stride as i32).contains(&column);
                if on { 1 << (row as usize * stride + column as usize) } else { 0 }
            };
            let beside = [(-1, 0), (0, -1), (0, 1), (1, 0)].map(at);
            let corners = [(-1, -1), (-1, 1), (1, -1), (1, 1)].map(at);
            let beside = beside.iter().fold(0, |all, cell| all | cell);
            [beside, corners.iter().fold(beside, |all, cell| all | cell)]
        });
        Some(Layout { stride, first: first.collect(), near: near.collect() })
    }

    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    /// The cells from which a pattern of this many columns and rows stays within the rows.
    pub(super) fn origins(&self, height: usize, width: usize) -> u64 {
        let rows = 64 / self.stride;
        if width > self.stride || height > rows {
            return 0;
        }
        let columns = self.first[self.stride + 1 - width];
        let cells = (rows + 1 - height) * self.stride;
        columns & if cells == 64 { !0 } else { (1 << cells) - 1 }
    }

    /// All cells of a board.
    pub(super) fn board(&self, rows: usize, columns: usize) -> u64 {
        let cells = rows * self.stride;
        self.first[columns] & if cells == 64 { !0 } else { (1 << cells) - 1 }
    }

    /// The four cells beside a cell, or the eight around it.
    #[inline]
    pub(super) fn near(&self, cell: usize, corners: bool) -> u64 {
        self.near[cell][usize::from(corners)]
    }

    /// The most cells that a line in this direction has on a board with that many rows and columns,
    /// or on an image of it.
    pub(super) fn reach(&self, way: (i32, i32), (rows, columns): (usize, usize)) -> usize {
        let turned = if self.stride == 8 { rows.max(columns) } else { 0 };
        let along = |step: i32, side: usize| if step == 0 { usize::MAX } else { side.max(turned) };
        along(way.0, rows).min(along(way.1, columns))
    }

    /// The number of rows and columns up to the last of some cells.
    #[inline]
    pub(super) fn size(&self, cells: u64) -> (usize, usize) {
        let rows = (64 - cells.leading_zeros() as usize).div_ceil(self.stride);
        (rows, 64 - self.first_row(cells).leading_zeros() as usize)
    }

    /// Whether images with this symmetry can be had: boards are turned within eight by eight alone.
    pub(super) fn has(&self, symmetry: u8) -> bool {
        symmetry < 4 || self.stride == 8
    }

    /// The image of some cells, which lie at the top and at the left in that many rows and columns,
    /// as does their image: with 1 upside down, with 2 left to right, with 4 rows then become
    /// columns.
    #[inline]
    pub(super) fn image(&self, cells: u64, symmetry: u8, (rows, columns): (usize, usize)) -> u64 {
        if cells == 0 {
            return 0;
        }
        let upside_down = |cells: u64| match self.stride {
            64 => cells,
            8 => cells.swap_bytes() >> (8 * (8 - rows)),
            stride => (0..rows).fold(0, |all, at| {
                all | (cells >> (at * stride) & ((1 << stride) - 1)) << ((rows - 1 - at) * stride)
            }),
        };
        let turned = |cells: u64| cells.reverse_bits() >> (64 - columns - (rows - 1) * self.stride);
        let flipped = match symmetry & 3 {
            0 => cells,
            1 => upside_down(cells),
            2 => upside_down(turned(cells)),
            _ => turned(cells),
        };
        if symmetry < 4 { flipped } else { transposed(flipped) }
    }

    /// How many bits cells move to get to the top and to the left.
    #[inline]
    pub(super) fn corner(&self, cells: u64) -> u32 {
        if cells == 0 {
            return 0;
        }
        let rows = cells.trailing_zeros() as usize / self.stride;
        (rows * self.stride) as u32 + self.first_row(cells).trailing_zeros()
    }

    /// The cells of all rows, laid on the first.
    #[inline]
    fn first_row(&self, mut cells: u64) -> u64 {
        match self.stride {
            64 => cells,
            8 => {
                cells |= cells >> 32;
                cells |= cells >> 16;
                (cells | cells >> 8) & 0xff
            }
            stride => {
                let mut row = 0;
                while cells != 0 {
                    row |= cells;
                    cells >>= stride;
                }
                row & self.first[stride] & ((1 << stride) - 1)
            }
        }
    }
}
