//! [`Analysis`]: the one answer type.

use serde::{Deserialize, Serialize};
use upstar_core::{Convention, Outcome, Report, StopReason};

mod chess;
mod claim;
mod error;
mod graph;
mod play;
mod property;
mod quotient;
mod sequence;
mod solved;
mod table;
mod thermograph;

pub use chess::{ChessEnding, MateDepth, SideToMove};
pub use claim::Claim;
pub use error::InputError;
pub use graph::{GraphFacts, GraphStats, Longest};
pub use play::{Play, PlayedMove, WinningMove};
pub use property::{CertificateFacts, Count, Estimate, Known, NoStopper, NumberInterval, Property};
pub use quotient::{PartizanPortions, QuotientFacts, SubgroupFacts, WeightFacts};
pub use sequence::{HeapValue, RareHeaps, SequenceFacts};
pub use solved::{SolvedFacts, SolvedTier};
pub use table::{CatalogueEntry, Table};
pub use thermograph::{Stop, Stops, Wall, Walls};
pub use upstar_core::arcs::MoveResult;

/// What is known of a position, a game or an expression.
///
/// The same type answers for a vertex of a graph, a heap, a board and an
/// expression; what does not apply or is not known is absent from the JSON.
/// Exact numbers are strings there, in the field's notation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Analysis {
    /// The version of this schema: 3.
    pub schema: SchemaVersion,
    /// What was analysed, as the user wrote it.
    pub subject: String,
    /// Whether a player without a move loses or wins, where it was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub convention: Option<Convention>,
    /// The outcome under best play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The outcomes that are left, where it is not known which of them it is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub possible_outcomes: Vec<Outcome>,
    /// The value: a canonical form, a nimber, a loopy nimber, a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// What is known of an answer that was not reached (`at least 1`), or `loony` of a position
    /// that has none: whoever moves wins, whatever nimber stands beside it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bounds: Vec<String>,
    /// What kind of value it is, in words (`number`, `nimber`, `hot game`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// How play goes: moves to the end, the best move, a best line. One entry
    /// for an impartial game; Left's, then Right's, for a partizan one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub play: Vec<Play>,
    /// The Left and the Right stop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stops: Option<Stops>,
    /// The mean (mast value).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<String>,
    /// The temperature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<String>,
    /// The thermograph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thermograph: Option<Walls>,
    /// What was found of a whole graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph: Option<GraphFacts>,
    /// What was found of all positions of a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved: Option<Box<SolvedFacts>>,
    /// The answer to a question of yes or no: whether a claim holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
    /// What was found of a whole endgame of chess.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<ChessEnding>,
    /// What was found of a nim sequence, or of many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sequence: Option<Box<SequenceFacts>>,
    /// A misère quotient.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quotient: Option<Box<QuotientFacts>>,
    /// What is known of many positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Table>,
    /// Games of the catalogue.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub catalogue: Vec<CatalogueEntry>,
    /// Other properties, in the order in which they are shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<Property>,
    /// What was proved, by which theorem, and how far; what is only observed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub proved: Vec<String>,
    /// Of an input among many that has no answer: what is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<InputError>,
    /// Why the work stopped.
    pub stop: StopReason,
    /// What the work cost; absent where runs must be comparable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
}

impl Analysis {
    /// An analysis of `subject` in which nothing is known yet.
    #[must_use]
    pub fn new(subject: impl Into<String>) -> Self {
        Analysis { subject: subject.into(), ..Self::default() }
    }

    /// An input that has no answer.
    #[must_use]
    pub fn of_error(subject: impl Into<String>, error: InputError) -> Self {
        Analysis { error: Some(error), ..Analysis::new(subject) }
    }

    /// The analysis as JSON, on several lines.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Strings, numbers and lists of them cannot fail to be written.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

/// The JSON Schema (draft 2020-12) of an [`Analysis`] as it is written.
#[cfg(feature = "schema")]
#[must_use]
pub fn analysis_schema() -> serde_json::Value {
    let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<Analysis>().to_value()
}

/// The version of the schema of an [`Analysis`]; by default the one that this code writes, 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct SchemaVersion(pub u32);

impl Default for SchemaVersion {
    fn default() -> Self {
        SchemaVersion(3)
    }
}
