//! Lists and sets made by a rule, `[kayles(n) for n from 1 to 9]`, and positions as CGSuite writes them.

use std::ops::Range;
use std::sync::Arc;

use super::{Frame, Parser, State};
use crate::ast::{Comprehension, NodeId, NodeKind, Program, Values};
use crate::error::LangError;
use crate::lexer::Kind;
use crate::names::is_reserved;

/// The rule of a list or a set, if it is made by one.
pub(super) struct Rule {
    /// The first node of the first item.
    pub(super) first: NodeId,
    /// What has been read of `for n from 1 to 9`.
    pub(super) partial: Option<Box<Partial>>,
}

impl Rule {
    pub(super) fn new(first: NodeId) -> Self {
        Rule { first, partial: None }
    }
}

/// What has been read of a list or a set that is made by a rule.
pub(super) struct Partial {
    name: Arc<str>,
    item: Program,
    stage: Stage,
    /// After `in` or `from`, `to`, `by`.
    parts: [Option<NodeId>; 3],
    listed: bool,
    /// The first node of the condition.
    condition: NodeId,
}

/// What is being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    In,
    From,
    To,
    By,
    Where,
}

impl Partial {
    /// Puts what was read in its place.
    fn put(&mut self, node: NodeId) {
        let place = match self.stage {
            Stage::In | Stage::From => 0,
            Stage::To => 1,
            Stage::By => 2,
            Stage::Where => return,
        };
        self.parts[place] = Some(node);
    }

    /// The whole, with what was read last and the condition; `None` if the range has no end.
    fn finish(mut self, last: NodeId, condition: Option<Program>) -> Option<Comprehension> {
        self.put(last);
        let from = self.parts[0]?;
        let values = if self.listed {
            Values::In(from)
        } else {
            Values::Range { from, to: self.parts[1]?, by: self.parts[2] }
        };
        Some(Comprehension { name: self.name, item: self.item, condition, values })
    }
}

/// Tokens of a position that are looked at to see whether it is written as CGSuite does.
const MOST_TOKENS: usize = 5000;

impl Parser<'_> {
    /// The rule of the innermost open bracket, if it is that of a list or a set, and whether its
    /// first item is being read.
    fn rule(&mut self) -> Option<(&mut Rule, bool)> {
        let operator = |frame: &&mut Frame| {
            matches!(
                frame,
                Frame::Prefix { .. }
                    | Frame::Binary { .. }
                    | Frame::Infix { .. }
                    | Frame::Function { .. }
            )
        };
        let bracket = self.frames.iter_mut().rev().find(|frame| !operator(frame))?;
        match bracket {
            Frame::List { items, rule, .. } => Some((rule, items.is_empty())),
            Frame::Brace(brace) => brace.rule(),
            _ => None,
        }
    }

    /// The node that is made next.
    pub(super) fn next_node(&self) -> NodeId {
        u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)
    }

    /// Whether `word` goes on with the list that is being read.
    pub(super) fn continues_list(&mut self, word: &str) -> bool {
        let Some((rule, is_first)) = self.rule() else { return false };
        match &rule.partial {
            None => word == "for" && is_first,
            Some(partial) => match word {
                "to" => partial.stage == Stage::From,
                "by" => partial.stage == Stage::To,
                "where" => matches!(partial.stage, Stage::In | Stage::To | Stage::By),
                _ => false,
            },
        }
    }

    /// `for`, `to`, `by` or `where` after `left`.
    pub(super) fn list_word(
        &mut self,
        left: NodeId,
        word: &str,
        span: Range<usize>,
    ) -> Result<State, LangError> {
        self.at += 1;
        let next = self.next_node();
        if let Some((Rule { partial: Some(partial), .. }, _)) = self.rule() {
            partial.put(left);
            partial.stage = match word {
                "to" => Stage::To,
                "by" => Stage::By,
                _ => Stage::Where,
            };
            partial.condition = next;
            return Ok(State::Operand);
        }
        let name = self.peek().clone();
        let text = self.text(&name.span).to_owned();
        if name.kind != Kind::Word || is_reserved(&text) {
            let help = "a list is made as in [n^2 for n from 1 to 9] or [g.Mean for g in list]";
            return Err(self.syntax(name.span, "expected a name after `for`", Some(help)));
        }
        self.at += 1;
        let how = self.peek().clone();
        let listed = match self.text(&how.span) {
            "in" => true,
            "from" => false,
            _ => {
                let message = format!("expected `from` or `in` after `for {text}`");
                return Err(self.syntax(how.span, message, None));
            }
        };
        self.at += 1;
        let stage = if listed { Stage::In } else { Stage::From };
        let Some((rule, _)) = self.rule() else {
            return Err(self.syntax(span, "`for` stands in a list or a set", None));
        };
        let first = rule.first;
        debug_assert_eq!(left, next - 1);
        let (item, name, parts) = (self.cut(first)?, text.as_str().into(), [None; 3]);
        let partial = Partial { name, item, stage, parts, listed, condition: first };
        if let Some((rule, _)) = self.rule() {
            rule.partial = Some(Box::new(partial));
        }
        Ok(State::Operand)
    }

    /// The list of a rule, of which the `last` expression was read before the bracket at `span`.
    pub(super) fn made(
        &mut self,
        partial: Partial,
        last: NodeId,
        span: Range<usize>,
        whole: Range<usize>,
    ) -> Result<NodeId, LangError> {
        let condition = match partial.stage {
            Stage::Where => Some(self.cut(partial.condition)?),
            _ => None,
        };
        let made = partial.finish(last, condition).ok_or_else(|| {
            let bracket = self.text(&span);
            let message = format!("expected `to` and the last number, found `{bracket}`");
            self.syntax(span, message, None)
        })?;
        Ok(self.add(NodeKind::Comprehension(Box::new(made)), whole))
    }

    /// A position written with sets, pairs or named arguments, `FoxAndGeese({(4,2)}, (1,1))`,
    /// `Subtraction([2,3], allbut => true)`, or with names of vertices, `tokens("a->v"; v)`: the
    /// token after it, and its text.
    pub(super) fn written_position(&self, name: &str, start: usize) -> Option<(usize, String)> {
        let row = upstar_rules::find_game(name);
        let vertices =
            row.is_some_and(|row| ["tokens", "annihilation", "carry_on"].contains(&row.name));
        let (mut depth, mut special) = (0, vertices);
        let mut at = self.at;
        for _ in 0..MOST_TOKENS {
            let token = self.tokens.get(at)?;
            at += 1;
            match token.kind {
                Kind::OpenParen => depth += 1,
                Kind::CloseParen => {
                    depth -= 1;
                    let next = self.tokens.get(at)?;
                    if depth > 0 || next.kind == Kind::OpenParen && !next.spaced {
                        continue;
                    }
                    let text = &self.source[start..token.span.end];
                    let good = special
                        && upstar_rules::is_game(name)
                        && upstar_rules::parse_game(text).is_ok();
                    return good.then(|| (at, text.to_owned()));
                }
                Kind::OpenBrace | Kind::FatArrow => special = true,
                // A call within a call is an expression.
                Kind::Word if self.tokens.get(at)?.kind == Kind::OpenParen => return None,
                Kind::End => return None,
                _ => {}
            }
        }
        None
    }
}
