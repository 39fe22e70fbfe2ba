//! Triomino.

use super::grid::{FREE, Grid, WALL};
use super::of_row;
use crate::games::prelude::*;

/// Triomino: pieces of three cells in the form of an L.
#[derive(Clone, Copy, Debug)]
pub struct Triomino;

impl Ruleset for Triomino {
    type Position = Grid;

    of_row!(ROW, ".#");

    fn options(&self, grid: &Grid, _: Player, out: &mut Vec<Grid>) -> Done {
        for corner in 0..grid.cells().len() {
            let (Some(right), Some(below), Some(across)) =
                (grid.step(corner, (0, 1)), grid.step(corner, (1, 0)), grid.step(corner, (1, 1)))
            else {
                continue;
            };
            let square = [corner, right, below, across];
            // A piece covers a square of four cells but for one of them.
            for left_out in 0..4 {
                let mut piece = [0; 3];
                let covered = (0..4).filter(|&i| i != left_out).map(|i| square[i]);
                piece.iter_mut().zip(covered).for_each(|(place, cell)| *place = cell);
                if piece.iter().all(|&cell| grid.cells()[cell] == FREE) {
                    out.push(grid.with(piece.map(|cell| (cell, WALL))));
                }
            }
        }
        Ok(())
    }

    fn components(&self, grid: &Grid, out: &mut Vec<Grid>) -> Done {
        grid.free_regions(3, out);
        Ok(())
    }

    fn normalize(&self, grid: Grid) -> (Grid, Negated) {
        (grid.least_image(|cell| cell), Negated::No)
    }
}

pub(crate) const ROW: Row = Row {
    name: "triomino",
    aliases: &["l_triomino"],
    class: Class::IMPARTIAL,
    usage: "triomino(\"2x7\") or triomino(\"..|#.\")",
    rules: "A move puts a piece of three cells in the form of an L on free cells.\n\
            On a field of 2 x n that is heap 2n of 0.007.",
    source: "e-maxx, Sprague-Grundy theory",
    example: ("triomino(\"2x6\")", "*"),
    make: Make::Rules(|| Rules::new(Triomino)),
    boards: true,
};
