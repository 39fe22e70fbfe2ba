//! Recursions by the residues of the heap.

use std::fmt;

use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;
use serde::{Deserialize, Serialize};
use upstar_core::{Budget, Exhausted};

/// A function of the heap: the values of the first heaps and, for all others, a row for each residue
/// modulo the base. A row may lead to a further function of the same kind; the first function is
/// the sequence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Recursion {
    /// The base, at least 1.
    pub base: u64,
    /// The functions; the first is the sequence.
    pub functions: Vec<LawFunction>,
}

/// A function of a [`Recursion`].
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
    /// A function of the recursion at `times * m + plus`, which is a smaller heap, and `added` more.
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

impl Recursion {
    /// The law `G(n + period) = G(n) + saltus` for all `n >= preperiod`, with the values of the heaps
    /// from 0 on, of which those before the end of the first period are needed.
    pub fn periodic(values: &[u32], preperiod: u64, period: u64, saltus: u64) -> Option<Recursion> {
        let first = values.get(..usize::try_from(preperiod).ok()?)?.to_vec();
        let mut rows = Vec::new();
        for residue in 0..period {
            // The first heap of this residue that is not before the preperiod.
            let skipped = preperiod.saturating_sub(residue).div_ceil(period);
            let heap = usize::try_from(residue + skipped * period).ok()?;
            let plus = i128::from(*values.get(heap)?) - i128::from(skipped) * i128::from(saltus);
            rows.push(Row::Line { times: saltus, plus: i64::try_from(plus).ok()? });
        }
        Some(Recursion { base: period, functions: vec![LawFunction { first, rows }] })
    }

    /// Preperiod, period and saltus, if this is an arithmetic period.
    pub(super) fn as_period(&self) -> Option<(u64, u64, u64)> {
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
                    // No heap is below 0: `is_sound` holds of every recursion.
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
    pub(super) fn is_sound(&self) -> bool {
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
}

/// The most functions and rows that are written out.
const MOST_WRITTEN: usize = 12;

impl fmt::Display for Recursion {
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
