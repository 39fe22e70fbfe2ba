//! Steps on boards: `Coordinates.Compass`, `Coordinates.Southeast`.

use crate::value::{Answer, List, Value, list, too_deep};

/// The steps to the four cells beside a cell, and to those that it touches at a corner: rows, columns.
const BESIDE: [(i64, i64); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];
const CORNERS: [(i64, i64); 4] = [(-1, 1), (1, 1), (1, -1), (-1, -1)];

/// The steps that a name stands for, which is given in small letters.
pub(crate) fn named(name: &str) -> Option<Answer> {
    let pair = |(row, column): (i64, i64)| {
        let parts = [row, column].map(|part| Value::Number(part.into())).to_vec();
        List::pair(parts).map(Value::List)
    };
    let step = match name {
        "coordinates.north" => Some(BESIDE[0]),
        "coordinates.east" => Some(BESIDE[1]),
        "coordinates.south" => Some(BESIDE[2]),
        "coordinates.west" => Some(BESIDE[3]),
        "coordinates.northeast" => Some(CORNERS[0]),
        "coordinates.southeast" => Some(CORNERS[1]),
        "coordinates.southwest" => Some(CORNERS[2]),
        "coordinates.northwest" => Some(CORNERS[3]),
        _ => None,
    };
    if let Some(step) = step {
        return Some(pair(step).ok_or_else(too_deep));
    }
    let steps = match name {
        "coordinates.orthogonal" => BESIDE.to_vec(),
        "coordinates.diagonal" => CORNERS.to_vec(),
        "coordinates.compass" => [BESIDE, CORNERS].concat(),
        _ => return None,
    };
    let steps: Option<Vec<Value>> = steps.into_iter().map(pair).collect();
    Some(steps.ok_or_else(too_deep).and_then(list))
}
