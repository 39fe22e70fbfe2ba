//! Blocks, whose parts are evaluated when they are needed: `if a then b else c end`, `let x := a in
//! b`, `begin a; b end`, `while a do b end`, `for n in list do a end`.

use std::ops::Range;
use std::sync::Arc;

use super::comprehension::Partial;
use super::{Frame, Parser, State};
use crate::Result;
use crate::ast::{If, Let, Node, NodeId, NodeKind, Program, Statement, Target};
use crate::lexer::Kind;
use crate::names::is_reserved;

/// The parts of an open block that have been read.
pub(super) struct Block {
    start: usize,
    /// The first node of the part that is being read, or of its last statement.
    first: NodeId,
    part: Stage,
    /// The statements of the current part that are complete.
    statements: Vec<Statement>,
    /// The name that the statement being read gives a value.
    target: Option<Target>,
}

enum Stage {
    /// The condition after `if` or `elseif`, and the branches before it.
    Condition(Vec<(Program, Program)>),
    /// The branch after `then`.
    Then(Vec<(Program, Program)>, Program),
    Else(Vec<(Program, Program)>),
    /// The value of a name, and the expression after `in`.
    Value(Arc<str>),
    Body(Arc<str>, Program),
    /// The statements after `begin`.
    Begin,
    /// The condition after `while`, and the body after its `do`.
    While,
    Repeated(Program),
    /// The body after the `do` of a `for`.
    Each(Box<Partial>),
}

impl Block {
    fn new(start: usize, first: NodeId, part: Stage, target: Option<Target>) -> Self {
        Block { start, first, part, statements: Vec::new(), target }
    }

    /// Whether the current part may be the last one, which extends as far as possible.
    pub(super) fn is_open_ended(&self) -> bool {
        self.is_branch() || matches!(self.part, Stage::Body(..))
    }

    fn is_branch(&self) -> bool {
        matches!(self.part, Stage::Then(..) | Stage::Else(_))
    }

    /// Whether statements follow each other here up to an `end`.
    fn is_sequence(&self) -> bool {
        matches!(self.part, Stage::Begin | Stage::Repeated(_) | Stage::Each(_))
    }

    /// The word with which it begins, and the word that must come next.
    pub(super) fn words(&self) -> (&'static str, &'static str) {
        match self.part {
            Stage::Value(_) | Stage::Body(..) => ("let", "in"),
            Stage::Begin => ("begin", "end"),
            Stage::While => ("while", "do"),
            Stage::Repeated(_) => ("while", "end"),
            Stage::Each(_) => ("for", "end"),
            _ => ("if", "then"),
        }
    }

    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// Whether `word` goes on with it.
    fn takes(&self, word: &str) -> bool {
        match self.part {
            Stage::Condition(_) => word == "then",
            Stage::Then(..) => matches!(word, "else" | "elseif" | "end"),
            Stage::Value(_) => word == "in",
            Stage::While => word == "do",
            Stage::Body(..) => false,
            Stage::Else(_) | Stage::Begin | Stage::Repeated(_) | Stage::Each(_) => word == "end",
        }
    }

    /// Whether `word` ends statements of which the last is empty, before node `next` is made.
    pub(super) fn may_end(&self, word: &str, next: NodeId) -> bool {
        let statements = self.is_sequence() || self.is_branch();
        statements && self.first == next && self.target.is_none() && self.takes(word)
    }
}

impl Parser<'_> {
    fn open_block(&mut self, start: usize, part: Stage) -> Result<State> {
        let target = match part {
            Stage::Condition(_) | Stage::Value(_) | Stage::Body(..) | Stage::While => None,
            _ => self.statement_target()?,
        };
        let block = Block::new(start, self.next_node(), part, target);
        self.open(Frame::Block(Box::new(block)))?;
        Ok(State::Operand)
    }

    /// After `if`.
    pub(super) fn condition(&mut self, start: usize) -> Result<State> {
        self.open_block(start, Stage::Condition(Vec::new()))
    }

    /// After `begin`.
    pub(super) fn statements(&mut self, start: usize) -> Result<State> {
        self.open_block(start, Stage::Begin)
    }

    /// After `while`.
    pub(super) fn repetition(&mut self, start: usize) -> Result<State> {
        self.open_block(start, Stage::While)
    }

    /// After the `do` of a `for`.
    pub(super) fn repeated(&mut self, start: usize, partial: Box<Partial>) -> Result<State> {
        self.open_block(start, Stage::Each(partial))
    }

    /// After `let`: the name and `:=`.
    pub(super) fn named_value(&mut self, start: usize) -> Result<State> {
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
        self.open_block(start, Stage::Value(text.as_str().into()))
    }

    /// `x :=` or `var x :=` where a statement begins.
    fn statement_target(&mut self) -> Result<Option<Target>> {
        let is_new = self.text(&self.peek().span) == "var";
        let at = usize::from(is_new);
        if self.ahead(at + 1).kind != Kind::Assign {
            if is_new {
                let span = self.peek().span.clone();
                let help = "as in: var x := 3";
                return Err(self.syntax(span, "expected a name and `:=` after `var`", Some(help)));
            }
            return Ok(None);
        }
        let (name, span) = self.target(self.ahead(at).clone())?;
        if is_reserved(&name) {
            let message = format!("`{name}` is reserved and cannot be a variable");
            return Err(self.syntax(span, message, Some("choose another name")));
        }
        self.at += at + 2;
        Ok(Some(Target { name: name.as_str().into(), is_new, span }))
    }

    /// The block in which a `;` here begins the next statement: the innermost one, if it is within
    /// one that must have an `end`.
    pub(super) fn sequence(&self) -> Option<usize> {
        let mut found = None;
        for (at, frame) in self.frames.iter().enumerate().rev() {
            match frame {
                Frame::Block(block) if block.is_sequence() => return found.or(Some(at)),
                Frame::Block(block) if block.is_branch() => found = found.or(Some(at)),
                frame if frame.waits() => {}
                _ => return None,
            }
        }
        None
    }

    /// `;` after the statement `left`.
    pub(super) fn next_statement(&mut self, mut left: NodeId, block: usize) -> Result<State> {
        while self.frames.len() > block + 1 {
            left = self.join(left)?;
        }
        while self.peek().kind == Kind::Semicolon {
            self.at += 1;
        }
        let next = self.statement_target()?;
        let Some(Frame::Block(mut block)) = self.frames.pop() else {
            return Ok(State::Operator(left));
        };
        let program = self.cut(block.first)?;
        let target = std::mem::replace(&mut block.target, next);
        block.statements.push(Statement { target, program });
        self.open(Frame::Block(block))?;
        Ok(State::Operand)
    }

    /// The frame that `word` continues, if there is one: the innermost, unless it can end here.
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

    /// `then`, `else`, `elseif`, `end`, `in` or `do` after `left`, or after no statement.
    pub(super) fn block_word(
        &mut self,
        left: Option<NodeId>,
        block: usize,
        word: &str,
        span: Range<usize>,
    ) -> Result<State> {
        if let Some(mut left) = left {
            while self.frames.len() > block + 1 {
                left = self.join(left)?;
            }
        }
        self.at += 1;
        let Some(Frame::Block(mut block)) = self.frames.pop() else {
            return Err(self.syntax(span, format!("`{word}` ends nothing"), None));
        };
        if word == "end" {
            return Ok(State::Operator(self.finish_block(*block, span.end)?));
        }
        let read = self.part(&mut block, span.start)?;
        let part = match block.part {
            Stage::Condition(branches) => Stage::Then(branches, read),
            Stage::Then(mut branches, condition) => {
                branches.push((condition, read));
                if word == "else" { Stage::Else(branches) } else { Stage::Condition(branches) }
            }
            Stage::Value(name) => Stage::Body(name, read),
            Stage::While => Stage::Repeated(read),
            last => last,
        };
        self.open_block(block.start, part)
    }

    /// The part of a block that has been read: one expression, or statements.
    fn part(&mut self, block: &mut Block, end: usize) -> Result<Program> {
        let program = self.cut(block.first)?;
        let target = block.target.take();
        let mut statements = std::mem::take(&mut block.statements);
        if statements.is_empty() && target.is_none() && !program.nodes.is_empty() {
            return Ok(program);
        }
        if !program.nodes.is_empty() {
            statements.push(Statement { target, program });
        }
        let kind = NodeKind::Statements(statements);
        let program = Program::new(vec![Node { kind, span: block.start..end }], 0);
        self.shallow(program.depth)?;
        Ok(program)
    }

    /// The block whose last part has been read.
    pub(super) fn finish_block(&mut self, mut block: Block, end: usize) -> Result<NodeId> {
        let read = self.part(&mut block, end)?;
        let whole = block.start..end;
        let kind = match block.part {
            Stage::Then(mut branches, condition) => {
                branches.push((condition, read));
                NodeKind::If(Box::new(If { branches, otherwise: None }))
            }
            Stage::Condition(branches) | Stage::Else(branches) => {
                NodeKind::If(Box::new(If { branches, otherwise: Some(read) }))
            }
            // Only frames that can end here are finished.
            Stage::Value(name) => NodeKind::Name(name.as_ref().to_owned()),
            Stage::Body(name, value) => NodeKind::Let(Box::new(Let { name, value, body: read })),
            Stage::Begin | Stage::While => {
                NodeKind::Statements(vec![Statement { target: None, program: read }])
            }
            Stage::Repeated(condition) => NodeKind::While(Box::new((condition, read))),
            Stage::Each(partial) => self.loop_made(*partial, read, whole.clone())?,
        };
        Ok(self.add(kind, whole))
    }
}
