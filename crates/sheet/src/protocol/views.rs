//! What there is to see of positions.

use serde::{Deserialize, Serialize};
use upstar_core::Player;

/// A position as it is shown and set up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    /// As it is typed.
    pub position: String,
    /// Its summands.
    pub summands: Vec<SummandView>,
    /// Whether both players have the same moves in all of them.
    pub impartial: bool,
    /// Whether play may go on for ever.
    pub loopy: bool,
}

/// A summand of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SummandView {
    /// As it is typed.
    pub position: String,
    /// The name of the game; absent of a value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// What there is to see.
    pub view: View,
    /// Whether Left and Right are exchanged: a minus sign before it.
    #[serde(default)]
    pub negative: bool,
}

/// What there is to see of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "view", rename_all = "snake_case")]
pub enum View {
    /// Rows of letters; a strip has one row.
    Board {
        /// The rows.
        rows: Vec<String>,
    },
    /// Rows of numbers: men of Left on a cell, or, negative, of Right.
    Herds {
        /// The rows.
        rows: Vec<Vec<i32>>,
    },
    /// Heaps, rows of pins, steps of a staircase, the sides of boxes.
    Heaps {
        /// How they are drawn.
        shape: HeapShape,
        /// The numbers.
        heaps: Vec<String>,
    },
    /// A strip of cells from 1 on with coins.
    Coins {
        /// How many cells are shown.
        cells: u64,
        /// The cells with coins: which, and how many lie on it.
        coins: Vec<(u64, u64)>,
    },
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
        vertices: Vec<Vertex>,
        /// The edges.
        edges: Vec<GraphEdge>,
        /// Whether edges have a direction.
        directed: bool,
    },
    /// Coloured edges that hang on the ground, which is vertex 0.
    Hackenbush {
        /// The edges.
        edges: Vec<GraphEdge>,
        /// Where the vertices are, from 0 on: columns from the left and heights above the ground, in
        /// lengths of an edge. Vertex 0 has no place of its own: an edge from it starts below its
        /// other end. May be left out where a view is set up.
        #[serde(default)]
        places: Vec<(f64, f64)>,
    },
    /// Nothing but its text.
    Text {
        /// The text.
        text: String,
    },
}

/// How numbers are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum HeapShape {
    /// Heaps of stones.
    Heaps,
    /// Rows of pins.
    Pins,
    /// Coins on the steps of a staircase, the floor first.
    Stairs,
    /// Pieces of cake: two numbers each, rows and columns.
    Rectangles,
    /// The three sides of a box.
    Cuboid,
}

/// A vertex of a graph that is shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Vertex {
    /// What is written in it.
    #[serde(default)]
    pub label: String,
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Player>,
    /// How many tokens are on it.
    #[serde(default)]
    pub tokens: u64,
    /// Its place, in lengths of an edge; down is positive. May be left out where a view is set up.
    #[serde(default)]
    pub x: f64,
    /// See `x`.
    #[serde(default)]
    pub y: f64,
}

/// An edge of a graph that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GraphEdge {
    /// The vertex that it begins at, counted from 0.
    pub from: u32,
    /// The vertex that it ends at.
    pub to: u32,
    /// Who may use it, where edges have colours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<Colour>,
}

/// A colour of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// Left's.
    Blue,
    /// Right's.
    Red,
    /// For both.
    Green,
}
