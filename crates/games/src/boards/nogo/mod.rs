//! NoGo on boards up to 8 by 8, as sets of bits, and on larger ones.

mod search;
mod state;
mod strip;
mod strip_search;
#[cfg(test)]
mod tests;

use upstar_engine::WinnerSearch;

use self::search::NoGoSearch;
use self::strip::Rows;
use super::bits::{Size, SmallBoard, down, left, right, small_board, small_size, up};
use super::grid::{FOUR, FREE, Grid, WALL, man};
use super::images::least_of_both;
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
            out.push(board.toggled(player.opponent(), stone));
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

    fn winner_search(&self, bytes: u64) -> Option<Box<dyn WinnerSearch<SmallBoard>>> {
        Some(Box::new(NoGoSearch::new(bytes)))
    }

    /// Free cells with the groups beside them, which are all that decides where a stone may be placed.
    /// Groups of both players that touch do not join what is on their other sides.
    fn components(&self, board: &SmallBoard, out: &mut Vec<SmallBoard>) -> Result {
        let (free, x, o) = board.parts();
        if breaths(free, x).is_none() || breaths(free, o).is_none() {
            return Ok(());
        }
        let (for_left, for_right) = (free | x, free | o);
        let mut rest = free;
        while rest != 0 {
            let mut found = rest & rest.wrapping_neg();
            loop {
                let next = found
                    | beside(found & for_left) & for_left
                    | beside(found & for_right) & for_right;
                if next == found {
                    break;
                }
                found = next;
            }
            rest &= !found;
            let part = board.within(found);
            if allowed(part) != [0; 2] {
                out.push(part);
            }
        }
        Ok(())
    }

    /// The number of free cells.
    #[inline]
    fn tier(&self, board: &SmallBoard) -> u64 {
        board.free().count_ones().into()
    }

    fn normalize(&self, board: SmallBoard) -> (SmallBoard, Negated) {
        least_of_both(board)
    }
}

/// NoGo on boards of any size, cell by cell.
#[derive(Clone, Copy, Debug)]
pub struct LargeNoGo;

/// As [`allowed`], for each cell; `None` if some group has no liberty.
fn allowed_on(grid: &Grid) -> Option<Vec<[bool; 2]>> {
    let cells = grid.cells();
    let beside = |cell: usize| FOUR.iter().filter_map(move |&step| grid.step(cell, step));
    // The stones whose group has more than one liberty.
    let mut airy = vec![false; cells.len()];
    let mut seen = airy.clone();
    for start in 0..cells.len() {
        let colour = cells[start];
        if seen[start] || (colour != b'x' && colour != b'o') {
            continue;
        }
        let (mut liberty, mut more) = (None, false);
        seen[start] = true;
        let mut group = vec![start];
        let mut at = 0;
        while let Some(&stone) = group.get(at) {
            for next in beside(stone) {
                if cells[next] == FREE {
                    more |= *liberty.get_or_insert(next) != next;
                } else if cells[next] == colour && !seen[next] {
                    seen[next] = true;
                    group.push(next);
                }
            }
            at += 1;
        }
        liberty?;
        group.into_iter().for_each(|stone| airy[stone] = more);
    }
    let may = |cell: usize, own: u8, enemy: u8| {
        beside(cell).all(|next| cells[next] != enemy || airy[next])
            && beside(cell).any(|next| cells[next] == FREE || cells[next] == own && airy[next])
    };
    let both = |(cell, &letter): (usize, &u8)| match letter {
        FREE => [may(cell, b'x', b'o'), may(cell, b'o', b'x')],
        _ => [false; 2],
    };
    Some(cells.iter().enumerate().map(both).collect())
}

impl Ruleset for LargeNoGo {
    type Position = Grid;

    of_row!(ROW, ".#xo");

    /// Strips are of this kind, so that all strips in a sum have the same kind.
    fn game(&self, rules: &Rules, arguments: &Arguments) -> Result<Game> {
        let grid = self.position(arguments)?;
        Ok(match small_size(rules, &grid, 2) {
            Some(size) => Game::on_small_board(NoGo(size), SmallBoard::of(&grid)),
            None => rules.at(grid),
        })
    }

    fn options(&self, grid: &Grid, player: Player, out: &mut Options<Grid>) -> Result {
        let allowed = allowed_on(grid).unwrap_or_default();
        let places =
            (0..allowed.len()).filter(|&cell| allowed[cell][usize::from(player == Player::Right)]);
        out.extend(places.map(|cell| grid.with([(cell, man(player))])));
        Ok(())
    }

    /// As on small boards.
    fn static_bounds(&self, grid: &Grid) -> Option<StaticBounds> {
        let allowed = allowed_on(grid).unwrap_or_default();
        let moves = [0, 1].map(|side| allowed.iter().filter(|may| may[side]).count() as u32);
        let most = |own: u8| {
            let open = |&cell: &usize| {
                let mut beside = FOUR.iter().filter_map(|&step| grid.step(cell, step));
                beside.any(|next| grid.cells()[next] == FREE || grid.cells()[next] == own)
            };
            grid.places(FREE).filter(open).count() as i32
        };
        Some(StaticBounds { moves, low: -most(b'o'), high: most(b'x') })
    }

    fn winner_search(&self, bytes: u64) -> Option<Box<dyn WinnerSearch<Grid>>> {
        Some(Box::new(NoGoSearch::new(bytes)))
    }

    fn components(&self, grid: &Grid, out: &mut Vec<Grid>) -> Result {
        if grid.rows() == 1 || grid.columns() == 1 {
            // No part is longer.
            let longest = grid.cells().len();
            for strip in Rows::of(grid.cells()).strips() {
                out.push(Grid::strip(strip, longest)?);
            }
            return Ok(());
        }
        if allowed_on(grid).is_some_and(|allowed| allowed.iter().any(|may| may[0] || may[1])) {
            let linked =
                |cell, next| next != WALL && (cell == FREE || next == FREE || cell == next);
            grid.regions_linked(|cell| cell == FREE, linked, &FOUR, WALL, |part| out.push(part));
        }
        Ok(())
    }

    /// The number of free cells.
    fn tier(&self, grid: &Grid) -> u64 {
        grid.cells().iter().filter(|&&cell| cell == FREE).count() as u64
    }

    /// A group on a strip is as good as one stone.
    fn normalize(&self, grid: Grid) -> (Grid, Negated) {
        if grid.rows() > 1 && grid.columns() > 1 {
            return grid.least_of_both();
        }
        let mut cells = grid.cells().to_vec();
        cells.dedup_by(|a, b| a == b && *a != FREE);
        let longest = cells.len();
        Grid::strip(cells, longest).unwrap_or(grid).least_of_both()
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
