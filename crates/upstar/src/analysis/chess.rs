//! Endgames of chess.

use serde::{Deserialize, Serialize};

/// An endgame of chess: in how many positions mate takes how many moves, up to the
/// symmetries of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ChessEnding {
    /// How many positions there are.
    pub positions: u64,
    /// The most moves that the first, stronger side needs to mate.
    pub longest_mate: u64,
    /// Positions that it wins, by the number of moves that mate takes, ascending.
    pub mates: Vec<MateDepth>,
    /// Positions that the other side wins.
    pub lost: SideToMove,
    /// Positions that are drawn.
    pub draws: SideToMove,
}

/// Positions in which mate takes the same number of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct MateDepth {
    /// Moves of the first side until mate.
    pub moves: u64,
    /// How many positions there are.
    #[serde(flatten)]
    pub positions: SideToMove,
}

/// How many positions there are with each side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct SideToMove {
    /// With the first, stronger side to move.
    pub strong_to_move: u64,
    /// With the other side to move.
    pub lone_to_move: u64,
}
