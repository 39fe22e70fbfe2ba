//! A place in the text of a rules file, and what is read there.

use std::ops::Range;

use upstar_engine::{Result, RuleError};

/// A text for people: letters and common signs as they are, all that a terminal might obey escaped.
pub(super) fn shown(text: &str) -> String {
    let plain = |c: char| c.is_ascii_graphic() || c.is_alphanumeric() || "→–—“”‘’…".contains(c);
    let each =
        text.chars().map(|c| if plain(c) { c.to_string() } else { c.escape_default().to_string() });
    each.collect()
}

/// One line of the text, being read.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    pub(super) at: usize,
    end: usize,
}

impl<'t> Cursor<'t> {
    /// At the beginning of a part of a text.
    pub(super) fn new(text: &'t str, part: Range<usize>) -> Self {
        let mut cursor = Cursor { text, at: part.start, end: part.end };
        cursor.blanks();
        cursor
    }

    /// The rest of the line.
    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..self.end]
    }

    /// What was read from a place on.
    pub(super) fn text_from(&self, start: usize) -> &'t str {
        &self.text[start..self.at]
    }

    pub(super) fn is_done(&self) -> bool {
        self.at >= self.end
    }

    pub(super) fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// The next character.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes the next character.
    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Takes `sign` and the blanks after it, if it is next.
    pub(super) fn sign(&mut self, sign: &str) -> bool {
        let next = self.rest().starts_with(sign);
        if next {
            self.at += sign.len();
            self.blanks();
        }
        next
    }

    /// The word that is next, letters and digits and lines below, without taking it.
    pub(super) fn next_word(&self) -> &'t str {
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        &rest[..length.unwrap_or(rest.len())]
    }

    /// Takes this word and the blanks after it, if it is next.
    pub(super) fn word(&mut self, word: &str) -> bool {
        let next = self.next_word() == word;
        if next {
            self.at += word.len();
            self.blanks();
        }
        next
    }

    /// Takes a whole number and the blanks after it, if it is next.
    pub(super) fn number(&mut self, most: u64) -> Result<Option<u64>> {
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if length == 0 {
            return Ok(None);
        }
        let place = self.at..self.at + length;
        let Some(number) = rest[..length].parse().ok().filter(|&n: &u64| n <= most) else {
            return Err(self.complain_at(place, format!("expected a number of at most {most}")));
        };
        self.at += length;
        self.blanks();
        Ok(Some(number))
    }

    /// What is next, for complaints: a word or a sign.
    fn found(&self) -> (Range<usize>, String) {
        let word = self.next_word();
        let length = if word.is_empty() {
            self.peek().map_or(0, char::len_utf8)
        } else {
            word.len().min(40)
        };
        let place = self.at..self.at + length;
        let found = match &self.text[place.clone()] {
            "" => "nothing".to_owned(),
            found => format!("`{}`", shown(found)),
        };
        (place, found)
    }

    /// What would be right here.
    pub(super) fn expected(&self, what: &str) -> RuleError {
        let (place, found) = self.found();
        self.complain_at(place, format!("expected {what}, found {found}"))
    }

    /// A complaint about a part of the text.
    pub(super) fn complain_at(&self, place: Range<usize>, message: impl Into<String>) -> RuleError {
        RuleError::notation(self.text, place, message)
    }
}
