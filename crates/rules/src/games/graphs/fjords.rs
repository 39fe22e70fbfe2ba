//! Fjords: players spread over a graph.

use super::{BOTH, ColouredGraph, LEFT, RIGHT, colour_of, ones, owned};
use crate::Dot;
use crate::games::prelude::*;

const LETTERS: &[(char, u8)] = &[('.', 0), ('L', LEFT), ('R', RIGHT), ('B', BOTH)];

/// Fjords: a player takes vertices beside those that he has.
///
/// A position is the graph of the vertices that nobody has taken, each with those who have
/// a neighbour of it. Who has one may take the vertex, whoever else has one; CGSuite's Fjords,
/// in which nobody may take a vertex beside both, is `gen_col("L","R"; ...)`.
#[derive(Clone, Copy, Debug)]
pub struct Fjords;

impl Fjords {
    /// The graph without the parts in which nobody has a vertex to begin from.
    fn rest(graph: &ColouredGraph) -> ColouredGraph {
        let mut dead = 0;
        graph.connected(graph.all(), |set| {
            if ones(set).all(|v| graph.colours[v] == 0) {
                dead |= set;
            }
        });
        graph.without(dead)
    }
}

impl Ruleset for Fjords {
    type Position = ColouredGraph;

    as_in!(ROW);

    fn options(&self, graph: &ColouredGraph, player: Player, out: &mut Vec<ColouredGraph>) -> Done {
        let own = colour_of(player);
        for v in ones(graph.coloured(|colour| colour & own != 0)) {
            let mut after = graph.clone();
            for neighbour in ones(graph.adjacency[v]) {
                after.colours[neighbour] |= own;
            }
            out.push(after.without(1 << v));
        }
        Ok(())
    }

    fn components(&self, graph: &ColouredGraph, out: &mut Vec<ColouredGraph>) -> Done {
        Self::rest(graph).parts(out);
        Ok(())
    }

    fn normalize(&self, graph: ColouredGraph) -> (ColouredGraph, Negated) {
        let same = Self::rest(&graph);
        Negated::least(same.standard(), same.exchanged().standard())
    }

    fn write(&self, graph: &ColouredGraph) -> String {
        graph.text(LETTERS)
    }

    fn parse(&self, text: &str) -> Result<ColouredGraph, RuleError> {
        ColouredGraph::read(text, LETTERS)
    }

    fn picture(&self, graph: &ColouredGraph) -> Picture {
        let label = |colour| if colour == BOTH { "B".to_owned() } else { String::new() };
        graph.drawn(|colour| Dot { label: label(colour), ..owned(colour) })
    }
}

pub(crate) const ROW: Row = Row {
    name: "fjords",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "fjords(\"L-.-.-R\") or fjords(\"L..R|1-2,2-3,3-4\")",
    rules: "A player takes a free vertex of a graph next to one of his own. Only free vertices are\n\
            shown: L next to a vertex of Left, R next to one of Right, B next to both, . next to\n\
            none.",
    source: "Grossman, Fjords (Mathematical Games); CGSuite",
    example: ("fjords(\"L-.-.-R\")", "0"),
    make: Make::Rules(|| Rules::new(Fjords)),
    boards: false,
};
