//! Chess pawns that must capture if they can.

use super::grid::{FREE, Grid, exchange, man};
use super::{of_row, read_only};
use crate::prelude::*;

/// Pawns on a board. Left's (`x`) go up, Right's (`o`) go down, and they capture as in chess. A
/// player who can capture must capture.
#[derive(Clone, Copy, Debug)]
pub struct ChessPawns;

impl Ruleset for ChessPawns {
    type Position = Grid;

    of_row!(ROW, ".#xo");

    /// A number n stands for three rows with n pawns of each player in the outer rows.
    fn position(&self, arguments: &Arguments) -> Result<Grid> {
        let [Argument::Integer(_)] = arguments.values() else {
            return read_only(arguments, |text| self.parse(text));
        };
        let columns = arguments.count(0, u64::MAX)?;
        if columns == 0 || columns > Grid::MOST as u64 / 3 {
            return Err(RuleError::too_large("the board", format!("3x{columns}"), Grid::MOST));
        }
        let columns = columns as usize;
        let rows = [b'o', FREE, b'x'].map(|letter| std::iter::repeat_n(letter, columns));
        Grid::of_cells(3, columns, rows.into_iter().flatten())
    }

    fn options(&self, grid: &Grid, player: Player, out: &mut Options<Grid>) -> Result {
        let (own, enemy) = (man(player), man(player.opponent()));
        let ahead = if player == Player::Left { -1 } else { 1 };
        let before = out.len();
        for from in grid.places(own) {
            for side in [-1, 1] {
                if let Some(to) = grid.step(from, (ahead, side))
                    && grid.cells()[to] == enemy
                {
                    out.push(grid.with([(from, FREE), (to, own)]));
                }
            }
        }
        if out.len() > before {
            return Ok(());
        }
        for from in grid.places(own) {
            if let Some(to) = grid.step(from, (ahead, 0))
                && grid.cells()[to] == FREE
            {
                out.push(grid.with([(from, FREE), (to, own)]));
            }
        }
        Ok(())
    }

    // A board is one component: a player who can capture somewhere cannot move elsewhere.

    /// Left and right can be mirrored. Turning the board upside down exchanges the players.
    fn normalize(&self, grid: Grid) -> (Grid, Negated) {
        let images = [(0, Negated::No), (2, Negated::No), (1, Negated::Yes), (3, Negated::Yes)];
        grid.least(images, |negated, letter| match negated {
            Negated::No => letter,
            Negated::Yes => exchange(letter),
        })
    }
}

pub(crate) const ROW: Row = Row {
    name: "chess_pawns",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "chess_pawns(5) for 3x5, or chess_pawns(\"ooo|...|xxx\")",
    rules: "Pawns on a board: Left's (x) go up, Right's (o) go down, and take as in chess; a player\n\
            who can take must take. With n pawns each on 3 x n cells, the winner is that of\n\
            `pawns(n)`, also in misere play; on the board each player moves his own pawns.",
    source: "Dawson (1935); e-maxx, Sprague-Grundy theory",
    example: ("chess_pawns(5)", "outcome N"),
    make: Make::Rules(|| Rules::new(ChessPawns)),
    boards: true,
};
