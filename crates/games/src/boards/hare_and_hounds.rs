//! Hare and Hounds, on boards of any length.

use super::grid::{DIAGONAL, FOUR, FREE, Grid, WALL};
use super::read_only;
use crate::prelude::*;

/// Hare and Hounds. Left's hounds (x) go one step along a line of the board, never back. Right's
/// hare (o) goes one step along any line. A hare with no hound to his left has escaped and wins: he
/// is off the board, the hounds have no move, and Right may pass. The value is `off`.
#[derive(Clone, Copy, Debug)]
pub struct HareAndHounds;

/// The rows of the board.
const ROWS: usize = 3;

impl HareAndHounds {
    /// The start on a board with this number of columns, which is odd and at least 5.
    fn start(columns: usize) -> Result<Grid> {
        let grid = Grid::filled(ROWS, columns, FREE)?;
        let at = |row: usize, column: usize| row * columns + column;
        let grid = grid.with([(at(0, 1), b'x'), (at(1, 0), b'x'), (at(2, 1), b'x')]);
        let grid = grid.with([(at(0, 0), WALL), (at(2, 0), WALL)]);
        let grid = grid.with([(at(0, columns - 1), WALL), (at(2, columns - 1), WALL)]);
        Ok(grid.with([(at(1, columns - 1), b'o')]))
    }

    /// Removes the hare if no hound is to his left.
    fn freed(grid: Grid) -> Grid {
        let column = |cell: usize| cell % grid.columns();
        let Some(hare) = grid.places(b'o').next() else { return grid };
        match grid.places(b'x').map(column).min() {
            Some(hound) if hound < column(hare) => grid,
            _ => grid.with([(hare, FREE)]),
        }
    }

    /// The cells that a line of the board leads to. Lines run along rows and columns, and along
    /// diagonals where row and column, counted from 0, have an odd sum.
    fn steps(grid: &Grid, cell: usize) -> impl Iterator<Item = usize> {
        let odd = (cell / grid.columns() + cell % grid.columns()) % 2 == 1;
        let diagonal = DIAGONAL.iter().filter(move |_| odd);
        FOUR.iter()
            .chain(diagonal)
            .filter_map(move |&step| grid.step(cell, step))
            .filter(|&to| grid.cells()[to] == FREE)
    }
}

impl Ruleset for HareAndHounds {
    type Position = Grid;

    as_in!(ROW);

    /// In version 1, hounds still moved after the hare had escaped.
    fn version(&self) -> u32 {
        2
    }

    fn options(&self, grid: &Grid, player: Player, out: &mut Options<Grid>) -> Result {
        let column = |cell: usize| cell % grid.columns();
        let hare = grid.places(b'o').next();
        if player == Player::Left {
            // The hunt is over, even if the hounds still have steps.
            if hare.is_none() {
                return Ok(());
            }
            for hound in grid.places(b'x') {
                for to in Self::steps(grid, hound).filter(|&to| column(to) >= column(hound)) {
                    out.push(Self::freed(grid.with([(hound, FREE), (to, b'x')])));
                }
            }
            return Ok(());
        }
        match hare {
            None => out.push(grid.clone()),
            Some(hare) => {
                for to in Self::steps(grid, hare) {
                    out.push(Self::freed(grid.with([(hare, FREE), (to, b'o')])));
                }
            }
        }
        Ok(())
    }

    fn position(&self, arguments: &Arguments) -> Result<Grid> {
        let [Argument::Integer(_)] = arguments.values() else {
            return read_only(arguments, |text| self.parse(text));
        };
        let columns = arguments.count(0, Grid::MOST as u64)? as usize;
        if columns < 5 || columns.is_multiple_of(2) {
            return Err(arguments.complain(0, "a board has an odd number of columns, 5 or more"));
        }
        Self::start(columns)
    }

    fn parse(&self, text: &str) -> Result<Grid> {
        let grid = Grid::read(text, ".xo#")?;
        let columns = grid.columns();
        let walls = |column: usize| {
            let end = column == 0 || column + 1 == columns;
            let walls = [0, 1, 2].map(|row| grid.cells()[row * columns + column] == WALL);
            walls == [end, false, end]
        };
        let board = grid.rows() == ROWS && columns >= 5 && columns % 2 == 1;
        if board && (0..columns).all(walls) && grid.places(b'o').count() < 2 {
            return Ok(Self::freed(grid));
        }
        let message = "expected three rows of an odd number of cells, 5 or more, with walls `#` in \
                       the four corners alone, hounds `x` and at most one hare `o`";
        Err(RuleError::notation(text, 0..text.len(), message))
    }
}

pub(crate) const ROW: Row = Row {
    name: "hare_and_hounds",
    aliases: &["french_military_game"],
    class: Class::LOOPY_PARTIZAN,
    usage: "hare_and_hounds(5) or hare_and_hounds(\"#x..#|x...o|#x..#\")",
    rules: "On three rows without the corners Left's hounds (x) go one cell, but not to the left, Right's hare\n\
            (o) one cell: along rows, columns, and diagonals through every second middle cell from the first.\n\
            A hare with no hound on his left has escaped and wins: the hounds have no move, Right may pass.",
    source: "Winning Ways, chapter 21 (The French Military Hunt); Siegel, Coping with Cycles",
    example: ("hare_and_hounds(5)", "outcome L"),
    make: Make::Rules(|| Rules::new(HareAndHounds)),
    boards: true,
};
