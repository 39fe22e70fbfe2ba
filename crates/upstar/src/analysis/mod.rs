//! [`Analysis`]: the one answer type.

mod sequence;

use serde::{Deserialize, Serialize};
use upstar_core::{Outcome, Report, StopReason};

pub use sequence::{HeapValue, RareHeaps, SequenceFacts};

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
            sequence: None,
            properties: Vec::new(),
            proved: Vec::new(),
            stop: StopReason::Finished,
            report: None,
        }
    }
}

/// The result for the player who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MoveResult {
    /// The player who moves wins.
    #[serde(rename = "W")]
    Win,
    /// The player who moves loses.
    #[serde(rename = "L")]
    Loss,
    /// Nobody wins.
    #[serde(rename = "D")]
    Draw,
}

/// How play goes from a position, for one player who moves first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Play {
    /// Who moves first: `Left`, `Right`, or empty in an impartial game.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub mover: String,
    /// The result for the mover.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<MoveResult>,
    /// Remoteness: moves to the end when the winner hurries and the loser delays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u64>,
    /// Every winning move, sorted, where they are asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub winning_moves: Vec<String>,
    /// A best line: the positions one after another, the subject first. A drawn
    /// line ends where a position comes back.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
}

/// What is known of a whole graph.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GraphFacts {
    /// How many vertices it has.
    pub vertices: u64,
    /// How many arcs it has.
    pub arcs: u64,
    /// Whether Left and Right have different moves.
    pub coloured: bool,
    /// Whether a player without a move wins.
    pub misere: bool,
    /// How many vertices have which outcome; outcomes that do not occur are
    /// listed too if they could.
    pub outcomes: Vec<(Outcome, u64)>,
    /// How many vertices a stopped run did not reach.
    #[serde(skip_serializing_if = "is_zero")]
    pub unknown: u64,
    /// The longest win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_win: Option<Longest>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// A vertex from which the winner needs longer than from any other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Longest {
    /// The first such vertex.
    pub vertex: String,
    /// Who moves first there: `Left`, `Right`, or empty in an impartial game.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mover: String,
    /// Its remoteness.
    pub remoteness: u64,
}

/// The two stops, each with the player to move when it is reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stops {
    /// The Left stop.
    pub left: String,
    /// The Right stop.
    pub right: String,
}

/// A thermograph: both walls and its printed form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Walls {
    /// The printed form, `Thermograph(...)`.
    pub text: String,
    /// The Left wall.
    pub left: Wall,
    /// The Right wall.
    pub right: Wall,
}

/// One wall of a thermograph, as corner points from the mast down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wall {
    /// The mast value.
    pub mast: String,
    /// Corners `(temperature, value)`, temperatures falling.
    pub corners: Vec<(String, String)>,
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
