//! Answers to questions of yes or no.

use serde::{Deserialize, Serialize};
use upstar_core::Outcome;

/// Whether something that was claimed or asked is so.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Claim {
    /// Whether it is.
    pub holds: bool,
    /// Why, in words.
    pub reason: String,
    /// The first vertex where it fails, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vertex: Option<String>,
    /// Of a wrong labelling of a graph: whether it obeys the rules for one move at
    /// every vertex, which on a graph with cycles is not enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub obeys_rules: Option<bool>,
    /// A second labelling that obeys those rules too, as a label for each vertex.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub second_labelling: Vec<(String, Outcome)>,
}
