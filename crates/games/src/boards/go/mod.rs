//! Endgames of Go.

mod sgf;

use std::cmp::Ordering;

use super::grid::{FOUR, FREE, Grid, WALL, man, read_letters, rows_of};
use crate::prelude::*;

/// Endgames of Go in a frame. `x` and `o` are stones of Left (Black) and Right (White). `X` and `O`
/// are stones of the frame, which have two eyes outside the board and are never captured. `#` is
/// outside.
///
/// A move places a stone on a free point. Opposing groups without liberties are captured, and then
/// the player's own group must have a liberty. There is no other rule: a ko is a loop. A free point
/// all of whose neighbours are safe stones of one player belongs to that player at once. If nobody
/// can move, or no point is free, the position is an integer, the *count*: Left's points minus
/// Right's. A point counts if it has a player's stone or is in a free region that touches only that
/// player's stones (area scoring). Stones of the frame are not counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Go;

/// A board, or the count that remains of it, as a number of free moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Local {
    Board(Grid),
    Count(i64),
}

/// The player of a stone.
fn owner(cell: u8) -> Option<Player> {
    match cell {
        b'x' | b'X' => Some(Player::Left),
        b'o' | b'O' => Some(Player::Right),
        _ => None,
    }
}

/// The neighbours of a point.
fn beside(grid: &Grid, point: usize) -> impl Iterator<Item = usize> {
    FOUR.iter().filter_map(move |&step| grid.step(point, step))
}

/// The points connected to a point through points that satisfy `like`, including the point itself.
fn joined(grid: &Grid, start: usize, like: impl Fn(u8) -> bool) -> Vec<usize> {
    let mut seen = vec![false; grid.cells().len()];
    seen[start] = true;
    let mut found = vec![start];
    let mut next = 0;
    while let Some(&point) = found.get(next) {
        next += 1;
        for other in beside(grid, point) {
            if like(grid.cells()[other]) && !std::mem::replace(&mut seen[other], true) {
                found.push(other);
            }
        }
    }
    found
}

fn group(grid: &Grid, stone: usize) -> Vec<usize> {
    let own = owner(grid.cells()[stone]);
    joined(grid, stone, |cell| owner(cell) == own)
}

/// Whether a group cannot be captured because it has two eyes outside.
fn is_safe(grid: &Grid, group: &[usize]) -> bool {
    group.iter().any(|&stone| grid.cells()[stone].is_ascii_uppercase())
}

fn has_liberty(grid: &Grid, group: &[usize]) -> bool {
    group.iter().any(|&stone| beside(grid, stone).any(|point| grid.cells()[point] == FREE))
}

/// The board after a stone is placed on a free point, if that is legal.
fn after(grid: &Grid, point: usize, player: Player) -> Option<Grid> {
    let mut grid = grid.with([(point, man(player))]);
    for other in beside(&grid, point).collect::<Vec<_>>() {
        if owner(grid.cells()[other]) == Some(player.opponent()) {
            let theirs = group(&grid, other);
            if !is_safe(&grid, &theirs) && !has_liberty(&grid, &theirs) {
                for stone in theirs {
                    grid = grid.with([(stone, FREE)]);
                }
            }
        }
    }
    let own = group(&grid, point);
    (is_safe(&grid, &own) || has_liberty(&grid, &own)).then_some(grid)
}

/// Area scoring: stones, and free points that touch stones of only one player.
fn score(grid: &Grid) -> i64 {
    let mut score = 0;
    let mut seen = vec![false; grid.cells().len()];
    for start in 0..grid.cells().len() {
        match grid.cells()[start] {
            b'x' => score += 1,
            b'o' => score -= 1,
            FREE if !seen[start] => {
                let region = joined(grid, start, |cell| cell == FREE);
                let touches = |player| {
                    region.iter().any(|&point| {
                        beside(grid, point).any(|o| owner(grid.cells()[o]) == Some(player))
                    })
                };
                let (left, right) = (touches(Player::Left), touches(Player::Right));
                score += (i64::from(left) - i64::from(right)) * region.len() as i64;
                region.into_iter().for_each(|point| seen[point] = true);
            }
            _ => {}
        }
    }
    score
}

/// The points with stones of groups that cannot be captured.
fn safe_points(grid: &Grid) -> Vec<bool> {
    let mut safe = vec![false; grid.cells().len()];
    for start in 0..grid.cells().len() {
        if grid.cells()[start].is_ascii_uppercase() && !safe[start] {
            group(grid, start).into_iter().for_each(|stone| safe[stone] = true);
        }
    }
    safe
}

/// The position of a board. Eyes of safe groups are filled, and a board on which nobody can move
/// becomes its count.
fn settled(grid: Grid) -> Local {
    let safe = safe_points(&grid);
    let eye = |point: &usize| {
        let mut owners = beside(&grid, *point)
            .filter(|&other| grid.cells()[other] != WALL)
            .map(|other| owner(grid.cells()[other]).filter(|_| safe[other]));
        let first = owners.next()??;
        owners.all(|owner| owner == Some(first)).then_some((*point, man(first)))
    };
    // No eye has a free point beside it, so filling one creates no other.
    let eyes: Vec<(usize, u8)> = grid.places(FREE).filter_map(|point| eye(&point)).collect();
    let grid = eyes.into_iter().fold(grid, |grid, filled| grid.with([filled]));
    let mut moves = grid.places(FREE).flat_map(|point| Player::BOTH.map(|player| (point, player)));
    let goes_on = moves.any(|(point, player)| after(&grid, point, player).is_some());
    drop(moves);
    if goes_on { Local::Board(grid) } else { Local::Count(score(&grid)) }
}

impl Position for Local {
    fn to_text(&self) -> String {
        match self {
            Local::Board(grid) => grid.to_string(),
            Local::Count(count) => count.to_string(),
        }
    }

    fn order(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Local::Board(a), Local::Board(b)) => a.cmp(b),
            (Local::Count(a), Local::Count(b)) => a.cmp(b),
            (Local::Board(_), Local::Count(_)) => Ordering::Less,
            (Local::Count(_), Local::Board(_)) => Ordering::Greater,
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Local::Board(grid) => grid.size_in_bytes(),
            Local::Count(_) => size_of::<Self>(),
        }
    }

    fn rows(&self) -> Option<Vec<String>> {
        match self {
            Local::Board(grid) => Some(rows_of(&grid.to_string())),
            Local::Count(_) => None,
        }
    }
}

impl Ruleset for Go {
    type Position = Local;

    as_in!(ROW);

    fn options(
        &self,
        position: &Local,
        player: Player,
        out: &mut Options<Local>,
    ) -> Result<(), RuleError> {
        match position {
            Local::Board(grid) => {
                let boards = grid.places(FREE).filter_map(|point| after(grid, point, player));
                out.extend(boards.map(settled));
            }
            Local::Count(count) if (*count > 0) == (player == Player::Left) && *count != 0 => {
                out.push(Local::Count(count - count.signum()));
            }
            Local::Count(_) => {}
        }
        Ok(())
    }

    fn count(&self, position: &Local) -> Option<i64> {
        match position {
            Local::Board(grid) => Some(score(grid)),
            Local::Count(_) => None,
        }
    }

    fn parse(&self, text: &str) -> Result<Local, RuleError> {
        if text.trim_start().starts_with('(') {
            return small(sgf::read(text)?);
        }
        if let Ok(count) = text.trim().parse::<i64>()
            && count.unsigned_abs() <= MOST_POINTS as u64
        {
            return Ok(Local::Count(count));
        }
        if super::grid::size(text).is_some() {
            return small(Grid::read(text, ".")?);
        }
        let (rows, columns, cells) = read_letters(text, |letter| {
            ".#xoXO".contains(letter).then_some(letter as u8).ok_or_else(|| {
                format!(
                    "expected `.` (free), `x` or `o` (stones of Left and Right), `X` or `O` (safe \
                     stones of the frame), `#` (outside) or a game record `(;...)`, found `{}`",
                    letter.escape_default()
                )
            })
        })?;
        let grid = Grid::of_cells(rows, columns, cells)?;
        if grid.cells().len() > MOST_POINTS {
            return small(grid);
        }
        for stone in 0..grid.cells().len() {
            if owner(grid.cells()[stone]).is_some() {
                let group = group(&grid, stone);
                if !is_safe(&grid, &group) && !has_liberty(&grid, &group) {
                    let place = stone + stone / columns;
                    let message = "this group has no liberty: it would have been taken";
                    return Err(RuleError::notation(text, place..place + 1, message));
                }
            }
        }
        small(grid)
    }
}

/// The largest number of points of a board.
const MOST_POINTS: usize = 19 * 19;

/// The position of a board, if it is not too large.
fn small(grid: Grid) -> Result<Local, RuleError> {
    let points = grid.cells().len();
    if points > MOST_POINTS {
        return Err(RuleError::too_large("the board", format!("{points} points"), MOST_POINTS));
    }
    Ok(settled(grid))
}

pub(crate) const ROW: Row = Row {
    name: "go",
    aliases: &["go_endgame", "weiqi", "baduk"],
    class: Class::LOOPY_PARTIZAN,
    usage: "go(\"#XO#|X.xO|#XO#\") or go(\"(;SZ[9]AB[cc]AW[dc]SQ[cc])\")",
    rules: "Stones on free points (x Left, o Right; X and O are safe stones of the frame, # is outside);\n\
            groups without liberties are taken; a move may not take the player's own. Kos are loops. At\n\
            the end it counts as free moves how many points Left has more: stones and free points.",
    source: "Müller, Berlekamp and Spight, Generalized thermography, ICSI TR-96-030; area scoring",
    example: ("go(\"X.O\")", "+-1"),
    make: Make::Rules(|| Rules::new(Go)),
    boards: true,
};
