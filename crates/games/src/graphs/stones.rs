//! The board of Snort and Col: stones beside the graph of the cells that may still be taken.

use upstar_engine::positions::edge_list::EdgeList;

use super::{BOTH, ColouredGraph, MOST_VERTICES, colour_of};
use crate::prelude::*;
use upstar_engine::positions::grid::man;

/// A graph whose vertices have the colours of the players who may take them, and the board on which
/// it is played, if there is one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coloured {
    /// The vertices that may still be taken.
    pub graph: ColouredGraph,
    /// The board. Positions that are searched have none.
    pub board: Option<Box<Stones>>,
}

/// A board with stones: `x` of Left, `o` of Right, `.` without a stone, `#` outside the board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stones {
    columns: usize,
    cells: Vec<u8>,
    /// The cell of each vertex of the graph.
    pub places: Vec<usize>,
}

impl Position for Coloured {
    fn order(&self, other: &Self) -> std::cmp::Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        let board =
            self.board.as_ref().map_or(0, |board| size_of::<Stones>() + 9 * board.cells.len());
        self.graph.bytes() + board
    }

    fn rows(&self) -> Option<Vec<String>> {
        self.board.as_ref().map(|board| board.rows())
    }

    fn picture(&self, text: &str) -> Picture {
        match self.rows() {
            Some(rows) => Picture::Board(rows),
            None => self.graph.picture(text),
        }
    }
}

impl From<ColouredGraph> for Coloured {
    fn from(graph: ColouredGraph) -> Self {
        Coloured { graph, board: None }
    }
}

impl Stones {
    /// Reads a board with the graph of its free cells; `None` if the text is no board. `lost` is the
    /// player who may not take the neighbours of a stone of a player.
    pub fn read(text: &str, lost: impl Fn(Player) -> Player) -> Result<Option<Coloured>> {
        let rows: Vec<&str> = text.split('|').collect();
        let has_stones = text.contains(['x', 'o', '#']);
        if !text.bytes().all(|letter| b".xo#|".contains(&letter))
            || !has_stones && (rows.len() < 2 || rows.iter().any(|row| row.is_empty()))
        {
            return Ok(None);
        }
        let columns = rows[0].len();
        let mut start = 0;
        for row in &rows {
            if row.len() != columns || row.is_empty() {
                let message = format!("expected a row of {} cells, as the first", columns.max(1));
                return Err(RuleError::notation(text, start..start + row.len(), message));
            }
            start += row.len() + 1;
        }
        let cells: Vec<u8> = rows.concat().into_bytes();
        let around = |cell: usize| {
            let beside =
                [(!cell.is_multiple_of(columns)).then(|| cell - 1), cell.checked_sub(columns)];
            let after = [(cell % columns + 1 < columns).then_some(cell + 1), Some(cell + columns)];
            beside.into_iter().chain(after).flatten().filter(|&other| other < cells.len())
        };
        let places: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] == b'.').collect();
        if places.len() > MOST_VERTICES {
            let size = format!("{} free cells", places.len());
            return Err(RuleError::too_large(
                "the board",
                size,
                format!("{MOST_VERTICES} free cells"),
            ));
        }
        for (cell, player) in (0..cells.len()).flat_map(|cell| Player::BOTH.map(|who| (cell, who)))
        {
            if cells[cell] == man(player) && around(cell).any(|c| cells[c] == man(lost(player))) {
                let place = cell + cell / columns;
                let message = "the rules do not allow this stone beside its neighbours";
                return Err(RuleError::notation(text, place..place + 1, message));
            }
        }
        let colour = |&cell: &usize| {
            let taken = |player: &Player| around(cell).any(|c| cells[c] == man(*player));
            Player::BOTH
                .into_iter()
                .filter(taken)
                .fold(BOTH, |c, player| c & !colour_of(lost(player)))
        };
        let colours = places.iter().map(colour).collect();
        let edge = |(v, &cell): (usize, &usize)| {
            let ends = around(cell).filter_map(|other| places.binary_search(&other).ok());
            ends.filter(|&u| v < u).map(|u| (v, u)).collect::<Vec<_>>()
        };
        let edges = places.iter().enumerate().flat_map(edge).collect();
        let graph = ColouredGraph::new(EdgeList { colours, edges });
        Ok(Some(Coloured { graph, board: Some(Box::new(Stones { columns, cells, places })) }))
    }

    /// The board with a stone of `player` on a vertex of the graph.
    pub fn with(&self, vertex: usize, player: Player) -> Stones {
        let mut after = self.clone();
        after.cells[self.places[vertex]] = man(player);
        after
    }

    /// The rows of the board.
    pub fn rows(&self) -> Vec<String> {
        let rows = self.cells.chunks(self.columns);
        rows.map(|row| row.iter().copied().map(char::from).collect()).collect()
    }
}
