//! The beginning of an operand: numbers, names, arrows, stars, opening brackets.

use std::ops::Range;

use num_bigint::BigInt;

use super::braces::{Brace, LOOPY_NIMBER};
use super::comprehension::Rule;
use super::{Frame, MOST_DIGITS, Parser, State, operators};
use crate::Result;
use crate::ast::{Arguments, Callee, NodeId, NodeKind, Parameter, Prefix};
use crate::error::LangError;
use crate::lexer::Kind;
use crate::names::{INFINITE, PACKAGES};
use upstar_core::plain_name;

impl Parser<'_> {
    /// An operand begins here, or a prefix, or an empty place between brackets.
    pub(super) fn operand(&mut self) -> Result<State> {
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
            Kind::Misere => {
                self.at += 1;
                let text = self.text(&token.span).to_owned();
                Ok(State::Operator(self.add(NodeKind::Misere(text), token.span)))
            }
            Kind::Minus => self.prefix(Prefix::Minus, start, operators::UNARY),
            Kind::Plus => self.prefix(Prefix::Plus, start, operators::UNARY),
            Kind::PlusMinus => self.prefix(Prefix::PlusMinus, start, operators::UNARY),
            Kind::OpenParen => {
                if let Some((parameters, length)) = self.parameters(self.at)?
                    && self.ahead(length).kind == Kind::Maps
                {
                    self.at += length + 1;
                    return self.function(start, parameters, None);
                }
                self.at += 1;
                if self.peek().kind == Kind::CloseParen {
                    let span = start..self.peek().span.end;
                    return Err(self.syntax(
                        span,
                        "expected an expression between the parentheses",
                        None,
                    ));
                }
                self.open(Frame::Paren { open: start, parts: Vec::new() })?;
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
                self.open(Frame::List { open: start, star: None, items: Vec::new(), rule })?;
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
                let closes = self.tokens[self.at..].iter().any(|token| token.kind == Kind::Quote);
                if self.peek().kind != Kind::OpenBrace && !closes {
                    let span = self.peek().span.clone();
                    return Err(self.syntax(
                        span,
                        "expected `{` after the quote",
                        Some(
                            "a form that should not be simplified is written '{*|*}', a text \
                              \"...\"",
                        ),
                    ));
                }
                self.open(Frame::Quote { open: start })?;
                Ok(State::Operand)
            }
            Kind::FatArrow if self.is_in_map() && self.ahead(1).kind == Kind::CloseBrace => {
                self.empty_map(token.span)
            }
            Kind::Bars(count) => self.bar(count, token.span),
            Kind::CloseBrace => self.close_brace(token.span),
            _ => Err(self.expected_operand(&token)),
        }
    }

    fn prefix(&mut self, operator: Prefix, start: usize, binds: u8) -> Result<State> {
        self.at += 1;
        self.open(Frame::Prefix { operator, start, binds })?;
        Ok(State::Operand)
    }

    fn integer_value(&self, span: Range<usize>) -> Result<BigInt> {
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

    fn integer(&mut self, span: Range<usize>) -> Result<NodeId> {
        let value = self.integer_value(span.clone())?;
        self.at += 1;
        Ok(self.add(NodeKind::Integer(value), span))
    }

    fn word(&mut self, mut span: Range<usize>) -> Result<State> {
        let mut name = self.text(&span).to_owned();
        if name.eq_ignore_ascii_case("not") {
            return self.prefix(Prefix::Not, span.start, operators::NOT);
        }
        if let Some(Frame::Block(block)) = self.frames.last()
            && block.may_end(&name, self.next_node())
        {
            return self.block_word(None, self.frames.len() - 1, &name, span);
        }
        self.at += 1;
        match name.as_str() {
            "begin" => return self.statements(span.start),
            "while" => return self.repetition(span.start),
            "if" => return self.condition(span.start),
            "let" => return self.named_value(span.start),
            "for" if self.peek().kind == Kind::Word => return self.loop_of(span.start),
            _ => {}
        }
        if self.peek().kind == Kind::OpenParen
            && let Some((end, text)) = self.written_position(&name, span.start)
        {
            self.at = end;
            let whole = span.start..span.start + text.len();
            return Ok(State::Operator(self.add(NodeKind::Position(text), whole)));
        }
        // `Graph.Path(3)`, `Coordinates.Compass`: one name.
        if PACKAGES.contains(&name.as_str())
            && self.peek().kind == Kind::Dot
            && self.ahead(1).kind == Kind::Word
        {
            let part = self.ahead(1).span.clone();
            name = format!("{name}.{}", self.text(&part));
            span.end = part.end;
            self.at += 2;
        }
        let next = self.peek();
        match next.kind {
            Kind::Maps => {
                let name = self.parameter(&name, span.clone())?;
                self.at += 1;
                let parameter = Parameter { name, kind: None, default: None };
                self.function(span.start, vec![parameter], None)
            }
            Kind::FatArrow | Kind::Colon if self.skips_name(&name) => {
                self.at += 1;
                Ok(State::Operand)
            }
            Kind::FatArrow if !self.is_in_map() => self.named_argument(name, span),
            Kind::OpenParen if !next.spaced => {
                self.at += 1;
                let callee = Callee::Name(name, span.clone());
                if self.peek().kind == Kind::CloseParen {
                    return self.called(callee, Arguments::default());
                }
                self.open_call(callee, Arguments::default())?;
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
                let node = if self.labels.contains(&name) {
                    NodeKind::Label(name)
                } else {
                    NodeKind::Name(name)
                };
                Ok(State::Operator(self.add(node, span)))
            }
        }
    }

    /// `a{0|a}`: a game with a label; `∞{0,2}`.
    fn labelled(&mut self, mut name: String, span: Range<usize>) -> Result<State> {
        let quoted = matches!(self.frames.last(), Some(Frame::Quote { .. }))
            || matches!(self.frames.last(), Some(Frame::Brace(brace)) if brace.quoted());
        if INFINITE.contains(&plain_name(&name).as_str()) {
            LOOPY_NIMBER.clone_into(&mut name);
        }
        // ∞{0,2}: the value of a loopy impartial game, from which one moves to *0 and *2.
        if quoted || crate::names::is_reserved(&name) && name != LOOPY_NIMBER {
            let message = if quoted {
                "a form that is not simplified has no labels".to_owned()
            } else {
                format!("`{name}` is reserved and cannot be a label")
            };
            return Err(self.syntax(span, message, Some("a label is a letter: a{0|a}")));
        }
        self.at += 1;
        self.labels.push(name.clone());
        self.open(Frame::Brace(Brace::new(span.start, false, Some(name), self.next_node())))?;
        Ok(State::Operand)
    }

    /// `^`, `^5`, `^(expression)`, `^^`.
    fn arrows(&mut self, count: i64, span: Range<usize>) -> Result<State> {
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
    fn star(&mut self, span: Range<usize>) -> Result<State> {
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
            // `*ω` is the nimber of ω, `*n` that of a variable.
            Kind::Word if !next.spaced && self.ahead(1).kind != Kind::OpenParen => {
                self.at += 1;
                let name = self.text(&next.span).to_owned();
                let size = self.add(NodeKind::Name(name), next.span.clone());
                let nimber = NodeKind::Nimber(Some(size));
                Ok(State::Operator(self.add(nimber, span.start..next.span.end)))
            }
            // `*[4,2]`: the misère form with these options.
            Kind::OpenBracket if !next.spaced => {
                self.at += 1;
                if self.peek().kind == Kind::CloseBracket {
                    let end = self.peek().span.end;
                    self.at += 1;
                    let list = self.add(NodeKind::List(Vec::new()), next.span.start..end);
                    let form = NodeKind::MisereList(list);
                    return Ok(State::Operator(self.add(form, span.start..end)));
                }
                let rule = Rule::new(self.next_node());
                let (open, star) = (next.span.start, Some(span.start));
                self.open(Frame::List { open, star, items: Vec::new(), rule })?;
                Ok(State::Operand)
            }
            _ => Ok(State::Operator(self.add(NodeKind::Nimber(None), span))),
        }
    }
}
