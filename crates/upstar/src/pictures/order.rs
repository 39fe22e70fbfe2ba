//! The order of the sums of ups and nimbers.

use upstar_core::{Budget, Outcome};
use upstar_draw::{Anchor, Rgb, Scene, Style};
use upstar_values::{Id, Result, Style as Notation, Universe};

/// The partial order of the values `n.^ + *m`: n from `-ups` to `ups` from left to right, m from 0
/// to `nimbers` upward. Values that Left wins are blue, those that Right wins red, those that the
/// first player wins green; 0 is white. A line leads from each value to the next greater ones, one
/// column to the right.
///
/// # Errors
/// An exhausted budget. More than 12 ups or nimbers are not drawn.
pub fn ups_and_nimbers_scene(ups: u32, nimbers: u32, budget: &Budget) -> Result<Scene> {
    const COLUMN: f64 = 86.0;
    const ROW: f64 = 62.0;
    const MARGIN: f64 = 50.0;
    let (ups, nimbers) = (ups.min(12), nimbers.min(12));
    let universe = Universe::with_budget(budget.clone());
    let mut worker = universe.worker(budget);
    let star = worker.nimber(1)?;
    let up = worker.game(&[Id::ZERO], &[star])?;
    let mut columns: Vec<Vec<Id>> = Vec::new();
    let down = worker.neg(up)?;
    let mut multiple = Id::ZERO;
    for _ in 0..ups {
        multiple = worker.add(multiple, down)?;
    }
    for _ in 0..=2 * ups {
        let mut column = Vec::new();
        for m in 0..=nimbers {
            let nimber = worker.nimber(m)?;
            column.push(worker.add(multiple, nimber)?);
        }
        columns.push(column);
        multiple = worker.add(multiple, up)?;
    }
    let width = f64::from(2 * ups) * COLUMN + 2.0 * MARGIN;
    let height = f64::from(nimbers) * ROW + 2.0 * MARGIN + 24.0;
    let mut scene = Scene::new(width, height);
    let place = |column: usize, row: usize| {
        (MARGIN + column as f64 * COLUMN, height - MARGIN - 24.0 - row as f64 * ROW)
    };
    for column in 0..columns.len().saturating_sub(1) {
        for (row, &value) in columns[column].iter().enumerate() {
            for (other, &next) in columns[column + 1].iter().enumerate() {
                let difference = worker.sub(next, value)?;
                if worker.outcome(difference)? == Outcome::L {
                    let style = Style::line(Rgb(190, 190, 190), 1.0);
                    scene.line(place(column, row), place(column + 1, other), style);
                }
            }
        }
    }
    for (column, values) in columns.iter().enumerate() {
        for (row, &value) in values.iter().enumerate() {
            let text = worker.text(value, Notation::Plain)?;
            let (fill, ink) = match worker.outcome(value)? {
                Outcome::L => (Rgb::BLUE, Rgb::WHITE),
                Outcome::R => (Rgb::RED, Rgb::WHITE),
                Outcome::N => (Rgb::GREEN, Rgb::WHITE),
                _ => (Rgb::WHITE, Rgb::BLACK),
            };
            let (x, y) = place(column, row);
            let half = Scene::text_width(&text, 14.0) / 2.0 + 9.0;
            let shape = upstar_draw::Shape::Rectangle {
                corner: (x - half, y - 13.0),
                size: (2.0 * half, 26.0),
                round: 12.0,
            };
            scene.push(shape, Style::line(Rgb::BLACK, 1.0).filled(fill)).with_id(text.clone());
            scene.text((x, y + 5.0), text, 14.0).with_style(Style::fill(ink));
        }
    }
    let mut x = MARGIN - 30.0;
    for (colour, words) in
        [(Rgb::BLUE, "Left wins"), (Rgb::RED, "Right wins"), (Rgb::GREEN, "the first player wins")]
    {
        scene.circle((x, height - 19.0), 6.0, Style::line(Rgb::BLACK, 1.0).filled(colour));
        scene.text_anchored((x + 11.0, height - 15.0), words, 12.0, Anchor::Start);
        x += Scene::text_width(words, 12.0) + 34.0;
    }
    Ok(scene)
}
