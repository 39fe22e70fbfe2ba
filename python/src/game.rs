//! Short games, numbers among them.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyList, PyString, PyTuple, PyType};
use upstar::core::Player;
use upstar::lang::{Operator, Style};
use upstar::values::{Id, Relation, thermography};

use crate::convert::{
    fraction, game_of, number_of, player_of, short_of, unless_no_number, winner_of,
};
use crate::home::{Home, carry, present};
use crate::short::{options_of, quick};
use crate::thermograph::Thermograph;
use crate::value::Ask;
use crate::work::{Failure, Object, run};

/// A short game by its value, in canonical form; numbers are games too.
///
/// Made from a number, a text in the field's notation, or Left's and Right's options:
///
/// >>> from upstar import Game
/// >>> Game("{2||1|0}")
/// Game('{2||1|0}')
/// >>> Game([1], [-1]) + Game(1)
/// Game('{2|0}')
/// >>> Game(0.5) + 1 == 1.5
/// True
#[pyclass(frozen, subclass, weakref, module = "upstar", name = "Game")]
pub(crate) struct Game {
    /// Where it lives, which changes when the home has grown too large.
    place: Mutex<(Arc<Home>, Id)>,
    hash: OnceLock<isize>,
    mean: OnceLock<Py<PyAny>>,
    temperature: OnceLock<Py<PyAny>>,
}

impl Game {
    pub(crate) fn new(home: &Arc<Home>, id: Id) -> Self {
        Game {
            place: Mutex::new((home.clone(), id)),
            hash: OnceLock::new(),
            mean: OnceLock::new(),
            temperature: OnceLock::new(),
        }
    }

    /// Its id in a home: from then on it lives there.
    pub(crate) fn id_in(&self, py: Python<'_>, home: &Arc<Home>) -> PyResult<Id> {
        let (old, id) = {
            let place = self.place.lock().unwrap_or_else(PoisonError::into_inner);
            if Arc::ptr_eq(&place.0, home) {
                return Ok(place.1);
            }
            place.clone()
        };
        let copy = run(py, None, |budget| carry(&old, id, home, budget))?;
        *self.place.lock().unwrap_or_else(PoisonError::into_inner) = (home.clone(), copy);
        Ok(copy)
    }

    /// The present home, and its id there.
    pub(crate) fn here(&self, py: Python<'_>) -> PyResult<(Arc<Home>, Id)> {
        let home = present();
        let id = self.id_in(py, &home)?;
        Ok((home, id))
    }

    pub(crate) fn text(&self, py: Python<'_>, style: Style) -> PyResult<String> {
        let (home, id) = self.here(py)?;
        quick(py, &home, |worker| worker.text(id, style))
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (*of, left=None, right=None))]
    fn py_new(
        py: Python<'_>,
        of: &Bound<'_, PyTuple>,
        left: Option<&Object<'_>>,
        right: Option<&Object<'_>>,
    ) -> PyResult<Self> {
        let home = present();
        let id = match (of.len(), left, right) {
            (1, None, None) => game_of(&home, &of.get_item(0)?)?,
            (2, None, None) => {
                options_of(py, &home, [Some(&of.get_item(0)?), Some(&of.get_item(1)?)])?
            }
            (0, None, None) | (1.., _, _) => {
                let message = "a game is made of one object, as game(\"{1|0}\"), or of options, as \
                               game([1], [0]) or game(left=[1], right=[0])";
                return Err(PyTypeError::new_err(message));
            }
            (0, left, right) => options_of(py, &home, [left, right])?,
        };
        Ok(Game::new(&home, id))
    }

    fn __add__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
        self.operate(other, |worker, a, b| worker.add(a, b))
    }

    fn __radd__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
        self.operate(other, |worker, a, b| worker.add(a, b))
    }

    fn __sub__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
        self.operate(other, |worker, a, b| worker.sub(a, b))
    }

    fn __rsub__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
        self.operate(other, |worker, a, b| worker.sub(b, a))
    }

    /// An integer times a game, or the product of two numbers.
    fn __mul__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
        let py = other.py();
        if other.is_instance_of::<PyInt>() {
            let times: num_bigint::BigInt = other.extract()?;
            let made = self.made(py, |worker, id| worker.multiple(&times, id))?;
            return Ok(Bound::new(py, made)?.into_any());
        }
        if other.cast::<Game>().is_err() && number_of(other)?.is_none() {
            return Ok(py.NotImplemented().into_bound(py));
        }
        self.with(py, Ask::Operation(Operator::Multiply), Some(other), None)
    }

    fn __rmul__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
        self.__mul__(other)
    }

    /// The quotient of two numbers.
    fn __truediv__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
        let py = other.py();
        if other.cast::<Game>().is_err() && number_of(other)?.is_none() {
            return Ok(py.NotImplemented().into_bound(py));
        }
        if other.eq(0)? {
            return Err(Failure::DivisionByZero.raise(py));
        }
        self.with(py, Ask::Operation(Operator::Divide), Some(other), None)
    }

    fn __rtruediv__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
        let py = other.py();
        if number_of(other)?.is_none() {
            return Ok(py.NotImplemented().into_bound(py));
        }
        if self.here(py)?.1 == Id::ZERO {
            return Err(Failure::DivisionByZero.raise(py));
        }
        self.with(py, Ask::Reversed(Operator::Divide), Some(other), None)
    }

    /// A power of a number.
    fn __pow__<'py>(&self, exponent: &Object<'py>, modulo: &Object<'py>) -> PyResult<Object<'py>> {
        let py = exponent.py();
        let Some(number) = number_of(exponent)? else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        if !modulo.is_none() {
            return Ok(py.NotImplemented().into_bound(py));
        }
        if number.signum() < 0 && self.here(py)?.1 == Id::ZERO {
            return Err(Failure::DivisionByZero.raise(py));
        }
        self.with(py, Ask::Operation(Operator::Power), Some(exponent), None)
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Game> {
        self.made(py, |worker, id| worker.neg(id))
    }

    fn __pos__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.here(py)?.1 != Id::ZERO)
    }

    fn __richcmp__<'py>(&self, other: &Object<'py>, operation: CompareOp) -> PyResult<Object<'py>> {
        let py = other.py();
        let truth = if matches!(operation, CompareOp::Eq | CompareOp::Ne) {
            let (home, id) = self.here(py)?;
            let other = unless_no_number(py, short_of(&home, other))?;
            other.map(|other| (id == other) == matches!(operation, CompareOp::Eq))
        } else {
            self.relation(other)?.map(|relation| match operation {
                CompareOp::Lt => relation == Relation::Less,
                CompareOp::Le => matches!(relation, Relation::Less | Relation::Equal),
                CompareOp::Gt => relation == Relation::Greater,
                _ => matches!(relation, Relation::Greater | Relation::Equal),
            })
        };
        Ok(match truth {
            Some(truth) => PyBool::new(py, truth).to_owned().into_any(),
            None => py.NotImplemented().into_bound(py),
        })
    }

    /// Whether neither is greater and they are not equal: g | h.
    ///
    /// >>> import upstar as up
    /// >>> up.up.confused_with(up.star()), up.up.confused_with(0)
    /// (True, False)
    #[pyo3(signature = (other, /))]
    fn confused_with(&self, other: &Object<'_>) -> PyResult<bool> {
        Ok(self.compare(other)? == "||")
    }

    /// The relation to another game: "<", "=", ">" or "||".
    ///
    /// >>> import upstar as up
    /// >>> up.up.compare(up.star()), up.up.compare(0)
    /// ('||', '>')
    #[pyo3(signature = (other, /))]
    fn compare(&self, other: &Object<'_>) -> PyResult<&'static str> {
        match self.relation(other)? {
            Some(Relation::Less) => Ok("<"),
            Some(Relation::Equal) => Ok("="),
            Some(Relation::Greater) => Ok(">"),
            Some(_) => Ok("||"),
            None => Err(PyTypeError::new_err("games are compared with games and numbers")),
        }
    }

    /// Equal games have equal hashes; a number has that of `int` and `Fraction`.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        if let Some(&hash) = self.hash.get() {
            return Ok(hash);
        }
        let (home, id) = self.here(py)?;
        let number = quick(py, &home, |worker| Ok(worker.as_number(id)))?;
        let hash = match number {
            Some(number) => fraction(py, &number)?.hash()?,
            None => PyString::new(py, &self.text(py, Style::Plain)?).hash()?,
        };
        Ok(*self.hash.get_or_init(|| hash))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (home, id) = self.here(py)?;
        let text = self.text(py, Style::Plain)?;
        if quick(py, &home, |worker| Ok(worker.is_integer(id)))? {
            return Ok(format!("Game({text})"));
        }
        Ok(format!("Game({})", PyString::new(py, &text).repr()?))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py, Style::Plain)
    }

    /// `format(g, "unicode")`, `format(g, "ascii")`, `format(g, "latex")`, or as `str`.
    fn __format__(&self, py: Python<'_>, how: &str) -> PyResult<String> {
        match how {
            "" => self.text(py, Style::Plain),
            "ascii" => self.text(py, Style::Ascii),
            "unicode" => self.text(py, Style::Unicode),
            "latex" => Ok(upstar::latex(&self.text(py, Style::Unicode)?)),
            other => {
                let text = PyString::new(py, &self.text(py, Style::Plain)?);
                text.call_method1("__format__", (other,))?.extract()
            }
        }
    }

    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("${}$", upstar::latex_with_macros(&self.text(py, Style::Unicode)?)))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.thermograph(py)?.get().svg_text())
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("upstar._html")?.getattr("game")?.call1((slf,))?.extract()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, (String,))> {
        Ok((slf.get_type(), (slf.get().text(slf.py(), Style::Plain)?,)))
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__<'py>(slf: Bound<'py, Self>, memo: &Object<'py>) -> Bound<'py, Self> {
        let _ = memo;
        slf
    }

    fn __int__<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        let number = self.as_fraction(py)?;
        let whole: bool = number.getattr("denominator")?.eq(1)?;
        if !whole {
            let message = format!("{} is no integer", self.text(py, Style::Plain)?);
            return Err(PyValueError::new_err(message));
        }
        number.getattr("numerator")
    }

    fn __float__(&self, py: Python<'_>) -> PyResult<f64> {
        self.as_fraction(py)?.call_method0("__float__")?.extract()
    }

    /// The absolute value of a number.
    fn __abs__<'py>(slf: &Bound<'py, Self>) -> PyResult<Object<'py>> {
        let number = slf.get().as_fraction(slf.py())?;
        if number.lt(0)? { slf.call_method0("__neg__") } else { Ok(slf.clone().into_any()) }
    }

    #[pyo3(signature = (digits=None, /))]
    fn __round__(&self, py: Python<'_>, digits: Option<i64>) -> PyResult<Game> {
        let rounded = self.as_fraction(py)?.call_method1("__round__", (digits,))?;
        let home = present();
        Ok(Game::new(&home, game_of(&home, &rounded)?))
    }

    fn __floor__<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        self.as_fraction(py)?.call_method0("__floor__")
    }

    fn __ceil__<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        self.as_fraction(py)?.call_method0("__ceil__")
    }

    fn __trunc__<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        self.as_fraction(py)?.call_method0("__trunc__")
    }

    /// The number that it is, as a `Fraction`.
    ///
    /// >>> import upstar as up
    /// >>> up.game("3/4").as_fraction()
    /// Fraction(3, 4)
    fn as_fraction<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        let (home, id) = self.here(py)?;
        match quick(py, &home, |worker| Ok(worker.as_number(id)))? {
            Some(number) => fraction(py, &number),
            None => {
                let message = format!("{} is no number", self.text(py, Style::Plain)?);
                Err(PyValueError::new_err(message))
            }
        }
    }

    /// The number that it is as a pair, numerator and denominator.
    ///
    /// >>> import upstar as up
    /// >>> up.game("3/4").as_integer_ratio()
    /// (3, 4)
    fn as_integer_ratio<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        self.as_fraction(py)?.call_method0("as_integer_ratio")
    }

    /// The numerator of the number that it is.
    ///
    /// >>> import upstar as up
    /// >>> up.game("3/4").numerator
    /// 3
    #[getter]
    fn numerator<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        self.as_fraction(py)?.getattr("numerator")
    }

    /// The denominator of the number that it is.
    ///
    /// >>> import upstar as up
    /// >>> up.game("3/4").denominator
    /// 4
    #[getter]
    fn denominator<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        self.as_fraction(py)?.getattr("denominator")
    }

    /// A game that is a number counts as `numbers.Rational`: `Fraction(game)` asks for this class.
    #[getter]
    fn __class__<'py>(slf: &Bound<'py, Self>) -> PyResult<Object<'py>> {
        let py = slf.py();
        if slf.get().is_number(py)? {
            return py.import("upstar._numbers")?.getattr("Number");
        }
        Ok(slf.get_type().into_any())
    }

    /// Whether it is a number.
    ///
    /// >>> import upstar as up
    /// >>> up.game("3/4").is_number, up.star().is_number
    /// (True, False)
    #[getter]
    fn is_number(&self, py: Python<'_>) -> PyResult<bool> {
        let (home, id) = self.here(py)?;
        quick(py, &home, |worker| Ok(worker.is_number(id)))
    }

    /// Whether it is an integer.
    ///
    /// >>> import upstar as up
    /// >>> up.game(2).is_integer, up.game("3/4").is_integer
    /// (True, False)
    #[getter]
    fn is_integer(&self, py: Python<'_>) -> PyResult<bool> {
        let (home, id) = self.here(py)?;
        quick(py, &home, |worker| Ok(worker.is_integer(id)))
    }

    /// Whether it is a nimber.
    ///
    /// >>> import upstar as up
    /// >>> up.star(3).is_nimber, up.up.is_nimber
    /// (True, False)
    #[getter]
    fn is_nimber(&self, py: Python<'_>) -> PyResult<bool> {
        let (home, id) = self.here(py)?;
        quick(py, &home, |worker| Ok(worker.is_nimber(id)))
    }

    /// Whether it lies between all positive and all negative numbers.
    ///
    /// >>> import upstar as up
    /// >>> up.up.is_infinitesimal, up.game(1).is_infinitesimal
    /// (True, False)
    #[getter]
    fn is_infinitesimal(&self, py: Python<'_>) -> PyResult<bool> {
        let (home, id) = self.here(py)?;
        quick(py, &home, |worker| Ok(upstar::values::infinitesimal::is_infinitesimal(worker, id)))
    }

    /// The outcome: "L", "R", "N" (the next player wins) or "P" (the previous player wins).
    ///
    /// >>> import upstar as up
    /// >>> up.switch(1).outcome, up.up.outcome, up.zero.outcome
    /// ('N', 'L', 'P')
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<&'static str> {
        let (home, id) = self.here(py)?;
        Ok(quick(py, &home, |worker| worker.outcome(id))?.name())
    }

    /// Who wins: "left", "right", "first" (whoever moves first) or "second".
    ///
    /// >>> import upstar as up
    /// >>> up.switch(1).winner, up.up.winner, up.zero.winner
    /// ('first', 'left', 'second')
    #[getter]
    fn winner(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        let (home, id) = self.here(py)?;
        Ok(winner_of(quick(py, &home, |worker| worker.outcome(id))?))
    }

    /// The mean.
    ///
    /// >>> import upstar as up
    /// >>> up.game("{2||1|0}").mean
    /// Fraction(5, 4)
    #[getter]
    fn mean(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        if let Some(known) = self.mean.get() {
            return Ok(known.clone_ref(py));
        }
        let (home, id) = self.here(py)?;
        let found = quick(py, &home, |worker| thermography::mean(worker, id))?;
        let found = fraction(py, &found)?.unbind();
        Ok(self.mean.get_or_init(|| found).clone_ref(py))
    }

    /// The temperature.
    ///
    /// >>> import upstar as up
    /// >>> up.game("{2||1|0}").temperature
    /// Fraction(3, 4)
    #[getter]
    fn temperature(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        if let Some(known) = self.temperature.get() {
            return Ok(known.clone_ref(py));
        }
        let (home, id) = self.here(py)?;
        let found = quick(py, &home, |worker| thermography::temperature(worker, id))?;
        let found = fraction(py, &found)?.unbind();
        Ok(self.temperature.get_or_init(|| found).clone_ref(py))
    }

    /// The thermograph.
    ///
    /// >>> import upstar as up
    /// >>> print(up.switch(1).thermograph.points("left"))
    /// [(Fraction(0, 1), Fraction(1, 1)), (Fraction(2, 1), Fraction(-1, 1))]
    #[getter]
    fn thermograph<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Thermograph>> {
        let (home, id) = self.here(py)?;
        let found = quick(py, &home, |worker| thermography::thermograph(worker, id))?;
        Bound::new(py, Thermograph::new(&found, &self.text(py, Style::Unicode)?))
    }

    /// The two stops, each with the player who is to move there.
    ///
    /// >>> import upstar as up
    /// >>> left, right = up.game("{2||1|0}").stops
    /// >>> left.value, right.value, left.mover
    /// (Fraction(2, 1), Fraction(1, 1), 'Right')
    #[getter]
    fn stops<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        let (home, id) = self.here(py)?;
        let stops = quick(py, &home, |worker| {
            Ok([thermography::left_stop(worker, id)?, thermography::right_stop(worker, id)?])
        })?;
        let module = py.import("upstar._analysis")?;
        let class = module.getattr("Stop")?;
        let stops = stops
            .into_iter()
            .map(|stop| class.call1((fraction(py, &stop.value)?, stop.to_move.to_string())));
        let stops = stops.collect::<PyResult<Vec<_>>>()?;
        module.getattr("Stops")?.call1(PyTuple::new(py, stops)?)
    }

    /// The Left stop.
    ///
    /// >>> import upstar as up
    /// >>> up.game("{2||1|0}").left_stop
    /// Fraction(2, 1)
    #[getter]
    fn left_stop<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        let (home, id) = self.here(py)?;
        fraction(py, &quick(py, &home, |worker| thermography::left_stop(worker, id))?.value)
    }

    /// The Right stop.
    ///
    /// >>> import upstar as up
    /// >>> up.game("{2||1|0}").right_stop
    /// Fraction(1, 1)
    #[getter]
    fn right_stop<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        let (home, id) = self.here(py)?;
        fraction(py, &quick(py, &home, |worker| thermography::right_stop(worker, id))?.value)
    }

    /// The game itself: values are in canonical form.
    ///
    /// >>> import upstar as up
    /// >>> up.game("{2|3}").canonical
    /// Game('5/2')
    #[getter]
    fn canonical(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    /// The game itself, so that games and positions have the same interface.
    ///
    /// >>> import upstar as up
    /// >>> up.up.value == up.up
    /// True
    #[getter]
    fn value(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    /// Left's options in canonical form.
    ///
    /// >>> import upstar as up
    /// >>> up.game("{2||1|0}").left_options
    /// [Game(2)]
    #[getter]
    fn left_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.options(py, Player::Left)
    }

    /// Right's options in canonical form.
    ///
    /// >>> import upstar as up
    /// >>> up.game("{2||1|0}").right_options
    /// [Game('{1|0}')]
    #[getter]
    fn right_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.options(py, Player::Right)
    }

    /// The games after a move: Left's options, then Right's, unless a player is named.
    ///
    /// >>> import upstar as up
    /// >>> up.game("{2||1|0}").moves(), up.game("{2||1|0}").moves("left")
    /// ([Game(2), Game('{1|0}')], [Game(2)])
    #[pyo3(signature = (player=None, /))]
    fn moves<'py>(&self, py: Python<'py>, player: Option<&str>) -> PyResult<Bound<'py, PyList>> {
        if let Some(player) = player {
            return self.options(py, player_of(player)?);
        }
        let found = self.options(py, Player::Left)?;
        found.call_method1("extend", (self.options(py, Player::Right)?,))?;
        Ok(found)
    }

    /// The day on which it is born; `None` for a number that is not dyadic.
    ///
    /// >>> import upstar as up
    /// >>> up.game("{2||1|0}").birthday
    /// 3
    #[getter]
    fn birthday(&self, py: Python<'_>) -> PyResult<Option<u64>> {
        let (home, id) = self.here(py)?;
        let birthday = quick(py, &home, |worker| upstar::values::structure::birthday(worker, id))?;
        Ok(birthday.to_string().parse().ok())
    }

    /// The sign expansion of a number, as text: L for plus and R for minus.
    ///
    /// >>> import upstar as up
    /// >>> up.game("3/4").sign_expansion, up.game("1/3").sign_expansion
    /// ('LRL', 'LR(RL)^w')
    #[getter]
    fn sign_expansion<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        self.with(py, Ask::Method("SignExpansion"), None, None)
    }

    /// The atomic weight.
    ///
    /// >>> import upstar as up
    /// >>> (up.up + up.star()).atomic_weight
    /// Game(1)
    #[getter]
    fn atomic_weight(&self, py: Python<'_>) -> PyResult<Game> {
        self.made(py, upstar::values::infinitesimal::atomic_weight)
    }

    /// The reduced canonical form: the simplest game that differs by an infinitesimal.
    ///
    /// >>> import upstar as up
    /// >>> up.game("{2|1*}").reduced
    /// Game('{2|1}')
    #[getter]
    fn reduced(&self, py: Python<'_>) -> PyResult<Game> {
        self.made(py, upstar::values::infinitesimal::reduced_canonical_form)
    }

    /// The game cooled by a temperature.
    ///
    /// >>> import upstar as up
    /// >>> up.game("{2||1|0}").cool(1)
    /// Game('5/4')
    #[pyo3(signature = (temperature, /))]
    fn cool(&self, py: Python<'_>, temperature: &Object<'_>) -> PyResult<Game> {
        let Some(t) = number_of(temperature)? else {
            return Err(PyTypeError::new_err("a game is cooled by a number"));
        };
        self.made(py, |worker, id| thermography::cool(worker, id, &t))
    }

    /// The game heated by a temperature, a number or a game.
    ///
    /// >>> import upstar as up
    /// >>> up.star().heat(1)
    /// Game('+-1')
    #[pyo3(signature = (temperature, /))]
    fn heat(&self, py: Python<'_>, temperature: &Object<'_>) -> PyResult<Game> {
        let t = game_of(&self.here(py)?.0, temperature)?;
        self.made(py, |worker, id| thermography::heat(worker, id, t))
    }

    /// The result of a method of the worksheet language: `g.method("Incentives")`.
    ///
    /// `evaluate` takes whole expressions.
    ///
    /// >>> import upstar as up
    /// >>> up.up.method("Incentives")
    /// frozenset({Game('^*')})
    #[pyo3(signature = (name, /, argument=None, *, budget=None))]
    fn method<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        argument: Option<&Object<'py>>,
        budget: Option<&Object<'py>>,
    ) -> PyResult<Object<'py>> {
        let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if name.is_empty() || !is_name {
            return Err(PyValueError::new_err(format!("{name:?} is no name of a method")));
        }
        self.with(py, Ask::Method(name), argument, budget)
    }
}
