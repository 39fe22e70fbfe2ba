//! Clobber.

use super::grid::{FOUR, FREE, Grid, man};
use super::of_row;
use crate::games::prelude::*;

/// Clobber: a man takes an enemy beside it and goes there.
#[derive(Clone, Copy, Debug)]
pub struct Clobber;

impl Ruleset for Clobber {
    type Position = Grid;

    of_row!(ROW, ".#xo");

    fn options(&self, grid: &Grid, player: Player, out: &mut Vec<Grid>) -> Done {
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

    fn components(&self, grid: &Grid, out: &mut Vec<Grid>) -> Done {
        grid.regions_with(|cell| cell == b'x' || cell == b'o', FREE, [b'x', b'o'], out);
        Ok(())
    }

    fn normalize(&self, grid: Grid) -> (Grid, Negated) {
        grid.least_of_both()
    }
}

pub(crate) const ROW: Row = Row {
    name: "clobber",
    aliases: &["clobber_1xn"],
    class: Class::PARTIZAN,
    usage: "clobber(\"xo|ox\")",
    rules: "Men x of Left and o of Right stand on a board. A move takes an enemy on a\n\
            cell beside one's own man and puts the man there.",
    source: "Albert, Grossman, Nowakowski and Wolfe, An introduction to Clobber (2005)",
    example: ("clobber(\"xoxo|ox..\")", "{^^*|v*}"),
    make: Make::Rules(|| Rules::compiled(Clobber)),
    boards: true,
};
