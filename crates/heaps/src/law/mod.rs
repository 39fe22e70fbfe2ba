//! Laws of nim sequences.
//!
//! A [`Law`] says what `G(n)` is for every heap at once. Four kinds of sequences have one:
//!
//! - arithmetic periods, `G(n + p) = G(n) + s`;
//! - automatic sequences, where `G(n)` is read off the digits of `n` in some base, and sequences like
//!   the ruler function, where something is added on the way;
//! - those of games in which a share of the heap may be taken, such as half of it, `G(2n) = n` and
//!   `G(2n+1) = G(n)`, or the golden section;
//! - irrational multiples of the heap, rounded down.
//!
//! [`Law::find`] guesses laws from values, and [`FoundLaw::find`] decides whether the rules
//! of the game prove them.

mod automaton;
mod find;
mod floor;
mod linear;
mod prove;
mod recursion;

use std::fmt;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use upstar_core::{Budget, Exhausted};

use crate::custom::HeapRules;
use crate::period::{PeriodStatus, Periodicity, Theorem};
use crate::rule::HeapRule;

pub use floor::Floor;
pub use linear::{Choices, Constraint, Linear, LinearRule, Sign};
pub use recursion::{LawFunction, Recursion, Row};

/// What `G(n)` is for every heap.
///
/// ```
/// use upstar_core::Budget;
/// use upstar_heaps::Floor;
/// // Take at most half of the heap.
/// let law = Floor { times: 1, square: 0, plus: 0, by: 2 }.share_law().unwrap();
/// assert_eq!(law.to_string(), "G(2n) = n, G(2n+1) = G(n)");
/// let value = law.value(&10u64.pow(18).into(), &Budget::unlimited())?;
/// assert_eq!(value, (5 * 10u64.pow(17)).into());
/// # Ok::<(), upstar_core::Exhausted>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Law {
    /// A recursion by the residues of the heap.
    Recursion(Recursion),
    /// `G(n) = f(n)`.
    Rounded {
        /// `f`.
        rounded: Floor,
    },
    /// `G(n) = f(n)` where that is above `f(n-1)`, otherwise `G(n - f(n) - 1)`, where no more than
    /// `n` counts: the law of the game in which from 1 to `f(n)` tokens may be taken.
    Share {
        /// `f`.
        share: Floor,
    },
}

impl Law {
    /// The value of a heap of any size.
    ///
    /// # Errors
    /// A used-up budget.
    ///
    /// # Complexity
    /// A step for each digit of the heap, in most laws.
    pub fn value(&self, heap: &BigUint, budget: &Budget) -> Result<BigUint, Exhausted> {
        match self {
            Law::Recursion(law) => law.value(heap, budget),
            Law::Rounded { rounded } => {
                Ok(rounded.large_value(heap).to_biguint().unwrap_or_default())
            }
            Law::Share { share } => share.share_value(heap, budget),
        }
    }

    /// The value of a heap that fits in a machine word, if its value does.
    pub fn small_value(&self, heap: u64) -> Option<u32> {
        match self {
            Law::Recursion(law) => law.small_value(heap),
            Law::Rounded { rounded } => rounded.value(heap)?.try_into().ok(),
            Law::Share { share } => share.small_share_value(heap)?.try_into().ok(),
        }
    }

    /// Preperiod, period and saltus, if this is an arithmetic period.
    fn as_period(&self) -> Option<(u64, u64, u64)> {
        match self {
            Law::Recursion(law) => law.as_period(),
            _ => None,
        }
    }

    /// Whether these are the values of the heaps from 0 on.
    fn agrees(&self, values: &[u32]) -> bool {
        let is_sound = match self {
            Law::Recursion(law) => law.is_sound(),
            _ => true,
        };
        is_sound && (0..).zip(values).all(|(heap, &value)| self.small_value(heap) == Some(value))
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Law::Recursion(law) => law.fmt(f),
            Law::Rounded { rounded } => write!(f, "G(n) = {rounded}, rounded down"),
            Law::Share { share } => write!(
                f,
                "G(n) = f(n) if f(n) > f(n-1), otherwise G(n-f(n)-1), where f(n) = {share}, \
                 rounded down"
            ),
        }
    }
}

/// A law that was found, and whether it is certain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundLaw {
    /// The law.
    pub law: Law,
    /// The law in words.
    pub text: String,
    /// Whether it is proved.
    pub verdict: PeriodStatus,
    /// By which theorem, if it is proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theorem: Option<Theorem>,
    /// The last heap whose value was compared with it.
    pub checked_to: u64,
}

impl FoundLaw {
    /// The last heap of the values in which a law is searched for, by default.
    pub const VALUES: u64 = 1000;

    fn new(law: Law, theorem: Option<Theorem>, checked_to: u64) -> FoundLaw {
        let verdict = if theorem.is_some() { PeriodStatus::Proved } else { PeriodStatus::Observed };
        FoundLaw { text: law.to_string(), law, verdict, theorem, checked_to }
    }

    /// The law that the values of the heaps from 0 on suggest: the first one that the rules prove, if
    /// they are known, or else the simplest of those that are seen often enough.
    ///
    /// # Errors
    /// A used-up budget.
    ///
    /// # Complexity
    /// The search is linear in the number of values, for each of six bases. The proofs end after a
    /// number of steps that does not depend on the values.
    pub fn find(
        rule: Option<&dyn HeapRule>,
        values: &[u32],
        budget: &Budget,
    ) -> Result<Option<FoundLaw>, Exhausted> {
        let Some(last) = (values.len() as u64).checked_sub(1) else { return Ok(None) };
        let at_most = rule.and_then(HeapRule::take_at_most).and_then(Floor::share_law);
        if let Some(law) = at_most.filter(|law| law.agrees(values)) {
            return Ok(Some(FoundLaw::new(law, Some(Theorem::TakeAtMost), last)));
        }
        let rules = rule.and_then(HeapRule::linear).unwrap_or_default();
        let found = Law::find(values, budget)?;
        if !rules.is_empty() {
            for law in &found {
                if prove::holds(law, &rules, budget)? {
                    return Ok(Some(FoundLaw::new(law.clone(), Some(Theorem::Digits), last)));
                }
            }
        }
        let seen = found.into_iter().find(|law| law.is_seen_often(values.len()));
        Ok(seen.map(|law| FoundLaw::new(law, None, last)))
    }

    /// As [`FoundLaw::find`]; for a code the law of its period, if that is proved.
    ///
    /// # Errors
    /// A used-up budget.
    pub fn of_game(
        rules: &HeapRules,
        values: &[u32],
        budget: &Budget,
    ) -> Result<Option<FoundLaw>, Exhausted> {
        let period = rules.code().and_then(|code| Periodicity::find(code, values));
        let proved = period.filter(|period| period.verdict == PeriodStatus::Proved);
        match proved.and_then(|period| FoundLaw::of_period(&period, values)) {
            Some(law) => Ok(Some(law)),
            None => FoundLaw::find(Some(rules), values, budget),
        }
    }

    /// The law of a period.
    pub fn of_period(period: &Periodicity, values: &[u32]) -> Option<FoundLaw> {
        let law = Recursion::periodic(values, period.preperiod, period.period, period.saltus)?;
        let law = Law::Recursion(law);
        Some(FoundLaw {
            text: law.to_string(),
            law,
            verdict: period.verdict,
            theorem: period.theorem,
            checked_to: period.checked_to,
        })
    }

    /// The period, if the law is one.
    pub fn period(&self) -> Option<Periodicity> {
        let (preperiod, period, saltus) = self.law.as_period()?;
        Some(Periodicity {
            preperiod,
            period,
            saltus,
            verdict: self.verdict,
            theorem: self.theorem,
            checked_to: self.checked_to,
            class: None,
        })
    }

    /// Whether it is proved.
    pub fn is_proved(&self) -> bool {
        self.verdict == PeriodStatus::Proved
    }
}

/// `G(n+3) = G(n); proved (theorem)`, or `observed to 100`.
impl fmt::Display for FoundLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.text, self.verdict.in_words(self.theorem, self.checked_to))
    }
}
