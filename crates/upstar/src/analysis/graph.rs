//! What is known of a whole graph.

use serde::{Deserialize, Serialize};
use upstar_core::{Outcome, Player};

/// What is known of a whole graph.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// What Left wants, in a graph whose vertices have owners: `parity`, `min parity`, `reach`,
    /// `safety`, `buchi` or `cobuchi`. Or `payoff`: each player wants the largest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objective: Option<String>,
    /// What the first line of the file was read as, if it was no arc: `from, to`, or `6 vertices, 7
    /// arcs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<String>,
    /// How many vertices have which outcome, where they are asked for; outcomes
    /// that do not occur are listed too if they could.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<(Outcome, u64)>,
    /// How many vertices have which value, where they are asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<(String, u64)>,
    /// How many vertices a stopped run did not reach.
    #[serde(skip_serializing_if = "is_zero")]
    pub unknown: u64,
    /// The longest win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_win: Option<Longest>,
    /// Figures about the graph itself, where they are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<GraphStats>,
}

impl GraphFacts {
    /// What an outcome means in this graph, in words.
    #[must_use]
    pub fn meaning(&self, outcome: Outcome) -> &'static str {
        match (outcome, self.coloured) {
            (Outcome::N, false) => "the player to move wins",
            (Outcome::P, false) => "the player to move loses",
            (Outcome::D, false) => "drawn",
            (Outcome::N, true) => "the first player wins",
            (Outcome::P, true) => "the second player wins",
            (Outcome::L, _) => "Left wins",
            (Outcome::R, _) => "Right wins",
            (Outcome::D, true) => "drawn, whoever moves first",
            (Outcome::PHat, _) => "Left wins moving second, a draw if she moves first",
            (Outcome::PCheck, _) => "Right wins moving second, a draw if he moves first",
            (Outcome::NHat, _) => "Left wins moving first, a draw if she moves second",
            (Outcome::NCheck, _) => "Right wins moving first, a draw if he moves second",
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// A vertex from which the winner needs longer than from any other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Longest {
    /// The first such vertex.
    pub vertex: String,
    /// Who moves first there; nobody in particular in an impartial game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mover: Option<Player>,
    /// Its remoteness.
    pub remoteness: u64,
}

/// Figures about a graph that say nothing of who wins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct GraphStats {
    /// Vertices without moves.
    pub terminals: u64,
    /// Terminals with a result of their own.
    pub results: u64,
    /// Vertices without an arc into them.
    pub sources: u64,
    /// Vertices without any arc.
    pub isolated: u64,
    /// Arcs from a vertex to itself.
    pub loops: u64,
    /// Arcs beyond the first of a colour from one vertex to another.
    pub parallel_arcs: u64,
    /// The largest number of arcs from a vertex.
    pub max_out_degree: u64,
    /// The largest number of arcs to a vertex.
    pub max_in_degree: u64,
    /// Arcs that Left alone may use.
    pub blue: u64,
    /// Arcs that Right alone may use.
    pub red: u64,
    /// Arcs that both players may use.
    pub green: u64,
    /// A cycle `a -> b -> a`, its middle left out if it is long; absent if there is
    /// none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycle: Option<String>,
}
