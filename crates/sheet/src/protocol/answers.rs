//! Cells, values and their options.

use serde::{Deserialize, Serialize};
use upstar::Analysis;
use upstar_core::Outcome;

use super::{Fault, View};

/// What became of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CellUpdate {
    /// The cell.
    pub cell: String,
    /// How it stands.
    pub state: CellState,
    /// Answers of its lines, in their order: of a line that says something. A cell that is `done`
    /// or `wrong` has those of the lines before the fault.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answer>,
    /// What is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// Names that it gives a meaning.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub defines: Vec<String>,
    /// Names of other cells that it uses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<String>,
    /// Seconds that it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// How a cell stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CellState {
    /// It will be worked out in this request.
    Queued,
    /// It is worked out now.
    Running,
    /// It has its answers.
    Done,
    /// It has a fault.
    Wrong,
    /// It was stopped, or its time or memory was used up; its fault says which.
    Stopped,
}

/// The answer of a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The line, without the name that its value is given.
    pub subject: String,
    /// The name that the value is given, if one is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The value as it can be typed.
    pub text: String,
    /// The value for LaTeX's math mode; absent of what is a text or a table, or too long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latex: Option<String>,
    /// What kind of value it is, in words.
    pub kind: String,
    /// Whether there is a `RequestKind::Describe` of it that says more, and a `RequestKind::Explore`.
    pub game: bool,
    /// If it is a position or a sum of some: how that is written, for `RequestKind::View` and the
    /// questions of play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The views of the position's summands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub views: Vec<View>,
    /// The rows of a table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<Vec<Vec<String>>>,
    /// The numbers of a list of integers or nimbers, for a plot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<Vec<i64>>,
}

/// All that is known of a value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Description {
    /// The one answer.
    pub analysis: Analysis,
    /// Its value for LaTeX's math mode.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latex: Option<String>,
    /// Its thermograph, to be drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plot: Option<Plot>,
    /// Its thermograph as SVG.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thermograph_svg: Option<String>,
    /// Its picture as SVG: a board, a tree of options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
}

/// A thermograph, to be drawn. Positions are approximate, labels are exact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Plot {
    /// The foot of the mast.
    pub mast: Corner,
    /// The Left wall from the mast down.
    pub left: Vec<Corner>,
    /// The Right wall from the mast down.
    pub right: Vec<Corner>,
    /// Scaffolds, each from a high temperature down.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scaffolds: Vec<Vec<Corner>>,
}

/// A corner of a thermograph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Corner {
    /// The value, as a distance from the mast; larger values are drawn to the left.
    pub x: f64,
    /// The value.
    pub value: String,
    /// The temperature.
    pub t: f64,
    /// The temperature, exactly.
    pub temperature: String,
}

/// A value or position with its options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explored {
    /// The node itself.
    pub node: Node,
    /// Left's options, sensible ones first.
    pub left: Vec<Node>,
    /// Right's options, sensible ones first.
    pub right: Vec<Node>,
    /// Whether there are more options than are listed.
    pub more: bool,
}

/// A node of the tree of options.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Node {
    /// As it is typed: the `subject` by which it is explored further, without a cell.
    pub subject: String,
    /// For LaTeX's math mode, if it is a value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latex: Option<String>,
    /// The views of its summands, if it is a position.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub views: Vec<View>,
    /// Its canonical form, where it was found in time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The canonical form for LaTeX's math mode.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_latex: Option<String>,
    /// Who wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean: Option<String>,
    /// The temperature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<String>,
    /// Of an option: whether no other option of the same player is better, whatever stands beside
    /// it. Those that are options of the canonical form come first, then those that are sensible.
    #[serde(default)]
    pub sensible: bool,
}
