//! What an [`Analysis`](super::Analysis) says of nim sequences.

use serde::{Deserialize, Serialize};
use upstar_heaps::{Certificate, Class, FoundLaw, Periodicity, SplitCounts, SurveyRow};

/// What is known of the nim sequence of a heap game, or of many.
///
/// Heaps are given by the sizes of positions where nothing else is said: a board of `2 x n` cells
/// of triomino is the heap of `2n` of its code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct SequenceFacts {
    /// The code; rules of other games have none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub code: String,
    /// The name of the game, if it was asked for by one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The rules in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// The last heap of the code whose value is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<u64>,
    /// The largest value, and the first heap of the code that has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximum: Option<HeapValue>,
    /// The digest of the values, in hexadecimal: `h = (h xor G(n)) * 0x100000001b3` over the heaps
    /// of the code, from `0xcbf29ce484222325`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// The sizes of value 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zeros: Option<Vec<u64>>,
    /// How often each value occurs, from 0 on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub histogram: Vec<u64>,
    /// The rare heaps, where there are rare and common values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rares: Option<RareHeaps>,
    /// The splits that are tried to find the rare values below the value of a heap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tries: Option<SplitCounts>,
    /// The period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<Periodicity>,
    /// The law.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub law: Option<FoundLaw>,
    /// The certificate of the period or the law.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certificate>,
    /// The least size, that of the first of `values`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<u64>,
    /// The values of `first` and the sizes after it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<u32>,
    /// The heaps of a position, with their values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub heaps: Vec<HeapValue>,
    /// The games of a survey.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub survey: Vec<SurveyRow>,
}

/// A heap and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapValue {
    /// The heap of the code.
    pub heap: u64,
    /// Its Grundy value.
    pub value: u64,
}

/// The rare heaps of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RareHeaps {
    /// What makes a value rare.
    pub class: Class,
    /// The rare heaps of the code, with their values.
    pub heaps: Vec<(u64, u32)>,
}
