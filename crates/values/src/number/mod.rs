//! Exact numbers: [`Dyadic`] and [`Rational`], small ones inline.

mod dyadic;
mod rational;

pub use dyadic::Dyadic;
pub use rational::Rational;

/// The error of a text that is not a number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not {expected}")]
pub struct NotANumber {
    /// The text, cut after 40 characters.
    pub text: String,
    /// What was expected instead.
    pub expected: &'static str,
}

impl NotANumber {
    fn new(text: &str, expected: &'static str) -> Self {
        NotANumber { text: text.chars().take(40).collect(), expected }
    }
}
