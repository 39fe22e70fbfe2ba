//! Digraph Placement: taking a vertex also removes other vertices.

use std::cmp::Ordering;

use super::edge_list::{self, ends};
use super::{BOTH, LEFT, RIGHT, Rows, VertexSet, colour_of, connected, owned, with_sets};
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
    arcs: Rows,
}

impl Placement {
    /// The subgraph on the vertices in the set, in order.
    fn part<S: VertexSet>(&self, set: S, arcs: &[S]) -> Placement {
        let order: Vec<usize> = set.ones().collect();
        let owners = order.iter().map(|&v| self.owners[v]).collect();
        Placement { owners, arcs: Rows::part(&order, set, arcs) }
    }

    fn arcs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.owners.len()).flat_map(|v| self.arcs.at(v).map(move |u| (v, u)))
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
        let list = edge_list::pairs(text, list, read, || {
            format!("expected an arc `a>b`, or `a-b` for both ways, between vertices 1 to {n}")
        })?;
        let arcs = with_sets!(n, S => {
            let mut arcs = vec![S::default(); n];
            for ((a, b), back) in list {
                arcs[a] |= S::one(b);
                if back {
                    arcs[b] |= S::one(a);
                }
            }
            Rows::of(n, arcs)
        });
        Ok(Placement { owners: owners.into(), arcs })
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + self.owners.len() + self.arcs.bytes() + 32
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
        with_sets!(graph.owners.len(), S => {
            let (all, arcs) = (S::all_of(graph.owners.len()), graph.arcs.sets::<S>());
            out.extend(mine.map(|v| graph.part(all & !(arcs[v] | S::one(v)), &arcs)));
        });
        Ok(())
    }

    fn components(&self, graph: &Placement, out: &mut Vec<Placement>) -> Result {
        let n = graph.owners.len();
        with_sets!(n, S => {
            let arcs = graph.arcs.sets::<S>();
            let mut joined = arcs.to_vec();
            graph.arcs().for_each(|(v, u)| joined[u] |= S::one(v));
            connected(S::all_of(n), |v| joined[v], |set| out.push(graph.part(set, &arcs)));
        });
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
