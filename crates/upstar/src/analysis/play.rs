//! How play goes.

use std::fmt;

use serde::{Deserialize, Serialize};
use upstar_core::Player;
use upstar_core::arcs::MoveResult;

/// How play goes from a position, for one player who moves first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Play {
    /// Who moves first; nobody in particular in an impartial game. In chess, White
    /// is Left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mover: Option<Player>,
    /// The result for the mover.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<MoveResult>,
    /// Remoteness: moves to the end when the winner hurries and the loser delays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u64>,
    /// Every winning move, sorted, where they are asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub winning_moves: Vec<WinningMove>,
    /// Moves with what becomes of them, where they are asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<PlayedMove>,
    /// A best line: the positions one after another, the subject first. A drawn
    /// line ends where a position comes back.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// That there were too many positions to count moves: the winner makes the first winning move
    /// in the order of the texts, and the loser the first move of all.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub line_not_counted: bool,
}

/// A move that wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WinningMove {
    /// The summand to move in, counted from 1; absent in graphs and in chess.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summand: Option<u64>,
    /// Where the move begins, where that is shorter to say than the summand: the vertex of a token that
    /// may be annihilated, or the lowest edge of a stalk that wins, counted from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The position after the move: of the summand, if there are summands. In chess the move, in its
    /// notation.
    pub after: String,
}

impl WinningMove {
    /// A move to a position.
    pub(crate) fn to(after: impl Into<String>) -> Self {
        WinningMove { summand: None, from: None, after: after.into() }
    }

    /// A move in a summand, counted from 1.
    pub(crate) fn within(summand: usize, after: impl Into<String>) -> Self {
        WinningMove { summand: Some(summand as u64), ..WinningMove::to(after) }
    }
}

impl From<&upstar_engine::WinningMove> for WinningMove {
    fn from(found: &upstar_engine::WinningMove) -> Self {
        WinningMove::within(found.index, &found.after)
    }
}

/// `summand: position after the move`, `summand at edge: stalk`, `from: vertex`, or the position alone.
impl fmt::Display for WinningMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.summand, &self.from) {
            (Some(summand), Some(edge)) => write!(f, "{summand} at {edge}: ")?,
            (Some(summand), None) => write!(f, "{summand}: ")?,
            (None, Some(from)) => write!(f, "{from}: ")?,
            (None, None) => {}
        }
        f.write_str(&self.after)
    }
}

/// A move, and what becomes of it under best play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayedMove {
    /// The move, in the notation of the game.
    #[serde(rename = "move")]
    pub notation: String,
    /// The result for the player who makes it.
    pub result: MoveResult,
    /// Remoteness, this move counted; absent in a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u64>,
}
