//! Tokens to a parsed line: a Pratt parser whose stack is a vector, so that
//! nesting costs memory and never the thread's stack.

mod braces;
mod comprehension;
mod operators;

use std::ops::Range;

use num_bigint::BigInt;
use upstar_core::Place;

use crate::ast::{Binary, Line, Node, NodeId, NodeKind, Prefix};
use crate::error::{LangError, Problem};
use crate::lexer::{Kind, Token, tokens};
use braces::{Brace, LOOPY_NIMBER};
use comprehension::Rule;

/// How deep braces, parentheses and operators may be nested.
pub const MOST_NESTED: usize = 500_000;

/// How long an expression may be, in bytes.
pub const MOST_BYTES: usize = 64 << 20;

/// How many digits an integer may have.
pub const MOST_DIGITS: usize = 1_000_000;

/// Parses one line. A line without an expression has no nodes.
pub(crate) fn parse(source: &str) -> Result<Line, LangError> {
    if source.len() > MOST_BYTES {
        return Err(LangError::Limit(Problem {
            place: Box::default(),
            message: format!(
                "an expression of {} bytes is too long: the limit is {MOST_BYTES}",
                source.len()
            ),
            help: None,
        }));
    }
    let mut parser =
        Parser { source, tokens: tokens(source)?, at: 0, nodes: Vec::new(), frames: Vec::new() };
    parser.line()
}

/// What is open: operators that wait for their right side, and brackets.
enum Frame {
    Prefix {
        operator: Prefix,
        start: usize,
        binds: u8,
    },
    Binary {
        operator: Binary,
        left: NodeId,
        binds: u8,
    },
    Infix {
        receiver: NodeId,
        name: String,
        name_span: Range<usize>,
    },
    Paren {
        open: usize,
    },
    /// `*(` and `^(`: `start` is where the star or the arrow is.
    NimberArgument {
        start: usize,
    },
    UpsArgument {
        start: usize,
        sign: i64,
    },
    Call {
        name: String,
        name_span: Range<usize>,
        arguments: Vec<NodeId>,
        semicolon: Option<usize>,
        /// Within parentheses around arguments of a game: `wythoff((3,5))`.
        grouped: bool,
    },
    Method {
        receiver: NodeId,
        name: String,
        name_span: Range<usize>,
        arguments: Vec<NodeId>,
        /// Of `list.Count(n -> condition)` the name, and the node that stands for it.
        rule: Option<(String, NodeId)>,
    },
    Index {
        list: NodeId,
    },
    List {
        open: usize,
        items: Vec<NodeId>,
        rule: Rule,
    },
    Brace(Brace),
    Quote {
        open: usize,
    },
}

struct Parser<'a> {
    source: &'a str,
    tokens: Vec<Token>,
    at: usize,
    nodes: Vec<Node>,
    frames: Vec<Frame>,
}

/// What comes next: an operand, or an operator after the operand given.
enum State {
    Operand,
    Operator(NodeId),
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        self.ahead(0)
    }

    fn ahead(&self, n: usize) -> &Token {
        // The last token is `End`, and nothing is taken after it.
        &self.tokens[(self.at + n).min(self.tokens.len() - 1)]
    }

    fn text(&self, span: &Range<usize>) -> &str {
        &self.source[span.clone()]
    }

    fn problem(
        &self,
        span: Range<usize>,
        message: impl Into<String>,
        help: Option<String>,
    ) -> Problem {
        Problem {
            place: Box::new(Place::in_text(self.source, span)),
            message: message.into(),
            help,
        }
    }

    fn syntax(
        &self,
        span: Range<usize>,
        message: impl Into<String>,
        help: Option<&str>,
    ) -> LangError {
        LangError::Syntax(self.problem(span, message, help.map(str::to_owned)))
    }

    fn add(&mut self, kind: NodeKind, span: Range<usize>) -> NodeId {
        self.nodes.push(Node { kind, span });
        // At most MOST_BYTES tokens make at most twice as many nodes.
        u32::try_from(self.nodes.len() - 1).unwrap_or(u32::MAX)
    }

    fn span(&self, node: NodeId) -> Range<usize> {
        self.nodes[node as usize].span.clone()
    }

    fn open(&mut self, frame: Frame) -> Result<(), LangError> {
        if self.frames.len() >= MOST_NESTED {
            let span = self.peek().span.clone();
            return Err(LangError::Limit(self.problem(
                span,
                format!("the expression is nested too deep: the limit is {MOST_NESTED}"),
                None,
            )));
        }
        self.frames.push(frame);
        Ok(())
    }

    fn line(&mut self) -> Result<Line, LangError> {
        let mut target = None;
        if self.peek().kind == Kind::End {
            return Ok(Line { target, nodes: Vec::new() });
        }
        if self.ahead(1).kind == Kind::Assign {
            let name = self.peek().clone();
            match name.kind {
                Kind::Word => {
                    target = Some((self.text(&name.span).to_owned(), name.span.clone()));
                    self.at += 2;
                }
                Kind::Downs(_) => {
                    return Err(self.syntax(
                        name.span,
                        "`v` means down and cannot be a name",
                        Some("choose another name"),
                    ));
                }
                _ => return Err(self.syntax(name.span, "only a name can be given a value", None)),
            }
        }
        let mut state = State::Operand;
        loop {
            state = match state {
                State::Operand => self.operand()?,
                State::Operator(left) => match self.operator(left)? {
                    Some(state) => state,
                    None => return Ok(Line { target, nodes: std::mem::take(&mut self.nodes) }),
                },
            };
        }
    }

    /// An operand begins here, or a prefix, or an empty place between brackets.
    fn operand(&mut self) -> Result<State, LangError> {
        let token = self.peek().clone();
        let start = token.span.start;
        match token.kind {
            Kind::Integer => {
                let node = self.integer(token.span)?;
                Ok(State::Operator(node))
            }
            Kind::Text(text) => {
                self.at += 1;
                Ok(State::Operator(self.add(NodeKind::Text(text), token.span)))
            }
            Kind::Ellipsis => {
                self.at += 1;
                Ok(State::Operator(self.add(NodeKind::Ellipsis, token.span)))
            }
            Kind::Word => self.word(token.span),
            Kind::Carets(count) => self.arrows(i64::from(count), token.span),
            Kind::Ups(count) => self.arrows(i64::from(count), token.span),
            Kind::Downs(count) => self.arrows(-i64::from(count), token.span),
            Kind::Arrow { down, sum, exponent } => {
                let on = self.text(&exponent).eq_ignore_ascii_case("on");
                if on {
                    self.at += 1;
                    let arrow = NodeKind::ArrowOn { down, sum };
                    return Ok(State::Operator(self.add(arrow, token.span)));
                }
                let exponent = self.integer_value(exponent)?;
                self.at += 1;
                Ok(State::Operator(
                    self.add(NodeKind::ArrowPower { down, sum, exponent }, token.span),
                ))
            }
            Kind::Star => self.star(token.span),
            Kind::Minus => self.prefix(Prefix::Minus, start, operators::UNARY),
            Kind::Plus => self.prefix(Prefix::Plus, start, operators::UNARY),
            Kind::PlusMinus => self.prefix(Prefix::PlusMinus, start, operators::UNARY),
            Kind::OpenParen => {
                self.at += 1;
                if self.peek().kind == Kind::CloseParen {
                    let span = start..self.peek().span.end;
                    return Err(self.syntax(
                        span,
                        "expected an expression between the parentheses",
                        None,
                    ));
                }
                self.open(Frame::Paren { open: start })?;
                Ok(State::Operand)
            }
            Kind::OpenBracket => {
                self.at += 1;
                if self.peek().kind == Kind::CloseBracket {
                    let span = start..self.peek().span.end;
                    self.at += 1;
                    return Ok(State::Operator(self.add(NodeKind::List(Vec::new()), span)));
                }
                let rule = Rule::new(self.next_node());
                self.open(Frame::List { open: start, items: Vec::new(), rule })?;
                Ok(State::Operand)
            }
            Kind::OpenBrace => {
                self.at += 1;
                let quoted = match self.frames.last() {
                    Some(Frame::Quote { .. }) => true,
                    Some(Frame::Brace(brace)) => brace.quoted(),
                    _ => false,
                };
                self.open(Frame::Brace(Brace::new(start, quoted, None, self.next_node())))?;
                Ok(State::Operand)
            }
            Kind::Quote => {
                self.at += 1;
                if self.peek().kind != Kind::OpenBrace {
                    let span = self.peek().span.clone();
                    return Err(self.syntax(
                        span,
                        "expected `{` after the quote",
                        Some("a form that is not to be simplified is written '{*|*}', a text \"...\""),
                    ));
                }
                self.open(Frame::Quote { open: start })?;
                Ok(State::Operand)
            }
            Kind::Bars(count) => self.bar(count, token.span),
            Kind::CloseBrace => self.close_brace(token.span),
            _ => Err(self.expected_operand(&token)),
        }
    }

    fn prefix(&mut self, operator: Prefix, start: usize, binds: u8) -> Result<State, LangError> {
        self.at += 1;
        self.open(Frame::Prefix { operator, start, binds })?;
        Ok(State::Operand)
    }

    fn integer_value(&self, span: Range<usize>) -> Result<BigInt, LangError> {
        let digits = self.text(&span);
        if digits.len() > MOST_DIGITS {
            return Err(LangError::Limit(self.problem(
                span.start..span.start + 1,
                format!(
                    "an integer of {} digits is too long: the limit is {MOST_DIGITS}",
                    digits.len()
                ),
                None,
            )));
        }
        BigInt::parse_bytes(digits.as_bytes(), 10)
            .ok_or_else(|| self.syntax(span, "expected an integer", None))
    }

    fn integer(&mut self, span: Range<usize>) -> Result<NodeId, LangError> {
        let value = self.integer_value(span.clone())?;
        self.at += 1;
        Ok(self.add(NodeKind::Integer(value), span))
    }

    fn word(&mut self, span: Range<usize>) -> Result<State, LangError> {
        let mut name = self.text(&span).to_owned();
        if name.eq_ignore_ascii_case("not") {
            return self.prefix(Prefix::Not, span.start, operators::NOT);
        }
        self.at += 1;
        if self.peek().kind == Kind::OpenParen
            && let Some((end, text)) = self.written_position(&name, span.start)
        {
            self.at = end;
            let whole = span.start..span.start + text.len();
            return Ok(State::Operator(self.add(NodeKind::Position(text), whole)));
        }
        // CGSuite's `Grid.Empty(4,5)`.
        if name == "Grid"
            && self.peek().kind == Kind::Dot
            && self.text(&self.ahead(1).span) == "Empty"
        {
            name = "EmptyGrid".to_owned();
            self.at += 2;
        }
        let next = self.peek();
        match next.kind {
            Kind::OpenParen if !next.spaced => {
                self.at += 1;
                if self.peek().kind == Kind::CloseParen {
                    let whole = span.start..self.peek().span.end;
                    self.at += 1;
                    let (arguments, semicolon) = (Vec::new(), None);
                    let call = NodeKind::Call { name, name_span: span, arguments, semicolon };
                    return Ok(State::Operator(self.add(call, whole)));
                }
                let (arguments, semicolon) = (Vec::new(), None);
                let grouped = false;
                self.open(Frame::Call { name, name_span: span, arguments, semicolon, grouped })?;
                Ok(State::Operand)
            }
            Kind::OpenBrace if !next.spaced => self.labelled(name, span),
            Kind::Dot if name == "game" && self.ahead(1).kind == Kind::Word => {
                // CGSuite's packages: `game.grid.Clobber(...)` is `Clobber(...)`.
                while self.peek().kind == Kind::Dot && self.ahead(1).kind == Kind::Word {
                    let package = self.text(&self.ahead(1).span).starts_with(char::is_lowercase)
                        && self.ahead(2).kind == Kind::Dot;
                    self.at += if package { 2 } else { 1 };
                    if !package {
                        break;
                    }
                }
                Ok(State::Operand)
            }
            _ => {
                let called =
                    self.frames.iter().rev().any(
                        |frame| matches!(frame, Frame::Brace(brace) if brace.is_called(&name)),
                    );
                let node = if called { NodeKind::Label(name) } else { NodeKind::Name(name) };
                Ok(State::Operator(self.add(node, span)))
            }
        }
    }

    /// `a{0|a}`: a game with a label; `∞{0,2}`.
    fn labelled(&mut self, name: String, span: Range<usize>) -> Result<State, LangError> {
        let quoted = matches!(self.frames.last(), Some(Frame::Quote { .. }))
            || matches!(self.frames.last(), Some(Frame::Brace(brace)) if brace.quoted());
        // ∞{0,2}: the value of a loopy impartial game, from which one moves to *0 and *2.
        if quoted || crate::names::is_reserved(&name) && name != LOOPY_NIMBER {
            let message = if quoted {
                "a form that is not simplified has no labels".to_owned()
            } else {
                format!("`{name}` has a meaning of its own and cannot be a label")
            };
            return Err(self.syntax(span, message, Some("a label is a letter: a{0|a}")));
        }
        self.at += 1;
        self.open(Frame::Brace(Brace::new(span.start, false, Some(name), self.next_node())))?;
        Ok(State::Operand)
    }

    /// `^`, `^5`, `^(expression)`, `^^`.
    fn arrows(&mut self, count: i64, span: Range<usize>) -> Result<State, LangError> {
        self.at += 1;
        let next = self.peek().clone();
        if next.spaced || !matches!(next.kind, Kind::Integer | Kind::OpenParen) {
            return Ok(State::Operator(self.add(NodeKind::Arrows(count), span)));
        }
        if count.abs() != 1 {
            return Err(self.syntax(
                next.span,
                "several arrows cannot be followed by a count",
                Some("write ^5 for five ups, v5 for five downs"),
            ));
        }
        if next.kind == Kind::Integer {
            let number = self.integer(next.span.clone())?;
            let ups = NodeKind::Ups { sign: count, count: Some(number) };
            return Ok(State::Operator(self.add(ups, span.start..next.span.end)));
        }
        self.at += 1;
        self.open(Frame::UpsArgument { start: span.start, sign: count })?;
        Ok(State::Operand)
    }

    /// `*`, `*5`, `*(expression)`.
    fn star(&mut self, span: Range<usize>) -> Result<State, LangError> {
        self.at += 1;
        let next = self.peek().clone();
        match next.kind {
            Kind::Integer => {
                let number = self.integer(next.span.clone())?;
                let nimber = NodeKind::Nimber(Some(number));
                Ok(State::Operator(self.add(nimber, span.start..next.span.end)))
            }
            Kind::OpenParen if !next.spaced => {
                self.at += 1;
                self.open(Frame::NimberArgument { start: span.start })?;
                Ok(State::Operand)
            }
            // `*ω` is the nimber of ω.
            Kind::Word if !next.spaced && crate::names::is_omega(self.text(&next.span)) => {
                self.at += 1;
                let name = self.text(&next.span).to_owned();
                let omega = self.add(NodeKind::Name(name), next.span.clone());
                let nimber = NodeKind::Nimber(Some(omega));
                Ok(State::Operator(self.add(nimber, span.start..next.span.end)))
            }
            Kind::OpenBracket if !next.spaced => Err(LangError::Unsupported(self.problem(
                span.start..next.span.end,
                "misère values (`*[2]`) are not supported yet",
                None,
            ))),
            _ => Ok(State::Operator(self.add(NodeKind::Nimber(None), span))),
        }
    }

    fn expected_operand(&self, token: &Token) -> LangError {
        let help = match (&token.kind, self.frames.last()) {
            (Kind::End, Some(_)) => self
                .open_bracket()
                .map(|open| format!("the `{open}` at {} is not closed", self.open_column())),
            (Kind::Comma, _) => Some("write one expression between two commas".to_owned()),
            (Kind::Assign, _) => {
                Some("`:=` stands after a name, at the beginning of the line".to_owned())
            }
            _ => None,
        };
        LangError::Syntax(self.problem(
            token.span.clone(),
            format!("expected an expression{}", self.found(token)),
            help,
        ))
    }

    /// The innermost bracket that is open.
    fn open_bracket(&self) -> Option<&'static str> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Paren { .. }
            | Frame::NimberArgument { .. }
            | Frame::UpsArgument { .. }
            | Frame::Call { .. }
            | Frame::Method { .. } => Some("("),
            Frame::Index { .. } | Frame::List { .. } => Some("["),
            Frame::Brace(_) => Some("{"),
            Frame::Quote { .. } => Some("'"),
            Frame::Prefix { .. } | Frame::Binary { .. } | Frame::Infix { .. } => None,
        })
    }

    /// ", found ..." for messages.
    fn found(&self, token: &Token) -> String {
        if token.kind == Kind::End {
            ", found the end of the line".to_owned()
        } else {
            let text: String = self.text(&token.span).chars().take(20).collect();
            format!(", found `{text}`")
        }
    }
}

/// Whether `source` ends before it is complete: brackets are open, or a
/// comment is. The worksheet then asks for another line.
#[must_use]
pub fn is_incomplete(source: &str) -> bool {
    match tokens(source) {
        Ok(tokens) => {
            let mut depth = 0_i64;
            for token in tokens {
                match token.kind {
                    Kind::OpenBrace | Kind::OpenBracket | Kind::OpenParen => depth += 1,
                    Kind::CloseBrace | Kind::CloseBracket | Kind::CloseParen => depth -= 1,
                    _ => {}
                }
            }
            depth > 0
        }
        Err(_) => source.rfind("/*").is_some_and(|open| !source[open..].contains("*/")),
    }
}

#[cfg(test)]
mod tests;
