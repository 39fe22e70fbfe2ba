//! Steps on boards: `Coordinates.Compass`.

use crate::value::{Answer, List, Value, list, too_deep};

/// The steps to the four cells beside a cell, and to those that it touches at a corner: rows, columns.
const BESIDE: [(i64, i64); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];
const CORNERS: [(i64, i64); 4] = [(-1, 1), (1, 1), (1, -1), (-1, -1)];

/// The steps that a name stands for, which is given in small letters.
pub(crate) fn named(name: &str) -> Option<Answer> {
    let steps = match name {
        "coordinates.orthogonal" => BESIDE.to_vec(),
        "coordinates.diagonal" => CORNERS.to_vec(),
        "coordinates.compass" => [BESIDE, CORNERS].concat(),
        _ => return None,
    };
    let pair = |(row, column): (i64, i64)| {
        let parts = [row, column].map(|part| Value::Number(part.into())).to_vec();
        List::pair(parts).map(Value::List)
    };
    let steps: Option<Vec<Value>> = steps.into_iter().map(pair).collect();
    Some(steps.ok_or_else(too_deep).and_then(list))
}
