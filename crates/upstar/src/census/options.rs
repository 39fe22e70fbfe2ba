//! What a search for positions is asked, and what it lists.

use std::str::FromStr;

use upstar_core::{Convention, Exhausted, Outcome};
use upstar_games::Positions;
use upstar_values::structure::Birthday;
use upstar_values::{Id, Rational};

upstar_core::words! {
    /// The measure that a census counts, or that is maximised.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Measure {
        /// The canonical form.
        Value = "value",
        /// Who wins.
        Outcome = "outcome",
        /// The mean.
        Mean = "mean",
        /// The temperature.
        Temperature = "temperature",
        /// The day on which the canonical form is born.
        Birthday = "birthday",
    }
    /// The name, in lower case.
    pub const fn name
}

impl FromStr for Measure {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Measure::ALL.into_iter().find(|measure| measure.name() == name).ok_or_else(|| {
            let name: String = name.chars().take(40).collect();
            format!(
                "unknown measure `{name}`; expected value, outcome, mean, temperature or birthday"
            )
        })
    }
}

/// The filter of a search, and the columns to list.
#[derive(Clone, Debug, Default)]
pub struct FindOptions {
    /// Positions that equal this game.
    pub value: Option<Id>,
    /// Positions with this outcome.
    pub outcome: Option<Outcome>,
    /// Positions with this temperature.
    pub temperature: Option<Rational>,
    /// Positions whose value is born by this day.
    pub born_by: Option<u64>,
    /// Of those, the positions that maximise this: mean, temperature or birthday.
    pub most: Option<Measure>,
    /// A census instead of positions: how often each value of this measure occurs.
    pub census: Option<Measure>,
    /// This many random positions instead of all, from a generator with the second number as seed.
    pub random: Option<(u64, u64)>,
    /// The maximum number of positions listed.
    pub limit: Option<u64>,
    /// The convention: in misère play positions have outcomes alone.
    pub convention: Convention,
}

/// One row of the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundRow {
    /// A position and its properties.
    Position {
        /// The position.
        position: String,
        /// The canonical form.
        value: String,
        /// Who wins.
        outcome: Outcome,
        /// The mean.
        mean: Rational,
        /// The temperature.
        temperature: Rational,
        /// The day on which the canonical form is born.
        birthday: Birthday,
    },
    /// A position of a game whose positions have outcomes, but no values.
    Outcome {
        /// The position.
        position: String,
        /// Who wins.
        outcome: Outcome,
    },
    /// A class of a census.
    Class {
        /// The common property of the positions in the class.
        key: String,
        /// How many positions are in it.
        count: u64,
        /// The first one.
        position: String,
    },
}

impl FoundRow {
    /// The cells of the row, under the columns that [`FindOptions::columns`] names.
    #[must_use]
    pub fn cells(self) -> Vec<String> {
        match self {
            FoundRow::Position { position, value, outcome, mean, temperature, birthday } => vec![
                position,
                value,
                outcome.name().to_owned(),
                mean.to_string(),
                temperature.to_string(),
                birthday.to_string(),
            ],
            FoundRow::Outcome { position, outcome } => vec![position, outcome.name().to_owned()],
            FoundRow::Class { key, count, position } => vec![key, count.to_string(), position],
        }
    }
}

impl FindOptions {
    /// Whether only outcomes are requested, of positions without values in general: loopy games and
    /// misère play.
    pub(super) fn is_by_outcome(&self, have_values: bool) -> bool {
        (!have_values || self.convention == Convention::Misere)
            && self.value.is_none()
            && self.temperature.is_none()
            && self.born_by.is_none()
            && self.most.is_none()
            && self.census.is_none_or(|measure| measure == Measure::Outcome)
    }

    /// The names of the columns of the result for these positions.
    #[must_use]
    pub fn columns(&self, positions: &Positions) -> Vec<&'static str> {
        self.columns_of(self.is_by_outcome(positions.have_values()))
    }

    pub(super) fn columns_of(&self, by_outcome: bool) -> Vec<&'static str> {
        match self.census {
            Some(measure) => vec![measure.name(), "count", "position"],
            None if by_outcome => vec!["position", "outcome"],
            None => vec!["position", "value", "outcome", "mean", "temperature", "birthday"],
        }
    }
}

/// How a search ended.
#[derive(Clone, Debug, Default)]
pub struct FindEnd {
    /// The number of positions examined.
    pub looked_at: u64,
    /// Why the search ended early, if it did.
    pub stop: Option<Exhausted>,
}
