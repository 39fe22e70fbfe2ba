//! Thermographs in the notation of MCGS: the corners of the walls, each a value and a temperature,
//! from t = -1 up.

use upstar_core::Player;
use upstar_values::{Rational, Thermograph, Trajectory};

/// A value and a temperature.
type Corner = (Rational, Rational);

/// `L: (2, -1) (3/4, 3/4) R: (0, -1) (0, 0) (3/4, 3/4)`.
fn write_corners(left: &[Corner], right: &[Corner]) -> String {
    let wall = |corners: &[Corner]| {
        let corners: Vec<String> = corners.iter().map(|(x, t)| format!("({x}, {t})")).collect();
        corners.join(" ")
    };
    format!("L: {} R: {}", wall(left), wall(right))
}

/// The corners of a wall.
fn corners(wall: &Trajectory) -> Vec<Corner> {
    let floor = wall.floor();
    let above = wall.critical().iter().rev().filter(|&t| t != floor);
    std::iter::once(floor).chain(above).map(|t| (wall.at(t), t.clone())).collect()
}

pub(super) fn write(thermograph: &Thermograph) -> String {
    let [left, right] = Player::BOTH.map(|player| corners(thermograph.wall(player)));
    write_corners(&left, &right)
}

/// Normalizes the blanks of a text; `None` if it does not describe both walls.
pub(super) fn read(text: &str) -> Option<String> {
    let (left, right) = text.trim().strip_prefix("L:")?.split_once("R:")?;
    let wall = |text: &str| -> Option<Vec<Corner>> {
        let mut corners = Vec::new();
        let mut rest = text.trim();
        while !rest.is_empty() {
            let (corner, after) = rest.strip_prefix('(')?.split_once(')')?;
            let (value, temperature) = corner.split_once(',')?;
            let number = |text: &str| text.trim().parse::<Rational>().ok();
            corners.push((number(value)?, number(temperature)?));
            rest = after.trim_start();
        }
        (!corners.is_empty()).then_some(corners)
    };
    Some(write_corners(&wall(left)?, &wall(right)?))
}
