//! A thermograph in characters, for a terminal.

use super::{Corner, Plot, shortened};

/// Rows above the foot of the mast, and below it.
const ABOVE: usize = 2;
const BELOW: usize = 12;

impl Plot {
    /// The thermograph in characters, on several lines: values increase to the
    /// left, `│` is vertical, `╱` and `╲` have slope 1. Below zero nothing is
    /// drawn of a hot game; the labels at the bottom are then its stops, given
    /// that the walls have a corner at temperature 0.
    ///
    /// ```
    /// use upstar_draw::thermograph::{Corner, Mark, Plot};
    ///
    /// let corner = |value: f64, temperature: f64| Corner {
    ///     value: Mark { position: value, label: value.to_string() },
    ///     temperature: Mark { position: temperature, label: temperature.to_string() },
    /// };
    /// // The switch {1|-1}.
    /// let switch = Plot {
    ///     mast: corner(0.0, 1.0),
    ///     left: vec![corner(0.0, 1.0), corner(1.0, 0.0), corner(2.0, -1.0)],
    ///     right: vec![corner(0.0, 1.0), corner(-1.0, 0.0), corner(-2.0, -1.0)],
    ///     scaffolds: Vec::new(),
    ///     title: None,
    /// };
    /// let drawn = switch.characters();
    /// let labels: Vec<&str> = drawn.lines().last().unwrap().split_whitespace().collect();
    /// assert_eq!(labels, ["1", "0", "-1"]);
    /// ```
    #[must_use]
    pub fn characters(&self) -> String {
        let foot = &self.mast.temperature;
        let ends = [&self.left, &self.right].map(|wall| wall.last().unwrap_or(&self.mast));
        let lowest = ends[0].temperature.position.min(ends[1].temperature.position);
        let low = if foot.position > 0.0 { lowest.max(0.0) } else { lowest.min(foot.position) };
        let mast = self.mast.value.position;
        let (greatest, least) =
            (self.value_at(&self.left, low).max(mast), self.value_at(&self.right, low).min(mast));
        let depth = foot.position - low;
        let step = if depth > 0.0 { depth / BELOW as f64 } else { 1.0 };
        if !step.is_finite() || !(greatest - least).is_finite() {
            return String::new();
        }
        let below = if depth > 0.0 { BELOW } else { 0 };
        let place = |value: f64| ((greatest - value) / step).clamp(0.0, 3.0 * BELOW as f64);
        let column = |value: f64| place(value).round() as usize;
        let labels = self.row_labels(foot.position, low, step, ABOVE + below);
        let margin = labels.iter().map(String::len).max().unwrap_or(0);
        let mut text = String::new();
        for (row, label) in labels.iter().enumerate() {
            let t = foot.position + (ABOVE as f64 - row as f64 - 0.5) * step;
            let mut line = vec![' '; column(least) + 2];
            let mut put = |value: f64, mark: char| {
                // A leaning mark fills the cell between two places.
                let at = match mark {
                    '╱' => place(value).floor() as usize,
                    '╲' => place(value).floor() as usize + 1,
                    _ => column(value),
                };
                let last = line.len() - 1;
                line[at.min(last)] = mark;
            };
            if row < ABOVE {
                put(mast, '│');
            } else {
                put(self.value_at(&self.right, t), self.slope_mark(&self.right, t));
                put(self.value_at(&self.left, t), self.slope_mark(&self.left, t));
            }
            let line: String = line.into_iter().collect();
            text.push_str(format!("{label:>margin$} {line}").trim_end());
            text.push('\n');
        }
        text.push_str(&self.bottom_labels(low, margin, &column));
        text
    }

    /// The label of each row in which a corner is.
    fn row_labels(&self, foot: f64, low: f64, step: f64, rows: usize) -> Vec<String> {
        let mut labels = vec![String::new(); rows];
        let zero = super::Mark { position: 0.0, label: "0".to_owned() };
        let corners = std::iter::once(&self.mast).chain(&self.left).chain(&self.right);
        let marks = corners.map(|corner| &corner.temperature).chain(std::iter::once(&zero));
        for mark in marks {
            if mark.position < low || mark.position > foot {
                continue;
            }
            // A corner is at the lower edge of the row above it.
            let row = ABOVE as f64 - 1.0 + ((foot - mark.position) / step).round();
            let label = &mut labels[(row as usize).min(rows - 1)];
            if label.is_empty() {
                *label = shortened(&mark.label, 10);
            }
        }
        labels
    }

    /// The values of the walls at the bottom and of the mast, each below its
    /// place as far as there is room.
    fn bottom_labels(&self, low: f64, margin: usize, column: &impl Fn(f64) -> usize) -> String {
        let mut labels: Vec<(usize, String)> = Vec::new();
        let mast = &self.mast.value;
        for (wall, name) in [(&self.left, "left"), (&self.right, "right")] {
            let value = self.value_at(wall, low);
            // An exact label is known at corners alone, and at the mast.
            let corner = wall.iter().find(|corner| corner.temperature.position == low);
            if let Some(corner) = corner {
                labels.push((column(value), shortened(&corner.value.label, 14)));
            } else if name == "left" && labels.is_empty() && value == mast.position {
                labels.push((column(value), shortened(&mast.label, 14)));
            }
        }
        labels.push((column(mast.position), shortened(&mast.label, 14)));
        labels.sort();
        labels.dedup_by(|a, b| a.1 == b.1);
        let mut line = " ".repeat(margin + 1);
        for (at, label) in labels {
            let from = (margin + 1 + at).saturating_sub(label.len() / 2);
            let from = if line.trim().is_empty() { from } else { from.max(line.len() + 1) };
            while line.len() < from {
                line.push(' ');
            }
            line.truncate(line.len().max(from));
            line.push_str(&label);
        }
        line.push('\n');
        line
    }

    /// The value of a wall at a temperature.
    fn value_at(&self, wall: &[Corner], t: f64) -> f64 {
        let mut above = &self.mast;
        for corner in wall {
            let (high, low) = (above.temperature.position, corner.temperature.position);
            if t >= low {
                if high <= low || t >= high {
                    return if t >= high { above.value.position } else { corner.value.position };
                }
                let part = (t - low) / (high - low);
                let (a, b) = (corner.value.position, above.value.position);
                return a + (b - a) * part;
            }
            above = corner;
        }
        above.value.position
    }

    /// `│`, `╱` or `╲`, as the wall leans just there.
    fn slope_mark(&self, wall: &[Corner], t: f64) -> char {
        let mut above = &self.mast;
        for corner in wall {
            if t >= corner.temperature.position {
                let (high, low) = (above.value.position, corner.value.position);
                // Values increase to the left: a wall whose value falls as the
                // temperature rises leans to the right.
                return if high < low {
                    '╱'
                } else if high > low {
                    '╲'
                } else {
                    '│'
                };
            }
            above = corner;
        }
        '│'
    }
}
