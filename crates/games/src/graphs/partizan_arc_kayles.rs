//! Arc Kayles with edges that belong to players.

use super::MOST_VERTICES;
use super::edges::{self, Edges, exchanged};
use crate::prelude::*;
use upstar_engine::Dot;

/// Arc Kayles with edges of three colours: Left's, Right's and both players'.
#[derive(Clone, Copy, Debug)]
pub struct PartizanArcKayles;

/// The largest number of edges for which options are listed.
const MOST_EDGES: usize = 1 << 12;

/// The edges, sorted, with vertices numbered in order of appearance.
fn tidy(edges: Edges) -> Edges {
    let mut names: Vec<u32> = edges.iter().flat_map(|&(a, b, _)| [a, b]).collect();
    names.sort_unstable();
    names.dedup();
    let name = |v: u32| names.binary_search(&v).unwrap_or(0) as u32;
    let tidied = edges.into_iter().map(|(a, b, colour)| {
        let (a, b) = (name(a), name(b));
        (a.min(b), a.max(b), colour)
    });
    let mut tidied: Edges = tidied.collect();
    tidied.sort_unstable();
    tidied
}

impl Ruleset for PartizanArcKayles {
    type Position = Edges;

    as_in!(ROW);

    fn options(&self, edges: &Edges, player: Player, out: &mut Options<Edges>) -> Result {
        if edges.len() > MOST_EDGES {
            return Err(RuleError::too_large("the graph", edges.len(), MOST_EDGES));
        }
        for &(a, b, _) in edges.iter().filter(|edge| edge.2.allows(player)) {
            let apart =
                |edge: &&(u32, u32, _)| ![edge.0, edge.1].iter().any(|v| [a, b].contains(v));
            out.push(tidy(edges.iter().filter(apart).copied().collect()));
        }
        Ok(())
    }

    fn components(&self, edges: &Edges, out: &mut Vec<Edges>) -> Result {
        let mut left = edges.clone();
        while let Some(first) = left.pop() {
            let (mut part, mut next) = (vec![first], 0);
            while let Some(&(a, b, _)) = part.get(next) {
                next += 1;
                let touches =
                    |edge: &(u32, u32, _)| [edge.0, edge.1].iter().any(|v| [a, b].contains(v));
                part.extend(left.extract_if(.., |edge| touches(edge)));
            }
            out.push(tidy(part));
        }
        Ok(())
    }

    fn normalize(&self, edges: Edges) -> (Edges, Negated) {
        let other = tidy(exchanged(&edges));
        Negated::least(tidy(edges), other)
    }

    fn parse(&self, text: &str) -> Result<Edges> {
        let edges = edges::read(text, true)?;
        if edges.iter().any(|(a, b, _)| a == b) {
            let message = "expected edges between different vertices";
            return Err(RuleError::notation(text, 0..text.len(), message));
        }
        Ok(tidy(edges))
    }

    fn picture(&self, edges: &Edges) -> Picture {
        let vertices = edges.iter().map(|&(a, b, _)| a.max(b) as usize + 1).max().unwrap_or(0);
        if vertices > MOST_VERTICES {
            return Picture::Text;
        }
        Picture::Graph {
            vertices: vec![Dot::default(); vertices],
            edges: edges.iter().map(|&(a, b, _)| (a as usize, b as usize)).collect(),
            tints: edges.iter().map(|&(_, _, colour)| colour).collect(),
            directed: false,
        }
    }
}

pub(crate) const ROW: Row = Row {
    name: "partizan_arc_kayles",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "partizan_arc_kayles(\"l(l;re)\") or partizan_arc_kayles(\"0-1l,1-2r,2-0e\")",
    rules: "A move removes an edge of a graph (l Left's, r Right's, e both players') with both its\n\
            ends and all edges at them. Graphs are written as in hackenbush.",
    source: "CGSuite",
    example: ("partizan_arc_kayles(\"lr\")", "*"),
    make: Make::Rules(|| Rules::new(PartizanArcKayles)),
    boards: false,
};
