//! Messages for unexpected tokens.

use std::ops::Range;

use super::{Frame, Parser};
use crate::Result;
use crate::ast::{Callee, NodeId, NodeKind};
use crate::error::LangError;
use crate::lexer::{Kind, Token};

impl Parser<'_> {
    pub(super) fn expected_operand(&self, token: &Token) -> LangError {
        let help = match (&token.kind, self.frames.last()) {
            (Kind::End, Some(_)) => self
                .open_bracket()
                .map(|open| format!("the `{open}` at {} is not closed", self.open_column())),
            (Kind::Comma, _) => Some("write one expression between two commas".to_owned()),
            (Kind::Assign, _) => {
                Some("`:=` must follow a name at the beginning of the line".to_owned())
            }
            _ => None,
        };
        LangError::Syntax(self.problem(
            token.span.clone(),
            format!("expected an expression{}", self.found(token)),
            help,
        ))
    }

    /// Refuses the declarations of CGSuite, which are no expressions.
    pub(super) fn is_no_declaration(&self) -> Result {
        const RULES: &str = "rules of a game are written as HeapRuleset(n -> ...), \
             PartizanHeapRuleset(...), CoordinateRuleset(...), or as `rules NAME on BOARD; ...`";
        const DECLARATIONS: [(&str, &str); 7] = [
            ("class", RULES),
            ("singleton", RULES),
            ("mutable", RULES),
            ("system", RULES),
            ("static", "a function is written f(n) := n^2"),
            ("enum", "a list of values is written [1,2,3]"),
            ("import", "names of packages need no import: game.grid.Clobber(\"xo\")"),
        ];
        let (word, next) = (self.peek(), self.ahead(1));
        let text = self.text(&word.span);
        let found = DECLARATIONS.iter().find(|(name, _)| *name == text);
        match found {
            Some((name, help)) if next.kind == Kind::Word => {
                let message = format!("there is no `{name}` here");
                Err(self.syntax(word.span.clone(), message, Some(help)))
            }
            _ => Ok(()),
        }
    }

    /// The innermost bracket that is open.
    pub(super) fn open_bracket(&self) -> Option<&'static str> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Paren { .. }
            | Frame::NimberArgument { .. }
            | Frame::UpsArgument { .. }
            | Frame::Call { .. }
            | Frame::Method { .. } => Some("("),
            Frame::Index { .. } | Frame::List { .. } => Some("["),
            Frame::Brace(_) => Some("{"),
            Frame::Quote { .. } => Some("'"),
            Frame::Loop { .. } => Some("for"),
            Frame::Block(block) if !block.is_open_ended() => Some(block.words().0),
            Frame::Block(_)
            | Frame::Prefix { .. }
            | Frame::Binary { .. }
            | Frame::Infix { .. }
            | Frame::Entry { .. }
            | Frame::Function { .. } => None,
        })
    }

    /// The token that closes the innermost open bracket, which is `open`.
    pub(super) fn closing(&self, open: &'static str) -> &'static str {
        let block = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Block(block) if !block.is_open_ended() => Some(block.words()),
            _ => None,
        });
        match (open, block) {
            ("(", _) => ")",
            ("[", _) => "]",
            ("{", _) => "}",
            (open, Some((word, next))) if word == open => next,
            ("for", _) => "end",
            (open, _) => open,
        }
    }

    /// ", found ..." for messages.
    pub(super) fn found(&self, token: &Token) -> String {
        if token.kind == Kind::End {
            ", found the end of the line".to_owned()
        } else {
            let text: String = self.text(&token.span).chars().take(20).collect();
            format!(", found `{text}`")
        }
    }

    pub(super) fn expected_operator(&self, left: NodeId, token: &Token) -> LangError {
        let before = &self.nodes[left as usize].kind;
        let help = match (&token.kind, before) {
            (Kind::OpenParen, NodeKind::Integer(_)) => {
                Some("a product is written with `*`: 2*(...)")
            }
            (Kind::OpenBrace, NodeKind::Integer(_)) => {
                Some("a multiple is written with `*`: 2*{1|-1}")
            }
            (Kind::Integer, NodeKind::Integer(_)) => Some("options are separated by commas"),
            (Kind::Maps, _) => Some("before `->` stands a name: k -> k^2, (a,b) -> a+b"),
            (Kind::FatArrow, _) => Some(
                "`=>` gives an argument by its name, allbut => true, or a key of a map its value, {4 => 2}",
            ),
            (Kind::OpenParen, NodeKind::Name(_)) => {
                Some("write no space between a name and its arguments")
            }
            _ => None,
        };
        self.syntax(token.span.clone(), format!("expected an operator{}", self.found(token)), help)
    }

    /// A description of the place of the innermost open bracket.
    pub(super) fn open_column(&self) -> String {
        let open = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Paren { open, .. } | Frame::List { open, .. } | Frame::Quote { open } => {
                Some(*open)
            }
            Frame::NimberArgument { start } | Frame::UpsArgument { start, .. } => Some(start + 1),
            Frame::Call { callee: Callee::Name(_, span), .. } => Some(span.end),
            Frame::Call { callee: Callee::Value(callee), .. } => Some(self.span(*callee).end),
            Frame::Method { name_span, .. } => Some(name_span.end),
            Frame::Index { list } => Some(self.span(*list).end),
            Frame::Brace(brace) => Some(brace.start()),
            Frame::Block(block) if !block.is_open_ended() => Some(block.start()),
            Frame::Loop { start, .. } => Some(*start),
            Frame::Block(_)
            | Frame::Prefix { .. }
            | Frame::Binary { .. }
            | Frame::Infix { .. }
            | Frame::Entry { .. }
            | Frame::Function { .. } => None,
        });
        match open {
            Some(open) => {
                let place = upstar_core::Place::in_text(self.source, open..open + 1).to_string();
                let of_one = (!self.source.contains('\n')).then(|| place.strip_prefix("line 1, "));
                of_one.flatten().unwrap_or(&place).to_owned()
            }
            None => "the beginning".to_owned(),
        }
    }

    pub(super) fn unmatched(&self, closing: &str, span: Range<usize>) -> LangError {
        let help = self
            .open_bracket()
            .map(|open| format!("the `{open}` at {} must be closed first", self.open_column()));
        self.syntax(span, format!("`{closing}` closes nothing"), help.as_deref())
    }
}
