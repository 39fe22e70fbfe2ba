//! Weighted Arc Kayles: counters on the vertices of a graph.

use super::{ColouredGraph, in_parts, with_sets};
use crate::prelude::*;
use upstar_engine::Dot;

/// Weighted Arc Kayles: a move takes one counter from each end of an edge.
#[derive(Clone, Copy, Debug)]
pub struct WeightedArcKayles;

/// The digits of weights; a vertex without a digit has weight 1.
const DIGITS: &[(char, u8)] = &[
    ('1', 1),
    ('2', 2),
    ('3', 3),
    ('4', 4),
    ('5', 5),
    ('6', 6),
    ('7', 7),
    ('8', 8),
    ('9', 9),
    ('0', 0),
];

impl WeightedArcKayles {
    /// The graph without empty and isolated vertices.
    fn rest(graph: &ColouredGraph) -> ColouredGraph {
        with_sets!(graph.vertices(), S => {
            graph.without_lone(graph.coloured::<S>(|weight| weight > 0))
        })
    }
}

impl Ruleset for WeightedArcKayles {
    type Position = ColouredGraph;

    as_in!(ROW);
    in_parts!();

    fn options(
        &self,
        graph: &ColouredGraph,
        _: Player,
        out: &mut Options<ColouredGraph>,
    ) -> Result {
        for (v, u) in graph.edges() {
            let mut after = graph.clone();
            after.colours[v] -= 1;
            after.colours[u] -= 1;
            out.push(Self::rest(&after));
        }
        Ok(())
    }

    fn write(&self, graph: &ColouredGraph) -> String {
        graph.text(DIGITS)
    }

    fn parse(&self, text: &str) -> Result<ColouredGraph> {
        Ok(Self::rest(&ColouredGraph::read(text, DIGITS)?))
    }

    fn picture(&self, graph: &ColouredGraph) -> Picture {
        graph.drawn(|weight| Dot { label: weight.to_string(), ..Dot::default() })
    }
}

pub(crate) const ROW: Row = Row {
    name: "weighted_arc_kayles",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "weighted_arc_kayles(\"3-2-1\") or weighted_arc_kayles(\"321|1-2,2-3\")",
    rules: "Each vertex of a graph has as many counters as its digit says. A move takes one counter\n\
            from both ends of an edge.",
    source: "CGSuite",
    example: ("weighted_arc_kayles(\"3-2\")", "0"),
    make: Make::Rules(|| Rules::new(WeightedArcKayles)),
    boards: false,
};
