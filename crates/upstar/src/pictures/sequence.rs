//! A picture of a nim sequence.

use upstar_draw::{Anchor, Rgb, Scene, Style};

use crate::analysis::SequenceFacts;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 540.0;
const MARGIN: f64 = 48.0;
/// More points than this are thinned out: of equal columns of the picture each value once.
const COLUMNS: u64 = 900;

/// The values of a nim sequence over the sizes of positions, if [`SequenceFacts`] has them.
#[must_use]
pub fn sequence_scene(facts: &SequenceFacts) -> Scene {
    let points: Vec<(u64, u32)> =
        (facts.first.unwrap_or_default()..).zip(facts.values.iter().copied()).collect();
    let last = points.last().map_or(1, |point| point.0).max(1);
    let most = points.iter().map(|point| point.1).max().unwrap_or(0).max(1);
    let mut cells: Vec<(u64, u32, u64)> = points
        .iter()
        .map(|&(n, value)| (u128::from(n) * u128::from(COLUMNS) / u128::from(last + 1), value, n))
        .map(|(column, value, n)| (column as u64, value, n))
        .collect();
    if points.len() as u64 > COLUMNS {
        cells.sort_unstable();
        cells.dedup_by_key(|cell| (cell.0, cell.1));
    }
    let x = |n: u64| MARGIN + n as f64 / last as f64 * (WIDTH - 2.0 * MARGIN);
    let y =
        |value: u32| HEIGHT - MARGIN - f64::from(value) / f64::from(most) * (HEIGHT - 2.0 * MARGIN);
    let mut scene = Scene::new(WIDTH, HEIGHT);
    let axis = Style::line(Rgb::GREY, 1.0);
    scene.line((x(0), y(0)), (x(last), y(0)), axis);
    scene.line((x(0), y(0)), (x(0), y(most)), axis);
    for (_, value, n) in cells {
        scene.circle((x(n), y(value)), 1.3, Style::fill(Rgb::BLUE));
    }
    scene.text_anchored((x(last), HEIGHT - 20.0), last.to_string(), 13.0, Anchor::End);
    scene.text_anchored((x(0), HEIGHT - 20.0), "0", 13.0, Anchor::Middle);
    scene.text_anchored((MARGIN - 8.0, y(most) + 5.0), most.to_string(), 13.0, Anchor::End);
    scene.text((MARGIN, 24.0), format!("Grundy values of {}", facts.code), 15.0);
    scene
}
