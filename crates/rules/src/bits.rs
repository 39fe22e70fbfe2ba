//! Boards of at most eight rows and columns as sets of cells, a bit each.
//!
//! A set holds eight rows of eight bits, bit 0 the cell at the top left.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use crate::grid::{FREE, WALL};
use crate::{Grid, Negated, RuleError};

/// The most rows and the most columns.
pub(crate) const MOST: usize = 8;
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

/// How far cells move to get to the top and to the left.
#[inline]
fn corner(cells: u64) -> u32 {
    let rows = cells.trailing_zeros() & 0x38;
    let cells = cells >> rows;
    let mut columns = cells | cells >> 32;
    columns |= columns >> 16;
    columns |= columns >> 8;
    rows + (columns as u8 | 0x80).trailing_zeros()
}

/// The cells moved to the top and to the left.
#[inline]
pub(crate) fn shifted(cells: u64) -> u64 {
    // Without cells the way is 7 at most.
    cells >> corner(cells)
}

/// Rows and columns exchanged.
#[inline]
pub(crate) fn transposed(mut cells: u64) -> u64 {
    let change = (cells ^ (cells >> 7)) & 0x00AA_00AA_00AA_00AA;
    cells ^= change ^ (change << 7);
    let change = (cells ^ (cells >> 14)) & 0x0000_CCCC_0000_CCCC;
    cells ^= change ^ (change << 14);
    let change = (cells ^ (cells >> 28)) & 0x0000_0000_F0F0_F0F0;
    cells ^ change ^ (change << 28)
}

/// The sets of cells that hang together through lines of three: `upright` and `level` hold
/// the middles of the vertical and of the horizontal lines.
#[inline]
pub(crate) fn joined_by_lines(upright: u64, level: u64, mut each: impl FnMut(u64)) {
    let (mut verticals, mut horizontals) = (upright, level);
    while verticals | horizontals != 0 {
        let both = verticals | horizontals;
        let mut found = both & both.wrapping_neg();
        loop {
            let v = verticals & (found | up(found) | down(found));
            let h = horizontals & (found | left(found) | right(found));
            let next = found | v | up(v) | down(v) | h | left(h) | right(h);
            if next == found {
                break;
            }
            found = next;
        }
        verticals &= !found;
        horizontals &= !found;
        each(found);
    }
}

/// A board of at most eight rows and columns, or a strip of at most 64 cells. A cell is a wall
/// (or not on the board), free, or holds a man of Left (`x`) or of Right (`o`).
///
/// Boards are ordered as their rows are as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmallBoard {
    /// The cells that are free or hold a man of Left.
    pub(crate) left: u64,
    /// The cells that are free or hold a man of Right.
    pub(crate) right: u64,
}

impl Hash for SmallBoard {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.left);
        state.write_u64(self.right);
    }
}

impl Ord for SmallBoard {
    fn cmp(&self, other: &Self) -> Ordering {
        let different = (self.left ^ other.left) | (self.right ^ other.right);
        let first = different & different.wrapping_neg();
        letter(self.at(first)).cmp(&letter(other.at(first)))
    }
}

impl PartialOrd for SmallBoard {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The letter of a cell that is among those of [`SmallBoard`]'s two sets or not.
fn letter(cell: (bool, bool)) -> u8 {
    match cell {
        (false, false) => WALL,
        (true, true) => FREE,
        (true, false) => b'x',
        (false, true) => b'o',
    }
}

impl SmallBoard {
    fn at(self, cell: u64) -> (bool, bool) {
        (self.left & cell != 0, self.right & cell != 0)
    }

    /// The free cells, Left's men and Right's men.
    #[inline]
    pub(crate) fn parts(self) -> (u64, u64, u64) {
        let free = self.left & self.right;
        (free, self.left ^ free, self.right ^ free)
    }

    /// The board with all other cells made walls.
    #[inline]
    pub(crate) fn within(self, cells: u64) -> Self {
        SmallBoard { left: self.left & cells, right: self.right & cells }
    }

    /// The board as one number, with Left and Right exchanged if asked for.
    #[inline]
    fn number(self, negated: Negated) -> u128 {
        let (first, second) = match negated {
            Negated::No => (self.left, self.right),
            Negated::Yes => (self.right, self.left),
        };
        u128::from(first) << 64 | u128::from(second)
    }

    #[inline]
    fn map(self, change: impl Fn(u64) -> u64) -> Self {
        SmallBoard { left: change(self.left), right: change(self.right) }
    }

    /// Moved to the top and to the left.
    #[inline]
    fn shifted(self) -> Self {
        let way = corner(self.left | self.right);
        SmallBoard { left: self.left >> way, right: self.right >> way }
    }

    /// The rows and columns in use, when the board is at the top and to the left; at least 1.
    #[inline]
    fn extent(self) -> (u32, u32) {
        let cells = self.left | self.right | 1;
        let mut columns = cells | cells >> 32;
        columns |= columns >> 16;
        columns |= columns >> 8;
        (8 - cells.leading_zeros() / 8, 8 - (columns as u8).leading_zeros())
    }

    /// The least of the four reflections of a board of this extent; and the least with Left and
    /// Right exchanged.
    #[inline]
    fn least_reflections(self, (rows, columns): (u32, u32)) -> (u128, u128) {
        let (over, beside) = (8 * (8 - rows), 8 - columns);
        let mut least = (self.number(Negated::No), self.number(Negated::Yes));
        // The columns that are left free are free in every row, so that no cell changes rows.
        for image in [
            self.map(|cells| cells.swap_bytes() >> over),
            self.map(|cells| cells.reverse_bits() >> (over + beside)),
            self.map(|cells| cells.reverse_bits().swap_bytes() >> beside),
        ] {
            least.0 = least.0.min(image.number(Negated::No));
            least.1 = least.1.min(image.number(Negated::Yes));
        }
        least
    }

    #[inline]
    fn of_least(same: u128, other: u128) -> (Self, Negated) {
        let (least, negated) =
            if other < same { (other, Negated::Yes) } else { (same, Negated::No) };
        (SmallBoard { left: (least >> 64) as u64, right: least as u64 }, negated)
    }

    /// The least of the eight images that are not higher than wide, and of those with Left's
    /// and Right's men exchanged; and whether they are.
    #[inline]
    pub(crate) fn least_of_both(self) -> (Self, Negated) {
        let board = self.shifted();
        let (rows, columns) = board.extent();
        let mut least = (u128::MAX, u128::MAX);
        if rows <= columns {
            least = board.least_reflections((rows, columns));
        }
        if columns <= rows {
            let other = board.map(transposed).least_reflections((columns, rows));
            least = (least.0.min(other.0), least.1.min(other.1));
        }
        Self::of_least(least.0, least.1)
    }

    /// The least of the eight images that are not higher than wide, and whether rows and columns
    /// have changed places in it.
    #[inline]
    pub(crate) fn least_turned(self) -> (Self, Negated) {
        let board = self.shifted();
        let (rows, columns) = board.extent();
        let mut least = (u128::MAX, u128::MAX);
        if rows <= columns {
            least.0 = board.least_reflections((rows, columns)).0;
        }
        if columns <= rows {
            least.1 = board.map(transposed).least_reflections((columns, rows)).0;
        }
        Self::of_least(least.0, least.1)
    }

    /// A grid that fits.
    pub(crate) fn of(grid: &Grid) -> Self {
        let mut board = SmallBoard { left: 0, right: 0 };
        for (cell, &letter) in grid.cells().iter().enumerate() {
            let cell = 1 << (MOST * (cell / grid.columns()) + cell % grid.columns());
            if letter == FREE || letter == b'x' {
                board.left |= cell;
            }
            if letter == FREE || letter == b'o' {
                board.right |= cell;
            }
        }
        board
    }

    /// Reads a board of at most so many rows and columns.
    pub(crate) fn read(
        text: &str,
        letters: &str,
        (rows, columns): (u8, u8),
    ) -> Result<Self, RuleError> {
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
    pub(crate) fn write(self, (rows, columns): (u8, u8)) -> String {
        let mut text = String::new();
        for row in 0..rows {
            if row > 0 {
                text.push('|');
            }
            for column in 0..columns {
                text.push(letter(self.at(1 << (MOST as u8 * row + column))).into());
            }
        }
        text
    }

    /// The same in every run, for a store.
    pub(crate) fn encode(self) -> Vec<u8> {
        self.number(Negated::No).to_le_bytes().into()
    }

    /// Reads what [`SmallBoard::encode`] writes.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let number = u128::from_le_bytes(bytes.try_into().ok()?);
        Some(SmallBoard { left: (number >> 64) as u64, right: number as u64 })
    }
}

/// How boards are written, read and searched: `$small` for a [`SmallBoard`], `$large` for a
/// larger one, cell by cell.
macro_rules! written_as_small_board {
    ($small:ident, $large:ident, $name:literal, $letters:literal) => {
        impl Notation for $small {
            fn name(&self) -> &'static str {
                $name
            }

            fn write(&self, board: &Self::Position) -> String {
                board.write((self.rows, self.columns))
            }

            fn parse(&self, text: &str) -> Result<Self::Position, RuleError> {
                SmallBoard::read(text, $letters, (self.rows, self.columns))
            }

            fn call(&self, board: &Self::Position) -> String {
                format!(concat!($name, "(\"{}\")"), self.write(board))
            }

            /// Boards of two kinds are told apart.
            fn parameters(&self) -> String {
                "by bits".to_owned()
            }

            /// All eight rows and columns: a part that was turned may not fit the board.
            fn encode(&self, board: &Self::Position) -> Vec<u8> {
                board.encode()
            }

            fn decode(&self, bytes: &[u8]) -> Option<Self::Position> {
                SmallBoard::decode(bytes)
            }

            fn board(&self, board: &Self::Position) -> Option<Vec<String>> {
                Some(self.write(board).split('|').map(str::to_owned).collect())
            }
        }

        impl Notation for $large {
            fn name(&self) -> &'static str {
                $name
            }

            fn write(&self, grid: &Grid) -> String {
                grid.to_string()
            }

            fn parse(&self, text: &str) -> Result<Grid, RuleError> {
                Grid::read(text, $letters)
            }

            fn call(&self, grid: &Grid) -> String {
                format!(concat!($name, "(\"{}\")"), grid)
            }

            fn board(&self, grid: &Grid) -> Option<Vec<String>> {
                Some(grid.to_string().split('|').map(str::to_owned).collect())
            }
        }

        fn read(text: &str) -> Result<Box<dyn AnyGame>, RuleError> {
            let grid = $large.parse(text)?;
            if grid.rows().max(grid.columns()) > crate::bits::MOST {
                return Ok(Placed::specialized($large, grid));
            }
            let rules = $small { rows: grid.rows() as u8, columns: grid.columns() as u8 };
            Ok(Placed::specialized(rules, SmallBoard::of(&grid)))
        }

        fn make(call: &Call<'_>) -> Result<Box<dyn AnyGame>, RuleError> {
            call.expect(1..=1, concat!($name, "(\"..|..\")"))?;
            read(call.text(0)?).map_err(|error| call.within(0, error))
        }
    };
}

pub(crate) use written_as_small_board;

#[cfg(test)]
pub(crate) mod tests {
    use proptest::test_runner::{Config as ProptestConfig, RngSeed, TestRunner};
    use upstar_core::{Budget, Player};
    use upstar_values::Universe;

    use super::*;
    use crate::{Engine, Notation, Settings};

    /// Asserts that a ruleset on small boards and one on large boards agree: on options and values
    /// of boards of three rows and four columns, and on options of such with five and eight.
    /// Boards are made at random after patterns.
    pub(crate) fn agree_on_random_boards<S: Notation<Position = SmallBoard>>(
        sized: impl Fn(u8, u8) -> S,
        cells: &impl Notation<Position = Grid>,
        small: &'static str,
        large: &'static str,
    ) {
        let config = ProptestConfig {
            cases: 200,
            failure_persistence: None,
            rng_seed: RngSeed::Fixed(5),
            ..ProptestConfig::default()
        };
        let found = TestRunner::new(config).run(&(small, large), |(small, large)| {
            agree(&sized(3, 4), cells, &small, true);
            agree(&sized(5, 8), cells, &large, false);
            Ok(())
        });
        if let Err(error) = found {
            panic!("{error}");
        }
    }

    /// Asserts that two rulesets have the same options of a board, and the same value if asked:
    /// the one with parts and symmetries, the other without.
    fn agree(
        small: &impl Notation<Position = SmallBoard>,
        large: &impl Notation<Position = Grid>,
        text: &str,
        value: bool,
    ) {
        let (board, grid) = (small.parse(text).unwrap(), large.parse(text).unwrap());
        assert_eq!(small.write(&board), text);
        for player in Player::BOTH {
            let (mut bits, mut cells) = (Vec::new(), Vec::new());
            small.options(&board, player, &mut bits).unwrap();
            large.options(&grid, player, &mut cells).unwrap();
            bits.sort();
            cells.sort();
            let bits: Vec<String> = bits.iter().map(|option| small.write(option)).collect();
            let cells: Vec<String> = cells.iter().map(|option| large.write(option)).collect();
            assert_eq!(bits, cells, "{text}");
        }
        if value {
            let (universe, budget) = (Universe::new(), Budget::unlimited());
            let plain = Settings { components: false, symmetry: false, ..Settings::default() };
            let fast = Engine::new(&universe, Settings::default()).value(small, &board, &budget);
            let slow = Engine::new(&universe, plain).value(large, &grid, &budget);
            assert_eq!(fast.unwrap(), slow.unwrap(), "{text}");
        }
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

    #[test]
    fn all_images_have_one_representative() {
        for text in ["#x..|.o.#|..x#", "xo|ox", "x", "####", "xo..o|.#..."] {
            let grid = Grid::read(text, LETTERS).unwrap();
            let board = SmallBoard::of(&grid);
            let (both, negated) = board.least_of_both();
            let (turned, sign) = board.least_turned();
            for symmetry in 0..8 {
                let image = SmallBoard::of(&grid.image(symmetry, |letter| letter));
                assert_eq!(image.least_of_both().0, both);
                let exchanged = SmallBoard::of(&grid.image(symmetry, crate::grid::exchange));
                let found = exchanged.least_of_both();
                assert_eq!(found.0, both);
                // A board that is its own negative has the sign that comes first.
                assert!(found.1 != negated || found.1 == Negated::No, "{text}");
                let (other, other_sign) = image.least_turned();
                assert_eq!(other, turned);
                let itself = other_sign == Negated::No && sign == Negated::No;
                assert!(itself || (other_sign == sign) == (symmetry < 4), "{text}");
            }
            // The representative is an image.
            let all: Vec<_> = (0..8)
                .flat_map(|s| {
                    [grid.image(s, |letter| letter), grid.image(s, crate::grid::exchange)]
                })
                .map(|image| SmallBoard::of(&image).shifted())
                .collect();
            assert!(all.contains(&both) && all.contains(&turned));
        }
    }
}
