//! Commas, semicolons and closing brackets.

use std::ops::Range;

use super::comprehension::Rule;
use super::{Frame, Parser, State};
use crate::Result;
use crate::ast::{NodeId, NodeKind};
use crate::lexer::Kind;

impl Parser<'_> {
    pub(super) fn comma(&mut self, left: NodeId, span: Range<usize>) -> Result<State> {
        match self.frames.last_mut() {
            Some(Frame::List { rule: Rule { partial: Some(_), .. }, .. }) => {
                return Err(self.syntax(span, "expected `]` after what the list is made of", None));
            }
            Some(
                Frame::Call { rule: Rule { partial: Some(_), .. }, .. }
                | Frame::Method { rule: Rule { partial: Some(_), .. }, .. },
            ) => {
                return Err(self.syntax(span, "expected `)` after what the list is made of", None));
            }
            Some(Frame::Call { arguments, .. }) => arguments.items.push(left),
            Some(Frame::Method { arguments, .. }) => arguments.push(left),
            Some(Frame::Paren { parts, .. }) => parts.push(left),
            Some(Frame::List { items, .. }) => items.push(left),
            Some(Frame::Brace(brace)) => {
                if brace.rule().is_some_and(|(rule, _)| rule.partial.is_some()) {
                    let message = "expected `}` after what the set is made of";
                    return Err(self.syntax(span, message, None));
                }
                brace.push_before_comma(left);
            }
            Some(_) => return Err(self.syntax(span, "a comma is not allowed here", None)),
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
    pub(super) fn semicolon(&mut self, left: NodeId, span: Range<usize>) -> Result<State> {
        match self.frames.last_mut() {
            Some(Frame::Call { arguments, .. }) if arguments.semicolon.is_none() => {
                arguments.items.push(left);
                arguments.semicolon = Some(arguments.items.len());
            }
            _ => {
                return Err(self.syntax(
                    span,
                    "`;` is not allowed here",
                    Some("it separates statements, and follows the parameters of a game"),
                ));
            }
        }
        self.at += 1;
        // `subtraction("2,3"; )` has no heaps.
        if self.peek().kind == Kind::CloseParen
            && let Some(Frame::Call { callee, arguments, .. }) = self.frames.pop()
        {
            return self.called(callee, arguments);
        }
        Ok(State::Operand)
    }

    /// `)` or `]` after `last`.
    pub(super) fn close(&mut self, last: NodeId, paren: bool, span: Range<usize>) -> Result<State> {
        let end = span.end;
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
        if let Some(Frame::Call { .. }) = self.frames.last()
            && let Some(Frame::Call { callee, mut arguments, rule }) = self.frames.pop()
        {
            let last = self.argument(last, rule, span)?;
            arguments.items.push(last);
            return self.called(callee, arguments);
        }
        self.at += 1;
        let node = match self.frames.pop() {
            // `(^)*`: in parentheses an arrow is a value as any other.
            Some(Frame::Paren { open, parts }) if parts.is_empty() => {
                self.add(NodeKind::Paren(last), open..end)
            }
            Some(Frame::Paren { open, mut parts }) => {
                parts.push(last);
                self.add(NodeKind::Pair(parts), open..end)
            }
            Some(Frame::NimberArgument { start }) => {
                self.add(NodeKind::Nimber(Some(last)), start..end)
            }
            Some(Frame::UpsArgument { start, sign }) => {
                self.add(NodeKind::Ups { sign, count: Some(last) }, start..end)
            }
            Some(Frame::Method { receiver, name, name_span, mut arguments, rule }) => {
                let last = self.argument(last, rule, span)?;
                arguments.push(last);
                let start = self.span(receiver).start;
                self.add(NodeKind::Method { receiver, name, name_span, arguments }, start..end)
            }
            Some(Frame::Index { list }) => {
                let start = self.span(list).start;
                self.add(NodeKind::Index { list, index: last }, start..end)
            }
            Some(Frame::List { open, star, mut items, rule }) => {
                let list = match rule.partial {
                    Some(partial) => self.made(*partial, rule.first, span, open..end)?,
                    None => {
                        items.push(last);
                        self.add(NodeKind::List(items), open..end)
                    }
                };
                match star {
                    Some(start) => self.add(NodeKind::MisereList(list), start..end),
                    None => list,
                }
            }
            _ => last,
        };
        Ok(State::Operator(node))
    }

    /// The last argument of a call: of `Sum(n^2 for n from 1 to 9)` the list that the rule makes.
    fn argument(&mut self, last: NodeId, rule: Rule, span: Range<usize>) -> Result<NodeId> {
        let Some(partial) = rule.partial else { return Ok(last) };
        let start = self.nodes.get(rule.first as usize).map_or(span.start, |node| node.span.start);
        let whole = start..span.start;
        self.made(*partial, rule.first, span, whole)
    }
}
