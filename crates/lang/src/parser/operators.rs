//! After an operand: operators, postfixes and closing brackets.

use std::ops::Range;

use super::comprehension::Rule;
use super::{Frame, Parser, State};
use crate::ast::{Binary, Comprehension, NodeId, NodeKind, Prefix, Values};
use crate::error::LangError;
use crate::lexer::Kind;

// How tightly operators bind, from the loosest.
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
const ARROW_STAR: u8 = 95;

impl Parser<'_> {
    /// An operator, a postfix or a closing bracket after `left`; `None` at the
    /// end of the line.
    pub(super) fn operator(&mut self, left: NodeId) -> Result<Option<State>, LangError> {
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
            // Their own operand is read next.
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
            Kind::Semicolon => {
                let left = self.reduce(left, 0)?;
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
                let Some(Frame::Quote { .. }) = self.frames.last() else {
                    return Err(self.unmatched("'", span));
                };
                self.frames.pop();
                self.at += 1;
                self.nodes[left as usize].span.end = span.end;
                State::Operator(left)
            }
            Kind::End => {
                let node = self.reduce(left, 0)?;
                if let Some(open) = self.open_bracket() {
                    let closing = match open {
                        "(" => ")",
                        "[" => "]",
                        "{" => "}",
                        other => other,
                    };
                    return Err(self.syntax(
                        span,
                        format!("expected `{closing}`, found the end of the line"),
                        Some(&format!("the `{open}` at {} is not closed", self.open_column())),
                    ));
                }
                // The last node is the whole: every other one has been taken
                // into one that came later.
                debug_assert_eq!(node as usize + 1, self.nodes.len());
                return Ok(None);
            }
            Kind::Assign => {
                return Err(self.syntax(
                    span,
                    "only a name can be given a value",
                    Some("`name := expression` stands at the beginning of a line; write `==` to compare"),
                ));
            }
            Kind::Integer
            | Kind::Text(_)
            | Kind::Ellipsis
            | Kind::OpenParen
            | Kind::OpenBracket
            | Kind::OpenBrace
            | Kind::FatArrow => {
                return Err(self.expected_operator(left, &token));
            }
        };
        Ok(Some(state))
    }

    fn expected_operator(&self, left: NodeId, token: &crate::lexer::Token) -> LangError {
        let before = &self.nodes[left as usize].kind;
        let help = match (&token.kind, before) {
            (Kind::OpenParen, NodeKind::Integer(_)) => {
                Some("a product is written with `*`: 2*(...)")
            }
            (Kind::OpenBrace, NodeKind::Integer(_)) => {
                Some("a multiple is written with `*`: 2*{1|-1}")
            }
            (Kind::Integer, NodeKind::Integer(_)) => Some("options are separated by commas"),
            (Kind::OpenParen, NodeKind::Name(_)) => {
                Some("no space stands between a name and its arguments")
            }
            _ => None,
        };
        self.syntax(token.span.clone(), format!("expected an operator{}", self.found(token)), help)
    }

    /// Where the innermost open bracket is, in words.
    pub(super) fn open_column(&self) -> String {
        let open = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Paren { open } | Frame::List { open, .. } | Frame::Quote { open } => Some(*open),
            Frame::NimberArgument { start } | Frame::UpsArgument { start, .. } => Some(start + 1),
            Frame::Call { name_span, .. } | Frame::Method { name_span, .. } => Some(name_span.end),
            Frame::Index { list } => Some(self.span(*list).end),
            Frame::Brace(brace) => Some(brace.start()),
            Frame::Prefix { .. } | Frame::Binary { .. } | Frame::Infix { .. } => None,
        });
        match open {
            Some(open) => upstar_core::Place::in_text(self.source, open..open + 1).to_string(),
            None => "the beginning".to_owned(),
        }
    }

    fn unmatched(&self, closing: &str, span: Range<usize>) -> LangError {
        let help = self
            .open_bracket()
            .map(|open| format!("the `{open}` at {} must be closed first", self.open_column()));
        self.syntax(span, format!("`{closing}` closes nothing"), help.as_deref())
    }

    /// Joins what binds at least as tightly as `binds` (0: everything up to the
    /// open bracket) with `right`.
    pub(super) fn reduce(&mut self, mut right: NodeId, binds: u8) -> Result<NodeId, LangError> {
        loop {
            let tight = match self.frames.last() {
                Some(Frame::Prefix { binds, .. } | Frame::Binary { binds, .. }) => *binds,
                Some(Frame::Infix { .. }) => INFIX_METHOD,
                _ => return Ok(right),
            };
            if tight < binds.max(1) {
                return Ok(right);
            }
            let end = self.span(right).end;
            right = match self.frames.pop() {
                Some(Frame::Prefix { operator, start, .. }) => {
                    self.add(NodeKind::Prefix(operator, right), start..end)
                }
                Some(Frame::Binary { operator, left, .. }) => {
                    let start = self.span(left).start;
                    self.add(NodeKind::Binary(operator, left, right), start..end)
                }
                Some(Frame::Infix { receiver, name, name_span }) => {
                    let start = self.span(receiver).start;
                    let method =
                        NodeKind::Method { receiver, name, name_span, arguments: vec![right] };
                    self.add(method, start..end)
                }
                _ => return Ok(right),
            };
        }
    }

    /// A binary operator that groups to the left.
    fn binary(&mut self, operator: Binary, left: NodeId, binds: u8) -> Result<State, LangError> {
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

    /// A power groups to the right.
    fn power(&mut self, left: NodeId) -> Result<State, LangError> {
        let left = self.reduce(left, POWER + 1)?;
        self.at += 1;
        self.open(Frame::Binary { operator: Binary::Power, left, binds: POWER })?;
        Ok(State::Operand)
    }

    /// What follows is added without an operator between.
    fn beside(&mut self, left: NodeId, binds: u8) -> Result<State, LangError> {
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
    fn star_after(
        &mut self,
        left: NodeId,
        spaced: bool,
        span: Range<usize>,
    ) -> Result<State, LangError> {
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
            Kind::Minus => !next.spaced && !self.ahead(2).spaced && self.ahead(2).kind != Kind::End,
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

    fn word_after(
        &mut self,
        left: NodeId,
        spaced: bool,
        span: Range<usize>,
    ) -> Result<State, LangError> {
        let word = self.text(&span).to_owned();
        let is = |other: &str| word.eq_ignore_ascii_case(other);
        if is("and") {
            return self.binary(Binary::And, left, AND);
        }
        if is("or") {
            return self.binary(Binary::Or, left, OR);
        }
        if spaced && self.continues_list(&word) {
            let left = self.reduce(left, 0)?;
            return self.list_word(left, &word, span);
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
        let left = self.reduce(left, INFIX_METHOD)?;
        self.at += 1;
        self.open(Frame::Infix { receiver: left, name: word, name_span: span })?;
        Ok(State::Operand)
    }

    /// `.Name` or `.Name(arguments)`.
    fn method(&mut self, left: NodeId) -> Result<State, LangError> {
        self.at += 1;
        let name = self.peek().clone();
        // `3.^` is three ups, as in Winning Ways; a star after them is added once.
        if matches!(name.kind, Kind::Carets(_) | Kind::Ups(_) | Kind::Downs(_))
            && matches!(self.nodes[left as usize].kind, NodeKind::Integer(_))
        {
            let binds = ARROW_STAR + 1;
            self.open(Frame::Binary { operator: Binary::Multiply, left, binds })?;
            return Ok(State::Operand);
        }
        // `g.v` cannot be meant: `v` is down.
        if name.kind != Kind::Word {
            let message = format!("expected the name of a method{}", self.found(&name));
            return Err(self.syntax(name.span, message, None));
        }
        self.at += 1;
        let start = self.span(left).start;
        let text = self.text(&name.span).to_owned();
        let open = self.peek().clone();
        if open.kind != Kind::OpenParen || open.spaced {
            let end = name.span.end;
            let method = NodeKind::Method {
                receiver: left,
                name: text,
                name_span: name.span,
                arguments: Vec::new(),
            };
            return Ok(State::Operator(self.add(method, start..end)));
        }
        self.at += 1;
        if self.peek().kind == Kind::CloseParen {
            let end = self.peek().span.end;
            self.at += 1;
            let method = NodeKind::Method {
                receiver: left,
                name: text,
                name_span: name.span,
                arguments: Vec::new(),
            };
            return Ok(State::Operator(self.add(method, start..end)));
        }
        let rule = self.counted(&text);
        self.open(Frame::Method {
            receiver: left,
            name: text,
            name_span: name.span,
            arguments: Vec::new(),
            rule,
        })?;
        Ok(State::Operand)
    }

    fn comma(&mut self, left: NodeId, span: Range<usize>) -> Result<State, LangError> {
        // CGSuite's coordinates: `wythoff((3,5))` is `wythoff(3,5)`.
        if let [.., Frame::Call { name, grouped: grouped @ false, .. }, Frame::Paren { .. }] =
            &mut self.frames[..]
            && upstar_rules::is_game(name)
        {
            *grouped = true;
            self.frames.pop();
        }
        match self.frames.last_mut() {
            Some(Frame::Call { arguments, .. } | Frame::Method { arguments, .. }) => {
                arguments.push(left);
            }
            Some(Frame::List { rule: Rule { partial: Some(_), .. }, .. }) => {
                return Err(self.syntax(span, "expected `]` after what the list is made of", None));
            }
            Some(Frame::List { items, .. }) => items.push(left),
            Some(Frame::Brace(brace)) => {
                if brace.rule().is_some_and(|(rule, _)| rule.partial.is_some()) {
                    let message = "expected `}` after what the set is made of";
                    return Err(self.syntax(span, message, None));
                }
                brace.push_before_comma(left);
            }
            Some(Frame::Paren { .. }) => {
                return Err(self.syntax(
                    span,
                    "expected `)`, found `,`",
                    Some("a list is written [a,b], a game {a,b|c}"),
                ));
            }
            Some(_) => return Err(self.syntax(span, "a comma cannot stand here", None)),
            None => {
                return Err(self.syntax(
                    span,
                    "expected the end of the line, found `,`",
                    Some("a list is written [a,b], a game {a,b|c}"),
                ));
            }
        }
        self.at += 1;
        Ok(State::Operand)
    }

    /// `;` ends the parameters of a game: `moore(2; 3,4,5)`.
    fn semicolon(&mut self, left: NodeId, span: Range<usize>) -> Result<State, LangError> {
        match self.frames.last_mut() {
            Some(Frame::Call { arguments, semicolon: semicolon @ None, .. }) => {
                arguments.push(left);
                *semicolon = Some(arguments.len());
            }
            _ => {
                return Err(self.syntax(
                    span,
                    "`;` is not used: a line is one expression",
                    Some("write each expression on a line of its own"),
                ));
            }
        }
        self.at += 1;
        Ok(State::Operand)
    }

    /// `)` or `]` after `last`.
    fn close(&mut self, last: NodeId, paren: bool, span: Range<usize>) -> Result<State, LangError> {
        let end = span.end;
        if let Some(Frame::Call { grouped: grouped @ true, .. }) = self.frames.last_mut()
            && paren
        {
            *grouped = false;
            self.at += 1;
            let next = self.peek();
            if !matches!(next.kind, Kind::Comma | Kind::CloseParen | Kind::Semicolon) {
                let span = next.span.clone();
                return Err(self.syntax(span, "expected `,` or `)` after a pair of numbers", None));
            }
            return Ok(State::Operator(last));
        }
        let matches = match self.frames.last() {
            Some(
                Frame::Paren { .. }
                | Frame::NimberArgument { .. }
                | Frame::UpsArgument { .. }
                | Frame::Call { .. }
                | Frame::Method { .. },
            ) => paren,
            Some(Frame::Index { .. } | Frame::List { .. }) => !paren,
            _ => false,
        };
        if !matches {
            return Err(self.unmatched(if paren { ")" } else { "]" }, span));
        }
        self.at += 1;
        let node = match self.frames.pop() {
            Some(Frame::Paren { open }) => {
                // `(^)*`: in parentheses an arrow is a value as any other.
                self.add(NodeKind::Paren(last), open..end)
            }
            Some(Frame::NimberArgument { start }) => {
                self.add(NodeKind::Nimber(Some(last)), start..end)
            }
            Some(Frame::UpsArgument { start, sign }) => {
                self.add(NodeKind::Ups { sign, count: Some(last) }, start..end)
            }
            Some(Frame::Call { name, name_span, mut arguments, mut semicolon, grouped }) => {
                arguments.push(last);
                let next = self.peek();
                if next.kind == Kind::OpenParen
                    && !next.spaced
                    && semicolon.is_none()
                    && upstar_rules::is_game(&name)
                {
                    // CGSuite's parameters: `take_away(2)(10,3)` is `take_away(2; 10,3)`.
                    semicolon = Some(arguments.len());
                    self.at += 1;
                    self.open(Frame::Call { name, name_span, arguments, semicolon, grouped })?;
                    return Ok(State::Operand);
                }
                let start = name_span.start;
                self.add(NodeKind::Call { name, name_span, arguments, semicolon }, start..end)
            }
            Some(Frame::Method { receiver, name, name_span, mut arguments, rule }) => {
                let start = self.span(receiver).start;
                let mut receiver = receiver;
                match rule {
                    // The items for which it holds, counted.
                    Some((variable, item)) => {
                        let rule = Comprehension {
                            name: variable,
                            item: item..item + 1,
                            condition: Some(item + 1..last + 1),
                            values: Values::In(receiver),
                        };
                        receiver = self.add(NodeKind::Comprehension(Box::new(rule)), start..end);
                    }
                    None => arguments.push(last),
                }
                self.add(NodeKind::Method { receiver, name, name_span, arguments }, start..end)
            }
            Some(Frame::Index { list }) => {
                let start = self.span(list).start;
                self.add(NodeKind::Index { list, index: last }, start..end)
            }
            Some(Frame::List { open, rule: Rule { partial: Some(partial), .. }, .. }) => {
                self.made(*partial, last, span, open..end)?
            }
            Some(Frame::List { open, mut items, .. }) => {
                items.push(last);
                self.add(NodeKind::List(items), open..end)
            }
            _ => last,
        };
        Ok(State::Operator(node))
    }
}
