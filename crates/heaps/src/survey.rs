//! All short octal codes: which ones have a proved period, and which ones have equal values.

use std::collections::HashMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use upstar_core::{Budget, StopReason};

use crate::Result;
use crate::code::Code;
use crate::error::HeapsError;
use crate::period::{PeriodStatus, Periodicity};
use crate::sequence::{Sequence, Settings};

/// One game of a survey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SurveyRow {
    /// The code.
    pub code: String,
    /// What is known of its period.
    pub status: Status,
    /// Preperiod and period, if proved.
    pub period: Option<(u64, u64)>,
    /// The largest value found.
    pub maximum: u32,
    /// The last heap computed.
    pub values_to: u64,
    /// The first code of the survey with the same values; the code itself if there is none
    /// before it.
    pub same_as: String,
    /// Whether it is proved to have the same values for ever, or has them as far as both were
    /// computed; absent for the first of its kind.
    pub sameness: Option<PeriodStatus>,
}

/// What is known of the period of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It is proved.
    Proved,
    /// None, but rare values have become seldom.
    Sparse,
    /// Neither.
    Open,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Status::Proved => "proved",
            Status::Sparse => "sparse",
            Status::Open => "open",
        })
    }
}

/// A survey of many codes.
#[derive(Debug)]
pub struct Survey {
    to: u64,
    rows: Vec<SurveyRow>,
    /// The values of the first game of each kind, by their first values.
    kinds: HashMap<Vec<u32>, Vec<(usize, Vec<u32>)>>,
}

/// Whether rare values have become infrequent: at most one in 512 in the last half of the heaps.
fn seldom(code: &Code, values: &[u32]) -> bool {
    let Some((class, _)) = crate::class_of(code, values) else { return false };
    let half = values.len() / 2;
    let late = (half..values.len()).filter(|&heap| class.is_rare(values[heap], heap as u64));
    late.count() <= half / 512
}

/// The number of values by which games are first distinguished.
const HEAD: usize = 512;

impl Survey {
    /// Every `0.d1d2...` and `4.d1d2...` with up to `places` octal digits after the point, in
    /// the order of their digits.
    pub fn codes(places: u8) -> Vec<Code> {
        let mut codes = Vec::new();
        for first in ["0", "4"] {
            for number in 0..8u64.pow(u32::from(places)) {
                let digits = format!("{number:0width$o}", width = usize::from(places));
                if let Ok(code) = format!("{first}.{}", digits.trim_end_matches('0')).parse() {
                    codes.push(code);
                }
            }
        }
        codes.sort_by_key(Code::to_string);
        codes.dedup();
        codes
    }

    /// A survey that computes each game up to at most heap `to`.
    pub fn new(to: u64) -> Survey {
        Survey { to, rows: vec![], kinds: HashMap::new() }
    }

    /// Computes a game until its period is proved, at most to the goal of the survey or until the
    /// budget ends. The row says how far.
    ///
    /// # Errors
    /// [`HeapsError::Exhausted`] if the work is cancelled, or if the budget ends before the first
    /// value. The game is then not in the survey.
    pub fn add(&mut self, code: Code, settings: Settings, budget: &Budget) -> Result {
        let mut sequence = Sequence::new(&code, settings)?;
        let mut values: Vec<u32> = Vec::new();
        let mut period = None;
        let mut goal = 1023;
        let mut stopped = false;
        while period.is_none() && !stopped && (values.len() as u64) <= self.to {
            let to = self.to.min(goal);
            let outcome = sequence.run(to, budget, &mut |_, segment| {
                values.extend_from_slice(segment);
                Ok(())
            });
            match outcome {
                Ok(()) => {}
                Err(HeapsError::Exhausted(exhausted))
                    if exhausted.reason != StopReason::Cancelled && !values.is_empty() =>
                {
                    stopped = true;
                }
                Err(error) => return Err(error),
            }
            period = Periodicity::find(&code, &values)
                .filter(|period| period.verdict == PeriodStatus::Proved);
            goal = 2 * goal + 1;
        }
        let status = match &period {
            Some(_) => Status::Proved,
            None if seldom(&code, &values) => Status::Sparse,
            None => Status::Open,
        };
        let mut row = SurveyRow {
            code: code.to_string(),
            status,
            period: period.as_ref().map(|period| (period.preperiod, period.period)),
            maximum: values.iter().copied().max().unwrap_or(0),
            values_to: values.len() as u64 - 1,
            same_as: code.to_string(),
            sameness: None,
        };
        let index = self.rows.len();
        let head = values[..HEAD.min(values.len())].to_vec();
        let kinds = self.kinds.entry(head).or_default();
        let same = kinds.iter().find(|(other, known)| {
            let both = known.len().min(values.len());
            known[..both] == values[..both] && self.rows[*other].period == row.period
        });
        match same {
            Some(&(other, _)) => {
                row.same_as = self.rows[other].code.clone();
                // The values are equal over preperiod and period, and both periods are proved.
                let proved = row.period.is_some();
                row.sameness =
                    Some(if proved { PeriodStatus::Proved } else { PeriodStatus::Observed });
            }
            None => kinds.push((index, values)),
        }
        self.rows.push(row);
        Ok(())
    }

    /// The games, in the order in which they were added.
    pub fn into_rows(self) -> Vec<SurveyRow> {
        self.rows
    }
}
