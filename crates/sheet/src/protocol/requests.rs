//! The fields of questions.

use serde::{Deserialize, Serialize};
use upstar_core::Player;

use super::View;

/// A cell: a name for it and what is typed in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cell {
    /// A name that no other cell of the sheet has.
    pub cell: String,
    /// One line or several. A line goes on with the next one in open brackets, and from `rules` to
    /// `end`.
    pub source: String,
}

/// Cells to work out.
///
/// Names stand for what the cells *above* make of them, in whatever order cells are run: what a
/// cell says depends on nothing but the texts of the cells from the first down to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunRequest {
    /// The whole sheet, from the top.
    pub cells: Vec<Cell>,
    /// The cells to work out. Those above that they need and that are not worked out yet come
    /// first, those below that depend on them follow. `null` is all cells.
    #[serde(default)]
    pub run: Option<Vec<String>>,
}

/// An expression, with the sheet in which its names have their meaning.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SubjectRequest {
    /// The expression.
    pub subject: String,
    /// Names mean what they do at the end of this cell of the last [`RunRequest`]; without it, there are
    /// no variables.
    #[serde(default)]
    pub cell: Option<String>,
    /// Whether the thermograph has its scaffolds.
    #[serde(default)]
    pub scaffolds: bool,
}

/// A position, as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ViewRequest {
    /// A position or a sum of some: `clobber("xo|ox") + nim(3,4)`.
    pub position: String,
}

/// A position that was set up by hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComposeRequest {
    /// A position of the same game, whose parameters the new one has.
    pub like: String,
    /// What it looks like.
    pub view: View,
}

/// A position in a game between two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayRequest {
    /// A position or a sum of some; where a line of best play is asked for, any game.
    pub position: String,
    /// Who is to move.
    pub mover: Player,
    /// Whether a player without a move wins.
    #[serde(default)]
    pub misere: bool,
    /// How often the engine looks for the best move, in thousandths.
    #[serde(default = "highest_level")]
    pub level: u32,
    /// What the engine's other moves depend on beside the position: a page that asks with another
    /// number each time has an engine that varies.
    #[serde(default)]
    pub seed: u32,
}

fn highest_level() -> u32 {
    1000
}

/// Positions of a game that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewRequest {
    /// The positions one after another, each with who is to move.
    pub positions: Vec<(String, Player)>,
    /// Whether a player without a move wins.
    #[serde(default)]
    pub misere: bool,
}

/// A graph of positions and moves, as the text of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GraphRequest {
    /// The name of the file: its ending says how it is written, unless the text does.
    pub name: String,
    /// What is in the file.
    pub text: String,
    /// Whether a player without a move wins.
    #[serde(default)]
    pub misere: bool,
}

/// A nim sequence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SequenceRequest {
    /// The name of a game of heaps or its code: `kayles`, `0.137`.
    pub game: String,
    /// The last heap.
    pub to: u64,
}

/// A text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TextRequest {
    /// The text.
    pub text: String,
}

/// Cells for a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SaveRequest {
    /// What is typed in the cells, from the top.
    pub sources: Vec<String>,
}

/// Work to stop.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StopRequest {
    /// The number of the request that is to stop; `null` is all.
    #[serde(default)]
    pub of: Option<u64>,
}
