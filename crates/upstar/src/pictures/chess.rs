//! Positions of chess.

use upstar_draw::{Rgb, Scene, Shape, Style};

use super::{MARGIN, SMALL};

/// The side of a square, in pixels.
const SQUARE: f64 = 44.0;
const LIGHT: Rgb = Rgb(245, 238, 220);
const SHADED: Rgb = Rgb(200, 180, 145);
const WHITE: Rgb = Rgb(255, 255, 255);
const INK: Rgb = Rgb(30, 30, 30);

type Point = (f64, f64);

/// The polygons of a man in a square of side 1, from the upper left corner, and its round parts with their
/// radii.
type Outline = (&'static [&'static [Point]], &'static [(Point, f64)]);

/// The outline of a man.
fn outline(man: char) -> Option<Outline> {
    const BASE: &[Point] = &[(0.25, 0.88), (0.75, 0.88), (0.7, 0.76), (0.3, 0.76)];
    #[rustfmt::skip]
    let found: Outline = match man {
        'p' => (
            &[BASE, &[(0.36, 0.76), (0.44, 0.5), (0.56, 0.5), (0.64, 0.76)]],
            &[((0.5, 0.38), 0.14)],
        ),
        'r' => (
            &[
                BASE,
                &[
                    (0.34, 0.76), (0.37, 0.42), (0.28, 0.36), (0.28, 0.18), (0.39, 0.18),
                    (0.39, 0.26), (0.45, 0.26), (0.45, 0.18), (0.55, 0.18), (0.55, 0.26),
                    (0.61, 0.26), (0.61, 0.18), (0.72, 0.18), (0.72, 0.36), (0.63, 0.42),
                    (0.66, 0.76),
                ],
            ],
            &[],
        ),
        'n' => (
            &[
                BASE,
                &[
                    (0.34, 0.76), (0.38, 0.62), (0.5, 0.5), (0.38, 0.52), (0.29, 0.57),
                    (0.22, 0.46), (0.33, 0.29), (0.42, 0.13), (0.48, 0.22), (0.62, 0.27),
                    (0.72, 0.46), (0.7, 0.76),
                ],
            ],
            &[],
        ),
        'b' => (
            &[
                BASE,
                &[
                    (0.5, 0.17), (0.61, 0.32), (0.64, 0.46), (0.56, 0.6), (0.62, 0.76),
                    (0.38, 0.76), (0.44, 0.6), (0.36, 0.46), (0.39, 0.32),
                ],
            ],
            &[((0.5, 0.14), 0.045)],
        ),
        'q' => (
            &[
                BASE,
                &[
                    (0.32, 0.76), (0.2, 0.3), (0.36, 0.52), (0.38, 0.22), (0.5, 0.5),
                    (0.62, 0.22), (0.64, 0.52), (0.8, 0.3), (0.68, 0.76),
                ],
            ],
            &[((0.2, 0.27), 0.04), ((0.38, 0.19), 0.04), ((0.62, 0.19), 0.04), ((0.8, 0.27), 0.04)],
        ),
        'k' => (
            &[
                BASE,
                &[
                    (0.34, 0.76), (0.24, 0.5), (0.34, 0.38), (0.5, 0.46), (0.66, 0.38),
                    (0.76, 0.5), (0.66, 0.76),
                ],
                &[
                    (0.46, 0.44), (0.46, 0.27), (0.38, 0.27), (0.38, 0.2), (0.46, 0.2),
                    (0.46, 0.11), (0.54, 0.11), (0.54, 0.2), (0.62, 0.2), (0.62, 0.27),
                    (0.54, 0.27), (0.54, 0.44),
                ],
            ],
            &[],
        ),
        _ => return None,
    };
    Some(found)
}

/// A position of chess, by its text in FEN, with the names of files and ranks. `None` if the placement of
/// men does not have eight ranks of eight squares.
///
/// ```
/// let scene = upstar::chess_scene("8/8/8/8/8/2k5/8/K2Q4 w - - 0 1").unwrap();
/// assert!(upstar_draw::svg(&scene).contains("<polygon"));
/// assert!(upstar::chess_scene("8/8").is_none());
/// ```
#[must_use]
pub fn chess_scene(fen: &str) -> Option<Scene> {
    let mut ranks = Vec::new();
    for rank in fen.split_whitespace().next()?.split('/') {
        let mut men = String::new();
        for letter in rank.chars() {
            match letter.to_digit(10) {
                Some(free) => men.extend(std::iter::repeat_n('.', free as usize)),
                None => men.push(letter),
            }
        }
        ranks.push(men);
    }
    if ranks.len() != 8 || ranks.iter().any(|men| men.chars().count() != 8) {
        return None;
    }
    let side = 8.0 * SQUARE;
    let mut scene = Scene::new(side + 2.0 * MARGIN, side + 2.0 * MARGIN);
    for (row, men) in ranks.iter().enumerate() {
        let top = MARGIN + row as f64 * SQUARE;
        let middle = top + SQUARE / 2.0 + 4.0;
        scene.text((MARGIN / 2.0, middle), (8 - row).to_string(), SMALL - 1.0);
        for (column, man) in men.chars().enumerate() {
            let corner = (MARGIN + column as f64 * SQUARE, top);
            let colour = if (row + column) % 2 == 0 { LIGHT } else { SHADED };
            scene.rectangle(corner, (SQUARE, SQUARE), Style::fill(colour));
            draw(&mut scene, corner, man);
        }
    }
    for (column, file) in ('a'..='h').enumerate() {
        let x = MARGIN + (column as f64 + 0.5) * SQUARE;
        scene.text((x, side + 2.0 * MARGIN - 3.0), file.to_string(), SMALL - 1.0);
    }
    let frame = Shape::Rectangle { corner: (MARGIN, MARGIN), size: (side, side), round: 0.0 };
    scene.push(frame, Style::line(INK, 1.5));
    Some(scene)
}

fn draw(scene: &mut Scene, corner: Point, man: char) {
    let Some((polygons, circles)) = outline(man.to_ascii_lowercase()) else { return };
    let fill = if man.is_ascii_uppercase() { WHITE } else { INK };
    let style = Style::line(INK, 1.4).filled(fill);
    let at = |(x, y): Point| (corner.0 + x * SQUARE, corner.1 + y * SQUARE);
    for polygon in polygons {
        scene.push(Shape::Polygon(polygon.iter().copied().map(at).collect()), style);
    }
    for &(centre, radius) in circles {
        scene.circle(at(centre), radius * SQUARE, style);
    }
}
