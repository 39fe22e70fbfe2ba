//! Heaps, pins, stairs and cakes.

use upstar_draw::{Rgb, Scene, Style};

use super::{GOLD, PAPER};

/// The radius of a stone.
const STONE: f64 = 8.0;
/// The maximum height of a column of stones; larger heaps have several columns.
const TALLEST: u64 = 12;
/// The maximum number of stones of a heap drawn individually.
const MOST_STONES: u64 = 120;
/// The maximum number of heaps drawn.
const MOST_HEAPS: usize = 40;

fn stone(scene: &mut Scene, centre: (f64, f64), colour: Rgb) {
    scene.circle(centre, STONE, Style::line(Rgb::BLACK, 1.0).filled(colour));
}

/// Heaps of stones, with their sizes below.
pub(super) fn heaps(heaps: &[u64]) -> Option<Scene> {
    if heaps.len() > MOST_HEAPS {
        return None;
    }
    let columns = |heap: u64| if heap > MOST_STONES { 3 } else { heap.div_ceil(TALLEST).max(1) };
    let width = |heap: u64| {
        let stones = columns(heap) as f64 * 2.0 * STONE;
        Scene::text_width(&heap.to_string(), 13.0).max(stones) + 18.0
    };
    let tallest = heaps.iter().map(|&heap| heap.min(TALLEST)).max().unwrap_or(0).max(1);
    let ground = tallest as f64 * 2.0 * STONE + 4.0;
    let total: f64 = heaps.iter().map(|&heap| width(heap)).sum();
    let mut scene = Scene::new(total.max(60.0), ground + 22.0);
    scene.line((0.0, ground), (scene.width(), ground), Style::line(Rgb::GREY, 1.5));
    let mut left = 0.0;
    for &heap in heaps {
        let x = left + width(heap) / 2.0;
        if heap <= MOST_STONES {
            // Columns are as level as possible.
            let columns = columns(heap);
            let first = x - (columns - 1) as f64 * STONE;
            for place in 0..heap {
                let x = first + (place % columns) as f64 * 2.0 * STONE;
                let y = ground - STONE - (place / columns) as f64 * 2.0 * STONE;
                stone(&mut scene, (x, y), Rgb::LIGHT_GREY);
            }
        } else {
            // A heap too large for individual stones.
            let top = ground - 2.0 * STONE * TALLEST as f64;
            let side = width(heap) / 2.0 - 4.0;
            let outline = vec![(x - side, ground), (x, top), (x + side, ground)];
            let style = Style::line(Rgb::BLACK, 1.0).filled(Rgb::LIGHT_GREY);
            scene.push(upstar_draw::Shape::Polygon(outline), style);
        }
        scene.text((x, ground + 17.0), heap.to_string(), 13.0);
        left += width(heap);
    }
    Some(scene)
}

/// Rows of pins that stand side by side, with gaps between the rows.
pub(super) fn pins(rows: &[u64]) -> Option<Scene> {
    const STEP: f64 = 20.0;
    let total = rows.iter().try_fold(0u64, |sum, &row| sum.checked_add(row))?;
    if total > 80 || rows.len() > MOST_HEAPS {
        return None;
    }
    let places = total + rows.len().saturating_sub(1) as u64;
    let mut scene = Scene::new((places.max(1)) as f64 * STEP, 52.0);
    scene.line((0.0, 50.0), (scene.width(), 50.0), Style::line(Rgb::GREY, 1.5));
    let mut x = STEP / 2.0;
    for &row in rows {
        for _ in 0..row {
            let body = vec![
                (x - 4.0, 50.0),
                (x - 6.0, 32.0),
                (x - 2.0, 18.0),
                (x + 2.0, 18.0),
                (x + 6.0, 32.0),
                (x + 4.0, 50.0),
            ];
            let style = Style::line(Rgb::BLACK, 1.0).filled(PAPER);
            scene.push(upstar_draw::Shape::Polygon(body), style);
            scene.circle((x, 11.0), 6.0, style);
            x += STEP;
        }
        x += STEP;
    }
    Some(scene)
}

/// Coins on the steps of a staircase, the floor to the left.
pub(super) fn stairs(steps: &[u64]) -> Option<Scene> {
    const STEP: f64 = 44.0;
    const RISE: f64 = 18.0;
    if steps.len() > MOST_HEAPS {
        return None;
    }
    let room = steps.iter().map(|&coins| coins.min(TALLEST)).max().unwrap_or(0) as f64 * 8.0 + 16.0;
    let height = room + RISE * steps.len() as f64 + 18.0;
    let mut scene = Scene::new((STEP * steps.len() as f64).max(STEP), height);
    for (step, &coins) in steps.iter().enumerate() {
        let left = step as f64 * STEP;
        let top = height - 18.0 - RISE * (step + 1) as f64;
        let style = Style::line(Rgb::BLACK, 1.0).filled(Rgb::LIGHT_GREY);
        scene.rectangle((left, top), (STEP, RISE * (step + 1) as f64), style);
        let x = left + STEP / 2.0;
        for coin in 0..coins.min(TALLEST) {
            let corner = (x - 12.0, top - 8.0 * (coin + 1) as f64);
            let style = Style::line(Rgb::BLACK, 1.0).filled(GOLD);
            scene.rectangle(corner, (24.0, 8.0), style);
        }
        scene.text((x, height - 4.0), coins.to_string(), 12.0);
    }
    Some(scene)
}

/// Pieces of cake, cut along the lines between squares.
pub(super) fn rectangles(pieces: &[(u64, u64)]) -> Option<Scene> {
    const CELL: f64 = 18.0;
    let most = |side: fn(&(u64, u64)) -> u64| pieces.iter().map(side).max().unwrap_or(1);
    let columns = pieces.iter().try_fold(0u64, |sum, piece| sum.checked_add(piece.1))?;
    if most(|piece| piece.0) > 40 || columns > 200 || pieces.len() > MOST_HEAPS {
        return None;
    }
    let height = most(|piece| piece.0) as f64 * CELL;
    let width = columns as f64 * CELL + pieces.len().saturating_sub(1) as f64 * CELL;
    let mut scene = Scene::new(width.max(CELL), height);
    let mut left = 0.0;
    for &(rows, columns) in pieces {
        let top = (height - rows as f64 * CELL) / 2.0;
        for row in 0..rows {
            for column in 0..columns {
                let corner = (left + column as f64 * CELL, top + row as f64 * CELL);
                scene.rectangle(corner, (CELL, CELL), Style::line(Rgb::GREY, 0.8).filled(PAPER));
            }
        }
        let size = (columns as f64 * CELL, rows as f64 * CELL);
        scene.rectangle((left, top), size, Style::line(Rgb::BLACK, 1.6));
        left += (columns + 1) as f64 * CELL;
    }
    Some(scene)
}

/// A box of `sides`, seen from the front, above and the right.
pub(super) fn cuboid(sides: [u64; 3]) -> Scene {
    // Long sides are drawn shortened.
    let shown = sides.map(|side| 22.0 * side.min(8) as f64);
    let [width, height, depth] = [shown[0], shown[1], shown[2] * 0.5];
    let mut scene = Scene::new(width + depth + 40.0, height + depth + 24.0);
    let (left, top) = (20.0, depth + 2.0);
    let pen = Style::line(Rgb::BLACK, 1.2).filled(PAPER);
    let shade = Style::line(Rgb::BLACK, 1.2).filled(Rgb::LIGHT_GREY);
    scene.rectangle((left, top), (width, height), pen);
    let right = left + width;
    let roof =
        vec![(left, top), (left + depth, top - depth), (right + depth, top - depth), (right, top)];
    scene.push(upstar_draw::Shape::Polygon(roof), pen);
    let wall = vec![
        (right, top),
        (right + depth, top - depth),
        (right + depth, top - depth + height),
        (right, top + height),
    ];
    scene.push(upstar_draw::Shape::Polygon(wall), shade);
    scene.text((left + width / 2.0, top + height + 15.0), sides[0].to_string(), 12.0);
    scene.text((left - 10.0, top + height / 2.0 + 4.0), sides[1].to_string(), 12.0);
    let middle = (right + depth / 2.0 + 12.0, top + height - depth / 2.0 + 8.0);
    scene.text(middle, sides[2].to_string(), 12.0);
    scene
}
