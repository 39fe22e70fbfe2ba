//! Birthdays.

use std::fmt;

use num_bigint::BigUint;

/// The day on which a game is born: one day after its latest option. 0 is born on day 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Birthday {
    /// A finite day.
    Finite(BigUint),
    /// The first infinite day: the birthday of a number that is not dyadic and, by convention, of a
    /// game with such an end.
    Omega,
}

impl fmt::Display for Birthday {
    /// A decimal number, or `ω`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Birthday::Finite(day) => f.pad(&day.to_string()),
            Birthday::Omega => f.pad("ω"),
        }
    }
}
