//! What a position is, apart from the rules.

use std::cmp::Ordering;
use std::fmt::Debug;
use std::hash::Hash;

use crate::{Picture, Result, RuleError};

/// A position: what is on the board, in the heaps, on the graph.
///
/// A type of positions is shared by the rulesets of a family ([`Grid`](crate::Grid) by the games
/// on boards), and so is what it says here. Where text or picture depend on the rules, the
/// [`Ruleset`](crate::Ruleset) says it instead.
pub trait Position: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// The position as text, without the name of the game: `20,20`, `..|.#`. Different
    /// positions have different texts.
    fn to_text(&self) -> String {
        format!("{self:?}")
    }

    /// Reads what [`Position::to_text`] writes.
    ///
    /// # Errors
    /// [`RuleError::Notation`] with the place of the fault. Without an own version, always: such
    /// positions are read by their ruleset or not at all.
    fn from_text(text: &str) -> Result<Self> {
        Err(RuleError::notation(text, 0..text.len(), "positions of this game are not read"))
    }

    /// The position of a list of numbers: heaps, a pair. `None` if it is none.
    fn from_numbers(numbers: &[u64]) -> Option<Self> {
        let _ = numbers;
        None
    }

    /// How the position stands in a call, given its text: in quotes, as in
    /// `domineering("..|..")`; lists of numbers stand as they are.
    fn argument(&self, text: String) -> String {
        format!("\"{text}\"")
    }

    /// The order in which positions are listed: by their texts, or one that takes less time.
    fn order(&self, other: &Self) -> Ordering {
        self.to_text().cmp(&other.to_text())
    }

    /// About how many bytes of memory the position needs.
    fn bytes(&self) -> usize {
        size_of_val(self)
    }

    /// The rows of the board, if positions are boards.
    fn rows(&self) -> Option<Vec<String>> {
        None
    }

    /// What there is to see of it; `text` is the position as its ruleset writes it.
    fn picture(&self, text: &str) -> Picture {
        Picture::usual(self.rows(), text)
    }
}

/// Positions in the order of their type, written without quotes.
#[macro_export]
macro_rules! ordered {
    ($($position:ty),* $(,)?) => {
        $(impl $crate::Position for $position {
            fn argument(&self, text: String) -> String {
                text
            }

            fn order(&self, other: &Self) -> std::cmp::Ordering {
                self.cmp(other)
            }
        })*
    };
}
