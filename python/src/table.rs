//! Tables: for Python by columns and rows, for Polars, pandas and others through Arrow.

use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray, UInt64Array,
};
use arrow_schema::{DataType, Field, Schema};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList};
use upstar::core::{Budget, Outcome, StopReason};
use upstar::rules::{Positions, Template};
use upstar::values::Rational;
use upstar::{Analysis, FindOptions, Measure, SequenceOf, TableOfPositions};

use crate::home::present;
use crate::work::{Failure, run_with};

/// The cells of a column.
#[derive(Clone)]
pub(crate) enum Cells {
    /// Whole numbers, some of which may be missing.
    Whole(Vec<Option<u64>>),
    /// Integers of either sign.
    Signed(Vec<i64>),
    /// Numbers rounded to floats: each beside a column with the exact ones.
    Rounded(Vec<Option<f64>>),
    /// Texts, some of which may be missing.
    Text(Vec<Option<String>>),
}

impl Cells {
    fn len(&self) -> usize {
        match self {
            Cells::Whole(cells) => cells.len(),
            Cells::Signed(cells) => cells.len(),
            Cells::Rounded(cells) => cells.len(),
            Cells::Text(cells) => cells.len(),
        }
    }

    fn get<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyAny>> {
        Ok(match self {
            Cells::Whole(cells) => cells[row].into_pyobject(py)?.into_any(),
            Cells::Signed(cells) => cells[row].into_pyobject(py)?.into_any(),
            Cells::Rounded(cells) => cells[row].into_pyobject(py)?.into_any(),
            Cells::Text(cells) => cells[row].as_deref().into_pyobject(py)?.into_any(),
        })
    }

    fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        match self {
            Cells::Whole(cells) => PyList::new(py, cells),
            Cells::Signed(cells) => PyList::new(py, cells),
            Cells::Rounded(cells) => PyList::new(py, cells),
            Cells::Text(cells) => PyList::new(py, cells),
        }
    }

    fn field(&self, name: &str) -> Field {
        let kind = match self {
            Cells::Whole(_) => DataType::UInt64,
            Cells::Signed(_) => DataType::Int64,
            Cells::Rounded(_) => DataType::Float64,
            Cells::Text(_) => DataType::Utf8,
        };
        Field::new(name, kind, true)
    }

    fn array(&self) -> ArrayRef {
        match self {
            Cells::Whole(cells) => Arc::new(UInt64Array::from(cells.clone())),
            Cells::Signed(cells) => Arc::new(Int64Array::from(cells.clone())),
            Cells::Rounded(cells) => Arc::new(Float64Array::from(cells.clone())),
            Cells::Text(cells) => Arc::new(StringArray::from(cells.clone())),
        }
    }
}

/// A table: rows are boards, heaps, vertices.
///
/// It supports Arrow's C stream interface: `polars.DataFrame(table)` and `pyarrow.table(table)`
/// read it directly; for pandas use `pandas.DataFrame(table.to_dict())`.
///
/// >>> import upstar as up
/// >>> boards = up.table("domineering", rows=2, columns=2)
/// >>> boards.columns
/// ['rows', 'columns', 'value', 'outcome', 'mean', 'temperature', 'mean_float',
/// 'temperature_float']
/// >>> boards["value"]
/// ['0', '-1', '1', '+-1']
#[pyclass(frozen, module = "upstar", name = "Table")]
pub(crate) struct Table {
    names: Vec<String>,
    cells: Vec<Cells>,
    stop: StopReason,
}

/// Columns of whole numbers, by their names.
const WHOLE: [&str; 8] = ["n", "rows", "columns", "a", "b", "count", "heap", "remoteness"];

impl Table {
    pub(crate) fn new(columns: Vec<(&str, Cells)>, stop: StopReason) -> Self {
        let (names, cells) =
            columns.into_iter().map(|(name, cells)| (name.to_owned(), cells)).unzip();
        Table { names, cells, stop }
    }

    /// The table of an analysis; exact means and temperatures have floats beside them, for plots.
    fn of(analysis: Analysis) -> Self {
        let stop = analysis.stop;
        let upstar::Table { columns, rows } = analysis.table.unwrap_or_default();
        let mut texts: Vec<Vec<String>> = columns.iter().map(|_| Vec::new()).collect();
        for row in rows {
            for (column, cell) in texts.iter_mut().zip(row) {
                column.push(cell);
            }
        }
        let texts = texts.into_iter().map(|texts| texts.into_iter().map(Some).collect());
        Table::of_texts(columns.into_iter().zip(texts), stop)
    }

    /// A table of columns of texts; exact means and temperatures have floats beside them.
    fn of_texts(
        columns: impl IntoIterator<Item = (String, Vec<Option<String>>)>,
        stop: StopReason,
    ) -> Self {
        let (mut names, mut cells, mut rounded) = (Vec::new(), Vec::new(), Vec::new());
        for (name, texts) in columns {
            if name == "mean" || name == "temperature" {
                let float = |text: &String| Some(text.parse::<Rational>().ok()?.to_f64());
                let floats = texts.iter().map(|text| text.as_ref().and_then(float));
                rounded.push((format!("{name}_float"), Cells::Rounded(floats.collect())));
            }
            cells.push(if WHOLE.contains(&name.as_str()) {
                let number = |text: &Option<String>| text.as_ref()?.parse().ok();
                Cells::Whole(texts.iter().map(number).collect())
            } else {
                Cells::Text(texts)
            });
            names.push(name);
        }
        for (name, floats) in rounded {
            names.push(name);
            cells.push(floats);
        }
        Table { names, cells, stop }
    }

    fn rows(&self) -> usize {
        self.cells.first().map_or(0, Cells::len)
    }

    fn batch(&self) -> PyResult<RecordBatch> {
        let fields: Vec<Field> =
            self.names.iter().zip(&self.cells).map(|(name, cells)| cells.field(name)).collect();
        let arrays = self.cells.iter().map(Cells::array).collect();
        RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)
            .map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }

    fn row<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyDict>> {
        let cells = PyDict::new(py);
        for (name, column) in self.names.iter().zip(&self.cells) {
            cells.set_item(name, column.get(py, row)?)?;
        }
        Ok(cells)
    }
}

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.names.clone()
    }

    /// Whether the table is complete; otherwise the budget ran out.
    #[getter]
    fn is_complete(&self) -> bool {
        self.stop == StopReason::Finished
    }

    fn __len__(&self) -> usize {
        self.rows()
    }

    /// A column by its name, a row by its number.
    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = key.py();
        if let Ok(row) = key.extract::<isize>() {
            let rows = self.rows() as isize;
            let row = if row < 0 { row + rows } else { row };
            if !(0..rows).contains(&row) {
                return Err(PyIndexError::new_err(format!("there are {rows} rows")));
            }
            return Ok(self.row(py, row as usize)?.into_any());
        }
        let name: String = key.extract()?;
        match self.names.iter().position(|known| *known == name) {
            Some(column) => Ok(self.cells[column].list(py)?.into_any()),
            None => Err(PyKeyError::new_err(format!(
                "there is no column {name:?}; the columns are {}",
                self.names.join(", ")
            ))),
        }
    }

    /// The rows, each a dictionary.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rows = (0..self.rows()).map(|row| self.row(py, row));
        Ok(PyList::new(py, rows.collect::<PyResult<Vec<_>>>()?)?.try_iter()?.into_any())
    }

    /// The columns, each a list: what `pandas.DataFrame` takes.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        for (name, cells) in self.names.iter().zip(&self.cells) {
            columns.set_item(name, cells.list(py)?)?;
        }
        Ok(columns)
    }

    /// The table through Arrow's C stream interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface lets a producer give what it has.
        let _ = requested_schema;
        let batch = self.batch()?;
        let schema = batch.schema();
        let reader = RecordBatchIterator::new([Ok(batch)], schema);
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    fn __repr__(&self) -> String {
        let (rows, columns) = (self.rows(), self.names.join(", "));
        format!("<upstar.Table: {rows} rows of {columns}>")
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
    budget: Option<&Bound<'_, PyAny>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let home = present();
    let what = kind(what);
    let found = run_with(py, budget, progress, |budget| -> Result<Analysis, Failure> {
        let positions = TableOfPositions::of(upstar::rules::named_game(game)?)?;
        Ok(positions.analyze_of(what, home.solver(), (rows, columns), budget)?)
    })?;
    Ok(Table::of(found))
}

/// A table of columns of texts, of which some may be missing.
#[pyfunction]
#[pyo3(name = "_table_from")]
pub(crate) fn table_from(columns: Vec<(String, Vec<Option<String>>)>, is_complete: bool) -> Table {
    let stop = if is_complete { StopReason::Finished } else { StopReason::Time };
    Table::of_texts(columns, stop)
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
    budget: Option<&Bound<'_, PyAny>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let home = present();
    let what = kind(what);
    let found = run_with(py, budget, progress, |budget| -> Result<Analysis, Failure> {
        let template = Template::read(template)?;
        let solver = home.solver();
        Ok(upstar::analyze_sequence_of(what, solver, &template, first, last, budget)?)
    })?;
    Ok(Table::of(found))
}

fn kind(what: &str) -> SequenceOf {
    match what {
        "genus" => SequenceOf::Genus,
        "misere_form" => SequenceOf::MisereForm,
        _ => SequenceOf::Value,
    }
}

/// Searches all positions up to a size.
#[pyfunction]
#[pyo3(name = "_find", signature = (
    game, size, letters, value, outcome, temperature, born_by, most, census, limit, random, budget,
    progress
))]
#[expect(clippy::too_many_arguments, reason = "the options of a search, given by name in Python")]
pub(crate) fn find(
    py: Python<'_>,
    game: &str,
    size: Vec<u64>,
    letters: Option<&str>,
    value: Option<&Bound<'_, PyAny>>,
    outcome: Option<&str>,
    temperature: Option<&Bound<'_, PyAny>>,
    born_by: Option<u64>,
    most: Option<&str>,
    census: Option<&str>,
    limit: Option<u64>,
    random: Option<(u64, u64)>,
    budget: Option<&Bound<'_, PyAny>>,
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
    };
    let found = run_with(py, budget, progress, |budget: &Budget| {
        let positions = Positions::of(game, &size, letters)?;
        upstar::analyze_find(home.solver(), &positions, &options, budget)
    })?;
    Ok(Table::of(found))
}
