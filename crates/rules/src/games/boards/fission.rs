//! Fission on boards up to 8 by 8, as sets of bits, and on larger ones.

use super::bits::{Lines, SmallBoard, down, left, right, small_board, up};
use super::grid::{FREE, Grid, WALL};
use super::of_row;
use crate::games::prelude::*;

/// Fission on at most eight rows and columns: a stone between two free cells splits into both.
///
/// Stones that never move and cells that no stone ever reaches count as walls in the parts of
/// a position.
#[derive(Clone, Copy, Debug)]
pub struct Fission {
    rows: u8,
    columns: u8,
}

/// The cells whose stone has free cells above and below.
#[inline]
fn upright(free: u64, stones: u64) -> u64 {
    stones & up(free) & down(free)
}

/// The cells whose stone has free cells on the left and on the right.
#[inline]
fn level(free: u64, stones: u64) -> u64 {
    stones & left(free) & right(free)
}

impl Ruleset for Fission {
    type Position = SmallBoard;

    small_board!(small LargeFission, ROW, ".#x");

    #[inline]
    fn options(&self, board: &SmallBoard, player: Player, out: &mut Vec<SmallBoard>) -> Done {
        let (free, stones, _) = board.parts();
        let mut splitting = match player {
            Player::Left => upright(free, stones),
            Player::Right => level(free, stones),
        };
        while splitting != 0 {
            let stone = splitting & splitting.wrapping_neg();
            splitting ^= stone;
            let halves = match player {
                Player::Left => up(stone) | down(stone),
                Player::Right => left(stone) | right(stone),
            };
            // Stones count as men of Left: a free cell is in Right's set too.
            out.push(SmallBoard { right: board.right ^ stone ^ halves, ..*board });
        }
        Ok(())
    }

    /// The parts that no move ever joins: the sets of cells where there may ever be a stone,
    /// and of those that may ever be free, grow until they allow no further move.
    #[inline]
    fn components(&self, board: &SmallBoard, out: &mut Vec<SmallBoard>) -> Done {
        let (mut free, mut stones, _) = board.parts();
        let lines = loop {
            let (v, h) = (upright(free, stones), level(free, stones));
            let halves = up(v) | down(v) | left(h) | right(h);
            let lines = Lines { upright: v, level: h };
            // What is still to be found joins no more than all cells.
            if v | h | halves == board.left && lines.plainly_hang_together() {
                out.push(*board);
                return Ok(());
            }
            if ((v | h) & !free) | (halves & !stones) == 0 {
                break lines;
            }
            free |= v | h;
            stones |= halves;
        };
        lines.parts(|part| out.push(board.within(part)));
        Ok(())
    }

    #[inline]
    fn normalize(&self, board: SmallBoard) -> (SmallBoard, Negated) {
        // A quarter turn exchanges the players.
        board.least_turned()
    }
}

/// Fission on boards of any size, cell by cell.
#[derive(Clone, Copy, Debug)]
pub struct LargeFission;

impl Ruleset for LargeFission {
    type Position = Grid;

    small_board!(large Fission, ROW, ".#x");

    fn options(&self, grid: &Grid, player: Player, out: &mut Vec<Grid>) -> Done {
        let (before, after) = match player {
            Player::Left => ((-1, 0), (1, 0)),
            Player::Right => ((0, -1), (0, 1)),
        };
        for (cell, _) in grid.cells().iter().enumerate().filter(|&(_, &letter)| letter == b'x') {
            if let (Some(a), Some(b)) = (grid.step(cell, before), grid.step(cell, after))
                && grid.cells()[a] == FREE
                && grid.cells()[b] == FREE
            {
                out.push(grid.with([(cell, FREE), (a, b'x'), (b, b'x')]));
            }
        }
        Ok(())
    }

    fn components(&self, grid: &Grid, out: &mut Vec<Grid>) -> Done {
        grid.regions_with(|cell| cell != WALL, WALL, [b'x', FREE], out);
        Ok(())
    }

    fn normalize(&self, grid: Grid) -> (Grid, Negated) {
        // A quarter turn exchanges the players.
        grid.least_turned()
    }
}

pub(crate) const ROW: Row = Row {
    name: "fission",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "fission(\"...|.x.|...\")",
    rules: "A stone (x) with free cells on both sides is replaced by a stone on each of the two:\n\
            above and below for Left, left and right for Right.",
    source: "Conway, Guy and others",
    example: ("fission(\"...|.x.|...\")", "0"),
    make: Make::Rules(|| Rules::new(LargeFission)),
    boards: true,
};

#[cfg(test)]
mod tests {
    use super::super::bits::tests::agree_on_random_boards;
    use super::*;

    #[test]
    fn bits_agree_with_cells() {
        agree_on_random_boards(
            |rows, columns| Fission { rows, columns },
            &LargeFission,
            "[x..]{4}\\|[x.#.]{4}\\|[x...]{4}",
            "[x.]{8}\\|[x.#]{8}\\|[x.]{8}\\|[x.]{8}\\|[x.#]{8}",
        );
    }
}
