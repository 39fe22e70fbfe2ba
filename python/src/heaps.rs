//! Nim sequences of take-and-break games.

use std::sync::{Arc, Mutex, PoisonError};

use num_bigint::BigUint;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice, PyString, PyTuple};
use upstar::core::StopReason;
use upstar::heaps::{HeapGame, HeapsError, Question, Settings};
use upstar::misere::quotient::QuotientError;

use crate::work::{Failure, Object, run};

/// The most values that are kept: sixteen gigabytes.
const MOST: u64 = 1 << 32;

/// A read-only array of Grundy values, which NumPy and others use without copying, through
/// `__array_interface__`.
///
/// >>> import upstar as up
/// >>> import numpy
/// >>> numpy.asarray(up.heaps("kayles")[0:4]).tolist()
/// [0, 1, 2, 3]
#[pyclass(frozen, sequence, module = "upstar", name = "HeapValues")]
pub(crate) struct HeapValues {
    values: Arc<Vec<u32>>,
    from: usize,
    to: usize,
}

impl HeapValues {
    fn part(&self) -> &[u32] {
        &self.values[self.from..self.to]
    }
}

#[pymethods]
impl HeapValues {
    fn __len__(&self) -> usize {
        self.to - self.from
    }

    fn __getitem__(&self, index: isize) -> PyResult<u32> {
        let part = self.part();
        let place = if index < 0 { index + part.len() as isize } else { index };
        let value = usize::try_from(place).ok().and_then(|place| part.get(place));
        value.copied().ok_or_else(|| PyIndexError::new_err(format!("no value at {index}")))
    }

    fn __eq__(&self, other: &Object<'_>) -> bool {
        match other.cast::<HeapValues>() {
            Ok(other) => self.part() == other.get().part(),
            Err(_) => other.extract::<Vec<u32>>().is_ok_and(|other| self.part() == other),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("HeapValues({})", self.tolist(py)?.repr()?))
    }

    /// The values as a list of `int`.
    ///
    /// >>> import upstar as up
    /// >>> up.heaps("kayles")[0:4].tolist()
    /// [0, 1, 2, 3]
    fn tolist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.part())
    }

    /// Where the values are in memory: version 3 of NumPy's array interface.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let part = self.part();
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("shape", (part.len(),))?;
        let order = if cfg!(target_endian = "little") { '<' } else { '>' };
        interface.set_item("typestr", format!("{order}u4"))?;
        // True: nobody writes there.
        interface.set_item("data", (part.as_ptr().addr(), true))?;
        Ok(interface)
    }
}

/// A take-and-break game by its name or its code, or a game on heaps from a rules file: its Grundy
/// values, period, law and certificate.
///
/// >>> from upstar import heaps
/// >>> kayles = heaps("kayles")
/// >>> kayles[12]
/// 4
/// >>> [int(value) for value in kayles[0:8]]
/// [0, 1, 2, 3, 1, 4, 3, 2]
/// >>> kayles.period().period
/// 12
#[pyclass(frozen, module = "upstar", name = "Heaps")]
pub(crate) struct Heaps {
    text: String,
    game: HeapGame,
    /// The values of the sizes from the least on, as far as they are known.
    known: Mutex<Arc<Vec<u32>>>,
}

impl Heaps {
    fn known(&self) -> Arc<Vec<u32>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The values of the sizes below `end`, as far as there are positions.
    fn up_to(
        &self,
        py: Python<'_>,
        end: u64,
        budget: Option<&Object<'_>>,
    ) -> PyResult<Arc<Vec<u32>>> {
        let known = self.known();
        let least = self.game.least();
        if known.len() as u64 + least >= end || end <= least {
            return Ok(known);
        }
        if end > MOST {
            let message = format!("at most {MOST} values are kept; ask for one by value_at");
            return Err(Failure::Limit(message).raise(py));
        }
        // More than was asked for, so that loops over sizes do not compute all again and again.
        let ahead = (2 * known.len() as u64 + least).min(MOST);
        let last = (end - 1).max(ahead);
        let question = Question { to: Some(last), values: true, ..Question::default() };
        let found = run(py, budget, |budget| {
            upstar::nim_sequence(&self.game, question, Settings::default(), budget)
        })?;
        let values = found.sequence.map(|facts| facts.values).unwrap_or_default();
        if (values.len() as u64 + least) < end {
            let message = format!("the values to {last} were not reached: {}", found.stop);
            return Err(Failure::Limit(message).raise(py));
        }
        let values = Arc::new(values);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() < values.len() {
            *known = values.clone();
        }
        Ok(values)
    }

    fn asked(
        &self,
        py: Python<'_>,
        question: Question,
        budget: Option<&Object<'_>>,
    ) -> PyResult<upstar::Analysis> {
        run(py, budget, |budget| {
            let found = upstar::nim_sequence(&self.game, question, Settings::default(), budget)?;
            match found.stop {
                StopReason::Finished => Ok(found),
                _ => budget.check().map(|()| found).map_err(HeapsError::from),
            }
        })
    }
}

#[pymethods]
impl Heaps {
    #[new]
    #[pyo3(signature = (game, /))]
    fn new(py: Python<'_>, game: &str) -> PyResult<Self> {
        let found = run(py, None, |_| upstar::find_heap_game(game))?;
        Ok(Heaps { text: game.to_owned(), game: found, known: Mutex::default() })
    }

    /// The code of the game, or the text that distinguishes rules without a code.
    ///
    /// >>> import upstar as up
    /// >>> up.heaps("kayles").code
    /// '0.77'
    #[getter]
    fn code(&self) -> String {
        self.game.rules_text()
    }

    /// The rules in words.
    ///
    /// >>> import upstar as up
    /// >>> print(up.heaps("kayles").rules[0])
    /// Knock down one skittle of a row of n, or two adjacent ones.
    #[getter]
    fn rules(&self) -> Vec<String> {
        let found = upstar::explain_heap_game(&self.game).ok();
        let facts = found.and_then(|found| found.sequence);
        facts.map(|facts| facts.rules).unwrap_or_default()
    }

    /// The value of a heap or, with a slice, of many: a NumPy array if NumPy is installed,
    /// otherwise a `HeapValues`.
    fn __getitem__<'py>(&self, index: &Object<'py>) -> PyResult<Object<'py>> {
        let py = index.py();
        let Ok(slice) = index.cast::<PySlice>() else {
            let size: BigUint = index.extract().map_err(|error: PyErr| {
                if error.is_instance_of::<PyTypeError>(py) {
                    error
                } else {
                    PyIndexError::new_err("there are no heaps below 0")
                }
            })?;
            return Ok(self.value_at(py, size, None)?.into_pyobject(py)?.into_any());
        };
        let bound = |name: &str| -> PyResult<Option<u64>> {
            let bound = slice.getattr(name)?;
            if bound.is_none() {
                return Ok(None);
            }
            bound
                .extract()
                .map(Some)
                .map_err(|_| PyValueError::new_err("a sequence has no end to count back from"))
        };
        let Some(end) = bound("stop")? else {
            return Err(PyValueError::new_err("a sequence has no end: say where to stop"));
        };
        if !matches!(bound("step")?, None | Some(1)) {
            return Err(PyValueError::new_err("take a step of the array: heaps[0:100][::2]"));
        }
        self.values(py, end, bound("start")?.unwrap_or(0), None)
    }

    /// The values of the heaps from `start` up to, but not including, `stop`, under a budget.
    ///
    /// >>> import upstar as up
    /// >>> up.heaps("kayles").values(5, budget=10).tolist()
    /// [0, 1, 2, 3, 1]
    #[pyo3(signature = (stop, start=0, *, budget=None))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        stop: u64,
        start: u64,
        budget: Option<&Object<'py>>,
    ) -> PyResult<Object<'py>> {
        let values = self.up_to(py, stop, budget)?;
        let least = self.game.least();
        if start < least && start < stop && least > 0 {
            let message = format!("the least position has size {least}");
            return Err(PyIndexError::new_err(message));
        }
        let place = |size: u64| (size.saturating_sub(least) as usize).min(values.len());
        let (from, to) = (place(start.min(stop)), place(stop));
        let part = Bound::new(py, HeapValues { values: values.clone(), from, to })?.into_any();
        match py.import("numpy") {
            Ok(numpy) => numpy.call_method1("asarray", (part,)),
            Err(_) => Ok(part),
        }
    }

    /// The value of one heap, of any size if the period is known.
    ///
    /// >>> import upstar as up
    /// >>> up.heaps("kayles").value_at(10**30)
    /// 1
    #[pyo3(signature = (size, /, *, budget=None))]
    fn value_at(
        &self,
        py: Python<'_>,
        size: BigUint,
        budget: Option<&Object<'_>>,
    ) -> PyResult<u64> {
        let known = self.known();
        let place = u64::try_from(&size).ok().and_then(|size| size.checked_sub(self.game.least()));
        let place = place.and_then(|place| usize::try_from(place).ok());
        if let Some(&value) = place.and_then(|place| known.get(place)) {
            return Ok(value.into());
        }
        let question = Question { at: Some(size.clone()), period: true, ..Question::default() };
        let found = self.asked(py, question, budget)?;
        let value = found.value.as_deref().and_then(|value| match value {
            "0" => Some(0),
            "*" => Some(1),
            text => text.strip_prefix('*')?.parse().ok(),
        });
        value.ok_or_else(|| {
            let message = format!("the value of heap {size} was not found: {}", found.stop);
            Failure::Undefined(message).raise(py)
        })
    }

    /// What is known of the period, as JSON.
    #[pyo3(signature = (budget=None))]
    fn _period(&self, py: Python<'_>, budget: Option<&Object<'_>>) -> PyResult<Option<String>> {
        let question = Question { period: true, ..Question::default() };
        let found = self.asked(py, question, budget)?;
        let period = found.sequence.and_then(|facts| facts.period);
        Ok(period.and_then(|period| serde_json::to_string(&period).ok()))
    }

    /// The period: preperiod, period, saltus, and the theorem that proves it.
    ///
    /// A game may have no period, so without a budget this may take forever.
    ///
    /// >>> import upstar as up
    /// >>> up.heaps("kayles").period(budget=10).preperiod
    /// 71
    #[pyo3(signature = (*, budget=None))]
    fn period<'py>(slf: &Bound<'py, Self>, budget: Option<&Object<'py>>) -> PyResult<Object<'py>> {
        let py = slf.py();
        let facts = slf.get()._period(py, budget)?;
        py.import("upstar._facts")?.getattr("period")?.call1((facts,))
    }

    /// What is known of the law, as JSON.
    #[pyo3(signature = (to=1000, budget=None))]
    fn _law(
        &self,
        py: Python<'_>,
        to: u64,
        budget: Option<&Object<'_>>,
    ) -> PyResult<Option<String>> {
        let question = Question { to: Some(to), law: true, ..Question::default() };
        let found = self.asked(py, question, budget)?;
        let law = found.sequence.and_then(|facts| facts.law);
        Ok(law.and_then(|law| serde_json::to_string(&law).ok()))
    }

    /// The law of the values, found in those of the heaps from 0 to ``to``: a period, a law by the
    /// digits of n, or one like ``G(2n) = n, G(2n+1) = G(n)``. It says whether the rules prove it.
    ///
    /// >>> import upstar as up
    /// >>> half = up.rules("half on heaps; both: n -> n-k for k in 1..n/2")
    /// >>> up.heaps("half").law().text
    /// 'G(2n) = n, G(2n+1) = G(n)'
    /// >>> up.heaps("half").value_at(10**18)
    /// 500000000000000000
    #[pyo3(signature = (to=1000, *, budget=None))]
    fn law<'py>(
        slf: &Bound<'py, Self>,
        to: u64,
        budget: Option<&Object<'py>>,
    ) -> PyResult<Object<'py>> {
        let py = slf.py();
        let facts = slf.get()._law(py, to, budget)?;
        py.import("upstar._facts")?.getattr("law")?.call1((facts,))
    }

    /// The certificate of the period, as JSON, which `upstar verify` and `verify_period` check.
    ///
    /// >>> import upstar as up
    /// >>> up.verify_certificate(up.heaps("kayles").certificate())
    /// ('0.77', 71, 12, 0)
    #[pyo3(signature = (*, budget=None))]
    fn certificate(&self, py: Python<'_>, budget: Option<&Object<'_>>) -> PyResult<String> {
        let question = Question { period: true, certificate: true, ..Question::default() };
        let found = self.asked(py, question, budget)?;
        let certificate = found.sequence.and_then(|facts| facts.certificate);
        certificate.map(|found| found.to_json()).ok_or_else(|| {
            Failure::Undefined(format!("no period was found: {}", found.stop)).raise(py)
        })
    }

    /// How often each value occurs among the heaps from 0 to ``to``.
    ///
    /// >>> import upstar as up
    /// >>> up.heaps("kayles").histogram(12)
    /// {0: 1, 1: 3, 2: 3, 3: 2, 4: 3, 6: 1}
    #[pyo3(signature = (to, /, *, budget=None))]
    fn histogram<'py>(
        &self,
        py: Python<'py>,
        to: u64,
        budget: Option<&Object<'_>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let question = Question { to: Some(to), histogram: true, ..Question::default() };
        let counts = self.asked(py, question, budget)?.sequence.map(|facts| facts.histogram);
        let found = PyDict::new(py);
        for (value, count) in counts.unwrap_or_default().into_iter().enumerate() {
            if count > 0 {
                found.set_item(value, count)?;
            }
        }
        Ok(found)
    }

    /// The misère quotient of the heaps up to ``to``, or of all, as an analysis.
    ///
    /// >>> import upstar as up
    /// >>> up.heaps("kayles").quotient(to=6)["quotient"]["order"]
    /// 12
    #[pyo3(signature = (*, to=None, budget=None))]
    fn quotient<'py>(
        &self,
        py: Python<'py>,
        to: Option<u64>,
        budget: Option<&Object<'_>>,
    ) -> PyResult<Object<'py>> {
        let found = run(py, budget, |budget| {
            let found = upstar::misere_quotient(&self.game, to, budget, |_, _| ())?;
            Ok::<_, QuotientError>(found.0)
        })?;
        py.import("upstar._analysis")?.getattr("_read")?.call1((found.to_json(),))
    }

    fn __str__(&self) -> String {
        self.game.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("heaps({})", PyString::new(py, &self.text).repr()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let text = PyTuple::new(py, [&slf.get().text])?;
        PyTuple::new(py, [slf.get_type().into_any(), text.into_any()])
    }
}

/// Checks a certificate of a period by computing the values again, and returns the code, preperiod,
/// period and saltus that it proves.
///
/// >>> import upstar as up
/// >>> up.verify_certificate(up.heaps("kayles").certificate())
/// ('0.77', 71, 12, 0)
#[pyfunction]
#[pyo3(signature = (certificate, /, *, budget=None))]
pub(crate) fn verify_certificate(
    py: Python<'_>,
    certificate: &str,
    budget: Option<&Object<'_>>,
) -> PyResult<(String, u64, u64, u64)> {
    let checked = run(py, budget, |budget| {
        use upstar::verify::VerifyError;
        upstar::verify::heaps::check_period(certificate, budget).map_err(|error| match error {
            VerifyError::Exhausted(exhausted) => exhausted.into(),
            other => Failure::Undefined(other.to_string()),
        })
    })?;
    Ok((checked.code, checked.preperiod, checked.period, checked.saltus))
}
