//! Konane on boards up to 8 by 8, as sets of bits, and on larger ones.

use upstar_core::Player;

use super::boards::{least_of_both, man};
use crate::bits::{SmallBoard, down, joined_by_lines, left, right, up, written_as_small_board};
use crate::grid::{FOUR, FREE, Grid, WALL};
use crate::named::Call;
use crate::{AnyGame, Class, Negated, Notation, Placed, Row, RuleError, Ruleset};

/// Konane on at most eight rows and columns: men jump over enemies, several in a line if they
/// can.
///
/// Men that never move and cells that no man ever reaches count as walls in the parts of a
/// position.
#[derive(Clone, Copy, Debug)]
pub struct Konane {
    rows: u8,
    columns: u8,
}

/// Cells moved by a step.
type Step = fn(u64) -> u64;

/// A step in each direction, and one back.
const WAYS: [[Step; 2]; 4] = [[up, down], [down, up], [left, right], [right, left]];

/// Every other cell, as on a chequered board, among them the one at the top left.
const CHEQUERED: u64 = 0xAA55_AA55_AA55_AA55;

/// The cells over which there may ever be a jump, now or after any moves: upwards or downwards,
/// and to the left or to the right.
///
/// The sets of cells where a man of either player may ever stand, and of those that may ever be
/// free, grow until they allow no further jump. They allow every jump of real play, and perhaps
/// more.
#[inline]
fn middles(board: SmallBoard) -> (u64, u64) {
    let (free, x, o) = board.parts();
    if (x & !CHEQUERED) | (o & CHEQUERED) == 0 || (x & CHEQUERED) | (o & !CHEQUERED) == 0 {
        middles_of_chequered(free, x | o)
    } else {
        middles_of_any(free, [x, o])
    }
}

#[inline]
fn middles_of_any(mut free: u64, mut men: [u64; 2]) -> (u64, u64) {
    let (mut upright, mut level) = (0, 0);
    loop {
        let before = (free, men);
        for (own, enemy) in [(0, 1), (1, 0)] {
            let (own_men, over) = (men[own], men[enemy]);
            let vertical = over & (up(own_men) & down(free) | down(own_men) & up(free));
            let horizontal = over & (left(own_men) & right(free) | right(own_men) & left(free));
            // On one side of the middle a man stood already, the other side was free already.
            let ends = up(vertical) | down(vertical) | left(horizontal) | right(horizontal);
            men[own] |= ends;
            free |= ends | vertical | horizontal;
            upright |= vertical;
            level |= horizontal;
        }
        if before == (free, men) {
            return (upright, level);
        }
    }
}

/// The same where each player's men stand on cells of one colour of a chequered board, as they do
/// ever after if they do once: neighbours are enemies, and one set holds the men of both.
#[inline]
fn middles_of_chequered(mut free: u64, mut men: u64) -> (u64, u64) {
    let (mut upright, mut level) = (0, 0);
    loop {
        let vertical = men & (up(men) & down(free) | down(men) & up(free));
        let horizontal = men & (left(men) & right(free) | right(men) & left(free));
        let ends = up(vertical) | down(vertical) | left(horizontal) | right(horizontal);
        let next = (men | ends, free | ends | vertical | horizontal);
        upright |= vertical;
        level |= horizontal;
        if next == (men, free) {
            return (upright, level);
        }
        (men, free) = next;
    }
}

impl Ruleset for Konane {
    type Position = SmallBoard;

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    #[inline]
    fn options(
        &self,
        board: &SmallBoard,
        player: Player,
        out: &mut Vec<SmallBoard>,
    ) -> Result<(), RuleError> {
        let (free, x, o) = board.parts();
        let (own, enemy) = if player == Player::Left { (x, o) } else { (o, x) };
        for [ahead, back] in WAYS {
            let mut men = own & back(enemy & back(free));
            while men != 0 {
                let mut at = men & men.wrapping_neg();
                men ^= at;
                let mut after = *board;
                loop {
                    let over = ahead(at) & enemy;
                    let to = ahead(over) & free;
                    if to == 0 {
                        break;
                    }
                    // Free cells are in both sets, a man's cell is in one.
                    match player {
                        Player::Left => {
                            after.left |= over;
                            after.right ^= at | to;
                        }
                        Player::Right => {
                            after.right |= over;
                            after.left ^= at | to;
                        }
                    }
                    out.push(after);
                    at = to;
                }
            }
        }
        Ok(())
    }

    /// The parts that no jump ever joins.
    #[inline]
    fn components(&self, board: &SmallBoard, out: &mut Vec<SmallBoard>) -> Result<(), RuleError> {
        let (upright, level) = middles(*board);
        joined_by_lines(upright, level, |part| out.push(board.within(part)));
        Ok(())
    }

    #[inline]
    fn normalize(&self, board: SmallBoard) -> (SmallBoard, Negated) {
        board.least_of_both()
    }
}

/// Konane on boards of any size, cell by cell.
#[derive(Clone, Copy, Debug)]
pub struct LargeKonane;

impl Ruleset for LargeKonane {
    type Position = Grid;

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(&self, grid: &Grid, player: Player, out: &mut Vec<Grid>) -> Result<(), RuleError> {
        let (own, enemy) = (man(player), man(player.opponent()));
        for (from, _) in grid.cells().iter().enumerate().filter(|&(_, &letter)| letter == own) {
            for step in FOUR {
                let mut after = grid.clone();
                let mut at = from;
                while let Some(over) = grid.step(at, step)
                    && let Some(to) = grid.step(over, step)
                    && grid.cells()[over] == enemy
                    && grid.cells()[to] == FREE
                {
                    after = after.with([(at, FREE), (over, FREE), (to, own)]);
                    out.push(after.clone());
                    at = to;
                }
            }
        }
        Ok(())
    }

    fn components(&self, grid: &Grid, out: &mut Vec<Grid>) -> Result<(), RuleError> {
        grid.regions_with(|cell| cell != WALL, WALL, [b'x', b'o'], out);
        Ok(())
    }

    fn normalize(&self, grid: Grid) -> (Grid, Negated) {
        least_of_both(&grid)
    }

    fn bytes(&self, grid: &Grid) -> usize {
        grid.bytes()
    }
}

written_as_small_board!(Konane, LargeKonane, "konane", ".#xo");

pub(crate) const ROW: Row = Row {
    name: "konane",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "konane(\"xo.x|oxox\")",
    rules: "A man jumps over an enemy beside it to the free cell behind, and takes it;\n\
            it may go on in the same direction. Left has x, Right has o.",
    source: "The game of Hawaii; Ernst, Playing Konane mathematically (1995)",
    example: ("konane(\"xo.x|oxox|xoxo|oxox\")", "1"),
    make,
    board: Some(read),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::tests::agree_on_random_boards;

    #[test]
    fn bits_agree_with_cells() {
        agree_on_random_boards(
            |rows, columns| Konane { rows, columns },
            &LargeKonane,
            "[xo.]{4}\\|[xo.]{4}\\|[xo#.]{4}",
            "[xo.]{8}\\|[xo.]{8}\\|[xo#.]{8}\\|[xo.]{8}\\|[xo.]{8}",
        );
    }

    #[test]
    fn chequered_boards_have_the_same_middles() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state ^ state >> 29
        };
        let mut jumps = 0;
        for round in 0..2000 {
            let (free, men) = (random() & random(), random() | random());
            let men = men & !free;
            let sides = [men & CHEQUERED, men & !CHEQUERED];
            let sides = if round % 2 == 0 { sides } else { [sides[1], sides[0]] };
            let found = middles_of_any(free, sides);
            assert_eq!(middles_of_chequered(free, men), found);
            let board = SmallBoard { left: free | sides[0], right: free | sides[1] };
            assert_eq!(middles(board), found);
            jumps += (found.0 | found.1).count_ones();
        }
        assert!(jumps > 20_000, "{jumps}");
    }

    #[test]
    fn parts_are_those_that_jumps_join() {
        for (text, expected) in [
            // The men on the right can never jump, and are never jumped over.
            ("xo.#oo", vec!["xo.###"]),
            ("oo.xo.", vec!["##.xo."]),
            ("xo.#xo", vec!["xo.###"]),
            // Both may come to the cell between them.
            ("xo.xo.", vec!["xo.xo."]),
            ("xxoo.", vec![]),
            ("x.o", vec![]),
        ] {
            let rules = Konane { rows: 1, columns: 6 };
            let mut parts = Vec::new();
            rules.components(&rules.parse(text).unwrap(), &mut parts).unwrap();
            let parts: Vec<String> = parts.iter().map(|part| rules.write(part)).collect();
            assert_eq!(parts, expected, "{text}");
        }
    }
}
