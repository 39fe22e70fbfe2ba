//! Endgames of Go.

mod life;
mod sgf;
mod stones;

use std::cmp::Ordering;

use upstar_values::Rational;

pub use self::life::GoLife;
use self::stones::{after, breathless, is_open, settle, signed, territory};
use super::grid::{FOUR, FREE, Grid, WALL, read_letters, rows_of};
use crate::prelude::*;

/// Endgames of Go in a frame. `x` and `o` are stones of Left (Black) and Right (White). `X` and `O`
/// are stones of the frame, which have two eyes outside the board and are never captured. `#` is
/// outside.
///
/// A move places a stone on a free point. Opposing groups without liberties are captured, and then
/// the player's own group must have a liberty. There is no other rule: a ko is a loop.
///
/// By *territory*, a position is a board and an integer of points: those of settled territory, and
/// one for each captured stone. A player who has points may give one back instead of a move (no-pass
/// Go with the return of prisoners; Berlekamp and Wolfe, *Mathematical Go*). So the last player who
/// can move wins exactly if the score is his, and the value of settled territory is its score.
///
/// By *area* each move counts one point more, for its stone, and both players may pass for nothing.
/// Such a position is no game of normal play, but it has the thermograph by territory at temperatures
/// that are higher by one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Go {
    by_area: bool,
}

/// A board with the points that are counted already. On the board there is a place where moves are
/// possible.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Local {
    board: Option<Grid>,
    count: i64,
}

/// The position of a board: stones that cannot be captured are marked, settled points are counted.
fn settled(mut board: Grid, count: i64) -> Local {
    let count = count + settle(&mut board);
    let is_over = board.places(FREE).next().is_none();
    Local { board: (!is_over).then_some(board), count }
}

/// Stones of Left on the board that are not of the frame minus those of Right.
fn stones_on(grid: &Grid) -> i64 {
    grid.places(b'x').count() as i64 - grid.places(b'o').count() as i64
}

/// The regions of open points with the safe stones beside them.
fn split(grid: &Grid, mut each: impl FnMut(Grid)) {
    let mut seen = vec![false; grid.cells().len()];
    for start in 0..seen.len() {
        if seen[start] || !is_open(grid.cells()[start]) {
            continue;
        }
        let mut region = vec![false; seen.len()];
        for point in stones::joined(grid, start, is_open) {
            seen[point] = true;
            region[point] = true;
            for other in FOUR.iter().filter_map(|&step| grid.step(point, step)) {
                region[other] |= grid.cells()[other] != WALL;
            }
        }
        each(grid.cut_with_border(&region, WALL, false));
    }
}

/// Stones of Left and of Right changed into each other.
fn exchange(cell: u8) -> u8 {
    match cell {
        b'x' => b'o',
        b'o' => b'x',
        b'X' => b'O',
        b'O' => b'X',
        other => other,
    }
}

impl Position for Local {
    fn to_text(&self) -> String {
        match &self.board {
            Some(grid) if self.count == 0 => grid.to_string(),
            Some(grid) => format!("{grid} {:+}", self.count),
            None => self.count.to_string(),
        }
    }

    fn order(&self, other: &Self) -> Ordering {
        (&self.board, self.count).cmp(&(&other.board, other.count))
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + self.board.as_ref().map_or(0, Grid::size_in_bytes)
    }

    fn rows(&self) -> Option<Vec<String>> {
        self.board.as_ref().map(|grid| rows_of(&grid.to_string()))
    }
}

impl Ruleset for Go {
    type Position = Local;

    fn name(&self) -> &str {
        self.row().name
    }

    fn class(&self) -> Class {
        self.row().class
    }

    fn options(&self, position: &Local, player: Player, out: &mut Options<Local>) -> Result {
        let Local { board, count } = position;
        if let Some(grid) = board {
            if count.unsigned_abs() > MOST_COUNT {
                let found = format!("{count} points");
                return Err(RuleError::too_large("the number of prisoners", found, MOST_COUNT));
            }
            let points = grid.places(FREE);
            out.extend(points.filter_map(|point| self.after(grid, *count, point, player)));
        }
        if (!self.by_area || board.is_none()) && signed(player, *count) > 0 {
            out.push(Local { board: board.clone(), count: count - signed(player, 1) });
        }
        Ok(())
    }

    fn components(&self, position: &Local, out: &mut Vec<Local>) -> Result {
        if let Some(grid) = &position.board {
            split(grid, |part| out.push(Local { board: Some(part), count: 0 }));
        }
        if position.count != 0 {
            out.push(Local { board: None, count: position.count });
        }
        Ok(())
    }

    fn normalize(&self, Local { board, count }: Local) -> (Local, Negated) {
        let Some(grid) = board else { return (Local { board, count }, Negated::No) };
        let same = (0..8).map(|symmetry| (symmetry, Negated::No));
        let exchanged = (0..8).map(|symmetry| (symmetry, Negated::Yes));
        let (grid, negated) = grid.least(same.chain(exchanged), |negated, cell| match negated {
            Negated::No => cell,
            Negated::Yes => exchange(cell),
        });
        let count = if negated == Negated::Yes { -count } else { count };
        (Local { board: Some(grid), count }, negated)
    }

    fn number(&self, position: &Local) -> Option<Rational> {
        position.board.is_none().then(|| position.count.into())
    }

    fn count(&self, position: &Local) -> Option<i64> {
        let board = position.board.as_ref().filter(|_| self.by_area)?;
        Some(position.count + territory(board))
    }

    fn scorings(&self) -> Option<[Rules; 2]> {
        Some([false, true].map(|by_area| Rules::new(Go { by_area })))
    }

    fn write(&self, position: &Local) -> String {
        match &position.board {
            // Stones on the board are counted where no number is written.
            Some(grid) if self.by_area => match position.count {
                count if count == stones_on(grid) => grid.to_string(),
                count => format!("{grid} {count:+}"),
            },
            _ => position.to_text(),
        }
    }

    fn parse(&self, text: &str) -> Result<Local> {
        let count = |text: &str| {
            let count = text.trim().parse::<i64>().ok();
            count.filter(|count| count.unsigned_abs() <= MOST_COUNT)
        };
        if let Some(count) = count(text) {
            return Ok(Local { board: None, count });
        }
        if text.trim_start().starts_with('(') {
            let (grid, captured) = sgf::read(text)?;
            return self.small(grid, captured, None);
        }
        if super::grid::size(text).is_some() {
            return self.small(Grid::read(text, ".")?, 0, None);
        }
        let end = text.trim_end();
        let last = end.rfind([' ', '\n']).map(|at| end.split_at(at));
        let (board, given) = match last.map(|(board, number)| (board, count(number))) {
            Some((board, Some(given))) => (board, Some(given)),
            _ => (text, None),
        };
        let (rows, columns, cells) = read_letters(board, |letter| {
            ".#xoXO".contains(letter).then_some(letter as u8).ok_or_else(|| {
                format!(
                    "expected `.` (free), `x` or `o` (stones of Left and Right), `X` or `O` (safe \
                     stones of the frame), `#` (outside), a game record `(;...)`, or after the \
                     board a number of points such as `-1`, found `{}`",
                    letter.escape_default()
                )
            })
        })?;
        let grid = Grid::of_cells(rows, columns, cells)?;
        if grid.cells().len() <= MOST_POINTS
            && let Some(stone) = breathless(&grid)
        {
            let place = stone + stone / columns;
            let message = "this group has no liberty: it would have been taken";
            return Err(RuleError::notation(text, place..place + 1, message));
        }
        self.small(grid, 0, given)
    }
}

impl Go {
    fn row(&self) -> &'static Row {
        if self.by_area { &BY_AREA } else { &ROW }
    }

    /// The position after a move, if it is legal.
    fn after(&self, grid: &Grid, count: i64, point: usize, player: Player) -> Option<Local> {
        let (next, captured) = after(grid, point, player)?;
        Some(settled(next, count + signed(player, captured + i64::from(self.by_area))))
    }

    /// The position of a board, if it is not too large, after a number of captures, or with the
    /// number of points that is given.
    fn small(&self, grid: Grid, captured: i64, given: Option<i64>) -> Result<Local> {
        let points = grid.cells().len();
        if points > MOST_POINTS {
            return Err(RuleError::too_large("the board", format!("{points} points"), MOST_POINTS));
        }
        let counted = if self.by_area { stones_on(&grid) } else { captured };
        Ok(settled(grid, given.unwrap_or(counted)))
    }
}

/// A move of Go: the row and the column of its point, from 0 on, and the position after it.
#[derive(Clone, Debug)]
pub struct GoMove {
    /// The row, from the top.
    pub row: usize,
    /// The column, from the left.
    pub column: usize,
    /// The position after the move.
    pub after: Game,
}

/// The moves of a player on the board of a position of Go, point by point; `None` of other games and
/// where there is no board any more.
#[must_use]
pub fn go_moves(game: &Game, player: Player) -> Option<Vec<GoMove>> {
    let rules = game.rules().downcast::<Go>()?;
    let Local { board, count } = game.position()?;
    let grid = board.as_ref()?;
    let moves = grid.places(FREE).filter_map(|point| {
        let after = rules.after(grid, *count, point, player)?;
        let (row, column) = (point / grid.columns(), point % grid.columns());
        Some(GoMove { row, column, after: game.rules().at(after) })
    });
    Some(moves.collect())
}

/// A position of Go as a game record (SGF), with labels on points and a comment; `None` of other
/// games and where there is no board any more. The record is read as the same board; points counted
/// already are not in it.
#[must_use]
pub fn go_record(game: &Game, labels: &[(usize, usize, String)], comment: &str) -> Option<String> {
    game.rules().downcast::<Go>()?;
    let position: &Local = game.position()?;
    Some(sgf::write(position.board.as_ref()?, labels, comment))
}

/// The largest number of points of a board.
const MOST_POINTS: usize = 19 * 19;

/// The largest number of points that are counted already. Where prisoners can be taken again and
/// again, as in "sending two, returning one", the number would grow without end.
const MOST_COUNT: u64 = 1000;

pub(crate) const ROW: Row = Row {
    name: "go",
    aliases: &["go_endgame", "weiqi", "baduk"],
    class: Class::LOOPY_PARTIZAN,
    usage: "go(\"#XO#|X.xO|#XO#\") or go(\"(;SZ[9]AB[cc]AW[dc]SQ[cc])\")",
    rules: "Stones on free points (x Left, o Right; X and O are safe stones of the frame, # is outside);\n\
            groups without liberties are taken; a move may not take the player's own. Kos are loops.\n\
            Territory and prisoners count: `board -1` has one point of Right. By area: go_area.",
    source: "Berlekamp and Wolfe, Mathematical Go (1994); Müller, Berlekamp and Spight, TR-96-030",
    example: ("go(\"XXXX|Xo.O|XXXX\")", "{2|0}"),
    make: Make::Rules(|| Rules::new(Go { by_area: false })),
    boards: true,
};

pub(crate) const BY_AREA: Row = Row {
    name: "go_area",
    aliases: &[],
    class: Class::LOOPY_PARTIZAN,
    usage: "go_area(\"#XO#|X.xO|#XO#\") or go_area(\"(;SZ[9]AB[cc]AW[dc]SQ[cc])\")",
    rules: "Go as in `go`, by area: stones and territory count, and both players may pass. So it has\n\
            means and thermographs, but canonical forms only by territory: go(...).Heat(1) is what\n\
            play is worth by area.",
    source: "Müller, Berlekamp and Spight, Generalized thermography, ICSI TR-96-030",
    example: ("go_area(\"XXXX|X..X|XXXX\")", "2"),
    make: Make::Rules(|| Rules::new(Go { by_area: true })),
    boards: true,
};
