//! Positions and sums of positions.

use std::collections::BTreeSet;
use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use upstar::core::{Budget, Convention, LoopyNimber, Player};
use upstar::lang::{Operator, Style, Value};
use upstar::read_sum;
use upstar::rules::{Entailed, RuleError, Sum, Summand};

use crate::convert::{game_of, player_name, player_of, short_of, to_python, winner_of};
use crate::game::{Game, quick};
use crate::home::{Home, carry_sum, present};
use crate::own::owners_of;
use crate::rules::Rules;
use crate::value::{Ask, Kept, Loopy};
use crate::work::{Failure, run};

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
    fn is_same(&self, py: Python<'_>, other: &Position) -> PyResult<bool> {
        let same = self.misere == other.misere
            && self.sum.summands().len() == other.sum.summands().len()
            && self.sum.games().zip(other.sum.games()).all(|(a, b)| a == b);
        Ok(same && self.text(py)? == other.text(py)?)
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

    fn here(&self, py: Python<'_>) -> PyResult<(Arc<Home>, Sum)> {
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
        budget: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (home, sum) = self.here(py)?;
        Kept::new(&home, Value::Positions(sum)).with(py, Ask::Method(method), None, budget)
    }

    /// The players whose moves are listed: both, unless one is named or both have the same moves.
    fn movers(&self, player: Option<&str>) -> PyResult<Vec<Player>> {
        match player {
            Some(player) => Ok(vec![player_of(player)?]),
            None if self.sum.class().is_impartial() => Ok(vec![Player::Left]),
            None => Ok(Player::BOTH.to_vec()),
        }
    }

    /// The error of a move that there is not.
    fn no_move(
        &self,
        py: Python<'_>,
        to: &Bound<'_, PyAny>,
        player: Option<&str>,
    ) -> PyResult<Position> {
        const SHOWN: usize = 6;
        let moves = self.moves(py, player)?;
        let texts = moves.iter().take(SHOWN).map(|after| after.text(py));
        let mut texts = texts.collect::<PyResult<Vec<_>>>()?.join(", ");
        if moves.len() > SHOWN {
            texts.push_str(", ...");
        } else if moves.is_empty() {
            texts.push_str("none");
        }
        let message = format!("{} has no move to {to}; its moves: {texts}", self.text(py)?);
        Err(Failure::Notation(message).raise(py))
    }

    /// The sum with another summand: a position, a game, a number, a loopy value.
    fn plus<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        negative: [bool; 2],
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let (home, mut first) = self.here(py)?;
        let mut misere = self.misere;
        let second = if let Ok(position) = other.cast::<Position>() {
            misere |= position.get().misere;
            position.get().sum_in(py, &home)?
        } else if let Some(id) = short_of(&home, other)? {
            Summand::Value(id).into()
        } else if other.cast::<Loopy>().is_ok() {
            let operator = if negative[1] { Operator::Subtract } else { Operator::Add };
            let kept = Kept::new(&home, Value::Positions(first));
            return kept.with(py, Ask::Operation(operator), Some(other), None);
        } else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        let signed = |sum: Sum, negative: bool| {
            if !negative {
                return Ok(sum);
            }
            run(py, None, |budget| sum.negative(&mut home.solver().worker(budget)))
        };
        first = signed(first, negative[0])?;
        let sum = first.plus(signed(second, negative[1])?);
        let sum = Position::new(py, &home, sum).in_misere_play(misere);
        Ok(Bound::new(py, sum)?.into_any())
    }
}

/// A nimber as a game.
fn star_of<'py>(py: Python<'py>, home: &Arc<Home>, nimber: u32) -> PyResult<Bound<'py, PyAny>> {
    let id = quick(py, home, |worker| worker.nimber(nimber))?;
    Ok(Bound::new(py, Game::new(home, id))?.into_any())
}

/// Reads a position or a sum of positions.
pub(crate) fn read(py: Python<'_>, text: &str) -> PyResult<Position> {
    let home = present();
    let sum = run(py, None, |budget| read_sum(&home.session, text, Convention::Normal, budget))?;
    Ok(Position::new(py, &home, sum))
}

/// What is asked of winning moves: the sums after them.
fn after_winning_moves(
    home: &Home,
    sum: &Sum,
    player: Player,
    convention: Convention,
    budget: &Budget,
) -> Result<Vec<Sum>, RuleError> {
    let solver = home.solver();
    let moves = solver.winning_moves(sum, player, convention, budget)?;
    if moves.is_empty() {
        return Ok(Vec::new());
    }
    let mut worker = solver.worker(budget);
    let before = sum.summands().iter().map(|term| term.text(&mut worker, Style::Plain));
    let before = before.collect::<Result<Vec<_>, _>>()?;
    let wins: BTreeSet<(usize, String)> =
        moves.into_iter().map(|found| (found.index - 1, found.after)).collect();
    let mut found = Vec::new();
    for (_, after) in sum.some_options(&solver.engine(), player, budget)?.0 {
        for (index, term) in after.summands().iter().enumerate() {
            let text = term.text(&mut worker, Style::Plain)?;
            // Of a stalk without an end one move stands for all that are as good.
            let is_win = wins.iter().any(|(place, win)| {
                *place == index && (*win == text || win.starts_with(&format!("{text}, or ")))
            });
            if text != before[index] && is_win {
                found.push(after.clone());
                break;
            }
        }
    }
    Ok(found)
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

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let misere = if self.misere { ", misere=True" } else { "" };
        Ok(format!("Position({}{misere})", PyString::new(py, &self.text(py)?).repr()?))
    }

    /// Positions are equal if they are written alike; this is stronger than having equal values.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = other.py();
        let Ok(other) = other.cast::<Position>() else { return Ok(false) };
        self.is_same(py, other.get())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.text(py)?).hash()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyList>, bool))> {
        let py = slf.py();
        let parts = PyList::empty(py);
        let Position { home, sum, .. } = slf.get();
        for term in sum.summands() {
            let part = match term {
                Summand::Position(game) => crate::own::parts_of(py, game)?,
                _ => None,
            };
            match part {
                Some((ruleset, position)) => parts.append((ruleset, position))?,
                None => {
                    let text = run(py, None, |budget| {
                        term.text(&mut home.solver().worker(budget), Style::Plain)
                    })?;
                    let is_value = !matches!(term, Summand::Position(_));
                    parts.append(PyTuple::new(
                        py,
                        [
                            is_value.into_pyobject(py)?.to_owned().into_any(),
                            PyString::new(py, &text).into_any(),
                        ],
                    )?)?;
                }
            }
        }
        Ok((py.import("upstar._pickle")?.getattr("position")?, (parts, slf.get().misere)))
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.plus(other, [false, false])
    }

    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        // `sum([...])` begins with 0.
        if other.is_instance_of::<pyo3::types::PyInt>() && other.eq(0)? {
            let (home, sum) = self.here(other.py())?;
            let same = self.made(other.py(), &home, sum);
            return Ok(Bound::new(other.py(), same)?.into_any());
        }
        self.plus(other, [false, false])
    }

    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.plus(other, [false, true])
    }

    fn __rsub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.plus(other, [true, false])
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Position> {
        let (home, sum) = self.here(py)?;
        let negative = run(py, None, |budget| sum.negative(&mut home.solver().worker(budget)))?;
        Ok(self.made(py, &home, negative))
    }

    /// The value: a `Game`, or a `Loopy` value of a game with cycles.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.find_value(py, None)
    }

    /// The value, under a budget: seconds, or a `Budget`.
    #[pyo3(signature = (*, budget=None))]
    fn find_value<'py>(
        &self,
        py: Python<'py>,
        budget: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.in_normal_play(py, "a value")?;
        let (home, sum) = self.here(py)?;
        let class = sum.class();
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
    #[getter]
    fn is_misere(&self) -> bool {
        self.misere
    }

    /// The outcome in misère play, where a player who cannot move wins.
    #[getter]
    fn misere_outcome(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.find_outcome(py, Some(true), None)
    }

    /// The outcome, in normal or misère play, under a budget.
    #[pyo3(signature = (*, misere=None, budget=None))]
    fn find_outcome(
        &self,
        py: Python<'_>,
        misere: Option<bool>,
        budget: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<&'static str> {
        let (home, sum) = self.here(py)?;
        let convention = self.played(misere);
        let found = run(py, budget, |budget| home.solver().outcome(&sum, convention, budget))?;
        Ok(found.name())
    }

    /// The Grundy value: n if the value is the nimber *n.
    #[getter]
    fn grundy(&self, py: Python<'_>) -> PyResult<u64> {
        self.find_grundy(py, None)
    }

    /// The Grundy value, under a budget: n where the value is the nimber *n, as that of every
    /// impartial position without cycles is.
    #[pyo3(signature = (*, budget=None))]
    fn find_grundy(&self, py: Python<'_>, budget: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
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
        run(py, budget, |budget| {
            let mut total = 0;
            for game in self.sum.games() {
                total ^= u64::from(self.home.solver().grundy(game, budget)?);
            }
            Ok::<_, RuleError>(total)
        })
    }

    /// The genus of an impartial position, as text.
    #[getter]
    fn genus(&self, py: Python<'_>) -> PyResult<String> {
        run(py, None, |budget| {
            let form = self.home.solver().misere_form(&self.sum, budget)?;
            Ok::<_, RuleError>(self.home.solver().forms().worker(budget).genus(form).to_string())
        })
    }

    /// The simplest form of an impartial position in misère play, as text.
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
    fn moves(&self, py: Python<'_>, player: Option<&str>) -> PyResult<Vec<Position>> {
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
    fn make_move(&self, to: &Bound<'_, PyAny>, player: Option<&str>) -> PyResult<Position> {
        let py = to.py();
        let moves = self.moves(py, player)?;
        for after in &moves {
            let found = if let Ok(to) = to.cast::<Position>() {
                after.is_same(py, to.get())?
            } else {
                let own = match after.sum.single() {
                    Some(game) => crate::own::parts_of(py, game)?,
                    None => None,
                };
                own.map_or(Ok(false), |(_, object)| object.bind(py).eq(to))?
                    || to
                        .cast::<PyString>()
                        .is_ok_and(|to| after.text(py).is_ok_and(|text| to.to_string() == text))
            };
            if found {
                return Ok(self.made(py, &after.home, after.sum.clone()));
            }
        }
        // The same position may be written in another way.
        if let Ok(text) = to.cast::<PyString>()
            && let Ok(read) = read(py, &text.to_string())
        {
            let read = read.in_misere_play(self.misere);
            for after in moves {
                if after.is_same(py, &read)? {
                    return Ok(after);
                }
            }
        }
        self.no_move(py, to, player)
    }

    /// The positions after Left's moves.
    #[getter]
    fn left_options(&self, py: Python<'_>) -> PyResult<Vec<Position>> {
        self.options(py, Some("left"))
    }

    /// The positions after Right's moves.
    #[getter]
    fn right_options(&self, py: Python<'_>) -> PyResult<Vec<Position>> {
        self.options(py, Some("right"))
    }

    /// The positions after winning moves: Left's, then Right's, unless a player is named.
    #[pyo3(signature = (player=None, *, misere=None, budget=None))]
    fn winning_moves(
        &self,
        py: Python<'_>,
        player: Option<&str>,
        misere: Option<bool>,
        budget: Option<&Bound<'_, PyAny>>,
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
    #[pyo3(signature = (first="left", *, misere=None, budget=None))]
    fn best_line(
        &self,
        py: Python<'_>,
        first: &str,
        misere: Option<bool>,
        budget: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<String>> {
        let (first, convention) = (player_of(first)?, self.played(misere));
        let (home, sum) = self.here(py)?;
        let line =
            run(py, budget, |budget| home.solver().best_line(&sum, first, convention, budget))?;
        Ok(line.positions)
    }

    /// The summands.
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
    #[getter]
    fn rules(&self) -> PyResult<Rules> {
        match self.sum.single() {
            Some(game) => Ok(Rules::of_game(game)),
            None => Err(PyValueError::new_err("the summands of a sum have rules, it has none")),
        }
    }

    /// Whether both players have the same moves.
    #[getter]
    fn is_impartial(&self) -> bool {
        self.sum.class().is_impartial()
    }

    /// Whether a position may come back.
    #[getter]
    fn is_loopy(&self) -> bool {
        self.sum.class().loopy
    }

    /// The rows of the board, of a single position on one.
    #[getter]
    fn board(&self) -> Option<Vec<String>> {
        self.sum.single().and_then(|game| game.board())
    }

    /// The mean.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.value(py)?.getattr("mean")
    }

    /// The temperature.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.value(py)?.getattr("temperature")
    }

    /// The thermograph.
    #[getter]
    fn thermograph<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.value(py)?.getattr("thermograph")
    }

    /// A picture of the position, as SVG.
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
    #[pyo3(signature = (**options))]
    fn play<'py>(
        slf: &Bound<'py, Self>,
        options: Option<&Bound<'py, pyo3::types::PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("upstar._board")?.getattr("board")?.call((slf,), options)
    }
}

/// The sum of positions, games and numbers, from nothing: for `pickle`.
#[pyfunction]
pub(crate) fn sum_of(
    py: Python<'_>,
    parts: Vec<Bound<'_, PyAny>>,
    misere: bool,
) -> PyResult<Position> {
    let home = present();
    let mut sum = Sum::from(Vec::<Summand>::new());
    for part in parts {
        let term = match part.cast::<Position>() {
            Ok(position) => position.get().sum_in(py, &home)?,
            Err(_) => Summand::Value(game_of(&home, &part)?).into(),
        };
        sum = sum.plus(term);
    }
    Ok(Position::new(py, &home, sum).in_misere_play(misere))
}
