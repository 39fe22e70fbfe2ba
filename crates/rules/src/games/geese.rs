//! Fox and Geese, on boards of any width.

use upstar_core::Player;

use crate::catalogue::Make;
use crate::grid::{FREE, Grid};
use crate::{Argument, Arguments, Class, Game, Row, RuleError, Ruleset};

/// Fox and Geese: Left's geese (x) go one cell down along a diagonal, Right's fox (o) goes
/// along any diagonal. A fox that no goose is above any more is free: he is off the board,
/// and Right may move as long as he likes.
#[derive(Clone, Copy, Debug)]
pub struct FoxAndGeese {
    /// How far the fox goes in one move.
    pub range: u64,
}

const DIAGONAL: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
const DOWN: [(i32, i32); 2] = [(1, -1), (1, 1)];

impl FoxAndGeese {
    /// Takes the fox off if no goose is above him.
    fn freed(grid: Grid) -> Grid {
        let row = |cell: usize| cell / grid.columns();
        let fox = grid.cells().iter().position(|&cell| cell == b'o');
        let top = grid.cells().iter().position(|&cell| cell == b'x');
        match fox {
            Some(fox) if top.is_none_or(|top| row(fox) <= row(top)) => grid.with([(fox, FREE)]),
            _ => grid,
        }
    }

    fn name_of(range: u64) -> &'static str {
        if range == 1 { FOX_AND_GEESE.name } else { CEYLONESE.name }
    }
}

impl Ruleset for FoxAndGeese {
    type Position = Grid;

    fn class(&self) -> Class {
        Class::LOOPY_PARTIZAN
    }

    fn options(&self, grid: &Grid, player: Player, out: &mut Vec<Grid>) -> Result<(), RuleError> {
        if player == Player::Left {
            let geese = grid.cells().iter().enumerate().filter(|&(_, &cell)| cell == b'x');
            for (goose, _) in geese {
                for to in DOWN.iter().filter_map(|&step| grid.step(goose, step)) {
                    if grid.cells()[to] == FREE {
                        out.push(Self::freed(grid.with([(goose, FREE), (to, b'x')])));
                    }
                }
            }
            return Ok(());
        }
        let Some(fox) = grid.cells().iter().position(|&cell| cell == b'o') else {
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

    fn bytes(&self, grid: &Grid) -> usize {
        grid.bytes()
    }

    fn name(&self) -> &str {
        Self::name_of(self.range)
    }

    fn write(&self, grid: &Grid) -> String {
        grid.to_string()
    }

    fn parse(&self, text: &str) -> Result<Grid, RuleError> {
        let grid = Grid::read(text, ".xo")?;
        let foxes = grid.cells().iter().filter(|&&cell| cell == b'o').count();
        // Rows are counted from below, as CGSuite does.
        let even = |cell: usize| {
            (grid.rows() - cell / grid.columns() + cell % grid.columns() + 1).is_multiple_of(2)
        };
        let men = grid.cells().iter().enumerate().filter(|&(_, &cell)| cell != FREE);
        if foxes > 1 || men.clone().any(|(cell, _)| !even(cell)) {
            return Err(RuleError::notation(
                text,
                0..text.len(),
                "expected at most one fox `o`, and all men on cells of one colour: the first of \
                 the last row and those it touches at corners",
            ));
        }
        Ok(Self::freed(grid))
    }

    fn call(&self, grid: &Grid) -> String {
        format!("{}(\"{grid}\")", self.name())
    }

    fn board(&self, grid: &Grid) -> Option<Vec<String>> {
        Some(grid.to_string().split('|').map(str::to_owned).collect())
    }
}

/// Reads `{(4,2),(4,4)}, (1,1)`: rows and columns of the geese and of the fox, on a board
/// of eight columns, rows counted from below.
fn by_places(call: &Arguments, rules: FoxAndGeese) -> Result<Game, RuleError> {
    let usage = format!("expected `{}`", FOX_AND_GEESE.usage);
    let geese: String = call.text(0)?.chars().filter(|c| !"() ".contains(*c)).collect();
    let numbers: Option<Vec<usize>> = geese.split(',').map(|part| part.parse().ok()).collect();
    let mut places = numbers.ok_or_else(|| call.complain(0, usage.as_str()))?;
    if places.len() % 2 == 1 {
        return Err(call.complain(0, usage.as_str()));
    }
    places.extend([call.count(1, 100)? as usize, call.count(2, 100)? as usize]);
    let rows = places.chunks(2).map(|place| place[0]).max().unwrap_or(0);
    if places.chunks(2).any(|place| place[0] == 0 || !(1..=8).contains(&place[1])) {
        return Err(
            call.complain(0, "rows and columns are counted from 1, and there are 8 columns")
        );
    }
    let mut grid = Grid::filled(rows, 8, FREE)?;
    for (index, place) in places.chunks(2).enumerate() {
        let letter = if index + 1 == places.len() / 2 { b'o' } else { b'x' };
        grid = grid.with([((rows - place[0]) * 8 + place[1] - 1, letter)]);
    }
    let grid = rules.parse(&grid.to_string()).map_err(|_| {
        call.complain(0, "expected all men on cells whose row and column add up to an even number")
    })?;
    Ok(Game::new(rules, grid))
}

fn make(call: &Arguments, range: u64) -> Result<Game, RuleError> {
    let rules = FoxAndGeese { range };
    if call.len() == 3 && !matches!(call.get(0), Some(Argument::Integer(_))) {
        return by_places(call, rules);
    }
    call.expect(1..=1, FOX_AND_GEESE.usage)?;
    let grid = rules.parse(&call.text(0)?).map_err(|error| call.within(0, error))?;
    Ok(Game::new(rules, grid))
}

pub(crate) const FOX_AND_GEESE: Row = Row {
    name: "fox_and_geese",
    aliases: &[],
    class: Class::LOOPY_PARTIZAN,
    usage: "fox_and_geese(\".x.x|o...\") or fox_and_geese({(4,2),(4,4)}, (1,1))",
    rules: "On cells of one colour Left's geese (x) go one cell down along a diagonal, Right's fox (o)\n\
            one cell along any diagonal, to free cells. A fox above whom there is no goose is free:\n\
            he leaves the board, and Right may then pass for ever.",
    source: "Winning Ways, chapter 20; CGSuite",
    example: ("fox_and_geese({(3,1),(3,3),(3,5),(3,7)}, (2,6))", "3*"),
    make: Make::Whole(|call| make(call, 1)),
    board: Some(|text| {
        let rules = FoxAndGeese { range: 1 };
        Ok(Game::new(rules, rules.parse(text)?))
    }),
};

pub(crate) const CEYLONESE: Row = Row {
    name: "ceylonese_fox_and_geese",
    aliases: &[],
    class: Class::LOOPY_PARTIZAN,
    usage: "ceylonese_fox_and_geese(\".x.x|o...\")",
    rules: "Fox and Geese in which the fox goes one cell or two along a diagonal.",
    source: "CGSuite",
    example: ("ceylonese_fox_and_geese({(4,2),(4,4),(4,6),(4,8)}, (1,1))", "outcome L"),
    make: Make::Whole(|call| make(call, 2)),
    board: Some(|text| {
        let rules = FoxAndGeese { range: 2 };
        Ok(Game::new(rules, rules.parse(text)?))
    }),
};
