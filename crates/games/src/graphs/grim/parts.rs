//! Graphs of any size as lists of connected parts.

use std::collections::VecDeque;
use std::ops::{Deref, DerefMut, Range};

use super::super::PLAIN;
use super::super::edge_list::EdgeList;
use super::super::family::GraphFamily;
use super::{ColouredGraph, MOST_SEARCHED};
use crate::prelude::*;

/// The connected parts of a graph that have an edge, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct GrimComponents(pub(super) Vec<GrimComponent>);

impl Deref for GrimComponents {
    type Target = Vec<GrimComponent>;

    fn deref(&self) -> &Vec<GrimComponent> {
        &self.0
    }
}

impl DerefMut for GrimComponents {
    fn deref_mut(&mut self) -> &mut Vec<GrimComponent> {
        &mut self.0
    }
}

/// A connected graph with an edge, in one of the first four forms if possible.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum GrimComponent {
    /// A path with this many vertices, at least 2.
    Path(u64),
    /// A cycle with this many vertices, at least 3.
    Cycle(u64),
    /// A vertex with this many neighbours, at least 3.
    Star(u64),
    /// A complete graph with this many vertices, at least 4.
    Complete(u64),
    /// Any other graph, by its edges, sorted, each from the smaller end to the larger one. The
    /// vertices are numbered from 0 without gaps.
    Other(Vec<(u32, u32)>),
}

/// The largest number of vertices of a graph that is given by its edges.
const MOST_GIVEN: usize = 100_000;

/// The longest path whose options are listed.
const LONGEST_PATH: u64 = 1 << 22;

/// The largest product of vertices and edges for which options are listed.
const MOST_LISTED: u64 = 1 << 22;

impl GrimComponent {
    /// The path with this many vertices; `None` without edges.
    fn path(vertices: u64) -> Option<GrimComponent> {
        (vertices > 1).then_some(GrimComponent::Path(vertices))
    }

    fn cycle(vertices: u64) -> Option<GrimComponent> {
        if vertices < 3 {
            GrimComponent::path(vertices)
        } else {
            Some(GrimComponent::Cycle(vertices))
        }
    }

    fn star(others: u64) -> Option<GrimComponent> {
        if others < 3 {
            GrimComponent::path(others.saturating_add(1))
        } else {
            Some(GrimComponent::Star(others))
        }
    }

    fn complete(vertices: u64) -> Option<GrimComponent> {
        if vertices < 4 {
            GrimComponent::cycle(vertices)
        } else {
            Some(GrimComponent::Complete(vertices))
        }
    }

    /// The part of a connected graph with these edges.
    fn of(edges: Vec<(u32, u32)>) -> Option<GrimComponent> {
        let size = edges.len() as u64;
        let mut degrees: Vec<u64> = Vec::new();
        for &(a, b) in &edges {
            let vertices = degrees.len().max(b as usize + 1);
            degrees.resize(vertices, 0);
            degrees[a as usize] += 1;
            degrees[b as usize] += 1;
        }
        let vertices = degrees.len() as u64;
        let largest = degrees.iter().copied().max().unwrap_or(0);
        if largest <= 2 {
            return if size == vertices {
                GrimComponent::cycle(vertices)
            } else {
                GrimComponent::path(vertices)
            };
        }
        if size == largest && vertices == largest + 1 {
            return GrimComponent::star(largest);
        }
        if 2 * size == vertices * (vertices - 1) {
            return GrimComponent::complete(vertices);
        }
        Some(GrimComponent::Other(edges))
    }

    /// The edges of a part with few vertices.
    fn edges(&self) -> Vec<(usize, usize)> {
        let family = match self {
            GrimComponent::Path(_) => GraphFamily::Path,
            GrimComponent::Cycle(_) => GraphFamily::Cycle,
            GrimComponent::Star(_) => GraphFamily::Star,
            GrimComponent::Complete(_) => GraphFamily::Complete,
            GrimComponent::Other(edges) => {
                return edges.iter().map(|&(a, b)| (a as usize, b as usize)).collect();
            }
        };
        family.edges(self.vertices() as usize)
    }

    fn vertices(&self) -> u64 {
        match self {
            GrimComponent::Path(n) | GrimComponent::Cycle(n) | GrimComponent::Complete(n) => *n,
            GrimComponent::Star(n) => n.saturating_add(1),
            GrimComponent::Other(edges) => {
                edges.iter().map(|&(_, b)| u64::from(b) + 1).max().unwrap_or(0)
            }
        }
    }

    fn text(&self) -> String {
        match self {
            GrimComponent::Path(n) => format!("path {n}"),
            GrimComponent::Cycle(n) => format!("cycle {n}"),
            GrimComponent::Star(n) => format!("star {}", n.saturating_add(1)),
            GrimComponent::Complete(n) => format!("complete {n}"),
            GrimComponent::Other(edges) => {
                let names: Vec<String> =
                    edges.iter().map(|&(a, b)| format!("{}-{}", a + 1, b + 1)).collect();
                format!("{}|{}", ".".repeat(self.vertices() as usize), names.join(","))
            }
        }
    }

    /// The options of the part.
    pub(super) fn options(&self, each: &mut dyn FnMut(GrimComponents) -> Result) -> Result {
        let parts = |parts: [Option<GrimComponent>; 2]| {
            GrimComponents(parts.into_iter().flatten().collect())
        };
        match self {
            GrimComponent::Path(n) => {
                if *n > LONGEST_PATH {
                    return Err(RuleError::too_large("the path", n, LONGEST_PATH));
                }
                for left in 0..n.div_ceil(2) {
                    each(parts([GrimComponent::path(left), GrimComponent::path(n - 1 - left)]))?;
                }
            }
            GrimComponent::Cycle(n) => each(parts([GrimComponent::path(n - 1), None]))?,
            GrimComponent::Star(n) => {
                each(GrimComponents::default())?;
                each(parts([GrimComponent::star(n - 1), None]))?;
            }
            GrimComponent::Complete(n) => each(parts([GrimComponent::complete(n - 1), None]))?,
            GrimComponent::Other(edges) => {
                let listed = self.vertices().saturating_mul(edges.len() as u64);
                if listed > MOST_LISTED {
                    let size = format!("{} vertices and {} edges", self.vertices(), edges.len());
                    let limit = format!("{MOST_LISTED} for the two multiplied");
                    return Err(RuleError::too_large("the graph", size, limit));
                }
                for taken in 0..self.vertices() as u32 {
                    let rest = edges.iter().filter(|&&(a, b)| a != taken && b != taken);
                    each(parts_of(rest.copied()))?;
                }
            }
        }
        Ok(())
    }
}

/// The connected parts of the graph with these edges.
pub(super) fn parts_of(edges: impl Iterator<Item = (u32, u32)>) -> GrimComponents {
    let edges: Vec<(u32, u32)> = edges.collect();
    let vertices = edges.iter().map(|&(a, b)| a.max(b) as usize + 1).max().unwrap_or(0);
    let mut beside: Vec<Vec<u32>> = vec![Vec::new(); vertices];
    for &(a, b) in &edges {
        beside[a as usize].push(b);
        beside[b as usize].push(a);
    }
    let mut parts = GrimComponents::default();
    let mut number = vec![u32::MAX; vertices];
    for start in 0..vertices as u32 {
        if number[start as usize] != u32::MAX || beside[start as usize].is_empty() {
            continue;
        }
        let (mut found, mut next) = (Vec::new(), 0);
        let mut open = VecDeque::from([start]);
        number[start as usize] = next;
        while let Some(v) = open.pop_front() {
            for &u in &beside[v as usize] {
                if number[u as usize] == u32::MAX {
                    next += 1;
                    number[u as usize] = next;
                    open.push_back(u);
                }
                let (a, b) = (number[v as usize], number[u as usize]);
                if a < b {
                    found.push((a, b));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        parts.extend(GrimComponent::of(found));
    }
    parts.sort_unstable();
    parts
}

/// The common operations of parts and of graphs with sets of bits.
pub(super) trait Small {
    /// All parts as one graph with sets of bits, if they have few enough vertices.
    fn small(&self) -> Option<ColouredGraph>;
}

impl Small for [GrimComponent] {
    fn small(&self) -> Option<ColouredGraph> {
        let vertices = self.iter().map(GrimComponent::vertices).fold(0, u64::saturating_add);
        if vertices > MOST_SEARCHED as u64 {
            return None;
        }
        let mut edges = Vec::new();
        let mut first = 0;
        for part in self {
            let own = part.edges().into_iter();
            edges.extend(own.map(|(a, b)| (first + a, first + b)));
            first += part.vertices() as usize;
        }
        Some(ColouredGraph::new(EdgeList { colours: vec![0; first], edges }))
    }
}

impl Position for GrimComponents {
    /// Small graphs are written like graphs with sets of bits, and are read back as such.
    fn to_text(&self) -> String {
        match self.small() {
            Some(graph) => graph.to_text(),
            None => self.iter().map(GrimComponent::text).collect::<Vec<_>>().join(";"),
        }
    }

    /// Reads graphs separated by `;`.
    fn from_text(text: &str) -> Result<Self> {
        let mut parts = GrimComponents::default();
        let whole = std::iter::once(0..text.len());
        let places = if is_union(text) { pieces(text) } else { whole.collect() };
        for span in places {
            let piece = &text[span.clone()];
            if let Some(part) = read_family(piece) {
                parts.extend(part);
                continue;
            }
            let graph = EdgeList::read_up_to(piece, PLAIN, MOST_GIVEN).map_err(|error| {
                match error {
                    // The place refers to the whole text.
                    RuleError::Notation { place, message } => {
                        let inner = place.span.clone().unwrap_or(0..piece.len());
                        let inner = span.start + inner.start..span.start + inner.end;
                        RuleError::notation(text, inner, message)
                    }
                    other => other,
                }
            })?;
            let edges = graph.edges.into_iter().map(|(a, b)| (a as u32, b as u32));
            parts.extend(parts_of(edges).0);
        }
        parts.sort_unstable();
        Ok(parts)
    }

    fn order(&self, other: &Self) -> std::cmp::Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        let others = self.iter().map(|part| match part {
            GrimComponent::Other(edges) => size_of_val(&edges[..]) + 16,
            _ => 0,
        });
        size_of::<Self>() + 16 + size_of_val(&self[..]) + others.sum::<usize>()
    }

    fn picture(&self, text: &str) -> Picture {
        self.small().map_or(Picture::Text, |graph| graph.picture(text))
    }
}

/// The places of the graphs that a `;` outside parentheses separates.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let (mut depth, mut start, mut pieces) = (0usize, 0, Vec::new());
    for (place, letter) in text.bytes().enumerate() {
        match letter {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b';' if depth == 0 => {
                pieces.push(start..place);
                start = place + 1;
            }
            _ => {}
        }
    }
    pieces.push(start..text.len());
    pieces
}

/// Whether a text describes several graphs, at least one of which is not a walk.
pub(super) fn is_union(text: &str) -> bool {
    let no_walk = |piece: &str| piece.contains('|') || read_family(piece).is_some();
    text.contains(';') && pieces(text).into_iter().any(|span| no_walk(&text[span]))
}

/// Reads `cycle 300`: the name of a family and a number of vertices of any size; `None` for other
/// texts.
fn read_family(text: &str) -> Option<Option<GrimComponent>> {
    let (name, number) = text.trim().split_once(' ')?;
    let vertices: u64 = number.trim().parse().ok()?;
    let family = GraphFamily::named(name).filter(|family| family.has(vertices))?;
    Some(match family {
        GraphFamily::Path => GrimComponent::path(vertices),
        GraphFamily::Cycle => GrimComponent::cycle(vertices),
        GraphFamily::Star => vertices.checked_sub(1).and_then(GrimComponent::star),
        GraphFamily::Complete => GrimComponent::complete(vertices),
    })
}
