//! Pawns of chess that must take if they can.

use upstar_core::Player;

use super::boards::man;
use crate::catalogue::Make;
use crate::grid::{FREE, Grid, exchange};
use crate::{Argument, Arguments, Class, Game, Negated, Row, RuleError, Ruleset};

/// Pawns on a board: Left's (`x`) go up, Right's (`o`) down, and take as in chess. A player
/// who can take must take.
#[derive(Clone, Copy, Debug)]
pub struct ChessPawns;

/// The letters of a board.
const LETTERS: &str = ".#xo";

impl ChessPawns {
    /// Three rows, with `columns` pawns of each player in the outer ones.
    fn start(columns: u64) -> Result<Grid, RuleError> {
        let columns = usize::try_from(columns).unwrap_or(usize::MAX);
        if columns == 0 || columns > Grid::MOST / 3 {
            return Err(RuleError::too_large("the board", format!("3x{columns}"), Grid::MOST));
        }
        let row = |letter: &str| letter.repeat(columns);
        Grid::read(&format!("{}|{}|{}", row("o"), row("."), row("x")), LETTERS)
    }

    fn make_board(text: &str) -> Result<Game, RuleError> {
        Ok(Game::new(ChessPawns, Grid::read(text, LETTERS)?))
    }
}

impl Ruleset for ChessPawns {
    type Position = Grid;

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(&self, grid: &Grid, player: Player, out: &mut Vec<Grid>) -> Result<(), RuleError> {
        let (own, enemy) = (man(player), man(player.opponent()));
        let ahead = if player == Player::Left { -1 } else { 1 };
        let pawns = || grid.cells().iter().enumerate().filter(|&(_, &letter)| letter == own);
        let before = out.len();
        for (from, _) in pawns() {
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
        for (from, _) in pawns() {
            if let Some(to) = grid.step(from, (ahead, 0))
                && grid.cells()[to] == FREE
            {
                out.push(grid.with([(from, FREE), (to, own)]));
            }
        }
        Ok(())
    }

    // A board is one component: who can take somewhere cannot move elsewhere.

    /// Left and right sides are alike; turned upside down, the players change places.
    fn normalize(&self, grid: Grid) -> (Grid, Negated) {
        let images = [(0, Negated::No), (2, Negated::No), (1, Negated::Yes), (3, Negated::Yes)];
        grid.least(images, |negated, letter| match negated {
            Negated::No => letter,
            Negated::Yes => exchange(letter),
        })
    }

    fn bytes(&self, grid: &Grid) -> usize {
        grid.bytes()
    }

    fn name(&self) -> &str {
        ROW.name
    }

    fn write(&self, grid: &Grid) -> String {
        grid.to_string()
    }

    fn parse(&self, text: &str) -> Result<Grid, RuleError> {
        Grid::read(text, LETTERS)
    }

    fn call(&self, grid: &Grid) -> String {
        format!("{}(\"{grid}\")", self.name())
    }

    fn board(&self, grid: &Grid) -> Option<Vec<String>> {
        Some(grid.to_string().split('|').map(str::to_owned).collect())
    }
}

pub(crate) const ROW: Row = Row {
    name: "chess_pawns",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "chess_pawns(5) for 3x5, or chess_pawns(\"ooo|...|xxx\")",
    rules: "Pawns on a board: Left's (x) go up, Right's (o) go down, and take as in chess; who can take\n\
            must take. With n pawns each on 3 x n cells whoever wins `pawns(n)` wins, in misere play\n\
            too; on the board each player moves his own pawns.",
    source: "Dawson (1935); e-maxx, Sprague-Grundy theory",
    example: ("chess_pawns(5)", "outcome N"),
    make: Make::Whole(|call: &Arguments| -> Result<Game, RuleError> {
        call.expect(1..=1, ROW.usage)?;
        if let Some(Argument::Integer(_)) = call.get(0) {
            let grid = ChessPawns::start(call.count(0, u64::MAX)?)?;
            return Ok(Game::new(ChessPawns, grid));
        }
        ChessPawns::make_board(&call.text(0)?).map_err(|error| call.within(0, error))
    }),
    board: Some(ChessPawns::make_board),
};
