//! `if a then b else c end` and `let x := a in b`, whose parts are evaluated when they are needed.

use std::ops::Range;
use std::sync::Arc;

use super::{Frame, Parser, State};
use crate::ast::{If, Let, NodeId, NodeKind, Program};
use crate::error::LangError;
use crate::lexer::Kind;
use crate::names::is_reserved;

/// What has been read of one of these.
pub(super) struct Block {
    start: usize,
    /// The first node of the part that is being read.
    first: NodeId,
    part: Clause,
}

enum Clause {
    /// The condition after `if` or `elseif`, and the branches before it.
    Condition(Vec<(Program, Program)>),
    /// What stands after `then`.
    Then(Vec<(Program, Program)>, Program),
    Else(Vec<(Program, Program)>),
    /// The value of a name, and what stands after `in`.
    Value(Arc<str>),
    Body(Arc<str>, Program),
}

impl Block {
    /// Whether what is being read may be the last part, which goes as far as it can.
    pub(super) fn is_open_ended(&self) -> bool {
        !matches!(self.part, Clause::Condition(_) | Clause::Value(_))
    }

    /// The word that it begins with, and the one that must come next.
    pub(super) fn words(&self) -> (&'static str, &'static str) {
        match self.part {
            Clause::Value(_) | Clause::Body(..) => ("let", "in"),
            _ => ("if", "then"),
        }
    }

    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// Whether `word` goes on with it.
    fn takes(&self, word: &str) -> bool {
        match self.part {
            Clause::Condition(_) => word == "then",
            Clause::Then(..) => matches!(word, "else" | "elseif" | "end"),
            Clause::Else(_) => word == "end",
            Clause::Value(_) => word == "in",
            Clause::Body(..) => false,
        }
    }
}

impl Parser<'_> {
    /// After `if`.
    pub(super) fn condition(&mut self, start: usize) -> Result<State, LangError> {
        let first = self.next_node();
        let part = Clause::Condition(Vec::new());
        self.open(Frame::Block(Box::new(Block { start, first, part })))?;
        Ok(State::Operand)
    }

    /// After `let`: the name and `:=`.
    pub(super) fn named_value(&mut self, start: usize) -> Result<State, LangError> {
        let name = self.peek().clone();
        let text = self.text(&name.span).to_owned();
        if name.kind != Kind::Word || is_reserved(&text) {
            let help = "as in: let x := 3 in x^2";
            return Err(self.syntax(name.span, "expected a name after `let`", Some(help)));
        }
        self.at += 1;
        let sign = self.peek().clone();
        if sign.kind != Kind::Assign {
            let message = format!("expected `:=` after `let {text}`{}", self.found(&sign));
            return Err(self.syntax(sign.span, message, None));
        }
        self.at += 1;
        let (first, part) = (self.next_node(), Clause::Value(text.as_str().into()));
        self.open(Frame::Block(Box::new(Block { start, first, part })))?;
        Ok(State::Operand)
    }

    /// Which frame goes on with `word`, if one does: the innermost, unless it can end here.
    pub(super) fn block_of(&self, word: &str) -> Option<usize> {
        for (at, frame) in self.frames.iter().enumerate().rev() {
            match frame {
                Frame::Block(block) if block.takes(word) => return Some(at),
                frame if frame.waits() => {}
                _ => return None,
            }
        }
        None
    }

    /// `then`, `else`, `elseif`, `end` or `in` after `left`.
    pub(super) fn block_word(
        &mut self,
        mut left: NodeId,
        block: usize,
        word: &str,
        span: Range<usize>,
    ) -> Result<State, LangError> {
        while self.frames.len() > block + 1 {
            left = self.join(left)?;
        }
        self.at += 1;
        let Some(Frame::Block(block)) = self.frames.pop() else { return Ok(State::Operator(left)) };
        let Block { start, first, part } = *block;
        if word == "end" {
            let block = Block { start, first, part };
            return Ok(State::Operator(self.finish_block(block, span.end)?));
        }
        let read = self.cut(first)?;
        let part = match part {
            Clause::Condition(branches) => Clause::Then(branches, read),
            Clause::Then(mut branches, condition) => {
                branches.push((condition, read));
                if word == "else" { Clause::Else(branches) } else { Clause::Condition(branches) }
            }
            Clause::Value(name) => Clause::Body(name, read),
            last @ (Clause::Else(_) | Clause::Body(..)) => last,
        };
        let first = self.next_node();
        self.open(Frame::Block(Box::new(Block { start, first, part })))?;
        Ok(State::Operand)
    }

    /// The block whose last part has been read.
    pub(super) fn finish_block(&mut self, block: Block, end: usize) -> Result<NodeId, LangError> {
        let read = self.cut(block.first)?;
        let kind = match block.part {
            Clause::Then(mut branches, condition) => {
                branches.push((condition, read));
                NodeKind::If(Box::new(If { branches, otherwise: None }))
            }
            Clause::Condition(branches) | Clause::Else(branches) => {
                NodeKind::If(Box::new(If { branches, otherwise: Some(read) }))
            }
            // Only what is open-ended is finished.
            Clause::Value(name) => NodeKind::Name(name.as_ref().to_owned()),
            Clause::Body(name, value) => NodeKind::Let(Box::new(Let { name, value, body: read })),
        };
        Ok(self.add(kind, block.start..end))
    }
}
