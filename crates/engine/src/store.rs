//! Results kept for the next run.
//!
//! Values are written as nodes: a node is a number with ups and a nimber, or lists
//! of earlier nodes. Ids of a universe are never written.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;
use upstar_core::{Budget, GrundyValue};
use upstar_values::{Id, Rational, Worker};

use crate::algebra::{Grundy, Of, Short, kind_of};
use crate::misere_search;
use crate::search::Signed;
use crate::table::Table;
use crate::{
    Class, Convention, Engine, Negated, Result, RuleError, Ruleset, StoreError, WinnerSearch,
};

/// Takes an encoded position and the number of the node of its value.
pub type EachPosition<'a> = dyn FnMut(&[u8], u64) -> Result<(), StoreError> + 'a;

/// A place where values of positions are kept, ruleset by ruleset.
///
/// The key of a ruleset names it with its version and parameters. Nodes of a
/// ruleset are numbered from 0 in the order in which they were saved.
pub trait Store {
    /// Calls `each` with every node of a ruleset, in order.
    ///
    /// # Errors
    /// Whatever the store or `each` fails with.
    fn nodes(
        &self,
        ruleset: &str,
        each: &mut dyn FnMut(&[u8]) -> Result<(), StoreError>,
    ) -> Result<(), StoreError>;

    /// Calls `each` with every position of a ruleset and the number of the node of
    /// its value (of impartial rulesets, with the Grundy value).
    ///
    /// # Errors
    /// Whatever the store or `each` fails with.
    fn positions(&self, ruleset: &str, each: &mut EachPosition<'_>) -> Result<(), StoreError>;

    /// Appends nodes, the first of which has the number `first`, and positions: all
    /// of them or, after a crash, none.
    ///
    /// # Errors
    /// Whatever the store fails with.
    fn save(
        &mut self,
        ruleset: &str,
        first: u64,
        nodes: &[Vec<u8>],
        positions: &[(Vec<u8>, u64)],
    ) -> Result<(), StoreError>;
}

/// The entries of one ruleset in a store.
#[derive(Debug, Default)]
pub struct Stored {
    /// The numbers of the nodes of values.
    nodes: HashMap<Id, u64>,
    count: u64,
    /// Hashes of the positions; one that is taken for another is computed again.
    positions: HashSet<u64, FixedState>,
    /// The same of sums whose outcomes are known, in normal play and in misère play.
    winners: Vec<Stored>,
}

impl Stored {
    /// How many positions are stored.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.positions.len()
    }
}

fn failed(error: StoreError) -> RuleError {
    match error.downcast::<RuleError>() {
        Ok(error) => *error,
        Err(error) => RuleError::Store(error),
    }
}

fn damaged(what: &str) -> StoreError {
    format!("the store is damaged: {what}; delete it to begin anew").into()
}

pub(crate) fn ruleset_key<R: Ruleset + ?Sized>(rules: &R) -> String {
    format!("{} v{} {}", rules.name(), rules.version(), rules.parameters())
}

/// Puts what is stored of a ruleset into the engine's tables.
pub(crate) fn load<R: Ruleset + ?Sized>(
    rules: &R,
    engine: &Engine<'_>,
    store: &dyn Store,
    budget: &Budget,
) -> Result<Stored> {
    let mut stored = load_values(rules, engine, store, budget)?;
    for convention in searched(rules.class()) {
        stored.winners.push(load_winners(rules, engine, store, convention, budget)?);
    }
    Ok(stored)
}

/// The conventions in which who wins is searched.
fn searched(class: Class) -> &'static [Convention] {
    match (class.loopy || class.entailing, class.is_impartial()) {
        (true, _) => &[],
        (_, true) => &[Convention::Misere],
        _ => &[Convention::Normal, Convention::Misere],
    }
}

/// Under which key it is kept who wins sums of positions.
fn winners_key<R: Ruleset + ?Sized>(rules: &R, convention: Convention) -> String {
    format!("{} winners {convention:?}", ruleset_key(rules))
}

/// A sum as bytes: for each part whether it is negated and the position with its length, and then
/// the number of the node of the value.
fn encode_sum<R: Ruleset + ?Sized>(
    rules: &R,
    parts: &[(&R::Position, Negated)],
    value: u64,
) -> Vec<u8> {
    let mut bytes = value.to_le_bytes().to_vec();
    for (position, negated) in parts {
        let position = rules.encode(position);
        bytes.push(u8::from(*negated == Negated::Yes));
        bytes.extend((position.len() as u32).to_le_bytes());
        bytes.extend(position);
    }
    bytes
}

/// Parts and the number of the value.
type DecodedSum<P> = (Vec<(P, Negated)>, u64);

/// Reads what [`encode_sum`] writes.
fn decode_sum<R: Ruleset + ?Sized>(rules: &R, bytes: &[u8]) -> Option<DecodedSum<R::Position>> {
    let (value, mut rest) = bytes.split_first_chunk()?;
    let mut parts = Vec::new();
    while let Some((sign, after)) = rest.split_first() {
        let (length, after) = after.split_first_chunk()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        let position = rules.decode(after.get(..length)?)?;
        parts.push((position, if *sign == 1 { Negated::Yes } else { Negated::No }));
        rest = &after[length..];
    }
    Some((parts, u64::from_le_bytes(*value)))
}

/// Stores whether the first player wins the sum of some parts and a value.
type Learn<'a, P> = dyn FnMut(&[(P, Negated)], Id, bool) -> Result + 'a;

fn load_winners<R: Ruleset + ?Sized>(
    rules: &R,
    engine: &Engine<'_>,
    store: &dyn Store,
    &convention: &Convention,
    budget: &Budget,
) -> Result<Stored> {
    let key = winners_key(rules, convention);
    let mut stored = Stored::default();
    let mut worker = engine.universe().worker(budget);
    let ids = load_nodes(&key, store, &mut worker, &mut stored)?;
    let hasher = FixedState::with_seed(7);
    let mut load = |learn: &mut Learn<'_, R::Position>| {
        let loaded = store.positions(&key, &mut |bytes, wins| {
            let sum = decode_sum(rules, bytes).ok_or_else(|| damaged("a sum"))?;
            let value = usize::try_from(sum.1).ok().and_then(|number| ids.get(number));
            let value = *value.ok_or_else(|| damaged("the value of a sum"))?;
            stored.positions.insert(hasher.hash_one(bytes));
            Ok(learn(&sum.0, value, wins == 1)?)
        });
        loaded.map_err(failed)
    };
    if misere_search::is_for(rules, convention) {
        engine.misere_search(rules, budget, |search| {
            load(&mut |parts, _, wins| search.learn_sum(parts, wins))
        })?;
    } else {
        let table = engine.table::<Of<R, Short<'static>>, _, _>(kind_of(rules));
        let mut search = engine.search_outcome(rules, convention, &table, budget);
        load(&mut |parts, value, wins| search.learn(parts, value, wins))?;
        let mut read = |piece: &[u8]| {
            let read = search.own().is_some_and(|own| own.read(piece, budget));
            if read { Ok(()) } else { Err(damaged("the results of a search")) }
        };
        store.nodes(&own_key(&key), &mut read).map_err(failed)?;
    }
    Ok(stored)
}

fn save_winners<R: Ruleset + ?Sized>(
    rules: &R,
    engine: &Engine<'_>,
    store: &mut dyn Store,
    convention: Convention,
    stored: &mut Stored,
) -> Result {
    let budget = Budget::unlimited();
    let mut worker = engine.universe().worker(&budget);
    let hasher = FixedState::with_seed(7);
    let (first, mut nodes, mut sums) = (stored.count, Vec::new(), Vec::new());
    let mut add = |parts: &[(&R::Position, Negated)], value: Id, wins: bool| {
        let number = add_nodes(&mut worker, value, stored, &mut nodes)?;
        let bytes = encode_sum(rules, parts, number);
        if stored.positions.insert(hasher.hash_one(&bytes[..])) {
            sums.push((bytes, u64::from(wins)));
        }
        Ok(())
    };
    if misere_search::is_for(rules, convention) {
        engine.misere_search(rules, &budget, |search| {
            search.each_known(|parts, wins| add(parts, Id::ZERO, wins))
        })?;
    } else {
        let table = engine.table::<Of<R, Short<'static>>, _, _>(kind_of(rules));
        let mut search = engine.search_outcome(rules, convention, &table, &budget);
        search.each_known(&mut add)?;
        if let Some(own) = search.own() {
            save_own(&winners_key(rules, convention), &mut **own, store)?;
        }
    }
    if sums.is_empty() {
        return Ok(());
    }
    sums.sort_unstable();
    let saved = store.save(&winners_key(rules, convention), first, &nodes, &sums).map_err(failed);
    if saved.is_err() {
        forget(stored, first, &sums);
    }
    saved
}

/// Under which key the results of a ruleset's own search are kept.
fn own_key(winners: &str) -> String {
    format!("{winners} by its own search")
}

/// Saves what a ruleset's own search knows. Pieces take the places of older ones; where there are
/// more of these, they stay, since they are as true.
fn save_own<P>(key: &str, own: &mut dyn WinnerSearch<P>, store: &mut dyn Store) -> Result {
    let (key, mut number) = (own_key(key), 0);
    own.write(&mut |piece| {
        store.save(&key, number, &[piece], &[]).map_err(failed)?;
        number += 1;
        Ok(())
    })
}

/// What could not be written is for the next time.
fn forget(stored: &mut Stored, first: u64, positions: &[(Vec<u8>, u64)]) {
    let hasher = FixedState::with_seed(7);
    for (bytes, _) in positions {
        stored.positions.remove(&hasher.hash_one(&bytes[..]));
    }
    stored.nodes.retain(|_, number| *number < first);
    stored.count = first;
}

/// Reads the nodes of values under a key.
fn load_nodes(
    key: &str,
    store: &dyn Store,
    worker: &mut Worker<'_>,
    stored: &mut Stored,
) -> Result<Vec<Id>> {
    let mut ids: Vec<Id> = Vec::new();
    store
        .nodes(key, &mut |bytes| {
            let id = decode(worker, bytes, &ids)?;
            ids.push(id);
            Ok(())
        })
        .map_err(failed)?;
    stored.count = ids.len() as u64;
    stored.nodes = ids.iter().enumerate().map(|(number, &id)| (id, number as u64)).collect();
    Ok(ids)
}

fn load_values<R: Ruleset + ?Sized>(
    rules: &R,
    engine: &Engine<'_>,
    store: &dyn Store,
    budget: &Budget,
) -> Result<Stored> {
    let key = ruleset_key(rules);
    let mut stored = Stored::default();
    if rules.class().is_impartial() {
        let table = engine.table::<Of<R, Grundy>, R::Position, Signed<GrundyValue>>(kind_of(rules));
        read_positions(rules, &key, store, &table, &mut stored, |number| {
            u32::try_from(number).ok()
        })?;
        return Ok(stored);
    }
    let mut worker = engine.universe().worker(budget);
    let ids = load_nodes(&key, store, &mut worker, &mut stored)?;
    let table = engine.table::<Of<R, Short<'static>>, R::Position, Signed<Id>>(kind_of(rules));
    let value =
        |number| usize::try_from(number).ok().and_then(|number: usize| ids.get(number).copied());
    read_positions(rules, &key, store, &table, &mut stored, value)?;
    Ok(stored)
}

fn read_positions<R: Ruleset + ?Sized, V: Copy>(
    rules: &R,
    key: &str,
    store: &dyn Store,
    table: &Table<R::Position, Signed<V>>,
    stored: &mut Stored,
    value: impl Fn(u64) -> Option<V>,
) -> Result
where
    R::Position: Hash + Eq,
{
    let hasher = FixedState::with_seed(7);
    store
        .positions(key, &mut |bytes, number| {
            let position = rules.decode(bytes).ok_or_else(|| damaged("a position"))?;
            let value = value(number).ok_or_else(|| damaged("the value of a position"))?;
            stored.positions.insert(hasher.hash_one(bytes));
            let (hash, size) = (table.hash(&position), rules.bytes(&position));
            table.insert(position, hash, (value, Negated::No), size);
            Ok(())
        })
        .map_err(failed)
}

/// Saves what the engine's tables know of a ruleset and the store does not.
pub(crate) fn save<R: Ruleset + ?Sized>(
    rules: &R,
    engine: &Engine<'_>,
    store: &mut dyn Store,
    stored: &mut Stored,
) -> Result {
    let first = stored.count;
    let mut positions = Vec::new();
    let done = save_new(rules, engine, store, stored, &mut positions);
    if done.is_err() {
        forget(stored, first, &positions);
    }
    let mut saved = done;
    let mut winners = std::mem::take(&mut stored.winners);
    for (&convention, stored) in searched(rules.class()).iter().zip(&mut winners) {
        saved = saved.and(save_winners(rules, engine, store, convention, stored));
    }
    stored.winners = winners;
    saved
}

/// As [`save`]; `positions` are then marked as stored, whatever comes of it.
fn save_new<R: Ruleset + ?Sized>(
    rules: &R,
    engine: &Engine<'_>,
    store: &mut dyn Store,
    stored: &mut Stored,
    positions: &mut Vec<(Vec<u8>, u64)>,
) -> Result {
    let key = ruleset_key(rules);
    let hasher = FixedState::with_seed(7);
    let mut nodes = Vec::new();
    let first = stored.count;
    if rules.class().is_impartial() {
        let table = engine.table::<Of<R, Grundy>, R::Position, Signed<GrundyValue>>(kind_of(rules));
        // A nimber is its own negative.
        table.each(|position, (value, _)| {
            let bytes = rules.encode(position);
            if stored.positions.insert(hasher.hash_one(&bytes[..])) {
                positions.push((bytes, u64::from(value)));
            }
            Ok::<(), RuleError>(())
        })?;
    } else {
        // What is known is saved, whatever became of the budget of the search.
        let mut worker = engine.universe().worker(&Budget::unlimited());
        let table = engine.table::<Of<R, Short<'static>>, R::Position, Signed<Id>>(kind_of(rules));
        table.each(|position, (value, negated)| {
            let bytes = rules.encode(position);
            if stored.positions.insert(hasher.hash_one(&bytes[..])) {
                positions.push((bytes, 0));
                let value = match negated {
                    Negated::No => value,
                    Negated::Yes => worker.neg(value)?,
                };
                let number = add_nodes(&mut worker, value, stored, &mut nodes)?;
                positions.last_mut().expect("just pushed").1 = number;
            }
            Ok::<(), RuleError>(())
        })?;
    }
    if positions.is_empty() {
        return Ok(());
    }
    positions.sort_unstable();
    store.save(&key, first, &nodes, positions).map_err(failed)
}

/// Adds a value and what it is made of, in postorder.
fn add_nodes(
    worker: &mut Worker<'_>,
    value: Id,
    stored: &mut Stored,
    nodes: &mut Vec<Vec<u8>>,
) -> Result<u64> {
    let mut stack = vec![value];
    while let Some(&id) = stack.last() {
        if stored.nodes.contains_key(&id) {
            stack.pop();
            continue;
        }
        let bytes = if let Some((number, ups, nimber)) = worker.as_number_up_star(id) {
            format!("n{number} {ups} {nimber}").into_bytes()
        } else {
            let options = [worker.left_options(id)?, worker.right_options(id)?];
            let open = stack.len();
            stack.extend(
                options.iter().flatten().filter(|option| !stored.nodes.contains_key(option)),
            );
            if stack.len() > open {
                continue;
            }
            let mut bytes = vec![b'g'];
            for ids in &options {
                bytes.extend((ids.len() as u32).to_le_bytes());
                for option in ids {
                    bytes.extend(stored.nodes[option].to_le_bytes());
                }
            }
            bytes
        };
        stack.pop();
        nodes.push(bytes);
        stored.nodes.insert(id, stored.count);
        stored.count += 1;
    }
    Ok(stored.nodes[&value])
}

/// The value of a node, made of earlier ones.
fn decode(worker: &mut Worker<'_>, bytes: &[u8], ids: &[Id]) -> Result<Id, StoreError> {
    let bad = || damaged("a node");
    match bytes.split_first() {
        Some((b'n', text)) => {
            let text = std::str::from_utf8(text).map_err(|_| bad())?;
            let mut parts = text.split(' ');
            let mut next = || parts.next().ok_or_else(bad);
            let number: Rational = next()?.parse().map_err(|_| bad())?;
            let ups: i64 = next()?.parse().map_err(|_| bad())?;
            let nimber: u32 = next()?.parse().map_err(|_| bad())?;
            Ok(worker.up_star(&number, ups, nimber).map_err(RuleError::from)?)
        }
        Some((b'g', mut rest)) => {
            let mut sides = [Vec::new(), Vec::new()];
            for side in &mut sides {
                let (count, after) = rest.split_first_chunk().ok_or_else(bad)?;
                rest = after;
                for _ in 0..u32::from_le_bytes(*count) {
                    let (number, after) = rest.split_first_chunk().ok_or_else(bad)?;
                    rest = after;
                    let number = usize::try_from(u64::from_le_bytes(*number)).map_err(|_| bad())?;
                    side.push(*ids.get(number).ok_or_else(bad)?);
                }
            }
            if !rest.is_empty() {
                return Err(bad());
            }
            Ok(worker.game(&sides[0], &sides[1]).map_err(RuleError::from)?)
        }
        _ => Err(bad()),
    }
}
