//! What is known of all positions of a game.

use serde::{Deserialize, Serialize};
use upstar_core::Outcome;

use super::Longest;

/// What is known of all positions of a game that was solved.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct SolvedFacts {
    /// How many positions there are; in games of two different players a position is distinguished by
    /// who is to move.
    pub positions: u64,
    /// Whether these are all positions that the ruleset numbers in these tiers, and not those
    /// alone that can be reached.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub numbered: bool,
    /// How many positions the player to move wins (N), loses (P), or neither (D).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<(Outcome, u64)>,
    /// The longest win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_win: Option<Longest>,
    /// How many tiers there are, as far as that is known.
    pub tiers: u64,
    /// The tiers that are solved, the least first, where they are asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub solved: Vec<SolvedTier>,
    /// Bytes of the database on disk, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
}

/// What is known of the positions of one tier.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolvedTier {
    /// The measure of its positions.
    pub tier: u64,
    /// How many the player to move wins.
    pub wins: u64,
    /// How many the player to move loses.
    pub losses: u64,
    /// How many are drawn.
    pub draws: u64,
    /// The remoteness of the longest win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest: Option<u32>,
}
