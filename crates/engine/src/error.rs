//! What can go wrong with a position.

use std::ops::Range;

use upstar_core::{Exhausted, GrundyValue, Place};

/// What the sink of a graph may fail with.
pub type SinkError = Box<dyn std::error::Error + Send + Sync>;

/// What a store may fail with.
pub type StoreError = Box<dyn std::error::Error + Send + Sync>;

/// The result of a question about a position.
pub type Result<T = (), E = RuleError> = std::result::Result<T, E>;

/// Why a position could not be read, moved in, or written as a graph.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// The text is not a position.
    #[error("{place}: {message}")]
    Notation {
        /// Where in the text.
        place: Box<Place>,
        /// What is wrong, and what would be right.
        message: String,
    },
    /// An argument of a game is not what it should be.
    #[error("{}{message}", index.map(|index| format!("argument {}: ", index + 1)).unwrap_or_default())]
    Argument {
        /// Which argument, counted from 0; none if the fault is in all of them.
        index: Option<usize>,
        /// Where in its text, in bytes; none if the fault is in all of it.
        span: Option<Range<usize>>,
        /// What is wrong, and what would be right.
        message: String,
    },
    /// The arguments are not those of the game: too few, too many, or of other kinds.
    #[error("these are not the arguments of the game")]
    Usage,
    /// No game of this name is in the catalogue.
    #[error("{place}: unknown game `{name}`{}; `upstar games` lists the games", suggestion.as_ref().map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default())]
    UnknownGame {
        /// Where in the text.
        place: Box<Place>,
        /// The name as written, cut to 40 characters.
        name: String,
        /// The nearest name of the catalogue, if one is near.
        suggestion: Option<String>,
    },
    /// The position is legal and too large for what was asked.
    #[error("{what} is too large: {size}, and at most {limit} can be handled")]
    TooLarge {
        /// What is too large.
        what: String,
        /// How large it is.
        size: String,
        /// How large it may be.
        limit: String,
    },
    /// The algebra of misère forms says why.
    #[error(transparent)]
    Misere(upstar_misere::Error),
    /// What was asked makes no sense for this game.
    #[error("{0}")]
    NotApplicable(String),
    /// There are infinitely many options, or too many to list.
    #[error("{0} has infinitely many options")]
    InfinitelyMany(String),
    /// A number that is no short game where one is needed.
    #[error("this is defined for short games, and {0} is not one: its play has no bound")]
    NotShort(String),
    /// A budget was used up.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// A budget was used up when a part of the answer was known.
    #[error("{exhausted}; known so far: {known}")]
    Unfinished {
        /// What stopped the work.
        exhausted: Exhausted,
        /// What is known, in words.
        known: String,
    },
    /// The graph of the positions could not be solved.
    #[error("the graph of all positions: {0}")]
    Graph(upstar_graphs::GraphError),
    /// The value of the position could not be computed.
    #[error("the value: {0}")]
    Value(upstar_values::Error),
    /// The store of values failed.
    #[error("{0}")]
    Store(StoreError),
    /// The receiver of a graph failed.
    #[error("{0}")]
    Sink(SinkError),
}

/// A Grundy value of which canonical forms and tables are made.
pub(crate) fn small_value(value: u64) -> Result<GrundyValue> {
    let large = || RuleError::too_large("the Grundy value", value, GrundyValue::MAX);
    GrundyValue::try_from(value).map_err(|_| large())
}

impl RuleError {
    /// The text at `span` of `text` is not a position, because of `message`.
    #[must_use]
    pub fn notation(text: &str, span: Range<usize>, message: impl Into<String>) -> Self {
        RuleError::Notation { place: Box::new(Place::in_text(text, span)), message: message.into() }
    }

    /// `what` has size `size`; the limit is `limit`.
    #[must_use]
    pub fn too_large(what: impl Into<String>, size: impl ToString, limit: impl ToString) -> Self {
        RuleError::TooLarge { what: what.into(), size: size.to_string(), limit: limit.to_string() }
    }

    /// What stopped the work, if a budget was used up.
    #[must_use]
    pub fn exhausted(&self) -> Option<&Exhausted> {
        match self {
            RuleError::Exhausted(exhausted) | RuleError::Unfinished { exhausted, .. } => {
                Some(exhausted)
            }
            _ => None,
        }
    }

    /// The same error; what the builder of a graph failed with, as a sink, is reported as such.
    pub(crate) fn of_graph(self) -> Self {
        match self {
            RuleError::Sink(error) => match error.downcast::<upstar_graphs::GraphError>() {
                Ok(error) => (*error).into(),
                Err(error) => RuleError::Sink(error),
            },
            other => other,
        }
    }
}
