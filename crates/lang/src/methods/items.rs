//! Lists by their items: parts of them, tables, texts and places.

use num_traits::ToPrimitive;
use upstar_values::Rational;

use super::{METHOD, Method, Of, items_of};
use crate::calculator::Calculator;
use crate::fail::{Fail, Result};
use crate::value::{Answer, List, Value, list, mismatch};

/// A part of a pair of numbers.
macro_rules! part {
    ($name:literal, $about:literal, $value:literal, $index:literal, $is_game:literal) => {
        Method {
            name: $name,
            usage: concat!("place.", $name),
            about: $about,
            example: (concat!("(3,5).", $name), $value),
            is_game: $is_game,
            run: |_, place, _| match place {
                Value::List(pair) if pair.is_pair() && pair.items().len() == 2 => {
                    Ok(pair.items()[$index].clone())
                }
                other => Err(mismatch("expected a pair", other)),
            },
            ..METHOD
        }
    };
}

pub(super) static TABLE: &[Method] = &[
    Method {
        name: "Concat",
        usage: "list.Concat(list)",
        about: "The items of one list followed by those of another; two texts are joined.",
        example: ("[1,2] Concat [*]", "[1,2,*]"),
        arguments: (1, 1),
        run: |e, items, arguments| {
            if let (Value::Text(first), Value::Text(second)) = (items, &arguments[0]) {
                e.pay_bytes((first.len() + second.len()) as u64)?;
                return Ok(Value::Text(format!("{first}{second}")));
            }
            let mut found = items_of(e, items)?;
            found.extend(items_of(e, &arguments[0])?);
            e.pay_values(found.len())?;
            list(found)
        },
        ..METHOD
    },
    Method {
        name: "Sublist",
        usage: "list.Sublist(from, to)",
        about: "The items from one number to another, both included; the first item is number 1.",
        example: ("[5,6,7,8].Sublist(2,3)", "[6,7]"),
        arguments: (2, 2),
        run: |e, items, arguments| {
            let items = items_of(e, items)?;
            let (from, to) = range(e, arguments, items.len())?;
            list(items[from..to].to_vec())
        },
        ..METHOD
    },
    Method {
        name: "Head",
        usage: "list.Head",
        about: "The first item of a list.",
        example: ("[5,6,7].Head", "5"),
        run: |e, items, _| {
            let first = items_of(e, items)?.into_iter().next();
            first.ok_or_else(|| Fail::undefined("an empty list has no first item"))
        },
        ..METHOD
    },
    Method {
        name: "Tail",
        usage: "list.Tail",
        about: "The items of a list after the first.",
        example: ("[5,6,7].Tail", "[6,7]"),
        run: |e, items, _| {
            let items = items_of(e, items)?;
            match items.split_first() {
                Some((_, tail)) => list(tail.to_vec()),
                None => Err(Fail::undefined("an empty list has no tail")),
            }
        },
        ..METHOD
    },
    Method {
        name: "Flattened",
        aliases: &["Flatten"],
        usage: "list.Flattened",
        about: "The items of the lists and sets in a list, one after another; other items stay.",
        example: ("[[1,2],3,[[4],5]].Flattened", "[1,2,3,[4],5]"),
        run: |e, items, _| {
            let mut found = Vec::new();
            for item in items_of(e, items)? {
                match (&item, e.items(&item)) {
                    (Value::List(pair), _) if pair.is_pair() => found.push(item),
                    (_, Some(inner)) => found.extend(inner),
                    (_, None) => found.push(item),
                }
                e.tick(1)?;
            }
            e.pay_values(found.len())?;
            list(found)
        },
        ..METHOD
    },
    Method {
        name: "Replace",
        usage: "text.Replace(old, new) or list.Replace(g, h)",
        about: "A text in which every occurrence of one text is replaced by another; a list in \
                which every item that equals g is replaced by h.",
        example: ("\"xo.x\".Replace(\"x\", \"..\")", "..o..."),
        arguments: (2, 2),
        run: replace,
        ..METHOD
    },
    Method {
        name: "IndexOf",
        usage: "list.IndexOf(g)",
        about: "The number of the first item that equals g; `Nothing` if none does.",
        example: ("[4,2,*].IndexOf(2)", "2"),
        arguments: (1, 1),
        run: |e, items, arguments| {
            for (at, item) in items_of(e, items)?.iter().enumerate() {
                if e.equal(item, &arguments[0])? {
                    return Ok(Value::Number(Rational::from(at as i64 + 1)));
                }
            }
            Ok(Value::Nothing)
        },
        ..METHOD
    },
    Method {
        name: "Distinct",
        usage: "list.Distinct",
        about: "The items of a list without repetitions: the first of equal items is kept.",
        example: ("[2,*,1+1].Distinct", "[2,*]"),
        run: |e, items, _| {
            let mut found: Vec<Value> = Vec::new();
            for item in items_of(e, items)? {
                e.tick(1 + found.len() as u64)?;
                let mut known = false;
                for other in &found {
                    known = known || e.equal(other, &item)?;
                }
                if !known {
                    found.push(item);
                }
            }
            list(found)
        },
        ..METHOD
    },
    Method {
        name: "ToSet",
        usage: "list.ToSet",
        about: "The set of the items of a list.",
        example: ("[2,1,2].ToSet", "{1,2}"),
        run: |e, items, _| {
            let items = items_of(e, items)?;
            e.set_of(items)
        },
        ..METHOD
    },
    Method {
        name: "Union",
        usage: "set.Union(set)",
        about: "The union of two sets; lists are treated as sets.",
        example: ("{1,2} Union {2,3}", "{1,2,3}"),
        arguments: (1, 1),
        run: |e, items, arguments| {
            let mut found = items_of(e, items)?;
            found.extend(items_of(e, &arguments[0])?);
            e.pay_values(found.len())?;
            e.set_of(found)
        },
        ..METHOD
    },
    Method {
        name: "Intersection",
        usage: "set.Intersection(set)",
        about: "The intersection of two sets; lists are treated as sets.",
        example: ("{1,2,*} Intersection {*,2,3}", "{2,*}"),
        arguments: (1, 1),
        run: |e, items, arguments| {
            let others = items_of(e, &arguments[0])?;
            let mut found = Vec::new();
            for item in items_of(e, items)? {
                for other in &others {
                    if e.equal(&item, other)? {
                        found.push(item);
                        break;
                    }
                }
            }
            e.set_of(found)
        },
        ..METHOD
    },
    Method {
        name: "Grouped",
        usage: "list.Grouped(n)",
        about: "The list split into lists of n items; the last may be shorter.",
        example: ("[1..5].Grouped(2)", "[[1,2],[3,4],[5]]"),
        arguments: (1, 1),
        run: |e, items, arguments| grouped(e, items, &arguments[0]),
        ..METHOD
    },
    Method {
        name: "Table",
        usage: "Table(list of rows)",
        about: "A list of lists, shown as a table.",
        example: ("Table([n, n^2] for n from 9 to 10)", " 9 |  81\n---+----\n10 | 100"),
        of: Of::Argument,
        run: |e, rows, _| table(e, rows),
        ..METHOD
    },
    Method {
        name: "PeriodicTable",
        usage: "list.PeriodicTable(n)",
        about: "The items of a list as a table with n columns.",
        example: ("[1,2,3,1,4].PeriodicTable(3)", "1 | 2 | 3\n--+---+--\n1 | 4"),
        arguments: (1, 1),
        run: |e, items, arguments| {
            let rows = grouped(e, items, &arguments[0])?;
            table(e, &rows)
        },
        ..METHOD
    },
    Method {
        name: "Swap",
        usage: "place.Swap",
        about: "A pair with its parts in the other order.",
        example: ("(1,8).Swap", "(8,1)"),
        run: |_, place, _| match place {
            Value::List(pair) if pair.is_pair() && pair.items().len() == 2 => {
                let parts = pair.items().iter().rev().cloned().collect();
                List::pair(parts).map(Value::List).ok_or_else(crate::value::too_deep)
            }
            other => Err(mismatch("expected a pair", other)),
        },
        ..METHOD
    },
    part!("Row", "The row of a cell of a board: the first number of a pair.", "3", 0, false),
    part!("Col", "The column of a cell of a board: the second number of a pair.", "5", 1, true),
    Method {
        name: "ToUpperCase",
        usage: "text.ToUpperCase",
        about: "A text in upper case.",
        example: ("\"nim\".ToUpperCase", "NIM"),
        run: |_, text, _| Ok(Value::Text(text_of(text)?.to_uppercase())),
        ..METHOD
    },
    Method {
        name: "ToLowerCase",
        usage: "text.ToLowerCase",
        about: "A text in lower case.",
        example: ("\"Nim\".ToLowerCase", "nim"),
        run: |_, text, _| Ok(Value::Text(text_of(text)?.to_lowercase())),
        ..METHOD
    },
    Method {
        name: "Substring",
        usage: "text.Substring(from, to)",
        about: "The letters from one number to another, both included; the first letter is number 1.",
        example: ("\"Hackenbush\".Substring(1,4)", "Hack"),
        arguments: (2, 2),
        run: |e, text, arguments| {
            let letters: Vec<char> = text_of(text)?.chars().collect();
            let (from, to) = range(e, arguments, letters.len())?;
            Ok(Value::Text(letters[from..to].iter().collect()))
        },
        ..METHOD
    },
    Method {
        name: "Error",
        usage: "Error(message)",
        about: "Stops with this message, for input that a custom function refuses.",
        example: ("if 1 < 2 then 3 else Error(\"no\")", "3"),
        of: Of::Argument,
        run: |_, message, _| Err(Fail::undefined(text_of(message)?.to_owned())),
        ..METHOD
    },
];

fn replace(e: &mut Calculator<'_>, items: &Value, arguments: &[Value]) -> Answer {
    let (old, new) = (&arguments[0], &arguments[1]);
    if let Value::Text(text) = items {
        let (old, new) = (text_of(old)?, text_of(new)?);
        if old.is_empty() {
            return Err(Fail::undefined("the empty text cannot be replaced"));
        }
        let count = text.matches(old).count();
        e.pay_bytes((text.len() + count * new.len()) as u64)?;
        return Ok(Value::Text(text.replace(old, new)));
    }
    let mut found = items_of(e, items)?;
    e.pay_values(found.len())?;
    for item in &mut found {
        if e.equal(item, old)? {
            item.clone_from(new);
        }
    }
    list(found)
}

fn text_of(value: &Value) -> Result<&str> {
    match value {
        Value::Text(text) => Ok(text),
        other => Err(mismatch("expected a text", other)),
    }
}

/// From which item and before which one, of numbers that count from 1 and are both included.
fn range(e: &mut Calculator<'_>, arguments: &[Value], length: usize) -> Result<(usize, usize)> {
    let from = e.integer(&arguments[0], "the number of the first item")?;
    let to = e.integer(&arguments[1], "the number of the last item")?;
    let place = |number: &num_bigint::BigInt| number.to_usize().filter(|&at| at <= length);
    match (place(&from).and_then(|from| from.checked_sub(1)), place(&to)) {
        (Some(from), Some(to)) => Ok((from.min(to), to)),
        _ => {
            let message = format!("the items are numbered 1 to {length}, not {from} to {to}");
            Err(Fail::undefined(message))
        }
    }
}

fn grouped(e: &mut Calculator<'_>, items: &Value, size: &Value) -> Answer {
    let items = items_of(e, items)?;
    let size = e.integer(size, "how many items a group has")?;
    let size = size
        .to_usize()
        .filter(|&size| size > 0)
        .ok_or_else(|| Fail::undefined(format!("a group has one item or more, not {size}")))?;
    e.pay_values(items.len())?;
    let groups = items.chunks(size).map(|group| list(group.to_vec()));
    list(groups.collect::<Result<_, _>>()?)
}

fn table(e: &mut Calculator<'_>, rows: &Value) -> Answer {
    let rows = items_of(e, rows)?;
    if let Some(other) = rows.iter().find(|row| !matches!(row, Value::List(_))) {
        return Err(mismatch("the rows of a table are lists", other));
    }
    List::new(rows).map(Value::Table).ok_or_else(crate::value::too_deep)
}
