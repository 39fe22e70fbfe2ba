//! Stones on a board of Go: groups, captures, life, and points that are settled.

use super::super::grid::{FOUR, FREE, Grid, WALL, man};
use crate::prelude::*;

/// The player of a stone.
pub(super) fn owner(cell: u8) -> Option<Player> {
    match cell {
        b'x' | b'X' => Some(Player::Left),
        b'o' | b'O' => Some(Player::Right),
        _ => None,
    }
}

/// A number for Left, and its negative for Right.
pub(super) fn signed(player: Player, count: i64) -> i64 {
    match player {
        Player::Left => count,
        Player::Right => -count,
    }
}

/// The letter of a stone that cannot be captured.
fn safe(player: Player) -> u8 {
    man(player).to_ascii_uppercase()
}

/// Whether a cell is a free point or a stone that may be captured.
pub(super) fn is_open(cell: u8) -> bool {
    cell == FREE || cell.is_ascii_lowercase()
}

/// The neighbours of a point.
pub(super) fn beside(grid: &Grid, point: usize) -> impl Iterator<Item = usize> {
    FOUR.iter().filter_map(move |&step| grid.step(point, step))
}

/// The points connected to a point through points that satisfy `like`, including the point itself.
pub(super) fn joined(grid: &Grid, start: usize, like: impl Fn(u8) -> bool) -> Vec<usize> {
    let mut seen = vec![false; grid.cells().len()];
    joined_unseen(grid, start, like, &mut seen)
}

/// The same, of points that are not seen yet.
fn joined_unseen(
    grid: &Grid,
    start: usize,
    like: impl Fn(u8) -> bool,
    seen: &mut [bool],
) -> Vec<usize> {
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

/// All sets of connected points that satisfy `like`.
fn regions(grid: &Grid, like: impl Fn(u8) -> bool) -> Vec<Vec<usize>> {
    let mut seen = vec![false; grid.cells().len()];
    let mut found = Vec::new();
    for start in 0..seen.len() {
        if like(grid.cells()[start]) && !seen[start] {
            found.push(joined_unseen(grid, start, &like, &mut seen));
        }
    }
    found
}

/// The stones of a group.
fn group(grid: &Grid, stone: usize) -> Vec<usize> {
    let own = owner(grid.cells()[stone]);
    joined(grid, stone, |cell| owner(cell) == own)
}

/// Whether a group has a liberty, or needs none.
fn breathes(grid: &Grid, group: &[usize]) -> bool {
    let cells = grid.cells();
    group.iter().any(|&stone| {
        cells[stone].is_ascii_uppercase() || beside(grid, stone).any(|point| cells[point] == FREE)
    })
}

/// A stone of a group that has no liberty, if there is such a group.
pub(super) fn breathless(grid: &Grid) -> Option<usize> {
    let stones = (0..grid.cells().len()).filter(|&stone| owner(grid.cells()[stone]).is_some());
    stones.into_iter().find(|&stone| !breathes(grid, &group(grid, stone)))
}

/// The board after a stone is placed on a free point, and how many stones were captured, if the
/// move is legal.
pub(super) fn after(grid: &Grid, point: usize, player: Player) -> Option<(Grid, i64)> {
    let mut grid = grid.with([(point, man(player))]);
    let mut captured = 0;
    for other in FOUR.iter().filter_map(|&step| grid.step(point, step)).collect::<Vec<_>>() {
        if owner(grid.cells()[other]) == Some(player.opponent()) {
            let theirs = group(&grid, other);
            if !breathes(&grid, &theirs) {
                captured += theirs.len() as i64;
                theirs.into_iter().for_each(|stone| grid.cells_mut()[stone] = FREE);
            }
        }
    }
    breathes(&grid, &group(&grid, point)).then_some((grid, captured))
}

/// The stones of a player that cannot be captured even if he always passes, and are not known to
/// be safe: groups that have two eyes each, which they may share (Benson, "Life in the game of Go",
/// Information Sciences 10, 1976).
fn alive(grid: &Grid, player: Player) -> Vec<usize> {
    let cells = grid.cells();
    let mut groups = regions(grid, |cell| cell == man(player));
    let mut eyes = Vec::new();
    if !groups.is_empty() {
        eyes = regions(grid, |cell| cell != WALL && owner(cell) != Some(player));
        eyes.retain(|eye| eye.iter().all(|&point| cells[point] != safe(player.opponent())));
    }
    loop {
        let mut number = vec![usize::MAX; cells.len()];
        for (index, group) in groups.iter().enumerate() {
            group.iter().for_each(|&stone| number[stone] = index);
        }
        let touches = |point: usize, index: usize| beside(grid, point).any(|o| number[o] == index);
        // An eye of a group, all of whose free points are liberties of the group.
        let is_eye = |eye: &[usize], index: usize| {
            eye.iter().any(|&point| touches(point, index))
                && eye.iter().all(|&point| cells[point] != FREE || touches(point, index))
        };
        let lives = |index: usize| eyes.iter().filter(|eye| is_eye(eye, index)).count() >= 2;
        let lives: Vec<bool> = (0..groups.len()).map(lives).collect();
        if !lives.contains(&false) {
            return groups.concat();
        }
        // What a group surrounds that may be captured is no eye of another.
        let borders = |eye: &[usize]| {
            let mut beside = eye.iter().flat_map(|&point| beside(grid, point));
            beside.all(|o| number[o] == usize::MAX || lives[number[o]])
        };
        eyes.retain(|eye| borders(eye));
        let mut lives = lives.into_iter();
        groups.retain(|_| lives.next() == Some(true));
    }
}

/// Marks stones that cannot be captured and fills settled points with stones of their owner. The
/// result is how many points those are worth to Left.
///
/// A region is settled if each of its points is beside a safe stone of one player and none beside a
/// safe stone of the other. Each stone that the player places there is safe, so that the region is
/// worth its points and twice as many for each stone of the opponent: a move there costs the player
/// one of them, and a move of the opponent gives him one more.
pub(super) fn settle(grid: &mut Grid) -> i64 {
    loop {
        let mut open: Vec<usize> =
            (0..grid.cells().len()).filter(|&p| grid.cells()[p].is_ascii_uppercase()).collect();
        while let Some(stone) = open.pop() {
            let letter = grid.cells()[stone].to_ascii_lowercase();
            for step in FOUR {
                if let Some(other) = grid.step(stone, step)
                    && grid.cells()[other] == letter
                {
                    grid.cells_mut()[other] = letter.to_ascii_uppercase();
                    open.push(other);
                }
            }
        }
        let living = Player::BOTH.map(|player| alive(grid, player)).concat();
        if living.is_empty() {
            break;
        }
        for stone in living {
            grid.cells_mut()[stone].make_ascii_uppercase();
        }
    }
    let mut count = 0;
    for region in regions(grid, is_open) {
        let [left, right] = Player::BOTH.map(|player| {
            let touching = |&&point: &&usize| {
                beside(grid, point).any(|other| grid.cells()[other] == safe(player))
            };
            region.iter().filter(touching).count()
        });
        let player = match (left, right) {
            (left, 0) if left == region.len() => Player::Left,
            (0, right) if right == region.len() => Player::Right,
            (0, 0) if region.len() == 1 => {
                // Nobody can move here.
                grid.cells_mut()[region[0]] = WALL;
                continue;
            }
            _ => continue,
        };
        for point in region {
            let worth = if grid.cells()[point] == FREE { 1 } else { 2 };
            count += signed(player, worth);
            grid.cells_mut()[point] = safe(player);
        }
    }
    count
}

/// Points of Left minus points of Right, if play ends: free points that touch stones of one player
/// only.
pub(super) fn territory(grid: &Grid) -> i64 {
    let mut score = 0;
    for region in regions(grid, |cell| cell == FREE) {
        let [left, right] = Player::BOTH.map(|player| {
            region
                .iter()
                .any(|&point| beside(grid, point).any(|o| owner(grid.cells()[o]) == Some(player)))
        });
        score += (i64::from(left) - i64::from(right)) * region.len() as i64;
    }
    score
}
