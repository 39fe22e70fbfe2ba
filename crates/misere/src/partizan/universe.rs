//! The universes of the comparison of games.

use std::fmt;
use std::str::FromStr;

/// A universe of games: a set closed under options, sums, conjugates, and {A | B} for non-empty
/// sets A and B of its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Universe {
    /// The dicots: in every position both players can move or neither can.
    Dicot,
    /// The dead-ending games: a player without a move never gets one again.
    DeadEnding,
    /// All games.
    All,
}

impl Universe {
    /// All of them, the smallest first. Each is a subset of the next.
    pub const EVERY: [Universe; 3] = [Universe::Dicot, Universe::DeadEnding, Universe::All];

    /// The name of the universe.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Universe::Dicot => "dicot",
            Universe::DeadEnding => "dead-ending",
            Universe::All => "all",
        }
    }

    pub(super) const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Universe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text does not name a universe.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no universe `{0}`: the universes are dicot, dead-ending and all")]
pub struct NoUniverse(pub String);

impl FromStr for Universe {
    type Err = NoUniverse;

    /// Ignores case, hyphens, spaces and underscores.
    ///
    /// ```
    /// use upstar_misere::partizan::Universe;
    ///
    /// assert_eq!("Dead-Ending".parse(), Ok(Universe::DeadEnding));
    /// assert!("normal".parse::<Universe>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Universe, NoUniverse> {
        let plain = |text: &str| -> String {
            text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
        };
        let wanted = plain(text);
        let found = Universe::EVERY.into_iter().find(|universe| plain(universe.name()) == wanted);
        found.ok_or_else(|| NoUniverse(text.chars().take(40).collect()))
    }
}
