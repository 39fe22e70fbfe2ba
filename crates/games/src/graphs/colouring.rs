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
