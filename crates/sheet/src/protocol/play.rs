//! Moves, and graphs from files.

use serde::{Deserialize, Serialize};
use upstar::{Analysis, HowFound, MoveResult};
use upstar_core::{Outcome, Player};

use super::{GraphEdge, View};

/// The moves of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Moves {
    /// Who is to move.
    pub mover: Player,
    /// The moves, sorted by what they lead to.
    pub moves: Vec<Move>,
    /// Whether there are more moves than are listed.
    pub more: bool,
    /// What becomes of the position for the one who moves, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<MoveResult>,
    /// Whether no more results follow.
    pub complete: bool,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Move {
    /// The position after it, as it is typed.
    pub position: String,
    /// The summand that it is made in, counted from 0, where that is clear.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summand: Option<usize>,
    /// The views of the summands after it.
    pub views: Vec<View>,
    /// What becomes of it for the one who moves; absent where it was not found in time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<MoveResult>,
    /// How many moves it is to the end, this one counted, where the winner hurries and the loser
    /// delays; in games that may go on for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u64>,
}

/// The engine's move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Chosen {
    /// The position after it; absent if there is no move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// How it was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub how: Option<HowFound>,
}

/// A line of best play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Line {
    /// The positions one after another, the one that was asked about first.
    pub positions: Vec<String>,
    /// Where play goes on for ever: the index of the position that comes after the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeats_from: Option<usize>,
    /// Whether moves were counted. There may be too many positions for that: then the winner makes
    /// the first move that wins, and the loser the first of all.
    pub counted: bool,
}

/// Who wins a position, if that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    /// Left wins.
    Left,
    /// Right wins.
    Right,
    /// Nobody wins.
    Draw,
    /// It was not found in time.
    Unknown,
}

/// A graph from a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolvedFile {
    /// What is known of all of it.
    pub analysis: Analysis,
    /// The vertices, in the order of the file; empty if there are too many to be drawn.
    pub vertices: Vec<SolvedVertex>,
    /// The arcs.
    pub arcs: Vec<GraphEdge>,
    /// A drawing, in which vertices have their names as `data-id`; absent if there are too many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
    /// The table `vertex,outcome,remoteness,move` (or `vertex,class,...`) as CSV; absent of graphs
    /// that are too large for a page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
}

/// A vertex of a graph from a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolvedVertex {
    /// Its name.
    pub name: String,
    /// Who wins.
    pub outcome: Outcome,
    /// Its Grundy value or loopy value, of impartial graphs in normal play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Its remoteness, with Left and with Right to move (the same in impartial games); absent in a
    /// draw. Retrograde analysis finds vertices in this order.
    pub remoteness: [Option<u64>; 2],
    /// The best moves of Left and Right, by number; absent where there is none.
    pub best: [Option<u32>; 2],
    /// Who moves there, in graphs whose vertices have owners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Player>,
    /// Its priority in a parity game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<u64>,
    /// Its place from the left, in pixels.
    pub x: f64,
    /// Its place from the top, in pixels.
    pub y: f64,
}
