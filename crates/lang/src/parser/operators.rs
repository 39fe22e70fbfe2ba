//! After an operand: operators, postfixes and closing brackets.

use std::ops::Range;
use std::sync::Arc;

use super::{Frame, Parser, State};
use crate::Result;
use crate::ast::{Binary, Lambda, NodeId, NodeKind, Prefix};
use crate::error::LangError;
use crate::lexer::Kind;

// How tightly operators bind, from the loosest.
/// The body of a function goes as far as it can.
const FUNCTION: u8 = 1;
const OR: u8 = 2;
const AND: u8 = 4;
pub(super) const NOT: u8 = 6;
const RELATION: u8 = 10;
const INFIX_METHOD: u8 = 20;
const RANGE: u8 = 30;
const SUM: u8 = 40;
const SIDES: u8 = 50;
const ORDINAL_SUM: u8 = 60;
/// Numbers, arrows and stars side by side: `9/8v9*8`.
const BESIDE: u8 = 65;
const PRODUCT: u8 = 70;
pub(super) const UNARY: u8 = 80;
const POWER: u8 = 90;
/// Arrows with the star that belongs to them: `^3*2`.
pub(super) const ARROW_STAR: u8 = 95;

impl Parser<'_> {
    /// An operator, a postfix or a closing bracket after `left`; `None` at the
    /// end of the line.
    pub(super) fn operator(&mut self, left: NodeId) -> Result<Option<State>> {
        let token = self.peek().clone();
        let span = token.span.clone();
        let state = match token.kind {
            Kind::Plus => self.binary(Binary::Add, left, SUM)?,
            Kind::Minus => self.binary(Binary::Subtract, left, SUM)?,
            Kind::PlusMinus => self.binary(Binary::AddPlusMinus, left, SUM)?,
            Kind::Times => self.binary(Binary::Multiply, left, PRODUCT)?,
            Kind::Slash => self.binary(Binary::Divide, left, PRODUCT)?,
            Kind::Percent => self.binary(Binary::Remainder, left, PRODUCT)?,
            Kind::Colon => self.binary(Binary::OrdinalSum, left, ORDINAL_SUM)?,
            Kind::Ampersand => self.binary(Binary::Sides, left, SIDES)?,
            Kind::DotDot => self.binary(Binary::Range, left, RANGE)?,
            Kind::Relation(relation) => {
                let left = self.reduce(left, RELATION + 1)?;
                if let Some(Frame::Binary { operator: Binary::Relation(_), .. }) =
                    self.frames.last()
                {
                    return Err(self.syntax(
                        span,
                        "relations cannot be chained",
                        Some("write `a < b and b < c`"),
                    ));
                }
                self.binary(Binary::Relation(relation), left, RELATION)?
            }
            Kind::Star => self.star_after(left, token.spaced, span)?,
            Kind::Carets(1) if self.is_power() => self.power(left)?,
            // The operand of this operator is read next.
            Kind::Carets(_) | Kind::Ups(_) | Kind::Downs(_) | Kind::Arrow { .. } => {
                self.beside(left, BESIDE)?
            }
            Kind::Dot => self.method(left)?,
            Kind::OpenBracket if !token.spaced => {
                self.at += 1;
                self.open(Frame::Index { list: left })?;
                State::Operand
            }
            Kind::Word => self.word_after(left, token.spaced, span)?,
            Kind::Comma => {
                let left = self.reduce(left, 0)?;
                self.comma(left, span)?
            }
            Kind::Bars(count) => {
                let left = self.reduce(left, 0)?;
                match self.frames.last_mut() {
                    Some(Frame::Brace(brace)) => brace.push(left),
                    _ => return Err(self.bar_outside(span)),
                }
                self.bar(count, token.span)?
            }
            Kind::Semicolon if let Some(block) = self.sequence() => {
                self.next_statement(left, block)?
            }
            Kind::Semicolon => {
                let left = self.reduce(left, 0)?;
                if self.frames.is_empty() {
                    // The next statement.
                    return Ok(None);
                }
                self.semicolon(left, span)?
            }
            Kind::CloseBrace => {
                let left = self.reduce(left, 0)?;
                match self.frames.last_mut() {
                    Some(Frame::Brace(brace)) => brace.push(left),
                    _ => return Err(self.unmatched("}", span)),
                }
                self.close_brace(token.span)?
            }
            Kind::CloseParen | Kind::CloseBracket => {
                let left = self.reduce(left, 0)?;
                self.close(left, token.kind == Kind::CloseParen, span)?
            }
            Kind::Quote => {
                let left = self.reduce(left, 0)?;
                let Some(&Frame::Quote { open: start }) = self.frames.last() else {
                    return Err(self.unmatched("'", span));
                };
                self.frames.pop();
                self.at += 1;
                if matches!(self.nodes[left as usize].kind, NodeKind::Game { quoted: true, .. }) {
                    self.nodes[left as usize].span.end = span.end;
                    State::Operator(left)
                } else {
                    State::Operator(self.add(NodeKind::Quoted(left), start..span.end))
                }
            }
            Kind::End => {
                let node = self.reduce(left, 0)?;
                if let Some(open) = self.open_bracket() {
                    let closing = self.closing(open);
                    return Err(self.syntax(
                        span,
                        format!("expected `{closing}`, found the end of the line"),
                        Some(&format!("the `{open}` at {} is not closed", self.open_column())),
                    ));
                }
                // The last node is the whole expression: every other node is a child of a later
                // one.
                debug_assert_eq!(node as usize + 1, self.nodes.len());
                return Ok(None);
            }
            Kind::Assign => {
                return Err(self.syntax(
                    span,
                    "only a name can be given a value",
                    Some(
                        "`name := expression` and `f(x) := expression` stand at the beginning of a \
                         line or after a `;`; write `==` to compare",
                    ),
                ));
            }
            Kind::OpenParen if !token.spaced && self.is_callable(left) => self.call_value(left)?,
            Kind::FatArrow if self.is_in_map() => {
                let key = self.reduce(left, 0)?;
                if matches!(self.nodes[key as usize].kind, NodeKind::Entry(..)) {
                    return Err(self.expected_operator(key, &token));
                }
                self.at += 1;
                self.open(Frame::Entry { key })?;
                State::Operand
            }
            Kind::Integer
            | Kind::Text(_)
            | Kind::Misere
            | Kind::Ellipsis
            | Kind::OpenParen
            | Kind::OpenBracket
            | Kind::OpenBrace
            | Kind::Maps
            | Kind::Question
            | Kind::FatArrow => {
                return Err(self.expected_operator(left, &token));
            }
        };
        Ok(Some(state))
    }

    /// Joins what binds at least as tightly as `binds` (0: everything up to the
    /// open bracket) with `right`.
    pub(super) fn reduce(&mut self, mut right: NodeId, binds: u8) -> Result<NodeId> {
        loop {
            let tight = match self.frames.last() {
                Some(Frame::Prefix { binds, .. } | Frame::Binary { binds, .. }) => *binds,
                Some(Frame::Infix { .. }) => INFIX_METHOD,
                Some(frame) if frame.waits() => FUNCTION,
                _ => return Ok(right),
            };
            if tight < binds.max(1) {
                return Ok(right);
            }
            right = self.join(right)?;
        }
    }

    /// Joins the innermost open operator or function with `right`.
    pub(super) fn join(&mut self, right: NodeId) -> Result<NodeId> {
        let end = self.span(right).end;
        Ok(match self.frames.pop() {
            Some(Frame::Prefix { operator, start, .. }) => {
                self.add(NodeKind::Prefix(operator, right), start..end)
            }
            Some(Frame::Binary { operator, left, .. }) => {
                let start = self.span(left).start;
                self.add(NodeKind::Binary(operator, left, right), start..end)
            }
            Some(Frame::Entry { key }) => {
                let start = self.span(key).start;
                self.add(NodeKind::Entry(key, right), start..end)
            }
            Some(Frame::Infix { receiver, name, name_span }) => {
                let start = self.span(receiver).start;
                let method = NodeKind::Method { receiver, name, name_span, arguments: vec![right] };
                self.add(method, start..end)
            }
            Some(Frame::Function { start, parameters, first, text }) => {
                let body = self.cut(first)?;
                let text = match text {
                    Some(head) => format!("{head} -> {}", self.text(&(start..end))),
                    None => self.text(&(start..end)).to_owned(),
                };
                let lambda = Lambda { parameters, body, text };
                self.add(NodeKind::Function(Arc::new(lambda)), start..end)
            }
            Some(Frame::Block(block)) => self.finish_block(*block, end)?,
            Some(other) => {
                self.frames.push(other);
                right
            }
            None => right,
        })
    }

    /// A binary operator that groups to the left.
    pub(super) fn binary(&mut self, operator: Binary, left: NodeId, binds: u8) -> Result<State> {
        // `+-1/2` is ±(1/2): a switch cannot be divided.
        let over = operator == Binary::Divide
            && matches!(self.nodes[left as usize].kind, NodeKind::Integer(_))
            && matches!(
                self.frames.last(),
                Some(Frame::Prefix { operator: Prefix::PlusMinus, .. })
            );
        let left = if over { left } else { self.reduce(left, binds)? };
        self.at += 1;
        self.open(Frame::Binary { operator, left, binds })?;
        Ok(State::Operand)
    }

    /// `g is Integer`.
    fn is_kind(&mut self, left: NodeId) -> Result<State> {
        let left = self.reduce(left, RELATION + 1)?;
        self.at += 1;
        let kind = self.kind()?;
        let end = self.ahead(0).span.start.max(self.span(left).end);
        let start = self.span(left).start;
        Ok(State::Operator(self.add(NodeKind::Is(left, kind), start..end)))
    }

    /// Reads the name of a kind of values.
    pub(super) fn kind(&mut self) -> Result<crate::kinds::Kind> {
        let name = self.peek().clone();
        let Some(kind) = crate::kinds::Kind::named(self.text(&name.span)) else {
            let message = format!("expected a kind of values{}", self.found(&name));
            let help = format!("the kinds are {}", crate::kinds::Kind::all());
            return Err(self.syntax(name.span, message, Some(&help)));
        };
        self.at += 1;
        Ok(kind)
    }

    /// A power groups to the right.
    fn power(&mut self, left: NodeId) -> Result<State> {
        let left = self.reduce(left, POWER + 1)?;
        self.at += 1;
        self.open(Frame::Binary { operator: Binary::Power, left, binds: POWER })?;
        Ok(State::Operand)
    }

    /// The next term is added without an operator.
    pub(super) fn beside(&mut self, left: NodeId, binds: u8) -> Result<State> {
        let left = self.reduce(left, binds)?;
        self.open(Frame::Binary { operator: Binary::Beside, left, binds })?;
        Ok(State::Operand)
    }

    /// Whether the caret here is a power: a number, a name or a parenthesis
    /// follows, or a minus with no space around it.
    fn is_power(&self) -> bool {
        let next = self.ahead(1);
        match next.kind {
            Kind::Integer | Kind::OpenParen => true,
            Kind::Word => !self.is_infix_word(&next.span),
            Kind::Minus => !next.spaced && !self.ahead(2).spaced && self.ahead(2).kind != Kind::End,
            _ => false,
        }
    }

    fn is_infix_word(&self, span: &Range<usize>) -> bool {
        let word = self.text(span);
        ["and", "or", "is"].iter().any(|other| word.eq_ignore_ascii_case(other))
            || crate::methods::is_method(word)
    }

    /// `g*`: a product if an operand follows, else g plus star.
    fn star_after(&mut self, left: NodeId, spaced: bool, span: Range<usize>) -> Result<State> {
        let arrow = matches!(
            self.nodes[left as usize].kind,
            NodeKind::Arrows(_)
                | NodeKind::Ups { .. }
                | NodeKind::ArrowPower { .. }
                | NodeKind::ArrowOn { .. }
        );
        if arrow && !spaced {
            return self.beside(left, ARROW_STAR);
        }
        let next = self.ahead(1);
        let product = match &next.kind {
            Kind::Integer
            | Kind::Text(_)
            | Kind::Carets(_)
            | Kind::Ups(_)
            | Kind::Downs(_)
            | Kind::Arrow { .. }
            | Kind::Star
            | Kind::Misere
            | Kind::OpenParen
            | Kind::OpenBracket
            | Kind::OpenBrace => true,
            Kind::Quote => !self.frames.iter().any(|frame| matches!(frame, Frame::Quote { .. })),
            // `3*Tiny(2)` is a product, `3* Heat 2` a method of 3*.
            Kind::Word => {
                let call = self.ahead(2);
                !self.is_infix_word(&next.span)
                    || !next.spaced && !call.spaced && call.kind == Kind::OpenParen
            }
            Kind::Minus if self.ahead(2).kind == Kind::End => false,
            Kind::Minus => match (spaced, next.spaced, self.ahead(2).spaced) {
                // `6*-1`, `6 *-1`, `6 * -1`
                (_, false, false) | (true, true, false) => true,
                // `6* - 1`
                (false, true, true) => false,
                _ => return Err(self.star_or_product(left, &span)),
            },
            // `6 * +-1`; `6*+-1` is a sum, as it is printed.
            Kind::PlusMinus => spaced && next.spaced && !self.ahead(2).spaced,
            _ => false,
        };
        if product {
            return self.binary(Binary::Multiply, left, PRODUCT);
        }
        let left = self.reduce(left, BESIDE)?;
        self.at += 1;
        let star = self.add(NodeKind::Nimber(None), span.clone());
        let start = self.span(left).start;
        let sum = self.add(NodeKind::Binary(Binary::Beside, left, star), start..span.end);
        Ok(State::Operator(sum))
    }

    /// The error for a star before a minus that has two readings.
    fn star_or_product(&self, left: NodeId, star: &Range<usize>) -> LangError {
        let (left, right) = (self.text(&self.span(left)), self.ahead(2).span.clone());
        let right = self.text(&right);
        self.syntax(
            star.clone(),
            "this star may be a product or the game *",
            Some(&format!(
                "write `{left} * -{right}` for the product, `{left}* - {right}` for the difference"
            )),
        )
    }

    fn word_after(&mut self, left: NodeId, spaced: bool, span: Range<usize>) -> Result<State> {
        let word = self.text(&span).to_owned();
        let is = |other: &str| word.eq_ignore_ascii_case(other);
        if is("and") {
            return self.binary(Binary::And, left, AND);
        }
        if is("or") {
            return self.binary(Binary::Or, left, OR);
        }
        if spaced && let Some(block) = self.block_of(&word) {
            return self.block_word(Some(left), block, &word, span);
        }
        if spaced && let Some(at) = self.loop_at(&word) {
            let mut left = left;
            while self.frames.len() > at + 1 {
                left = self.join(left)?;
            }
            return self.loop_word(&word, span);
        }
        if spaced && self.continues_list(&word) {
            self.reduce(left, 0)?;
            return self.list_word(&word, span);
        }
        if spaced && is("is") {
            return self.is_kind(left);
        }
        if !spaced {
            // `2Tiny(2)`, `5over`.
            if is("tiny") || is("miny") {
                return self.beside(left, BESIDE);
            }
            if ["on", "off", "over", "under", "upon"].iter().any(|&other| is(other)) {
                return self.beside(left, BESIDE);
            }
            let help = format!("write a space before a method (g {word} h), `*` for a product");
            return Err(self.syntax(
                span,
                format!("expected an operator, found `{word}`"),
                Some(&help),
            ));
        }
        if is("if") {
            let help = if self.is_in_rule() {
                "a condition in a list follows `where`: [n for n from 1 to 9 where n > 3]"
            } else {
                "a condition comes first: if n > 3 then 1 else 2 end"
            };
            return Err(self.syntax(span, "expected an operator, found `if`", Some(help)));
        }
        let left = self.reduce(left, INFIX_METHOD)?;
        self.at += 1;
        self.open(Frame::Infix { receiver: left, name: word, name_span: span })?;
        Ok(State::Operand)
    }
}
