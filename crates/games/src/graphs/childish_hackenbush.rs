//! Childish Hackenbush: cutting a blue or a red edge must not disconnect others from the ground.

use super::edges::{Edge, Edges, standing};
use super::hackenbush::{Hackenbush, LONG};
use crate::prelude::*;

/// Childish Hackenbush: as Hackenbush, but a blue or a red edge may be cut only if all other edges
/// stay connected to the ground. Green edges may always be cut.
#[derive(Clone, Copy, Debug)]
pub struct ChildishHackenbush;

impl Ruleset for ChildishHackenbush {
    type Position = Edges;

    as_in!(ROW);

    fn options(&self, edges: &Edges, player: Player, out: &mut Options<Edges>) -> Result {
        if edges.len() > 10_000 {
            return Err(RuleError::too_large("the position", edges.len(), "10000 edges"));
        }
        for (index, &(_, _, colour)) in edges.iter().enumerate() {
            if edges.len() > LONG {
                out.tick()?;
            }
            if colour.allows(player) {
                let rest = standing(edges, Some(index));
                if colour == Edge::Green || rest.len() + 1 == edges.len() {
                    out.push(rest);
                }
            }
        }
        Ok(())
    }

    fn components(&self, edges: &Edges, out: &mut Vec<Edges>) -> Result {
        Hackenbush.components(edges, out)
    }

    fn normalize(&self, edges: Edges) -> (Edges, Negated) {
        Hackenbush.normalize(edges)
    }

    fn parse(&self, text: &str) -> Result<Edges> {
        Hackenbush.parse(text)
    }
}

pub(crate) const ROW: Row = Row {
    name: "childish_hackenbush",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "childish_hackenbush(\"l(l;rl)\"), written as in hackenbush",
    rules: "Hackenbush in which a blue edge (l, Left's) or a red one (r, Right's) may be cut only if\n\
            everything else stays connected to the ground; green edges (e) may always be cut.",
    source: "Winning Ways, chapter 2; green edges as in CGSuite",
    example: ("childish_hackenbush(\"(e:B;e:Bllllllrrr:B)\")", "{0|^[4]*||vv}"),
    make: Make::Rules(|| Rules::new(ChildishHackenbush)),
    boards: false,
};
