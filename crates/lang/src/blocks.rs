//! Lists made by a rule, conditions, blocks of statements and loops: what evaluates expressions within
//! another one, some of them several times.

use num_bigint::BigInt;
use num_traits::One;
use upstar_values::Rational;

use crate::ast::{Clause, Comprehension, If, Program, Statement, Target};
use crate::calculator::Calculator;
use crate::fail::{Fail, Result, placed};
use crate::value::{Answer, Value, list, mismatch};

/// The values that a name of a list made by a rule takes.
enum Values {
    Listed(std::vec::IntoIter<Value>),
    Endless { next: BigInt, by: BigInt },
}

impl Values {
    fn next(&mut self) -> Option<Value> {
        match self {
            Values::Listed(items) => items.next(),
            Values::Endless { next, by } => {
                let value = Value::Number(Rational::from(next.clone()));
                *next += &*by;
                Some(value)
            }
        }
    }
}

impl Calculator<'_> {
    /// A list made by a rule.
    #[inline(never)]
    pub(crate) fn comprehension(&mut self, rule: &Comprehension) -> Answer {
        let mut found = Vec::new();
        self.clauses(rule, 0, &mut found)?;
        if rule.collects { list(found) } else { Ok(Value::Nothing) }
    }

    /// The items that the clauses from number `at` on make of the names before them; false if a
    /// `while` does not hold.
    fn clauses(&mut self, rule: &Comprehension, at: usize, found: &mut Vec<Value>) -> Result<bool> {
        let (name, mut values) = match rule.clauses.get(at) {
            None => {
                for item in &rule.items {
                    let item = self.inner(item)?;
                    if rule.collects {
                        self.pay_values(1)?;
                        found.push(item);
                    }
                }
                return Ok(true);
            }
            Some(Clause::Where(condition)) => {
                if self.condition(condition, "where")? {
                    return self.clauses(rule, at + 1, found);
                }
                return Ok(true);
            }
            Some(Clause::While(condition)) => {
                return Ok(
                    self.condition(condition, "while")? && self.clauses(rule, at + 1, found)?
                );
            }
            Some(Clause::In { name, list }) => {
                let items = self.inner(list)?;
                match self.items(&items) {
                    Some(items) => (name, Values::Listed(items.into_iter())),
                    None => return Err(mismatch("expected a list or a set after `in`", &items)),
                }
            }
            Some(Clause::Range { name, from, to, by }) => {
                let from = self.inner(from)?;
                let from = self.integer(&from, "the first number")?;
                let by = match by {
                    Some(by) => {
                        let by = self.inner(by)?;
                        self.integer(&by, "the step")?
                    }
                    None => BigInt::one(),
                };
                match to {
                    Some(to) => {
                        let to = self.inner(to)?;
                        let to = self.integer(&to, "the last number")?;
                        (name, Values::Listed(self.steps(&from, &to, &by)?.into_iter()))
                    }
                    None => (name, Values::Endless { next: from, by }),
                }
            }
        };
        while let Some(value) = values.next() {
            self.tick(1)?;
            self.scope.locals.push((name.clone(), value));
            let on = self.clauses(rule, at + 1, found);
            self.scope.locals.pop();
            if !on? {
                break;
            }
        }
        Ok(true)
    }

    /// Whether a condition holds, which stands after `word`.
    fn condition(&mut self, condition: &Program, word: &str) -> Result<bool> {
        match self.inner(condition)? {
            Value::Boolean(truth) => Ok(truth),
            other => Err(mismatch(&format!("what stands after `{word}` is true or false"), &other)),
        }
    }

    /// The branch of the first condition that holds.
    #[inline(never)]
    pub(crate) fn branch(&mut self, branches: &If) -> Answer {
        for (condition, then) in &branches.branches {
            if self.condition(condition, "if")? {
                return self.inner(then);
            }
        }
        match &branches.otherwise {
            Some(otherwise) => self.inner(otherwise),
            None => Ok(Value::Nothing),
        }
    }

    /// The statements of a block; the value of the last one.
    #[inline(never)]
    pub(crate) fn statements(&mut self, statements: &[Statement]) -> Answer {
        let outer = self.scope.locals.len();
        let mut last = Value::Nothing;
        for statement in statements {
            last = self.inner(&statement.program)?;
            if let Some(target) = &statement.target {
                self.assign(target, last.clone())?;
            }
        }
        self.scope.locals.truncate(outer);
        Ok(last)
    }

    /// `while`: evaluates the body as long as the condition holds.
    #[inline(never)]
    pub(crate) fn repeat(&mut self, condition: &Program, body: &Program) -> Answer {
        while self.condition(condition, "while")? {
            self.tick(1)?;
            self.inner(body)?;
        }
        Ok(Value::Nothing)
    }

    /// Gives a name a value: one of a block around, else a variable of the worksheet.
    fn assign(&mut self, target: &Target, value: Value) -> Result {
        let scope = &mut self.scope;
        if target.is_new {
            scope.locals.push((target.name.clone(), value));
            return Ok(());
        }
        if let Some(local) = scope.locals.iter_mut().rev().find(|local| local.0 == target.name) {
            local.1 = value;
            return Ok(());
        }
        if !scope.in_function {
            scope.assigned.insert(target.name.to_string(), value);
            return Ok(());
        }
        let name = &target.name;
        let message = format!("`{name}` is not a variable of this function");
        let fail = Fail::Unknown(message, Some(format!("it is made by `var {name} := ...`")));
        Err(match scope.source {
            Some(source) => Fail::Placed(Box::new(placed(fail, source, target.span.clone()))),
            None => fail,
        })
    }
}
