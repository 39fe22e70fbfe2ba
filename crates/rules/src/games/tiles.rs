//! Impartial games on boards of free cells: Cram and Triomino.

use upstar_core::Player;

use super::boards::on_board;
use crate::catalogue::Make;
use crate::grid::{FOUR, FREE, Grid, WALL};
use crate::{Class, Negated, Row, RuleError, Rules, Ruleset};

/// The regions of at least so many free cells, apart.
fn free_regions(grid: &Grid, least: usize, out: &mut Vec<Grid>) {
    grid.regions(
        |cell| cell == FREE,
        &FOUR,
        WALL,
        |region| {
            if region.cells().iter().filter(|&&cell| cell == FREE).count() >= least {
                out.push(region);
            }
        },
    );
}

/// Cram: both players put dominoes, upright or lying.
#[derive(Clone, Copy, Debug)]
pub struct Cram;

impl Ruleset for Cram {
    type Position = Grid;

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(&self, grid: &Grid, _: Player, out: &mut Vec<Grid>) -> Result<(), RuleError> {
        for (cell, _) in grid.cells().iter().enumerate().filter(|&(_, &letter)| letter == FREE) {
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

    fn components(&self, grid: &Grid, out: &mut Vec<Grid>) -> Result<(), RuleError> {
        free_regions(grid, 2, out);
        Ok(())
    }

    fn normalize(&self, grid: Grid) -> (Grid, Negated) {
        (grid.least_image(|cell| cell), Negated::No)
    }

    fn bytes(&self, grid: &Grid) -> usize {
        grid.bytes()
    }

    fn name(&self) -> &str {
        "cram"
    }

    fn parse(&self, text: &str) -> Result<Grid, RuleError> {
        Grid::read(text, ".#")
    }
}

pub(crate) const CRAM: Row = Row {
    name: "cram",
    aliases: &["impartial_domineering", "plugg"],
    class: Class::IMPARTIAL,
    usage: "cram(\"4x5\") or cram(\"..|#.\")",
    rules: "A move puts a domino on two free cells that are neighbours, upright or lying.",
    source: "Gardner (1974); Winning Ways, chapter 15",
    example: ("cram(\"1x14\")", "*4"),
    make: Make::Whole(|call| on_board(&Rules::new(Cram), call, "cram(\"..|..\")")),
    board: Some(|text| Rules::new(Cram).read(text)),
};

/// Triomino: pieces of three cells in the form of an L.
#[derive(Clone, Copy, Debug)]
pub struct Triomino;

impl Ruleset for Triomino {
    type Position = Grid;

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(&self, grid: &Grid, _: Player, out: &mut Vec<Grid>) -> Result<(), RuleError> {
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

    fn components(&self, grid: &Grid, out: &mut Vec<Grid>) -> Result<(), RuleError> {
        free_regions(grid, 3, out);
        Ok(())
    }

    fn normalize(&self, grid: Grid) -> (Grid, Negated) {
        (grid.least_image(|cell| cell), Negated::No)
    }

    fn bytes(&self, grid: &Grid) -> usize {
        grid.bytes()
    }

    fn name(&self) -> &str {
        "triomino"
    }

    fn parse(&self, text: &str) -> Result<Grid, RuleError> {
        Grid::read(text, ".#")
    }
}

pub(crate) const TRIOMINO: Row = Row {
    name: "triomino",
    aliases: &["l_triomino"],
    class: Class::IMPARTIAL,
    usage: "triomino(\"2x7\") or triomino(\"..|#.\")",
    rules: "A move puts a piece of three cells in the form of an L on free cells.\n\
            On a field of 2 x n that is heap 2n of 0.007.",
    source: "e-maxx, Sprague-Grundy theory",
    example: ("triomino(\"2x6\")", "*"),
    make: Make::Whole(|call| on_board(&Rules::new(Triomino), call, "triomino(\"..|..\")")),
    board: Some(|text| Rules::new(Triomino).read(text)),
};
