//! Tables: for Python by columns and rows, for Polars, pandas and others through Arrow.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator};
use arrow_schema::extension::EXTENSION_TYPE_NAME_KEY;
use arrow_schema::{Field, Schema};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyIterator, PyList, PyMapping, PySlice, PyTuple};
use upstar::core::{Budget, Convention, Outcome, StopReason};
use upstar::rules::{Game, Positions, Template};
use upstar::values::Rational;
use upstar::{Analysis, FindOptions, Measure, SequenceOf, TableOfPositions};

use crate::cells::Cells;
use crate::home::present;
use crate::own::owners_of;
use crate::position::Position;
use crate::work::{Failure, Object, keep, run_with};

/// A table: rows are boards, heaps, vertices.
///
/// Values are games and means are fractions. It supports Arrow's C stream interface, in which these
/// are texts with the extension types `upstar.value` and `upstar.fraction`: `pyarrow.table(table)`
/// has columns of games, and `polars.DataFrame(table)` columns of texts.
///
/// >>> import upstar as up
/// >>> boards = up.table("domineering", rows=2, columns=2)
/// >>> boards.columns
/// ['rows', 'columns', 'value', 'outcome', 'mean', 'temperature', 'mean_float',
/// 'temperature_float']
/// >>> boards["value"]
/// [Game(0), Game(-1), Game(1), Game('+-1')]
/// >>> boards[1:3]["outcome"]
/// ['R', 'L']
#[pyclass(frozen, module = "upstar", name = "Table")]
pub(crate) struct Table {
    names: Vec<String>,
    cells: Vec<Cells>,
    is_complete: bool,
}

/// The rows of a table that its `repr` has.
const MOST_SHOWN: usize = 20;

/// What the texts of a column are.
#[derive(Clone, Copy)]
enum Kind {
    Whole,
    Value,
    Fraction,
    Text,
}

/// Columns of whole numbers, by their names.
const WHOLE: [&str; 8] = ["n", "rows", "columns", "a", "b", "count", "heap", "remoteness"];

impl Table {
    pub(crate) fn new(columns: Vec<(&str, Cells)>, stop: StopReason) -> Self {
        let (names, cells) =
            columns.into_iter().map(|(name, cells)| (name.to_owned(), cells)).unzip();
        Table { names, cells, is_complete: stop == StopReason::Finished }
    }

    /// The table of an analysis; exact means and temperatures have floats beside them, for plots.
    /// `value` says what the cells of the column of this name are.
    fn of(analysis: Analysis, value: Kind) -> Self {
        let stop = analysis.stop;
        let upstar::Table { columns, rows } = analysis.table.unwrap_or_default();
        let mut texts: Vec<Vec<String>> = columns.iter().map(|_| Vec::new()).collect();
        for row in rows {
            for (column, cell) in texts.iter_mut().zip(row) {
                column.push(cell);
            }
        }
        let texts = texts.into_iter().map(|texts| texts.into_iter().map(Some).collect());
        Table::of_texts(columns.into_iter().zip(texts), stop, value)
    }

    /// A table of columns of texts; exact means and temperatures have floats beside them.
    fn of_texts(
        columns: impl IntoIterator<Item = (String, Vec<Option<String>>)>,
        stop: StopReason,
        value: Kind,
    ) -> Self {
        let (mut names, mut cells, mut rounded) = (Vec::new(), Vec::new(), Vec::new());
        for (name, texts) in columns {
            if name == "mean" || name == "temperature" {
                let float = |text: &String| Some(text.parse::<Rational>().ok()?.to_f64());
                let floats = texts.iter().map(|text| text.as_ref().and_then(float));
                rounded.push((format!("{name}_float"), Cells::Rounded(floats.collect())));
            }
            let kind = match name.as_str() {
                "value" => value,
                "mean" | "temperature" => Kind::Fraction,
                name if WHOLE.contains(&name) => Kind::Whole,
                _ => Kind::Text,
            };
            cells.push(match kind {
                Kind::Whole => {
                    let number = |text: &Option<String>| text.as_ref()?.parse().ok();
                    Cells::Whole(texts.iter().map(number).collect())
                }
                Kind::Value => Cells::Values(texts),
                Kind::Fraction => Cells::Fractions(texts),
                Kind::Text => Cells::Text(texts),
            });
            names.push(name);
        }
        for (name, floats) in rounded {
            names.push(name);
            cells.push(floats);
        }
        Table { names, cells, is_complete: stop == StopReason::Finished }
    }

    fn rows(&self) -> usize {
        self.cells.first().map_or(0, Cells::len)
    }

    fn batch(&self, py: Python<'_>) -> PyResult<RecordBatch> {
        let arrays = self.cells.iter().map(|cells| cells.array(py));
        let arrays = arrays.collect::<PyResult<Vec<_>>>()?;
        let fields =
            self.names.iter().zip(&self.cells).zip(&arrays).map(|((name, cells), array)| {
                let kind = cells.extension().map(|kind| (EXTENSION_TYPE_NAME_KEY.to_owned(), kind));
                let kind: HashMap<String, String> = kind.into_iter().collect();
                Field::new(name, array.data_type().clone(), true).with_metadata(kind)
            });
        let fields: Vec<Field> = fields.collect();
        RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)
            .map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }

    fn part(&self, rows: &[usize]) -> Self {
        let cells = self.cells.iter().map(|cells| cells.part(rows)).collect();
        Table { names: self.names.clone(), cells, is_complete: self.is_complete }
    }

    /// Some rows, each a dictionary.
    fn dictionaries<'py>(&self, py: Python<'py>, rows: &[usize]) -> PyResult<Bound<'py, PyList>> {
        let part = self.part(rows);
        let columns = part.cells.iter().map(|cells| cells.list(py));
        let columns = columns.collect::<PyResult<Vec<_>>>()?;
        let list = PyList::empty(py);
        for place in 0..rows.len() {
            let row = PyDict::new(py);
            for (name, column) in self.names.iter().zip(&columns) {
                row.set_item(name, column.get_item(place)?)?;
            }
            list.append(row)?;
        }
        Ok(list)
    }
}

#[pymethods]
impl Table {
    /// A table of columns by their names, each a list.
    ///
    /// >>> from upstar import Table
    /// >>> Table({"n": [1, 2], "value": [3, 4]})[-1]
    /// {'n': 2, 'value': 4}
    #[new]
    #[pyo3(signature = (columns, /, *, is_complete=true))]
    fn py_new(columns: &Bound<'_, PyMapping>, is_complete: bool) -> PyResult<Self> {
        let (mut names, mut cells) = (Vec::new(), Vec::<Cells>::new());
        for item in columns.items()? {
            let (name, column): (Object<'_>, Object<'_>) = item.extract()?;
            let column =
                PyList::new(column.py(), column.try_iter()?.collect::<PyResult<Vec<_>>>()?)?;
            names.push(name.extract::<String>()?);
            cells.push(Cells::of(&column)?);
        }
        if cells.iter().any(|column| column.len() != cells[0].len()) {
            return Err(PyValueError::new_err("the columns of a table are equally long"));
        }
        Ok(Table { names, cells, is_complete })
    }

    /// The names of the columns.
    ///
    /// >>> import upstar as up
    /// >>> up.sequence("kayles", 4).columns
    /// ['n', 'value']
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.names.clone()
    }

    /// Whether the table is complete; otherwise the budget ran out.
    ///
    /// >>> import upstar as up
    /// >>> up.sequence("kayles", 4).is_complete
    /// True
    #[getter]
    fn is_complete(&self) -> bool {
        self.is_complete
    }

    fn __len__(&self) -> usize {
        self.rows()
    }

    /// A column by its name, a row by its number, a table of some rows by a slice.
    fn __getitem__<'py>(&self, key: &Object<'py>) -> PyResult<Object<'py>> {
        let py = key.py();
        let rows = self.rows() as isize;
        if let Ok(slice) = key.cast::<PySlice>() {
            let range = slice.indices(rows)?;
            let places = (0..range.slicelength as isize)
                .map(|place| (range.start + place * range.step) as usize);
            return Ok(Bound::new(py, self.part(&places.collect::<Vec<_>>()))?.into_any());
        }
        if let Ok(row) = key.extract::<isize>() {
            let row = if row < 0 { row + rows } else { row };
            if !(0..rows).contains(&row) {
                return Err(PyIndexError::new_err(format!("there are {rows} rows")));
            }
            return self.dictionaries(py, &[row as usize])?.get_item(0);
        }
        let Ok(name) = key.extract::<String>() else {
            return Err(PyTypeError::new_err(
                "a table is asked for a column by its name, a row by its number, or a slice",
            ));
        };
        match self.names.iter().position(|known| *known == name) {
            Some(column) => Ok(self.cells[column].list(py)?.into_any()),
            None => Err(PyKeyError::new_err(format!(
                "there is no column {name:?}; the columns are {}",
                self.names.join(", ")
            ))),
        }
    }

    /// The rows, each a dictionary.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        let all: Vec<usize> = (0..self.rows()).collect();
        Ok(self.dictionaries(py, &all)?.try_iter()?.into_any())
    }

    /// Whether the columns have the same names and cells.
    fn __eq__(&self, other: &Object<'_>) -> PyResult<bool> {
        let py = other.py();
        let Ok(other) = other.cast::<Table>() else { return Ok(false) };
        let other = other.get();
        Ok(self.names == other.names && self.to_dict(py, false)?.eq(other.to_dict(py, false)?)?)
    }

    /// The columns, each a list; with `texts`, games and fractions as texts.
    ///
    /// >>> import upstar as up
    /// >>> up.table("domineering", rows=1, columns=2).to_dict(texts=True)["value"]
    /// ['0', '-1']
    #[pyo3(signature = (*, texts=false))]
    fn to_dict<'py>(&self, py: Python<'py>, texts: bool) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        for (name, cells) in self.names.iter().zip(&self.cells) {
            let list = if texts { cells.plain(py)?.list(py)? } else { cells.list(py)? };
            columns.set_item(name, list)?;
        }
        Ok(columns)
    }

    /// The table as a `pandas.DataFrame`, with games and fractions as objects, or with `texts` as
    /// texts.
    ///
    /// >>> import upstar as up
    /// >>> up.table("domineering", rows=1, columns=2).to_pandas()["value"].tolist()
    /// [Game(0), Game(-1)]
    #[pyo3(signature = (*, texts=false))]
    fn to_pandas<'py>(&self, py: Python<'py>, texts: bool) -> PyResult<Object<'py>> {
        py.import("pandas")?.getattr("DataFrame")?.call1((self.to_dict(py, texts)?,))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let make = py.import("upstar._pickle")?.getattr("table")?;
        (make, (self.to_dict(py, false)?, self.is_complete)).into_pyobject(py)
    }

    /// The table as a `pyarrow.Table`, with columns of games and fractions, or with `texts` of texts.
    ///
    /// >>> import upstar as up
    /// >>> up.table("domineering", rows=1, columns=2).to_arrow()["value"].to_pylist()
    /// [Game(0), Game(-1)]
    #[pyo3(signature = (*, texts=false))]
    fn to_arrow<'py>(&self, py: Python<'py>, texts: bool) -> PyResult<Object<'py>> {
        let cells = self.cells.iter().map(|cells| match texts {
            true => cells.plain(py),
            false => Ok(cells.clone()),
        });
        let cells = cells.collect::<PyResult<_>>()?;
        let table = Table { names: self.names.clone(), cells, is_complete: self.is_complete };
        py.import("pyarrow")?.call_method1("table", (table,))
    }

    /// The table through Arrow's C stream interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Object<'py>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface lets a producer give what it has.
        let _ = requested_schema;
        py.import("upstar._arrow")?.call_method0("register")?;
        let batch = self.batch(py)?;
        let schema = batch.schema();
        let reader = RecordBatchIterator::new([Ok(batch)], schema);
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// What makes the table again, if it is small.
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let rows = self.rows();
        if rows > MOST_SHOWN {
            return Ok(format!("<upstar.Table: {rows} rows of {}>", self.names.join(", ")));
        }
        let end = if self.is_complete { "" } else { ", is_complete=False" };
        Ok(format!("Table({}{end})", self.to_dict(py, false)?.repr()?))
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("upstar._html")?.getattr("table")?.call1((slf,))?.extract()
    }
}

/// The values of the boards of a game up to a size, or of its positions with two numbers.
#[pyfunction]
#[pyo3(name = "_table", signature = (game, rows, columns, what, budget, progress))]
pub(crate) fn table_of(
    py: Python<'_>,
    game: &str,
    rows: u64,
    columns: u64,
    what: &str,
    budget: Option<&Object<'_>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let home = present();
    let what = kind(what);
    let cells = if what == SequenceOf::Value { Kind::Value } else { Kind::Text };
    let found = run_with(py, budget, progress, |budget| -> Result<Analysis, Failure> {
        let positions = TableOfPositions::of(upstar::rules::named_game(game)?)?;
        Ok(positions.analyze_of(what, home.solver(), (rows, columns), budget)?)
    })?;
    Ok(Table::of(found, cells))
}

/// A table of columns of texts, of which some may be missing.
#[pyfunction]
#[pyo3(name = "_table_from")]
pub(crate) fn table_from(columns: Vec<(String, Vec<Option<String>>)>, is_complete: bool) -> Table {
    let stop = if is_complete { StopReason::Finished } else { StopReason::Time };
    Table::of_texts(columns, stop, Kind::Value)
}

/// The values of positions with a variable number: `kayles`, `domineering(2,n)`.
#[pyfunction]
#[pyo3(name = "_sequence", signature = (template, first, last, what, budget, progress))]
pub(crate) fn sequence_of(
    py: Python<'_>,
    template: &str,
    first: u64,
    last: u64,
    what: &str,
    budget: Option<&Object<'_>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let home = present();
    let what = kind(what);
    let (found, cells) = run_with(py, budget, progress, |budget| -> Result<_, Failure> {
        let template = Template::read(template)?;
        let solver = home.solver();
        // Those of an impartial game are Grundy values.
        let is_impartial = template.game(first).is_ok_and(|game| game.class().is_impartial());
        let cells = match what {
            SequenceOf::Value if is_impartial => Kind::Whole,
            SequenceOf::Value => Kind::Value,
            _ => Kind::Text,
        };
        Ok((upstar::analyze_sequence_of(what, solver, &template, first, last, budget)?, cells))
    })?;
    Ok(Table::of(found, cells))
}

fn kind(what: &str) -> SequenceOf {
    match what {
        "genus" => SequenceOf::Genus,
        "misere_form" => SequenceOf::MisereForm,
        _ => SequenceOf::Value,
    }
}

/// Searches all positions of a game up to a size, or given positions.
#[pyfunction]
#[pyo3(name = "_find", signature = (
    game, size, positions, letters, value, outcome, temperature, born_by, most, census, limit, random, misere,
    budget, progress
))]
#[expect(clippy::too_many_arguments, reason = "the options of a search, given by name in Python")]
pub(crate) fn find(
    py: Python<'_>,
    game: &str,
    size: Vec<u64>,
    positions: Option<(Bound<'_, PyIterator>, bool)>,
    letters: Option<&str>,
    value: Option<&Object<'_>>,
    outcome: Option<&str>,
    temperature: Option<&Object<'_>>,
    born_by: Option<u64>,
    most: Option<&str>,
    census: Option<&str>,
    limit: Option<u64>,
    random: Option<(u64, u64)>,
    misere: bool,
    budget: Option<&Object<'_>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let home = present();
    let wrong = |what: String| Failure::Notation(what).raise(py);
    let measure = |name: Option<&str>| -> PyResult<Option<Measure>> {
        let Some(name) = name else { return Ok(None) };
        name.parse().map(Some).map_err(wrong)
    };
    let options = FindOptions {
        value: value.map(|value| crate::convert::game_of(&home, value)).transpose()?,
        outcome: match outcome {
            None => None,
            Some(name) => {
                let found = Outcome::ALL.into_iter().find(|outcome| outcome.name() == name);
                Some(found.ok_or_else(|| wrong(format!("{name:?} is no outcome")))?)
            }
        },
        temperature: match temperature {
            None => None,
            Some(number) => crate::convert::number_of(number)?,
        },
        born_by,
        most: measure(most)?,
        census: measure(census)?,
        limit,
        random,
        convention: Convention::of(misere),
    };
    let positions = positions.map(|(positions, have_values)| (positions.unbind(), have_values));
    let found = run_with(py, budget, progress, |budget: &Budget| {
        if let Some((positions, have_values)) = positions {
            // Rulesets in Python live as long as the search.
            let mut owners = Vec::new();
            let next =
                || Python::attach(|py| next_game(positions.bind(py), &mut owners).transpose());
            let games = std::iter::from_fn(next).map(|game| game.map_err(keep));
            let named = (game, have_values);
            return upstar::analyze_find_among(home.solver(), named, games, &options, budget);
        }
        let positions = Positions::of(game, &size, letters)?;
        upstar::analyze_find(home.solver(), &positions, &options, budget)
    })?;
    Ok(Table::of(found, Kind::Value))
}

/// The game of the next position; `owners` gets the rulesets in Python that are new.
fn next_game(
    positions: &Bound<'_, PyIterator>,
    owners: &mut Vec<Py<PyAny>>,
) -> PyResult<Option<Game>> {
    let Some(position) = positions.clone().next() else { return Ok(None) };
    let position = position?;
    match position.cast::<Position>() {
        Ok(position) => {
            let py = position.py();
            for owner in owners_of(py, position.get().sum()) {
                if owners.last().is_none_or(|last| !last.is(&owner)) {
                    owners.push(owner);
                }
            }
            position.get().single(py).map(Some)
        }
        Err(_) => {
            let kind = position.get_type().name()?;
            Err(PyTypeError::new_err(format!("expected positions to search, found {kind}")))
        }
    }
}
