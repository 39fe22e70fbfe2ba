//! A parsed line to a value: one pass over its nodes, children first.

use std::ops::Range;

use num_bigint::BigInt;
use num_traits::One;
use upstar_core::{Outcome, Player};
use upstar_values::surreal::NormalForm;
use upstar_values::{Rational, infinitesimal};

use crate::ast::{Binary, Callee, Node, NodeId, NodeKind, Prefix, Program};
use crate::calculator::Calculator;
use crate::error::LangError;
use crate::fail::{Fail, placed, unplaced};
use crate::names::{ALTERNATING, INFINITE, LAST, LOOPY, NOTHING, OMEGA, TOMBSTONE};
use crate::positions::sum_of_terms;
use crate::value::{Answer, List, Ruleset, Value, list, mismatch};
use crate::{Result, methods};
use upstar_core::{nearest, plain_name};

/// The values of the nodes so far; each is used once, by its parent.
struct Taken<'a>(&'a mut [Option<Value>]);

impl Taken<'_> {
    fn one(&mut self, id: NodeId) -> Value {
        self.0[id as usize].take().unwrap_or(Value::Nothing)
    }

    fn all(&mut self, ids: &[NodeId]) -> Vec<Value> {
        ids.iter().map(|&id| self.one(id)).collect()
    }
}

/// `[a,b]`; `[1..3]` is `[1,2,3]`.
fn list_of(items: &[NodeId], nodes: &[Node], values: &mut Taken<'_>) -> Answer {
    let mut found = Vec::with_capacity(items.len());
    for &item in items {
        match (&nodes[item as usize].kind, values.one(item)) {
            (NodeKind::Binary(Binary::Range, ..), Value::List(range)) => {
                found.extend_from_slice(range.items());
            }
            (_, value) => found.push(value),
        }
    }
    list(found)
}

/// What the scope says of an expression: the written sum, whether there are positions, and the kept
/// sums.
type Around = (Option<(usize, Vec<Value>)>, bool, Vec<bool>);

impl Calculator<'_> {
    /// The value of an expression that is not empty.
    pub(crate) fn program(&mut self, program: &Program) -> Result<Value> {
        self.program_with(program, false)
    }

    /// The same; if `whole`, a sum is kept as it is written: equal games are not exchanged, which
    /// would be wrong in misère play, and moves are in the summands that are seen.
    pub(crate) fn program_with(&mut self, program: &Program, whole: bool) -> Result<Value> {
        let (outer, mut values) = self.enter(program, whole);
        let failed = (0..program.nodes.len()).find_map(|at| {
            let value = self.tick(1).and_then(|()| self.node(at, &program.nodes, &mut values));
            match value {
                Ok(value) => {
                    values[at] = Some(value);
                    None
                }
                Err(fail) => Some(self.place(fail, &program.nodes[at], &program.nodes)),
            }
        });
        (self.scope.written, self.scope.has_positions, self.scope.kept) = *outer;
        match failed {
            None => Ok(values.pop().flatten().unwrap_or(Value::Nothing)),
            Some(error) => Err(error),
        }
    }

    /// Begins an expression: what the scope says of the one around it, and places for the values of
    /// the nodes.
    #[inline(never)]
    fn enter(&mut self, program: &Program, whole: bool) -> (Box<Around>, Vec<Option<Value>>) {
        // The summands of the expression around are its own.
        let kept = if whole { program.kept_sums(true) } else { program.kept.clone() };
        let outer = (
            self.scope.written.take(),
            self.scope.has_positions,
            std::mem::replace(&mut self.scope.kept, kept),
        );
        self.scope.has_positions = program.has_positions();
        let mut values: Vec<Option<Value>> = Vec::new();
        values.resize_with(program.nodes.len(), || None);
        (Box::new(outer), values)
    }

    /// The value of an expression within another one.
    pub(crate) fn inner(&mut self, program: &Program) -> Answer {
        self.deeper(|calculator| {
            calculator.program(program).map_err(|error| Fail::Placed(Box::new(error)))
        })
    }

    #[cold]
    #[inline(never)]
    fn place(&self, fail: Fail, node: &Node, nodes: &[Node]) -> LangError {
        let span = match &fail {
            Fail::InText { argument, span, .. } => place_in_text(node, nodes, *argument, span),
            _ => place_of(node, nodes),
        };
        match self.scope.source {
            Some(source) => placed(fail, source, span),
            None => unplaced(fail),
        }
    }

    /// The value of one node. What evaluates expressions within it is here, and the rest apart: the
    /// frame of this function is what each level of a recursion costs on the stack, so nothing that
    /// it calls is inlined.
    fn node(&mut self, at: usize, nodes: &[Node], values: &mut [Option<Value>]) -> Answer {
        let mut values = Taken(values);
        match &nodes[at].kind {
            NodeKind::Comprehension(rule) => self.comprehension(rule),
            NodeKind::If(branches) => self.branch(branches),
            NodeKind::Let(one) => {
                let value = self.inner(&one.value)?;
                self.scope.locals.push((one.name.clone(), value));
                let found = self.inner(&one.body);
                self.scope.locals.pop();
                found
            }
            NodeKind::Statements(all) => self.statements(all),
            NodeKind::While(parts) => self.repeat(&parts.0, &parts.1),
            NodeKind::Call { callee, arguments } => {
                let given = values.all(&arguments.items);
                let (names, semicolon) = (&arguments.names[..], arguments.semicolon);
                let called = match callee {
                    Callee::Value(callee) => values.one(*callee),
                    Callee::Name(name, _) => match self.callable(name) {
                        Some(called) => called,
                        None if methods::is_function_name(name) || !upstar_games::is_game(name) => {
                            return methods::call_function(self, name, given, names);
                        }
                        None => return self.position(name, given, names, semicolon),
                    },
                };
                self.call(&called, given, names, semicolon)
            }
            NodeKind::Method { receiver, name, arguments, .. } => {
                let receiver = values.one(*receiver);
                methods::call_method(self, name, &receiver, &values.all(arguments))
            }
            _ => self.flat(at, nodes, values),
        }
    }

    /// The value of a node with no expression of its own within it.
    #[inline(never)]
    fn flat(&mut self, at: usize, nodes: &[Node], mut values: Taken<'_>) -> Answer {
        match &nodes[at].kind {
            NodeKind::Integer(n) => Ok(Value::Number(Rational::from(n.clone()))),
            NodeKind::Text(text) => Ok(Value::Text(text.clone())),
            NodeKind::Ellipsis => Ok(Value::Ellipsis),
            NodeKind::Name(name) => self.name(name),
            NodeKind::NameOrText(name) => match self.name(name) {
                Err(Fail::Unknown(..)) => Ok(Value::Text(name.clone())),
                found => found,
            },
            NodeKind::Nimber(None) => Ok(Value::Game(self.worker.nimber(1)?)),
            NodeKind::Nimber(Some(size)) => self.nimber_of_size(&values.one(*size)),
            NodeKind::Misere(text) => Ok(Value::Misere(self.misere.read(text)?)),
            NodeKind::MisereList(list) => self.misere_list(&values.one(*list)),
            NodeKind::Ups { sign, count } => {
                let count = match count {
                    Some(count) => self.integer(&values.one(*count), "a number of ups")?,
                    None => BigInt::one(),
                };
                self.ups(&(count * sign))
            }
            NodeKind::Arrows(count) => self.ups(&BigInt::from(*count)),
            NodeKind::ArrowPower { down, sum, exponent } => self.arrow_power(*down, *sum, exponent),
            NodeKind::ArrowOn { down, sum } => self.arrow_on(*down, *sum),
            NodeKind::Paren(inner) => Ok(values.one(*inner)),
            NodeKind::Prefix(operator, operand) => self.prefix(*operator, values.one(*operand)),
            NodeKind::Binary(operator, left, right) => {
                let operands = (values.one(*left), values.one(*right));
                self.written_operation(at, *operator, *left, operands)
            }
            NodeKind::Game { left, right, quoted, label } => {
                let (left, right) = (values.all(left), values.all(right));
                self.braces(&left, &right, *quoted, label.as_deref())
            }
            NodeKind::Label(name) => Ok(crate::loopy::label(name)),
            NodeKind::Set(items) => self.set_of(values.all(items)),
            NodeKind::Quoted(value) => Ok(Value::Form(self.form(&values.one(*value))?)),
            NodeKind::EmptyMap => self.map_of(Vec::new()),
            NodeKind::Entry(key, value) => self.entry(values.one(*key), values.one(*value)),
            NodeKind::Pair(items) => {
                List::pair(values.all(items)).map(Value::List).ok_or_else(crate::value::too_deep)
            }
            NodeKind::List(items) => list_of(items, nodes, &mut values),
            NodeKind::Position(text) => self.named(text),
            NodeKind::Is(value, kind) => self.is(&values.one(*value), *kind).map(Value::Boolean),
            NodeKind::Function(lambda) => self.function(lambda),
            NodeKind::Index { list, index } => self.index(&values.one(*list), &values.one(*index)),
            NodeKind::Comprehension(_)
            | NodeKind::If(_)
            | NodeKind::Let(_)
            | NodeKind::Statements(_)
            | NodeKind::While(_)
            | NodeKind::Call { .. }
            | NodeKind::Method { .. } => unreachable!("`node` has evaluated these"),
        }
    }

    /// `*n` for an integer or an ordinal n.
    fn nimber_of_size(&mut self, size: &Value) -> Answer {
        if let Value::Surreal(size) = size {
            return self.transfinite(size);
        }
        let size = self.integer(size, "the size of a nimber")?;
        self.nimber(&size)
    }

    /// `^<n>`, or `^[n]` if `sum`.
    fn arrow_power(&mut self, down: bool, sum: bool, exponent: &BigInt) -> Answer {
        let up = self.worker.up_star(&Rational::default(), 1, 0)?;
        let exponent = Rational::from(exponent.clone());
        let power = if sum { infinitesimal::pow_to } else { infinitesimal::pow };
        let mut id = power(&mut self.worker, up, &exponent)?;
        if down {
            id = self.worker.neg(id)?;
        }
        Ok(self.simplified(id))
    }

    fn prefix(&mut self, operator: Prefix, operand: Value) -> Answer {
        match (operator, operand) {
            (Prefix::Minus, operand) => self.negative(&operand),
            (Prefix::Plus, operand) => Ok(operand),
            (Prefix::PlusMinus, operand) => self.plus_minus(&operand),
            (Prefix::Not, Value::Boolean(truth)) => Ok(Value::Boolean(!truth)),
            (Prefix::Not, other) => Err(mismatch("`not` needs true or false", &other)),
        }
    }

    /// An operation; sums of positions keep their summands as they are written.
    fn written_operation(
        &mut self,
        node: usize,
        operator: Binary,
        left_node: NodeId,
        (left, right): (Value, Value),
    ) -> Answer {
        let summands = [&left, &right].into_iter().all(is_summand);
        if summands && self.scope.kept.get(node) == Some(&true) {
            return self.kept_operation(operator, left, right);
        }
        let positions = self.scope.has_positions && summands;
        match operator {
            Binary::Add => self.written_sum(node, left_node, left, right),
            Binary::Subtract if positions => {
                let negative = self.negative(&right)?;
                self.written_sum(node, left_node, left, negative)
            }
            operator => self.binary(operator, left, right),
        }
    }

    /// A sum that is kept as it is written.
    fn kept_operation(&mut self, operator: Binary, left: Value, right: Value) -> Answer {
        let right = match (operator, &left, right) {
            (Binary::Add, _, right) => right,
            (Binary::Subtract, _, right) => self.negative(&right)?,
            (Binary::Multiply, Value::Number(count), right)
                if count.is_integer() && !matches!(right, Value::Number(_)) =>
            {
                let sum = self.terms(&right)?.into();
                return self.copies(&sum, &count.numer());
            }
            (_, _, right) => return self.binary(operator, left, right),
        };
        let mut terms = match left {
            Value::Positions(sum) => sum.into_summands(),
            other => self.terms(&other)?,
        };
        terms.extend(self.terms(&right)?);
        sum_of_terms(terms)
    }

    /// `{L|R}`, `'{L|R}'` or `a{L|R}`.
    fn braces(
        &mut self,
        left: &[Value],
        right: &[Value],
        quoted: bool,
        label: Option<&str>,
    ) -> Answer {
        let loopy = |value: &Value| {
            matches!(value, Value::Loopy(_) | Value::Part(_) | Value::LoopyNimber(_))
        };
        if quoted {
            self.form_literal(left, right)
        } else if label.is_some() || left.iter().chain(right).any(loopy) {
            self.loopy_game(left, right, label)
        } else {
            self.game(left, right)
        }
    }

    /// A sum as it is written from left to right: the summands before the first
    /// position are remembered one by one.
    fn written_sum(&mut self, node: usize, left_node: NodeId, left: Value, right: Value) -> Answer {
        if !self.scope.has_positions || matches!(left, Value::Positions(_)) {
            return self.binary(Binary::Add, left, right);
        }
        let mut written = match self.scope.written.take() {
            Some((sum, written)) if sum == left_node as usize => written,
            _ => vec![left.clone()],
        };
        if let Value::Positions(_) = right
            && written.iter().all(is_summand)
        {
            let mut terms = Vec::new();
            for value in written.iter().chain([&right]) {
                terms.extend(self.terms(value)?);
            }
            return sum_of_terms(terms);
        }
        let sum = self.binary(Binary::Add, left, right.clone())?;
        written.push(right);
        self.scope.written = Some((node, written));
        Ok(sum)
    }

    fn name(&mut self, name: &str) -> Answer {
        if let Some(value) = self.scope.get(name) {
            return Ok(value.clone());
        }
        if name == "ans"
            && let Some(last) = self.scope.get(LAST)
        {
            return Ok(last.clone());
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
        if upstar_games::is_game(name) {
            // A game by itself, for its sequence of values.
            return Ok(Value::Ruleset(Ruleset::named(name)));
        }
        if LOOPY.contains(&plain) || ALTERNATING.contains(&plain) {
            return self.loopy_name(plain);
        }
        if plain == NOTHING {
            return Ok(Value::Nothing);
        }
        if TOMBSTONE.contains(&name) {
            return Ok(Value::Tombstone);
        }
        if let Some(outcome) = Outcome::ALL.into_iter().find(|outcome| outcome.to_string() == name)
        {
            return Ok(Value::Outcome(outcome));
        }
        if let Some(directions) = crate::coordinates::named(plain) {
            return directions;
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
                Some(format!("`{name}` needs an argument: {name}(g) or g.{name}"))
            }
            _ => {
                let known = self.scope.names().chain(methods::names().map(|name| -> &str { name }));
                nearest(name, known).map(|near| format!("did you mean `{near}`?"))
            }
        };
        Err(Fail::Unknown(format!("no variable is called `{name}`"), help))
    }
}

/// What a message about `node` points to: the name of a method, the operator's
/// second operand, else the whole.
fn place_of(node: &Node, nodes: &[Node]) -> Range<usize> {
    match &node.kind {
        NodeKind::Method { name_span, .. }
        | NodeKind::Call { callee: Callee::Name(_, name_span), .. } => name_span.clone(),
        NodeKind::Call { callee: Callee::Value(callee), .. } => {
            nodes[*callee as usize].span.clone()
        }
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
    let Some(&argument) = arguments.items.get(argument) else { return place_of(node, nodes) };
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

/// Whether a value may be a summand beside positions, and is a game with a negative.
fn is_summand(value: &Value) -> bool {
    matches!(
        value,
        Value::Number(_) | Value::Game(_) | Value::Sum(_) | Value::Surreal(_) | Value::Positions(_)
    )
}
