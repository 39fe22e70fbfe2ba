//! Rulesets written in Python.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use pyo3::exceptions::{PyNotImplementedError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyString, PyTuple, PyWeakrefMethods, PyWeakrefReference};
use upstar::core::{Lease, Player};
use upstar::rules::{
    Class, Game, Negated, Options, Position as RulesPosition, RuleError, Rules, Ruleset, Sides, Sum,
};

use crate::convert::player_name;
use crate::home::{forget, present};
use crate::position::Position;
use crate::work::{current, keep, kept};

/// A position of a ruleset in Python: its number in the ruleset's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct OwnPosition(u32);

impl RulesPosition for OwnPosition {
    fn order(&self, other: &Self) -> std::cmp::Ordering {
        self.cmp(other)
    }
}

/// What is known of a position.
struct Entry {
    object: Py<PyAny>,
    text: String,
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
struct Table {
    entries: Vec<Entry>,
    texts: HashMap<String, u32>,
}

/// A position is asked for its options so often before it is looked whether it comes back.
const OFTEN: u64 = 64;

/// So many positions of a cycle are named.
const MOST_NAMED: usize = 12;

/// What one position of a list takes: steps of work, between some of which the budget is looked at,
/// and about how many bytes.
const STEPS: u64 = 64;
const BYTES: u64 = 256;

/// A ruleset in Python, as the engine has it.
pub(crate) struct OwnRuleset {
    /// The object, which lives as long as its positions in Python.
    object: Py<PyWeakrefReference>,
    name: String,
    class: Class,
    /// No other ruleset of this process has it.
    number: u64,
    has_components: bool,
    has_normalize: bool,
    has_show: bool,
    /// Positions as they were met, to their numbers.
    numbers: Py<PyDict>,
    table: Mutex<Table>,
}

impl OwnRuleset {
    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let object = self.object.bind(py).upgrade();
        object.ok_or_else(|| PyRuntimeError::new_err(format!("the ruleset {} is gone", self.name)))
    }

    /// The number of a position.
    fn number(&self, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        let numbers = self.numbers.bind(position.py());
        match numbers.get_item(position)? {
            Some(number) => number.extract(),
            None => self.add(position),
        }
    }

    fn add(&self, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = position.py();
        let object = self.object(py)?;
        let mut text = if self.has_show {
            object.call_method1("show", (position,))?.extract()?
        } else {
            position.repr()?.to_string()
        };
        let normal = if self.has_normalize {
            Some(object.call_method1("normalize", (position,))?)
        } else {
            None
        };
        let itself = normal.as_ref().map_or(Ok(true), |normal| normal.eq(position))?;
        let number = {
            let mut table = self.table();
            let number = u32::try_from(table.entries.len())
                .map_err(|_| PyRuntimeError::new_err("more than 2^32 positions"))?;
            if table.texts.contains_key(&text) {
                text = format!("{text} #{number}");
            }
            table.texts.insert(text.clone(), number);
            table.entries.push(Entry {
                object: position.clone().unbind(),
                text,
                normal: number,
                options: [None, None],
                parts: None,
                asked: 0,
            });
            number
        };
        // Another thread may have been faster: its number holds.
        let known = self.numbers.bind(py).call_method1("setdefault", (position, number))?;
        let number: u32 = known.extract()?;
        if !itself && let Some(normal) = normal {
            let normal = self.number(&normal)?;
            self.table().entries[number as usize].normal = normal;
        }
        Ok(number)
    }

    /// What a method of the ruleset lists of a position: taken one by one, within the budget.
    fn list(
        &self,
        number: u32,
        method: &str,
        player: Option<Player>,
    ) -> Result<Arc<[u32]>, RuleError> {
        let budget = current();
        let (mut ticker, mut lease) = (budget.ticker(), Lease::new(&budget));
        Python::attach(|py| {
            let mut numbers = Vec::new();
            for position in self.listed(py, number, method, player).map_err(keep)? {
                ticker.tick(STEPS)?;
                lease.reserve(BYTES)?;
                let number = position.and_then(|position| self.number(&position));
                numbers.push(number.map_err(keep)?);
            }
            Ok(numbers.into())
        })
    }

    fn listed<'py>(
        &self,
        py: Python<'py>,
        number: u32,
        method: &str,
        player: Option<Player>,
    ) -> PyResult<Bound<'py, PyIterator>> {
        let position = self.table().entries[number as usize].object.clone_ref(py);
        let object = self.object(py)?;
        let listed = match player {
            Some(player) => object.call_method1(method, (position, player_name(player)))?,
            None => object.call_method1(method, (position,))?,
        };
        if listed.is_instance_of::<PyString>() {
            let message = format!("{method}() gives a list of positions, not a text");
            return Err(PyTypeError::new_err(message));
        }
        listed.try_iter()
    }

    /// A way from a position back to itself, among the options that were asked for.
    fn cycle(&self, from: u32) -> Option<String> {
        let table = self.table();
        let next = |at: u32| {
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
                    let text = |at: &u32| table.entries[*at as usize].text.clone();
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
        let side = usize::from(player == Player::Right);
        let (known, asked) = {
            let entry = &mut self.table().entries[number as usize];
            entry.asked += 1;
            (entry.options[side].clone(), entry.asked)
        };
        if !self.class.loopy
            && asked >= OFTEN
            && asked.is_power_of_two()
            && let Some(cycle) = self.cycle(number)
        {
            return Err(RuleError::NotApplicable(format!(
                "{} is a game without loops, and a position comes back: {cycle}; in a game with \
                 loops, write `loopy = True` in its class",
                self.name
            )));
        }
        let options = match known {
            Some(options) => options,
            None => {
                let options = self.list(number, "options", Some(player))?;
                self.table().entries[number as usize].options[side] = Some(options.clone());
                options
            }
        };
        out.extend(options.iter().map(|&number| OwnPosition(number)));
        Ok(())
    }

    fn components(
        &self,
        &OwnPosition(number): &OwnPosition,
        out: &mut Vec<OwnPosition>,
    ) -> Result<(), RuleError> {
        if !self.has_components {
            out.push(OwnPosition(number));
            return Ok(());
        }
        let known = self.table().entries[number as usize].parts.clone();
        let parts = match known {
            Some(parts) => parts,
            None => {
                let parts = self.list(number, "components", None)?;
                self.table().entries[number as usize].parts = Some(parts.clone());
                parts
            }
        };
        out.extend(parts.iter().map(|&number| OwnPosition(number)));
        Ok(())
    }

    fn normalize(&self, OwnPosition(number): OwnPosition) -> (OwnPosition, Negated) {
        (OwnPosition(self.table().entries[number as usize].normal), Negated::No)
    }

    fn parameters(&self) -> String {
        format!("#{}", self.number)
    }

    fn write(&self, &OwnPosition(number): &OwnPosition) -> String {
        self.table().entries[number as usize].text.clone()
    }

    fn parse(&self, text: &str) -> Result<OwnPosition, RuleError> {
        match self.table().texts.get(text) {
            Some(&number) => Ok(OwnPosition(number)),
            None => Err(RuleError::notation(text, 0..text.len(), "a position that was not met")),
        }
    }

    fn call(&self, position: &OwnPosition) -> String {
        format!("{}({})", self.name, self.write(position))
    }
}

/// A custom game: a class with a method `options`. Its positions can be played, evaluated and added
/// like those of any game.
///
/// `options(position, player)` lists the positions after the moves of `player`, "left" or "right";
/// in a class with `impartial = True` both players have the same. A position is any object that can
/// be a dictionary key. Three methods are optional: `components(position)` lists positions whose
/// sum it is, `normalize(position)` returns a representative of equivalent positions, and
/// `show(position)` returns its text. If positions can repeat, set `loopy = True`.
///
/// >>> import upstar as up
/// >>> class Countdown(up.Ruleset):
/// ...     impartial = True
/// ...     def options(self, position, player):
/// ...         return [position - k for k in (1, 2, 3) if k <= position]
/// >>> Countdown().position(7).grundy
/// 3
#[pyclass(frozen, subclass, weakref, module = "upstar", name = "Ruleset")]
pub(crate) struct PythonRuleset {
    rules: OnceLock<Rules>,
}

/// An attribute of the class that is true or false.
fn flag(object: &Bound<'_, PyAny>, name: &str) -> PyResult<bool> {
    object.getattr(name)?.is_truthy()
}

impl PythonRuleset {
    fn rules(slf: &Bound<'_, Self>) -> PyResult<Rules> {
        if let Some(rules) = slf.get().rules.get() {
            return Ok(rules.clone());
        }
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let py = slf.py();
        let object = slf.as_any();
        let base = py.get_type::<PythonRuleset>();
        let overrides = |name: &str| -> PyResult<bool> {
            Ok(!slf.get_type().getattr(name)?.is(base.getattr(name)?))
        };
        if !overrides("options")? {
            let message = "a ruleset has a method options(self, position, player)";
            return Err(PyNotImplementedError::new_err(message));
        }
        let impartial = flag(object, "impartial")?;
        let ruleset = OwnRuleset {
            object: PyWeakrefReference::new(object)?.unbind(),
            name: slf.get_type().name()?.to_string(),
            class: Class {
                sides: if impartial { Sides::Impartial } else { Sides::Partizan },
                loopy: flag(object, "loopy")?,
                entailing: false,
            },
            number: NEXT.fetch_add(1, Ordering::Relaxed),
            has_components: overrides("components")?,
            has_normalize: overrides("normalize")?,
            has_show: overrides("show")?,
            numbers: PyDict::new(py).unbind(),
            table: Mutex::default(),
        };
        Ok(slf.get().rules.get_or_init(|| Rules::new(ruleset)).clone())
    }
}

#[pymethods]
impl PythonRuleset {
    #[new]
    #[pyo3(signature = (*_arguments, **_named))]
    fn new(_arguments: &Bound<'_, PyTuple>, _named: Option<&Bound<'_, PyDict>>) -> Self {
        PythonRuleset { rules: OnceLock::new() }
    }

    /// What makes the ruleset again, if its class needs no arguments.
    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        Ok(format!("{}()", slf.get_type().name()?))
    }

    /// The class and what the object knows; positions are numbered anew.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let make = py.import("copyreg")?.getattr("__newobj__")?;
        let class = PyTuple::new(py, [slf.get_type()])?;
        let state = slf.getattr("__dict__").unwrap_or_else(|_| py.None().into_bound(py));
        PyTuple::new(py, [make, class.into_any(), state])
    }

    /// Whether both players have the same moves.
    #[classattr]
    fn impartial() -> bool {
        false
    }

    /// Whether a position may come back.
    #[classattr]
    fn loopy() -> bool {
        false
    }

    /// The positions after the moves of a player, "left" or "right".
    ///
    /// >>> import upstar as up
    /// >>> class Countdown(up.Ruleset):
    /// ...     impartial = True
    /// ...     def options(self, position, player):
    /// ...         return range(position)
    /// >>> list(Countdown().options(2, "left"))
    /// [0, 1]
    fn options(&self, position: &Bound<'_, PyAny>, player: &str) -> PyResult<Vec<Py<PyAny>>> {
        let _ = (position, player);
        Err(PyNotImplementedError::new_err("a ruleset lists the options of its positions"))
    }

    /// The positions of which a position is the sum.
    ///
    /// >>> import upstar as up
    /// >>> class Countdown(up.Ruleset):
    /// ...     impartial = True
    /// ...     def options(self, position, player):
    /// ...         return range(position)
    /// >>> Countdown().components(2)
    /// [2]
    fn components(&self, position: Py<PyAny>) -> Vec<Py<PyAny>> {
        vec![position]
    }

    /// The representative of all positions that are equal by symmetry.
    ///
    /// >>> import upstar as up
    /// >>> class Countdown(up.Ruleset):
    /// ...     impartial = True
    /// ...     def options(self, position, player):
    /// ...         return range(position)
    /// >>> Countdown().normalize(2)
    /// 2
    fn normalize(&self, position: Py<PyAny>) -> Py<PyAny> {
        position
    }

    /// The position as text: different texts for different positions.
    ///
    /// >>> import upstar as up
    /// >>> class Countdown(up.Ruleset):
    /// ...     impartial = True
    /// ...     def options(self, position, player):
    /// ...         return range(position)
    /// >>> Countdown().show(2)
    /// '2'
    fn show(&self, position: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(position.repr()?.to_string())
    }

    /// A position of the game, from any object that can be a dictionary key.
    ///
    /// >>> import upstar as up
    /// >>> class Countdown(up.Ruleset):
    /// ...     impartial = True
    /// ...     def options(self, position, player):
    /// ...         return range(position)
    /// >>> Countdown().position(2).grundy, Countdown().position(2, misere=True).winner
    /// (2, 'first')
    #[pyo3(signature = (position, /, *, misere=false))]
    fn position(
        slf: &Bound<'_, Self>,
        position: &Bound<'_, PyAny>,
        misere: bool,
    ) -> PyResult<Position> {
        let rules = Self::rules(slf)?;
        let Some(own) = rules.downcast::<OwnRuleset>() else {
            return Err(PyRuntimeError::new_err("the rules are not those of this object"));
        };
        let number = own.number(position)?;
        let game = rules.at(OwnPosition(number));
        match kept() {
            Some(error) => Err(error),
            None => Ok(Position::new(slf.py(), &present(), game.into()).in_misere_play(misere)),
        }
    }

    #[pyo3(signature = (position, /, *, misere=false))]
    fn __call__(
        slf: &Bound<'_, Self>,
        position: &Bound<'_, PyAny>,
        misere: bool,
    ) -> PyResult<Position> {
        Self::position(slf, position, misere)
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
