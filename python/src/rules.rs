//! Rulesets of the catalogue and of rules files.

use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyIterator, PyList, PySet, PyString, PyTuple};
use upstar::rules::formula::{NEXT, Written};
use upstar::rules::{self, Argument, Arguments, Game, Row, RuleError};

use crate::home::present;
use crate::position::Position;
use crate::work::{Object, run};

/// The rules of a game, with their parameters. Call it to make a position.
///
/// >>> import upstar as up
/// >>> domineering = up.rules("domineering")
/// >>> domineering("2x2").value
/// Game('+-1')
/// >>> up.rules("moore", 2)(3, 4, 5).outcome
/// 'N'
#[pyclass(frozen, module = "upstar", name = "Rules")]
pub(crate) struct Rules {
    rules: rules::Rules,
    row: Option<&'static Row>,
    parameters: Arguments,
    /// What its name was when it was asked for.
    asked: Option<String>,
    /// The rules as a text, of a custom game.
    written: Option<Arc<str>>,
    /// A position with these rules, where there is no other way to name the parameters.
    example: Option<Game>,
}

impl Rules {
    /// The rules of a game.
    pub(crate) fn of_game(game: &Game) -> Self {
        let rules = game.rules().clone();
        let row = rules::find_game(rules.name());
        let parameters = Arguments::default();
        Rules { rules, row, parameters, asked: None, written: None, example: Some(game.clone()) }
    }

    /// The parameters as Python objects.
    fn before<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let objects = self.parameters.values().iter().map(|argument| {
            Ok(match argument {
                Argument::Integer(number) => number.into_pyobject(py)?.into_any(),
                Argument::Formula(formula) => {
                    PyString::new(py, &Written(formula, NEXT).to_string()).into_any()
                }
                Argument::List(list) => PyList::new(py, list)?.into_any(),
                Argument::Size(rows, columns) => (rows, columns).into_pyobject(py)?.into_any(),
                Argument::Text(text) | Argument::Word(text) => PyString::new(py, text).into_any(),
            })
        });
        PyTuple::new(py, objects.collect::<PyResult<Vec<_>>>()?)
    }

    fn row(&self) -> PyResult<&'static Row> {
        self.row.ok_or_else(|| {
            PyValueError::new_err(format!("{} is not in the catalogue", self.rules.name()))
        })
    }
}

/// A Python object as an argument of a game.
fn argument(object: &Object<'_>) -> PyResult<Argument> {
    if object.is_instance_of::<PyInt>() {
        return object.extract().map(Argument::Integer).map_err(|_| {
            PyValueError::new_err("this number is too large for an argument of a game")
        });
    }
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(Argument::Text(text.to_string()));
    }
    if let Ok(size) = object.cast::<PyTuple>()
        && let Ok((rows, columns)) = size.extract()
    {
        return Ok(Argument::Size(rows, columns));
    }
    // A NumPy array or scalar.
    if object.hasattr("tolist")? {
        return argument(&object.call_method0("tolist")?);
    }
    if object.hasattr("__index__")? {
        return argument(&object.call_method0("__index__")?);
    }
    let is_ordered = !object.is_instance_of::<PyDict>() && !object.is_instance_of::<PySet>();
    if is_ordered && let Ok(items) = object.try_iter() {
        return listed(items);
    }
    let kind = object.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "an argument of a game is an int, a text, a list of ints, the rows of a board or its size \
         (rows, columns), not {kind}"
    )))
}

/// A list of integers, or the rows of a board.
fn listed(items: Bound<'_, PyIterator>) -> PyResult<Argument> {
    let list = crate::convert::items(items, "an argument of a game")?;
    if !list.is_empty() && list.iter().all(|row| row.is_instance_of::<PyString>()) {
        let rows: Vec<String> = list.iter().map(|row| row.extract()).collect::<PyResult<_>>()?;
        return Ok(Argument::Text(rows.join("|")));
    }
    if list.first().is_some_and(|row| row.is_instance_of::<PyList>()) {
        let mut rows = Vec::new();
        for row in list {
            let cells: Vec<String> = row.extract().map_err(|_| {
                PyTypeError::new_err(
                    "the cells of a board are letters; of an array of numbers, say which letter each \
                     stands for: numpy.where(array, \"#\", \".\")",
                )
            })?;
            rows.push(cells.concat());
        }
        return Ok(Argument::Text(rows.join("|")));
    }
    let numbers = list.iter().map(|number| match argument(number)? {
        Argument::Integer(number) => Ok(number),
        _ => Err(PyTypeError::new_err(format!(
            "a list of a game has ints alone, not {}",
            number.repr()?
        ))),
    });
    Ok(Argument::List(numbers.collect::<PyResult<_>>()?))
}

fn arguments(objects: &Bound<'_, PyTuple>) -> PyResult<Vec<Argument>> {
    objects.iter().map(|object| argument(&object)).collect()
}

/// `nim([3, 4])` is `nim(3, 4)` too.
fn spread(values: Vec<Argument>) -> Vec<Argument> {
    match &values[..] {
        [Argument::List(list)] => list.iter().map(|&number| Argument::Integer(number)).collect(),
        _ => values,
    }
}

/// The rules of a game of the catalogue or of a rules file.
///
/// `rules("moore", 2)` has a parameter; `rules(file="my.rules")` reads a file with one game, and
/// `rules("mine", file="my.rules")` takes one of several. The text of a rules file may be given
/// itself, with a name as `text=`:
///
/// >>> import upstar as up
/// >>> jump = up.rules('draughts_jump on strip "xo."; both: xo. -> ..x mirror')
/// >>> jump("xo.").outcome
/// 'N'
#[pyfunction]
#[pyo3(name = "rules", signature = (name=None, /, *parameters, file=None, text=None))]
pub(crate) fn find_rules(
    py: Python<'_>,
    name: Option<&str>,
    parameters: &Bound<'_, PyTuple>,
    file: Option<std::path::PathBuf>,
    text: Option<&str>,
) -> PyResult<Rules> {
    // No name of a game has a space.
    let is_text = |name: &&str| name.trim().contains(char::is_whitespace);
    let (name, text) = match (name.filter(is_text), text) {
        (Some(found), None) => (None, Some(found)),
        (_, text) => (name, text),
    };
    let mut name = name.map(str::to_owned);
    let mut written = text.map(str::to_owned);
    let added = match (file, text) {
        (Some(file), None) => {
            let (rows, text) = run(py, None, |budget| upstar::read_rules_file(&file, budget))?;
            written = Some(text);
            rows
        }
        (None, Some(text)) => run(py, None, |_| upstar::add_rules(text))?,
        (None, None) => Vec::new(),
        (Some(_), Some(_)) => {
            return Err(PyTypeError::new_err("rules are in a file or in a text, not in both"));
        }
    };
    if name.is_none() && !added.is_empty() {
        let [row] = added[..] else {
            let names: Vec<&str> = added.iter().map(|row| row.name).collect();
            let message =
                format!("these are the rules of several games; name one: {}", names.join(", "));
            return Err(PyValueError::new_err(message));
        };
        name = Some(row.name.to_owned());
    }
    let Some(name) = name else {
        return Err(PyTypeError::new_err("expected the name of a game, or a file of rules"));
    };
    let parameters = Arguments::new(arguments(parameters)?);
    let row = rules::find_game(&name);
    // A game that needs parameters may be asked for without: a position then names them.
    let found = match run(py, None, |_| rules::rules(&name, &parameters)) {
        Ok(found) => Some(found),
        Err(error) if parameters.is_empty() && row.is_some() => {
            let made = row.and_then(|row| rules::parse_game(row.example.0).ok());
            Some(made.ok_or(error)?.rules().clone())
        }
        Err(error) => return Err(error),
    };
    let Some(rules) = found else { unreachable!("there is an error or there are rules") };
    let written = written.map(Arc::from);
    Ok(Rules { rules, row, parameters, asked: Some(name), written, example: None })
}

#[pymethods]
impl Rules {
    /// The position made from numbers, a text, a board or its size.
    #[pyo3(signature = (*position, parameters=None, misere=false))]
    fn __call__(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyTuple>,
        parameters: Option<&Bound<'_, PyTuple>>,
        misere: bool,
    ) -> PyResult<Position> {
        let values = spread(arguments(position)?);
        let before = match parameters {
            Some(parameters) => Arguments::new(arguments(parameters)?),
            None => self.parameters.clone(),
        };
        let home = present();
        let game = run(py, None, |_| -> Result<Game, RuleError> {
            let Some(asked) = &self.asked else { return self.rules.make(&Arguments::new(values)) };
            if before.is_empty() {
                return rules::make_game(asked, &Arguments::new(values));
            }
            let count = before.len();
            let all = before.values().iter().cloned().chain(values).collect();
            rules::make_game(asked, &Arguments::new(all).with_semicolon(count))
        })?;
        Ok(Position::new(py, &home, game.into()).in_misere_play(misere))
    }

    /// The name.
    ///
    /// >>> import upstar as up
    /// >>> up.rules("kayles").name
    /// 'kayles'
    #[getter]
    fn name(&self) -> &str {
        self.asked.as_deref().unwrap_or_else(|| self.rules.name())
    }

    /// How a position is written.
    ///
    /// >>> import upstar as up
    /// >>> up.rules("nim").usage
    /// 'nim(a,b,...)'
    #[getter]
    fn usage(&self) -> PyResult<&'static str> {
        self.row().map(|row| row.usage)
    }

    /// The rules, in a few lines.
    ///
    /// >>> import upstar as up
    /// >>> print(up.rules("nim").text)
    /// Heaps of stones; a move takes any number of stones from one heap.
    #[getter]
    fn text(&self) -> PyResult<&'static str> {
        self.row().map(|row| row.rules)
    }

    /// Where the game comes from.
    ///
    /// >>> import upstar as up
    /// >>> isinstance(up.rules("nim").source, str)
    /// True
    #[getter]
    fn source(&self) -> PyResult<&'static str> {
        self.row().map(|row| row.source)
    }

    /// A position, and its value or outcome.
    ///
    /// >>> import upstar as up
    /// >>> up.rules("nim").example
    /// ('nim(2,3,5,7)', '*3')
    #[getter]
    fn example(&self) -> PyResult<(&'static str, &'static str)> {
        self.row().map(|row| row.example)
    }

    /// Impartial or partizan, loopy or not, in words.
    ///
    /// >>> import upstar as up
    /// >>> up.rules("nim").kind
    /// 'impartial'
    #[getter]
    fn kind(&self) -> PyResult<&'static str> {
        self.row().map(upstar::class_in_words)
    }

    /// Whether both players have the same moves.
    ///
    /// >>> import upstar as up
    /// >>> up.rules("nim").is_impartial
    /// True
    #[getter]
    fn is_impartial(&self) -> bool {
        self.rules.class().is_impartial()
    }

    /// Whether a position may come back.
    ///
    /// >>> import upstar as up
    /// >>> up.rules("nim").is_loopy
    /// False
    #[getter]
    fn is_loopy(&self) -> bool {
        self.rules.class().loopy
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        if let Some(game) = &self.example {
            return Ok(format!("Position({}).rules", PyString::new(py, &game.text()).repr()?));
        }
        let mut parts = vec![PyString::new(py, self.name()).repr()?.to_string()];
        for parameter in self.before(py)? {
            parts.push(parameter.repr()?.to_string());
        }
        if let Some(written) = &self.written {
            parts.push(format!("text={}", PyString::new(py, written).repr()?));
        }
        Ok(format!("rules({})", parts.join(", ")))
    }

    /// How the rules are found again; those of a position, by the position.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Object<'py>, Bound<'py, PyTuple>)> {
        let (py, rules) = (slf.py(), slf.get());
        let module = py.import("upstar._pickle")?;
        if let Some(game) = &rules.example {
            let position = Position::new(py, &present(), game.clone().into());
            return Ok((module.getattr("rules_of")?, (position,).into_pyobject(py)?));
        }
        let parts = (rules.name(), rules.before(py)?, rules.written.as_deref());
        Ok((module.getattr("rules")?, parts.into_pyobject(py)?))
    }

    fn __eq__(&self, other: &Object<'_>) -> bool {
        other.cast::<Rules>().is_ok_and(|other| {
            let other = other.get();
            self.rules == other.rules && self.parameters == other.parameters
        })
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.rules.key()).hash()
    }
}

/// The catalogue: a dictionary of texts for each game.
#[pyfunction]
pub(crate) fn catalogue(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let rows = rules::catalogue().iter().map(|row| {
        let entry = PyDict::new(py);
        entry.set_item("name", row.name)?;
        entry.set_item("aliases", row.aliases.to_vec())?;
        entry.set_item("kind", upstar::class_in_words(row))?;
        entry.set_item("usage", row.usage)?;
        entry.set_item("rules", row.rules)?;
        entry.set_item("source", row.source)?;
        entry.set_item("example", row.example.0)?;
        entry.set_item("answer", row.example.1)?;
        Ok(entry)
    });
    PyList::new(py, rows.collect::<PyResult<Vec<_>>>()?)
}
