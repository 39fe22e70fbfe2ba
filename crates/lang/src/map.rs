//! Maps: `{4 => ^, "k" => 1/2}`.

use std::collections::HashMap;
use std::sync::Arc;

use upstar_values::{Id, Style};

use crate::calculator::Calculator;
use crate::fail::Result;
use crate::value::{Answer, MOST_LIST_DEPTH, Value, depth_of, too_deep};

/// A map: keys, and the value of each.
#[derive(Clone, Debug, Default)]
pub struct Map {
    /// In the order of their keys, which is that of a set.
    entries: Vec<Entry>,
    places: HashMap<Same, usize>,
    depth: usize,
}

/// A key of a map and its value: `4 => ^`.
#[derive(Clone, Debug)]
pub struct Entry {
    key: Value,
    value: Value,
}

/// What is the same for keys that are the same: short games by their value, all else as it is
/// written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Same {
    Game(Id),
    Other(String),
}

impl Entry {
    /// An entry; `None` if that would nest lists too deep.
    fn new(key: Value, value: Value) -> Result<Self> {
        let entry = Entry { key, value };
        if entry.depth() > MOST_LIST_DEPTH { Err(too_deep()) } else { Ok(entry) }
    }

    /// The key.
    #[must_use]
    pub fn key(&self) -> &Value {
        &self.key
    }

    /// The value of the key.
    #[must_use]
    pub fn value(&self) -> &Value {
        &self.value
    }

    pub(crate) fn depth(&self) -> usize {
        depth_of(&self.key).max(depth_of(&self.value)) + 1
    }
}

impl Map {
    /// The entries, in the order of their keys.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(crate) fn depth(&self) -> usize {
        self.depth
    }
}

impl Calculator<'_> {
    /// `key => value`.
    pub(crate) fn entry(&mut self, key: Value, value: Value) -> Answer {
        Ok(Value::Entry(Arc::new(Entry::new(key, value)?)))
    }

    fn same_key(&mut self, key: &Value) -> Result<Same> {
        Ok(match key {
            Value::Number(number) if !number.is_dyadic() => Same::Other(number.to_string()),
            Value::Number(_) | Value::Game(_) | Value::Sum(_) | Value::Form(_) => {
                Same::Game(self.id(key)?)
            }
            other => Same::Other(self.item_text(other, Style::Plain)?),
        })
    }

    /// The map with these entries; of equal keys the last one counts.
    pub(crate) fn map_of(&mut self, entries: Vec<Entry>) -> Answer {
        self.tick(entries.len() as u64)?;
        self.pay_values(2 * entries.len())?;
        let mut found: HashMap<Same, Entry> = HashMap::new();
        for entry in entries {
            let same = self.same_key(&entry.key)?;
            found.insert(same, entry);
        }
        let (mut games, mut others) = (Vec::new(), Vec::new());
        for same in found.keys() {
            match same {
                Same::Game(id) => games.push(*id),
                Same::Other(text) => others.push(text.clone()),
            }
        }
        games.sort_unstable();
        self.worker.sort(&mut games)?;
        others.sort_unstable();
        let order = games.into_iter().map(Same::Game).chain(others.into_iter().map(Same::Other));
        let mut map = Map { depth: 1, ..Map::default() };
        for same in order {
            if let Some(entry) = found.remove(&same) {
                map.depth = map.depth.max(entry.depth());
                map.places.insert(same, map.entries.len());
                map.entries.push(entry);
            }
        }
        Ok(Value::Map(Arc::new(map)))
    }

    /// The map in which a key has this value.
    pub(crate) fn updated(&mut self, map: &Map, key: &Value, value: &Value) -> Answer {
        let entry = Entry::new(key.clone(), value.clone())?;
        let same = self.same_key(key)?;
        let Some(&place) = map.places.get(&same) else {
            let mut entries = map.entries.clone();
            entries.push(entry);
            return self.map_of(entries);
        };
        self.tick(map.entries.len() as u64)?;
        self.pay_values(2 * map.entries.len())?;
        let mut map = map.clone();
        map.depth = map.depth.max(entry.depth());
        map.entries[place] = entry;
        Ok(Value::Map(Arc::new(map)))
    }

    /// The value of a key, if the map has it.
    pub(crate) fn found_in(&mut self, map: &Map, key: &Value) -> Result<Option<Value>> {
        let same = self.same_key(key)?;
        Ok(map.places.get(&same).map(|&place| map.entries[place].value.clone()))
    }

    /// Whether two maps have the same keys with equal values.
    pub(crate) fn same_maps(&mut self, a: &Map, b: &Map) -> Result<bool> {
        if a.entries.len() != b.entries.len() {
            return Ok(false);
        }
        for (same, &place) in &a.places {
            self.tick(1)?;
            let Some(&other) = b.places.get(same) else { return Ok(false) };
            if !self.equal(&a.entries[place].value, &b.entries[other].value)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// `{4 => ^, "k" => 1/2}`.
    pub(crate) fn map_text(&mut self, map: &Map, style: Style) -> Result<String> {
        if map.entries.is_empty() {
            return Ok("{=>}".to_owned());
        }
        let mut texts = Vec::with_capacity(map.entries.len());
        for entry in &map.entries {
            texts.push(self.entry_text(entry, style)?);
            self.pay_bytes(32 + 3 * texts.last().map_or(0, String::len) as u64)?;
        }
        Ok(format!("{{{}}}", texts.join(", ")))
    }

    pub(crate) fn entry_text(&mut self, entry: &Entry, style: Style) -> Result<String> {
        let (key, value) =
            (self.item_text(&entry.key, style)?, self.item_text(&entry.value, style)?);
        Ok(format!("{key} => {value}"))
    }
}
