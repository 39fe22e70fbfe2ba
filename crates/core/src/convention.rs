//! Normal and misère play.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::arcs::MoveResult;

/// Who wins when there is no move left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Convention {
    /// Normal play: a player without a move loses.
    #[default]
    Normal,
    /// Misère play: a player without a move wins.
    Misere,
}

impl Convention {
    /// Misère play if `misere`, otherwise normal play.
    #[must_use]
    pub const fn of(misere: bool) -> Convention {
        if misere { Convention::Misere } else { Convention::Normal }
    }

    /// `normal` or `misère`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Convention::Normal => "normal",
            Convention::Misere => "misère",
        }
    }

    /// The result for a player who has no move.
    #[must_use]
    pub const fn no_move(self) -> MoveResult {
        match self {
            Convention::Normal => MoveResult::Loss,
            Convention::Misere => MoveResult::Win,
        }
    }
}

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Convention::Normal => "normal play",
            Convention::Misere => "misère play",
        })
    }
}
