//! Graphs as CGSuite writes them, along a walk: vertices, edges, branches in parentheses, and
//! names for vertices that are met again.

use std::collections::HashMap;
use std::fmt::Display;
use std::ops::Range;

use crate::{Result, RuleError};

/// What a game writes on the vertices and the edges of its graphs.
pub(super) struct Signs<'a, V, E> {
    /// The vertex that a letter stands for.
    pub(super) vertex: &'a dyn Fn(char) -> Option<V>,
    /// A vertex without a letter.
    pub(super) plain: V,
    /// The edge that a letter stands for.
    pub(super) edge: &'a dyn Fn(char) -> Option<E>,
    /// The edge to a branch that begins with a vertex, as in `.-(.;-.)`; none if branches begin
    /// with edges.
    pub(super) branch: Option<E>,
    /// Whether a `;` outside parentheses begins another part.
    pub(super) parts: bool,
    /// Whether an edge may lead from a vertex to itself.
    pub(super) loops: bool,
    /// What stands for vertices and edges, for messages.
    pub(super) expected: &'a dyn Display,
}

/// The most edges that are read.
pub(super) const MOST_EDGES: usize = 1_000_000;

/// A graph that was read: what is on each vertex, and the edges. Vertices are numbered as they
/// are met; one that is met again under its name keeps its first number, and the number that it
/// would have had is left out.
pub(super) struct Walk<V, E> {
    pub(super) vertices: Vec<V>,
    pub(super) edges: Vec<(usize, usize, E)>,
    /// Whether a number is that of a vertex, and not left out.
    first: Vec<bool>,
}

impl<V: Copy + PartialEq, E: Copy> Walk<V, E> {
    /// Reads a walk such as `.-L-(.;-R)`, `.:A-.-.:A`, `e(el;r)` or `(e:{top};e:{top})`.
    ///
    /// A vertex may be left out before and after an edge. `:` and a letter, or a name in braces,
    /// is a name of the vertex before it: all vertices of one name are one. Branches in
    /// parentheses begin at the vertex before these.
    pub(super) fn read(text: &str, signs: &Signs<'_, V, E>) -> Result<Self> {
        let mut reader = Reader {
            text,
            signs,
            walk: Walk { vertices: Vec::new(), edges: Vec::new(), first: Vec::new() },
            marked: Vec::new(),
            same: Vec::new(),
            names: HashMap::new(),
            places: Vec::new(),
            at: None,
            ahead: None,
        };
        reader.read()?;
        let Reader { mut walk, mut same, places, .. } = reader;
        for ((a, b, _), place) in walk.edges.iter_mut().zip(places) {
            (*a, *b) = (root(&mut same, *a), root(&mut same, *b));
            if a == b && !signs.loops {
                let message = "expected an edge between two different vertices";
                return Err(RuleError::notation(text, place, message));
            }
        }
        walk.first = (0..same.len()).map(|v| root(&mut same, v) == v).collect();
        Ok(walk)
    }

    /// The same with the vertices numbered without gaps.
    pub(super) fn without_gaps(mut self) -> Self {
        let mut next = 0;
        let mut number = Vec::with_capacity(self.first.len());
        for &first in &self.first {
            number.push(next);
            next += usize::from(first);
        }
        let mut first = self.first.iter();
        self.vertices.retain(|_| *first.next().unwrap_or(&true));
        self.edges.iter_mut().for_each(|(a, b, _)| (*a, *b) = (number[*a], number[*b]));
        self.first = vec![true; next];
        self
    }
}

/// What was read up to some place.
struct Reader<'t, V, E> {
    text: &'t str,
    signs: &'t Signs<'t, V, E>,
    walk: Walk<V, E>,
    /// Whether something is written on each vertex.
    marked: Vec<bool>,
    /// For each vertex itself, or an earlier one that it is the same as.
    same: Vec<usize>,
    names: HashMap<&'t str, usize>,
    /// Where each edge is written.
    places: Vec<Range<usize>>,
    /// The vertex where the walk is.
    at: Option<usize>,
    /// The edge that it is on, and where that is written.
    ahead: Option<(E, Range<usize>)>,
}

/// A vertex with branches.
#[derive(Clone, Copy)]
struct Joint {
    at: usize,
    /// Whether the walk is at the beginning of a branch.
    fresh: bool,
}

impl<'t, V: Copy + PartialEq, E: Copy> Reader<'t, V, E> {
    fn read(&mut self) -> Result {
        let mut joints: Vec<Joint> = Vec::new();
        let mut letters = self.text.char_indices();
        while let Some((place, letter)) = letters.next() {
            let span = place..place + letter.len_utf8();
            let fresh = joints.last_mut().is_some_and(|joint| std::mem::take(&mut joint.fresh));
            match letter {
                c if c.is_whitespace() => {
                    if let Some(joint) = joints.last_mut() {
                        joint.fresh = fresh;
                    }
                }
                '(' => {
                    let next = self.text[span.end..].trim_start().chars().next();
                    let begins = next.is_some_and(|next| (self.signs.vertex)(next).is_some());
                    if begins && self.signs.branch.is_some() && self.at.is_some() {
                        // `.-(.;-.)` joins each branch, with or without an edge of its own.
                        self.ahead = None;
                    }
                    let at = self.arrive()?;
                    joints.push(Joint { at, fresh: true });
                }
                ';' if !joints.is_empty() => {
                    self.end(span)?;
                    if let Some(joint) = joints.last_mut() {
                        joint.fresh = true;
                        self.at = Some(joint.at);
                    }
                }
                ';' if self.signs.parts => {
                    self.end(span)?;
                    self.at = None;
                }
                ')' if !joints.is_empty() => {
                    self.end(span)?;
                    self.at = joints.pop().map(|joint| joint.at);
                }
                ':' => {
                    let name = self.name(place)?;
                    self.call(&self.text[name.clone()], place..name.end)?;
                    while letters.as_str().len() > self.text.len() - name.end {
                        letters.next();
                    }
                }
                other => self.step(other, span, fresh)?,
            }
        }
        let end = self.text.len()..self.text.len();
        if !joints.is_empty() {
            return Err(self.complain(end, "the graph ends too early; expected `)` at the end"));
        }
        self.end(end)
    }

    /// A vertex or an edge.
    fn step(&mut self, letter: char, span: Range<usize>, fresh: bool) -> Result {
        if let Some(mark) = (self.signs.vertex)(letter) {
            match (self.at, &self.ahead, self.signs.branch) {
                (None, ..) | (_, Some(_), _) => {}
                (Some(_), None, Some(edge)) if fresh => self.ahead = Some((edge, span)),
                (.., Some(_)) => {
                    return Err(self.complain(span, "expected `-` between two vertices"));
                }
                (.., None) => {
                    return Err(self.complain(span, "expected an edge between two vertices"));
                }
            }
            let vertex = self.vertex(Some(mark))?;
            self.at = Some(vertex);
        } else if let Some(edge) = (self.signs.edge)(letter) {
            self.arrive()?;
            self.ahead = Some((edge, span));
        } else {
            let message =
                format!("expected {}, found `{}`", self.signs.expected, letter.escape_default());
            return Err(self.complain(span, message));
        }
        Ok(())
    }

    /// The vertex where the walk is, or a new one without a letter if none is written.
    fn arrive(&mut self) -> Result<usize> {
        match self.at {
            Some(at) if self.ahead.is_none() => Ok(at),
            _ => {
                let vertex = self.vertex(None)?;
                self.at = Some(vertex);
                Ok(vertex)
            }
        }
    }

    /// The end of a branch or of the graph.
    fn end(&mut self, span: Range<usize>) -> Result {
        if self.at.is_none() {
            let early = if span.is_empty() { "the graph ends too early; " } else { "" };
            return Err(self.complain(span, format!("{early}expected {}", self.signs.expected)));
        }
        self.arrive().map(drop)
    }

    /// Another vertex, at the end of the edge that the walk is on.
    fn vertex(&mut self, mark: Option<V>) -> Result<usize> {
        let vertex = self.same.len();
        self.same.push(vertex);
        self.walk.vertices.push(mark.unwrap_or(self.signs.plain));
        self.marked.push(mark.is_some_and(|mark| mark != self.signs.plain));
        if let (Some(from), Some((edge, place))) = (self.at, self.ahead.take()) {
            if self.walk.edges.len() >= MOST_EDGES {
                let limit = format!("{MOST_EDGES} edges");
                return Err(RuleError::too_large("the graph", "more edges", limit));
            }
            self.walk.edges.push((from, vertex, edge));
            self.places.push(place);
        }
        Ok(vertex)
    }

    /// Where the name after a `:` is, with its braces if it has some.
    fn name(&self, colon: usize) -> Result<Range<usize>> {
        let rest = &self.text[colon + 1..];
        let end = match rest.chars().next() {
            Some('{') => rest.find('}').map(|end| end + 1).ok_or("expected `}`"),
            Some(letter) => Ok(letter.len_utf8()),
            None => Err("expected the name of a vertex after `:`"),
        };
        let end = end.map_err(|message| self.complain(colon..self.text.len(), message))?;
        Ok(colon + 1..colon + 1 + end)
    }

    /// Gives the vertex where the walk is a name, or makes one vertex of it and the one of that
    /// name.
    fn call(&mut self, name: &'t str, span: Range<usize>) -> Result {
        let vertex = self.arrive()?;
        let name = name.strip_prefix('{').and_then(|name| name.strip_suffix('}')).unwrap_or(name);
        let known = *self.names.entry(name).or_insert(vertex);
        let (a, b) = (root(&mut self.same, vertex), root(&mut self.same, known));
        let (first, later) = (a.min(b), a.max(b));
        match (self.marked[first], self.marked[later]) {
            (true, true) if self.walk.vertices[first] != self.walk.vertices[later] => {
                let message = format!("two different vertices cannot both have the name `{name}`");
                return Err(self.complain(span, message));
            }
            (false, true) => {
                self.walk.vertices[first] = self.walk.vertices[later];
                self.marked[first] = true;
            }
            _ => {}
        }
        self.same[later] = first;
        self.at = Some(first);
        Ok(())
    }

    fn complain(&self, span: Range<usize>, message: impl Into<String>) -> RuleError {
        RuleError::notation(self.text, span, message)
    }
}

/// The earliest vertex that `vertex` is the same as.
fn root(same: &mut [usize], mut vertex: usize) -> usize {
    while same[vertex] != vertex {
        // Halving the way keeps it short.
        same[vertex] = same[same[vertex]];
        vertex = same[vertex];
    }
    vertex
}
