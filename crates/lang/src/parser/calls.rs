//! Calls, methods and functions.

use std::ops::Range;
use std::sync::Arc;

use super::comprehension::Rule;
use super::operators::ARROW_STAR;
use super::{Frame, Parser, State};
use crate::Result;
use crate::ast::{Arguments, Binary, Callee, NodeId, NodeKind, Parameter, Program};
use crate::lexer::{Kind, Token};
use crate::names::is_reserved;

/// An argument of a function: its name, and the tokens where its kind and its value begin.
type Written = (Range<usize>, Option<usize>, Option<Range<usize>>);

/// The parameters of a function in their notation, and the number of their tokens.
type Parameters = (Vec<Parameter>, usize);

impl Parser<'_> {
    /// `k ->` was read: the body of a function is next. Of `f(k) :=` the `head` is what stands
    /// before the arrow where the function is written by itself.
    pub(super) fn function(
        &mut self,
        start: usize,
        parameters: Vec<Parameter>,
        text: Option<String>,
    ) -> Result<State> {
        let first = self.next_node();
        self.open(Frame::Function { start, parameters, first, text })?;
        Ok(State::Operand)
    }

    /// A name of an argument of a function.
    pub(super) fn parameter(&self, name: &str, span: Range<usize>) -> Result<Arc<str>> {
        if is_reserved(name) {
            let message = format!("`{name}` is reserved and cannot be an argument");
            return Err(self.syntax(span, message, Some("choose another name")));
        }
        Ok(name.into())
    }

    /// Reads parameters such as `(a, b as Integer, c ? 3)` at token `from`, if they are there.
    pub(super) fn parameters(&mut self, from: usize) -> Result<Option<Parameters>> {
        let kind = |at: usize| self.tokens[at.min(self.tokens.len() - 1)].kind.clone();
        let mut found: Vec<Written> = Vec::new();
        let mut at = from + 1;
        while kind(at) != Kind::CloseParen {
            if !found.is_empty() {
                if kind(at) != Kind::Comma {
                    return Ok(None);
                }
                at += 1;
            }
            if kind(at) != Kind::Word {
                return Ok(None);
            }
            let name = self.tokens[at].span.clone();
            let (mut of, mut default) = (None, None);
            at += 1;
            if kind(at) == Kind::Word && self.text(&self.tokens[at].span) == "as" {
                of = Some(at + 1);
                at += 2;
            }
            if kind(at) == Kind::Question {
                let end = self.end_of_argument(at + 1);
                default = Some(at + 1..end);
                at = end;
            }
            found.push((name, of, default));
        }
        let after = kind(at + 1);
        if after != Kind::Maps && after != Kind::Assign {
            return Ok(None);
        }
        let mut parameters: Vec<Parameter> = Vec::with_capacity(found.len());
        for (name, of, default) in found {
            let span = name.clone();
            let name = self.parameter(self.text(&span), span.clone())?;
            if parameters.iter().any(|known| known.name == name) {
                let message = format!("two arguments are called `{name}`");
                return Err(self.syntax(span, message, None));
            }
            let kind = match of {
                Some(at) => {
                    let outer = std::mem::replace(&mut self.at, at);
                    let kind = self.kind();
                    self.at = outer;
                    Some(kind?)
                }
                None => None,
            };
            let default = default.map(|tokens| self.expression(tokens)).transpose()?;
            if default.is_none() && parameters.last().is_some_and(|last| last.default.is_some()) {
                let message = format!("`{name}` needs a value too: the argument before it has one");
                return Err(self.syntax(span, message, Some("as in (x ? 1, y ? 2) -> x + y")));
            }
            parameters.push(Parameter { name, kind, default });
        }
        Ok(Some((parameters, at + 1 - from)))
    }

    /// The place of the comma or the parenthesis after an argument.
    fn end_of_argument(&self, from: usize) -> usize {
        let mut depth = 0;
        for (at, token) in self.tokens.iter().enumerate().skip(from) {
            match token.kind {
                Kind::OpenParen | Kind::OpenBracket | Kind::OpenBrace => depth += 1,
                Kind::CloseParen | Kind::Comma if depth == 0 => return at,
                Kind::CloseParen | Kind::CloseBracket | Kind::CloseBrace => depth -= 1,
                Kind::End => return at,
                _ => {}
            }
        }
        self.tokens.len() - 1
    }

    /// Parses these tokens as an expression.
    fn expression(&self, tokens: Range<usize>) -> Result<Program> {
        let after = self.tokens[tokens.end].span.start;
        let mut tokens = self.tokens[tokens].to_vec();
        tokens.push(Token { kind: Kind::End, span: after..after, spaced: true });
        self.shallow(self.depth + 1)?;
        let mut parser = Parser::new(self.source, tokens, self.depth + 1);
        parser.program()
    }

    /// Handles `allbut =>` in a call: the value of the argument follows.
    pub(super) fn named_argument(&mut self, name: String, span: Range<usize>) -> Result<State> {
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

    /// Begins the arguments of a call.
    pub(super) fn open_call(&mut self, callee: Callee, arguments: Arguments) -> Result {
        let rule = Rule::new(self.next_node());
        self.open(Frame::Call { callee, arguments, rule })
    }

    /// Handles `(` after the callee.
    pub(super) fn call_value(&mut self, callee: NodeId) -> Result<State> {
        self.at += 1;
        let callee = Callee::Value(callee);
        if self.peek().kind == Kind::CloseParen {
            return self.called(callee, Arguments::default());
        }
        self.open_call(callee, Arguments::default())?;
        Ok(State::Operand)
    }

    /// Ends a call whose `)` is next.
    pub(super) fn called(&mut self, callee: Callee, mut arguments: Arguments) -> Result<State> {
        let end = self.peek().span.end;
        self.at += 1;
        if let Callee::Name(name, _) = &callee {
            if upstar_games::takes_texts(name) {
                for &item in &arguments.items {
                    let kind = &mut self.nodes[item as usize].kind;
                    if let NodeKind::Name(text) = kind {
                        *kind = NodeKind::NameOrText(std::mem::take(text));
                    }
                }
            }
            let next = self.peek();
            if next.kind == Kind::OpenParen
                && !next.spaced
                && arguments.semicolon.is_none()
                && upstar_games::is_game(name)
            {
                // CGSuite's parameters: `take_away(2)(10,3)` is `take_away(2; 10,3)`.
                arguments.semicolon = Some(arguments.items.len());
                self.at += 1;
                if self.peek().kind == Kind::CloseParen {
                    return self.called(callee, arguments);
                }
                self.open_call(callee, arguments)?;
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
    pub(super) fn method(&mut self, left: NodeId) -> Result<State> {
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
        let called = open.kind == Kind::OpenParen && !open.spaced;
        self.at += usize::from(called);
        if !called || self.peek().kind == Kind::CloseParen {
            let end = if called { self.peek().span.end } else { name.span.end };
            self.at += usize::from(called);
            let method = NodeKind::Method {
                receiver: left,
                name: text,
                name_span: name.span,
                arguments: Vec::new(),
            };
            return Ok(State::Operator(self.add(method, start..end)));
        }
        let rule = Rule::new(self.next_node());
        self.open(Frame::Method {
            receiver: left,
            name: text,
            name_span: name.span,
            arguments: Vec::new(),
            rule,
        })?;
        Ok(State::Operand)
    }
}
