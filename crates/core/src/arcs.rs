//! The data of an arc or a terminal of an explicit game graph: the colour of an arc, which says who
//! may use it, and the result of a terminal.

use std::fmt;
use std::str::FromStr;

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

/// The result that a terminal position has for the player to move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TerminalResult {
    /// The player to move has won.
    Win,
    /// The player to move has lost (the usual case in normal play).
    Loss,
    /// Nobody has won.
    Draw,
}

impl TerminalResult {
    /// N, P or D.
    #[inline]
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        match self {
            TerminalResult::Win => Outcome::N,
            TerminalResult::Loss => Outcome::P,
            TerminalResult::Draw => Outcome::D,
        }
    }

    /// The result of a position whose outcome is N, P or D.
    #[inline]
    #[must_use]
    pub const fn of_outcome(outcome: Outcome) -> TerminalResult {
        match outcome {
            Outcome::N => TerminalResult::Win,
            Outcome::P => TerminalResult::Loss,
            _ => TerminalResult::Draw,
        }
    }

    /// The winner if `mover` is to move; `None` for a draw.
    #[must_use]
    pub const fn winner(self, mover: Player) -> Option<Player> {
        match self {
            TerminalResult::Win => Some(mover),
            TerminalResult::Loss => Some(mover.opponent()),
            TerminalResult::Draw => None,
        }
    }
}

/// A word that names no colour or no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} {found:?}, expected {expected}")]
pub struct UnknownWord {
    /// The kind of word: `colour` or `result`.
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

impl FromStr for TerminalResult {
    type Err = UnknownWord;

    /// `W`, `L`, `D`, or `win`, `loss`, `draw`, in any case.
    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        let is = |short: &str, long: &str| {
            word.eq_ignore_ascii_case(short) || word.eq_ignore_ascii_case(long)
        };
        if is("W", "win") {
            Ok(TerminalResult::Win)
        } else if is("L", "loss") {
            Ok(TerminalResult::Loss)
        } else if is("D", "draw") {
            Ok(TerminalResult::Draw)
        } else {
            Err(UnknownWord {
                what: "result",
                found: word.to_owned(),
                expected: "W, L or D (for the player to move)",
            })
        }
    }
}

impl fmt::Display for TerminalResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            TerminalResult::Win => "W",
            TerminalResult::Loss => "L",
            TerminalResult::Draw => "D",
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
        use TerminalResult::{Draw, Loss, Win};
        for result in [Win, Loss, Draw] {
            assert_eq!(result.to_string().parse(), Ok(result));
        }
        assert_eq!("BLUE".parse(), Ok(Colour::Left));
        assert_eq!("b".parse(), Ok(Colour::Both));
        let error = "mauve".parse::<Colour>().unwrap_err();
        assert!(error.to_string().starts_with("unknown colour \"mauve\""));
        assert!("N".parse::<TerminalResult>().is_err());
    }

    #[test]
    fn who_may_move() {
        assert!(Colour::Both.allows(Player::Left));
        assert!(Colour::Left.allows(Player::Left));
        assert!(!Colour::Left.allows(Player::Right));
        assert!(!Colour::Right.allows(Player::Left));
    }
}
