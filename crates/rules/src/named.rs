//! Reading a call such as `wythoff(20,20)` or `domineering("..|..")`.

use std::ops::Range;

use crate::RuleError;

/// One argument of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A whole number.
    Integer(i128),
    /// A text in quotes, without them.
    Text(String),
    /// Anything else: a bare word.
    Word(String),
}

/// A call: the name of a game and its arguments, each with its place.
#[derive(Clone, Debug)]
pub struct Call<'t> {
    text: &'t str,
    name: Range<usize>,
    arguments: Vec<(Argument, Range<usize>)>,
    /// How many arguments come before the `;`, if there is one.
    semicolon: Option<usize>,
}

/// The longest call that is read, in bytes.
const LONGEST: usize = 1 << 20;

impl<'t> Call<'t> {
    /// Reads `name(argument, ...)`. The first separator may be a `;`, as in
    /// `moore(2; 3,4,5)`, or `)(`. Arguments are whole numbers, texts in double or
    /// single quotes, and bare words; a list `[2,3,7]` or `{2,3,7}` is the text within,
    /// and parentheses around arguments, as in `wythoff((3,5))`, change nothing.
    ///
    /// # Errors
    /// [`RuleError::Notation`] with the place of the fault.
    pub fn parse(text: &'t str) -> Result<Self, RuleError> {
        if text.len() > LONGEST {
            return Err(RuleError::too_large(
                "the text of the position",
                format!("{} bytes", text.len()),
                format!("{LONGEST} bytes"),
            ));
        }
        let end = text.trim_end().len();
        let start = text.len() - text.trim_start().len();
        let Some(open) = text.find('(') else {
            return Err(RuleError::notation(
                text,
                start.min(end)..end,
                "expected the name of a game and its position in parentheses, \
                 as in `wythoff(20,20)`",
            ));
        };
        let name = start..start + text[start..open].trim_end().len();
        if name.is_empty() {
            return Err(RuleError::notation(text, open..open + 1, "expected the name of a game"));
        }
        let mut call = Call { text, name, arguments: Vec::new(), semicolon: None };
        let mut close = call.read_arguments(open + 1)?;
        // `take_away("2")(10,3)` is `take_away("2"; 10,3)`.
        let next = close + (text[close..].len() - text[close..].trim_start().len());
        if call.semicolon.is_none() && text[next..].starts_with('(') {
            call.semicolon = Some(call.arguments.len());
            close = call.read_arguments(next + 1)?;
        }
        if close < end {
            return Err(RuleError::notation(text, close..end, "expected nothing after `)`"));
        }
        Ok(call)
    }

    /// Reads arguments from byte `at` on; gives the place after the `)`.
    fn read_arguments(&mut self, mut at: usize) -> Result<usize, RuleError> {
        let text = self.text;
        let skip = |at: usize| at + (text[at..].len() - text[at..].trim_start().len());
        at = skip(at);
        if text[at..].starts_with(')') {
            return Ok(at + 1);
        }
        let mut grouped = false;
        loop {
            at = skip(at);
            if !grouped && text[at..].starts_with('(') {
                grouped = true;
                at += 1;
                continue;
            }
            let quote = text[at..].chars().next().and_then(|c| match c {
                '"' | '\'' => Some(c),
                '[' => Some(']'),
                '{' => Some('}'),
                _ => None,
            });
            let start = at;
            let argument = if let Some(quote) = quote {
                let Some(length) = text[at + 1..].find(quote) else {
                    return Err(RuleError::notation(
                        text,
                        at..text.len(),
                        format!("this text has no closing `{quote}`"),
                    ));
                };
                at += length + 2;
                Argument::Text(text[start + 1..at - 1].to_owned())
            } else {
                let length = text[at..].find([',', ';', ')', '"', '(']).unwrap_or(text.len() - at);
                let word = text[at..at + length].trim_end();
                at += word.len();
                if word.is_empty() {
                    return Err(RuleError::notation(
                        text,
                        start..(start + 1).min(text.len()),
                        "expected an argument: a number or a text in quotes",
                    ));
                }
                let number = word.trim_start_matches('-');
                if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) {
                    Argument::Integer(word.parse().map_err(|_| {
                        RuleError::notation(text, start..at, "this number is too large")
                    })?)
                } else {
                    Argument::Word(word.to_owned())
                }
            };
            self.arguments.push((argument, start..at));
            at = skip(at);
            if grouped && text[at..].starts_with(')') {
                grouped = false;
                at = skip(at + 1);
            }
            match text[at..].chars().next() {
                Some(')') => return Ok(at + 1),
                Some(',') => at += 1,
                Some(';') if self.semicolon.is_none() => {
                    self.semicolon = Some(self.arguments.len());
                    at = skip(at + 1);
                    // `subtraction("2,3"; )` has no heaps.
                    if text[at..].starts_with(')') {
                        return Ok(at + 1);
                    }
                }
                Some(other) => {
                    return Err(RuleError::notation(
                        text,
                        at..at + other.len_utf8(),
                        format!("expected `,` or `)`, found `{other}`"),
                    ));
                }
                None => {
                    return Err(RuleError::notation(text, at..at, "expected `)` at the end"));
                }
            }
        }
    }

    /// The name as written.
    #[must_use]
    pub fn name(&self) -> &'t str {
        &self.text[self.name.clone()]
    }

    /// The number of arguments.
    #[must_use]
    pub fn len(&self) -> usize {
        self.arguments.len()
    }

    /// Whether there are no arguments.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.arguments.is_empty()
    }

    /// The arguments.
    pub fn arguments(&self) -> impl Iterator<Item = &Argument> {
        self.arguments.iter().map(|(argument, _)| argument)
    }

    /// How many arguments come before the `;`, if there is one.
    #[must_use]
    pub fn before_semicolon(&self) -> Option<usize> {
        self.semicolon
    }

    /// A complaint about the name.
    pub(crate) fn unknown(&self, suggestion: Option<String>) -> RuleError {
        RuleError::UnknownGame {
            place: Box::new(upstar_core::Place::in_text(self.text, self.name.clone())),
            name: self.name().chars().take(40).collect(),
            suggestion,
        }
    }

    /// A complaint about argument `index`, or about the whole call if there is
    /// no such argument.
    #[must_use]
    pub fn complain(&self, index: usize, message: impl Into<String>) -> RuleError {
        let span = self.arguments.get(index).map_or(self.name.clone(), |(_, span)| span.clone());
        RuleError::notation(self.text, span, message)
    }

    /// Fails unless there are `counts` arguments; `usage` is what would be right.
    ///
    /// # Errors
    /// [`RuleError::Notation`] that says the usage.
    pub fn expect(
        &self,
        counts: std::ops::RangeInclusive<usize>,
        usage: &str,
    ) -> Result<(), RuleError> {
        if counts.contains(&self.len()) && self.semicolon.is_none() {
            return Ok(());
        }
        let given = self.len();
        Err(self.complain(
            usize::MAX,
            format!(
                "expected `{usage}`, found {given} argument{}",
                if given == 1 { "" } else { "s" }
            ),
        ))
    }

    /// Argument `index` as a number of things, at most `limit`.
    ///
    /// # Errors
    /// [`RuleError::Notation`] if there is no such argument, or it is no such number.
    pub fn count(&self, index: usize, limit: u64) -> Result<u64, RuleError> {
        match self.arguments.get(index) {
            Some((Argument::Integer(n), _)) => {
                u64::try_from(*n).ok().filter(|&n| n <= limit).ok_or_else(|| {
                    self.complain(index, format!("expected a number from 0 to {limit}"))
                })
            }
            Some(_) => Err(self.complain(index, "expected a whole number")),
            None => Err(self.complain(index, format!("argument {} is missing", index + 1))),
        }
    }

    /// All arguments from `from` on as numbers of things, each at most `limit`.
    ///
    /// # Errors
    /// As [`Call::count`].
    pub fn counts(&self, from: usize, limit: u64) -> Result<Vec<u64>, RuleError> {
        (from..self.len()).map(|index| self.count(index, limit)).collect()
    }

    /// Argument `index` as a text, in quotes or not.
    ///
    /// # Errors
    /// [`RuleError::Notation`] if there is no such argument, or it is a number.
    pub fn text(&self, index: usize) -> Result<&str, RuleError> {
        match self.arguments.get(index) {
            Some((Argument::Text(text) | Argument::Word(text), _)) => Ok(text),
            Some(_) => Err(self.complain(index, "expected a text in quotes")),
            None => Err(self.complain(index, format!("argument {} is missing", index + 1))),
        }
    }

    /// Argument `index` as it was written; empty if there is none.
    #[must_use]
    pub fn written(&self, index: usize) -> &'t str {
        self.arguments.get(index).map_or("", |(_, span)| &self.text[span.clone()])
    }

    /// Puts an error inside a text argument into its place in the call.
    #[must_use]
    pub fn within(&self, index: usize, error: RuleError) -> RuleError {
        match error {
            RuleError::Notation { place, message } => {
                let Some((argument, span)) = self.arguments.get(index) else {
                    return RuleError::Notation { place, message };
                };
                let offset = span.start + usize::from(matches!(argument, Argument::Text(_)));
                let inner = place.span.clone().unwrap_or(0..span.len());
                let start = (offset + inner.start).min(self.text.len());
                let end = (offset + inner.end).clamp(start, self.text.len());
                RuleError::notation(self.text, start..end, message)
            }
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_read() {
        let call = Call::parse(" moore ( 2; 3 ,\"a,(b\", 'x', word ) ").unwrap();
        assert_eq!(call.name(), "moore");
        assert_eq!(call.before_semicolon(), Some(1));
        let arguments: Vec<_> = call.arguments().cloned().collect();
        assert_eq!(
            arguments,
            [
                Argument::Integer(2),
                Argument::Integer(3),
                Argument::Text("a,(b".into()),
                Argument::Text("x".into()),
                Argument::Word("word".into()),
            ]
        );
        assert!(Call::parse("pass()").unwrap().is_empty());
        assert_eq!(Call::parse("take(2; )").unwrap().before_semicolon(), Some(1));
        let call = Call::parse("take ( [2, 3] , ((4) ,'5'))((6,7))").expect_err("nested");
        assert!(call.to_string().contains("column 18"), "{call}");
        let call = Call::parse("take ( [2, 3] , (4 ,'5'))((6,7))").unwrap();
        assert_eq!(call.before_semicolon(), Some(3));
        let arguments: Vec<_> = call.arguments().cloned().collect();
        assert_eq!(
            arguments,
            [
                Argument::Text("2, 3".into()),
                Argument::Integer(4),
                Argument::Text("5".into()),
                Argument::Integer(6),
                Argument::Integer(7),
            ]
        );
    }

    #[test]
    fn faults_have_a_place() {
        for (text, column, part) in [
            ("nim", 1, "in parentheses"),
            ("(3)", 1, "name"),
            ("nim(3", 6, "`)`"),
            ("nim(3,)", 7, "an argument"),
            ("nim(3) + 2", 7, "nothing after"),
            ("nim(\"a)", 5, "closing"),
            ("nim(3(4))", 6, "found `(`"),
            ("nim(999999999999999999999999999999999999999999)", 5, "too large"),
            ("nim(1;2;3)", 8, "found `;`"),
        ] {
            let error = Call::parse(text).expect_err(text).to_string();
            assert!(error.contains(&format!("line 1, column {column}:")), "{text}: {error}");
            assert!(error.contains(part), "{text}: {error}");
        }
        assert!(Call::parse(&"(".repeat(100_000)).is_err());
        assert!(Call::parse(&"x".repeat(LONGEST + 1)).is_err());
    }
}
