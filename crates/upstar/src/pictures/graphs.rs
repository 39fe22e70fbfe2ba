//! Graphs, circles with chords, and Hackenbush.

use upstar_core::{Outcome, Player};
use upstar_draw::{Rgb, Scene, Shape, Style, diagram, network};
use upstar_engine::{Dot, Edge};

use super::{DARK, GOLD, PAPER};

/// The length of an edge, in pixels.
const EDGE: f64 = 52.0;
const DOT: f64 = 11.0;

fn owner_fill(owner: Option<Player>) -> Rgb {
    match owner {
        Some(Player::Left) => Rgb::BLUE,
        Some(Player::Right) => Rgb::RED,
        None => Rgb::WHITE,
    }
}

fn coloured(edge: Edge) -> Style {
    let colour = match edge {
        Edge::Blue => Rgb::BLUE,
        Edge::Red => Rgb::RED,
        Edge::Green => Rgb::GREEN,
    };
    Style::line(colour, 4.0)
}

/// A graph without directions.
pub(super) fn network(vertices: &[Dot], edges: &[(usize, usize)], tints: &[Edge]) -> Scene {
    let places = network::places(vertices.len(), edges);
    let place = |v: usize| (places[v].0 * EDGE + DOT + 2.0, places[v].1 * EDGE + DOT + 2.0);
    let far = |axis: fn(&(f64, f64)) -> f64| places.iter().map(axis).fold(0.0, f64::max);
    let room = 2.0 * DOT + 4.0;
    let mut scene = Scene::new(far(|p| p.0) * EDGE + room, far(|p| p.1) * EDGE + room);
    for (index, &(a, b)) in edges.iter().enumerate() {
        let pen = tints.get(index).map_or(Style::line(DARK, 1.6), |&tint| coloured(tint));
        scene.line(place(a), place(b), pen);
    }
    for (v, dot) in vertices.iter().enumerate() {
        let style = Style::line(Rgb::BLACK, 1.4).filled(owner_fill(dot.owner));
        scene.circle(place(v), DOT, style).with_id(format!("v{}", v + 1));
        // A letter distinguishes colours.
        let shown = match dot.owner {
            Some(Player::Left) => "L",
            Some(Player::Right) => "R",
            None => &dot.label,
        };
        let (x, y) = place(v);
        let ink = if dot.owner.is_some() { Rgb::WHITE } else { Rgb::BLACK };
        scene.text((x, y + 4.5), shown, 12.0).with_style(Style::fill(ink));
    }
    scene
}

/// A directed graph with tokens.
pub(super) fn directed(vertices: &[Dot], edges: &[(usize, usize)]) -> Option<Scene> {
    let vertex = |dot: &Dot| diagram::Vertex {
        label: dot.label.clone(),
        note: match dot.tokens {
            0 => String::new(),
            1..=6 => "●".repeat(dot.tokens as usize),
            tokens => format!("● x {tokens}"),
        },
        id: Some(dot.label.clone()),
        fill: match dot.owner {
            Some(Player::Left) => diagram::outcome_fill(Outcome::L),
            Some(Player::Right) => diagram::outcome_fill(Outcome::R),
            None if dot.tokens > 0 => GOLD,
            None => Rgb::WHITE,
        },
        bold: false,
        square: false,
    };
    let arc = |&(from, to): &(usize, usize)| diagram::Arc {
        from: from as u32,
        to: to as u32,
        ..diagram::Arc::default()
    };
    let graph = diagram::Diagram {
        vertices: vertices.iter().map(vertex).collect(),
        arcs: edges.iter().map(arc).collect(),
        ..diagram::Diagram::default()
    };
    graph.scene().ok()
}

/// Points on a circle and chords between them.
pub(super) fn circle(points: u64, chords: &[(u64, u64)]) -> Option<Scene> {
    if points > 120 {
        return None;
    }
    let radius = (points as f64 * 6.0).clamp(50.0, 260.0);
    let middle = radius + 22.0;
    let mut scene = Scene::new(2.0 * middle, 2.0 * middle);
    scene.circle((middle, middle), radius, Style::line(Rgb::GREY, 1.2));
    let place = |point: u64, radius: f64| {
        let turn = std::f64::consts::TAU * (point - 1) as f64 / points as f64;
        (middle + radius * turn.sin(), middle - radius * turn.cos())
    };
    for &(from, to) in chords {
        scene.line(place(from, radius), place(to, radius), Style::line(Rgb::BLACK, 2.0));
    }
    for point in 1..=points {
        let style = Style::line(Rgb::BLACK, 1.0).filled(GOLD);
        scene.circle(place(point, radius), 5.0, style).with_id(format!("p{point}"));
        let (x, y) = place(point, radius + 14.0);
        scene.text((x, y + 4.0), point.to_string(), 11.0);
    }
    Some(scene)
}

/// Regions as frames side by side, with their boundaries in them: rings of vertices, or a vertex alone.
/// A vertex whose line ends there is drawn with that line.
pub(super) fn regions(regions: &[Vec<String>]) -> Option<Scene> {
    const BETWEEN: f64 = 14.0;
    const LETTER: f64 = 16.0;
    let count = |boundary: &str| boundary.chars().count();
    // The vertices of a ring are some distance apart.
    let radius = |boundary: &str| match count(boundary) {
        0 | 1 => 10.0,
        n => (n as f64 * 22.0 / std::f64::consts::TAU).max(14.0),
    };
    if regions.iter().flatten().map(|boundary| count(boundary)).sum::<usize>() > 200 {
        return None;
    }
    let side = |boundary: &String| 2.0 * (radius(boundary) + LETTER);
    let height = regions.iter().flatten().map(side).fold(40.0, f64::max) + BETWEEN;
    let width = |region: &Vec<String>| region.iter().map(side).sum::<f64>() + BETWEEN;
    let total: f64 = regions.iter().map(|region| width(region) + BETWEEN).sum();
    let mut scene = Scene::new((total - BETWEEN).max(60.0), height);
    let mut left = 0.0;
    for region in regions {
        let size = (width(region), height);
        let frame = Shape::Rectangle { corner: (left, 0.0), size, round: 8.0 };
        scene.push(frame, Style::line(Rgb::GREY, 1.0).filled(PAPER));
        let mut start = left + BETWEEN / 2.0;
        for boundary in region {
            let middle = (start + side(boundary) / 2.0, height / 2.0);
            ring(&mut scene, middle, radius(boundary), boundary);
            start += side(boundary);
        }
        left += width(region) + BETWEEN;
    }
    Some(scene)
}

/// The vertices of one boundary in a ring, with their letters outside.
fn ring(scene: &mut Scene, (x, y): (f64, f64), radius: f64, boundary: &str) {
    let n = boundary.chars().count();
    if n == 1 {
        if boundary == "1" {
            scene.line((x, y), (x, y - 16.0), Style::line(DARK, 1.6));
        }
        scene.circle((x, y), 4.5, Style::fill(Rgb::BLACK));
        scene.text((x, y + 19.0), boundary, 12.0);
        return;
    }
    scene.circle((x, y), radius, Style::line(DARK, 1.6));
    for (index, letter) in boundary.chars().enumerate() {
        let turn = std::f64::consts::TAU * index as f64 / n as f64;
        let at = |radius: f64| (x + radius * turn.sin(), y - radius * turn.cos());
        scene.circle(at(radius), 4.5, Style::fill(Rgb::BLACK));
        let (x, y) = at(radius + 12.0);
        scene.text((x, y + 4.5), letter.to_string(), 12.0);
    }
}

/// Places of the vertices of a bush: columns and heights, in lengths of an edge. The entry of the
/// ground is empty.
struct Bush {
    places: Vec<(f64, f64)>,
    /// The edge by which each vertex was found.
    found_by: Vec<Option<usize>>,
    columns: f64,
    height: f64,
}

fn bush(edges: &[(u32, u32, Edge)]) -> Bush {
    let n = edges.iter().map(|&(a, b, _)| a.max(b) as usize + 1).max().unwrap_or(1);
    let mut near = vec![Vec::new(); n];
    for (index, &(a, b, _)) in edges.iter().enumerate().filter(|(_, (a, b, _))| a != b) {
        near[a as usize].push((b as usize, index));
        near[b as usize].push((a as usize, index));
    }
    // Breadth first: heights are distances from the ground.
    let mut found_by = vec![None; n];
    let mut height = vec![0.0f64; n];
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); n];
    let mut order = vec![0usize];
    let mut next = 0;
    while let Some(&v) = order.get(next) {
        next += 1;
        for &(u, index) in &near[v] {
            if u != 0 && found_by[u].is_none() {
                found_by[u] = Some(index);
                height[u] = height[v] + 1.0;
                children[v].push(u);
                order.push(u);
            }
        }
    }
    // Leaves get their own columns, from left to right; the other vertices are centred over their
    // children.
    let mut column = vec![0.0f64; n];
    let mut columns = 0.0;
    let mut stack = vec![(0usize, 0usize)];
    while let Some((v, child)) = stack.pop() {
        if let Some(&u) = children[v].get(child) {
            stack.push((v, child + 1));
            stack.push((u, 0));
        } else if children[v].is_empty() {
            column[v] = columns;
            columns += 1.0;
        } else {
            let (first, last) = (children[v][0], children[v][children[v].len() - 1]);
            column[v] = (column[first] + column[last]) / 2.0;
        }
    }
    let tallest = height.iter().copied().fold(0.0, f64::max);
    Bush { places: column.into_iter().zip(height).collect(), found_by, columns, height: tallest }
}

/// The places of the vertices of a Hackenbush picture: columns from the left and heights above the
/// ground, in lengths of an edge. Vertex 0 is the ground and has no place: an edge from it begins
/// below its other end.
///
/// ```
/// let places = upstar::hackenbush_places(&[(0, 1, upstar::rules::Edge::Blue)]);
/// assert_eq!(places[1], (0.0, 1.0));
/// ```
#[must_use]
pub fn hackenbush_places(edges: &[(u32, u32, Edge)]) -> Vec<(f64, f64)> {
    bush(edges).places
}

/// Which of the edges `before` are left; `None` if there are others.
fn left_of(edges: &[(u32, u32, Edge)], before: &[(u32, u32, Edge)]) -> Option<Vec<bool>> {
    let mut left = vec![false; before.len()];
    for edge in edges {
        let index = (0..before.len()).find(|&i| !left[i] && before[i] == *edge)?;
        left[index] = true;
    }
    Some(left).filter(|_| !before.is_empty())
}

type Point = (f64, f64);

/// The vertices, and the letters beside the edges that have been placed.
struct Letters {
    placed: Vec<Point>,
}

impl Letters {
    /// The middle of the letter of an edge: beside its middle if there is room, else beside another part of
    /// it, away from the other letters and edges.
    fn place(&mut self, curves: &[Vec<Point>], own: &[Point]) -> Point {
        let candidates = [0.5, 0.35, 0.65, 0.2, 0.8].into_iter().flat_map(|t| {
            let (at, dx, dy) = along(own, t);
            [11.0, -11.0].map(|aside| (at.0 - dy * aside, at.1 + dx * aside))
        });
        // The room to what is nearest, as far as a letter needs it.
        let room = |point: Point| {
            let letters = self.placed.iter().map(|&other| between(other, point));
            let segments = curves.iter().flat_map(|curve| curve.windows(2));
            let lines = segments.map(|pair| 1.3 * distance(point, (pair[0], pair[1])));
            letters.chain(lines).fold(13.0, f64::min)
        };
        let mut best = (f64::MIN, own[0]);
        for point in candidates {
            let found = room(point);
            if found > best.0 + 0.1 {
                best = (found, point);
            }
        }
        self.placed.push(best.1);
        best.1
    }
}

/// An edge as points: two of a straight one, more of one that is bent aside.
fn curve((from, to): (Point, Point), bend: f64) -> Vec<Point> {
    if bend == 0.0 {
        return vec![from, to];
    }
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let point = |step| {
        let t = f64::from(step) / 8.0;
        let aside = bend * 4.0 * t * (1.0 - t);
        (from.0 + dx * t - dy / length * aside, from.1 + dy * t + dx / length * aside)
    };
    (0..=8).map(point).collect()
}

/// The point of a curve after this part of its segments, and the direction there, of length 1.
fn along(curve: &[Point], part: f64) -> (Point, f64, f64) {
    let place = part * (curve.len() - 1) as f64;
    let index = (place as usize).min(curve.len() - 2);
    let (from, to) = (curve[index], curve[index + 1]);
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (length, t) = (dx.hypot(dy).max(1.0), place - index as f64);
    ((from.0 + dx * t, from.1 + dy * t), dx / length, dy / length)
}

fn between(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// The distance of a point from a segment.
fn distance(point: Point, (from, to): (Point, Point)) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let along = (point.0 - from.0) * dx + (point.1 - from.1) * dy;
    let t = (along / (dx * dx + dy * dy).max(1.0)).clamp(0.0, 1.0);
    between((from.0 + t * dx, from.1 + t * dy), point)
}

/// Coloured edges that are connected to the ground. If they are left of the edges `before`, they are where
/// they were among them.
pub(super) fn hackenbush(edges: &[(u32, u32, Edge)], before: &[(u32, u32, Edge)]) -> Option<Scene> {
    const UP: f64 = 46.0;
    const SIDE: f64 = 50.0;
    const ROOM: f64 = 26.0;
    if edges.len() > 400 {
        return None;
    }
    let left = left_of(edges, before);
    let (edges, left) = match left {
        Some(left) => (before, left),
        None => (edges, vec![true; edges.len()]),
    };
    let bush = bush(edges);
    let width = (bush.columns.max(1.0) - 1.0) * SIDE + 2.0 * ROOM;
    let ground = bush.height.max(0.3) * UP + ROOM;
    let mut scene = Scene::new(width, ground + 12.0);
    scene.line((0.0, ground), (width, ground), Style::line(DARK, 3.0));
    let place = |v: u32| {
        let (column, height) = bush.places[v as usize];
        (column * SIDE + ROOM, ground - height * UP)
    };
    // An edge from the ground starts below its other end.
    let foot = |v: u32| (place(v).0, ground);
    let ends = |a: u32, b: u32| (if a == 0 { foot(b) } else { place(a) }, place(b));
    // The number of edges before this one with the same ends.
    let before = |index: usize| {
        let (a, b, _) = edges[index];
        edges[..index].iter().filter(|&&(x, y, _)| (x, y) == (a, b)).count()
    };
    // Parallel edges, and those that pass others, are curved.
    let bend = |index: usize| {
        let (a, b, _) = edges[index];
        let found = [a, b].map(|v| bush.found_by[v as usize]);
        match (found.contains(&Some(index)), before(index)) {
            (true, _) => 0.0,
            (false, 0) => 12.0,
            (false, more) => 16.0 * more as f64 * if more % 2 == 0 { -1.0 } else { 1.0 },
        }
    };
    let curves: Vec<Vec<Point>> = (0..edges.len())
        .map(|index| curve(ends(edges[index].0, edges[index].1), bend(index)))
        .collect();
    let vertices = (1..bush.places.len() as u32).map(place);
    let mut letters = Letters { placed: vertices.collect() };
    for (index, &(a, b, colour)) in edges.iter().enumerate() {
        let pen = coloured(colour);
        let id = format!("e{}", index + 1);
        if a == b {
            let (x, y) = if a == 0 { (ROOM / 2.0, ground) } else { place(a) };
            let radius = 9.0 + 4.0 * before(index) as f64;
            if left[index] {
                scene.circle((x, y - radius), radius, pen).with_id(id);
            }
            continue;
        }
        let points = &curves[index];
        let shape = match points[..] {
            [from, to] => Shape::Line { from, to },
            _ => Shape::Polyline(points.clone()),
        };
        if left[index] {
            scene.push(shape, pen).with_id(id);
        }
        // A letter distinguishes the colours.
        let letter = match colour {
            Edge::Blue => "L",
            Edge::Red => "R",
            Edge::Green => "G",
        };
        let place = letters.place(&curves, points);
        if left[index] {
            scene.text((place.0, place.1 + 4.0), letter, 11.0);
        }
    }
    let seen = |v: u32| {
        let mut drawn = edges.iter().zip(&left).filter(|&(_, &left)| left);
        bush.found_by[v as usize].is_some() && drawn.any(|(&(a, b, _), _)| a == v || b == v)
    };
    for v in (1..bush.places.len() as u32).filter(|&v| seen(v)) {
        scene.circle(place(v), 4.0, Style::fill(Rgb::BLACK));
    }
    Some(scene)
}
