//! Grim: vertices of a graph are removed one by one.

mod large;
mod parts;

use self::large::LargeGrim;
use self::parts::is_union;
use super::edge_list::EdgeList;
use super::{ColouredGraph, PLAIN, VertexSet, in_parts, with_sets};
use crate::heaps::named::chains;
use crate::heaps::take_and_break::named;
use crate::prelude::*;

/// Graphs with more vertices are lists of parts, most of which have values by theorems.
const MOST_SEARCHED: usize = 64;

/// Grim on any graph: remove a vertex that has a neighbour, with its edges.
#[derive(Clone, Copy, Debug)]
pub struct Grim;

impl Ruleset for Grim {
    type Position = ColouredGraph;

    as_in!(ROW);
    in_parts!();

    fn options(
        &self,
        graph: &ColouredGraph,
        _: Player,
        out: &mut Options<ColouredGraph>,
    ) -> Result {
        with_sets!(graph.vertices(), S => {
            let all = graph.all::<S>();
            out.extend(all.ones().map(|taken| graph.without_lone(all & !S::one(taken))));
        });
        Ok(())
    }

    fn parse(&self, text: &str) -> Result<ColouredGraph> {
        let graph = ColouredGraph::from_text(text)?;
        Ok(with_sets!(graph.vertices(), S => graph.without_lone(graph.all::<S>())))
    }

    /// Numbers are chains, which have an octal code.
    fn game(&self, rules: &Rules, arguments: &Arguments) -> Result<Game> {
        match arguments.get(0) {
            Some(Argument::Integer(_)) => named(ROW.name, "0.6", chains).make(arguments),
            Some(_) if arguments.len() == 1 => {
                let text = arguments.text(0)?;
                let list = EdgeList::read_up_to(&text, PLAIN, MOST_SEARCHED);
                let too_large = matches!(list, Err(RuleError::TooLarge { .. }));
                if too_large || is_union(&text) {
                    LargeGrim::rules().make(arguments)
                } else {
                    Ok(rules.at(self.position(arguments)?))
                }
            }
            _ => Ok(rules.at(self.position(arguments)?)),
        }
    }
}

pub(crate) const ROW: Row = Row {
    name: "grim",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "grim(n) for a chain of n vertices, grim(\"cycle 5\"), grim(\"star 400;cycle 80\") or \
            grim(\"...|1-2,2-3\")",
    rules: "A move removes a vertex of a graph that has a neighbour, with all its edges.",
    source: "Peabody and Willis; Delta, Gra Grim i twierdzenie Sprague'a-Grundy'ego",
    example: ("grim(8)", "*"),
    make: Make::Rules(|| Rules::new(Grim)),
    boards: false,
};
