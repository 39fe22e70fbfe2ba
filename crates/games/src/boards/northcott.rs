//! Northcott's game.

use super::grid::{FREE, Grid, man};
use crate::prelude::*;

/// Northcott's game: each row has one man of each player. They slide towards each other or away.
#[derive(Clone, Copy, Debug)]
pub struct Northcott;

impl Ruleset for Northcott {
    type Position = Grid;

    as_in!(ROW);

    fn options(&self, grid: &Grid, player: Player, out: &mut Options<Grid>) -> Result {
        let own = man(player);
        for from in grid.places(own) {
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

    /// Every move can be taken back.
    fn unmoves(&self, grid: &Grid, player: Player, out: &mut Vec<Grid>) -> Result<bool> {
        out.extend(self.all_options(grid, player)?);
        Ok(true)
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

    fn parse(&self, text: &str) -> Result<Grid> {
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
}

pub(crate) const ROW: Row = Row {
    name: "northcott",
    aliases: &["northcotts_game"],
    class: Class::LOOPY_PARTIZAN,
    usage: "northcott(\"x..o|.x.o\")",
    rules: "In each row stand a man of Left (x) and one of Right (o). A player slides his man along\n\
            its row over free cells, in either direction. Play need not end.",
    source: "Northcott; Winning Ways, chapter 3; e-maxx, Sprague-Grundy theory",
    example: ("northcott(\"x..o|.x.o\")", "outcome N"),
    make: Make::Rules(|| Rules::new(Northcott)),
    boards: true,
};
