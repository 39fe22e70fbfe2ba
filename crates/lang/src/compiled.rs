//! Functions that list the options of a heap or a pair of numbers, over machine integers.
//!
//! Lists, rules of lists, conditions and formulas of whole numbers are compiled. A function with
//! anything else is evaluated as all expressions are, and so is one for numbers of which the compiled
//! one has no answer: a fraction, a number of more than 64 bits, too many options. So both answer
//! alike, and errors are those of the evaluation.

use std::sync::Arc;

use upstar_core::plain_name;
use upstar_engine::formula::{Formula, Operator, SmallFormula};
use upstar_engine::positions::grundy_table::OptionSums;
use upstar_heaps::{Choices, Floor, Linear, LinearRule, Sign};

use crate::ast::{Binary, Callee, Clause, Comprehension, Node, NodeId, NodeKind, Program};
use crate::calculator::Calculator;
use crate::formula::{Made, Of, number_formula};
use crate::value::{Function, Value};

/// The most numbers that the rules of one list may try.
const MOST_TRIED: u32 = 4_000_000;
/// How deep lists may be nested.
const MOST_NESTED: usize = 30;

/// A function that lists options. The slots of its formulas are its arguments, and then the names of
/// rules and of `let`, the innermost last.
#[derive(Debug)]
pub(crate) struct Compiled {
    list: List,
}

#[derive(Debug)]
enum List {
    /// An option: its parts.
    Option(Vec<SmallFormula>),
    /// Numbers, each an option.
    Range(SmallFormula, SmallFormula),
    All(Vec<List>),
    Rule {
        clauses: Vec<Step>,
        items: Box<List>,
        /// The options of an inner range, whose parts are all linear in its number.
        linear: bool,
    },
    /// The list of the first condition that holds.
    If(Vec<(SmallFormula, List)>, Box<List>),
    Let(SmallFormula, Box<List>),
}

/// A clause of a rule.
#[derive(Debug)]
enum Step {
    In(Vec<Numbers>),
    Range { from: SmallFormula, to: Option<SmallFormula>, by: Option<SmallFormula> },
    Where(SmallFormula),
    While(SmallFormula),
}

#[derive(Debug)]
enum Numbers {
    One(SmallFormula),
    Range(SmallFormula, SmallFormula),
}

impl Compiled {
    /// Adds the options for these numbers; false if the function has to be evaluated.
    pub(crate) fn options<P: Copy>(
        &self,
        arguments: &[u64],
        option: impl Fn(&[u64], &mut OptionSums<P>) -> bool,
        options: &mut OptionSums<P>,
    ) -> bool {
        let slots: Option<Vec<i64>> = arguments.iter().map(|&n| i64::try_from(n).ok()).collect();
        let Some(slots) = slots else { return false };
        let mut run = Run { slots, parts: Vec::new(), tried: 0, option, options };
        run.list(&self.list).is_some()
    }
}

impl Compiled {
    /// The options of a heap as linear conditions, from which laws are proved; `None` if they are not
    /// of this form. Where the function would fail, the rules do.
    pub(crate) fn linear(&self) -> Option<Vec<LinearRule>> {
        LinearRule::all(|rule, choices| {
            self.list.write(&mut vec![Linear::number(0)], rule, choices)
        })
    }

    /// `f(n)`, if from 1 to `f(n)` tokens may be taken from a heap: `[n-k for k from 1 to f(n)]`.
    pub(crate) fn take_at_most(&self) -> Option<Floor> {
        let letter = |place| Box::new(Formula::Letter(place));
        let left = Formula::Binary(Operator::Subtract, letter(0), letter(1)).small();
        let List::Rule { clauses, items, .. } = &self.list else { return None };
        let ([Step::Range { from, to: Some(to), by: None }], List::All(items)) =
            (&clauses[..], &**items)
        else {
            return None;
        };
        let [List::Option(parts)] = &items[..] else { return None };
        let is_one = Some(from) == Formula::Number(1.into()).small().as_ref();
        let takes = matches!(&parts[..], [part] if Some(part) == left.as_ref());
        (is_one && takes).then(|| to.floor()).flatten()
    }
}

impl List {
    /// Adds the conditions of one of the options, with the numbers in the slots.
    fn write(
        &self,
        slots: &mut Vec<Linear>,
        rule: &mut LinearRule,
        choices: &mut Choices,
    ) -> Option<()> {
        match self {
            List::Option(formulas) => {
                let parts = formulas.iter().map(|formula| formula.linear(slots, rule, choices));
                write_option(&parts.collect::<Option<Vec<Linear>>>()?, rule, choices)
            }
            List::Range(from, to) => {
                let one = between(from, Some(to), 1, slots, rule, choices)?;
                write_option(&[one], rule, choices)
            }
            List::All(lists) => match lists.len() {
                0 => {
                    rule.require(Linear::constant(1), Sign::Zero);
                    Some(())
                }
                count => lists[choose(count, choices)?].write(slots, rule, choices),
            },
            List::Rule { clauses, items, .. } => {
                let before = slots.len();
                for clause in clauses {
                    clause.write(slots, rule, choices)?;
                }
                items.write(slots, rule, choices)?;
                slots.truncate(before);
                Some(())
            }
            List::If(branches, otherwise) => {
                let chosen = choose(branches.len() + 1, choices)?;
                for (condition, _) in &branches[..chosen] {
                    condition.require(false, slots, rule, choices)?;
                }
                let Some((condition, list)) = branches.get(chosen) else {
                    return otherwise.write(slots, rule, choices);
                };
                condition.require(true, slots, rule, choices)?;
                list.write(slots, rule, choices)
            }
            List::Let(formula, list) => {
                let value = formula.linear(slots, rule, choices)?;
                slots.push(value);
                list.write(slots, rule, choices)?;
                slots.pop();
                Some(())
            }
        }
    }
}

impl Step {
    fn write(
        &self,
        slots: &mut Vec<Linear>,
        rule: &mut LinearRule,
        choices: &mut Choices,
    ) -> Option<()> {
        let number = match self {
            Step::Where(condition) => return condition.require(true, slots, rule, choices),
            Step::While(_) => return None,
            Step::In(numbers) => match &numbers[choose(numbers.len(), choices)?] {
                Numbers::One(formula) => formula.linear(slots, rule, choices)?,
                Numbers::Range(from, to) => between(from, Some(to), 1, slots, rule, choices)?,
            },
            Step::Range { from, to, by } => {
                let by = match by {
                    Some(by) => by.linear(slots, rule, choices)?.as_constant()?,
                    None => 1,
                };
                between(from, to.as_ref(), by, slots, rule, choices)?
            }
        };
        slots.push(number);
        Some(())
    }
}

/// The choice of one of so many, if there are any.
fn choose(count: usize, choices: &mut Choices) -> Option<usize> {
    let count = i64::try_from(count).ok().filter(|&count| count > 0)?;
    usize::try_from(choices.choose(count)).ok()
}

/// One of the numbers `from`, `from + by`, ... that are not beyond `to`.
fn between(
    from: &SmallFormula,
    to: Option<&SmallFormula>,
    by: i64,
    slots: &[Linear],
    rule: &mut LinearRule,
    choices: &mut Choices,
) -> Option<Linear> {
    let from = from.linear(slots, rule, choices)?;
    let to = to?.linear(slots, rule, choices)?;
    let steps = Linear::number(rule.add_number());
    let number = from.add(&steps, by)?;
    let sign = by.signum();
    rule.require(to.scaled(sign)?.add(&number, -sign)?, Sign::NotNegative);
    (sign != 0).then_some(number)
}

/// The option with these parts. It is a fault if one is below 0, or is not smaller than the heap.
fn write_option(parts: &[Linear], rule: &mut LinearRule, choices: &mut Choices) -> Option<()> {
    let is_natural = |part: &Linear| part.least().is_some_and(|least| least >= 0);
    let negative = parts.iter().filter(|part| !is_natural(part));
    let negative = negative.map(|part| Linear::constant(-1).add(part, -1));
    let large = parts.iter().map(|part| part.add(&Linear::number(0), -1));
    let faults = negative.chain(large).collect::<Option<Vec<Linear>>>()?;
    match choose(faults.len() + 1, choices)? {
        0 => parts.iter().try_for_each(|part| rule.add_part(part)),
        fault => {
            rule.require(faults[fault - 1].clone(), Sign::NotNegative);
            rule.fail();
            Some(())
        }
    }
}

struct Run<'a, P, O> {
    slots: Vec<i64>,
    parts: Vec<u64>,
    tried: u32,
    option: O,
    options: &'a mut OptionSums<P>,
}

impl<P: Copy, O: Fn(&[u64], &mut OptionSums<P>) -> bool> Run<'_, P, O> {
    /// Adds the options of a list; `None` if the function has to be evaluated.
    fn list(&mut self, list: &List) -> Option<()> {
        match list {
            List::Option(formulas) => {
                self.parts.clear();
                for formula in formulas {
                    self.parts.push(u64::try_from(formula.value(&self.slots)?).ok()?);
                }
                self.add()
            }
            List::Range(from, to) => {
                for number in self.range(from, to)? {
                    self.count()?;
                    self.parts.clear();
                    self.parts.push(u64::try_from(number).ok()?);
                    self.add()?;
                }
                Some(())
            }
            List::All(lists) => lists.iter().try_for_each(|list| self.list(list)),
            List::Rule { clauses, items, linear } => self.rule(clauses, items, *linear).map(|_| ()),
            List::If(branches, otherwise) => {
                for (condition, list) in branches {
                    if condition.value(&self.slots)? != 0 {
                        return self.list(list);
                    }
                }
                self.list(otherwise)
            }
            List::Let(formula, list) => {
                let value = formula.value(&self.slots)?;
                self.slots.push(value);
                let done = self.list(list);
                self.slots.pop();
                done
            }
        }
    }

    fn add(&mut self) -> Option<()> {
        (self.option)(&self.parts, self.options).then_some(())
    }

    fn range(
        &self,
        from: &SmallFormula,
        to: &SmallFormula,
    ) -> Option<std::ops::RangeInclusive<i64>> {
        Some(from.value(&self.slots)?..=to.value(&self.slots)?)
    }

    /// As the worksheet makes lists by rules: false if a `while` does not hold.
    fn rule(&mut self, clauses: &[Step], items: &List, linear: bool) -> Option<bool> {
        let Some((first, rest)) = clauses.split_first() else {
            return self.list(items).map(|()| true);
        };
        match first {
            Step::Where(condition) if condition.value(&self.slots)? == 0 => Some(true),
            Step::While(condition) if condition.value(&self.slots)? == 0 => Some(false),
            Step::Where(_) | Step::While(_) => self.rule(rest, items, linear),
            Step::In(numbers) => {
                for one in numbers {
                    match one {
                        Numbers::One(formula) => {
                            let value = formula.value(&self.slots)?;
                            if !self.with(value, rest, items, linear)? {
                                return Some(true);
                            }
                        }
                        Numbers::Range(from, to) => {
                            for value in self.range(from, to)? {
                                if !self.with(value, rest, items, linear)? {
                                    return Some(true);
                                }
                            }
                        }
                    }
                }
                Some(true)
            }
            Step::Range { from, to, by } => {
                let mut value = from.value(&self.slots)?;
                let to = match to {
                    Some(to) => Some(to.value(&self.slots)?),
                    None => None,
                };
                let by = match by {
                    Some(by) => by.value(&self.slots)?,
                    None => 1,
                };
                if by == 0 {
                    return None;
                }
                if let (true, [], Some(to)) = (linear, rest, to) {
                    self.linear(value, to, by, items)?;
                    return Some(true);
                }
                while to.is_none_or(|to| if by > 0 { value <= to } else { value >= to }) {
                    if !self.with(value, rest, items, linear)? {
                        break;
                    }
                    value = value.checked_add(by)?;
                }
                Some(true)
            }
        }
    }

    /// Adds the options for the numbers from `first` by steps to `to`. Their parts are linear in the
    /// number, so that those for the first and the last number give all.
    fn linear(&mut self, first: i64, to: i64, by: i64, items: &List) -> Option<()> {
        let List::All(items) = items else { return None };
        if if by > 0 { to < first } else { to > first } {
            return Some(());
        }
        let steps = to.checked_sub(first)?.checked_div(by)?;
        self.tried = self.tried.checked_add(u32::try_from(steps).ok()?.checked_add(1)?)?;
        if self.tried > MOST_TRIED {
            return None;
        }
        let last = first + steps * by;
        // The part, and what it grows by.
        let mut parts: Vec<(i64, i64)> = Vec::new();
        let mut ends = Vec::with_capacity(items.len());
        for item in items {
            let List::Option(formulas) = item else { return None };
            for formula in formulas {
                let [start, end] = [first, last].map(|number| {
                    self.slots.push(number);
                    let value = formula.value(&self.slots);
                    self.slots.pop();
                    value.filter(|&value| value >= 0)
                });
                let (start, end) = (start?, end?);
                parts.push((start, if steps == 0 { 0 } else { (end - start) / steps }));
            }
            ends.push(parts.len());
        }
        for _ in 0..=steps {
            let mut from = 0;
            for &end in &ends {
                self.parts.clear();
                for (part, by) in &mut parts[from..end] {
                    self.parts.push(part.unsigned_abs());
                    // Beyond the last number nothing is asked for.
                    *part = part.saturating_add(*by);
                }
                from = end;
                self.add()?;
            }
        }
        Some(())
    }

    fn count(&mut self) -> Option<()> {
        self.tried += 1;
        (self.tried <= MOST_TRIED).then_some(())
    }

    fn with(&mut self, value: i64, rest: &[Step], items: &List, linear: bool) -> Option<bool> {
        self.count()?;
        self.slots.push(value);
        let on = self.rule(rest, items, linear);
        self.slots.pop();
        on
    }
}

/// What is compiled: the function, and the names of slots.
struct Compiler<'a, 'c> {
    calculator: &'a mut Calculator<'c>,
    function: &'a Function,
    names: Vec<Arc<str>>,
    depth: usize,
}

impl Calculator<'_> {
    /// The function over machine integers, if all that it does can be compiled.
    pub(crate) fn compiled(&mut self, function: &Function) -> Option<Compiled> {
        let parameters = &function.lambda().parameters;
        if parameters.iter().any(|one| one.kind.is_some() || one.default.is_some()) {
            return None;
        }
        let names = parameters.iter().map(|one| one.name.clone()).collect();
        let mut compiler = Compiler { calculator: self, function, names, depth: 0 };
        let list = compiler.program(&function.lambda().body)?;
        Some(Compiled { list })
    }
}

impl Compiler<'_, '_> {
    /// The formulas of the nodes of an expression.
    fn formulas(&mut self, program: &Program) -> Option<Vec<Made>> {
        // Functions of the worksheet, and names that the function does not take with it.
        let other = |node: &Node| match &node.kind {
            NodeKind::Call { callee: Callee::Name(name, _), .. } => self.meaning(name).is_some(),
            NodeKind::Name(name) => {
                let mut locals = self.calculator.scope.locals.iter();
                !self.names.iter().any(|known| **known == **name)
                    && self.function.local(name).is_none()
                    && locals.any(|(local, _)| **local == **name)
            }
            _ => false,
        };
        if program.nodes.iter().any(other) {
            return None;
        }
        self.calculator.formulas(program, &self.names, self.function).ok()
    }

    /// What a name means that is no slot.
    fn meaning(&self, name: &str) -> Option<&Value> {
        self.function.local(name).or_else(|| self.calculator.scope.variable(name))
    }

    fn formula(&mut self, program: &Program, of: Of) -> Option<SmallFormula> {
        let mut made = self.formulas(program)?;
        taken(&mut made, program.nodes.len().checked_sub(1)?, of)
    }

    fn program(&mut self, program: &Program) -> Option<List> {
        let mut made = self.formulas(program)?;
        let last = NodeId::try_from(program.nodes.len().checked_sub(1)?).ok()?;
        self.list(program, last, &mut made)
    }

    fn list(&mut self, program: &Program, id: NodeId, made: &mut [Made]) -> Option<List> {
        self.depth += 1;
        if self.depth > MOST_NESTED {
            return None;
        }
        let list = match &program.nodes[id as usize].kind {
            NodeKind::Paren(inner) => self.list(program, *inner, made)?,
            NodeKind::List(items) => {
                let items = items.iter().map(|&item| match &program.nodes[item as usize].kind {
                    NodeKind::Binary(Binary::Range, from, to) => {
                        Some(List::Range(number(made, *from)?, number(made, *to)?))
                    }
                    _ => option(program, item, made),
                });
                List::All(items.collect::<Option<Vec<_>>>()?)
            }
            NodeKind::Comprehension(rule) if rule.collects => self.rule(rule)?,
            NodeKind::If(branches) => {
                let lists = branches.branches.iter().map(|(condition, list)| {
                    Some((self.formula(condition, Of::Truths)?, self.program(list)?))
                });
                let lists = lists.collect::<Option<Vec<_>>>()?;
                List::If(lists, Box::new(self.program(branches.otherwise.as_ref()?)?))
            }
            NodeKind::Let(one) => {
                let value = self.formula(&one.value, Of::Numbers)?;
                self.names.push(one.name.clone());
                let body = self.program(&one.body);
                self.names.pop();
                List::Let(value, Box::new(body?))
            }
            NodeKind::Method { receiver, name, arguments, .. } if plain_name(name) == "concat" => {
                let [other] = arguments[..] else { return None };
                let first = self.list(program, *receiver, made)?;
                List::All(vec![first, self.list(program, other, made)?])
            }
            _ => return None,
        };
        self.depth -= 1;
        Some(list)
    }

    fn rule(&mut self, rule: &Comprehension) -> Option<List> {
        let slots = self.names.len();
        let mut clauses = Vec::with_capacity(rule.clauses.len());
        for clause in &rule.clauses {
            clauses.push(match clause {
                Clause::Where(condition) => Step::Where(self.formula(condition, Of::Truths)?),
                Clause::While(condition) => Step::While(self.formula(condition, Of::Truths)?),
                Clause::In { name, list } => {
                    let numbers = self.numbers(list)?;
                    self.names.push(name.clone());
                    Step::In(numbers)
                }
                Clause::Range { name, from, to, by } => {
                    let from = self.formula(from, Of::Numbers)?;
                    let mut other = |program: &Option<Program>| match program {
                        Some(program) => self.formula(program, Of::Numbers).map(Some),
                        None => Some(None),
                    };
                    let (to, by) = (other(to)?, other(by)?);
                    self.names.push(name.clone());
                    Step::Range { from, to, by }
                }
            });
        }
        let mut items = Vec::with_capacity(rule.items.len());
        for item in &rule.items {
            let mut made = self.formulas(item)?;
            let last = NodeId::try_from(item.nodes.len().checked_sub(1)?).ok()?;
            items.push(option(item, last, &mut made)?);
        }
        let last = self.names.len().saturating_sub(1);
        let is_linear = |item: &List| match item {
            List::Option(parts) => parts.iter().all(|part| part.is_linear_in(last)),
            _ => false,
        };
        let linear =
            matches!(clauses.last(), Some(Step::Range { .. })) && items.iter().all(is_linear);
        self.names.truncate(slots);
        Some(List::Rule { clauses, items: Box::new(List::All(items)), linear })
    }

    /// The numbers after `in`.
    fn numbers(&mut self, program: &Program) -> Option<Vec<Numbers>> {
        let last = &program.nodes.last()?.kind;
        if let NodeKind::Name(name) = last {
            if self.names.contains(&Arc::from(&**name)) {
                return None;
            }
            let Some(Value::List(list)) = self.meaning(name) else { return None };
            let constants = list.items().iter().map(|item| match item {
                Value::Number(constant) if constant.is_integer() => {
                    Some(Numbers::One(number_formula(constant).ok()?.small()?))
                }
                _ => None,
            });
            return constants.collect();
        }
        let mut made = self.formulas(program)?;
        let mut one = |id: NodeId| match &program.nodes[id as usize].kind {
            NodeKind::Binary(Binary::Range, from, to) => {
                Some(Numbers::Range(number(&mut made, *from)?, number(&mut made, *to)?))
            }
            _ => Some(Numbers::One(number(&mut made, id)?)),
        };
        match last {
            NodeKind::List(items) => items.iter().map(|&item| one(item)).collect(),
            NodeKind::Binary(Binary::Range, ..) => {
                Some(vec![one(NodeId::try_from(program.nodes.len() - 1).ok()?)?])
            }
            _ => None,
        }
    }
}

/// An option: a number, or a list or pair of numbers.
fn option(program: &Program, id: NodeId, made: &mut [Made]) -> Option<List> {
    match &program.nodes[id as usize].kind {
        NodeKind::List(parts) | NodeKind::Pair(parts) => {
            let parts = parts.iter().map(|&part| number(made, part));
            Some(List::Option(parts.collect::<Option<_>>()?))
        }
        _ => Some(List::Option(vec![number(made, id)?])),
    }
}

fn number(made: &mut [Made], id: NodeId) -> Option<SmallFormula> {
    taken(made, id as usize, Of::Numbers)
}

fn taken(made: &mut [Made], id: usize, wanted: Of) -> Option<SmallFormula> {
    match made.get(id)? {
        Ok((formula, of)) if *of == wanted => formula.small(),
        _ => None,
    }
}
