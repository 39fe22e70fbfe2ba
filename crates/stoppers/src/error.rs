//! What can go wrong.

use upstar_core::Exhausted;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A bound of the budget was met.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// The algebra of short games says why.
    #[error(transparent)]
    Value(upstar_values::Error),
    /// A graph of too many positions.
    #[error("a loopy game of more than {limit} positions is too large")]
    TooLarge {
        /// How many there may be.
        limit: usize,
    },
    /// A text that would be too long.
    #[error("the text of this loopy game is too long")]
    TooLong,
    /// A label that no game has.
    #[error("nothing is labelled `{0}`")]
    Label(String),
    /// A side of a game that is found to be no stopper.
    #[error("the {0} of this loopy game is no stopper, and has no canonical form")]
    NotStopper(&'static str),
    /// A question that is asked of stoppers.
    #[error("{0} are asked of stoppers; this game has two sides: g.Onside and g.Offside")]
    Sides(&'static str),
    /// A game without a thermograph, and why.
    #[error("no thermograph: {0}")]
    NoThermograph(&'static str),
    /// A degree of varieties that is no degree.
    #[error("the degree of a variety must be idempotent: its sum with itself is itself")]
    Degree,
    /// An exponent of which there are no powers.
    #[error("an exponent must be a number, `on`, or a number x with over or under, above 0")]
    Exponent,
}

impl From<upstar_values::Error> for Error {
    fn from(error: upstar_values::Error) -> Self {
        match error {
            upstar_values::Error::Exhausted(exhausted) => Error::Exhausted(exhausted),
            other => Error::Value(other),
        }
    }
}
