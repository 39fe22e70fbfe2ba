//! Errors of the engine, as shown on a page.

use std::ops::Range;

use upstar::lang::LangError;
use upstar::rules::RuleError;
use upstar_core::{Exhausted, Place};

use crate::protocol::Fault;

/// An error to be reported to the page: a fault, with its position in bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Failure {
    fault: Fault,
    span: Option<Range<usize>>,
}

impl Failure {
    /// A fault without a position.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Failure { fault: Fault { message: message.into(), ..Fault::default() }, span: None }
    }

    /// The fault, whose place is reported in a text in which what was asked begins at byte `start`.
    pub(crate) fn within(self, text: &str, start: usize) -> Fault {
        let Failure { mut fault, span } = self;
        if let Some(span) = span {
            let units = |byte: usize| {
                let mut byte = (start + byte).min(text.len());
                while !text.is_char_boundary(byte) {
                    byte -= 1;
                }
                text[..byte].encode_utf16().count()
            };
            (fault.from, fault.to) = (Some(units(span.start)), Some(units(span.end)));
        }
        fault
    }

    /// The fault without a position.
    pub(crate) fn anywhere(self) -> Fault {
        self.fault
    }

    /// Whether a limit was reached.
    pub(crate) fn is_stop(&self) -> bool {
        self.fault.stopped.is_some()
    }

    fn at(mut self, place: &Place) -> Self {
        self.span.clone_from(&place.span);
        self
    }
}

impl From<Exhausted> for Failure {
    fn from(exhausted: Exhausted) -> Self {
        let mut failure = Failure::new(exhausted.to_string());
        failure.fault.stopped = Some(exhausted.reason);
        failure
    }
}

impl From<LangError> for Failure {
    fn from(error: LangError) -> Self {
        match (&error, error.problem()) {
            (LangError::Exhausted(exhausted), _) => (*exhausted).into(),
            (_, Some(problem)) => {
                let mut failure = Failure::new(problem.message.clone()).at(&problem.place);
                failure.fault.help.clone_from(&problem.help);
                failure
            }
            (_, None) => Failure::new(error.to_string()),
        }
    }
}

impl From<RuleError> for Failure {
    fn from(error: RuleError) -> Self {
        match &error {
            RuleError::Exhausted(exhausted) | RuleError::Unfinished { exhausted, .. } => {
                let mut failure = Failure::from(*exhausted);
                failure.fault.message = error.to_string();
                failure
            }
            RuleError::Notation { place, message } => Failure::new(message.clone()).at(place),
            RuleError::UnknownGame { place, name, suggestion } => {
                let mut failure = Failure::new(format!("unknown game `{name}`")).at(place);
                failure.fault.help =
                    suggestion.as_ref().map(|near| format!("did you mean `{near}`?"));
                failure
            }
            _ => Failure::new(error.to_string()),
        }
    }
}

impl From<upstar::Error> for Failure {
    fn from(error: upstar::Error) -> Self {
        match error {
            upstar::Error::Exhausted(exhausted) => exhausted.into(),
            upstar::Error::Rules(error) => error.into(),
            error => Failure::new(error.to_string()),
        }
    }
}
