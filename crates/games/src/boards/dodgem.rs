//! Dodgem, on boards of any size.

use super::men::{Men, Size, each};
use super::read_only;
use crate::prelude::*;
use upstar_engine::GraphForm;

/// Dodgem (Colin Vout). Left's cars (x) go one cell right, up or down, Right's cars (o) one cell
/// up, left or right, to free cells. Left's cars leave the board over the right edge, Right's over
/// the upper edge. The first player without cars wins, and so does a player who is blocked.
///
/// A player without cars may pass forever, and the opponent then has no option. A player who has
/// cars but cannot move removes them all: blocking the opponent loses, as in *Winning Ways*.
#[derive(Clone, Copy, Debug)]
pub struct Dodgem {
    size: Size,
}

impl Dodgem {
    /// The start on n x n cells. Left's cars are in the first column and Right's in the last row,
    /// and their common corner is free.
    fn start(n: u8) -> Game {
        let size = Size { rows: n, columns: n };
        let corner = size.column(0) & size.row(n - 1);
        let men = Men { x: size.column(0) ^ corner, o: size.row(n - 1) ^ corner };
        Game::new(Dodgem { size }, men)
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> u8 {
        self.size.rows
    }

    /// The number of columns.
    #[must_use]
    pub fn columns(&self) -> u8 {
        self.size.columns
    }

    /// The cells above, below, left and right of a cell, as empty sets at the edges of the board.
    fn beside(&self, cell: u64) -> [u64; 4] {
        let columns = self.size.columns;
        let (first, last) = (self.size.column(0), self.size.column(columns - 1));
        let up = cell.checked_shr(columns.into()).unwrap_or(0);
        let down = cell.checked_shl(columns.into()).unwrap_or(0);
        [up, down, (cell & !first) >> 1, (cell & !last) << 1]
    }

    fn checked(men: Men, text: &str) -> Result<Men> {
        if men == Men::NONE {
            let message = "expected cars: without any, both players would have won";
            return Err(RuleError::notation(text, 0..text.len(), message));
        }
        Ok(men)
    }
}

impl Ruleset for Dodgem {
    type Position = Men;

    as_in!(ROW);

    /// The rules are those of the board.
    fn game(&self, _: &Rules, arguments: &Arguments) -> Result<Game> {
        if let [Argument::Integer(_)] = arguments.values() {
            return match arguments.count(0, 8)? {
                0 | 1 => Err(arguments.complain(0, "expected a number from 2 to 8")),
                n => Ok(Self::start(n as u8)),
            };
        }
        read_only(arguments, |text| {
            let (size, men) = Size::read(text)?;
            Ok(Game::new(Dodgem { size }, Self::checked(men, text)?))
        })
    }

    fn options(&self, &men: &Men, player: Player, out: &mut Options<Men>) -> Result {
        let (own, other) = match player {
            Player::Left => (men.x, men.o),
            Player::Right => (men.o, men.x),
        };
        let with = |own: u64| match player {
            Player::Left => Men { x: own, ..men },
            Player::Right => Men { o: own, ..men },
        };
        if own == 0 {
            out.push(men);
            return Ok(());
        }
        if other == 0 {
            return Ok(());
        }
        let free = self.size.all() & !(men.x | men.o);
        let last = self.size.column(self.size.columns - 1);
        let before = out.len();
        for car in each(own) {
            let [up, down, left, right] = self.beside(car);
            let (ahead, aside) = match player {
                Player::Left => (right, up | down),
                Player::Right => (up, left | right),
            };
            out.extend(each((ahead | aside) & free).map(|to| with(own ^ car | to)));
            if car & (if player == Player::Left { last } else { self.size.row(0) }) != 0 {
                out.push(with(own ^ car));
            }
        }
        if out.len() == before {
            out.push(with(0));
        }
        Ok(())
    }

    /// The number of cars on the board.
    fn tier(&self, men: &Men) -> u64 {
        (men.x | men.o).count_ones().into()
    }

    /// If no car left the board, a car came from behind or from the side, or a player without cars
    /// passed.
    fn unmoves(&self, &men: &Men, player: Player, out: &mut Vec<Men>) -> Result<bool> {
        let (own, other) = match player {
            Player::Left => (men.x, men.o),
            Player::Right => (men.o, men.x),
        };
        if own == 0 {
            out.push(men);
        }
        if own == 0 || other == 0 {
            return Ok(true);
        }
        let free = self.size.all() & !(men.x | men.o);
        for car in each(own) {
            let [up, down, left, right] = self.beside(car);
            let from = match player {
                Player::Left => left | up | down,
                Player::Right => down | left | right,
            };
            out.extend(each(from & free).map(|from| match player {
                Player::Left => Men { x: own ^ car | from, ..men },
                Player::Right => Men { o: own ^ car | from, ..men },
            }));
        }
        Ok(true)
    }

    fn parameters(&self) -> String {
        format!("{}x{}", self.size.rows, self.size.columns)
    }

    fn call(&self, men: &Men) -> String {
        format!("{}(\"{}\")", ROW.name, self.write(men))
    }

    fn write(&self, men: &Men) -> String {
        self.size.write(*men)
    }

    fn parse(&self, text: &str) -> Result<Men> {
        Self::checked(self.size.parse(text)?, text)
    }

    fn board(&self, men: &Men) -> Option<Vec<String>> {
        Some(self.size.rows_of(*men))
    }

    fn graph_form(&self) -> GraphForm {
        GraphForm::Alternating
    }
}

pub(crate) const ROW: Row = Row {
    name: "dodgem",
    aliases: &[],
    class: Class::LOOPY_PARTIZAN,
    usage: "dodgem(3) or dodgem(\"x..|x..|.oo\")",
    rules: "Left's cars (x) go one cell right, up or down, Right's (o) one cell up, left or right,\n\
            to free cells, and leave the board over the right and the upper edge. A player without\n\
            cars has won and may pass forever; a blocked player has won too, and takes his cars off.",
    source: "Colin Vout; Winning Ways, chapter 22",
    example: ("dodgem(3)", "outcome N"),
    make: Make::Rules(|| Rules::new(Dodgem { size: Size { rows: 3, columns: 3 } })),
    boards: true,
};
