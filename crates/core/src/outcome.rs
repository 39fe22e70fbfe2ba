//! The two players and the outcomes of a position.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of the two players. Left is blue, Right is red.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Player {
    /// Left, blue, the player who likes positive values.
    Left,
    /// Right, red, the player who likes negative values.
    Right,
}

impl Player {
    /// Both players, Left first.
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];

    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Player::Left => "Left",
            Player::Right => "Right",
        })
    }
}

crate::words! {
    /// What is the result under best play, for both choices of who moves first.
    ///
    /// The first four are the outcomes of loopfree games. The other five need
    /// endless play, which is a draw. (Siegel, *Combinatorial Game Theory*,
    /// chapter VI.)
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Outcome {
        /// The next player (who moves first) wins.
        N = "N",
        /// The previous player (who moves second) wins.
        P = "P",
        /// Left wins, whoever moves first.
        L = "L",
        /// Right wins, whoever moves first.
        R = "R",
        /// A draw, whoever moves first.
        D = "D",
        /// Left wins moving second; a draw if she moves first.
        PHat = "PHat",
        /// Right wins moving second; a draw if he moves first.
        PCheck = "PCheck",
        /// Left wins moving first; a draw if she moves second.
        NHat = "NHat",
        /// Right wins moving first; a draw if he moves second.
        NCheck = "NCheck",
    }
    /// The outcome's name: one of `N P L R D PHat PCheck NHat NCheck`.
    pub const fn name
}

impl Outcome {
    /// The outcome made of the winner when Left moves first and the winner
    /// when Right moves first; `None` stands for a draw.
    ///
    /// ```
    /// use upstar_core::{Outcome, Player};
    ///
    /// assert_eq!(Outcome::from_winners(Some(Player::Left), Some(Player::Left)), Outcome::L);
    /// assert_eq!(Outcome::from_winners(None, Some(Player::Left)), Outcome::PHat);
    /// ```
    #[must_use]
    pub const fn from_winners(left_first: Option<Player>, right_first: Option<Player>) -> Outcome {
        use Player::{Left, Right};
        match (left_first, right_first) {
            (Some(Left), Some(Right)) => Outcome::N,
            (Some(Right), Some(Left)) => Outcome::P,
            (Some(Left), Some(Left)) => Outcome::L,
            (Some(Right), Some(Right)) => Outcome::R,
            (None, None) => Outcome::D,
            (None, Some(Left)) => Outcome::PHat,
            (Some(Right), None) => Outcome::PCheck,
            (Some(Left), None) => Outcome::NHat,
            (None, Some(Right)) => Outcome::NCheck,
        }
    }

    /// The winner when `first` moves first; `None` for a draw.
    #[must_use]
    pub const fn winner(self, first: Player) -> Option<Player> {
        use Player::{Left, Right};
        let (left_first, right_first) = match self {
            Outcome::N => (Some(Left), Some(Right)),
            Outcome::P => (Some(Right), Some(Left)),
            Outcome::L => (Some(Left), Some(Left)),
            Outcome::R => (Some(Right), Some(Right)),
            Outcome::D => (None, None),
            Outcome::PHat => (None, Some(Left)),
            Outcome::PCheck => (Some(Right), None),
            Outcome::NHat => (Some(Left), None),
            Outcome::NCheck => (None, Some(Right)),
        };
        match first {
            Left => left_first,
            Right => right_first,
        }
    }

    /// The outcome of the negative game, in which Left and Right are exchanged.
    #[must_use]
    pub const fn negate(self) -> Outcome {
        match self {
            Outcome::L => Outcome::R,
            Outcome::R => Outcome::L,
            Outcome::PHat => Outcome::PCheck,
            Outcome::PCheck => Outcome::PHat,
            Outcome::NHat => Outcome::NCheck,
            Outcome::NCheck => Outcome::NHat,
            same => same,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that is not the name of an outcome.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown outcome `{0}`; expected one of N, P, L, R, D, PHat, PCheck, NHat, NCheck")]
pub struct UnknownOutcome(pub String);

impl FromStr for Outcome {
    type Err = UnknownOutcome;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Outcome::ALL
            .into_iter()
            .find(|outcome| outcome.name() == text)
            .ok_or_else(|| UnknownOutcome(text.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nine_outcomes_are_the_nine_pairs_of_winners() {
        let results = [Some(Player::Left), Some(Player::Right), None];
        let mut seen = Vec::new();
        for left_first in results {
            for right_first in results {
                let outcome = Outcome::from_winners(left_first, right_first);
                assert_eq!(outcome.winner(Player::Left), left_first);
                assert_eq!(outcome.winner(Player::Right), right_first);
                // Negation swaps both who moves first and who wins.
                let swap = |winner: Option<Player>| winner.map(Player::opponent);
                assert_eq!(
                    outcome.negate(),
                    Outcome::from_winners(swap(right_first), swap(left_first))
                );
                seen.push(outcome);
            }
        }
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 9);
    }

    #[test]
    fn names_parse_back() {
        for outcome in Outcome::ALL {
            assert_eq!(outcome.to_string().parse(), Ok(outcome));
        }
        assert!("n".parse::<Outcome>().is_err());
    }
}
