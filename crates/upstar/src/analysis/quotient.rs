//! What an [`Analysis`](super::Analysis) says of misère quotients.

use serde::{Deserialize, Serialize};
use upstar_core::Outcome;
use upstar_heaps::PeriodStatus;

use super::Table;

/// A misère quotient: a finite commutative monoid with the elements that are P-positions. In the
/// quotient of partizan games others are won by Left or by Right, whoever begins. The quotient of
/// partizan games may also be the group of the integers; then it has `weights`.
///
/// Elements are products of generators with exponents after them, `ab2c`; `1` is the identity.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct QuotientFacts {
    /// The code, of heaps; of a partizan game those of Left and of Right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// How many elements there are; 0 if there are infinitely many.
    pub order: u64,
    /// How many of them are P-positions; 0 if there are infinitely many elements.
    pub p_order: u64,
    /// Generators and relations: `<a,b | a2=1,b3=b>`; `Z` for the integers.
    pub presentation: String,
    /// The generators, each with the first heap or game that is sent there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub generators: Vec<(String, u64)>,
    /// The relations, without those that follow from commutativity.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub relations: Vec<String>,
    /// The elements that are P-positions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub p_portion: Vec<String>,
    /// In the quotient of partizan games the elements with the outcomes L, R and N.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partizan: Option<PartizanPortions>,
    /// The weights that decide who wins, if the quotient is the group of the integers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<WeightFacts>,
    /// Each element: its name, its outcome, and its product with each generator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elements: Option<Table>,
    /// The tame quotient that it is, `T2`; absent if it is wild.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tame: Option<String>,
    /// The smallest ideal, which is a group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kernel: Option<SubgroupFacts>,
    /// The maximal subgroups, one for each idempotent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub subgroups: Vec<SubgroupFacts>,
    /// The last heap that was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<u64>,
    /// The pretending function: the element of each heap from 0 on, to the end of the first period,
    /// or as far as it is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pretending: Vec<String>,
    /// From where on the pretending function is periodic for ever: the last exception + 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preperiod: Option<u64>,
    /// The period of the pretending function.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<u64>,
    /// Whether this is proved to be the quotient of all heaps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<PeriodStatus>,
    /// Positions of named games that were asked for, with their elements or weights.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub positions: Vec<(String, String)>,
    /// The element of a sum, if one was asked for; or its total weight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub element: Option<String>,
    /// Why the work stopped before the last heap that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// The elements of the quotient of partizan games by who wins, besides the P-positions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct PartizanPortions {
    /// Those that Left wins, whoever begins.
    pub left: Vec<String>,
    /// Those that Right wins, whoever begins.
    pub right: Vec<String>,
    /// Those that the player who begins wins.
    pub next: Vec<String>,
}

/// Integer weights of heaps, whose total determines who wins a sum.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct WeightFacts {
    /// The weight of each heap from 0 on, to the end of the first period, or as far as it is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<i64>,
    /// By how much the weights grow in each period, if they are periodic for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<i64>,
    /// The first total of `outcomes`.
    pub from: i64,
    /// The outcome of each total from that one on.
    pub outcomes: Vec<Outcome>,
    /// So many of the first outcomes repeat for smaller totals.
    pub period_below: u64,
    /// So many of the last outcomes repeat for larger totals.
    pub period_above: u64,
}

/// A subgroup of a monoid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct SubgroupFacts {
    /// Its identity, an idempotent.
    pub identity: String,
    /// How many elements it has.
    pub order: u64,
    /// The group as a product of cyclic groups: `Z2^3`.
    pub group: String,
    /// Its elements.
    pub elements: Vec<String>,
}
