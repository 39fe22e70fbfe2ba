//! Work with short games: at once if it is short, within a budget if it is not.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use upstar::core::{Budget, Player, StopReason};
use upstar::lang::Value;
use upstar::values::{Error, Id, Relation, Worker};

use crate::convert::{game_of, items, short_of};
use crate::game::Game;
use crate::home::{Home, present};
use crate::value::{Ask, Kept};
use crate::work::{Object, run};

/// Does work that is nearly always short: immediately, and only if it turns out long without the
/// GIL and under the usual budget.
pub(crate) fn quick<T: Send>(
    py: Python<'_>,
    home: &Home,
    work: impl Fn(&mut Worker<'_>) -> Result<T, Error> + Sync + Send,
) -> PyResult<T> {
    // A worker looks at its budget after some thousand steps, and this one then says stop.
    static AT_ONCE: OnceLock<Budget> = OnceLock::new();
    let budget =
        AT_ONCE.get_or_init(|| Budget::unlimited().with_progress(|_| ControlFlow::Break(())));
    match work(&mut home.session.universe().worker(budget)) {
        Ok(found) => Ok(found),
        Err(Error::Exhausted(exhausted)) if exhausted.reason == StopReason::Cancelled => {
            run(py, None, |budget| work(&mut home.session.universe().worker(budget)))
        }
        Err(error) => run(py, None, |_| Err::<T, Error>(error)),
    }
}

impl Game {
    /// A game made of this one.
    pub(crate) fn made(
        &self,
        py: Python<'_>,
        work: impl Fn(&mut Worker<'_>, Id) -> Result<Id, Error> + Sync + Send,
    ) -> PyResult<Game> {
        let (home, id) = self.here(py)?;
        let made = quick(py, &home, |worker| work(worker, id))?;
        Ok(Game::new(&home, made))
    }

    /// A game made of this one and another operand, or `NotImplemented`.
    pub(crate) fn operate<'py>(
        &self,
        other: &Object<'py>,
        work: impl Fn(&mut Worker<'_>, Id, Id) -> Result<Id, Error> + Sync + Send,
    ) -> PyResult<Object<'py>> {
        let py = other.py();
        let (home, id) = self.here(py)?;
        let Some(other) = short_of(&home, other)? else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        let made = quick(py, &home, |worker| work(worker, id, other))?;
        Ok(Bound::new(py, Game::new(&home, made))?.into_any())
    }

    /// What the worksheet language makes of this game, as `a`, and another object, as `b`.
    pub(crate) fn with<'py>(
        &self,
        py: Python<'py>,
        ask: Ask<'_>,
        other: Option<&Object<'py>>,
        budget: Option<&Object<'py>>,
    ) -> PyResult<Object<'py>> {
        let (home, id) = self.here(py)?;
        let value = as_value(py, &home, id)?;
        Kept::new(&home, value).with(py, ask, other, budget)
    }

    pub(crate) fn relation(&self, other: &Object<'_>) -> PyResult<Option<Relation>> {
        let py = other.py();
        let (home, id) = self.here(py)?;
        let Some(other) = short_of(&home, other)? else { return Ok(None) };
        quick(py, &home, |worker| worker.compare(id, other)).map(Some)
    }

    pub(crate) fn options<'py>(
        &self,
        py: Python<'py>,
        player: Player,
    ) -> PyResult<Bound<'py, PyList>> {
        let (home, id) = self.here(py)?;
        let options = quick(py, &home, |worker| match player {
            Player::Left => worker.left_options(id),
            Player::Right => worker.right_options(id),
        })?;
        PyList::new(py, options.into_iter().map(|id| Game::new(&home, id)))
    }
}

/// What the worksheet language has for a game: a number, if it is one.
pub(crate) fn as_value(py: Python<'_>, home: &Home, id: Id) -> PyResult<Value> {
    let number = quick(py, home, |worker| Ok(worker.as_number(id)))?;
    Ok(number.map_or(Value::Game(id), Value::Number))
}

/// The ids of options: a game, or several.
fn ids_of(home: &Arc<Home>, options: &Object<'_>) -> PyResult<Vec<Id>> {
    let single = options.is_instance_of::<PyString>() || options.cast::<Game>().is_ok();
    if !single && let Ok(iterator) = options.try_iter() {
        let options = items(iterator, "a list of options")?;
        return options.iter().map(|option| game_of(home, option)).collect();
    }
    Ok(vec![game_of(home, options)?])
}

/// {left|right}: each a game, or several, or none.
pub(crate) fn options_of(
    py: Python<'_>,
    home: &Arc<Home>,
    options: [Option<&Object<'_>>; 2],
) -> PyResult<Id> {
    let ids = |options: Option<&Object<'_>>| {
        options.map_or_else(|| Ok(Vec::new()), |options| ids_of(home, options))
    };
    let (left, right) = (ids(options[0])?, ids(options[1])?);
    quick(py, home, |worker| worker.game(&left, &right))
}

/// The nimber *n.
///
/// >>> import upstar as up
/// >>> up.star(), up.star(3) + up.star(5)
/// (Game('*'), Game('*6'))
#[pyfunction]
#[pyo3(signature = (n=1, /))]
pub(crate) fn star(py: Python<'_>, n: u32) -> PyResult<Game> {
    let home = present();
    let id = quick(py, &home, |worker| worker.nimber(n))?;
    Ok(Game::new(&home, id))
}
