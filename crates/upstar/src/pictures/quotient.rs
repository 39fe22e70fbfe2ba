//! A picture of a misère quotient.

use upstar_draw::{Anchor, Rgb, Scene, Style};

use crate::analysis::QuotientFacts;

const ROW: f64 = 22.0;
const MARGIN: f64 = 24.0;
const LETTER: f64 = 9.0;

/// The elements of a misère quotient, each with its product with each generator; P-positions are
/// shaded.
#[must_use]
pub fn quotient_scene(facts: &QuotientFacts) -> Scene {
    let (columns, rows) = match &facts.elements {
        Some(table) => (&table.columns[..], &table.rows[..]),
        None => (&[][..], &[][..]),
    };
    let is_p = |name: &str| facts.p_portion.iter().any(|p| p == name);
    let cells = || rows.iter().flatten().chain(&columns[columns.len().min(2)..]);
    let longest = cells().map(|cell| cell.len()).max().unwrap_or(1).max(2);
    let wide = (longest as f64 * LETTER + 12.0).max(ROW);
    // The outcome is the shade.
    let shown = |row: &[String]| -> Vec<String> {
        row.iter().enumerate().filter(|&(at, _)| at != 1).map(|(_, cell)| cell.clone()).collect()
    };
    let across = columns.len().saturating_sub(1).max(1) as f64 * wide;
    let title = format!("order {}, {} P-positions", facts.order, facts.p_order);
    let width = (2.0 * MARGIN + across).max(title.len() as f64 * LETTER + 2.0 * MARGIN);
    let mut scene = Scene::new(width, 2.0 * MARGIN + ROW * (rows.len() as f64 + 2.0));
    scene.text_anchored((MARGIN, MARGIN + 4.0), title, 15.0, Anchor::Start);
    let x = |column: usize| MARGIN + column as f64 * wide;
    let y = |row: usize| MARGIN + ROW * (row as f64 + 1.0);
    let bottom = y(rows.len() + 1);
    for (at, name) in shown(columns).into_iter().enumerate().skip(1) {
        scene.text_anchored((x(at) + wide / 2.0, y(0) + 16.0), name, 13.0, Anchor::Middle);
    }
    for (down, row) in rows.iter().enumerate() {
        for (at, cell) in shown(row).into_iter().enumerate() {
            if is_p(&cell) {
                let corner = (x(at), y(down + 1));
                scene.rectangle(corner, (wide, ROW), Style::fill(Rgb::LIGHT_GREY));
            }
            let place = (x(at) + wide / 2.0, y(down + 1) + 16.0);
            scene.text_anchored(place, cell, 13.0, Anchor::Middle);
        }
    }
    let line = Style::line(Rgb::GREY, 1.0);
    scene.line((x(1), y(0)), (x(1), bottom), line);
    scene.line((x(0), y(1)), (x(0) + across, y(1)), line);
    scene
}
