//! The meaning of names while a line is evaluated.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::value::Value;

/// The names of a line that is being evaluated, and how far it has come.
pub(crate) struct Scope<'a> {
    /// The variables of the session.
    pub(crate) variables: &'a BTreeMap<String, Value>,
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

    /// The value of a local name or of a variable.
    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        let local = self.locals.iter().rev().find(|(local, _)| &**local == name);
        let local = local.map(|(_, value)| value);
        local.or_else(|| self.assigned.get(name)).or_else(|| self.variables.get(name))
    }
}
