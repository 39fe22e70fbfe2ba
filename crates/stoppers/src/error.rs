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
    /// A question that is asked of stoppers, of a side that is not found to equal one.
    #[error("{}", no_stopper(.side, *.proven))]
    NotStopper {
        /// Which side it is: `onside`, `offside`.
        side: &'static str,
        /// Whether it is certain that no stopper equals it.
        proven: bool,
    },
    /// A question that is asked of stoppers.
    #[error("{0} are asked of stoppers; this game has two sides: g.Onside and g.Offside")]
    Sides(&'static str),
    /// A game without a thermograph, and why.
    #[error("no thermograph: {0}")]
    NoThermograph(&'static str),
    /// A game to which no short game is found to be infinitesimally close.
    #[error(
        "this loopy game has no mean here: its play can stop in `on` or `off`, or return to a hot \
         position"
    )]
    NoMean,
    /// A game whose reduced canonical form is no short game.
    #[error(
        "no short game was found that differs from this loopy game by an infinitesimal: its play \
         can stop in `on` or `off`, or return to a hot position"
    )]
    NoReducedForm,
    /// A degree of varieties that is no degree.
    #[error("the degree of a variety must be idempotent, that is, equal to its sum with itself")]
    Degree,
    /// An exponent of which there are no powers.
    #[error("an exponent must be a number, `on`, or a number x with over or under, above 0")]
    Exponent,
}

fn no_stopper(side: &str, proven: bool) -> String {
    if proven {
        format!(
            "the {side} of this loopy game equals no stopper: alternating play can go on forever \
             by moves that are neither dominated nor reversible"
        )
    } else {
        format!("the {side} of this loopy game was not found to equal a stopper")
    }
}

impl From<upstar_values::Error> for Error {
    fn from(error: upstar_values::Error) -> Self {
        match error {
            upstar_values::Error::Exhausted(exhausted) => Error::Exhausted(exhausted),
            other => Error::Value(other),
        }
    }
}
