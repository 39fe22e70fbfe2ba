//! Ski Jumps.

use upstar_core::Player;

use crate::catalogue::Make;
use crate::grid::{FREE, Grid};
use crate::{Arguments, Class, Game, Negated, Row, RuleError, Ruleset};

/// Ski Jumps: Left's skiers go right and Right's left, as far as they like and off the
/// board; a jumper jumps down over an enemy.
#[derive(Clone, Copy, Debug)]
pub struct SkiJumps;

/// The letters of jumpers and of skiers who do not jump, on boards of small letters.
const JUMPERS: [u8; 2] = [b'x', b'o'];
const SLIPPERS: [u8; 2] = [b'l', b'r'];

fn side(player: Player) -> usize {
    usize::from(player == Player::Right)
}

/// Letters as they are written and as they are kept.
const LETTERS: [(char, char); 4] = [('L', 'x'), ('R', 'o'), ('l', 'l'), ('r', 'r')];

impl Ruleset for SkiJumps {
    type Position = Grid;

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(&self, grid: &Grid, player: Player, out: &mut Vec<Grid>) -> Result<(), RuleError> {
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

    fn components(&self, grid: &Grid, out: &mut Vec<Grid>) -> Result<(), RuleError> {
        if !grid.cells().iter().all(|&cell| cell == FREE) {
            out.push(grid.clone());
        }
        Ok(())
    }

    fn normalize(&self, grid: Grid) -> (Grid, Negated) {
        // Left and right change places, and so do the players.
        let other = grid.image(2, |cell| match cell {
            b'x' => b'o',
            b'o' => b'x',
            b'l' => b'r',
            b'r' => b'l',
            other => other,
        });
        if other < grid { (other, Negated::Yes) } else { (grid, Negated::No) }
    }

    fn bytes(&self, grid: &Grid) -> usize {
        grid.bytes()
    }

    fn name(&self) -> &str {
        "ski_jumps"
    }

    fn write(&self, grid: &Grid) -> String {
        let letter = |kept| LETTERS.iter().find(|pair| pair.1 == kept).map_or(kept, |pair| pair.0);
        grid.to_string().chars().map(letter).collect()
    }

    fn parse(&self, text: &str) -> Result<Grid, RuleError> {
        let mut kept = String::with_capacity(text.len());
        for (place, letter) in text.char_indices() {
            match LETTERS.iter().find(|pair| pair.0 == letter) {
                Some(pair) => kept.push(pair.1),
                None if ['.', '|', '\n', '\r'].contains(&letter) => kept.push(letter),
                None => {
                    return Err(RuleError::notation(
                        text,
                        place..place + letter.len_utf8(),
                        format!(
                            "expected a jumper (`L`, `R`), a skier who does not jump (`l`, `r`) or \
                             `.`, found `{}`",
                            letter.escape_default()
                        ),
                    ));
                }
            }
        }
        Grid::read(&kept, ".xolr").map_err(|error| match error {
            RuleError::Notation { place, message } => {
                let span = place.span.clone().unwrap_or(0..text.len());
                RuleError::notation(text, span, message)
            }
            other => other,
        })
    }

    fn call(&self, grid: &Grid) -> String {
        format!("ski_jumps(\"{}\")", self.write(grid))
    }

    fn board(&self, grid: &Grid) -> Option<Vec<String>> {
        Some(self.write(grid).split('|').map(str::to_owned).collect())
    }
}

fn read(text: &str) -> Result<Game, RuleError> {
    Ok(Game::new(SkiJumps, SkiJumps.parse(text)?))
}

pub(crate) const ROW: Row = Row {
    name: "ski_jumps",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "ski_jumps(\"L...|...R|....\")",
    rules: "Left's skiers (L, l) go right, Right's (R, r) left, any number of free cells and off the\n\
            board. A jumper (L, R) straight above an enemy may jump over him to a free cell just\n\
            below; who was jumped over never jumps again (l, r).",
    source: "Winning Ways, chapter 1",
    example: ("ski_jumps(\"l...\")", "4"),
    make: Make::Whole(|call: &Arguments| {
        call.expect(1..=1, "ski_jumps(\"L...|...R|....\")")?;
        read(&call.text(0)?).map_err(|error| call.within(0, error))
    }),
    board: Some(read),
};
