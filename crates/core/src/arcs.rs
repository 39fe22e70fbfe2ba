//! What an arc or a vertex of an explicit game graph can carry: the colour of an arc, which says
//! who may use it; the result of a terminal; the owner and the priority of a vertex.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Outcome, Player};

/// The players who may move along an arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Colour {
    /// Both players (green, or a graph without colours).
    #[default]
    Both,
    /// Left only (blue).
    Left,
    /// Right only (red).
    Right,
}

/// The result for the player who moves; at a terminal vertex, what the rules say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum MoveResult {
    /// The player who moves wins.
    #[serde(rename = "W")]
    Win,
    /// The player who moves loses.
    #[serde(rename = "L")]
    Loss,
    /// Nobody wins.
    #[serde(rename = "D")]
    Draw,
}

impl MoveResult {
    /// N, P or D.
    #[inline]
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        match self {
            MoveResult::Win => Outcome::N,
            MoveResult::Loss => Outcome::P,
            MoveResult::Draw => Outcome::D,
        }
    }

    /// The result of a position whose outcome is N, P or D.
    #[inline]
    #[must_use]
    pub const fn of_outcome(outcome: Outcome) -> MoveResult {
        match outcome {
            Outcome::N => MoveResult::Win,
            Outcome::P => MoveResult::Loss,
            _ => MoveResult::Draw,
        }
    }

    /// The result for `mover`; nobody wins a draw.
    #[must_use]
    pub fn of_winner(winner: Option<Player>, mover: Player) -> MoveResult {
        match winner {
            Some(winner) if winner == mover => MoveResult::Win,
            Some(_) => MoveResult::Loss,
            None => MoveResult::Draw,
        }
    }

    /// The winner if `mover` is to move; `None` for a draw.
    #[must_use]
    pub const fn winner(self, mover: Player) -> Option<Player> {
        match self {
            MoveResult::Win => Some(mover),
            MoveResult::Loss => Some(mover.opponent()),
            MoveResult::Draw => None,
        }
    }
}

/// Who moves at each vertex of a graph, and the priority of each vertex.
///
/// Player 0 of the literature (Even, who wants to reach) is Left, player 1 (Odd) is Right. The same
/// player may move several times in a row. A list is empty if nothing was said, and otherwise it has
/// an entry for each vertex.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owners {
    /// Who moves.
    pub players: Vec<Player>,
    /// The priorities.
    pub priorities: Vec<u32>,
}

impl Owners {
    /// Whether nothing was said: neither owners nor priorities.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.players.is_empty() && self.priorities.is_empty()
    }

    /// The bytes that the lists occupy.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (self.players.len() + 4 * self.priorities.len()) as u64
    }
}

/// The number by which files name a player: 0 for Left (Even), 1 for Right (Odd).
#[must_use]
pub const fn owner_number(player: Player) -> u8 {
    match player {
        Player::Left => 0,
        Player::Right => 1,
    }
}

/// The player that a file names as the owner of a vertex: `0`, `even`, `left`, `L`; `1`, `odd`,
/// `right`, `R`, in any case.
///
/// # Errors
/// [`UnknownWord`] for another word.
pub fn parse_owner(word: &str) -> Result<Player, UnknownWord> {
    let is = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(word));
    if is(&["0", "even", "left", "l"]) {
        Ok(Player::Left)
    } else if is(&["1", "odd", "right", "r"]) {
        Ok(Player::Right)
    } else {
        let expected = "0 or 1 (even, odd; left, right; L, R)";
        Err(UnknownWord { what: "owner", found: word.to_owned(), expected })
    }
}

crate::words! {
    /// What Left (player 0, Even) wants in a graph whose vertices have owners. She wins the play if
    /// she gets it, and Right wins otherwise. A player who cannot move loses.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Objective {
        /// The largest priority that occurs infinitely often is even.
        MaxParity = "parity",
        /// The smallest priority that occurs infinitely often is even.
        MinParity = "min parity",
        /// The play comes to a target.
        Reach = "reach",
        /// The play never comes to a target.
        Safety = "safety",
        /// Targets occur infinitely often.
        Buchi = "buchi",
        /// Targets occur only finitely often.
        CoBuchi = "cobuchi",
    }
    /// Its name: `parity`, `min parity`, `reach`, `safety`, `buchi`, `cobuchi`.
    pub const fn name
}

impl Objective {
    /// Whether it speaks of priorities; otherwise it speaks of targets.
    #[must_use]
    pub const fn needs_priorities(self) -> bool {
        matches!(self, Objective::MaxParity | Objective::MinParity)
    }

    /// Whether a number of moves decides it, so that vertices have a remoteness.
    #[must_use]
    pub const fn has_remoteness(self) -> bool {
        matches!(self, Objective::Reach | Objective::Safety)
    }

    /// What it says, as the end of a sentence about Left.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Objective::MaxParity => "the largest priority that occurs infinitely often is even",
            Objective::MinParity => "the smallest priority that occurs infinitely often is even",
            Objective::Reach => "the play comes to a target",
            Objective::Safety => "the play never comes to a target",
            Objective::Buchi => "targets occur infinitely often",
            Objective::CoBuchi => "targets occur only finitely often",
        }
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Objective {
    type Err = UnknownWord;

    /// The names, and `max parity`, `reachability`, `büchi`, `co-buchi`, `co-büchi`, in any case.
    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        match word.to_lowercase().replace('ü', "u").as_str() {
            "parity" | "max parity" => Ok(Objective::MaxParity),
            "min parity" => Ok(Objective::MinParity),
            "reach" | "reachability" => Ok(Objective::Reach),
            "safety" => Ok(Objective::Safety),
            "buchi" => Ok(Objective::Buchi),
            "cobuchi" | "co-buchi" => Ok(Objective::CoBuchi),
            _ => Err(UnknownWord {
                what: "objective",
                found: word.to_owned(),
                expected: "parity, reach, safety, buchi or cobuchi",
            }),
        }
    }
}

/// A word that names no colour, result, owner or objective.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} {found:?}, expected {expected}")]
pub struct UnknownWord {
    /// What was looked for, such as `colour` or `result`.
    pub what: &'static str,
    /// The word that was found.
    pub found: String,
    /// The expected words.
    pub expected: &'static str,
}

impl Colour {
    /// Whether `player` may move along an arc of this colour.
    pub fn allows(self, player: Player) -> bool {
        match self {
            Colour::Both => true,
            Colour::Left => player == Player::Left,
            Colour::Right => player == Player::Right,
        }
    }
}

impl FromStr for Colour {
    type Err = UnknownWord;

    /// `blue`, `left`, `L`; `red`, `right`, `R`; `green`, `both`, `B`, in any
    /// case; the empty word is [`Colour::Both`].
    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        let is = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(word));
        if is(&["blue", "left", "l"]) {
            Ok(Colour::Left)
        } else if is(&["red", "right", "r"]) {
            Ok(Colour::Right)
        } else if is(&["green", "both", "b", ""]) {
            Ok(Colour::Both)
        } else {
            Err(UnknownWord {
                what: "colour",
                found: word.to_owned(),
                expected: "blue, red or green (left, right, both; L, R, B); where colours are those of a \
                           drawing, --ignore-colours",
            })
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Colour::Both => "green",
            Colour::Left => "blue",
            Colour::Right => "red",
        })
    }
}

impl FromStr for MoveResult {
    type Err = UnknownWord;

    /// `W`, `L`, `D`, or `win`, `loss`, `draw`, in any case.
    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        let is = |short: &str, long: &str| {
            word.eq_ignore_ascii_case(short) || word.eq_ignore_ascii_case(long)
        };
        if is("W", "win") {
            Ok(MoveResult::Win)
        } else if is("L", "loss") {
            Ok(MoveResult::Loss)
        } else if is("D", "draw") {
            Ok(MoveResult::Draw)
        } else {
            Err(UnknownWord {
                what: "result",
                found: word.to_owned(),
                expected: "W, L or D (for the player to move)",
            })
        }
    }
}

impl fmt::Display for MoveResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            MoveResult::Win => "W",
            MoveResult::Loss => "L",
            MoveResult::Draw => "D",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_round_trip() {
        for colour in [Colour::Both, Colour::Left, Colour::Right] {
            assert_eq!(colour.to_string().parse(), Ok(colour));
        }
        use MoveResult::{Draw, Loss, Win};
        for result in [Win, Loss, Draw] {
            assert_eq!(result.to_string().parse(), Ok(result));
        }
        assert_eq!("BLUE".parse(), Ok(Colour::Left));
        assert_eq!("b".parse(), Ok(Colour::Both));
        let error = "mauve".parse::<Colour>().unwrap_err();
        assert!(error.to_string().starts_with("unknown colour \"mauve\""));
        assert!("N".parse::<MoveResult>().is_err());
    }

    #[test]
    fn owners_and_objectives_round_trip() {
        for player in Player::BOTH {
            assert_eq!(parse_owner(&owner_number(player).to_string()), Ok(player));
        }
        assert_eq!(parse_owner("Odd"), Ok(Player::Right));
        assert!(parse_owner("2").unwrap_err().to_string().starts_with("unknown owner \"2\""));
        for objective in Objective::ALL {
            assert_eq!(objective.to_string().parse(), Ok(objective));
        }
        assert_eq!("Co-Büchi".parse(), Ok(Objective::CoBuchi));
        assert!("nim".parse::<Objective>().is_err());
    }

    #[test]
    fn who_may_move() {
        assert!(Colour::Both.allows(Player::Left));
        assert!(Colour::Left.allows(Player::Left));
        assert!(!Colour::Left.allows(Player::Right));
        assert!(!Colour::Right.allows(Player::Left));
    }
}
