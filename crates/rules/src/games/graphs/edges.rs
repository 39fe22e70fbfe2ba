//! Coloured edges: reading them, what hangs on the ground, and a standard order.

use std::cmp::Ordering;
use std::collections::HashMap;

use upstar_core::Player;

use super::edge_list::pairs;
use super::refinement::refined;
use crate::{Picture, Position, RuleError};

/// The colour of an edge: who may cut it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edge {
    /// Left may cut it.
    Blue,
    /// Right may cut it.
    Red,
    /// Both may cut it.
    Green,
}

impl Edge {
    fn of(letter: char) -> Option<Edge> {
        match letter.to_ascii_lowercase() {
            'l' | 'b' => Some(Edge::Blue),
            'r' => Some(Edge::Red),
            'e' | 'g' => Some(Edge::Green),
            _ => None,
        }
    }

    fn letter(self) -> char {
        match self {
            Edge::Blue => 'l',
            Edge::Red => 'r',
            Edge::Green => 'e',
        }
    }

    pub(super) fn allows(self, player: Player) -> bool {
        match self {
            Edge::Blue => player == Player::Left,
            Edge::Red => player == Player::Right,
            Edge::Green => true,
        }
    }

    fn exchanged(self) -> Edge {
        match self {
            Edge::Blue => Edge::Red,
            Edge::Red => Edge::Blue,
            Edge::Green => Edge::Green,
        }
    }
}

/// The edges of a position, sorted; vertex 0 is the ground. Loops and parallel
/// edges are allowed.
pub type Edges = Vec<(u32, u32, Edge)>;

/// The most edges that are read.
const MOST_EDGES: usize = 1_000_000;

impl Position for Edges {
    fn to_text(&self) -> String {
        let edges = self.iter().map(|(a, b, colour)| format!("{a}-{b}{}", colour.letter()));
        edges.collect::<Vec<_>>().join(",")
    }

    /// Reads a list `0-1l,1-2r` or a chain `lr`.
    fn from_text(text: &str) -> Result<Self, RuleError> {
        if text.contains('-') { read_list(text) } else { Chain::read(text) }
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&self[..]) + 16
    }

    fn picture(&self, _: &str) -> Picture {
        Picture::Hackenbush(self.clone())
    }
}

/// The end of an edge that is not `v`; of a loop, `v`.
pub(super) fn other_end(&(a, b, _): &(u32, u32, Edge), v: usize) -> usize {
    if a as usize == v { b as usize } else { a as usize }
}

/// The edges with the players' colours exchanged.
pub(super) fn exchanged(edges: &[(u32, u32, Edge)]) -> Edges {
    edges.iter().map(|&(a, b, colour)| (a, b, colour.exchanged())).collect()
}

/// The edges at each vertex, as numbers.
pub(super) fn incident(edges: &[(u32, u32, Edge)]) -> Vec<Vec<usize>> {
    let vertices =
        edges.iter().map(|&(a, b, _)| a.max(b)).max().map_or(1, |most| most as usize + 1);
    let mut at = vec![Vec::new(); vertices];
    for (index, &(a, b, _)) in edges.iter().enumerate() {
        at[a as usize].push(index);
        if a != b {
            at[b as usize].push(index);
        }
    }
    at
}

/// The edges that hang on the ground, sorted, without the edge `cut`.
pub(super) fn standing(edges: &[(u32, u32, Edge)], cut: Option<usize>) -> Edges {
    let at = incident(edges);
    let mut seen = vec![false; at.len()];
    seen[0] = true;
    let mut open = vec![0];
    while let Some(v) = open.pop() {
        for &index in &at[v] {
            let other = other_end(&edges[index], v);
            if Some(index) != cut && !seen[other] {
                seen[other] = true;
                open.push(other);
            }
        }
    }
    let kept = edges.iter().enumerate();
    let kept = kept.filter(|&(index, &(a, _, _))| Some(index) != cut && seen[a as usize]);
    let mut kept: Edges = kept.map(|(_, &(a, b, colour))| (a.min(b), a.max(b), colour)).collect();
    kept.sort_unstable();
    kept
}

/// The edges with the vertices in a standard order, found by refinement: trees
/// have one standard order, other graphs may have several.
pub(super) fn standard(edges: &Edges) -> Edges {
    let at = incident(edges);
    let ground = (0..at.len()).map(|v| u32::from(v != 0)).collect();
    let class = refined(ground, |v, around| {
        around.extend(
            at[v].iter().map(|&index| (edges[index].2 as u32, other_end(&edges[index], v))),
        );
    });
    let named = edges.iter().map(|&(a, b, colour)| {
        let (a, b) = (class[a as usize], class[b as usize]);
        (a.min(b), a.max(b), colour)
    });
    let mut named: Edges = named.collect();
    named.sort_unstable();
    named
}

/// The parts that have nothing but the ground in common.
pub(super) fn parts(edges: &Edges) -> Vec<Edges> {
    let at = incident(edges);
    let mut part = vec![usize::MAX; at.len()];
    let mut parts: Vec<Edges> = Vec::new();
    for start in 1..at.len() {
        if part[start] != usize::MAX || at[start].is_empty() {
            continue;
        }
        let number = parts.len();
        parts.push(Edges::new());
        part[start] = number;
        let mut open = vec![start];
        while let Some(v) = open.pop() {
            for &index in &at[v] {
                let other = other_end(&edges[index], v);
                if other != 0 && part[other] == usize::MAX {
                    part[other] = number;
                    open.push(other);
                }
            }
        }
    }
    for &(a, b, colour) in edges {
        // The larger end is not the ground, except in a loop at the ground.
        match a.max(b) {
            0 => parts.push(vec![(a, b, colour)]),
            v => parts[part[v as usize]].push((a, b, colour)),
        }
    }
    for part in &mut parts {
        // Names that are not used any more would make the part look larger.
        let mut names: Vec<u32> = part.iter().flat_map(|&(a, b, _)| [a, b]).collect();
        names.push(0);
        names.sort_unstable();
        names.dedup();
        let new = |v: u32| names.binary_search(&v).unwrap_or(0) as u32;
        for edge in part {
            *edge = (new(edge.0), new(edge.1), edge.2);
        }
    }
    parts
}

/// Reads `lrl`, `e(el;r)`, or with names for joints `e(e:{top};e:{top})`.
struct Chain<'t> {
    text: &'t str,
    edges: Edges,
    /// For each vertex itself, or an earlier one that it is the same as.
    same: Vec<u32>,
    joints: HashMap<&'t str, u32>,
}

impl<'t> Chain<'t> {
    fn read(text: &'t str) -> Result<Edges, RuleError> {
        let mut chain = Chain { text, edges: Vec::new(), same: vec![0], joints: HashMap::new() };
        let mut at = 0u32;
        let mut branches = Vec::new();
        let mut letters = text.char_indices();
        while let Some((place, letter)) = letters.next() {
            match letter {
                c if c.is_whitespace() => {}
                '(' => branches.push(at),
                ';' if !branches.is_empty() => at = branches.last().copied().unwrap_or(0),
                ')' if !branches.is_empty() => at = branches.pop().unwrap_or(0),
                ':' => {
                    let rest = &text[place + 1..];
                    let name = if let Some(rest) = rest.strip_prefix('{') {
                        let Some(end) = rest.find('}') else {
                            return Err(chain.complain(place..text.len(), "expected `}`"));
                        };
                        let name = &rest[..end];
                        letters.by_ref().take(name.chars().count() + 2).for_each(drop);
                        name
                    } else {
                        let Some((_, letter)) = letters.next() else {
                            let message = "expected the name of a joint after `:`";
                            return Err(chain.complain(place..text.len(), message));
                        };
                        &rest[..letter.len_utf8()]
                    };
                    at = chain.join(at, name);
                }
                other => {
                    let Some(colour) = Edge::of(other) else {
                        return Err(chain.complain(
                            place..place + other.len_utf8(),
                            &format!(
                                "expected an edge (`l` blue, `r` red, `e` green), `(`, `;`, `)` \
                                 or `:`, found `{}`",
                                other.escape_default()
                            ),
                        ));
                    };
                    if chain.edges.len() >= MOST_EDGES {
                        return Err(RuleError::too_large(
                            "the position",
                            "more edges",
                            format!("{MOST_EDGES} edges"),
                        ));
                    }
                    let end = chain.same.len() as u32;
                    chain.same.push(end);
                    chain.edges.push((at, end, colour));
                    at = end;
                }
            }
        }
        if !branches.is_empty() {
            return Err(chain.complain(text.len()..text.len(), "expected `)` at the end"));
        }
        let edges = std::mem::take(&mut chain.edges);
        Ok(edges.into_iter().map(|(a, b, c)| (chain.root(a), chain.root(b), c)).collect())
    }

    fn complain(&self, span: std::ops::Range<usize>, message: &str) -> RuleError {
        RuleError::notation(self.text, span, message)
    }

    /// Gives the vertex a name, or makes one vertex of it and the one of that name.
    fn join(&mut self, vertex: u32, name: &'t str) -> u32 {
        let joint = *self.joints.entry(name).or_insert(vertex);
        let (a, b) = (self.root(vertex), self.root(joint));
        self.same[a.max(b) as usize] = a.min(b);
        a.min(b)
    }

    /// The earliest vertex that `vertex` is the same as.
    fn root(&mut self, mut vertex: u32) -> u32 {
        while self.same[vertex as usize] != vertex {
            // Halving the way keeps it short.
            let next = self.same[vertex as usize];
            self.same[vertex as usize] = self.same[next as usize];
            vertex = self.same[vertex as usize];
        }
        vertex
    }
}

/// Reads `0-1l,1-2r`; vertex 0 is the ground.
fn read_list(text: &str) -> Result<Edges, RuleError> {
    let vertex = |name: &str| name.trim().parse().ok().filter(|&v| v <= MOST_EDGES as u32);
    let edge = |part: &str| {
        let part = part.trim();
        let letter = part.chars().next_back()?;
        let (a, b) = part[..part.len() - letter.len_utf8()].split_once('-')?;
        Some((vertex(a)?, vertex(b)?, Edge::of(letter)?))
    };
    pairs(text, text, edge, || {
        format!(
            "expected an edge such as `0-1l`: two vertices from 0 (the ground) to {MOST_EDGES}, \
             and a colour"
        )
    })
}
