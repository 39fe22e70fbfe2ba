//! Pictures of boards.

use upstar_draw::{Rgb, Scene, Style};
use upstar_rules::AnyGame;

/// The side of a cell, in pixels.
const CELL: f64 = 36.0;
const MARGIN: f64 = 14.0;

/// The boards of positions side by side, as a sum; `None` if one of the positions
/// is no board.
///
/// Walls are dark, Left's pieces blue and Right's red.
///
/// ```
/// let game = upstar::rules::parse_named("clobber(\"xo|ox\")")?;
/// let scene = upstar::board_scene(&[&*game]).unwrap();
/// assert!(upstar_draw::svg(&scene).contains("<circle"));
/// # Ok::<(), upstar::rules::RuleError>(())
/// ```
#[must_use]
pub fn board_scene(games: &[&dyn AnyGame]) -> Option<Scene> {
    if games.is_empty() {
        return None;
    }
    let boards: Option<Vec<Vec<String>>> = games.iter().map(|game| game.board()).collect();
    let boards = boards?;
    let size = |rows: &[String]| {
        let columns = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        (columns as f64 * CELL, rows.len() as f64 * CELL)
    };
    let (mut width, mut height) = (MARGIN, 0.0f64);
    for rows in &boards {
        width += size(rows).0 + 2.0 * MARGIN + CELL / 2.0;
        height = height.max(size(rows).1);
    }
    let width = (width - MARGIN - CELL / 2.0).max(2.0 * MARGIN);
    let mut scene = Scene::new(width, height + 2.0 * MARGIN);
    let mut left = MARGIN;
    for (index, (rows, game)) in boards.iter().zip(games).enumerate() {
        if index > 0 {
            scene.text((left - MARGIN - CELL / 4.0, height / 2.0 + MARGIN), "+", 22.0);
        }
        let top = MARGIN + (height - size(rows).1) / 2.0;
        for (row, text) in rows.iter().enumerate() {
            for (column, letter) in text.chars().enumerate() {
                let corner = (left + column as f64 * CELL, top + row as f64 * CELL);
                let id = if boards.len() == 1 {
                    format!("r{}c{}", row + 1, column + 1)
                } else {
                    format!("{}-r{}c{}", index + 1, row + 1, column + 1)
                };
                cell(&mut scene, corner, letter, id, &**game);
            }
        }
        left += size(rows).0 + 2.0 * MARGIN + CELL / 2.0;
    }
    Some(scene)
}

/// Whose piece a letter stands for.
enum Mark {
    Free,
    Wall,
    Left,
    Right,
    Other,
}

fn mark(letter: char, game: &dyn AnyGame) -> Mark {
    match letter {
        '.' | ' ' => Mark::Free,
        '#' => Mark::Wall,
        'B' | 'P' if game.ruleset() == "bandit" => {
            if letter == 'B' {
                Mark::Left
            } else {
                Mark::Right
            }
        }
        'x' | 'X' | 't' | 'T' | 'L' | 'b' => Mark::Left,
        'o' | 'O' | 'f' | 'F' | 'R' | 'r' => Mark::Right,
        _ => Mark::Other,
    }
}

fn cell(scene: &mut Scene, corner: (f64, f64), letter: char, id: String, game: &dyn AnyGame) {
    let inside = match mark(letter, game) {
        Mark::Wall => Rgb(70, 70, 70),
        _ => Rgb(250, 250, 245),
    };
    scene.rectangle(corner, (CELL, CELL), Style::line(Rgb::GREY, 1.0).filled(inside)).with_id(id);
    let middle = (corner.0 + CELL / 2.0, corner.1 + CELL / 2.0);
    let colour = match mark(letter, game) {
        Mark::Left => Rgb::BLUE,
        Mark::Right => Rgb::RED,
        Mark::Other => Rgb::GREY,
        Mark::Free | Mark::Wall => return,
    };
    scene.circle(middle, CELL * 0.34, Style::line(Rgb::BLACK, 1.0).filled(colour));
    // Letters tell the pieces apart without colours.
    let shown = letter.to_string();
    scene.text((middle.0, middle.1 + 5.0), shown, 14.0).with_style(Style::fill(Rgb(255, 255, 255)));
}
