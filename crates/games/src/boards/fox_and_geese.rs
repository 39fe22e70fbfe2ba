//! Fox and Geese, on boards of any width.

use super::grid::{DIAGONAL, FREE, Grid};
use super::read_only;
use crate::prelude::*;

/// Fox and Geese. Left's geese (x) go one cell down along a diagonal, and Right's fox (o) goes
/// along any diagonal. A fox with no goose above him is free: he is off the board, and Right may
/// move as long as he likes.
#[derive(Clone, Copy, Debug)]
pub struct FoxAndGeese {
    /// The largest distance that the fox goes in one move.
    pub range: u64,
    /// The number of columns of a board that is given by the places of the men.
    pub columns: u64,
    /// Whether both are written as parameters of the game.
    general: bool,
}

/// The columns of a chess board.
const COLUMNS: u64 = 8;

/// The game with `boardWidth => 4, foxRange => 2`.
fn general(parameters: &Arguments) -> Result<Rules> {
    let mut rules = FoxAndGeese { general: true, ..FoxAndGeese::new(1) };
    for index in 0..parameters.len() {
        let text = parameters.text(index)?;
        let named = text.split_once("=>").and_then(|(name, value)| {
            let value = value.trim().parse::<u64>().ok().filter(|value| (1..=100).contains(value));
            Some((name.trim().to_owned(), value?))
        });
        match named {
            Some((name, columns)) if name == "boardWidth" => rules.columns = columns,
            Some((name, range)) if name == "foxRange" => rules.range = range,
            _ => {
                let message = "expected `boardWidth => n` or `foxRange => n`, n from 1 to 100";
                return Err(parameters.complain(index, message));
            }
        }
    }
    Ok(Rules::new(rules))
}

const DOWN: [(i32, i32); 2] = [(1, -1), (1, 1)];

impl FoxAndGeese {
    /// The game on a chess board with a fox of this range.
    #[must_use]
    pub const fn new(range: u64) -> Self {
        FoxAndGeese { range, columns: COLUMNS, general: false }
    }

    /// Removes the fox if no goose is above him.
    fn freed(grid: Grid) -> Grid {
        let row = |cell: usize| cell / grid.columns();
        let [fox, top] = [b'o', b'x'].map(|man| grid.places(man).next());
        match fox {
            Some(fox) if top.is_none_or(|top| row(fox) <= row(top)) => grid.with([(fox, FREE)]),
            _ => grid,
        }
    }

    /// The game on a board that was read, if the board is valid.
    fn checked(grid: Grid) -> Option<Grid> {
        // Rows are counted from below, as in CGSuite.
        let odd = |cell: usize| {
            (grid.rows() - cell / grid.columns() + cell % grid.columns()).is_multiple_of(2)
        };
        let foxes = grid.places(b'o').count();
        let right = foxes < 2 && !grid.places(b'x').chain(grid.places(b'o')).any(odd);
        right.then(|| Self::freed(grid))
    }

    /// Reads `{(4,2),(4,4)}, (1,1)`: rows and columns of the geese and of the fox. The board has
    /// the given number of columns, and rows are counted from below.
    fn by_places(&self, arguments: &Arguments) -> Result<Grid> {
        let geese: String = arguments.text(0)?.chars().filter(|c| !"() ".contains(*c)).collect();
        let numbers: Option<Vec<usize>> = geese.split(',').map(|part| part.parse().ok()).collect();
        let Some(mut places) = numbers.filter(|numbers| numbers.len().is_multiple_of(2)) else {
            return Err(RuleError::Usage);
        };
        places.extend([arguments.count(1, 100)? as usize, arguments.count(2, 100)? as usize]);
        let rows = places.chunks(2).map(|place| place[0]).max().unwrap_or(0);
        let columns = self.columns as usize;
        if places.chunks(2).any(|place| place[0] == 0 || !(1..=columns).contains(&place[1])) {
            let message =
                format!("rows and columns are counted from 1, and there are {columns} columns");
            return Err(arguments.complain(0, message));
        }
        let mut grid = Grid::filled(rows, columns, FREE)?;
        for (index, place) in places.chunks(2).enumerate() {
            let letter = if index + 1 == places.len() / 2 { b'o' } else { b'x' };
            grid = grid.with([((rows - place[0]) * columns + place[1] - 1, letter)]);
        }
        Self::checked(grid).ok_or_else(|| {
            let message = "expected all men on cells whose row and column add up to an even number";
            arguments.complain(0, message)
        })
    }
}

impl Ruleset for FoxAndGeese {
    type Position = Grid;

    fn class(&self) -> Class {
        Class::LOOPY_PARTIZAN
    }

    fn options(&self, grid: &Grid, player: Player, out: &mut Options<Grid>) -> Result {
        if player == Player::Left {
            for goose in grid.places(b'x') {
                for to in DOWN.iter().filter_map(|&step| grid.step(goose, step)) {
                    if grid.cells()[to] == FREE {
                        out.push(Self::freed(grid.with([(goose, FREE), (to, b'x')])));
                    }
                }
            }
            return Ok(());
        }
        let Some(fox) = grid.places(b'o').next() else {
            out.push(grid.clone());
            return Ok(());
        };
        for step in DIAGONAL {
            let mut at = fox;
            for _ in 0..self.range {
                match grid.step(at, step).filter(|&to| grid.cells()[to] == FREE) {
                    Some(to) => at = to,
                    None => break,
                }
                out.push(Self::freed(grid.with([(fox, FREE), (at, b'o')])));
            }
        }
        Ok(())
    }

    fn name(&self) -> &str {
        match self.range {
            _ if self.general => GENERAL.name,
            1 => FOX_AND_GEESE.name,
            _ => CEYLONESE.name,
        }
    }

    fn parameters(&self) -> String {
        if !self.general {
            return String::new();
        }
        format!("boardWidth => {}, foxRange => {}", self.columns, self.range)
    }

    fn position(&self, arguments: &Arguments) -> Result<Grid> {
        match arguments.values() {
            [geese, _, _] if !matches!(geese, Argument::Integer(_)) => self.by_places(arguments),
            _ => read_only(arguments, |text| self.parse(text)),
        }
    }

    fn parse(&self, text: &str) -> Result<Grid> {
        Self::checked(Grid::read(text, ".xo")?).ok_or_else(|| {
            RuleError::notation(
                text,
                0..text.len(),
                "expected at most one fox `o`, and all men on cells of one colour: the first of \
                 the last row and those it touches at corners",
            )
        })
    }
}

pub(crate) const FOX_AND_GEESE: Row = Row {
    name: "fox_and_geese",
    aliases: &[],
    class: Class::LOOPY_PARTIZAN,
    usage: "fox_and_geese(\".x.x|o...\") or fox_and_geese({(4,2),(4,4)}, (1,1))",
    rules: "On cells of one colour Left's geese (x) go one cell down along a diagonal, Right's fox\n\
            (o) one cell along any diagonal, to free cells. A fox with no goose above him is free:\n\
            he leaves the board, and Right may then pass forever.",
    source: "Winning Ways, chapter 20; CGSuite",
    example: ("fox_and_geese({(3,1),(3,3),(3,5),(3,7)}, (2,6))", "3*"),
    make: Make::Rules(|| Rules::new(FoxAndGeese::new(1))),
    boards: true,
};

pub(crate) const CEYLONESE: Row = Row {
    name: "ceylonese_fox_and_geese",
    aliases: &[],
    class: Class::LOOPY_PARTIZAN,
    usage: "ceylonese_fox_and_geese(\".x.x|o...\")",
    rules: "Fox and Geese in which the fox moves one or two cells along a diagonal.",
    source: "CGSuite",
    example: ("ceylonese_fox_and_geese({(4,2),(4,4),(4,6),(4,8)}, (1,1))", "outcome L"),
    make: Make::Rules(|| Rules::new(FoxAndGeese::new(2))),
    boards: true,
};

pub(crate) const GENERAL: Row = Row {
    name: "gen_fox_and_geese",
    aliases: &["generalized_fox_and_geese"],
    class: Class::LOOPY_PARTIZAN,
    usage: "gen_fox_and_geese(boardWidth => 4; {(3,1),(3,3)}, (1,3)) or with foxRange => 2",
    rules: "Fox and Geese on a board of any width, with men given by their places, and with a fox\n\
            who moves as far as foxRange says.",
    source: "CGSuite",
    example: ("gen_fox_and_geese(boardWidth => 4; {(5,1),(5,3)}, (1,3))", "outcome L"),
    make: Make::With(general),
    boards: false,
};
