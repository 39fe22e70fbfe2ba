//! The parser of codes.

use std::str::FromStr;

use upstar_core::Place;

use crate::Result;
use crate::code::{Code, Digit, MOST_DIGITS, Relation};
use crate::error::HeapsError;

struct Parser<'a> {
    code: &'a str,
    at: usize,
}

impl FromStr for Code {
    type Err = HeapsError;

    /// Reads `0.77`, `4.333...`, `0.(12)`, `0.[3]`, `4!.0`, `0.3F`, `{2+}=.0`, `0.&40;`.
    fn from_str(text: &str) -> Result<Code> {
        let code = text.trim();
        Parser { code, at: 0 }.code()
    }
}

type Spanned = (Digit, std::ops::Range<usize>);

impl Parser<'_> {
    fn error(&self, span: std::ops::Range<usize>, message: impl Into<String>) -> HeapsError {
        HeapsError::Code {
            code: shown(self.code),
            place: Box::new(place_in(self.code, span)),
            message: message.into(),
        }
    }

    fn rest(&self) -> &str {
        &self.code[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    fn code(mut self) -> Result<Code> {
        let mut left: Vec<Spanned> = Vec::new();
        loop {
            match self.peek() {
                Some('.') => break,
                None => {
                    return Err(self.error(
                        self.at..self.at,
                        "a code has a point, as in 0.77 (0.d1d2..., digit i for taking i tokens)",
                    ));
                }
                Some(_) => left.push(self.digit()?),
            }
            if left.len() > MOST_DIGITS {
                return Err(self.error(0..self.at, format!("more than {MOST_DIGITS} digits")));
            }
        }
        self.at += 1;
        let mut right: Vec<Spanned> = Vec::new();
        let mut tail: Vec<Spanned> = Vec::new();
        while let Some(character) = self.peek() {
            let start = self.at;
            if let Some(closing) = match character {
                '(' => Some(")"),
                '[' => Some("]"),
                _ => None,
            } {
                self.at += 1;
                while !self.eat(closing) {
                    if self.peek().is_none() {
                        return Err(self.error(start..self.at, format!("no `{closing}` follows")));
                    }
                    tail.push(self.digit()?);
                }
                if tail.is_empty() {
                    return Err(self.error(start..self.at, "nothing to repeat: write as in 0.[3]"));
                }
            } else if self.eat("...") || self.eat("…") {
                let Some(last) = right.pop() else {
                    return Err(self.error(start..self.at, "no digit before `...` to repeat"));
                };
                tail.push(last);
            } else {
                right.push(self.digit()?);
                if right.len() > MOST_DIGITS {
                    return Err(self.error(0..self.at, format!("more than {MOST_DIGITS} digits")));
                }
                continue;
            }
            if self.at < self.code.len() {
                return Err(self.error(
                    self.at..self.code.len(),
                    "nothing may follow the part that repeats for ever",
                ));
            }
        }
        self.check_end(&left)?;
        if let Some((digit, span)) = tail.iter().find(|_| tail.len() > MOST_DIGITS) {
            return Err(self.error(span.clone(), format!("too many digits from {digit} on")));
        }
        let mut values = left.into_iter().rev().map(|(digit, _)| digit);
        let zero = values.next().unwrap_or(Digit::NONE);
        let adding: Vec<Digit> = values.collect();
        let mut digits = vec![zero];
        digits.extend(right.into_iter().map(|(digit, _)| digit));
        let tail = tail.into_iter().map(|(digit, _)| digit).collect();
        Ok(Code::from_parts(adding, digits, tail))
    }

    /// Every move must leave only smaller heaps. After `j` tokens are added to a heap of `n`, `c`
    /// heaps share `n + j`. The largest has at most `n + j - (c - 1)`, which is below `n` if and
    /// only if `c >= j + 2` (for heaps that are all different: `c (c - 1) / 2 > j`).
    fn check_end(&self, left: &[Spanned]) -> Result {
        for (added, (digit, span)) in left.iter().rev().enumerate() {
            let added = added as u64;
            let Some(smallest) = digit.smallest() else { continue };
            let (enough, needed) = match digit.relation() {
                Relation::AllDifferent => (smallest * smallest.saturating_sub(1) / 2 > added, {
                    (0u64..).find(|c| c * c.saturating_sub(1) / 2 > added).unwrap_or(0)
                }),
                _ => (smallest >= added + 2, added + 2),
            };
            if !enough {
                let what = match added {
                    0 => "takes no token".to_owned(),
                    1 => "adds a token".to_owned(),
                    _ => format!("adds {added} tokens"),
                };
                let left = match smallest {
                    0 => "no heap".to_owned(),
                    1 => "one heap".to_owned(),
                    _ => format!("{smallest} heaps"),
                };
                return Err(HeapsError::NeverEnds {
                    code: shown(self.code),
                    place: Box::new(place_in(self.code, span.clone())),
                    message: format!(
                        "digit `{digit}` {what} and may leave {left}, so the game need not end; \
                         it must leave at least {needed} heaps"
                    ),
                });
            }
        }
        Ok(())
    }

    fn digit(&mut self) -> Result<Spanned> {
        let start = self.at;
        let Some(character) = self.peek() else {
            return Err(self.error(start..start, "a digit is missing"));
        };
        let (counts, from) = match character {
            '0'..='9' | 'a'..='v' | 'A'..='V' => {
                self.at += 1;
                (u64::from(character.to_digit(32).unwrap_or(0)), None)
            }
            '*' => {
                self.at += 1;
                (0, Some(0))
            }
            '{' => self.counts()?,
            '&' => self.numeric()?,
            _ => {
                let span = start..start + character.len_utf8();
                return Err(self.error(
                    span,
                    format!(
                        "`{character}` is not a digit; digits are 0-9, A-V, {{2,3}}, {{2+}}, \
                         &40; and *, each with !, ? or = after it if wanted"
                    ),
                ));
            }
        };
        let relation = match self.peek() {
            Some('!') => Relation::AllDifferent,
            Some('?') => Relation::NotAllEqual,
            Some('=') => Relation::AllEqual,
            _ => Relation::Any,
        };
        if relation != Relation::Any {
            self.at += 1;
        }
        Ok((Digit::new(counts, from, relation), start..self.at))
    }

    fn number(&mut self, most: u64) -> Result<u64> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
        let text = &self.code[start..self.at];
        match text.parse::<u64>() {
            Ok(number) if number <= most => Ok(number),
            _ if text.is_empty() => Err(self.error(start..start, "a number is missing")),
            _ => Err(self.error(start..self.at, format!("{text} is more than {most}"))),
        }
    }

    fn counts(&mut self) -> Result<(u64, Option<u8>)> {
        let start = self.at;
        self.at += 1;
        let (mut counts, mut from) = (0u64, None);
        loop {
            let count = self.number(63)?;
            if self.eat("+") {
                let count = count as u8;
                from = Some(from.map_or(count, |other: u8| other.min(count)));
            } else {
                counts |= 1 << count;
            }
            if self.eat("}") {
                return Ok((counts, from));
            }
            if !self.eat(",") {
                return Err(self.error(
                    start..self.at,
                    "numbers of heaps in braces are written {2,3} or {2+}",
                ));
            }
        }
    }

    fn numeric(&mut self) -> Result<(u64, Option<u8>)> {
        let start = self.at;
        self.at += 1;
        let bits = self.number(u64::MAX)?;
        if !self.eat(";") {
            return Err(self.error(start..self.at, "a digit by number is written &40;"));
        }
        Ok((bits, None))
    }
}

/// A code for a message: only the beginning if it is long.
fn shown(code: &str) -> String {
    match code.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &code[..end]),
        None => code.to_owned(),
    }
}

/// The place in a code, which is one line, so it is a column.
fn place_in(code: &str, span: std::ops::Range<usize>) -> Place {
    Place { line: None, ..Place::in_text(code, span) }
}
