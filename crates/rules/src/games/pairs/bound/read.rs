//! How an expression for a bound is read.

use super::{Function, Operator, Term};
use crate::RuleError;

/// How deep an expression may be nested.
const MOST_NESTED: usize = 40;

/// Reads an expression from left to right.
pub(super) struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    /// The expression that the whole text is.
    pub(super) fn read(text: &str) -> Result<Term, RuleError> {
        let mut reader = Reader { text, at: 0 };
        let term = reader.sum(0)?;
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

    fn sum(&mut self, depth: usize) -> Result<Term, RuleError> {
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

    fn product(&mut self, depth: usize) -> Result<Term, RuleError> {
        let mut left = self.power(depth)?;
        loop {
            let operator = match self.peek() {
                Some('*' | '×') => Operator::Multiply,
                Some('/') => Operator::Divide,
                // 2k, 3(k+1).
                Some('k' | 'x' | '(') if !matches!(left, Term::Taken) => {
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

    fn power(&mut self, depth: usize) -> Result<Term, RuleError> {
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
    fn join(&self, operator: Operator, left: Term, right: Term) -> Result<Term, RuleError> {
        let depth = |mut term: &Term| {
            let mut depth = 0;
            while let Term::Binary(_, left, _) = term {
                (depth, term) = (depth + 1, left);
            }
            depth
        };
        if depth(&left) > MOST_NESTED {
            let message = format!("more than {MOST_NESTED} operators in a row");
            return Err(RuleError::notation(self.text, self.at..self.at, message));
        }
        Ok(Term::Binary(operator, Box::new(left), Box::new(right)))
    }

    fn atom(&mut self, depth: usize) -> Result<Term, RuleError> {
        if self.take('k') || self.take('x') {
            return Ok(Term::Taken);
        }
        if self.take('(') {
            let inner = self.sum(depth + 1)?;
            return if self.take(')') { Ok(inner) } else { Err(self.expected("`)`")) };
        }
        for (name, function) in Function::ALL {
            if self.text[self.at..].starts_with(name) {
                self.at += name.len();
                if !self.take('(') {
                    return Err(self.expected("`(`"));
                }
                let mut arguments = vec![self.sum(depth + 1)?];
                while arguments.len() < function.arguments() {
                    if !self.take(',') {
                        return Err(self.expected("`,` and another argument"));
                    }
                    arguments.push(self.sum(depth + 1)?);
                }
                if !self.take(')') {
                    return Err(self.expected("`)`"));
                }
                return Ok(Term::Call(function, arguments));
            }
        }
        let rest = &self.text[self.at..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        match rest[..digits].parse::<u64>() {
            Ok(number) => {
                self.at += digits;
                Ok(Term::Number(number.into()))
            }
            Err(_) if digits > 0 => {
                let message = format!("expected a number up to {}", u64::MAX);
                Err(RuleError::notation(self.text, self.at..self.at + digits, message))
            }
            Err(_) => Err(self.expected("a number, `k` or an expression in parentheses")),
        }
    }
}
