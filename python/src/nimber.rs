//! Nimbers as a field.

use num_bigint::BigUint;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};
use upstar::values::nimber::{TransfiniteNimber, evaluate};

use crate::work::run;

/// A nimber, finite or transfinite, with the sum and the product of the field of nimbers.
///
/// >>> from upstar import Nimber
/// >>> Nimber(6) + Nimber(11), Nimber(6) * Nimber(11)
/// (Nimber(13), Nimber(10))
/// >>> Nimber("w") ** 3
/// Nimber(2)
#[pyclass(frozen, module = "upstar", name = "Nimber")]
pub(crate) struct Nimber(pub(crate) TransfiniteNimber);

impl Nimber {
    /// The argument of the nimber, as typed.
    fn ordinal(&self) -> String {
        self.0.as_ordinal().text_ascii()
    }

    /// The nimber that an operand is; `None` if it is none.
    fn of(object: &Bound<'_, PyAny>) -> PyResult<Option<TransfiniteNimber>> {
        if let Ok(nimber) = object.cast::<Nimber>() {
            return Ok(Some(nimber.get().0.clone()));
        }
        if object.is_instance_of::<PyInt>()
            && let Ok(number) = object.extract::<BigUint>()
        {
            return read(object.py(), &number.to_string()).map(Some);
        }
        Ok(None)
    }

    fn operate<'py>(
        other: &Bound<'py, PyAny>,
        with: impl FnOnce(&TransfiniteNimber) -> PyResult<TransfiniteNimber>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        match Self::of(other)? {
            Some(other) => Ok(Bound::new(py, Nimber(with(&other)?))?.into_any()),
            None => Ok(py.NotImplemented().into_bound(py)),
        }
    }
}

/// The value of an expression in nim arithmetic.
fn read(py: Python<'_>, text: &str) -> PyResult<TransfiniteNimber> {
    run(py, None, |budget| evaluate(text, budget))
}

#[pymethods]
impl Nimber {
    #[new]
    #[pyo3(signature = (of, /))]
    fn new(of: &Bound<'_, PyAny>) -> PyResult<Self> {
        match Self::of(of)? {
            Some(nimber) => Ok(Nimber(nimber)),
            None => read(of.py(), &of.extract::<String>()?).map(Nimber),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let ordinal = self.ordinal();
        if self.0.to_finite().is_some() {
            return Ok(format!("Nimber({ordinal})"));
        }
        Ok(format!("Nimber({})", PyString::new(py, &ordinal).repr()?))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn _repr_latex_(&self) -> String {
        format!("${}$", upstar::latex(&self.0.to_string()))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &format!("nimber {}", self.ordinal())).hash()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().ordinal(),))
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        operation: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        // Nimbers are confused with each other: they are equal or not.
        match (other.cast::<Nimber>(), operation) {
            (Ok(other), CompareOp::Eq) => {
                Ok(PyBool::new(py, self.0 == other.get().0).to_owned().into_any())
            }
            (Ok(other), CompareOp::Ne) => {
                Ok(PyBool::new(py, self.0 != other.get().0).to_owned().into_any())
            }
            _ => Ok(py.NotImplemented().into_bound(py)),
        }
    }

    fn __bool__(&self) -> bool {
        self.ordinal() != "0"
    }

    fn __int__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let ordinal = self.ordinal();
        Ok(py.import("builtins")?.getattr("int")?.call1((ordinal,))?.unbind())
    }

    fn __neg__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        Self::operate(other, |other| Ok(self.0.sum(other)))
    }

    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__add__(other)
    }

    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__add__(other)
    }

    fn __rsub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__add__(other)
    }

    fn __mul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        Self::operate(other, |other| run(py, None, |budget| self.0.product(other, budget)))
    }

    fn __rmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__mul__(other)
    }

    fn __truediv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        Self::operate(other, |other| {
            read(py, &format!("({})/({})", self.ordinal(), other.as_ordinal().text_ascii()))
        })
    }

    fn __rtruediv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        Self::operate(other, |other| {
            read(py, &format!("({})/({})", other.as_ordinal().text_ascii(), self.ordinal()))
        })
    }

    fn __pow__<'py>(
        &self,
        exponent: &Bound<'py, PyAny>,
        modulo: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = exponent.py();
        match exponent.extract::<BigUint>() {
            Ok(exponent) if modulo.is_none() => {
                let power = run(py, None, |budget| self.0.power(&exponent, budget))?;
                Ok(Bound::new(py, Nimber(power))?.into_any())
            }
            _ => Ok(py.NotImplemented().into_bound(py)),
        }
    }
}
