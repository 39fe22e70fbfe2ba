//! Snort and Col: colouring the vertices of a graph.

use super::{BOTH, ColouredGraph, LEFT, RIGHT, colour_of, in_parts, ones};
use crate::prelude::*;

/// Snort and Col: the players colour vertices of a graph. In Snort, neighbours must not have
/// different colours; in Col, they must not have the same colour.
///
/// A position is the graph of the vertices that some player may still take, each with the players
/// who may take it.
#[derive(Clone, Copy, Debug)]
pub struct Colouring {
    /// Whether neighbours must not have different colours (Snort) or the same colour (Col).
    pub snort: bool,
}

impl Colouring {
    /// The letter shows the colour beside the vertex.
    fn letters(self) -> &'static [(char, u8)] {
        if self.snort {
            &[('.', BOTH), ('L', LEFT), ('R', RIGHT), ('E', BOTH)]
        } else {
            &[('.', BOTH), ('L', RIGHT), ('R', LEFT), ('E', BOTH)]
        }
    }

    /// Takes `vertex` for `player`.
    fn take(&self, graph: &ColouredGraph, vertex: usize, player: Player) -> ColouredGraph {
        let lost = colour_of(if self.snort { player.opponent() } else { player });
        let mut after = graph.clone();
        for neighbour in ones(graph.adjacency[vertex]) {
            after.colours[neighbour] &= !lost;
        }
        after.colours[vertex] = 0;
        self.rest(&after)
    }

    /// The remaining vertices, and the edges that still matter.
    fn rest(&self, graph: &ColouredGraph) -> ColouredGraph {
        let mut rest = graph.induced(graph.coloured(|colour| colour != 0));
        for v in 0..rest.colours.len() {
            for u in ones(rest.adjacency[v]) {
                let (a, b) = (rest.colours[v], rest.colours[u]);
                // Could taking one vertex ever forbid the other to a player who may take it?
                let matters = if self.snort { a | b == BOTH } else { a & b != 0 };
                if !matters {
                    rest.adjacency[v] &= !(1 << u);
                }
            }
        }
        rest
    }
}

impl Ruleset for Colouring {
    type Position = ColouredGraph;

    in_parts!();

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(
        &self,
        graph: &ColouredGraph,
        player: Player,
        out: &mut Options<ColouredGraph>,
    ) -> Result<(), RuleError> {
        let mine = graph.coloured(|colour| colour & colour_of(player) != 0);
        out.extend(ones(mine).map(|vertex| self.take(graph, vertex, player)));
        Ok(())
    }

    fn normalize(&self, graph: ColouredGraph) -> (ColouredGraph, Negated) {
        Negated::least(graph.standard(), graph.exchanged().standard())
    }

    fn name(&self) -> &str {
        if self.snort { SNORT.name } else { COL.name }
    }

    fn write(&self, graph: &ColouredGraph) -> String {
        graph.text(self.letters())
    }

    fn parse(&self, text: &str) -> Result<ColouredGraph, RuleError> {
        Ok(self.rest(&ColouredGraph::read(text, self.letters())?))
    }
}

pub(crate) const SNORT: Row = Row {
    name: "snort",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "snort(\"path 5\"), snort(\"3x3\") or snort(\".:A-L(-.:A;-R)\")",
    rules: "A move colours a vertex of a graph, blue for Left, red for Right; neighbours may not\n\
            have different colours. L: next to a blue vertex, so that only Left may take it.",
    source: "Simon Norton; On Numbers and Games, chapter 8",
    example: ("snort(\".-.-.(-.;-.)\")", "+-{3|2}"),
    make: Make::Rules(|| Rules::new(Colouring { snort: true })),
    boards: false,
};

pub(crate) const COL: Row = Row {
    name: "col",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "col(\"path 5\"), col(\"3x3\") or col(\".:A-L(-.:A;-R)\")",
    rules: "A move colours a vertex of a graph, blue for Left, red for Right; neighbours may not\n\
            have the same colour. L: next to a blue vertex, so that only Right may take it.",
    source: "Colin Vout; On Numbers and Games, chapter 8",
    example: ("col(\"path 3\")", "0"),
    make: Make::Rules(|| Rules::new(Colouring { snort: false })),
    boards: false,
};
