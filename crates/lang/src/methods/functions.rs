//! What takes functions: `k -> k^2`.

use super::{METHOD, Method, Of, function, items_of};
use crate::calculator::Calculator;
use crate::value::{Answer, Value, list};

pub(super) static TABLE: &[Method] = &[
    Method {
        name: "Apply",
        aliases: &["Map"],
        usage: "list.Apply(x -> f(x))",
        about: "The list of the results of a function for each item of a list; for a set, a set. \
                A function is written k -> k^2 or (a,b) -> a+b, and can have a name: f := k -> \
                k^2.",
        example: ("[1..4].Apply(k -> k^2)", "[1,4,9,16]"),
        of: Of::List,
        arguments: (1, 1),
        run: |e, items, arguments| {
            let function = function(&arguments[0])?;
            let mut found = Vec::new();
            for item in items_of(e, items)? {
                let value = e.apply(function, vec![item])?;
                e.pay_values(1)?;
                found.push(value);
            }
            as_before(e, items, found)
        },
        ..METHOD
    },
    Method {
        name: "Filter",
        usage: "list.Filter(x -> condition)",
        about: "The items of a list or a set for which a condition holds.",
        example: ("[1..9].Filter(n -> n % 3 == 0)", "[3,6,9]"),
        of: Of::List,
        arguments: (1, 1),
        run: |e, items, arguments| {
            let condition = function(&arguments[0])?;
            let mut found = Vec::new();
            for item in items_of(e, items)? {
                if e.holds(condition, item.clone())? {
                    e.pay_values(1)?;
                    found.push(item);
                }
            }
            as_before(e, items, found)
        },
        ..METHOD
    },
];

/// A list if the values came from a list, else a set; of entries a map.
fn as_before(e: &mut Calculator<'_>, before: &Value, found: Vec<Value>) -> Answer {
    match before {
        Value::List(_) => list(found),
        Value::Map(_) if found.is_empty() => e.map_of(Vec::new()),
        _ => e.set_of(found),
    }
}
