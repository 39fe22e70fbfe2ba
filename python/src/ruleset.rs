//! The class from which rulesets in Python are derived.

use std::sync::OnceLock;

use pyo3::exceptions::{PyNotImplementedError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use upstar::rules::{Class, Rules, Sides};

use crate::home::present;
use crate::own::{Methods, OwnPosition, OwnRuleset};
use crate::position::Position;
use crate::work::{Object, kept};

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
fn flag(object: &Object<'_>, name: &str) -> PyResult<bool> {
    object.getattr(name)?.is_truthy()
}

impl PythonRuleset {
    fn rules(slf: &Bound<'_, Self>) -> PyResult<Rules> {
        if let Some(rules) = slf.get().rules.get() {
            return Ok(rules.clone());
        }
        let object = slf.as_any();
        let base = slf.py().get_type::<PythonRuleset>();
        let overrides = |name: &str| -> PyResult<bool> {
            Ok(!slf.get_type().getattr(name)?.is(base.getattr(name)?))
        };
        if !overrides("options")? {
            let message = "a ruleset has a method options(self, position, player)";
            return Err(PyNotImplementedError::new_err(message));
        }
        let impartial = flag(object, "impartial")?;
        let class = Class {
            sides: if impartial { Sides::Impartial } else { Sides::Partizan },
            loopy: flag(object, "loopy")?,
            entailing: false,
        };
        let has = Methods {
            components: overrides("components")?,
            normalize: overrides("normalize")?,
            show: overrides("show")?,
        };
        let ruleset = OwnRuleset::new(object, class, has)?;
        Ok(slf.get().rules.get_or_init(|| Rules::compiled(ruleset)).clone())
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
    fn options(&self, position: &Object<'_>, player: &str) -> PyResult<Vec<Py<PyAny>>> {
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
    fn show(&self, position: &Object<'_>) -> PyResult<String> {
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
    fn position(slf: &Bound<'_, Self>, position: &Object<'_>, misere: bool) -> PyResult<Position> {
        let rules = Self::rules(slf)?;
        let Some(own) = rules.downcast::<OwnRuleset>() else {
            return Err(PyRuntimeError::new_err("the rules are not those of this object"));
        };
        let game = rules.at(OwnPosition(own.number(position)?));
        match kept() {
            Some(error) => Err(error),
            None => Ok(Position::new(slf.py(), &present(), game.into()).in_misere_play(misere)),
        }
    }

    #[pyo3(signature = (position, /, *, misere=false))]
    fn __call__(slf: &Bound<'_, Self>, position: &Object<'_>, misere: bool) -> PyResult<Position> {
        Self::position(slf, position, misere)
    }
}
