//! A directed graph, drawn in layers from top to bottom.
//!
//! Arcs lead downward where the graph allows it; the arcs that close a cycle
//! lead upward. The layers are the longest paths from the top, the order inside
//! a layer comes from sweeps by barycentres that keep the order with the fewest
//! crossings, and the positions from least squares with gaps kept (after Sugiyama,
//! Tagawa and Toda, *Methods for visual understanding of hierarchical system
//! structures*, 1981). The same graph gives the same picture.

mod layout;

use std::collections::BTreeMap;

use upstar_core::Outcome;

use crate::error::DrawError;
pub use crate::error::{MOST_ARCS, MOST_VERTICES};
use crate::{Rgb, Scene, Shape, Style};
use layout::{Layout, Sizes};

/// A directed graph to be drawn, cycles, loops and parallel arcs included.
///
/// ```
/// use upstar_core::Outcome;
/// use upstar_draw::{Rgb, diagram, svg};
///
/// let vertex = |label: &str, outcome| diagram::Vertex {
///     label: label.to_owned(),
///     fill: diagram::outcome_fill(outcome),
///     ..diagram::Vertex::default()
/// };
/// let arc = diagram::Arc { from: 0, to: 1, thick: true, ..diagram::Arc::default() };
/// let graph = diagram::Diagram {
///     vertices: vec![vertex("a", Outcome::N), vertex("b", Outcome::P)],
///     arcs: vec![arc],
///     ..diagram::Diagram::default()
/// };
/// assert!(svg(&graph.scene()?).contains("</svg>"));
/// # Ok::<(), upstar_draw::DrawError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diagram {
    /// The vertices; earlier ones are drawn further left where there is a choice.
    pub vertices: Vec<Vertex>,
    /// The arcs.
    pub arcs: Vec<Arc>,
    /// The meaning of colours and lines, shown below the graph.
    pub legend: Vec<(Mark, String)>,
    /// A line above the graph.
    pub title: Option<String>,
}

/// A vertex of a [`Diagram`].
#[derive(Clone, Debug, PartialEq)]
pub struct Vertex {
    /// The text in it.
    pub label: String,
    /// A second line in small letters; empty for none.
    pub note: String,
    /// Its name in the picture (attribute `data-id`).
    pub id: Option<String>,
    /// The colour inside.
    pub fill: Rgb,
    /// A thick border: where play begins.
    pub bold: bool,
    /// Sharp corners instead of round ones.
    pub square: bool,
}

impl Default for Vertex {
    fn default() -> Self {
        Vertex {
            label: String::new(),
            note: String::new(),
            id: None,
            fill: Rgb::WHITE,
            bold: false,
            square: false,
        }
    }
}

/// An arc of a [`Diagram`].
#[derive(Clone, Debug, PartialEq)]
pub struct Arc {
    /// The index of the vertex it leaves.
    pub from: u32,
    /// The index of the vertex it leads to.
    pub to: u32,
    /// Its colour.
    pub colour: Rgb,
    /// A thick line: a best move.
    pub thick: bool,
    /// The text beside it; empty for none.
    pub label: String,
}

impl Default for Arc {
    fn default() -> Self {
        Arc { from: 0, to: 0, colour: Rgb::BLACK, thick: false, label: String::new() }
    }
}

/// The symbol in a line of the legend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark {
    /// A vertex filled with a colour.
    Fill(Rgb),
    /// An arc of a colour.
    Line(Rgb),
    /// A thick arc of a colour.
    Thick(Rgb),
}

/// The fill colour for vertices with this outcome.
#[must_use]
pub fn outcome_fill(outcome: Outcome) -> Rgb {
    match outcome {
        Outcome::N => Rgb(255, 224, 150),
        Outcome::P => Rgb(178, 223, 170),
        Outcome::L => Rgb(170, 204, 248),
        Outcome::R => Rgb(250, 180, 175),
        Outcome::D => Rgb::LIGHT_GREY,
        Outcome::PHat => Rgb(196, 226, 226),
        Outcome::PCheck => Rgb(228, 214, 190),
        Outcome::NHat => Rgb(214, 214, 246),
        Outcome::NCheck => Rgb(246, 214, 214),
    }
}

const LETTERS: f64 = 13.0;
const SMALL: f64 = 10.0;
const MARGIN: f64 = 24.0;
const BETWEEN_LAYERS: f64 = 46.0;

impl Diagram {
    /// The picture of the graph.
    ///
    /// At most about a second for the largest graph allowed.
    ///
    /// # Errors
    ///
    /// [`DrawError::Vertices`] and [`DrawError::Arcs`] beyond [`MOST_VERTICES`] and [`MOST_ARCS`];
    /// [`DrawError::NoVertex`] for an arc that names a missing vertex.
    pub fn scene(&self) -> Result<Scene, DrawError> {
        self.check()?;
        let (sizes, layout) = self.layout();
        let top = MARGIN + if self.title.is_some() { 26.0 } else { 0.0 };
        let legend = self.legend_rows(layout.width.max(320.0));
        let title_width =
            self.title.as_ref().map_or(0.0, |title| Scene::text_width(title, LETTERS + 2.0));
        let legend_width = legend.iter().flatten().map(|&(x, i)| x + self.legend_width(i));
        let width = legend_width.fold(layout.width.max(title_width), f64::max) + 2.0 * MARGIN;
        let legend_height = if legend.is_empty() { 0.0 } else { 14.0 + 22.0 * legend.len() as f64 };
        let mut scene = Scene::new(width, top + layout.height + MARGIN + legend_height);
        if let Some(title) = &self.title {
            scene.text((width / 2.0, MARGIN + 4.0), title.clone(), LETTERS + 2.0).bold();
        }
        let origin = ((width - layout.width) / 2.0, top);
        self.draw_arcs(&mut scene, &layout, &sizes, origin);
        self.draw_vertices(&mut scene, &layout, &sizes, origin);
        self.draw_legend(&mut scene, &legend, top + layout.height + 22.0);
        Ok(scene)
    }

    /// The centre of each vertex, in pixels, as in [`Diagram::scene`] but without the margin.
    ///
    /// # Errors
    ///
    /// As [`Diagram::scene`].
    ///
    /// ```
    /// use upstar_draw::diagram::{Arc, Diagram, Vertex};
    ///
    /// let arcs = vec![Arc { from: 0, to: 1, ..Arc::default() }];
    /// let diagram = Diagram { vertices: vec![Vertex::default(); 2], arcs, ..Diagram::default() };
    /// let places = diagram.places()?;
    /// assert!(places[0].1 < places[1].1);
    /// # Ok::<(), upstar_draw::DrawError>(())
    /// ```
    pub fn places(&self) -> Result<Vec<(f64, f64)>, DrawError> {
        self.check()?;
        Ok(self.layout().1.places)
    }

    fn layout(&self) -> (Sizes, Layout) {
        let sizes = Sizes {
            vertices: self.vertices.iter().map(size_of_vertex).collect(),
            between_layers: BETWEEN_LAYERS + self.arcs_label_room(),
        };
        let arcs: Vec<(u32, u32)> = self.arcs.iter().map(|arc| (arc.from, arc.to)).collect();
        let layout = Layout::new(&sizes, &arcs);
        (sizes, layout)
    }

    fn check(&self) -> Result<(), DrawError> {
        if self.vertices.len() > MOST_VERTICES {
            return Err(DrawError::Vertices(self.vertices.len()));
        }
        if self.arcs.len() > MOST_ARCS {
            return Err(DrawError::Arcs(self.arcs.len()));
        }
        let vertices = self.vertices.len();
        for (index, arc) in self.arcs.iter().enumerate() {
            for vertex in [arc.from, arc.to] {
                if vertex as usize >= vertices {
                    return Err(DrawError::NoVertex { arc: index, vertex, vertices });
                }
            }
        }
        Ok(())
    }

    fn arcs_label_room(&self) -> f64 {
        if self.arcs.iter().any(|arc| !arc.label.is_empty()) { 16.0 } else { 0.0 }
    }

    fn draw_vertices(&self, scene: &mut Scene, layout: &Layout, sizes: &Sizes, origin: (f64, f64)) {
        for (index, vertex) in self.vertices.iter().enumerate() {
            let (x, y) = shifted(layout.places[index], origin);
            let (width, height) = sizes.vertices[index];
            let border = Style::line(Rgb::BLACK, if vertex.bold { 2.6 } else { 1.0 });
            let shape = Shape::Rectangle {
                corner: (x - width / 2.0, y - height / 2.0),
                size: (width, height),
                round: if vertex.square { 0.0 } else { (height / 2.0).min(11.0) },
            };
            let element = scene.push(shape, border.filled(vertex.fill));
            element.id.clone_from(&vertex.id);
            if vertex.note.is_empty() {
                scene.text((x, y + LETTERS * 0.36), vertex.label.clone(), LETTERS);
            } else {
                scene.text((x, y - 2.0), vertex.label.clone(), LETTERS);
                scene.text((x, y + SMALL + 1.0), vertex.note.clone(), SMALL);
            }
        }
    }

    fn draw_arcs(&self, scene: &mut Scene, layout: &Layout, sizes: &Sizes, origin: (f64, f64)) {
        // Arcs between the same two vertices are drawn side by side.
        let mut lanes: BTreeMap<(u32, u32), Vec<usize>> = BTreeMap::new();
        for (index, arc) in self.arcs.iter().enumerate() {
            let pair = (arc.from.min(arc.to), arc.from.max(arc.to));
            lanes.entry(pair).or_default().push(index);
        }
        for (index, arc) in self.arcs.iter().enumerate() {
            let lane = &lanes[&(arc.from.min(arc.to), arc.from.max(arc.to))];
            let position = lane.iter().position(|&other| other == index).unwrap_or(0);
            let shift = (position as f64 - (lane.len() - 1) as f64 / 2.0) * 9.0;
            let (from, to) = (arc.from as usize, arc.to as usize);
            let style = Style::line(arc.colour, if arc.thick { 3.2 } else { 1.2 });
            let points = if from == to {
                loop_points(
                    shifted(layout.places[from], origin),
                    sizes.vertices[from],
                    position as f64 * 6.0,
                )
            } else {
                let mut points: Vec<(f64, f64)> = vec![layout.places[from]];
                points.extend(&layout.bends[index]);
                points.push(layout.places[to]);
                for point in &mut points {
                    *point = shifted((point.0 + shift, point.1), origin);
                }
                let ends = (points[0], points[points.len() - 1]);
                let second = points[1];
                let before = points[points.len() - 2];
                let last = points.len() - 1;
                points[0] = boundary(ends.0, second, sizes.vertices[from], shift);
                points[last] = boundary(ends.1, before, sizes.vertices[to], shift);
                points
            };
            let middle = points.len() / 2;
            let (a, b) = (points[middle - 1], points[middle]);
            scene.push(Shape::PolyArrow(points), style);
            if !arc.label.is_empty() {
                let at = (f64::midpoint(a.0, b.0) + 5.0, f64::midpoint(a.1, b.1));
                scene
                    .text_anchored(at, arc.label.clone(), SMALL, crate::Anchor::Start)
                    .with_style(Style::fill(arc.colour));
            }
        }
    }

    fn legend_width(&self, index: usize) -> f64 {
        34.0 + Scene::text_width(&self.legend[index].1, SMALL + 1.0) + 16.0
    }

    /// Rows of the legend: the start and the index of each entry.
    fn legend_rows(&self, width: f64) -> Vec<Vec<(f64, usize)>> {
        let mut rows: Vec<Vec<(f64, usize)>> = Vec::new();
        let mut x = f64::INFINITY;
        for index in 0..self.legend.len() {
            let entry = self.legend_width(index);
            if x + entry > width {
                rows.push(Vec::new());
                x = 0.0;
            }
            if let Some(row) = rows.last_mut() {
                row.push((x, index));
            }
            x += entry;
        }
        rows
    }

    fn draw_legend(&self, scene: &mut Scene, rows: &[Vec<(f64, usize)>], top: f64) {
        for (row, entries) in rows.iter().enumerate() {
            let y = top + 22.0 * row as f64 + 8.0;
            for &(x, index) in entries {
                let (mark, words) = &self.legend[index];
                let x = MARGIN + x;
                match *mark {
                    Mark::Fill(colour) => {
                        let shape = Shape::Rectangle {
                            corner: (x, y - 7.0),
                            size: (26.0, 14.0),
                            round: 6.0,
                        };
                        scene.push(shape, Style::line(Rgb::BLACK, 1.0).filled(colour));
                    }
                    Mark::Line(colour) | Mark::Thick(colour) => {
                        let width = if matches!(mark, Mark::Thick(_)) { 3.2 } else { 1.2 };
                        let shape = Shape::Arrow { from: (x, y), to: (x + 26.0, y) };
                        scene.push(shape, Style::line(colour, width));
                    }
                }
                let at = (x + 32.0, y + 4.0);
                scene.text_anchored(at, words.clone(), SMALL + 1.0, crate::Anchor::Start);
            }
        }
    }
}

fn size_of_vertex(vertex: &Vertex) -> (f64, f64) {
    let label = Scene::text_width(&vertex.label, LETTERS);
    let note = Scene::text_width(&vertex.note, SMALL);
    (label.max(note).max(14.0) + 18.0, if vertex.note.is_empty() { 26.0 } else { 36.0 })
}

fn shifted(point: (f64, f64), by: (f64, f64)) -> (f64, f64) {
    (point.0 + by.0, point.1 + by.1)
}

/// Where the line from `inside` (a vertex's centre, moved right by `shift`) to
/// `outside` leaves the vertex's rectangle.
fn boundary(
    inside: (f64, f64),
    outside: (f64, f64),
    (width, height): (f64, f64),
    shift: f64,
) -> (f64, f64) {
    let (dx, dy) = (outside.0 - inside.0, outside.1 - inside.1);
    let room = if dx > 0.0 { width / 2.0 - shift } else { width / 2.0 + shift }.max(2.0);
    let sideways = if dx == 0.0 { f64::INFINITY } else { room / dx.abs() };
    let upright = if dy == 0.0 { f64::INFINITY } else { height / 2.0 / dy.abs() };
    let part = sideways.min(upright).min(1.0);
    (inside.0 + dx * part, inside.1 + dy * part)
}

/// A small loop at the right side of a vertex.
fn loop_points(centre: (f64, f64), (width, _): (f64, f64), wider: f64) -> Vec<(f64, f64)> {
    let edge = centre.0 + width / 2.0;
    let out = 12.0 + wider;
    vec![
        (edge - 1.0, centre.1 - 6.0),
        (edge + out * 0.7, centre.1 - 9.0),
        (edge + out, centre.1 - 4.0),
        (edge + out, centre.1 + 4.0),
        (edge + out * 0.7, centre.1 + 8.0),
        (edge, centre.1 + 5.0),
    ]
}

#[cfg(test)]
mod tests;
