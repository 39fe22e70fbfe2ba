//! Reading a call such as `wythoff(20,20)` or `domineering("..|..")`.

use std::ops::Range;

use upstar_core::Place;

use upstar_engine::{Argument, Arguments, Result, RuleError};

/// A call as written: the name of a game and its arguments, each with its place.
#[derive(Clone, Debug)]
pub struct Call<'t> {
    text: &'t str,
    name: Range<usize>,
    arguments: Arguments,
    places: Vec<Range<usize>>,
}

/// The longest call that is read, in bytes.
const LONGEST: usize = 1 << 20;

impl<'t> Call<'t> {
    /// Reads `name(argument, ...)`. The first separator may be `;`, as in `moore(2; 3,4,5)`, or
    /// `)(`. Arguments are whole numbers, texts in double or single quotes, and bare words. A list
    /// `[2,3,7]` or `{2,3,7}` is the text inside. Parentheses around arguments, as in
    /// `wythoff((3,5))`, are ignored.
    ///
    /// # Errors
    /// [`RuleError::Notation`] with the place of the error.
    pub fn parse(text: &'t str) -> Result<Self> {
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
        let mut call = Call { text, name, arguments: Arguments::default(), places: Vec::new() };
        let mut close = call.read_arguments(open + 1)?;
        // `take_away("2")(10,3)` is `take_away("2"; 10,3)`.
        let next = close + (text[close..].len() - text[close..].trim_start().len());
        if call.arguments.before_semicolon().is_none() && text[next..].starts_with('(') {
            call.arguments.put_semicolon();
            close = call.read_arguments(next + 1)?;
        }
        if close < end {
            return Err(RuleError::notation(text, close..end, "expected nothing after `)`"));
        }
        Ok(call)
    }

    /// Reads arguments from byte `at` on; returns the place after the `)`.
    fn read_arguments(&mut self, mut at: usize) -> Result<usize> {
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
            self.arguments.push(argument);
            self.places.push(start..at);
            at = skip(at);
            if grouped && text[at..].starts_with(')') {
                grouped = false;
                at = skip(at + 1);
            }
            match text[at..].chars().next() {
                Some(')') => return Ok(at + 1),
                Some(',') => at += 1,
                Some(';') if self.arguments.before_semicolon().is_none() => {
                    self.arguments.put_semicolon();
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

    /// The arguments.
    #[must_use]
    pub fn arguments(&self) -> &Arguments {
        &self.arguments
    }

    /// Places an error about the name or an argument in the text.
    pub(crate) fn place(&self, error: RuleError) -> RuleError {
        let (index, span, message) = match error {
            RuleError::Argument { index, span, message } => (index, span, message),
            RuleError::UnknownGame { name, suggestion, .. } => {
                let place = Box::new(Place::in_text(self.text, self.name.clone()));
                return RuleError::UnknownGame { place, name, suggestion };
            }
            other => return other,
        };
        let Some(index) = index.filter(|&index| index < self.places.len()) else {
            return RuleError::notation(self.text, self.name.clone(), message);
        };
        let argument = self.places[index].clone();
        let Some(inner) = span else { return RuleError::notation(self.text, argument, message) };
        // The quote is not part of the inner text.
        let quote = self.text[argument.clone()].starts_with(['"', '\'', '[', '{']);
        let offset = argument.start + usize::from(quote);
        let start = (offset + inner.start).min(self.text.len());
        let end = (offset + inner.end).clamp(start, self.text.len());
        RuleError::notation(self.text, start..end, message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_read() {
        let call = Call::parse(" moore ( 2; 3 ,\"a,(b\", 'x', word ) ").unwrap();
        assert_eq!(call.name(), "moore");
        assert_eq!(call.arguments().before_semicolon(), Some(1));
        let arguments = call.arguments().values();
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
        assert!(Call::parse("pass()").unwrap().arguments().is_empty());
        assert_eq!(Call::parse("take(2; )").unwrap().arguments().before_semicolon(), Some(1));
        let call = Call::parse("take ( [2, 3] , ((4) ,'5'))((6,7))").expect_err("nested");
        assert!(call.to_string().contains("column 18"), "{call}");
        let call = Call::parse("take ( [2, 3] , (4 ,'5'))((6,7))").unwrap();
        assert_eq!(call.arguments().before_semicolon(), Some(3));
        let arguments = call.arguments().values();
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
