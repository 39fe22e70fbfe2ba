//! The meaning of names while a line is evaluated.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::value::Value;

/// The names of a line that is being evaluated, and how far it has come.
pub(crate) struct Scope<'a> {
    /// The variables of the session.
    variables: &'a BTreeMap<String, Value>,
    /// Variables that the line itself has defined, which come before those of the session.
    defined: Option<&'a BTreeMap<String, Value>>,
    /// Arguments of functions and names of comprehensions and blocks, the innermost last.
    pub(crate) locals: Vec<(Arc<str>, Value)>,
    /// Variables that the line gave a value within a block or a loop.
    pub(crate) assigned: BTreeMap<String, Value>,
    /// Whether the body of a function is being evaluated.
    pub(crate) in_function: bool,
    /// The line; `None` within a function of another line, of which there are no places.
    pub(crate) source: Option<&'a str>,
    /// The number of the line in the session.
    pub(crate) line: u64,
    /// The summands of a sum as they are written, if it has no positions yet, and the node of the
    /// sum.
    pub(crate) written: Option<(usize, Vec<Value>)>,
    /// Whether positions may come up in the expression.
    pub(crate) has_positions: bool,
    /// Which nodes of the expression are sums that are kept as they are written.
    pub(crate) kept: Vec<bool>,
    /// How many expressions are evaluated within each other.
    pub(crate) depth: usize,
}

impl<'a> Scope<'a> {
    pub(crate) fn new(variables: &'a BTreeMap<String, Value>, source: &'a str, line: u64) -> Self {
        Scope {
            variables,
            defined: None,
            locals: Vec::new(),
            assigned: BTreeMap::new(),
            in_function: false,
            source: Some(source),
            line,
            written: None,
            has_positions: false,
            kept: Vec::new(),
            depth: 0,
        }
    }

    /// The same after the line has defined these variables.
    pub(crate) fn after(self, defined: &'a BTreeMap<String, Value>) -> Self {
        Scope { defined: Some(defined), ..self }
    }

    /// The value of a variable.
    pub(crate) fn variable(&self, name: &str) -> Option<&Value> {
        let defined = self.defined.and_then(|defined| defined.get(name));
        self.assigned.get(name).or(defined).or_else(|| self.variables.get(name))
    }

    /// The names of the variables.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        [&self.assigned]
            .into_iter()
            .chain(self.defined)
            .chain([self.variables])
            .flat_map(BTreeMap::keys)
            .map(String::as_str)
    }

    /// The value of a local name or of a variable.
    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        let local = self.locals.iter().rev().find(|(local, _)| &**local == name);
        local.map(|(_, value)| value).or_else(|| self.variable(name))
    }
}
