//! Ski Jumps.

use super::grid::{FREE, Grid, exchange, read_letters, rows_of};
use crate::prelude::*;

/// Ski Jumps: Left's skiers go right and Right's go left, as far as they like and off the board. A
/// jumper may jump down over an enemy.
#[derive(Clone, Copy, Debug)]
pub struct SkiJumps;

/// The letters of jumpers and of skiers who do not jump, on boards of small letters.
const JUMPERS: [u8; 2] = [b'x', b'o'];
const SLIPPERS: [u8; 2] = [b'l', b'r'];

fn side(player: Player) -> usize {
    usize::from(player == Player::Right)
}

/// Letters in the notation, and in memory.
const LETTERS: [(char, u8); 5] = [('L', b'x'), ('R', b'o'), ('l', b'l'), ('r', b'r'), ('.', FREE)];

impl Ruleset for SkiJumps {
    type Position = Grid;

    as_in!(ROW);

    fn options(&self, grid: &Grid, player: Player, out: &mut Options<Grid>) -> Result {
        let (own, enemy) = (side(player), side(player.opponent()));
        let ahead = if player == Player::Left { (0, 1) } else { (0, -1) };
        let cells = grid.cells();
        for (from, &skier) in cells.iter().enumerate() {
            if skier != JUMPERS[own] && skier != SLIPPERS[own] {
                continue;
            }
            let mut at = from;
            loop {
                match grid.step(at, ahead) {
                    Some(next) if cells[next] == FREE => {
                        out.push(grid.with([(from, FREE), (next, skier)]));
                        at = next;
                    }
                    Some(_) => break,
                    None => {
                        // Off the board.
                        out.push(grid.with([(from, FREE)]));
                        break;
                    }
                }
            }
            if skier == JUMPERS[own]
                && let Some(over) = grid.step(from, (1, 0))
                && let Some(to) = grid.step(over, (1, 0))
                && [JUMPERS[enemy], SLIPPERS[enemy]].contains(&cells[over])
                && cells[to] == FREE
            {
                out.push(grid.with([(from, FREE), (over, SLIPPERS[enemy]), (to, skier)]));
            }
        }
        Ok(())
    }

    fn components(&self, grid: &Grid, out: &mut Vec<Grid>) -> Result {
        if !grid.cells().iter().all(|&cell| cell == FREE) {
            out.push(grid.clone());
        }
        Ok(())
    }

    fn normalize(&self, grid: Grid) -> (Grid, Negated) {
        // Left and right are exchanged, and so are the players.
        grid.least([(0, Negated::No), (2, Negated::Yes)], |negated, cell| match (negated, cell) {
            (Negated::Yes, b'l') => b'r',
            (Negated::Yes, b'r') => b'l',
            (Negated::Yes, cell) => exchange(cell),
            (Negated::No, cell) => cell,
        })
    }

    fn write(&self, grid: &Grid) -> String {
        let letter = |kept: char| {
            LETTERS.iter().find(|pair| char::from(pair.1) == kept).map_or(kept, |pair| pair.0)
        };
        grid.to_string().chars().map(letter).collect()
    }

    fn parse(&self, text: &str) -> Result<Grid> {
        let (rows, columns, cells) = read_letters(text, |letter| {
            let kept = LETTERS.iter().find(|pair| pair.0 == letter).map(|pair| pair.1);
            kept.ok_or_else(|| {
                format!(
                    "expected a jumper (`L`, `R`), a skier who does not jump (`l`, `r`) or `.`, \
                     found `{}`",
                    letter.escape_default()
                )
            })
        })?;
        Grid::of_cells(rows, columns, cells)
    }

    fn board(&self, grid: &Grid) -> Option<Vec<String>> {
        Some(rows_of(&self.write(grid)))
    }
}

pub(crate) const ROW: Row = Row {
    name: "ski_jumps",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "ski_jumps(\"L...|...R|....\")",
    rules: "Left's skiers (L, l) go right, Right's (R, r) left, any number of free cells and off the\n\
            board. A jumper (L, R) directly above an enemy may jump over him to the free cell below;\n\
            a skier who was jumped over never jumps again (l, r).",
    source: "Winning Ways, chapter 1",
    example: ("ski_jumps(\"l...\")", "4"),
    make: Make::Rules(|| Rules::new(SkiJumps)),
    boards: true,
};
