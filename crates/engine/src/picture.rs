//! The contents of a position's picture. How they are drawn is decided elsewhere.

use upstar_core::Player;
use upstar_values::surreal::Stalk;

/// The colour of an edge: who may cut it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edge {
    /// Left may cut it.
    Blue,
    /// Right may cut it.
    Red,
    /// Both may cut it.
    Green,
}

impl Edge {
    pub(crate) fn of(letter: char) -> Option<Edge> {
        match letter.to_ascii_lowercase() {
            'l' | 'b' => Some(Edge::Blue),
            'r' => Some(Edge::Red),
            'e' | 'g' => Some(Edge::Green),
            _ => None,
        }
    }

    pub(crate) fn letter(self) -> char {
        match self {
            Edge::Blue => 'l',
            Edge::Red => 'r',
            Edge::Green => 'e',
        }
    }

    /// Whether a player may cut it.
    pub fn allows(self, player: Player) -> bool {
        match self {
            Edge::Blue => player == Player::Left,
            Edge::Red => player == Player::Right,
            Edge::Green => true,
        }
    }

    pub(crate) fn exchanged(self) -> Edge {
        match self {
            Edge::Blue => Edge::Red,
            Edge::Red => Edge::Blue,
            Edge::Green => Edge::Green,
        }
    }
}

/// The edges of a position, sorted; vertex 0 is the ground. Loops and parallel
/// edges are allowed.
pub type Edges = Vec<(u32, u32, Edge)>;

/// A vertex of [`Picture::Graph`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dot {
    /// What is written in it.
    pub label: String,
    /// Who may take it, or whose it is: `L`, `R`, or nothing for both or nobody.
    pub owner: Option<Player>,
    /// How many tokens are on it.
    pub tokens: u64,
}

/// The contents of a picture of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Picture {
    /// A board: rows of letters, pieces of Left and Right among them.
    Board(Vec<String>),
    /// A board or strip with signs that belong to nobody; `.` is a free cell.
    Signs(Vec<String>),
    /// A board of herds: how many of Left stand on each cell, or, negative, of Right.
    Herds(Vec<Vec<i8>>),
    /// Heaps of stones.
    Heaps(Vec<u64>),
    /// Rows of pins.
    Pins(Vec<u64>),
    /// A strip of cells from 1 on with coins: each a cell and how many lie on it.
    Strip {
        /// How many cells are shown.
        cells: u64,
        /// The cells with coins.
        coins: Vec<(u64, u64)>,
    },
    /// Coins on the steps of a staircase, the floor first.
    Stairs(Vec<u64>),
    /// Pieces of a rectangular cake: rows and columns.
    Rectangles(Vec<(u64, u64)>),
    /// A box.
    Cuboid([u64; 3]),
    /// Points on a circle, numbered from 1, and chords.
    Circle {
        /// How many points.
        points: u64,
        /// The two ends of each chord.
        chords: Vec<(u64, u64)>,
    },
    /// A graph.
    Graph {
        /// The vertices.
        vertices: Vec<Dot>,
        /// The edges: from, to.
        edges: Vec<(usize, usize)>,
        /// The colours of the edges, in their order; empty if they have none.
        tints: Vec<Edge>,
        /// Whether edges have a direction.
        directed: bool,
    },
    /// Coloured edges that hang on the ground, which is vertex 0.
    Hackenbush(Edges),
    /// Regions of the plane, each with its boundaries, each of these with a letter for every vertex
    /// along it.
    Regions(Vec<Vec<String>>),
    /// A bamboo stalk, perhaps without end.
    Stalk(Stalk),
    /// Nothing but the text of the position.
    Text,
}

impl Picture {
    /// The usual picture of a position, by its notation: a board if it has one; numbers
    /// with commas between are heaps; else its text.
    #[must_use]
    pub fn usual(board: Option<Vec<String>>, position: &str) -> Picture {
        if let Some(rows) = board {
            return Picture::Board(rows);
        }
        let heaps: Result<Vec<u64>, _> = position.split(',').map(|n| n.trim().parse()).collect();
        match heaps {
            Ok(heaps) => Picture::Heaps(heaps),
            Err(_) => Picture::Text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notation_decides() {
        assert_eq!(Picture::usual(None, "3,4"), Picture::Heaps(vec![3, 4]));
        assert_eq!(Picture::usual(None, "xo"), Picture::Text);
        assert_eq!(Picture::usual(None, ""), Picture::Text);
        let rows = vec!["..".to_owned()];
        assert_eq!(Picture::usual(Some(rows.clone()), ".."), Picture::Board(rows));
    }
}
