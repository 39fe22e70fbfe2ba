//! Generalized Col, as in CGSuite's `GenCol`; Fjords is one of these games.

use super::{ColouredGraph, LEFT, RIGHT, VertexSet, colour_of, with_sets};
use crate::prelude::*;

/// A vertex with no taken neighbour, with a neighbour of Left, with a neighbour of Right.
const LETTERS: &[(char, u8)] = &[('.', 0), ('L', LEFT), ('R', RIGHT)];

/// A move takes a vertex that the player is permitted to take. Neighbours that had no taken
/// neighbour are then next to the player, and those next to the opponent are removed.
#[derive(Clone, Copy, Debug)]
struct GeneralCol {
    /// For each player the permitted kinds of vertices, bit k for kind k.
    permitted: [u8; 2],
}

impl GeneralCol {
    fn rules(parameters: &Arguments) -> Result<Rules> {
        if parameters.len() != 2 {
            return Err(RuleError::Usage);
        }
        let mut permitted = [0; 2];
        for (index, set) in permitted.iter_mut().enumerate() {
            let text = parameters.text(index)?;
            for letter in text.chars().filter(|letter| !letter.is_whitespace() && *letter != ',') {
                let kind = LETTERS.iter().find(|(known, _)| known.eq_ignore_ascii_case(&letter));
                let Some((_, kind)) = kind else {
                    let message =
                        "expected the vertices that the player may take: `.`, `L` and `R`";
                    return Err(parameters.complain(index, message));
                };
                *set |= 1 << kind;
            }
        }
        Ok(Rules::new(GeneralCol { permitted }))
    }

    fn may_take(self, player: Player, kind: u8) -> bool {
        self.permitted[usize::from(player == Player::Right)] >> kind & 1 == 1
    }

    /// Whether the players have the same rules.
    fn is_fair(self) -> bool {
        let [left, right] = self.permitted;
        right == (left & 1 | (left & 1 << LEFT) << 1 | (left & 1 << RIGHT) >> 1)
    }

    /// The parts in which somebody can take a vertex. In the other parts nobody ever can.
    fn live(self, graph: &ColouredGraph) -> Vec<ColouredGraph> {
        let mut parts = Vec::new();
        graph.parts(|part| parts.push(part));
        let may_be_taken = |&kind: &u8| Player::BOTH.iter().any(|&who| self.may_take(who, kind));
        parts.retain(|part| part.colours.iter().any(may_be_taken));
        parts
    }
}

impl Ruleset for GeneralCol {
    type Position = ColouredGraph;

    as_in!(ROW);

    fn options(
        &self,
        graph: &ColouredGraph,
        player: Player,
        out: &mut Options<ColouredGraph>,
    ) -> Result {
        let (own, other) = (colour_of(player), colour_of(player.opponent()));
        let kinds = graph.colours.iter().enumerate();
        for (vertex, _) in kinds.filter(|&(_, &kind)| self.may_take(player, kind)) {
            let mut after = graph.clone();
            let mut gone = vec![vertex];
            for neighbour in graph.around(vertex) {
                match graph.colours[neighbour] {
                    0 => after.colours[neighbour] = own,
                    kind if kind == other => gone.push(neighbour),
                    _ => {}
                }
            }
            out.push(with_sets!(graph.vertices(), S => after.without(S::of(gone))));
        }
        Ok(())
    }

    fn components(&self, graph: &ColouredGraph, out: &mut Vec<ColouredGraph>) -> Result {
        out.extend(self.live(graph));
        Ok(())
    }

    fn normalize(&self, graph: ColouredGraph) -> (ColouredGraph, Negated) {
        let same = graph.standard();
        if !self.is_fair() {
            return (same, Negated::No);
        }
        Negated::least(same, graph.exchanged().standard())
    }

    fn write(&self, graph: &ColouredGraph) -> String {
        graph.text(LETTERS)
    }

    fn parse(&self, text: &str) -> Result<ColouredGraph> {
        ColouredGraph::read(text, LETTERS)
    }

    fn parameters(&self) -> String {
        let letters = |set: u8| -> String {
            let known = LETTERS.iter().filter(|(_, kind)| set >> kind & 1 == 1);
            known.map(|&(letter, _)| letter).collect()
        };
        let [left, right] = self.permitted.map(letters);
        format!("\"{left}\",\"{right}\"")
    }
}

pub(crate) const ROW: Row = Row {
    name: "gen_col",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "gen_col(\"L\",\"R\"; \"L-.-.-R\")",
    rules: "The kinds of vertices that Left may take, and those that Right may take: L next to one of\n\
            Left, R next to one of Right, . next to none. When a player takes a vertex, its neighbours\n\
            marked . get his letter, and those marked with the opponent's letter are removed.",
    source: "CGSuite: Snort is gen_col(\".L\",\".R\"), Col gen_col(\".R\",\".L\"), its Fjords gen_col(\"L\",\"R\")",
    example: ("gen_col(\"L\",\"R\"; \"L-.-R\")", "0"),
    make: Make::With(GeneralCol::rules),
    boards: false,
};
