//! Digraph Placement: taking a vertex also removes other vertices.

use std::cmp::Ordering;

use super::edge_list::{self, ends};
use super::{BOTH, LEFT, MOST_VERTICES, RIGHT, all_of, colour_of, ones, owned};
use crate::prelude::*;
use upstar_engine::Dot;

/// Digraph Placement: Left takes a blue vertex, Right a red one, and all vertices that its arcs
/// lead to are removed too.
#[derive(Clone, Copy, Debug)]
pub struct DigraphPlacement;

/// A digraph whose vertices belong to Left or Right, with the heads of the arcs from each vertex.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    owners: Box<[u8]>,
    arcs: Box<[u64]>,
}

impl Placement {
    /// The subgraph on the vertices in the set, in order.
    fn part(&self, set: u64) -> Placement {
        let mut place = [0u32; MOST_VERTICES];
        for (new, old) in (0u32..).zip(ones(set)) {
            place[old] = new;
        }
        let arcs = ones(set).map(|v| ones(self.arcs[v] & set).fold(0, |s, u| s | 1 << place[u]));
        Placement { owners: ones(set).map(|v| self.owners[v]).collect(), arcs: arcs.collect() }
    }

    fn arcs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.owners.len()).flat_map(|v| ones(self.arcs[v]).map(move |u| (v, u)))
    }

    fn all(&self) -> u64 {
        all_of(self.owners.len())
    }
}

impl Position for Placement {
    fn to_text(&self) -> String {
        let letter = |&owner: &u8| if owner == LEFT { 'L' } else { 'R' };
        let mut text: String = self.owners.iter().map(letter).collect();
        text.push('|');
        let arcs: Vec<String> = self.arcs().map(|(v, u)| format!("{}>{}", v + 1, u + 1)).collect();
        text + &arcs.join(",")
    }

    fn from_text(text: &str) -> Result<Self> {
        let (vertices, list) = text.split_once('|').unwrap_or((text, ""));
        let owners = edge_list::colours(text, vertices, &[('L', LEFT), ('R', RIGHT)])?;
        let n = owners.len();
        let read = |arc: &str| {
            let one_way = ends(arc, '>', n).map(|ends| (ends, false));
            one_way.or_else(|| Some((ends(arc, '-', n)?, true)))
        };
        let mut arcs = vec![0u64; n];
        for ((a, b), back) in edge_list::pairs(text, list, read, || {
            format!("expected an arc `a>b`, or `a-b` for both ways, between vertices 1 to {n}")
        })? {
            arcs[a] |= 1 << b;
            arcs[b] |= u64::from(back) << a;
        }
        Ok(Placement { owners: owners.into(), arcs: arcs.into() })
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + 9 * self.owners.len() + 32
    }

    fn picture(&self, _: &str) -> Picture {
        let dot = |(v, &owner): (usize, &u8)| Dot { label: (v + 1).to_string(), ..owned(owner) };
        Picture::Graph {
            vertices: self.owners.iter().enumerate().map(dot).collect(),
            edges: self.arcs().collect(),
            tints: Vec::new(),
            directed: true,
        }
    }
}

impl Ruleset for DigraphPlacement {
    type Position = Placement;

    as_in!(ROW);

    fn options(&self, graph: &Placement, player: Player, out: &mut Options<Placement>) -> Result {
        let mine = (0..graph.owners.len()).filter(|&v| graph.owners[v] == colour_of(player));
        out.extend(mine.map(|v| graph.part(graph.all() & !(graph.arcs[v] | 1 << v))));
        Ok(())
    }

    fn components(&self, graph: &Placement, out: &mut Vec<Placement>) -> Result {
        let mut left = graph.all();
        while left != 0 {
            let mut found = left & left.wrapping_neg();
            loop {
                let touched = (0..graph.owners.len())
                    .filter(|&v| graph.arcs[v] & found != 0 || found >> v & 1 == 1)
                    .fold(found, |set, v| set | 1 << v | graph.arcs[v]);
                if touched == found {
                    break;
                }
                found = touched;
            }
            left &= !found;
            out.push(graph.part(found));
        }
        Ok(())
    }

    fn normalize(&self, graph: Placement) -> (Placement, Negated) {
        let mut other = graph.clone();
        other.owners.iter_mut().for_each(|owner| *owner = BOTH - *owner);
        Negated::least(graph, other)
    }
}

pub(crate) const ROW: Row = Row {
    name: "digraph_placement",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "digraph_placement(\"LRL|1>2,2>3\"), with a-b for arcs both ways",
    rules: "A directed graph whose vertices are Left's (L) or Right's (R). A player removes one of\n\
            his vertices and all vertices to which it has an arc.",
    source: "Clow and McKay, Digraph placement games (2024)",
    example: ("digraph_placement(\"LLRR|1-2,1-3,1-4,2-3,2-4,3-4\")", "*"),
    make: Make::Rules(|| Rules::new(DigraphPlacement)),
    boards: false,
};
