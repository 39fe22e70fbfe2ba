//! What can be wrong with an expression, and how it is shown.

use std::fmt::Write;
use std::ops::Range;

use thiserror::Error;
use upstar_core::{Exhausted, Place};

/// What is wrong, where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where it is: the span is in bytes of the expression.
    pub place: Box<Place>,
    /// What is wrong and what was expected, on one line.
    pub message: String,
    /// What was probably meant, on one line.
    pub help: Option<String>,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

/// What functions of this crate return.
pub type Result<T = (), E = LangError> = std::result::Result<T, E>;

/// Why an expression has no value.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum LangError {
    /// The text is not an expression.
    #[error("{0}")]
    Syntax(Problem),
    /// The text is an expression of the field, but this version cannot answer it.
    #[error("{0}")]
    Unsupported(Problem),
    /// A variable, function or method that is not known.
    #[error("{0}")]
    Unknown(Problem),
    /// A value of the wrong kind, or a wrong number of arguments.
    #[error("{0}")]
    Mismatch(Problem),
    /// The question has no answer: division by zero, the atomic weight of a game that has none.
    #[error("{0}")]
    Undefined(Problem),
    /// Something is larger than a stated limit.
    #[error("{0}")]
    Limit(Problem),
    /// A budget was used up.
    #[error("stopped: {0}")]
    Exhausted(Exhausted),
}

impl LangError {
    /// Where it is and what is wrong; `None` if a budget was used up.
    #[must_use]
    pub fn problem(&self) -> Option<&Problem> {
        match self {
            LangError::Syntax(problem)
            | LangError::Unsupported(problem)
            | LangError::Unknown(problem)
            | LangError::Mismatch(problem)
            | LangError::Undefined(problem)
            | LangError::Limit(problem) => Some(problem),
            LangError::Exhausted(_) => None,
        }
    }

    pub(crate) fn problem_mut(&mut self) -> Option<&mut Problem> {
        match self {
            LangError::Syntax(problem)
            | LangError::Unsupported(problem)
            | LangError::Unknown(problem)
            | LangError::Mismatch(problem)
            | LangError::Undefined(problem)
            | LangError::Limit(problem) => Some(problem),
            LangError::Exhausted(_) => None,
        }
    }

    /// The message with the line of `source` it speaks of and a caret beneath
    /// the place, on several lines.
    ///
    /// ```
    /// let mut session = upstar_lang::Session::new();
    /// let error = session.evaluate("{1|2|3}", &upstar_core::Budget::unlimited()).unwrap_err();
    /// let shown = error.render("{1|2|3}");
    /// assert!(shown.contains("\n  {1|2|3}\n      ^"), "{shown}");
    /// ```
    #[must_use]
    pub fn render(&self, source: &str) -> String {
        let Some(problem) = self.problem() else { return self.to_string() };
        let mut text = problem.message.clone();
        if let Some(span) = &problem.place.span {
            let (line, caret) = line_with_caret(source, span);
            let _ = write!(text, "\n  {line}\n  {caret}");
        }
        if let Some(help) = &problem.help {
            let _ = write!(text, "\n{help}");
        }
        text
    }
}

/// Characters shown on each side of the place in a long line.
const CONTEXT: usize = 60;

/// The line of `source` in which `span` begins (of a long line, the part around
/// it), and carets beneath the span.
fn line_with_caret(source: &str, span: &Range<usize>) -> (String, String) {
    let boundary = |mut at: usize| {
        at = at.min(source.len());
        while !source.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (start, end) = (boundary(span.start), boundary(span.end.max(span.start)));
    let line_start = source[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = source[start..].find('\n').map_or(source.len(), |newline| start + newline);
    let before: Vec<char> = source[line_start..start].chars().rev().take(CONTEXT + 1).collect();
    let after: Vec<char> = source[start..line_end].chars().take(CONTEXT + 1).collect();
    let marked = source[start..end.min(line_end)].chars().count().clamp(1, CONTEXT);
    let printable = |c: char| if c.is_control() { ' ' } else { c };
    let (mut line, mut indent) = (String::new(), 0);
    if before.len() > CONTEXT {
        line.push_str("...");
        indent += 3;
    }
    let shown = before.len().min(CONTEXT);
    line.extend(before[..shown].iter().rev().map(|&c| printable(c)));
    indent += shown;
    line.extend(after.iter().take(CONTEXT).map(|&c| printable(c)));
    if after.len() > CONTEXT {
        line.push_str("...");
    }
    (line, format!("{}{}", " ".repeat(indent), "^".repeat(marked)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_stand_under_the_place() {
        assert_eq!(
            line_with_caret("a\n↑ + ?b\n", &(8..9)),
            ("↑ + ?b".to_owned(), "    ^".to_owned())
        );
        let long = format!("{}?{}", "x".repeat(500), "y".repeat(500));
        let (line, caret) = line_with_caret(&long, &(500..501));
        assert_eq!(line.find('?'), caret.find('^'));
        assert!(line.len() < 140);
        assert_eq!(line_with_caret("ab", &(2..2)).1, "  ^");
    }
}
