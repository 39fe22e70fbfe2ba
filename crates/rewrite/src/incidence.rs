//! Positions of games defined by rules on graphs whose vertices and edges have letters.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::program::Program;
use super::spec::{Spec, only};
use super::web::{MOST_CELLS, Web};
use super::webs::{dot, letters};
use upstar_engine::positions::edge_list::{EdgeList, colours, pairs};
use upstar_engine::positions::vertex_set::VertexSet;
use upstar_engine::{ColouredGraph, Dot, Picture, Position, Result, RuleError};

/// A graph whose vertices and edges have letters, as a graph of cells in which an edge is joined to its
/// ends. The letters tell which cells are edges. Where an end is a cell that no rule looks at, it is
/// not there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Incidence(ColouredGraph);

impl Position for Incidence {
    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

impl Incidence {
    /// Vertices with letters, and edges with their ends and letters.
    fn of(text: &str, vertices: &[u8], edges: &[Strand]) -> Result<Self> {
        let count = vertices.len() + edges.len();
        if count > MOST_CELLS {
            let size = format!("{} vertices and {} edges", vertices.len(), edges.len());
            return Err(RuleError::too_large("the graph", size, format!("{MOST_CELLS} of both")));
        }
        let again = |at: usize| edges[..at].iter().any(|edge| edge.0 == edges[at].0);
        let full = |at: usize| edges[at].0.iter().all(Option::is_some);
        if let Some(at) = (0..edges.len()).find(|&at| full(at) && again(at)) {
            let [a, b] = edges[at].0.map(|end| end.map_or(0, |end| end + 1));
            let message = format!("expected one edge at most between {a} and {b}");
            return Err(RuleError::notation(text, 0..text.len(), message));
        }
        let colours = vertices.iter().copied().chain(edges.iter().map(|&(_, letter)| letter));
        let joined = (vertices.len()..).zip(edges);
        let joined =
            joined.flat_map(|(edge, (ends, _))| ends.iter().flatten().map(move |&end| (end, edge)));
        let list = EdgeList { colours: colours.collect(), edges: joined.collect() };
        Ok(Incidence(ColouredGraph::new(list)))
    }

    /// The cells that are vertices, and those that are edges.
    fn kinds(&self, spec: &Spec) -> [Vec<usize>; 2] {
        let cells = 0..self.0.colours.len();
        let (edges, vertices) =
            cells.partition(|&cell| spec.edges & only(self.0.colours[cell]) != 0);
        [vertices, edges]
    }
}

/// An edge: its ends, as far as they are there, the smaller one first, and its letter.
type Strand = ([Option<usize>; 2], u8);

impl Web for Incidence {
    fn letters(&self) -> &[u8] {
        &self.0.colours
    }

    fn around<S: VertexSet>(&self) -> Cow<'_, [S]> {
        self.0.adjacency()
    }

    fn changed<S: VertexSet>(&self, letters: &[u8], cells: S) -> Self {
        Incidence(self.0.changed(letters, cells))
    }

    fn part<S: VertexSet>(&self, cells: S, joined: &[S]) -> Self {
        Incidence(Web::part(&self.0, cells, joined))
    }

    fn standing<S: VertexSet>(&self) -> S {
        self.0.standing()
    }

    fn above_ground<S: VertexSet>(&self) -> Vec<S> {
        self.0.above_ground()
    }

    fn standard(&self) -> Self {
        Incidence(self.0.standard())
    }

    /// `x..|1-2,2-3=`, where an edge without a letter has the default one and `2-=` has one end, or a
    /// graph in another form, with the default letter on all edges.
    fn read(program: &Program, text: &str) -> Result<Self> {
        let spec = &program.spec;
        let empty = spec.empty_of(spec.edges);
        let Some((vertices, edges)) = text.split_once('|') else {
            let graph = ColouredGraph::read(text, &letters(program))?;
            let edges = graph.edges().map(|(a, b)| ([Some(a), Some(b)], empty));
            return Incidence::of(text, graph.colours(), &edges.collect::<Vec<_>>());
        };
        let vertices = colours(text, vertices, &letters(program))?;
        let count = vertices.len();
        let playing = (0..spec.playing() as u8).filter(|&code| spec.edges & only(code) != 0);
        let playing: Vec<u8> = playing.collect();
        let edges = pairs(
            text,
            edges,
            |edge| strand(edge.trim(), spec, &playing, empty, count),
            || {
                let letter =
                    |&code: &u8| format!("`{}`", char::from(spec.letters[usize::from(code)]));
                let list: Vec<String> = playing.iter().map(letter).collect();
                format!(
                    "expected an edge `a-b` between vertices 1 to {count}, and its letter ({}) if it \
                     is not `{}`",
                    list.join(", "),
                    char::from(spec.letters[usize::from(empty)])
                )
            },
        )?;
        Incidence::of(text, &vertices, &edges)
    }

    fn text(&self, program: &Program) -> String {
        let spec = &program.spec;
        let empty = spec.empty_of(spec.edges);
        let letter = |cell: usize| char::from(spec.letters[usize::from(self.0.colours[cell])]);
        let [vertices, edges] = self.kinds(spec);
        let name = |cell| vertices.binary_search(&cell).map_or(0, |at| at + 1).to_string();
        let edges = edges.iter().map(|&edge| {
            let mut ends = self.0.around(edge).map(name);
            let (a, b) = (ends.next().unwrap_or_default(), ends.next().unwrap_or_default());
            let letter = Some(letter(edge)).filter(|_| self.0.colours[edge] != empty);
            format!("{a}-{b}{}", letter.map(String::from).unwrap_or_default())
        });
        let edges: Vec<String> = edges.collect();
        let vertices: String = vertices.iter().map(|&cell| letter(cell)).collect();
        format!("{vertices}|{}", edges.join(","))
    }

    /// An edge that has another letter than most, or lacks an end, has a dot in its middle.
    fn drawn(&self, program: &Program) -> Picture {
        let spec = &program.spec;
        let [vertices, edges] = self.kinds(spec);
        let mut dots: Vec<Dot> =
            vertices.iter().map(|&cell| dot(program, self.0.colours[cell])).collect();
        let mut lines = Vec::new();
        for edge in edges {
            let place = |cell| vertices.binary_search(&cell).unwrap_or(0);
            let ends: Vec<usize> = self.0.around(edge).map(place).collect();
            match ends[..] {
                [a, b] if self.0.colours[edge] == spec.empty_of(spec.edges) => lines.push((a, b)),
                _ => {
                    lines.extend(ends.iter().map(|&end| (end, dots.len())));
                    let letter = spec.letters[usize::from(self.0.colours[edge])];
                    dots.push(Dot { label: char::from(letter).to_string(), ..Dot::default() });
                }
            }
        }
        Picture::Graph { vertices: dots, edges: lines, tints: Vec::new(), directed: false }
    }
}

/// `1-2=`, `1-2`, `2-=`
fn strand(text: &str, spec: &Spec, playing: &[u8], empty: u8, count: usize) -> Option<Strand> {
    let (a, b) = text.split_once('-')?;
    let last = b.bytes().last().filter(|last| !last.is_ascii_digit());
    let (b, letter) = match last {
        Some(letter) => {
            (b.get(..b.len() - 1)?, spec.code(letter).filter(|code| playing.contains(code))?)
        }
        None => (b, empty),
    };
    let end = |name: &str| match name.trim() {
        "" => Some(None),
        name => name.parse().ok().filter(|v| (1..=count).contains(v)).map(|v: usize| Some(v - 1)),
    };
    let (a, b) = (end(a)?, end(b)?);
    let twice = a.is_some() && a == b;
    // An end that is missing comes last.
    let mut ends = [a, b];
    ends.sort_unstable_by_key(|end| end.unwrap_or(usize::MAX));
    (!twice).then_some((ends, letter))
}
