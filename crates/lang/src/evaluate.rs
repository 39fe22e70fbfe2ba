//! A parsed line to a value: one pass over its nodes, children first.

use std::collections::BTreeMap;
use std::ops::Range;

use num_bigint::BigInt;
use num_traits::One;
use upstar_core::{Budget, Player};
use upstar_rules::Solver;
use upstar_values::surreal::NormalForm;
use upstar_values::{Rational, infinitesimal};

use crate::ast::{Binary, Comprehension, Line, Node, NodeId, NodeKind, Prefix, Values};
use crate::calculator::Calculator;
use crate::error::{LangError, Problem, nearest, plain_name};
use crate::fail::{Answer, Fail, list, mismatch, placed};
use crate::methods;
use crate::names::{INFINITE, LOOPY, OMEGA};
use crate::positions::sum_of_terms;
use crate::value::Value;

/// Evaluates the lines of one session.
pub(crate) struct Evaluator<'a> {
    calculator: Calculator<'a>,
    /// The summands of a sum as they are written, if it has no positions yet.
    written: Option<(NodeId, Vec<Value>)>,
    /// Whether positions may come up in the line.
    has_positions: bool,
    variables: &'a BTreeMap<String, Value>,
    /// The names of comprehensions that are being evaluated.
    locals: Vec<(String, Value)>,
    source: &'a str,
}

/// The nodes of comprehensions, by the first of them: where they end.
type Delayed = BTreeMap<NodeId, Vec<NodeId>>;

/// How deep comprehensions may be nested in each other.
const MOST_COMPREHENSIONS: usize = 30;

impl<'a> Evaluator<'a> {
    pub(crate) fn new(
        solver: &'a Solver,
        variables: &'a BTreeMap<String, Value>,
        source: &'a str,
        budget: &'a Budget,
    ) -> Self {
        Evaluator {
            calculator: Calculator::new(solver, budget),
            written: None,
            has_positions: false,
            variables,
            locals: Vec::new(),
            source,
        }
    }

    /// The value of a line that is not empty.
    pub(crate) fn line(&mut self, line: &Line) -> Result<Value, LangError> {
        self.has_positions = line.nodes.iter().any(|node| match &node.kind {
            NodeKind::Call { name, .. } => upstar_rules::is_game(name),
            NodeKind::Name(name) => {
                matches!(self.variables.get(name), Some(Value::Positions(_)))
            }
            NodeKind::Position(_) => true,
            _ => false,
        });
        let mut delayed = Delayed::new();
        for node in &line.nodes {
            if let NodeKind::Comprehension(rule) = &node.kind {
                for range in std::iter::once(&rule.item).chain(&rule.condition) {
                    delayed.entry(range.start).or_default().push(range.end);
                }
            }
        }
        let mut values: Vec<Option<Value>> = Vec::new();
        values.resize_with(line.nodes.len(), || None);
        let all = 0..u32::try_from(line.nodes.len()).unwrap_or(u32::MAX);
        self.nodes(all, &line.nodes, &delayed, &mut values)?;
        values.pop().flatten().ok_or_else(|| {
            LangError::Syntax(Problem {
                place: Box::default(),
                message: "expected an expression".to_owned(),
                help: None,
            })
        })
    }

    /// Evaluates nodes in their order, without those of comprehensions among them.
    fn nodes(
        &mut self,
        range: Range<NodeId>,
        nodes: &[Node],
        delayed: &Delayed,
        values: &mut [Option<Value>],
    ) -> Result<(), LangError> {
        let mut at = range.start;
        while at < range.end {
            let ends = delayed.get(&at).into_iter().flatten();
            let inner = ends.copied().filter(|&end| (at, end) != (range.start, range.end));
            if let Some(end) = inner.filter(|&end| end <= range.end).max() {
                at = end;
                continue;
            }
            let node = &nodes[at as usize];
            let value = self.calculator.tick(1).and_then(|()| match &node.kind {
                NodeKind::Comprehension(rule) => self.comprehension(rule, nodes, delayed, values),
                _ => self.node(at, nodes, values),
            });
            values[at as usize] = Some(value.map_err(|fail| self.place(fail, node, nodes))?);
            at += 1;
        }
        Ok(())
    }

    /// A list made by a rule.
    fn comprehension(
        &mut self,
        rule: &Comprehension,
        nodes: &[Node],
        delayed: &Delayed,
        values: &mut [Option<Value>],
    ) -> Answer {
        if self.locals.len() >= MOST_COMPREHENSIONS {
            return Err(Fail::Limit(format!(
                "lists are made within lists at most {MOST_COMPREHENSIONS} deep"
            )));
        }
        let mut take = |id: NodeId| values[id as usize].take().unwrap_or(Value::Boolean(false));
        let items = match rule.values {
            Values::In(list) => match take(list) {
                Value::List(list) => list.items().to_vec(),
                Value::Set(set) => {
                    set.into_iter().map(|id| self.calculator.simplified(id)).collect()
                }
                Value::Games(games) => games,
                other => return Err(mismatch("expected a list or a set after `in`", &other)),
            },
            Values::Range { from, to, by } => {
                let (from, to, by) = (take(from), take(to), by.map(take));
                let from = self.calculator.integer(&from, "the first number")?;
                let to = self.calculator.integer(&to, "the last number")?;
                let by = match by {
                    Some(by) => self.calculator.integer(&by, "the step")?,
                    None => BigInt::one(),
                };
                self.calculator.steps(&from, &to, &by)?
            }
        };
        let mut found = Vec::new();
        for item in items {
            self.locals.push((rule.name.clone(), item));
            let made = self.item(rule, nodes, delayed, values);
            self.locals.pop();
            if let Some(value) = made? {
                self.calculator.pay_values(1)?;
                found.push(value);
            }
        }
        list(found)
    }

    /// One item of a comprehension, if the condition holds.
    fn item(
        &mut self,
        rule: &Comprehension,
        nodes: &[Node],
        delayed: &Delayed,
        values: &mut [Option<Value>],
    ) -> Result<Option<Value>, Fail> {
        let mut value = |range: &Range<NodeId>| -> Answer {
            self.written = None;
            self.nodes(range.clone(), nodes, delayed, values)
                .map_err(|error| Fail::Placed(Box::new(error)))?;
            Ok(values[range.end as usize - 1].take().unwrap_or(Value::Boolean(false)))
        };
        if let Some(condition) = &rule.condition {
            match value(condition)? {
                Value::Boolean(true) => {}
                Value::Boolean(false) => return Ok(None),
                other => {
                    return Err(mismatch("what stands after `where` is true or false", &other));
                }
            }
        }
        value(&rule.item).map(Some)
    }

    fn place(&self, fail: Fail, node: &Node, nodes: &[Node]) -> LangError {
        let span = match &fail {
            Fail::InText { argument, span, .. } => place_in_text(node, nodes, *argument, span),
            _ => place_of(node, nodes),
        };
        placed(fail, self.source, span)
    }

    fn node(&mut self, at: NodeId, nodes: &[Node], values: &mut [Option<Value>]) -> Answer {
        let node = &nodes[at as usize];
        // Every value is used once: by its parent.
        let take = |values: &mut [Option<Value>], id: NodeId| {
            values[id as usize].take().unwrap_or(Value::Boolean(false))
        };
        let take_all = |values: &mut [Option<Value>], ids: &[NodeId]| -> Vec<Value> {
            ids.iter().map(|&id| take(values, id)).collect()
        };
        match &node.kind {
            NodeKind::Integer(n) => Ok(Value::Number(Rational::from(n.clone()))),
            NodeKind::Text(text) => Ok(Value::Text(text.clone())),
            NodeKind::Ellipsis => Ok(Value::Ellipsis),
            NodeKind::Name(name) => self.name(name),
            NodeKind::Nimber(None) => Ok(Value::Game(self.calculator.worker.nimber(1)?)),
            NodeKind::Nimber(Some(number)) => {
                let size = take(values, *number);
                if let Value::Surreal(size) = &size {
                    return self.calculator.transfinite(size);
                }
                let size = self.calculator.integer(&size, "the size of a nimber")?;
                self.calculator.nimber(&size)
            }
            NodeKind::Ups { sign, count } => {
                let count = match count {
                    Some(count) => {
                        self.calculator.integer(&take(values, *count), "a number of ups")?
                    }
                    None => BigInt::one(),
                };
                self.calculator.ups(&(count * sign))
            }
            NodeKind::Arrows(count) => self.calculator.ups(&BigInt::from(*count)),
            NodeKind::ArrowPower { down, sum, exponent } => {
                let up = self.calculator.worker.up_star(&Rational::default(), 1, 0)?;
                let exponent = Rational::from(exponent.clone());
                let mut id = if *sum {
                    infinitesimal::pow_to(&mut self.calculator.worker, up, &exponent)?
                } else {
                    infinitesimal::pow(&mut self.calculator.worker, up, &exponent)?
                };
                if *down {
                    id = self.calculator.worker.neg(id)?;
                }
                Ok(self.calculator.simplified(id))
            }
            NodeKind::Paren(inner) => Ok(take(values, *inner)),
            NodeKind::Prefix(operator, operand) => {
                let operand = take(values, *operand);
                match operator {
                    Prefix::Minus => self.calculator.negative(&operand),
                    Prefix::Plus => Ok(operand),
                    Prefix::PlusMinus => self.calculator.plus_minus(&operand),
                    Prefix::Not => match operand {
                        Value::Boolean(truth) => Ok(Value::Boolean(!truth)),
                        other => Err(mismatch("`not` is for true and false", &other)),
                    },
                }
            }
            NodeKind::Binary(operator, left, right) => {
                let ids = (*left, *right);
                let (left, right) = (take(values, ids.0), take(values, ids.1));
                if *operator == Binary::Add {
                    return self.written_sum(at, ids.0, left, right);
                }
                self.calculator.binary(*operator, left, right)
            }
            NodeKind::Game { left, right, quoted, label } => {
                let (left, right) = (take_all(values, left), take_all(values, right));
                if *quoted {
                    return self.calculator.form_literal(&left, &right);
                }
                let loopy = |value: &Value| matches!(value, Value::Loopy(_) | Value::Part(_));
                if label.is_some() || left.iter().chain(&right).any(loopy) {
                    return self.calculator.loopy_game(&left, &right, label.as_deref());
                }
                self.calculator.game(&left, &right)
            }
            NodeKind::Label(name) => Ok(crate::loopy::label(name)),
            NodeKind::ArrowOn { down, sum } => self.calculator.arrow_on(*down, *sum),
            NodeKind::Set(items) => {
                let items = take_all(values, items);
                if items.iter().any(|item| matches!(item, Value::Loopy(_))) {
                    let mut games = Vec::with_capacity(items.len());
                    for item in &items {
                        games.push((*self.calculator.loopy(item)?).clone());
                    }
                    return self.calculator.loopy_set(games);
                }
                let ids = self.calculator.options(&items)?;
                self.calculator.set(ids)
            }
            NodeKind::List(items) => {
                let mut found = Vec::with_capacity(items.len());
                for &item in items {
                    let value = take(values, item);
                    match (&nodes[item as usize].kind, value) {
                        // [1..3] is [1,2,3].
                        (NodeKind::Binary(Binary::Range, ..), Value::List(range)) => {
                            found.extend_from_slice(range.items());
                        }
                        (_, value) => found.push(value),
                    }
                }
                list(found)
            }
            NodeKind::Position(text) => self.calculator.named(text),
            // Evaluated by its own rules.
            NodeKind::Comprehension(_) => Ok(Value::Boolean(false)),
            NodeKind::Call { name, arguments, semicolon, .. } => {
                let arguments = take_all(values, arguments);
                if !methods::is_method(name) && upstar_rules::is_game(name) {
                    return self.calculator.position(name, &arguments, *semicolon);
                }
                methods::call_function(&mut self.calculator, name, arguments)
            }
            NodeKind::Method { receiver, name, arguments, .. } => {
                let receiver = take(values, *receiver);
                let arguments = take_all(values, arguments);
                methods::call_method(&mut self.calculator, name, &receiver, &arguments)
            }
            NodeKind::Index { list, index } => {
                let (list, index) = (take(values, *list), take(values, *index));
                self.calculator.index(&list, &index)
            }
        }
    }

    /// A sum as it is written from left to right: the summands before the first
    /// position are remembered one by one.
    fn written_sum(
        &mut self,
        node: NodeId,
        left_node: NodeId,
        left: Value,
        right: Value,
    ) -> Answer {
        if !self.has_positions || matches!(left, Value::Positions(_)) {
            return self.calculator.binary(Binary::Add, left, right);
        }
        let mut written = match self.written.take() {
            Some((sum, written)) if sum == left_node => written,
            _ => vec![left.clone()],
        };
        if let Value::Positions(_) = right {
            let mut terms = Vec::new();
            for value in written.iter().chain([&right]) {
                terms.extend(self.calculator.terms(value)?);
            }
            return sum_of_terms(terms);
        }
        let sum = self.calculator.binary(Binary::Add, left, right.clone())?;
        written.push(right);
        self.written = Some((node, written));
        Ok(sum)
    }

    fn name(&mut self, name: &str) -> Answer {
        let local = self.locals.iter().rev().find(|(local, _)| local == name);
        if let Some((_, value)) = local {
            return Ok(value.clone());
        }
        if let Some(value) = self.variables.get(name) {
            return Ok(value.clone());
        }
        let plain = plain_name(name);
        let plain = plain.as_str();
        match plain {
            "left" => return Ok(Value::Player(Player::Left)),
            "right" => return Ok(Value::Player(Player::Right)),
            "true" => return Ok(Value::Boolean(true)),
            "false" => return Ok(Value::Boolean(false)),
            _ => {}
        }
        if upstar_rules::is_game(name) {
            // A game by itself, for its sequence of values.
            return Ok(Value::Ruleset(name.to_owned()));
        }
        if LOOPY.contains(&plain) {
            return self.calculator.loopy_name(plain);
        }
        if OMEGA.contains(&plain) {
            return Ok(Value::Surreal(NormalForm::omega().into()));
        }
        if INFINITE.contains(&plain) {
            return Ok(Value::Infinity { negative: false });
        }
        let help = match plain {
            "up" => Some("up is written `^`".to_owned()),
            "down" => Some("down is written `v`".to_owned()),
            "star" => Some("star is written `*`".to_owned()),
            "zero" => Some("zero is written `0`".to_owned()),
            _ if methods::is_method(name) => {
                Some(format!("`{name}` needs something it is asked of: {name}(g) or g.{name}"))
            }
            _ => {
                let mut known: Vec<&str> = self.variables.keys().map(String::as_str).collect();
                known.extend(methods::names().map(|name| -> &str { name }));
                nearest(name, known.into_iter()).map(|near| format!("did you mean `{near}`?"))
            }
        };
        Err(Fail::Unknown(format!("no variable is called `{name}`"), help))
    }
}

/// What a message about `node` points to: the name of a method, the operator's
/// second operand, else the whole.
fn place_of(node: &Node, nodes: &[Node]) -> Range<usize> {
    match &node.kind {
        NodeKind::Method { name_span, .. } | NodeKind::Call { name_span, .. } => name_span.clone(),
        NodeKind::Index { index, .. } => nodes[*index as usize].span.clone(),
        _ => node.span.clone(),
    }
}

/// What a message about a place in the text of an argument points to.
fn place_in_text(
    node: &Node,
    nodes: &[Node],
    argument: usize,
    span: &Range<usize>,
) -> Range<usize> {
    let NodeKind::Call { arguments, .. } = &node.kind else { return place_of(node, nodes) };
    let Some(&argument) = arguments.get(argument) else { return place_of(node, nodes) };
    let argument = &nodes[argument as usize];
    match &argument.kind {
        // The text begins after the quote.
        NodeKind::Text(_) => {
            let start = (argument.span.start + 1 + span.start).min(argument.span.end - 1);
            start
                ..(argument.span.start + 1).saturating_add(span.end).clamp(start, argument.span.end)
        }
        _ => argument.span.clone(),
    }
}
