//! Snort and Col: colouring the vertices of a graph.

use super::stones::{Coloured, Stones};
use super::{BOTH, ColouredGraph, LEFT, RIGHT, VertexSet, colour_of, with_sets};
use crate::prelude::*;
use smallvec::SmallVec;

/// Snort and Col: the players colour vertices of a graph. In Snort, neighbours must not have
/// different colours; in Col, they must not have the same colour.
///
/// A position is the graph of the vertices that some player may still take, each with the players
/// who may take it. Played on a board, it has the stones as well.
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

    /// The player who may not take the neighbours of a vertex of `player`.
    fn excluded(self, player: Player) -> Player {
        if self.snort { player.opponent() } else { player }
    }

    /// Takes `vertex` for `player`.
    fn take(&self, position: &Coloured, vertex: usize, player: Player) -> Coloured {
        let mut colours: SmallVec<[u8; 64]> = SmallVec::from_slice(position.graph.colours());
        for neighbour in position.graph.around(vertex) {
            colours[neighbour] &= !colour_of(self.excluded(player));
        }
        colours[vertex] = 0;
        let board = position.board.as_ref().map(|board| Box::new(board.with(vertex, player)));
        self.rest(&position.graph, &colours, board)
    }

    /// The remaining vertices, and the edges that still matter.
    fn rest(
        &self,
        graph: &ColouredGraph,
        colours: &[u8],
        mut board: Option<Box<Stones>>,
    ) -> Coloured {
        if let Some(board) = &mut board {
            let left = board.places.iter().zip(colours).filter(|&(_, &colour)| colour != 0);
            board.places = left.map(|(&place, _)| place).collect();
        }
        // Could taking one vertex ever forbid the other to a player who may take it?
        let matters = |a: u8, b: u8| if self.snort { a | b == BOTH } else { a & b != 0 };
        let graph = with_sets!(colours.len(), S => {
            let mut having = [S::default(); 4];
            (0..).zip(colours).for_each(|(v, &colour)| having[usize::from(colour)] |= S::one(v));
            let met = |a: u8| (1..=BOTH).filter(move |&b| a != 0 && matters(a, b));
            let near: [S; 4] = std::array::from_fn(|a| {
                met(a as u8).fold(S::default(), |set, b| set | having[usize::from(b)])
            });
            let around = graph.adjacency::<S>();
            let joined = around.iter().zip(colours);
            let joined: SmallVec<[S; 64]> =
                joined.map(|(&set, &colour)| set & near[usize::from(colour)]).collect();
            ColouredGraph::of_set(S::all_of(colours.len()) & !having[0], colours, &joined)
        });
        Coloured { graph, board }
    }
}

impl Ruleset for Colouring {
    type Position = Coloured;

    fn components(&self, position: &Coloured, out: &mut Vec<Coloured>) -> Result {
        position.graph.parts(|part| out.push(part.into()));
        Ok(())
    }

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(&self, position: &Coloured, player: Player, out: &mut Options<Coloured>) -> Result {
        let colours = position.graph.colours.iter().enumerate();
        let mine = colours.filter(|&(_, &colour)| colour & colour_of(player) != 0);
        out.extend(mine.map(|(vertex, _)| self.take(position, vertex, player)));
        Ok(())
    }

    fn normalize(&self, position: Coloured) -> (Coloured, Negated) {
        let graph = position.graph;
        let (graph, negated) = Negated::least(graph.standard(), graph.exchanged().standard());
        (graph.into(), negated)
    }

    fn name(&self) -> &str {
        if self.snort { SNORT.name } else { COL.name }
    }

    fn write(&self, position: &Coloured) -> String {
        match position.rows() {
            Some(rows) => rows.join("|"),
            None => position.graph.text(self.letters()),
        }
    }

    fn parse(&self, text: &str) -> Result<Coloured> {
        let Coloured { graph, board } = match Stones::read(text, |player| self.excluded(player))? {
            Some(position) => position,
            None => ColouredGraph::read(text, self.letters())?.into(),
        };
        Ok(self.rest(&graph, graph.colours(), board))
    }
}

pub(crate) const SNORT: Row = Row {
    name: "snort",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "snort(\"path 5\"), snort(\"3x3\"), snort(\"..x|...\") or snort(\".:A-L(-.:A;-R)\")",
    rules: "A move colours a vertex of a graph, blue for Left, red for Right; neighbours may not\n\
            have different colours. L: next to a blue vertex, so that only Left may take it.\n\
            On a board x and o are stones of Left and Right, # is no cell.",
    source: "Simon Norton; On Numbers and Games, chapter 8",
    example: ("snort(\".-.-.(-.;-.)\")", "+-{3|2}"),
    make: Make::Rules(|| Rules::new(Colouring { snort: true })),
    boards: false,
};

pub(crate) const COL: Row = Row {
    name: "col",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "col(\"path 5\"), col(\"3x3\"), col(\"..x|...\") or col(\".:A-L(-.:A;-R)\")",
    rules: "A move colours a vertex of a graph, blue for Left, red for Right; neighbours may not\n\
            have the same colour. L: next to a blue vertex, so that only Right may take it.\n\
            On a board x and o are stones of Left and Right, # is no cell.",
    source: "Colin Vout; On Numbers and Games, chapter 8",
    example: ("col(\"path 3\")", "0"),
    make: Make::Rules(|| Rules::new(Colouring { snort: false })),
    boards: false,
};

#[cfg(test)]
mod tests {
    use upstar_core::{Budget, Player};
    use upstar_engine::{Engine, Settings};

    use crate::parse_game;

    /// The moves by the definition: a stone on a free cell whose neighbours allow it.
    fn moves(snort: bool, rows: &[String], player: Player) -> Vec<Vec<String>> {
        let at = |row: usize, column: usize| rows.get(row)?.chars().nth(column);
        let (mine, other) = if player == Player::Left { ('x', 'o') } else { ('o', 'x') };
        let bad = if snort { other } else { mine };
        let mut found = Vec::new();
        for (row, column) in (0..rows.len()).flat_map(|r| (0..rows[0].len()).map(move |c| (r, c))) {
            let (up, left) = (row.wrapping_sub(1), column.wrapping_sub(1));
            let around = [(up, column), (row + 1, column), (row, left), (row, column + 1)];
            let allowed = around.iter().all(|&(row, column)| at(row, column) != Some(bad));
            if at(row, column) == Some('.') && allowed {
                let mut after = rows.to_vec();
                after[row].replace_range(column..=column, &mine.to_string());
                found.push(after);
            }
        }
        found
    }

    #[test]
    fn boards_are_played_by_the_definition() {
        let universe = upstar_values::Universe::new();
        let engine = Engine::new(&universe, Settings::default());
        let value =
            |text: &str| parse_game(text).unwrap().value(&engine, &Budget::unlimited()).unwrap();
        for (snort, name) in [(true, "snort"), (false, "col")] {
            assert_eq!(value(&format!("{name}(\"..|..|..\")")), value(&format!("{name}(\"3x2\")")));
            let mut open = vec![vec!["..".to_owned(), "..".to_owned(), ".#".to_owned()]];
            let mut met = std::collections::HashSet::new();
            while let Some(rows) = open.pop() {
                if !met.insert(rows.clone()) {
                    continue;
                }
                let text = format!("{name}(\"{}\")", rows.join("|"));
                let game = parse_game(&text).unwrap();
                assert_eq!((game.text(), game.board()), (text, Some(rows.clone())));
                for player in Player::BOTH {
                    let found = game.options(player).unwrap();
                    let mut found: Vec<_> = found.iter().map(|o| o.board().unwrap()).collect();
                    let mut expected = moves(snort, &rows, player);
                    found.sort_unstable();
                    expected.sort_unstable();
                    assert_eq!(found, expected, "{name} {rows:?}");
                    open.extend(found);
                }
            }
            assert!(met.len() > 40, "{}", met.len());
        }
    }

    #[test]
    fn bad_boards_are_refused_at_their_place() {
        for (text, place) in
            [("snort(\"xo|..\")", 0), ("col(\"..|.x|.x\")", 4), ("col(\"..x|.\")", 4)]
        {
            match parse_game(text).unwrap_err() {
                upstar_engine::RuleError::Notation { place: found, .. } => {
                    let start = text.find('"').unwrap() + 1;
                    assert_eq!(
                        found.span.as_ref().map(|span| span.start),
                        Some(start + place),
                        "{text}"
                    );
                }
                other => panic!("{text}: {other}"),
            }
        }
        let large =
            format!("snort(\"x......................{}\")", "|.......................".repeat(22));
        assert!(parse_game(&large).unwrap_err().to_string().contains("free cells"));
    }
}
