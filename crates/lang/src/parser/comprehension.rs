//! Lists and sets made by a rule, `[kayles(n) for n from 1 to 9]`, and positions as CGSuite writes
//! them.

use std::ops::Range;
use std::sync::Arc;

use super::{Frame, Parser, State};
use crate::Result;
use crate::ast::{Clause, Comprehension, NodeId, NodeKind, Program};
use crate::error::LangError;
use crate::lexer::Kind;
use crate::names::is_reserved;

/// The rule of a comprehension for a list or a set, if there is one.
pub(super) struct Rule {
    /// The first node of the first item.
    pub(super) first: NodeId,
    /// The part of `for n from 1 to 9` that has been read.
    pub(super) partial: Option<Box<Partial>>,
}

impl Rule {
    pub(super) fn new(first: NodeId) -> Self {
        Rule { first, partial: None }
    }
}

/// The part of a comprehension that has been read.
pub(super) struct Partial {
    /// What is made for each value: one item of a list, and after `for` at the beginning those
    /// after each `yield`.
    items: Vec<Program>,
    /// The clauses that are complete.
    clauses: Vec<Clause>,
    /// What has been read of this one: its name, and what stands after `from` and `to`.
    name: Arc<str>,
    from: Option<Program>,
    to: Option<Program>,
    stage: Stage,
}

/// The part that is being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    In,
    From,
    To,
    By,
    Where,
    While,
    Yield,
}

impl Stage {
    /// The part that follows a word of a comprehension.
    fn after(word: &str) -> Option<Self> {
        Some(match word {
            "to" => Stage::To,
            "by" => Stage::By,
            "where" => Stage::Where,
            "while" => Stage::While,
            "yield" => Stage::Yield,
            _ => return None,
        })
    }
}

impl Partial {
    /// Whether `word` may follow here.
    fn allows(&self, word: &str) -> bool {
        match word {
            // Only `yield` and `end` follow what is yielded, see `Parser::continues_list`.
            _ if self.stage == Stage::Yield => false,
            "to" => self.stage == Stage::From,
            "by" => matches!(self.stage, Stage::From | Stage::To),
            // An infinite range needs a condition that ends it.
            "where" | "for" => self.stage != Stage::From,
            "while" => true,
            _ => false,
        }
    }

    /// Puts the expression that was read in its place, before `stage` or before the end.
    fn put(&mut self, read: Program, next: Option<Stage>) {
        let name = self.name.clone();
        match self.stage {
            Stage::In => self.clauses.push(Clause::In { name, list: read }),
            Stage::From if matches!(next, Some(Stage::To | Stage::By)) => self.from = Some(read),
            Stage::To if next == Some(Stage::By) => self.to = Some(read),
            Stage::From => {
                self.clauses.push(Clause::Range { name, from: read, to: None, by: None })
            }
            Stage::To | Stage::By => {
                let from = self.from.take().unwrap_or_default();
                let (to, by) = match self.stage {
                    Stage::To => (Some(read), None),
                    _ => (self.to.take(), Some(read)),
                };
                self.clauses.push(Clause::Range { name, from, to, by });
            }
            Stage::Where => self.clauses.push(Clause::Where(read)),
            Stage::While => self.clauses.push(Clause::While(read)),
            Stage::Yield => self.items.push(read),
        }
    }
}

/// The maximum number of clauses of a comprehension; their evaluation is nested.
const MOST_CLAUSES: usize = 30;

/// The number of tokens that are examined to recognise a position in CGSuite's notation.
const MOST_TOKENS: usize = 5000;

impl Parser<'_> {
    /// The rule of the innermost open bracket, if it is that of a list or a set or of what a call
    /// is given, and whether its first item is being read.
    fn rule(&mut self) -> Option<(&mut Rule, bool)> {
        match self.frames.iter_mut().rev().find(|frame| !frame.waits())? {
            Frame::List { items, rule, .. } => Some((rule, items.is_empty())),
            Frame::Loop { rule, .. } => Some((rule, false)),
            Frame::Call { arguments, rule, .. } => Some((rule, arguments.items.is_empty())),
            Frame::Method { arguments, rule, .. } => Some((rule, arguments.is_empty())),
            Frame::Brace(brace) => brace.rule(),
            _ => None,
        }
    }

    /// Whether the clauses of a list or a set are being read.
    pub(super) fn is_in_rule(&self) -> bool {
        let inner = self.frames.iter().rev().find(|frame| !frame.waits());
        match inner {
            Some(Frame::List { rule, .. } | Frame::Loop { rule, .. }) => rule.partial.is_some(),
            Some(Frame::Call { rule, .. } | Frame::Method { rule, .. }) => rule.partial.is_some(),
            _ => false,
        }
    }

    /// The number of the next node.
    pub(super) fn next_node(&self) -> NodeId {
        u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)
    }

    /// Whether `word` goes on with the list that is being read.
    pub(super) fn continues_list(&mut self, word: &str) -> bool {
        let Some((rule, is_first)) = self.rule() else { return false };
        match &rule.partial {
            None => word == "for" && is_first,
            Some(partial) => partial.allows(word),
        }
    }

    /// `for n from 1 to 9 yield n^2 end`, of which `for` was read: the list of what is yielded.
    pub(super) fn loop_of(&mut self, start: usize) -> Result<State> {
        let (name, stage) = self.name_of_clause()?;
        let (items, clauses, from, to) = (Vec::new(), Vec::new(), None, None);
        let partial = Some(Box::new(Partial { items, clauses, name, from, to, stage }));
        let rule = Rule { first: self.next_node(), partial };
        self.open(Frame::Loop { start, rule })?;
        Ok(State::Operand)
    }

    /// `do`, `yield` or `end` after it.
    pub(super) fn loop_word(&mut self, word: &str, span: Range<usize>) -> Result<State> {
        self.at += 1;
        let Some(Frame::Loop { start, mut rule }) = self.frames.pop() else {
            return Err(self.syntax(span, format!("`{word}` belongs to `for`"), None));
        };
        if word == "end"
            && let Some(partial) = rule.partial.take()
        {
            let made = self.made(*partial, rule.first, span.clone(), start..span.end)?;
            return Ok(State::Operator(made));
        }
        let read = self.cut(rule.first)?;
        if word == "do"
            && let Some(mut partial) = rule.partial.take()
        {
            partial.put(read, None);
            return self.repeated(start, partial);
        }
        if let Some(partial) = &mut rule.partial {
            partial.put(read, Some(Stage::Yield));
            partial.stage = Stage::Yield;
        }
        self.open(Frame::Loop { start, rule })?;
        Ok(State::Operand)
    }

    /// Whether `word` goes on with a loop: the innermost frame that does not end by itself.
    pub(super) fn loop_at(&self, word: &str) -> Option<usize> {
        let at = self.frames.iter().rposition(|frame| !frame.waits())?;
        match &self.frames[at] {
            Frame::Loop { rule, .. } => {
                let yields =
                    rule.partial.as_ref().is_some_and(|partial| partial.stage == Stage::Yield);
                let goes_on = match word {
                    "yield" => true,
                    "end" => yields,
                    "do" => !yields,
                    _ => false,
                };
                goes_on.then_some(at)
            }
            _ => None,
        }
    }

    /// `for`, `to`, `by`, `where` or `while` after what was read.
    pub(super) fn list_word(&mut self, word: &str, span: Range<usize>) -> Result<State> {
        self.at += 1;
        let Some((rule, _)) = self.rule() else {
            return Err(self.syntax(span, "`for` is allowed only in a list or a set", None));
        };
        let first = rule.first;
        let read = self.cut(first)?;
        let next = Stage::after(word);
        let new = match next {
            Some(_) => None,
            None => Some(self.name_of_clause()?),
        };
        let Some((rule, _)) = self.rule() else { return Ok(State::Operand) };
        let (name, stage) = match (new, next) {
            (Some((name, stage)), _) => (Some(name), stage),
            (None, stage) => (None, stage.unwrap_or(Stage::In)),
        };
        match (&mut rule.partial, name) {
            (Some(partial), name) => {
                partial.put(read, next);
                partial.stage = stage;
                if let Some(name) = name {
                    partial.name = name;
                }
            }
            (None, name) => {
                rule.partial = Some(Box::new(Partial {
                    items: vec![read],
                    clauses: Vec::new(),
                    name: name.unwrap_or_else(|| "".into()),
                    from: None,
                    to: None,
                    stage,
                }));
            }
        }
        Ok(State::Operand)
    }

    /// `n from` or `x in` after `for`.
    fn name_of_clause(&mut self) -> Result<(Arc<str>, Stage)> {
        let name = self.peek().clone();
        let text = self.text(&name.span).to_owned();
        if name.kind != Kind::Word || is_reserved(&text) {
            let message = match text.as_str() {
                "w" => "`w` is ω; choose another name after `for`".to_owned(),
                "v" => "`v` is down; choose another name after `for`".to_owned(),
                _ if is_reserved(&text) => {
                    format!("`{text}` has a meaning of its own; choose another name after `for`")
                }
                _ => "expected a name after `for`".to_owned(),
            };
            let help = "a list is made as in [n^2 for n from 1 to 9] or [g.Mean for g in list]";
            return Err(self.syntax(name.span, message, Some(help)));
        }
        self.at += 1;
        let how = self.peek().clone();
        let stage = match self.text(&how.span) {
            "in" => Stage::In,
            "from" => Stage::From,
            _ => {
                let message = format!("expected `from` or `in` after `for {text}`");
                return Err(self.syntax(how.span, message, None));
            }
        };
        self.at += 1;
        Ok((text.as_str().into(), stage))
    }

    /// The loop whose body has been read.
    pub(super) fn loop_made(
        &mut self,
        mut partial: Partial,
        body: Program,
        whole: Range<usize>,
    ) -> Result<NodeKind> {
        partial.items.push(body);
        self.rule_made(partial, false, whole)
    }

    /// The list of a rule, of which the last expression was read before the bracket at `span`.
    pub(super) fn made(
        &mut self,
        mut partial: Partial,
        first: NodeId,
        span: Range<usize>,
        whole: Range<usize>,
    ) -> Result<NodeId> {
        if partial.stage == Stage::From {
            let bracket = self.text(&span);
            let message = format!("expected `to` and the last number, found `{bracket}`");
            return Err(self.syntax(span, message, None));
        }
        let last = self.cut(first)?;
        partial.put(last, None);
        let made = self.rule_made(partial, true, whole.clone())?;
        Ok(self.add(made, whole))
    }

    fn rule_made(&self, partial: Partial, collects: bool, whole: Range<usize>) -> Result<NodeKind> {
        if partial.clauses.len() > MOST_CLAUSES {
            let message = format!("a list has at most {MOST_CLAUSES} of `for`, `where`, `while`");
            return Err(LangError::Limit(self.problem(whole, message, None)));
        }
        let open = partial.clauses.iter().enumerate().any(|(at, clause)| {
            let ended = matches!(partial.clauses.get(at + 1), Some(Clause::While(_)));
            matches!(clause, Clause::Range { to: None, .. }) && !ended
        });
        if open {
            let help = "write `to` and the last number, or `while` and a condition";
            return Err(self.syntax(whole, "this list has no end", Some(help)));
        }
        let Partial { items, clauses, .. } = partial;
        Ok(NodeKind::Comprehension(Box::new(Comprehension { items, collects, clauses })))
    }

    /// A position written with sets, pairs or named arguments, `FoxAndGeese({(4,2)}, (1,1))`,
    /// `Subtraction([2,3], allbut => true)`, or with names of vertices, `tokens("a->v"; v)`: the
    /// token after it, and its text.
    pub(super) fn written_position(&self, name: &str, start: usize) -> Option<(usize, String)> {
        let row = upstar_games::find_game(name);
        let vertices = row.is_some_and(|row| row.names_vertices());
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
                        && upstar_games::is_game(name)
                        && upstar_games::parse_game(text).is_ok();
                    return good.then(|| (at, text.to_owned()));
                }
                Kind::OpenBrace | Kind::FatArrow => special = true,
                // A nested call is an expression.
                Kind::Word if self.tokens.get(at)?.kind == Kind::OpenParen => return None,
                Kind::End => return None,
                _ => {}
            }
        }
        None
    }
}
