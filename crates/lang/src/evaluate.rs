//! A parsed line to a value: one pass over its nodes, children first.

use std::collections::BTreeMap;
use std::ops::Range;

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use upstar_core::{Budget, Exhausted, Place, Player, Ticker};
use upstar_rules::{Engine, Solver};
use upstar_values::surreal::NormalForm;
use upstar_values::{Form, Id, Rational, Worker, infinitesimal};

use crate::ast::{Binary, Comprehension, Line, Node, NodeId, NodeKind, Prefix, Values};
use crate::error::{LangError, Problem, nearest, plain_name};
use crate::methods;
use crate::surreal::no_short_game;
use crate::value::{List, MOST_LIST_DEPTH, Value};

/// Items a range or a list may have.
const MOST_ITEMS: usize = 10_000_000;

/// Positions that may be copied to build a quoted form.
const MOST_COPIED: u64 = 2_000_000;

/// Why an operation has no answer, without its place.
#[derive(Debug)]
pub(crate) enum Fail {
    /// The engine says why.
    Values(upstar_values::Error),
    /// A value of the wrong kind: what is wrong, and what would be right.
    Mismatch(String, Option<String>),
    /// The question has no answer.
    Undefined(String, Option<String>),
    /// Not in this version.
    Unsupported(String),
    /// Beyond a stated limit.
    Limit(String),
    Unknown(String, Option<String>),
    /// What is wrong is in the text of an argument, at this place of it.
    InText {
        argument: usize,
        span: Range<usize>,
        message: String,
    },
    Exhausted(Exhausted),
    /// An error that has its place already.
    Placed(Box<LangError>),
}

impl From<upstar_values::Error> for Fail {
    fn from(error: upstar_values::Error) -> Self {
        match error {
            upstar_values::Error::Exhausted(exhausted) => Fail::Exhausted(exhausted),
            upstar_values::Error::Parse { place, expected } => Fail::InText {
                argument: 0,
                span: place.span.clone().unwrap_or(0..0),
                message: expected,
            },
            other => Fail::Values(other),
        }
    }
}

impl From<Exhausted> for Fail {
    fn from(exhausted: Exhausted) -> Self {
        Fail::Exhausted(exhausted)
    }
}

pub(crate) type Answer = Result<Value, Fail>;

pub(crate) struct Evaluator<'a> {
    pub(crate) worker: Worker<'a>,
    pub(crate) engine: Engine<'a>,
    pub(crate) solver: &'a Solver,
    pub(crate) budget: &'a Budget,
    ticker: Ticker,
    /// The summands of a sum as they are written, if it has no positions yet.
    pub(crate) written: Option<(NodeId, Vec<Value>)>,
    /// Whether positions may come up in the line.
    pub(crate) has_positions: bool,
    variables: &'a BTreeMap<String, Value>,
    /// The names of comprehensions that are being evaluated.
    locals: Vec<(String, Value)>,
    source: &'a str,
    copied: u64,
}

/// The nodes of comprehensions, by the first of them: where they end.
type Delayed = BTreeMap<NodeId, Vec<NodeId>>;

/// How deep comprehensions may be nested in each other.
const MOST_COMPREHENSIONS: usize = 30;

/// Names that are not variables.
const CONSTANTS: [&str; 4] = ["left", "right", "true", "false"];
const LOOPY: [&str; 7] = ["on", "off", "over", "under", "upon", "dud", "pass"];
const OMEGA: [&str; 3] = ["omega", "w", "ω"];
const INFINITE: [&str; 3] = ["inf", "∞", "infinity"];
const WORDS: [&str; 4] = ["and", "or", "not", "is"];

/// Whether `name` cannot be a variable.
pub(crate) fn is_reserved(name: &str) -> bool {
    let plain = plain_name(name);
    let plain = plain.as_str();
    CONSTANTS.contains(&plain)
        || LOOPY.contains(&plain)
        || OMEGA.contains(&plain)
        || INFINITE.contains(&plain)
        || WORDS.contains(&plain)
}

/// Whether `name` is the first infinite ordinal.
pub(crate) fn is_omega(name: &str) -> bool {
    OMEGA.contains(&plain_name(name).as_str())
}

impl<'a> Evaluator<'a> {
    pub(crate) fn new(
        solver: &'a Solver,
        variables: &'a BTreeMap<String, Value>,
        source: &'a str,
        budget: &'a Budget,
    ) -> Self {
        Evaluator {
            worker: solver.worker(budget),
            engine: solver.engine(),
            solver,
            budget,
            written: None,
            has_positions: false,
            ticker: budget.ticker(),
            variables,
            locals: Vec::new(),
            source,
            copied: 0,
        }
    }

    pub(crate) fn tick(&mut self, steps: u64) -> Result<(), Fail> {
        Ok(self.ticker.tick(steps)?)
    }

    /// The value of a line that is not empty.
    pub(crate) fn line(&mut self, line: &Line) -> Result<Value, LangError> {
        self.has_positions = line.nodes.iter().any(|node| match &node.kind {
            NodeKind::Call { name, .. } => {
                upstar_rules::is_game(name) || plain_name(name) == "stalk"
            }
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
            let value = self.tick(1).and_then(|()| match &node.kind {
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
                Value::Set(set) => set.into_iter().map(|id| self.simplified(id)).collect(),
                other => return Err(mismatch("expected a list or a set after `in`", &other)),
            },
            Values::Range { from, to, by } => {
                let (from, to, by) = (take(from), take(to), by.map(take));
                let from = self.integer(&from, "the first number")?;
                let to = self.integer(&to, "the last number")?;
                let by = match by {
                    Some(by) => self.integer(&by, "the step")?,
                    None => BigInt::one(),
                };
                self.steps(&from, &to, &by)?
            }
        };
        let mut found = Vec::new();
        for item in items {
            self.locals.push((rule.name.clone(), item));
            let made = self.item(rule, nodes, delayed, values);
            self.locals.pop();
            found.extend(made?);
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

    /// The numbers from `from` to `to` in steps of `by`.
    fn steps(&mut self, from: &BigInt, to: &BigInt, by: &BigInt) -> Result<Vec<Value>, Fail> {
        if by.is_zero() {
            return Err(Fail::Undefined("a step cannot be 0".to_owned(), None));
        }
        let count: BigInt = (to - from) / by + 1_i32;
        if (to - from).sign() != by.sign() && to != from {
            return Ok(Vec::new());
        }
        let count = count.to_usize().filter(|&count| count <= MOST_ITEMS).ok_or_else(|| {
            Fail::Limit(format!("a list of {count} items is too long: the limit is {MOST_ITEMS}"))
        })?;
        self.tick(count as u64)?;
        Ok((0..count).map(|step| Value::Number(Rational::from(from + by * step))).collect())
    }

    fn place(&self, fail: Fail, node: &Node, nodes: &[Node]) -> LangError {
        let span = match &fail {
            Fail::InText { argument, span, .. } => place_in_text(node, nodes, *argument, span),
            _ => place_of(node, nodes),
        };
        self.place_at(fail, span)
    }

    pub(crate) fn place_at(&self, fail: Fail, span: Range<usize>) -> LangError {
        let problem = |message: String, help: Option<String>| Problem {
            place: Box::new(Place::in_text(self.source, span)),
            message,
            help,
        };
        match fail {
            Fail::Values(
                error @ (upstar_values::Error::TooLarge { .. }
                | upstar_values::Error::OverLimit { .. }),
            ) => LangError::Limit(problem(error.to_string(), None)),
            Fail::Values(error) => LangError::Undefined(problem(error.to_string(), None)),
            Fail::Mismatch(message, help) => LangError::Mismatch(problem(message, help)),
            Fail::Undefined(message, help) => LangError::Undefined(problem(message, help)),
            Fail::Unsupported(message) => LangError::Unsupported(problem(message, None)),
            Fail::Limit(message) => LangError::Limit(problem(message, None)),
            Fail::Unknown(message, help) => LangError::Unknown(problem(message, help)),
            Fail::InText { message, .. } => LangError::Syntax(problem(message, None)),
            Fail::Exhausted(exhausted) => LangError::Exhausted(exhausted),
            Fail::Placed(error) => *error,
        }
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
            NodeKind::Nimber(None) => Ok(Value::Game(self.worker.nimber(1)?)),
            NodeKind::Nimber(Some(number)) => {
                let size = take(values, *number);
                if let Value::Surreal(size) = &size {
                    return self.transfinite(size);
                }
                let size = self.integer(&size, "the size of a nimber")?;
                self.nimber(&size)
            }
            NodeKind::Ups { sign, count } => {
                let count = match count {
                    Some(count) => self.integer(&take(values, *count), "a number of ups")?,
                    None => BigInt::one(),
                };
                self.ups(&(count * sign))
            }
            NodeKind::Arrows(count) => self.ups(&BigInt::from(*count)),
            NodeKind::ArrowPower { down, sum, exponent } => {
                let up = self.worker.up_star(&Rational::default(), 1, 0)?;
                let exponent = Rational::from(exponent.clone());
                let mut id = if *sum {
                    infinitesimal::pow_to(&mut self.worker, up, &exponent)?
                } else {
                    infinitesimal::pow(&mut self.worker, up, &exponent)?
                };
                if *down {
                    id = self.worker.neg(id)?;
                }
                Ok(self.simplified(id))
            }
            NodeKind::Paren(inner) => Ok(take(values, *inner)),
            NodeKind::Prefix(operator, operand) => {
                let operand = take(values, *operand);
                match operator {
                    Prefix::Minus => self.negative(&operand),
                    Prefix::Plus => Ok(operand),
                    Prefix::PlusMinus => self.plus_minus(&operand),
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
                self.binary(*operator, left, right)
            }
            NodeKind::Game { left, right, quoted, label } => {
                let (left, right) = (take_all(values, left), take_all(values, right));
                if *quoted {
                    return self.form_literal(&left, &right);
                }
                let loopy = |value: &Value| matches!(value, Value::Loopy(_) | Value::Part(_));
                if label.is_some() || left.iter().chain(&right).any(loopy) {
                    return self.loopy_game(&left, &right, label.as_deref());
                }
                self.game(&left, &right)
            }
            NodeKind::Label(name) => Ok(crate::loopy::label(name)),
            NodeKind::ArrowOn { down, sum } => self.arrow_on(*down, *sum),
            NodeKind::Set(items) => {
                let items = take_all(values, items);
                let ids = self.options(&items)?;
                self.set(ids)
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
            NodeKind::Position(text) => self.named(text),
            // Evaluated by its own rules.
            NodeKind::Comprehension(_) => Ok(Value::Boolean(false)),
            NodeKind::Call { name, arguments, semicolon, .. } => {
                let arguments = take_all(values, arguments);
                if !methods::is_method(name) && upstar_rules::is_game(name) {
                    return self.position(name, &arguments, *semicolon);
                }
                methods::call_function(self, name, arguments)
            }
            NodeKind::Method { receiver, name, arguments, .. } => {
                let receiver = take(values, *receiver);
                let arguments = take_all(values, arguments);
                methods::call_method(self, name, &receiver, &arguments)
            }
            NodeKind::Index { list, index } => {
                let (list, index) = (take(values, *list), take(values, *index));
                self.index(&list, &index)
            }
        }
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
            return self.loopy_name(plain);
        }
        if OMEGA.contains(&plain) {
            return Ok(Value::Surreal(NormalForm::omega().into()));
        }
        if INFINITE.contains(&plain) {
            return Err(Fail::Unsupported(format!(
                "infinite numbers (`{name}`) are not supported yet"
            )));
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

    fn ups(&mut self, count: &BigInt) -> Answer {
        let count =
            count.to_i64().ok_or_else(|| Fail::Limit("that many ups are more than 2^63".into()))?;
        let id = self.worker.up_star(&Rational::default(), count, 0)?;
        Ok(self.simplified(id))
    }

    /// {left|right}; lists and sets among the options stand for their items.
    fn game(&mut self, left: &[Value], right: &[Value]) -> Answer {
        let infinite = |value: &Value| matches!(value, Value::Surreal(_) | Value::Ellipsis);
        if left.iter().chain(right).any(infinite) {
            return self.simplest(left, right);
        }
        let (left, right) = (self.options(left)?, self.options(right)?);
        let id = self.worker.game(&left, &right)?;
        Ok(self.simplified(id))
    }

    /// The games that `items` are, those of lists and sets among them one by one.
    pub(crate) fn options(&mut self, items: &[Value]) -> Result<Vec<Id>, Fail> {
        let mut ids = Vec::with_capacity(items.len());
        for item in items {
            match item {
                Value::List(list) => ids.extend(self.options(list.items())?),
                Value::Set(set) => ids.extend(set),
                other => ids.push(self.id(other)?),
            }
        }
        Ok(ids)
    }

    fn form_literal(&mut self, left: &[Value], right: &[Value]) -> Answer {
        let mut forms = |items: &[Value]| -> Result<Vec<Form>, Fail> {
            let mut forms = Vec::with_capacity(items.len());
            for item in items {
                match item {
                    Value::List(_) | Value::Set(_) => {
                        forms.extend(
                            self.options(std::slice::from_ref(item))?.into_iter().map(Form::value),
                        );
                    }
                    other => forms.push(self.form(other)?),
                }
            }
            Ok(forms)
        };
        let (left, right) = (forms(left)?, forms(right)?);
        let positions: u64 = left.iter().chain(&right).map(|form| form.positions() as u64).sum();
        self.copied += positions;
        self.tick(positions)?;
        if self.copied > MOST_COPIED {
            return Err(Fail::Limit(
                "this form is nested too deep for a form that is not simplified".into(),
            ));
        }
        let left: Vec<&Form> = left.iter().collect();
        let right: Vec<&Form> = right.iter().collect();
        Ok(Value::Form(Form::new(&left, &right)))
    }

    fn index(&mut self, list: &Value, index: &Value) -> Answer {
        let items: Vec<Value> = match list {
            Value::List(list) => list.items().to_vec(),
            Value::Set(set) => set.clone().into_iter().map(|id| self.simplified(id)).collect(),
            other => return Err(mismatch("only lists and sets have items by number", other)),
        };
        let index = self.integer(index, "the number of an item")?;
        let found = index.to_usize().and_then(|index| items.get(index.checked_sub(1)?));
        found.cloned().ok_or_else(|| {
            Fail::Undefined(
                format!("there is no item {index} among {}; the first is item 1", items.len()),
                None,
            )
        })
    }

    /// The game that `value` is, in canonical form.
    pub(crate) fn id(&mut self, value: &Value) -> Result<Id, Fail> {
        match value {
            Value::Number(number) => Ok(self.worker.number(number)?),
            Value::Game(id) => Ok(*id),
            Value::Sum(sum) => Ok(sum.canonical(&mut self.worker)?),
            Value::Form(form) => Ok(form.canonical(&mut self.worker)?),
            Value::Positions(positions) => self.value_of(positions),
            Value::Surreal(number) => Err(no_short_game(number)),
            Value::Loopy(_) => Err(mismatch("this is asked of games without loops", value)),
            other => Err(mismatch("expected a game", other)),
        }
    }

    /// The form that `value` is; of a value, its canonical form.
    pub(crate) fn form(&mut self, value: &Value) -> Result<Form, Fail> {
        match value {
            Value::Form(form) => Ok(form.clone()),
            other => Ok(Form::value(self.id(other)?)),
        }
    }

    /// The game as a value: a number if it is one.
    pub(crate) fn simplified(&mut self, id: Id) -> Value {
        match self.worker.as_number(id) {
            Some(number) => Value::Number(number),
            None => Value::Game(id),
        }
    }

    pub(crate) fn integer(&mut self, value: &Value, what: &str) -> Result<BigInt, Fail> {
        let number = self.number(value, what)?;
        if number.is_integer() {
            Ok(number.numer())
        } else {
            Err(Fail::Mismatch(format!("{what} must be an integer, not {number}"), None))
        }
    }

    pub(crate) fn number(&mut self, value: &Value, what: &str) -> Result<Rational, Fail> {
        let number = match value {
            Value::Number(number) => Some(number.clone()),
            Value::Form(_) | Value::Sum(_) => {
                let id = self.id(value)?;
                self.worker.as_number(id)
            }
            _ => None,
        };
        number.ok_or_else(|| {
            Fail::Mismatch(format!("{what} must be a number, not {}", value.kind()), None)
        })
    }

    /// A set: each game once, in printed order.
    pub(crate) fn set(&mut self, mut ids: Vec<Id>) -> Answer {
        ids.sort_unstable();
        ids.dedup();
        self.worker.sort(&mut ids)?;
        Ok(Value::Set(ids))
    }

    /// The integers from `low` to `high`, both included.
    pub(crate) fn range(&mut self, low: &BigInt, high: &BigInt) -> Answer {
        let count = high - low + 1_i32;
        if !count.is_positive() {
            return list(Vec::new());
        }
        let count = count.to_usize().filter(|&count| count <= MOST_ITEMS).ok_or_else(|| {
            Fail::Limit(format!(
                "a range of {count} integers is too long: the limit is {MOST_ITEMS}"
            ))
        })?;
        self.tick(count as u64)?;
        list((0..count).map(|step| Value::Number(Rational::from(low + step))).collect())
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

pub(crate) fn mismatch(what: &str, value: &Value) -> Fail {
    Fail::Mismatch(format!("{what}, found {}", value.kind()), None)
}

/// A list of values.
pub(crate) fn list(items: Vec<Value>) -> Answer {
    List::new(items)
        .map(Value::List)
        .ok_or_else(|| Fail::Limit(format!("lists can be nested at most {MOST_LIST_DEPTH} deep")))
}
