//! Laws of nim sequences: a recursion by the residues of the heap.
//!
//! A [`Law`] says what `G(n)` is for every heap at once. Three kinds of sequences have one:
//!
//! - arithmetic periods, `G(n + p) = G(n) + s`;
//! - automatic sequences, where `G(n)` is read off the digits of `n` in some base, and sequences like
//!   the ruler function, where something is added on the way;
//! - sequences like that of taking at most half of a heap, `G(2n) = n` and `G(2n+1) = G(n)`.
//!
//! [`Law::find`] guesses laws from values, and [`FoundLaw::find`] decides whether the rules
//! of the game prove them.

mod automaton;
mod find;
mod linear;
mod prove;
mod take_at_most;

use std::fmt;

use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;
use serde::{Deserialize, Serialize};
use upstar_core::{Budget, Exhausted};

use crate::custom::HeapRules;
use crate::period::{PeriodStatus, Periodicity, Theorem};
use crate::rule::HeapRule;

pub use linear::{Constraint, Linear, LinearRule, Remainders, Sign};
pub use take_at_most::TakeAtMost;

/// A function of the heap: the values of the first heaps and, for all others, a row for each residue
/// modulo the base. A row may lead to a further function of the same kind; the first function is
/// the sequence.
///
/// ```
/// use upstar_core::Budget;
/// use upstar_heaps::TakeAtMost;
/// // Take at most half of the heap.
/// let law = TakeAtMost { times: 1, plus: 0, by: 2 }.law().unwrap();
/// assert_eq!(law.to_string(), "G(2n) = n, G(2n+1) = G(n)");
/// let value = law.value(&10u64.pow(18).into(), &Budget::unlimited())?;
/// assert_eq!(value, (5 * 10u64.pow(17)).into());
/// # Ok::<(), upstar_core::Exhausted>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Law {
    /// The base, at least 1.
    pub base: u64,
    /// The functions; the first is the sequence.
    pub functions: Vec<LawFunction>,
}

/// A function of a [`Law`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LawFunction {
    /// The values of the first heaps.
    pub first: Vec<u32>,
    /// What it is for `n = base * m + r` beyond these, one row for each residue `r`.
    pub rows: Vec<Row>,
}

/// What a function is for the heaps `n = base * m + r` of a residue `r`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Row {
    /// `times * m + plus`.
    Line {
        /// The factor.
        times: u64,
        /// The constant.
        plus: i64,
    },
    /// A function of the law at `times * m + plus`, which is a smaller heap, and `added` more.
    Again {
        /// The number of the function.
        function: usize,
        /// The factor.
        times: u64,
        /// The constant.
        plus: i64,
        /// What is added to its value.
        added: i64,
    },
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
    /// The last heap of the values in which a law is searched for, if nothing else is said.
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
        let at_most = rule.and_then(HeapRule::take_at_most).and_then(TakeAtMost::law);
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
        let law = Law::periodic(values, period.preperiod, period.period, period.saltus)?;
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

impl Law {
    /// The law `G(n + period) = G(n) + saltus` for all `n >= preperiod`, with the values of the heaps
    /// from 0 on, of which those before the end of the first period are needed.
    pub fn periodic(values: &[u32], preperiod: u64, period: u64, saltus: u64) -> Option<Law> {
        let first = values.get(..usize::try_from(preperiod).ok()?)?.to_vec();
        let mut rows = Vec::new();
        for residue in 0..period {
            // The first heap of this residue that is not before the preperiod.
            let skipped = preperiod.saturating_sub(residue).div_ceil(period);
            let heap = usize::try_from(residue + skipped * period).ok()?;
            let plus = i128::from(*values.get(heap)?) - i128::from(skipped) * i128::from(saltus);
            rows.push(Row::Line { times: saltus, plus: i64::try_from(plus).ok()? });
        }
        Some(Law { base: period, functions: vec![LawFunction { first, rows }] })
    }

    /// Preperiod, period and saltus, if this is an arithmetic period.
    fn as_period(&self) -> Option<(u64, u64, u64)> {
        let [only] = &self.functions[..] else { return None };
        let Some(Row::Line { times: saltus, .. }) = only.rows.first() else { return None };
        let same = |row: &Row| matches!(row, Row::Line { times, .. } if times == saltus);
        only.rows.iter().all(same).then_some((only.first.len() as u64, self.base, *saltus))
    }

    /// The value of a heap of any size.
    ///
    /// # Errors
    /// A used-up budget.
    ///
    /// # Complexity
    /// A step for each digit of the heap, in most laws.
    pub fn value(&self, heap: &BigUint, budget: &Budget) -> Result<BigUint, Exhausted> {
        let mut ticker = budget.ticker();
        let (mut function, mut heap, mut added) = (0, heap.clone(), BigInt::ZERO);
        loop {
            ticker.tick(1 + heap.bits() / 64)?;
            let LawFunction { first, rows } = &self.functions[function];
            let small = heap.to_usize().and_then(|heap| first.get(heap));
            if let Some(&value) = small {
                added += value;
                break;
            }
            let residue = (&heap % self.base).to_usize().unwrap_or(0);
            let part = BigInt::from(&heap / self.base);
            match rows[residue] {
                Row::Line { times, plus } => {
                    added += part * times + plus;
                    break;
                }
                Row::Again { function: next, times, plus, added: more } => {
                    function = next;
                    // No heap is below 0: `is_sound` holds of every law.
                    heap = (part * times + plus).into_parts().1;
                    added += more;
                }
            }
        }
        Ok(added.into_parts().1)
    }

    /// The value of a heap that fits in a machine word, if its value does.
    pub fn small_value(&self, heap: u64) -> Option<u32> {
        let (mut function, mut heap, mut added) = (0, heap, 0_i128);
        loop {
            let LawFunction { first, rows } = self.functions.get(function)?;
            if let Some(&value) = usize::try_from(heap).ok().and_then(|heap| first.get(heap)) {
                return u32::try_from(added + i128::from(value)).ok();
            }
            let part = i128::from(heap / self.base);
            match *rows.get((heap % self.base) as usize)? {
                Row::Line { times, plus } => {
                    let value = part * i128::from(times) + i128::from(plus);
                    return u32::try_from(added + value).ok();
                }
                Row::Again { function: next, times, plus, added: more } => {
                    function = next;
                    let next = u64::try_from(part * i128::from(times) + i128::from(plus)).ok()?;
                    heap = Some(next).filter(|&next| next < heap)?;
                    added += i128::from(more);
                }
            }
        }
    }

    /// Whether every row leads to a smaller heap, from 0 on, and no value can be below 0 for want of
    /// values of the first heaps.
    fn is_sound(&self) -> bool {
        let base = i128::from(self.base);
        self.base > 0
            && self.functions.iter().all(|function| {
                function.rows.len() as u64 == self.base
                    && function.rows.iter().zip(0_i128..).all(|(row, residue)| {
                        // The first heap of this residue to which the row applies.
                        let first = function.first.len() as i128;
                        let part = (first - residue + base - 1).max(0) / base;
                        let heap = base * part + residue;
                        match *row {
                            Row::Line { times, plus } => {
                                part * i128::from(times) + i128::from(plus) >= 0
                            }
                            Row::Again { function, times, plus, .. } => {
                                let next = part * i128::from(times) + i128::from(plus);
                                function < self.functions.len()
                                    && times <= self.base
                                    && (0..heap).contains(&next)
                            }
                        }
                    })
            })
    }

    /// Whether these are the values of the heaps from 0 on.
    fn agrees(&self, values: &[u32]) -> bool {
        self.is_sound()
            && (0..).zip(values).all(|(heap, &value)| self.small_value(heap) == Some(value))
    }
}

/// The most functions and rows that are written out.
const MOST_WRITTEN: usize = 12;

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((preperiod, period, saltus)) = self.as_period() {
            write!(f, "G(n+{period}) = G(n)")?;
            if saltus > 0 {
                write!(f, "+{saltus}")?;
            }
            return match preperiod {
                0 => Ok(()),
                _ => write!(f, " for n >= {preperiod}"),
            };
        }
        let rows = self.functions.len().saturating_mul(self.base as usize);
        if rows > MOST_WRITTEN || self.functions.iter().any(|one| one.first.len() > MOST_WRITTEN) {
            return write!(
                f,
                "an automaton of {} states that reads the digits of n in base {}, the least \
                 significant first",
                self.functions.len(),
                self.base
            );
        }
        let name = |function: usize| match function {
            0 => "G".to_owned(),
            more => char::from(b'A' + (more - 1) as u8).to_string(),
        };
        // `3n-1`
        let linear = |times: u64, plus: i64| {
            let n = match times {
                0 => String::new(),
                1 => "n".to_owned(),
                times => format!("{times}n"),
            };
            match plus {
                0 if times > 0 => n,
                plus if plus >= 0 && times > 0 => format!("{n}+{plus}"),
                plus => format!("{n}{plus}"),
            }
        };
        let mut lines = Vec::new();
        for (at, function) in self.functions.iter().enumerate() {
            let own = name(at);
            let said = match (&function.first[..], function.rows.first()) {
                ([first], Some(Row::Line { plus, .. })) => i64::from(*first) == *plus,
                _ => false,
            };
            if !said {
                let values = (0..).zip(&function.first);
                lines.extend(values.map(|(heap, value)| format!("{own}({heap}) = {value}")));
            }
            for (residue, row) in (0..).zip(&function.rows) {
                let heap = linear(self.base, residue);
                let value = match *row {
                    Row::Line { times, plus } => linear(times, plus),
                    Row::Again { function, times, plus, added } => {
                        let added = if added == 0 { String::new() } else { format!("{added:+}") };
                        format!("{}({}){added}", name(function), linear(times, plus))
                    }
                };
                lines.push(format!("{own}({heap}) = {value}"));
            }
        }
        f.write_str(&lines.join(", "))
    }
}
