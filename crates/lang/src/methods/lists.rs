//! Lists, sets and numbers.

use std::cmp::Ordering;
use std::collections::HashMap;

use num_bigint::BigInt;
use upstar_engine::formula::{Formula, Function as Call};
use upstar_values::surreal::Surreal;
use upstar_values::{Id, Rational, Relation};

use super::{InFormula, METHOD, Method, Of, function, items_of, number};
use crate::calculator::Calculator;
use crate::fail::Fail;
use crate::formula::less;
use crate::surreal::number_value;
use crate::value::{Answer, Function, Value, list, mismatch};

pub(super) static TABLE: &[Method] = &[
    Method {
        name: "Size",
        aliases: &["Length", "Count"],
        usage: "list.Size or list.Count(n -> condition)",
        about: "The number of items of a list or a set, or the number of those for which a \
                condition holds; the number of elements of a misère quotient.",
        example: ("Day(2).Size", "22"),
        of: Of::List,
        arguments: (0, 1),
        run: |e, items, arguments| {
            let size = match (items, arguments) {
                (items, [condition]) => {
                    let condition = function(condition)?;
                    let mut count = 0;
                    for item in items_of(e, items)? {
                        count += usize::from(e.holds(condition, item)?);
                    }
                    count
                }
                (Value::List(list) | Value::Table(list), _) => list.items().len(),
                (Value::Set(set), _) => set.len(),
                (Value::MixedSet(items), _) => items.len(),
                (Value::Map(map), _) => map.entries().len(),
                (Value::Quotient(quotient), _) => quotient.monoid().len(),
                (other, _) => return Err(mismatch("expected a list or a set", other)),
            };
            Ok(number(size))
        },
        ..METHOD
    },
    Method {
        name: "Sum",
        aliases: &["Total"],
        usage: "list.Sum",
        about: "The sum of the games of a list.",
        example: ("[1..4].Sum", "10"),
        of: Of::List,
        run: |e, items, _| {
            let items = items_of(e, items)?;
            let mut sum = Value::Number(Rational::default());
            for item in &items {
                sum = e.add(&sum, item)?;
            }
            Ok(sum)
        },
        ..METHOD
    },
    Method {
        name: "Slider",
        usage: "Slider(low..high) or Slider(low..high, item)",
        about: "The item of a list that is written after it, otherwise the first one. In a worksheet \
                a cell n := Slider(1..20) has a slider that writes the item.",
        example: ("Slider(1..20, 7)", "7"),
        of: Of::List,
        arguments: (0, 1),
        run: |e, items, arguments| {
            let wanted = arguments.first();
            for item in items_of(e, items)? {
                let found = match wanted {
                    Some(wanted) => e.equal(&item, wanted)?,
                    None => true,
                };
                if found {
                    return Ok(item);
                }
            }
            let message = match wanted {
                Some(_) => "the value of a slider must be an item of its list",
                None => "the list of a slider is empty",
            };
            Err(Fail::undefined(message.to_owned()))
        },
        ..METHOD
    },
    Method {
        name: "Sorted",
        aliases: &["Sort"],
        usage: "list.Sorted or list.Sorted(x -> key)",
        about: "The games of a list in the order in which options are printed; numbers by size. A \
                function of one item gives a key to sort by; items with equal keys keep their \
                order. A function of two items returns a number below 0 if the first comes first.",
        example: ("[1,*,-1,0].Sorted", "[-1,0,1,*]"),
        of: Of::List,
        arguments: (0, 1),
        run: |e, items, arguments| {
            let items = items_of(e, items)?;
            if let [order] = arguments {
                return sorted_by(e, items, function(order)?);
            }
            let number = |item: &Value| match item {
                Value::Number(number) => Some(Surreal::from(number)),
                Value::Surreal(number) => Some(number.clone()),
                _ => None,
            };
            let texts = items.iter().map(|item| match item {
                Value::Text(text) => Some(text.clone()),
                _ => None,
            });
            if let Some(mut texts) = texts.collect::<Option<Vec<String>>>()
                && !items.is_empty()
            {
                texts.sort();
                return list(texts.into_iter().map(Value::Text).collect());
            }
            if items.iter().any(|item| matches!(item, Value::Infinity { .. } | Value::Root(_))) {
                return sorted_numbers(e, items);
            }
            if items.iter().any(|item| matches!(item, Value::Surreal(_)))
                && let Some(mut numbers) =
                    items.iter().map(number).collect::<Option<Vec<Surreal>>>()
            {
                numbers.sort();
                return list(numbers.into_iter().map(number_value).collect());
            }
            // The order is one of different games.
            let mut counts = HashMap::new();
            for item in items {
                *counts.entry(e.id(&item)?).or_insert(0) += 1;
            }
            let mut ids: Vec<Id> = counts.keys().copied().collect();
            e.worker.sort(&mut ids)?;
            let items = ids.into_iter().flat_map(|id| std::iter::repeat_n(id, counts[&id]));
            list(items.map(|id| e.simplified(id)).collect())
        },
        ..METHOD
    },
    Method {
        name: "Mex",
        aliases: &["MinimalExcludant"],
        usage: "list.Mex",
        about: "The smallest of 0, 1, 2, ... that is not in a list of numbers.",
        example: ("[0,1,3,5,9].Mex", "2"),
        of: Of::List,
        run: |e, items, _| {
            let mut seen = Vec::new();
            for item in items_of(e, items)? {
                seen.push(e.integer(&item, "an item of the list")?);
            }
            seen.sort();
            let mut least = BigInt::from(0);
            for value in &seen {
                match value.cmp(&least) {
                    Ordering::Less => {}
                    Ordering::Equal => least += 1,
                    Ordering::Greater => break,
                }
            }
            Ok(Value::Number(Rational::from(least)))
        },
        ..METHOD
    },
    Method {
        name: "Contains",
        usage: "list.Contains(g)",
        about: "Is a value equal to g in the list or the set?",
        example: ("Day(2).Contains(^*)", "true"),
        of: Of::List,
        arguments: (1, 1),
        run: |e, items, arguments| {
            for item in items_of(e, items)? {
                if e.equal(&item, &arguments[0])? {
                    return Ok(Value::Boolean(true));
                }
            }
            Ok(Value::Boolean(false))
        },
        ..METHOD
    },
    Method {
        name: "Numerator",
        usage: "x.Numerator",
        about: "The numerator of a rational number in lowest terms.",
        example: ("(6/8).Numerator", "3"),
        run: |e, x, _| {
            if let Value::Surreal(x) = x {
                return Ok(number_value(x.numerator().clone().into()));
            }
            Ok(Value::Number(Rational::from(e.number(x, "what has a numerator")?.numer())))
        },
        ..METHOD
    },
    Method {
        name: "Denominator",
        usage: "x.Denominator",
        about: "The positive denominator of a rational number in lowest terms.",
        example: ("(6/8).Denominator", "4"),
        run: |e, x, _| {
            if let Value::Surreal(x) = x {
                return Ok(number_value(x.denominator().clone().into()));
            }
            Ok(Value::Number(Rational::from(e.number(x, "what has a denominator")?.denom())))
        },
        ..METHOD
    },
    Method {
        name: "Floor",
        usage: "x.Floor",
        about: "The largest integer that is at most x.",
        example: ("(-7/2).Floor", "-4"),
        formula: Some(InFormula::Call(Call::Floor)),
        run: |e, x, _| {
            if let Value::Surreal(x) = x {
                return crate::surreal::floor(x);
            }
            if let Value::Root(x) = x {
                return Ok(Value::Number(Rational::from(x.floor()?)));
            }
            Ok(Value::Number(Rational::from(e.number(x, "what is rounded")?.floor())))
        },
        ..METHOD
    },
    Method {
        name: "Ceiling",
        aliases: &["Ceil"],
        usage: "x.Ceiling",
        about: "The smallest integer that is at least x.",
        example: ("(-7/2).Ceiling", "-3"),
        formula: Some(InFormula::Call(Call::Ceil)),
        run: |e, x, _| {
            let x = e.number(x, "what is rounded")?;
            Ok(Value::Number(Rational::from(-(-x).floor())))
        },
        ..METHOD
    },
    Method {
        name: "Abs",
        usage: "x.Abs",
        about: "The absolute value of x: x or -x, whichever is not negative.",
        example: ("(-7/2).Abs", "7/2"),
        formula: Some(InFormula::Of(|x| Formula::Call(Call::Max, vec![x.clone(), less(0, x)]))),
        run: |e, x, _| {
            if let Value::Surreal(x) = x {
                return Ok(Value::Surreal(x.absolute()));
            }
            if let Value::Root(x) = x {
                let size = if x.is_positive()? { x.clone() } else { x.negative() };
                return Ok(Value::Root(size));
            }
            if let Value::Infinity { .. } = x {
                return Ok(Value::Infinity { negative: false });
            }
            let x = e.number(x, "what has an absolute value")?;
            Ok(Value::Number(if x.signum() < 0 { -x } else { x }))
        },
        ..METHOD
    },
    Method {
        name: "Gcd",
        usage: "m.Gcd(n)",
        about: "The greatest common divisor of two integers.",
        example: ("12 Gcd 18", "6"),
        arguments: (1, 1),
        run: |e, m, arguments| {
            let m = e.integer(m, "the first number")?;
            let n = e.integer(&arguments[0], "the second number")?;
            let size = m.bits() + n.bits();
            e.tick(1 + (size >> 10) * (size >> 10))?;
            let common = upstar_values::gcd(m.into_parts().1, n.into_parts().1);
            Ok(Value::Number(BigInt::from(common).into()))
        },
        ..METHOD
    },
];

/// A list of numbers by their size, -inf below and inf above all.
fn sorted_numbers(e: &mut Calculator<'_>, items: Vec<Value>) -> Answer {
    let mut sorted: Vec<Value> = Vec::with_capacity(items.len());
    for item in items {
        e.tick(1 + sorted.len() as u64)?;
        // Comparisons can fail, and so this is no sort of the library.
        let mut place = sorted.len();
        while place > 0 && e.compare(&item, &sorted[place - 1])? == Relation::Less {
            place -= 1;
        }
        sorted.insert(place, item);
    }
    list(sorted)
}

/// A list in the order of numbers or texts that a function of one item gives, or by the signs of what
/// a function of two gives.
fn sorted_by(e: &mut Calculator<'_>, items: Vec<Value>, function: &Function) -> Answer {
    let by_keys = function.takes(1);
    let mut sorted: Vec<(Value, Value)> = Vec::with_capacity(items.len());
    for item in items {
        let key = if by_keys { e.apply(function, vec![item.clone()])? } else { Value::Nothing };
        // Comparisons can fail, and so this is no sort of the library: by halves, and in at the
        // end of those that are equal.
        let (mut from, mut to) = (0, sorted.len());
        while from < to {
            e.tick(1)?;
            let middle = (from + to) / 2;
            let (other, theirs) = &sorted[middle];
            let before = match (by_keys, &key, theirs) {
                (true, Value::Text(key), Value::Text(theirs)) => key < theirs,
                (true, ..) => match e.compare(&key, theirs)? {
                    Relation::Confused => {
                        let message = "expected a number or a text for each item, by which to sort; of \
                                       these two neither is less";
                        return Err(mismatch(message, theirs));
                    }
                    relation => relation == Relation::Less,
                },
                _ => {
                    let sign = e.apply(function, vec![item.clone(), other.clone()])?;
                    e.number(&sign, "what tells which of two items comes first")?.signum() < 0
                }
            };
            (from, to) = if before { (from, middle) } else { (middle + 1, to) };
        }
        e.pay_values(1)?;
        sorted.insert(from, (item, key));
    }
    list(sorted.into_iter().map(|(item, _)| item).collect())
}
