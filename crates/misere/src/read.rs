//! Text to forms: what [`Worker::text`] prints.

use std::ops::Range;

use upstar_core::Place;

use crate::text::is_options;
use crate::worker::Worker;
use crate::{Error, Form, Result};

/// A step in building a form, on a stack of forms.
#[derive(Clone, Copy, Debug)]
enum Step {
    Heap(u32),
    /// Replaces the last game by the game with it as the only option.
    Sharp,
    Plus(u32),
    /// Subtracts the nim heap of this size, which is written at this byte.
    Minus(u32, usize),
    /// Replaces this many last games by the game with them as options.
    Group(usize),
}

/// The place of an error, and the message.
type Wrong = (Range<usize>, &'static str);

/// Reads a text from left to right.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    steps: Vec<Step>,
}

/// The length of the misère form at the start of a text, such as `*[2[3]20]`, or `None` if there is
/// none. Lists with commas, such as `*[4,2]`, are worksheet expressions and not forms.
///
/// ```
/// assert_eq!(upstar_misere::form_length("*[2[3]20] + 1"), Some(9));
/// assert_eq!(upstar_misere::form_length("*[2,0]"), None);
/// ```
#[must_use]
pub fn form_length(text: &str) -> Option<usize> {
    let mut reader = Reader { text: text.as_bytes(), at: 0, steps: Vec::new() };
    reader.form().ok().map(|()| reader.at)
}

impl Worker<'_> {
    /// The form with this text, as [`Worker::text`] prints it.
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] for other texts, and if the subtracted heap is not a part of the game;
    /// [`Error::Exhausted`].
    ///
    /// ```
    /// use upstar_core::Budget;
    ///
    /// let forms = upstar_misere::Forms::new();
    /// let mut worker = forms.worker(&Budget::unlimited());
    /// let game = worker.read("*[2[#2#]]")?;
    /// let two = worker.heap(2)?;
    /// let sharp = worker.make(&[two])?;
    /// let sum = worker.add(sharp, two)?;
    /// assert_eq!(worker.make(&[sum])?, game);
    /// # Ok::<(), upstar_misere::Error>(())
    /// ```
    pub fn read(&mut self, text: &str) -> Result<Form> {
        let wrong = |(span, expected): Wrong| Error::Parse {
            place: Box::new(Place::in_text(text, span)),
            expected: expected.to_owned(),
        };
        let mut reader = Reader { text: text.as_bytes(), at: 0, steps: Vec::new() };
        reader.form().map_err(wrong)?;
        if reader.at < text.len() {
            return Err(wrong((reader.at..text.len(), "expected the end after the misère form")));
        }
        let mut forms: Vec<Form> = Vec::new();
        for step in reader.steps {
            let form = match step {
                Step::Heap(size) => Form::heap_of(size),
                Step::Group(count) => {
                    let options = forms.split_off(forms.len().saturating_sub(count));
                    self.make(&options)?
                }
                Step::Sharp => {
                    let option = forms.pop().unwrap_or(Form::ZERO);
                    self.make(&[option])?
                }
                Step::Plus(size) => {
                    let form = forms.pop().unwrap_or(Form::ZERO);
                    self.add(form, Form::heap_of(size))?
                }
                Step::Minus(size, at) => {
                    let form = forms.pop().unwrap_or(Form::ZERO);
                    self.minus(form, Form::heap_of(size))?.ok_or_else(|| {
                        wrong((at..at + 1, "what stands before is no sum with this nim heap"))
                    })?
                }
            };
            forms.push(form);
        }
        Ok(forms.pop().unwrap_or(Form::ZERO))
    }
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn wrong<T>(&self, expected: &'static str) -> Result<T, Wrong> {
        let at = self.at.min(self.text.len());
        Err((at..(at + 1).min(self.text.len()), expected))
    }

    fn form(&mut self) -> Result<(), Wrong> {
        if !(self.take(b'*') && self.take(b'[')) {
            return self.wrong("a misère form begins with `*[`");
        }
        let digits = self.text[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits > 1 && self.text.get(self.at + digits) == Some(&b']') {
            let number = std::str::from_utf8(&self.text[self.at..self.at + digits]).unwrap_or("");
            if !is_options(number) {
                let size = self.number()?;
                self.steps.push(Step::Heap(size));
                self.at += 1;
                return Ok(());
            }
        }
        // The number of games read in each open group, starting with the form itself.
        let mut groups = vec![0];
        loop {
            let before = self.at;
            match self.peek() {
                Some(digit @ b'0'..=b'9') => {
                    self.at += 1;
                    self.steps.push(Step::Heap(u32::from(digit - b'0')));
                }
                Some(b'(') if self.text.get(self.at + 1) == Some(&b'*') => {
                    self.at += 2;
                    let size = self.number()?;
                    if !self.take(b')') {
                        return self.wrong("expected `)` after the size of a nim heap");
                    }
                    self.steps.push(Step::Heap(size));
                }
                Some(b'(') => {
                    self.at += 1;
                    groups.push(0);
                    continue;
                }
                Some(b')') if groups.len() > 1 => {
                    let count = groups.pop().unwrap_or(0);
                    if count < 2 {
                        return self.wrong("a game of one option is written with `#` after that");
                    }
                    self.at += 1;
                    self.steps.push(Step::Group(count));
                }
                Some(b']') if groups.len() == 1 => {
                    let count = groups[0];
                    // A single group would be a number in parentheses.
                    let group = matches!(self.steps.last(), Some(Step::Group(_)));
                    if count == 0 || count == 1 && group && self.text[before - 1] == b')' {
                        return self.wrong("expected the options of a misère form");
                    }
                    self.at += 1;
                    if count > 1 {
                        self.steps.push(Step::Group(count));
                    }
                    return Ok(());
                }
                _ => return self.wrong("expected a digit, `(`, or the end of the misère form"),
            }
            self.suffixes()?;
            if let Some(count) = groups.last_mut() {
                *count += 1;
            }
        }
    }

    /// The suffixes after a game.
    fn suffixes(&mut self) -> Result<(), Wrong> {
        loop {
            if self.take(b'#') {
                self.steps.push(Step::Sharp);
            } else if self.take(b'[') {
                let before = self.steps.len();
                while !self.take(b']') {
                    let at = self.at;
                    if self.take(b'#') {
                        self.steps.push(Step::Sharp);
                    } else if self.take(b'-') {
                        let size = self.size()?;
                        self.steps.push(Step::Minus(size, at));
                    } else {
                        let size = self.size()?;
                        self.steps.push(Step::Plus(size));
                    }
                }
                if self.steps.len() == before {
                    return self.wrong("expected what is added");
                }
            } else {
                return Ok(());
            }
        }
    }

    /// The size of a nim heap: a digit, or a number in parentheses.
    fn size(&mut self) -> Result<u32, Wrong> {
        match self.peek() {
            Some(digit @ b'0'..=b'9') => {
                self.at += 1;
                Ok(u32::from(digit - b'0'))
            }
            Some(b'(') => {
                self.at += 1;
                let size = self.number()?;
                if !self.take(b')') {
                    return self.wrong("expected `)` after the size of a nim heap");
                }
                Ok(size)
            }
            _ => self.wrong("expected a digit, `#` or `-` between the brackets"),
        }
    }

    fn number(&mut self) -> Result<u32, Wrong> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        let digits = std::str::from_utf8(&self.text[start..self.at]).unwrap_or("");
        let size = digits.parse().ok().filter(|&size| size <= Form::MOST);
        size.ok_or((start..self.at, "the size of a misère nim heap is a number below 2^31"))
    }
}
