//! Node Kayles and Arc Kayles: Kayles on graphs.

use super::{ColouredGraph, in_parts, ones};
use crate::games::prelude::*;

/// Kayles on a graph: a move takes a vertex with its neighbours (Node Kayles), or an edge
/// with both its ends (Arc Kayles).
#[derive(Clone, Copy, Debug)]
pub struct GraphKayles {
    /// Whether edges are taken, and not vertices.
    pub arcs: bool,
}

impl Ruleset for GraphKayles {
    type Position = ColouredGraph;

    in_parts!(impartial);

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(&self, graph: &ColouredGraph, _: Player, out: &mut Vec<ColouredGraph>) -> Done {
        for v in 0..graph.colours.len() {
            if self.arcs {
                let later = ones(graph.adjacency[v]).filter(|&u| u > v);
                out.extend(later.map(|u| graph.without(1 << v | 1 << u)));
            } else {
                out.push(graph.without(1 << v | graph.adjacency[v]));
            }
        }
        Ok(())
    }

    fn name(&self) -> &str {
        if self.arcs { ARC_KAYLES.name } else { NODE_KAYLES.name }
    }
}

pub(crate) const NODE_KAYLES: Row = Row {
    name: "node_kayles",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "node_kayles(\"path 7\"), node_kayles(\"3x3\") or node_kayles(\"...|1-2,2-3\")",
    rules: "A move removes a vertex of a graph and all its neighbours.",
    source: "Schaefer, On the complexity of some two-person perfect-information games (1978)",
    example: ("node_kayles(\"path 5\")", "*3"),
    make: Make::Rules(|| Rules::new(GraphKayles { arcs: false })),
    boards: false,
};

pub(crate) const ARC_KAYLES: Row = Row {
    name: "arc_kayles",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "arc_kayles(\"path 7\"), arc_kayles(\"3x3\") or arc_kayles(\"...|1-2,2-3\")",
    rules: "A move removes an edge of a graph, both its ends, and all edges at them.",
    source: "Schaefer (1978)",
    example: ("arc_kayles(\"path 7\")", "*"),
    make: Make::Rules(|| Rules::new(GraphKayles { arcs: true })),
    boards: false,
};
