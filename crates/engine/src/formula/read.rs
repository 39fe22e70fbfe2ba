//! How an expression for a bound is read.

use super::{Formula, Function, MOST_NESTED, Operator, Relation};
use crate::{Result, RuleError};

/// Reads an expression from left to right.
pub(super) struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// What the numbers may be called that are given.
    letters: &'t [&'t [char]],
}

impl<'t> Reader<'t> {
    /// The expression that the whole text is.
    pub(super) fn read(text: &'t str, letters: &'t [&'t [char]]) -> Result<Formula> {
        let mut reader = Reader { text, at: 0, letters };
        let term = reader.relation(0)?;
        match reader.peek() {
            Some(_) => Err(reader.expected("an operator or the end")),
            None => Ok(term),
        }
    }

    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn take(&mut self, letter: char) -> bool {
        let found = self.peek() == Some(letter);
        if found {
            self.at += letter.len_utf8();
        }
        found
    }

    fn expected(&mut self, what: &str) -> RuleError {
        let found = self.peek();
        let end = self.at + found.map_or(0, char::len_utf8);
        let found = found.map_or("the end".to_owned(), |letter| format!("`{letter}`"));
        RuleError::notation(self.text, self.at..end, format!("expected {what}, found {found}"))
    }

    /// The place of a letter among those of the numbers that are given.
    fn letter(&self, letter: char) -> Option<usize> {
        self.letters.iter().position(|names| names.contains(&letter))
    }

    fn relation(&mut self, depth: usize) -> Result<Formula> {
        let left = self.sum(depth)?;
        self.peek();
        let rest = &self.text[self.at..];
        let found = Relation::ALL.iter().find(|(text, _)| rest.starts_with(text));
        let Some((text, relation)) = found else { return Ok(left) };
        self.at += text.len();
        let right = self.sum(depth)?;
        self.join(Operator::Relation(*relation), left, right)
    }

    fn sum(&mut self, depth: usize) -> Result<Formula> {
        if depth > MOST_NESTED {
            let message = format!("the bound is nested more than {MOST_NESTED} deep");
            return Err(RuleError::notation(self.text, self.at..self.at, message));
        }
        let mut left = self.product(depth)?;
        loop {
            let operator = match self.peek() {
                Some('+') => Operator::Add,
                Some('-') => Operator::Subtract,
                _ => return Ok(left),
            };
            self.at += 1;
            let right = self.product(depth)?;
            left = self.join(operator, left, right)?;
        }
    }

    fn product(&mut self, depth: usize) -> Result<Formula> {
        let mut left = self.power(depth)?;
        loop {
            let operator = match self.peek() {
                Some('*' | '×') => Operator::Multiply,
                Some('/') => Operator::Divide,
                Some('%') => Operator::Remainder,
                // 2k, 3(k+1).
                Some(next)
                    if (next == '(' || self.letter(next).is_some())
                        && !matches!(left, Formula::Letter(_)) =>
                {
                    let right = self.power(depth)?;
                    left = self.join(Operator::Multiply, left, right)?;
                    continue;
                }
                _ => return Ok(left),
            };
            let length = self.peek().map_or(0, char::len_utf8);
            self.at += length;
            let right = self.power(depth)?;
            left = self.join(operator, left, right)?;
        }
    }

    fn power(&mut self, depth: usize) -> Result<Formula> {
        let base = self.atom(depth)?;
        if !self.take('^') {
            return Ok(base);
        }
        if depth >= MOST_NESTED {
            let message = format!("the bound is nested more than {MOST_NESTED} deep");
            return Err(RuleError::notation(self.text, self.at..self.at, message));
        }
        let exponent = self.power(depth + 1)?;
        self.join(Operator::Power, base, exponent)
    }

    /// Long chains `k+k+...` are deep too.
    fn join(&self, operator: Operator, left: Formula, right: Formula) -> Result<Formula> {
        let depth = |mut term: &Formula| {
            let mut depth = 0;
            while let Formula::Binary(_, left, _) = term {
                (depth, term) = (depth + 1, left);
            }
            depth
        };
        if depth(&left) > MOST_NESTED {
            let message = format!("more than {MOST_NESTED} operators in a row");
            return Err(RuleError::notation(self.text, self.at..self.at, message));
        }
        Ok(Formula::binary(operator, left, right))
    }

    fn atom(&mut self, depth: usize) -> Result<Formula> {
        if self.take('(') {
            let inner = self.relation(depth + 1)?;
            return if self.take(')') { Ok(inner) } else { Err(self.expected("`)`")) };
        }
        for (name, function) in Function::ALL {
            if self.text[self.at..].starts_with(name) {
                self.at += name.len();
                if !self.take('(') {
                    return Err(self.expected("`(`"));
                }
                let mut arguments = vec![self.relation(depth + 1)?];
                while arguments.len() < function.arguments() {
                    if !self.take(',') {
                        return Err(self.expected("`,` and another argument"));
                    }
                    arguments.push(self.relation(depth + 1)?);
                }
                if !self.take(')') {
                    return Err(self.expected("`)`"));
                }
                return Ok(Formula::Call(function, arguments));
            }
        }
        if let Some(letter) = self.peek()
            && let Some(place) = self.letter(letter)
        {
            self.at += letter.len_utf8();
            return Ok(Formula::Letter(place));
        }
        let rest = &self.text[self.at..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        match rest[..digits].parse::<u64>() {
            Ok(number) => {
                self.at += digits;
                Ok(Formula::Number(number.into()))
            }
            Err(_) if digits > 0 => {
                let message = format!("expected a number up to {}", u64::MAX);
                Err(RuleError::notation(self.text, self.at..self.at + digits, message))
            }
            Err(_) => {
                let names: Vec<String> =
                    self.letters.iter().map(|names| format!("`{}`", names[0])).collect();
                let what =
                    format!("a number, {} or an expression in parentheses", names.join(", "));
                Err(self.expected(&what))
            }
        }
    }
}
