//! Strategies for sums: a winning reply to every move of the opponent.
//!
//! A strategy is a list of sums that the opponent, moving first, loses. Each is checked: every move
//! of the opponent must have an answer after which the remaining sum is lost again. A sum is lost
//! if it is in the list, if it is better for us than a listed sum by a value, if each of its parts
//! is lost, or if it is a value that is not on the opponent's side of 0. Positions may have values,
//! each the canonical form of the game of the values of its options. A position and its negative
//! add up to 0.
//!
//! Sums of impartial games in normal play have a shorter list: couples of a position and a nim heap
//! that the player to move loses, each of which gives the value of the position.
//!
//! Of a board of Domineering, alone or with an integer, there is a list of boards that the loser loses by
//! a bound or by the list.
//!
//! The rules are trusted: moves, independent parts and symmetries of positions. This check tests
//! the arithmetic of values and the strategy, independently of the code that found them.

mod boards;
mod check;
mod couples;
mod file;
mod short;

use boards::Boards;
use check::Sums;
use couples::Couples;
pub use file::{is_strategy, read, write};
use upstar_core::{Budget, Convention, Player};

use crate::{Result, VerifyError};

/// A part of a sum: its number, and whether Left and Right are exchanged in it.
pub type Signed = (u32, bool);

/// A sum that the player to move loses: its positions, and the number of the value beside them.
pub type Lost = (Vec<Signed>, u32);

/// A strategy: the winner of a sum, and the winning replies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// The sum as written.
    pub sum: String,
    /// Whether a player without a move loses or wins.
    pub convention: Convention,
    /// The player who moves first.
    pub first: Player,
    /// The winner.
    pub winner: Player,
    /// Values.
    pub games: Games,
    /// Positions that do not split, as written.
    pub parts: Vec<String>,
    /// Values of positions, as pairs of numbers.
    pub values: Vec<(u32, u32)>,
    /// Sums that the loser, to move, loses.
    pub lost: Vec<Lost>,
    /// Instead of all other rows: positions of impartial games that do not split, with their Grundy
    /// values, each after those that it rests on.
    pub couples: Vec<(String, u32)>,
    /// Instead of all other rows: boards of Domineering, each with an integer, that the loser, to move,
    /// loses.
    pub boards: Vec<(String, i64)>,
}

/// Parts by their texts, and whether Left and Right are exchanged.
pub type PartTable = Vec<(String, bool)>;

/// Games by their Left and Right options, which come before them.
pub type Games = Vec<(Vec<u32>, Vec<u32>)>;

/// The rules of the games of a sum.
pub trait Rules {
    /// The parts of a sum, and the values among its summands, each by its options. The last game of
    /// a list is the value.
    ///
    /// # Errors
    /// What is wrong with the sum.
    fn start(&mut self, sum: &str) -> Result<(PartTable, Vec<Games>)>;

    /// The results of a player's moves in a part, each a list of parts.
    ///
    /// # Errors
    /// What is wrong with the part.
    fn options(&mut self, part: &str, player: Player) -> Result<Vec<PartTable>>;

    /// Whether both players have the same moves in a part, so that it is its own negative.
    ///
    /// # Errors
    /// What is wrong with the part.
    fn is_impartial(&mut self, part: &str) -> Result<bool>;

    /// The board of a sum of one position of Domineering and an integer: rows of free cells `.` and
    /// others `#`, with `|` between them.
    ///
    /// # Errors
    /// What is wrong with the sum, or that it is another one.
    fn board(&mut self, sum: &str) -> Result<(String, i64)> {
        Err(wrong(format!("{sum} is no board of Domineering with an integer")))
    }
}

/// The result of a successful check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The number of sums that the loser loses.
    pub lost: u64,
    /// The number of positions with values.
    pub values: u64,
}

fn wrong(text: impl Into<String>) -> VerifyError {
    VerifyError::WrongStrategy(text.into())
}

/// A strategy with its rows indexed. It is not yet checked.
pub struct Checker<R>(Rows<R>);

enum Rows<R> {
    Sums(Box<Sums<R>>),
    Couples(Box<Couples<R>>),
    Boards(Box<Boards<R>>),
}

impl<R: Rules> Checker<R> {
    /// Prepares a strategy for the check.
    ///
    /// # Errors
    /// [`VerifyError::WrongStrategy`] if a row refers to something missing; the budget.
    pub fn new(strategy: &Strategy, rules: R, budget: &Budget) -> Result<Self> {
        Ok(Checker(if !strategy.boards.is_empty() {
            Rows::Boards(Box::new(Boards::new(strategy, rules, budget)?))
        } else if !strategy.couples.is_empty() {
            Rows::Couples(Box::new(Couples::new(strategy, rules, budget)?))
        } else {
            Rows::Sums(Box::new(Sums::new(strategy, rules, budget)?))
        }))
    }

    /// Checks the rows, and that they prove the winner.
    ///
    /// # Errors
    /// [`VerifyError::WrongStrategy`] with the first row that fails; the budget.
    pub fn check(&mut self) -> Result<Checked> {
        match &mut self.0 {
            Rows::Sums(sums) => sums.check(),
            Rows::Couples(couples) => couples.check(),
            Rows::Boards(boards) => boards.check(),
        }
    }

    /// Whether the rows show that the loser, to move, loses a sum. This shows which move to play.
    ///
    /// # Errors
    /// What is wrong with the sum; the budget.
    pub fn accepts(&mut self, sum: &str) -> Result<bool> {
        match &mut self.0 {
            Rows::Sums(sums) => sums.accepts(sum),
            Rows::Couples(couples) => couples.accepts(sum),
            Rows::Boards(boards) => boards.accepts(sum),
        }
    }
}
