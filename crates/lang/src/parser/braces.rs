//! Braces: options, bars of several lengths, sets.

use std::ops::Range;

use super::comprehension::Rule;
use super::{Frame, Parser, State};
use crate::Result;
use crate::ast::{NodeId, NodeKind};
use crate::error::LangError;

/// The symbol before the nimbers to which one can move from a loopy impartial position.
pub(super) const LOOPY_NIMBER: &str = "∞";

/// An open brace and the items that have been read since.
pub(super) struct Brace {
    start: usize,
    quoted: bool,
    /// The label before the brace.
    label: Option<String>,
    /// Options of the segments that are complete, in one list.
    items: Vec<NodeId>,
    /// The index in `items` at which the current segment begins.
    segment: usize,
    /// Whether a comma was just read, so that an option must follow.
    comma: bool,
    /// The bars read so far; each ends a segment of the items before it.
    bars: Vec<Bar>,
    /// The rule of a set comprehension.
    rule: Rule,
}

struct Bar {
    length: u32,
    /// The range in `items` of the segment before the bar.
    segment: Range<usize>,
    span: Range<usize>,
}

impl Brace {
    pub(super) fn new(start: usize, quoted: bool, label: Option<String>, first: NodeId) -> Self {
        Brace {
            start,
            quoted,
            label,
            items: Vec::new(),
            segment: 0,
            comma: false,
            bars: Vec::new(),
            rule: Rule::new(first),
        }
    }

    pub(super) fn start(&self) -> usize {
        self.start
    }

    pub(super) fn quoted(&self) -> bool {
        self.quoted
    }

    /// Where the rule of a set goes, and whether nothing was read before the item; `None` if this
    /// is no set.
    pub(super) fn rule(&mut self) -> Option<(&mut Rule, bool)> {
        self.is_set().then_some((&mut self.rule, self.items.is_empty()))
    }

    fn is_set(&self) -> bool {
        self.bars.is_empty() && !self.quoted && self.label.is_none()
    }

    pub(super) fn push(&mut self, item: NodeId) {
        self.items.push(item);
        self.comma = false;
    }

    pub(super) fn push_before_comma(&mut self, item: NodeId) {
        self.items.push(item);
        self.comma = true;
    }
}

/// One side of a bar: plain options, or a game made of smaller bars.
enum Side {
    Options(Vec<NodeId>),
    Game(NodeId),
}

impl Side {
    fn into_options(self) -> Vec<NodeId> {
        match self {
            Side::Options(options) => options,
            Side::Game(game) => vec![game],
        }
    }
}

impl Parser<'_> {
    /// Whether the innermost bracket may be that of a map.
    pub(super) fn is_in_map(&self) -> bool {
        let bracket = self.frames.iter().rev().find(|frame| !frame.waits());
        matches!(bracket, Some(Frame::Brace(brace)) if brace.is_set())
    }

    /// `{=>}`.
    pub(super) fn empty_map(&mut self, span: Range<usize>) -> Result<State> {
        match self.frames.pop() {
            Some(Frame::Brace(brace)) if brace.items.is_empty() && brace.label.is_none() => {
                let end = self.ahead(1).span.end;
                self.at += 2;
                Ok(State::Operator(self.add(NodeKind::EmptyMap, brace.start..end)))
            }
            _ => Err(self.syntax(span, "expected a key before `=>`", Some("as in {4 => 2}"))),
        }
    }

    /// A bar between options.
    pub(super) fn bar(&mut self, length: u32, span: Range<usize>) -> Result<State> {
        let Some(Frame::Brace(brace)) = self.frames.last_mut() else {
            return Err(self.bar_outside(span));
        };
        if brace.comma {
            return Err(self.syntax(span, "expected an option after the comma, found a bar", None));
        }
        if brace.rule.partial.is_some() {
            let message = "expected `}` after what the set is made of";
            return Err(self.syntax(span, message, None));
        }
        let segment = brace.segment..brace.items.len();
        brace.segment = brace.items.len();
        brace.bars.push(Bar { length, segment, span });
        self.at += 1;
        Ok(State::Operand)
    }

    pub(super) fn bar_outside(&self, span: Range<usize>) -> LangError {
        if self.frames.iter().any(|frame| matches!(frame, Frame::Brace(_))) {
            return self.syntax(
                span,
                "expected an expression or a closing bracket, found a bar",
                None,
            );
        }
        self.syntax(span, "a bar is allowed only between braces", Some("a game is written {1|-1}"))
    }

    pub(super) fn close_brace(&mut self, span: Range<usize>) -> Result<State> {
        let Some(Frame::Brace(brace)) = self.frames.last() else {
            let found = self.peek().clone();
            return Err(match self.frames.last() {
                None => self.syntax(span, "`}` closes nothing", None),
                Some(_) => self.expected_operand(&found),
            });
        };
        if brace.comma {
            return Err(self.syntax(span, "expected an option after the comma, found `}`", None));
        }
        let Some(Frame::Brace(mut brace)) = self.frames.pop() else {
            return Err(self.syntax(span, "`}` closes nothing", None));
        };
        if brace.label.is_some() {
            self.labels.pop();
        }
        self.at += 1;
        let whole = brace.start..span.end;
        if let Some(partial) = brace.rule.partial.take()
            && brace.items.pop().is_some()
        {
            let made = self.made(*partial, brace.rule.first, span, whole.clone())?;
            brace.items.push(made);
        }
        if brace.bars.is_empty() {
            if brace.label.as_deref() == Some(LOOPY_NIMBER) {
                let set = self.add(NodeKind::Set(brace.items), whole.clone());
                let nimber = NodeKind::Method {
                    receiver: set,
                    name: "LoopyNimber".to_owned(),
                    name_span: whole.clone(),
                    arguments: Vec::new(),
                };
                return Ok(State::Operator(self.add(nimber, whole)));
            }
            if brace.label.is_some() {
                let message = "a game with a label needs a bar between Left's and Right's options";
                return Err(self.syntax(whole, message, None));
            }
            if brace.quoted {
                return Err(self.syntax(
                    whole,
                    "a form needs a bar between Left's and Right's options",
                    None,
                ));
            }
            let set = self.add(NodeKind::Set(brace.items), whole);
            return Ok(State::Operator(set));
        }
        if brace.label.as_deref() == Some(LOOPY_NIMBER) {
            return Err(self.syntax(
                whole,
                "a loopy nimber has the same options for both players",
                Some("∞{0,2}: the numbers of the nimbers that one can move to"),
            ));
        }
        let node = self.game(&brace, whole)?;
        Ok(State::Operator(node))
    }

    /// The game of a brace: longer bars separate first. Bars are operators, the
    /// longer the looser, two of one length must not meet.
    fn game(&mut self, brace: &Brace, whole: Range<usize>) -> Result<NodeId> {
        let options = |range: Range<usize>| brace.items[range].to_vec();
        // Open games: a left side, the bar, and the byte where the game begins.
        let mut open: Vec<(Vec<NodeId>, &Bar, usize)> = Vec::new();
        let mut begin = whole.start + 1;
        for bar in &brace.bars {
            let mut side = Side::Options(options(bar.segment.clone()));
            let mut side_begin = begin;
            while let Some((_, inner, _)) = open.last() {
                if inner.length == bar.length {
                    return Err(self.ambiguous(brace, inner, bar, &whole));
                }
                if inner.length > bar.length {
                    break;
                }
                let Some((left, _, start)) = open.pop() else { break };
                let right = side.into_options();
                let game = NodeKind::Game { left, right, quoted: brace.quoted, label: None };
                side = Side::Game(self.add(game, start..bar.span.start));
                side_begin = start;
            }
            open.push((side.into_options(), bar, side_begin));
            begin = bar.span.end;
        }
        let mut side = Side::Options(options(brace.segment..brace.items.len()));
        while let Some((left, _, start)) = open.pop() {
            let span = if open.is_empty() { whole.clone() } else { start..whole.end - 1 };
            let label = brace.label.clone().filter(|_| open.is_empty());
            let (right, quoted) = (side.into_options(), brace.quoted);
            let game = NodeKind::Game { left, right, quoted, label };
            side = Side::Game(self.add(game, span));
        }
        match side {
            Side::Game(game) => Ok(game),
            Side::Options(_) => Err(self.syntax(whole, "a game needs a bar", None)),
        }
    }

    /// The error for `{3|2|1}`, with the bars that would be right.
    fn ambiguous(
        &self,
        brace: &Brace,
        first: &Bar,
        second: &Bar,
        whole: &Range<usize>,
    ) -> LangError {
        let mut help = None;
        if brace.bars.len() == 2 && whole.len() <= 60 {
            let with = |bar: &Bar| {
                let (start, end) = (whole.start, bar.span.end);
                format!("{}|{}", self.text(&(start..end)), self.text(&(end..whole.end)))
            };
            help = Some(format!("did you mean `{}` or `{}`?", with(first), with(second)));
        }
        let message = format!(
            "two bars of the same length (`{}`) do not say which one separates Left's options from \
             Right's: a longer bar is needed for the outer game",
            "|".repeat(second.length.min(8) as usize)
        );
        LangError::Syntax(self.problem(second.span.clone(), message, help))
    }
}
