//! Stones on boards: NoGo and Northcott's game.

use upstar_core::{Outcome, Player};

use super::boards::{least_of_both, man, on_board};
use crate::catalogue::Make;
use crate::grid::{FOUR, FREE, Grid};
use crate::{
    Arguments, Class, Convention, Fact, Game, Known, Negated, Row, RuleError, Rules, Ruleset,
};

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

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(&self, grid: &Grid, player: Player, out: &mut Vec<Grid>) -> Result<(), RuleError> {
        let free = grid.cells().iter().enumerate().filter(|&(_, &letter)| letter == FREE);
        let options = free.map(|(cell, _)| grid.with([(cell, man(player))]));
        out.extend(options.filter(everybody_breathes));
        Ok(())
    }

    fn normalize(&self, grid: Grid) -> (Grid, Negated) {
        least_of_both(&grid)
    }

    fn bytes(&self, grid: &Grid) -> usize {
        grid.bytes()
    }

    fn name(&self) -> &str {
        "nogo"
    }

    fn parse(&self, text: &str) -> Result<Grid, RuleError> {
        Grid::read(text, ".#xo")
    }
}

pub(crate) const NOGO: Row = Row {
    name: "nogo",
    aliases: &["anti_atari_go", "nogo_1xn"],
    class: Class::PARTIZAN,
    usage: "nogo(\"3x3\") or nogo(\"x.o|...\")",
    rules: "A move puts a stone of one's own (x Left, o Right) on a free cell. After it every\n\
            group of stones of one colour must have a free cell beside it.",
    source: "She, The NoGo game (2013)",
    example: ("nogo(\"....\")", "0"),
    make: Make::Whole(|call| on_board(&Rules::new(NoGo), call, "nogo(\"..|..\")")),
    board: Some(|text| Rules::new(NoGo).read(text)),
};

/// Northcott's game: in each row one man of each player, who slide towards each
/// other or away.
#[derive(Clone, Copy, Debug)]
pub struct Northcott;

impl Ruleset for Northcott {
    type Position = Grid;

    fn class(&self) -> Class {
        Class::LOOPY_PARTIZAN
    }

    fn options(&self, grid: &Grid, player: Player, out: &mut Vec<Grid>) -> Result<(), RuleError> {
        let own = man(player);
        for (from, _) in grid.cells().iter().enumerate().filter(|&(_, &letter)| letter == own) {
            for step in [(0, -1), (0, 1)] {
                let mut at = from;
                while let Some(to) = grid.step(at, step)
                    && grid.cells()[to] == FREE
                {
                    out.push(grid.with([(from, FREE), (to, own)]));
                    at = to;
                }
            }
        }
        Ok(())
    }

    fn known(&self, grid: &Grid, convention: Convention) -> Option<Known> {
        let gaps = grid.cells().chunks(grid.columns().max(1)).map(|row| {
            let place = |man| row.iter().position(|&cell| cell == man);
            Some(place(b'x')?.abs_diff(place(b'o')?) - 1)
        });
        let mut sum = 0;
        for gap in gaps {
            sum ^= gap?;
        }
        (convention == Convention::Normal).then_some(Known {
            fact: Fact::Outcome(if sum == 0 { Outcome::P } else { Outcome::N }),
            theorem: "the gaps are heaps of nim; who goes back is followed (Northcott)",
        })
    }

    fn normalize(&self, grid: Grid) -> (Grid, Negated) {
        (grid, Negated::No)
    }

    fn bytes(&self, grid: &Grid) -> usize {
        grid.bytes()
    }

    fn name(&self) -> &str {
        "northcott"
    }

    fn write(&self, grid: &Grid) -> String {
        grid.to_string()
    }

    fn parse(&self, text: &str) -> Result<Grid, RuleError> {
        let grid = Grid::read(text, ".xo")?;
        let mut start = 0;
        for row in grid.cells().chunks(grid.columns().max(1)) {
            let men = |letter| row.iter().filter(|&&cell| cell == letter).count();
            if (men(b'x'), men(b'o')) != (1, 1) {
                let end = (start + row.len()).min(text.len());
                return Err(RuleError::notation(
                    text,
                    start.min(end)..end,
                    "expected one `x` and one `o` in each row",
                ));
            }
            start += row.len() + 1;
        }
        Ok(grid)
    }

    fn call(&self, grid: &Grid) -> String {
        format!("northcott(\"{grid}\")")
    }

    fn board(&self, grid: &Grid) -> Option<Vec<String>> {
        Some(grid.to_string().split('|').map(str::to_owned).collect())
    }
}

impl Northcott {
    fn read(text: &str) -> Result<Game, RuleError> {
        Ok(Game::new(Northcott, Northcott.parse(text)?))
    }

    fn make(call: &Arguments) -> Result<Game, RuleError> {
        call.expect(1..=1, "northcott(\"x..o|.x.o\")")?;
        Self::read(&call.text(0)?).map_err(|error| call.within(0, error))
    }
}

pub(crate) const NORTHCOTT: Row = Row {
    name: "northcott",
    aliases: &["northcotts_game"],
    class: Class::LOOPY_PARTIZAN,
    usage: "northcott(\"x..o|.x.o\")",
    rules: "In each row stand a man of Left (x) and one of Right (o). A move slides one's own\n\
            man along its row over free cells, either way. Play need not end.",
    source: "Northcott; Winning Ways, chapter 3; e-maxx, Sprague-Grundy theory",
    example: ("northcott(\"x..o|.x.o\")", "outcome N"),
    make: Make::Whole(Northcott::make),
    board: Some(Northcott::read),
};
