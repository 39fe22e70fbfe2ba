//! Amazons on boards up to 8 by 8, as sets of bits, and on larger ones.

use super::bits::{SmallBoard, down, left, right, small_board, up};
use super::grid::{EIGHT, FREE, Grid, WALL, man};
use super::of_row;
use crate::games::prelude::*;

/// Amazons on at most eight rows and columns: a queen's move, and from there a queen's shot that
/// burns a cell.
#[derive(Clone, Copy, Debug)]
pub struct Amazons {
    rows: u8,
    columns: u8,
}

/// The cells around cells, and the cells themselves.
#[inline]
fn around(cells: u64) -> u64 {
    let row = cells | left(cells) | right(cells);
    row | up(row) | down(row)
}

/// The cells that a queen reaches over free cells.
#[inline]
fn reached(from: u64, free: u64) -> u64 {
    let steps: [fn(u64) -> u64; 8] = [
        up,
        down,
        left,
        right,
        |cells| up(left(cells)),
        |cells| up(right(cells)),
        |cells| down(left(cells)),
        |cells| down(right(cells)),
    ];
    let mut found = 0;
    for step in steps {
        let mut at = step(from) & free;
        while at != 0 {
            found |= at;
            at = step(at) & free;
        }
    }
    found
}

/// Each of the cells.
#[inline]
fn each(mut cells: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let cell = cells & cells.wrapping_neg();
        cells ^= cell;
        (cell != 0).then_some(cell)
    })
}

impl Ruleset for Amazons {
    type Position = SmallBoard;

    small_board!(small LargeAmazons, ROW, ".#xo");

    #[inline]
    fn options(&self, board: &SmallBoard, player: Player, out: &mut Vec<SmallBoard>) -> Done {
        let (free, x, o) = board.parts();
        let own = if player == Player::Left { x } else { o };
        for from in each(own) {
            // What is left is free for the shot.
            let freed = SmallBoard { left: board.left | from, right: board.right | from };
            for to in each(reached(from, free)) {
                let after = match player {
                    Player::Left => SmallBoard { right: freed.right ^ to, ..freed },
                    Player::Right => SmallBoard { left: freed.left ^ to, ..freed },
                };
                for burnt in each(reached(to, (free | from) ^ to)) {
                    out.push(after.within(!burnt));
                }
            }
        }
        Ok(())
    }

    /// Steps, not whole moves, are counted: that takes less time.
    #[inline]
    fn glance(&self, board: &SmallBoard) -> Option<Glance> {
        let (free, x, o) = board.parts();
        let steps = |men: u64| each(men).map(|man| reached(man, free).count_ones()).sum();
        let cells = free.count_ones() as i32;
        let most = |men: u64| if around(men) & free == 0 { 0 } else { cells };
        Some(Glance {
            moves: [steps(x), steps(o)],
            // Who has no men in the region never moves there; all others may move once more.
            low: if o == 0 { most(x).min(1) } else { -cells },
            high: if x == 0 { -most(o).min(1) } else { cells },
        })
    }

    #[inline]
    fn components(&self, board: &SmallBoard, out: &mut Vec<SmallBoard>) -> Done {
        let (free, x, o) = board.parts();
        let mut rest = free | x | o;
        while rest != 0 {
            let mut found = rest & rest.wrapping_neg();
            loop {
                let next = around(found) & rest;
                if next == found {
                    break;
                }
                found = next;
            }
            rest ^= found;
            if found & free != 0 && found & (x | o) != 0 {
                out.push(board.within(found));
            }
        }
        Ok(())
    }

    /// Free cells.
    #[inline]
    fn tier(&self, board: &SmallBoard) -> u64 {
        (board.left & board.right).count_ones().into()
    }

    fn normalize(&self, board: SmallBoard) -> (SmallBoard, Negated) {
        board.least_of_both()
    }
}

/// Amazons on boards of any size, cell by cell.
#[derive(Clone, Copy, Debug)]
pub struct LargeAmazons;

impl Ruleset for LargeAmazons {
    type Position = Grid;

    small_board!(large Amazons, ROW, ".#xo");

    fn options(&self, grid: &Grid, player: Player, out: &mut Vec<Grid>) -> Done {
        let own = man(player);
        let ray = |start: usize, step: (i32, i32), free: &dyn Fn(usize) -> bool| {
            let mut cells = Vec::new();
            let mut at = start;
            while let Some(next) = grid.step(at, step).filter(|&next| free(next)) {
                cells.push(next);
                at = next;
            }
            cells
        };
        for (from, _) in grid.cells().iter().enumerate().filter(|&(_, &letter)| letter == own) {
            for step in EIGHT {
                for to in ray(from, step, &|cell| grid.cells()[cell] == FREE) {
                    let free =
                        |cell: usize| (grid.cells()[cell] == FREE || cell == from) && cell != to;
                    for shot in EIGHT {
                        for burnt in ray(to, shot, &free) {
                            out.push(grid.with([(from, FREE), (to, own), (burnt, WALL)]));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn components(&self, grid: &Grid, out: &mut Vec<Grid>) -> Done {
        grid.regions_of_kings(|region| out.push(region));
        Ok(())
    }

    /// Free cells.
    fn tier(&self, grid: &Grid) -> u64 {
        grid.cells().iter().filter(|&&cell| cell == FREE).count() as u64
    }

    fn normalize(&self, grid: Grid) -> (Grid, Negated) {
        grid.least_of_both()
    }
}

pub(crate) const ROW: Row = Row {
    name: "amazons",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "amazons(\"x...|...o\")",
    rules: "Amazons x of Left and o of Right move like chess queens over free cells; then the amazon\n\
            shoots, again as a queen, at a free cell, which becomes a wall (#).",
    source: "Walter Zamkauskas (1988)",
    example: ("amazons(\"x...|o...\")", "+-{3,{4|0,{1|0,*}},{4|{0,{1/2|0}|v},+-1,+-{1,{2|0}}}}"),
    make: Make::Rules(|| Rules::new(LargeAmazons)),
    boards: true,
};

#[cfg(test)]
mod tests {
    use super::super::bits::tests::agree_on_random_boards;
    use super::*;

    #[test]
    fn bits_agree_with_cells() {
        let sized = |rows, columns| Amazons { rows, columns };
        let large = "([.#]{8}\\|){2}[.#xo]{8}\\|([.#]{8}\\|)[.#xo]{8}";
        agree_on_random_boards(sized, &LargeAmazons, "[.#]{3}x\\|[xo#][#.]{3}\\|#[#xo]##", large);
    }
}
