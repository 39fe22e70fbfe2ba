//! Thermographs, drawn as the field draws them: values increase to the left,
//! temperature upward, the Left wall blue, the Right wall red, the mast black.

mod characters;

use crate::{Anchor, Rgb, Scene, Shape, Style};

/// A number on an axis: where it is, and its exact text.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Where it is. Of values, the distance from the mast is enough, and better
    /// where values are large.
    pub position: f64,
    /// The exact number.
    pub label: String,
}

/// A corner or an end of a wall.
#[derive(Clone, Debug, PartialEq)]
pub struct Corner {
    /// The value there.
    pub value: Mark,
    /// The temperature there.
    pub temperature: Mark,
}

/// A thermograph to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The foot of the mast: the mean and the temperature.
    pub mast: Corner,
    /// The Left wall from its highest corner down. Temperatures fall; between
    /// two corners the value changes as the temperature, or not at all.
    pub left: Vec<Corner>,
    /// The Right wall, likewise.
    pub right: Vec<Corner>,
    /// The Left and the Right scaffold, from the top of the picture down: the
    /// best of the options' walls less the tax, dotted.
    pub scaffolds: Vec<Vec<Corner>>,
    /// A line above the picture.
    pub title: Option<String>,
}

const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 340.0;
const LEFT_MARGIN: f64 = 70.0;
const RIGHT_MARGIN: f64 = 40.0;
const TOP_MARGIN: f64 = 46.0;
const BOTTOM_MARGIN: f64 = 56.0;
const LETTERS: f64 = 12.0;

impl Plot {
    /// The picture.
    #[must_use]
    pub fn scene(&self) -> Scene {
        let frame = Frame::new(self);
        let mut scene = Scene::new(
            LEFT_MARGIN + frame.width + RIGHT_MARGIN,
            TOP_MARGIN + frame.height + BOTTOM_MARGIN,
        );
        if let Some(title) = &self.title {
            let at = (LEFT_MARGIN + frame.width / 2.0, 24.0);
            scene.text(at, shortened(title, 70), LETTERS + 2.0).bold();
        }
        self.draw_axes(&mut scene, &frame);
        let dotted = [Rgb::BLUE, Rgb::RED];
        for (scaffold, colour) in self.scaffolds.iter().zip(dotted) {
            let points = frame.path(scaffold);
            scene.polyline(points, Style::line(colour, 1.4).dashed(2.0, 4.0)).with_id("scaffold");
        }
        let foot = frame.point(&self.mast);
        let top = (foot.0, TOP_MARGIN - 4.0);
        scene
            .push(Shape::Arrow { from: foot, to: top }, Style::line(Rgb::BLACK, 2.4))
            .with_id("mast");
        for (wall, colour, id) in
            [(&self.left, Rgb::BLUE, "left-wall"), (&self.right, Rgb::RED, "right-wall")]
        {
            let mut points = vec![foot];
            points.extend(frame.path(wall));
            // The Left wall is wider, so that it is seen where the walls coincide.
            let width = if id == "left-wall" { 4.0 } else { 2.4 };
            scene.polyline(points, Style::line(colour, width)).with_id(id);
        }
        scene
    }

    fn corners(&self) -> impl Iterator<Item = &Corner> {
        std::iter::once(&self.mast).chain(&self.left).chain(&self.right)
    }

    /// Exact labels along the bottom and the left side, the most important first. A label that
    /// would touch an earlier one is left out, but its tick stays.
    fn draw_axes(&self, scene: &mut Scene, frame: &Frame) {
        let (left, bottom) = (LEFT_MARGIN - 10.0, TOP_MARGIN + frame.height + 10.0);
        let right = LEFT_MARGIN + frame.width + 10.0;
        let axis = Style::line(Rgb::GREY, 1.0);
        scene.push(Shape::Arrow { from: (left, bottom), to: (left, TOP_MARGIN - 10.0) }, axis);
        scene.push(Shape::Arrow { from: (right, bottom), to: (left - 12.0, bottom) }, axis);
        let faint = Style::line(Rgb::LIGHT_GREY, 1.0);
        let zero = frame.y(0.0);
        if zero <= TOP_MARGIN + frame.height && zero >= TOP_MARGIN {
            scene.line((left, zero), (right, zero), faint);
        }
        scene.text_anchored((left - 4.0, TOP_MARGIN - 16.0), "t", LETTERS, Anchor::Middle);
        scene.text_anchored((left - 18.0, bottom + 4.0), "v", LETTERS, Anchor::End);

        let mut taken: Vec<(f64, f64)> = Vec::new();
        for value in distinct(self.corners().map(|corner| &corner.value)) {
            let x = frame.x(value.position);
            scene.line((x, bottom), (x, bottom + 5.0), axis);
            let label = shortened(&value.label, 24);
            let half = Scene::text_width(&label, LETTERS) / 2.0 + 3.0;
            if free(&mut taken, x - half, x + half) {
                scene.text((x, bottom + 19.0), label, LETTERS);
            }
        }
        let mut taken: Vec<(f64, f64)> = Vec::new();
        let origin = Mark { position: 0.0, label: "0".to_owned() };
        let lowest = self.left.iter().chain(&self.right).map(|corner| &corner.temperature);
        let marks = std::iter::once(&self.mast.temperature)
            .chain(std::iter::once(&origin).filter(|_| frame.low <= 0.0 && frame.high >= 0.0))
            .chain(lowest);
        for temperature in distinct(marks) {
            let y = frame.y(temperature.position);
            scene.line((left - 5.0, y), (left, y), axis);
            if free(&mut taken, y - 8.0, y + 8.0) {
                let label = shortened(&temperature.label, 9);
                scene.text_anchored((left - 8.0, y + 4.0), label, LETTERS, Anchor::End);
            }
        }
    }
}

/// Where values and temperatures are on the page.
struct Frame {
    /// The greatest value, at the left edge.
    greatest: f64,
    low: f64,
    high: f64,
    /// Pixels to a unit of value, and of temperature: the same, so that a slope
    /// of 1 is 45 degrees.
    unit: f64,
    width: f64,
    height: f64,
}

impl Frame {
    fn new(thermograph: &Plot) -> Self {
        let finite = |x: f64| if x.is_finite() { x.clamp(-1e300, 1e300) } else { 0.0 };
        let corners = || thermograph.corners().chain(thermograph.scaffolds.iter().flatten());
        let range = |get: fn(&Corner) -> f64| {
            corners()
                .map(get)
                .map(finite)
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
                    (low.min(x), high.max(x))
                })
        };
        let (mut least, mut greatest) = range(|corner| corner.value.position);
        let (low, top) = range(|corner| corner.temperature.position);
        let low = low.min(0.0);
        // Part of the mast is always visible above the walls.
        let high = top.max(0.0) + ((top.max(0.0) - low) / 4.0).max(0.25);
        if greatest - least < (high - low) / 2.0 {
            let more = ((high - low) / 2.0 - (greatest - least)) / 2.0;
            least -= more;
            greatest += more;
        }
        let unit = (WIDTH / (greatest - least)).min(HEIGHT / (high - low));
        let width = ((greatest - least) * unit).max(200.0);
        greatest += (width / unit - (greatest - least)) / 2.0;
        Frame { greatest, low, high, unit, width, height: (high - low) * unit }
    }

    fn x(&self, value: f64) -> f64 {
        LEFT_MARGIN + (self.greatest - value) * self.unit
    }

    fn y(&self, temperature: f64) -> f64 {
        TOP_MARGIN + (self.high - temperature) * self.unit
    }

    fn point(&self, corner: &Corner) -> (f64, f64) {
        (self.x(corner.value.position), self.y(corner.temperature.position))
    }

    fn path(&self, wall: &[Corner]) -> Vec<(f64, f64)> {
        wall.iter().map(|corner| self.point(corner)).collect()
    }
}

/// Marks with different labels, in the order in which they come.
fn distinct<'a>(marks: impl Iterator<Item = &'a Mark>) -> Vec<&'a Mark> {
    let mut found: Vec<&Mark> = Vec::new();
    for mark in marks {
        if found.iter().all(|other| other.label != mark.label) {
            found.push(mark);
        }
    }
    found
}

/// Whether nothing taken lies between `low` and `high`; if so, it is taken.
fn free(taken: &mut Vec<(f64, f64)>, low: f64, high: f64) -> bool {
    let free = taken.iter().all(|other| high <= other.0 || low >= other.1);
    if free {
        taken.push((low, high));
    }
    free
}

/// At most `most` characters of `text`, with a mark if it was cut.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(most.saturating_sub(3)).collect();
    short.push_str("...");
    short
}

#[cfg(test)]
mod tests;
