//! Rulesets of the catalogue and of rules files.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyString, PyTuple};
use upstar::rules::formula::{NEXT, Written};
use upstar::rules::{self, Argument, Arguments, Game, Row, RuleError};

use crate::home::present;
use crate::position::Position;
use crate::work::run;

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
}

impl Rules {
    pub(crate) fn new(rules: rules::Rules) -> Self {
        let row = rules::find_game(rules.name());
        Rules { rules, row, parameters: Arguments::default(), asked: None }
    }

    fn row(&self) -> PyResult<&'static Row> {
        self.row.ok_or_else(|| {
            PyValueError::new_err(format!("{} is not in the catalogue", self.rules.name()))
        })
    }
}

/// A Python object as an argument of a game.
fn argument(object: &Bound<'_, PyAny>) -> PyResult<Argument> {
    if object.is_instance_of::<PyInt>() {
        return object.extract().map(Argument::Integer).map_err(|_| {
            PyValueError::new_err("this number is too large for an argument of a game")
        });
    }
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(Argument::Text(text.to_string()));
    }
    if let Ok(size) = object.cast::<PyTuple>() {
        let (rows, columns) = size
            .extract()
            .map_err(|_| PyTypeError::new_err("a tuple is the size of a board: (rows, columns)"))?;
        return Ok(Argument::Size(rows, columns));
    }
    if let Ok(list) = object.cast::<PyList>() {
        if !list.is_empty() && list.iter().all(|row| row.is_instance_of::<PyString>()) {
            // The rows of a board.
            let rows: Vec<String> = list.extract()?;
            return Ok(Argument::Text(rows.join("|")));
        }
        return Ok(Argument::List(list.extract()?));
    }
    if object.hasattr("__index__")? {
        return argument(&object.call_method0("__index__")?);
    }
    let kind = object.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "an argument of a game is an int, a text, a list of ints, the rows of a board or its size \
         (rows, columns), not {kind}"
    )))
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
/// `rules("mine", file="my.rules")` takes one of several.
#[pyfunction]
#[pyo3(name = "rules", signature = (name=None, /, *parameters, file=None))]
pub(crate) fn find_rules(
    py: Python<'_>,
    name: Option<&str>,
    parameters: &Bound<'_, PyTuple>,
    file: Option<std::path::PathBuf>,
) -> PyResult<Rules> {
    let mut name = name.map(str::to_owned);
    if let Some(file) = file {
        let added = run(py, None, |budget| upstar::add_rules_file(&file, budget))?;
        name = match (name, &added[..]) {
            (Some(name), _) => Some(name),
            (None, [row]) => Some(row.name.to_owned()),
            (None, rows) => {
                let names: Vec<&str> = rows.iter().map(|row| row.name).collect();
                let message = format!("the file has several games; name one: {}", names.join(", "));
                return Err(PyValueError::new_err(message));
            }
        };
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
    Ok(Rules { rules, row, parameters, asked: Some(name) })
}

#[pymethods]
impl Rules {
    /// The position made from numbers, a text, a board or its size.
    #[pyo3(signature = (*position, parameters=None))]
    fn __call__(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyTuple>,
        parameters: Option<&Bound<'_, PyTuple>>,
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
        Ok(Position::new(py, &home, game.into()))
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        self.asked.as_deref().unwrap_or_else(|| self.rules.name())
    }

    /// How a position is written.
    #[getter]
    fn usage(&self) -> PyResult<&'static str> {
        self.row().map(|row| row.usage)
    }

    /// The rules, in a few lines.
    #[getter]
    fn text(&self) -> PyResult<&'static str> {
        self.row().map(|row| row.rules)
    }

    /// Where the game comes from.
    #[getter]
    fn source(&self) -> PyResult<&'static str> {
        self.row().map(|row| row.source)
    }

    /// A position, and its value or outcome.
    #[getter]
    fn example(&self) -> PyResult<(&'static str, &'static str)> {
        self.row().map(|row| row.example)
    }

    /// Impartial or partizan, loopy or not, in words.
    #[getter]
    fn kind(&self) -> PyResult<&'static str> {
        self.row().map(upstar::class_in_words)
    }

    /// Whether both players have the same moves.
    #[getter]
    fn is_impartial(&self) -> bool {
        self.rules.class().is_impartial()
    }

    /// Whether a position may come back.
    #[getter]
    fn is_loopy(&self) -> bool {
        self.rules.class().loopy
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let name = PyString::new(py, self.name()).repr()?;
        if self.parameters.is_empty() {
            return Ok(format!("rules({name})"));
        }
        let written = self.parameters.values().iter().map(|argument| match argument {
            Argument::Integer(number) => Ok(number.to_string()),
            Argument::Formula(formula) => {
                Ok(PyString::new(py, &Written(formula, NEXT).to_string()).repr()?.to_string())
            }
            Argument::List(list) => Ok(format!("{list:?}")),
            Argument::Size(rows, columns) => Ok(format!("({rows}, {columns})")),
            Argument::Text(text) | Argument::Word(text) => {
                Ok(PyString::new(py, text).repr()?.to_string())
            }
        });
        let written = written.collect::<PyResult<Vec<_>>>()?;
        Ok(format!("rules({name}, {})", written.join(", ")))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
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
