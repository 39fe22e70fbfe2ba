//! Calls, methods and functions.

use std::ops::Range;
use std::sync::Arc;

use super::operators::ARROW_STAR;
use super::{Frame, Parser, State};
use crate::ast::{Arguments, Binary, Callee, NodeId, NodeKind};
use crate::error::LangError;
use crate::lexer::Kind;
use crate::names::is_reserved;

/// The names before an arrow, and how many tokens there are up to the body.
type Named = (Vec<Arc<str>>, usize);

impl Parser<'_> {
    /// `k ->` was read: the body of a function is next.
    pub(super) fn function(
        &mut self,
        start: usize,
        names: Vec<Arc<str>>,
    ) -> Result<State, LangError> {
        let first = self.next_node();
        self.open(Frame::Function { start, names, first })?;
        Ok(State::Operand)
    }

    /// A name of an argument of a function.
    pub(super) fn parameter(&self, name: &str, span: Range<usize>) -> Result<Arc<str>, LangError> {
        if is_reserved(name) {
            let message = format!("`{name}` has a meaning of its own and cannot be an argument");
            return Err(self.syntax(span, message, Some("choose another name")));
        }
        Ok(name.into())
    }

    /// Of `(a, b) ->`, which comes next, the names and how many tokens it has.
    pub(super) fn names_before_arrow(&self) -> Result<Option<Named>, LangError> {
        let mut spans = Vec::new();
        let mut at = 1;
        if self.ahead(at).kind != Kind::CloseParen {
            loop {
                let name = self.ahead(at);
                if name.kind != Kind::Word {
                    return Ok(None);
                }
                spans.push(name.span.clone());
                at += 2;
                match self.ahead(at - 1).kind {
                    Kind::Comma => {}
                    Kind::CloseParen => break,
                    _ => return Ok(None),
                }
            }
            at -= 1;
        }
        if self.ahead(at + 1).kind != Kind::Maps {
            return Ok(None);
        }
        let mut names: Vec<Arc<str>> = Vec::with_capacity(spans.len());
        for span in spans {
            let name = self.parameter(self.text(&span), span.clone())?;
            if names.contains(&name) {
                let message = format!("two arguments are called `{name}`");
                return Err(self.syntax(span, message, None));
            }
            names.push(name);
        }
        Ok(Some((names, at + 2)))
    }

    /// `allbut =>` in a call: the value of the argument is next.
    pub(super) fn named_argument(
        &mut self,
        name: String,
        span: Range<usize>,
    ) -> Result<State, LangError> {
        match self.frames.last_mut() {
            Some(Frame::Call { arguments, .. }) => {
                arguments.names.push((arguments.items.len(), name));
                self.at += 1;
                Ok(State::Operand)
            }
            _ => {
                let help = "as in subtraction([1,2], allbut => true)";
                let message = "`=>` gives an argument of a call by its name";
                Err(self.syntax(span, message, Some(help)))
            }
        }
    }

    /// Whether this is the name of the one argument of a method, before a `:` or `=>`:
    /// `komaster: "Left"` says no more than `"Left"`.
    pub(super) fn skips_name(&self, name: &str) -> bool {
        matches!(
            self.frames.last(),
            Some(Frame::Method { name: method, arguments, .. })
                if arguments.is_empty() && crate::methods::names_argument(method, name)
        )
    }

    /// Whether an open parenthesis right after this calls it.
    pub(super) fn is_callable(&self, node: NodeId) -> bool {
        matches!(
            self.nodes[node as usize].kind,
            NodeKind::Paren(_)
                | NodeKind::Call { .. }
                | NodeKind::Method { .. }
                | NodeKind::Index { .. }
                | NodeKind::Position(_)
        )
    }

    /// `(` after what is called.
    pub(super) fn call_value(&mut self, callee: NodeId) -> Result<State, LangError> {
        self.at += 1;
        let callee = Callee::Value(callee);
        if self.peek().kind == Kind::CloseParen {
            return self.called(callee, Arguments::default());
        }
        self.open(Frame::Call { callee, arguments: Arguments::default() })?;
        Ok(State::Operand)
    }

    /// A call whose `)` is next.
    pub(super) fn called(
        &mut self,
        callee: Callee,
        mut arguments: Arguments,
    ) -> Result<State, LangError> {
        let end = self.peek().span.end;
        self.at += 1;
        if let Callee::Name(name, _) = &callee {
            let next = self.peek();
            if next.kind == Kind::OpenParen
                && !next.spaced
                && arguments.semicolon.is_none()
                && upstar_rules::is_game(name)
            {
                // CGSuite's parameters: `take_away(2)(10,3)` is `take_away(2; 10,3)`.
                arguments.semicolon = Some(arguments.items.len());
                self.at += 1;
                if self.peek().kind == Kind::CloseParen {
                    return self.called(callee, arguments);
                }
                self.open(Frame::Call { callee, arguments })?;
                return Ok(State::Operand);
            }
        }
        let start = match &callee {
            Callee::Name(_, span) => span.start,
            Callee::Value(node) => self.span(*node).start,
        };
        Ok(State::Operator(self.add(NodeKind::Call { callee, arguments }, start..end)))
    }

    /// `.Name` or `.Name(arguments)`.
    pub(super) fn method(&mut self, left: NodeId) -> Result<State, LangError> {
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
        self.open(Frame::Method {
            receiver: left,
            name: text,
            name_span: name.span,
            arguments: Vec::new(),
        })?;
        Ok(State::Operand)
    }
}
