//! Functions: `k -> k^2`.

use std::sync::Arc;

use crate::ast::Lambda;
use crate::calculator::Calculator;
use crate::fail::{Fail, Result};
use crate::value::{Answer, Function, MOST_LIST_DEPTH, Value, depth_of, mismatch, too_deep};

impl Calculator<'_> {
    /// The function of a notation, with the names around it.
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
        let given = arguments.into_iter().map(Some).collect();
        self.apply_to(function, given)
    }

    /// The same; missing arguments get their default values.
    fn apply_to(&mut self, function: &Function, mut given: Vec<Option<Value>>) -> Answer {
        let parameters = &function.lambda.parameters;
        let needed = parameters.iter().filter(|one| one.default.is_none()).count();
        if !function.takes(given.len()) || given[..needed].iter().any(Option::is_none) {
            return Err(count_of_arguments(function, given.iter().flatten().count()));
        }
        self.tick(1 + function.locals.len() as u64)?;
        given.resize(parameters.len(), None);
        let outer = std::mem::replace(&mut self.scope.locals, function.locals.clone());
        let source = self.scope.source;
        let in_function = std::mem::replace(&mut self.scope.in_function, true);
        if function.line != self.scope.line {
            self.scope.source = None;
        }
        let found = match self.bind(function, given) {
            Ok(()) => self.inner(&function.lambda.body),
            Err(fail) => Err(fail),
        };
        (self.scope.locals, self.scope.source) = (outer, source);
        self.scope.in_function = in_function;
        found
    }

    /// Gives the parameters their values. In a function of its own, so that the evaluation of the
    /// body needs less of the stack.
    #[inline(never)]
    fn bind(&mut self, function: &Function, given: Vec<Option<Value>>) -> Result {
        for (parameter, value) in function.lambda.parameters.iter().zip(given) {
            let value = match (value, &parameter.default) {
                (Some(value), _) => value,
                (None, Some(default)) => self.inner(default)?,
                (None, None) => Value::Nothing,
            };
            if let Some(kind) = parameter.kind
                && !self.is(&value, kind)?
            {
                let (name, kind) = (&parameter.name, kind.name());
                return Err(mismatch(&format!("`{name}` must be of the kind {kind}"), &value));
            }
            self.scope.locals.push((parameter.name.clone(), value));
        }
        Ok(())
    }

    /// Calls a value with arguments of which some have names.
    #[inline(never)]
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
                self.apply_to(function, arguments)
            }
            Value::Function(_) => Err(Fail::mismatch("a function has no parameters before a `;`")),
            Value::Ruleset(ruleset) => self.place_on(ruleset, arguments, names, semicolon),
            other => Err(mismatch("a function or a game without a position is called", other)
                .with_help("a product is written with `*`")),
        }
    }

    /// Evaluates a condition for one value.
    pub(crate) fn holds(&mut self, condition: &Function, value: Value) -> Result<bool> {
        match self.apply(condition, vec![value])? {
            Value::Boolean(truth) => Ok(truth),
            other => Err(mismatch("a condition must be true or false", &other)),
        }
    }
}

#[cold]
#[inline(never)]
fn count_of_arguments(function: &Function, found: usize) -> Fail {
    let parameters = &function.lambda.parameters;
    let needed = parameters.iter().filter(|one| one.default.is_none()).count();
    let count = match (needed, parameters.len()) {
        (needed, most) if needed < most => format!("{needed} to {most} arguments"),
        (1, _) => "1 argument".to_owned(),
        (count, _) => format!("{count} arguments"),
    };
    Fail::mismatch(format!("this function takes {count}, found {found}"))
        .with_help(format!("it is {}", shown(function.text())))
}

/// The arguments that are given, in the order of the parameters.
#[inline(never)]
fn in_order(
    function: &Function,
    arguments: Vec<Value>,
    names: &[(usize, String)],
) -> Result<Vec<Option<Value>>> {
    if names.is_empty() {
        return Ok(arguments.into_iter().map(Some).collect());
    }
    let wanted = &function.lambda.parameters;
    let mut places: Vec<Option<Value>> = vec![None; wanted.len()];
    for (index, value) in arguments.into_iter().enumerate() {
        let name = names.iter().find(|(at, _)| *at == index).map(|(_, name)| name);
        let place = match name {
            Some(name) => wanted.iter().position(|wanted| *wanted.name == **name),
            None => (index < wanted.len()).then_some(index),
        };
        let free = place.and_then(|place| places.get_mut(place)).filter(|place| place.is_none());
        match (free, name) {
            (Some(free), _) => *free = Some(value),
            (None, Some(name)) => {
                let message = format!("this function has no argument `{name}` that is still free");
                return Err(
                    Fail::mismatch(message).with_help(format!("it is {}", shown(function.text())))
                );
            }
            (None, None) => {
                let message = "this argument was already given by name, or is one too many";
                return Err(Fail::mismatch(message.to_owned()));
            }
        }
    }
    Ok(places)
}

/// The beginning of a text, for a message.
fn shown(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().count() <= MOST {
        return format!("`{text}`");
    }
    format!("`{}...`", text.chars().take(MOST).collect::<String>())
}
