//! NoGo.

use super::grid::{FOUR, FREE, Grid, man};
use super::of_row;
use crate::games::prelude::*;

/// NoGo: Go without taking; every group of stones keeps a free cell beside it.
#[derive(Clone, Copy, Debug)]
pub struct NoGo;

/// Whether every group of stones has a free neighbour.
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

impl Ruleset for NoGo {
    type Position = Grid;

    of_row!(ROW, ".#xo");

    fn options(&self, grid: &Grid, player: Player, out: &mut Vec<Grid>) -> Done {
        let options = grid.places(FREE).map(|cell| grid.with([(cell, man(player))]));
        out.extend(options.filter(everybody_breathes));
        Ok(())
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
    rules: "A move puts a stone of one's own (x Left, o Right) on a free cell. After it every\n\
            group of stones of one colour must have a free cell beside it.",
    source: "She, The NoGo game (2013)",
    example: ("nogo(\"....\")", "0"),
    make: Make::Rules(|| Rules::new(NoGo)),
    boards: true,
};
