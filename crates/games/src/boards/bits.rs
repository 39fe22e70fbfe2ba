//! Boards of at most eight rows and columns as sets of cells, one bit for each cell.
//!
//! A set holds eight rows of eight bits, bit 0 the cell at the top left.

use super::grid::Grid;
pub(crate) use super::grid::transposed;
use upstar_engine::Rules;
pub(crate) use upstar_engine::SmallBoard;
use upstar_engine::positions::small_board::SIDE;

/// The first column and the last column.
pub(crate) const FIRST: u64 = 0x0101_0101_0101_0101;
pub(crate) const LAST: u64 = 0x8080_8080_8080_8080;

/// The cells one step up.
#[inline]
pub(crate) fn up(cells: u64) -> u64 {
    cells >> 8
}

/// The cells one step down.
#[inline]
pub(crate) fn down(cells: u64) -> u64 {
    cells << 8
}

/// The cells one step to the left.
#[inline]
pub(crate) fn left(cells: u64) -> u64 {
    (cells & !FIRST) >> 1
}

/// The cells one step to the right.
#[inline]
pub(crate) fn right(cells: u64) -> u64 {
    (cells & !LAST) << 1
}

/// The distance that the cells move to reach the top and the left edge.
#[inline]
fn corner(cells: u64) -> u32 {
    let rows = cells.trailing_zeros() & 0x38;
    let cells = cells >> rows;
    let mut columns = cells | cells >> 32;
    columns |= columns >> 16;
    columns |= columns >> 8;
    rows + (columns as u8 | 0x80).trailing_zeros()
}

/// The cells, moved to the top and to the left.
#[inline]
pub(crate) fn shifted(cells: u64) -> u64 {
    // Without cells the shift is at most 7.
    cells >> corner(cells)
}

/// Lines of three cells, by their middles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lines {
    /// The middles of the lines in a column; none is in the first or in the last row.
    pub(crate) upright: u64,
    /// The middles of the lines in a row; none is in the first or in the last column.
    pub(crate) level: u64,
}

impl Lines {
    /// The cells of all lines, the cells joined to the cell below, and the cells joined to the cell
    /// to the right.
    #[inline]
    fn joints(self) -> [u64; 3] {
        let Lines { upright, level } = self;
        let cells = upright | up(upright) | down(upright) | level | level >> 1 | level << 1;
        [cells, upright | up(upright), level | level >> 1]
    }

    /// The cells of all lines.
    #[inline]
    pub(crate) fn cells(self) -> u64 {
        self.joints()[0]
    }

    /// Whether all lines are connected, if a quick test shows it.
    ///
    /// If all cells but one are joined to the cell above or to the left, then a path leads from
    /// each to that one cell. The same holds for below and to the right.
    #[inline]
    pub(crate) fn plainly_hang_together(self) -> bool {
        let [cells, below, beside] = self.joints();
        let first = cells & !(down(below) | beside << 1);
        let last = cells & !(below | beside);
        first & first.wrapping_sub(1) == 0 || last & last.wrapping_sub(1) == 0
    }

    /// The sets of cells that are connected through lines.
    #[inline]
    pub(crate) fn parts(self, mut each: impl FnMut(u64)) {
        let [mut rest, below, beside] = self.joints();
        if rest != 0 && self.plainly_hang_together() {
            return each(rest);
        }
        while rest != 0 {
            let mut found = rest & rest.wrapping_neg();
            loop {
                let before = found;
                found |= down(found & below);
                found |= up(found) & below;
                // The last cell of a row is not joined to the next cell, so no cell changes rows.
                found |= (found & beside) << 1;
                found |= found >> 1 & beside;
                if found == before || found == rest {
                    break;
                }
            }
            rest ^= found;
            each(found);
        }
    }
}

/// The rows and columns of a small board, and the rules for boards of any size.
#[derive(Clone, Debug)]
pub(crate) struct Size {
    pub(super) sides: (u8, u8),
    pub(super) larger: Rules,
}

/// The size of a board, if it is small and has at least this many rows and columns.
pub(crate) fn small_size(rules: &Rules, grid: &Grid, least: usize) -> Option<Size> {
    let (rows, columns) = (grid.rows(), grid.columns());
    let small = (least..=SIDE).contains(&rows) && (least..=SIDE).contains(&columns);
    small.then(|| Size { sides: (rows as u8, columns as u8), larger: rules.clone() })
}

/// The common part of rulesets on boards of a [`Size`], given the name and the class. `$written` is
/// the [`SmallBoard`] in which a position is written, and `$read` reads it back.
macro_rules! on_small_board {
    ($name:literal, $class:expr, $position:ty, $letters:literal, $written:expr, $read:expr) => {
        fn name(&self) -> &str {
            $name
        }

        fn class(&self) -> Class {
            $class
        }

        fn game(&self, _: &Rules, arguments: &Arguments) -> Result<Game> {
            self.0.larger.make(arguments)
        }

        fn write(&self, position: &$position) -> String {
            $written(*position).write(self.0.sides)
        }

        fn parse(&self, text: &str) -> Result<$position> {
            Ok($read($crate::boards::bits::SmallBoard::read(text, $letters, self.0.sides)?))
        }

        fn call(&self, position: &$position) -> String {
            format!("{}(\"{}\")", $name, self.write(position))
        }

        fn spell(&self, position: &$position) -> String {
            let board = $written(*position);
            format!("{}(\"{}\")", $name, board.write(board.extent()))
        }

        fn board(&self, position: &$position) -> Option<Vec<String>> {
            Some($crate::boards::grid::rows_of(&self.write(position)))
        }
    };
}

/// A ruleset whose positions are [`SmallBoard`]s.
macro_rules! small_board {
    ($name:literal, $letters:literal) => {
        $crate::boards::bits::on_small_board!(
            $name,
            Class::PARTIZAN,
            SmallBoard,
            $letters,
            std::convert::identity,
            std::convert::identity
        );

        /// Distinguishes the two kinds of boards.
        fn parameters(&self) -> String {
            "by bits".to_owned()
        }

        /// Encodes all eight rows and columns, because a turned part may not fit the board.
        fn encode(&self, board: &SmallBoard) -> Vec<u8> {
            board.encode()
        }

        fn decode(&self, bytes: &[u8]) -> Option<SmallBoard> {
            SmallBoard::decode(bytes)
        }
    };
}

/// A ruleset whose positions are sets of free cells.
macro_rules! free_cells {
    ($name:literal, $class:expr) => {
        $crate::boards::bits::on_small_board!(
            $name,
            $class,
            u64,
            ".#",
            $crate::boards::bits::SmallBoard::of_free,
            $crate::boards::bits::SmallBoard::free
        );

        /// Encodes the cells of all eight rows, because a turned part may not fit the board.
        fn encode(&self, free: &u64) -> Vec<u8> {
            free.to_le_bytes().to_vec()
        }

        fn decode(&self, bytes: &[u8]) -> Option<u64> {
            bytes.try_into().ok().map(u64::from_le_bytes)
        }
    };
}

pub(super) use {free_cells, on_small_board, small_board};

#[cfg(test)]
pub(crate) mod tests {
    use super::super::nogo::LargeNoGo;
    use super::*;

    /// A size for rulesets that are not used with larger boards.
    pub(crate) fn sized(rows: u8, columns: u8) -> Size {
        Size { sides: (rows, columns), larger: Rules::new(LargeNoGo) }
    }

    const LETTERS: &str = ".#xo";

    #[test]
    fn boards_are_ordered_as_text() {
        let boards: Vec<(String, SmallBoard)> = (0..256u32)
            .map(|number| {
                let cell = |at| b"#.ox"[(number / 4u32.pow(at) % 4) as usize];
                let text: String = (0..4).map(|at| char::from(cell(at))).collect();
                let text = format!("{}|{}", &text[..2], &text[2..]);
                let board = SmallBoard::read(&text, LETTERS, (2, 2)).unwrap();
                assert_eq!(board.write((2, 2)), text);
                assert_eq!(SmallBoard::decode(&board.encode()), Some(board));
                (text, board)
            })
            .collect();
        for (a, x) in &boards {
            for (b, y) in &boards {
                assert_eq!(x.cmp(y), a.cmp(b), "{a} {b}");
            }
        }
        assert_eq!(SmallBoard::decode(&[0; 7]), None);
        assert!(SmallBoard::read("...", LETTERS, (2, 2)).is_err());
    }
}
