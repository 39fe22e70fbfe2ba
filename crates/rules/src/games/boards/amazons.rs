//! Amazons.

use super::grid::{EIGHT, FREE, Grid, WALL, man};
use super::of_row;
use crate::games::prelude::*;

/// Amazons: a queen's move, and from there a queen's shot that burns a cell.
#[derive(Clone, Copy, Debug)]
pub struct Amazons;

impl Ruleset for Amazons {
    type Position = Grid;

    of_row!(ROW, ".#xo");

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

    fn normalize(&self, grid: Grid) -> (Grid, Negated) {
        grid.least_of_both()
    }
}

pub(crate) const ROW: Row = Row {
    name: "amazons",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "amazons(\"x...|...o\")",
    rules: "Amazons x of Left and o of Right move as queens of chess over free cells;\n\
            then the amazon shoots, again as a queen, at a free cell, which becomes a wall (#).",
    source: "Walter Zamkauskas (1988)",
    example: ("amazons(\"x...|o...\")", "+-{3,{4|0,{1|0,*}},{4|{0,{1/2|0}|v},+-1,+-{1,{2|0}}}}"),
    make: Make::Rules(|| Rules::compiled(Amazons)),
    boards: true,
};
