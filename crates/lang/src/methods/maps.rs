//! Maps: keys, values, entries.

use super::{METHOD, Method};
use crate::fail::Result;
use crate::map::Map;
use crate::value::{Value, list, mismatch};

pub(super) static TABLE: &[Method] = &[
    Method {
        name: "Keys",
        usage: "map.Keys",
        about: "The set of the keys of a map.",
        example: ("{4 => ^, 7 => 9}.Keys", "{4,7}"),
        run: |e, map, _| {
            let keys = map_of(map)?.entries().iter().map(|entry| entry.key().clone()).collect();
            e.set_of(keys)
        },
        ..METHOD
    },
    Method {
        name: "Values",
        usage: "map.Values",
        about: "The values of a map as a list, in the order of its keys.",
        example: ("{7 => 9, 4 => ^}.Values", "[^,9]"),
        run: |e, map, _| {
            let map = map_of(map)?;
            e.pay_values(map.entries().len())?;
            list(map.entries().iter().map(|entry| entry.value().clone()).collect())
        },
        ..METHOD
    },
    Method {
        name: "Entries",
        usage: "map.Entries",
        about: "The set of the entries of a map, each of which has a key and a value. A loop over a \
                map goes over its entries.",
        example: ("[e.Key + e.Value for e in {4 => 3, 6 => 4}.Entries]", "[7,10]"),
        run: |e, map, _| {
            map_of(map)?;
            let entries = e.items(map).unwrap_or_default();
            e.pay_values(entries.len())?;
            Ok(Value::MixedSet(entries))
        },
        ..METHOD
    },
    Method {
        name: "Key",
        usage: "entry.Key",
        about: "The key of an entry of a map; entry.Value is its value.",
        example: ("[e.Key for e in {4 => ^, 7 => 9}]", "[4,7]"),
        run: |_, entry, _| match entry {
            Value::Entry(entry) => Ok(entry.key().clone()),
            other => Err(mismatch("expected an entry of a map", other)),
        },
        ..METHOD
    },
    Method {
        name: "ContainsKey",
        usage: "map.ContainsKey(key)",
        about: "Does the map have this key? Games are the same key if they are equal, positions if \
                they are written in the same way.",
        example: ("{4 => ^, 7 => 9}.ContainsKey(7)", "true"),
        arguments: (1, 1),
        run: |e, map, arguments| {
            Ok(Value::Boolean(e.found_in(map_of(map)?, &arguments[0])?.is_some()))
        },
        ..METHOD
    },
    Method {
        name: "Updated",
        usage: "map.Updated(key, value)",
        about: "The map in which a key has this value, whether it was there or not; the map itself \
                does not change.",
        example: ("{4 => 3, 6 => 4}.Updated(2, *)", "{2 => *, 4 => 3, 6 => 4}"),
        arguments: (2, 2),
        run: |e, map, arguments| e.updated(map_of(map)?, &arguments[0], &arguments[1]),
        ..METHOD
    },
];

fn map_of(value: &Value) -> Result<&Map> {
    match value {
        Value::Map(map) => Ok(map),
        other => {
            Err(mismatch("expected a map", other).with_help("a map is written {4 => ^, 7 => 9}"))
        }
    }
}
