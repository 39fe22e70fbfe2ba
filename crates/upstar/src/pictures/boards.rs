//! Boards and strips.

use upstar_draw::{Rgb, Scene, Style};

use super::{DARK, GOLD, PAPER};

/// The side of a cell, in pixels.
const CELL: f64 = 36.0;
/// The maximum number of cells drawn.
const MOST_CELLS: usize = 20_000;

/// The owner of the piece that a letter of a board stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// No owner: the cell is free.
    Free,
    /// No cell.
    Wall,
    /// Left's.
    Left,
    /// Right's.
    Right,
    /// Both players'.
    Both,
    /// Something else.
    Other,
}

/// The owner of the piece that a letter stands for on a board of this ruleset.
///
/// ```
/// assert_eq!(upstar::piece('x', "clobber"), upstar::Piece::Left);
/// assert_eq!(upstar::piece('P', "bandit"), upstar::Piece::Right);
/// ```
#[must_use]
pub fn piece(letter: char, ruleset: &str) -> Piece {
    match letter {
        '.' | ' ' => Piece::Free,
        '#' => Piece::Wall,
        'P' if ruleset == "bandit" => Piece::Right,
        'B' if ruleset == "bandit" => Piece::Left,
        'x' | 'X' | 't' | 'T' | 'L' | 'l' | 'b' => Piece::Left,
        'o' | 'O' | 'f' | 'F' | 'R' | 'r' => Piece::Right,
        'e' => Piece::Both,
        _ => Piece::Other,
    }
}

fn page(rows: &[String]) -> Option<Scene> {
    let columns = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    let cells = columns.checked_mul(rows.len()).filter(|&cells| cells <= MOST_CELLS);
    cells.map(|_| Scene::new(columns as f64 * CELL, rows.len() as f64 * CELL))
}

/// Each cell of some rows: its upper left corner, its letter, and its name.
fn cells(rows: &[String], prefix: &str) -> impl Iterator<Item = ((f64, f64), char, String)> {
    rows.iter().enumerate().flat_map(move |(row, text)| {
        text.chars().enumerate().map(move |(column, letter)| {
            let corner = (column as f64 * CELL, row as f64 * CELL);
            (corner, letter, format!("{prefix}r{}c{}", row + 1, column + 1))
        })
    })
}

fn middle(corner: (f64, f64)) -> (f64, f64) {
    (corner.0 + CELL / 2.0, corner.1 + CELL / 2.0)
}

/// A board with pieces of Left and Right.
pub(super) fn board(rows: &[String], ruleset: &str, prefix: &str) -> Option<Scene> {
    let mut scene = page(rows)?;
    for (corner, letter, id) in cells(rows, prefix) {
        let mark = piece(letter, ruleset);
        let inside = if matches!(mark, Piece::Wall) { DARK } else { PAPER };
        let style = Style::line(Rgb::GREY, 1.0).filled(inside);
        scene.rectangle(corner, (CELL, CELL), style).with_id(id);
        let colour = match mark {
            Piece::Left => Rgb::BLUE,
            Piece::Right => Rgb::RED,
            Piece::Both => Rgb::GREEN,
            Piece::Other => Rgb::GREY,
            Piece::Free | Piece::Wall => continue,
        };
        let (x, y) = middle(corner);
        scene.circle((x, y), CELL * 0.34, Style::line(Rgb::BLACK, 1.0).filled(colour));
        // Letters distinguish the pieces without colours.
        let shown = letter.to_string();
        scene.text((x, y + 5.0), shown, 14.0).with_style(Style::fill(Rgb::WHITE));
    }
    Some(scene)
}

/// A board with signs that belong to neither player.
pub(super) fn signs(rows: &[String], prefix: &str) -> Option<Scene> {
    let mut scene = page(rows)?;
    for (corner, letter, id) in cells(rows, prefix) {
        let inside = match letter {
            '#' => DARK,
            // The poisoned square.
            '!' => GOLD,
            _ => PAPER,
        };
        let style = Style::line(Rgb::GREY, 1.0).filled(inside);
        scene.rectangle(corner, (CELL, CELL), style).with_id(id);
        let (x, y) = middle(corner);
        let reach = CELL * 0.26;
        match letter {
            '.' | ' ' | '#' => {}
            'X' | 'x' => {
                let pen = Style::line(Rgb::BLACK, 2.4);
                scene.line((x - reach, y - reach), (x + reach, y + reach), pen);
                scene.line((x - reach, y + reach), (x + reach, y - reach), pen);
            }
            'O' | 'o' => {
                scene.circle((x, y), reach, Style::line(Rgb::BLACK, 2.4));
            }
            other => {
                scene.text((x, y + 7.0), other.to_string(), 20.0).bold();
            }
        }
    }
    Some(scene)
}

/// A board of herds with their sizes; those of Right are negative.
pub(super) fn herds(rows: &[Vec<i8>], prefix: &str) -> Option<Scene> {
    let free: Vec<String> = rows.iter().map(|row| ".".repeat(row.len())).collect();
    let mut scene = signs(&free, prefix)?;
    for (row, herds) in rows.iter().enumerate() {
        for (column, &herd) in herds.iter().enumerate().filter(|(_, herd)| **herd != 0) {
            let (x, y) = middle((column as f64 * CELL, row as f64 * CELL));
            let colour = if herd > 0 { Rgb::BLUE } else { Rgb::RED };
            scene.circle((x, y), CELL * 0.34, Style::line(Rgb::BLACK, 1.0).filled(colour));
            let count = herd.unsigned_abs().to_string();
            scene.text((x, y + 5.0), count, 14.0).with_style(Style::fill(Rgb::WHITE));
        }
    }
    Some(scene)
}

/// A strip of numbered cells with coins.
pub(super) fn strip(cells: u64, coins: &[(u64, u64)]) -> Option<Scene> {
    if cells == 0 || cells > 60 {
        return None;
    }
    let mut scene = Scene::new(cells as f64 * CELL, CELL + 18.0);
    for cell in 1..=cells {
        let left = (cell - 1) as f64 * CELL;
        let style = Style::line(Rgb::GREY, 1.0).filled(PAPER);
        scene.rectangle((left, 0.0), (CELL, CELL), style).with_id(format!("c{cell}"));
        scene.text((left + CELL / 2.0, CELL + 14.0), cell.to_string(), 11.0);
    }
    for &(cell, count) in coins {
        let at = ((cell - 1) as f64 * CELL + CELL / 2.0, CELL / 2.0);
        scene.circle(at, CELL * 0.34, Style::line(Rgb::BLACK, 1.2).filled(GOLD));
        if count > 1 {
            scene.text((at.0, at.1 + 5.0), count.to_string(), 14.0);
        }
    }
    Some(scene)
}
