//! A picture of a nim sequence.

use upstar_draw::{Anchor, Rgb, Scene, Style};

use crate::analysis::SequenceFacts;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 540.0;
const MARGIN: f64 = 48.0;
/// More points than this are thinned out: of equal columns of the picture each value once.
const COLUMNS: u64 = 900;

/// At most eleven multiples of 1, 2 or 5 times a power of ten, from 0 to `most`.
fn ticks(most: u64) -> impl Iterator<Item = u64> {
    let mut step = 1_u64;
    let mut factors = [2, 5, 10].into_iter().cycle();
    let mut power = 1_u64;
    while most / step > 10 {
        let factor = factors.next().unwrap_or(10);
        step = power.saturating_mul(factor);
        if factor == 10 {
            power = step;
        }
    }
    (0..=most / step).map(move |count| count * step)
}

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
    for n in ticks(last) {
        scene.line((x(n), y(0)), (x(n), y(0) + 5.0), axis);
        scene.text((x(n), HEIGHT - 26.0), n.to_string(), 13.0);
    }
    for value in ticks(u64::from(most)) {
        let at = y(value as u32);
        scene.line((x(0) - 5.0, at), (x(0), at), axis);
        scene.text_anchored((x(0) - 8.0, at + 5.0), value.to_string(), 13.0, Anchor::End);
    }
    for (_, value, n) in cells {
        scene.circle((x(n), y(value)), 1.3, Style::fill(Rgb::BLUE));
    }
    let title = match &facts.name {
        Some(name) if facts.code.is_empty() => format!("Grundy values of {name}"),
        Some(name) => format!("Grundy values of {name} ({})", facts.code),
        None => format!("Grundy values of {}", facts.code),
    };
    scene.text_anchored((MARGIN, 24.0), title, 15.0, Anchor::Start);
    scene
}
