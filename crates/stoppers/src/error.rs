//! The errors of this crate.

use upstar_core::Exhausted;

/// What functions of this crate return.
pub type Result<T = (), E = Error> = std::result::Result<T, E>;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A limit of the budget was reached.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// An error of the algebra of short games.
    #[error(transparent)]
    Value(upstar_values::Error),
    /// A graph with too many positions.
    #[error("a loopy game of more than {limit} positions is too large")]
    TooLarge {
        /// The largest number of positions.
        limit: usize,
    },
    /// A text that would be too long.
    #[error("the text of this loopy game is too long")]
    TooLong,
    /// An undefined label.
    #[error("nothing is labelled `{0}`")]
    Label(String),
    /// A question about stoppers was asked of a side that is not known to equal one.
    #[error("{}", no_stopper(.side, *.proven))]
    NotStopper {
        /// The side: `onside`, `offside`.
        side: &'static str,
        /// Whether it is proved that no stopper equals it.
        proven: bool,
    },
    /// A question about stoppers was asked of another game.
    #[error("{0} are asked of stoppers; this game has two sides: g.Onside and g.Offside")]
    Sides(&'static str),
    /// A game without a thermograph, and the reason.
    #[error("no thermograph: {0}")]
    NoThermograph(&'static str),
    /// A game to which no short game is known to be infinitesimally close.
    #[error(
        "this loopy game has no mean here: its play can stop in `on` or `off`, or return to a hot \
         position"
    )]
    NoMean,
    /// A game whose reduced canonical form is not a short game.
    #[error(
        "no short game was found that differs from this loopy game by an infinitesimal: its play \
         can stop in `on` or `off`, or return to a hot position"
    )]
    NoReducedForm,
    /// A game that is not the degree of a variety.
    #[error("the degree of a variety must be idempotent, that is, equal to its sum with itself")]
    Degree,
    /// An exponent for which powers are not defined.
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
