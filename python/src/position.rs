//! Positions and sums of positions.

use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use upstar::core::{Convention, LoopyNimber};
use upstar::lang::{Style, Value};
use upstar::read_sum;
use upstar::rules::{Entailed, RuleError, Sum, Summand, added_games};

use crate::convert::{player_name, player_of, to_python, winner_of};
use crate::game::Game;
use crate::home::{Home, carry_sum, present};
use crate::moves::after_winning_moves;
use crate::own::owners_of;
use crate::own_values::expect;
use crate::rules::Rules;
use crate::short::quick;
use crate::value::{Ask, Kept};
use crate::work::{Failure, Object, run};

/// A position, or a sum of positions and values: a move is a move in one of them.
///
/// >>> import upstar as up
/// >>> board = up.Position('domineering("2x3")')
/// >>> board.value, board.outcome
/// (Game('{2|-1/2}'), 'N')
/// >>> [str(after) for after in up.nim(2, 3, 5).winning_moves()]
/// ['nim(2,3,1)']
#[pyclass(frozen, weakref, module = "upstar", name = "Position")]
pub(crate) struct Position {
    home: Arc<Home>,
    sum: Sum,
    /// Whether questions are about misère play, unless they say otherwise.
    misere: bool,
    /// The rulesets in Python whose positions are among the summands: they live as long.
    _owners: Vec<Py<PyAny>>,
}

pub(crate) fn convention(misere: bool) -> Convention {
    if misere { Convention::Misere } else { Convention::Normal }
}

impl Position {
    pub(crate) fn new(py: Python<'_>, home: &Arc<Home>, sum: Sum) -> Self {
        let owners = owners_of(py, &sum);
        Position { home: home.clone(), sum, misere: false, _owners: owners }
    }

    pub(crate) fn in_misere_play(self, misere: bool) -> Self {
        Position { misere, ..self }
    }

    /// Another position in the same convention.
    fn made(&self, py: Python<'_>, home: &Arc<Home>, sum: Sum) -> Self {
        Position::new(py, home, sum).in_misere_play(self.misere)
    }

    /// The convention that a question names, or that of the position.
    fn played(&self, misere: Option<bool>) -> Convention {
        convention(misere.unwrap_or(self.misere))
    }

    pub(crate) fn sum(&self) -> &Sum {
        &self.sum
    }

    pub(crate) fn copy(&self, py: Python<'_>) -> Self {
        self.made(py, &self.home, self.sum.clone())
    }

    /// An error in misère play, where `what` is not defined.
    fn in_normal_play(&self, py: Python<'_>, what: &str) -> PyResult<()> {
        if !self.misere {
            return Ok(());
        }
        let message = format!(
            "{what} is that of normal play, and this position is in misère play, where it has an \
             outcome, and a genus and a misère form if it is impartial"
        );
        Err(Failure::Undefined(message).raise(py))
    }

    /// Whether two positions are written alike and played alike.
    pub(crate) fn is_same(&self, py: Python<'_>, other: &Position) -> PyResult<bool> {
        let same = self.misere == other.misere
            && self.sum.summands().len() == other.sum.summands().len()
            && self.sum.games().zip(other.sum.games()).all(|(a, b)| a == b);
        Ok(same && self.text(py)? == other.text(py)?)
    }

    /// The summands.
    fn terms(&self, py: Python<'_>) -> PyResult<Vec<Term>> {
        let terms = self.sum.summands().iter().map(|term| {
            let custom = match term {
                Summand::Position(game) => crate::own::parts_of(py, game)?,
                _ => None,
            };
            if let Some((ruleset, position)) = custom {
                return Ok(Term::Custom(ruleset, position));
            }
            let text = run(py, None, |budget| {
                term.text(&mut self.home.solver().worker(budget), Style::Plain)
            })?;
            Ok(Term::Text { text, is_value: !matches!(term, Summand::Position(_)) })
        });
        terms.collect()
    }

    /// The game of a single position.
    pub(crate) fn single(&self, py: Python<'_>) -> PyResult<upstar::rules::Game> {
        self.in_normal_play(py, "a search by value")?;
        self.sum.single().cloned().ok_or_else(|| {
            PyValueError::new_err("positions to search are single positions, not sums")
        })
    }

    pub(crate) fn sum_in(&self, py: Python<'_>, home: &Arc<Home>) -> PyResult<Sum> {
        if Arc::ptr_eq(&self.home, home) {
            return Ok(self.sum.clone());
        }
        run(py, None, |budget| carry_sum(&self.home, &self.sum, home, budget))
    }

    pub(crate) fn here(&self, py: Python<'_>) -> PyResult<(Arc<Home>, Sum)> {
        let home = present();
        let sum = self.sum_in(py, &home)?;
        Ok((home, sum))
    }

    pub(crate) fn text(&self, py: Python<'_>) -> PyResult<String> {
        let Position { home, sum, .. } = self;
        run(py, None, |budget| sum.text(&mut home.solver().worker(budget), Style::Plain))
    }

    /// A value of the worksheet language of which this position is `a`.
    fn with<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        budget: Option<&Object<'py>>,
    ) -> PyResult<Object<'py>> {
        let (home, sum) = self.here(py)?;
        Kept::new(&home, Value::Positions(sum)).with(py, Ask::Method(method), None, budget)
    }
}

/// A nimber as a game.
fn star_of<'py>(py: Python<'py>, home: &Arc<Home>, nimber: u32) -> PyResult<Object<'py>> {
    let id = quick(py, home, |worker| worker.nimber(nimber))?;
    Ok(Bound::new(py, Game::new(home, id))?.into_any())
}

/// Reads a position or a sum of positions.
pub(crate) fn read(py: Python<'_>, text: &str) -> PyResult<Position> {
    let home = present();
    let sum = run(py, None, |budget| read_sum(&home.session, text, Convention::Normal, budget))?;
    Ok(Position::new(py, &home, sum))
}

/// A summand as Python makes it again.
enum Term {
    /// A ruleset in Python, and a position of it.
    Custom(Py<PyAny>, Py<PyAny>),
    Text {
        text: String,
        is_value: bool,
    },
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (text, /, *, misere=false))]
    fn py_new(py: Python<'_>, text: &str, misere: bool) -> PyResult<Self> {
        Ok(read(py, text)?.in_misere_play(misere))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py)
    }

    /// What makes the position again; of a custom game if its ruleset does so.
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let misere = if self.misere { ", misere=True" } else { "" };
        let terms = self.terms(py)?;
        let written = |text: &str| PyString::new(py, text).repr().map(|text| text.to_string());
        if terms.iter().all(|term| matches!(term, Term::Text { .. })) {
            return Ok(format!("Position({}{misere})", written(&self.text(py)?)?));
        }
        let terms = terms.into_iter().map(|term| match term {
            Term::Custom(ruleset, position) => {
                let (ruleset, position) = (ruleset.bind(py).repr()?, position.bind(py).repr()?);
                Ok(format!("{ruleset}.position({position}{misere})"))
            }
            Term::Text { text, .. } => Ok(format!("Position({}{misere})", written(&text)?)),
        });
        Ok(terms.collect::<PyResult<Vec<String>>>()?.join(" + "))
    }

    /// Positions are equal if they are written alike; this is stronger than having equal values.
    fn __eq__(&self, other: &Object<'_>) -> PyResult<bool> {
        let py = other.py();
        let Ok(other) = other.cast::<Position>() else { return Ok(false) };
        self.is_same(py, other.get())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.text(py)?).hash()
    }

    /// The summands, and the rules files of those whose games are not in the catalogue.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let parts = PyList::empty(py);
        for term in self.terms(py)? {
            match term {
                Term::Custom(ruleset, position) => parts.append((ruleset, position))?,
                Term::Text { text, is_value } => parts.append((is_value, text))?,
            }
        }
        let text = self.text(py)?;
        let added =
            added_games().into_iter().filter(|row| text.contains(&format!("{}(", row.name)));
        let written = added.filter_map(|row| Some(row.own()?.source().join("\n")));
        let written: Vec<String> = written.collect();
        let make = py.import("upstar._pickle")?.getattr("position")?;
        (make, (parts, self.misere, written)).into_pyobject(py)
    }

    fn __add__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
        self.plus(other, [false, false])
    }

    fn __radd__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
        // `sum([...])` begins with 0.
        if other.is_instance_of::<pyo3::types::PyInt>() && other.eq(0)? {
            return Ok(Bound::new(other.py(), self.copy(other.py()))?.into_any());
        }
        self.plus(other, [false, false])
    }

    fn __sub__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
        self.plus(other, [false, true])
    }

    fn __rsub__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
        self.plus(other, [true, false])
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Position> {
        let (home, sum) = self.here(py)?;
        let negative = run(py, None, |budget| sum.negative(&mut home.solver().worker(budget)))?;
        Ok(self.made(py, &home, negative))
    }

    /// The value: a `Game`, or a `Loopy` value of a game with cycles.
    ///
    /// >>> import upstar as up
    /// >>> up.domineering("2x3").value
    /// Game('{2|-1/2}')
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        self.find_value(py, None)
    }

    /// The value, under a budget: seconds, or a `Budget`.
    ///
    /// >>> import upstar as up
    /// >>> up.domineering("2x3").find_value(budget=10)
    /// Game('{2|-1/2}')
    #[pyo3(signature = (*, budget=None))]
    fn find_value<'py>(
        &self,
        py: Python<'py>,
        budget: Option<&Object<'py>>,
    ) -> PyResult<Object<'py>> {
        self.in_normal_play(py, "a value")?;
        let (home, sum) = self.here(py)?;
        let class = sum.class();
        expect(&sum);
        if class.is_impartial() && (class.loopy || class.entailing) {
            let found = run(py, budget, |budget| sum.entailed(&home.solver().engine(), budget))?;
            match found {
                Some(Entailed::Nimber(nimber)) => return star_of(py, &home, nimber),
                Some(Entailed::Infinite { exits, kept }) if kept.is_empty() => {
                    let value = Value::LoopyNimber(LoopyNimber::infinite(exits));
                    return to_python(py, &home, value);
                }
                Some(loony) => {
                    let message = format!("{loony}: whatever stands beside it, whoever moves wins");
                    return Err(Failure::Undefined(message).raise(py));
                }
                None => {}
            }
        }
        if class.loopy || sum.has_numbers() {
            return self.with(py, "Canonical", budget);
        }
        let id = run(py, budget, |budget| home.solver().value(&sum, budget))?;
        Ok(Bound::new(py, Game::new(&home, id))?.into_any())
    }

    /// The outcome: "L", "R", "N" or "P", or one with draws in a game with cycles.
    ///
    /// >>> import upstar as up
    /// >>> up.nim(1, 1, 1).outcome, up.nim(1, 1, 1, misere=True).outcome
    /// ('N', 'P')
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.find_outcome(py, None, None)
    }

    /// Who wins: "left", "right", "first" (whoever moves first) or "second"; `None` where one of them
    /// can only draw.
    ///
    /// >>> import upstar as up
    /// >>> up.nim(1, 2, 3).winner, up.nim(1, 1, 1, misere=True).winner
    /// ('second', 'second')
    #[getter]
    fn winner(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        let (home, sum) = self.here(py)?;
        let convention = self.played(None);
        let found = run(py, None, |budget| home.solver().outcome(&sum, convention, budget))?;
        Ok(winner_of(found))
    }

    /// Whether the position is in misère play: `nim(1, 1, misere=True)`.
    ///
    /// >>> import upstar as up
    /// >>> up.nim(1, 1, misere=True).is_misere
    /// True
    #[getter]
    pub(crate) fn is_misere(&self) -> bool {
        self.misere
    }

    /// The outcome in misère play, where a player who cannot move wins.
    ///
    /// >>> import upstar as up
    /// >>> up.nim(1, 1, 1).misere_outcome
    /// 'P'
    #[getter]
    fn misere_outcome(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.find_outcome(py, Some(true), None)
    }

    /// The outcome, in normal or misère play, under a budget.
    ///
    /// >>> import upstar as up
    /// >>> up.nim(1, 1, 1).find_outcome(misere=True, budget=10)
    /// 'P'
    #[pyo3(signature = (*, misere=None, budget=None))]
    fn find_outcome(
        &self,
        py: Python<'_>,
        misere: Option<bool>,
        budget: Option<&Object<'_>>,
    ) -> PyResult<&'static str> {
        let (home, sum) = self.here(py)?;
        let convention = self.played(misere);
        let found = run(py, budget, |budget| home.solver().outcome(&sum, convention, budget))?;
        Ok(found.name())
    }

    /// The Grundy value: n if the value is the nimber *n.
    ///
    /// >>> import upstar as up
    /// >>> up.kayles(12).grundy
    /// 4
    #[getter]
    fn grundy(&self, py: Python<'_>) -> PyResult<u64> {
        self.find_grundy(py, None)
    }

    /// The Grundy value, under a budget: n where the value is the nimber *n, as that of every
    /// impartial position without cycles is.
    ///
    /// >>> import upstar as up
    /// >>> up.kayles(12).find_grundy(budget=10)
    /// 4
    #[pyo3(signature = (*, budget=None))]
    fn find_grundy(&self, py: Python<'_>, budget: Option<&Object<'_>>) -> PyResult<u64> {
        self.in_normal_play(py, "a Grundy value")?;
        let class = self.sum.class();
        if class.loopy || class.entailing || self.sum.has_numbers() {
            let message = "a Grundy value is that of impartial positions that end";
            return Err(Failure::Undefined(message.to_owned()).raise(py));
        }
        if !class.is_impartial() {
            // A class in Python need not say that both players have the same moves.
            let (home, sum) = self.here(py)?;
            let found = run(py, budget, |budget| {
                let id = home.solver().value(&sum, budget)?;
                Ok::<_, RuleError>(home.solver().worker(budget).as_nimber(id))
            })?;
            let message = "a Grundy value is that of impartial positions; this value is no nimber";
            return found
                .map(u64::from)
                .ok_or_else(|| Failure::Undefined(message.to_owned()).raise(py));
        }
        expect(&self.sum);
        run(py, budget, |budget| {
            let mut total = 0;
            for game in self.sum.games() {
                total ^= u64::from(self.home.solver().grundy(game, budget)?);
            }
            Ok::<_, RuleError>(total)
        })
    }

    /// The genus of an impartial position, as text.
    ///
    /// >>> import upstar as up
    /// >>> up.kayles(5).genus
    /// '4^146'
    #[getter]
    fn genus(&self, py: Python<'_>) -> PyResult<String> {
        run(py, None, |budget| {
            let form = self.home.solver().misere_form(&self.sum, budget)?;
            Ok::<_, RuleError>(self.home.solver().forms().worker(budget).genus(form).to_string())
        })
    }

    /// The simplest form of an impartial position in misère play, as text.
    ///
    /// >>> import upstar as up
    /// >>> up.kayles(5).misere_form
    /// '*[2[2]321]'
    #[getter]
    fn misere_form(&self, py: Python<'_>) -> PyResult<String> {
        run(py, None, |budget| {
            let form = self.home.solver().misere_form(&self.sum, budget)?;
            let text = self.home.solver().forms().worker(budget).text(form);
            text.map_err(|error| Failure::from(RuleError::Misere(error)))
        })
    }

    /// The positions after a move of a player, sorted by their texts. In an impartial game no
    /// player has to be named.
    ///
    /// >>> import upstar as up
    /// >>> [str(after) for after in up.domineering("2x2").options("left")]
    /// ['domineering("#.|#.")', 'domineering(".#|.#")']
    #[pyo3(signature = (player=None, /))]
    fn options(&self, py: Python<'_>, player: Option<&str>) -> PyResult<Vec<Position>> {
        let movers = self.movers(player)?;
        let [player] = movers[..] else {
            let message = "the players have different moves; say whose: options(\"left\")";
            return Err(PyTypeError::new_err(message));
        };
        let (home, sum) = self.here(py)?;
        let (options, _) =
            run(py, None, |budget| sum.some_options(&home.solver().engine(), player, budget))?;
        Ok(options.into_iter().map(|(_, after)| self.made(py, &home, after)).collect())
    }

    /// The positions after a move: Left's, then Right's, unless a player is named or both have the
    /// same.
    ///
    /// >>> import upstar as up
    /// >>> [str(after) for after in up.nim(1, 2).moves()]
    /// ['nim(0,2)', 'nim(1,0)', 'nim(1,1)']
    #[pyo3(signature = (player=None, /))]
    pub(crate) fn moves(&self, py: Python<'_>, player: Option<&str>) -> PyResult<Vec<Position>> {
        let mut moves = Vec::new();
        for player in self.movers(player)? {
            moves.extend(self.options(py, Some(player_name(player)))?);
        }
        Ok(moves)
    }

    /// The position after a move, which is named by the position after it: a text, a position, or in
    /// a custom game the object.
    ///
    /// >>> import upstar as up
    /// >>> up.nim(1, 2, 3).move("nim(1,2,2)").outcome
    /// 'N'
    #[pyo3(name = "move", signature = (to, player=None, /))]
    fn make_move(&self, to: &Object<'_>, player: Option<&str>) -> PyResult<Position> {
        self.after(to, player)
    }

    /// The positions after Left's moves.
    ///
    /// >>> import upstar as up
    /// >>> len(up.domineering("2x3").left_options)
    /// 3
    #[getter]
    fn left_options(&self, py: Python<'_>) -> PyResult<Vec<Position>> {
        self.options(py, Some("left"))
    }

    /// The positions after Right's moves.
    ///
    /// >>> import upstar as up
    /// >>> len(up.domineering("2x3").right_options)
    /// 4
    #[getter]
    fn right_options(&self, py: Python<'_>) -> PyResult<Vec<Position>> {
        self.options(py, Some("right"))
    }

    /// The positions after winning moves: Left's, then Right's, unless a player is named.
    ///
    /// >>> import upstar as up
    /// >>> [str(after) for after in up.nim(2, 3, 5).winning_moves()]
    /// ['nim(2,3,1)']
    #[pyo3(signature = (player=None, *, misere=None, budget=None))]
    fn winning_moves(
        &self,
        py: Python<'_>,
        player: Option<&str>,
        misere: Option<bool>,
        budget: Option<&Object<'_>>,
    ) -> PyResult<Vec<Position>> {
        let (movers, convention) = (self.movers(player)?, self.played(misere));
        let (home, sum) = self.here(py)?;
        let found = run(py, budget, |budget| {
            let mut found = Vec::new();
            for player in movers {
                found.extend(after_winning_moves(&home, &sum, player, convention, budget)?);
            }
            Ok::<_, RuleError>(found)
        })?;
        Ok(found.into_iter().map(|after| self.made(py, &home, after)).collect())
    }

    /// A line of best play when a player begins: the texts of the positions.
    ///
    /// >>> import upstar as up
    /// >>> up.nim(1, 2).best_line()
    /// ['nim(1,2)', 'nim(1,1)', 'nim(1,0)', 'nim(0,0)']
    #[pyo3(signature = (first="left", *, misere=None, budget=None))]
    fn best_line(
        &self,
        py: Python<'_>,
        first: &str,
        misere: Option<bool>,
        budget: Option<&Object<'_>>,
    ) -> PyResult<Vec<String>> {
        let (first, convention) = (player_of(first)?, self.played(misere));
        let (home, sum) = self.here(py)?;
        let line =
            run(py, budget, |budget| home.solver().best_line(&sum, first, convention, budget))?;
        Ok(line.positions)
    }

    /// The summands.
    ///
    /// >>> import upstar as up
    /// >>> (up.nim(3) + up.up).summands
    /// [Position('nim(3)'), Game('^')]
    #[getter]
    fn summands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let (home, sum) = self.here(py)?;
        let terms = sum.summands().iter().map(|term| match term {
            Summand::Value(id) => Ok(Bound::new(py, Game::new(&home, *id))?.into_any()),
            Summand::Number(number) => to_python(py, &home, Value::Surreal(number.clone())),
            position => {
                let one = self.made(py, &home, position.clone().into());
                Ok(Bound::new(py, one)?.into_any())
            }
        });
        PyList::new(py, terms.collect::<PyResult<Vec<_>>>()?)
    }

    /// The rules of a single position.
    ///
    /// >>> import upstar as up
    /// >>> up.nim(3).rules.name
    /// 'nim'
    #[getter]
    fn rules(&self) -> PyResult<Rules> {
        match self.sum.single() {
            Some(game) => Ok(Rules::of_game(game)),
            None => Err(PyValueError::new_err("the summands of a sum have rules, it has none")),
        }
    }

    /// Whether both players have the same moves.
    ///
    /// >>> import upstar as up
    /// >>> up.nim(3).is_impartial, up.domineering("2x2").is_impartial
    /// (True, False)
    #[getter]
    fn is_impartial(&self) -> bool {
        self.sum.class().is_impartial()
    }

    /// Whether a position may come back.
    ///
    /// >>> import upstar as up
    /// >>> up.nim(3).is_loopy
    /// False
    #[getter]
    fn is_loopy(&self) -> bool {
        self.sum.class().loopy
    }

    /// The rows of the board, of a single position on one.
    ///
    /// >>> import upstar as up
    /// >>> up.domineering("2x3").board
    /// ['...', '...']
    #[getter]
    fn board(&self) -> Option<Vec<String>> {
        self.sum.single().and_then(|game| game.board())
    }

    /// The mean.
    ///
    /// >>> import upstar as up
    /// >>> up.domineering("2x3").mean
    /// Fraction(3, 4)
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        self.value(py)?.getattr("mean")
    }

    /// The temperature.
    ///
    /// >>> import upstar as up
    /// >>> up.domineering("2x3").temperature
    /// Fraction(5, 4)
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        self.value(py)?.getattr("temperature")
    }

    /// The two stops of the value, each with the player who is to move there.
    ///
    /// >>> import upstar as up
    /// >>> up.domineering("2x3").stops.right
    /// Stop(value=Fraction(-1, 2), mover='Left')
    #[getter]
    fn stops<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        self.value(py)?.getattr("stops")
    }

    /// The thermograph.
    ///
    /// >>> import upstar as up
    /// >>> up.domineering("2x3").thermograph == up.game("{2|-1/2}").thermograph
    /// True
    #[getter]
    fn thermograph<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        self.value(py)?.getattr("thermograph")
    }

    /// A picture of the position, as SVG.
    ///
    /// >>> import upstar as up
    /// >>> up.domineering("2x3").svg()[:4]
    /// '<svg'
    fn svg(&self, py: Python<'_>) -> String {
        let sum = &self.sum;
        py.detach(|| {
            let games: Vec<_> = sum.games().collect();
            upstar::draw::svg(&upstar::position_scene(&games))
        })
    }

    fn _repr_svg_(&self, py: Python<'_>) -> String {
        self.svg(py)
    }

    /// An interactive board for notebooks; see `upstar.board`.
    ///
    /// >>> import upstar as up
    /// >>> board = up.nim(1, 2).play(you="left")
    #[pyo3(signature = (**options))]
    fn play<'py>(
        slf: &Bound<'py, Self>,
        options: Option<&Bound<'py, pyo3::types::PyDict>>,
    ) -> PyResult<Object<'py>> {
        slf.py().import("upstar._board")?.getattr("board")?.call((slf,), options)
    }
}
