//! Completion, and lines that go on.

use rustyline::completion::{Completer, Pair};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Helper, Result};
use upstar::lang::{self, Session};

/// Words of the worksheet itself.
const WORDS: [&str; 5] = ["help", "names", "quit", "show", "variables"];

/// Knows what can be completed.
#[derive(Debug, Default)]
pub(super) struct Assistant {
    variables: Vec<String>,
}

impl Assistant {
    /// Takes note of the variables.
    pub(super) fn learn(&mut self, session: &Session) {
        self.variables = session.variables().map(|(name, _)| name.to_owned()).collect();
    }

    /// The names that begin as the word that ends `before`, and where the word begins.
    fn matches(&self, before: &str) -> (usize, Vec<String>) {
        let start = before
            .rfind(|c: char| !(c.is_alphanumeric() || c == '_'))
            .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        let word = before[start..].replace('_', "").to_lowercase();
        if word.is_empty() {
            return (start, Vec::new());
        }
        let words = WORDS.into_iter().filter(|_| start == 0);
        let names = lang::names().chain(words).map(str::to_owned);
        let mut found: Vec<String> = names
            .chain(self.variables.iter().cloned())
            .filter(|name| name.to_lowercase().starts_with(&word))
            .collect();
        found.sort();
        found.dedup();
        (start, found)
    }
}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> Result<(usize, Vec<Pair>)> {
        let (start, names) = self.matches(&line[..at]);
        let pairs = names.into_iter().map(|name| Pair { display: name.clone(), replacement: name });
        Ok((start, pairs.collect()))
    }
}

impl Validator for Assistant {
    fn validate(&self, context: &mut ValidationContext<'_>) -> Result<ValidationResult> {
        Ok(if lang::is_incomplete(context.input()) {
            ValidationResult::Incomplete
        } else {
            ValidationResult::Valid(None)
        })
    }
}

impl Hinter for Assistant {
    type Hint = String;
}

impl Highlighter for Assistant {}

impl Helper for Assistant {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_completed() {
        let mut assistant = Assistant::default();
        assert_eq!(assistant.matches("{2|1}.Temp").1, ["Temperature"]);
        assert_eq!(
            assistant.matches("g.left_s"),
            (2, vec!["LeftStop".into(), "LeftStopMover".into()])
        );
        assert_eq!(assistant.matches("sh").1, ["show"]);
        assert!(assistant.matches("1 + ").1.is_empty());
        let mut session = Session::new();
        session.evaluate("tempo := 3", &upstar_core::Budget::unlimited()).unwrap();
        assistant.learn(&session);
        assert_eq!(assistant.matches("tem").1, ["Temperature", "tempo"]);
    }
}
