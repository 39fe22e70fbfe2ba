//! Names of vertices, stored apart from the graph, and a table that numbers names in order of first
//! appearance.

use std::fmt;
use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;

/// The names of the vertices `0..len`.
///
/// A graph has `u32` vertices. Their names are stored separately, in the cheapest of three forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Names {
    /// Vertex `v` has the name `v`. This is the number of vertices.
    Dense(u32),
    /// Every name is an integer.
    Integers(Vec<u64>),
    /// Opaque text.
    Text(TextNames),
}

/// Text names, stored one after another in a single buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextNames {
    text: String,
    /// The end of each name.
    ends: Vec<u64>,
}

/// One name: an integer, or opaque text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name<'a> {
    /// An integer in its usual decimal form.
    Integer(u64),
    /// Any other text.
    Text(&'a str),
}

/// More names than a `u32` can number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {} vertices", u32::MAX)]
pub struct TooManyNames;

/// The integer written by `text`, if `text` is its usual form: no sign, no leading zero, at most
/// `u64::MAX`.
///
/// ```
/// use upstar_core::names::canonical_integer;
/// assert_eq!(canonical_integer("120"), Some(120));
/// assert_eq!(canonical_integer("0"), Some(0));
/// assert_eq!(canonical_integer("007"), None);
/// assert_eq!(canonical_integer("+7"), None);
/// ```
pub fn canonical_integer(text: &str) -> Option<u64> {
    let bytes = text.as_bytes();
    match bytes {
        [] => None,
        [b'0'] => Some(0),
        [b'0', ..] => None,
        _ if bytes.len() > 20 => None,
        _ => bytes.iter().try_fold(0_u64, |n, &b| {
            if !b.is_ascii_digit() {
                return None;
            }
            n.checked_mul(10)?.checked_add(u64::from(b - b'0'))
        }),
    }
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Integer(n) => fmt::Display::fmt(n, f),
            Name::Text(text) => fmt::Display::fmt(text, f),
        }
    }
}

impl TextNames {
    /// No names.
    pub fn new() -> Self {
        TextNames { text: String::new(), ends: Vec::new() }
    }

    /// Appends a name.
    pub fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len() as u64);
    }

    /// Appends an integer as text.
    fn push_integer(&mut self, n: u64) {
        use fmt::Write;
        write!(self.text, "{n}").expect("writing to a string does not fail");
        self.ends.push(self.text.len() as u64);
    }

    /// The name of vertex `v`.
    ///
    /// # Panics
    /// If `v` is not below [`TextNames::len`].
    pub fn get(&self, v: u32) -> &str {
        let v = v as usize;
        let start = if v == 0 { 0 } else { self.ends[v - 1] as usize };
        &self.text[start..self.ends[v] as usize]
    }

    /// The number of names.
    pub fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

impl Default for TextNames {
    fn default() -> Self {
        TextNames::new()
    }
}

impl<'a> FromIterator<&'a str> for TextNames {
    fn from_iter<I: IntoIterator<Item = &'a str>>(names: I) -> Self {
        let mut all = TextNames::new();
        names.into_iter().for_each(|name| all.push(name));
        all
    }
}

impl Names {
    /// The number of vertices.
    pub fn len(&self) -> u32 {
        match self {
            Names::Dense(len) => *len,
            Names::Integers(names) => names.len() as u32,
            Names::Text(names) => names.len(),
        }
    }

    /// Whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name of vertex `v`.
    ///
    /// # Panics
    /// If `v` is not below [`Names::len`].
    pub fn get(&self, v: u32) -> Name<'_> {
        match self {
            Names::Dense(len) => {
                assert!(v < *len, "vertex {v} of {len}");
                Name::Integer(u64::from(v))
            }
            Names::Integers(names) => Name::Integer(names[v as usize]),
            Names::Text(names) => Name::Text(names.get(v)),
        }
    }

    /// The vertex with the name `name`. This is a linear scan (constant time if the names are
    /// dense), so use a [`NameIndex`] for many look-ups.
    pub fn find(&self, name: &str) -> Option<u32> {
        match self {
            Names::Dense(len) => {
                let v = u32::try_from(canonical_integer(name)?).ok()?;
                (v < *len).then_some(v)
            }
            Names::Integers(names) => {
                let n = canonical_integer(name)?;
                names.iter().position(|&m| m == n).map(|v| v as u32)
            }
            Names::Text(names) => (0..names.len()).find(|&v| names.get(v) == name),
        }
    }

    /// All names in order.
    pub fn iter(&self) -> impl Iterator<Item = Name<'_>> {
        (0..self.len()).map(|v| self.get(v))
    }

    /// The number of bytes that the names occupy.
    pub fn bytes(&self) -> u64 {
        match self {
            Names::Dense(_) => 0,
            Names::Integers(names) => 8 * names.capacity() as u64,
            Names::Text(names) => (names.text.capacity() + 8 * names.ends.capacity()) as u64,
        }
    }
}

/// Finds vertices by name in constant time; borrows the names.
pub struct NameIndex<'a> {
    names: &'a Names,
    table: HashTable<u32>,
    hasher: FixedState,
}

impl<'a> NameIndex<'a> {
    /// Builds the index in O(V). For a name that occurs twice, the first vertex is found.
    pub fn new(names: &'a Names) -> Self {
        let hasher = FixedState::default();
        let mut table = HashTable::new();
        if !matches!(names, Names::Dense(_)) {
            table.reserve(names.len() as usize, |_| unreachable!("empty"));
            for v in 0..names.len() {
                let name = names.get(v);
                let entry = table.entry(
                    hash_name(&hasher, name),
                    |&w| names.get(w) == name,
                    |&w| hash_name(&hasher, names.get(w)),
                );
                entry.or_insert(v);
            }
        }
        NameIndex { names, table, hasher }
    }

    /// The vertex with the name `name`.
    pub fn find(&self, name: &str) -> Option<u32> {
        let key = match self.names {
            Names::Dense(_) => return self.names.find(name),
            Names::Integers(_) => Name::Integer(canonical_integer(name)?),
            Names::Text(_) => Name::Text(name),
        };
        let hash = hash_name(&self.hasher, key);
        self.table.find(hash, |&v| self.names.get(v) == key).copied()
    }
}

fn hash_name(hasher: &FixedState, name: Name<'_>) -> u64 {
    match name {
        Name::Integer(n) => hasher.hash_one(n),
        Name::Text(text) => hasher.hash_one(text),
    }
}

/// Numbers names in order of first appearance.
///
/// While every name is an integer in its usual decimal form, names are stored as `u64`: small ones
/// in a plain array, the others in a hash table. The first other name turns all names into text.
/// The numbers given so far do not change.
///
/// ```
/// use upstar_core::names::{Interner, Name};
/// let mut interner = Interner::new();
/// assert_eq!(interner.text("30"), Ok(0));
/// assert_eq!(interner.integer(7), Ok(1));
/// assert_eq!(interner.text("b"), Ok(2));
/// assert_eq!(interner.text("7"), Ok(1));
/// assert_eq!(interner.finish().get(0), Name::Text("30"));
/// ```
pub struct Interner {
    /// Whether the names are still all integers.
    integers_only: bool,
    integers: Vec<u64>,
    /// `direct[n]` is the vertex with the name `n`, or [`ABSENT`].
    direct: Vec<u32>,
    text: TextNames,
    /// Integers from `direct.len()` on, or all text names.
    table: HashTable<u32>,
    hasher: FixedState,
}

const ABSENT: u32 = u32::MAX;
/// The array of small integers starts with this many entries ...
const DIRECT_START: u64 = 1 << 12;
/// ... and may grow to this many times the number of names.
const DIRECT_SPREAD: u64 = 8;

impl Interner {
    /// No names yet.
    pub fn new() -> Self {
        Interner {
            integers_only: true,
            integers: Vec::new(),
            direct: Vec::new(),
            text: TextNames::new(),
            table: HashTable::new(),
            hasher: FixedState::default(),
        }
    }

    /// The number of names.
    pub fn len(&self) -> u32 {
        if self.integers_only { self.integers.len() as u32 } else { self.text.len() }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether all names so far are integers.
    pub fn is_integers(&self) -> bool {
        self.integers_only
    }

    /// The number of occupied bytes.
    pub fn bytes(&self) -> u64 {
        (self.integers.capacity() * 8
            + self.direct.capacity() * 4
            + self.text.text.capacity()
            + self.text.ends.capacity() * 8
            + self.table.capacity() * 5) as u64
    }

    /// The number of the name `n`.
    ///
    /// # Errors
    /// If there would be more than `u32::MAX` names.
    #[inline]
    pub fn integer(&mut self, n: u64) -> Result<u32, TooManyNames> {
        // The common case first: a small integer seen before.
        if let Some(&v) = usize::try_from(n).ok().and_then(|n| self.direct.get(n))
            && v != ABSENT
        {
            return Ok(v);
        }
        self.integer_slow(n)
    }

    #[inline(never)]
    fn integer_slow(&mut self, n: u64) -> Result<u32, TooManyNames> {
        if !self.integers_only {
            // At most 20 digits. This path is rare compared with text names.
            return self.text(&n.to_string());
        }
        let next = self.next()?;
        if n >= self.direct.len() as u64 {
            let allowed = DIRECT_START.max(DIRECT_SPREAD * (u64::from(next) + 1));
            if n < allowed {
                self.grow_direct(n, allowed);
            }
        }
        if n < self.direct.len() as u64 {
            let slot = &mut self.direct[n as usize];
            if *slot == ABSENT {
                *slot = next;
                self.integers.push(n);
            }
            return Ok(*slot);
        }
        let (integers, hasher) = (&self.integers, &self.hasher);
        let v = *self
            .table
            .entry(
                hasher.hash_one(n),
                |&v| integers[v as usize] == n,
                |&v| hasher.hash_one(integers[v as usize]),
            )
            .or_insert(next)
            .get();
        if v == next {
            self.integers.push(n);
        }
        Ok(v)
    }

    /// Lengthens the array to hold `n`, up to `allowed` entries, and moves the entries that belong
    /// there out of the hash table.
    fn grow_direct(&mut self, n: u64, allowed: u64) {
        let wanted =
            (n + 1).max(2 * self.direct.len() as u64).max(DIRECT_START).min(allowed) as usize;
        self.direct.resize(wanted, ABSENT);
        let (integers, direct) = (&self.integers, &mut self.direct);
        self.table.retain(|&mut v| {
            let n = integers[v as usize];
            let small = n < direct.len() as u64;
            if small {
                direct[n as usize] = v;
            }
            !small
        });
    }

    /// The number of the name `name`.
    ///
    /// # Errors
    /// If there would be more than `u32::MAX` names.
    pub fn text(&mut self, name: &str) -> Result<u32, TooManyNames> {
        if self.integers_only {
            if let Some(n) = canonical_integer(name) {
                return self.integer(n);
            }
            self.turn_into_text();
        }
        let next = self.next()?;
        let (text, hasher) = (&self.text, &self.hasher);
        let v = *self
            .table
            .entry(
                hasher.hash_one(name),
                |&v| text.get(v) == name,
                |&v| hasher.hash_one(text.get(v)),
            )
            .or_insert(next)
            .get();
        if v == next {
            self.text.push(name);
        }
        Ok(v)
    }

    /// The vertex with the name `name`, if there is one.
    pub fn find(&self, name: &str) -> Option<u32> {
        if !self.integers_only {
            let hash = self.hasher.hash_one(name);
            return self.table.find(hash, |&v| self.text.get(v) == name).copied();
        }
        let n = canonical_integer(name)?;
        if n < self.direct.len() as u64 {
            let v = self.direct[n as usize];
            return (v != ABSENT).then_some(v);
        }
        self.table.find(self.hasher.hash_one(n), |&v| self.integers[v as usize] == n).copied()
    }

    /// The names. They are [`Names::Dense`] if they are 0, 1, 2, ... in this order.
    pub fn finish(self) -> Names {
        if !self.integers_only {
            return Names::Text(self.text);
        }
        if self.integers.iter().enumerate().all(|(v, &n)| v as u64 == n) {
            return Names::Dense(self.integers.len() as u32);
        }
        Names::Integers(self.integers)
    }

    fn next(&self) -> Result<u32, TooManyNames> {
        let next = self.len();
        if next == u32::MAX { Err(TooManyNames) } else { Ok(next) }
    }

    fn turn_into_text(&mut self) {
        self.integers_only = false;
        self.direct = Vec::new();
        for &n in &self.integers {
            self.text.push_integer(n);
        }
        self.integers = Vec::new();
        self.table = HashTable::with_capacity(self.text.len() as usize);
        let (text, hasher) = (&self.text, &self.hasher);
        for v in 0..text.len() {
            self.table
                .insert_unique(hasher.hash_one(text.get(v)), v, |&v| hasher.hash_one(text.get(v)));
        }
    }
}

impl Default for Interner {
    fn default() -> Self {
        Interner::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// A plain twin: names as strings in a map.
    fn plain(names: &[String]) -> (Vec<u32>, Vec<String>) {
        let mut map = HashMap::new();
        let mut order = Vec::new();
        let indices = names
            .iter()
            .map(|name| {
                *map.entry(name.clone()).or_insert_with(|| {
                    order.push(name.clone());
                    order.len() as u32 - 1
                })
            })
            .collect();
        (indices, order)
    }

    fn check(names: &[String]) {
        let (indices, order) = plain(names);
        let mut interner = Interner::new();
        for (name, &v) in names.iter().zip(&indices) {
            assert_eq!(interner.text(name), Ok(v), "{name}");
            assert_eq!(interner.find(name), Some(v), "{name}");
        }
        assert_eq!(interner.find("absent"), None);
        assert_eq!(interner.find("99999999999"), None);
        let found = interner.finish();
        let index = NameIndex::new(&found);
        assert_eq!(found.len() as usize, order.len());
        for (v, name) in order.iter().enumerate() {
            assert_eq!(found.get(v as u32).to_string(), *name);
            assert_eq!(found.find(name), Some(v as u32));
            assert_eq!(index.find(name), Some(v as u32));
        }
        assert_eq!(index.find("absent"), None);
    }

    #[test]
    fn agrees_with_a_plain_map() {
        // A fixed linear congruential sequence: dense, sparse and huge integers, then text in
        // between.
        let mut state = 1_u64;
        let mut random = move |n: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        for round in 0..40 {
            let names: Vec<String> = (0..3000)
                .map(|i| match (round % 4, random(8)) {
                    (1.., 0) => (random(500) << 20).to_string(),
                    (2.., 1) => (u64::MAX - random(9)).to_string(),
                    (3.., 2) if i > 1000 => format!("v{}", random(300)),
                    (3.., 3) if i > 2000 => format!("0{}", random(30)),
                    _ => random(60_000).to_string(),
                })
                .collect();
            check(&names);
        }
    }

    #[test]
    fn dense_only_when_in_order() {
        let names = |list: &[u64]| {
            let mut interner = Interner::new();
            for &n in list {
                interner.integer(n).unwrap();
            }
            interner.finish()
        };
        assert_eq!(names(&[0, 1, 0, 2]), Names::Dense(3));
        assert_eq!(names(&[1, 0]), Names::Integers(vec![1, 0]));
        assert_eq!(names(&[]), Names::Dense(0));
    }
}
