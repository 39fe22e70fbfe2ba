//! Cram on boards up to 8 by 8, as sets of bits, and on larger ones.

use super::bits::{LAST, SmallBoard, shifted, transposed};
use super::domineering::{hangs_together, least, regions};
use super::grid::{FREE, Grid, WALL, rows_of};
use super::of_row;
use crate::games::prelude::*;

/// Cram on at most eight rows and columns: both players put dominoes, upright or lying.
///
/// A position is the set of free cells, as in [`Domineering`](crate::Domineering).
#[derive(Clone, Copy, Debug)]
pub struct Cram {
    rows: u8,
    columns: u8,
}

impl Ruleset for Cram {
    type Position = u64;

    of_row!(ROW);

    fn game(&self, _: &Rules, arguments: &Arguments) -> Result<Game, RuleError> {
        Rules::new(LargeCram).make(arguments)
    }

    #[inline]
    fn options(&self, &free: &u64, _: Player, out: &mut Vec<u64>) -> Done {
        for (mut places, domino) in [(free & free >> 1 & !LAST, 0b11), (free & free >> 8, 0x101)] {
            while places != 0 {
                out.push(free & !(domino << places.trailing_zeros()));
                places &= places - 1;
            }
        }
        Ok(())
    }

    /// On a board that is its own image under a half turn about a corner of cells, who moves second
    /// answers each domino with its image.
    #[inline]
    fn known(&self, &free: &u64, convention: Convention) -> Option<Known> {
        let (cells, turned) = (shifted(free), shifted(free.reverse_bits()));
        if cells != turned || convention == Convention::Misere {
            return None;
        }
        let rows = (71 - cells.leading_zeros()) / 8;
        let mut row = cells | cells >> 32;
        row |= row >> 16;
        row |= row >> 8;
        let columns = 8 - (row as u8).leading_zeros();
        (rows.is_multiple_of(2) && columns.is_multiple_of(2)).then_some(Known {
            fact: Fact::Grundy(0),
            theorem: "a half turn about a corner of cells moves every domino: the second player \
                      answers with the image (Winning Ways, chapter 15)",
        })
    }

    #[inline]
    fn glance(&self, &free: &u64) -> Option<Glance> {
        let moves = (free & free >> 1 & !LAST).count_ones() + (free & free >> 8).count_ones();
        Some(Glance::of_moves(moves, moves))
    }

    #[inline]
    fn components(&self, &free: &u64, out: &mut Vec<u64>) -> Done {
        regions(free, out);
        Ok(())
    }

    #[inline]
    fn components_of_option(&self, &free: &u64, &option: &u64, out: &mut Vec<u64>) -> Done {
        if !hangs_together(option, free & !option) {
            regions(option, out);
        } else if option & option.wrapping_sub(1) != 0 {
            out.push(option);
        }
        Ok(())
    }

    /// Free cells.
    #[inline]
    fn tier(&self, &free: &u64) -> u64 {
        free.count_ones().into()
    }

    fn normalize(&self, free: u64) -> (u64, Negated) {
        (least(free).min(least(transposed(free))), Negated::No)
    }

    fn parameters(&self) -> String {
        "by bits".to_owned()
    }

    fn write(&self, &free: &u64) -> String {
        SmallBoard { left: free, right: free }.write((self.rows, self.columns))
    }

    fn parse(&self, text: &str) -> Result<u64, RuleError> {
        Ok(SmallBoard::read(text, ".#", (self.rows, self.columns))?.left)
    }

    fn call(&self, free: &u64) -> String {
        format!("{}(\"{}\")", ROW.name, self.write(free))
    }

    fn spell(&self, &free: &u64) -> String {
        let board = SmallBoard { left: free, right: free };
        format!("{}(\"{}\")", ROW.name, board.write(board.extent()))
    }

    /// The cells of all eight rows: a part that was turned may not fit the board.
    fn encode(&self, free: &u64) -> Vec<u8> {
        free.to_le_bytes().to_vec()
    }

    fn decode(&self, bytes: &[u8]) -> Option<u64> {
        bytes.try_into().ok().map(u64::from_le_bytes)
    }

    fn board(&self, free: &u64) -> Option<Vec<String>> {
        Some(rows_of(&self.write(free)))
    }
}

/// Cram on boards of any size, cell by cell.
#[derive(Clone, Copy, Debug)]
pub struct LargeCram;

impl Ruleset for LargeCram {
    type Position = Grid;

    of_row!(ROW, ".#");

    /// Strips are of this kind, so that they are of one kind in sums.
    fn game(&self, rules: &Rules, arguments: &Arguments) -> Result<Game, RuleError> {
        let grid = self.position(arguments)?;
        Ok(match SmallBoard::size(&grid) {
            Some((rows, columns)) if rows.min(columns) > 1 => {
                Game::compiled(Cram { rows, columns }, SmallBoard::of(&grid).left)
            }
            _ => rules.at(grid),
        })
    }

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

    /// Free cells.
    fn tier(&self, grid: &Grid) -> u64 {
        grid.cells().iter().filter(|&&cell| cell == FREE).count() as u64
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
    rules: "A move puts a domino on two neighbouring free cells, vertically or horizontally.",
    source: "Gardner (1974); Winning Ways, chapter 15",
    example: ("cram(\"1x14\")", "*4"),
    make: Make::Rules(|| Rules::new(LargeCram)),
    boards: true,
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits against cells.
    #[test]
    fn small_boards_have_the_options_and_values_of_large_ones() {
        let universe = upstar_values::Universe::new();
        let engine = crate::Engine::new(&universe, crate::Settings::default());
        let budget = Budget::unlimited();
        let mut cells = 1_u64;
        for _ in 0..200 {
            cells = cells.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            let small = Cram { rows: 3, columns: 4 };
            let text = small.write(&((cells >> 20 | cells >> 40) & 0x000F_0F0F));
            let (free, grid) = (small.parse(&text).unwrap(), LargeCram.parse(&text).unwrap());
            let (mut bits, mut slow) = (Vec::new(), Vec::new());
            small.options(&free, Player::Left, &mut bits).unwrap();
            LargeCram.options(&grid, Player::Left, &mut slow).unwrap();
            let mut bits: Vec<String> = bits.iter().map(|option| small.write(option)).collect();
            let mut slow: Vec<String> = slow.iter().map(ToString::to_string).collect();
            bits.sort();
            slow.sort();
            assert_eq!(bits, slow);
            let fast = engine.grundy(&small, &free, &budget).unwrap();
            assert_eq!(fast, engine.grundy(&LargeCram, &grid, &budget).unwrap(), "{text}");
        }
    }
}
