//! Errors of operations, before their place is known.

use std::ops::Range;

use upstar_core::{Exhausted, Place};
use upstar_values::surreal::Surreal;

use crate::error::{LangError, Problem};

pub(crate) type Result<T = (), E = Fail> = std::result::Result<T, E>;

/// Why an operation failed, without its place.
#[derive(Debug)]
pub(crate) enum Fail {
    /// The engine says why.
    Values(upstar_values::Error),
    /// A value of the wrong kind: what is wrong, and what would be right.
    Mismatch(String, Option<String>),
    /// The question has no answer.
    Undefined(String, Option<String>),
    /// Not in this version.
    Unsupported(String),
    /// Beyond a stated limit.
    Limit(String),
    Unknown(String, Option<String>),
    /// What is wrong is in the text of an argument, at this place of it.
    InText {
        argument: usize,
        span: Range<usize>,
        message: String,
    },
    Exhausted(Exhausted),
    /// An error that has its place already.
    Placed(Box<LangError>),
}

impl Fail {
    pub(crate) fn mismatch(message: impl Into<String>) -> Self {
        Fail::Mismatch(message.into(), None)
    }

    pub(crate) fn undefined(message: impl Into<String>) -> Self {
        Fail::Undefined(message.into(), None)
    }

    /// The same, with what would be right.
    pub(crate) fn with_help(mut self, text: impl Into<String>) -> Self {
        if let Fail::Mismatch(_, help) | Fail::Undefined(_, help) = &mut self {
            *help = Some(text.into());
        }
        self
    }
}

impl From<upstar_values::Error> for Fail {
    fn from(error: upstar_values::Error) -> Self {
        match error {
            upstar_values::Error::Exhausted(exhausted) => Fail::Exhausted(exhausted),
            upstar_values::Error::Parse { place, expected } => Fail::InText {
                argument: 0,
                span: place.span.clone().unwrap_or(0..0),
                message: expected,
            },
            other => Fail::Values(other),
        }
    }
}

impl From<Exhausted> for Fail {
    fn from(exhausted: Exhausted) -> Self {
        Fail::Exhausted(exhausted)
    }
}

/// The error without a place: of a question that has no text.
pub(crate) fn unplaced(fail: Fail) -> LangError {
    let mut error = placed(fail, "", 0..0);
    if let Some(problem) = error.problem_mut() {
        *problem.place = Place::default();
    }
    error
}

/// The error at a place of the source.
pub(crate) fn placed(fail: Fail, source: &str, span: Range<usize>) -> LangError {
    let problem = |message: String, help: Option<String>| Problem {
        place: Box::new(Place::in_text(source, span.clone())),
        message,
        help,
    };
    match fail {
        Fail::Values(
            error
            @ (upstar_values::Error::TooLarge { .. } | upstar_values::Error::OverLimit { .. }),
        ) => LangError::Limit(problem(error.to_string(), None)),
        Fail::Values(error) => LangError::Undefined(problem(error.to_string(), None)),
        Fail::Mismatch(message, help) => LangError::Mismatch(problem(message, help)),
        Fail::Undefined(message, help) => LangError::Undefined(problem(message, help)),
        Fail::Unsupported(message) => LangError::Unsupported(problem(message, None)),
        Fail::Limit(message) => LangError::Limit(problem(message, None)),
        Fail::Unknown(message, help) => LangError::Unknown(problem(message, help)),
        Fail::InText { message, .. } => LangError::Syntax(problem(message, None)),
        Fail::Exhausted(exhausted) => LangError::Exhausted(exhausted),
        Fail::Placed(mut error) => {
            if let Some(unplaced) =
                error.problem_mut().filter(|problem| problem.place.span.is_none())
            {
                // It was in a function of another line.
                unplaced.place = problem(String::new(), None).place;
            }
            *error
        }
    }
}

/// A number that is no short game where one is needed.
pub(crate) fn no_short_game(number: &Surreal) -> Fail {
    Fail::Undefined(
        format!("this is defined for short games, and {number} is not one: its play has no bound"),
        Some("such games have outcomes, winning moves, sums and comparisons".to_owned()),
    )
}
