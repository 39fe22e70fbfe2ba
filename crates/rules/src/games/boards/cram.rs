//! Cram.

use super::grid::{FREE, Grid, WALL};
use super::of_row;
use crate::games::prelude::*;

/// Cram: both players put dominoes, upright or lying.
#[derive(Clone, Copy, Debug)]
pub struct Cram;

impl Ruleset for Cram {
    type Position = Grid;

    of_row!(ROW, ".#");

    fn options(&self, grid: &Grid, _: Player, out: &mut Vec<Grid>) -> Done {
        for cell in grid.places(FREE) {
            for step in [(1, 0), (0, 1)] {
                if let Some(other) = grid.step(cell, step)
                    && grid.cells()[other] == FREE
                {
                    out.push(grid.with([(cell, WALL), (other, WALL)]));
                }
            }
        }
        Ok(())
    }

    fn components(&self, grid: &Grid, out: &mut Vec<Grid>) -> Done {
        grid.free_regions(2, out);
        Ok(())
    }

    fn normalize(&self, grid: Grid) -> (Grid, Negated) {
        (grid.least_image(|cell| cell), Negated::No)
    }
}

pub(crate) const ROW: Row = Row {
    name: "cram",
    aliases: &["impartial_domineering", "plugg"],
    class: Class::IMPARTIAL,
    usage: "cram(\"4x5\") or cram(\"..|#.\")",
    rules: "A move puts a domino on two free cells that are neighbours, upright or lying.",
    source: "Gardner (1974); Winning Ways, chapter 15",
    example: ("cram(\"1x14\")", "*4"),
    make: Make::Rules(|| Rules::new(Cram)),
    boards: true,
};
