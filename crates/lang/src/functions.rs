//! Functions: `k -> k^2`.

use std::sync::Arc;

use crate::ast::Lambda;
use crate::calculator::Calculator;
use crate::fail::{Answer, Fail, mismatch, too_deep};
use crate::value::{MOST_LIST_DEPTH, Value, depth_of};

/// A function, with the values that the names around it had where it was made. Variables of the
/// session have the value that they have when it is called.
#[derive(Clone, Debug)]
pub struct Function {
    lambda: Arc<Lambda>,
    /// Arguments of the functions around it and names of comprehensions.
    locals: Vec<(Arc<str>, Value)>,
    /// The line in which it is written.
    line: u64,
    depth: usize,
}

impl Function {
    /// As it is written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.lambda.text
    }

    /// How deep functions and lists are nested in what it has to remember.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    pub(crate) fn lambda(&self) -> &Lambda {
        &self.lambda
    }

    /// The value that a name of its body had around it.
    pub(crate) fn local(&self, name: &str) -> Option<&Value> {
        self.locals.iter().rev().find(|(local, _)| &**local == name).map(|(_, value)| value)
    }
}

impl Calculator<'_> {
    /// A function as it is written, with the names around it.
    pub(crate) fn function(&mut self, lambda: &Arc<Lambda>) -> Answer {
        let locals = self.scope.locals.clone();
        self.tick(locals.len() as u64)?;
        self.pay_values(locals.len())?;
        let inner = locals.iter().map(|(_, value)| depth_of(value)).max().unwrap_or(0);
        if inner >= MOST_LIST_DEPTH {
            return Err(too_deep());
        }
        let (lambda, line, depth) = (lambda.clone(), self.scope.line, inner + 1);
        Ok(Value::Function(Arc::new(Function { lambda, locals, line, depth })))
    }

    /// The value of a function at these arguments.
    pub(crate) fn apply(&mut self, function: &Function, arguments: Vec<Value>) -> Answer {
        let names = &function.lambda.names;
        if arguments.len() != names.len() {
            let (count, found) = (names.len(), arguments.len());
            let s = if count == 1 { "" } else { "s" };
            return Err(Fail::Mismatch(
                format!("this function takes {count} argument{s}, found {found}"),
                Some(format!("it is {}", shown(function.text()))),
            ));
        }
        self.tick(1 + function.locals.len() as u64)?;
        let mut locals = function.locals.clone();
        locals.extend(names.iter().cloned().zip(arguments));
        let outer = std::mem::replace(&mut self.scope.locals, locals);
        let source = self.scope.source;
        if function.line != self.scope.line {
            self.scope.source = None;
        }
        let found = self.inner(&function.lambda.body);
        (self.scope.locals, self.scope.source) = (outer, source);
        found
    }

    /// What is called with arguments of which some have names.
    pub(crate) fn call(
        &mut self,
        callee: &Value,
        arguments: Vec<Value>,
        names: &[(usize, String)],
        semicolon: Option<usize>,
    ) -> Answer {
        match callee {
            Value::Function(function) if semicolon.is_none() => {
                let arguments = in_order(function, arguments, names)?;
                self.apply(function, arguments)
            }
            Value::Function(_) => {
                Err(Fail::Mismatch("a function has no parameters before a `;`".to_owned(), None))
            }
            Value::Ruleset(ruleset) => self.place_on(ruleset, arguments, names, semicolon),
            other => {
                Err(match mismatch("a function or a game without a position is called", other) {
                    Fail::Mismatch(message, _) => {
                        Fail::Mismatch(message, Some("a product is written with `*`".to_owned()))
                    }
                    fail => fail,
                })
            }
        }
    }

    /// Asks a condition of one value.
    pub(crate) fn holds(&mut self, condition: &Function, value: Value) -> Result<bool, Fail> {
        match self.apply(condition, vec![value])? {
            Value::Boolean(truth) => Ok(truth),
            other => Err(mismatch("a condition is true or false", &other)),
        }
    }
}

/// The arguments in the order of the names of a function.
fn in_order(
    function: &Function,
    arguments: Vec<Value>,
    names: &[(usize, String)],
) -> Result<Vec<Value>, Fail> {
    if names.is_empty() {
        return Ok(arguments);
    }
    let wanted = &function.lambda.names;
    let mut places: Vec<Option<Value>> = vec![None; wanted.len()];
    for (index, value) in arguments.into_iter().enumerate() {
        let name = names.iter().find(|(at, _)| *at == index).map(|(_, name)| name);
        let place = match name {
            Some(name) => wanted.iter().position(|wanted| **wanted == **name),
            None => (index < wanted.len()).then_some(index),
        };
        let free = place.and_then(|place| places.get_mut(place)).filter(|place| place.is_none());
        match (free, name) {
            (Some(free), _) => *free = Some(value),
            (None, Some(name)) => {
                let message = format!("this function has no argument `{name}` that is still free");
                return Err(Fail::Mismatch(
                    message,
                    Some(format!("it is {}", shown(function.text()))),
                ));
            }
            (None, None) => {
                let message = "this argument was given by its name already, or is one too many";
                return Err(Fail::Mismatch(message.to_owned(), None));
            }
        }
    }
    places.into_iter().collect::<Option<Vec<Value>>>().ok_or_else(|| {
        let help = Some(format!("it is {}", shown(function.text())));
        Fail::Mismatch("an argument of this function is missing".to_owned(), help)
    })
}

/// A text for a message: its beginning.
fn shown(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().count() <= MOST {
        return format!("`{text}`");
    }
    format!("`{}...`", text.chars().take(MOST).collect::<String>())
}
