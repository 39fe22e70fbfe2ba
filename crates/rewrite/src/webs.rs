//! The positions of games defined by rules on graphs: vertices with letters, and edges with
//! letters.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::hash::Hash;

use upstar_core::Player;

use super::placed_patterns::PlacedPattern;
use super::program::Program;
use super::spec::only;
use super::web::{MOST_CELLS, Web};
use upstar_engine::ColouredGraph;
use upstar_engine::positions::edges::Edge;
use upstar_engine::positions::refinement::refined;
use upstar_engine::positions::vertex_set::VertexSet;
use upstar_engine::{Dot, Picture, Position, Result, RuleError};

/// The letters of vertices in notation, the most frequent one first.
pub(super) fn letters(program: &Program) -> Vec<(char, u8)> {
    let spec = &program.spec;
    let code = |code: usize| (char::from(spec.letters[code]), code as u8);
    let empty = usize::from(spec.empty());
    let is_vertex = |code: usize| spec.edges & only(code as u8) == 0;
    let others = (0..spec.playing()).filter(|&other| other != empty && is_vertex(other));
    std::iter::once(empty).chain(others).map(code).collect()
}

impl Web for ColouredGraph {
    fn letters(&self) -> &[u8] {
        self.colours()
    }

    fn around<S: VertexSet>(&self) -> Cow<'_, [S]> {
        self.adjacency()
    }

    fn changed<S: VertexSet>(&self, letters: &[u8], cells: S) -> Self {
        ColouredGraph::of_set(cells, letters, &self.adjacency())
    }

    fn part<S: VertexSet>(&self, cells: S, joined: &[S]) -> Self {
        ColouredGraph::of_set(cells, self.colours(), joined)
    }

    /// Vertices need no connection to the ground.
    fn standing<S: VertexSet>(&self) -> S {
        self.all()
    }

    fn above_ground<S: VertexSet>(&self) -> Vec<S> {
        vec![self.all()]
    }

    fn standard(&self) -> Self {
        ColouredGraph::standard(self)
    }

    fn read(program: &Program, text: &str) -> Result<Self> {
        ColouredGraph::read(text, &letters(program))
    }

    fn text(&self, program: &Program) -> String {
        ColouredGraph::text(self, &letters(program))
    }

    fn drawn(&self, program: &Program) -> Picture {
        ColouredGraph::drawn(self, |code| dot(program, code))
    }
}

/// A cell with a letter as a dot.
pub(super) fn dot(program: &Program, code: u8) -> Dot {
    match program.spec.letters[usize::from(code)] {
        b'.' => Dot::default(),
        b'L' => Dot { owner: Some(Player::Left), ..Dot::default() },
        b'R' => Dot { owner: Some(Player::Right), ..Dot::default() },
        letter => Dot { label: char::from(letter).to_string(), ..Dot::default() },
    }
}

/// Edges with letters, sorted; vertex 0 is the ground. Loops and parallel edges are allowed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Strands {
    ends: Box<[(u16, u16)]>,
    letters: Box<[u8]>,
}

impl Position for Strands {
    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + 5 * self.letters.len() + 32
    }
}

impl Strands {
    fn of(mut edges: Vec<(u16, u16, u8)>) -> Self {
        edges.sort_unstable();
        Strands {
            ends: edges.iter().map(|&(a, b, _)| (a, b)).collect(),
            letters: edges.iter().map(|&(_, _, letter)| letter).collect(),
        }
    }

    fn edges(&self) -> impl Iterator<Item = (u16, u16, u8)> + '_ {
        self.ends.iter().zip(&self.letters).map(|(&(a, b), &letter)| (a, b, letter))
    }

    /// The edges that can be reached from the given ones along edges that share an end among
    /// `joints`.
    fn reached<S: VertexSet>(&self, mut found: S, joints: impl Fn(u16) -> bool) -> S {
        let mut open = found;
        while let Some(at) = open.pop() {
            let (c, d) = self.ends[at];
            for (i, &(a, b)) in self.ends.iter().enumerate() {
                let joined = || [a, b].iter().any(|&v| joints(v) && (v == c || v == d));
                if !found.has(i) && joined() {
                    found |= S::one(i);
                    open |= S::one(i);
                }
            }
        }
        found
    }
}

impl Web for Strands {
    fn letters(&self) -> &[u8] {
        &self.letters
    }

    fn around<S: VertexSet>(&self) -> Cow<'_, [S]> {
        let near = |(i, &(a, b)): (usize, &(u16, u16))| {
            let others = self
                .ends
                .iter()
                .enumerate()
                .filter(move |&(j, &(c, d))| j != i && (a == c || a == d || b == c || b == d));
            S::of(others.map(|(j, _)| j))
        };
        self.ends.iter().enumerate().map(near).collect::<Vec<_>>().into()
    }

    fn changed<S: VertexSet>(&self, letters: &[u8], cells: S) -> Self {
        let edges = self.ends.iter().zip(letters).enumerate();
        let kept = edges.filter(|&(index, _)| cells.has(index));
        Strands::of(kept.map(|(_, (&(a, b), &letter))| (a, b, letter)).collect())
    }

    /// The ends of edges determine which edges share an end.
    fn part<S: VertexSet>(&self, cells: S, _: &[S]) -> Self {
        self.keep(cells)
    }

    fn ends(&self) -> Option<&[(u16, u16)]> {
        Some(&self.ends)
    }

    fn standing<S: VertexSet>(&self) -> S {
        let grounded = self.ends.iter().enumerate().filter(|&(_, &(a, b))| a == 0 || b == 0);
        self.reached(S::of(grounded.map(|(index, _)| index)), |_| true)
    }

    fn above_ground<S: VertexSet>(&self) -> Vec<S> {
        let mut parts = Vec::new();
        let mut left = S::all_of(self.letters.len());
        while let Some(first) = left.first() {
            let part = self.reached(S::one(first), |v| v != 0);
            parts.push(part);
            left &= !part;
        }
        parts
    }

    fn standard(&self) -> Self {
        let count = self.ends.iter().map(|&(a, b)| a.max(b)).max().map_or(1, |v| v as usize + 1);
        let colours = (0..count).map(|v| u32::from(v > 0)).collect();
        let class = refined(colours, |v, out| {
            for (a, b, letter) in self.edges() {
                let (a, b) = (usize::from(a), usize::from(b));
                if a == v {
                    out.push((letter.into(), b));
                }
                if b == v {
                    out.push((letter.into(), a));
                }
            }
        });
        let edges = self.edges().map(|(a, b, letter)| {
            let [a, b] = [a, b].map(|v| class[usize::from(v)] as u16);
            (a.min(b), a.max(b), letter)
        });
        Strands::of(edges.collect())
    }

    /// A list `0-1l,1-2r`, or a graph such as `path 5`, whose edges have the default letter.
    fn read(program: &Program, text: &str) -> Result<Self> {
        let spec = &program.spec;
        let starts = text.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let size = upstar_engine::positions::grid::size(text).is_some();
        let mut edges = Vec::new();
        if text.trim().is_empty() {
            return Ok(Strands::of(edges));
        }
        if !starts || size {
            let graph = ColouredGraph::read(text, &[('.', 0)])?;
            for (a, b) in graph.edges() {
                edges.push((a as u16 + 1, b as u16 + 1, spec.empty()));
            }
        } else {
            let mut start = 0;
            for part in text.split(',') {
                let span = start..start + part.len();
                start = span.end + 1;
                edges.push(edge(program, part.trim()).ok_or_else(|| {
                    let list: Vec<String> = spec.letters[..spec.playing()]
                        .iter()
                        .map(|&letter| format!("`{}`", char::from(letter)))
                        .collect();
                    let message = format!(
                        "expected an edge as `0-1{}`: two vertices from 0 to 9999 and a letter ({})",
                        char::from(spec.letters[0]),
                        list.join(", ")
                    );
                    RuleError::notation(text, span, message)
                })?);
            }
        }
        if edges.len() > MOST_CELLS {
            let size = format!("{} edges", edges.len());
            return Err(RuleError::too_large("the graph", size, format!("{MOST_CELLS} edges")));
        }
        Ok(Strands::of(edges))
    }

    fn text(&self, program: &Program) -> String {
        let letter = |code: u8| char::from(program.spec.letters[usize::from(code)]);
        let edges = self.edges().map(|(a, b, code)| format!("{a}-{b}{}", letter(code)));
        edges.collect::<Vec<_>>().join(",")
    }

    fn drawn(&self, program: &Program) -> Picture {
        let edges = self.edges().map(|(a, b, code)| (a, b, tint(program, code)));
        let (tinted, plain): (Vec<_>, Vec<_>) = edges.partition(|(_, _, tint)| tint.is_some());
        if plain.is_empty() && super::program::steps(&program.moves).any(|laid| laid.after.drop) {
            let edge = |(a, b, tint): (u16, u16, Option<Edge>)| Some((a.into(), b.into(), tint?));
            return Picture::Hackenbush(tinted.into_iter().filter_map(edge).collect());
        }
        let count = self.ends.iter().map(|&(a, b)| a.max(b)).max().map_or(0, |v| v as usize + 1);
        let dot = |v: usize| Dot { label: v.to_string(), ..Dot::default() };
        Picture::Graph {
            vertices: (0..count).map(dot).collect(),
            edges: tinted.iter().chain(&plain).map(|&(a, b, _)| (a.into(), b.into())).collect(),
            tints: tinted.iter().filter_map(|&(_, _, tint)| tint).collect(),
            directed: false,
        }
    }
}

/// The colour of an edge, given by the players who may change its letter with the first step of a
/// move; `None` if nobody may.
fn tint(program: &Program, code: u8) -> Option<Edge> {
    let changes = |player: usize| {
        let first = program.moves[player].iter().filter_map(|steps| steps.first());
        first
            .flatten()
            .flat_map(PlacedPattern::cells)
            .any(|(class, to)| class & only(code) != 0 && to.is_some_and(|to| class != only(to)))
    };
    match [changes(0), changes(1)] {
        [true, true] => Some(Edge::Green),
        [true, false] => Some(Edge::Blue),
        [false, true] => Some(Edge::Red),
        [false, false] => None,
    }
}

/// `0-1l`
fn edge(program: &Program, text: &str) -> Option<(u16, u16, u8)> {
    let spec = &program.spec;
    let letter = text.bytes().last()?;
    let code = spec.code(letter).filter(|&code| usize::from(code) < spec.playing())?;
    let (a, b) = text.get(..text.len() - 1)?.split_once('-')?;
    let vertex = |name: &str| name.trim().parse().ok().filter(|v: &u16| *v <= 9999);
    let (a, b) = (vertex(a)?, vertex(b)?);
    Some((a.min(b), a.max(b), code))
}
