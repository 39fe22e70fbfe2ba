//! Rulesets written in Python.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashbrown::HashMap;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyDict, PyInt, PyIterator, PyString, PyTuple, PyWeakrefMethods, PyWeakrefReference,
};
use upstar::core::{Budget, Lease, Player, Ticker};
use upstar::rules::{
    Class, Game, Negated, Options, Position as RulesPosition, RuleError, Ruleset, Sum,
};

use crate::home::forget;
use crate::own_values::Values;
use crate::work::{Object, current, keep};

/// A position of a ruleset in Python: its number in the ruleset's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct OwnPosition(pub(crate) u32);

impl RulesPosition for OwnPosition {
    fn order(&self, other: &Self) -> std::cmp::Ordering {
        self.cmp(other)
    }
}

/// What is known of a position.
struct Entry {
    object: Py<PyAny>,
    /// How it is written, once that was asked for.
    text: Option<String>,
    /// The position that stands for it.
    normal: u32,
    /// The options of each player, once they were asked for.
    options: [Option<Arc<[u32]>>; 2],
    parts: Option<Arc<[u32]>>,
    /// How often its options were asked for.
    asked: u64,
}

/// The positions that were met, each once.
#[derive(Default)]
pub(crate) struct Table {
    entries: Vec<Entry>,
    texts: HashMap<String, u32>,
    /// The numbers of positions that are ints and tuples of few, which are found faster here than
    /// in the dictionary that has all.
    packed: HashMap<u128, u32>,
    pub(crate) values: Values,
}

/// Ints of a tuple that is packed lie between -FAR and FAR.
const FAR: i32 = 1 << 30;

/// An int, or a tuple of up to four, in one number: the same of objects that are equal.
fn packed(position: &Object<'_>) -> Option<u128> {
    if let Ok(tuple) = position.cast_exact::<PyTuple>() {
        let mut all = tuple.len() as u128 + 1;
        if tuple.len() > 4 {
            return None;
        }
        for number in tuple.iter_borrowed() {
            let number = i32::try_from(integer(&number)?).ok()?;
            let shifted = number.checked_add(FAR).filter(|&shifted| shifted >= 0)?;
            all = all << 31 | u128::from(shifted.unsigned_abs());
        }
        return Some(all);
    }
    integer(position).map(|number| 15 << 124 | u128::from(number.cast_unsigned()))
}

fn integer(number: &Object<'_>) -> Option<i64> {
    let is_int = number.is_exact_instance_of::<PyInt>() || number.is_exact_instance_of::<PyBool>();
    if is_int { number.extract().ok() } else { None }
}

/// A position is asked for its options so often before it is looked whether it comes back.
const OFTEN: u64 = 64;

/// So many positions of a cycle are named.
const MOST_NAMED: usize = 12;

/// What one position of a list takes: steps of work, between some of which the budget is looked at,
/// and about how many bytes.
const STEPS: u64 = 64;
const BYTES: u64 = 256;

/// What lists of positions keep to.
pub(crate) struct Meter {
    ticker: Ticker,
    pub(crate) lease: Lease,
}

impl Meter {
    pub(crate) fn new(budget: &Budget) -> Self {
        Meter { ticker: budget.ticker(), lease: Lease::new(budget) }
    }
}

/// The methods that a ruleset in Python may have or not.
#[derive(Clone, Copy)]
pub(crate) struct Methods {
    pub(crate) components: bool,
    pub(crate) normalize: bool,
    pub(crate) show: bool,
}

/// A ruleset in Python, as the engine has it.
pub(crate) struct OwnRuleset {
    /// The object, which lives as long as its positions in Python.
    object: Py<PyWeakrefReference>,
    name: String,
    class: Class,
    /// No other ruleset of this process has it.
    number: u64,
    pub(crate) has: Methods,
    /// Positions as they were met, to their numbers.
    numbers: Py<PyDict>,
    table: Mutex<Table>,
}

impl OwnRuleset {
    pub(crate) fn new(object: &Object<'_>, class: Class, has: Methods) -> PyResult<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Ok(OwnRuleset {
            object: PyWeakrefReference::new(object)?.unbind(),
            name: object.get_type().name()?.to_string(),
            class,
            number: NEXT.fetch_add(1, Ordering::Relaxed),
            has,
            numbers: PyDict::new(object.py()).unbind(),
            table: Mutex::default(),
        })
    }

    pub(crate) fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn object<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        let object = self.object.bind(py).upgrade();
        object.ok_or_else(|| PyRuntimeError::new_err(format!("the ruleset {} is gone", self.name)))
    }

    /// The number of a position.
    pub(crate) fn number(&self, position: &Object<'_>) -> PyResult<u32> {
        self.number_by(position, &mut HashMap::new())
    }

    /// The number of a position, which may stand among those that are packed.
    fn number_by(&self, position: &Object<'_>, known: &mut HashMap<u128, u32>) -> PyResult<u32> {
        let packed = packed(position);
        if let Some(packed) = packed
            && let Some(&number) = known.get(&packed)
        {
            return Ok(number);
        }
        let number = match self.numbers.bind(position.py()).get_item(position)? {
            Some(number) => number.extract()?,
            None => self.add(position)?,
        };
        if let Some(packed) = packed {
            known.insert(packed, number);
        }
        Ok(number)
    }

    fn add(&self, position: &Object<'_>) -> PyResult<u32> {
        let py = position.py();
        let normal = if self.has.normalize {
            Some(self.object(py)?.call_method1(intern!(py, "normalize"), (position,))?)
        } else {
            None
        };
        let itself = normal.as_ref().map_or(Ok(true), |normal| normal.eq(position))?;
        let number = {
            let entries = &mut self.table().entries;
            let number = u32::try_from(entries.len())
                .map_err(|_| PyRuntimeError::new_err("more than 2^32 positions"))?;
            entries.push(Entry {
                object: position.clone().unbind(),
                text: None,
                normal: number,
                options: [None, None],
                parts: None,
                asked: 0,
            });
            number
        };
        // Another thread may have been faster: its number holds.
        let numbers = self.numbers.bind(py);
        let known = numbers.call_method1(intern!(py, "setdefault"), (position, number))?;
        let number: u32 = known.extract()?;
        if !itself && let Some(normal) = normal {
            let normal = self.number(&normal)?;
            self.table().entries[number as usize].normal = normal;
        }
        Ok(number)
    }

    /// How a position is written: different texts for different positions.
    fn text(&self, number: u32) -> PyResult<String> {
        if let Some(text) = &self.table().entries[number as usize].text {
            return Ok(text.clone());
        }
        let mut text = Python::attach(|py| {
            let position = self.table().entries[number as usize].object.clone_ref(py);
            if self.has.show {
                self.object(py)?.call_method1(intern!(py, "show"), (position,))?.extract()
            } else {
                Ok::<_, PyErr>(position.bind(py).repr()?.to_string())
            }
        })?;
        let mut table = self.table();
        if table.texts.get(&text).is_some_and(|&other| other != number) {
            text = format!("{text} #{number}");
        }
        table.texts.insert(text.clone(), number);
        table.entries[number as usize].text = Some(text.clone());
        Ok(text)
    }

    /// The text of a position, if there is an error a stand-in.
    fn written(&self, number: u32) -> String {
        self.text(number).map_err(keep).unwrap_or_else(|_| format!("#{number}"))
    }

    /// The options of a position, asked for once.
    pub(crate) fn options_of(
        &self,
        number: u32,
        player: Player,
        meter: &mut Meter,
    ) -> Result<Arc<[u32]>, RuleError> {
        let side = usize::from(player == Player::Right && !self.class.is_impartial());
        if let Some(options) = &self.table().entries[number as usize].options[side] {
            return Ok(options.clone());
        }
        let options = self.list(number, Some(player), meter)?;
        self.table().entries[number as usize].options[side] = Some(options.clone());
        Ok(options)
    }

    /// The parts of a position, asked for once.
    pub(crate) fn parts_of(&self, number: u32, meter: &mut Meter) -> Result<Arc<[u32]>, RuleError> {
        if let Some(parts) = &self.table().entries[number as usize].parts {
            return Ok(parts.clone());
        }
        let parts = self.list(number, None, meter)?;
        self.table().entries[number as usize].parts = Some(parts.clone());
        Ok(parts)
    }

    /// The options of a position for a player, or else its parts: taken one by one, within the budget.
    fn list(
        &self,
        number: u32,
        player: Option<Player>,
        meter: &mut Meter,
    ) -> Result<Arc<[u32]>, RuleError> {
        // Locked once, not for each option: whoever asks meanwhile finds the rest in the dictionary.
        let mut known = std::mem::take(&mut self.table().packed);
        let found = Python::attach(|py| {
            let mut numbers = Vec::new();
            for position in self.listed(py, number, player).map_err(keep)? {
                meter.ticker.tick(STEPS)?;
                meter.lease.cover((numbers.len() as u64 + 1) * BYTES, STEPS * BYTES)?;
                let number = position.and_then(|position| self.number_by(&position, &mut known));
                numbers.push(number.map_err(keep)?);
            }
            Ok(numbers.into())
        });
        let packed = &mut self.table().packed;
        if packed.len() < known.len() {
            std::mem::swap(packed, &mut known);
        }
        packed.extend(known);
        found
    }

    fn listed<'py>(
        &self,
        py: Python<'py>,
        number: u32,
        player: Option<Player>,
    ) -> PyResult<Bound<'py, PyIterator>> {
        let position = self.table().entries[number as usize].object.clone_ref(py);
        let object = self.object(py)?;
        let name = match player {
            Some(_) => intern!(py, "options"),
            None => intern!(py, "components"),
        };
        let listed = match player {
            Some(Player::Left) => object.call_method1(name, (position, intern!(py, "left")))?,
            Some(Player::Right) => object.call_method1(name, (position, intern!(py, "right")))?,
            None => object.call_method1(name, (position,))?,
        };
        if listed.is_instance_of::<PyString>() {
            let message = format!("{name}() gives a list of positions, not a text");
            return Err(PyTypeError::new_err(message));
        }
        listed.try_iter()
    }

    /// The position that stands for a position.
    pub(crate) fn normal(&self, number: u32) -> u32 {
        if !self.has.normalize {
            return number;
        }
        self.table().entries[number as usize].normal
    }

    /// An error if there is a known way from a position back to itself.
    pub(crate) fn no_cycle(&self, number: u32) -> Result<(), RuleError> {
        let Some(cycle) = self.cycle(number) else { return Ok(()) };
        Err(RuleError::NotApplicable(format!(
            "{} is a game without loops, and a position comes back: {cycle}; in a game with loops, \
             write `loopy = True` in its class",
            self.name
        )))
    }

    /// A way from a position back to itself, among the options that were asked for.
    fn cycle(&self, from: u32) -> Option<String> {
        let next = |at: u32| {
            let table = self.table();
            let entry = &table.entries[at as usize];
            let listed = entry.options.iter().flatten().chain(&entry.parts);
            let normal = Some(entry.normal);
            let all = listed.flat_map(|numbers| numbers.iter().copied()).chain(normal);
            all.filter(|&to| to != at || entry.options.iter().flatten().any(|o| o.contains(&at)))
                .collect::<Vec<u32>>()
        };
        let mut seen = HashSet::new();
        let mut path = vec![from];
        let mut waiting = vec![next(from)];
        while let Some(left) = waiting.last_mut() {
            match left.pop() {
                None => {
                    waiting.pop();
                    path.pop();
                }
                Some(to) if to == from => {
                    path.push(from);
                    let text = |at: &u32| self.written(*at);
                    let mut texts: Vec<String> = path.iter().take(MOST_NAMED).map(text).collect();
                    if path.len() > MOST_NAMED {
                        texts.push(format!("... ({} moves)", path.len() - 1));
                        texts.extend(path.last().map(text));
                    }
                    return Some(texts.join(" -> "));
                }
                Some(to) => {
                    if seen.insert(to) {
                        path.push(to);
                        waiting.push(next(to));
                    }
                }
            }
        }
        None
    }
}

impl Drop for OwnRuleset {
    fn drop(&mut self) {
        forget(self);
    }
}

impl Ruleset for OwnRuleset {
    type Position = OwnPosition;

    fn name(&self) -> &str {
        &self.name
    }

    fn class(&self) -> Class {
        self.class
    }

    fn options(
        &self,
        &OwnPosition(number): &OwnPosition,
        player: Player,
        out: &mut Options<OwnPosition>,
    ) -> Result<(), RuleError> {
        let asked = {
            let mut table = self.table();
            let entry = &mut table.entries[number as usize];
            entry.asked += 1;
            entry.asked
        };
        if !self.class.loopy && asked >= OFTEN && asked.is_power_of_two() {
            self.no_cycle(number)?;
        }
        let options = self.options_of(number, player, &mut Meter::new(&current()))?;
        self.table().values.asked(options.len());
        out.extend(options.iter().map(|&number| OwnPosition(number)));
        Ok(())
    }

    fn components(
        &self,
        &OwnPosition(number): &OwnPosition,
        out: &mut Vec<OwnPosition>,
    ) -> Result<(), RuleError> {
        if !self.has.components {
            out.push(OwnPosition(number));
            return Ok(());
        }
        let parts = self.parts_of(number, &mut Meter::new(&current()))?;
        out.extend(parts.iter().map(|&number| OwnPosition(number)));
        Ok(())
    }

    fn computed(
        &self,
        &OwnPosition(number): &OwnPosition,
        budget: &Budget,
    ) -> Result<Option<u64>, RuleError> {
        if self.class.loopy || !self.class.is_impartial() {
            return Ok(None);
        }
        Ok(self.grundy(number, budget)?.map(u64::from))
    }

    fn normalize(&self, OwnPosition(number): OwnPosition) -> (OwnPosition, Negated) {
        (OwnPosition(self.normal(number)), Negated::No)
    }

    fn parameters(&self) -> String {
        format!("#{}", self.number)
    }

    fn write(&self, &OwnPosition(number): &OwnPosition) -> String {
        self.written(number)
    }

    fn parse(&self, text: &str) -> Result<OwnPosition, RuleError> {
        match self.table().texts.get(text) {
            Some(&number) => Ok(OwnPosition(number)),
            None => {
                Err(RuleError::notation(text, 0..text.len(), "a position that was written before"))
            }
        }
    }

    fn call(&self, position: &OwnPosition) -> String {
        format!("{}({})", self.name, self.write(position))
    }
}

/// The rulesets in Python of which there are positions in a sum.
pub(crate) fn owners_of(py: Python<'_>, sum: &Sum) -> Vec<Py<PyAny>> {
    let owners = sum.games().filter_map(|game| {
        let rules = game.rules();
        let own = rules.negative_of().unwrap_or(rules).downcast::<OwnRuleset>()?;
        own.object(py).ok().map(Bound::unbind)
    });
    owners.collect()
}

/// The ruleset and the position of a game in Python; `None` of any other game.
pub(crate) fn parts_of(py: Python<'_>, game: &Game) -> PyResult<Option<(Py<PyAny>, Py<PyAny>)>> {
    let (Some(own), Some(position)) =
        (game.rules().downcast::<OwnRuleset>(), game.position::<OwnPosition>())
    else {
        return Ok(None);
    };
    let object = own.table().entries[position.0 as usize].object.clone_ref(py);
    Ok(Some((own.object(py)?.unbind(), object)))
}
