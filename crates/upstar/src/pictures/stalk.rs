//! Bamboo stalks, finite or infinite.

use upstar_core::Player;
use upstar_draw::{Rgb, Scene, Style};
use upstar_values::surreal::Stalk;

use super::DARK;

/// The maximum number of edges and dots drawn.
const MOST: usize = 60;

/// A stalk on the ground; three dots stand for infinitely or very many edges.
pub(super) fn stalk(stalk: &Stalk) -> Scene {
    const UP: f64 = 40.0;
    const DOTS: f64 = 28.0;
    const ROOM: f64 = 26.0;
    const TOP: f64 = 10.0;
    let shown = stalk.sketch(MOST);
    let step = |edge: &Option<Player>| if edge.is_some() { UP } else { DOTS };
    let ground = TOP + shown.iter().map(step).sum::<f64>().max(0.3 * UP);
    let mut scene = Scene::new(2.0 * ROOM, ground + 12.0);
    scene.line((0.0, ground), (2.0 * ROOM, ground), Style::line(DARK, 3.0));
    let mut y = ground;
    let mut vertices = Vec::new();
    for (index, edge) in shown.iter().enumerate() {
        let top = y - step(edge);
        match edge {
            Some(player) => {
                let (colour, letter) = match player {
                    Player::Left => (Rgb::BLUE, "L"),
                    Player::Right => (Rgb::RED, "R"),
                };
                let id = format!("e{}", index + 1);
                scene.line((ROOM, y), (ROOM, top), Style::line(colour, 3.0)).with_id(id);
                // A letter distinguishes the colours.
                scene.text((ROOM + 11.0, (y + top) / 2.0 + 4.0), letter, 11.0);
                vertices.push(top);
                // An edge above dots begins at a new vertex.
                if index > 0 && shown[index - 1].is_none() {
                    vertices.push(y);
                }
            }
            None => {
                for dot in 1..4 {
                    let height = DOTS * f64::from(dot) / 4.0;
                    scene.circle((ROOM, y - height), 1.5, Style::fill(DARK));
                }
            }
        }
        y = top;
    }
    for y in vertices {
        scene.circle((ROOM, y), 4.0, Style::fill(Rgb::BLACK));
    }
    scene
}
