//! Numbers, values and positions between Python and the engine.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigInt;
use num_rational::BigRational;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFrozenSet, PyInt, PyIterator, PyList, PyString, PyTuple};
use upstar::core::{Budget, Outcome, Player};
use upstar::lang::{Style, Value};
use upstar::values::{Id, Rational};

use crate::game::Game;
use crate::home::{Home, present};
use crate::nimber::Nimber;
use crate::position::Position;
use crate::short::{as_value, quick};
use crate::thermograph::Thermograph;
use crate::value::{Loopy, Other, Surreal};
use crate::work::{Failure, Limits, Object, run};

/// A number as `Fraction`, also if it is whole.
pub(crate) fn fraction<'py>(py: Python<'py>, number: &Rational) -> PyResult<Object<'py>> {
    Ok(BigRational::from(number).into_pyobject(py)?.into_any())
}

/// The exact number of an `int`, `Fraction`, float, `Decimal` or NumPy scalar; `None` for anything
/// else.
pub(crate) fn number_of(object: &Object<'_>) -> PyResult<Option<Rational>> {
    if object.is_instance_of::<PyInt>() {
        let small: Result<i64, _> = object.extract();
        return Ok(Some(match small {
            Ok(small) => Rational::from(small),
            Err(_) => Rational::from(object.extract::<BigInt>()?),
        }));
    }
    let int = |part: Object<'_>| -> PyResult<BigInt> {
        part.extract()
            .or_else(|_| object.py().import("builtins")?.getattr("int")?.call1((part,))?.extract())
    };
    // `Fraction`, and whatever else is a number of the tower.
    if object.hasattr("numerator")? && object.hasattr("denominator")? {
        let numerator = int(object.getattr("numerator")?)?;
        return Ok(Rational::new(numerator, int(object.getattr("denominator")?)?));
    }
    // Floats of all sizes, and `Decimal`.
    if object.hasattr("as_integer_ratio")? {
        let Ok(ratio) = object.call_method0("as_integer_ratio") else {
            let message = format!(
                "{object} is no number; the infinite games are loopy(\"on\") and loopy(\"off\")"
            );
            return Err(PyValueError::new_err(message));
        };
        let (numerator, denominator): (Object<'_>, Object<'_>) = ratio.extract()?;
        return Ok(Rational::new(int(numerator)?, int(denominator)?));
    }
    Ok(None)
}

/// What a comparison for equality makes of an operand that is like a number and none, such as a
/// float that is not finite: it equals nothing.
pub(crate) fn unless_no_number<T>(
    py: Python<'_>,
    found: PyResult<Option<T>>,
) -> PyResult<Option<T>> {
    match found {
        Err(error) if error.is_instance_of::<PyValueError>(py) => Ok(None),
        found => found,
    }
}

/// The player named by `"left"`, `"L"`, `"right"` or `"R"`.
pub(crate) fn player_of(name: &str) -> PyResult<Player> {
    match name.to_lowercase().as_str() {
        "left" | "l" => Ok(Player::Left),
        "right" | "r" => Ok(Player::Right),
        _ => Err(PyValueError::new_err(format!(
            "expected the player \"left\" or \"right\", found {name:?}"
        ))),
    }
}

/// Who wins, in words: `None` where one who moves first or second can only draw.
pub(crate) fn winner_of(outcome: Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::L => Some("left"),
        Outcome::R => Some("right"),
        Outcome::N => Some("first"),
        Outcome::P => Some("second"),
        _ => None,
    }
}

/// `"left"` or `"right"`.
pub(crate) fn player_name(player: Player) -> &'static str {
    match player {
        Player::Left => "left",
        Player::Right => "right",
    }
}

/// The value of an expression in the current home.
pub(crate) fn evaluate(
    py: Python<'_>,
    names: &BTreeMap<String, Value>,
    home: &Arc<Home>,
    source: &str,
    budget: Option<&Object<'_>>,
) -> PyResult<Value> {
    run(py, budget, |budget| home.session.evaluate_with(names, source, budget))
}

/// The short game that an operand is, in the given home; `None` if it is none.
pub(crate) fn short_of(home: &Arc<Home>, object: &Object<'_>) -> PyResult<Option<Id>> {
    if let Ok(game) = object.cast::<Game>() {
        return game.get().id_in(object.py(), home).map(Some);
    }
    let Some(number) = number_of(object)? else { return Ok(None) };
    quick(object.py(), home, |worker| worker.number(&number)).map(Some)
}

/// Any Python object as a value of the worksheet language, in the given home.
pub(crate) fn value_of(home: &Arc<Home>, object: &Object<'_>) -> PyResult<Value> {
    let py = object.py();
    if let Ok(game) = object.cast::<Game>() {
        return as_value(py, home, game.get().id_in(py, home)?);
    }
    if let Ok(position) = object.cast::<Position>() {
        return Ok(Value::Positions(position.get().sum_in(py, home)?));
    }
    let kept = object.cast::<Loopy>().map(|value| &value.get().0);
    let kept = kept.or_else(|_| object.cast::<Surreal>().map(|value| &value.get().0));
    if let Ok(kept) = kept.or_else(|_| object.cast::<Other>().map(|value| &value.get().0)) {
        return kept.in_home(py, home);
    }
    if let Ok(nimber) = object.cast::<Nimber>() {
        return Ok(Value::Nimber(nimber.get().0.clone()));
    }
    if object.is_instance_of::<PyBool>() {
        return Ok(Value::Boolean(object.extract()?));
    }
    if let Some(number) = number_of(object)? {
        return Ok(Value::Number(number));
    }
    if let Ok(text) = object.cast::<PyString>() {
        let text = text.to_string();
        return evaluate(py, &BTreeMap::new(), home, &text, None);
    }
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        let mut names = BTreeMap::new();
        let mut list = Vec::new();
        for (index, item) in object.try_iter()?.enumerate() {
            let name = format!("item{index}");
            names.insert(name.clone(), value_of(home, &item?)?);
            list.push(name);
        }
        return evaluate(py, &names, home, &format!("[{}]", list.join(",")), None);
    }
    let kind = object.get_type().name()?;
    Err(PyTypeError::new_err(format!("{kind} is no game, number, position or text")))
}

/// A value of the worksheet language as a Python object.
pub(crate) fn to_python<'py>(
    py: Python<'py>,
    home: &Arc<Home>,
    value: Value,
) -> PyResult<Object<'py>> {
    let text =
        |value: &Value| run(py, None, |budget| home.session.text(value, Style::Plain, budget));
    Ok(match value {
        Value::Number(number) => {
            let id = quick(py, home, |worker| worker.number(&number))?;
            Bound::new(py, Game::new(home, id))?.into_any()
        }
        Value::Game(_) | Value::Sum(_) | Value::Form(_) => {
            let id = run(py, None, |budget| home.session.game(&value, budget))?;
            Bound::new(py, Game::new(home, id))?.into_any()
        }
        Value::Boolean(truth) => PyBool::new(py, truth).to_owned().into_any(),
        Value::List(list) => {
            let items = list.items().iter().map(|item| to_python(py, home, item.clone()));
            let items = items.collect::<PyResult<Vec<_>>>()?;
            if list.is_pair() {
                PyTuple::new(py, items)?.into_any()
            } else {
                PyList::new(py, items)?.into_any()
            }
        }
        Value::Table(list) => {
            let items = list.items().iter().map(|item| to_python(py, home, item.clone()));
            PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
        Value::Set(ids) => {
            let games = ids.into_iter().map(|id| Bound::new(py, Game::new(home, id)));
            PyFrozenSet::new(py, games.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
        Value::MixedSet(items) => {
            let items = items.into_iter().map(|item| to_python(py, home, item));
            PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
        Value::Text(text) => PyString::new(py, &text).into_any(),
        Value::Nothing => py.None().into_bound(py),
        Value::Player(player) => PyString::new(py, player_name(player)).into_any(),
        Value::Outcome(outcome) => PyString::new(py, outcome.name()).into_any(),
        Value::Relation(_) => PyString::new(py, &text(&value)?).into_any(),
        Value::Thermograph(ref found) => {
            Bound::new(py, Thermograph::new(found, &text(&value)?))?.into_any()
        }
        Value::Positions(sum) => Bound::new(py, Position::new(py, home, sum))?.into_any(),
        Value::Surreal(_) | Value::Root(_) | Value::Infinity { .. } => {
            Bound::new(py, Surreal::new(home, value))?.into_any()
        }
        Value::Nimber(nimber) => Bound::new(py, Nimber(nimber))?.into_any(),
        Value::Loopy(_) | Value::LoopyNimber(_) => {
            Bound::new(py, Loopy::new(home, value))?.into_any()
        }
        other => Bound::new(py, Other::new(home, other))?.into_any(),
    })
}

/// The value of an expression of the worksheet language.
///
/// Keyword arguments define names: games, numbers, positions, texts, lists.
///
/// >>> import upstar as up
/// >>> up.evaluate("g.Incentives", g=up.up)
/// frozenset({Game('^*')})
#[pyfunction]
#[pyo3(name = "evaluate", signature = (source, /, *, budget=None, **names))]
pub(crate) fn evaluate_expression<'py>(
    py: Python<'py>,
    source: &str,
    budget: Option<&Object<'py>>,
    names: Option<BTreeMap<String, Object<'py>>>,
) -> PyResult<Object<'py>> {
    let home = present();
    let mut values = BTreeMap::new();
    for (name, object) in names.unwrap_or_default() {
        values.insert(name, value_of(&home, &object)?);
    }
    let value = evaluate(py, &values, &home, source, budget)?;
    to_python(py, &home, value)
}

/// Converts to a game: a number, a text of the worksheet language, a position's value.
pub(crate) fn game_of(home: &Arc<Home>, object: &Object<'_>) -> PyResult<Id> {
    if let Some(id) = short_of(home, object)? {
        return Ok(id);
    }
    let value = value_of(home, object)?;
    run(object.py(), None, |budget: &Budget| {
        home.session.game(&value, budget).map_err(Failure::from)
    })
}

/// The most items of a list that is part of a game: options, heaps, rows.
const MOST_ITEMS: usize = 1 << 20;

/// The items of a list or generator, which may not be endless.
pub(crate) fn items<'py>(
    iterator: Bound<'py, PyIterator>,
    what: &str,
) -> PyResult<Vec<Object<'py>>> {
    let py = iterator.py();
    let mut items = Vec::new();
    for item in iterator {
        if items.len() == MOST_ITEMS {
            return Err(Failure::Limit(format!("{what} has at most {MOST_ITEMS} items")).raise(py));
        }
        items.push(item?);
    }
    Ok(items)
}

/// Checks a budget without using it.
#[pyfunction]
pub(crate) fn check_budget(budget: &Object<'_>) -> PyResult<()> {
    Limits::of(Some(budget)).map(drop)
}
