//! NoGo on boards up to 8 by 8, as sets of bits, and on larger ones.

use super::bits::{Size, SmallBoard, down, left, right, small_board, small_game, up};
use super::grid::{FOUR, FREE, Grid, man};
use super::of_row;
use crate::prelude::*;

/// NoGo on at most eight rows and columns: Go without captures. Every group of stones keeps a
/// liberty.
#[derive(Clone, Debug)]
pub struct NoGo(pub(crate) Size);

/// The neighbours of some cells.
#[inline]
fn beside(cells: u64) -> u64 {
    up(cells) | down(cells) | left(cells) | right(cells)
}

/// The free cells that are the only liberty of a group of these stones, and the liberties of groups
/// with more than one; `None` if a group has no liberty.
#[inline]
fn breaths(free: u64, stones: u64) -> Option<(u64, u64)> {
    let (mut last, mut more, mut rest) = (0, 0, stones);
    while rest != 0 {
        let mut group = rest & rest.wrapping_neg();
        loop {
            let next = (group | beside(group)) & rest;
            if next == group {
                break;
            }
            group = next;
        }
        rest ^= group;
        let breath = beside(group) & free;
        if breath == 0 {
            return None;
        }
        if breath & breath.wrapping_sub(1) == 0 {
            last |= breath;
        } else {
            more |= breath;
        }
    }
    Some((last, more))
}

/// The cells where Left may place a stone, and those where Right may. The stone's group must keep
/// another liberty, and the cell must not be the only liberty of an enemy group. Nobody may move if
/// some group has no liberty, because it never gets one.
#[inline]
fn allowed(board: SmallBoard) -> [u64; 2] {
    let (free, x, o) = board.parts();
    let (Some(x), Some(o)) = (breaths(free, x), breaths(free, o)) else { return [0; 2] };
    let airy = free & beside(free);
    [(airy | x.1) & !o.0, (airy | o.1) & !x.0]
}

impl Ruleset for NoGo {
    type Position = SmallBoard;

    small_board!("nogo", ".#xo");

    #[inline]
    fn options(&self, board: &SmallBoard, player: Player, out: &mut Options<SmallBoard>) -> Result {
        let [left, right] = allowed(*board);
        let mut places = if player == Player::Left { left } else { right };
        while places != 0 {
            let stone = places & places.wrapping_neg();
            places ^= stone;
            out.push(match player {
                Player::Left => SmallBoard { right: board.right ^ stone, ..*board },
                Player::Right => SmallBoard { left: board.left ^ stone, ..*board },
            });
        }
        Ok(())
    }

    /// No stone can ever be placed on a free cell surrounded by walls and enemies.
    #[inline]
    fn static_bounds(&self, board: &SmallBoard) -> Option<StaticBounds> {
        let (free, x, o) = board.parts();
        let most = |own: u64| (free & beside(free | own)).count_ones() as i32;
        let moves = allowed(*board).map(u64::count_ones);
        Some(StaticBounds { moves, low: -most(o), high: most(x) })
    }

    /// The number of free cells.
    #[inline]
    fn tier(&self, board: &SmallBoard) -> u64 {
        (board.left & board.right).count_ones().into()
    }

    fn normalize(&self, board: SmallBoard) -> (SmallBoard, Negated) {
        board.least_of_both()
    }
}

/// NoGo on boards of any size, cell by cell.
#[derive(Clone, Copy, Debug)]
pub struct LargeNoGo;

/// Whether every group of stones has a liberty.
fn everybody_breathes(grid: &Grid) -> bool {
    let cells = grid.cells();
    let mut seen = vec![false; cells.len()];
    let mut open = Vec::new();
    for start in 0..cells.len() {
        let colour = cells[start];
        if seen[start] || (colour != b'x' && colour != b'o') {
            continue;
        }
        let mut breathes = false;
        seen[start] = true;
        open.push(start);
        while let Some(cell) = open.pop() {
            for next in FOUR.iter().filter_map(|&step| grid.step(cell, step)) {
                if cells[next] == FREE {
                    breathes = true;
                } else if cells[next] == colour && !seen[next] {
                    seen[next] = true;
                    open.push(next);
                }
            }
        }
        if !breathes {
            return false;
        }
    }
    true
}

impl Ruleset for LargeNoGo {
    type Position = Grid;

    of_row!(ROW, ".#xo");

    /// Strips are of this kind, so that all strips in a sum have the same kind.
    fn game(&self, rules: &Rules, arguments: &Arguments) -> Result<Game> {
        let grid = self.position(arguments)?;
        let small = small_game(rules, &grid, 2, NoGo, SmallBoard::of);
        Ok(small.unwrap_or_else(|| rules.at(grid)))
    }

    fn options(&self, grid: &Grid, player: Player, out: &mut Options<Grid>) -> Result {
        let options = grid.places(FREE).map(|cell| grid.with([(cell, man(player))]));
        out.extend(options.filter(everybody_breathes));
        Ok(())
    }

    /// The number of free cells.
    fn tier(&self, grid: &Grid) -> u64 {
        grid.cells().iter().filter(|&&cell| cell == FREE).count() as u64
    }

    fn normalize(&self, grid: Grid) -> (Grid, Negated) {
        grid.least_of_both()
    }
}

pub(crate) const ROW: Row = Row {
    name: "nogo",
    aliases: &["anti_atari_go", "nogo_1xn"],
    class: Class::PARTIZAN,
    usage: "nogo(\"3x3\") or nogo(\"x.o|...\")",
    rules: "A player puts one of his stones (x Left, o Right) on a free cell. After that, every\n\
            group of stones of one colour must have a neighbouring free cell.",
    source: "She, The NoGo game (2013)",
    example: ("nogo(\"....\")", "0"),
    make: Make::Rules(|| Rules::new(LargeNoGo)),
    boards: true,
};
