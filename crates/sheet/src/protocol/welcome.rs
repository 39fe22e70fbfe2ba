//! What there is: names, games, limits.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use upstar::CatalogueEntry;
use upstar_core::{Budget, CancelFlag};

/// What there is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Welcome {
    /// The version of the contract, `PROTOCOL`.
    pub protocol: u32,
    /// The version of the program.
    pub version: String,
    /// Functions and methods, sorted by name, and the words of the language.
    pub names: Vec<Name>,
    /// The catalogue of games, sorted by name.
    pub games: Vec<Game>,
    /// The sheet that the program was started with, if it was; the sources of its cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<Vec<String>>,
    /// What is refused, and when work is stopped.
    pub limits: Limits,
}

/// Bounds on what is asked.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Limits {
    /// Seconds for a request; `null` is no bound.
    pub seconds: Option<f64>,
    /// Bytes of memory for a sheet; `null` is no bound.
    pub bytes: Option<u64>,
    /// Bytes of a request.
    pub request_bytes: u64,
}

impl Limits {
    /// The time for a request.
    #[must_use]
    pub fn time(&self) -> Option<Duration> {
        self.seconds.map(|seconds| Duration::from_secs_f64(seconds.clamp(0.0, 1e9)))
    }

    /// The budget of a request, which `cancel` stops.
    #[must_use]
    pub fn budget(&self, cancel: CancelFlag) -> Budget {
        let mut budget = Budget::unlimited().with_cancel(cancel);
        if let Some(time) = self.time() {
            budget = budget.with_time(time);
        }
        if let Some(bytes) = self.bytes {
            budget = budget.with_bytes(bytes);
        }
        budget
    }
}

/// What is known of a function or method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Name {
    /// The name as it is documented; case and underscores do not matter.
    pub name: String,
    /// Other names for the same.
    pub aliases: Vec<String>,
    /// How it is written.
    pub usage: String,
    /// Its definition.
    pub about: String,
    /// An expression.
    pub example: String,
    /// The value of the example.
    pub answer: String,
}

/// A game of the catalogue, and how its positions are set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Game {
    /// What the catalogue says.
    #[serde(flatten)]
    pub entry: CatalogueEntry,
    /// Whether both players have the same moves.
    pub impartial: bool,
    /// Whether play may go on for ever.
    pub loopy: bool,
    /// Letters that a cell of its boards may have, the free cell first; empty of games without
    /// boards or strips of letters.
    pub letters: Vec<char>,
    /// The letters among them that stand for pieces of Left.
    pub left: Vec<char>,
    /// The letters among them that stand for pieces of Right.
    pub right: Vec<char>,
    /// The kind of view of its example: what editor it needs.
    pub editor: Editor,
}

/// What a position is set up with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Editor {
    /// Cells of letters in rows: `View::Board` of one row or more.
    Board,
    /// Numbers on the cells of a board: `View::Herds`.
    Herds,
    /// Numbers: `View::Heaps`.
    Heaps,
    /// Coins on a strip: `View::Coins`.
    Coins,
    /// Coloured edges on a ground: `View::Hackenbush`.
    Hackenbush,
    /// Vertices and edges: `View::Graph`.
    Graph,
    /// Only its text.
    Text,
}
