//! Operations on values: what a line of the worksheet is made of.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};
use upstar_core::{Budget, Lease, Room, Ticker};
use upstar_engine::{Engine, Solver};
use upstar_values::{Form, Id, Rational, Worker};

use crate::fail::no_short_game;
use crate::fail::{Fail, Result};
use crate::map::Entry;
use crate::scope::Scope;
use crate::value::{Answer, Value, list, mismatch};

/// Items a range or a list may have.
const MOST_ITEMS: usize = 10_000_000;

/// Positions that may be copied to build a quoted form.
pub(crate) const MOST_COPIED: u64 = 2_000_000;

/// How deep functions are called, and lists made by a rule, within each other.
const MOST_DEPTH: usize = 10_000;

/// Works with values under a budget.
pub(crate) struct Calculator<'a> {
    /// What names mean.
    pub(crate) scope: Scope<'a>,
    pub(crate) worker: Worker<'a>,
    pub(crate) misere: upstar_misere::Worker<'a>,
    pub(crate) engine: Engine<'a>,
    pub(crate) solver: &'a Solver,
    pub(crate) budget: &'a Budget,
    ticker: Ticker,
    pub(crate) copied: u64,
    /// Bytes of lists that were made, which the line has to itself.
    lease: Lease,
}

impl<'a> Calculator<'a> {
    pub(crate) fn new(solver: &'a Solver, scope: Scope<'a>, budget: &'a Budget) -> Self {
        Calculator {
            scope,
            worker: solver.worker(budget),
            misere: solver.forms().worker(budget),
            engine: solver.engine(),
            solver,
            budget,
            ticker: budget.ticker(),
            copied: 0,
            lease: Lease::new(budget),
        }
    }

    pub(crate) fn tick(&mut self, steps: u64) -> Result {
        Ok(self.ticker.tick(steps)?)
    }

    /// Takes the memory of that many values, and as much again for the list as it grows.
    pub(crate) fn pay_values(&mut self, count: usize) -> Result {
        self.pay_bytes(2 * (count * size_of::<Value>()) as u64)
    }

    /// Takes memory of the budget, until the line is done.
    pub(crate) fn pay_bytes(&mut self, bytes: u64) -> Result {
        Ok(self.lease.reserve(bytes)?)
    }

    /// The numbers from `from` to `to` in steps of `by`.
    pub(crate) fn steps(&mut self, from: &BigInt, to: &BigInt, by: &BigInt) -> Result<Vec<Value>> {
        if by.is_zero() {
            return Err(Fail::undefined("a step cannot be 0"));
        }
        let count: BigInt = (to - from) / by + 1_i32;
        if (to - from).sign() != by.sign() && to != from {
            return Ok(Vec::new());
        }
        let count = count.to_usize().filter(|&count| count <= MOST_ITEMS).ok_or_else(|| {
            Fail::Limit(format!("a list of {count} items is too long: the limit is {MOST_ITEMS}"))
        })?;
        self.tick(count as u64)?;
        self.pay_values(count)?;
        Ok((0..count).map(|step| Value::Number(Rational::from(from + by * step))).collect())
    }

    pub(crate) fn ups(&mut self, count: &BigInt) -> Answer {
        let count =
            count.to_i64().ok_or_else(|| Fail::Limit("that many ups are more than 2^63".into()))?;
        let id = self.worker.up_star(&Rational::default(), count, 0)?;
        Ok(self.simplified(id))
    }

    /// {left|right}; lists and sets among the options stand for their items.
    pub(crate) fn game(&mut self, left: &[Value], right: &[Value]) -> Answer {
        let infinite = |value: &Value| matches!(value, Value::Surreal(_) | Value::Ellipsis);
        if left.iter().chain(right).any(infinite) {
            return self.simplest(left, right);
        }
        let (left, right) = (self.options(left)?, self.options(right)?);
        let id = self.worker.game(&left, &right)?;
        Ok(self.simplified(id))
    }

    /// The games that `items` are, those of lists and sets among them one by one.
    pub(crate) fn options(&mut self, items: &[Value]) -> Result<Vec<Id>> {
        let mut ids = Vec::with_capacity(items.len());
        for item in items {
            match item {
                Value::List(list) if !list.is_pair() => ids.extend(self.options(list.items())?),
                Value::Set(set) => ids.extend(set),
                other => ids.push(self.id(other)?),
            }
        }
        Ok(ids)
    }

    pub(crate) fn form_literal(&mut self, left: &[Value], right: &[Value]) -> Answer {
        let of_misere =
            |value: &Value| matches!(value, Value::Tombstone | Value::PartizanMisere(_));
        if left.iter().chain(right).any(of_misere) {
            return self.tombstone_literal(left, right);
        }
        let mut forms = |items: &[Value]| -> Result<Vec<Form>> {
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

    pub(crate) fn index(&mut self, list: &Value, index: &Value) -> Answer {
        if let Value::Map(map) = list {
            return match self.found_in(map, index)? {
                Some(value) => Ok(value),
                None => {
                    let key = self.item_text(index, crate::Style::Plain)?;
                    let help = "m.ContainsKey(key) tells whether a map has a key";
                    Err(Fail::undefined(format!("this map has no key {key}")).with_help(help))
                }
            };
        }
        let items = self.items(list).ok_or_else(|| {
            mismatch("only lists and sets have items by number, and maps by key", list)
        })?;
        let index = self.integer(index, "the number of an item")?;
        let found = index.to_usize().and_then(|index| items.get(index.checked_sub(1)?));
        found.cloned().ok_or_else(|| {
            Fail::undefined(format!(
                "there is no item {index} among {}; the first is item 1",
                items.len()
            ))
        })
    }

    /// The items of a list or a set, the entries of a map.
    pub(crate) fn items(&mut self, value: &Value) -> Option<Vec<Value>> {
        match value {
            Value::List(list) | Value::Table(list) => Some(list.items().to_vec()),
            Value::Set(set) => Some(set.iter().map(|&id| self.simplified(id)).collect()),
            Value::MixedSet(items) => Some(items.clone()),
            Value::Map(map) => {
                let entries = map.entries().iter();
                Some(entries.map(|entry| Value::Entry(Arc::new(entry.clone()))).collect())
            }
            _ => None,
        }
    }

    /// A set of these values, of lists among them the items; each value once. Of entries a map.
    pub(crate) fn set_of(&mut self, values: Vec<Value>) -> Answer {
        let (mut items, mut waiting) = (Vec::with_capacity(values.len()), values);
        while let Some(value) = waiting.pop() {
            match value {
                Value::List(list) if !list.is_pair() => waiting.extend(list.items().to_vec()),
                value => items.push(value),
            }
        }
        self.tick(items.len() as u64)?;
        if items.iter().any(|item| matches!(item, Value::Entry(_))) {
            // Later entries count, and these came out last first.
            let entries = items.iter().rev().map(|item| match item {
                Value::Entry(entry) => Ok(Entry::clone(entry)),
                other => Err(mismatch("a map has entries `key => value` only", other)),
            });
            let entries = entries.collect::<Result<Vec<Entry>>>()?;
            return self.map_of(entries);
        }
        let (mut games, mut others) = (Vec::new(), Vec::new());
        for item in items {
            match &item {
                Value::Number(_)
                | Value::Game(_)
                | Value::Sum(_)
                | Value::Form(_)
                | Value::Set(_) => games.push(item),
                Value::Positions(positions) if !positions.class().loopy => games.push(item),
                Value::Loopy(value) if value.as_value(&mut self.worker)?.is_some() => {
                    games.push(item);
                }
                _ => others.push(item),
            }
        }
        let short = self.options(&games)?;
        let short = self.set(short)?;
        if others.is_empty() {
            return Ok(short);
        }
        let mut texts = Vec::with_capacity(others.len());
        for other in others {
            texts.push((self.written(&other, crate::Style::Plain)?, other));
        }
        texts.sort_by(|a, b| a.0.cmp(&b.0));
        texts.dedup_by(|a, b| a.0 == b.0);
        let mut all = self.items(&short).unwrap_or_default();
        self.pay_values(all.len() + texts.len())?;
        all.extend(texts.into_iter().map(|(_, value)| value));
        if all.iter().map(crate::value::depth_of).max() >= Some(crate::value::MOST_LIST_DEPTH) {
            return Err(crate::value::too_deep());
        }
        Ok(Value::MixedSet(all))
    }

    /// The game that `value` is, in canonical form.
    pub(crate) fn id(&mut self, value: &Value) -> Result<Id> {
        match value {
            Value::Number(number) => Ok(self.worker.number(number)?),
            Value::Game(id) => Ok(*id),
            Value::Sum(sum) => Ok(sum.canonical(&mut self.worker)?),
            Value::Form(form) => Ok(form.canonical(&mut self.worker)?),
            Value::Positions(positions) => self.value_of(positions),
            Value::Surreal(number) => Err(no_short_game(number)),
            Value::Loopy(_) | Value::LoopyNimber(_) => {
                Err(mismatch("this needs a game without loops", value))
            }
            Value::Ruleset(_) => Err(mismatch("expected a position", value)),
            other => Err(mismatch("expected a game", other)),
        }
    }

    /// The form that `value` is: of positions, the moves of their rules; of a value, its canonical form.
    pub(crate) fn form(&mut self, value: &Value) -> Result<Form> {
        match value {
            Value::Form(form) => Ok(form.clone()),
            Value::Positions(sum) => {
                let game = sum.game(&mut self.worker)?;
                self.form_of(&game)
            }
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

    pub(crate) fn integer(&mut self, value: &Value, what: &str) -> Result<BigInt> {
        let number = self.number(value, what)?;
        if number.is_integer() {
            Ok(number.numer())
        } else {
            Err(Fail::mismatch(format!("{what} must be an integer, not {number}")))
        }
    }

    /// The number that a value equals, if it is one.
    pub(crate) fn as_number(&mut self, value: &Value) -> Result<Option<Rational>> {
        Ok(match value {
            Value::Number(number) => Some(number.clone()),
            Value::Game(_) | Value::Sum(_) | Value::Form(_) | Value::Positions(_) => {
                let id = self.id(value)?;
                self.worker.as_number(id)
            }
            _ => None,
        })
    }

    pub(crate) fn number(&mut self, value: &Value, what: &str) -> Result<Rational> {
        let number = match value {
            Value::Number(number) => Some(number.clone()),
            Value::Form(_) | Value::Sum(_) => {
                let id = self.id(value)?;
                self.worker.as_number(id)
            }
            _ => None,
        };
        number
            .ok_or_else(|| Fail::mismatch(format!("{what} must be a number, not {}", value.kind())))
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
        self.pay_values(count)?;
        list((0..count).map(|step| Value::Number(Rational::from(low + step))).collect())
    }

    /// Evaluates an expression within the one that is being evaluated, on a new piece of stack
    /// when this one is nearly used up.
    pub(crate) fn deeper<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.scope.depth >= MOST_DEPTH {
            return Err(Fail::Limit(format!(
                "functions call each other, and lists are made within lists, at most {MOST_DEPTH} \
                 deep"
            )));
        }
        let room = Room::ask(self.budget)?;
        self.scope.depth += 1;
        let found = room.run(|| work(self));
        self.scope.depth -= 1;
        room.give_back(self.budget);
        found
    }

    /// What is called by a name of the worksheet: a function, or a game with its parameters.
    pub(crate) fn callable(&self, name: &str) -> Option<Value> {
        let value = self.scope.get(name)?;
        matches!(value, Value::Function(_) | Value::Ruleset(_)).then(|| value.clone())
    }
}
