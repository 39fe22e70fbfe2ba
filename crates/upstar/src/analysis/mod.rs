//! [`Analysis`]: the one answer type.

mod sequence;

use serde::{Deserialize, Serialize};
use upstar_core::{Outcome, Report, StopReason};

mod chess;
mod claim;
mod graph;
mod play;
mod thermograph;

pub use chess::{ChessEnding, MateDepth, SideToMove};
pub use claim::Claim;
pub use graph::{GraphFacts, GraphStats, Longest};
pub use play::{MoveResult, Play, PlayedMove};
pub use sequence::{HeapValue, RareHeaps, SequenceFacts};
pub use thermograph::{Stops, Wall, Walls};

/// What is known of a position, a game or an expression.
///
/// The same type answers for a vertex of a graph, a heap, a board and an
/// expression; what does not apply or is not known is absent from the JSON.
/// Exact numbers are strings there, in the field's notation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Analysis {
    /// The version of this schema: 1.
    pub schema: u32,
    /// What was analysed, as the user wrote it.
    pub subject: String,
    /// The outcome under best play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The value: a canonical form, a nimber, a loopy nimber, a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
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
    /// The answer to a question of yes or no: whether a claim holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
    /// What was found of a whole endgame of chess.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<ChessEnding>,
    /// What was found of a nim sequence, or of many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sequence: Option<Box<SequenceFacts>>,
    /// Other properties, by name, in the order in which they are shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<(String, String)>,
    /// What was proved, by which theorem, and how far; what is only observed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub proved: Vec<String>,
    /// Why the work stopped.
    pub stop: StopReason,
    /// What the work cost; absent where runs must be comparable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
}

impl Analysis {
    /// The version of the schema that this code writes.
    pub const SCHEMA: u32 = 1;

    /// An analysis of `subject` in which nothing is known yet.
    #[must_use]
    pub fn new(subject: impl Into<String>) -> Self {
        Analysis { subject: subject.into(), ..Self::default() }
    }

    /// Another property, by its name.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<&str> {
        self.properties.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The analysis as JSON, on several lines.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Strings, numbers and lists of them cannot fail to be written.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

impl Default for Analysis {
    fn default() -> Self {
        Analysis {
            schema: Self::SCHEMA,
            subject: String::new(),
            outcome: None,
            value: None,
            kind: None,
            play: Vec::new(),
            stops: None,
            mean: None,
            temperature: None,
            thermograph: None,
            graph: None,
            claim: None,
            ending: None,
            sequence: None,
            properties: Vec::new(),
            proved: Vec::new(),
            stop: StopReason::Finished,
            report: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_things_are_absent_and_json_reads_back() {
        let mut analysis = Analysis::new("{1|-1}");
        analysis.outcome = Some(Outcome::N);
        let json = analysis.to_json();
        assert!(json.contains("\"schema\": 1") && json.contains("\"N\""), "{json}");
        assert!(!json.contains("mean"), "{json}");
        assert_eq!(serde_json::from_str::<Analysis>(&json).unwrap(), analysis);
    }
}
