//! Clobber on boards up to 8 by 8, as sets of bits, and on larger ones.

mod parts;
mod search;

use self::search::ClobberSearch;
use super::bits::{Size, SmallBoard, down, left, right, small_board, small_size, up};
use super::grid::{FOUR, FREE, Grid, WALL, man};
use super::images::least_of_both;
use super::of_row;
use crate::prelude::*;
use upstar_engine::WinnerSearch;

/// Clobber on at most eight rows and columns: a man captures a neighbouring enemy and moves to its
/// cell.
#[derive(Clone, Debug)]
pub struct Clobber(pub(crate) Size);

/// Every capture is possible in both directions, so both players have equally many moves. If one
/// player has no move, neither has the other, so the value is infinitesimal.
fn both_have(moves: u32) -> StaticBounds {
    let bound = i32::from(moves > 0);
    StaticBounds { moves: [moves; 2], low: -bound, high: bound }
}

/// Calls `each` with a man of `own` and the cell of the man that it takes, for all captures, until one is
/// what is looked for.
#[inline]
fn each_capture(
    own: u64,
    enemy: u64,
    mut each: impl FnMut(u64, u64) -> Result<bool>,
) -> Result<bool> {
    for [ahead, back] in [[up, down], [left, right], [right, left], [down, up]] {
        let mut men = own & back(enemy);
        while men != 0 {
            let man = men & men.wrapping_neg();
            men ^= man;
            if each(man, ahead(man))? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// The number of pairs of neighbouring enemies.
#[inline]
fn pairs(board: SmallBoard) -> u32 {
    let (_, x, o) = board.parts();
    let beside = (x & right(o) | o & right(x)).count_ones();
    beside + (x & down(o) | o & down(x)).count_ones()
}

/// Calls `each` with the connected groups of men, without free cells.
#[inline]
fn each_part(board: SmallBoard, mut each: impl FnMut(SmallBoard) -> Result) -> Result {
    let (_, x, o) = board.parts();
    let mut rest = x | o;
    while rest != 0 {
        let mut found = rest & rest.wrapping_neg();
        loop {
            let next = (found | up(found) | down(found) | left(found) | right(found)) & rest;
            if next == found {
                break;
            }
            found = next;
        }
        rest ^= found;
        if found & x != 0 && found & o != 0 {
            each(SmallBoard::new(found & x, found & o))?;
        }
    }
    Ok(())
}

impl Ruleset for Clobber {
    type Position = SmallBoard;

    small_board!("clobber", ".#xo");

    #[inline]
    fn options(&self, board: &SmallBoard, player: Player, out: &mut Options<SmallBoard>) -> Result {
        let (_, x, o) = board.parts();
        let (own, enemy) = if player == Player::Left { (x, o) } else { (o, x) };
        each_capture(own, enemy, |man, taken| {
            out.push(match player {
                // The cell that the man leaves becomes free: it is in both sets.
                Player::Left => SmallBoard::new(board.left() | taken, board.right() & !taken | man),
                Player::Right => {
                    SmallBoard::new(board.left() & !taken | man, board.right() | taken)
                }
            });
            Ok(false)
        })?;
        Ok(())
    }

    #[inline]
    fn static_bounds(&self, board: &SmallBoard) -> Option<StaticBounds> {
        Some(both_have(pairs(*board)))
    }

    /// Connected groups of men, without free cells: no man moves to a free cell.
    #[inline]
    fn components(&self, board: &SmallBoard, out: &mut Vec<SmallBoard>) -> Result {
        each_part(*board, |part| {
            out.push(part);
            Ok(())
        })
    }

    fn winner_search(&self, bytes: u64) -> Option<Box<dyn WinnerSearch<SmallBoard>>> {
        Some(Box::new(ClobberSearch::new(bytes)))
    }

    /// The number of men.
    #[inline]
    fn tier(&self, board: &SmallBoard) -> u64 {
        board.men().count_ones().into()
    }

    fn normalize(&self, board: SmallBoard) -> (SmallBoard, Negated) {
        let (_, left, right) = board.parts();
        least_of_both(SmallBoard::new(left, right))
    }
}

/// Clobber on boards of any size, cell by cell.
#[derive(Clone, Copy, Debug)]
pub struct LargeClobber;

impl Ruleset for LargeClobber {
    type Position = Grid;

    of_row!(ROW, ".#xo");

    /// Strips are of this kind, so that all strips in a sum have the same kind.
    fn game(&self, rules: &Rules, arguments: &Arguments) -> Result<Game> {
        let grid = self.position(arguments)?;
        Ok(match small_size(rules, &grid, 2) {
            Some(size) => Game::on_small_board(Clobber(size), SmallBoard::of(&grid)),
            None => rules.at(grid),
        })
    }

    fn options(&self, grid: &Grid, player: Player, out: &mut Options<Grid>) -> Result {
        let (own, enemy) = (man(player), man(player.opponent()));
        for (cell, _) in grid.cells().iter().enumerate().filter(|&(_, &letter)| letter == own) {
            for step in FOUR {
                if let Some(to) = grid.step(cell, step)
                    && grid.cells()[to] == enemy
                {
                    out.push(grid.with([(cell, FREE), (to, own)]));
                }
            }
        }
        Ok(())
    }

    fn static_bounds(&self, grid: &Grid) -> Option<StaticBounds> {
        let cells = grid.cells();
        let enemies = |a: u8, b: u8| u32::from(a ^ b == b'x' ^ b'o');
        let mut moves = 0;
        for (index, row) in cells.chunks(grid.columns().max(1)).enumerate() {
            moves += row.windows(2).map(|pair| enemies(pair[0], pair[1])).sum::<u32>();
            let next = cells[(index + 1) * grid.columns()..].iter();
            moves += row.iter().zip(next).map(|(&a, &b)| enemies(a, b)).sum::<u32>();
        }
        Some(both_have(moves))
    }

    fn components(&self, grid: &Grid, out: &mut Vec<Grid>) -> Result {
        grid.regions_with(|cell| cell == b'x' || cell == b'o', FREE, [b'x', b'o'], out);
        Ok(())
    }

    /// The number of men.
    fn tier(&self, grid: &Grid) -> u64 {
        grid.cells().iter().filter(|&&cell| cell == b'x' || cell == b'o').count() as u64
    }

    /// No man moves to a free cell, so a free cell is like a wall, as on small boards, and cells
    /// around the men do not matter. In misère play a board keeps such cells between its parts.
    fn normalize(&self, mut grid: Grid) -> (Grid, Negated) {
        let mut men: Vec<bool> =
            grid.cells().iter().map(|&cell| cell == b'x' || cell == b'o').collect();
        grid.cells_mut().iter_mut().zip(&men).filter(|(_, man)| !**man).for_each(|(cell, _)| {
            *cell = WALL;
        });
        if !men.contains(&true) {
            // A board without men is reduced to one cell.
            match men.first_mut() {
                Some(first) => *first = true,
                None => return (grid, Negated::No),
            }
        }
        grid.cut_with_border(&men, WALL, false).least_of_both()
    }
}

pub(crate) const ROW: Row = Row {
    name: "clobber",
    aliases: &["clobber_1xn"],
    class: Class::PARTIZAN,
    usage: "clobber(\"xo|ox\")",
    rules: "Men x of Left and o of Right stand on a board. A man takes an enemy on a neighbouring\n\
            cell and moves there.",
    source: "Albert, Grossman, Nowakowski and Wolfe, An introduction to Clobber (2005)",
    example: ("clobber(\"xoxo|ox..\")", "{^^*|v*}"),
    make: Make::Rules(|| Rules::new(LargeClobber)),
    boards: true,
};
