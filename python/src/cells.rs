//! The cells of tables.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, Int64Array, StringArray, UInt64Array};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyList, PyString};

use crate::convert::{evaluate, to_python};
use crate::game::Game;
use crate::home::present;
use crate::value::Loopy;
use crate::work::Object;

/// The cells of a column, some of which may be missing.
#[derive(Clone)]
pub(crate) enum Cells {
    /// Whole numbers.
    Whole(Vec<Option<u64>>),
    /// Integers of either sign.
    Signed(Vec<Option<i64>>),
    /// Floats: rounded numbers beside a column with the exact ones.
    Rounded(Vec<Option<f64>>),
    Text(Vec<Option<String>>),
    /// Values, as texts of the worksheet language.
    Values(Vec<Option<String>>),
    /// Exact numbers.
    Fractions(Vec<Option<String>>),
    /// Some of these objects, by their places.
    Objects(Arc<Vec<Py<PyAny>>>, Vec<Option<u32>>),
}

/// Some of the cells.
fn picked<T: Clone>(cells: &[T], rows: &[usize]) -> Vec<T> {
    rows.iter().map(|&row| cells[row].clone()).collect()
}

impl Cells {
    /// The column that a list of Python objects is.
    pub(crate) fn of(list: &Bound<'_, PyList>) -> PyResult<Self> {
        let py = list.py();
        let is =
            |kind: fn(&Object<'_>) -> bool| list.iter().all(|cell| cell.is_none() || kind(&cell));
        let integer =
            |cell: &Object<'_>| cell.is_instance_of::<PyInt>() && !cell.is_instance_of::<PyBool>();
        if is(integer) {
            if let Ok(cells) = list.extract() {
                return Ok(Cells::Whole(cells));
            }
            if let Ok(cells) = list.extract() {
                return Ok(Cells::Signed(cells));
            }
        }
        if is(|cell| cell.is_instance_of::<PyFloat>()) {
            return list.extract().map(Cells::Rounded);
        }
        if is(|cell| cell.is_instance_of::<PyString>()) {
            return list.extract().map(Cells::Text);
        }
        let texts = || -> PyResult<Vec<Option<String>>> {
            let text = |cell: Object<'_>| {
                if cell.is_none() {
                    Ok(None)
                } else {
                    cell.str().map(|text| Some(text.to_string()))
                }
            };
            list.iter().map(text).collect()
        };
        let values =
            |cell: &Object<'_>| cell.is_instance_of::<Game>() || cell.is_instance_of::<Loopy>();
        if is(values) {
            return texts().map(Cells::Values);
        }
        let class = py.import("fractions")?.getattr("Fraction")?;
        if list.iter().all(|cell| cell.is_none() || cell.is_instance(&class).unwrap_or(false)) {
            return texts().map(Cells::Fractions);
        }
        let mut objects = Vec::new();
        let mut which = Vec::new();
        for cell in list {
            let place = (!cell.is_none()).then_some(objects.len() as u32);
            if place.is_some() {
                objects.push(cell.unbind());
            }
            which.push(place);
        }
        Ok(Cells::Objects(Arc::new(objects), which))
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Cells::Whole(cells) => cells.len(),
            Cells::Signed(cells) => cells.len(),
            Cells::Rounded(cells) => cells.len(),
            Cells::Text(cells) | Cells::Values(cells) | Cells::Fractions(cells) => cells.len(),
            Cells::Objects(_, cells) => cells.len(),
        }
    }

    pub(crate) fn part(&self, rows: &[usize]) -> Self {
        match self {
            Cells::Whole(cells) => Cells::Whole(picked(cells, rows)),
            Cells::Signed(cells) => Cells::Signed(picked(cells, rows)),
            Cells::Rounded(cells) => Cells::Rounded(picked(cells, rows)),
            Cells::Text(cells) => Cells::Text(picked(cells, rows)),
            Cells::Values(cells) => Cells::Values(picked(cells, rows)),
            Cells::Fractions(cells) => Cells::Fractions(picked(cells, rows)),
            Cells::Objects(objects, cells) => Cells::Objects(objects.clone(), picked(cells, rows)),
        }
    }

    pub(crate) fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        match self {
            Cells::Whole(cells) => PyList::new(py, cells),
            Cells::Signed(cells) => PyList::new(py, cells),
            Cells::Rounded(cells) => PyList::new(py, cells),
            Cells::Text(cells) => PyList::new(py, cells),
            Cells::Values(cells) => {
                let home = present();
                let read = |text: &str| {
                    let value = evaluate(py, &BTreeMap::new(), &home, text, None)?;
                    to_python(py, &home, value)
                };
                objects_of(py, cells, read)
            }
            Cells::Fractions(cells) => {
                let class = py.import("fractions")?.getattr("Fraction")?;
                objects_of(py, cells, |text| class.call1((text,)))
            }
            Cells::Objects(objects, cells) => {
                let object = |place: &Option<u32>| place.map(|at| objects[at as usize].bind(py));
                PyList::new(py, cells.iter().map(object))
            }
        }
    }

    /// The same as texts, where cells are objects.
    pub(crate) fn plain(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(match self {
            Cells::Values(cells) | Cells::Fractions(cells) => Cells::Text(cells.clone()),
            Cells::Objects(_, cells) => {
                let list = self.list(py)?;
                // Vertices are often numbers.
                let numbers: Option<Vec<Option<i64>>> = list
                    .iter()
                    .map(|cell| match cell.is_instance_of::<PyBool>() {
                        true => None,
                        false => cell.extract().ok(),
                    })
                    .collect();
                let texts = list.iter().zip(cells).map(|(cell, place)| match place {
                    Some(_) => cell.str().map(|text| Some(text.to_string())),
                    None => Ok(None),
                });
                match numbers {
                    Some(numbers) => Cells::Signed(numbers),
                    None => Cells::Text(texts.collect::<PyResult<_>>()?),
                }
            }
            other => other.clone(),
        })
    }

    /// The name of the extension type of the column in Arrow, if its texts stand for objects.
    pub(crate) fn extension(&self) -> Option<String> {
        match self {
            Cells::Values(_) => Some("upstar.value".to_owned()),
            Cells::Fractions(_) => Some("upstar.fraction".to_owned()),
            _ => None,
        }
    }

    /// The column as Arrow has it.
    pub(crate) fn array(&self, py: Python<'_>) -> PyResult<ArrayRef> {
        Ok(match self {
            Cells::Whole(cells) => Arc::new(UInt64Array::from(cells.clone())),
            Cells::Signed(cells) => Arc::new(Int64Array::from(cells.clone())),
            Cells::Rounded(cells) => Arc::new(Float64Array::from(cells.clone())),
            Cells::Text(cells) => Arc::new(StringArray::from(cells.clone())),
            Cells::Values(_) | Cells::Fractions(_) | Cells::Objects(..) => {
                self.plain(py)?.array(py)?
            }
        })
    }
}

/// Objects made of texts, each text read once.
fn objects_of<'py>(
    py: Python<'py>,
    texts: &[Option<String>],
    read: impl Fn(&str) -> PyResult<Object<'py>>,
) -> PyResult<Bound<'py, PyList>> {
    let mut known: HashMap<&str, Object<'py>> = HashMap::new();
    let list = PyList::empty(py);
    for text in texts {
        let Some(text) = text else {
            list.append(py.None())?;
            continue;
        };
        if !known.contains_key(text.as_str()) {
            known.insert(text, read(text)?);
        }
        list.append(&known[text.as_str()])?;
    }
    Ok(list)
}
