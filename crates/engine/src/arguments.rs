//! The arguments of a game: numbers, lists, texts.

use std::borrow::Cow;
use std::ops::Range;

use crate::formula::Formula;
use crate::{Result, RuleError};

/// One argument of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A whole number.
    Integer(i128),
    /// A list of whole numbers.
    List(Vec<i128>),
    /// The size of a board: rows and columns.
    Size(u64, u64),
    /// A text: a board, a graph, a code.
    Text(String),
    /// A bare word.
    Word(String),
    /// The formula of a bound or a condition.
    Formula(Formula),
}

/// The arguments of a game, as typed values: what stands in the parentheses of
/// `moore(2; 3,4,5)` or `domineering("..|..")`.
///
/// Complaints name the argument by its number; who has the text puts them into their place
/// (`upstar_games::Call` for positions as text, the worksheet for its own).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    values: Vec<Argument>,
    /// How many arguments come before the `;`, if there is one.
    semicolon: Option<usize>,
    /// How many arguments were before these: complaints count them.
    before: usize,
}

impl Arguments {
    /// Arguments without a `;`.
    #[must_use]
    pub fn new(values: Vec<Argument>) -> Self {
        Arguments { values, ..Self::default() }
    }

    /// The same with a `;` after the first `before`.
    #[must_use]
    pub fn with_semicolon(mut self, before: usize) -> Self {
        self.semicolon = Some(before);
        self
    }

    /// Appends an argument.
    pub fn push(&mut self, argument: Argument) {
        self.values.push(argument);
    }

    /// A `;` after the arguments so far.
    pub fn put_semicolon(&mut self) {
        self.semicolon = Some(self.len());
    }

    /// Numbers: heaps, a pair, a number of spots.
    #[must_use]
    pub fn numbers(numbers: &[u64]) -> Self {
        Self::new(numbers.iter().map(|&number| Argument::Integer(number.into())).collect())
    }

    /// The empty board of a size.
    #[must_use]
    pub fn size(rows: u64, columns: u64) -> Self {
        Self::new(vec![Argument::Size(rows, columns)])
    }

    /// One text: a board, a graph.
    #[must_use]
    pub fn of_text(text: impl Into<String>) -> Self {
        Self::new(vec![Argument::Text(text.into())])
    }

    /// The number of arguments.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are no arguments.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The arguments.
    #[must_use]
    pub fn values(&self) -> &[Argument] {
        &self.values
    }

    /// Argument `index`, if it is there.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&Argument> {
        self.values.get(index)
    }

    /// How many arguments come before the `;`, if there is one.
    #[must_use]
    pub fn before_semicolon(&self) -> Option<usize> {
        self.semicolon
    }

    /// The arguments before the `;`, and those after it; all and none, if there is no `;`.
    #[must_use]
    pub fn split(&self) -> (Arguments, Arguments) {
        let at = self.semicolon.unwrap_or(self.len());
        let part = |values: &[Argument], before| Arguments {
            values: values.to_vec(),
            semicolon: None,
            before: self.before + before,
        };
        (part(&self.values[..at], 0), part(&self.values[at..], at))
    }

    /// A complaint about argument `index`, or about the whole call if there is no such argument.
    #[must_use]
    pub fn complain(&self, index: usize, message: impl Into<String>) -> RuleError {
        RuleError::Argument {
            index: (index < self.len()).then(|| self.before + index),
            span: None,
            message: message.into(),
        }
    }

    /// Argument `index` as a number of things, at most `limit`.
    ///
    /// # Errors
    /// [`RuleError::Argument`] if there is no such argument, or it is no such number.
    pub fn count(&self, index: usize, limit: u64) -> Result<u64> {
        match self.values.get(index) {
            Some(Argument::Integer(n)) => {
                u64::try_from(*n).ok().filter(|&n| n <= limit).ok_or_else(|| {
                    self.complain(index, format!("expected a number from 0 to {limit}"))
                })
            }
            Some(_) => Err(self.complain(index, "expected a whole number")),
            None => {
                Err(self
                    .complain(index, format!("argument {} is missing", self.before + index + 1)))
            }
        }
    }

    /// All arguments from `from` on as numbers of things, each at most `limit`.
    ///
    /// # Errors
    /// As [`Arguments::count`].
    pub fn counts(&self, from: usize, limit: u64) -> Result<Vec<u64>> {
        (from..self.len()).map(|index| self.count(index, limit)).collect()
    }

    /// Argument `index` as a text, in quotes or not; a list is its numbers with commas between,
    /// a size is `2x3`.
    ///
    /// # Errors
    /// [`RuleError::Argument`] if there is no such argument, or it is a number.
    pub fn text(&self, index: usize) -> Result<Cow<'_, str>> {
        match self.values.get(index) {
            Some(Argument::Text(text) | Argument::Word(text)) => Ok(text.into()),
            Some(Argument::List(numbers)) => {
                let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                Ok(numbers.join(",").into())
            }
            Some(Argument::Size(rows, columns)) => Ok(format!("{rows}x{columns}").into()),
            Some(Argument::Integer(_) | Argument::Formula(_)) => {
                Err(self.complain(index, "expected a text in quotes"))
            }
            None => {
                Err(self
                    .complain(index, format!("argument {} is missing", self.before + index + 1)))
            }
        }
    }

    /// As [`Arguments::text`]; a number is its digits.
    ///
    /// # Errors
    /// [`RuleError::Argument`] if there is no such argument.
    pub fn text_or_number(&self, index: usize) -> Result<Cow<'_, str>> {
        match self.values.get(index) {
            Some(Argument::Integer(number)) => Ok(number.to_string().into()),
            _ => self.text(index),
        }
    }

    /// Puts an error inside the text of argument `index` into its place among the arguments.
    #[must_use]
    pub fn within(&self, index: usize, error: RuleError) -> RuleError {
        match error {
            RuleError::Notation { place, message } if index < self.len() => {
                let span: Option<Range<usize>> = place.span.clone();
                RuleError::Argument { index: Some(self.before + index), span, message }
            }
            other => other,
        }
    }
}
