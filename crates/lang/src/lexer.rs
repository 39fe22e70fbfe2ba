//! Text to tokens.

use std::ops::Range;

use upstar_core::Place;

use crate::Result;
use crate::error::{LangError, Problem};

/// A token, its place, and whether a space precedes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) span: Range<usize>,
    pub(crate) spaced: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Digits; the text is in the span.
    Integer,
    /// A name; the text is in the span.
    Word,
    /// A text in double quotes, without them.
    Text(String),
    /// `^`, n of them: ups, or a power.
    Carets(u32),
    /// `↑` or `⇑`, n ups: never a power.
    Ups(u32),
    /// `v` or `↓` or `⇓`, n downs.
    Downs(u32),
    /// `^<2>`, `^[2]`, `v<on>`: an arrow with an exponent; the exponent's text is in the span.
    Arrow {
        down: bool,
        sum: bool,
        exponent: Range<usize>,
    },
    /// `*`, `⋆`: star, or a product.
    Star,
    /// A misère form in its printed notation, `*[2[3]20]`; the text is in the span.
    Misere,
    /// `×`, `·`: a product.
    Times,
    Slash,
    Percent,
    Plus,
    Minus,
    PlusMinus,
    Colon,
    Ampersand,
    Relation(Relation),
    DotDot,
    /// `...`, among options.
    Ellipsis,
    /// `;`, after the parameters of a game.
    Semicolon,
    Dot,
    Comma,
    /// `|`, n of them.
    Bars(u32),
    OpenParen,
    CloseParen,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    Quote,
    Assign,
    /// `=>`, in `allbut => true`.
    FatArrow,
    /// `->`, in `k -> k^2`.
    Maps,
    /// `?`, in `(x, y ? 3) -> x - y`.
    Question,
    End,
}

/// A relation symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `==`.
    Equal,
    /// `===`.
    Identical,
    /// `!=`.
    NotEqual,
    /// `<=`.
    LessOrEqual,
    /// `>=`.
    GreaterOrEqual,
    /// `<`.
    Less,
    /// `>`.
    Greater,
    /// `<>`.
    Confused,
    /// `<|`.
    LessOrConfused,
    /// `|>`.
    GreaterOrConfused,
}

/// The tokens of `source`, the last one [`Kind::End`].
pub(crate) fn tokens(source: &str) -> Result<Vec<Token>> {
    let mut lexer = Lexer { source, at: 0, tokens: Vec::new() };
    loop {
        let before = lexer.at;
        lexer.skip_blanks()?;
        let spaced = lexer.at > before || lexer.at == 0;
        let start = lexer.at;
        let kind = lexer.next_kind()?;
        let end = kind == Kind::End;
        lexer.tokens.push(Token { kind, span: start..lexer.at, spaced });
        if end {
            return Ok(lexer.tokens);
        }
    }
}

struct Lexer<'a> {
    source: &'a str,
    at: usize,
    tokens: Vec<Token>,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.source[self.at..]
    }

    fn error(
        &self,
        span: Range<usize>,
        message: impl Into<String>,
        help: Option<&str>,
    ) -> LangError {
        LangError::Syntax(Problem {
            place: Box::new(Place::in_text(self.source, span)),
            message: message.into(),
            help: help.map(str::to_owned),
        })
    }

    fn skip_blanks(&mut self) -> Result {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            if blank > 0 {
                self.at += blank;
            } else if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                match rest.find("*/") {
                    Some(end) => self.at += end + 2,
                    None => {
                        let span = self.at..self.at + 2;
                        return Err(self.error(
                            span,
                            "a comment that begins with `/*` needs `*/` at its end",
                            None,
                        ));
                    }
                }
            } else {
                return Ok(());
            }
        }
    }

    /// Takes `text` if it comes next.
    fn take(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// Takes characters as long as `wanted` holds, and returns their number.
    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> usize {
        let rest = self.rest();
        let length = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        let count = rest[..length].chars().count();
        self.at += length;
        count
    }

    fn next_kind(&mut self) -> Result<Kind> {
        const SYMBOLS: [(&str, Kind); 47] = [
            ("<=>", Kind::End),
            ("===", Kind::Relation(Relation::Identical)),
            (":=", Kind::Assign),
            ("=>", Kind::FatArrow),
            ("==", Kind::Relation(Relation::Equal)),
            ("!=", Kind::Relation(Relation::NotEqual)),
            ("<=", Kind::Relation(Relation::LessOrEqual)),
            (">=", Kind::Relation(Relation::GreaterOrEqual)),
            ("<>", Kind::Relation(Relation::Confused)),
            ("<|", Kind::Relation(Relation::LessOrConfused)),
            ("|>", Kind::Relation(Relation::GreaterOrConfused)),
            ("<", Kind::Relation(Relation::Less)),
            (">", Kind::Relation(Relation::Greater)),
            ("≠", Kind::Relation(Relation::NotEqual)),
            ("≤", Kind::Relation(Relation::LessOrEqual)),
            ("≥", Kind::Relation(Relation::GreaterOrEqual)),
            ("‖", Kind::Relation(Relation::Confused)),
            ("∥", Kind::Relation(Relation::Confused)),
            ("⧏", Kind::Relation(Relation::LessOrConfused)),
            ("⧐", Kind::Relation(Relation::GreaterOrConfused)),
            ("->", Kind::Maps),
            ("↦", Kind::Maps),
            ("+-", Kind::PlusMinus),
            ("±", Kind::PlusMinus),
            ("+", Kind::Plus),
            ("-", Kind::Minus),
            ("−", Kind::Minus),
            ("*", Kind::Star),
            ("⋆", Kind::Star),
            ("∗", Kind::Star),
            ("×", Kind::Times),
            ("·", Kind::Times),
            ("/", Kind::Slash),
            ("%", Kind::Percent),
            (":", Kind::Colon),
            ("&", Kind::Ampersand),
            ("...", Kind::Ellipsis),
            ("…", Kind::Ellipsis),
            (";", Kind::Semicolon),
            ("?", Kind::Question),
            ("..", Kind::DotDot),
            (".", Kind::Dot),
            (",", Kind::Comma),
            ("(", Kind::OpenParen),
            (")", Kind::CloseParen),
            ("[", Kind::OpenBracket),
            ("]", Kind::CloseBracket),
        ];
        let start = self.at;
        let Some(first) = self.rest().chars().next() else { return Ok(Kind::End) };
        if first.is_ascii_digit() {
            return self.integer();
        }
        if self.takes_board() {
            return Ok(Kind::Text(self.source[start..self.at].to_owned()));
        }
        if let Some(kind) = self.arrows() {
            return Ok(kind);
        }
        if first.is_alphabetic() || first == '_' {
            self.take_while(|c| c.is_alphanumeric() || c == '_');
            return Ok(Kind::Word);
        }
        if first == '∞' {
            self.at += first.len_utf8();
            return Ok(Kind::Word);
        }
        if self.rest().starts_with("<=>") {
            return Err(self.error(
                start..start + 3,
                "`<=>` is no relation",
                Some("write `g.Compare(h)`, which answers `<`, `>`, `=` or `<>`"),
            ));
        }
        if let Some(length) = upstar_misere::form_length(self.rest()) {
            self.at += length;
            return Ok(Kind::Misere);
        }
        for (text, kind) in SYMBOLS {
            if self.take(text) {
                return Ok(kind);
            }
        }
        match first {
            '{' => self.single(Kind::OpenBrace),
            '}' => self.single(Kind::CloseBrace),
            '\'' if self.begins_text() => self.text('\''),
            '\'' => self.single(Kind::Quote),
            '"' => self.text('"'),
            // `{0|>...` cannot be a game, so `|>` is taken before bars; a run
            // of bars is one token.
            '|' => Ok(Kind::Bars(u32::try_from(self.take_while(|c| c == '|')).unwrap_or(u32::MAX))),
            '=' => Err(self.error(
                start..start + 1,
                "`=` alone is not an operator",
                Some("write `==` to compare, `:=` to give a value a name"),
            )),
            '!' => Err(self.error(
                start..start + 1,
                "`!` alone is not an operator",
                Some("`!=` is unequal"),
            )),
            other => {
                let help = match other {
                    '“' | '”' | '„' => Some("a text stands between straight quotes \""),
                    '’' | '‘' => Some(
                        "a form that should not be simplified is written in straight quotes: \
                         '{*|*}'",
                    ),
                    '½' | '¼' | '¾' => Some("write a fraction with a slash: 1/2"),
                    _ => None,
                };
                let shown = if other.is_control() {
                    format!("the control character U+{:04X}", other as u32)
                } else {
                    format!("the character `{other}`")
                };
                Err(self.error(
                    start..start + other.len_utf8(),
                    format!("{shown} has no meaning here"),
                    help,
                ))
            }
        }
    }

    fn single(&mut self, kind: Kind) -> Result<Kind> {
        self.at += 1;
        Ok(kind)
    }

    /// Takes a board such as `..|.#`, if it is an argument: a text that needs no quotes, because it is
    /// no expression.
    fn takes_board(&mut self) -> bool {
        if !matches!(
            &self.tokens[..],
            [.., Token { kind: Kind::Word, .. }, Token { kind: Kind::OpenParen, .. }]
        ) {
            return false;
        }
        // What follows is looked at only as far as a board reaches: lines may be long.
        let rest = self.rest();
        let written = |c: char| c.is_ascii_alphabetic() || "._#|".contains(c);
        let (board, rest) = rest.split_at(rest.find(|c| !written(c)).unwrap_or(rest.len()));
        let found = rest.starts_with([',', ';', ')'])
            && (board.contains(['|', '#']) || board.starts_with('.') || board.ends_with('.'));
        if found {
            self.at += board.len();
        }
        found
    }

    /// Takes the rest of a size such as `4x5` after its first number, if it is an argument: a text
    /// that needs no quotes.
    fn takes_size(&mut self) -> bool {
        let before = self.tokens.last().map(|token| &token.kind);
        if !matches!(before, Some(Kind::OpenParen | Kind::Comma | Kind::Semicolon)) {
            return false;
        }
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let size = rest[..end].strip_prefix('x').is_some_and(|size| size.split('x').all(number));
        if size {
            self.at += end;
        }
        size
    }

    fn integer(&mut self) -> Result<Kind> {
        let start = self.at;
        self.take_while(|c| c.is_ascii_digit());
        if self.takes_size() {
            return Ok(Kind::Text(self.source[start..self.at].to_owned()));
        }
        let rest = self.rest();
        if rest.starts_with('.') && rest[1..].starts_with(|c: char| c.is_ascii_digit()) {
            let end = self.at
                + 1
                + rest[1..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - 1);
            return Err(self.error(
                start..end,
                "decimal fractions are not exact numbers here",
                Some("write a fraction (1/2), or a code in quotes (\"0.77\")"),
            ));
        }
        Ok(Kind::Integer)
    }

    /// Whether a single quote is one around an argument of a call, as in `domineering('2x3')`, and
    /// not around a form, as in `'{*|*}'`.
    fn begins_text(&self) -> bool {
        let last = self.tokens.last().map(|token| &token.kind);
        matches!(last, Some(Kind::OpenParen | Kind::Comma | Kind::Semicolon))
            && !self.rest()[1..].trim_start().starts_with(['{', '\''])
    }

    fn text(&mut self, quote: char) -> Result<Kind> {
        let start = self.at;
        let Some(length) = self.source[start + 1..].find(quote) else {
            let message = format!("a text needs `{quote}` at its end");
            return Err(self.error(start..start + 1, message, None));
        };
        let end = start + 1 + length;
        self.at = end + 1;
        Ok(Kind::Text(self.source[start + 1..end].to_owned()))
    }

    /// Reads ups and downs in all their forms.
    fn arrows(&mut self) -> Option<Kind> {
        let source = self.source;
        let rest = &source[self.at..];
        let (down, ascii) = match rest.chars().next()? {
            '^' => (false, true),
            '↑' | '⇑' => (false, false),
            '↓' | '⇓' => (true, false),
            'v' => {
                // A word is downs only if nothing but digits follows the v's.
                let letters = rest.find(|c| c != 'v').unwrap_or(rest.len());
                let digits = rest[letters..]
                    .find(|c: char| !c.is_ascii_digit())
                    .unwrap_or(rest.len() - letters);
                let next = rest[letters + digits..].chars().next();
                if next.is_some_and(|c| c.is_alphanumeric() || c == '_') {
                    return None;
                }
                (true, true)
            }
            _ => return None,
        };
        let begin = self.at;
        let mut count: u32 = 0;
        for c in rest.chars() {
            let step = match (c, down) {
                ('^' | '↑', false) | ('v' | '↓', true) => 1,
                ('⇑', false) | ('⇓', true) => 2,
                _ => break,
            };
            count = count.saturating_add(step);
            self.at += c.len_utf8();
        }
        if count == 1
            && let Some((sum, exponent)) = self.exponent()
        {
            self.at = exponent.end + 1;
            return Some(Kind::Arrow { down, sum, exponent });
        }
        let carets = self.source[begin..self.at].bytes().all(|byte| byte == b'^');
        Some(match (down, ascii && carets) {
            (true, _) => Kind::Downs(count),
            (false, true) => Kind::Carets(count),
            (false, false) => Kind::Ups(count),
        })
    }

    /// `<2>`, `[2]`, `<on>` or `[on]` next: whether it is a sum, and where the
    /// exponent is.
    fn exponent(&self) -> Option<(bool, Range<usize>)> {
        let rest = self.rest();
        let (sum, close) = match rest.bytes().next()? {
            b'<' => (false, '>'),
            b'[' => (true, ']'),
            _ => return None,
        };
        let end = rest.find(close)?;
        let inside = &rest[1..end];
        let digits = !inside.is_empty() && inside.bytes().all(|byte| byte.is_ascii_digit());
        (digits || plain_on(inside)).then(|| (sum, self.at + 1..self.at + end))
    }
}

fn plain_on(text: &str) -> bool {
    text.eq_ignore_ascii_case("on")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(source: &str) -> Vec<Kind> {
        let mut kinds: Vec<Kind> =
            tokens(source).unwrap().into_iter().map(|token| token.kind).collect();
        assert_eq!(kinds.pop(), Some(Kind::End));
        kinds
    }

    #[test]
    fn arrows_in_every_form() {
        use Kind::*;
        assert_eq!(kinds("^^ vv v9*8"), [Carets(2), Downs(2), Downs(1), Integer, Star, Integer]);
        assert_eq!(kinds("↑⇑ ⇓"), [Ups(3), Downs(2)]);
        assert_eq!(kinds("value v_ v1x"), [Word, Word, Word]);
        assert_eq!(
            kinds("^<2>v[on]"),
            [
                Arrow { down: false, sum: false, exponent: 2..3 },
                Arrow { down: true, sum: true, exponent: 6..8 }
            ]
        );
        assert_eq!(kinds("^<v"), [Carets(1), Relation(super::Relation::Less), Downs(1)]);
    }

    #[test]
    fn bars_and_relations() {
        use Kind::*;
        assert_eq!(kinds("{1||||2|}"), [OpenBrace, Integer, Bars(4), Integer, Bars(1), CloseBrace]);
        assert_eq!(kinds("1 <| 2"), [Integer, Relation(super::Relation::LessOrConfused), Integer]);
        assert_eq!(kinds("1..5 // five"), [Integer, DotDot, Integer]);
        assert_eq!(kinds("3.Mean"), [Integer, Dot, Word]);
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let error = |text| tokens(text).unwrap_err().to_string();
        assert!(error("0.5").contains("1/2"));
        assert!(error("a = b").contains(":="));
        assert!(error("a <=> b").contains("Compare"));
        assert!(error("\"abc").contains("needs"));
        assert!(error("/* abc").contains("*/"));
        assert!(error("\u{7}").contains("U+0007"));
    }
}
