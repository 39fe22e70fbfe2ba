//! Completion and continuation lines.

use std::cell::RefCell;
use std::rc::Rc;

use rustyline::completion::{Completer, Pair};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Helper, Result};
use upstar::lang::{self, Session};
use upstar_games::catalogue;

/// Commands of the worksheet.
const WORDS: [&str; 5] = ["help", "names", "quit", "show", "variables"];

/// Completes names.
#[derive(Debug, Default)]
pub(super) struct Assistant {
    /// The worksheet, whose variables are completed.
    session: Rc<RefCell<Session>>,
}

impl Assistant {
    pub(super) fn of(session: Rc<RefCell<Session>>) -> Self {
        Assistant { session }
    }

    /// The completions of the last word of `before`, and where the word begins: after a dot
    /// methods; elsewhere games and variables too, and at the start of a line the commands of the
    /// worksheet; none within quotes.
    fn matches(&self, before: &str) -> (usize, Vec<String>) {
        let start = before
            .rfind(|c: char| !(c.is_alphanumeric() || c == '_'))
            .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        let word = plain(&before[start..]);
        let quoted = before.matches('"').count() % 2 == 1;
        if word.is_empty() || quoted {
            return (start, Vec::new());
        }
        let first = before[..start].trim().is_empty();
        // `..` separates the ends of a range.
        let method = before[..start].ends_with('.') && !before[..start].ends_with("..");
        let session = self.session.borrow();
        let words = WORDS.into_iter().filter(|_| first);
        let games = catalogue()
            .iter()
            .flat_map(|game| std::iter::once(&game.name).chain(game.aliases))
            .copied();
        let variables = session.variables().map(|(name, _)| name);
        let others = words.chain(games).chain(variables);
        let methods = lang::names().map(|name: &str| name);
        let mut found: Vec<String> = methods
            .chain(others.filter(|_| !method))
            .filter(|name| plain(name).starts_with(&word))
            .map(str::to_owned)
            .collect();
        found.sort();
        found.dedup();
        (start, found)
    }
}

/// A name in the form used for comparison: neither case nor underscores matter.
fn plain(name: &str) -> String {
    name.replace('_', "").to_lowercase()
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
        Ok(if super::sheet::goes_on(context.input()) {
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
        let assistant = Assistant::default();
        assert_eq!(assistant.matches("{2|1}.Temp").1, ["Temperature"]);
        assert_eq!(
            assistant.matches("g.left_s"),
            (2, vec!["LeftStop".into(), "LeftStopMover".into()])
        );
        assert_eq!(assistant.matches("show").1, ["show"]);
        assert!(assistant.matches("1 + ").1.is_empty());
        let budget = upstar_core::Budget::unlimited();
        assistant.session.borrow_mut().evaluate("tempo := 3", &budget).unwrap();
        assert_eq!(assistant.matches("tem").1, ["Temperature", "tempo"]);
    }

    #[test]
    fn games_are_completed_where_they_may_stand() {
        let assistant = Assistant::default();
        assert_eq!(assistant.matches("kayl"), (0, vec!["kayles".into()]));
        assert_eq!(assistant.matches("2 + nim(3) + domin").1, ["domineering"]);
        assert_eq!(assistant.matches("ToadsAnd").1, ["toads_and_frogs"]);
        assert_eq!(assistant.matches("help kayl"), (5, vec!["kayles".into()]));
        assert_eq!(assistant.matches("  varia"), (2, vec!["variables".into()]));
        assert!(assistant.matches("1 + varia").1.is_empty());
        // Neither as a method nor within quotes.
        assert!(assistant.matches("g.kayl").1.is_empty());
        assert!(assistant.matches("domineering(\"kayl").1.is_empty());
        assert_eq!(assistant.matches("domineering(\"..\") + kayl").1, ["kayles"]);
        // A range is not a method call; non-ASCII characters are skipped.
        let budget = upstar_core::Budget::unlimited();
        assistant.session.borrow_mut().evaluate("mostly := 3", &budget).unwrap();
        assert_eq!(assistant.matches("[1..mostl").1, ["mostly"]);
        assert_eq!(assistant.matches("↑+kayl"), (4, vec!["kayles".into()]));
    }

    #[test]
    fn the_line_editor_gets_the_beginning_of_the_word() {
        let history = rustyline::history::DefaultHistory::new();
        let context = Context::new(&history);
        let line = "2 + kayl(3)";
        let (start, found) = Assistant::default().complete(line, 8, &context).unwrap();
        assert_eq!((start, &found[0].replacement[..]), (4, "kayles"));
    }
}
