//! Coloured edges: reading them, what is connected to the ground, and a standard order.

use std::cmp::Ordering;

use super::edge_list::pairs;
use super::refinement::refined;
use super::walk::{MOST_EDGES, Signs, Walk};
pub use crate::picture::{Edge, Edges};
use crate::{Picture, Position, Result};

impl Position for Edges {
    fn to_text(&self) -> String {
        let edges = self.iter().map(|(a, b, colour)| format!("{a}-{b}{}", colour.letter()));
        edges.collect::<Vec<_>>().join(",")
    }

    /// Reads a list `0-1l,1-2r` or a walk `e(el;r)`.
    fn from_text(text: &str) -> Result<Self> {
        read(text, false)
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
pub fn other_end(&(a, b, _): &(u32, u32, Edge), v: usize) -> usize {
    if a as usize == v { b as usize } else { a as usize }
}

/// The edges with the players' colours exchanged.
pub fn exchanged(edges: &[(u32, u32, Edge)]) -> Edges {
    edges.iter().map(|&(a, b, colour)| (a, b, colour.exchanged())).collect()
}

/// The edges at each vertex, as numbers.
pub fn incident(edges: &[(u32, u32, Edge)]) -> Vec<Vec<usize>> {
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

/// The edges that are connected to the ground, sorted, without the edge `cut`.
pub fn standing(edges: &[(u32, u32, Edge)], cut: Option<usize>) -> Edges {
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

/// Graphs with more edges stay as they are: refinement may take quadratic time.
const MOST_ORDERED: usize = 1000;

/// The edges with the vertices in a standard order, found by refinement: trees
/// have one standard order, other graphs may have several, and very large ones keep theirs.
pub fn standard(edges: &Edges) -> Edges {
    if edges.len() > MOST_ORDERED {
        return edges.clone();
    }
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
pub fn parts(edges: &Edges) -> Vec<Edges> {
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

/// Reads a list `0-1l,1-2r` or a walk `e(el;r)`; a walk begins at vertex 0. `arc_kayles`: there may
/// be parts, and there are no edges from a vertex to itself.
pub fn read(text: &str, arc_kayles: bool) -> Result<Edges> {
    if text.contains('-') {
        return read_list(text);
    }
    if text.trim().is_empty() {
        return Ok(Edges::new());
    }
    let signs = Signs {
        vertex: &|letter| (letter == '.').then_some(()),
        plain: (),
        edge: &Edge::of,
        branch: None,
        parts: arc_kayles,
        loops: !arc_kayles,
        expected: &"an edge (`l` blue, `r` red, `e` green), `.`, `(`, `;`, `)` or `:`",
    };
    let edges = Walk::read(text, &signs)?.edges.into_iter();
    // There are fewer than 2^32 vertices, as there are edges.
    Ok(edges.map(|(a, b, colour)| (a as u32, b as u32, colour)).collect())
}

/// Reads `0-1l,1-2r`; vertex 0 is the ground.
fn read_list(text: &str) -> Result<Edges> {
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
