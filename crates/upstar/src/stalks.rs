//! Pictures of stalks.

use upstar_core::Player;
use upstar_draw::{Rgb, Scene, Style};
use upstar_values::Error;
use upstar_values::surreal::tree;

/// The largest depth of [`tree_scene`].
pub const MOST_DEPTH: u32 = 8;

/// The tree of the values of all stalks up to a number of edges: blue lines lead to
/// stalks with one more blue edge on top, red lines to those with a red one, and
/// values grow from left to right.
///
/// # Errors
///
/// [`Error::OverLimit`] for a depth above [`MOST_DEPTH`].
///
/// ```
/// let svg = upstar_draw::svg(&upstar::tree_scene(3)?);
/// assert!(svg.contains(">3/4<"));
/// # Ok::<(), upstar_values::Error>(())
/// ```
pub fn tree_scene(depth: u32) -> Result<Scene, Error> {
    if depth > MOST_DEPTH {
        return Err(Error::OverLimit {
            what: "the depth of the picture".to_owned(),
            limit: MOST_DEPTH.to_string(),
        });
    }
    const SIZE: f64 = 13.0;
    let rows = tree(depth)?;
    let label = |text: &str| Scene::text_width(text, SIZE);
    let texts = rows.last().into_iter().flatten().map(|node| node.value.to_string());
    let widest = texts.map(|text| label(&text)).fold(label("-1"), f64::max);
    // Nodes in increasing order of their values stand side by side.
    let step = (widest + 10.0) / if depth > 3 { 1.5 } else { 1.0 };
    let count = f64::from((1u32 << (depth + 1)) - 1);
    let gap = 46.0;
    let (width, height) = (count * step + 20.0, f64::from(depth) * gap + 44.0);
    let mut scene = Scene::new(width, height);
    let place = |level: u32, index: u32| {
        // The node is in the middle of its half of what its parent spans.
        let position = f64::from((2 * index + 1) << (depth - level)) - 1.0;
        (10.0 + (position + 0.5) * step, 22.0 + f64::from(level) * gap)
    };
    for (level, row) in (0u32..).zip(&rows).skip(1) {
        for (index, node) in (0u32..).zip(row) {
            let colour = if node.word.last() == Some(&Player::Left) { Rgb::BLUE } else { Rgb::RED };
            let (from, to) = (place(level - 1, index / 2), place(level, index));
            scene.line((from.0, from.1 + 10.0), (to.0, to.1 - 10.0), Style::line(colour, 2.0));
        }
    }
    for (level, row) in (0u32..).zip(&rows) {
        for (index, node) in (0u32..).zip(row) {
            let word: String = node
                .word
                .iter()
                .map(|&player| if player == Player::Left { 'L' } else { 'R' })
                .collect();
            let text = node.value.to_string();
            let (x, y) = place(level, index);
            scene.text((x, y + 0.35 * SIZE), &text, SIZE).with_id(word.clone()).with_title(word);
        }
    }
    Ok(scene)
}
